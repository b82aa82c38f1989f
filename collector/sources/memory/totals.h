#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace vellum::collector::memory {

/// How much of the heap a process holds, and how often it asked for it.
///
/// Units    Bytes as malloc_usable_size says them: those of the blocks, a little more than what was asked for.
/// Exact    `inUse`, `allocations` and `allocatedBytes` are exact at a moment when no thread is in a call. `peak` may be
///          off the true one by kStep for each thread, either way, and is never below `inUse`.
/// Cost     Two additions in a cache line that few threads share; one in a line of all for each kStep bytes.
/// Threads  Any.
class Totals {
public:
    /// How much a thread keeps to itself before it looks for a new peak.
    static constexpr std::int64_t kStep = std::int64_t{64} << 10U;

    struct Reading {
        std::uint64_t inUse = 0;
        std::uint64_t peak = 0;  ///< since the reading before
        std::uint64_t allocations = 0;
        std::uint64_t allocatedBytes = 0;
    };

    void allocated(std::size_t bytes)
    {
        Slot& slot = slotOfThread();
        slot.allocations.fetch_add(1, std::memory_order_relaxed);
        slot.allocatedBytes.fetch_add(bytes, std::memory_order_relaxed);
        change(static_cast<std::int64_t>(bytes));
    }

    void freed(std::size_t bytes)
    {
        slotOfThread().freedBytes.fetch_add(bytes, std::memory_order_release);
        change(-static_cast<std::int64_t>(bytes));
    }

    /// By one thread at a time.
    [[nodiscard]] Reading read();

    /// In a forked child: it has its parent's blocks, and has asked for none of its own. While it is the only thread.
    void beginAnew();

private:
    static constexpr std::size_t kSlots = 64;

    struct alignas(64) Slot {
        std::atomic<std::uint64_t> allocations = 0;
        std::atomic<std::uint64_t> allocatedBytes = 0;
        std::atomic<std::uint64_t> freedBytes = 0;
    };

    Slot& slotOfThread();
    void change(std::int64_t bytes);
    [[nodiscard]] Reading sum() const;

    std::array<Slot, kSlots> m_slots;
    std::atomic<unsigned> m_threads = 0;
    std::atomic<std::int64_t> m_rough = 0;  ///< in use, but for what threads keep to themselves
    std::atomic<std::int64_t> m_peak = 0;
    std::uint64_t m_inherited = 0;  ///< in use when the process was forked
};

extern Totals totals __attribute__((visibility("hidden")));

}  // namespace vellum::collector::memory
