#include "collector/writer/device_pass.h"

#include "collector/device/lanes.h"
#include "common/trace/device_work.h"

#include <algorithm>

namespace vellum::collector::writer {

using device::DeviceCounter;
using device::DeviceTrace;
using device::RowKey;
using device::Work;

namespace {

constexpr const char* kCorrelation = "correlation";

Otf2Archive::LocationKind locationKindOf(RowKey::Kind kind)
{
    switch (kind) {
    case RowKey::Kind::Stream:
    case RowKey::Kind::UnifiedMemory:
        return Otf2Archive::LocationKind::Stream;
    case RowKey::Kind::Synchronisation:
        return Otf2Archive::LocationKind::Other;
    case RowKey::Kind::Process:
        break;
    }
    return Otf2Archive::LocationKind::Thread;
}

}  // namespace

void DevicePass::write(
    const DeviceTrace& trace,
    Otf2Archive::GroupRef process,
    std::uint32_t pid,
    const DeviceCalls& calls)
{
    m_trace = &trace;
    m_calls = &calls;
    m_process = process;
    m_pid = pid;
    m_groups.clear();
    for (const auto& [key, works] : trace.rows) {
        writeRow(key, works);
    }
    for (const DeviceCounter& counter : trace.counters) {
        writeCounter(counter);
    }
}

void DevicePass::writeRow(const RowKey& key, const std::vector<Work>& works)
{
    const std::string name = rowName(key);
    std::size_t lane = 0;
    for (const std::vector<Work>& inLane : device::intoLanes(works)) {
        ++lane;
        writeLane(lane == 1 ? name : name + ", lane " + std::to_string(lane), key, inLane);
    }
}

void DevicePass::writeLane(
    const std::string& name, const RowKey& key, const std::vector<Work>& works)
{
    m_archive.beginLocation(m_contents.locations.size());
    for (const Work& work : works) {
        writeWork(work);
    }
    m_contents.cover(works.front().begin, works.back().end);
    const std::uint64_t events = m_archive.endLocation();
    m_contents.locations.push_back(
        {.name = name, .kind = locationKindOf(key.kind), .events = events, .group = groupOf(key)});
}

void DevicePass::writeWork(const Work& work)
{
    const RegionTable::Ref region = m_regions.findWork(work.kind, m_trace->names[work.name]);
    if (region == RegionTable::kExcluded) {
        return;
    }
    m_attributes.clear();
    if (work.correlation != 0) {
        m_attributes.push_back({.name = m_archive.attribute(kCorrelation), .value = callOf(work)});
    }
    const auto names = device::valueNames(work.kind);
    for (std::size_t i = 0; i < work.values.size() && !names.at(i).empty(); ++i) {
        if (i < device::alwaysWritten(work.kind) || work.values.at(i) != 0) {
            m_attributes.push_back(
                {.name = m_archive.attribute(names.at(i)), .value = work.values.at(i)});
        }
    }
    m_archive.enter(work.begin, region, m_attributes);
    if (beginTransfer(work)) {
        m_archive.completeTransfer(work.end, m_transfers);
    }
    m_archive.leave(work.end, region);
}

std::uint32_t DevicePass::callOf(const Work& work) const
{
    const auto outer = m_calls->outer.find(work.correlation);
    return outer == m_calls->outer.end() ? work.correlation : outer->second;
}

/// A copy between host and device is a transfer with the thread that asked for it: the stream gets what it brings to
/// the device, and puts what it brings back.
bool DevicePass::beginTransfer(const Work& work)
{
    if (work.kind != device::WorkKind::Copy) {
        return false;
    }
    const auto kind = static_cast<CopyKind>(work.values[1]);
    const bool isGet = kind == CopyKind::HostToDevice || kind == CopyKind::HostToArray;
    const bool isPut = kind == CopyKind::DeviceToHost || kind == CopyKind::ArrayToHost;
    const auto caller = m_calls->callers.find(callOf(work));
    if ((!isGet && !isPut) || caller == m_calls->callers.end()) {
        return false;
    }
    m_archive.beginTransfer(
        work.begin,
        isGet ? Otf2Archive::Transfer::Get : Otf2Archive::Transfer::Put,
        caller->second,
        work.values[0],
        ++m_transfers);
    return true;
}

void DevicePass::writeCounter(const DeviceCounter& counter)
{
    const Otf2Archive::MetricRef metric = metricOf(counter);
    m_archive.beginLocation(m_contents.locations.size());
    for (const device::DeviceSample& sample : counter.samples) {
        m_archive.sample(sample.tick, metric, sample.value);
    }
    m_contents.cover(counter.samples.front().tick, counter.samples.back().tick);
    const std::uint64_t events = m_archive.endLocation();
    m_contents.locations.push_back(
        {.name = counter.name,
         .kind = Otf2Archive::LocationKind::Metric,
         .events = events,
         .group = groupOf(counter.device, firstContextOf(counter.device))});
}

Otf2Archive::MetricRef DevicePass::metricOf(const DeviceCounter& counter)
{
    const auto same = std::ranges::find(
        m_contents.metrics, counter.name, [](const auto& metric) { return metric.name; });
    const auto ref = static_cast<Otf2Archive::MetricRef>(same - m_contents.metrics.begin());
    if (same == m_contents.metrics.end()) {
        m_contents.metrics.push_back({.name = counter.name, .unit = counter.unit});
    }
    return ref;
}

DevicePass::GroupRef DevicePass::groupOf(const RowKey& key)
{
    switch (key.kind) {
    case RowKey::Kind::Process:
        return m_process;
    case RowKey::Kind::UnifiedMemory:
        return groupOf(key.device, firstContextOf(key.device));
    case RowKey::Kind::Stream:
    case RowKey::Kind::Synchronisation:
        break;
    }
    return groupOf(key.device, key.context);
}

/// What belongs to a device and to none of its contexts is shown with the first of them.
std::uint32_t DevicePass::firstContextOf(std::uint32_t device) const
{
    for (const auto& [key, works] : m_trace->rows) {
        if (key.kind == RowKey::Kind::Stream && key.device == device) {
            return key.context;
        }
    }
    return 0;
}

DevicePass::GroupRef DevicePass::groupOf(std::uint32_t device, std::uint32_t context)
{
    const auto ref = static_cast<GroupRef>(m_contents.groups.size());
    const auto [place, isNew] = m_groups.try_emplace({device, context}, ref);
    if (isNew) {
        const auto model = m_trace->deviceNames.find(device);
        const bool hasModel = model != m_trace->deviceNames.end() && !model->second.empty();
        const bool isOther = context != firstContextOf(device);
        m_contents.groups.push_back(
            {.name = "GPU " + std::to_string(device) + ", pid " + std::to_string(m_pid)
                     + (isOther ? ", context " + std::to_string(context) : "")
                     + (hasModel ? " (" + model->second + ")" : ""),
             .kind = Otf2Archive::GroupKind::Accelerator,
             .creator = m_process});
    }
    return place->second;
}

std::string DevicePass::rowName(const RowKey& key) const
{
    switch (key.kind) {
    case RowKey::Kind::Synchronisation:
        return "synchronisation";
    case RowKey::Kind::UnifiedMemory:
        return "managed memory";
    case RowKey::Kind::Process:
        return "CUDA driver and CUPTI";
    case RowKey::Kind::Stream:
        break;
    }
    const auto name = m_trace->streamNames.find({key.context, key.stream});
    return "stream " + std::to_string(key.stream)
           + (name == m_trace->streamNames.end() || name->second.empty()
                  ? ""
                  : " (" + name->second + ")");
}

}  // namespace vellum::collector::writer
