#include "server/reader/json/trace_assembly.h"

#include "common/base/narrow.h"
#include "server/reader/json/lenient_parser.h"
#include "server/reader/json/trace_facts.h"
#include "server/reader/wording.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace vellum::server::reader::json {

namespace {

using query::Severity;
using tracks::Track;

bool isEmpty(const Track& track)
{
    return track.spans.empty() && track.points.empty();
}

std::string trimmed(std::string text)
{
    while (!text.empty() && text.back() == ' ') {
        text.pop_back();
    }
    return text;
}

/// Puts one trace together, step by step in the order of its public result.
class Assembly {
public:
    Assembly(CollectedTrace& collected, const DocumentOutcome& outcome, std::string path)
        : m_collected(collected)
        , m_outcome(outcome)
        , m_path(std::move(path))
    {
    }

    AssembledTrace run()
    {
        m_trace.tracks.setOrigin(m_collected.first);
        takeTracks();
        defineClock();
        defineTree();
        m_deviceIds = deviceIdsOf(header("deviceProperties"));
        for (const std::size_t process : processOrder()) {
            defineProcess(process);
        }
        linkCreators();
        definitions().regions = m_collected.regions.makeRegions();
        for (std::uint32_t i = 0; i < m_collected.metrics.size(); ++i) {
            definitions().metricMembers.push_back(
                {.ref = MetricMemberRef(i),
                 .name = m_collected.metrics[i],
                 .mode = MetricMode::AbsoluteNext,
                 .valueType = ValueType::Double});
        }
        m_trace.head.definitions.defineMetricClasses();
        definitions().creator = creator();
        definitions().properties =
            factsOf(m_collected.headers, m_node, [this](std::string_view id) {
                const auto found = m_deviceGroups.find(std::string(id));
                return found == m_deviceGroups.end() ? LocationGroupRef::undefined()
                                                     : found->second;
            });
        m_trace.head.format = isKineto() ? "Kineto" : "Chrome JSON";
        definitions().buildLookups();
        report();
        return std::move(m_trace);
    }

private:
    Definitions& definitions() { return m_trace.head.definitions; }

    [[nodiscard]] std::string header(const char* key) const
    {
        const auto found = m_collected.headers.find(key);
        return found == m_collected.headers.end() ? "" : found->second;
    }
    [[nodiscard]] bool isKineto() const
    {
        return !header("schemaVersion").empty() || !header("deviceProperties").empty()
               || m_hasDeviceWork;
    }

    void takeTracks();
    void defineClock();
    void defineTree();
    [[nodiscard]] std::vector<std::size_t> processOrder() const;
    void defineProcess(std::size_t process);
    void defineLocations(std::size_t track, LocationGroupRef group);
    void linkCreators();
    [[nodiscard]] std::string creator() const;
    [[nodiscard]] bool isDevice(std::size_t process) const;
    [[nodiscard]] static std::string groupName(const Process& process, bool device);
    [[nodiscard]] static std::string trackName(const Track& track);
    void report();
    void reportEvents();
    void reportDamage();

    CollectedTrace& m_collected;
    const DocumentOutcome& m_outcome;
    std::string m_path;
    AssembledTrace m_trace;
    std::vector<std::vector<std::size_t>> m_tracksOf;  ///< by process
    std::vector<LocationGroupRef> m_hosts;
    std::vector<LocationGroupRef> m_launchers;               ///< those that give work to devices
    std::set<std::string> m_deviceIds;                       ///< of deviceProperties
    std::map<std::string, LocationGroupRef> m_deviceGroups;  ///< by pid, which is the device's id
    SystemTreeNodeRef m_node;
    std::uint64_t m_emptyTracks = 0;
    std::string m_firstEmpty;
    bool m_hasDeviceWork = false;
};

void Assembly::takeTracks()
{
    m_tracksOf.resize(m_collected.processes.size());
    for (Track& track : m_collected.tracks) {
        if (isEmpty(track)) {
            m_firstEmpty = m_emptyTracks++ == 0 ? trackName(track) : m_firstEmpty;
            continue;
        }
        m_hasDeviceWork = m_hasDeviceWork || track.hasDeviceWork;
        const std::uint32_t process = track.process;
        m_tracksOf[process].push_back(m_trace.tracks.add(std::move(track)));
    }
}

void Assembly::defineClock()
{
    ClockProperties& clock = definitions().clock;
    clock.ticksPerSecond = 1'000'000'000;
    clock.length = static_cast<std::uint64_t>(m_collected.last - m_collected.first);
    clock.globalOffset = static_cast<std::uint64_t>(std::max<Tick>(m_collected.first, 0));
    // Before 2024 the stamps themselves were those of the wall clock.
    constexpr Tick kYear2001 = 1'000'000'000'000'000'000;
    const auto base = integerOf(header("baseTimeNanoseconds")).value_or(0);
    if (base > 0 || m_collected.first > kYear2001) {
        clock.realtimeNs = static_cast<std::uint64_t>(base + m_collected.first);
    }
}

void Assembly::defineTree()
{
    std::string host = textOf(header("host_name"));
    definitions().systemTreeNodes.push_back(
        {.ref = SystemTreeNodeRef(0),
         .name = host.empty() ? "machine" : std::move(host),
         .className = "machine",
         .parent = SystemTreeNodeRef::undefined()});
    m_node = SystemTreeNodeRef(0);
    forEachMember(header("distributedInfo"), [&](std::string_view key, Raw value) {
        if (key == "rank" && integerOf(value)) {
            definitions().systemTreeNodes.push_back(
                {.ref = SystemTreeNodeRef(1),
                 .name = "rank " + std::to_string(*integerOf(value)),
                 .className = "rank",
                 .parent = SystemTreeNodeRef(0)});
            m_node = SystemTreeNodeRef(1);
        }
    });
}

/// Processes that have tracks: hosts before devices, by what the file says of their order.
std::vector<std::size_t> Assembly::processOrder() const
{
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < m_tracksOf.size(); ++i) {
        if (!m_tracksOf[i].empty()) {
            order.push_back(i);
        }
    }
    std::ranges::stable_sort(order, {}, [this](std::size_t process) {
        const Process& p = m_collected.processes[process];
        return std::tuple(isDevice(process), !p.hasSortIndex, p.sortIndex);
    });
    return order;
}

bool Assembly::isDevice(std::size_t process) const
{
    bool hasDeviceTrack = false;
    bool hasOther = false;
    for (const std::size_t i : m_tracksOf[process]) {
        const Track& track = m_trace.tracks.at(i);
        const bool isDeviceTrack = track.hasDeviceWork || track.isAnnotation;
        hasDeviceTrack = hasDeviceTrack || (isDeviceTrack && !track.isMetric);
        hasOther = hasOther || (!isDeviceTrack && !track.isMetric);
    }
    const bool isLabelled = m_collected.processes[process].labels.starts_with("GPU");
    // Some devices do calls of their own.
    const bool isDescribed = m_deviceIds.contains(m_collected.processes[process].pid);
    return isLabelled || (hasDeviceTrack && (!hasOther || isDescribed));
}

std::string Assembly::groupName(const Process& process, bool device)
{
    if (!process.labels.empty() && process.labels != "CPU") {
        return process.labels;
    }
    if (device) {
        return "GPU " + process.pid;
    }
    const bool isNumber = integerOf(process.pid).has_value();
    if (process.name.empty()) {
        return isNumber ? "process " + process.pid : process.pid;
    }
    return isNumber && process.name != process.pid ? process.name + " " + process.pid
                                                   : process.name;
}

void Assembly::defineProcess(std::size_t process)
{
    const bool device = isDevice(process);
    const LocationGroupRef group(narrow<std::uint32_t>(definitions().locationGroups.size()));
    definitions().locationGroups.push_back(
        {.ref = group,
         .name = groupName(m_collected.processes[process], device),
         .type = device ? LocationGroupType::Accelerator : LocationGroupType::Process,
         .parent = m_node,
         .creator = LocationGroupRef::undefined()});
    std::vector<std::size_t> tracks = m_tracksOf[process];
    std::ranges::stable_sort(tracks, {}, [this](std::size_t i) {
        const Track& track = m_trace.tracks.at(i);
        constexpr std::int64_t kNoNumber = std::numeric_limits<std::int64_t>::max();
        return std::tuple(
            track.isMetric, integerOf(track.tid).value_or(kNoNumber), std::string_view(track.name));
    });
    for (const std::size_t track : tracks) {
        defineLocations(track, group);
    }
    const bool isNumbered = integerOf(m_collected.processes[process].pid).has_value();
    if (!device && isNumbered) {  // not "Spans", "Traces"
        m_hosts.push_back(group);
    }
    const bool launches = std::ranges::any_of(
        tracks, [this](std::size_t i) { return m_trace.tracks.at(i).hasLaunches; });
    if (!device && launches) {
        m_launchers.push_back(group);
    }
    if (device) {
        m_deviceGroups.emplace(m_collected.processes[process].pid, group);
    }
}

std::string Assembly::trackName(const Track& track)
{
    const std::string end = track.isAnnotation ? " annotations" : "";
    if (!track.name.empty()) {
        return trimmed(track.name) + end;
    }
    const bool isNumber = integerOf(track.tid).has_value();
    const std::string_view what = track.hasDeviceWork || track.isAnnotation ? "stream " : "thread ";
    return (isNumber ? std::string(what) : "") + track.tid + end;
}

void Assembly::defineLocations(std::size_t track, LocationGroupRef group)
{
    const Track& defined = m_trace.tracks.at(track);
    const bool isStream = defined.hasDeviceWork || defined.isAnnotation;
    const LocationType type = defined.isMetric ? LocationType::Metric
                              : isStream       ? LocationType::AcceleratorStream
                                               : LocationType::CpuThread;
    m_trace.tracks.define(track, trackName(defined), type, group, m_trace.head);
}

/// A device belongs to the process of the file, if there is but one that it could be.
void Assembly::linkCreators()
{
    const std::vector<LocationGroupRef>& owners = m_launchers.empty() ? m_hosts : m_launchers;
    for (LocationGroup& group : definitions().locationGroups) {
        if (group.type == LocationGroupType::Accelerator && owners.size() == 1) {
            group.creator = owners.front();
        }
    }
}

std::string Assembly::creator() const
{
    if (!isKineto()) {
        return "Chrome trace event writer";
    }
    const std::string version = textOf(header("schemaVersion"));
    return version.empty() ? "PyTorch profiler (Kineto)"
                           : "PyTorch profiler (Kineto), schema " + version;
}

void Assembly::reportEvents()
{
    std::string phases;
    for (std::size_t i = 0; i < m_collected.phases.size(); ++i) {
        if (m_collected.phases.at(i) > 0) {
            const std::string phase = i == 0 ? "none" : std::string(1, static_cast<char>(i));
            phases +=
                (phases.empty() ? "" : ", ") + phase + " " + numberText(m_collected.phases.at(i));
        }
    }
    m_trace.head.report.add(
        "json-events",
        Severity::Info,
        reader::quoted(m_path) + " holds " + countText(m_outcome.events, "event", "events")
            + (phases.empty() ? "" : ", by phase: " + phases),
        m_outcome.events);
}

void Assembly::reportDamage()
{
    if (m_outcome.damaged > 0) {
        m_trace.head.report.add(
            "damaged-event",
            Severity::Error,
            reader::quoted(m_path) + ": no event can be read at byte "
                + numberText(m_outcome.firstDamaged) + " of the text",
            m_outcome.damaged);
    }
    if (m_outcome.isCutOff) {
        m_trace.head.report.add(
            "truncated-file",
            Severity::Error,
            reader::quoted(m_path) + " is cut off after "
                + countText(m_outcome.events, "event", "events") + " and "
                + bytesText(m_outcome.bytes) + " of text");
    }
    if (m_outcome.hasMore) {
        m_trace.head.report.add(
            "trailing-text",
            Severity::Warning,
            reader::quoted(m_path) + " goes on behind its end at byte "
                + numberText(m_outcome.bytes) + " of the text: what follows is left out");
    }
}

void Assembly::report()
{
    reportEvents();
    reportDamage();
    m_collected.findings.reportTo(m_trace.head.report);
    reportCrossing(m_trace.tracks, m_trace.head.report);
    if (m_emptyTracks > 0) {
        m_trace.head.report.add(
            "empty-track",
            Severity::Info,
            "'" + m_firstEmpty + "' is named and has no events",
            m_emptyTracks);
    }
}

}  // namespace

AssembledTrace assemble(
    CollectedTrace collected, const DocumentOutcome& outcome, const std::filesystem::path& path)
{
    return Assembly(collected, outcome, path.string()).run();
}

}  // namespace vellum::server::reader::json
