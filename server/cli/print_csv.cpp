#include "common/time/columns.h"
#include "server/cli/call_path.h"
#include "server/cli/csv_io.h"
#include "server/cli/event_names.h"
#include "server/cli/naming.h"
#include "server/cli/printing.h"
#include "server/cli/text_table.h"
#include "server/query/tick_sum.h"

#include <variant>

namespace vellum::server::cli {

namespace {

using namespace vellum::query;  // NOLINT(google-build-using-namespace): the answers, all of them

/// One function per kind of answer; each writes a header and rows.
class CsvPrinter {
public:
    CsvPrinter(std::ostream& out, const Printing& printing)
        : m_out(out)
        , m_printing(printing)
        , m_definitions(*printing.trace.definitions)
        , m_clock(m_definitions.clock)
        , m_guard(printing.cancel)
    {
    }

    void operator()(const TraceInfo& info);
    void operator()(const LocationCounts& counts);
    void operator()(const Profile& profile);
    void operator()(const CallTree& tree);
    void operator()(const Timeline& timeline);
    void operator()(const SummaryTimeline& summary);
    void operator()(const Messages& messages);
    void operator()(const Matrix& matrix);
    void operator()(const SearchHits& hits);
    void operator()(const Events& events);
    void operator()(const VisitDetail& detail);
    void operator()(const Launches& launches);
    void operator()(const Collectives& collectives);
    void operator()(const Io& io);
    void operator()(const Counters& counters);
    void operator()(const Markers& markers);

private:
    void line(const Cells& cells)
    {
        m_guard.poll(m_out);
        writeCsvLine(m_out, cells);
    }
    [[nodiscard]] std::string seconds(Tick ticks) const { return text(m_clock.toSeconds(ticks)); }
    void timelineRow(const Columns& columns, const TimelineRow& row, GroupBy by);

    /// Adds the cells that profiles and call trees share.
    template <typename Row>
    void addTimes(Cells& cells, const Row& row) const
    {
        cells.insert(
            cells.end(),
            {text(row.visits),
             text(row.inclusive),
             text(row.exclusive),
             seconds(row.inclusive),
             seconds(row.exclusive),
             seconds(row.minInclusive),
             seconds(row.maxInclusive),
             text(meanSeconds(row.sumInclusive, row.visits, m_clock))});
    }
    static void addTimeTitles(Cells& cells)
    {
        cells.insert(
            cells.end(),
            {"visits",
             "inclusive_ticks",
             "exclusive_ticks",
             "inclusive_seconds",
             "exclusive_seconds",
             "min_seconds",
             "max_seconds",
             "mean_seconds"});
    }

    std::ostream& m_out;
    const Printing& m_printing;
    const Definitions& m_definitions;
    const ClockProperties& m_clock;
    OutputGuard m_guard;
};

void CsvPrinter::operator()(const TraceInfo& info)
{
    line({"key", "value"});
    line({"format", info.format});
    line({"creator", info.creator});
    const std::array<std::pair<const char*, std::uint64_t>, 20> numbers{{
        {"locations", info.locations},
        {"location_groups", info.locationGroups},
        {"system_tree_nodes", info.systemTreeNodes},
        {"regions", info.regions},
        {"metrics", info.metrics},
        {"communicators", info.communicators},
        {"events", info.events},
        {"visits", info.visits},
        {"messages", info.messages},
        {"message_bytes", info.messageBytes},
        {"unmatched_sends", info.unmatchedSends},
        {"unmatched_receives", info.unmatchedReceives},
        {"collectives", info.collectives},
        {"rma_operations", info.rmaOperations},
        {"rma_bytes", info.rmaBytes},
        {"io_operations", info.ioOperations},
        {"io_bytes", info.ioBytes},
        {"metric_samples", info.metricSamples},
        {"ticks_per_second", info.ticksPerSecond},
        {"length_ticks", info.lengthTicks},
    }};
    for (const auto& [key, value] : numbers) {
        line({key, text(value)});
    }
    line(
        {"duration_seconds",
         text(static_cast<double>(info.lengthTicks) / static_cast<double>(info.ticksPerSecond))});
    line({"event_attributes", text(info.eventAttributes)});
    line({"markers", text(info.markers)});
    line({"launches", text(info.launches)});
    line({"device_work_without_launch", text(info.workWithoutLaunch)});
    for (const KindCount& kind : info.eventsByKind) {
        line({"events_by_kind." + kind.kind, text(kind.count)});
    }
    for (const ImportReportEntry& entry : info.importReport) {
        const std::string key = "import_report." + entry.kind;
        line({key, text(entry.count)});
        line({key + ".severity", word(entry.severity)});
        line({key + ".example", entry.example});
    }
}

void CsvPrinter::operator()(const LocationCounts& counts)
{
    line({"ref", "name", "path", "type", "group", "group_name", "events"});
    for (std::size_t i = 0; i < counts.locations.size(); ++i) {
        const Location* found = m_definitions.find(counts.locations[i]);
        const Location location = found != nullptr ? *found : Location{.ref = counts.locations[i]};
        line(
            {text(location.ref.value()),
             location.name,
             m_definitions.pathOf(location),
             std::string(name(location.type)),
             text(location.group.value()),
             groupName(m_definitions, location.group),
             text(counts.events[i])});
    }
}

void CsvPrinter::operator()(const Profile& profile)
{
    const bool per = m_printing.perLocation;
    Cells titles = per ? Cells{"location", "location_name"} : Cells{};
    titles.insert(titles.end(), {"name", "group", "paradigm"});
    addTimeTitles(titles);
    titles.emplace_back("outside_ticks");
    line(titles);
    for (const ProfileRow& row : profile.rows) {
        Cells cells;
        if (per) {
            cells = {text(row.location.value()), locationName(m_definitions, row.location)};
        }
        const GroupBy by = m_printing.by;
        const Region* region =
            by == GroupBy::Region ? m_definitions.find(RegionRef(row.key.value)) : nullptr;
        const std::string own = keyName(m_definitions, row.key, by);
        cells.push_back(own);
        cells.emplace_back(
            region != nullptr              ? name(region->group)
            : by == GroupBy::FunctionGroup ? own
                                           : "");
        cells.emplace_back(
            region != nullptr         ? name(region->paradigm)
            : by == GroupBy::Paradigm ? own
                                      : "");
        addTimes(cells, row);
        cells.push_back(text(profile.outside));
        line(cells);
    }
}

void CsvPrinter::operator()(const CallTree& tree)
{
    Cells titles{"path", "depth", "name"};
    addTimeTitles(titles);
    line(titles);
    CallPath path;
    for (const CallTreeNode& node : tree.nodes) {
        const std::string name = regionName(m_definitions, node.region);
        path.enter(node.depth, name);
        Cells cells{path.joined(), text(node.depth), name};
        addTimes(cells, node);
        line(cells);
    }
}

void CsvPrinter::timelineRow(const Columns& columns, const TimelineRow& row, GroupBy by)
{
    const std::string location = text(row.location.value());
    const std::string locationText = locationName(m_definitions, row.location);
    for (std::size_t i = 0; i < row.runs.size(); ++i) {
        const TimelineRun& run = row.runs[i];
        const auto end =
            i + 1 < row.runs.size() ? std::int64_t{row.runs[i + 1].firstColumn} : columns.count;
        const std::string winner =
            run.winner.value == Key::kNone ? std::string() : keyName(m_definitions, run.winner, by);
        for (auto column = std::int64_t{run.firstColumn}; column < end; ++column) {
            const TickRange range = columns.column(column);
            Cells cells{
                location,
                locationText,
                text(column),
                text(range.begin),
                text(range.end),
                winner,
                text(shareOf(run, range)),
                text(run.visits),
                "true"};
            if (row.level != 0) {
                cells.push_back(text(row.level));
            }
            line(cells);
        }
    }
}

void CsvPrinter::operator()(const Timeline& timeline)
{
    Cells head{
        "location",
        "location_name",
        "column",
        "begin_ticks",
        "end_ticks",
        "name",
        "share",
        "visits",
        "exact"};
    if (!timeline.rows.empty() && timeline.rows.front().level != 0) {
        head.emplace_back("level");
    }
    line(head);
    const Columns columns{.range = timeline.window, .count = timeline.columns};
    for (const TimelineRow& row : timeline.rows) {
        timelineRow(columns, row, timeline.by);
    }
}

void CsvPrinter::operator()(const SummaryTimeline& summary)
{
    line({"name", "column", "begin_ticks", "end_ticks", "exclusive_ticks", "exclusive_seconds"});
    const Columns columns{.range = summary.window, .count = summary.columns};
    for (const SummaryRow& row : summary.rows) {
        for (const SummarySeries& series : row.series) {
            const std::string key = keyName(m_definitions, series.key, m_printing.by);
            for (std::size_t i = 0; i < series.exclusive.size(); ++i) {
                const TickRange range = columns.column(static_cast<std::int64_t>(i));
                line(
                    {key,
                     text(i),
                     text(range.begin),
                     text(range.end),
                     text(series.exclusive[i]),
                     seconds(series.exclusive[i])});
            }
        }
    }
}

void CsvPrinter::operator()(const Messages& messages)
{
    line(
        {"sender",
         "receiver",
         "tag",
         "communicator",
         "bytes",
         "send_ticks",
         "receive_ticks",
         "duration_seconds",
         "send_seconds",
         "receive_seconds"});
    for (const Message& message : messages.messages) {
        line(
            {text(message.sender.value()),
             text(message.receiver.value()),
             text(message.tag),
             text(message.communicator.value()),
             text(message.bytes),
             text(message.send),
             text(message.receive),
             seconds(server::query::subtractTicks(message.receive, message.send)),
             seconds(message.send),
             seconds(message.receive)});
    }
}

void CsvPrinter::operator()(const Matrix& matrix)
{
    line(
        {"sender",
         "sender_name",
         "receiver",
         "receiver_name",
         "count",
         "bytes",
         "min_seconds",
         "max_seconds",
         "mean_seconds"});
    const std::size_t side = matrix.labels.size();
    for (std::size_t i = 0; i < matrix.cells.size(); ++i) {
        const MatrixCell& cell = matrix.cells[i];
        if (cell.count > 0) {
            const std::uint64_t sender = matrix.labels[i / side];
            const std::uint64_t receiver = matrix.labels[i % side];
            line(
                {text(sender),
                 labelName(m_definitions, sender, matrix.by),
                 text(receiver),
                 labelName(m_definitions, receiver, matrix.by),
                 text(cell.count),
                 text(cell.bytes),
                 seconds(cell.minDuration),
                 seconds(cell.maxDuration),
                 text(meanSeconds(cell.sumDuration, cell.count, m_clock))});
        }
    }
}

void CsvPrinter::operator()(const SearchHits& hits)
{
    line(
        {"location",
         "region",
         "name",
         "begin_ticks",
         "end_ticks",
         "depth",
         "begin_seconds",
         "end_seconds"});
    for (const SearchHit& hit : hits.hits) {
        line(
            {text(hit.location.value()),
             text(hit.region.value()),
             regionName(m_definitions, hit.region),
             text(hit.visit.begin),
             text(hit.visit.end),
             text(hit.depth),
             seconds(hit.visit.begin),
             seconds(hit.visit.end)});
    }
}

void CsvPrinter::operator()(const Events& events)
{
    line({"location", "time_ticks", "time_seconds", "kind", "attributes", "carried"});
    for (const EventRecord& event : events.events) {
        std::string attributes;
        for (const auto& [key, value] : event.attributes) {
            attributes += (attributes.empty() ? "" : ";") + key + '=' + text(value);
        }
        std::string carried;
        for (const CarriedAttribute& one : event.carried) {
            const bool isText = one.value.type == ValueType::String;
            carried += (carried.empty() ? "" : ";") + attributeName(m_definitions, one.attribute)
                       + '='
                       + (isText ? referredName(m_definitions, one.value) : textOf(one.value));
        }
        line(
            {text(event.location.value()),
             text(event.tick),
             seconds(event.tick),
             event.kind,
             attributes,
             carried});
    }
}

void CsvPrinter::operator()(const Launches& launches)
{
    line(
        {"host",
         "call",
         "call_begin_ticks",
         "call_end_ticks",
         "device",
         "work",
         "kind",
         "work_begin_ticks",
         "work_end_ticks",
         "correlation"});
    for (const Launch& launch : launches.launches) {
        line(
            {text(launch.host.value()),
             regionName(m_definitions, launch.callRegion),
             text(launch.call.begin),
             text(launch.call.end),
             text(launch.device.value()),
             regionName(m_definitions, launch.workRegion),
             std::string(infoOf(launch.kind).name),
             text(launch.work.begin),
             text(launch.work.end),
             text(launch.correlation)});
    }
}

void CsvPrinter::operator()(const Collectives& collectives)
{
    line(
        {"operation",
         "communicator",
         "instance",
         "root",
         "begin_ticks",
         "end_ticks",
         "begin_seconds",
         "duration_seconds",
         "members",
         "seen",
         "mismatched",
         "without_begin",
         "bytes_sent",
         "bytes_received",
         "wait_ticks",
         "wait_seconds",
         "last",
         "last_name"});
    for (const Collective& row : collectives.collectives) {
        line(
            {collectiveName(row.operation),
             text(row.communicator.value()),
             text(row.instance),
             rootName(row.root),
             text(row.range.begin),
             text(row.range.end),
             seconds(row.range.begin),
             seconds(server::query::subtractTicks(row.range.end, row.range.begin)),
             text(row.members),
             text(row.seen),
             text(row.mismatched),
             text(row.withoutBegin),
             text(row.bytesSent),
             text(row.bytesReceived),
             text(row.wait),
             seconds(row.wait),
             text(row.last.value()),
             locationName(m_definitions, row.last)});
    }
}

void CsvPrinter::operator()(const Io& io)
{
    writeIo(io, m_definitions, [this](const Cells& cells) { line(cells); });
}

void CsvPrinter::operator()(const Counters& counters)
{
    line(
        {"location",
         "location_name",
         "metric",
         "unit",
         "mode",
         "column",
         "begin_ticks",
         "end_ticks",
         "count",
         "min",
         "max",
         "mean",
         "last"});
    const Columns columns{.range = counters.window, .count = counters.columns};
    for (const CounterRow& row : counters.rows) {
        const MetricMember metric = metricOf(m_definitions, row.metric);
        for (const CounterPoint& point : row.points) {
            const TickRange range = columns.column(point.column);
            line(
                {text(row.location.value()),
                 locationName(m_definitions, row.location),
                 metric.name,
                 metric.unit,
                 std::string(name(metric.mode)),
                 text(point.column),
                 text(range.begin),
                 text(range.end),
                 text(point.count),
                 text(point.min),
                 text(point.max),
                 text(point.mean),
                 text(point.last)});
        }
    }
}

void CsvPrinter::operator()(const Markers& markers)
{
    line(
        {"time_ticks",
         "time_seconds",
         "duration_ticks",
         "group",
         "category",
         "severity",
         "scope",
         "scope_ref",
         "text"});
    for (const Marker& marker : markers.markers) {
        const MarkerDefinition definition = definitionOf(m_definitions, marker);
        line(
            {text(marker.tick),
             seconds(marker.tick),
             text(marker.duration),
             definition.group,
             definition.category,
             std::string(name(definition.severity)),
             std::string(name(marker.scope)),
             text(marker.scopeRef),
             marker.text});
    }
}

void CsvPrinter::operator()(const VisitDetail& detail)
{
    line({"depth", "region", "name", "begin_ticks", "end_ticks", "exclusive_ticks"});
    for (std::size_t i = 0; i < detail.stack.size(); ++i) {
        const DetailLevel& level = detail.stack[i];
        line(
            {text(i + 1),
             text(level.region.value()),
             regionName(m_definitions, level.region),
             text(level.visit.begin),
             text(level.visit.end),
             text(level.exclusive)});
    }
}

}  // namespace

void printCsv(std::ostream& out, const Printing& printing, const Answer& answer)
{
    std::visit(CsvPrinter(out, printing), answer);
}

}  // namespace vellum::server::cli
