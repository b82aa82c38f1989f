#include "collector/device/device_decoder.h"

#include "collector/device/device_counters.h"
#include "collector/device/kernel_counts.h"
#include "collector/device/launch_keys.h"
#include "collector/device/managed_memory.h"
#include "collector/device/raw_reader.h"
#include "collector/device/sampled_devices.h"
#include "collector/measurement/spool_format.h"
#include "collector/sources/cuda/activity_layout.h"
#include "collector/sources/cuda/raw_format.h"
#include "common/trace/device_work.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

namespace vellum::collector::device {

namespace {

namespace layout = cuda::layout;
using Bytes = std::span<const std::byte>;

/// A record as this version declares it: members that the library did not write are 0, members that it
/// wrote beyond are not looked at.
template <typename Record>
Record recordOf(Bytes bytes)
{
    Record record{};
    std::memcpy(&record, bytes.data(), std::min(bytes.size(), sizeof record));
    return record;
}

std::string textOf(Bytes bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string digitsOf(const std::uint8_t (&uuid)[16])
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string digits;
    for (const std::uint8_t byte : uuid) {
        digits += kDigits[byte >> 4U];
        digits += kDigits[byte & 15U];
    }
    return digits;
}

/// CUPTI's numbers for kinds of memory, from 1 on, are ours plus one.
std::uint64_t memoryKindOf(std::uint32_t cupti)
{
    constexpr std::uint32_t kLast = 7;
    return cupti >= 1 && cupti <= kLast ? cupti - 1
                                        : static_cast<std::uint64_t>(MemoryKind::Unknown);
}

const char* synchronisationName(std::uint32_t type)
{
    constexpr std::array<const char*, 5> kNames = {
        "Synchronization", "Event Sync", "Stream Wait Event", "Stream Sync", "Context Sync"};
    return kNames.at(type < kNames.size() ? type : 0);
}

const char* overheadName(std::uint32_t kind)
{
    switch (kind) {
    case 1:
        return "Driver compiler";
    case 1U << 16U:
        return "CUPTI buffer flush";
    case 2U << 16U:
        return "CUPTI instrumentation";
    case 3U << 16U:
        return "CUPTI resource creation";
    case 4U << 16U:
        return "Module loading by the runtime";
    case 5U << 16U:
        return "Lazy function loading";
    case 6U << 16U:
        return "Command buffer full";
    case 7U << 16U:
        return "Activity buffer request";
    case 8U << 16U:
        return "UVM activity initialisation";
    default:
        return "Overhead";
    }
}

class Decoder {
public:
    explicit Decoder(TimeBounds bounds) : m_bounds(bounds) {}

    void takeBlock(const cuda::BlockHeader& header, Bytes payload);
    DeviceTrace finish(std::uint64_t damagedBytes);

private:
    struct Span {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
    };
    /// A wait names its context alone, which may be described after it, and the event by its latest record.
    struct Wait {
        std::uint32_t context = 0;
        std::uint64_t eventRecord = 0;  ///< 0 where that is not said
        Work work;
    };
    void takeRecord(Bytes bytes);
    void takeDescription(layout::Kind kind, Bytes bytes);
    void takeContext(const layout::Context& context);
    void takeStream(const layout::Stream& stream);
    void takeEvent(const layout::CudaEvent& event);
    void takePool(const layout::MemoryPool& pool);
    void takeLabel(Bytes payload);
    void takeKernel(const layout::Kernel& kernel);
    void takeCopy(const layout::Memcpy& copy);
    void takePeerCopy(const layout::MemcpyPeer& copy);
    void takeSet(const layout::Memset& set);
    void takeGraph(const layout::GraphTrace& graph);
    void takeSynchronisation(const layout::Synchronization& wait);
    void takeManaged(const layout::UnifiedMemoryCounter& counted);
    void takeMemory(const layout::Memory& memory);
    void takeOverhead(const layout::Overhead& overhead);
    void takeCompilation(const layout::Jit& jit);
    void takeName(const layout::Name& name);

    [[nodiscard]] bool isTimed(std::uint64_t begin, std::uint64_t end, Span& span);
    void add(const RowKey& row, std::uint64_t begin, std::uint64_t end, Work work);
    std::uint32_t nameOf(const std::string& name);
    [[nodiscard]] std::string text(std::uint64_t number) const;
    void nameStreams();
    void placeWaits();

    TimeBounds m_bounds;
    cuda::HelloBlock m_clock;
    DeviceTrace m_trace;
    std::unordered_map<std::uint64_t, std::string> m_texts;
    std::vector<Wait> m_waits;
    std::unordered_map<std::uint64_t, std::uint32_t> m_eventStreams;  ///< by number of the record
    std::map<std::uint32_t, std::string> m_streamLabels;              ///< that say no context
    std::unordered_map<std::string, std::uint32_t> m_names;
    DeviceCounters m_counters;
    KernelCounts m_kernelCounts;
    SampledDevices m_sampledDevices;
};

std::string Decoder::text(std::uint64_t number) const
{
    const auto found = m_texts.find(number);
    return found == m_texts.end() ? std::string() : found->second;
}

std::uint32_t Decoder::nameOf(const std::string& name)
{
    const auto [place, isNew] =
        m_names.try_emplace(name, static_cast<std::uint32_t>(m_trace.names.size()));
    if (isNew) {
        m_trace.names.push_back(name);
    }
    return place->second;
}

/// A record that was not timed has zeros; one from another clock lies outside of the recording.
bool Decoder::isTimed(std::uint64_t begin, std::uint64_t end, Span& span)
{
    span = {.begin = cuda::tickOf(m_clock, begin), .end = cuda::tickOf(m_clock, end)};
    const bool isGood =
        begin != 0 && end >= begin && span.begin >= m_bounds.begin && span.end <= m_bounds.end;
    m_trace.untimed += isGood ? 0 : 1;
    return isGood;
}

void Decoder::add(const RowKey& row, std::uint64_t begin, std::uint64_t end, Work work)
{
    Span span;
    if (isTimed(begin, end, span)) {
        work.begin = span.begin;
        work.end = span.end;
        m_trace.rows[row].push_back(work);
    }
}

void Decoder::takeBlock(const cuda::BlockHeader& header, Bytes payload)
{
    const auto number = [&payload](std::size_t at) {
        std::uint64_t value = 0;
        if (payload.size() >= at + sizeof value) {
            std::memcpy(&value, payload.data() + at, sizeof value);
        }
        return value;
    };
    switch (header.kind) {
    case cuda::BlockKind::Hello:
        m_clock = recordOf<cuda::HelloBlock>(payload);
        break;
    case cuda::BlockKind::Activities:
        m_trace.damagedBytes += readRecords(payload, [this](Bytes record) { takeRecord(record); });
        break;
    case cuda::BlockKind::String:
        if (payload.size() >= sizeof(std::uint64_t)) {
            m_texts[number(0)] = textOf(payload.subspan(sizeof(std::uint64_t)));
        }
        break;
    case cuda::BlockKind::Dropped:
        m_trace.dropped += number(0);
        break;
    case cuda::BlockKind::CallbackName:
        if (payload.size() >= sizeof(std::uint64_t)) {
            const auto domain = static_cast<std::uint32_t>(number(0));
            const auto id = static_cast<std::uint32_t>(number(0) >> 32U);
            m_trace.functions[measurement::cudaSubject(domain, id)] =
                textOf(payload.subspan(sizeof(std::uint64_t)));
        }
        break;
    case cuda::BlockKind::Unavailable:
        m_trace.unavailable.push_back(textOf(payload));
        break;
    case cuda::BlockKind::Limits:
        m_trace.refusedBuffers += number(0);
        break;
    case cuda::BlockKind::Label:
        takeLabel(payload);
        break;
    case cuda::BlockKind::CountedMetrics:
        m_kernelCounts.takeMetrics(header.context, payload);
        break;
    case cuda::BlockKind::SampledMetrics:
        m_sampledDevices.takeMetrics(payload);
        break;
    case cuda::BlockKind::Samples:
        m_sampledDevices.takeSamples(payload);
        break;
    case cuda::BlockKind::Counts:
        m_kernelCounts.takeCounts(header.context, payload);
        break;
    }
}

void Decoder::takeRecord(Bytes bytes)
{
    switch (const auto kind = recordOf<layout::Kind>(bytes)) {
    case layout::Kind::ConcurrentKernel:
        return takeKernel(recordOf<layout::Kernel>(bytes));
    case layout::Kind::Memcpy:
        return takeCopy(recordOf<layout::Memcpy>(bytes));
    case layout::Kind::MemcpyPeer:
        return takePeerCopy(recordOf<layout::MemcpyPeer>(bytes));
    case layout::Kind::Memset:
        return takeSet(recordOf<layout::Memset>(bytes));
    case layout::Kind::GraphTrace:
        return takeGraph(recordOf<layout::GraphTrace>(bytes));
    case layout::Kind::Synchronization:
        return takeSynchronisation(recordOf<layout::Synchronization>(bytes));
    case layout::Kind::UnifiedMemoryCounter:
        return takeManaged(recordOf<layout::UnifiedMemoryCounter>(bytes));
    case layout::Kind::Memory:
        return takeMemory(recordOf<layout::Memory>(bytes));
    case layout::Kind::Overhead:
        return takeOverhead(recordOf<layout::Overhead>(bytes));
    case layout::Kind::Jit:
        return takeCompilation(recordOf<layout::Jit>(bytes));
    default:
        return takeDescription(kind, bytes);
    }
}

void Decoder::takeDescription(layout::Kind kind, Bytes bytes)
{
    switch (kind) {
    case layout::Kind::Device: {
        const auto device = recordOf<layout::Device>(bytes);
        m_trace.deviceNames[device.id] = text(device.name);
        m_trace.deviceUuids[device.id] = digitsOf(device.uuid);
        return;
    }
    case layout::Kind::Context:
        return takeContext(recordOf<layout::Context>(bytes));
    case layout::Kind::Stream:
        return takeStream(recordOf<layout::Stream>(bytes));
    case layout::Kind::Name:
        return takeName(recordOf<layout::Name>(bytes));
    case layout::Kind::MemoryPool:
        return takePool(recordOf<layout::MemoryPool>(bytes));
    case layout::Kind::CudaEvent:
        return takeEvent(recordOf<layout::CudaEvent>(bytes));
    case layout::Kind::ExternalCorrelation: {
        const auto external = recordOf<layout::ExternalCorrelation>(bytes);
        m_trace.externalIds[external.correlationId] = {
            .kind = external.externalKind, .id = external.externalId};
        return;
    }
    case layout::Kind::Driver:  // only there so that external numbers are given; calls are events
    case layout::Kind::Runtime:
        return;
    default:
        ++m_trace.unknown;
    }
}

void Decoder::takeContext(const layout::Context& context)
{
    m_trace.contextDevices[context.contextId] = context.deviceId;
    m_trace.streamNames.try_emplace({context.contextId, context.nullStreamId}, "default");
    if (context.isGreenContext != 0) {
        m_trace.greenContexts[context.contextId] = {
            .parent = context.parentContextId, .multiprocessors = context.numMultiprocessors};
    }
}

void Decoder::takeStream(const layout::Stream& stream)
{
    constexpr std::uint32_t kNullStream = 3;
    if (stream.flag == kNullStream) {
        m_trace.streamNames.try_emplace({stream.contextId, stream.streamId}, "default");
    }
    if (stream.priority != 0) {
        m_trace.streamPriorities[{stream.contextId, stream.streamId}] =
            static_cast<std::int32_t>(stream.priority);
    }
}

void Decoder::takeEvent(const layout::CudaEvent& event)
{
    if (event.eventRecord != 0) {
        m_eventStreams[event.eventRecord] = event.streamId;
    }
}

void Decoder::takePool(const layout::MemoryPool& pool)
{
    Span span;
    if (isTimed(pool.timestamp, pool.timestamp, span)) {
        m_counters.notePool(pool.deviceId, pool.address, span.begin, pool.size, pool.utilizedSize);
    }
}

/// A name that the program gave through NVTX.
void Decoder::takeLabel(Bytes payload)
{
    if (payload.size() < sizeof(cuda::LabelBlock)) {
        return;
    }
    const auto label = recordOf<cuda::LabelBlock>(payload);
    std::string text = textOf(payload.subspan(sizeof label));
    switch (label.object) {
    case cuda::LabelBlock::Object::Device:
        m_trace.deviceLabels[label.number] = std::move(text);
        break;
    case cuda::LabelBlock::Object::Context:
        m_trace.contextLabels[label.number] = std::move(text);
        break;
    case cuda::LabelBlock::Object::Stream:
        m_streamLabels[label.number] = std::move(text);
        break;
    }
}

/// Streams are named without their context: a name is that of all streams of the number, of which there is one in all but odd
/// programs.
void Decoder::nameStreams()
{
    for (const auto& [key, works] : m_trace.rows) {
        const auto label = m_streamLabels.find(key.stream);
        if (key.kind == RowKey::Kind::Stream && label != m_streamLabels.end()) {
            m_trace.streamNames[{key.context, key.stream}] = label->second;
        }
    }
}

void Decoder::takeKernel(const layout::Kernel& kernel)
{
    const auto size = [](std::int32_t number) {
        return static_cast<std::uint64_t>(std::max(number, 0));
    };
    const std::string name = text(kernel.name);
    add({.device = kernel.deviceId, .context = kernel.contextId, .stream = kernel.streamId},
        kernel.start,
        kernel.end,
        {.kind = WorkKind::Kernel,
         .name = nameOf(name.empty() ? "(kernel without a name)" : name),
         .correlation = kernel.correlationId,
         .values = {
             size(kernel.grid[0]),
             size(kernel.grid[1]),
             size(kernel.grid[2]),
             size(kernel.block[0]),
             size(kernel.block[1]),
             size(kernel.block[2]),
             kernel.registersPerThread,
             size(kernel.staticSharedMemory) + size(kernel.dynamicSharedMemory),
             kernel.localMemoryPerThread,
             kernel.graphId,
             kernel.graphNodeId}});
}

void Decoder::takeCopy(const layout::Memcpy& copy)
{
    const std::uint64_t source = memoryKindOf(copy.sourceKind);
    const std::uint64_t destination = memoryKindOf(copy.destinationKind);
    add({.device = copy.deviceId, .context = copy.contextId, .stream = copy.streamId},
        copy.start,
        copy.end,
        {.kind = WorkKind::Copy,
         .name = nameOf(copyName(
             static_cast<CopyKind>(copy.copyKind),
             static_cast<MemoryKind>(source),
             static_cast<MemoryKind>(destination))),
         .correlation = copy.correlationId,
         .values = {
             copy.bytes, copy.copyKind, source, destination, copy.graphId, copy.graphNodeId}});
}

void Decoder::takePeerCopy(const layout::MemcpyPeer& copy)
{
    const std::uint64_t source = memoryKindOf(copy.sourceKind);
    const std::uint64_t destination = memoryKindOf(copy.destinationKind);
    add({.device = copy.deviceId, .context = copy.contextId, .stream = copy.streamId},
        copy.start,
        copy.end,
        {.kind = WorkKind::Copy,
         .name = nameOf(copyName(
             CopyKind::PeerToPeer,
             static_cast<MemoryKind>(source),
             static_cast<MemoryKind>(destination))),
         .correlation = copy.correlationId,
         .peer = copy.contextId == copy.destinationContext ? copy.sourceContext
                                                           : copy.destinationContext,
         .isFromPeer =
             copy.contextId == copy.destinationContext && copy.sourceContext != copy.contextId,
         .values = {
             copy.bytes,
             static_cast<std::uint64_t>(CopyKind::PeerToPeer),
             source,
             destination,
             copy.graphId,
             copy.graphNodeId,
             copy.sourceDevice,
             copy.destinationDevice}});
}

void Decoder::takeSet(const layout::Memset& set)
{
    add({.device = set.deviceId, .context = set.contextId, .stream = set.streamId},
        set.start,
        set.end,
        {.kind = WorkKind::Set,
         .name = nameOf("Memset"),
         .correlation = set.correlationId,
         .values = {
             set.bytes, memoryKindOf(set.memoryKind), set.value, set.graphId, set.graphNodeId}});
}

void Decoder::takeGraph(const layout::GraphTrace& graph)
{
    add({.device = graph.deviceId, .context = graph.contextId, .stream = graph.streamId},
        graph.start,
        graph.end,
        {.kind = WorkKind::Graph,
         .name = nameOf("graph " + std::to_string(graph.graphId)),
         .correlation = graph.correlationId,
         .values = {graph.graphId}});
}

void Decoder::takeSynchronisation(const layout::Synchronization& wait)
{
    Span span;
    if (isTimed(wait.start, wait.end, span)) {
        m_waits.push_back(
            {.context = wait.contextId,
             .eventRecord = wait.cudaEventSyncId,
             .work = {
                 .begin = span.begin,
                 .end = span.end,
                 .kind = WorkKind::Synchronisation,
                 .name = nameOf(synchronisationName(wait.type)),
                 .correlation = wait.correlationId,
                 .values = {
                     wait.cudaEventId, wait.streamId == layout::kNoStream ? 0 : wait.streamId}}});
    }
}

void Decoder::placeWaits()
{
    constexpr std::size_t kEventStream = 2;  // its place in the values
    for (Wait& wait : m_waits) {
        const auto device = m_trace.contextDevices.find(wait.context);
        const RowKey row{
            .device = device == m_trace.contextDevices.end() ? 0 : device->second,
            .context = wait.context,
            .kind = RowKey::Kind::Synchronisation};
        const auto recordedOn = m_eventStreams.find(wait.eventRecord);
        if (recordedOn != m_eventStreams.end()) {
            wait.work.values.at(kEventStream) = recordedOn->second;
        }
        m_trace.rows[row].push_back(wait.work);
    }
}

void Decoder::takeManaged(const layout::UnifiedMemoryCounter& counted)
{
    const ManagedMeaning* meaning = meaningOf(counted);
    if (meaning == nullptr) {
        ++m_trace.unknown;
        return;
    }
    Span span;
    if (!isTimed(counted.start, meaning->hasEnd ? counted.end : counted.start, span)) {
        return;
    }
    const std::uint32_t device = deviceOf(counted);
    m_trace.rows[{.device = device, .kind = RowKey::Kind::UnifiedMemory}].push_back(
        {.begin = span.begin,
         .end = span.end,
         .kind = meaning->kind,
         .name = nameOf(meaning->region),
         .values = managedValues(counted)});
    m_counters.add(
        device,
        meaning->counter,
        meaning->unit,
        span.end,
        static_cast<std::int64_t>(amountOf(counted)));
}

void Decoder::takeMemory(const layout::Memory& memory)
{
    constexpr std::uint32_t kAllocation = 1;
    constexpr std::uint32_t kPageable = 1;
    constexpr std::uint32_t kPinned = 2;
    Span span;
    if (!isTimed(memory.timestamp, memory.timestamp, span)) {
        return;
    }
    const bool isHost = memory.memoryKind == kPageable || memory.memoryKind == kPinned;
    const auto bytes = static_cast<std::int64_t>(memory.bytes);
    m_counters.add(
        memory.deviceId,
        isHost ? "pinned host memory in use" : "device memory in use",
        "B",
        span.begin,
        memory.operation == kAllocation ? bytes : -bytes);
    if (memory.isAsync != 0 && memory.poolAddress != 0) {
        m_counters.notePool(
            memory.deviceId, memory.poolAddress, span.begin, memory.poolSize, memory.poolUtilized);
    }
}

void Decoder::takeOverhead(const layout::Overhead& overhead)
{
    add({.kind = RowKey::Kind::Process},
        overhead.start,
        overhead.end,
        {.kind = WorkKind::Overhead,
         .name = nameOf(overheadName(overhead.overheadKind)),
         .correlation = overhead.correlationId});
}

void Decoder::takeCompilation(const layout::Jit& jit)
{
    const char* name = "Just-in-time compilation";
    if (jit.operationType == 1) {
        name = "Load from the compilation cache";
    } else if (jit.operationType == 2) {
        name = "Store into the compilation cache";
    }
    add({.kind = RowKey::Kind::Process},
        jit.start,
        jit.end,
        {.kind = WorkKind::Compilation, .name = nameOf(name), .correlation = jit.correlationId});
}

void Decoder::takeName(const layout::Name& name)
{
    constexpr std::uint32_t kStreamObject = 5;
    if (name.objectKind == kStreamObject) {
        // device, context, stream
        m_trace.streamNames[{name.objectId.words[1], name.objectId.words[2]}] = text(name.name);
    }
}

DeviceTrace Decoder::finish(std::uint64_t damagedBytes)
{
    m_trace.damagedBytes += damagedBytes;
    placeWaits();
    nameStreams();
    numberLaunches(m_trace);
    m_kernelCounts.join(m_trace);
    m_sampledDevices.finish(m_trace, m_clock, m_bounds);
    m_trace.counters = m_counters.take();
    return std::move(m_trace);
}

}  // namespace

DeviceTrace decodeDevices(const std::filesystem::path& file, TimeBounds bounds)
{
    Decoder decoder(bounds);
    const std::uint64_t left =
        readBlocks(file, [&](const cuda::BlockHeader& header, Bytes payload) {
            decoder.takeBlock(header, payload);
        });
    return decoder.finish(left);
}

}  // namespace vellum::collector::device
