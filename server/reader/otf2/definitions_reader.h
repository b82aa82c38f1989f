#pragma once

#include "common/trace/definitions.h"
#include "server/reader/otf2/event_recorder.h"
#include "server/store/undefined_references.h"

#include <cstdint>
#include <string>

struct OTF2_Reader_struct;

namespace vellum::server::reader::otf2 {

/// What could be read of the global definitions.
struct ReadDefinitions {
    Definitions definitions;    ///< with lookups
    std::uint64_t read = 0;     ///< records
    std::uint64_t unknown = 0;  ///< records of kinds newer than the library
    std::uint64_t duplicates = 0;
    std::string firstDuplicate;            ///< "region 5"
    store::UndefinedReferences undefined;  ///< that they name themselves
    std::uint64_t groupedByName = 0;       ///< regions whose group their name alone tells
    std::string firstGroupedByName;
    RegionAliases aliases;  ///< regions that are left out, since one before them is equal to them
    bool hasClock = false;
    std::string error;  ///< the library's words if it stopped early
};

/// Reads the global definitions that \p reader can read, no more than \p atMost: a damaged file may
/// lead the library in circles.
[[nodiscard]] ReadDefinitions readDefinitions(OTF2_Reader_struct* reader, std::uint64_t atMost);

}  // namespace vellum::server::reader::otf2
