#include "server/reader/json/event_collector.h"

#include "common/base/narrow.h"
#include "common/trace/device_work.h"
#include "server/reader/json/kept_text.h"
#include "server/reader/json/lenient_parser.h"
#include "server/reader/json/named_devices.h"
#include "server/reader/wording.h"

#include <algorithm>
#include <utility>

namespace vellum::server::reader::json {

namespace {

using query::Severity;
using tracks::ExtraRecord;
using tracks::kFarthest;
using tracks::PairedEdges;
using tracks::Track;

/// Longer than that is a counter that ran over, no duration (seven days; HTA has the same limit).
constexpr Tick kLongest = Tick(604'800) * 1'000'000'000;

template <typename... Arguments>
constexpr ArgumentSet setOf(Arguments... arguments)
{
    return {((1ULL << static_cast<unsigned>(arguments)) | ... | 0ULL)};
}

constexpr ArgumentSet kMemoryArguments = setOf(
    Argument::DeviceType,
    Argument::DeviceId,
    Argument::Address,
    Argument::Bytes,
    Argument::TotalAllocated,
    Argument::TotalReserved);

/// Whether a record of the operator has numbers: on which thread its forward pass ran means nothing alone.
bool hasOperatorIds(const JsonEvent& event)
{
    return !event.at(Argument::ExternalId).empty() || !event.at(Argument::SequenceNumber).empty();
}

/// Likewise of a Python frame: its parent's means nothing alone.
bool hasPythonId(const JsonEvent& event)
{
    return !event.at(Argument::PythonId).empty();
}

/// The arguments that `extraOf` keeps of a slice.
ArgumentSet argumentsOf(EventClass kind, const JsonEvent& event)
{
    switch (kind) {
    case EventClass::HostApi:
        return setOf(Argument::Correlation);
    case EventClass::Kernel:
        return setOf(
            Argument::Correlation,
            Argument::Grid,
            Argument::Block,
            Argument::Registers,
            Argument::SharedMemory);
    case EventClass::Copy:
    case EventClass::Set:
        return setOf(Argument::Correlation, Argument::Bytes);
    case EventClass::Sync:
        return setOf(Argument::Correlation, Argument::WaitCorrelation);
    case EventClass::Operator:
        return hasOperatorIds(event)
                   ? setOf(Argument::ExternalId, Argument::SequenceNumber, Argument::ForwardThread)
                   : ArgumentSet();
    case EventClass::Python:
        return hasPythonId(event) ? setOf(Argument::PythonId, Argument::PythonParentId)
                                  : ArgumentSet();
    default:
        return {};
    }
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
        track.tid = keptText(tid, m_trace.findings);
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
    const char phase = text.size() == 1 ? text.front() : '\0';
    ++m_trace.phases.at(static_cast<unsigned char>(phase));
    if (!event.noArguments.empty() && phase != 'C') {  // of a counter the missing values are said
        reportNoArguments(event);
    }
    if (!event.repeated.empty()) [[unlikely]] {
        const auto sentence = [&] {
            return "event " + shown(event.name) + " of phase " + shown(event.phase) + " says '"
                   + std::string(event.repeated.substr(0, kMostShown))
                   + "' twice: the last is kept";
        };
        m_trace.findings.add("repeated-member", Severity::Warning, sentence, knownTrack(event));
    }
    if (phase == 'M') {
        takeMetadata(event);
        return;
    }
    if (event.isEmpty()) {
        return;
    }
    countLeftOut(phase, event);
    takeTimed(phase, event);
}

/// Members that what becomes of the event has no place for.
void EventCollector::countLeftOut(char phase, const JsonEvent& event)
{
    constexpr std::string_view kWithId = "stfCbenSTpFNOD";
    if (!event.id.empty() && kWithId.find(phase) == std::string_view::npos) {
        m_membersLeftOut.add("id");
    }
    std::ranges::for_each(event.membersLeftOut, [this](auto key) { m_membersLeftOut.add(key); });
    if (event.hasBindingPoint) {
        m_membersLeftOut.add("bp");
    }
    constexpr std::string_view kFlows = "stf";
    if (!event.name.empty() && kFlows.find(phase) != std::string_view::npos) {
        m_membersLeftOut.add("name of a flow");
    }
    constexpr std::string_view kWithoutCategory = "CiIRNODPc";
    if (!event.category.empty() && kWithoutCategory.find(phase) != std::string_view::npos) {
        m_membersLeftOut.add(phase == 'C' ? "cat of a counter" : "cat of an instant");
    }
}

void EventCollector::takeTimed(char phase, const JsonEvent& event)
{
    const auto at = nanosecondsOf(event.timestamp);
    if (!at || *at > kFarthest || *at < -kFarthest) {
        const auto sentence = [&] {
            return "event " + shown(event.name) + " of phase " + shown(event.phase)
                   + (at ? " is at " + std::to_string(*at) + " ns, farther from 0 than 2^61 ns"
                         : " has no usable time stamp (" + shown(event.timestamp) + ")")
                   + ": it is left out";
        };
        m_trace.findings.add("event-without-time", Severity::Error, sentence, knownTrack(event));
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
    case 'c':  // a mark that ties this clock to another one's
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
    case 'V':
    case 'v':
    case '(':
    case ')':
    case '=':
        return leaveOut(phase, event);
    default:
        const auto sentence = [&] {
            return "event " + shown(event.name) + " has phase " + shown(event.phase)
                   + ", which this version does not show: it is left out";
        };
        m_trace.findings.add("unknown-phase", Severity::Warning, sentence, knownTrack(event));
    }
}

/// What the format has and our event model has no place for.
void EventCollector::leaveOut(char phase, const JsonEvent& event)
{
    const char* what = phase == '=' ? "says that two ids mean one thing"
                       : phase == '(' || phase == ')'
                           ? "begins or ends a context of other events"
                           : "is a dump of memory, which is a tree of sizes and no event";
    const auto sentence = [&] {
        return "event " + shown(event.name) + " of phase " + shown(event.phase) + " " + what
               + ": it is left out";
    };
    m_trace.findings.add("phase-left-out", Severity::Info, sentence, knownTrack(event));
}

void EventCollector::reportNoArguments(const JsonEvent& event)
{
    const auto sentence = [&] {
        const bool isBroken = event.noArguments.front() == '{';
        return "event " + shown(event.name) + " of phase " + shown(event.phase)
               + " has the arguments " + shown(event.noArguments)
               + (isBroken ? ", an object that cannot be read to its end: the rest is left out"
                           : ", which are no object: they are left out");
    };
    m_trace.findings.add("unusable-arguments", Severity::Warning, sentence, knownTrack(event));
}

void EventCollector::reportUnusable(
    const JsonEvent& event, const ArgumentNumbers& numbers, Tick at, const Track* track)
{
    const ArgumentSet unusable = numbers.unusable();
    for (std::size_t i = 0; unusable.any() && i < kArgumentCount; ++i) {
        const auto argument = static_cast<Argument>(i);
        const auto sentence = [&] {
            const bool isList = argument == Argument::Grid || argument == Argument::Block;
            return "argument '" + std::string(spellingOf(argument)) + "' of " + shown(event.name)
                   + " at " + std::to_string(at) + " ns is " + shown(event.at(argument))
                   + (isList ? " and no list of three integers: what is none is taken for 0"
                             : " and no integer: it is taken for 0");
        };
        m_trace.findings.addMany(
            "unusable-argument", Severity::Warning, unusable.test(i) ? 1 : 0, sentence, track);
    }
}

void EventCollector::note(Tick begin, Tick end)
{
    m_trace.first = m_trace.hasTime ? std::min(m_trace.first, begin) : begin;
    m_trace.last = m_trace.hasTime ? std::max(m_trace.last, end) : end;
    m_trace.hasTime = true;
}

const Track* EventCollector::knownTrack(const JsonEvent& event) const
{
    const auto process = m_processes.find(std::string(bare(event.pid)));
    if (process == m_processes.end()) {
        return nullptr;
    }
    const auto found = m_tracks.find({process->second, std::string(bare(event.tid))});
    return found == m_tracks.end() ? nullptr : &m_trace.tracks[found->second];
}

Tick EventCollector::durationOf(const JsonEvent& event, Tick begin, const Track& track)
{
    if (event.duration.empty()) {
        const auto sentence = [&] {
            return "slice " + shown(event.name) + " at " + std::to_string(begin)
                   + " ns says no duration: it is kept with none";
        };
        m_trace.findings.add("slice-without-duration", Severity::Warning, sentence, &track);
        return 0;
    }
    const auto duration = nanosecondsOf(event.duration);
    if (duration && *duration >= 0 && *duration <= kLongest) {
        return *duration;
    }
    const auto sentence = [&] {
        return "slice " + shown(event.name) + " at " + std::to_string(begin)
               + " ns has the duration " + shown(event.duration)
               + " us, which is no length up to seven days: it is kept with none";
    };
    m_trace.findings.add("unusable-duration", Severity::Warning, sentence, &track);
    return 0;
}

ExtraRecord EventCollector::extraOf(
    Track& track, EventClass kind, const JsonEvent& event, ArgumentNumbers& numbers)
{
    const std::uint64_t correlation = numbers.at(Argument::Correlation);
    switch (kind) {
    case EventClass::HostApi:
        track.hasLaunches = track.hasLaunches || correlation != 0;
        return correlation == 0 ? 0 : track.add(event_kind::kDeviceLaunch, {correlation});
    case EventClass::Kernel: {
        const auto grid = numbers.tripleAt(Argument::Grid);
        const auto block = numbers.tripleAt(Argument::Block);
        return track.add(
            event_kind::kDeviceKernel,
            {correlation,
             grid[0],
             grid[1],
             grid[2],
             block[0],
             block[1],
             block[2],
             numbers.at(Argument::Registers),
             numbers.at(Argument::SharedMemory)});
    }
    case EventClass::Copy: {
        const CopyName copy = parseCopyName(bare(event.name));
        return track.add(
            event_kind::kDeviceCopy,
            {correlation,
             numbers.at(Argument::Bytes),
             std::uint64_t(copy.kind),
             std::uint64_t(copy.source),
             std::uint64_t(copy.destination)});
    }
    case EventClass::Set:
        return track.add(
            event_kind::kDeviceSet,
            {correlation,
             numbers.at(Argument::Bytes),
             std::uint64_t(parseCopyName(bare(event.name)).destination)});
    case EventClass::Sync:
        return track.add(
            event_kind::kDeviceSync, {correlation, numbers.at(Argument::WaitCorrelation)});
    case EventClass::Operator:  // without ids the record only says what it is
        return hasOperatorIds(event) ? track.add(
                   event_kind::kOperator,
                   {numbers.at(Argument::ExternalId),
                    numbers.at(Argument::SequenceNumber),
                    numbers.at(Argument::ForwardThread)})
                                     : track.add(event_kind::kOperator, {});
    case EventClass::Python:
        return hasPythonId(event) ? track.add(
                   event_kind::kPythonFrame,
                   {numbers.at(Argument::PythonId), numbers.at(Argument::PythonParentId)})
                                  : track.add(event_kind::kPythonFrame, {});
    default:
        return 0;
    }
}

/// Lets a record carry what the event says besides: its arguments in the file's own words, but for those that became
/// members of the record.
///
/// \param members  these; one that was no integer is carried all the same
ExtraRecord EventCollector::withArguments(
    Track& track, ExtraRecord record, const JsonEvent& event, ArgumentSet members)
{
    const auto carry = [this](std::string_view key, Raw value) {
        if (m_withoutArguments) {
            m_argumentsUnwanted.add(key);
        } else if (const auto argument = m_trace.words.argument(key, value, m_trace.findings)) {
            m_carried.push_back(*argument);
        } else {
            m_argumentsLeftOut.add(key);
        }
    };
    const bool areValues = event.hasSeries() && !event.arguments.empty();  // over time, all of them
    if (!areValues) {
        for (const auto& [key, value] : event.otherArguments) {
            carry(key, value);
        }
    }
    const ArgumentSet others = areValues ? ArgumentSet() : event.present & ~members;
    for (std::size_t i = 0; others.any() && i < kArgumentCount; ++i) {
        if (others.test(i) && event.known.at(i) != kNull) {
            carry(event.keys.at(i), event.known.at(i));
        }
    }
    const ExtraRecord carrying = track.carry(record, m_carried);
    m_carried.clear();
    return carrying;
}

/// A category that is no word of a profiler is said of the slice itself, of the others its region's paradigm
/// and role tell.
void EventCollector::carryCategory(EventClass kind, const JsonEvent& event)
{
    if (kind != EventClass::Other || bare(event.category).empty()) {
        return;
    }
    if (const auto category = m_trace.words.category(event.category, m_trace.findings)) {
        m_carried.push_back(*category);
    }
}

void EventCollector::takeSlice(const JsonEvent& event, Tick begin)
{
    const EventClass kind = m_trace.regions.classify(event.category);
    Track& track =
        m_trace.tracks
            [kind == EventClass::DeviceAnnotation ? annotationTrackAt(event.pid, event.tid)
                                                  : trackAt(event.pid, event.tid)];
    const Tick end = begin + durationOf(event, begin, track);
    note(begin, end);
    track.hasDeviceWork = track.hasDeviceWork || isDeviceWork(kind);
    ArgumentNumbers numbers(event);
    const ExtraRecord record = extraOf(track, kind, event, numbers);
    carryCategory(kind, event);
    const ArgumentSet members = argumentsOf(kind, event) & ~numbers.unusable();
    const ExtraRecord extra = withArguments(track, record, event, members);
    track.spans.push_back(
        {.begin = begin,
         .end = end,
         .region = m_trace.regions.intern(kind, event.name),
         .extra = extra});
    reportUnusable(event, numbers, begin, &track);
    takeBoundFlow(event, track, begin);
    if (kind == EventClass::CounterRange) {  // what the counters read over this range
        const std::string name = "profiler range " + textOf(event.tid);
        const std::size_t counters = namedTrackAt(event.pid, "range ", name);
        m_trace.tracks[counters].isMetric = true;
        takeSeries(event, counters, "", begin);
    }
}

void EventCollector::takeEdge(const JsonEvent& event, Tick at, bool isBegin)
{
    const EventClass kind = m_trace.regions.classify(event.category);
    Track& track = m_trace.tracks[trackAt(event.pid, event.tid)];
    note(at, at);
    // An end needs no name.
    const std::uint32_t region = isBegin ? m_trace.regions.intern(kind, event.name) : 0;
    const std::string_view name = bare(event.name);
    if (isBegin) {
        carryCategory(kind, event);
    }
    track.edges.push_back(
        {.at = at,
         .region = region,
         .extra = withArguments(track, 0, event, {}),
         .isBegin = isBegin,
         .name = name.empty() ? 0 : std::hash<std::string_view>()(name)});
    takeBoundFlow(event, track, at);
}

void EventCollector::takeInstant(const JsonEvent& event, Tick at)
{
    // The profiler's own mark may stand hours behind the last event.
    constexpr std::string_view kWindowEnd = "\"Record Window End\"";
    if (event.name == kWindowEnd) {
        m_trace.findings.add("record-window-end", Severity::Info, [&] {
            return "the profiler's mark 'Record Window End' at " + std::to_string(at)
                   + " ns is left out: it may stand hours behind the last event";
        });
        return;
    }
    note(at, at);
    Track& track = m_trace.tracks[trackAt(event.pid, event.tid)];
    const bool isMemory = event.name == "\"[memory]\"";
    ArgumentNumbers numbers(event);
    const ExtraRecord record =
        isMemory ? track.add(
            event_kind::kMemoryUse,
            {numbers.at(Argument::DeviceType),
             numbers.at(Argument::DeviceId),
             numbers.at(Argument::Address),
             numbers.at(Argument::Bytes),
             numbers.at(Argument::TotalAllocated),
             numbers.at(Argument::TotalReserved)})
                 : track.add(
                     event_kind::kInstant,
                     event.instantWords(m_trace.regions.intern(EventClass::Instant, event.name)));
    reportUnusable(event, numbers, at, &track);
    const ArgumentSet members = isMemory ? kMemoryArguments & ~numbers.unusable() : ArgumentSet();
    track.points.push_back({.at = at, .record = withArguments(track, record, event, members)});
    takeBoundFlow(event, track, at);
    if (isMemory) {
        const Raw bytes = event.at(Argument::Bytes);
        const auto sentence = [&] {
            return shown(event.name) + " at " + std::to_string(at)
                   + " ns does not say how many bytes: it is taken for one of 0";
        };
        m_trace.findings.addMany(
            "memory-without-size",
            Severity::Warning,
            bytes.empty() || bytes == kNull ? 1 : 0,
            sentence,
            &track);
        takeMemory(event, at);
    }
}

/// Begins and ends to slices.
void EventCollector::pairAll()
{
    for (Track& track : m_trace.tracks) {
        const PairedEdges paired = pairEdges(track, m_trace.last);
        const auto add = [&](const char* kind, std::uint64_t count, const char* what) {
            const auto sentence = [&] {
                return "track '" + track.tid + "' of process '"
                       + m_trace.processes[track.process].pid + "': " + what;
            };
            m_trace.findings.addMany(kind, Severity::Warning, count, sentence, &track);
        };
        add("unmatched-leave", paired.unmatchedEnds, "an end of which no begin is open");
        add("open-visit",
            paired.unmatchedBegins,
            "a begin without an end, closed at the last event");
        add("ended-by-outer",
            paired.endedByOuter,
            "a begin without an end, closed where a slice around it ended");
    }
}

CollectedTrace EventCollector::finish()
{
    sumMemory();
    m_async.finish(m_trace.tracks, m_trace.last, m_trace.findings);
    reportLeftOut();
    for (const auto& [base, annotations] : m_annotations) {
        m_trace.tracks[annotations].name = m_trace.tracks[base].name;
    }
    pairAll();
    recogniseNamedDevices(m_trace);
    m_trace.regions.close();
    return std::move(m_trace);
}

}  // namespace vellum::server::reader::json
