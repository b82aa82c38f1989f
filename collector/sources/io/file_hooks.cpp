// Calls of POSIX that make and close descriptors.
#include "collector/sources/io/handles.h"
#include "collector/sources/io/next_functions.h"
#include "collector/sources/io/visit.h"

#include <dirent.h>
#include <fcntl.h>

#include <cstdarg>
#include <cstdlib>

using namespace vellum::collector::io;  // NOLINT(google-build-using-namespace): hooks only

namespace {

/// Calls \p next, which returns a new descriptor of \p path, said from \p folder on. The path is only looked at where the
/// kernel could read it.
template <typename Next>
int openedIn(
    const void* caller, Function function, int folder, const char* path, int flags, Next next)
{
    if (!mayChangeHandles(caller)) {
        return next();
    }
    const Visit visit({.function = function});
    const int file = next();
    if (file >= 0) {
        // A temporary file without a name lies somewhere in the folder `path`.
        const bool isUnnamed = (flags & O_TMPFILE) == O_TMPFILE;
        const bool isFromHere = folder == AT_FDCWD || path[0] == '/';
        descriptors.create(
            file, {.flags = flags, .path = isFromHere && !isUnnamed ? path : nullptr});
    }
    return file;
}

template <typename Next>
int opened(const void* caller, Function function, const char* path, int flags, Next next)
{
    return openedIn(caller, function, AT_FDCWD, path, flags, next);
}

/// Calls \p next, which makes a descriptor of \p original.
template <typename Next>
int duplicated(const void* caller, Function function, int original, int flags, Next next)
{
    if (!mayChangeHandles(caller)) {
        return next();
    }
    const Visit visit({.function = function});
    const int copy = next();
    if (copy >= 0) {
        descriptors.duplicate(original, copy, flags);
    }
    return copy;
}

/// The same; what \p copy was before is closed on the way.
template <typename Next>
int replaced(const void* caller, Function function, int original, int copy, int flags, Next next)
{
    if (original == copy || !mayChangeHandles(caller)) {
        return next();
    }
    const Visit visit({.function = function});
    const Handle before = descriptors.release(copy);
    // A stream on it writes into the other file from now on.
    const Handle above = streams.release(copy);
    const int result = next();
    if (result >= 0) {
        HandleTable::noteClosed(above);
        HandleTable::noteClosed(before);
        descriptors.duplicate(original, copy, flags);
    } else {
        descriptors.putBack(copy, before);
        streams.putBack(copy, above);
    }
    return result;
}

/// The mode is there only where a file may be made.
mode_t readMode(int flags, std::va_list rest)
{
    const bool isThere = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
    return isThere ? va_arg(rest, mode_t) : 0;
}

}  // namespace

// The names are the C library's. NOLINTBEGIN(readability-identifier-naming,bugprone-reserved-identifier)

#define VELLUM_IO_OPEN(symbol)                                                                     \
    VELLUM_IO_HOOK(int, symbol, const char* path, int flags, ...)                                  \
    {                                                                                              \
        std::va_list rest;                                                                         \
        va_start(rest, flags);                                                                     \
        const mode_t mode = readMode(flags, rest);                                                 \
        va_end(rest);                                                                              \
        return opened(VELLUM_IO_CALLER(), Function::open, path, flags, [&] {                       \
            return VELLUM_IO_NEXT(symbol)(path, flags, mode);                                      \
        });                                                                                        \
    }

VELLUM_IO_OPEN(open)
VELLUM_IO_OPEN(open64)

#define VELLUM_IO_OPEN_IN(symbol)                                                                  \
    VELLUM_IO_HOOK(int, symbol, int folder, const char* path, int flags, ...)                      \
    {                                                                                              \
        std::va_list rest;                                                                         \
        va_start(rest, flags);                                                                     \
        const mode_t mode = readMode(flags, rest);                                                 \
        va_end(rest);                                                                              \
        return openedIn(VELLUM_IO_CALLER(), Function::openat, folder, path, flags, [&] {           \
            return VELLUM_IO_NEXT(symbol)(folder, path, flags, mode);                              \
        });                                                                                        \
    }

VELLUM_IO_OPEN_IN(openat)
VELLUM_IO_OPEN_IN(openat64)

#define VELLUM_IO_OPEN_CHECKED(symbol)                                                             \
    VELLUM_IO_HOOK(int, symbol, const char* path, int flags)                                       \
    {                                                                                              \
        return opened(VELLUM_IO_CALLER(), Function::open, path, flags, [&] {                       \
            return VELLUM_IO_NEXT(symbol)(path, flags);                                            \
        });                                                                                        \
    }

VELLUM_IO_OPEN_CHECKED(__open_2)
VELLUM_IO_OPEN_CHECKED(__open64_2)

#define VELLUM_IO_OPEN_CHECKED_IN(symbol)                                                          \
    VELLUM_IO_HOOK(int, symbol, int folder, const char* path, int flags)                           \
    {                                                                                              \
        return openedIn(VELLUM_IO_CALLER(), Function::openat, folder, path, flags, [&] {           \
            return VELLUM_IO_NEXT(symbol)(folder, path, flags);                                    \
        });                                                                                        \
    }

VELLUM_IO_OPEN_CHECKED_IN(__openat_2)
VELLUM_IO_OPEN_CHECKED_IN(__openat64_2)

#define VELLUM_IO_CREATE(symbol)                                                                   \
    VELLUM_IO_HOOK(int, symbol, const char* path, mode_t mode)                                     \
    {                                                                                              \
        return opened(                                                                             \
            VELLUM_IO_CALLER(), Function::creat, path, O_CREAT | O_WRONLY | O_TRUNC, [&] {         \
                return VELLUM_IO_NEXT(symbol)(path, mode);                                         \
            });                                                                                    \
    }

VELLUM_IO_CREATE(creat)
VELLUM_IO_CREATE(creat64)

namespace {

constexpr int kTemporary = O_CREAT | O_EXCL | O_RDWR;

}  // namespace

#define VELLUM_IO_TEMPORARY(symbol)                                                                \
    VELLUM_IO_HOOK(int, symbol, char* path)                                                        \
    {                                                                                              \
        return opened(VELLUM_IO_CALLER(), Function::mkstemp, path, kTemporary, [&] {               \
            return VELLUM_IO_NEXT(symbol)(path);                                                   \
        });                                                                                        \
    }

VELLUM_IO_TEMPORARY(mkstemp)
VELLUM_IO_TEMPORARY(mkstemp64)

#define VELLUM_IO_FLAGGED_TEMPORARY(symbol)                                                        \
    VELLUM_IO_HOOK(int, symbol, char* path, int flags)                                             \
    {                                                                                              \
        return opened(VELLUM_IO_CALLER(), Function::mkstemp, path, kTemporary | flags, [&] {       \
            return VELLUM_IO_NEXT(symbol)(path, flags);                                            \
        });                                                                                        \
    }

VELLUM_IO_FLAGGED_TEMPORARY(mkostemp)
VELLUM_IO_FLAGGED_TEMPORARY(mkostemp64)

VELLUM_IO_HOOK(int, close, int file)
{
    if (!mayChangeHandles(VELLUM_IO_CALLER())) {
        return VELLUM_IO_NEXT(close)(file);
    }
    const Handle handle = descriptors.release(file);
    const Handle above = streams.release(file);
    return visited(Function::close, handle, [&] {
        // Linux has closed it whatever the result is, unless there was none.
        const int result = VELLUM_IO_NEXT(close)(file);
        HandleTable::noteClosed(above);
        HandleTable::noteClosed(handle);
        return result;
    });
}

/// A folder's stream closes the descriptor below it inside of the C library.
VELLUM_IO_HOOK(int, closedir, DIR* folder)
{
    if (folder == nullptr || !mayChangeHandles(VELLUM_IO_CALLER())) {
        return VELLUM_IO_NEXT(closedir)(folder);
    }
    const Handle handle = descriptors.release(::dirfd(folder));
    return visited(Function::closedir, handle, [&] {
        const int result = VELLUM_IO_NEXT(closedir)(folder);
        HandleTable::noteClosed(handle);
        return result;
    });
}

VELLUM_IO_HOOK(int, close_range, unsigned first, unsigned last, int flags)
{
    if (flags != 0 || !mayChangeHandles(VELLUM_IO_CALLER())) {
        return VELLUM_IO_NEXT(close_range)(first, last, flags);
    }
    return visited(Function::close_range, kNoHandle, [&] {
        descriptors.closeAll(first, last);
        streams.closeAll(first, last);
        return VELLUM_IO_NEXT(close_range)(first, last, flags);
    });
}

VELLUM_IO_HOOK(void, closefrom, int first)
{
    if (!mayChangeHandles(VELLUM_IO_CALLER())) {
        return VELLUM_IO_NEXT(closefrom)(first);
    }
    visited(Function::closefrom, kNoHandle, [&] {
        const auto from = static_cast<unsigned>(first < 0 ? 0 : first);
        descriptors.closeAll(from, UINT32_MAX);
        streams.closeAll(from, UINT32_MAX);
        VELLUM_IO_NEXT(closefrom)(first);
    });
}

VELLUM_IO_HOOK(int, dup, int file)
{
    return duplicated(
        VELLUM_IO_CALLER(), Function::dup, file, 0, [&] { return VELLUM_IO_NEXT(dup)(file); });
}

VELLUM_IO_HOOK(int, dup2, int file, int copy)
{
    return replaced(VELLUM_IO_CALLER(), Function::dup2, file, copy, 0, [&] {
        return VELLUM_IO_NEXT(dup2)(file, copy);
    });
}

VELLUM_IO_HOOK(int, dup3, int file, int copy, int flags)
{
    return replaced(VELLUM_IO_CALLER(), Function::dup3, file, copy, flags, [&] {
        return VELLUM_IO_NEXT(dup3)(file, copy, flags);
    });
}

namespace {

bool isDuplication(int command)
{
    return command == F_DUPFD || command == F_DUPFD_CLOEXEC;
}

int closeOnExec(int command)
{
    return command == F_DUPFD_CLOEXEC ? O_CLOEXEC : 0;
}

}  // namespace

/// Where there is no argument, what is read is not looked at.
#define VELLUM_IO_CONTROL(symbol)                                                                  \
    VELLUM_IO_HOOK(int, symbol, int file, int command, ...)                                        \
    {                                                                                              \
        std::va_list rest;                                                                         \
        va_start(rest, command);                                                                   \
        void* const argument = va_arg(rest, void*);                                                \
        va_end(rest);                                                                              \
        if (!isDuplication(command)) {                                                             \
            return VELLUM_IO_NEXT(symbol)(file, command, argument);                                \
        }                                                                                          \
        return duplicated(VELLUM_IO_CALLER(), Function::fcntl, file, closeOnExec(command), [&] {   \
            return VELLUM_IO_NEXT(symbol)(file, command, argument);                                \
        });                                                                                        \
    }

VELLUM_IO_CONTROL(fcntl)
VELLUM_IO_CONTROL(fcntl64)
// NOLINTEND(readability-identifier-naming,bugprone-reserved-identifier)
