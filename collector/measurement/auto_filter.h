#pragma once

#include "collector/measurement/left_out.h"
#include "collector/measurement/window_review.h"

#include <linux/limits.h>

#include <cstdint>

namespace vellum::collector::measurement {

/// Leaves out small functions that are called very often, while the program runs (docs/decisions/0024).
///
/// Layout   Visits and inclusive ticks of each function, by number, of all threads.
/// Exact    Sums are read and written without a lock: where two threads add at once one of them may be lost, which puts a
///          decision off, no more.
/// Threads  Any.
struct AutoFilter {
    struct Totals {
        std::uint64_t visits = 0;
        std::uint64_t ticks = 0;
    };

    std::uint64_t leastVisits = 0;
    std::uint64_t mostTicks = 0;  ///< per visit, on average
    Totals totals[words::kNumbers];

    /// Adds a visit, and decides.
    void count(std::uint64_t number, std::uint64_t ticks)
    {
        if (number >= words::kNumbers) {
            return;
        }
        Totals& sum = totals[number];
        const std::uint64_t visits = __atomic_load_n(&sum.visits, __ATOMIC_RELAXED) + 1;
        const std::uint64_t all = __atomic_load_n(&sum.ticks, __ATOMIC_RELAXED) + ticks;
        __atomic_store_n(&sum.visits, visits, __ATOMIC_RELAXED);
        __atomic_store_n(&sum.ticks, all, __ATOMIC_RELAXED);
        if (visits >= leastVisits && all < visits * mostTicks) [[unlikely]] {
            decide(number, visits, all);
        }
    }

private:
    static void decide(std::uint64_t number, std::uint64_t visits, std::uint64_t ticks);
};

/// Null as long as nothing is to be left out.
extern AutoFilter* autoFilter __attribute__((visibility("hidden")));
/// The file of this process; null where nothing can be left out.
extern LeftOutTable* leftOutTable __attribute__((visibility("hidden")));

/// Of the process that begins, where process.config asks for it. \param path  room for a name. \return false, with errno, if there is no space
bool openLeftOut(char (&path)[PATH_MAX]);

/// In a forked child: the parent's is not ours.
void forgetLeftOut();

}  // namespace vellum::collector::measurement
