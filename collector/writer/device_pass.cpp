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
constexpr const char* kLaunch = "vellum.launch";
constexpr const char* kExternalKind = "external_kind";
constexpr const char* kExternalId = "external_id";

/// Whether the stream gets what is copied, puts it, or neither.
std::optional<Otf2Archive::Transfer> directionOf(const Work& work)
{
    if (work.kind != device::WorkKind::Copy) {
        return {};
    }
    switch (static_cast<CopyKind>(work.values[1])) {
    case CopyKind::HostToDevice:
    case CopyKind::HostToArray:
        return Otf2Archive::Transfer::Get;
    case CopyKind::DeviceToHost:
    case CopyKind::ArrayToHost:
    case CopyKind::DeviceToDevice:
        return Otf2Archive::Transfer::Put;
    case CopyKind::PeerToPeer:
        return work.isFromPeer ? Otf2Archive::Transfer::Get : Otf2Archive::Transfer::Put;
    default:
        return {};
    }
}

std::vector<Otf2Archive::MetricMember> membersOf(
    const std::vector<device::CountedMetric>& metrics, Otf2Archive::MetricMode mode)
{
    std::vector<Otf2Archive::MetricMember> members;
    members.reserve(metrics.size());
    for (const device::CountedMetric& metric : metrics) {
        members.push_back({.name = metric.name, .unit = metric.unit, .mode = mode});
    }
    return members;
}

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
    findContexts();
    for (const auto& [key, works] : trace.rows) {
        writeRow(key, works);
    }
    for (const DeviceCounter& counter : trace.counters) {
        writeCounter(counter);
    }
    for (const auto& [number, sampled] : trace.sampledDevices) {
        writeSamples(number, sampled);
    }
}

/// Where each context's first stream will be: a copy to another context is one to that. Lanes are locations, too, and only laid out
/// ahead where somebody asks.
void DevicePass::findContexts()
{
    m_firstStreams.clear();
    const auto hasPeer = [](const auto& row) {
        return std::ranges::any_of(row.second, [](const Work& work) { return work.peer != 0; });
    };
    if (std::ranges::none_of(m_trace->rows, hasPeer)) {
        return;
    }
    Otf2Archive::LocationRef next = m_contents.locations.size();
    for (const auto& [key, works] : m_trace->rows) {
        if (key.kind == RowKey::Kind::Stream) {
            m_firstStreams.try_emplace(key.context, next);
        }
        next += device::intoLanes(works).size();
    }
}

void DevicePass::writeRow(const RowKey& key, const std::vector<Work>& works)
{
    const std::string name = rowName(key);
    std::size_t lane = 0;
    findCounts(key);
    for (const std::vector<Work>& inLane : device::intoLanes(works)) {
        ++lane;
        writeLane(lane == 1 ? name : name + ", lane " + std::to_string(lane), key, inLane);
    }
}

void DevicePass::writeLane(
    const std::string& name, const RowKey& key, const std::vector<Work>& works)
{
    m_location = m_contents.locations.size();
    m_archive.beginLocation(m_location);
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
    countEarly(work);
    gatherAttributes(work);
    const bool isCounted = work.counted != 0 && m_counted != nullptr;
    if (isCounted) {
        m_archive.sampleSet(work.begin, m_countedSet, m_counted->valuesOf(work.counted));
    }
    m_archive.enter(work.begin, region, m_attributes);
    if (beginTransfer(work)) {
        m_archive.completeTransfer(work.end, m_transfers);
    }
    if (isCounted) {
        m_archive.sampleSet(work.end, m_countedSet, m_noCounts);
    }
    m_archive.leave(work.end, region);
}

/// What was counted of the kernels of a row, if anything was: a kernel's counts are told at its begin and hold until its end, where
/// zeros follow. Readers draw a value on from its sample, so that kernels side by side stay apart in a coarse picture, too.
void DevicePass::findCounts(const RowKey& key)
{
    const auto found = m_trace->countedKernels.find(key.context);
    m_counted = nullptr;
    if (key.kind != RowKey::Kind::Stream || found == m_trace->countedKernels.end()
        || found->second.values.empty()) {
        return;
    }
    m_counted = &found->second;
    const auto members = membersOf(m_counted->metrics, Otf2Archive::MetricMode::AbsoluteNext);
    m_countedSet = m_contents.setOf(members, false);
    m_noCounts.assign(members.size(), 0.0);
}

void DevicePass::gatherAttributes(const Work& work)
{
    m_attributes.clear();
    const auto number = [this](std::string_view name, std::uint64_t value) {
        m_attributes.push_back({.name = m_archive.attribute(name), .value = value});
    };
    if (work.correlation != 0) {
        number(kCorrelation, callOf(work));
    }
    const auto external = m_trace->externalIds.find(work.correlation);
    if (work.correlation != 0 && external != m_trace->externalIds.end()) {
        number(kExternalKind, external->second.kind);
        number(kExternalId, external->second.id);
    }
    const auto names = device::valueNames(work.kind);
    for (std::size_t i = 0; i < work.values.size() && !names.at(i).empty(); ++i) {
        if (!device::isWritten(work, i)) {
            continue;
        }
        const std::string_view word = device::wordOf(work.kind, i, work.values.at(i));
        if (word.empty()) {
            number(names.at(i), work.values.at(i));
        } else {
            m_attributes.push_back(
                {.name = m_archive.attribute(names.at(i), Otf2Archive::AttributeType::Text),
                 .value = m_archive.text(std::string(word))});
        }
    }
    if (work.launch != 0) {
        number(kLaunch, work.launch);
    }
}

void DevicePass::countEarly(const Work& work)
{
    const auto caller = m_calls->callers.find(callOf(work));
    if (caller == m_calls->callers.end() || work.begin >= caller->second.begin) {
        return;
    }
    ++m_early.count;
    m_early.mostTicks = std::max(m_early.mostTicks, caller->second.begin - work.begin);
}

std::uint32_t DevicePass::callOf(const Work& work) const
{
    const auto outer = m_calls->outer.find(work.correlation);
    return outer == m_calls->outer.end() ? work.correlation : outer->second;
}

/// Whose memory it is that the stream's meets: of a copy from or to the host that of the thread that asked for it, of one to another
/// context that of its first stream, else the stream's own.
std::optional<Otf2Archive::LocationRef> DevicePass::partnerOf(const Work& work) const
{
    switch (static_cast<CopyKind>(work.values[1])) {
    case CopyKind::DeviceToDevice:
        return m_location;
    case CopyKind::PeerToPeer: {
        const auto stream = m_firstStreams.find(work.peer);
        return stream == m_firstStreams.end() ? m_location : stream->second;
    }
    default: {
        const auto caller = m_calls->callers.find(callOf(work));
        if (caller == m_calls->callers.end()) {
            return {};
        }
        return caller->second.location;
    }
    }
}

/// A copy is a transfer, too: the stream gets what it brings to the device, and puts what it brings elsewhere.
bool DevicePass::beginTransfer(const Work& work)
{
    const std::optional<Otf2Archive::Transfer> direction = directionOf(work);
    if (!direction) {
        return false;
    }
    const std::optional<Otf2Archive::LocationRef> partner = partnerOf(work);
    if (!partner) {
        return false;
    }
    m_archive.beginTransfer(work.begin, *direction, *partner, work.values[0], ++m_transfers);
    return true;
}

void DevicePass::writeCounter(const DeviceCounter& counter)
{
    const Otf2Archive::MetricRef metric = m_contents.metricOf(counter.name, counter.unit);
    m_archive.beginLocation(m_contents.locations.size());
    for (const device::DeviceSample& sample : counter.samples) {
        m_archive.sample(sample.tick, metric, sample.value);
    }
    m_contents.cover(counter.samples.front().tick, counter.samples.back().tick);
    const std::uint64_t events = m_archive.endLocation();
    m_contents.locations.push_back(
        {.name = counter.owner.empty() ? counter.name : counter.owner + ": " + counter.name,
         .kind = Otf2Archive::LocationKind::Metric,
         .events = events,
         .group = groupOf(counter.device, firstContextOf(counter.device))});
}

/// A value is that of the time since the one before. Where samples are missing, and before the first one, it is 0: else the next value
/// would reach back over all of that.
void DevicePass::writeSamples(std::uint32_t device, const device::SampledDevice& sampled)
{
    const Otf2Archive::MetricRef set =
        m_contents.setOf(membersOf(sampled.metrics, Otf2Archive::MetricMode::AbsoluteLast), true);
    const std::vector<double> nothing(sampled.metrics.size(), 0.0);
    m_archive.beginLocation(m_contents.locations.size());
    std::uint64_t last = 0;
    for (std::size_t i = 0; i < sampled.spans.size(); ++i) {
        const device::SampledDevice::Span& span = sampled.spans[i];
        if (span.begin > last + (span.end - span.begin) / 2) {
            m_archive.sampleSet(span.begin, set, nothing);
        }
        m_archive.sampleSet(span.end, set, sampled.valuesOf(i));
        last = span.end;
    }
    m_contents.cover(sampled.spans.front().begin, last);
    const std::uint64_t events = m_archive.endLocation();
    m_contents.locations.push_back(
        {.name = "GPU " + std::to_string(device) + ", samples",
         .kind = Otf2Archive::LocationKind::Metric,
         .events = events,
         .group = groupOf(device, firstContextOf(device))});
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
        m_contents.groups.push_back(
            {.name = groupName(device, context),
             .kind = Otf2Archive::GroupKind::Accelerator,
             .creator = m_process});
    }
    return place->second;
}

/// "GPU 0, pid 4711, green context 3 of 1 with 66 multiprocessors, solver (NVIDIA H200)"
std::string DevicePass::groupName(std::uint32_t device, std::uint32_t context) const
{
    const auto textOf = [](const std::map<std::uint32_t, std::string>& texts, std::uint32_t key) {
        const auto found = texts.find(key);
        return found == texts.end() ? std::string() : found->second;
    };
    const std::string model = textOf(m_trace->deviceNames, device);
    const std::string label = textOf(m_trace->deviceLabels, device);
    const std::string contextLabel = textOf(m_trace->contextLabels, context);
    std::string name = "GPU " + std::to_string(device) + ", pid " + std::to_string(m_pid);
    if (const auto green = m_trace->greenContexts.find(context);
        green != m_trace->greenContexts.end()) {
        name += ", green context " + std::to_string(context) + " of "
                + std::to_string(green->second.parent) + " with "
                + std::to_string(green->second.multiprocessors) + " multiprocessors";
    } else if (context != firstContextOf(device)) {
        name += ", context " + std::to_string(context);
    }
    name += (label.empty() ? "" : ", " + label) + (contextLabel.empty() ? "" : ", " + contextLabel)
            + (model.empty() ? "" : " (" + model + ")");
    return name;
}

DevicePass::GroupRef DevicePass::groupOfDevice(
    const DeviceTrace& trace, const std::string& uuid) const
{
    const auto device = std::ranges::find_if(
        trace.deviceUuids, [&uuid](const auto& known) { return known.second == uuid; });
    const auto group = std::ranges::find_if(m_groups, [&](const auto& known) {
        return device != trace.deviceUuids.end() && known.first.first == device->first;
    });
    return group == m_groups.end() ? m_process : group->second;
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
    const std::pair place(key.context, key.stream);
    const auto name = m_trace->streamNames.find(place);
    const auto priority = m_trace->streamPriorities.find(place);
    std::string about = name == m_trace->streamNames.end() ? "" : name->second;
    if (priority != m_trace->streamPriorities.end()) {
        about += (about.empty() ? "priority " : ", priority ") + std::to_string(priority->second);
    }
    return "stream " + std::to_string(key.stream) + (about.empty() ? "" : " (" + about + ")");
}

}  // namespace vellum::collector::writer
