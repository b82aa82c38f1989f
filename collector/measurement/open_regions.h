#pragma once

#include "collector/measurement/record_words.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace vellum::collector::measurement {

/// Which regions a thread has open, found out from its own words as writer/region_stack does after the run, without memory
/// of its own to ask for.
///
/// Exact    As writer::RegionStack, of functions, calls of the thread library, regions of the program and calls of the heap.
/// Size     Of open regions the outermost kMostOpen are kept.
/// Threads  Of one thread; neither allocates nor locks.
class OpenRegions {
public:
    static constexpr std::size_t kMostOpen = 65536;

    /// Goes on with the words that follow those of the last call.
    ///
    /// \param functions  addresses by number
    void take(const std::uint64_t* words, const std::uint64_t* end, const std::uint64_t* functions);

    /// [low, high): where frames can be compared.
    void setStack(std::uint64_t low, std::uint64_t high);

    /// Their enters, outermost first.
    [[nodiscard]] std::span<const EventRecord> open() const
    {
        return {m_open, m_depth < kMostOpen ? m_depth : kMostOpen};
    }

private:
    void apply(const EventRecord& record);
    void enter(const EventRecord& record, std::uint64_t frame);
    void leave(std::uint64_t enterSubject);
    void popDead(std::uint64_t frame);
    [[nodiscard]] bool isOnStack(std::uint64_t frame) const
    {
        return frame >= m_low && frame < m_high;
    }

    WordBase m_base;
    std::uint64_t m_skip = 0;  ///< records at a window's begin that are known already
    std::uint64_t m_low = 0;
    std::uint64_t m_high = 0;
    std::size_t m_depth = 0;
    EventRecord m_open[kMostOpen];
};

}  // namespace vellum::collector::measurement
