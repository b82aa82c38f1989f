#include "collector/measurement/window_ring.h"

#include "collector/measurement/clock_rate.h"
#include "collector/measurement/event_buffer.h"
#include "collector/measurement/function_numbers.h"
#include "collector/measurement/lifecycle.h"
#include "collector/measurement/spool_file.h"

namespace vellum::collector::measurement {

void WindowRing::begin(const EventBuffer& buffer)
{
    m_regions.setStack(buffer.header->stackLow, buffer.header->stackHigh);
}

void WindowRing::endWindow(const EventBuffer& buffer)
{
    m_regions.take(buffer.window, buffer.cursor, functionTable);
}

std::uint64_t WindowRing::beginBytes() const
{
    constexpr std::uint64_t kOthers = 8;  // WindowBegin, and the enter and leave of the growth
    return (m_regions.open().size() + kOthers) * words::kFullWords * sizeof(std::uint64_t);
}

void WindowRing::giveUpOld(EventBuffer& buffer, const char* path)
{
    constexpr int kMostAtOnce = 64;
    const std::uint64_t now = readClock(buffer.clock);
    const std::uint64_t kept = ticksIn(process.config.lastNs);
    for (int i = 0; i < kMostAtOnce && m_oldest < buffer.windowOffset; ++i) {
        // A window is over when the next one begins.
        const std::uint64_t next = m_oldest + m_oldestBytes;
        std::uint64_t begin[words::kFullWords] = {};
        if (!readFilePart(path, next, begin, sizeof begin) || begin[0] != words::kFull
            || begin[1] + kept >= now) {
            return;
        }
        __atomic_store_n(&buffer.header->firstWindow, next, __ATOMIC_RELEASE);
        giveBackFilePart(path, m_oldest, m_oldestBytes);
        m_oldest = next;
        m_oldestBytes = begin[3];
    }
}

void WindowRing::beginWindow(EventBuffer& buffer, const char* path)
{
    const auto regions = m_regions.open();
    const std::uint64_t now = readClock(buffer.clock);
    storeFull(buffer, EventKind::WindowBegin, regions.size(), buffer.windowBytes, now);
    for (const EventRecord& region : regions) {
        storeFull(buffer, kindOf(region), subjectOf(region), region.frame, region.tick);
    }
    if (m_oldest == 0) {
        m_oldest = buffer.windowOffset;
        m_oldestBytes = buffer.windowBytes;
    } else if (path != nullptr) {
        giveUpOld(buffer, path);
    }
}

}  // namespace vellum::collector::measurement
