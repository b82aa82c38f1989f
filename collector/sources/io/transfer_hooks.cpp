// Calls of POSIX that read, write and wait for the disk.
#include "collector/sources/io/handles.h"
#include "collector/sources/io/next_functions.h"
#include "collector/sources/io/visit.h"

#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstddef>
#include <cstdint>

using namespace vellum::collector;      // NOLINT(google-build-using-namespace): hooks only
using namespace vellum::collector::io;  // NOLINT(google-build-using-namespace): hooks only

namespace {

template <typename Next>
auto moved(const void* caller, Function function, int file, std::uint64_t bytes, Next next)
{
    return isRecorded(caller) ? transfer(function, descriptors.find(file), bytes, next) : next();
}

/// The same of a copy from one descriptor to another.
template <typename Next>
ssize_t copied(
    const void* caller, Function function, int from, int to, std::size_t bytes, Next next)
{
    if (!isRecorded(caller)) {
        return next();
    }
    const Handle source = descriptors.find(from);
    const Handle target = descriptors.find(to);
    return transfer(function, source, bytes, [&] {
        if (target != HandleTable::kOurs) {
            measurement::record(measurement::EventKind::IoAlso, target, bytes);
        }
        return next();
    });
}

/// Of a call that returns 0 or a negative number. The bytes of a flush are not told.
template <typename Next>
int flushed(const void* caller, Function function, int file, Next next)
{
    return isRecorded(caller) ? transfer(function, descriptors.find(file), kUnknown, next) : next();
}

template <typename Place, typename Next>
Place sought(const void* caller, int file, Place offset, int whence, Next next)
{
    const Handle handle = isRecorded(caller) ? descriptors.find(file) : HandleTable::kOurs;
    if (handle == HandleTable::kOurs) {
        return next();
    }
    Visit visit(
        {.function = Function::lseek,
         .handle = handle,
         .whence = static_cast<std::uint8_t>(whence)},
        static_cast<std::uint64_t>(offset));
    const Place place = next();
    visit.leave(static_cast<std::uint64_t>(place));
    return place;
}

/// The kernel reads the parts for us: a program may name some that are not there. errno is kept.
std::uint64_t bytesOf(const iovec* parts, int count)
{
    constexpr int kPiece = 16;
    if (count < 0 || count > IOV_MAX) {
        return kUnknown;
    }
    const int error = errno;
    std::uint64_t bytes = 0;
    for (int done = 0; done < count; done += kPiece) {
        iovec piece[kPiece];
        const auto length = static_cast<std::size_t>(std::min(kPiece, count - done));
        const iovec to{.iov_base = piece, .iov_len = length * sizeof *piece};
        const iovec from{
            .iov_base = const_cast<iovec*>(parts + done),  // NOLINT(*-const-cast): it is only read
            .iov_len = to.iov_len};
        if (::process_vm_readv(::getpid(), &to, 1, &from, 1, 0)
            != static_cast<ssize_t>(to.iov_len)) {
            errno = error;
            return kUnknown;
        }
        for (std::size_t i = 0; i < length; ++i) {
            bytes += piece[i].iov_len;
        }
    }
    return bytes;
}

/// As moved(), by parts.
template <typename Next>
ssize_t movedParts(
    const void* caller, Function function, int file, const iovec* parts, int count, Next next)
{
    if (!isRecorded(caller)) {
        return next();
    }
    const Handle handle = descriptors.find(file);
    return handle == HandleTable::kOurs ? next()
                                        : transfer(function, handle, bytesOf(parts, count), next);
}

}  // namespace

// The names are the C library's. NOLINTBEGIN(readability-identifier-naming,bugprone-reserved-identifier)

VELLUM_IO_HOOK(ssize_t, read, int file, void* to, std::size_t bytes)
{
    return moved(VELLUM_IO_CALLER(), Function::read, file, bytes, [&] {
        return VELLUM_IO_NEXT(read)(file, to, bytes);
    });
}

VELLUM_IO_HOOK(ssize_t, __read_chk, int file, void* to, std::size_t bytes, std::size_t room)
{
    return moved(VELLUM_IO_CALLER(), Function::read, file, bytes, [&] {
        return VELLUM_IO_NEXT(__read_chk)(file, to, bytes, room);
    });
}

VELLUM_IO_HOOK(ssize_t, write, int file, const void* from, std::size_t bytes)
{
    return moved(VELLUM_IO_CALLER(), Function::write, file, bytes, [&] {
        return VELLUM_IO_NEXT(write)(file, from, bytes);
    });
}

/// `pread` and its like: \p Pointer is that of the memory.
#define VELLUM_IO_AT(function, symbol, Pointer, Offset)                                            \
    VELLUM_IO_HOOK(ssize_t, symbol, int file, Pointer memory, std::size_t bytes, Offset offset)    \
    {                                                                                              \
        return moved(VELLUM_IO_CALLER(), Function::function, file, bytes, [&] {                    \
            return VELLUM_IO_NEXT(symbol)(file, memory, bytes, offset);                            \
        });                                                                                        \
    }

VELLUM_IO_AT(pread, pread, void*, off_t)
VELLUM_IO_AT(pread, pread64, void*, off64_t)
VELLUM_IO_AT(pwrite, pwrite, const void*, off_t)
VELLUM_IO_AT(pwrite, pwrite64, const void*, off64_t)

#define VELLUM_IO_CHECKED_AT(symbol, Offset)                                                       \
    VELLUM_IO_HOOK(                                                                                \
        ssize_t, symbol, int file, void* to, std::size_t bytes, Offset offset, std::size_t room)   \
    {                                                                                              \
        return moved(VELLUM_IO_CALLER(), Function::pread, file, bytes, [&] {                       \
            return VELLUM_IO_NEXT(symbol)(file, to, bytes, offset, room);                          \
        });                                                                                        \
    }

VELLUM_IO_CHECKED_AT(__pread_chk, off_t)
VELLUM_IO_CHECKED_AT(__pread64_chk, off64_t)

VELLUM_IO_HOOK(ssize_t, readv, int file, const iovec* parts, int count)
{
    return movedParts(VELLUM_IO_CALLER(), Function::readv, file, parts, count, [&] {
        return VELLUM_IO_NEXT(readv)(file, parts, count);
    });
}

VELLUM_IO_HOOK(ssize_t, writev, int file, const iovec* parts, int count)
{
    return movedParts(VELLUM_IO_CALLER(), Function::writev, file, parts, count, [&] {
        return VELLUM_IO_NEXT(writev)(file, parts, count);
    });
}

#define VELLUM_IO_PARTS_AT(function, symbol, Offset)                                               \
    VELLUM_IO_HOOK(ssize_t, symbol, int file, const iovec* parts, int count, Offset offset)        \
    {                                                                                              \
        return movedParts(VELLUM_IO_CALLER(), Function::function, file, parts, count, [&] {        \
            return VELLUM_IO_NEXT(symbol)(file, parts, count, offset);                             \
        });                                                                                        \
    }

VELLUM_IO_PARTS_AT(preadv, preadv, off_t)
VELLUM_IO_PARTS_AT(preadv, preadv64, off64_t)
VELLUM_IO_PARTS_AT(pwritev, pwritev, off_t)
VELLUM_IO_PARTS_AT(pwritev, pwritev64, off64_t)

#define VELLUM_IO_FLAGGED_PARTS_AT(function, symbol, Offset)                                       \
    VELLUM_IO_HOOK(                                                                                \
        ssize_t, symbol, int file, const iovec* parts, int count, Offset offset, int flags)        \
    {                                                                                              \
        return movedParts(VELLUM_IO_CALLER(), Function::function, file, parts, count, [&] {        \
            return VELLUM_IO_NEXT(symbol)(file, parts, count, offset, flags);                      \
        });                                                                                        \
    }

VELLUM_IO_FLAGGED_PARTS_AT(preadv2, preadv2, off_t)
VELLUM_IO_FLAGGED_PARTS_AT(preadv2, preadv64v2, off64_t)
VELLUM_IO_FLAGGED_PARTS_AT(pwritev2, pwritev2, off_t)
VELLUM_IO_FLAGGED_PARTS_AT(pwritev2, pwritev64v2, off64_t)

VELLUM_IO_HOOK(int, vdprintf, int file, const char* format, std::va_list values)
{
    return moved(VELLUM_IO_CALLER(), Function::vdprintf, file, kUnknown, [&] {
        return VELLUM_IO_NEXT(vdprintf)(file, format, values);
    });
}

VELLUM_IO_HOOK(int, __vdprintf_chk, int file, int flag, const char* format, std::va_list values)
{
    return moved(VELLUM_IO_CALLER(), Function::vdprintf, file, kUnknown, [&] {
        return VELLUM_IO_NEXT(__vdprintf_chk)(file, flag, format, values);
    });
}

VELLUM_IO_HOOK(int, dprintf, int file, const char* format, ...)
{
    std::va_list values;
    va_start(values, format);
    const int result = moved(VELLUM_IO_CALLER(), Function::dprintf, file, kUnknown, [&] {
        return VELLUM_IO_NEXT(vdprintf)(file, format, values);
    });
    va_end(values);
    return result;
}

VELLUM_IO_HOOK(int, __dprintf_chk, int file, int flag, const char* format, ...)
{
    std::va_list values;
    va_start(values, format);
    const int result = moved(VELLUM_IO_CALLER(), Function::dprintf, file, kUnknown, [&] {
        return VELLUM_IO_NEXT(__vdprintf_chk)(file, flag, format, values);
    });
    va_end(values);
    return result;
}

VELLUM_IO_HOOK(
    ssize_t,
    copy_file_range,
    int from,
    off64_t* fromPlace,
    int to,
    off64_t* toPlace,
    std::size_t bytes,
    unsigned flags)
{
    return copied(VELLUM_IO_CALLER(), Function::copy_file_range, from, to, bytes, [&] {
        return VELLUM_IO_NEXT(copy_file_range)(from, fromPlace, to, toPlace, bytes, flags);
    });
}

VELLUM_IO_HOOK(
    ssize_t,
    splice,
    int from,
    off64_t* fromPlace,
    int to,
    off64_t* toPlace,
    std::size_t bytes,
    unsigned flags)
{
    return copied(VELLUM_IO_CALLER(), Function::splice, from, to, bytes, [&] {
        return VELLUM_IO_NEXT(splice)(from, fromPlace, to, toPlace, bytes, flags);
    });
}

VELLUM_IO_HOOK(ssize_t, sendfile, int to, int from, off_t* place, std::size_t bytes)
{
    return copied(VELLUM_IO_CALLER(), Function::sendfile, from, to, bytes, [&] {
        return VELLUM_IO_NEXT(sendfile)(to, from, place, bytes);
    });
}

VELLUM_IO_HOOK(ssize_t, sendfile64, int to, int from, off64_t* place, std::size_t bytes)
{
    return copied(VELLUM_IO_CALLER(), Function::sendfile, from, to, bytes, [&] {
        return VELLUM_IO_NEXT(sendfile64)(to, from, place, bytes);
    });
}

VELLUM_IO_HOOK(off_t, lseek, int file, off_t offset, int whence)
{
    return sought(VELLUM_IO_CALLER(), file, offset, whence, [&] {
        return VELLUM_IO_NEXT(lseek)(file, offset, whence);
    });
}

VELLUM_IO_HOOK(off64_t, lseek64, int file, off64_t offset, int whence)
{
    return sought(VELLUM_IO_CALLER(), file, offset, whence, [&] {
        return VELLUM_IO_NEXT(lseek64)(file, offset, whence);
    });
}

VELLUM_IO_HOOK(int, fsync, int file)
{
    return flushed(
        VELLUM_IO_CALLER(), Function::fsync, file, [&] { return VELLUM_IO_NEXT(fsync)(file); });
}

VELLUM_IO_HOOK(int, fdatasync, int file)
{
    return flushed(VELLUM_IO_CALLER(), Function::fdatasync, file, [&] {
        return VELLUM_IO_NEXT(fdatasync)(file);
    });
}

VELLUM_IO_HOOK(int, sync_file_range, int file, off64_t from, off64_t bytes, unsigned flags)
{
    return flushed(VELLUM_IO_CALLER(), Function::sync_file_range, file, [&] {
        return VELLUM_IO_NEXT(sync_file_range)(file, from, bytes, flags);
    });
}
// NOLINTEND(readability-identifier-naming,bugprone-reserved-identifier)
