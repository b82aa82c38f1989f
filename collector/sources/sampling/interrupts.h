#pragma once

#include "collector/sources/sampling/sample_format.h"

#include <csignal>
#include <ctime>

namespace vellum::collector::sampling {

/// Interrupts the thread that begins it with kSignal, each time it has used another period of processor time.
///
/// Two ways, tried in this order. perf_event's task clock keeps the period exactly, up to 100,000 a second; where the
/// kernel permits it only for the program's own code (perf_event_paranoid 2) time within system calls makes no
/// samples. A POSIX timer is always permitted, and counts all; the kernel looks at it in its own tick alone, 100 to
/// 1000 times a second, so that interrupts of a shorter period come several as one, and are counted.
///
/// Threads  Owner thread.
class Interrupts {
public:
    /// SIGURG: one that nobody handles is ignored, so that one still on its way when a program becomes another
    /// by exec does no harm; only one of it waits where it is blocked; and hardly any program uses it.
    static constexpr int kSignal = SIGURG;

    /// Begins, and says in \p header how. \return false if neither way is open
    /// \param clock  null: the best there is; "user" or "timer": no better than that
    bool begin(std::uint32_t perSecond, const char* clock, SampleHeader& header);
    void end();

    /// Whether the signal is one of this thread's, and not the program's own.
    [[nodiscard]] bool isOurs(const siginfo_t& info) const;
    /// Further interrupts that came as one with this.
    [[nodiscard]] static unsigned mergedOf(const siginfo_t& info);

    /// In a forked child, which has neither.
    void forget() { *this = Interrupts{}; }

private:
    int beginPerfEvent(std::uint64_t periodNs, bool isKernelToo);
    int beginTimer(std::uint64_t periodNs);

    InterruptKind m_kind = InterruptKind::None;
    void* m_page = nullptr;  ///< of the event
    int m_file = -1;  ///< the event's descriptor, which is closed; its signals go on naming it
    timer_t m_timer{};
};

}  // namespace vellum::collector::sampling
