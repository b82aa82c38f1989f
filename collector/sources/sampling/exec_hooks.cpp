// The interrupts end before a program becomes another, which has no handler for them, and begin again where it could not.
#include "collector/sources/hook.h"
#include "collector/sources/sampling/sampler.h"

#include <alloca.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstddef>

using namespace vellum::collector;  // NOLINT(google-build-using-namespace): hooks only

namespace {

class Uninterrupted {
public:
    Uninterrupted() : m_wasSampled(sampling::pauseThread()) {}
    ~Uninterrupted()
    {
        if (m_wasSampled) {
            const int error = errno;  // why the program could not become another
            sampling::resumeThread();
            errno = error;
        }
    }
    Uninterrupted(const Uninterrupted&) = delete;
    Uninterrupted& operator=(const Uninterrupted&) = delete;

private:
    bool m_wasSampled;
};

using ExecFunction = int(const char*, char* const*);
using ExecWithEnvironment = int(const char*, char* const*, char* const*);

/// How many words there are up to the null pointer, which counts.
std::size_t countWords(const char* first, std::va_list* rest)
{
    std::size_t count = 1;
    for (const char* word = first; word != nullptr; word = va_arg(*rest, const char*)) {
        ++count;
    }
    return count;
}

/// The words, with the null pointer behind them. What follows in \p rest is still to be read.
void copyWords(char** place, const char* first, std::va_list* rest)
{
    // As exec wants it. NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast)
    *place = const_cast<char*>(first);
    while (*place != nullptr) {
        *++place = va_arg(*rest, char*);
    }
}

/// Calls \p become with the words as an array, and with the list behind them.
template <typename Become>
int withWords(const char* first, std::va_list* rest, Become become)
{
    std::va_list again;
    va_copy(again, *rest);
    const std::size_t count = countWords(first, &again);
    va_end(again);
    // On the stack: what runs behind fork may not allocate.
    auto** const words = static_cast<char**>(::alloca(count * sizeof(char*)));
    copyWords(words, first, rest);
    return become(words, rest);
}

}  // namespace

// The system's headers name parameters __so. NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)
VELLUM_HOOK int execve(const char* path, char* const* words, char* const* environment) noexcept
{
    static auto* const kNext = sources::nextFunction<ExecWithEnvironment>("execve");
    const Uninterrupted pause;
    return kNext(path, words, environment);
}

VELLUM_HOOK int execv(const char* path, char* const* words) noexcept
{
    static auto* const kNext = sources::nextFunction<ExecFunction>("execv");
    const Uninterrupted pause;
    return kNext(path, words);
}

VELLUM_HOOK int execvp(const char* file, char* const* words) noexcept
{
    static auto* const kNext = sources::nextFunction<ExecFunction>("execvp");
    const Uninterrupted pause;
    return kNext(file, words);
}

VELLUM_HOOK int execvpe(const char* file, char* const* words, char* const* environment) noexcept
{
    static auto* const kNext = sources::nextFunction<ExecWithEnvironment>("execvpe");
    const Uninterrupted pause;
    return kNext(file, words, environment);
}

VELLUM_HOOK int fexecve(int file, char* const* words, char* const* environment) noexcept
{
    static auto* const kNext =
        sources::nextFunction<int(int, char* const*, char* const*)>("fexecve");
    const Uninterrupted pause;
    return kNext(file, words, environment);
}

VELLUM_HOOK int execveat(
    int folder, const char* path, char* const* words, char* const* environment, int flags) noexcept
{
    static auto* const kNext =
        sources::nextFunction<int(int, const char*, char* const*, char* const*, int)>("execveat");
    const Uninterrupted pause;
    return kNext(folder, path, words, environment, flags);
}

VELLUM_HOOK int execl(const char* path, const char* first, ...) noexcept
{
    std::va_list list;
    va_start(list, first);
    const int result = withWords(first, &list, [path](char* const* words, std::va_list* /*rest*/) {
        return execv(path, words);
    });
    va_end(list);
    return result;
}

VELLUM_HOOK int execlp(const char* file, const char* first, ...) noexcept
{
    std::va_list list;
    va_start(list, first);
    const int result = withWords(first, &list, [file](char* const* words, std::va_list* /*rest*/) {
        return execvp(file, words);
    });
    va_end(list);
    return result;
}

VELLUM_HOOK int execle(const char* path, const char* first, ...) noexcept
{
    std::va_list list;
    va_start(list, first);
    const int result = withWords(first, &list, [path](char* const* words, std::va_list* rest) {
        return execve(path, words, va_arg(*rest, char* const*));
    });
    va_end(list);
    return result;
}
// NOLINTEND(readability-inconsistent-declaration-parameter-name)
