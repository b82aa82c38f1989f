#pragma once

#include <cstddef>
#include <cstdint>

namespace vellum::collector::cuda {

/// The file `cuda` of a recorded process (spool_format.h): what the vendor's tracing library (CUPTI)
/// delivered, kept as it came. It is decoded after the program's end, so that the program pays for
/// little more than the copying, and so that what one real GPU delivered can be decoded again at any time.
///
/// Layout   Blocks, each a BlockHeader and `bytes` bytes, padded to a multiple of 8. Blocks are appended
///          in one write each; the last one may be cut short where a process was killed.
/// Units    Record times are the nanoseconds of our own time stamps (Hello says how they turn into
///          ticks of the recording).
/// Errors   A reader skips kinds that it does not know.
/// Threads  Any thread of the process appends.
inline constexpr const char* kRawFile = "cuda";
inline constexpr std::uint64_t kBlockMagic = 0x3130'4144'5543'4c56;  // "VLCUDA01"

enum class BlockKind : std::uint32_t {
    Hello = 1,       ///< a HelloBlock; the first block
    Activities = 2,  ///< records, each an ActivityPrefix and the library's own bytes
    String = 3,      ///< u64 number, then the text; before the first block that uses the number
    Dropped = 4,     ///< u64: how many records the library says it dropped since the block before
    CallbackName =
        5,  ///< u32 domain, u32 id, then the name of a function of the programming interface
    Unavailable = 6,  ///< text: "what: reason", of something that can not be recorded
    Limits = 7,       ///< u64: how many buffers were refused because too many were in use
    Label = 8,        ///< a LabelBlock, then a name that the program gave
    CountedMetrics =
        9,  ///< a CountedMetricsHead, then a line "NAME<tab>UNIT" for each metric of `context`'s kernels
    Counts =
        10,  ///< a CountsHead, its LaunchEntries, then of each range a double for each metric; of `context`
    SampledMetrics = 11,  ///< a SampledMetricsHead, then lines as of CountedMetrics
    Samples =
        12,  ///< a SamplesHead, then begin and end of each sample as u64, then of each a double for each metric
};

struct BlockHeader {
    std::uint64_t magic = kBlockMagic;
    BlockKind kind = BlockKind::Hello;
    std::uint32_t context = 0;  ///< where a kind says so: as the library numbers contexts
    std::uint32_t stream = 0;
    std::uint32_t reserved = 0;
    std::uint64_t bytes = 0;  ///< without the padding
};
static_assert(sizeof(BlockHeader) == 32);

/// Where our time stamps come from: nanoseconds = nanosecondOrigin
/// + ((tick − tickOrigin) · nanosecondsPerTick >> 32).
struct HelloBlock {
    std::uint32_t cuptiVersion = 0;  ///< as cuptiGetVersion says: 130001 is CUDA 13.0's
    std::uint32_t reserved = 0;
    std::uint64_t tickOrigin = 0;
    std::uint64_t nanosecondOrigin = 0;  ///< of CLOCK_MONOTONIC, at tickOrigin
    std::uint64_t nanosecondsPerTick = std::uint64_t{1} << 32U;  ///< in units of 2^-32
};
static_assert(sizeof(HelloBlock) == 32);

/// What of CUDA the program has named, through NVTX.
struct LabelBlock {
    enum class Object : std::uint32_t { Device = 1, Context = 2, Stream = 3 };

    Object object = Object::Device;
    std::uint32_t number =
        0;  ///< as records number it; of a stream within its context, which is not said
};
static_assert(sizeof(LabelBlock) == 8);

/// What is counted of the kernels of a context; its first block of the kind holds.
struct CountedMetricsHead {
    std::uint32_t passes = 0;  ///< how often each kernel runs
    std::uint32_t reserved = 0;
};
static_assert(sizeof(CountedMetricsHead) == 8);

/// What was counted since the block before: launches and ranges are each in their order, and nothing else joins them.
struct CountsHead {
    std::uint32_t launches = 0;
    std::uint32_t ranges = 0;
    std::uint64_t dropped = 0;  ///< ranges that there was no room for
};
static_assert(sizeof(CountsHead) == 16);

/// A call that had kernels run: none while a graph is being captured, several where it launches one.
struct LaunchEntry {
    static constexpr std::uint32_t kOverlaps =
        1;  ///< with calls of other threads: their order is not known

    std::uint32_t correlation = 0;
    std::uint32_t outer = 0;  ///< correlation of the program's call that it is part of
    std::uint32_t flags = 0;
    std::uint32_t reserved = 0;
};
static_assert(sizeof(LaunchEntry) == 16);

/// What a device counts in regular intervals, until the next block of the kind for that device.
struct SampledMetricsHead {
    std::uint32_t device = 0;
    std::uint32_t reserved = 0;
    std::uint64_t intervalNs = 0;  ///< as it was asked for
};
static_assert(sizeof(SampledMetricsHead) == 16);

/// Begins and ends of samples are nanoseconds of the device's own clock.
struct SamplesHead {
    std::uint32_t device = 0;
    std::uint32_t samples = 0;
    std::uint64_t fetchedTick = 0;  ///< of the recording: all samples had ended
    std::uint64_t fetchedNs = 0;    ///< the same moment, of CLOCK_MONOTONIC
    std::uint32_t hasLost = 0;      ///< 1: the device had no room for some before these
    std::uint32_t reserved = 0;
};
static_assert(sizeof(SamplesHead) == 32);

/// Before each record of an Activities block. Pointers to text inside of the record are replaced by
/// string numbers, 0 for none.
struct ActivityPrefix {
    std::uint32_t bytes = 0;  ///< of the record, without this prefix; a multiple of 8
    std::uint32_t reserved = 0;
};
static_assert(sizeof(ActivityPrefix) == 8);

[[nodiscard]] constexpr std::uint64_t paddedTo8(std::uint64_t bytes)
{
    return (bytes + 7U) & ~std::uint64_t{7};
}

__extension__ using Wide = __int128;

/// ticks → ns and back; exact to one unit of the coarser of the two.
[[nodiscard]] constexpr std::uint64_t nanosecondsOf(const HelloBlock& clock, std::uint64_t tick)
{
    const auto ticks = static_cast<Wide>(static_cast<std::int64_t>(tick - clock.tickOrigin));
    return clock.nanosecondOrigin
           + static_cast<std::uint64_t>(ticks * static_cast<Wide>(clock.nanosecondsPerTick) >> 32U);
}
[[nodiscard]] constexpr std::uint64_t tickOf(const HelloBlock& clock, std::uint64_t nanoseconds)
{
    const auto ns =
        static_cast<Wide>(static_cast<std::int64_t>(nanoseconds - clock.nanosecondOrigin));
    const auto perTick = static_cast<Wide>(clock.nanosecondsPerTick);
    return clock.tickOrigin + static_cast<std::uint64_t>(perTick == 0 ? 0 : (ns << 32U) / perTick);
}

}  // namespace vellum::collector::cuda
