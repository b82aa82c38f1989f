#pragma once

#include "common/query/values_summary.h"
#include "common/table/table.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vellum::query {

/// Pages and cache lines that several threads or processors touch. docs/semantics.md, "Values".
struct ValuesSharingQuestion {
    static const table::Schema kSchema;
};

enum class ValuesSharingClass : std::uint8_t {
    Unknown = 0,
    Private = 1,
    ReadShared = 2,
    FalseShared = 3,
    TrueShared = 4,
};

/// One page or cache line in one window of the recording.
struct ValuesSharingRow {
    ValuesSharingClass sharing = ValuesSharingClass::Unknown;
    std::string object;
    std::uint64_t offset = 0;      ///< in the object, of its first byte that is the object's
    std::uint64_t size = 0;        ///< 64 of a cache line, 4096 … of a page
    std::uint32_t processors = 0;  ///< that touched it, counted modulo 32
    std::uint64_t readBytes = 0;   ///< different ones
    std::uint64_t writtenBytes = 0;
    std::uint64_t overlapBytes = 0;  ///< written by one, touched by another
    std::uint64_t moves = 0;         ///< from one processor to another

    static const table::Schema kSchema;
};

struct ValuesSharing {
    std::string valuesOf;  ///< as kValuesOf
    /// Shared ones only; false sharing first, then descending by moves, then by object and offset.
    std::vector<ValuesSharingRow> rows;

    static const table::Schema kSchema;
};

}  // namespace vellum::query
