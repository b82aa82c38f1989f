#include "server/cli/compare/run_counters.h"

#include "common/base/number_text.h"
#include "common/compare/counter_differences.h"
#include "server/cli/compare/compare_output.h"
#include "server/cli/compare/measured_run.h"
#include "server/cli/exit_status.h"
#include "server/cli/notes.h"
#include "server/cli/output_guard.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <variant>

namespace vellum::server::cli {

namespace {

using compare::CounterQuestion;
using vellum::query::Counters;

/// One of the two, open.
struct Side {
    std::string name;
    std::unique_ptr<QueryBackend> backend;
    OpenedTrace trace;
    vellum::query::Scope scope;
    Counters counters;
};

const CounterQuestion& askedBy(const QueryOptions& options)
{
    return *options.asked.as<CounterQuestion>();
}

int openSide(const QueryOptions& options, const MakeBackend& makeBackend, Side& side)
{
    side.name = options.trace.name();
    side.backend = makeBackend();
    auto trace = side.backend->open(options.trace);
    if (!trace.isOk()) {
        return complainAbout(trace.error(), statusOfOpen(trace.error()));
    }
    side.trace = std::move(trace).value();
    auto scope = alignedScope(options, *side.backend, side.trace);
    if (!scope.isOk()) {
        return complainAbout(scope.error(), statusOfAnswer(scope.error()));
    }
    side.scope = std::move(scope).value();
    const auto& report = side.trace.info.importReport;
    complainAll({damageNote(options, report), placeNote(options, report), serverNote(options)});
    return kAnswered;
}

bool hasMetric(const Side& side, const std::string& name)
{
    const auto& metrics = side.trace.definitions->metricMembers;
    return name.empty() ? !metrics.empty()
                        : std::ranges::find(metrics, name, &MetricMember::name) != metrics.end();
}

std::string counterText(const std::string& metric)
{
    return metric.empty() ? "no counter" : "no counter '" + metric + "'";
}

/// Cuts both windows to the length of the shorter one.
void makeAsLong(Side& a, Side& b)
{
    const auto [ofA, ofB] = compare::asLongAsEachOther(
        a.scope.window, a.trace.definitions->clock, b.scope.window, b.trace.definitions->clock);
    for (const auto& [side, window, letter] :
         {std::tuple(&a, ofA, "A"), std::tuple(&b, ofB, "B")}) {
        if (window != side->scope.window) {
            const ClockProperties& clock = side->trace.definitions->clock;
            complain(
                std::string("the window of ") + letter + " is the longer one: its first "
                + formatDuration(window.length(), clock) + " of "
                + formatDuration(side->scope.window.length(), clock) + " are compared");
        }
        side->scope.window = window;
    }
}

/// \return another status than kAnswered: it was complained about
int askSide(const CounterQuestion& asked, Side& side)
{
    side.counters = {.window = side.scope.window, .columns = asked.columns};
    if (!hasMetric(side, asked.metric)) {
        return kAnswered;
    }
    auto answer = side.backend->ask(vellum::query::CountersRequest{
        .scope = side.scope, .columns = asked.columns, .metric = asked.metric});
    if (!answer.isOk()) {
        return complainAbout(answer.error(), statusOfAnswer(answer.error()));
    }
    side.counters = std::get<Counters>(std::move(answer).value());
    return kAnswered;
}

int print(
    const QueryOptions& options,
    const ComparedCounters& counters,
    QueryBackend& backend,
    std::ostream& out,
    const std::stop_token& cancel)
{
    const auto& comparison = counters.comparison;
    if (options.format != Format::Text) {  // else it stands below the table
        complainAll({shownOf(comparison.rows.size(), comparison.count, "rows")});
    }
    return printWithinMemory(
        backend, cancel, [&] { printCounters(out, options, counters, cancel); });
}

}  // namespace

int runCounters(
    const QueryOptions& options,
    const MakeBackend& makeBackend,
    std::ostream& out,
    const std::stop_token& cancel)
{
    const CounterQuestion& asked = askedBy(options);
    std::array<Side, 2> sides;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const int status = openSide(ofTrace(options, i), makeBackend, sides.at(i));
        if (status != kAnswered) {
            return status;
        }
    }
    const bool isInA = hasMetric(sides[0], asked.metric);
    const bool isInB = hasMetric(sides[1], asked.metric);
    if (!isInA && !isInB) {
        complain("A and B have " + counterText(asked.metric));
        return kWrongUsage;
    }
    if (!isInA || !isInB) {
        const Side& without = isInA ? sides[1] : sides[0];
        complain((isInA ? "B, '" : "A, '") + without.name + "', has " + counterText(asked.metric));
    }
    makeAsLong(sides[0], sides[1]);
    for (Side& side : sides) {
        const int status = askSide(asked, side);
        if (status != kAnswered) {
            return status;
        }
    }
    const ComparedCounters compared{
        .a = sides[0].name,
        .b = sides[1].name,
        .metric = asked.metric,
        .comparison = compare::compareCounters(
            {.counters = sides[0].counters, .definitions = *sides[0].trace.definitions},
            {.counters = sides[1].counters, .definitions = *sides[1].trace.definitions},
            options.limit,
            options.compare.map)};
    return print(options, compared, *sides[1].backend, out, cancel);
}

}  // namespace vellum::server::cli
