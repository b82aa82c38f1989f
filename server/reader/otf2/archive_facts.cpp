#include "server/reader/otf2/archive_facts.h"

#include "server/reader/wording.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

namespace vellum::server::reader::otf2 {

namespace {

struct Free {
    // NOLINTNEXTLINE(cppcoreguidelines-no-malloc): the library allocated it
    void operator()(void* text) const { std::free(text); }
};
using LibraryText = std::unique_ptr<char, Free>;

/// A text of the library's own making; empty where there is none.
template <typename Get>
std::string textOf(Get get)
{
    char* text = nullptr;
    const bool isThere = get(&text) == OTF2_SUCCESS && text != nullptr;
    const LibraryText owner(text);
    return isThere ? std::string(text) : std::string();
}

std::string versionOf(OTF2_Reader* reader)
{
    std::uint8_t major = 0;
    std::uint8_t minor = 0;
    std::uint8_t bugfix = 0;
    OTF2_Reader_GetVersion(reader, &major, &minor, &bugfix);
    return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(bugfix);
}

std::string identifierOf(OTF2_Reader* reader)
{
    constexpr std::size_t kDigits = 16;
    std::uint64_t id = 0;
    OTF2_Reader_GetTraceId(reader, &id);
    std::array<char, kDigits + 1> text{};
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): hexadecimal, as otf2-print has it
    const int written =
        std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(id));
    return {text.data(), static_cast<std::size_t>(std::max(written, 0))};
}

/// Adds facts to the node that stands for the whole archive.
class Facts {
public:
    Facts(Definitions& definitions, const SystemTreeNode& node)
        : m_definitions(definitions)
        , m_node(node.ref.value())
    {
    }

    void add(std::string name, std::string value)
    {
        if (!value.empty()) {
            m_definitions.properties.push_back(
                {.target = PropertyTarget::SystemTreeNode,
                 .ref = m_node,
                 .name = std::move(name),
                 .type = ValueType::String,
                 .value = std::move(value)});
        }
    }
    void addProperties(OTF2_Reader* reader)
    {
        std::uint32_t count = 0;
        char** names = nullptr;
        if (OTF2_Reader_GetPropertyNames(reader, &count, &names) != OTF2_SUCCESS) {
            return;
        }
        const std::unique_ptr<char*, Free> owner(names);
        for (std::uint32_t i = 0; i < count; ++i) {
            const char* name = names[i];  // NOLINT: the library's list
            add(name,
                textOf([&](char** text) { return OTF2_Reader_GetProperty(reader, name, text); }));
        }
    }

private:
    Definitions& m_definitions;
    std::uint64_t m_node;
};

/// Copies of what the event files say, which nothing here needs.
void reportSnapshots(
    OTF2_Reader* reader, const std::filesystem::path& anchor, store::ImportReport& report)
{
    std::uint32_t snapshots = 0;
    std::uint32_t thumbnails = 0;
    OTF2_Reader_GetNumberOfSnapshots(reader, &snapshots);
    OTF2_Reader_GetNumberOfThumbnails(reader, &thumbnails);
    if (snapshots != 0 || thumbnails != 0) {
        report.add(
            "snapshot-left-out",
            query::Severity::Info,
            quoted(anchor) + " has " + countText(snapshots, "snapshot", "snapshots") + " and "
                + countText(thumbnails, "thumbnail", "thumbnails")
                + ", which say again what the events say: they are not read",
            std::uint64_t{snapshots} + thumbnails);
    }
}

}  // namespace

void addArchiveFacts(
    OTF2_Reader* reader,
    const std::filesystem::path& anchor,
    Definitions& definitions,
    store::ImportReport& report)
{
    definitions.creator = textOf([&](char** text) { return OTF2_Reader_GetCreator(reader, text); });
    reportSnapshots(reader, anchor, report);
    const auto root = std::ranges::find(
        definitions.systemTreeNodes, SystemTreeNodeRef::undefined(), &SystemTreeNode::parent);
    if (root == definitions.systemTreeNodes.end()) {
        return;
    }
    Facts facts(definitions, *root);
    facts.add("archive.version", versionOf(reader));
    facts.add("archive.identifier", identifierOf(reader));
    facts.add("archive.machine", textOf([&](char** text) {
                  return OTF2_Reader_GetMachineName(reader, text);
              }));
    facts.add("archive.description", textOf([&](char** text) {
                  return OTF2_Reader_GetDescription(reader, text);
              }));
    facts.addProperties(reader);
}

}  // namespace vellum::server::reader::otf2
