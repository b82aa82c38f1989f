#pragma once

#include "collector/measurement/record_words.h"

#include <cstdint>

namespace vellum::collector::measurement {

/// Functions that are no longer recorded, from some moment on: the file `leftout` of a process, beside `functions`.
///
/// Layout   `places` has the entry of each function by its number, plus 1, 0 for the others. An entry counts once its
///          `address` is not 0, which is stored last. Each thread counts by entry what it leaves out, in its own file
///          from kLeftOutCountsOffset on (LeftOutCount). A function that is left out has kLeftOutMark in its
///          place of `functions`.
/// Nesting  A thread may have the function open when it is left out. Its leaves are told by counting: those of enters that
///          were left out come first.
/// Threads  Any thread of the process, and its launcher: entries are taken by atomic exchanges and never given up.
inline constexpr const char* kLeftOutFile = "leftout";
inline constexpr std::uint64_t kLeftOutMark = std::uint64_t{1} << 63U;
inline constexpr unsigned kMostLeftOut = 2048;
inline constexpr std::uint64_t kLeftOutCountsOffset = 4096;

struct LeftOutFunction {
    std::uint64_t address = 0;
    std::uint64_t tick = 0;    ///< when that was decided
    std::uint64_t visits = 0;  ///< recorded until then, about
    std::uint64_t ticks = 0;   ///< in these
};

struct LeftOutTable {
    std::uint32_t taken = 0;  ///< entries; more than kMostLeftOut if not all could be
    std::uint32_t padding = 0;
    std::uint16_t places[words::kNumbers] = {};
    LeftOutFunction functions[kMostLeftOut] = {};
};

struct LeftOutCount {
    std::uint64_t visits = 0;  ///< left out
    std::uint64_t depth = 0;   ///< of them open now
};

/// Of all entries, behind a thread's header.
inline constexpr std::uint64_t kLeftOutCountsBytes = kMostLeftOut * sizeof(LeftOutCount);

/// Leaves out the function with the number \p number of \p functions from now on, once; nothing if all entries are taken.
// `functions` is changed, by an atomic operation. NOLINTBEGIN(readability-non-const-parameter)
inline void leaveOut(
    LeftOutTable& table,
    std::uint64_t* functions,
    std::uint64_t number,
    const LeftOutFunction& decision)
// NOLINTEND(readability-non-const-parameter)
{
    constexpr std::uint16_t kBeingMade = UINT16_MAX;
    std::uint16_t none = 0;
    if (__atomic_load_n(&table.taken, __ATOMIC_RELAXED) >= kMostLeftOut
        || !__atomic_compare_exchange_n(
            &table.places[number], &none, kBeingMade, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
        return;
    }
    const std::uint32_t entry = __atomic_fetch_add(&table.taken, 1U, __ATOMIC_ACQ_REL);
    if (entry >= kMostLeftOut) {
        return;
    }
    LeftOutFunction& function = table.functions[entry];
    function.tick = decision.tick;
    function.visits = decision.visits;
    function.ticks = decision.ticks;
    __atomic_store_n(&function.address, decision.address, __ATOMIC_RELEASE);
    __atomic_store_n(
        &table.places[number], static_cast<std::uint16_t>(entry + 1), __ATOMIC_RELEASE);
    __atomic_fetch_or(functions + number, kLeftOutMark, __ATOMIC_ACQ_REL);
}

}  // namespace vellum::collector::measurement
