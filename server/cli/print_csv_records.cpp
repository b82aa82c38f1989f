#include "common/query/event_names.h"
#include "common/time/columns.h"
#include "server/cli/csv_printer.h"
#include "server/cli/naming.h"
#include "server/cli/printing.h"
#include "server/cli/text_table.h"
#include "server/query/tick_sum.h"

namespace vellum::server::cli {

using namespace vellum::query;  // NOLINT(google-build-using-namespace): the answers, all of them

void CsvPrinter::operator()(const Messages& messages)
{
    std::vector<std::string> head{
        "sender",
        "receiver",
        "tag",
        "communicator",
        "bytes",
        "send_ticks",
        "receive_ticks",
        "duration_seconds",
        "send_seconds",
        "receive_seconds"};
    const bool hasBursts = !messages.bursts.empty();
    if (hasBursts) {
        head.insert(
            head.end(),
            {"burst_messages",
             "burst_bytes",
             "last_send_ticks",
             "first_receive_ticks",
             "last_receive_ticks"});
    }
    line(head);
    for (std::size_t i = 0; i < messages.messages.size(); ++i) {
        const Message& message = messages.messages[i];
        std::vector<std::string> cells{
            text(message.sender.value()),
            text(message.receiver.value()),
            text(message.tag),
            text(message.communicator.value()),
            text(message.bytes),
            text(message.send),
            text(message.receive),
            seconds(server::query::subtractTicks(message.receive, message.send)),
            seconds(message.send),
            seconds(message.receive)};
        if (hasBursts) {
            const MessageBurst& burst = messages.bursts[i];
            cells.insert(
                cells.end(),
                {text(burst.count),
                 text(burst.bytes),
                 text(burst.lastSend),
                 text(burst.firstReceive),
                 text(burst.lastReceive)});
        }
        line(cells);
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

void CsvPrinter::operator()(const CollectiveMembers& members)
{
    line(
        {"location",
         "location_name",
         "operation",
         "root",
         "has_begin",
         "begin_ticks",
         "end_ticks",
         "begin_seconds",
         "duration_seconds",
         "bytes_sent",
         "bytes_received"});
    for (const CollectiveMember& row : members.members) {
        line(
            {text(row.location.value()),
             locationName(m_definitions, row.location),
             collectiveName(row.operation),
             rootName(row.root),
             row.hasBegin ? "true" : "false",
             text(row.range.begin),
             text(row.range.end),
             seconds(row.range.begin),
             seconds(server::query::subtractTicks(row.range.end, row.range.begin)),
             text(row.bytesSent),
             text(row.bytesReceived)});
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

}  // namespace vellum::server::cli
