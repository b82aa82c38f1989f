#include "server/reader/json/trace_assembly.h"

#include "common/base/narrow.h"
#include "server/reader/json/device_owners.h"
#include "server/reader/json/lenient_parser.h"
#include "server/reader/json/trace_facts.h"
#include "server/reader/json/trace_report.h"
#include "server/reader/json/wall_clock.h"
#include "server/reader/wording.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
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
    Assembly(
        CollectedTrace& collected,
        const DocumentOutcome& outcome,
        std::string path,
        const std::function<bool()>& goOn)
        : m_collected(collected)
        , m_outcome(outcome)
        , m_path(std::move(path))
        , m_goOn(goOn)
    {
    }

    std::optional<AssembledTrace> run()
    {
        m_trace.tracks.setOrigin(m_collected.first);
        m_deviceIds = deviceIdsOf(header("deviceProperties"));
        takeTracks();
        findEmptyProcesses();
        findOwners();
        defineClock();
        defineTree();
        defineOwners();
        if (m_isGivenUp) {
            return std::nullopt;
        }
        linkCreators();
        const Paradigm device = m_collected.hasNamedDevices ? Paradigm::Unknown : Paradigm::Cuda;
        definitions().regions = m_collected.regions.takeRegions(m_collected.findings, device);
        defineMetrics();
        definitions().creator = creator();
        defineFacts();
        m_trace.head.format = isKineto() ? "Kineto" : "Chrome JSON";
        definitions().buildLookups();
        report();
        return m_isGivenUp ? std::nullopt : std::optional(std::move(m_trace));
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
        return m_collected.headers.contains("schemaVersion")
               || m_collected.headers.contains("deviceProperties")
               || (m_hasDeviceWork && !m_collected.hasNamedDevices);
    }

    /// Whose a track is. One number may be that of a process and of a device.
    struct Owned {
        std::uint32_t process = 0;
        bool isDevice = false;
        std::uint32_t track = 0;
    };
    using Owner = std::span<const Owned>;  ///< all that is of one process or one device

    void takeTracks();
    void findEmptyProcesses();
    void findOwners();
    void giveToTheHost(std::span<const std::size_t> strangers);
    [[nodiscard]] std::vector<Owner> owners();
    void defineOwners();
    void defineMetrics();
    [[nodiscard]] bool goesOn();
    void defineClock();
    void defineTree();
    void defineOwner(Owner owner);
    void defineLocations(const Owned& owned, LocationGroupRef group);
    void linkCreators();
    void linkByNumbers();
    [[nodiscard]] TrackList tracksOf(Owner owner) const;
    void defineFacts();
    [[nodiscard]] std::string creator() const;
    [[nodiscard]] bool hasDevice(Owner process) const;
    [[nodiscard]] bool isOfProfiler(Owner owner) const;
    [[nodiscard]] bool isOfHost(const Track& track, bool isProcessToo) const;
    [[nodiscard]] static std::string groupName(const Process& process, bool device);
    [[nodiscard]] static std::string trackName(const Track& track, bool isOnDevice);
    void report();

    CollectedTrace& m_collected;
    const DocumentOutcome& m_outcome;
    std::string m_path;
    const std::function<bool()>& m_goOn;
    std::uint64_t m_steps = 0;  ///< since the begin, of which some are asked about
    bool m_isGivenUp = false;
    AssembledTrace m_trace;
    std::vector<Owned> m_owned;
    std::vector<LocationGroupRef> m_hosts;
    std::vector<LocationGroupRef> m_launchers;  ///< those that give work to devices
    std::vector<Owner> m_launcherOwners;        ///< likewise
    std::vector<std::pair<LocationGroupRef, Owner>> m_deviceOwners;
    std::set<std::string> m_deviceIds;                       ///< of deviceProperties
    std::map<std::string, LocationGroupRef> m_deviceGroups;  ///< by pid, which is the device's id
    SystemTreeNodeRef m_node;
    std::vector<const Track*> m_collectedAt;  ///< of m_trace.tracks: what findings know them by
    std::uint64_t m_emptyTracks = 0;
    std::string m_firstEmpty;
    bool m_hasDeviceWork = false;
};

/// Asked for each of what a file may have a million of.
bool Assembly::goesOn()
{
    constexpr std::uint64_t kBetween = 1024;
    m_isGivenUp = m_isGivenUp || (++m_steps % kBetween == 0 && !m_goOn());
    return !m_isGivenUp;
}

void Assembly::takeTracks()
{
    m_trace.tracks.reserve(m_collected.tracks.size());
    m_owned.reserve(m_collected.tracks.size());
    // Each is given up as it is taken: a file may have a million.
    for (; !m_collected.tracks.empty() && goesOn(); m_collected.tracks.pop_front()) {
        Track& track = m_collected.tracks.front();
        if (isEmpty(track)) {
            m_firstEmpty = m_emptyTracks++ == 0 ? trackName(track, false) : m_firstEmpty;
            continue;
        }
        m_hasDeviceWork = m_hasDeviceWork || track.hasDeviceWork;
        const std::uint32_t process = track.process;
        m_collectedAt.push_back(&track);
        const std::size_t place = m_trace.tracks.add(std::move(track));
        m_owned.push_back({.process = process, .track = narrow<std::uint32_t>(place)});
    }
}

void Assembly::findEmptyProcesses()
{
    std::vector<bool> hasEvents(m_collected.processes.size());
    for (const Owned& owned : m_owned) {
        hasEvents[owned.process] = true;
    }
    for (std::size_t i = 0; i < hasEvents.size(); ++i) {
        const Process& process = m_collected.processes[i];
        const std::string& said = process.name.empty() ? process.labels : process.name;
        if (hasEvents[i] || said.empty()) {
            continue;
        }
        m_collected.findings.add("process-without-events", Severity::Info, [&] {
            const bool isBoth = !process.name.empty() && !process.labels.empty();
            return "process " + shown(process.pid) + " is called " + shown(said)
                   + (isBoth ? ", labelled " + shown(process.labels) + "," : "")
                   + " and has no slice, mark or sample: it is left out";
        });
    }
}

/// Tells devices' tracks from those of the processes that have the same number.
void Assembly::findOwners()
{
    std::ranges::stable_sort(m_owned, {}, &Owned::process);
    std::vector<std::size_t> strangers;
    for (std::size_t first = 0; first < m_owned.size();) {
        std::size_t end = first;
        while (end < m_owned.size() && m_owned[end].process == m_owned[first].process) {
            ++end;
        }
        const bool isDevice = hasDevice(Owner(m_owned).subspan(first, end - first));
        const bool isProcessToo = m_collected.processes[m_owned[first].process].isHost;
        for (; first < end; ++first) {
            Owned& owned = m_owned[first];
            owned.isDevice = isDevice && !isOfHost(m_trace.tracks.at(owned.track), isProcessToo);
            if (isDevice && !owned.isDevice && !isProcessToo) {
                strangers.push_back(first);
            }
        }
    }
    giveToTheHost(strangers);
}

/// A host's threads whose process the profiler did not know stand under a device's number: they are of
/// the only process that they could be of.
void Assembly::giveToTheHost(std::span<const std::size_t> strangers)
{
    std::set<std::uint32_t> launchers;
    std::set<std::uint32_t> hosts;
    for (std::size_t i = 0; i < m_owned.size() && !strangers.empty(); ++i) {
        const auto& [process, isDevice, track] = m_owned[i];
        const bool isNumbered = integerOf(m_collected.processes[process].pid).has_value();
        if (!isDevice && isNumbered && !std::ranges::binary_search(strangers, i)) {
            hosts.insert(process);
            if (m_trace.tracks.at(track).hasLaunches) {
                launchers.insert(process);
            }
        }
    }
    const std::set<std::uint32_t>& all = launchers.empty() ? hosts : launchers;
    if (all.size() == 1) {
        for (const std::size_t stranger : strangers) {
            m_owned[stranger].process = *all.begin();
        }
    }
}

/// Whether an owner is neither process nor device ("Spans", "Traces"), and all that it did was to record.
bool Assembly::isOfProfiler(Owner owner) const
{
    const auto isOwn = [this](const Owned& owned) {
        const Track& track = m_trace.tracks.at(owned.track);
        return !track.isMetric && std::ranges::all_of(track.spans, [this](const auto& span) {
            return m_collected.regions.classAt(span.region) == EventClass::Overhead;
        });
    };
    return isKineto() && !integerOf(m_collected.processes[owner.front().process].pid)
           && std::ranges::all_of(owner, isOwn);
}

/// Hosts before devices before the profiler, by what the file says of their order; the tracks of each by
/// their numbers.
std::vector<Assembly::Owner> Assembly::owners()
{
    std::ranges::stable_sort(
        m_owned, {}, [](const Owned& owned) { return std::pair(owned.process, owned.isDevice); });
    std::vector<Owner> owners;
    for (std::size_t first = 0; first < m_owned.size();) {
        std::size_t end = first;
        while (end < m_owned.size() && m_owned[end].process == m_owned[first].process
               && m_owned[end].isDevice == m_owned[first].isDevice) {
            ++end;
        }
        const auto own = std::span(m_owned).subspan(first, end - first);
        std::ranges::stable_sort(own, {}, [this](const Owned& owned) {
            const Track& track = m_trace.tracks.at(owned.track);
            constexpr std::int64_t kNoNumber = std::numeric_limits<std::int64_t>::max();
            return std::tuple(
                track.isMetric,
                integerOf(track.tid).value_or(kNoNumber),
                std::string_view(track.name),
                owned.track);
        });
        owners.emplace_back(own);
        first = end;
    }
    std::ranges::stable_sort(owners, {}, [this](const Owner& owner) {
        const auto& [process, isDevice, track] = owner.front();
        const Process& p = m_collected.processes[process];
        // Of a number that is both the file's last word is the device's; a process has its own for index.
        const bool isBoth = p.isHost && p.isDevice && !isDevice;
        const auto index = isBoth ? integerOf(p.pid).value_or(0) : p.sortIndex;
        return std::tuple(isOfProfiler(owner), isDevice, !p.hasSortIndex && !isBoth, index);
    });
    return owners;
}

void Assembly::defineOwners()
{
    const std::vector<Owner> all = owners();
    definitions().locationGroups.reserve(all.size());
    m_trace.tracks.reserveIn(m_trace.head);
    for (std::size_t i = 0; i < all.size() && goesOn(); ++i) {
        defineOwner(all[i]);
    }
}

void Assembly::defineMetrics()
{
    definitions().metricMembers.reserve(m_collected.metrics.size());
    std::deque<std::string>& texts = m_collected.words.texts();
    definitions().strings.reserve(texts.size());
    for (std::uint32_t i = 0; i < texts.size(); ++i) {
        definitions().strings.push_back({.ref = StringRef(i), .text = std::move(texts[i])});
    }
    definitions().attributes = std::move(m_collected.words.attributes());
    for (std::uint32_t i = 0; i < m_collected.metrics.size() && goesOn(); ++i) {
        Series& series = m_collected.metrics[i];
        definitions().metricMembers.push_back(
            {.ref = MetricMemberRef(i),
             .name = std::move(series.name),
             .unit = std::move(series.unit),
             .mode = MetricMode::AbsoluteNext,
             .valueType = ValueType::Double});
    }
    m_collected.metrics = {};
    definitions().defineMetricClasses();
}

void Assembly::defineClock()
{
    ClockProperties& clock = definitions().clock;
    clock.ticksPerSecond = 1'000'000'000;
    clock.length = static_cast<std::uint64_t>(m_collected.last - m_collected.first);
    clock.globalOffset = static_cast<std::uint64_t>(std::max<Tick>(m_collected.first, 0));
    clock.realtimeNs =
        wallClockOf(header("baseTimeNanoseconds"), m_collected.first, m_collected.findings);
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
        if (key != "rank") {
            return;
        }
        if (integerOf(value).value_or(-1) < 0) {
            m_collected.findings.add("unusable-rank", Severity::Warning, [&] {
                return "the rank in distributedInfo is " + shown(value)
                       + ", which is no integer from 0: the file is of no rank";
            });
        } else {
            definitions().systemTreeNodes.push_back(
                {.ref = SystemTreeNodeRef(1),
                 .name = "rank " + std::to_string(*integerOf(value)),
                 .className = "rank",
                 .parent = SystemTreeNodeRef(0)});
            m_node = SystemTreeNodeRef(1);
        }
    });
}

bool Assembly::hasDevice(Owner process) const
{
    bool hasDeviceTrack = false;
    bool hasOther = false;
    for (const Owned& owned : process) {
        const Track& track = m_trace.tracks.at(owned.track);
        const bool isDeviceTrack = track.hasDeviceWork || track.isAnnotation;
        hasDeviceTrack = hasDeviceTrack || (isDeviceTrack && !track.isMetric);
        hasOther = hasOther || (!isDeviceTrack && !track.isMetric);
    }
    const Process& said = m_collected.processes[process.front().process];
    // Some devices do calls of their own.
    const bool isDescribed = m_deviceIds.contains(said.pid);
    return said.isDevice || (hasDeviceTrack && (!hasOther || isDescribed));
}

/// Whether a track that stands under a device's number is a host's. What is neither host's nor device's by
/// its kind is the host's where the number is also that of a process (\p isProcessToo).
bool Assembly::isOfHost(const Track& track, bool isProcessToo) const
{
    if (track.hasDeviceWork || track.isAnnotation) {
        return false;
    }
    bool isHost = isProcessToo;
    for (const tracks::Span& span : track.spans) {
        switch (m_collected.regions.classAt(span.region)) {
        case EventClass::Operator:
        case EventClass::Annotation:
        case EventClass::Python:
            return true;
        case EventClass::Sync:
        case EventClass::CounterRange:
            isHost = false;
            break;
        default:
            break;
        }
    }
    return isHost;
}

std::string Assembly::groupName(const Process& process, bool device)
{
    if (device && process.isNamedDevice) {
        return process.name;
    }
    if (device || !process.isDevice) {  // else the label is the device's
        if (!process.labels.empty()) {
            return process.labels;
        }
        if (device) {
            return "GPU " + process.pid;
        }
    }
    const bool isNumber = integerOf(process.pid).has_value();
    if (process.name.empty()) {
        return isNumber ? "process " + process.pid : process.pid;
    }
    return isNumber && process.name != process.pid ? process.name + " " + process.pid
                                                   : process.name;
}

void Assembly::defineOwner(Owner owner)
{
    const bool device = owner.front().isDevice;
    const Process& process = m_collected.processes[owner.front().process];
    const LocationGroupRef group(narrow<std::uint32_t>(definitions().locationGroups.size()));
    definitions().locationGroups.push_back(
        {.ref = group,
         .name = groupName(process, device),
         .type = device ? LocationGroupType::Accelerator : LocationGroupType::Process,
         .parent = m_node,
         .creator = LocationGroupRef::undefined()});
    for (std::size_t i = 0; i < owner.size() && goesOn(); ++i) {
        defineLocations(owner[i], group);
    }
    if (device) {
        m_deviceGroups.emplace(process.pid, group);
        m_deviceOwners.emplace_back(group, owner);
        return;
    }
    if (integerOf(process.pid)) {  // not "Spans", "Traces"
        m_hosts.push_back(group);
    }
    if (std::ranges::any_of(owner, [this](const Owned& owned) {
            return m_trace.tracks.at(owned.track).hasLaunches;
        })) {
        m_launchers.push_back(group);
        m_launcherOwners.push_back(owner);
    }
}

std::string Assembly::trackName(const Track& track, bool isOnDevice)
{
    const std::string end = track.isAnnotation ? " annotations" : "";
    if (!track.name.empty()) {
        return trimmed(track.name) + end;
    }
    const bool isNumber = integerOf(track.tid).has_value();
    const bool isStream = isOnDevice || track.hasDeviceWork || track.isAnnotation;
    return (isNumber ? std::string(isStream ? "stream " : "thread ") : "") + track.tid + end;
}

/// What is on a device and keeps it busy is a stream; its queues, what waits for it and what is only written
/// beside its work are neither that nor threads.
void Assembly::defineLocations(const Owned& owned, LocationGroupRef group)
{
    const Track& track = m_trace.tracks.at(owned.track);
    const bool isBeside = owned.isDevice || track.isAnnotation;
    const LocationType type = track.isMetric        ? LocationType::Metric
                              : track.hasDeviceWork ? LocationType::AcceleratorStream
                              : isBeside            ? LocationType::Unknown
                                                    : LocationType::CpuThread;
    const std::size_t location = definitions().locations.size();
    m_trace.tracks.define(owned.track, trackName(track, owned.isDevice), type, group, m_trace.head);
    m_collected.findings.name(
        m_collectedAt[owned.track], store::placeOf(definitions().locations[location]));
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
    if (m_launchers.size() > 1) {
        linkByNumbers();
    }
}

TrackList Assembly::tracksOf(Owner owner) const
{
    TrackList tracks;
    tracks.reserve(owner.size());
    for (const Owned& owned : owner) {
        tracks.push_back(&m_trace.tracks.at(owned.track));
    }
    return tracks;
}

/// Of several processes that launch work a device belongs to the one whose calls have its numbers.
void Assembly::linkByNumbers()
{
    std::vector<std::vector<std::uint64_t>> numbers;
    numbers.reserve(m_launcherOwners.size());
    for (const Owner& launcher : m_launcherOwners) {
        numbers.push_back(launchNumbers(tracksOf(launcher)));
    }
    for (const auto& [group, device] : m_deviceOwners) {
        const DeviceOwner owner = ownerOf(tracksOf(device), numbers);
        LocationGroup& made = definitions().locationGroups[group.value()];
        if (owner.process) {
            made.creator = m_launchers[*owner.process];
            continue;
        }
        const std::string name = made.name;
        const std::size_t processes = m_launchers.size();
        m_collected.findings.addMany(
            "ambiguous-launch", Severity::Warning, owner.ambiguous, [&name, &owner, processes] {
                return "which of the file's " + std::to_string(processes) + " processes gave '"
                       + name + "' its work is not clear: calls of several carry the numbers of "
                       + countText(owner.ambiguous, "work", "works")
                       + ", each of which is joined to the latest of them";
            });
    }
}

void Assembly::defineFacts()
{
    MachineFacts facts = factsOf(m_collected.headers, m_node, [this](std::string_view id) {
        const auto found = m_deviceGroups.find(std::string(id));
        return found == m_deviceGroups.end() ? LocationGroupRef::undefined() : found->second;
    });
    definitions().properties = std::move(facts.properties);
    m_collected.findings.addMany("header-left-out", Severity::Info, facts.leftOut, [&] {
        return "values beside the list of events that are too long, too many or too deep for a "
               "property are left out, for instance '"
               + facts.firstLeftOut + "'";
    });
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

void Assembly::report()
{
    reportReading(m_collected.phases, m_outcome, m_path, m_trace.head.report);
    m_collected.findings.reportTo(m_trace.head.report);
    reportCrossing(m_trace.tracks, m_trace.head.report);
    if (m_emptyTracks > 0) {
        m_trace.head.report.add(
            "empty-track",
            Severity::Info,
            "'" + m_firstEmpty + "' has no slice, mark or sample: it is left out",
            m_emptyTracks);
    }
}

}  // namespace

std::optional<AssembledTrace> assemble(
    CollectedTrace collected,
    const DocumentOutcome& outcome,
    const std::filesystem::path& path,
    const std::function<bool()>& goOn)
{
    return Assembly(collected, outcome, path.string(), goOn).run();
}

}  // namespace vellum::server::reader::json
