#include "server/cli/compare/run_series.h"

#include "common/compare/series.h"
#include "server/cli/compare/measured_run.h"
#include "server/cli/compare/series_output.h"
#include "server/cli/exit_status.h"
#include "server/cli/notes.h"
#include "server/cli/output_guard.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vellum::server::cli {

namespace {

using compare::ComparisonBy;
using compare::SeriesBuilder;

ComparisonBy rowsOf(const QueryOptions& options)
{
    return options.asked.as<compare::ComparisonQuestion>()->by;
}

ShownSeries shownSeries(const QueryOptions& options, const SeriesBuilder& builder)
{
    const auto scaling = options.compare.scaling.value_or(compare::Scaling::Strong);
    ShownSeries shown{
        .series = builder.make({.by = rowsOf(options), .scaling = scaling}),
        .groups = builder.make({.by = ComparisonBy::Group, .scaling = scaling}),
        .differences = {}};
    for (std::size_t number = 2; number <= shown.series.runs.size(); ++number) {
        shown.differences.push_back(
            {.run = number, .differences = builder.differencesFromFirst(number)});
    }
    auto& rows = shown.series.rows;
    rows.resize(std::min<std::size_t>(rows.size(), options.limit));
    return shown;
}

/// Whether the table of runs has a column for it.
bool isInTable(const compare::RunDifference& difference)
{
    constexpr std::array<std::string_view, 3> kShown{"locations", "location groups", "length"};
    return std::ranges::find(kShown, difference.what) != kShown.end();
}

void complainOf(const QueryOptions& options, const ShownSeries& shown)
{
    for (const DifferencesOfRun& run : shown.differences) {
        const std::string name = "run " + std::to_string(run.run);
        for (const compare::RunDifference& difference : run.differences.differences) {
            complainAll(
                {isInTable(difference) ? "" : compare::sentenceOf(difference, "run 1", name)});
        }
    }
    if (options.format == Format::Csv || options.format == Format::Json) {
        complainAll({shownOf(shown.series.rows.size(), shown.series.count, "rows")});
    }
}

}  // namespace

int runSeries(
    const QueryOptions& options,
    const MakeBackend& makeBackend,
    std::ostream& out,
    const std::stop_token& cancel)
{
    const bool withPaths = rowsOf(options) == ComparisonBy::Path;
    SeriesBuilder builder;
    std::vector<std::string> notes;
    std::unique_ptr<QueryBackend> backend;
    for (std::size_t i = 0; i < options.trace.paths.size(); ++i) {
        backend.reset();  // one trace in memory at a time
        backend = makeBackend();
        MeasuredRun one =
            measureRun(ofTrace(options, i), *backend, {.paths = withPaths, .durations = false});
        if (one.status != kAnswered) {
            return one.status;
        }
        notes.insert(notes.end(), one.notes.begin(), one.notes.end());
        builder.add(std::move(one.run));
    }
    complainAll(notes);
    const ShownSeries shown = shownSeries(options, builder);
    complainOf(options, shown);
    return printWithinMemory(*backend, cancel, [&] { printSeries(out, options, shown, cancel); });
}

}  // namespace vellum::server::cli
