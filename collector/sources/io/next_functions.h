#pragma once

#include "collector/sources/hook.h"

#include <atomic>
#include <cstddef>

namespace vellum::collector::io {

/// All names that the folder defines in front of the C library's.
// clang-format off
#define VELLUM_IO_SYMBOLS(X) \
    X(open) X(open64) X(openat) X(openat64) X(__open_2) X(__open64_2) X(__openat_2) X(__openat64_2) X(creat) X(creat64) \
    X(mkstemp) X(mkstemp64) X(mkostemp) X(mkostemp64) X(close) X(closedir) X(close_range) X(closefrom) X(dup) X(dup2) X(dup3) \
    X(fcntl) X(fcntl64) \
    X(read) X(__read_chk) X(pread) X(pread64) X(__pread_chk) X(__pread64_chk) X(readv) X(preadv) X(preadv64) \
    X(preadv2) X(preadv64v2) X(write) X(pwrite) X(pwrite64) X(writev) X(pwritev) X(pwritev64) X(pwritev2) \
    X(pwritev64v2) X(vdprintf) X(__vdprintf_chk) X(copy_file_range) X(sendfile) X(sendfile64) X(splice) \
    X(lseek) X(lseek64) X(fsync) X(fdatasync) X(sync_file_range) X(truncate) X(truncate64) X(ftruncate) X(ftruncate64) \
    X(fallocate) X(fallocate64) X(posix_fallocate) X(posix_fallocate64) X(unlink) X(unlinkat) X(rename) X(renameat) \
    X(renameat2) X(mkdir) X(rmdir) X(fopen) X(fopen64) X(fdopen) X(freopen) X(freopen64) X(tmpfile) X(tmpfile64) \
    X(fclose) X(pclose) X(remove) X(fread) X(fread_unlocked) X(__fread_chk) X(__fread_unlocked_chk) X(fgets) \
    X(fgets_unlocked) X(__fgets_chk) X(__fgets_unlocked_chk) X(getline) X(getdelim) X(__getdelim) X(fwrite) \
    X(fwrite_unlocked) X(fputs) X(fputs_unlocked) X(puts) X(vprintf) X(vfprintf) X(__vprintf_chk) X(__vfprintf_chk) \
    X(fflush) X(fflush_unlocked) X(fseek) X(fseeko) X(fseeko64) X(rewind) X(fsetpos) X(fsetpos64)
// clang-format on

/// One of them. The names are the C library's. NOLINTBEGIN(bugprone-reserved-identifier)
enum class Symbol : std::size_t {
#define VELLUM_IO_PLACE(name) name,
    VELLUM_IO_SYMBOLS(VELLUM_IO_PLACE)
#undef VELLUM_IO_PLACE
        Count
};
// NOLINTEND(bugprone-reserved-identifier)

inline constexpr auto kSymbols = static_cast<std::size_t>(Symbol::Count);

extern std::atomic<void*> nextPlaces[kSymbols] __attribute__((visibility("hidden")));

/// Looks one up. Where the C library has none, the call fails as one that the kernel does not know.
void* lookUp(Symbol symbol);

/// All of them, so that no signal handler and no child of vfork has to.
void lookUpAll();

/// The function that the program would have called without us.
template <typename Function>
[[nodiscard]] Function* nextOf(Symbol symbol)
{
    void* place = nextPlaces[static_cast<std::size_t>(symbol)].load(std::memory_order_relaxed);
    if (place == nullptr) [[unlikely]] {
        place = lookUp(symbol);
    }
    return reinterpret_cast<Function*>(place);
}

}  // namespace vellum::collector::io

/// Begins a definition in front of the C library's \p symbol. It has a name of its own in the source, so that it is not
/// mixed up with what the system's headers say of theirs.
#define VELLUM_IO_HOOK(Result, symbol, ...)                                                        \
    VELLUM_HOOK __attribute__((used)) Result hookOf_##symbol(__VA_ARGS__) __asm__(#symbol);        \
    Result hookOf_##symbol(__VA_ARGS__)

/// What comes behind it.
#define VELLUM_IO_NEXT(symbol)                                                                     \
    vellum::collector::io::nextOf<decltype(hookOf_##symbol)>(vellum::collector::io::Symbol::symbol)

/// Where the hook was called from.
#define VELLUM_IO_CALLER() __builtin_extract_return_addr(__builtin_return_address(0))
