#pragma once

#include "collector/measurement/spool_format.h"
#include "collector/sources/bridge/bridge.h"

#include <pthread.h>

#include <cerrno>
#include <cstdint>

namespace vellum::collector::waits {

/// Where the hook was called from.
#define VELLUM_WAIT_CALLER() __builtin_extract_return_addr(__builtin_return_address(0))

/// A call that waits, as a region for as long as it lives: also where a thread is cancelled in it.
class WaitVisit {
public:
    WaitVisit(measurement::ApiRegion region, const void* caller)
        : m_region(static_cast<std::uint64_t>(region))
        , m_isTold(!vellum_collector_hides(caller))
    {
        tell(measurement::EventKind::ApiEnter);
    }
    ~WaitVisit() { tell(measurement::EventKind::ApiLeave); }
    WaitVisit(const WaitVisit&) = delete;
    WaitVisit& operator=(const WaitVisit&) = delete;

private:
    void tell(measurement::EventKind kind) const
    {
        if (m_isTold) {
            vellum_collector_record(static_cast<std::uint16_t>(kind), m_region, 0);
        }
    }

    std::uint64_t m_region;
    bool m_isTold;
};

/// Takes a lock: at once, or in a visit.
///
/// \param attempt  returns 0 where it has the lock, EBUSY where somebody else has it, and other errors as the call itself
/// \param wait  the call itself
template <typename Attempt, typename Wait>
[[nodiscard]] int takeLock(
    measurement::ApiRegion region, const void* caller, Attempt attempt, Wait wait)
{
    const int answer = attempt();
    if (answer != EBUSY) [[likely]] {
        return answer;
    }
    const WaitVisit visit(region, caller);
    return wait();
}

/// Takes a semaphore: only where it has to wait is there a visit.
///
/// \param attempt  returns 0, or -1 with EAGAIN where it must wait
template <typename Attempt, typename Wait>
[[nodiscard]] int takeSemaphore(
    measurement::ApiRegion region, const void* caller, Attempt attempt, Wait wait)
{
    ::pthread_testcancel();  // the call itself begins with it, whether it has to wait or not
    const int before = errno;
    if (attempt() == 0) {
        return 0;
    }
    errno = before;
    const WaitVisit visit(region, caller);
    return wait();
}

}  // namespace vellum::collector::waits
