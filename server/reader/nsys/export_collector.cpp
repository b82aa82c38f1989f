#include "server/reader/nsys/export_collector.h"

#include "common/base/narrow.h"
#include "server/reader/nsys/table_reader.h"

#include <utility>

namespace vellum::server::reader::nsys {

StringRef TextBook::intern(std::string_view text)
{
    if (const auto found = m_refs.find(text); found != m_refs.end()) {
        return found->second;
    }
    const StringRef ref(narrow<std::uint32_t>(m_texts.size()));
    m_texts.push_back({.ref = ref, .text = std::string(text)});
    m_refs.emplace(std::string(text), ref);
    return ref;
}

std::vector<StringDefinition> TextBook::take()
{
    m_refs.clear();
    return std::exchange(m_texts, {});
}

CollectedExport collect(const Database& database, const std::function<bool()>& goOn)
{
    TableReader reader(database, goOn);
    readIdentity(reader);
    readDevices(reader);
    readCalls(reader);
    readRanges(reader);
    readSampling(reader);
    readCounters(reader);
    return std::move(reader.result);
}

}  // namespace vellum::server::reader::nsys
