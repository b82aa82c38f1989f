#include "common/base/number_text.h"
#include "common/query/recorded.h"
#include "common/time/columns.h"
#include "server/cli/event_names.h"
#include "server/cli/naming.h"
#include "server/cli/printing.h"
#include "server/cli/text_table.h"
#include "server/query/tick_sum.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace vellum::server::cli {

namespace {

using namespace vellum::query;  // NOLINT(google-build-using-namespace): the answers, all of them

using Align = TextTable::Align;

/// Adds "key=value (name)" to the members of a record.
void addMember(std::string& to, std::string_view key, std::string_view value, std::string_view name)
{
    to.append(to.empty() ? "" : " ").append(key).append("=").append(value);
    if (!name.empty()) {
        to.append(" (").append(name).append(")");
    }
}

/// \p part with one digit behind the point: "12.5 %".
std::string percent(double part)
{
    std::array<char, 32> buffer{};
    const auto end =
        std::to_chars(
            buffer.data(), buffer.data() + buffer.size(), 100.0 * part, std::chars_format::fixed, 1)
            .ptr;
    return std::string(buffer.data(), end) + " %";
}

/// What stands before a name in a tree, the outermost \p depth being 1. No line gets longer with the
/// depth without end: from some level on a number stands for the blanks.
std::string indentOf(std::uint32_t depth)
{
    constexpr std::uint32_t kMost = 50;
    const std::string blanks(std::size_t{2} * (std::min(depth, kMost) - 1), ' ');
    return depth <= kMost ? blanks : blanks + "(depth " + grouped(depth) + ") ";
}

/// One function per kind of answer. Names stand in the last column: they may be long.
class TextPrinter {
public:
    TextPrinter(std::ostream& out, const Printing& printing)
        : m_out(out)
        , m_printing(printing)
        , m_definitions(*printing.trace.definitions)
        , m_clock(m_definitions.clock)
        , m_locations(m_definitions)
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
    [[nodiscard]] std::string span(Tick ticks) const { return formatDuration(ticks, m_clock); }
    [[nodiscard]] std::string instant(Tick tick) const { return formatInstant(tick, m_clock); }
    /// \p count is not 0. Of coarse clocks a mean may lie well between two ticks: it is made of thousandths.
    [[nodiscard]] std::string mean(Tick sum, std::uint64_t count) const
    {
        constexpr Tick kFine = 1000;
        if (std::abs(sum) > std::numeric_limits<Tick>::max() / kFine) {
            return span(sum / static_cast<Tick>(count));
        }
        ClockProperties fine = m_clock;
        fine.ticksPerSecond *= kFine;
        return formatDuration(sum * kFine / static_cast<Tick>(count), fine);
    }

    [[nodiscard]] TextTable tableOf(std::vector<TextTable::Column> columns) const
    {
        return TextTable(std::move(columns), m_printing.cancel);
    }
    void head() const;
    void report(const std::vector<ImportReportEntry>& entries) const;
    void recorded(const TraceInfo& info) const;
    void properties() const;
    void timelineRow(TextTable& table, const Columns& columns, const TimelineRow& row, GroupBy by);
    void note(std::uint64_t shown, std::uint64_t count, const char* what) const;

    template <typename Row>
    [[nodiscard]] std::vector<std::string> times(const Row& row, Tick whole) const
    {
        const double share =
            whole > 0 ? static_cast<double>(row.exclusive) / static_cast<double>(whole) : 0.0;
        return {
            grouped(row.visits),
            span(row.inclusive),
            span(row.exclusive),
            percent(share),
            row.visits > 0 ? span(row.minInclusive) : "",
            row.visits > 0 ? mean(row.sumInclusive, row.visits) : "",
            row.visits > 0 ? span(row.maxInclusive) : ""};
    }
    static std::vector<TextTable::Column> timeColumns()
    {
        return {
            {"visits", Align::Right},
            {"inclusive", Align::Right},
            {"exclusive", Align::Right},
            {"share", Align::Right},
            {"min", Align::Right},
            {"mean", Align::Right},
            {"max", Align::Right}};
    }

    std::ostream& m_out;
    const Printing& m_printing;
    const Definitions& m_definitions;
    const ClockProperties& m_clock;
    LocationLabels m_locations;
};

void TextPrinter::head() const
{
    m_out << m_printing.query << " of " << printable(m_printing.trace.path) << ", "
          << instant(m_printing.window.begin) << " to " << instant(m_printing.window.end) << "\n\n";
}

void TextPrinter::note(std::uint64_t shown, std::uint64_t count, const char* what) const
{
    m_out << '\n' << what << " in all: " << grouped(count);
    if (shown < count) {
        m_out << "; the first " << grouped(shown) << " are shown, --limit shows more";
    }
    m_out << '\n';
}

void TextPrinter::report(const std::vector<ImportReportEntry>& entries) const
{
    if (entries.empty()) {
        m_out << "\nThe import had nothing to repair.\n";
        return;
    }
    m_out << "\nWhat the import found or repaired:\n";
    TextTable table = tableOf({{"severity"}, {"kind"}, {"count", Align::Right}, {"the first one"}});
    for (const ImportReportEntry& entry : entries) {
        table.add({word(entry.severity), entry.kind, grouped(entry.count), entry.example});
    }
    table.printAligned(m_out);
}

void TextPrinter::recorded(const TraceInfo& info) const
{
    std::string held;
    std::string notHeld;
    for (const Recorded& one : recordedIn(info)) {
        std::string& to = one.records > 0 ? held : notHeld;
        to += (to.empty() ? "" : ", ") + std::string(one.what);
    }
    m_out << "\nRecorded: " << (held.empty() ? "nothing" : held)
          << ".\nNot recorded: " << (notHeld.empty() ? "nothing of what Vellum knows" : notHeld)
          << ".\n";
}

/// What the trace says of its machine and devices.
void TextPrinter::properties() const
{
    TextTable table = tableOf({{"of"}, {"property"}, {"value"}});
    std::size_t lines = 0;
    constexpr std::size_t kMost = 200;
    for (const Property& property : m_definitions.properties) {
        const bool isGroup = property.target == PropertyTarget::LocationGroup;
        if ((!isGroup && property.target != PropertyTarget::SystemTreeNode) || ++lines > kMost) {
            continue;
        }
        const auto ref = static_cast<std::uint32_t>(property.ref);
        const SystemTreeNode* node = m_definitions.find(SystemTreeNodeRef(ref));
        const std::string owner = isGroup ? groupName(m_definitions, LocationGroupRef(ref))
                                  : node != nullptr ? node->name
                                                    : "node " + std::to_string(ref);
        table.add({owner, property.name, property.value});
    }
    if (lines > 0) {
        m_out << "\nMachine and devices:\n";
        table.printAligned(m_out);
    }
    if (lines > kMost) {
        m_out << "and " << grouped(lines - kMost) << " more; --format json has them all\n";
    }
}

void TextPrinter::operator()(const TraceInfo& info)
{
    m_out << printable(m_printing.trace.path) << '\n';
    TextTable table = tableOf({{""}, {""}});
    table.add({"format", info.format});
    table.add({"written by", info.creator});
    table.add({"duration", span(static_cast<Tick>(info.lengthTicks))});
    table.add({"timer", grouped(info.ticksPerSecond) + " ticks per second"});
    const std::array<std::pair<const char*, std::uint64_t>, 20> numbers{{
        {"system tree nodes", info.systemTreeNodes},
        {"location groups", info.locationGroups},
        {"locations", info.locations},
        {"regions", info.regions},
        {"communicators", info.communicators},
        {"metrics", info.metrics},
        {"events", info.events},
        {"visits", info.visits},
        {"messages", info.messages},
        {"message bytes", info.messageBytes},
        {"unmatched sends", info.unmatchedSends},
        {"unmatched receives", info.unmatchedReceives},
        {"collectives", info.collectives},
        {"RMA operations", info.rmaOperations},
        {"I/O operations", info.ioOperations},
        {"metric samples", info.metricSamples},
        {"event attributes", info.eventAttributes},
        {"markers", info.markers},
        {"launches", info.launches},
        {"device work without launch", info.workWithoutLaunch},
    }};
    for (const auto& [key, value] : numbers) {
        table.add({key, grouped(value)});
    }
    table.printAligned(m_out);
    recorded(info);
    properties();
    report(info.importReport);
}

void TextPrinter::operator()(const LocationCounts& counts)
{
    TextTable table =
        tableOf({{"ref", Align::Right}, {"type"}, {"events", Align::Right}, {"path"}});
    for (std::size_t i = 0; i < counts.locations.size(); ++i) {
        const Location* found = m_definitions.find(counts.locations[i]);
        const Location location = found != nullptr ? *found : Location{.ref = counts.locations[i]};
        table.add(
            {std::to_string(location.ref.value()),
             std::string(name(location.type)),
             grouped(counts.events[i]),
             m_definitions.pathOf(location)});
    }
    table.printAligned(m_out);
}

void TextPrinter::operator()(const Profile& profile)
{
    head();
    Tick whole = profile.outside;
    for (const ProfileRow& row : profile.rows) {
        whole = server::query::addTicks(whole, row.exclusive);
    }
    auto columns = timeColumns();
    columns.push_back(
        {m_printing.perLocation ? "location: " + std::string(word(m_printing.by))
                                : std::string(word(m_printing.by))});
    TextTable table = tableOf(std::move(columns));
    for (const ProfileRow& row : profile.rows) {
        auto cells = times(row, whole);
        const std::string own = keyName(m_definitions, row.key, m_printing.by);
        cells.push_back(m_printing.perLocation ? m_locations.of(row.location) + ": " + own : own);
        table.add(std::move(cells));
    }
    const double outside =
        whole > 0 ? static_cast<double>(profile.outside) / static_cast<double>(whole) : 0.0;
    table.add({"", "", span(profile.outside), percent(outside), "", "", "", "(in no region)"});
    table.printAligned(m_out);
}

void TextPrinter::operator()(const CallTree& tree)
{
    head();
    Tick whole = 0;
    for (const CallTreeNode& node : tree.nodes) {
        whole = server::query::addTicks(whole, node.depth == 1 ? node.inclusive : 0);
    }
    auto columns = timeColumns();
    columns.push_back({"call path"});
    TextTable table = tableOf(std::move(columns));
    for (const CallTreeNode& node : tree.nodes) {
        auto cells = times(node, whole);
        cells.push_back(indentOf(node.depth) + regionName(m_definitions, node.region));
        table.add(std::move(cells));
    }
    table.printAligned(m_out);
}

/// One line for neighbouring columns with the same winner.
void TextPrinter::timelineRow(
    TextTable& table, const Columns& columns, const TimelineRow& row, GroupBy by)
{
    for (std::size_t i = 0; i < row.runs.size();) {
        const Key winner = row.runs[i].winner;
        const std::int64_t first = row.runs[i].firstColumn;
        std::uint64_t visits = 0;
        std::int64_t end = first;
        for (; i < row.runs.size() && row.runs[i].winner == winner; ++i) {
            const std::int64_t next =
                i + 1 < row.runs.size() ? row.runs[i + 1].firstColumn : columns.count;
            visits += row.runs[i].visits * static_cast<std::uint64_t>(next - end);
            end = next;
        }
        const std::string level =
            row.level == 0 ? std::string() : ", level " + std::to_string(row.level);
        table.add(
            {m_locations.of(row.location) + level,
             instant(columns.boundary(first)),
             instant(columns.boundary(end)),
             std::to_string(end - first),
             grouped(visits),
             winner.value == Key::kNone ? "" : keyName(m_definitions, winner, by)});
    }
}

void TextPrinter::operator()(const Timeline& timeline)
{
    head();
    TextTable table = tableOf(
        {{"location"},
         {"from", Align::Right},
         {"to", Align::Right},
         {"columns", Align::Right},
         {"visits", Align::Right},
         {"mostly in"}});
    const Columns columns{.range = timeline.window, .count = timeline.columns};
    for (const TimelineRow& row : timeline.rows) {
        timelineRow(table, columns, row, timeline.by);
    }
    table.printAligned(m_out);
}

void TextPrinter::operator()(const SummaryTimeline& summary)
{
    head();
    const Columns columns{.range = summary.window, .count = summary.columns};
    for (const SummaryRow& row : summary.rows) {
        std::vector<TextTable::Column> titles{{"from", Align::Right}};
        for (const SummarySeries& series : row.series) {
            titles.push_back({keyName(m_definitions, series.key, m_printing.by), Align::Right});
        }
        TextTable table = tableOf(std::move(titles));
        for (std::int64_t i = 0; i < columns.count; ++i) {
            std::vector<std::string> cells{instant(columns.boundary(i))};
            for (const SummarySeries& series : row.series) {
                cells.push_back(span(series.exclusive[static_cast<std::size_t>(i)]));
            }
            table.add(std::move(cells));
        }
        table.printAligned(m_out);
    }
}

void TextPrinter::operator()(const Messages& messages)
{
    head();
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
            const auto& [key, value] = event.attributes[i];
            addMember(attributes, key, std::to_string(value), memberName(m_definitions, event, i));
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
    m_out << "device work of these locations without a launch, at any time: "
          << grouped(launches.workWithoutLaunch) << '\n';
}

void TextPrinter::operator()(const Collectives& collectives)
{
    head();
    TextTable table = tableOf(
        {{"begin", Align::Right},
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
            {instant(row.range.begin),
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

}  // namespace

void printText(std::ostream& out, const Printing& printing, const Answer& answer)
{
    std::visit(TextPrinter(out, printing), answer);
}

}  // namespace vellum::server::cli
