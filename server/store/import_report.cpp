#include "server/store/import_report.h"

#include <algorithm>

namespace vellum::server::store {

void ImportReport::add(
    std::string_view kind, query::Severity severity, std::string_view example, std::uint64_t count)
{
    const auto found = std::ranges::find(m_entries, kind, &query::ImportReportEntry::kind);
    if (found != m_entries.end()) {
        found->count += count;
        return;
    }
    m_entries.push_back(
        {.kind = std::string(kind),
         .severity = severity,
         .count = count,
         .example = std::string(example)});
}

void ImportReport::merge(const ImportReport& other)
{
    for (const query::ImportReportEntry& entry : other.m_entries) {
        add(entry.kind, entry.severity, entry.example, entry.count);
    }
}

std::uint64_t ImportReport::countOf(std::string_view kind) const
{
    const auto found = std::ranges::find(m_entries, kind, &query::ImportReportEntry::kind);
    return found == m_entries.end() ? 0 : found->count;
}

}  // namespace vellum::server::store
