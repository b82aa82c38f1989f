#pragma once

#include "common/query/values_sharing.h"
#include "common/query/values_summary.h"
#include "common/table/table.h"
#include "common/time/tick.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::query {

/// Bytes of `ValuesPages::watchedBy`.
inline constexpr std::uint64_t kLongestWatchedBy = 400;

/// What became of the pages of objects over time. docs/semantics.md, "Values".
struct ValuesPagesQuestion {
    std::uint32_t columns = 60;
    std::uint32_t ranges = 16;  ///< so many of an object at most
    std::string object;         ///< only what is called so; empty: all

    static const table::Schema kSchema;
};

/// States of a range of pages in a column of time, as they stand in `ValuesPagesRow::states`.
namespace page_state {
inline constexpr char kUntouched = '.';
inline constexpr char kRead = 'r';
inline constexpr char kFirst = '1';      ///< written for the first time
inline constexpr char kChanged = 'w';    ///< written, with other bytes
inline constexpr char kUnchanged = '=';  ///< written, and it holds what it held
inline constexpr char kUnknown = '?';    ///< written; what has changed is not known
inline constexpr char kShared = 's';     ///< several touch the same bytes, and one of them writes
inline constexpr char kFalselyShared = 'f';
/// All of them, the more telling ones later.
inline constexpr std::string_view kAll = ".r1?w=sf";
}  // namespace page_state

/// Neighbouring pages of an object that fared alike.
struct ValuesPagesRow {
    std::string object;
    std::string where;
    std::uint64_t offset = 0;  ///< in the object, of their first byte
    std::uint64_t bytes = 0;
    Tick firstTouch = 0;          ///< in the window, since the trace's begin
    std::uint64_t writes = 0;     ///< a page in a slice of time counts once
    std::uint64_t unchanged = 0;  ///< of these, without any effect
    std::uint64_t changedBytes = 0;
    ValuesSharingClass sharing = ValuesSharingClass::Unknown;  ///< the worst of them
    std::string states;                                        ///< one of page_state per column

    static const table::Schema kSchema;
};

struct ValuesPages {
    std::uint32_t columns = 0;
    std::string watchedBy;  ///< how it is known who wrote
    std::uint64_t objectsLeftOut = 0;
    std::string valuesOf;  ///< as kValuesOf
    /// Objects by what was written in vain, the most first, then by what was written, then by name; each by offset.
    std::vector<ValuesPagesRow> rows;

    static const table::Schema kSchema;
};

}  // namespace vellum::query
