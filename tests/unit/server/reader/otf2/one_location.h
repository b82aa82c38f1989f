#pragma once

#include "tests/generate/archive_writer.h"

#include <otf2/otf2.h>

#include <cstdint>
#include <functional>
#include <string>

namespace vellum::tests {

/// When the clock of such an archive begins.
inline constexpr std::uint64_t kOffset = 1'000;

/// What an archive defines beside one thread of one process, which has no event.
using AddDefinitions = std::function<void(generate::ArchiveWriter&, OTF2_GlobalDefWriter*)>;

/// Writes an archive of one thread, location 0 of location group 0 of system tree node 0, and what \p add adds.
/// The clock ticks a million times a second, from kOffset on for 100.
///
/// \param name  of all three
inline void writeOneLocation(
    generate::ArchiveWriter& writer, const std::string& name, const AddDefinitions& add)
{
    constexpr std::uint64_t kTicksPerSecond = 1'000'000;
    constexpr std::uint64_t kLength = 100;
    writer.closeEvents(writer.openEvents(0));
    writer.beginLocalDefinitions();
    writer.closeLocalDefinitions(writer.openLocalDefinitions(0));
    OTF2_GlobalDefWriter* to = writer.definitions();
    const OTF2_StringRef text = writer.string(name);
    OTF2_GlobalDefWriter_WriteSystemTreeNode(to, 0, text, text, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
    OTF2_GlobalDefWriter_WriteLocationGroup(
        to, 0, text, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP);
    OTF2_GlobalDefWriter_WriteLocation(to, 0, text, OTF2_LOCATION_TYPE_CPU_THREAD, 0, 0);
    add(writer, to);
    writer.finish(kTicksPerSecond, kOffset, kLength);
}

}  // namespace vellum::tests
