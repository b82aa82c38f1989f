#include "common/base/number_text.h"
#include "common/query/event_names.h"
#include "common/time/columns.h"
#include "server/cli/naming.h"
#include "server/cli/printing.h"
#include "server/cli/text_printer.h"
#include "server/cli/text_table.h"
#include "server/query/tick_sum.h"

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace vellum::server::cli {

using namespace vellum::query;  // NOLINT(google-build-using-namespace): the answers, all of them

namespace {

using Align = TextTable::Align;

/// Adds "key=value (name)" to the members of a record.
void addMember(std::string& to, std::string_view key, std::string_view value, std::string_view name)
{
    to.append(to.empty() ? "" : " ").append(key).append("=").append(value);
    if (!name.empty()) {
        to.append(" (").append(name).append(")");
    }
}

}  // namespace

void TextPrinter::printBursts(const Messages& messages)
{
    TextTable table = tableOf(
        {{"messages", Align::Right},
         {"bytes", Align::Right},
         {"first sent at", Align::Right},
         {"last sent at", Align::Right},
         {"first received at", Align::Right},
         {"last received at", Align::Right},
         {"first sender"},
         {"first receiver"}});
    for (std::size_t i = 0; i < messages.bursts.size(); ++i) {
        const MessageBurst& burst = messages.bursts[i];
        const Message& first = messages.messages[i];
        table.add(
            {grouped(burst.count),
             grouped(burst.bytes),
             instant(first.send),
             instant(burst.lastSend),
             instant(burst.firstReceive),
             instant(burst.lastReceive),
             m_locations.of(first.sender),
             m_locations.of(first.receiver)});
    }
    table.printAligned(m_out);
    const auto same = [](std::uint32_t together, const std::string& what) {
        return together == 1 ? what : grouped(together) + " neighbouring " + what + "s";
    };
    m_out << "messages in all: " << grouped(messages.count) << "; those whose ends lie in the same "
          << same(messages.columnsTogether, "column") << " and "
          << same(messages.rowsTogether, "row") << " are together\n";
}

void TextPrinter::operator()(const Messages& messages)
{
    head();
    if (!messages.bursts.empty()) {
        printBursts(messages);
        return;
    }
    TextTable table = tableOf(
        {{"sent at", Align::Right},
         {"takes", Align::Right},
         {"bytes", Align::Right},
         {"tag", Align::Right},
         {"sender"},
         {"receiver"},
         {"communicator"}});
    for (const Message& message : messages.messages) {
        table.add(
            {instant(message.send),
             span(server::query::subtractTicks(message.receive, message.send)),
             grouped(message.bytes),
             std::to_string(message.tag),
             m_locations.of(message.sender),
             m_locations.of(message.receiver),
             communicatorName(m_definitions, message.communicator)});
    }
    table.printAligned(m_out);
    note(messages.messages.size(), messages.count, "messages");
    m_out << "unmatched, of these locations at any time: " << grouped(messages.unmatchedSends)
          << " sends, " << grouped(messages.unmatchedReceives) << " receives\n";
}

void TextPrinter::operator()(const Matrix& matrix)
{
    head();
    TextTable table = tableOf(
        {{"messages", Align::Right},
         {"bytes", Align::Right},
         {"min", Align::Right},
         {"mean", Align::Right},
         {"max", Align::Right},
         {"sender"},
         {"receiver"}});
    const std::size_t side = matrix.labels.size();
    const auto label = [&](std::size_t place) {
        const std::uint64_t ref = matrix.labels[place];
        return matrix.by == MatrixBy::Location
                   ? m_locations.of(LocationRef(ref))
                   : std::to_string(ref) + ' ' + labelName(m_definitions, ref, matrix.by);
    };
    for (std::size_t i = 0; i < matrix.cells.size(); ++i) {
        const MatrixCell& cell = matrix.cells[i];
        if (cell.count > 0) {
            table.add(
                {grouped(cell.count),
                 grouped(cell.bytes),
                 span(cell.minDuration),
                 mean(cell.sumDuration, cell.count),
                 span(cell.maxDuration),
                 label(i / side),
                 label(i % side)});
        }
    }
    table.printAligned(m_out);
}

void TextPrinter::operator()(const SearchHits& hits)
{
    head();
    TextTable table = tableOf(
        {{"begin", Align::Right},
         {"takes", Align::Right},
         {"depth", Align::Right},
         {"location"},
         {"region"}});
    for (const SearchHit& hit : hits.hits) {
        table.add(
            {instant(hit.visit.begin),
             span(hit.visit.length()),
             std::to_string(hit.depth),
             m_locations.of(hit.location),
             regionName(m_definitions, hit.region)});
    }
    table.printAligned(m_out);
    note(hits.hits.size(), hits.count, "visits");
}

void TextPrinter::operator()(const Events& events)
{
    head();
    TextTable table = tableOf({{"time", Align::Right}, {"location"}, {"kind"}, {"attributes"}});
    for (const EventRecord& event : events.events) {
        std::string attributes;
        for (std::size_t i = 0; i < event.attributes.size(); ++i) {
            addMember(
                attributes,
                event.attributes[i].first,
                memberText(event, i),
                memberName(m_definitions, event, i));
        }
        for (const CarriedAttribute& carried : event.carried) {
            addMember(
                attributes,
                attributeName(m_definitions, carried.attribute),
                textOf(carried.value),
                referredName(m_definitions, carried.value));
        }
        table.add({instant(event.tick), m_locations.of(event.location), event.kind, attributes});
    }
    table.printAligned(m_out);
    note(events.events.size(), events.count, "events");
}

void TextPrinter::operator()(const Launches& launches)
{
    head();
    TextTable table = tableOf(
        {{"called at", Align::Right},
         {"starts after", Align::Right},
         {"takes", Align::Right},
         {"host"},
         {"call"},
         {"device"},
         {"work"}});
    for (const Launch& launch : launches.launches) {
        table.add(
            {instant(launch.call.begin),
             span(server::query::subtractTicks(launch.work.begin, launch.call.begin)),
             span(server::query::subtractTicks(launch.work.end, launch.work.begin)),
             m_locations.of(launch.host),
             regionName(m_definitions, launch.callRegion),
             m_locations.of(launch.device),
             regionName(m_definitions, launch.workRegion)});
    }
    table.printAligned(m_out);
    note(launches.launches.size(), launches.count, "launches");
    const TraceInfo& info = m_printing.trace.info;
    if (info.launches == 0 && info.workWithoutLaunch == 0) {
        m_out << "the trace says of no device work which call launched it\n";
        return;
    }
    m_out << "device work of these locations without a launch, at any time: "
          << grouped(launches.workWithoutLaunch) << '\n';
}

void TextPrinter::operator()(const Collectives& collectives)
{
    head();
    TextTable table = tableOf(
        {{"number", Align::Right},
         {"begin", Align::Right},
         {"takes", Align::Right},
         {"wait", Align::Right},
         {"members", Align::Right},
         {"sent", Align::Right},
         {"received", Align::Right},
         {"root", Align::Right},
         {"operation"},
         {"came last"},
         {"communicator"}});
    for (const Collective& row : collectives.collectives) {
        const std::string seen = grouped(row.seen) + " of " + grouped(row.members);
        table.add(
            {std::to_string(row.communicator.value()) + ':' + std::to_string(row.instance),
             instant(row.range.begin),
             span(row.range.length()),
             span(row.wait),
             row.mismatched == 0 ? seen : seen + ", " + grouped(row.mismatched) + " mismatched",
             grouped(row.bytesSent),
             grouped(row.bytesReceived),
             rootName(row.root),
             collectiveName(row.operation),
             m_locations.of(row.last),
             communicatorName(m_definitions, row.communicator)});
    }
    table.printAligned(m_out);
    note(collectives.collectives.size(), collectives.count, "collectives");
    m_out << "of these: " << grouped(collectives.incomplete) << " without some member, "
          << grouped(collectives.mismatched) << " mismatched\n"
          << "records of these locations at any time: " << grouped(collectives.withoutEnd)
          << " without end, " << grouped(collectives.withoutBegin) << " without begin, "
          << grouped(collectives.strays) << " of no member\n";
}

void TextPrinter::operator()(const CollectiveMembers& members)
{
    head();
    TextTable table = tableOf(
        {{"begin", Align::Right},
         {"takes", Align::Right},
         {"sent", Align::Right},
         {"received", Align::Right},
         {"root", Align::Right},
         {"operation"},
         {"location"}});
    for (const CollectiveMember& row : members.members) {
        table.add(
            {row.hasBegin ? instant(row.range.begin) : std::string("not recorded"),
             row.hasBegin ? span(row.range.length()) : "ends at " + instant(row.range.end),
             grouped(row.bytesSent),
             grouped(row.bytesReceived),
             rootName(row.root),
             collectiveName(row.operation),
             m_locations.of(row.location)});
    }
    table.printAligned(m_out);
    note(members.members.size(), members.count, "members");
    const std::string name = communicatorName(m_definitions, members.communicator);
    m_out << "of number " << members.communicator.value() << ':' << members.instance
          << (name.empty() ? "" : ", " + name)
          << (members.count == 0 ? ": nothing of it in this window and these locations\n" : "\n");
}

void TextPrinter::operator()(const Io& io)
{
    head();
    TextTable table = tableOf(
        {{"time", Align::Right},
         {"reads", Align::Right},
         {"writes", Align::Right},
         {"flushes", Align::Right},
         {"bytes read", Align::Right},
         {"bytes written", Align::Right},
         {"opened", Align::Right},
         {"closed", Align::Right},
         {"seeks", Align::Right},
         {"through"},
         {"location"},
         {"file"}});
    const auto add = [&](const IoNumbers& numbers, const IoNames& names, std::string location) {
        table.add(
            {span(numbers.time),
             grouped(numbers.reads),
             grouped(numbers.writes),
             grouped(numbers.flushes),
             grouped(numbers.bytesRead),
             grouped(numbers.bytesWritten),
             grouped(numbers.opened),
             grouped(numbers.closed),
             grouped(numbers.seeks),
             names.paradigm,
             std::move(location),
             names.file.empty() ? names.handle : names.file});
    };
    for (const IoRow& row : io.rows) {
        IoNames names = ioNames(m_definitions, row.handle);
        if (names.file.empty() && names.handle.empty()) {
            names.handle = "handle " + std::to_string(row.handle.value());
        }
        add(row.numbers, names, m_locations.of(row.location));
    }
    if (io.count > 0) {
        add(io.totals, {.handle = "(all)", .file = {}, .paradigm = {}}, "");
    }
    table.printAligned(m_out);
    note(io.rows.size(), io.count, "handles of locations");
    m_out << "operations: " << grouped(io.totals.operations()) << ", of these "
          << grouped(io.totals.cancelled) << " cancelled, " << grouped(io.totals.unmatchedBegins)
          << " without end; ends without begin: " << grouped(io.totals.unmatchedEnds) << '\n';
}

void TextPrinter::operator()(const Counters& counters)
{
    head();
    TextTable table = tableOf(
        {{"from", Align::Right},
         {"samples", Align::Right},
         {"min", Align::Right},
         {"mean", Align::Right},
         {"max", Align::Right},
         {"last", Align::Right},
         {"location"},
         {"metric"}});
    const Columns columns{.range = counters.window, .count = counters.columns};
    for (const CounterRow& row : counters.rows) {
        const MetricMember metric = metricOf(m_definitions, row.metric);
        const auto value = [&](double number) { return quantityText(number, metric.unit); };
        for (const CounterPoint& point : row.points) {
            table.add(
                {instant(columns.boundary(point.column)),
                 grouped(point.count),
                 value(point.min),
                 value(point.mean),
                 value(point.max),
                 value(point.last),
                 m_locations.of(row.location),
                 metric.name});
        }
    }
    table.printAligned(m_out);
}

void TextPrinter::operator()(const Markers& markers)
{
    head();
    TextTable table = tableOf(
        {{"time", Align::Right},
         {"takes", Align::Right},
         {"severity"},
         {"category"},
         {"where"},
         {"text"}});
    for (const Marker& marker : markers.markers) {
        const MarkerDefinition definition = definitionOf(m_definitions, marker);
        const bool isTrace = marker.scope == MarkerScope::Global;
        table.add(
            {instant(marker.tick),
             span(static_cast<Tick>(
                 std::min<std::uint64_t>(marker.duration, std::numeric_limits<Tick>::max()))),
             std::string(name(definition.severity)),
             definition.group.empty() ? definition.category
                                      : definition.group + ": " + definition.category,
             isTrace ? "trace" : scopeName(m_definitions, marker),
             marker.text});
    }
    table.printAligned(m_out);
    note(markers.markers.size(), markers.count, "markers");
}

void TextPrinter::operator()(const VisitDetail& detail)
{
    TextTable table = tableOf(
        {{"begin", Align::Right},
         {"takes", Align::Right},
         {"exclusive", Align::Right},
         {"region"}});
    for (const DetailLevel& level : detail.stack) {
        table.add(
            {instant(level.visit.begin),
             span(level.visit.length()),
             span(level.exclusive),
             regionName(m_definitions, level.region)});
    }
    table.printAligned(m_out);
}

}  // namespace vellum::server::cli
