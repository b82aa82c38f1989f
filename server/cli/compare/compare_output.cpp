#include "server/cli/compare/compare_output.h"

#include "common/base/number_text.h"
#include "common/time/clock_properties.h"
#include "server/cli/json_writer.h"
#include "server/cli/output_guard.h"
#include "server/cli/printing.h"
#include "server/cli/table_output.h"
#include "server/cli/text_table.h"

#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vellum::server::cli {

namespace {

using compare::Comparison;

/// For tables that refer to nothing of a trace: their times are nanoseconds.
const Definitions& noDefinitions()
{
    static const Definitions kNone;
    return kNone;
}

template <typename Row>
vellum::query::Table tableOf(const Row& row)
{
    return {.window = {}, .answer = table::Value::of(row)};
}

template <typename Row>
void writeMember(JsonWriter& json, std::string_view key, const Row& row)
{
    json.key(key);
    writeTable(json, noDefinitions(), tableOf(row));
}

/// What JSON of two runs begins with.
template <typename Runs>
void beginJson(JsonWriter& json, const Runs& runs)
{
    json.beginObject();
    json.member("schema", "vellum/1");
    json.member("query", "compare");
    writeMember(json, "a", runs.a);
    writeMember(json, "b", runs.b);
}

void printJson(std::ostream& out, const ComparedRuns& runs, const std::stop_token& cancel)
{
    {
        JsonWriter json(out, cancel);
        beginJson(json, runs);
        json.member("exact", true);
        writeMember(json, "comparability", runs.differences);
        if (runs.gate) {
            writeMember(json, "gate", *runs.gate);
        }
        writeMember(json, "result", runs.comparison);
        json.endObject();
    }
    out << '\n';
}

/// ", from marker:step, window 0s:10ms".
std::string windowWords(const QueryOptions& options)
{
    const std::string& align = options.compare.align;
    return (align.empty() ? "" : ", from " + printable(align))
           + (options.window.empty() ? "" : ", window " + printable(options.window));
}

/// Hundredths, rounded down: nothing that is guessed reads as sure.
std::string likenessText(double likeness)
{
    constexpr double kHundredths = 100;
    const auto hundredths = static_cast<int>(likeness * kHundredths);
    return (hundredths < 10 ? "0.0" : "0.") + std::to_string(hundredths);
}

/// With what a guess is about in the name: a terminal has no room for more columns.
Comparison forPeople(Comparison comparison)
{
    for (compare::DifferenceRow& row : comparison.rows) {
        if (row.isGuessed) {
            row.name += " ≈ " + row.nameInB + " (guessed, " + likenessText(row.likeness) + ")";
        }
    }
    return comparison;
}

std::string inBoth(std::int64_t a, std::int64_t b)
{
    const ClockProperties clock;
    return formatDuration(a, clock) + " in A, " + formatDuration(b, clock) + " in B";
}

void printText(
    std::ostream& out,
    const QueryOptions& options,
    const ComparedRuns& runs,
    const std::stop_token& cancel)
{
    const Comparison& comparison = runs.comparison;
    out << "compare of A, " << printable(runs.a.name) << ", and B, " << printable(runs.b.name)
        << windowWords(options) << "\n\n";
    Printing printing;
    printing.query = "compare";
    printing.trace.definitions = std::make_shared<const Definitions>();
    printing.cancel = cancel;
    writeTableAsText(out, printing, tableOf(forPeople(comparison)));
    out << "\ntotal: " << inBoth(comparison.totalA, comparison.totalB)
        << "; length: " << inBoth(comparison.lengthA, comparison.lengthB) << '\n'
        << "rows in all: " << grouped(comparison.count)
        << ", only in A: " << grouped(comparison.onlyA)
        << ", only in B: " << grouped(comparison.onlyB);
    if (comparison.guessed > 0) {
        out << ", guessed: " << grouped(comparison.guessed);
    }
    if (comparison.rows.size() < comparison.count) {
        out << "; the first " << grouped(comparison.rows.size())
            << " are shown, --limit shows more";
    }
    out << '\n';
}

/// \param key, of  what was asked about: "steps" and which, "metric" and which
void printPairAsJson(
    std::ostream& out,
    const std::array<std::string, 2>& names,
    std::string_view key,
    const std::string& of,
    bool isExact,
    const vellum::query::Table& answer,
    const std::stop_token& cancel)
{
    {
        JsonWriter json(out, cancel);
        json.beginObject();
        json.member("schema", "vellum/1");
        json.member("query", "compare");
        json.member("a", names[0]);
        json.member("b", names[1]);
        json.member(key, of);
        json.member("exact", isExact);
        json.key("result");
        writeTable(json, noDefinitions(), answer);
        json.endObject();
    }
    out << '\n';
}

void printStepsAsText(
    std::ostream& out,
    const QueryOptions& options,
    const ComparedSteps& steps,
    const std::stop_token& cancel)
{
    const compare::StepComparison& comparison = steps.comparison;
    out << "steps '" << printable(steps.step) << "' of A, " << printable(steps.a) << ", and B, "
        << printable(steps.b) << windowWords(options) << "\n\n";
    Printing printing;
    printing.query = "compare";
    printing.trace.definitions = std::make_shared<const Definitions>();
    printing.cancel = cancel;
    writeTableAsText(out, printing, tableOf(comparison));
    out << "\nin both: " << inBoth(comparison.totalA, comparison.totalB) << '\n'
        << "steps in all: " << grouped(comparison.count)
        << ", only in A: " << grouped(comparison.onlyA)
        << ", only in B: " << grouped(comparison.onlyB);
    if (comparison.rows.size() < comparison.count) {
        out << "; the first " << grouped(comparison.rows.size())
            << " are shown, --limit shows more";
    }
    out << '\n';
}

/// With units: a terminal has room for two digits and a half.
TextTable forPeople(const compare::CounterComparison& comparison, const std::stop_token& cancel)
{
    using Align = TextTable::Align;
    TextTable table(
        {{.title = "metric"},
         {.title = "location"},
         {.title = "from", .align = Align::Right},
         {.title = "mean A", .align = Align::Right},
         {.title = "mean B", .align = Align::Right},
         {.title = "B - A", .align = Align::Right},
         {.title = "least", .align = Align::Right},
         {.title = "greatest", .align = Align::Right}},
        cancel);
    for (const compare::CounterDifference& row : comparison.rows) {
        const auto text = [&row](double value) {
            return std::isnan(value) ? "-" : quantityText(value, row.unit);
        };
        table.add(
            {row.metric,
             row.locationB.empty() ? row.location : row.location + " / " + row.locationB,
             formatDuration(row.begin, ClockProperties()),
             text(row.meanA),
             text(row.meanB),
             text(row.difference),
             text(row.least),
             text(row.most)});
    }
    return table;
}

void printCountersAsText(
    std::ostream& out,
    const QueryOptions& options,
    const ComparedCounters& counters,
    const std::stop_token& cancel)
{
    const compare::CounterComparison& comparison = counters.comparison;
    out << "counters of A, " << printable(counters.a) << ", and B, " << printable(counters.b)
        << windowWords(options) << ", for " << formatDuration(comparison.length, ClockProperties())
        << "\n\n";
    forPeople(comparison, cancel).printAligned(out);
    out << "\ncounters in both: " << grouped(comparison.inBoth)
        << ", only in A: " << grouped(comparison.onlyA)
        << ", only in B: " << grouped(comparison.onlyB) << '\n';
    if (comparison.rows.size() < comparison.count) {
        out << "rows in all: " << grouped(comparison.count) << "; the first "
            << grouped(comparison.rows.size()) << " are shown, --limit shows more\n";
    }
}

/// B / A, with the digits that one reads; "-" where A is nothing.
std::string ratioText(const compare::Amounts& amounts)
{
    const double ratio = compare::ratioOf(amounts);
    return std::isnan(ratio) ? "-" : quantityText(ratio, "");
}

constexpr std::string_view kPresences[] = {"both", "only in A", "only in B"};

/// The measure that rows are in order by with all that there is to say of it, of the others what either run has.
TextTable forPeople(const compare::TallyComparison& comparison, const std::stop_token& cancel)
{
    using Align = TextTable::Align;
    const compare::TallyMeasure measure = comparison.measure;
    const std::string of(compare::kTallyMeasureWords[static_cast<std::size_t>(measure)]);
    std::vector<TextTable::Column> columns{
        {.title = "difference", .align = Align::Right},
        {.title = "share", .align = Align::Right},
        {.title = of + " A", .align = Align::Right},
        {.title = of + " B", .align = Align::Right},
        {.title = "ratio", .align = Align::Right}};
    std::vector<compare::TallyMeasure> others;
    for (const compare::TallyMeasure other : compare::measuresOf(comparison.by)) {
        if (other != measure) {
            others.push_back(other);
            const std::string word(compare::kTallyMeasureWords[static_cast<std::size_t>(other)]);
            columns.push_back({.title = word + " A", .align = Align::Right});
            columns.push_back({.title = word + " B", .align = Align::Right});
        }
    }
    columns.push_back({.title = "in"});
    columns.push_back({.title = "name"});
    TextTable table(std::move(columns), cancel);
    for (const compare::TallyDifference& row : comparison.rows) {
        const compare::Amounts& amounts = row.amounts.of(measure);
        std::vector<std::string> cells{
            compare::differenceText(measure, amounts.difference),
            std::isnan(row.share) ? "-" : percentText(row.share),
            compare::amountText(measure, amounts.a),
            compare::amountText(measure, amounts.b),
            ratioText(amounts)};
        for (const compare::TallyMeasure other : others) {
            cells.push_back(compare::amountText(other, row.amounts.of(other).a));
            cells.push_back(compare::amountText(other, row.amounts.of(other).b));
        }
        cells.emplace_back(kPresences[static_cast<std::size_t>(row.in)]);
        cells.push_back(row.name);
        table.add(std::move(cells));
    }
    return table;
}

void printTalliesAsText(
    std::ostream& out,
    const QueryOptions& options,
    const ComparedTallies& tallies,
    const std::stop_token& cancel)
{
    const compare::TallyComparison& comparison = tallies.comparison;
    out << compare::pluralOf(comparison.by) << " of A, " << printable(tallies.a.name) << ", and B, "
        << printable(tallies.b.name) << windowWords(options) << ", by "
        << compare::kTallyKeyWords[static_cast<std::size_t>(comparison.key)] << "\n\n";
    forPeople(comparison, cancel).printAligned(out);
    const compare::Amounts& total = comparison.total.of(comparison.measure);
    out << "\ntotal: " << compare::amountText(comparison.measure, total.a) << " in A, "
        << compare::amountText(comparison.measure, total.b) << " in B\n"
        << "rows in all: " << grouped(comparison.count)
        << ", only in A: " << grouped(comparison.onlyA)
        << ", only in B: " << grouped(comparison.onlyB);
    if (comparison.rows.size() < comparison.count) {
        out << "; the first " << grouped(comparison.rows.size())
            << " are shown, --limit shows more";
    }
    out << '\n';
}

/// A bar for each run, as long as the share of its visits in the bin beside the largest of all.
std::string barOf(double share, double largest)
{
    constexpr double kWidth = 20;
    const auto marks = std::isnan(share) ? 0 : std::lround(kWidth * share / largest);
    return {std::string(static_cast<std::size_t>(marks), '#')};
}

/// "12.0 µs"; of a run without visits "-".
std::string nanosecondText(double ns)
{
    return std::isnan(ns) ? "-" : formatDuration(static_cast<std::int64_t>(std::llround(ns)), {});
}

void printDurationsAsText(
    std::ostream& out,
    const QueryOptions& options,
    const ComparedDurations& durations,
    const std::stop_token& cancel)
{
    using Align = TextTable::Align;
    const compare::Distribution& of = durations.distribution;
    out << "durations of '" << printable(of.function) << "' in A, " << printable(durations.a)
        << ", and B, " << printable(durations.b) << windowWords(options) << "\n\n";
    TextTable table(
        {{.title = "from", .align = Align::Right},
         {.title = "visits A", .align = Align::Right},
         {.title = "visits B", .align = Align::Right},
         {.title = "up to A", .align = Align::Right},
         {.title = "up to B", .align = Align::Right},
         {.title = "A"},
         {.title = "B"}},
        cancel);
    double largest = 0;
    for (const compare::DurationBin& bin : of.rows) {
        largest = std::fmax(largest, std::fmax(bin.shareA, bin.shareB));
    }
    const auto share = [](double part) { return std::isnan(part) ? "-" : percentText(part); };
    for (const compare::DurationBin& bin : of.rows) {
        table.add(
            {nanosecondText(bin.low),
             grouped(bin.visitsA),
             grouped(bin.visitsB),
             share(bin.upToA),
             share(bin.upToB),
             barOf(bin.shareA, largest),
             barOf(bin.shareB, largest)});
    }
    table.printAligned(out);
    out << "\nvisits: " << grouped(of.visitsA) << " in A, " << grouped(of.visitsB)
        << " in B; median: " << nanosecondText(of.medianA) << " in A, "
        << nanosecondText(of.medianB) << " in B\n";
}

void printTalliesAsJson(
    std::ostream& out, const ComparedTallies& tallies, const std::stop_token& cancel)
{
    {
        JsonWriter json(out, cancel);
        beginJson(json, tallies);
        json.member("exact", tallies.isExact);
        writeMember(json, "comparability", tallies.differences);
        writeMember(json, "result", tallies.comparison);
        json.endObject();
    }
    out << '\n';
}

/// In the format that was asked for. \param table  makes what CSV has
template <typename Json, typename MakeTable, typename Text>
void printAs(
    std::ostream& out,
    Format format,
    const std::stop_token& cancel,
    const Json& json,
    const MakeTable& table,
    const Text& text)
{
    switch (format) {
    case Format::Json:
        return json();
    case Format::Csv: {
        OutputGuard guard(cancel);
        return writeTableAsCsv(out, guard, noDefinitions(), table());
    }
    case Format::Text:
        return text();
    case Format::Dot:
    case Format::Svg:
        break;  // refused with the command line
    }
}

}  // namespace

void printDurations(
    std::ostream& out,
    const QueryOptions& options,
    const ComparedDurations& durations,
    const std::stop_token& cancel)
{
    printAs(
        out,
        options.format,
        cancel,
        [&] {
            printPairAsJson(
                out,
                {durations.a, durations.b},
                "function",
                durations.distribution.function,
                true,
                tableOf(durations.distribution),
                cancel);
        },
        [&] { return tableOf(durations.distribution); },
        [&] { printDurationsAsText(out, options, durations, cancel); });
}

void printTallies(
    std::ostream& out,
    const QueryOptions& options,
    const ComparedTallies& tallies,
    const std::stop_token& cancel)
{
    printAs(
        out,
        options.format,
        cancel,
        [&] { printTalliesAsJson(out, tallies, cancel); },
        [&] { return tableOf(tallies.comparison); },
        [&] { printTalliesAsText(out, options, tallies, cancel); });
}

void printCounters(
    std::ostream& out,
    const QueryOptions& options,
    const ComparedCounters& counters,
    const std::stop_token& cancel)
{
    printAs(
        out,
        options.format,
        cancel,
        [&] {
            printPairAsJson(
                out,
                {counters.a, counters.b},
                "metric",
                counters.metric,
                true,
                tableOf(counters.comparison),
                cancel);
        },
        [&] { return tableOf(counters.comparison); },
        [&] { printCountersAsText(out, options, counters, cancel); });
}

void printSteps(
    std::ostream& out,
    const QueryOptions& options,
    const ComparedSteps& steps,
    const std::stop_token& cancel)
{
    printAs(
        out,
        options.format,
        cancel,
        [&] {
            printPairAsJson(
                out,
                {steps.a, steps.b},
                "steps",
                steps.step,
                steps.isExact,
                tableOf(steps.comparison),
                cancel);
        },
        [&] { return tableOf(steps.comparison); },
        [&] { printStepsAsText(out, options, steps, cancel); });
}

void printComparison(
    std::ostream& out,
    const QueryOptions& options,
    const ComparedRuns& runs,
    const std::stop_token& cancel)
{
    printAs(
        out,
        options.format,
        cancel,
        [&] { printJson(out, runs, cancel); },
        [&] { return tableOf(runs.comparison); },
        [&] { printText(out, options, runs, cancel); });
}

}  // namespace vellum::server::cli
