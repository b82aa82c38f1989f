#pragma once

#include <atomic>

namespace vellum::collector::measurement {

/// Keeps the collector out of itself: while one hook runs on a thread, another (from a signal handler,
/// or from an instrumented function the collector happened to call) finds `entered()` false.
///
/// Odd case A signal handler that interrupts a hook loses all its events, enters and leaves alike.
/// Threads  Guards one thread against itself; no atomic instruction, only an order the compiler keeps.
class RecursionGuard {
public:
    explicit RecursionGuard(bool& busy) : m_busy(busy), m_entered(!busy)
    {
        // A reference, bound above. NOLINTNEXTLINE(cppcoreguidelines-prefer-member-initializer)
        m_busy = true;
        std::atomic_signal_fence(std::memory_order_seq_cst);
    }
    ~RecursionGuard()
    {
        std::atomic_signal_fence(std::memory_order_seq_cst);
        if (m_entered) {
            m_busy = false;
        }
    }
    RecursionGuard(const RecursionGuard&) = delete;
    RecursionGuard& operator=(const RecursionGuard&) = delete;

    [[nodiscard]] bool entered() const { return m_entered; }

private:
    bool& m_busy;
    bool m_entered;
};

}  // namespace vellum::collector::measurement
