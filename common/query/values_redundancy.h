#pragma once

#include "common/query/values_summary.h"
#include "common/table/table.h"
#include "common/trace/refs.h"

#include <cstdint>
#include <vector>

namespace vellum::query {

/// Redundancy over time: what lies over the bars of timelines. docs/semantics.md, "Values".
struct ValuesRedundancyQuestion {
    std::uint32_t columns = 100;

    static const table::Schema kSchema;
};

/// What a location moved in one column; columns in which it moved nothing have no row.
struct ValuesRedundancyRow {
    LocationRef location;
    std::uint32_t column = 0;
    std::uint64_t movedBytes = 0;  ///< an operation's bytes lie evenly over its time
    std::uint64_t redundantBytes = 0;
    ValuePattern pattern = ValuePattern::None;  ///< the most telling one of its operations
    std::uint32_t quality = 0;  ///< the worst join of an operation to the trace, 0 … 3

    static const table::Schema kSchema;
};

struct ValuesRedundancy {
    std::uint32_t columns = 0;
    std::uint64_t operations = 0;           ///< that were looked at in the window
    std::uint64_t lostAccesses = 0;         ///< of these, for want of room or left out on purpose
    std::string valuesOf;                   ///< as kValuesOf
    std::vector<ValuesRedundancyRow> rows;  ///< ascending by location's place, then column

    static const table::Schema kSchema;
};

}  // namespace vellum::query
