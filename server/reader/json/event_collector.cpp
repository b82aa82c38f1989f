#include "server/reader/json/event_collector.h"

#include "common/base/narrow.h"
#include "common/trace/device_work.h"
#include "server/reader/json/lenient_parser.h"
#include "server/reader/wording.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace vellum::server::reader::json {

namespace {

using query::Severity;
using tracks::bits;
using tracks::ExtraRecord;
using tracks::kFarthest;
using tracks::kTypeDouble;
using tracks::PairedEdges;
using tracks::Track;

/// Longer than that is a counter that ran over, no duration (seven days; HTA has the same limit).
constexpr Tick kLongest = Tick(604'800) * 1'000'000'000;

/// The numbers of `[x, y, z]`; 0 for what is not there.
std::array<std::uint64_t, 3> tripleOf(Raw array)
{
    std::array<std::uint64_t, 3> triple = {};
    std::size_t count = 0;
    forEachElement(array, [&](Raw element) {
        if (count < triple.size()) {
            triple.at(count++) = bits(integerOf(element).value_or(0));
        }
    });
    return triple;
}

std::string shown(Raw raw)
{
    constexpr std::size_t kMost = 80;
    std::string text = textOf(raw);
    if (text.size() > kMost) {
        text = text.substr(0, kMost) + "…";
    }
    return "'" + text + "'";
}

}  // namespace

std::size_t EventCollector::processAt(Raw pid)
{
    std::string key(bare(pid));
    const auto [found, isNew] = m_processes.try_emplace(key, m_trace.processes.size());
    if (isNew) {
        m_trace.processes.push_back({.pid = std::move(key)});
    }
    return found->second;
}

std::size_t EventCollector::trackAt(Raw pid, Raw tid)
{
    constexpr std::size_t kFactor = 31;
    const std::size_t hash = std::hash<Raw>()(pid) * kFactor + std::hash<Raw>()(tid);
    CachedTrack& cached = m_cache.at(hash % m_cache.size());
    if (cached.isUsed && cached.pid == pid && cached.tid == tid) {
        return cached.track;
    }
    const std::size_t process = processAt(pid);
    const auto [found, isNew] =
        m_tracks.try_emplace({process, std::string(bare(tid))}, m_trace.tracks.size());
    if (isNew) {
        Track& track = m_trace.tracks.emplace_back();
        track.process = narrow<std::uint32_t>(process);
        track.tid = textOf(tid);
    }
    cached = {
        .pid = std::string(pid), .tid = std::string(tid), .track = found->second, .isUsed = true};
    return found->second;
}

std::size_t EventCollector::annotationTrackAt(Raw pid, Raw tid)
{
    const std::size_t base = trackAt(pid, tid);
    const auto [found, isNew] = m_annotations.try_emplace(base, m_trace.tracks.size());
    if (isNew) {
        Track& track = m_trace.tracks.emplace_back();
        track.process = m_trace.tracks[base].process;
        track.tid = m_trace.tracks[base].tid;
        track.isAnnotation = true;
    }
    return found->second;
}

std::size_t EventCollector::namedTrackAt(Raw pid, std::string_view prefix, std::string name)
{
    const std::size_t process = processAt(pid);
    const auto [found, isNew] =
        m_tracks.try_emplace({process, std::string(prefix) + name}, m_trace.tracks.size());
    if (isNew) {
        Track& track = m_trace.tracks.emplace_back();
        track.process = narrow<std::uint32_t>(process);
        track.name = std::move(name);
    }
    return found->second;
}

void EventCollector::take(const JsonEvent& event)
{
    const std::string_view text = bare(event.phase);
    const char phase = text.empty() ? '\0' : text.front();
    ++m_trace.phases.at(static_cast<unsigned char>(phase));
    if (phase == 'M') {
        takeMetadata(event);
        return;
    }
    takeTimed(phase, event);
}

void EventCollector::takeTimed(char phase, const JsonEvent& event)
{
    const auto at = nanosecondsOf(event.timestamp);
    if (!at || *at > kFarthest || *at < -kFarthest) {
        m_trace.findings.add("event-without-time", Severity::Error, [&] {
            return "event " + shown(event.name) + " of phase " + shown(event.phase)
                   + " has no usable time stamp (" + shown(event.timestamp) + ")";
        });
        return;
    }
    switch (phase) {
    case 'X':
        return takeSlice(event, *at);
    case 'B':
    case 'E':
        return takeEdge(event, *at, phase == 'B');
    case 'i':
    case 'I':
    case 'R':
    case 'N':
    case 'O':
    case 'D':
    case 'P':
        return takeInstant(event, *at);
    case 's':
    case 't':
    case 'f':
        return takeFlow(phase, event, *at);
    case 'C':
        return takeCounter(event, *at);
    case 'b':
    case 'e':
    case 'n':
    case 'S':
    case 'T':
    case 'p':
    case 'F':
        return takeAsync(phase, event, *at);
    default:
        m_trace.findings.add("unknown-phase", Severity::Warning, [&] {
            return "event " + shown(event.name) + " has phase " + shown(event.phase)
                   + ", which this version does not show: it is left out";
        });
    }
}

void EventCollector::note(Tick begin, Tick end)
{
    m_trace.first = m_trace.hasTime ? std::min(m_trace.first, begin) : begin;
    m_trace.last = m_trace.hasTime ? std::max(m_trace.last, end) : end;
    m_trace.hasTime = true;
}

Tick EventCollector::durationOf(const JsonEvent& event, Tick begin)
{
    if (event.duration.empty()) {
        return 0;
    }
    const auto duration = nanosecondsOf(event.duration);
    if (duration && *duration >= 0 && *duration <= kLongest) {
        return *duration;
    }
    m_trace.findings.add("unusable-duration", Severity::Warning, [&] {
        return "slice " + shown(event.name) + " at " + std::to_string(begin)
               + " ns has the duration " + shown(event.duration) + " us: it is kept with none";
    });
    return 0;
}

ExtraRecord EventCollector::extraOf(Track& track, EventClass kind, const JsonEvent& event)
{
    const std::uint64_t correlation = bits(event.integer(Argument::Correlation));
    switch (kind) {
    case EventClass::HostApi:
        track.hasLaunches = track.hasLaunches || correlation != 0;
        return correlation == 0 ? 0 : track.add(event_kind::kDeviceLaunch, {correlation});
    case EventClass::Kernel: {
        const auto grid = tripleOf(event.at(Argument::Grid));
        const auto block = tripleOf(event.at(Argument::Block));
        return track.add(
            event_kind::kDeviceKernel,
            {correlation,
             grid[0],
             grid[1],
             grid[2],
             block[0],
             block[1],
             block[2],
             bits(event.integer(Argument::Registers)),
             bits(event.integer(Argument::SharedMemory))});
    }
    case EventClass::Copy: {
        const CopyName copy = parseCopyName(bare(event.name));
        return track.add(
            event_kind::kDeviceCopy,
            {correlation,
             bits(event.integer(Argument::Bytes)),
             std::uint64_t(copy.kind),
             std::uint64_t(copy.source),
             std::uint64_t(copy.destination)});
    }
    case EventClass::Set:
        return track.add(
            event_kind::kDeviceSet,
            {correlation,
             bits(event.integer(Argument::Bytes)),
             std::uint64_t(parseCopyName(bare(event.name)).destination)});
    case EventClass::Sync:
        return track.add(
            event_kind::kDeviceSync, {correlation, bits(event.integer(Argument::WaitCorrelation))});
    case EventClass::Operator:
        return event.at(Argument::ExternalId).empty() && event.at(Argument::SequenceNumber).empty()
                   ? 0
                   : track.add(
                       event_kind::kOperator,
                       {bits(event.integer(Argument::ExternalId)),
                        bits(event.integer(Argument::SequenceNumber)),
                        bits(event.integer(Argument::ForwardThread))});
    case EventClass::Python:
        return event.at(Argument::PythonId).empty()
                   ? 0
                   : track.add(
                       event_kind::kPythonFrame,
                       {bits(event.integer(Argument::PythonId)),
                        bits(event.integer(Argument::PythonParentId))});
    default:
        return 0;
    }
}

void EventCollector::takeSlice(const JsonEvent& event, Tick begin)
{
    const EventClass kind = m_trace.regions.classify(event.category);
    Track& track =
        m_trace.tracks
            [kind == EventClass::DeviceAnnotation ? annotationTrackAt(event.pid, event.tid)
                                                  : trackAt(event.pid, event.tid)];
    const Tick end = begin + durationOf(event, begin);
    note(begin, end);
    track.hasDeviceWork = track.hasDeviceWork || isDeviceWork(kind);
    track.spans.push_back(
        {.begin = begin,
         .end = end,
         .region = m_trace.regions.intern(kind, event.name),
         .extra = extraOf(track, kind, event)});
}

void EventCollector::takeEdge(const JsonEvent& event, Tick at, bool isBegin)
{
    const EventClass kind = m_trace.regions.classify(event.category);
    Track& track = m_trace.tracks[trackAt(event.pid, event.tid)];
    note(at, at);
    // An end needs no name.
    const std::uint32_t region = isBegin ? m_trace.regions.intern(kind, event.name) : 0;
    track.edges.push_back({.at = at, .region = region, .isBegin = isBegin});
}

void EventCollector::takeInstant(const JsonEvent& event, Tick at)
{
    // The profiler's own mark may stand hours behind the last event.
    constexpr std::string_view kWindowEnd = "\"Record Window End\"";
    if (event.name == kWindowEnd) {
        m_trace.findings.add("record-window-end", Severity::Info, [&] {
            return "the mark 'Record Window End' at " + std::to_string(at)
                   + " ns is not counted to the range of the trace";
        });
        return;
    }
    note(at, at);
    Track& track = m_trace.tracks[trackAt(event.pid, event.tid)];
    const bool isMemory = event.name == "\"[memory]\"";
    const ExtraRecord record =
        isMemory
            ? track.add(
                event_kind::kMemoryUse,
                {bits(event.integer(Argument::DeviceType)),
                 bits(event.integer(Argument::DeviceId)),
                 bits(event.integer(Argument::Address)),
                 bits(event.integer(Argument::Bytes)),
                 bits(event.integer(Argument::TotalAllocated)),
                 bits(event.integer(Argument::TotalReserved))})
            : track.add(
                event_kind::kInstant, {m_trace.regions.intern(EventClass::Instant, event.name)});
    track.points.push_back({.at = at, .record = record});
}

void EventCollector::takeFlow(char phase, const JsonEvent& event, Tick at)
{
    note(at, at);
    Track& track = m_trace.tracks[trackAt(event.pid, event.tid)];
    const EventKind kind = phase == 's'   ? event_kind::kFlowBegin
                           : phase == 't' ? event_kind::kFlowStep
                                          : event_kind::kFlowEnd;
    const auto id = integerOf(event.id);
    const std::uint64_t number = id ? bits(*id) : std::hash<Raw>()(event.id);
    const std::uint32_t category = m_trace.regions.intern(EventClass::Instant, event.category);
    track.points.push_back({.at = at, .record = track.add(kind, {number, category})});
}

void EventCollector::takeCounter(const JsonEvent& event, Tick at)
{
    note(at, at);
    const std::string name = textOf(event.name);
    const std::size_t index = namedTrackAt(event.pid, "counter ", name);
    Track& track = m_trace.tracks[index];
    track.isMetric = true;
    forEachMember(event.arguments, [&](std::string_view key, Raw value) {
        const auto number = numberOf(value);
        if (!number) {
            return;
        }
        const std::string series = name + " · " + textOf(key);
        const auto [metric, isNew] =
            m_metrics.try_emplace(series, narrow<std::uint32_t>(m_trace.metrics.size()));
        if (isNew) {
            m_trace.metrics.push_back(series);
        }
        const ExtraRecord record = track.add(
            event_kind::kMetric,
            {metric->second, kTypeDouble, std::bit_cast<std::uint64_t>(*number)});
        track.points.push_back({.at = at, .record = record});
    });
}

void EventCollector::takeAsync(char phase, const JsonEvent& event, Tick at)
{
    note(at, at);
    const EventClass kind = m_trace.regions.classify(event.category);
    const std::string category = textOf(event.category);
    const std::size_t index = namedTrackAt(event.pid, "async ", "async " + category);
    Track& track = m_trace.tracks[index];
    const std::uint32_t region = m_trace.regions.intern(kind, event.name);
    const std::string key = std::to_string(index) + ' ' + std::string(bare(event.id)) + ' '
                            + std::string(bare(event.name));
    std::vector<OpenAsync>& open = m_openAsync[key];
    if (phase == 'b' || phase == 'S') {
        open.push_back({.track = index, .begin = at, .region = region});
    } else if (phase != 'e' && phase != 'F') {
        const auto record = track.add(event_kind::kInstant, {region});
        track.points.push_back({.at = at, .record = record});
    } else if (open.empty()) {
        m_trace.findings.add("unmatched-leave", Severity::Warning, [&] {
            return "asynchronous event " + shown(event.name) + " ends at " + std::to_string(at)
                   + " ns and was never begun";
        });
    } else {
        track.spans.push_back(
            {.begin = std::min(open.back().begin, at), .end = at, .region = open.back().region});
        open.pop_back();
    }
}

void EventCollector::takeMetadata(const JsonEvent& event)
{
    const std::string_view what = bare(event.name);
    Process& process = m_trace.processes[processAt(event.pid)];
    if (what == "process_name") {
        process.name = textOf(event.at(Argument::Name));
    } else if (what == "process_labels") {
        process.labels = textOf(event.at(Argument::Labels));
    } else if (what == "process_sort_index") {
        process.sortIndex = event.integer(Argument::SortIndex);
        process.hasSortIndex = true;
    } else if (what == "thread_name") {
        m_trace.tracks[trackAt(event.pid, event.tid)].name = textOf(event.at(Argument::Name));
    } else if (what == "thread_sort_index") {
        m_trace.tracks[trackAt(event.pid, event.tid)].sortIndex =
            event.integer(Argument::SortIndex);
    }
}

void EventCollector::takeHeader(std::string_view key, Raw value)
{
    constexpr std::size_t kMostBytes = std::size_t(1) << 20U;
    if (value.size() <= kMostBytes) {
        m_trace.headers[textOf(key)] = std::string(value);
    }
}

CollectedTrace EventCollector::finish()
{
    for (const auto& [key, open] : m_openAsync) {
        for (const OpenAsync& begun : open) {
            m_trace.tracks[begun.track].spans.push_back(
                {.begin = begun.begin,
                 .end = std::max(begun.begin, m_trace.last),
                 .region = begun.region});
            m_trace.findings.add("open-visit", Severity::Warning, [&] {
                return "an asynchronous event of '" + m_trace.tracks[begun.track].name
                       + "' begun at " + std::to_string(begun.begin) + " ns never ends";
            });
        }
    }
    for (const auto& [base, annotations] : m_annotations) {
        m_trace.tracks[annotations].name = m_trace.tracks[base].name;
    }
    for (Track& track : m_trace.tracks) {
        const PairedEdges paired = pairEdges(track, m_trace.last);
        const auto sentence = [&](const char* what) {
            return "track '" + track.tid + "' of process '" + m_trace.processes[track.process].pid
                   + "': " + what;
        };
        for (std::uint64_t i = 0; i < paired.unmatchedEnds; ++i) {
            m_trace.findings.add("unmatched-leave", Severity::Warning, [&] {
                return sentence("an end without a begin");
            });
        }
        for (std::uint64_t i = 0; i < paired.unmatchedBegins; ++i) {
            m_trace.findings.add("open-visit", Severity::Warning, [&] {
                return sentence("a begin without an end, closed at the last event");
            });
        }
    }
    return std::move(m_trace);
}

}  // namespace vellum::server::reader::json
