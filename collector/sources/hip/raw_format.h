#pragma once

#include "collector/sources/cuda/raw_format.h"

#include <cstdint>

namespace vellum::collector::hip {

/// The file `hip` of a recorded process: what the vendor's library (rocprofiler-sdk) will deliver, in records of our own layout. Nothing
/// writes it yet; it is the seam between this folder, which will fill records in, and collector/device, which will make the same
/// DeviceTrace of them as of CUDA's, so that neither needs the other's headers.
///
/// Layout   Blocks as of cuda::kRawFile, with cuda::BlockHeader; Hello, String, CallbackName, Dropped and Unavailable mean the same
///          there, Activities holds these records, each behind a cuda::ActivityPrefix. A record begins with its kind.
/// Units    Times are nanoseconds of the system's clock, to which the library has brought the device's already.
/// Errors   A reader skips kinds that it does not know, and members beyond those that it knows.
inline constexpr const char* kRawFile = "hip";

enum class RecordKind : std::uint32_t { Agent = 1, Queue = 2, Dispatch = 3, Copy = 4, Scratch = 5 };

/// A device.
struct Agent {
    RecordKind kind = RecordKind::Agent;
    std::uint32_t number = 0;
    std::uint64_t name = 0;  ///< number of a String block
    std::uint32_t computeUnits = 0;
    std::uint32_t wavefrontSize = 0;  ///< 32 or 64: occupancy is counted in wavefronts
};

/// What a stream of HIP becomes: several streams may share one.
struct Queue {
    RecordKind kind = RecordKind::Queue;
    std::uint32_t agent = 0;
    std::uint64_t queue = 0;
    std::uint64_t stream = 0;
};

struct Dispatch {
    RecordKind kind = RecordKind::Dispatch;
    std::uint32_t agent = 0;
    std::uint64_t queue = 0;
    std::uint64_t correlation = 0;  ///< of the call that asked for it
    std::uint64_t name = 0;         ///< number of a String block, as the linker has it
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint32_t workItems[3] = {};  ///< of the whole grid, which CUDA counts in blocks
    std::uint32_t groupSize[3] = {};
    std::uint32_t privateBytes = 0;  ///< per work item
    std::uint32_t sharedBytes = 0;   ///< per group
};

struct Copy {
    RecordKind kind = RecordKind::Copy;
    std::uint32_t direction = 0;  ///< as CopyKind of common/trace/device_work.h
    std::uint32_t source = 0;     ///< agents; UINT32_MAX: the host
    std::uint32_t destination = 0;
    std::uint64_t correlation = 0;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t bytes = 0;
};

/// Memory that the driver makes for kernels that need more than registers.
struct Scratch {
    RecordKind kind = RecordKind::Scratch;
    std::uint32_t agent = 0;
    std::uint64_t queue = 0;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t bytes = 0;
};

static_assert(sizeof(Agent) == 24 && sizeof(Queue) == 24 && sizeof(Dispatch) == 80);
static_assert(sizeof(Copy) == 48 && sizeof(Scratch) == 40);

}  // namespace vellum::collector::hip
