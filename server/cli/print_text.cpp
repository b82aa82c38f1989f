#include "common/base/number_text.h"
#include "common/query/event_names.h"
#include "common/query/recorded.h"
#include "common/time/columns.h"
#include "server/cli/machine_tree.h"
#include "server/cli/naming.h"
#include "server/cli/printing.h"
#include "server/cli/text_printer.h"
#include "server/cli/text_table.h"
#include "server/query/tick_sum.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <variant>

namespace vellum::server::cli {

using namespace vellum::query;  // NOLINT(google-build-using-namespace): the answers, all of them

namespace {

using Align = TextTable::Align;

/// What stands before a name in a tree, the outermost \p depth being 1. No line gets longer with the
/// depth without end: from some level on a number stands for the blanks.
std::string indentOf(std::uint32_t depth)
{
    constexpr std::uint32_t kMost = 50;
    const std::string blanks(std::size_t{2} * (std::min(depth, kMost) - 1), ' ');
    return depth <= kMost ? blanks : blanks + "(depth " + grouped(depth) + ") ";
}

/// The columns of what `times` gives.
std::vector<TextTable::Column> timeColumns()
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

/// The length that a clock claims, which may be beyond all ticks.
Tick claimed(std::uint64_t length)
{
    return static_cast<Tick>(std::min<std::uint64_t>(length, std::numeric_limits<Tick>::max()));
}

}  // namespace

std::string TextPrinter::mean(Tick sum, std::uint64_t count) const
{
    constexpr Tick kFine = 1000;
    if (std::abs(sum) > std::numeric_limits<Tick>::max() / kFine) {
        return span(sum / static_cast<Tick>(count));
    }
    ClockProperties fine = m_clock;
    fine.ticksPerSecond *= kFine;
    return formatDuration(sum * kFine / static_cast<Tick>(count), fine);
}

template <typename Row>
std::vector<std::string> TextPrinter::times(const Row& row, Tick whole) const
{
    const double share =
        whole > 0 ? static_cast<double>(row.exclusive) / static_cast<double>(whole) : 0.0;
    return {
        grouped(row.visits),
        span(row.inclusive),
        span(row.exclusive),
        percentText(share),
        row.visits > 0 ? span(row.minInclusive) : "",
        row.visits > 0 ? mean(row.sumInclusive, row.visits) : "",
        row.visits > 0 ? span(row.maxInclusive) : ""};
}

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
    reportPlaces(entries);
}

/// Where there is more than one place to tell apart.
void TextPrinter::reportPlaces(const std::vector<ImportReportEntry>& entries) const
{
    constexpr std::size_t kShown = 10;
    if (std::ranges::none_of(entries, [](const auto& entry) { return entry.places.size() > 1; })) {
        return;
    }
    m_out << "\nBy file and location:\n";
    TextTable table = tableOf({{"kind"}, {"count", Align::Right}, {"file"}, {"location"}});
    for (const ImportReportEntry& entry : entries) {
        std::uint64_t rest = entry.count;
        const std::size_t shown = std::min(entry.places.size(), kShown);
        for (const vellum::query::ImportReportPlace& place : std::span(entry.places).first(shown)) {
            table.add({entry.kind, grouped(place.count), place.file, place.location});
            rest -= std::min(rest, place.count);
        }
        if (rest > 0) {
            table.add({entry.kind, grouped(rest), "elsewhere (--format json has more)", ""});
        }
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

/// The machine, and what the trace says of it and of its devices.
void TextPrinter::machine() const
{
    constexpr std::size_t kMost = 200;
    const std::vector<std::string> lines = machineTree(m_definitions, kMost);
    m_out << (lines.empty() ? "" : "\nMachine:\n");
    for (const std::string& line : lines) {
        m_out << printable(line) << '\n';
    }
}

void TextPrinter::operator()(const TraceInfo& info)
{
    m_out << printable(m_printing.trace.path) << '\n';
    TextTable table = tableOf({{""}, {""}});
    table.add({"format", info.format});
    table.add({"written by", info.creator});
    table.add({"duration", span(claimed(info.lengthTicks))});
    table.add({"timer", grouped(info.ticksPerSecond) + " ticks per second"});
    const std::uint64_t begin = m_definitions.clock.realtimeNs;
    table.add({"begin", begin == 0 ? "unknown" : formatWallClock(begin)});
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
        {"collectives by member", info.collectives},
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
    machine();
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
    table.add({"", "", span(profile.outside), percentText(outside), "", "", "", "(in no region)"});
    table.printAligned(m_out);
}

void TextPrinter::operator()(const CallTree& tree)
{
    head();
    Tick whole = 0;
    for (const CallTreeNode& node : tree.nodes) {
        whole = server::query::addTicks(whole, node.depth == 1 ? node.inclusive : 0);
    }
    const bool isSampled = std::ranges::any_of(
        tree.nodes, [](const CallTreeNode& node) { return node.inclusiveSamples > 0; });
    auto columns = timeColumns();
    if (isSampled) {
        columns.push_back({"samples", Align::Right});
        columns.push_back({"own samples", Align::Right});
    }
    columns.push_back({"call path"});
    TextTable table = tableOf(std::move(columns));
    for (const CallTreeNode& node : tree.nodes) {
        auto cells = times(node, whole);
        if (isSampled) {
            cells.push_back(grouped(node.inclusiveSamples));
            cells.push_back(grouped(node.exclusiveSamples));
        }
        cells.push_back(indentOf(node.depth) + regionName(m_definitions, node.region));
        table.add(std::move(cells));
    }
    table.printAligned(m_out);
}

namespace {

/// What more than half of a column is: the winner, or else its group.
struct MostlyIn {
    enum class What : std::uint8_t { Nothing, Winner, Group, NoGroup };
    What what = What::Nothing;
    std::uint32_t of = 0;  ///< the winner's key, or the group's number

    friend bool operator==(const MostlyIn&, const MostlyIn&) = default;
};

MostlyIn mostlyIn(
    const TimelineRun& run,
    TickRange column,
    std::uint64_t locations,
    const Definitions& definitions)
{
    if (run.winner.value == Key::kNone) {
        return {};
    }
    if (hasMoreThanHalf(run.missing, column, locations)) {
        return {.what = MostlyIn::What::Winner, .of = run.winner.value};
    }
    const Region* region = definitions.find(RegionRef(run.winner.value));
    if (region == nullptr || !hasMoreThanHalf(run.groupMissing, column, locations)) {
        return {.what = MostlyIn::What::NoGroup};
    }
    return {.what = MostlyIn::What::Group, .of = static_cast<std::uint32_t>(region->group)};
}

/// Neighbouring columns that are mostly in the same.
struct AlikeColumns {
    MostlyIn in;
    std::int64_t first = 0;
    std::int64_t end = 0;
    std::uint64_t visits = 0;
    std::vector<std::int64_t> present;  ///< by class, in how many columns
};

/// \param classes  of presence
std::vector<AlikeColumns> alikeColumns(
    const TimelineRow& row,
    const Columns& columns,
    std::uint64_t locations,
    std::size_t classes,
    const Definitions& definitions)
{
    std::vector<AlikeColumns> all;
    for (std::size_t i = 0; i < row.runs.size(); ++i) {
        const TimelineRun& run = row.runs[i];
        const std::int64_t end =
            i + 1 < row.runs.size() ? row.runs[i + 1].firstColumn : columns.count;
        for (std::int64_t column = run.firstColumn; column < end; ++column) {
            const MostlyIn in = mostlyIn(run, columns.column(column), locations, definitions);
            if (all.empty() || all.back().in != in) {
                all.push_back(
                    {.in = in, .first = column, .present = std::vector<std::int64_t>(classes)});
            }
            AlikeColumns& last = all.back();
            last.end = column + 1;
            last.visits += run.visits;
            for (std::size_t bit = 0; bit < classes; ++bit) {
                last.present[bit] += (run.present >> bit) % 2 == 1 ? 1 : 0;
            }
        }
    }
    return all;
}

}  // namespace

std::string TextPrinter::nameOf(std::uint32_t key, GroupBy by) const
{
    return by == GroupBy::FunctionGroup
               ? m_groupNames.at(std::min<std::size_t>(key, kFunctionGroupCount - 1))
               : keyName(m_definitions, Key{.value = key}, by);
}

/// One line for neighbouring columns that are mostly in the same.
void TextPrinter::timelineRow(
    TextTable& table,
    const Columns& columns,
    const TimelineRow& row,
    const std::string& name,
    std::uint64_t locations,
    GroupBy by)
{
    const std::string level =
        row.level == 0 ? std::string() : ", level " + std::to_string(row.level);
    for (const AlikeColumns& alike :
         alikeColumns(row, columns, locations, m_printing.present.size(), m_definitions)) {
        std::vector<std::string> cells{
            name + level,
            instant(columns.boundary(alike.first)),
            instant(columns.boundary(alike.end)),
            std::to_string(alike.end - alike.first),
            grouped(alike.visits)};
        for (const std::int64_t count : alike.present) {
            cells.push_back(count == 0 ? "" : std::to_string(count));
        }
        switch (alike.in.what) {
        case MostlyIn::What::Nothing:
            cells.emplace_back();
            break;
        case MostlyIn::What::Winner:
            cells.push_back(nameOf(alike.in.of, by));
            break;
        case MostlyIn::What::Group:
            cells.push_back(nameOf(alike.in.of, GroupBy::FunctionGroup));
            break;
        case MostlyIn::What::NoGroup:
            cells.emplace_back("no one group");
            break;
        }
        table.add(std::move(cells));
    }
}

void TextPrinter::operator()(const Timeline& timeline)
{
    head();
    std::vector<TextTable::Column> titles{
        {word(m_printing.rows)},
        {"from", Align::Right},
        {"to", Align::Right},
        {"columns", Align::Right},
        {"visits", Align::Right}};
    for (const std::string& what : m_printing.present) {
        titles.push_back({"with " + what, Align::Right});
    }
    titles.push_back({"mostly in"});
    TextTable table = tableOf(std::move(titles));
    const Columns columns{.range = timeline.window, .count = timeline.columns};
    for (std::size_t i = 0; i < timeline.rows.size(); ++i) {
        const TimelineRow& row = timeline.rows[i];
        const RowSet* set = setOf(m_printing, i);
        const std::string name = set == nullptr
                                     ? m_locations.of(row.location)
                                     : set->name + " (" + grouped(set->locations.size()) + ")";
        timelineRow(
            table, columns, row, name, set == nullptr ? 1U : set->locations.size(), timeline.by);
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

void printText(std::ostream& out, const Printing& printing, const Answer& answer)
{
    std::visit(TextPrinter(out, printing), answer);
}

}  // namespace vellum::server::cli
