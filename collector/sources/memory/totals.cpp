#include "collector/sources/memory/totals.h"

#include <algorithm>

namespace vellum::collector::memory {

constinit Totals totals;

namespace {

/// Of a thread: its slot's number and 1, and what it has not told the others.
struct ThreadShare {
    unsigned slot = 0;
    std::int64_t untold = 0;
};
constinit thread_local ThreadShare share __attribute__((tls_model("initial-exec")));

}  // namespace

Totals::Slot& Totals::slotOfThread()
{
    if (share.slot == 0) [[unlikely]] {
        share.slot = m_threads.fetch_add(1, std::memory_order_relaxed) % kSlots + 1;
    }
    return m_slots[share.slot - 1];
}

void Totals::change(std::int64_t bytes)
{
    share.untold += bytes;
    if (share.untold > -kStep && share.untold < kStep) [[likely]] {
        return;
    }
    const std::int64_t now = m_rough.fetch_add(share.untold) + share.untold;
    share.untold = 0;
    std::int64_t peak = m_peak.load(std::memory_order_relaxed);
    while (now > peak && !m_peak.compare_exchange_weak(peak, now)) {}
}

Totals::Reading Totals::sum() const
{
    // A block may be freed by another thread than it was allocated by. So all that is freed is read before anything that
    // is allocated: whoever sees a block freed sees it allocated, since freed() releases.
    std::uint64_t freed = 0;
    for (const Slot& slot : m_slots) {
        freed += slot.freedBytes.load(std::memory_order_acquire);
    }
    Reading reading;
    for (const Slot& slot : m_slots) {
        reading.allocatedBytes += slot.allocatedBytes.load(std::memory_order_relaxed);
        reading.allocations += slot.allocations.load(std::memory_order_relaxed);
    }
    reading.inUse = m_inherited + reading.allocatedBytes - freed;
    return reading;
}

Totals::Reading Totals::read()
{
    Reading reading = sum();
    // Threads that have ended told nobody of their last bytes: here all of it is known.
    const auto inUse = std::max<std::int64_t>(static_cast<std::int64_t>(reading.inUse), 0);
    reading.inUse = static_cast<std::uint64_t>(inUse);
    m_rough.fetch_add(inUse - m_rough.load());
    reading.peak = static_cast<std::uint64_t>(std::max(m_peak.exchange(inUse), inUse));
    return reading;
}

void Totals::beginAnew()
{
    const Reading before = sum();
    for (Slot& slot : m_slots) {
        slot.allocations = 0;
        slot.allocatedBytes = 0;
        slot.freedBytes = 0;
    }
    m_inherited = before.inUse;
    m_rough = static_cast<std::int64_t>(before.inUse);
    m_peak = static_cast<std::int64_t>(before.inUse);
}

}  // namespace vellum::collector::memory
