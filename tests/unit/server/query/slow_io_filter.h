#pragma once

#include "common/query/record_filter.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace vellum::tests {

// Filters of I/O as docs/semantics.md has them, one condition after the other.

/// Definitions for `traceFromText`; handle 3 is not defined.
inline constexpr const char* kIoHouse =
    "io-paradigm 0 POSIX\nio-paradigm 1 MPI\nio-file 0 /in\nio-file 1 /out\n"
    "io-handle 0 \"\" file 0 paradigm 0\nio-handle 1 \"\" file 1 paradigm 1\n"
    "io-handle 2 stdout paradigm 0\n";

template <typename Value, typename Number>
bool isAmong(const std::vector<Value>& values, Number number)
{
    return values.empty() || std::ranges::find(values, Value(number)) != values.end();
}

/// Paradigm and file of the handles of `kIoHouse`; 9 where there is none.
inline bool fitsHandle(const query::IoFilter& filter, std::uint64_t handle)
{
    constexpr std::uint8_t kParadigms[] = {0, 1, 0, 9};
    constexpr std::uint8_t kFiles[] = {0, 1, 9, 9};
    const bool namesNone = filter.files.empty() && filter.handles.empty();
    const bool isNamed =
        (!filter.files.empty() && isAmong(filter.files, kFiles[handle]))
        || (!filter.handles.empty() && isAmong(filter.handles, static_cast<std::uint8_t>(handle)));
    return (namesNone || isNamed) && isAmong(filter.paradigms, kParadigms[handle]);
}

inline bool isLeftAs(
    const query::IoFilter& filter, std::uint64_t handle, query::IoKind kind, std::uint64_t flags)
{
    const bool isOperation = kind <= query::IoKind::Other;
    bool isFit = fitsHandle(filter, handle)
                 && (filter.kinds.empty() || std::ranges::count(filter.kinds, kind) > 0);
    if (filter.flagsSet != 0 || filter.flagsClear != 0) {
        isFit = isFit && isOperation && (flags & filter.flagsSet) == filter.flagsSet
                && (flags & filter.flagsClear) == 0;
    }
    return isFit != filter.hides;
}

/// A record that says only a part of what is asked for: kept if that part does not decide.
inline bool isLeftInPart(const query::IoFilter& filter, bool fitsWhatItSays)
{
    const bool asksForMore =
        !filter.kinds.empty() || filter.flagsSet != 0 || filter.flagsClear != 0;
    if (filter.hides) {
        return !fitsWhatItSays || asksForMore;
    }
    return fitsWhatItSays;
}

}  // namespace vellum::tests
