#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace vellum::collector::io {

/// Which interface a function is of, and so a handle: descriptors of POSIX, streams of ISO C.
enum class Paradigm : std::uint8_t { Posix, IsoC };

/// What a call does with the handle that it is given.
enum class Operation : std::uint8_t {
    None,
    Read,
    Write,
    Flush,
    Copy,  ///< reads one handle and writes another
    Seek
};

/// The functions that are recorded, by the name of their region. 64-bit and fortified names (`open64`, `__read_chk`)
/// and those without a lock (`fread_unlocked`) are those of their plain sisters.
// clang-format off
#define VELLUM_IO_FUNCTIONS(X) \
    X(open, Posix, None) X(openat, Posix, None) X(creat, Posix, None) X(mkstemp, Posix, None) \
    X(close, Posix, None) X(closedir, Posix, None) X(close_range, Posix, None) X(closefrom, Posix, None) \
    X(dup, Posix, None) X(dup2, Posix, None) X(dup3, Posix, None) X(fcntl, Posix, None) \
    X(read, Posix, Read) X(pread, Posix, Read) X(readv, Posix, Read) X(preadv, Posix, Read) X(preadv2, Posix, Read) \
    X(write, Posix, Write) X(pwrite, Posix, Write) X(writev, Posix, Write) X(pwritev, Posix, Write) \
    X(pwritev2, Posix, Write) X(dprintf, Posix, Write) X(vdprintf, Posix, Write) \
    X(copy_file_range, Posix, Copy) X(sendfile, Posix, Copy) X(splice, Posix, Copy) \
    X(lseek, Posix, Seek) X(fsync, Posix, Flush) X(fdatasync, Posix, Flush) X(sync_file_range, Posix, Flush) \
    X(truncate, Posix, None) X(ftruncate, Posix, None) X(fallocate, Posix, None) X(posix_fallocate, Posix, None) \
    X(unlink, Posix, None) X(unlinkat, Posix, None) X(rename, Posix, None) X(renameat, Posix, None) \
    X(renameat2, Posix, None) X(mkdir, Posix, None) X(rmdir, Posix, None) \
    X(fopen, IsoC, None) X(fdopen, IsoC, None) X(freopen, IsoC, None) X(tmpfile, IsoC, None) \
    X(fclose, IsoC, None) X(pclose, IsoC, None) X(remove, IsoC, None) \
    X(fread, IsoC, Read) X(fgets, IsoC, Read) X(getline, IsoC, Read) X(getdelim, IsoC, Read) \
    X(fwrite, IsoC, Write) X(fputs, IsoC, Write) X(puts, IsoC, Write) X(printf, IsoC, Write) X(vprintf, IsoC, Write) \
    X(fprintf, IsoC, Write) X(vfprintf, IsoC, Write) X(fflush, IsoC, Flush) \
    X(fseek, IsoC, Seek) X(fseeko, IsoC, Seek) X(rewind, IsoC, Seek) X(fsetpos, IsoC, None)
// clang-format on

enum class Function : std::uint8_t {
#define VELLUM_IO_NUMBER(name, paradigm, operation) name,
    VELLUM_IO_FUNCTIONS(VELLUM_IO_NUMBER)
#undef VELLUM_IO_NUMBER
};

struct FunctionInfo {
    const char* name = nullptr;
    Paradigm paradigm = Paradigm::Posix;
    Operation operation = Operation::None;
};

/// By number.
inline constexpr auto kFunctions = std::to_array<FunctionInfo>({
#define VELLUM_IO_INFO(name, paradigm, operation) {#name, Paradigm::paradigm, Operation::operation},
    VELLUM_IO_FUNCTIONS(VELLUM_IO_INFO)
#undef VELLUM_IO_INFO
});

/// A handle's number in its process, from 1 on.
using Handle = std::uint32_t;
inline constexpr Handle kNoHandle = 0;

/// How many bytes a call asks for or has done where it does not say, and the place of a stream that was not told.
inline constexpr std::uint64_t kUnknown = UINT64_MAX;

/// The subject of EventKind::IoEnter and IoLeave.
struct Call {
    Function function = Function::open;
    Handle handle = kNoHandle;
    std::uint8_t whence = 0;  ///< of a seek, as lseek has it
};

[[nodiscard]] constexpr std::uint64_t pack(const Call& call)
{
    return std::uint64_t{call.whence} << 40U | static_cast<std::uint64_t>(call.function) << 32U
           | call.handle;
}
[[nodiscard]] constexpr Call callOf(std::uint64_t subject)
{
    return {
        .function = static_cast<Function>(subject >> 32U & 0xFFU),
        .handle = static_cast<Handle>(subject),
        .whence = static_cast<std::uint8_t>(subject >> 40U)};
}

/// The subject of EventKind::IoHandle: what a handle is. Its file's name is in the texts before it.
struct HandleInfo {
    Handle handle = kNoHandle;
    Paradigm paradigm = Paradigm::Posix;
    bool isFound = false;       ///< it was there already when it was met first
    std::uint8_t standard = 0;  ///< 1 stdin, 2 stdout, 3 stderr
};

[[nodiscard]] constexpr std::uint64_t pack(const HandleInfo& info)
{
    return std::uint64_t{info.standard} << 34U | (info.isFound ? std::uint64_t{2} << 32U : 0)
           | static_cast<std::uint64_t>(info.paradigm) << 32U | info.handle;
}
[[nodiscard]] constexpr HandleInfo handleInfoOf(std::uint64_t subject)
{
    return {
        .handle = static_cast<Handle>(subject),
        .paradigm = static_cast<Paradigm>(subject >> 32U & 1U),
        .isFound = (subject >> 33U & 1U) != 0,
        .standard = static_cast<std::uint8_t>(subject >> 34U & 3U)};
}

/// EventKind::IoText holds this many bytes of a text: 6 in its subject, the first in the lowest bits, 8 in its frame.
/// The last of a text is filled up with zeros.
inline constexpr std::size_t kTextBytes = 14;
inline constexpr std::size_t kSubjectBytes = 6;

}  // namespace vellum::collector::io
