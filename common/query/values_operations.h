#pragma once

#include "common/query/values_patterns.h"
#include "common/query/values_summary.h"
#include "common/table/table.h"
#include "common/time/tick.h"
#include "common/trace/refs.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vellum::query {

/// The operations behind rows of values-summary or values-patterns. What is empty or none asks for nothing. docs/semantics.md,
/// "Values".
struct ValuesOperationsQuestion {
    std::string object;
    std::string line;
    std::string function;
    ValuePattern pattern = ValuePattern::None;
    ValueAccess access = ValueAccess::Any;
    std::uint64_t first = 100'000;  ///< so many rows

    static const table::Schema kSchema;
};

/// One operation that was found in the trace.
struct ValuesOperationRow {
    LocationRef location;
    RegionRef region;  ///< undefined where the trace has no function of this name
    Tick begin = 0;
    Tick duration = 0;
    std::uint64_t movedBytes = 0;  ///< by the accesses that were asked for
    std::uint64_t redundantBytes = 0;
    std::uint32_t quality = 0;

    static const table::Schema kSchema;
};

struct ValuesOperations {
    std::uint64_t count = 0;               ///< also those that were not asked for
    std::string valuesOf;                  ///< as kValuesOf
    std::vector<ValuesOperationRow> rows;  ///< by begin, then location, then the longer one

    static const table::Schema kSchema;
};

}  // namespace vellum::query
