// The program's own use of signals beside the sampling's: what it asks for of the same signals is kept and obeyed for those
// signals that are not ours, and they are never blocked nor waited for, whatever sets of all signals it makes.
#include "collector/sources/hook.h"
#include "collector/sources/sampling/interrupts.h"
#include "collector/sources/sampling/sampler.h"

#include <csignal>
#include <ctime>

using namespace vellum::collector;  // NOLINT(google-build-using-namespace): hooks only

namespace {

using sampling::Interrupts;

void takeOursOut(sigset_t& set)
{
    for (const int signal : Interrupts::kSignals) {
        sigdelset(&set, signal);
    }
}

/// The set without our signals, where it is sampled; null stays null.
class WithoutOurs {
public:
    explicit WithoutOurs(const sigset_t* set) : m_set(set)
    {
        if (set != nullptr && sampling::isSampling()) {
            m_copy = *set;
            takeOursOut(m_copy);
            m_set = &m_copy;
        }
    }
    [[nodiscard]] const sigset_t* get() const { return m_set; }

private:
    const sigset_t* m_set;
    sigset_t m_copy{};
};

using MaskFunction = int(int, const sigset_t*, sigset_t*);

int setMask(MaskFunction* next, int how, const sigset_t* set, sigset_t* old)
{
    return how == SIG_UNBLOCK ? next(how, set, old) : next(how, WithoutOurs(set).get(), old);
}

bool isKept(int signal)
{
    return Interrupts::isSignal(signal) && sampling::isSampling();
}

using HandlerFunction = sighandler_t(int, sighandler_t);

/// What signal() and its relatives do, which differ in the flags.
sighandler_t setHandler(HandlerFunction* next, int signal, sighandler_t handler, int flags)
{
    if (!isKept(signal)) {
        return next(signal, handler);
    }
    struct sigaction action {};
    struct sigaction old {};
    action.sa_handler = handler;
    action.sa_flags = flags;
    sampling::exchangeAction(signal, &action, &old);
    return old.sa_handler;
}

sighandler_t setBsdHandler(int signal, sighandler_t handler)
{
    static auto* const kNext = sources::nextFunction<HandlerFunction>("signal");
    return setHandler(kNext, signal, handler, SA_RESTART);
}

sighandler_t setOnceHandler(int signal, sighandler_t handler)
{
    static auto* const kNext = sources::nextFunction<HandlerFunction>("__sysv_signal");
    return setHandler(kNext, signal, handler, static_cast<int>(SA_RESETHAND) | SA_NODEFER);
}

}  // namespace

// The system's headers name parameters __so. NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)
VELLUM_HOOK int sigaction(
    int signal, const struct sigaction* action, struct sigaction* old) noexcept
{
    static auto* const kNext = sources::nextFunction<decltype(sigaction)>("sigaction");
    if (isKept(signal)) {
        sampling::exchangeAction(signal, action, old);
        return 0;
    }
    if (action == nullptr || !sampling::isSampling()) {
        return kNext(signal, action, old);
    }
    struct sigaction sampled = *action;  // while its handler runs, too
    takeOursOut(sampled.sa_mask);
    return kNext(signal, &sampled, old);
}

VELLUM_HOOK sighandler_t signal(int signal, sighandler_t handler) noexcept
{
    return setBsdHandler(signal, handler);
}

// No header declares it by default. NOLINTNEXTLINE(readability-identifier-naming)
VELLUM_HOOK sighandler_t bsd_signal(int signal, sighandler_t handler) noexcept
{
    return setBsdHandler(signal, handler);
}

VELLUM_HOOK sighandler_t ssignal(int signal, sighandler_t handler) noexcept
{
    return setBsdHandler(signal, handler);
}

VELLUM_HOOK sighandler_t sysv_signal(int signal, sighandler_t handler) noexcept
{
    return setOnceHandler(signal, handler);
}

// What signal() is in programs of the strict standard. NOLINTNEXTLINE(bugprone-reserved-identifier)
VELLUM_HOOK sighandler_t __sysv_signal(int signal, sighandler_t handler) noexcept
{
    return setOnceHandler(signal, handler);
}

VELLUM_HOOK sighandler_t sigset(int signal, sighandler_t handler) noexcept
{
    static auto* const kNext = sources::nextFunction<HandlerFunction>("sigset");
    if (handler != SIG_HOLD || !isKept(signal)) {
        return setHandler(kNext, signal, handler, 0);
    }
    struct sigaction old {};  // ours are never blocked
    sampling::exchangeAction(signal, nullptr, &old);
    return old.sa_handler;
}

VELLUM_HOOK int pthread_sigmask(int how, const sigset_t* set, sigset_t* old) noexcept
{
    static auto* const kNext = sources::nextFunction<MaskFunction>("pthread_sigmask");
    return setMask(kNext, how, set, old);
}

VELLUM_HOOK int sigprocmask(int how, const sigset_t* set, sigset_t* old) noexcept
{
    static auto* const kNext = sources::nextFunction<MaskFunction>("sigprocmask");
    return setMask(kNext, how, set, old);
}

VELLUM_HOOK int sigwait(const sigset_t* set, int* signal)
{
    static auto* const kNext = sources::nextFunction<decltype(sigwait)>("sigwait");
    return kNext(WithoutOurs(set).get(), signal);
}

VELLUM_HOOK int sigwaitinfo(const sigset_t* set, siginfo_t* info)
{
    static auto* const kNext = sources::nextFunction<decltype(sigwaitinfo)>("sigwaitinfo");
    return kNext(WithoutOurs(set).get(), info);
}

VELLUM_HOOK int sigtimedwait(const sigset_t* set, siginfo_t* info, const timespec* timeout)
{
    static auto* const kNext = sources::nextFunction<decltype(sigtimedwait)>("sigtimedwait");
    return kNext(WithoutOurs(set).get(), info, timeout);
}
// NOLINTEND(readability-inconsistent-declaration-parameter-name)
