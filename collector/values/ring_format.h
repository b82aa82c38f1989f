#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace vellum::collector::values {

/// What a program that records values shares with the launcher, which analyses them while it runs: files in the
/// process's folder of the spool (collector/measurement/spool_format.h), mapped by both.
///
/// Layout   `values` is a ControlBlock. `v<index>` is one thread, of the location `t<index>`: a RingHeader, then from
///          kRingBytesBefore on a ring of kRingPlaces records. The thread writes behind `written`, the launcher reads
///          up to it and says with `read` how far it came.
/// Order    Within a thread as the program did it. Between threads only what allocates and frees has an order: each
///          such call takes the next number of `epoch`, and a thread that meets a new number says so before its next
///          access. Other accesses of two threads have no order.
/// Size     1 MiB and a page for each thread, whatever it does: a thread whose ring is full waits for the launcher.
/// Threads  One writer and one reader for each ring.
inline constexpr std::uint64_t kValuesMagic = 0x31'53'45'55'4c'41'56'56;  ///< "VVALUES1"
inline constexpr const char* kControlFile = "values";
inline constexpr std::size_t kRingBytesBefore = 4096;
inline constexpr std::size_t kRingPlaces = std::size_t{1} << 15U;

/// Set by the launcher where values are to be recorded.
inline constexpr const char* kEnvValues = "VELLUM_VALUE_LEVEL";

enum class RingKind : std::uint8_t {
    None = 0,
    Read = 1,   ///< value: what was read
    Write = 2,  ///< value: what is there now; other: what was there before, with kOldKnown
    Enter =
        3,  ///< address: where it was called from; value: an address in the function; other: tick; site: frame
    Leave = 4,  ///< value: as of its Enter; other: tick
    Allocate =
        5,      ///< address: of the block; value: its bytes; other: epoch; site: who asked for it
    Free = 6,   ///< address: of the block; other: epoch; site: who gave it back
    Epoch = 7,  ///< other: the epoch that what follows belongs to
};

/// Flags of accesses.
inline constexpr unsigned kOldKnown = 1;  ///< of a Write: `other` is what was there
inline constexpr unsigned kAtomic =
    2;  ///< done by an atomic operation: value and old value are exact
inline constexpr unsigned kReadsOld =
    8;  ///< of a Write: one step has read the old value and written the new one
inline constexpr unsigned kOfMemory =
    4;  ///< by memset, memcpy, memmove, or the copy of an aggregate: no element type

/// One thing that happened.
struct RingRecord {
    /// From the top: kind (4 bits), bytes of the access less 1 (4 bits), flags (8 bits), address (48 bits).
    std::uint64_t head = 0;
    std::uint64_t value = 0;  ///< in the lower bytes, as the machine has them
    std::uint64_t other = 0;
    std::uint64_t site = 0;  ///< return address of the hook: just behind the call before the access
};
static_assert(sizeof(RingRecord) == 32);

inline constexpr unsigned kAddressBits = 48;
inline constexpr std::uint64_t kAddressMask = (std::uint64_t{1} << kAddressBits) - 1;

[[nodiscard]] constexpr std::uint64_t ringHead(
    RingKind kind, std::uint64_t address, std::size_t bytes = 1, unsigned flags = 0)
{
    return static_cast<std::uint64_t>(kind) << 60U | (bytes - 1) << 56U
           | std::uint64_t{flags} << kAddressBits | (address & kAddressMask);
}
[[nodiscard]] constexpr RingKind kindOf(const RingRecord& record)
{
    return static_cast<RingKind>(record.head >> 60U);
}
/// 1 to 8.
[[nodiscard]] constexpr std::size_t bytesOf(const RingRecord& record)
{
    return (record.head >> 56U & 7U) + 1;
}
[[nodiscard]] constexpr unsigned flagsOf(const RingRecord& record)
{
    return static_cast<unsigned>(record.head >> kAddressBits & 0xffU);
}
[[nodiscard]] constexpr std::uint64_t addressOf(const RingRecord& record)
{
    return record.head & kAddressMask;
}

/// Of one process. What several threads write lies on lines of its own.
struct ControlBlock {  // NOLINT(clang-analyzer-optin.performance.Padding): see above
    std::uint64_t magic = kValuesMagic;
    /// Counts allocations and frees.
    alignas(64) std::atomic<std::uint64_t> epoch = 0;
    /// The launcher adds to it as long as it lives; a thread whose ring is full gives up when it stands still.
    alignas(64) std::atomic<std::uint64_t> heartbeat = 0;
};

/// Of one thread.
struct RingHeader {           // NOLINT(clang-analyzer-optin.performance.Padding): see above
    std::uint64_t magic = 0;  ///< stored last
    std::uint32_t location = 0;
    std::uint32_t reserved = 0;
    /// What could not be stored: the launcher was gone, or a signal handler interrupted a hook.
    std::atomic<std::uint64_t> lost = 0;
    std::atomic<std::uint64_t> ended = 0;  ///< 1: the thread has ended by itself
    alignas(64) std::atomic<std::uint64_t> written = 0;
    alignas(64) std::atomic<std::uint64_t> read = 0;
};
static_assert(sizeof(RingHeader) <= kRingBytesBefore && sizeof(ControlBlock) <= kRingBytesBefore);
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

}  // namespace vellum::collector::values
