#include "tests/collector/gpu/fakes/fake_cuda.h"

#include "tests/collector/gpu/fakes/fake_cupti.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#define FAKE_EXPORT __attribute__((visibility("default")))

namespace fakecuda {

namespace {

namespace cuda = vellum::collector::cuda;
namespace layout = cuda::layout;
namespace fake = vellum::fake;
using cuda::CallbackDomain;

/// The stream on which kernels of several of its launches may run at once, as nodes of a graph do.
constexpr std::uint32_t kLeastQueue = 1000;   // ns from the call to the begin
constexpr std::uint64_t kClockOff = 500'000;  // ns by which a device's clock may be wrong

struct Device {
    bool isKnown = false;
    std::map<Stream, std::uint64_t> busyUntil;
};

struct State {
    std::mutex lock;
    std::map<std::uint32_t, Device> devices;
    Stream lastStream = 20;
    std::uint32_t lastEvent = 0;
    std::uint64_t lastAddress = 0x7f00'0000'0000;
    std::map<std::uint64_t, std::size_t> sizes;
    std::map<std::uint32_t, std::pair<Stream, std::uint64_t>> events;  ///< where and when recorded
    std::uint64_t lastEventRecord = 100;
    std::uint32_t lastGreen = 40;
    std::size_t poolSize = 0;
    std::size_t poolUsed = 0;
};

State& state()
{
    static auto* const kState = new State;
    return *kState;
}

constexpr std::uint64_t kPool = 0x6f00'0000'0000;

thread_local std::uint32_t currentDevice = 0;
thread_local std::uint32_t currentGreen = 0;  ///< 0: the device's own context

/// As the driver does when a program first uses it.
void loadInjection()
{
    static const bool kIsLoaded = [] {
        const char* path = std::getenv("CUDA_INJECTION64_PATH");
        void* library = path == nullptr ? nullptr : ::dlopen(path, RTLD_NOW);
        if (library != nullptr) {
            using Initialize = int();
            auto* const initialize =
                reinterpret_cast<Initialize*>(::dlsym(library, "InitializeInjection"));
            if (initialize != nullptr) {
                initialize();
            }
        }
        return true;
    }();
    static_cast<void>(kIsLoaded);
}

std::uint32_t contextOf(std::uint32_t device)
{
    return device + 1;
}

std::uint32_t currentContext()
{
    return currentGreen != 0 ? currentGreen : contextOf(currentDevice);
}

void describeDevice()
{
    State& all = state();
    {
        const std::lock_guard guard(all.lock);
        Device& device = all.devices[currentDevice];
        if (std::exchange(device.isKnown, true)) {
            return;
        }
    }
    layout::Device gpu;
    gpu.id = currentDevice;
    gpu.uuid[0] = 0xa0;
    gpu.uuid[15] = static_cast<std::uint8_t>(currentDevice + 1);
    gpu.name = reinterpret_cast<std::uint64_t>("Fake GPU 9000");
    fake::push(gpu);
    layout::Context context;
    context.contextId = contextOf(currentDevice);
    fake::noteContext(context.contextId, currentDevice);
    context.deviceId = currentDevice;
    context.nullStreamId = kDefault;
    fake::push(context);
    fake::beginContext(context.contextId);
}

/// A call of the runtime with the one of the driver inside of it.
class Call {
public:
    Call(std::uint32_t id, const char* runtime, const char* driver)
        : m_id(id)
        , m_runtime(runtime)
        , m_driver(driver)
    {
        loadInjection();
        describeDevice();
        m_outer = fake::enterCall(ofRuntime());
        m_correlation = driver == nullptr ? m_outer : fake::enterCall(ofDriver());
    }
    ~Call()
    {
        if (m_driver != nullptr) {
            fake::leaveCall(ofDriver(), m_correlation);
        }
        fake::leaveCall(ofRuntime(), m_outer);
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    [[nodiscard]] std::uint32_t correlation() const { return m_correlation; }

private:
    [[nodiscard]] fake::ApiCall ofRuntime() const
    {
        return {CallbackDomain::Runtime, m_id, m_runtime, m_context};
    }
    [[nodiscard]] fake::ApiCall ofDriver() const
    {
        return {CallbackDomain::Driver, m_id, m_driver, m_context};
    }

    std::uint32_t m_id;
    const char* m_runtime;
    const char* m_driver;
    std::uint32_t m_context = currentContext();
    std::uint32_t m_outer = 0;
    std::uint32_t m_correlation = 0;
};

/// When work of \p lasts ns that is asked for now is done on \p stream. \return its begin
std::uint64_t reserve(Stream stream, std::uint64_t lasts)
{
    const std::uint64_t earliest = fake::now() + kLeastQueue;
    State& all = state();
    const std::lock_guard guard(all.lock);
    std::uint64_t& busy = all.devices[currentDevice].busyUntil[stream];
    const std::uint64_t begin = std::max(earliest, busy);
    busy = begin + lasts;
    return begin;
}

std::uint64_t busyUntil(Stream stream)
{
    State& all = state();
    const std::lock_guard guard(all.lock);
    return all.devices[currentDevice].busyUntil[stream];
}

void waitUntil(std::uint64_t time)
{
    while (fake::now() < time) {
        ::usleep(5);
    }
}

layout::Kernel kernelOf(
    const char* name, std::uint32_t blocks, std::uint32_t threads, Stream stream)
{
    layout::Kernel kernel;
    kernel.name = reinterpret_cast<std::uint64_t>(name);
    kernel.grid[0] = static_cast<std::int32_t>(blocks);
    kernel.grid[1] = kernel.grid[2] = 1;
    kernel.block[0] = static_cast<std::int32_t>(threads);
    kernel.block[1] = kernel.block[2] = 1;
    kernel.registersPerThread = 32;
    kernel.dynamicSharedMemory = 512;
    kernel.deviceId = currentDevice;
    kernel.contextId = currentContext();
    kernel.streamId = stream;
    return kernel;
}

void synchronise(
    std::uint32_t type,
    Stream stream,
    std::uint32_t event,
    std::uint32_t correlation,
    std::uint64_t until)
{
    layout::Synchronization wait;
    wait.type = type;
    wait.start = fake::now();
    waitUntil(until);
    wait.end = fake::now();
    wait.contextId = currentContext();
    wait.streamId = stream;
    wait.cudaEventId = event;
    {
        const std::lock_guard guard(state().lock);
        const auto recorded = state().events.find(event);
        wait.cudaEventSyncId =
            recorded == state().events.end() ? UINT64_MAX : recorded->second.second;
    }
    wait.correlationId = correlation;
    fake::push(wait, wait.end);
}

void recordMemory(
    std::uint32_t operation,
    std::uint64_t address,
    std::size_t bytes,
    std::uint32_t correlation,
    std::optional<Stream> pooledOn = {})
{
    layout::Memory memory;
    memory.operation = operation;
    memory.memoryKind = 3;
    memory.address = address;
    memory.bytes = bytes;
    memory.timestamp = fake::now();
    memory.deviceId = currentDevice;
    memory.contextId = currentContext();
    memory.correlationId = correlation;
    if (pooledOn) {
        const std::lock_guard guard(state().lock);
        memory.isAsync = memory.poolType = 1;
        memory.streamId = *pooledOn;
        memory.poolAddress = kPool;
        memory.poolSize = state().poolSize;
        memory.poolUtilized = state().poolUsed;
    }
    fake::push(memory);
}

}  // namespace

FAKE_EXPORT void setDevice(std::uint32_t device)
{
    currentDevice = device;
    currentGreen = 0;
    const Call call(16, "cudaSetDevice_v3020", nullptr);
}

FAKE_EXPORT Stream streamCreate(std::int32_t priority)
{
    const Call call(129, "cudaStreamCreate_v3020", "cuStreamCreate");
    layout::Stream stream;
    stream.contextId = currentContext();
    stream.priority = static_cast<std::uint32_t>(priority);
    stream.flag = 1;
    stream.correlationId = call.correlation();
    {
        const std::lock_guard guard(state().lock);
        stream.streamId = ++state().lastStream;
    }
    fake::push(stream);
    return stream.streamId;
}

FAKE_EXPORT std::uint32_t greenContextCreate(std::uint16_t multiprocessors)
{
    const Call call(701, "cuGreenCtxCreate", nullptr);
    layout::Context context;
    {
        const std::lock_guard guard(state().lock);
        context.contextId = ++state().lastGreen;
    }
    context.deviceId = currentDevice;
    context.parentContextId = contextOf(currentDevice);
    context.isGreenContext = 1;
    context.numMultiprocessors = multiprocessors;
    context.nullStreamId = kDefault;
    fake::noteContext(context.contextId, currentDevice);
    fake::push(context);
    currentGreen = context.contextId;
    return context.contextId;
}

FAKE_EXPORT void* mallocDevice(std::size_t bytes)
{
    const Call call(20, "cudaMalloc_v3020", "cuMemAlloc_v2");
    std::uint64_t address = 0;
    {
        const std::lock_guard guard(state().lock);
        address = state().lastAddress;
        state().lastAddress += (bytes + 511U) & ~std::size_t{511};
        state().sizes[address] = bytes;
    }
    recordMemory(1, address, bytes, call.correlation());
    return reinterpret_cast<void*>(address);
}

FAKE_EXPORT void freeDevice(void* memory)
{
    const Call call(22, "cudaFree_v3020", "cuMemFree_v2");
    const auto address = reinterpret_cast<std::uint64_t>(memory);
    std::size_t bytes = 0;
    {
        const std::lock_guard guard(state().lock);
        bytes = state().sizes[address];
    }
    recordMemory(2, address, bytes, call.correlation());
}

FAKE_EXPORT void* mallocAsync(std::size_t bytes, Stream stream)
{
    const Call call(450, "cudaMallocAsync_ptsz_v11020", "cuMemAllocAsync_ptsz");
    layout::MemoryPool made;
    std::uint64_t address = 0;
    bool isNew = false;
    {
        const std::lock_guard guard(state().lock);
        isNew = state().poolSize == 0;
        state().poolUsed += bytes;
        state().poolSize = std::max(state().poolSize, 2 * bytes);
        address = state().lastAddress;
        state().lastAddress += (bytes + 511U) & ~std::size_t{511};
        state().sizes[address] = bytes;
        made.size = state().poolSize;
    }
    if (isNew) {
        made.operation = made.poolType = 1;
        made.deviceId = currentDevice;
        made.address = kPool;
        made.timestamp = fake::now();
        fake::push(made);
    }
    recordMemory(1, address, bytes, call.correlation(), stream);
    return reinterpret_cast<void*>(address);
}

FAKE_EXPORT void freeAsync(void* memory, Stream stream)
{
    const Call call(451, "cudaFreeAsync_ptsz_v11020", "cuMemFreeAsync_ptsz");
    const auto address = reinterpret_cast<std::uint64_t>(memory);
    std::size_t bytes = 0;
    {
        const std::lock_guard guard(state().lock);
        bytes = state().sizes[address];
        state().poolUsed -= bytes;
    }
    recordMemory(2, address, bytes, call.correlation(), stream);
}

FAKE_EXPORT void memcpyAsync(std::size_t bytes, Direction direction, Stream stream)
{
    const Call call(41, "cudaMemcpyAsync_ptsz_v7000", "cuMemcpyAsync_ptsz");
    layout::Memcpy copy;
    copy.copyKind = static_cast<std::uint8_t>(direction);
    copy.sourceKind = direction == Direction::HostToDevice ? 1 : 3;
    copy.destinationKind = direction == Direction::DeviceToHost ? 1 : 3;
    copy.bytes = bytes;
    const std::uint64_t lasts = 500 + bytes / 16;
    copy.start = reserve(stream, lasts);
    copy.end = copy.start + lasts;
    copy.deviceId = currentDevice;
    copy.contextId = currentContext();
    copy.streamId = stream;
    copy.correlationId = call.correlation();
    fake::push(copy, copy.end);
}

FAKE_EXPORT void memcpyPeer(std::size_t bytes, std::uint32_t from, std::uint32_t to)
{
    const Call call(99, "cudaMemcpyPeerAsync_v4000", "cuMemcpyPeerAsync");
    layout::MemcpyPeer copy;
    copy.copyKind = 10;
    copy.sourceKind = copy.destinationKind = 3;
    copy.bytes = bytes;
    const std::uint64_t lasts = 500 + bytes / 32;
    copy.start = reserve(kDefault, lasts);
    copy.end = copy.start + lasts;
    copy.deviceId = currentDevice;
    copy.contextId = currentContext();
    copy.streamId = kDefault;
    copy.sourceDevice = from;
    copy.sourceContext = contextOf(from);
    copy.destinationDevice = to;
    copy.destinationContext = contextOf(to);
    copy.correlationId = call.correlation();
    fake::push(copy, copy.end);
}

FAKE_EXPORT void memsetAsync(std::size_t bytes, Stream stream)
{
    const Call call(51, "cudaMemsetAsync_ptsz_v7000", "cuMemsetD8Async_ptsz");
    layout::Memset set;
    set.bytes = bytes;
    set.memoryKind = 3;
    set.start = reserve(stream, 800);
    set.end = set.start + 800;
    set.deviceId = currentDevice;
    set.contextId = currentContext();
    set.streamId = stream;
    set.correlationId = call.correlation();
    fake::push(set, set.end);
}

FAKE_EXPORT void launch(
    const char* mangledName,
    std::uint32_t blocks,
    std::uint32_t threads,
    std::uint32_t lastsNs,
    Stream stream)
{
    const bool isEarly = fake::isAsked("early");
    if (isEarly) {
        ::usleep(1000);  // what is before the program's begin has no time
    }
    const Call call(211, "cudaLaunchKernel_v7000", "cuLaunchKernel");
    layout::Kernel kernel = kernelOf(mangledName, blocks, threads, stream);
    kernel.start = reserve(stream, lastsNs) - (isEarly ? kClockOff : 0);
    kernel.end = kernel.start + lastsNs;
    kernel.correlationId = call.correlation();
    fake::push(kernel, kernel.end);
    fake::countKernel(currentContext(), {.blocks = blocks, .threads = threads, .lastsNs = lastsNs});
}

/// The second and third node run side by side, as they may in a graph.
FAKE_EXPORT void graphLaunch(std::uint32_t graph, Stream stream)
{
    const Call call(311, "cudaGraphLaunch_v10000", "cuGraphLaunch");
    const std::uint64_t begin = reserve(stream, 5000);
    const std::uint64_t starts[] = {begin, begin + 2000, begin + 2500};
    const char* const names[] = {"_Z5firstPf", "_Z6secondPf", "_Z5thirdPf"};
    for (std::uint32_t node = 0; node < 3; ++node) {
        layout::Kernel kernel = kernelOf(names[node], 8, 128, stream);
        kernel.start = starts[node];
        kernel.end = node == 0 ? begin + 2000 : begin + 5000;
        kernel.correlationId = call.correlation();
        kernel.graphId = graph;
        kernel.graphNodeId = std::uint64_t{graph} << 32U | (node + 1);
        fake::push(kernel, kernel.end);
        fake::countKernel(
            currentContext(), {.blocks = 8, .threads = 128, .lastsNs = 1000 * (node + 1)});
    }
    layout::GraphTrace whole;
    whole.start = begin;
    whole.end = begin + 5000;
    whole.graphId = graph;
    whole.deviceId = currentDevice;
    whole.contextId = currentContext();
    whole.streamId = stream;
    whole.correlationId = call.correlation();
    fake::push(whole, whole.end);
}

FAKE_EXPORT std::uint32_t eventRecord(Stream stream)
{
    const Call call(135, "cudaEventRecord_ptsz_v7000", "cuEventRecord_ptsz");
    layout::CudaEvent event;
    {
        const std::lock_guard guard(state().lock);
        event.eventId = ++state().lastEvent;
        event.eventRecord = ++state().lastEventRecord;
        state().events[event.eventId] = {stream, event.eventRecord};
    }
    event.contextId = currentContext();
    event.deviceId = currentDevice;
    event.streamId = stream;
    event.correlationId = call.correlation();
    fake::push(event);
    return event.eventId;
}

FAKE_EXPORT void eventSynchronize(std::uint32_t event)
{
    const Call call(137, "cudaEventSynchronize_v3020", "cuEventSynchronize");
    Stream stream = 0;
    {
        const std::lock_guard guard(state().lock);
        stream = state().events[event].first;
    }
    synchronise(1, layout::kNoStream, event, call.correlation(), busyUntil(stream));
}

FAKE_EXPORT void thrash(std::size_t bytes, std::uint64_t devices)
{
    layout::UnifiedMemoryCounter thrashing;
    thrashing.counterKind = 5;
    thrashing.value = bytes;
    thrashing.start = fake::now();
    thrashing.address = 0x7e00'0000'0000;
    thrashing.sourceId = static_cast<std::uint32_t>(devices);
    thrashing.processors[0] = devices;
    thrashing.flags = 1;
    fake::push(thrashing);
    layout::UnifiedMemoryCounter mapped = thrashing;
    mapped.counterKind = 7;
    mapped.sourceId = currentDevice;
    mapped.flags = 3;
    mapped.start = fake::now();
    fake::push(mapped);
}

FAKE_EXPORT void pushExternalId(std::uint32_t kind, std::uint64_t id)
{
    fake::pushExternalId(kind, id);
}

FAKE_EXPORT void popExternalId()
{
    fake::popExternalId();
}

FAKE_EXPORT void streamWaitEvent(Stream stream, std::uint32_t event)
{
    const Call call(147, "cudaStreamWaitEvent_ptsz_v7000", "cuStreamWaitEvent_ptsz");
    synchronise(2, stream, event, call.correlation(), 0);
}

FAKE_EXPORT void streamSynchronize(Stream stream)
{
    const Call call(131, "cudaStreamSynchronize_ptsz_v7000", "cuStreamSynchronize_ptsz");
    synchronise(3, stream, 0, call.correlation(), busyUntil(stream));
}

FAKE_EXPORT void deviceSynchronize()
{
    const Call call(165, "cudaDeviceSynchronize_v3020", "cuCtxSynchronize");
    std::uint64_t until = 0;
    {
        const std::lock_guard guard(state().lock);
        for (const auto& [stream, busy] : state().devices[currentDevice].busyUntil) {
            until = std::max(until, busy);
        }
    }
    synchronise(4, layout::kNoStream, 0, call.correlation(), until);
}

FAKE_EXPORT void deviceReset()
{
    const Call call(164, "cudaDeviceReset_v3020", "cuDevicePrimaryCtxReset_v2");
    fake::endContext(contextOf(currentDevice));
    fake::loseRecords();
}

FAKE_EXPORT std::uint32_t getDevice()
{
    const Call call(17, "cudaGetDevice_v3020", nullptr);
    return currentDevice;
}

FAKE_EXPORT void touchManaged(std::size_t bytes, bool byDevice)
{
    constexpr std::uint64_t kLasts = 3000;
    layout::UnifiedMemoryCounter fault;
    fault.counterKind = byDevice ? 4 : 3;
    fault.value = byDevice ? bytes / 65536 : 0x401234;
    fault.start = fake::now();
    waitUntil(fault.start + kLasts);
    fault.end = byDevice ? fault.start + kLasts / 2 : 0;
    fault.address = 0x7e00'0000'0000;
    fault.sourceId = currentDevice;
    fault.flags = 1;
    fake::push(fault);
    layout::UnifiedMemoryCounter moved;
    moved.counterKind = byDevice ? 1 : 2;
    moved.value = bytes;
    moved.start = fault.start + kLasts / 2;
    moved.end = fault.start + kLasts;
    moved.address = fault.address;
    moved.flags = 2;
    (byDevice ? moved.destinationId : moved.sourceId) = currentDevice;
    fake::push(moved, moved.end);
}

FAKE_EXPORT void compile()
{
    const Call call(400, "cudaLibraryLoadData_v12000", "cuLibraryLoadData");
    layout::Jit jit;
    jit.operationType = 3;
    jit.start = fake::now();
    waitUntil(jit.start + 20'000);
    jit.end = fake::now();
    jit.correlationId = call.correlation();
    fake::push(jit, jit.end);
    layout::Overhead overhead;
    overhead.overheadKind = 5U << 16U;
    overhead.start = jit.end;
    overhead.end = jit.end + 1000;
    fake::push(overhead, overhead.end);
}

}  // namespace fakecuda
