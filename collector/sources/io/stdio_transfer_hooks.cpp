// Calls of the standard library that read, write and flush streams. Those of one character (getc, putc) and the
// relatives of scanf are left alone: see README.md.
#include "collector/sources/io/handles.h"
#include "collector/sources/io/next_functions.h"
#include "collector/sources/io/stream.h"
#include "collector/sources/io/visit.h"

#include <sys/types.h>

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>

using namespace vellum::collector::io;  // NOLINT(google-build-using-namespace): hooks only

namespace {

/// Calls \p next, whose result `bytesOf` turns into bytes.
template <typename BytesOf, typename Next>
auto movedStream(
    const void* caller,
    Function function,
    std::FILE* stream,
    std::uint64_t asked,
    BytesOf bytesOf,
    Next next)
{
    const Handle handle = isRecorded(caller) ? handleOf(stream) : HandleTable::kOurs;
    if (handle == HandleTable::kOurs) {
        return next();
    }
    Visit visit({.function = function, .handle = handle}, asked);
    const auto result = next();
    visit.leave(bytesOf(result));
    return result;
}

/// Of calls that return the number of elements.
template <typename Next>
std::size_t movedElements(
    const void* caller,
    Function function,
    std::FILE* stream,
    std::size_t size,
    std::size_t count,
    Next next)
{
    const auto bytesOf = [size](std::size_t elements) { return std::uint64_t{size} * elements; };
    return movedStream(caller, function, stream, bytesOf(count), bytesOf, next);
}

/// Of calls that return how many bytes they have moved, or a negative number.
template <typename Next>
auto movedCounted(const void* caller, Function function, std::FILE* stream, Next next)
{
    return movedStream(
        caller,
        function,
        stream,
        kUnknown,
        [](auto result) { return result < 0 ? 0 : static_cast<std::uint64_t>(result); },
        next);
}

/// Of calls that write all of a text, and \p more bytes, or fail.
template <typename Next>
int movedText(
    const void* caller,
    Function function,
    std::FILE* stream,
    const char* text,
    std::uint64_t more,
    Next next)
{
    if (!isRecorded(caller)) {
        return next();
    }
    const std::uint64_t bytes = std::strlen(text) + more;
    return movedStream(
        caller,
        function,
        stream,
        bytes,
        [bytes](int result) { return result < 0 ? 0 : bytes; },
        next);
}

/// Of calls that return a line in memory. A line with a zero in it counts up to that.
template <typename Next>
char* movedLine(const void* caller, std::FILE* stream, int room, Next next)
{
    return movedStream(
        caller,
        Function::fgets,
        stream,
        room > 0 ? static_cast<std::uint64_t>(room) - 1 : 0,
        [](const char* line) { return line == nullptr ? std::uint64_t{0} : std::strlen(line); },
        next);
}

template <typename Next>
int flushedStream(const void* caller, std::FILE* stream, Next next)
{
    return movedStream(
        caller, Function::fflush, stream, kUnknown, [](int) { return std::uint64_t{0}; }, next);
}

}  // namespace

// The names are the C library's. NOLINTBEGIN(readability-identifier-naming,bugprone-reserved-identifier)

#define VELLUM_IO_READ_ELEMENTS(symbol)                                                            \
    VELLUM_IO_HOOK(                                                                                \
        std::size_t, symbol, void* to, std::size_t size, std::size_t count, std::FILE* stream)     \
    {                                                                                              \
        return movedElements(VELLUM_IO_CALLER(), Function::fread, stream, size, count, [&] {       \
            return VELLUM_IO_NEXT(symbol)(to, size, count, stream);                                \
        });                                                                                        \
    }

VELLUM_IO_READ_ELEMENTS(fread)
VELLUM_IO_READ_ELEMENTS(fread_unlocked)

#define VELLUM_IO_READ_CHECKED(symbol)                                                             \
    VELLUM_IO_HOOK(                                                                                \
        std::size_t,                                                                               \
        symbol,                                                                                    \
        void* to,                                                                                  \
        std::size_t room,                                                                          \
        std::size_t size,                                                                          \
        std::size_t count,                                                                         \
        std::FILE* stream)                                                                         \
    {                                                                                              \
        return movedElements(VELLUM_IO_CALLER(), Function::fread, stream, size, count, [&] {       \
            return VELLUM_IO_NEXT(symbol)(to, room, size, count, stream);                          \
        });                                                                                        \
    }

VELLUM_IO_READ_CHECKED(__fread_chk)
VELLUM_IO_READ_CHECKED(__fread_unlocked_chk)

#define VELLUM_IO_WRITE_ELEMENTS(symbol)                                                           \
    VELLUM_IO_HOOK(                                                                                \
        std::size_t,                                                                               \
        symbol,                                                                                    \
        const void* from,                                                                          \
        std::size_t size,                                                                          \
        std::size_t count,                                                                         \
        std::FILE* stream)                                                                         \
    {                                                                                              \
        return movedElements(VELLUM_IO_CALLER(), Function::fwrite, stream, size, count, [&] {      \
            return VELLUM_IO_NEXT(symbol)(from, size, count, stream);                              \
        });                                                                                        \
    }

VELLUM_IO_WRITE_ELEMENTS(fwrite)
VELLUM_IO_WRITE_ELEMENTS(fwrite_unlocked)

#define VELLUM_IO_READ_LINE(symbol)                                                                \
    VELLUM_IO_HOOK(char*, symbol, char* to, int room, std::FILE* stream)                           \
    {                                                                                              \
        return movedLine(VELLUM_IO_CALLER(), stream, room, [&] {                                   \
            return VELLUM_IO_NEXT(symbol)(to, room, stream);                                       \
        });                                                                                        \
    }

VELLUM_IO_READ_LINE(fgets)
VELLUM_IO_READ_LINE(fgets_unlocked)

#define VELLUM_IO_READ_CHECKED_LINE(symbol)                                                        \
    VELLUM_IO_HOOK(char*, symbol, char* to, std::size_t size, int room, std::FILE* stream)         \
    {                                                                                              \
        return movedLine(VELLUM_IO_CALLER(), stream, room, [&] {                                   \
            return VELLUM_IO_NEXT(symbol)(to, size, room, stream);                                 \
        });                                                                                        \
    }

VELLUM_IO_READ_CHECKED_LINE(__fgets_chk)
VELLUM_IO_READ_CHECKED_LINE(__fgets_unlocked_chk)

VELLUM_IO_HOOK(ssize_t, getline, char** line, std::size_t* room, std::FILE* stream)
{
    return movedCounted(VELLUM_IO_CALLER(), Function::getline, stream, [&] {
        return VELLUM_IO_NEXT(getline)(line, room, stream);
    });
}

#define VELLUM_IO_READ_DELIMITED(symbol)                                                           \
    VELLUM_IO_HOOK(ssize_t, symbol, char** line, std::size_t* room, int end, std::FILE* stream)    \
    {                                                                                              \
        return movedCounted(VELLUM_IO_CALLER(), Function::getdelim, stream, [&] {                  \
            return VELLUM_IO_NEXT(symbol)(line, room, end, stream);                                \
        });                                                                                        \
    }

VELLUM_IO_READ_DELIMITED(getdelim)
VELLUM_IO_READ_DELIMITED(__getdelim)

#define VELLUM_IO_WRITE_TEXT(symbol)                                                               \
    VELLUM_IO_HOOK(int, symbol, const char* text, std::FILE* stream)                               \
    {                                                                                              \
        return movedText(VELLUM_IO_CALLER(), Function::fputs, stream, text, 0, [&] {               \
            return VELLUM_IO_NEXT(symbol)(text, stream);                                           \
        });                                                                                        \
    }

VELLUM_IO_WRITE_TEXT(fputs)
VELLUM_IO_WRITE_TEXT(fputs_unlocked)

VELLUM_IO_HOOK(int, puts, const char* text)
{
    return movedText(VELLUM_IO_CALLER(), Function::puts, stdout, text, 1, [&] {
        return VELLUM_IO_NEXT(puts)(text);
    });
}

VELLUM_IO_HOOK(int, vprintf, const char* format, std::va_list values)
{
    return movedCounted(VELLUM_IO_CALLER(), Function::vprintf, stdout, [&] {
        return VELLUM_IO_NEXT(vprintf)(format, values);
    });
}

VELLUM_IO_HOOK(int, __vprintf_chk, int flag, const char* format, std::va_list values)
{
    return movedCounted(VELLUM_IO_CALLER(), Function::vprintf, stdout, [&] {
        return VELLUM_IO_NEXT(__vprintf_chk)(flag, format, values);
    });
}

VELLUM_IO_HOOK(int, vfprintf, std::FILE* stream, const char* format, std::va_list values)
{
    return movedCounted(VELLUM_IO_CALLER(), Function::vfprintf, stream, [&] {
        return VELLUM_IO_NEXT(vfprintf)(stream, format, values);
    });
}

VELLUM_IO_HOOK(
    int, __vfprintf_chk, std::FILE* stream, int flag, const char* format, std::va_list values)
{
    return movedCounted(VELLUM_IO_CALLER(), Function::vfprintf, stream, [&] {
        return VELLUM_IO_NEXT(__vfprintf_chk)(stream, flag, format, values);
    });
}

// Those with values of their own call their sisters that take them as a list.

VELLUM_IO_HOOK(int, printf, const char* format, ...)
{
    std::va_list values;
    va_start(values, format);
    const int result = movedCounted(VELLUM_IO_CALLER(), Function::printf, stdout, [&] {
        return VELLUM_IO_NEXT(vprintf)(format, values);
    });
    va_end(values);
    return result;
}

VELLUM_IO_HOOK(int, __printf_chk, int flag, const char* format, ...)
{
    std::va_list values;
    va_start(values, format);
    const int result = movedCounted(VELLUM_IO_CALLER(), Function::printf, stdout, [&] {
        return VELLUM_IO_NEXT(__vprintf_chk)(flag, format, values);
    });
    va_end(values);
    return result;
}

VELLUM_IO_HOOK(int, fprintf, std::FILE* stream, const char* format, ...)
{
    std::va_list values;
    va_start(values, format);
    const int result = movedCounted(VELLUM_IO_CALLER(), Function::fprintf, stream, [&] {
        return VELLUM_IO_NEXT(vfprintf)(stream, format, values);
    });
    va_end(values);
    return result;
}

VELLUM_IO_HOOK(int, __fprintf_chk, std::FILE* stream, int flag, const char* format, ...)
{
    std::va_list values;
    va_start(values, format);
    const int result = movedCounted(VELLUM_IO_CALLER(), Function::fprintf, stream, [&] {
        return VELLUM_IO_NEXT(__vfprintf_chk)(stream, flag, format, values);
    });
    va_end(values);
    return result;
}

VELLUM_IO_HOOK(int, fflush, std::FILE* stream)
{
    return flushedStream(
        VELLUM_IO_CALLER(), stream, [&] { return VELLUM_IO_NEXT(fflush)(stream); });
}

VELLUM_IO_HOOK(int, fflush_unlocked, std::FILE* stream)
{
    return flushedStream(
        VELLUM_IO_CALLER(), stream, [&] { return VELLUM_IO_NEXT(fflush_unlocked)(stream); });
}
// NOLINTEND(readability-identifier-naming,bugprone-reserved-identifier)
