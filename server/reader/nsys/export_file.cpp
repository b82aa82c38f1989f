#include "server/reader/nsys/export_file.h"

#include "common/base/narrow.h"
#include "server/reader/nsys/export_collector.h"
#include "server/reader/nsys/table_reader.h"
#include "server/reader/tracks/track_set.h"
#include "server/reader/wording.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace vellum::server::reader::nsys {

namespace {

using query::Severity;
using tracks::Track;
using tracks::TrackSet;

std::string lastComponent(const std::string& path)
{
    return path.substr(path.find_last_of("/\\") + 1);
}

/// Makes definitions of what was collected, group by group in the order of their keys.
class Assembly {
public:
    Assembly(CollectedExport& collected, const std::filesystem::path& path)
        : m_collected(collected)
        , m_path(path)
    {
    }

    std::unique_ptr<EventSource> run()
    {
        m_head.format = "Nsight Systems";
        m_head.isPrefix = m_collected.isStopped;
        defineClock();
        definitions().systemTreeNodes.push_back(
            {.ref = SystemTreeNodeRef(0),
             .name = m_collected.host.empty() ? "machine" : m_collected.host,
             .className = "machine",
             .parent = SystemTreeNodeRef::undefined()});
        defineRank();
        for (auto& [key, track] : m_collected.tracks) {
            closeOpen(key, track);
            if (track.spans.empty() && track.points.empty()) {
                continue;
            }
            const LocationGroupRef group = groupAt(key.group);
            const std::string name = trackName(key, track);
            if (key.kind == TrackKind::Thread) {
                m_threads.emplace(key.id, definitions().locations.size());
            }
            const Track* const collected = &track;  // what findings know it by
            const std::size_t location = definitions().locations.size();
            m_tracks.define(m_tracks.add(std::move(track)), name, typeOf(key.kind), group, m_head);
            m_collected.findings.name(collected, store::placeOf(definitions().locations[location]));
        }
        definitions().regions = m_collected.regions.take();
        definitions().metricMembers = std::move(m_collected.metrics);
        definitions().defineMetricClasses();
        definitions().callingContexts = std::move(m_collected.contexts);
        definitions().creator = m_collected.product.empty()
                                    ? "Nsight Systems"
                                    : "Nsight Systems " + m_collected.product;
        defineWords();
        defineCommunicators();
        definitions().buildLookups();
        report();
        m_tracks.setOrigin(m_collected.first);
        return TrackSet::makeSource(std::move(m_head), std::move(m_tracks));
    }

private:
    Definitions& definitions() { return m_head.definitions; }

    void defineClock();
    void defineRank();
    void defineWords();
    void defineCommunicators();
    void addFacts(PropertyTarget target, std::uint64_t ref, const std::vector<Fact>& facts);
    void closeOpen(const TrackKey& key, Track& track);
    [[nodiscard]] LocationGroupRef groupAt(const GroupKey& key);
    [[nodiscard]] std::string groupName(const GroupKey& key) const;
    [[nodiscard]] bool hasContexts(GroupKey key) const;
    [[nodiscard]] std::string processName(std::int64_t process) const;
    [[nodiscard]] std::string trackName(const TrackKey& key, const Track& track) const;
    [[nodiscard]] static LocationType typeOf(TrackKind kind);
    void report();
    void reportNames();

    CollectedExport& m_collected;
    const std::filesystem::path& m_path;
    TraceHead m_head;
    TrackSet m_tracks;
    std::map<GroupKey, LocationGroupRef> m_groups;
    std::map<std::int64_t, std::size_t> m_threads;  ///< the location of a globalTid
};

void Assembly::defineClock()
{
    ClockProperties& clock = definitions().clock;
    clock.ticksPerSecond = 1'000'000'000;
    clock.length = static_cast<std::uint64_t>(m_collected.last - m_collected.first);
    clock.globalOffset = static_cast<std::uint64_t>(std::max<Tick>(m_collected.first, 0));
    if (m_collected.sessionStartNs > 0) {
        clock.realtimeNs =
            static_cast<std::uint64_t>(m_collected.sessionStartNs + m_collected.first);
    }
}

/// A file of one rank, as each rank of a job writes one, is that rank's.
void Assembly::defineRank()
{
    if (m_collected.ranks.size() == 1) {
        definitions().systemTreeNodes.push_back(
            {.ref = SystemTreeNodeRef(1),
             .name = "rank " + std::to_string(*m_collected.ranks.begin()),
             .className = "rank",
             .parent = SystemTreeNodeRef(0)});
    }
}

void Assembly::defineCommunicators()
{
    for (const CollectedCommunicator& collected : m_collected.communicators) {
        const auto number = narrow<std::uint32_t>(definitions().communicators.size());
        Group group{
            .ref = GroupRef(number),
            .type = GroupType::CommLocations,
            .paradigm = Paradigm::Mpi,
            .name = collected.name};
        for (const std::int64_t globalTid : collected.members) {
            const auto found = m_threads.find(globalTid);
            group.members.push_back(
                found == m_threads.end() ? LocationRef::undefined().value()
                                         : definitions().locations[found->second].ref.value());
        }
        definitions().groups.push_back(std::move(group));
        definitions().communicators.push_back(
            {.ref = CommRef(number),
             .name = collected.name,
             .group = GroupRef(number),
             .remoteGroup = GroupRef::undefined(),
             .parent = CommRef::undefined()});
        m_head.sharedCommunicators.push_back(collected.key);
    }
}

void Assembly::addFacts(PropertyTarget target, std::uint64_t ref, const std::vector<Fact>& facts)
{
    for (const auto& [name, value] : facts) {
        definitions().properties.push_back(
            {.target = target, .ref = ref, .name = name, .value = value});
    }
}

/// Texts, what ranges carry, and what is known of the machine and its devices.
void Assembly::defineWords()
{
    definitions().strings = m_collected.texts.take();
    definitions().attributes = m_collected.attributes.take();
    addFacts(PropertyTarget::SystemTreeNode, 0, m_collected.machineFacts);
    std::set<std::int64_t> used;
    for (const auto& [key, ref] : m_groups) {
        const auto facts = m_collected.deviceFacts.find(key.device);
        if (key.kind == GroupKind::Device && facts != m_collected.deviceFacts.end()) {
            addFacts(PropertyTarget::LocationGroup, ref.value(), facts->second);
            used.insert(key.device);
        }
    }
    for (const auto& [device, name] : m_collected.deviceNames) {
        if (!used.contains(device)) {  // it was there, and did nothing
            std::string line;
            for (const auto& [fact, value] : m_collected.deviceFacts[device]) {
                line.append(line.empty() ? "" : ", ").append(fact).append(": ").append(value);
            }
            const std::string what = "device " + std::to_string(device) + " (no work)";
            addFacts(PropertyTarget::SystemTreeNode, 0, {{what, line.empty() ? name : line}});
        }
    }
}

/// Pairs begins and ends; what is open is closed at the end of the trace.
void Assembly::closeOpen(const TrackKey& key, Track& track)
{
    const tracks::PairedEdges paired = pairEdges(track, m_collected.last);
    const auto add = [&](const char* kind, std::uint64_t count, const char* what) {
        const auto sentence = [&] { return trackName(key, track) + ": " + what; };
        m_collected.findings.addMany(kind, Severity::Warning, count, sentence, &track);
    };
    add("unmatched-leave",
        paired.unmatchedEnds,
        "a thread was taken from it that had not been put on it before");
    add("open-visit",
        paired.unmatchedBegins,
        "a thread was put on it and never taken from it: it is closed at the last event");
    for (tracks::Span& span : track.spans) {
        span.end = std::min(span.end, std::max(span.begin, m_collected.last));
    }
}

std::string Assembly::processName(std::int64_t process) const
{
    const auto name = m_collected.processNames.find(process);
    const std::string pid = std::to_string(pidOf(process));
    return name == m_collected.processNames.end() || name->second.empty()
               ? "process " + pid
               : lastComponent(name->second) + " " + pid;
}

std::string Assembly::groupName(const GroupKey& key) const
{
    switch (key.kind) {
    case GroupKind::Process:
        return processName(key.process);
    case GroupKind::Cpus:
        return "CPUs";
    case GroupKind::Metrics:
        return "GPU metrics";
    case GroupKind::Device:
        break;
    }
    const auto model = m_collected.deviceNames.find(key.device);
    return "GPU " + std::to_string(key.device) + ", pid " + std::to_string(pidOf(key.process))
           + (hasContexts(key) ? ", context " + std::to_string(key.context) : "")
           + (model == m_collected.deviceNames.end() ? "" : " (" + model->second + ")");
}

/// Whether a process uses a device in more than one context.
bool Assembly::hasContexts(GroupKey key) const
{
    const auto& all = m_collected.tracks;
    key.context = std::numeric_limits<std::int64_t>::min();
    const auto first = all.lower_bound({.group = key, .kind = TrackKind::Thread, .id = 0});
    key.context = std::numeric_limits<std::int64_t>::max();
    const auto end = all.upper_bound({.group = key, .kind = TrackKind::Metric, .id = 0});
    return first != end && first->first.group.context != std::prev(end)->first.group.context;
}

LocationGroupRef Assembly::groupAt(const GroupKey& key)
{
    const LocationGroupRef ref(narrow<std::uint32_t>(definitions().locationGroups.size()));
    const auto [found, isNew] = m_groups.try_emplace(key, ref);
    if (isNew) {
        const bool isDevice = key.kind == GroupKind::Device;
        const auto creator = m_groups.find({.kind = GroupKind::Process, .process = key.process});
        definitions().locationGroups.push_back(
            {.ref = ref,
             .name = groupName(key),
             .type = isDevice ? LocationGroupType::Accelerator : LocationGroupType::Process,
             .parent = definitions().systemTreeNodes.back().ref,
             .creator = isDevice && creator != m_groups.end() ? creator->second
                                                              : LocationGroupRef::undefined()});
    }
    return found->second;
}

std::string Assembly::trackName(const TrackKey& key, const Track& track) const
{
    switch (key.kind) {
    case TrackKind::Thread: {
        const auto name = m_collected.threadNames.find(key.id);
        const std::string number = "thread " + std::to_string(tidOf(key.id));
        return name == m_collected.threadNames.end() || name->second.empty()
                   ? number
                   : number + " (" + name->second + ")";
    }
    case TrackKind::Stream:
        return "stream " + std::to_string(key.id);
    case TrackKind::Ranges:
        return "NVTX start/end ranges";
    case TrackKind::Sync:
        return "synchronisation";
    case TrackKind::Memory:
        return "memory";
    case TrackKind::Overhead:
        return "profiler overhead";
    case TrackKind::Cpu:
        return "CPU " + std::to_string(key.id);
    case TrackKind::Metric:
        break;
    }
    return track.name.empty() ? "source " + std::to_string(key.id) : track.name;
}

LocationType Assembly::typeOf(TrackKind kind)
{
    switch (kind) {
    case TrackKind::Stream:
        return LocationType::AcceleratorStream;
    case TrackKind::Metric:
    case TrackKind::Memory:
        return LocationType::Metric;
    case TrackKind::Sync:  // what waits for a device: neither a stream nor a thread
        return LocationType::Unknown;
    default:
        return LocationType::CpuThread;
    }
}

void Assembly::report()
{
    std::string tables;
    std::uint64_t rows = 0;
    for (const auto& [table, count] : m_collected.rows) {
        tables += (tables.empty() ? "" : ", ") + table + " " + numberText(count);
        rows += count;
    }
    m_head.report.add(
        "table-rows",
        Severity::Info,
        quoted(m_path) + " holds, by table: " + tables
            + (m_collected.schema.empty() ? "" : "; schema " + m_collected.schema),
        rows);
    m_collected.findings.reportTo(m_head.report);
    if (definitions().locations.empty() && !m_collected.isStopped) {
        m_head.report.add(
            "no-events",
            Severity::Warning,
            quoted(m_path)
                + " is an export without events that are shown here: the trace is empty");
    }
    reportNames();
    reportCrossing(m_tracks, m_head.report);
}

/// Names of what has no events: an export has those of all that ran on the machine.
void Assembly::reportNames()
{
    std::set<std::int64_t> known;
    for (const auto& [key, ref] : m_groups) {
        known.insert(key.process);
    }
    for (const std::int64_t thread : m_collected.scheduled) {
        known.insert(processOf(thread));
    }
    std::vector<std::int64_t> processes;
    for (const auto& [process, name] : m_collected.processNames) {
        if (!known.contains(process)) {
            processes.push_back(process);
        }
    }
    std::vector<std::int64_t> threads;
    for (const auto& [thread, name] : m_collected.threadNames) {
        if (!m_threads.contains(thread) && !m_collected.scheduled.contains(thread)) {
            threads.push_back(thread);
        }
    }
    if (!processes.empty()) {
        m_head.report.add(
            "process-without-events",
            Severity::Info,
            "'" + processName(processes.front())
                + "' is among the processes and has no event: it is left out",
            processes.size());
    }
    if (!threads.empty()) {
        m_head.report.add(
            "empty-track",
            Severity::Info,
            "thread " + std::to_string(tidOf(threads.front())) + " of process "
                + std::to_string(pidOf(threads.front())) + ", called '"
                + m_collected.threadNames.at(threads.front()) + "', has no event: it is left out",
            threads.size());
    }
}

/// Tables, or views, that only an export has. Names alone are nothing: other programs have tables of
/// strings too.
std::size_t countOfExport(const Database& database, bool areTables)
{
    constexpr std::array<std::string_view, 11> kPrefixes = {
        "META_DATA_",
        "EXPORT_META_DATA",
        "MPI_",
        "GPU_METRICS",
        "CUPTI_",
        "NVTX_",
        "TARGET_INFO_",
        "ANALYSIS_",
        "OSRT_",
        "SCHED_",
        "COMPOSITE_"};
    const auto count = std::ranges::count_if(database.entries(), [&](const Database::Entry& entry) {
        return entry.isTable == areTables
               && std::ranges::any_of(kPrefixes, [&](std::string_view prefix) {
                      return entry.name.starts_with(prefix);
                  });
    });
    return static_cast<std::size_t>(count);
}

Error noExport(const std::filesystem::path& path, const Database& database)
{
    const std::size_t views = countOfExport(database, false);
    const std::string what =
        views == 0
            ? " and no export of Nsight Systems"
            : " that has " + countText(views, "view", "views")
                  + " where an export of Nsight Systems has tables: views are not run, so nothing "
                    "in it can be read; copy them into tables (CREATE TABLE … AS SELECT …)";
    return {
        .kind = ErrorKind::InvalidArgument,
        .message = quoted(path) + " is a database (SQLite, " + bytesText(database.bytes()) + ", "
                   + countText(database.entries().size(), "table", "tables") + ")" + what};
}

}  // namespace

Result<std::unique_ptr<EventSource>> openExport(
    const std::filesystem::path& path, const OpenOptions& options)
{
    const auto database = Database::open(path);
    VELLUM_RETURN_IF_ERROR(database);
    if (countOfExport(database.value(), true) == 0) {
        return noExport(path, database.value());
    }
    const std::uint64_t total = database.value().bytes();
    CollectedExport collected = collect(database.value(), [&](double share) {
        if (options.onProgress) {  // rows are no bytes, but all that SQLite tells
            const double bytes = share * static_cast<double>(total);
            options.onProgress(std::min(static_cast<std::uint64_t>(bytes), total), total);
        }
        return !options.cancel.stop_requested();
    });
    return Assembly(collected, path).run();
}

}  // namespace vellum::server::reader::nsys
