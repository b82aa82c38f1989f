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

/// The set without our signals, where it is sampled; null stays null.
class WithoutOurs {
public:
    explicit WithoutOurs(const sigset_t* set) : m_set(set)
    {
        if (set != nullptr && sampling::isSampling()) {
            m_copy = *set;
            for (const int signal : Interrupts::kSignals) {
                sigdelset(&m_copy, signal);
            }
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

}  // namespace

// The system's headers name parameters __so. NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)
VELLUM_HOOK int sigaction(
    int signal, const struct sigaction* action, struct sigaction* old) noexcept
{
    static auto* const kNext = sources::nextFunction<decltype(sigaction)>("sigaction");
    if (Interrupts::isSignal(signal) && sampling::isSampling()) {
        sampling::exchangeAction(signal, action, old);
        return 0;
    }
    return kNext(signal, action, old);
}

VELLUM_HOOK sighandler_t signal(int signal, sighandler_t handler) noexcept
{
    static auto* const kNext = sources::nextFunction<sighandler_t(int, sighandler_t)>("signal");
    if (!Interrupts::isSignal(signal) || !sampling::isSampling()) {
        return kNext(signal, handler);
    }
    struct sigaction action {};
    struct sigaction old {};
    action.sa_handler = handler;
    sampling::exchangeAction(signal, &action, &old);
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
