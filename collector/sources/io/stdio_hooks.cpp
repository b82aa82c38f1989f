// Calls of the standard library that make, close and move streams. What streams do with their descriptors happens inside
// of the C library and is not seen: an operation of a stream is one of the stream alone.
#include "collector/sources/io/handles.h"
#include "collector/sources/io/next_functions.h"
#include "collector/sources/io/stream.h"
#include "collector/sources/io/visit.h"

#include <fcntl.h>

#include <cstdio>
#include <cstring>

using namespace vellum::collector::io;  // NOLINT(google-build-using-namespace): hooks only

namespace {

/// The flags of `open` that \p mode stands for.
int flagsOf(const char* mode)
{
    if (mode == nullptr) {
        return 0;
    }
    const bool isBoth = std::strchr(mode, '+') != nullptr;
    int flags = isBoth ? O_RDWR : mode[0] == 'r' ? O_RDONLY : O_WRONLY;
    flags |= mode[0] == 'w' ? O_CREAT | O_TRUNC : mode[0] == 'a' ? O_CREAT | O_APPEND : 0;
    flags |= std::strchr(mode, 'x') != nullptr ? O_EXCL : 0;
    return flags | (std::strchr(mode, 'e') != nullptr ? O_CLOEXEC : 0);
}

/// Calls \p next, which returns a new stream of \p path.
template <typename Next>
std::FILE* openedStream(
    const void* caller, Function function, const char* path, int flags, Next next)
{
    if (!mayChangeHandles(caller)) {
        return next();
    }
    const Visit visit({.function = function});
    std::FILE* const stream = next();
    if (stream != nullptr) {
        streams.create(descriptorOf(stream), {.flags = flags, .path = path});
    }
    return stream;
}

/// Calls \p next, which closes a stream and its descriptor.
template <typename Next>
int closedStream(const void* caller, Function function, std::FILE* stream, Next next)
{
    if (!mayChangeHandles(caller)) {
        return next();
    }
    const int file = descriptorOf(stream);
    const Handle handle = streams.release(file);
    const Handle below = descriptors.release(file);
    return visited(function, handle, [&] {
        const int result = next();
        HandleTable::noteClosed(handle);
        HandleTable::noteClosed(below);
        return result;
    });
}

template <typename Next>
std::FILE* reopenedStream(
    const void* caller, const char* path, const char* mode, std::FILE* stream, Next next)
{
    if (!mayChangeHandles(caller)) {
        return next();
    }
    const int file = descriptorOf(stream);
    const Handle handle = streams.release(file);
    const Handle below = descriptors.release(file);
    return openedStream(caller, Function::freopen, path, flagsOf(mode), [&] {
        std::FILE* const made = next();
        HandleTable::noteClosed(handle);
        HandleTable::noteClosed(below);
        return made;
    });
}

/// \p place is where the stream is then, if that can be told.
template <typename Next>
auto soughtStream(
    const void* caller, Function function, std::FILE* stream, long offset, int whence, Next next)
{
    const Handle handle = isRecorded(caller) ? handleOf(stream) : HandleTable::kOurs;
    if (handle == HandleTable::kOurs) {
        return next();
    }
    Visit visit(
        {.function = function, .handle = handle, .whence = static_cast<std::uint8_t>(whence)},
        static_cast<std::uint64_t>(offset));
    const int result = next();
    const bool isKnown = result == 0 && whence == SEEK_SET;
    visit.leave(isKnown ? static_cast<std::uint64_t>(offset) : kUnknown);
    return result;
}

template <typename Next>
int placedStream(const void* caller, std::FILE* stream, Next next)
{
    return isRecorded(caller) ? visited(Function::fsetpos, handleOf(stream), next) : next();
}

}  // namespace

// The names are the C library's. NOLINTBEGIN(readability-identifier-naming,bugprone-reserved-identifier)

VELLUM_IO_HOOK(std::FILE*, fopen, const char* path, const char* mode)
{
    return openedStream(VELLUM_IO_CALLER(), Function::fopen, path, flagsOf(mode), [&] {
        return VELLUM_IO_NEXT(fopen)(path, mode);
    });
}

VELLUM_IO_HOOK(std::FILE*, fopen64, const char* path, const char* mode)
{
    return openedStream(VELLUM_IO_CALLER(), Function::fopen, path, flagsOf(mode), [&] {
        return VELLUM_IO_NEXT(fopen64)(path, mode);
    });
}

VELLUM_IO_HOOK(std::FILE*, fdopen, int file, const char* mode)
{
    if (!mayChangeHandles(VELLUM_IO_CALLER())) {
        return VELLUM_IO_NEXT(fdopen)(file, mode);
    }
    const Handle below = descriptors.find(file);
    return visited(Function::fdopen, below, [&] {
        std::FILE* const stream = VELLUM_IO_NEXT(fdopen)(file, mode);
        if (stream != nullptr) {
            streams.create(file, {.flags = flagsOf(mode), .parent = below});
        }
        return stream;
    });
}

VELLUM_IO_HOOK(std::FILE*, freopen, const char* path, const char* mode, std::FILE* stream)
{
    return reopenedStream(VELLUM_IO_CALLER(), path, mode, stream, [&] {
        return VELLUM_IO_NEXT(freopen)(path, mode, stream);
    });
}

VELLUM_IO_HOOK(std::FILE*, freopen64, const char* path, const char* mode, std::FILE* stream)
{
    return reopenedStream(VELLUM_IO_CALLER(), path, mode, stream, [&] {
        return VELLUM_IO_NEXT(freopen64)(path, mode, stream);
    });
}

VELLUM_IO_HOOK(std::FILE*, tmpfile)
{
    return openedStream(VELLUM_IO_CALLER(), Function::tmpfile, nullptr, flagsOf("w+x"), [] {
        return VELLUM_IO_NEXT(tmpfile)();
    });
}

VELLUM_IO_HOOK(std::FILE*, tmpfile64)
{
    return openedStream(VELLUM_IO_CALLER(), Function::tmpfile, nullptr, flagsOf("w+x"), [] {
        return VELLUM_IO_NEXT(tmpfile64)();
    });
}

VELLUM_IO_HOOK(int, fclose, std::FILE* stream)
{
    return closedStream(VELLUM_IO_CALLER(), Function::fclose, stream, [&] {
        return VELLUM_IO_NEXT(fclose)(stream);
    });
}

VELLUM_IO_HOOK(int, pclose, std::FILE* stream)
{
    return closedStream(VELLUM_IO_CALLER(), Function::pclose, stream, [&] {
        return VELLUM_IO_NEXT(pclose)(stream);
    });
}

VELLUM_IO_HOOK(int, fseek, std::FILE* stream, long offset, int whence)
{
    return soughtStream(VELLUM_IO_CALLER(), Function::fseek, stream, offset, whence, [&] {
        return VELLUM_IO_NEXT(fseek)(stream, offset, whence);
    });
}

VELLUM_IO_HOOK(int, fseeko, std::FILE* stream, off_t offset, int whence)
{
    return soughtStream(VELLUM_IO_CALLER(), Function::fseeko, stream, offset, whence, [&] {
        return VELLUM_IO_NEXT(fseeko)(stream, offset, whence);
    });
}

VELLUM_IO_HOOK(int, fseeko64, std::FILE* stream, off64_t offset, int whence)
{
    return soughtStream(VELLUM_IO_CALLER(), Function::fseeko, stream, offset, whence, [&] {
        return VELLUM_IO_NEXT(fseeko64)(stream, offset, whence);
    });
}

VELLUM_IO_HOOK(void, rewind, std::FILE* stream)
{
    soughtStream(VELLUM_IO_CALLER(), Function::rewind, stream, 0, SEEK_SET, [&] {
        VELLUM_IO_NEXT(rewind)(stream);
        return 0;
    });
}

VELLUM_IO_HOOK(int, fsetpos, std::FILE* stream, const std::fpos_t* place)
{
    return placedStream(
        VELLUM_IO_CALLER(), stream, [&] { return VELLUM_IO_NEXT(fsetpos)(stream, place); });
}

VELLUM_IO_HOOK(int, fsetpos64, std::FILE* stream, const fpos64_t* place)
{
    return placedStream(
        VELLUM_IO_CALLER(), stream, [&] { return VELLUM_IO_NEXT(fsetpos64)(stream, place); });
}
// NOLINTEND(readability-identifier-naming,bugprone-reserved-identifier)
