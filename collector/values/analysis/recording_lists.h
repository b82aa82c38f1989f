#pragma once

#include "collector/values/analysis/code_map.h"
#include "collector/values/analysis/object_map.h"
#include "collector/values/analysis/operation_list.h"
#include "collector/values/analysis/value_analysis.h"
#include "collector/values/analysis/value_flow.h"
#include "common/values/sidecar/records.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vellum::collector::values {

/// What was found in programs whose pages are watched.
struct PageFindings {
    std::vector<::vellum::values::sidecar::AccessRecord> accesses;
    std::vector<::vellum::values::sidecar::PatternRecord> patterns;
    std::vector<::vellum::values::sidecar::DuplicateRecord> duplicates;
    std::vector<::vellum::values::sidecar::PageRunRecord> runs;
    std::string mechanism;  ///< how it is known which pages were written; empty: nobody asked
    std::uint64_t unwatchedBlocks = 0;  ///< no room, or the kernel refused
    std::uint64_t unwatchedBytes = 0;
    std::uint64_t lostSlices = 0;   ///< the process was gone before they were looked at
    std::uint64_t lostRecords = 0;  ///< beyond the most that is kept
};

/// What all processes of a recording share.
struct RecordingLists {
    ModuleFiles files;
    CodeLists code;
    ObjectList objects;
    OperationLists operations;
    ValueFlow flow{objects, operations};
    std::vector<::vellum::values::sidecar::PageRecord> pages;  ///< cache lines that threads share
    PageFindings watched;
    std::uint64_t lostRecords = 0;    ///< by threads that found no room
    std::uint64_t skippedEpochs = 0;  ///< allocations and frees that never came
};

}  // namespace vellum::collector::values
