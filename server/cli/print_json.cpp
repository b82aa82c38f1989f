#include "common/query/call_path.h"
#include "common/query/event_names.h"
#include "common/query/recorded.h"
#include "common/time/columns.h"
#include "server/cli/json_printer.h"
#include "server/cli/json_writer.h"
#include "server/cli/naming.h"
#include "server/cli/printing.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace vellum::server::cli {

using namespace vellum::query;  // NOLINT(google-build-using-namespace): the answers, all of them

void JsonPrinter::window(TickRange range)
{
    m_json.beginObject();
    m_json.member("begin_ticks", range.begin);
    m_json.member("end_ticks", range.end);
    m_json.member("begin_seconds", seconds(range.begin));
    m_json.member("end_seconds", seconds(range.end));
    m_json.endObject();
}

void JsonPrinter::counts(const TraceInfo& info)
{
    m_json.member("locations", info.locations);
    m_json.member("location_groups", info.locationGroups);
    m_json.member("system_tree_nodes", info.systemTreeNodes);
    m_json.member("regions", info.regions);
    m_json.member("metrics", info.metrics);
    m_json.member("communicators", info.communicators);
    m_json.member("events", info.events);
    m_json.member("visits", info.visits);
    m_json.member("messages", info.messages);
    m_json.member("message_bytes", info.messageBytes);
    m_json.member("unmatched_sends", info.unmatchedSends);
    m_json.member("unmatched_receives", info.unmatchedReceives);
    m_json.member("collectives", info.collectives);
    m_json.member("rma_operations", info.rmaOperations);
    m_json.member("rma_bytes", info.rmaBytes);
    m_json.member("io_operations", info.ioOperations);
    m_json.member("io_bytes", info.ioBytes);
    m_json.member("metric_samples", info.metricSamples);
    m_json.member("ticks_per_second", info.ticksPerSecond);
    m_json.member("length_ticks", info.lengthTicks);
    m_json.member(
        "duration_seconds",
        static_cast<double>(info.lengthTicks) / static_cast<double>(info.ticksPerSecond));
    if (info.bulk != info.range && !info.bulk.isEmpty()) {
        m_json.key("bulk");
        window(info.bulk);
    }
}

/// What the trace defines beside the notions of every trace.
void JsonPrinter::definitionCounts()
{
    const Definitions& all = m_definitions;
    const std::array<std::pair<const char*, std::size_t>, 14> numbers{{
        {"metric_classes", all.metricClasses.size()},
        {"metric_instances", all.metricInstances.size()},
        {"calling_contexts", all.callingContexts.size()},
        {"source_code_locations", all.sourceCodeLocations.size()},
        {"interrupt_generators", all.interruptGenerators.size()},
        {"attributes", all.attributes.size()},
        {"parameters", all.parameters.size()},
        {"strings", all.strings.size()},
        {"cartesian_topologies", all.cartTopologies.size()},
        {"rma_windows", all.rmaWindows.size()},
        {"io_paradigms", all.ioParadigms.size()},
        {"io_files", all.ioFiles.size()},
        {"io_handles", all.ioHandles.size()},
        {"properties", all.properties.size()},
    }};
    for (const auto& [key, count] : numbers) {
        m_json.member(key, std::uint64_t{count});
    }
}

template <typename Counts>
void JsonPrinter::byKind(const char* key, const Counts& counts)
{
    m_json.key(key);
    m_json.beginObject();
    for (const auto& [kind, count] : counts) {
        m_json.member(kind, count);
    }
    m_json.endObject();
}

void JsonPrinter::report(const std::vector<ImportReportEntry>& entries)
{
    m_json.key("import_report");
    m_json.beginList(true);
    for (const ImportReportEntry& entry : entries) {
        m_json.beginObject();
        m_json.member("kind", entry.kind);
        m_json.member("severity", word(entry.severity));
        m_json.member("count", entry.count);
        m_json.member("example", entry.example);
        m_json.key("places");
        m_json.beginList();
        for (const vellum::query::ImportReportPlace& place : entry.places) {
            m_json.beginObject();
            m_json.member("file", place.file);
            m_json.member("location", place.location);
            m_json.member("count", place.count);
            m_json.member("example", place.example);
            m_json.endObject();
        }
        m_json.endList();
        m_json.endObject();
    }
    m_json.endList();
}

/// The system tree as the trace has it; of roots the parent is null.
void JsonPrinter::machine()
{
    m_json.key("system_tree");
    m_json.beginList(true);
    for (const SystemTreeNode& node : m_definitions.systemTreeNodes) {
        m_json.beginObject();
        m_json.member("ref", node.ref.value());
        m_json.member("name", node.name);
        m_json.member("class", node.className);
        parent(node.parent);
        m_json.endObject();
    }
    m_json.endList();
    m_json.key("location_group_list");
    m_json.beginList(true);
    for (const LocationGroup& group : m_definitions.locationGroups) {
        m_json.beginObject();
        m_json.member("ref", group.ref.value());
        m_json.member("name", group.name);
        m_json.member("type", name(group.type));
        parent(group.parent);
        m_json.endObject();
    }
    m_json.endList();
}

void JsonPrinter::parent(SystemTreeNodeRef ref)
{
    m_json.key("parent");
    if (ref.isDefined()) {
        m_json.number(std::uint64_t{ref.value()});
    } else {
        m_json.null();
    }
}

/// What the trace says of its machine, processes and files.
void JsonPrinter::properties()
{
    m_json.key("property_list");
    m_json.beginList(true);
    for (const Property& property : m_definitions.properties) {
        m_json.beginObject();
        m_json.member("of", name(property.target));
        m_json.member("ref", property.ref);
        m_json.member("name", property.name);
        m_json.member("value", property.value);
        m_json.endObject();
    }
    m_json.endList();
}

void JsonPrinter::operator()(const TraceInfo& info)
{
    m_json.beginObject();
    m_json.member("format", info.format);
    m_json.member("creator", info.creator);
    const std::uint64_t begin = m_definitions.clock.realtimeNs;
    m_json.member("begin", begin == 0 ? std::string() : formatWallClock(begin));
    counts(info);
    m_json.member("event_attributes", info.eventAttributes);
    m_json.member("markers", info.markers);
    m_json.member("launches", info.launches);
    m_json.member("device_work_without_launch", info.workWithoutLaunch);
    definitionCounts();
    byKind("events_by_kind", info.eventsByKind);
    byKind("definitions_by_kind", m_definitions.counts);
    m_json.key("recorded");
    m_json.beginObject();
    for (const Recorded& recorded : recordedIn(info)) {
        m_json.member(recorded.what, recorded.records);
    }
    m_json.endObject();
    machine();
    properties();
    m_json.member("complete", info.complete);
    report(info.importReport);
    m_json.endObject();
}

void JsonPrinter::operator()(const LocationCounts& counts)
{
    m_json.beginList(true);
    for (std::size_t i = 0; i < counts.locations.size(); ++i) {
        const Location* found = m_definitions.find(counts.locations[i]);
        const Location location = found != nullptr ? *found : Location{.ref = counts.locations[i]};
        m_json.beginObject();
        m_json.member("ref", location.ref.value());
        m_json.member("name", location.name);
        m_json.member("path", m_definitions.pathOf(location));
        m_json.member("type", name(location.type));
        m_json.member("group", location.group.value());
        m_json.member("group_name", groupName(m_definitions, location.group));
        m_json.member("events", counts.events[i]);
        m_json.endObject();
    }
    m_json.endList();
}

template <typename Row>
void JsonPrinter::times(const Row& row)
{
    m_json.member("visits", row.visits);
    m_json.member("inclusive_ticks", row.inclusive);
    m_json.member("exclusive_ticks", row.exclusive);
    m_json.member("inclusive_seconds", seconds(row.inclusive));
    m_json.member("exclusive_seconds", seconds(row.exclusive));
    m_json.member("min_seconds", seconds(row.minInclusive));
    m_json.member("max_seconds", seconds(row.maxInclusive));
    m_json.member("mean_seconds", meanSeconds(row.sumInclusive, row.visits, m_clock));
}

void JsonPrinter::location(const char* key, LocationRef ref)
{
    m_json.member(key, ref.value());
    m_json.member(std::string(key) + "_name", locationName(m_definitions, ref));
}

void JsonPrinter::profileKey(const ProfileRow& row)
{
    const GroupBy by = m_printing.by;
    const Region* region =
        by == GroupBy::Region ? m_definitions.find(RegionRef(row.key.value)) : nullptr;
    const std::string own = keyName(m_definitions, row.key, by);
    m_json.member("name", own);
    if (by == GroupBy::Region) {
        m_json.member("region", row.key.value);
    }
    const auto member = [&](const char* key, std::string_view ofRegion, GroupBy which) {
        m_json.key(key);
        if (region != nullptr) {
            m_json.string(ofRegion);
        } else if (by == which) {
            m_json.string(own);
        } else {
            m_json.null();
        }
    };
    const Region known = region != nullptr ? *region : Region{};
    member("group", name(known.group), GroupBy::FunctionGroup);
    member("paradigm", name(known.paradigm), GroupBy::Paradigm);
}

void JsonPrinter::operator()(const Profile& profile)
{
    m_json.beginObject();
    m_json.key("rows");
    m_json.beginList(true);
    for (const ProfileRow& row : profile.rows) {
        m_json.beginObject();
        if (m_printing.perLocation) {
            location("location", row.location);
        }
        profileKey(row);
        times(row);
        m_json.endObject();
    }
    m_json.endList();
    m_json.member("outside_ticks", profile.outside);
    m_json.endObject();
}

void JsonPrinter::operator()(const CallTree& tree)
{
    CallPath path;
    m_json.beginList(true);
    for (const CallTreeNode& node : tree.nodes) {
        const std::string name = regionName(m_definitions, node.region);
        path.enter(node.depth, name);
        m_json.beginObject();
        m_json.key("path");
        m_json.beginList();
        for (const std::string_view step : path.names()) {
            m_json.string(step);
        }
        m_json.endList();
        m_json.member("depth", node.depth);
        m_json.member("name", name);
        m_json.member("region", node.region.value());
        times(node);
        m_json.member("inclusive_samples", node.inclusiveSamples);
        m_json.member("exclusive_samples", node.exclusiveSamples);
        m_json.endObject();
    }
    m_json.endList();
}

void JsonPrinter::present(std::uint64_t mask)
{
    m_json.key("present");
    m_json.beginList();
    for (std::size_t bit = 0; bit < m_printing.present.size(); ++bit) {
        if ((mask >> bit) % 2 == 1) {
            m_json.string(m_printing.present[bit]);
        }
    }
    m_json.endList();
}

void JsonPrinter::columns(
    const Columns& columns, const TimelineRow& row, std::uint64_t locations, GroupBy by)
{
    m_json.key("columns");
    m_json.beginList();
    for (std::size_t i = 0; i < row.runs.size(); ++i) {
        const TimelineRun& run = row.runs[i];
        const auto end =
            i + 1 < row.runs.size() ? std::int64_t{row.runs[i + 1].firstColumn} : columns.count;
        for (auto column = std::int64_t{run.firstColumn}; column < end; ++column) {
            m_json.beginObject();
            if (run.winner.value == Key::kNone) {
                m_json.key("name");
                m_json.null();
            } else {
                m_json.member("name", keyName(m_definitions, run.winner, by));
            }
            m_json.member("share", shareOf(run, columns.column(column), locations));
            m_json.member("visits", run.visits);
            m_json.member("exact", true);
            if (!m_printing.present.empty()) {
                present(run.present);
            }
            m_json.endObject();
        }
    }
    m_json.endList();
}

void JsonPrinter::operator()(const Timeline& timeline)
{
    const Columns columns{.range = timeline.window, .count = timeline.columns};
    m_json.beginObject();
    m_json.key("rows");
    m_json.beginList(true);
    for (std::size_t i = 0; i < timeline.rows.size(); ++i) {
        const TimelineRow& row = timeline.rows[i];
        const RowSet* set = setOf(m_printing, i);
        m_json.beginObject();
        if (set != nullptr) {
            m_json.member("set", set->ref);
            m_json.member("name", set->name);
            m_json.member("locations", std::uint64_t{set->locations.size()});
        } else {
            m_json.member("location", row.location.value());
            m_json.member("name", locationName(m_definitions, row.location));
        }
        if (row.level != 0) {
            m_json.member("level", row.level);
        }
        this->columns(columns, row, set == nullptr ? 1U : set->locations.size(), timeline.by);
        m_json.endObject();
    }
    m_json.endList();
    m_json.endObject();
}

void JsonPrinter::operator()(const SummaryTimeline& summary)
{
    m_json.beginObject();
    m_json.member("columns", summary.columns);
    m_json.key("rows");
    m_json.beginList(true);
    for (const SummaryRow& row : summary.rows) {
        m_json.beginObject();
        m_json.member("locations", row.locations);
        m_json.key("series");
        m_json.beginList(true);
        for (const SummarySeries& series : row.series) {
            m_json.beginObject();
            m_json.member("name", keyName(m_definitions, series.key, m_printing.by));
            m_json.key("exclusive_ticks");
            m_json.beginList();
            for (const Tick ticks : series.exclusive) {
                m_json.number(std::int64_t{ticks});
            }
            m_json.endList();
            m_json.key("exclusive_seconds");
            m_json.beginList();
            for (const Tick ticks : series.exclusive) {
                m_json.number(seconds(ticks));
            }
            m_json.endList();
            m_json.endObject();
        }
        m_json.endList();
        m_json.endObject();
    }
    m_json.endList();
    m_json.endObject();
}

void printJson(std::ostream& out, const Printing& printing, const Answer& answer)
{
    {
        JsonWriter json(out, printing.cancel);
        JsonPrinter printer(json, printing);
        json.beginObject();
        json.member("schema", "vellum/1");
        json.member("query", printing.query);
        json.key("trace");
        json.beginObject();
        json.member("path", printing.trace.path);
        json.member("format", printing.trace.info.format);
        json.endObject();
        json.key("window");
        printer.window(printing.window);
        json.member("exact", true);
        json.key("result");
        std::visit(printer, answer);
        json.endObject();
    }
    out << '\n';
}

}  // namespace vellum::server::cli
