#pragma once

#include "common/query/values_summary.h"
#include "common/table/table.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vellum::query {

/// What was found about values, what it costs and what helps. docs/semantics.md, "Values".
struct ValuesPatternsQuestion {
    static const table::Schema kSchema;
};

enum class ValueAccess : std::uint8_t { Any = 0, Load = 1, Store = 2, Atomic = 3 };

/// One pattern of one object and line, over all operations of the window.
struct ValuesPatternRow {
    ValuePattern pattern = ValuePattern::None;
    ValueAccess access = ValueAccess::Any;
    std::string object;
    std::string line;         ///< "relax.cpp:17"; empty: all lines together
    std::string function;     ///< that accessed it; empty where there are several
    std::uint64_t bytes = 0;  ///< that need not have moved; an upper bound
    std::uint64_t accesses = 0;
    std::uint64_t operations = 0;  ///< in which it was found
    double coverage = 0;           ///< share of the accesses that it explains
    std::string evidence;
    std::string advice;

    static const table::Schema kSchema;
};

struct ValuesPatterns {
    std::string valuesOf;                ///< as kValuesOf
    std::vector<ValuesPatternRow> rows;  ///< descending by bytes, then by object, line and pattern

    static const table::Schema kSchema;
};

}  // namespace vellum::query
