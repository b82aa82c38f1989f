#pragma once

#include <cstddef>
#include <cstdint>

namespace vellum::collector::cuda::layout {

/// How the records of CUPTI 12.9 to 13.0 lie in memory, declared by ourselves: neither building nor running
/// Vellum needs the vendor's headers. Where those are found, a test holds every size and offset
/// against them (tests/collector/gpu/vendor_layout.cpp).
///
/// Layout   As the library fills them on 64-bit Linux: little-endian, naturally aligned. Newer libraries
///          append members; a reader copies what there is and leaves the rest zero.
/// Units    Times in ns of the time-stamp function that was registered. Names as the vendor's.
enum class Kind : std::uint32_t {
    Memcpy = 1,
    Memset = 2,
    Driver = 4,
    Runtime = 5,
    Device = 8,
    Context = 9,
    ConcurrentKernel = 10,
    Name = 11,
    Overhead = 17,
    MemcpyPeer = 22,
    UnifiedMemoryCounter = 25,
    CudaEvent = 36,
    Stream = 37,
    Synchronization = 38,
    ExternalCorrelation = 39,
    Memory = 49,
    MemoryPool = 50,
    GraphTrace = 51,
    Jit = 52,
};

inline constexpr std::uint32_t kNoStream = 0xFFFF'FFFF;  ///< a synchronisation of the whole context

struct Kernel {
    Kind kind = Kind::ConcurrentKernel;
    std::uint8_t cacheConfig = 0;
    std::uint8_t sharedMemoryConfig = 0;
    std::uint16_t registersPerThread = 0;
    std::uint32_t partitionedCacheRequested = 0;
    std::uint32_t partitionedCacheExecuted = 0;
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::uint64_t completed = 0;
    std::uint32_t deviceId = 0;
    std::uint32_t contextId = 0;
    std::uint32_t streamId = 0;
    std::int32_t grid[3] = {};
    std::int32_t block[3] = {};
    std::int32_t staticSharedMemory = 0;
    std::int32_t dynamicSharedMemory = 0;
    std::uint32_t localMemoryPerThread = 0;
    std::uint32_t localMemoryTotal = 0;
    std::uint32_t correlationId = 0;
    std::int64_t gridId = 0;
    std::uint64_t name = 0;  ///< const char*
    std::uint64_t reserved0 = 0;
    std::uint64_t queued = 0;
    std::uint64_t submitted = 0;
    std::uint8_t launchType = 0;
    std::uint8_t carveoutIsRequested = 0;
    std::uint8_t carveoutRequested = 0;
    std::uint8_t padding = 0;
    std::uint32_t sharedMemoryExecuted = 0;
    std::uint64_t graphNodeId = 0;
    std::uint32_t sharedMemoryLimit = 0;
    std::uint32_t graphId = 0;
    std::uint64_t accessPolicyWindow = 0;
    std::uint32_t channelId = 0;
    std::uint32_t channelType = 0;
    std::uint32_t cluster[3] = {};
    std::uint32_t clusterScheduling = 0;
    std::uint64_t localMemoryTotalWide = 0;
    std::uint32_t maxPotentialClusterSize = 0;
    std::uint32_t maxActiveClusters = 0;
    std::uint8_t isDeviceLaunched = 0;
    std::uint8_t padding3[7] = {};
};
static_assert(sizeof(Kernel) == 216 && offsetof(Kernel, name) == 104);

struct Memcpy {
    Kind kind = Kind::Memcpy;
    std::uint8_t copyKind = 0;
    std::uint8_t sourceKind = 0;
    std::uint8_t destinationKind = 0;
    std::uint8_t flags = 0;
    std::uint64_t bytes = 0;
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::uint32_t deviceId = 0;
    std::uint32_t contextId = 0;
    std::uint32_t streamId = 0;
    std::uint32_t correlationId = 0;
    std::uint32_t runtimeCorrelationId = 0;
    std::uint32_t pad = 0;
    std::uint64_t reserved0 = 0;
    std::uint64_t graphNodeId = 0;
    std::uint32_t graphId = 0;
    std::uint32_t channelId = 0;
    std::uint32_t channelType = 0;
    std::uint8_t isDeviceLaunched = 0;
    std::uint8_t pad2[3] = {};
    std::uint64_t copyCount = 0;
};
static_assert(sizeof(Memcpy) == 96);

struct MemcpyPeer {
    Kind kind = Kind::MemcpyPeer;
    std::uint8_t copyKind = 0;
    std::uint8_t sourceKind = 0;
    std::uint8_t destinationKind = 0;
    std::uint8_t flags = 0;
    std::uint64_t bytes = 0;
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::uint32_t deviceId = 0;
    std::uint32_t contextId = 0;
    std::uint32_t streamId = 0;
    std::uint32_t sourceDevice = 0;
    std::uint32_t sourceContext = 0;
    std::uint32_t destinationDevice = 0;
    std::uint32_t destinationContext = 0;
    std::uint32_t correlationId = 0;
    std::uint64_t reserved0 = 0;
    std::uint64_t graphNodeId = 0;
    std::uint32_t graphId = 0;
    std::uint32_t channelId = 0;
    std::uint32_t channelType = 0;
    std::uint32_t padding = 0;
};
static_assert(sizeof(MemcpyPeer) == 96);

struct Memset {
    Kind kind = Kind::Memset;
    std::uint32_t value = 0;
    std::uint64_t bytes = 0;
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::uint32_t deviceId = 0;
    std::uint32_t contextId = 0;
    std::uint32_t streamId = 0;
    std::uint32_t correlationId = 0;
    std::uint16_t flags = 0;
    std::uint16_t memoryKind = 0;
    std::uint32_t pad = 0;
    std::uint64_t reserved0 = 0;
    std::uint64_t graphNodeId = 0;
    std::uint32_t graphId = 0;
    std::uint32_t channelId = 0;
    std::uint32_t channelType = 0;
    std::uint8_t isDeviceLaunched = 0;
    std::uint8_t pad2[3] = {};
};
static_assert(sizeof(Memset) == 88);

struct Synchronization {
    Kind kind = Kind::Synchronization;
    std::uint32_t type = 0;  ///< 1 event, 2 stream waits for event, 3 stream, 4 context
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::uint32_t correlationId = 0;
    std::uint32_t contextId = 0;
    std::uint32_t streamId = 0;
    std::uint32_t cudaEventId = 0;
    std::uint64_t cudaEventSyncId = 0;
    std::uint32_t returnValue = 0;
    std::uint32_t pad = 0;
};
static_assert(sizeof(Synchronization) == 56);

struct GraphTrace {
    Kind kind = Kind::GraphTrace;
    std::uint32_t correlationId = 0;
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::uint32_t deviceId = 0;
    std::uint32_t graphId = 0;
    std::uint32_t contextId = 0;
    std::uint32_t streamId = 0;
    std::uint64_t reserved = 0;
    std::uint32_t endDeviceId = 0;
    std::uint32_t endContextId = 0;
};
static_assert(sizeof(GraphTrace) == 56);

struct Device {
    Kind kind = Kind::Device;
    std::uint32_t flags = 0;
    std::uint64_t globalMemoryBandwidth = 0;  ///< kbytes/s
    std::uint64_t globalMemorySize = 0;
    std::uint32_t constantMemorySize = 0;
    std::uint32_t l2CacheSize = 0;
    std::uint32_t numThreadsPerWarp = 0;
    std::uint32_t coreClockRate = 0;  ///< kHz
    std::uint32_t numMemcpyEngines = 0;
    std::uint32_t numMultiprocessors = 0;
    std::uint32_t maxIPC = 0;
    std::uint32_t maxWarpsPerMultiprocessor = 0;
    std::uint32_t maxBlocksPerMultiprocessor = 0;
    std::uint32_t maxSharedMemoryPerMultiprocessor = 0;
    std::uint32_t maxRegistersPerMultiprocessor = 0;
    std::uint32_t maxRegistersPerBlock = 0;
    std::uint32_t maxSharedMemoryPerBlock = 0;
    std::uint32_t maxThreadsPerBlock = 0;
    std::uint32_t maxBlockDim[3] = {};
    std::uint32_t maxGridDim[3] = {};
    std::uint32_t computeCapabilityMajor = 0;
    std::uint32_t computeCapabilityMinor = 0;
    std::uint32_t id = 0;
    std::uint32_t eccEnabled = 0;
    std::uint8_t uuid[16] = {};
    std::uint64_t name = 0;  ///< const char*
    std::uint8_t isCudaVisible = 0;
    std::uint8_t isMigEnabled = 0;
    std::uint8_t reserved[6] = {};
    std::uint32_t gpuInstanceId = 0;
    std::uint32_t computeInstanceId = 0;
    std::uint8_t migUuid[16] = {};
    std::uint32_t isNumaNode = 0;
    std::uint32_t numaId = 0;
};

struct Context {
    Kind kind = Kind::Context;
    std::uint32_t contextId = 0;
    std::uint32_t deviceId = 0;
    std::uint16_t computeApiKind = 0;
    std::uint16_t nullStreamId = 0;
    std::uint32_t parentContextId = 0;
    std::uint8_t isGreenContext = 0;
    std::uint8_t padding = 0;
    std::uint16_t numMultiprocessors = 0;
    std::uint32_t cigMode = 0;
    std::uint32_t padding2 = 0;
};
static_assert(sizeof(Context) == 32);

struct Stream {
    Kind kind = Kind::Stream;
    std::uint32_t contextId = 0;
    std::uint32_t streamId = 0;
    std::uint32_t priority = 0;
    std::uint32_t flag = 0;  ///< 1 default, 2 non-blocking, 3 the null stream
    std::uint32_t correlationId = 0;
};
static_assert(sizeof(Stream) == 24);

/// An event was recorded on a stream.
struct CudaEvent {
    Kind kind = Kind::CudaEvent;
    std::uint32_t correlationId = 0;
    std::uint32_t contextId = 0;
    std::uint32_t streamId = 0;
    std::uint32_t eventId = 0;
    std::uint32_t pad = 0;
    std::uint32_t deviceId = 0;
    std::uint32_t pad2 = 0;
    std::uint64_t reserved0 = 0;
    std::uint64_t deviceTimestamp = 0;
    std::uint64_t eventRecord = 0;  ///< the number of this record, which waits for it name
};
static_assert(sizeof(CudaEvent) == 56);

/// A call was made while the program, or a tool in it, had its own number for what it does.
struct ExternalCorrelation {
    Kind kind = Kind::ExternalCorrelation;
    std::uint32_t externalKind = 0;
    std::uint64_t externalId = 0;
    std::uint32_t correlationId = 0;
    std::uint32_t reserved = 0;
};
static_assert(sizeof(ExternalCorrelation) == 24);

/// The resource's numbers; which of them count depends on objectKind.
struct ObjectId {
    std::uint32_t words[3] = {};
};

struct Overhead {
    Kind kind = Kind::Overhead;
    std::uint32_t overheadKind = 0;
    std::uint32_t objectKind = 0;
    ObjectId objectId;
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::uint32_t correlationId = 0;
    std::uint32_t reserved0 = 0;
    std::uint64_t overheadData = 0;
};
static_assert(sizeof(Overhead) == 56);

struct Memory {
    Kind kind = Kind::Memory;
    std::uint32_t operation = 0;   ///< 1 allocation, 2 release
    std::uint32_t memoryKind = 0;  ///< as of copies
    std::uint32_t correlationId = 0;
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    std::uint64_t timestamp = 0;
    std::uint64_t programCounter = 0;
    std::uint32_t processId = 0;
    std::uint32_t deviceId = 0;
    std::uint32_t contextId = 0;
    std::uint32_t streamId = 0;
    std::uint64_t name = 0;  ///< const char*
    std::uint32_t isAsync = 0;
    std::uint32_t pad1 = 0;
    std::uint32_t poolType = 0;
    std::uint32_t pad2 = 0;
    std::uint64_t poolAddress = 0;
    std::uint64_t poolThreshold = 0;
    std::uint64_t poolSize = 0;
    std::uint64_t poolUtilized = 0;
    std::uint64_t source = 0;  ///< const char*
};
static_assert(sizeof(Memory) == 128 && offsetof(Memory, source) == 120);

struct MemoryPool {
    Kind kind = Kind::MemoryPool;
    std::uint32_t operation = 0;  ///< 1 created, 2 destroyed, 3 trimmed
    std::uint32_t poolType = 0;
    std::uint32_t correlationId = 0;
    std::uint32_t processId = 0;
    std::uint32_t deviceId = 0;
    std::uint64_t minBytesToKeep = 0;
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    std::uint64_t releaseThreshold = 0;
    std::uint64_t timestamp = 0;
    std::uint64_t utilizedSize = 0;
    std::uint8_t isManagedPool = 0;
    std::uint8_t pad2[7] = {};
};

struct UnifiedMemoryCounter {
    Kind kind = Kind::UnifiedMemoryCounter;
    std::uint32_t counterKind = 0;
    std::uint64_t value = 0;
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::uint64_t address = 0;
    std::uint32_t sourceId = 0;
    std::uint32_t destinationId = 0;
    std::uint32_t streamId = 0;
    std::uint32_t processId = 0;
    std::uint32_t flags = 0;  ///< cause of a migration, kind of access of a fault
    std::uint32_t pad = 0;
    std::uint64_t processors[5] = {};
};
static_assert(sizeof(UnifiedMemoryCounter) == 104);

struct Jit {
    Kind kind = Kind::Jit;
    std::uint32_t entryType = 0;      ///< 1 PTX to cubin, 2 NVVM IR to PTX
    std::uint32_t operationType = 0;  ///< 1 cache load, 2 cache store, 3 compile
    std::uint32_t deviceId = 0;
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::uint32_t correlationId = 0;
    std::uint32_t padding = 0;
    std::uint64_t operationCorrelationId = 0;
    std::uint64_t cacheSize = 0;
    std::uint64_t cachePath = 0;  ///< const char*
    std::uint32_t processId = 0;
    std::uint32_t threadId = 0;
};

struct Name {
    Kind kind = Kind::Name;
    std::uint32_t objectKind = 0;  ///< 2 thread, 3 device, 4 context, 5 stream
    ObjectId objectId;
    std::uint32_t pad = 0;
    std::uint64_t name = 0;  ///< const char*
};
static_assert(sizeof(Name) == 32);

/// The members of a kind that point to text: offsets in the record; 0 ends the list.
struct TextMembers {
    std::uint16_t offsets[2] = {};
};

[[nodiscard]] constexpr TextMembers textMembersOf(Kind kind)
{
    switch (kind) {
    case Kind::ConcurrentKernel:
        return {{offsetof(Kernel, name)}};
    case Kind::Device:
        return {{offsetof(Device, name)}};
    case Kind::Memory:
        return {{offsetof(Memory, name), offsetof(Memory, source)}};
    case Kind::Jit:
        return {{offsetof(Jit, cachePath)}};
    case Kind::Name:
        return {{offsetof(Name, name)}};
    default:
        return {};
    }
}

}  // namespace vellum::collector::cuda::layout
