#pragma once

#include "collector/measurement/record_words.h"

#include <cstddef>
#include <cstdint>

namespace vellum::collector::measurement {

struct AutoFilter;

/// What a thread's own events say about its functions, found out when a window is full and not at each event: the hooks pay
/// nothing for it.
///
/// Exact    Inclusive times of visits whose leave was recorded, as writer/region_stack closes them where everything
///          ends by its own leave; what is repaired there is counted with too long a time here, or not at all.
/// Size     Of open functions the outermost kMostOpen are followed; deeper ones are not counted.
/// Threads  Of one thread, in memory of its own; neither allocates nor locks.
class WindowReview {
public:
    static constexpr std::size_t kMostOpen = 8192;

    /// Goes on with the words that follow those of the last call, which end where \p end is or a word is none.
    void take(const std::uint64_t* words, const std::uint64_t* end, AutoFilter& filter);

private:
    struct Open {
        std::uint64_t number = 0;
        std::uint64_t tick = 0;
    };

    void enter(std::uint64_t number, std::uint64_t tick);
    void leave(std::uint64_t number, std::uint64_t tick, AutoFilter& filter);

    WordBase m_base;
    std::uint64_t m_skip = 0;  ///< records at a window's begin that are known already
    std::size_t m_depth = 0;   ///< of open functions; of those only kMostOpen are in m_open
    Open m_open[kMostOpen];
};

}  // namespace vellum::collector::measurement
