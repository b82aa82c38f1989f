#include "server/reader/nsys/export_collector.h"

#include "common/base/narrow.h"
#include "common/trace/device_work.h"
#include "common/trace/event_kinds.h"
#include "server/reader/wording.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

namespace vellum::server::reader::nsys {

namespace {

using query::Severity;
using tracks::bits;
using tracks::ExtraRecord;
using tracks::kFarthest;
using tracks::kTypeDouble;
using tracks::Track;

constexpr unsigned kTidBits = 24;  // of a globalTid; globalPid is the rest
constexpr std::uint64_t kRowsPerQuestion = 4096;

// NVTX_EVENTS.eventType
constexpr std::int64_t kNvtxMark = 34;
constexpr std::int64_t kNvtxPushPop = 59;
constexpr std::int64_t kNvtxStartEnd = 60;

constexpr RegionNature kKernel{Paradigm::Cuda, RegionRole::Kernel, FunctionGroup::Kernel};
constexpr RegionNature kCollective{Paradigm::Cuda, RegionRole::Kernel, FunctionGroup::Mpi};
constexpr RegionNature kCopy{Paradigm::Cuda, RegionRole::DataTransfer, FunctionGroup::Copy};
constexpr RegionNature kApi{Paradigm::Cuda, RegionRole::Wrapper, FunctionGroup::DeviceApi};
constexpr RegionNature kNvtx{Paradigm::Nvtx, RegionRole::Code, FunctionGroup::Annotation};
constexpr RegionNature kOs{Paradigm::OperatingSystem, RegionRole::Wrapper, FunctionGroup::Io};
constexpr RegionNature kThreads{
    Paradigm::OperatingSystem, RegionRole::Wrapper, FunctionGroup::OpenMp};
constexpr RegionNature kMpi{Paradigm::Mpi, RegionRole::Wrapper, FunctionGroup::Mpi};
constexpr RegionNature kLibrary{Paradigm::Cuda, RegionRole::Wrapper, FunctionGroup::DeviceApi};
constexpr RegionNature kOverhead{
    Paradigm::MeasurementSystem, RegionRole::Artificial, FunctionGroup::Measurement};
constexpr RegionNature kRunning{
    Paradigm::OperatingSystem, RegionRole::Code, FunctionGroup::Application};
constexpr RegionNature kFrame{Paradigm::Sampling, RegionRole::Function, FunctionGroup::Application};

std::int64_t processOf(std::int64_t globalTid)
{
    return static_cast<std::int64_t>(bits(globalTid) >> kTidBits << kTidBits);
}

/// "cudaLaunchKernel_v7000" without the version; "cuMemAlloc_v2" keeps its own.
std::string_view withoutVersion(std::string_view name)
{
    const std::size_t mark = name.rfind("_v");
    constexpr std::size_t kDigits = 4;
    const bool isVersion =
        mark != std::string_view::npos && name.size() >= mark + 2 + kDigits
        && name.find_first_not_of("0123456789", mark + 2) == std::string_view::npos;
    return isVersion ? name.substr(0, mark) : name;
}

/// A number of the file as an enumerator; none that fits is one that no name stands for.
template <typename Enum>
Enum enumerator(std::int64_t number)
{
    constexpr std::int64_t kNone = 0xff;
    return static_cast<Enum>(number >= 0 && number < kNone ? number : kNone);
}

class Collector {
public:
    Collector(const Database& database, const std::function<bool()>& goOn)
        : m_database(database)
        , m_goOn(goOn)
    {
    }

    CollectedExport run();

private:
    using Take = std::function<void(const Row&)>;
    using Columns = std::initializer_list<std::string_view>;

    void scan(std::string_view table, Columns columns, const Take& take);
    void note(Tick begin, Tick end);
    [[nodiscard]] bool checkTime(std::string_view table, std::optional<std::int64_t> time);
    [[nodiscard]] std::optional<Tick> endOf(
        std::string_view table, Tick begin, std::optional<std::int64_t> end);
    [[nodiscard]] std::string_view string(std::optional<std::int64_t> id) const;
    Track& thread(std::int64_t globalTid);
    Track& device(const Row& row, TrackKind kind, int firstColumn);
    /// A slice of a table whose first two columns are start and end; false if it has no time.
    bool addSpan(
        std::string_view table,
        const Row& row,
        Track& track,
        std::uint32_t region,
        ExtraRecord extra = 0);

    void readIdentity();
    void readNames();
    void readKernels();
    void readCopies();
    void readSynchronisation();
    void readApi();
    void readNvtx();
    void readOsRuntime();
    void readMpi();
    void readLibraries();
    void readOverhead();
    void readScheduling();
    void readSamples();
    void readMetrics();
    void readMemory();
    void readDiagnostics();
    void checkTables();

    const Database& m_database;
    const std::function<bool()>& m_goOn;
    CollectedExport m_export;
    std::unordered_map<std::int64_t, std::string> m_strings;
};

void Collector::scan(std::string_view table, Columns columns, const Take& take)
{
    if (m_export.isStopped || !m_database.hasTable(table)) {
        return;
    }
    std::uint64_t rows = 0;
    const auto wrong = m_database.scan(table, columns, [&](const Row& row) {
        take(row);
        if (++rows % kRowsPerQuestion == 0 && !m_goOn()) {
            m_export.isStopped = true;
        }
        return !m_export.isStopped;
    });
    m_export.rows.emplace_back(table, rows);
    if (wrong) {
        m_export.findings.add("damaged-table", Severity::Error, [&] {
            return "table " + std::string(table) + " ends in an error after " + numberText(rows)
                   + " rows (" + *wrong + ")";
        });
    }
}

void Collector::note(Tick begin, Tick end)
{
    m_export.first = m_export.hasTime ? std::min(m_export.first, begin) : begin;
    m_export.last = m_export.hasTime ? std::max(m_export.last, end) : end;
    m_export.hasTime = true;
}

bool Collector::checkTime(std::string_view table, std::optional<std::int64_t> time)
{
    if (time && *time > -kFarthest && *time < kFarthest) {
        return true;
    }
    m_export.findings.add("event-without-time", Severity::Error, [&] {
        return "a row of " + std::string(table) + " has "
               + (time ? "the time " + std::to_string(*time) + " ns" : std::string("no time"));
    });
    return false;
}

std::optional<Tick> Collector::endOf(
    std::string_view table, Tick begin, std::optional<std::int64_t> end)
{
    if (!end) {
        return std::nullopt;
    }
    if (*end < begin || *end > kFarthest) {
        m_export.findings.add("unusable-duration", Severity::Warning, [&] {
            return "a row of " + std::string(table) + " begins at " + std::to_string(begin)
                   + " ns and ends at " + std::to_string(*end) + " ns: it is kept without length";
        });
        return begin;
    }
    return end;
}

std::string_view Collector::string(std::optional<std::int64_t> id) const
{
    const auto found = id ? m_strings.find(*id) : m_strings.end();
    return found == m_strings.end() ? std::string_view() : std::string_view(found->second);
}

Track& Collector::thread(std::int64_t globalTid)
{
    const GroupKey group{.kind = GroupKind::Process, .process = processOf(globalTid)};
    return m_export.tracks[{.group = group, .kind = TrackKind::Thread, .id = globalTid}];
}

/// The track of device work whose columns globalPid, deviceId, contextId, streamId begin at
/// \p firstColumn.
Track& Collector::device(const Row& row, TrackKind kind, int firstColumn)
{
    const GroupKey group{
        .kind = GroupKind::Device,
        .process = row.number(firstColumn),
        .device = row.number(firstColumn + 1),
        .context = row.number(firstColumn + 2)};
    const std::int64_t id = kind == TrackKind::Stream ? row.number(firstColumn + 3) : 0;
    return m_export.tracks[{.group = group, .kind = kind, .id = id}];
}

bool Collector::addSpan(
    std::string_view table, const Row& row, Track& track, std::uint32_t region, ExtraRecord extra)
{
    const auto begin = row.integer(0);
    if (!checkTime(table, begin)) {
        return false;
    }
    const Tick end = endOf(table, *begin, row.integer(1)).value_or(*begin);
    note(*begin, end);
    track.spans.push_back({.begin = *begin, .end = end, .region = region, .extra = extra});
    return true;
}

void Collector::readIdentity()
{
    for (const char* table : {"META_DATA_EXPORT", "META_DATA_CAPTURE", "EXPORT_META_DATA"}) {
        scan(table, {"name", "value"}, [&](const Row& row) {
            if (row.text(0) == "EXPORT_SCHEMA_VERSION") {
                m_export.schema = std::string(row.text(1));
            } else if (row.text(0) == "EXPORT_PRODUCT_VERSION") {
                m_export.product = std::string(row.text(1));
            }
        });
    }
    scan("TARGET_INFO_SESSION_START_TIME", {"utcEpochNs"}, [&](const Row& row) {
        m_export.sessionStartNs = row.number(0);
    });
    scan("TARGET_INFO_SYSTEM_ENV", {"name", "value"}, [&](const Row& row) {
        if (row.text(0) == "Hostname") {
            m_export.host = std::string(row.text(1));
        }
    });
}

void Collector::readNames()
{
    scan("StringIds", {"id", "value"}, [&](const Row& row) {
        m_strings.emplace(row.number(0), row.text(1));
    });
    scan("PROCESSES", {"globalPid", "name"}, [&](const Row& row) {
        m_export.processNames[row.number(0)] = std::string(row.text(1));
    });
    scan("ThreadNames", {"globalTid", "nameId"}, [&](const Row& row) {
        m_export.threadNames[row.number(0)] = std::string(string(row.integer(1)));
    });
    scan("TARGET_INFO_GPU", {"cuDevice", "id", "name"}, [&](const Row& row) {
        const std::int64_t device = row.integer(0).value_or(row.number(1));
        m_export.deviceNames[device] = std::string(row.text(2));
    });
}

void Collector::readKernels()
{
    constexpr std::string_view kTable = "CUPTI_ACTIVITY_KIND_KERNEL";
    scan(
        kTable,
        {"start",
         "end",
         "globalPid",
         "deviceId",
         "contextId",
         "streamId",
         "correlationId",
         "demangledName",
         "shortName",
         "gridX",
         "gridY",
         "gridZ",
         "blockX",
         "blockY",
         "blockZ",
         "registersPerThread",
         "staticSharedMemory",
         "dynamicSharedMemory"},
        [&](const Row& row) {
            Track& track = device(row, TrackKind::Stream, 2);
            const std::string_view full = string(row.integer(7));
            const std::string_view name = full.empty() ? string(row.integer(8)) : full;
            const std::uint32_t region =
                m_export.regions.intern(name, isCollectiveKernel(name) ? kCollective : kKernel);
            track.hasDeviceWork = true;
            const ExtraRecord extra = track.add(
                event_kind::kDeviceKernel,
                {bits(row.number(6)),
                 bits(row.number(9)),
                 bits(row.number(10)),
                 bits(row.number(11)),
                 bits(row.number(12)),
                 bits(row.number(13)),
                 bits(row.number(14)),
                 bits(row.number(15)),
                 bits(row.number(16)) + bits(row.number(17))});
            addSpan(kTable, row, track, region, extra);
        });
    constexpr std::string_view kGraphs = "CUPTI_ACTIVITY_KIND_GRAPH_TRACE";
    scan(
        kGraphs,
        {"start",
         "end",
         "globalPid",
         "deviceId",
         "contextId",
         "streamId",
         "correlationId",
         "graphId"},
        [&](const Row& row) {
            Track& track = device(row, TrackKind::Stream, 2);
            track.hasDeviceWork = true;
            const std::string name = "CUDA graph " + std::to_string(row.number(7));
            const ExtraRecord extra =
                track.add(event_kind::kDeviceKernel, {bits(row.number(6)), 0, 0, 0, 0, 0, 0, 0, 0});
            addSpan(kGraphs, row, track, m_export.regions.intern(name, kKernel), extra);
        });
}

void Collector::readCopies()
{
    constexpr std::string_view kTable = "CUPTI_ACTIVITY_KIND_MEMCPY";
    scan(
        kTable,
        {"start",
         "end",
         "globalPid",
         "deviceId",
         "contextId",
         "streamId",
         "correlationId",
         "bytes",
         "copyKind",
         "srcKind",
         "dstKind"},
        [&](const Row& row) {
            Track& track = device(row, TrackKind::Stream, 2);
            track.hasDeviceWork = true;
            const std::string name = copyName(
                enumerator<CopyKind>(row.number(8)),
                enumerator<MemoryKind>(row.number(9)),
                enumerator<MemoryKind>(row.number(10)));
            const ExtraRecord extra = track.add(
                event_kind::kDeviceCopy,
                {bits(row.number(6)),
                 bits(row.number(7)),
                 bits(row.number(8)),
                 bits(row.number(9)),
                 bits(row.number(10))});
            addSpan(kTable, row, track, m_export.regions.intern(name, kCopy), extra);
        });
    constexpr std::string_view kSets = "CUPTI_ACTIVITY_KIND_MEMSET";
    scan(
        kSets,
        {"start",
         "end",
         "globalPid",
         "deviceId",
         "contextId",
         "streamId",
         "correlationId",
         "bytes",
         "memKind"},
        [&](const Row& row) {
            Track& track = device(row, TrackKind::Stream, 2);
            track.hasDeviceWork = true;
            const ExtraRecord extra = track.add(
                event_kind::kDeviceSet,
                {bits(row.number(6)), bits(row.number(7)), bits(row.number(8))});
            addSpan(kSets, row, track, m_export.regions.intern("Memset", kCopy), extra);
        });
}

void Collector::readSynchronisation()
{
    constexpr std::string_view kTable = "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION";
    constexpr std::array<const char*, 5> kNames = {
        "Synchronization", "Event Sync", "Stream Wait Event", "Stream Sync", "Context Sync"};
    scan(
        kTable,
        {"start",
         "end",
         "globalPid",
         "deviceId",
         "contextId",
         "streamId",
         "correlationId",
         "syncType",
         "eventSyncId"},
        [&](const Row& row) {
            Track& track = device(row, TrackKind::Sync, 2);
            const std::uint64_t type = bits(row.number(7));
            const char* name = kNames.at(type < kNames.size() ? type : 0);
            const ExtraRecord extra =
                track.add(event_kind::kDeviceSync, {bits(row.number(6)), bits(row.number(8))});
            addSpan(kTable, row, track, m_export.regions.intern(name, kApi), extra);
        });
}

void Collector::readApi()
{
    constexpr std::string_view kTable = "CUPTI_ACTIVITY_KIND_RUNTIME";
    scan(kTable, {"start", "end", "globalTid", "correlationId", "nameId"}, [&](const Row& row) {
        Track& track = thread(row.number(2));
        const std::uint32_t region =
            m_export.regions.intern(withoutVersion(string(row.integer(4))), kApi);
        const std::uint64_t correlation = bits(row.number(3));
        const ExtraRecord extra =
            correlation == 0 ? 0 : track.add(event_kind::kDeviceLaunch, {correlation});
        addSpan(kTable, row, track, region, extra);
    });
}

void Collector::readNvtx()
{
    constexpr std::string_view kTable = "NVTX_EVENTS";
    scan(kTable, {"start", "end", "globalTid", "eventType", "text", "textId"}, [&](const Row& row) {
        const std::int64_t type = row.number(3);
        if (type != kNvtxMark && type != kNvtxPushPop && type != kNvtxStartEnd) {
            return;  // names of categories and domains
        }
        const std::string_view text = row.text(4).empty() ? string(row.integer(5)) : row.text(4);
        const std::uint32_t region = m_export.regions.intern(text, kNvtx);
        Track& own = thread(row.number(2));
        const auto begin = row.integer(0);
        if (type == kNvtxMark) {
            if (checkTime(kTable, begin)) {
                note(*begin, *begin);
                own.points.push_back(
                    {.at = *begin, .record = own.add(event_kind::kInstant, {region})});
            }
            return;
        }
        GroupKey group{.kind = GroupKind::Process, .process = processOf(row.number(2))};
        Track& track = type == kNvtxPushPop
                           ? own
                           : m_export.tracks[{.group = group, .kind = TrackKind::Ranges, .id = 0}];
        if (addSpan(kTable, row, track, region) && !row.integer(1)) {
            track.spans.back().end = kFarthest;  // closed at the end of the trace
            m_export.findings.add("open-visit", Severity::Warning, [&] {
                return "NVTX range '" + std::string(text) + "' begun at " + std::to_string(*begin)
                       + " ns was never ended";
            });
        }
    });
}

void Collector::readOsRuntime()
{
    constexpr std::string_view kTable = "OSRT_API";
    scan(kTable, {"start", "end", "globalTid", "nameId"}, [&](const Row& row) {
        const std::string_view name = string(row.integer(3));
        const bool isThreads = name.starts_with("pthread_") || name.starts_with("sem_");
        addSpan(
            kTable,
            row,
            thread(row.number(2)),
            m_export.regions.intern(name, isThreads ? kThreads : kOs));
    });
}

void Collector::readMpi()
{
    for (const char* table :
         {"MPI_P2P_EVENTS",
          "MPI_COLLECTIVES_EVENTS",
          "MPI_START_WAIT_EVENTS",
          "MPI_OTHER_EVENTS"}) {
        scan(table, {"start", "end", "globalTid", "textId"}, [&](const Row& row) {
            addSpan(
                table,
                row,
                thread(row.number(2)),
                m_export.regions.intern(string(row.integer(3)), kMpi));
        });
    }
}

void Collector::readLibraries()
{
    for (const char* table : {"CUDNN_EVENTS", "CUBLAS_EVENTS"}) {
        scan(table, {"start", "end", "globalTid", "nameId"}, [&](const Row& row) {
            addSpan(
                table,
                row,
                thread(row.number(2)),
                m_export.regions.intern(string(row.integer(3)), kLibrary));
        });
    }
}

void Collector::readOverhead()
{
    for (const char* table : {"PROFILER_OVERHEAD", "CUPTI_ACTIVITY_KIND_OVERHEAD"}) {
        scan(table, {"start", "end", "globalTid", "nameId"}, [&](const Row& row) {
            const GroupKey group{.kind = GroupKind::Process, .process = processOf(row.number(2))};
            const std::string_view name = string(row.integer(3));
            addSpan(
                table,
                row,
                m_export.tracks[{.group = group, .kind = TrackKind::Overhead, .id = 0}],
                m_export.regions.intern(name.empty() ? "profiler overhead" : name, kOverhead));
        });
    }
}

void Collector::readScheduling()
{
    constexpr std::string_view kTable = "SCHED_EVENTS";
    scan(kTable, {"start", "cpu", "isSchedIn", "globalTid"}, [&](const Row& row) {
        const auto at = row.integer(0);
        if (!checkTime(kTable, at)) {
            return;
        }
        note(*at, *at);
        Track& track = m_export.tracks[{
            .group = {.kind = GroupKind::Cpus}, .kind = TrackKind::Cpu, .id = row.number(1)}];
        const auto name = m_export.threadNames.find(row.number(3));
        const std::string thread =
            name != m_export.threadNames.end() && !name->second.empty()
                ? name->second
                : "thread " + std::to_string(row.number(3) & ((1 << kTidBits) - 1));
        track.edges.push_back(
            {.at = *at,
             .region = m_export.regions.intern(thread, kRunning),
             .isBegin = row.number(2) != 0});
    });
}

void Collector::readSamples()
{
    struct Frame {
        std::int64_t depth = 0;
        std::uint32_t region = 0;
    };
    std::unordered_map<std::int64_t, std::vector<Frame>> chains;
    scan("SAMPLING_CALLCHAINS", {"id", "symbol", "stackDepth"}, [&](const Row& row) {
        chains[row.number(0)].push_back(
            {.depth = row.number(2),
             .region = m_export.regions.intern(string(row.integer(1)), kFrame)});
    });
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> contexts;
    const auto contextOf = [&](std::vector<Frame>& frames) {
        std::ranges::sort(frames, [](const Frame& a, const Frame& b) { return a.depth > b.depth; });
        std::uint32_t parent = CallingContextRef::undefined().value();
        for (const Frame& frame : frames) {
            const auto number = narrow<std::uint32_t>(m_export.contexts.size());
            const auto [found, isNew] = contexts.try_emplace({parent, frame.region}, number);
            if (isNew) {
                m_export.contexts.push_back(
                    {.ref = CallingContextRef(number),
                     .region = RegionRef(frame.region),
                     .parent = CallingContextRef(parent)});
            }
            parent = found->second;
        }
        return parent;
    };
    constexpr std::string_view kTable = "COMPOSITE_EVENTS";
    scan(kTable, {"start", "id", "globalTid"}, [&](const Row& row) {
        const auto at = row.integer(0);
        const auto chain = chains.find(row.number(1));
        if (chain == chains.end() || !checkTime(kTable, at)) {
            return;
        }
        note(*at, *at);
        Track& track = thread(row.number(2));
        track.points.push_back(
            {.at = *at,
             .record =
                 track.add(event_kind::kCallingContextSample, {contextOf(chain->second), 0, 0})});
    });
}

void Collector::readMetrics()
{
    std::map<std::pair<std::int64_t, std::int64_t>, std::uint32_t> members;
    std::map<std::int64_t, std::string> types;
    scan(
        "TARGET_INFO_GPU_METRICS",
        {"typeId", "metricId", "typeName", "metricName"},
        [&](const Row& row) {
            const auto number = narrow<std::uint32_t>(m_export.metrics.size());
            members[{row.number(0), row.number(1)}] = number;
            types[row.number(0)] = std::string(row.text(2));
            m_export.metrics.push_back(
                {.ref = MetricMemberRef(number), .name = std::string(row.text(3))});
        });
    constexpr std::string_view kTable = "GPU_METRICS";
    scan(kTable, {"timestamp", "typeId", "metricId", "value"}, [&](const Row& row) {
        const auto at = row.integer(0);
        const auto member = members.find({row.number(1), row.number(2)});
        if (member == members.end() || !checkTime(kTable, at)) {
            return;
        }
        note(*at, *at);
        Track& track = m_export.tracks[{
            .group = {.kind = GroupKind::Metrics}, .kind = TrackKind::Metric, .id = row.number(1)}];
        track.isMetric = true;
        track.name = types[row.number(1)];
        const double value = row.real(3).value_or(0);
        track.points.push_back(
            {.at = *at,
             .record = track.add(
                 event_kind::kMetric,
                 {member->second, kTypeDouble, std::bit_cast<std::uint64_t>(value)})});
    });
}

void Collector::readMemory()
{
    constexpr std::string_view kTable = "CUDA_GPU_MEMORY_USAGE_EVENTS";
    scan(
        kTable,
        {"start", "globalPid", "deviceId", "contextId", "address", "bytes", "memoryOperationType"},
        [&](const Row& row) {
            const auto at = row.integer(0);
            if (!checkTime(kTable, at)) {
                return;
            }
            note(*at, *at);
            Track& track = device(row, TrackKind::Memory, 1);
            const bool isRelease = row.number(6) == 1;
            const std::int64_t bytes = isRelease ? -row.number(5) : row.number(5);
            track.points.push_back(
                {.at = *at,
                 .record = track.add(
                     event_kind::kMemoryUse,
                     {1, bits(row.number(2)), bits(row.number(4)), bits(bytes), 0, 0})});
        });
}

void Collector::readDiagnostics()
{
    scan("DIAGNOSTIC_EVENT", {"text", "severity"}, [&](const Row& row) {
        constexpr std::int64_t kWarning = 2;
        const bool isBad = row.number(1) >= kWarning;
        m_export.findings.add(
            isBad ? "profiler-warning" : "profiler-note",
            isBad ? Severity::Warning : Severity::Info,
            [&] { return "Nsight Systems says: " + std::string(row.text(0)); });
    });
}

/// Says what stands in the file and cannot be shown.
void Collector::checkTables()
{
    for (const Database::Entry& entry : m_database.entries()) {
        const bool looksKnown = entry.name.starts_with("CUPTI_") || entry.name == "NVTX_EVENTS"
                                || entry.name == "StringIds" || entry.name == "OSRT_API";
        if (!entry.isTable && looksKnown) {
            m_export.findings.add("view-not-read", Severity::Warning, [&] {
                return entry.name + " is a view or virtual table, not a table: it is left out";
            });
        }
    }
}

CollectedExport Collector::run()
{
    checkTables();
    readIdentity();
    readNames();
    readKernels();
    readCopies();
    readSynchronisation();
    readApi();
    readNvtx();
    readOsRuntime();
    readMpi();
    readLibraries();
    readOverhead();
    readScheduling();
    readSamples();
    readMetrics();
    readMemory();
    readDiagnostics();
    return std::move(m_export);
}

}  // namespace

CollectedExport collect(const Database& database, const std::function<bool()>& goOn)
{
    return Collector(database, goOn).run();
}

}  // namespace vellum::server::reader::nsys
