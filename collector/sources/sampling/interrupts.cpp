#include "collector/sources/sampling/interrupts.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace vellum::collector::sampling {

namespace {

constexpr std::uint64_t kSecond = 1'000'000'000;

pid_t threadNumber()
{
    return static_cast<pid_t>(::syscall(SYS_gettid));
}

perf_event_attr taskClock(std::uint64_t periodNs, bool isKernelToo)
{
    perf_event_attr attributes{};
    attributes.size = sizeof attributes;
    attributes.type = PERF_TYPE_SOFTWARE;
    attributes.config = PERF_COUNT_SW_TASK_CLOCK;
    attributes.sample_period = periodNs;
    attributes.sample_type = PERF_SAMPLE_IP;
    attributes.wakeup_events = 1;
    attributes.exclude_kernel = isKernelToo ? 0 : 1;
    attributes.exclude_hv = 1;
    attributes.disabled = 1;
    return attributes;
}

int openEvent(const perf_event_attr& attributes)
{
    return static_cast<int>(
        ::syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

bool sendUrgent(int file)
{
    f_owner_ex owner{};
    owner.type = F_OWNER_TID;
    owner.pid = threadNumber();
    return ::fcntl(file, F_SETFL, O_ASYNC | O_NONBLOCK) == 0 && ::fcntl(file, F_SETSIG, SIGURG) == 0
           && ::fcntl(file, F_SETOWN_EX, &owner) == 0;
}

/// What the kernel hands back with SIGTRAP; the C library's siginfo_t does not name the member.
std::uint64_t dataOfTrap(const siginfo_t& info)
{
    std::uint64_t data = 0;
    constexpr std::size_t kBehindAddress = sizeof info.si_addr;
    std::memcpy(&data, reinterpret_cast<const char*>(&info.si_addr) + kBehindAddress, sizeof data);
    return data;
}

constexpr int kTrapOfEvent = 6;  // TRAP_PERF

}  // namespace

/// \return 0, or errno
int Interrupts::beginPerfEvent(std::uint64_t periodNs, Way way)
{
    perf_event_attr attributes = taskClock(periodNs, way.isKernelToo);
    if (way.isTrap) {
        attributes.sigtrap = 1;
        attributes.remove_on_exec = 1;
        attributes.sig_data = reinterpret_cast<std::uint64_t>(this);
    }
    const int file = openEvent(attributes);
    if (file < 0) {
        return errno;
    }
    // The mapping keeps the event. So the program may close all descriptors it finds, and finds none of ours.
    void* const page = ::mmap(nullptr, kPageBytes, PROT_READ, MAP_SHARED, file, 0);
    int error = page == MAP_FAILED ? errno : 0;
    if (error == 0) {
        // Before it runs: the first signal may come at once, and one that is not known as ours ends the program.
        m_kind = way.isKernelToo ? InterruptKind::PerfEvent : InterruptKind::PerfEventUser;
        m_isTrap = way.isTrap;
        m_page = page;
        m_file = file;
        const bool isRunning =
            (way.isTrap || sendUrgent(file)) && ::ioctl(file, PERF_EVENT_IOC_ENABLE, 0) == 0;
        error = isRunning ? 0 : errno;
    }
    ::close(file);
    if (error != 0) {
        end();
    }
    return error;
}

/// \return 0, or errno
int Interrupts::beginTimer(std::uint64_t periodNs)
{
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = SIGURG;
    event.sigev_value.sival_ptr = this;
    event._sigev_un._tid =
        threadNumber();  // sigev_notify_thread_id, which this C library does not name
    if (::timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &m_timer) != 0) {
        return errno;
    }
    m_kind = InterruptKind::Timer;
    const timespec period{
        .tv_sec = static_cast<time_t>(periodNs / kSecond),
        .tv_nsec = static_cast<long>(periodNs % kSecond)};
    const itimerspec setting{.it_interval = period, .it_value = period};
    ::timer_settime(m_timer, 0, &setting, nullptr);
    return 0;
}

bool Interrupts::begin(std::uint32_t perSecond, const char* clock, SampleHeader& header)
{
    const auto isAskedFor = [clock](const char* name) {
        return clock != nullptr && std::strcmp(clock, name) == 0;
    };
    header.periodNs = kSecond / perSecond;
    int error = isAskedFor("timer") ? ENOTSUP : EACCES;
    for (const bool isKernelToo : {!isAskedFor("user"), false}) {
        for (const bool isTrap : {!isAskedFor("fasync"), false}) {
            // An older kernel does not know the trap: EINVAL. What is not permitted may be for the program alone.
            if (error == EACCES || error == EPERM || error == EINVAL) {
                error =
                    beginPerfEvent(header.periodNs, {.isKernelToo = isKernelToo, .isTrap = isTrap});
            }
        }
    }
    header.perfError = error;
    header.timerError = error == 0 ? 0 : beginTimer(header.periodNs);
    header.kind = m_kind;
    return m_kind != InterruptKind::None;
}

void Interrupts::end()
{
    if (m_page != nullptr) {
        ::munmap(m_page, kPageBytes);
    } else if (m_kind == InterruptKind::Timer) {
        ::timer_delete(m_timer);
    }
    forget();
}

bool Interrupts::isOurs(const siginfo_t& info) const
{
    if (m_kind == InterruptKind::Timer) {
        return info.si_signo == SIGURG && info.si_code == SI_TIMER
               && info.si_value.sival_ptr == this;
    }
    if (m_isTrap) {
        return info.si_signo == SIGTRAP && info.si_code == kTrapOfEvent
               && dataOfTrap(info) == reinterpret_cast<std::uint64_t>(this);
    }
    return m_kind != InterruptKind::None && info.si_signo == SIGURG && info.si_code == POLL_IN
           && info.si_fd == m_file;
}

unsigned Interrupts::mergedOf(const siginfo_t& info)
{
    return info.si_code == SI_TIMER && info.si_overrun > 0 ? static_cast<unsigned>(info.si_overrun)
                                                           : 0;
}

}  // namespace vellum::collector::sampling
