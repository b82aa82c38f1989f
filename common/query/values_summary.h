#pragma once

#include "common/table/table.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vellum::query {

/// What was found about values, the most telling first; as a side-car's patterns, and with their numbers.
/// common/values/sidecar/kinds.h.
enum class ValuePattern : std::uint8_t {
    None = 0,
    SingleZero,
    SingleValue,
    Structured,
    StructuredWithOutliers,
    HeavyType,
    InappropriateFloat,
    Frequent,
    ApproximatelySingle,
    TemporalRedundancy,
    SilentStore,
    DeadStore,
    ReloadAfterStore,
    SpatialRedundancy,
    LoadRedundancy,
    RedundantValues,
    DuplicateValues,
    DuplicateConstant,
    EarlyAllocation,
    LateDeallocation,
    TemporaryIdleness,
    Unused,
    Leaked,
    OverAllocation,
    WrittenNeverRead,
};
inline constexpr std::string_view kValuePatternWords[] = {
    "none",
    "single-zero",
    "single-value",
    "structured",
    "structured-with-outliers",
    "heavy-type",
    "inappropriate-float",
    "frequent",
    "approximately-single",
    "temporal-redundancy",
    "silent-store",
    "dead-store",
    "reload-after-store",
    "spatial-redundancy",
    "load-redundancy",
    "redundant-values",
    "duplicate-values",
    "duplicate-constant",
    "early-allocation",
    "late-deallocation",
    "temporary-idleness",
    "unused",
    "leaked",
    "over-allocation",
    "written-never-read",
};

enum class ValuesBy : std::uint8_t {
    Object = 0,
    Site = 1,
    Line = 2,
    Function = 3,
    Location = 4,
    Kind = 5,
};

/// What loads and stores moved, and how much of it was there already. docs/semantics.md, "Values".
struct ValuesSummaryQuestion {
    ValuesBy by = ValuesBy::Object;

    static const table::Schema kSchema;
};

struct ValuesSummaryRow {
    std::uint64_t key = 0;   ///< function or location; else a number within this answer
    std::string name;        ///< of the object, "stencil.c:41", the function
    std::string where;       ///< an object's allocation, a line's function
    std::string file;        ///< a line's source, as the debug information names it; else empty
    std::uint32_t line = 0;  ///< its number in that file, from 1; 0: not known, or not by line
    std::uint64_t accesses = 0;
    std::uint64_t loadedBytes = 0;
    std::uint64_t storedBytes = 0;
    std::uint64_t reloadedBytes = 0;   ///< loads of what the same thread had seen there last
    std::uint64_t unchangedBytes = 0;  ///< stores of what was there
    std::uint64_t undefinedBytes = 0;  ///< of these nothing was known before
    std::uint64_t deadBytes = 0;       ///< stored, and stored over before anybody looked
    ValuePattern pattern = ValuePattern::None;  ///< the one that explains the most accesses

    static const table::Schema kSchema;
};

/// Of an answer about values: the trace of the run that they were found in, where that is another one than was asked about; a
/// side-car says so (server/join).
inline constexpr table::Column kValuesOf{
    .name = "values_of",
    .says = "the trace of another run that the values are from; empty: of this run",
    .most = 4096};

/// All bytes that were loaded or stored, and those that need not have been: reloaded and unchanged ones.
[[nodiscard]] std::uint64_t movedBytes(const ValuesSummaryRow& row);
[[nodiscard]] std::uint64_t redundantBytes(const ValuesSummaryRow& row);

struct ValuesSummary {
    ValuesBy by = ValuesBy::Object;
    std::uint64_t operations = 0;        ///< that were looked at in the window
    std::uint64_t lostAccesses = 0;      ///< of these, for want of room or left out on purpose
    std::string valuesOf;                ///< as kValuesOf
    std::vector<ValuesSummaryRow> rows;  ///< descending by redundant bytes, then by name

    static const table::Schema kSchema;
};

}  // namespace vellum::query
