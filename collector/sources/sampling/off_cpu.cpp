// The thread that looks at others that wait: lookAt() is the heart of it.
#include "collector/sources/sampling/off_cpu.h"

#include "collector/measurement/event_buffer.h"
#include "collector/measurement/lifecycle.h"
#include "collector/sources/own_bytes.h"
#include "collector/sources/own_thread.h"
#include "collector/sources/sampling/code_watch.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <optional>

namespace vellum::collector::sampling {

namespace {

constexpr std::uint64_t kSecondNs = 1'000'000'000;

/// All that are watched. Held for one look, so that nobody who begins or ends waits long.
struct List {
    std::atomic_flag taken;
    WatchedThread* first = nullptr;
    WatchedThread* cursor = nullptr;  ///< of the round under way: the next one to look at
};
constinit List list;
constinit std::atomic<bool> isWatching = false;
constinit std::atomic_flag isExplained;  ///< a file says why nobody watches
/// Room for a copy of a stack, of the watching thread.
constinit std::byte stackCopy[kMostStackBytes];

class Hold {
public:
    Hold()
    {
        while (list.taken.test_and_set(std::memory_order_acquire)) {
            ::sched_yield();
        }
    }
    ~Hold() { list.taken.clear(std::memory_order_release); }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;
};

/// A file of /proc about a thread, whole. \return false, with errno
template <std::size_t N>
bool readOf(pid_t thread, const char* name, char (&text)[N])
{
    char path[64];
    std::snprintf(path, sizeof path, "/proc/self/task/%d/%s", static_cast<int>(thread), name);
    // Not by the C library's functions, which are our own hooks here.
    const long file = ::syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return false;
    }
    const long got = ::syscall(SYS_read, file, text, N - 1);
    const int error = errno;
    ::syscall(SYS_close, file);
    errno = error;
    if (got <= 0) {
        return false;
    }
    text[got] = '\0';
    sources::ownBytes += static_cast<std::uint64_t>(got);
    return true;
}

/// Nanoseconds that the thread has had a processor. Where that stands still, so does its stack.
std::optional<std::uint64_t> runTimeOf(pid_t thread)
{
    char text[96];
    return readOf(thread, "schedstat", text) ? std::optional(std::strtoull(text, nullptr, 10))
                                             : std::nullopt;
}

struct Place {
    std::uint64_t stackPointer = 0;
    std::uint64_t programCounter = 0;
};

/// Where a thread is that waits; nothing if it does not.
std::optional<Place> waitingAt(pid_t thread)
{
    char text[256];
    if (!readOf(thread, "syscall", text) || std::strncmp(text, "running", 7) == 0) {
        return std::nullopt;
    }
    // Number, six arguments, stack pointer, program counter; of a page fault -1 and the last two.
    char* last = std::strrchr(text, ' ');
    if (last == nullptr) {
        return std::nullopt;
    }
    Place place{.programCounter = std::strtoull(last + 1, nullptr, 16)};
    *last = '\0';
    last = std::strrchr(text, ' ');
    place.stackPointer = last == nullptr ? 0 : std::strtoull(last + 1, nullptr, 16);
    return place.stackPointer == 0 ? std::nullopt : std::optional(place);
}

/// The stack from its line on, as far as the thread's goes, or, of a stack of another kind, some pages of it.
/// By the kernel: a stack that is gone by now ends the copy and not the program.
SampleBuffer::Part copyStack(const WatchedThread& thread, std::uint64_t stackPointer)
{
    constexpr std::uint64_t kForeignBytes = 4 * kPageBytes;
    const bool isOwn = stackPointer >= thread.stackLow && stackPointer < thread.stackHigh;
    const std::uint64_t begin = stackPointer & ~std::uint64_t{kLineBytes - 1};
    const std::uint64_t bytes =
        isOwn ? std::min<std::uint64_t>(thread.stackHigh - begin, kMostStackBytes) : kForeignBytes;
    iovec remote[kMostStackBytes / kPageBytes + 1];
    std::size_t pieces = 0;
    for (std::uint64_t from = begin; from < begin + bytes; ++pieces) {
        const std::uint64_t end = std::min((from / kPageBytes + 1) * kPageBytes, begin + bytes);
        // NOLINTNEXTLINE(performance-no-int-to-ptr): the stack pointer is a number
        remote[pieces] = {.iov_base = reinterpret_cast<void*>(from), .iov_len = end - from};
        from = end;
    }
    iovec local{.iov_base = stackCopy, .iov_len = bytes};
    const ssize_t read = ::process_vm_readv(::getpid(), &local, 1, remote, pieces, 0);
    return {
        .bytes = stackCopy,
        .address = begin,
        .lines = read > 0 ? static_cast<std::size_t>(read) / kLineBytes : 0};
}

bool open(WatchedThread& thread)
{
    if (!thread.buffer.isOpen() && !thread.isBroken) {
        thread.isBroken = !thread.buffer.open('w', thread.index, thread.stackLow, thread.stackHigh);
        if (thread.isBroken) {
            measurement::noteSpoolError(errno);
        } else {
            SampleHeader& header = thread.buffer.header();
            header.periodNs = kSecondNs / measurement::process.config.offCpuPerSecond;
            header.kind = InterruptKind::OffCpu;
        }
    }
    return thread.buffer.isOpen();
}

/// \param looks  since the last round, with those that were left out
void lookAt(WatchedThread& thread, unsigned looks)
{
    const std::optional<std::uint64_t> runTime = runTimeOf(thread.id);
    const std::uint64_t tick = measurement::readClock(measurement::process.config.clock);
    if (thread.isWaiting && runTime == thread.runTime && thread.buffer.repeat(tick, looks)) {
        return;
    }
    thread.isWaiting = false;
    const std::optional<Place> place = runTime ? waitingAt(thread.id) : std::nullopt;
    if (!place || !open(thread)) {
        return;
    }
    const SampleBuffer::Part stack = copyStack(thread, place->stackPointer);
    // Else it has run while its stack was copied.
    if (runTimeOf(thread.id) == runTime) {
        noteCodeAt(place->programCounter);
        ThreadState state{.tick = tick};
        state.registers[kLastTickRegister] = tick;
        state.registers[kStackRegister] = place->stackPointer;
        state.registers[kProgramCounter] = place->programCounter;
        thread.isWaiting = thread.buffer.store(state, stack);
        thread.runTime = *runTime;
    }
}

void lookAtAll(unsigned looks)
{
    {
        const Hold hold;
        list.cursor = list.first;
    }
    for (bool isMore = true; isMore;) {
        const Hold hold;
        WatchedThread* const thread = list.cursor;
        isMore = thread != nullptr;
        if (isMore) {
            list.cursor = thread->next;
            lookAt(*thread, looks);
        }
    }
}

std::uint64_t clockNs(clockid_t clock)
{
    timespec time{};
    ::clock_gettime(clock, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * kSecondNs
           + static_cast<std::uint64_t>(time.tv_nsec);
}

void* watchAll(void* /*unused*/)
{
    constexpr std::uint64_t kRest = 9;  // times the processor time of a round
    const std::uint64_t period = kSecondNs / measurement::process.config.offCpuPerSecond;
    timespec next{};
    ::clock_gettime(CLOCK_MONOTONIC, &next);
    std::uint64_t looked = clockNs(CLOCK_MONOTONIC);
    while (measurement::process.phase == measurement::Phase::Active) {
        const std::uint64_t now = clockNs(CLOCK_MONOTONIC);
        const std::uint64_t begin = clockNs(CLOCK_THREAD_CPUTIME_ID);
        // As many as there should have been: of a wait that goes on none is missing, however late we are.
        const std::uint64_t looks =
            std::max<std::uint64_t>(now > looked ? (now - looked) / period : 0, 1);
        looked += looks * period;
        lookAtAll(static_cast<unsigned>(looks));
        const std::uint64_t wanted = (clockNs(CLOCK_THREAD_CPUTIME_ID) - begin) * (kRest + 1);
        const std::uint64_t rests = std::max<std::uint64_t>((wanted + period - 1) / period, 1);
        next = sources::nextWake(next, rests * period);
        ::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, nullptr);
    }
    return nullptr;
}

/// Whether the kernel says of a thread where it waits. \return errno, 0 if it does
int mistakeOfKernel()
{
    char text[256];
    for (const char* const name : {"schedstat", "syscall"}) {
        if (!readOf(static_cast<pid_t>(::syscall(SYS_gettid)), name, text)) {
            return errno != 0 ? errno : ENOENT;
        }
    }
    return 0;
}

void beginWatching()
{
    isWatching = mistakeOfKernel() == 0 && sources::startOwnThread(watchAll);
}

}  // namespace

void startOffCpu()
{
    if (measurement::process.config.offCpuPerSecond != 0) {
        sources::prepareOwnThreads();
        beginWatching();
    }
}

void watch(
    WatchedThread& thread, std::uint32_t index, std::uint64_t stackLow, std::uint64_t stackHigh)
{
    if (measurement::process.config.offCpuPerSecond == 0) {
        return;
    }
    thread.id = static_cast<pid_t>(::syscall(SYS_gettid));
    thread.index = index;
    thread.stackLow = stackLow;
    thread.stackHigh = stackHigh;
    if (!isWatching) {
        // One file says why, of whichever thread comes first.
        if (!isExplained.test_and_set() && open(thread)) {
            const int error = mistakeOfKernel();
            thread.buffer.header().kind = InterruptKind::None;
            thread.buffer.header().watchError =
                error != 0 ? error : EAGAIN;  // no thread of our own
            thread.buffer.close();
        }
        return;
    }
    const Hold hold;
    thread.isWatched = true;
    thread.previous = nullptr;
    thread.next = list.first;
    if (thread.next != nullptr) {
        thread.next->previous = &thread;
    }
    list.first = &thread;
}

void unwatch(WatchedThread& thread)
{
    if (!thread.isWatched) {
        return;
    }
    const Hold hold;
    (thread.previous != nullptr ? thread.previous->next : list.first) = thread.next;
    if (thread.next != nullptr) {
        thread.next->previous = thread.previous;
    }
    if (list.cursor == &thread) {
        list.cursor = thread.next;
    }
    if (thread.buffer.isOpen()) {
        thread.buffer.close();
    }
    thread = WatchedThread{};
}

void restartOffCpu(WatchedThread& own)
{
    own.buffer.forget();
    own = WatchedThread{};
    list.taken.clear();
    list.first = nullptr;
    list.cursor = nullptr;
    isWatching = false;
    isExplained.clear();
    if (measurement::process.config.offCpuPerSecond != 0
        && measurement::process.phase == measurement::Phase::Active) {
        beginWatching();
    }
}

}  // namespace vellum::collector::sampling
