// Calls of POSIX that name files, or change them without moving data.
#include "collector/sources/io/handles.h"
#include "collector/sources/io/names.h"
#include "collector/sources/io/next_functions.h"
#include "collector/sources/io/visit.h"

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <string_view>

using namespace vellum::collector;      // NOLINT(google-build-using-namespace): hooks only
using namespace vellum::collector::io;  // NOLINT(google-build-using-namespace): hooks only

namespace {

/// \p path is gone from \p folder.
void noteDeleted(int folder, const char* path, Paradigm paradigm)
{
    measurement::EventBuffer& buffer = measurement::threadBuffer;
    const measurement::RecursionGuard guard(buffer.busy);
    if (!guard.entered()) {
        return;
    }
    const int error = errno;
    const std::string_view name = makeName(buffer, folder, path);
    if (!name.empty()) {
        storeNamed(
            buffer,
            measurement::EventKind::IoDelete,
            static_cast<std::uint64_t>(paradigm),
            0,
            name);
    }
    errno = error;
}

template <typename Next>
int deleted(
    const void* caller,
    Function function,
    int folder,
    const char* path,
    Paradigm paradigm,
    Next next)
{
    if (!isRecorded(caller)) {
        return next();
    }
    return visited(function, kNoHandle, [&] {
        const int result = next();
        if (result == 0) {
            noteDeleted(folder, path, paradigm);
        }
        return result;
    });
}

template <typename Next>
int named(const void* caller, Function function, Next next)
{
    return isRecorded(caller) ? visited(function, kNoHandle, next) : next();
}

template <typename Next>
int changed(const void* caller, Function function, int file, Next next)
{
    return isRecorded(caller) ? visited(function, descriptors.find(file), next) : next();
}

}  // namespace

// The names are the C library's. NOLINTBEGIN(readability-identifier-naming,bugprone-reserved-identifier)

VELLUM_IO_HOOK(int, unlink, const char* path)
{
    return deleted(VELLUM_IO_CALLER(), Function::unlink, AT_FDCWD, path, Paradigm::Posix, [&] {
        return VELLUM_IO_NEXT(unlink)(path);
    });
}

VELLUM_IO_HOOK(int, unlinkat, int folder, const char* path, int flags)
{
    if ((flags & AT_REMOVEDIR) != 0) {
        return named(VELLUM_IO_CALLER(), Function::unlinkat, [&] {
            return VELLUM_IO_NEXT(unlinkat)(folder, path, flags);
        });
    }
    return deleted(VELLUM_IO_CALLER(), Function::unlinkat, folder, path, Paradigm::Posix, [&] {
        return VELLUM_IO_NEXT(unlinkat)(folder, path, flags);
    });
}

VELLUM_IO_HOOK(int, remove, const char* path)
{
    return deleted(VELLUM_IO_CALLER(), Function::remove, AT_FDCWD, path, Paradigm::IsoC, [&] {
        return VELLUM_IO_NEXT(remove)(path);
    });
}

VELLUM_IO_HOOK(int, rmdir, const char* path)
{
    return named(VELLUM_IO_CALLER(), Function::rmdir, [&] { return VELLUM_IO_NEXT(rmdir)(path); });
}

VELLUM_IO_HOOK(int, mkdir, const char* path, mode_t mode)
{
    return named(
        VELLUM_IO_CALLER(), Function::mkdir, [&] { return VELLUM_IO_NEXT(mkdir)(path, mode); });
}

VELLUM_IO_HOOK(int, rename, const char* from, const char* to)
{
    return named(
        VELLUM_IO_CALLER(), Function::rename, [&] { return VELLUM_IO_NEXT(rename)(from, to); });
}

VELLUM_IO_HOOK(int, renameat, int fromFolder, const char* from, int toFolder, const char* to)
{
    return named(VELLUM_IO_CALLER(), Function::renameat, [&] {
        return VELLUM_IO_NEXT(renameat)(fromFolder, from, toFolder, to);
    });
}

VELLUM_IO_HOOK(
    int, renameat2, int fromFolder, const char* from, int toFolder, const char* to, unsigned flags)
{
    return named(VELLUM_IO_CALLER(), Function::renameat2, [&] {
        return VELLUM_IO_NEXT(renameat2)(fromFolder, from, toFolder, to, flags);
    });
}

#define VELLUM_IO_TRUNCATE(symbol, Offset)                                                         \
    VELLUM_IO_HOOK(int, symbol, const char* path, Offset bytes)                                    \
    {                                                                                              \
        return named(VELLUM_IO_CALLER(), Function::truncate, [&] {                                 \
            return VELLUM_IO_NEXT(symbol)(path, bytes);                                            \
        });                                                                                        \
    }

VELLUM_IO_TRUNCATE(truncate, off_t)
VELLUM_IO_TRUNCATE(truncate64, off64_t)

#define VELLUM_IO_FTRUNCATE(symbol, Offset)                                                        \
    VELLUM_IO_HOOK(int, symbol, int file, Offset bytes)                                            \
    {                                                                                              \
        return changed(VELLUM_IO_CALLER(), Function::ftruncate, file, [&] {                        \
            return VELLUM_IO_NEXT(symbol)(file, bytes);                                            \
        });                                                                                        \
    }

VELLUM_IO_FTRUNCATE(ftruncate, off_t)
VELLUM_IO_FTRUNCATE(ftruncate64, off64_t)

#define VELLUM_IO_FALLOCATE(symbol, Offset)                                                        \
    VELLUM_IO_HOOK(int, symbol, int file, int mode, Offset from, Offset bytes)                     \
    {                                                                                              \
        return changed(VELLUM_IO_CALLER(), Function::fallocate, file, [&] {                        \
            return VELLUM_IO_NEXT(symbol)(file, mode, from, bytes);                                \
        });                                                                                        \
    }

VELLUM_IO_FALLOCATE(fallocate, off_t)
VELLUM_IO_FALLOCATE(fallocate64, off64_t)

#define VELLUM_IO_RESERVE(symbol, Offset)                                                          \
    VELLUM_IO_HOOK(int, symbol, int file, Offset from, Offset bytes)                               \
    {                                                                                              \
        return changed(VELLUM_IO_CALLER(), Function::posix_fallocate, file, [&] {                  \
            return VELLUM_IO_NEXT(symbol)(file, from, bytes);                                      \
        });                                                                                        \
    }

VELLUM_IO_RESERVE(posix_fallocate, off_t)
VELLUM_IO_RESERVE(posix_fallocate64, off64_t)
// NOLINTEND(readability-identifier-naming,bugprone-reserved-identifier)
