#include "common/query/call_path.h"
#include "common/query/event_names.h"
#include "common/time/columns.h"
#include "server/cli/csv_printer.h"
#include "server/cli/naming.h"
#include "server/cli/printing.h"
#include "server/cli/text_table.h"

#include <array>
#include <variant>

namespace vellum::server::cli {

using namespace vellum::query;  // NOLINT(google-build-using-namespace): the answers, all of them

namespace {

void addTimeTitles(Cells& cells)
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

}  // namespace

template <typename Row>
void CsvPrinter::addTimes(Cells& cells, const Row& row) const
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
    const std::uint64_t begin = m_definitions.clock.realtimeNs;
    line({"begin", begin == 0 ? std::string() : formatWallClock(begin)});
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
        for (std::size_t i = 0; i < entry.places.size(); ++i) {
            const std::string place = key + ".place." + std::to_string(i);
            line({place, text(entry.places[i].count)});
            line({place + ".file", entry.places[i].file});
            line({place + ".location", entry.places[i].location});
            line({place + ".example", entry.places[i].example});
        }
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
    titles.insert(titles.end(), {"inclusive_samples", "exclusive_samples"});
    line(titles);
    CallPath path;
    for (const CallTreeNode& node : tree.nodes) {
        const std::string name = regionName(m_definitions, node.region);
        path.enter(node.depth, name);
        Cells cells{path.joined(), text(node.depth), name};
        addTimes(cells, node);
        cells.insert(cells.end(), {text(node.inclusiveSamples), text(node.exclusiveSamples)});
        line(cells);
    }
}

void CsvPrinter::timelineRow(
    const Columns& columns, const TimelineRow& row, const RowSet* set, GroupBy by)
{
    const std::string ref = set != nullptr ? set->ref : text(row.location.value());
    const std::string name = set != nullptr ? set->name : locationName(m_definitions, row.location);
    const std::uint64_t locations = set != nullptr ? set->locations.size() : 1;
    for (std::size_t i = 0; i < row.runs.size(); ++i) {
        const TimelineRun& run = row.runs[i];
        const auto end =
            i + 1 < row.runs.size() ? std::int64_t{row.runs[i + 1].firstColumn} : columns.count;
        const std::string winner =
            run.winner.value == Key::kNone ? std::string() : keyName(m_definitions, run.winner, by);
        for (auto column = std::int64_t{run.firstColumn}; column < end; ++column) {
            const TickRange range = columns.column(column);
            Cells cells{
                ref,
                name,
                text(column),
                text(range.begin),
                text(range.end),
                winner,
                text(shareOf(run, range, locations)),
                text(run.visits),
                "true"};
            if (row.level != 0) {
                cells.push_back(text(row.level));
            }
            if (set != nullptr) {
                cells.push_back(text(locations));
            }
            for (std::size_t bit = 0; bit < m_printing.present.size(); ++bit) {
                cells.emplace_back((run.present >> bit) % 2 == 1 ? "true" : "false");
            }
            line(cells);
        }
    }
}

void CsvPrinter::operator()(const Timeline& timeline)
{
    const bool isOfSets = m_printing.rows != RowsBy::Location;
    Cells head{
        isOfSets ? "set" : "location",
        isOfSets ? "set_name" : "location_name",
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
    if (isOfSets) {
        head.emplace_back("locations");
    }
    for (const std::string& what : m_printing.present) {
        head.push_back("present " + what);
    }
    line(head);
    const Columns columns{.range = timeline.window, .count = timeline.columns};
    for (std::size_t i = 0; i < timeline.rows.size(); ++i) {
        timelineRow(columns, timeline.rows[i], setOf(m_printing, i), timeline.by);
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

void printCsv(std::ostream& out, const Printing& printing, const Answer& answer)
{
    std::visit(CsvPrinter(out, printing), answer);
}

}  // namespace vellum::server::cli
