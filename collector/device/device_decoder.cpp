#include "collector/device/device_decoder.h"

#include "collector/device/raw_reader.h"
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

/// What a record of unified memory counts.
enum class Managed : std::uint32_t {
    BytesToDevice = 1,
    BytesToHost = 2,
    HostFaults = 3,
    DeviceFaults = 4,
    Thrashing = 5,
    Throttling = 6,
    RemoteMap = 7,
    BytesBetweenDevices = 8,
};

struct ManagedMeaning {
    const char* region;
    const char* counter;
    const char* unit;
    WorkKind kind;
    bool hasEnd;
};

/// By Managed, from 1 on.
constexpr std::array<ManagedMeaning, 8> kManaged = {{
    {"Managed memory HtoD", "managed memory moved to the device", "B", WorkKind::Migration, true},
    {"Managed memory DtoH", "managed memory moved to the host", "B", WorkKind::Migration, true},
    {"CPU page fault", "CPU page faults", "#", WorkKind::Fault, false},
    {"GPU page faults", "GPU page faults", "#", WorkKind::Fault, true},
    {"Thrashing", "thrashing of managed memory", "#", WorkKind::Contention, false},
    {"Throttling", "throttling of managed memory", "#", WorkKind::Contention, true},
    {"Remote map", "remote maps of managed memory", "#", WorkKind::Contention, false},
    {"Managed memory DtoD", "managed memory moved between devices", "B", WorkKind::Migration, true},
}};

/// The device whose row a record of unified memory is shown on; the CPU's faults and thrashing name none.
std::uint32_t deviceOf(const layout::UnifiedMemoryCounter& counted)
{
    switch (static_cast<Managed>(counted.counterKind)) {
    case Managed::BytesToDevice:
    case Managed::BytesBetweenDevices:
        return counted.destinationId;
    case Managed::BytesToHost:
    case Managed::DeviceFaults:
    case Managed::Throttling:
        return counted.sourceId;
    default:
        return 0;
    }
}

/// What a record of unified memory adds to its counter.
std::uint64_t amountOf(const layout::UnifiedMemoryCounter& counted)
{
    const bool isSummed = static_cast<Managed>(counted.counterKind) == Managed::DeviceFaults
                          || kManaged.at(counted.counterKind - 1).kind == WorkKind::Migration;
    return isSummed ? counted.value : 1;
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
    struct MemoryChange {
        std::uint64_t tick = 0;
        std::int64_t bytes = 0;
    };

    void takeRecord(Bytes bytes);
    void takeDescription(layout::Kind kind, Bytes bytes);
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
    DeviceCounter& counter(std::uint32_t device, const char* name, const char* unit);
    void placeWaits();
    void sumCounters();

    TimeBounds m_bounds;
    cuda::HelloBlock m_clock;
    DeviceTrace m_trace;
    std::unordered_map<std::uint64_t, std::string> m_texts;
    std::vector<std::pair<std::uint32_t, Work>> m_waits;  ///< with their contexts
    std::unordered_map<std::string, std::uint32_t> m_names;
    std::map<std::pair<std::uint32_t, std::string>, DeviceCounter> m_counters;
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
        return;
    }
    case layout::Kind::Context: {
        const auto context = recordOf<layout::Context>(bytes);
        m_trace.contextDevices[context.contextId] = context.deviceId;
        m_trace.streamNames.try_emplace({context.contextId, context.nullStreamId}, "default");
        return;
    }
    case layout::Kind::Stream: {
        const auto stream = recordOf<layout::Stream>(bytes);
        constexpr std::uint32_t kNullStream = 3;
        if (stream.flag == kNullStream) {
            m_trace.streamNames.try_emplace({stream.contextId, stream.streamId}, "default");
        }
        return;
    }
    case layout::Kind::Name:
        return takeName(recordOf<layout::Name>(bytes));
    case layout::Kind::MemoryPool:  // what they hold is in the records of memory
        return;
    default:
        ++m_trace.unknown;
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
         .values = {
             copy.bytes,
             static_cast<std::uint64_t>(CopyKind::PeerToPeer),
             source,
             destination,
             copy.graphId,
             copy.graphNodeId}});
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
        m_waits.emplace_back(
            wait.contextId,
            Work{
                .begin = span.begin,
                .end = span.end,
                .kind = WorkKind::Synchronisation,
                .name = nameOf(synchronisationName(wait.type)),
                .correlation = wait.correlationId,
                .values = {wait.cudaEventId}});
    }
}

/// They name a context alone, which may be described after them.
void Decoder::placeWaits()
{
    for (const auto& [context, wait] : m_waits) {
        const auto device = m_trace.contextDevices.find(context);
        const RowKey row{
            .device = device == m_trace.contextDevices.end() ? 0 : device->second,
            .context = context,
            .kind = RowKey::Kind::Synchronisation};
        m_trace.rows[row].push_back(wait);
    }
}

void Decoder::takeManaged(const layout::UnifiedMemoryCounter& counted)
{
    if (counted.counterKind == 0 || counted.counterKind > kManaged.size()) {
        ++m_trace.unknown;
        return;
    }
    const ManagedMeaning& meaning = kManaged.at(counted.counterKind - 1);
    Span span;
    if (!isTimed(counted.start, meaning.hasEnd ? counted.end : counted.start, span)) {
        return;
    }
    const std::uint32_t device = deviceOf(counted);
    const std::uint64_t amount = amountOf(counted);
    Work work{
        .begin = span.begin,
        .end = span.end,
        .kind = meaning.kind,
        .name = nameOf(meaning.region),
        .values = {
            counted.value,
            counted.address,
            counted.flags,
            counted.sourceId,
            counted.destinationId}};
    if (meaning.kind == WorkKind::Fault) {
        const bool isHost = static_cast<Managed>(counted.counterKind) == Managed::HostFaults;
        work.values = {amount, counted.address, counted.flags, isHost ? counted.value : 0};
    }
    m_trace.rows[{.device = device, .kind = RowKey::Kind::UnifiedMemory}].push_back(work);
    counter(device, meaning.counter, meaning.unit)
        .samples.push_back({.tick = span.end, .value = static_cast<std::int64_t>(amount)});
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
    counter(memory.deviceId, isHost ? "pinned host memory in use" : "device memory in use", "B")
        .samples.push_back(
            {.tick = span.begin, .value = memory.operation == kAllocation ? bytes : -bytes});
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

DeviceCounter& Decoder::counter(std::uint32_t device, const char* name, const char* unit)
{
    DeviceCounter& found = m_counters[{device, name}];
    if (found.name.empty()) {
        found = {.name = name, .unit = unit, .device = device};
    }
    return found;
}

/// Changes become what there is after them.
void Decoder::sumCounters()
{
    for (auto& [key, counter] : m_counters) {
        std::ranges::stable_sort(counter.samples, {}, &DeviceSample::tick);
        std::int64_t sum = 0;
        for (DeviceSample& sample : counter.samples) {
            sum += sample.value;
            sample.value = sum;
        }
        m_trace.counters.push_back(std::move(counter));
    }
}

DeviceTrace Decoder::finish(std::uint64_t damagedBytes)
{
    m_trace.damagedBytes += damagedBytes;
    placeWaits();
    sumCounters();
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
