#pragma once

#include "common/trace/definitions.h"
#include "server/store/import_report.h"

#include <cstdint>
#include <string>

struct OTF2_Reader_struct;

namespace vellum::server::reader::otf2 {

/// What could be read of the global definitions.
struct ReadDefinitions {
    Definitions definitions;  ///< with lookups
    std::uint64_t read = 0;   ///< records
    std::uint64_t duplicates = 0;
    std::string firstDuplicate;  ///< "region 5"
    bool hasClock = false;
    std::string error;  ///< the library's words if it stopped early
};

/// Reads all global definitions that \p reader can read.
[[nodiscard]] ReadDefinitions readDefinitions(OTF2_Reader_struct* reader);

}  // namespace vellum::server::reader::otf2
