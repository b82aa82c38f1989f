// Begins and ends the sampling of processes and threads, and takes the samples: onInterrupt() is the heart of it.
#include "collector/sources/sampling/sampler.h"

#include "collector/measurement/event_buffer.h"
#include "collector/measurement/lifecycle.h"
#include "collector/sources/bridge/bridge.h"
#include "collector/sources/hook.h"
#include "collector/sources/sampling/code_watch.h"
#include "collector/sources/sampling/interrupts.h"
#include "collector/sources/sampling/kernel_code.h"
#include "collector/sources/sampling/off_cpu.h"
#include "collector/sources/sampling/sample_buffer.h"
#include "collector/sources/sampling/thread_registers.h"

#include <pthread.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>

namespace vellum::collector::sampling {

namespace {

using SigactionFunction = int(int, const struct sigaction*, struct sigaction*);

struct SampledThread {
    std::atomic<bool> isActive = false;  ///< the handler may store
    Interrupts interrupts;
    SampleBuffer buffer;
    WatchedThread watched;
};

thread_local constinit SampledThread thread __attribute__((tls_model("initial-exec")));
constinit std::atomic<bool> isStarted = false;

using MaskFunction = int(int, const sigset_t*, sigset_t*);

/// The program's own for each of our signals, which our handler calls; written by sigaction alone.
constinit std::array<struct sigaction, Interrupts::kSignals.size()> programActions{};
constinit std::atomic_flag programActionLock;

struct sigaction& programAction(int signal)
{
    return programActions.at(signal == Interrupts::kSignals.front() ? 0 : 1);
}

sigset_t ourSignals()
{
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : Interrupts::kSignals) {
        sigaddset(&set, signal);
    }
    return set;
}

// Without our own hooks.
MaskFunction* unchangedMask()
{
    static auto* const kMask = sources::nextFunction<MaskFunction>("pthread_sigmask");
    return kMask;
}

SigactionFunction* unchangedSigaction()
{
    static auto* const kSigaction = sources::nextFunction<SigactionFunction>("sigaction");
    return kSigaction;
}

/// Held for a copy. Our own handler waits for it, and handlers of the program may ask for it, so the thread that has it
/// must not be interrupted by any signal.
class ActionLock {
public:
    ActionLock()
    {
        sigset_t all;
        sigfillset(&all);
        unchangedMask()(SIG_SETMASK, &all, &m_before);
        while (programActionLock.test_and_set(std::memory_order_acquire)) {}
    }
    ~ActionLock()
    {
        programActionLock.clear(std::memory_order_release);
        unchangedMask()(SIG_SETMASK, &m_before, nullptr);
    }
    ActionLock(const ActionLock&) = delete;
    ActionLock& operator=(const ActionLock&) = delete;

private:
    sigset_t m_before{};
};

struct Start {
    ThreadFunction function;
    void* argument;
};

void takeSample(const siginfo_t& info, const ucontext_t& context)
{
    const int error = errno;
    ThreadState state;
    readRegisters(context, state.registers);
    noteCodeAt(state.registers[kProgramCounter]);
    // Behind that of a library that is met first: what lay at its place before is not meant.
    state.tick = measurement::readClock(measurement::process.config.clock);
    state.merged = Interrupts::mergedOf(info);
    thread.buffer.store(state);
    errno = error;
}

bool isHandler(const struct sigaction& action)
{
    return action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
}

/// What the program asked for; with SA_RESETHAND its handler is called but once.
struct sigaction takeActionOfProgram(int signal)
{
    const ActionLock lock;
    struct sigaction& kept = programAction(signal);
    const struct sigaction action = kept;
    if (isHandler(action) && (static_cast<unsigned>(action.sa_flags) & SA_RESETHAND) != 0) {
        kept.sa_handler = SIG_DFL;
    }
    return action;
}

/// As the kernel does it while a handler runs; it also puts back what was, when ours returns.
void blockFor(const struct sigaction& action)
{
    sigset_t mask = action.sa_mask;
    for (const int ours : Interrupts::kSignals) {
        sigdelset(&mask, ours);
    }
    unchangedMask()(SIG_BLOCK, &mask, nullptr);
}

/// What would have happened without us: SIGTRAP ends a program, SIGURG does nothing. The signal arrives when the
/// handler has returned.
void doDefault(int signal)
{
    if (signal == SIGTRAP) {
        struct sigaction byDefault {};
        byDefault.sa_handler = SIG_DFL;
        unchangedSigaction()(signal, &byDefault, nullptr);
        ::raise(signal);
    }
}

/// A signal of the program's own.
void passOn(int signal, siginfo_t* info, void* context)
{
    const struct sigaction action = takeActionOfProgram(signal);
    if (action.sa_handler == SIG_DFL) {
        return doDefault(signal);
    }
    if (action.sa_handler == SIG_IGN) {
        return;
    }
    blockFor(action);
    if ((action.sa_flags & SA_SIGINFO) != 0) {
        action.sa_sigaction(signal, info, context);
    } else {
        action.sa_handler(signal);
    }
}

void onInterrupt(int signal, siginfo_t* info, void* context)
{
    if (!thread.interrupts.isOurs(*info)) {
        passOn(signal, info, context);
    } else if (thread.isActive) {
        takeSample(*info, *static_cast<const ucontext_t*>(context));
    }
}

void endThread(void* /*unused*/)
{
    thread.isActive = false;
    thread.interrupts.end();
    unwatch(thread.watched);
    if (thread.buffer.isOpen()) {
        thread.buffer.close();
    }
}

pthread_key_t threadEndKey()
{
    static pthread_key_t key = [] {
        pthread_key_t made{};
        ::pthread_key_create(&made, endThread);
        return made;
    }();
    return key;
}

bool takeSignals()
{
    if (unchangedSigaction() == nullptr || unchangedMask() == nullptr) {
        return false;
    }
    struct sigaction ours {};
    ours.sa_sigaction = onInterrupt;
    ours.sa_mask = ourSignals();
    // Calls are restarted where the kernel can, and a small stack of a coroutine is spared where there is another.
    ours.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
    bool areTaken = true;
    for (const int signal : Interrupts::kSignals) {
        areTaken = unchangedSigaction()(signal, &ours, &programAction(signal)) == 0 && areTaken;
    }
    return areTaken;
}

/// They may be blocked by whoever started the program or made the thread.
void letSignalsIn()
{
    const sigset_t ours = ourSignals();
    unchangedMask()(SIG_UNBLOCK, &ours, nullptr);
}

// Runs in the child with only the forking thread, behind the measurement's own.
void onForkChild()
{
    thread.isActive = false;
    thread.interrupts.forget();
    thread.buffer.forget();
    restartOffCpu(thread.watched);
    programActionLock.clear();
    if (measurement::process.phase == measurement::Phase::Active) {
        keepKernelCode();
        beginThread();
    }
}

// Behind the measurement's own constructor.
__attribute__((constructor(102))) void onLoad()
{
    if (!measurement::ensureStarted() || measurement::process.config.samplesPerSecond == 0
        || !takeSignals()) {
        return;
    }
    isStarted = true;
    threadEndKey();
    ::pthread_atfork(nullptr, nullptr, onForkChild);
    keepKernelCode();
    startOffCpu();
    beginThread();
}

}  // namespace

bool isSampling()
{
    return isStarted.load(std::memory_order_relaxed)
           && measurement::process.phase == measurement::Phase::Active;
}

void beginThread()
{
    if (thread.isActive) {
        return;
    }
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    const std::uint32_t index = vellum_collector_location(&low, &high);
    const int error = errno;
    if (high == 0 || !thread.buffer.open('s', index, low, high)) {
        measurement::noteSpoolError(errno);
    } else {
        ::pthread_setspecific(threadEndKey(), &thread);
        letSignalsIn();
        resumeThread();
        watch(thread.watched, index, low, high);
    }
    errno = error;
}

bool pauseThread()
{
    if (!thread.isActive
        || measurement::process.header->pid != static_cast<std::uint32_t>(::getpid())) {
        return false;
    }
    thread.isActive = false;
    thread.interrupts.end();
    return true;
}

void resumeThread()
{
    const measurement::Config& config = measurement::process.config;
    thread.isActive = true;
    thread.isActive = thread.interrupts.begin(
        config.samplesPerSecond, config.samplingClock, thread.buffer.header());
}

void* runSampled(void* start)
{
    const Start begin = *static_cast<Start*>(start);
    dropStart(start);
    beginThread();
    void* const result = begin.function(begin.argument);
    // This frame must stay below the thread's function: it is where the writer cuts the stack.
    asm volatile("" ::: "memory");
    return result;
}

void* wrapStart(ThreadFunction function, void* argument)
{
    void* const memory =
        std::malloc(sizeof(Start));  // NOLINT(cppcoreguidelines-no-malloc): no C++ runtime's
    if (memory != nullptr) {
        *static_cast<Start*>(memory) = {.function = function, .argument = argument};
    }
    return memory;
}

void dropStart(void* start)
{
    std::free(start);  // NOLINT(cppcoreguidelines-no-malloc)
}

void exchangeAction(int signal, const struct sigaction* action, struct sigaction* old)
{
    struct sigaction was {};
    {
        const ActionLock lock;
        was = programAction(signal);
        if (action != nullptr) {
            programAction(signal) = *action;
        }
    }
    if (old != nullptr) {
        *old = was;
    }
}

}  // namespace vellum::collector::sampling
