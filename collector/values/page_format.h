#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace vellum::collector::values {

/// What an unmodified program whose pages are watched shares with the launcher: the file `pages` in the process's folder
/// of the spool, mapped by both.
///
/// Layout   A PageHeader, then from kPageBytesBefore on a ring of kPagePlaces events about blocks. Threads of the program
///          write them in the order in which they took numbers; the launcher reads up to the first that is not there yet.
/// Slices   Time is cut into slices, one behind the other. At the end of each the launcher asks the kernel which pages
///          were written in it. It ends by itself after kSliceNs, or when a thread that comes to the end of an operation
///          asks for it (`asked`) and waits until that is done (`answered`).
/// Size     One file for each process, 8 MiB.
/// Threads  Any; one reader.
inline constexpr std::uint64_t kPagesMagic = 0x31'53'45'47'41'50'56'56;  ///< "VVPAGES1"
inline constexpr const char* kPagesFile = "pages";
inline constexpr std::size_t kPageBytesBefore = 4096;
inline constexpr std::size_t kPagePlaces = std::size_t{1} << 16U;

/// Blocks and variables of fewer bytes are not watched.
inline constexpr std::uint64_t kLeastWatchedBytes = std::uint64_t{16} << 10U;
/// So many at the same time.
inline constexpr std::size_t kMostWatched = 4096;
inline constexpr std::uint64_t kSliceNs = 100'000'000;

/// Set by the launcher; the value of kEnvValues at this level.
inline constexpr const char* kCoarseLevel = "coarse";

/// How it is known which pages were written.
enum class PageMechanism : std::uint32_t {
    None = 0,         ///< not at all: `error` says why
    Userfaultfd = 1,  ///< asynchronous write protection by userfaultfd, and PAGEMAP_SCAN
    SoftDirty = 2,    ///< the kernel's soft-dirty bits
};

enum class BlockEventKind : std::uint32_t {
    None = 0,
    Allocate = 1,  ///< address: of a heap block
    Free = 2,      ///< address: of a heap block
    Segment = 3,   ///< address: of a module's writable memory, in which variables lie
};

/// One thing that happened to memory that is watched.
struct BlockEvent {
    static constexpr std::size_t kFrames = 8;
    std::atomic<std::uint64_t> number = 0;  ///< stored last: 1 + its place among all events
    BlockEventKind kind = BlockEventKind::None;
    std::uint32_t frames = 0;
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    std::uint64_t tick = 0;
    std::uint64_t reserved = 0;
    /// Where it was asked for: return addresses, the innermost first.
    std::array<std::uint64_t, kFrames> path{};
};
static_assert(sizeof(BlockEvent) == 112);

/// What an operation is that a slice ends with.
enum class SliceOwner : std::uint32_t {
    None = 0,      ///< nothing is known: a slice of time
    Function = 1,  ///< subject: an address in it
    Region = 2,    ///< subject: a handle of the file `regions`
    Mpi = 3,       ///< subject: a number of collector/sources/mpi/functions.h
};

struct PageHeader {  // NOLINT(clang-analyzer-optin.performance.Padding): lines of their own
    std::uint64_t magic = 0;  ///< stored last
    PageMechanism mechanism = PageMechanism::None;
    std::uint32_t error = 0;                    ///< an errno, where there is no mechanism
    std::uint32_t location = 0;                 ///< of the thread that began the recording
    std::atomic<std::uint32_t> hasEnded = 0;    ///< 1: by itself, and its last slice was asked for
    std::atomic<std::uint64_t> lostEvents = 0;  ///< frees that found no room
    std::atomic<std::uint64_t> unwatched =
        0;  ///< blocks beyond kMostWatched, or that the kernel refused
    std::atomic<std::uint64_t> unwatchedBytes = 0;
    alignas(64) std::atomic<std::uint64_t> written = 0;  ///< numbers of events that were taken
    alignas(64) std::atomic<std::uint64_t> read = 0;     ///< by the launcher
    // The end of a slice: by the thread that has set `isAsking`.
    alignas(64) std::atomic<std::uint32_t> isAsking = 0;
    std::atomic<std::uint32_t> asked = 0;
    SliceOwner owner = SliceOwner::None;
    std::uint32_t ownerLocation = 0;
    std::uint64_t ownerSubject = 0;
    // By the launcher.
    alignas(64) std::atomic<std::uint32_t> answered = 0;  ///< what `asked` was; a futex
    std::atomic<std::uint64_t> restUntil = 0;  ///< tick before which no thread need ask again
    std::atomic<std::uint64_t> heartbeat = 0;
};
static_assert(sizeof(PageHeader) <= kPageBytesBefore);
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

inline constexpr std::size_t kPagesFileBytes = kPageBytesBefore + kPagePlaces * sizeof(BlockEvent);

}  // namespace vellum::collector::values
