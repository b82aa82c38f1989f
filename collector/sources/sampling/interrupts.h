#pragma once

#include "collector/sources/sampling/sample_format.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <ctime>

namespace vellum::collector::sampling {

/// Interrupts the thread that begins it with a signal, each time it has used another period of processor time.
///
/// Three ways, tried in this order. perf_event's task clock keeps the period exactly, up to 100,000 a second, and since Linux 5.13
/// sends SIGTRAP at once; before, SIGURG by way of the event's file, which costs more. Where the kernel permits it only for
/// the program's own code (perf_event_paranoid 2) time within system calls makes no samples. A POSIX timer is always permitted,
/// and counts all; the kernel looks at it in its own tick alone, 100 to 1000 times a second, so that interrupts of a shorter
/// period come several as one, and are counted.
///
/// Signals  Where SIGURG or SIGTRAP is blocked at most one of each is pending, so no queue overflows. A program that becomes another by exec
///          must have ended its interrupts: a SIGTRAP on its way would end the new one.
/// Threads  Owner thread.
class Interrupts {
public:
    static constexpr std::array<int, 2> kSignals = {SIGURG, SIGTRAP};

    [[nodiscard]] static bool isSignal(int signal)
    {
        return std::find(kSignals.begin(), kSignals.end(), signal) != kSignals.end();
    }

    /// Begins, and says in \p header how. \return false if no way is open
    /// \param clock  null: the best there is; "fasync", "user" or "timer": no better than that
    bool begin(std::uint32_t perSecond, const char* clock, SampleHeader& header);
    void end();

    /// Whether the signal is one of this thread's, and not the program's own.
    [[nodiscard]] bool isOurs(const siginfo_t& info) const;
    /// Further interrupts that came as one with this.
    [[nodiscard]] static unsigned mergedOf(const siginfo_t& info);

    /// In a forked child, which inherits neither event nor timer.
    void forget() { *this = Interrupts{}; }

private:
    struct Way {
        bool isKernelToo = true;
        bool isTrap = true;
    };

    int beginPerfEvent(std::uint64_t periodNs, Way way);
    int beginTimer(std::uint64_t periodNs);

    InterruptKind m_kind = InterruptKind::None;
    void* m_page = nullptr;  ///< of the event
    bool m_isTrap = false;   ///< the event sends SIGTRAP
    int m_file = -1;  ///< the event's descriptor, which is closed; its signals go on naming it
    timer_t m_timer{};
};

}  // namespace vellum::collector::sampling
