#include "server/cli/compare/series_output.h"

#include "common/base/number_text.h"
#include "common/time/clock_properties.h"
#include "server/cli/compare/series_chart.h"
#include "server/cli/json_writer.h"
#include "server/cli/output_guard.h"
#include "server/cli/printing.h"
#include "server/cli/table_output.h"
#include "server/cli/text_table.h"

#include <cmath>
#include <memory>
#include <string>
#include <utility>

namespace vellum::server::cli {

namespace {

using compare::Series;
using compare::SeriesRow;
using compare::SeriesValue;

vellum::query::Table tableOf(const Series& series)
{
    return {.window = {}, .answer = table::Value::of(series)};
}

void writeDifferences(JsonWriter& json, const ShownSeries& shown)
{
    json.key("comparability");
    json.beginList();
    for (const DifferencesOfRun& run : shown.differences) {
        json.beginObject();
        json.member("run", run.run);
        json.key("differences");
        json.beginList(true);
        for (const compare::RunDifference& difference : run.differences.differences) {
            json.beginObject();
            json.member("what", difference.what);
            json.member("first", difference.a);
            json.member("this", difference.b);
            json.endObject();
        }
        json.endList();
        json.endObject();
    }
    json.endList();
}

void printJson(std::ostream& out, const ShownSeries& shown, const std::stop_token& cancel)
{
    {
        JsonWriter json(out, cancel);
        json.beginObject();
        json.member("schema", "vellum/1");
        json.member("query", "compare");
        json.member("exact", true);
        writeDifferences(json, shown);
        json.key("result");
        writeTable(json, {}, tableOf(shown.series));
        json.endObject();
    }
    out << '\n';
}

std::string slopeText(double slope)
{
    constexpr double kHundredths = 100;
    const double rounded = std::round(slope * kHundredths) / kHundredths + 0.0;  // no -0
    std::string text = std::to_string(rounded);
    text.resize(text.find('.') + 3);
    return std::isnan(slope) ? "–" : text;
}

void printRows(std::ostream& out, const Series& series, const std::stop_token& cancel)
{
    using Align = TextTable::Align;
    std::vector<TextTable::Column> columns{{.title = "slope", .align = Align::Right}};
    for (const auto& run : series.runs) {
        const std::string number = std::to_string(run.number);
        columns.push_back({.title = "run " + number, .align = Align::Right});
        columns.push_back({.title = "share " + number, .align = Align::Right});
    }
    columns.push_back({.title = "name"});
    TextTable table(std::move(columns), cancel);
    for (const SeriesRow& row : series.rows) {
        std::vector<std::string> line{slopeText(row.slope)};
        for (const SeriesValue& value : row.runs) {
            line.push_back(formatDuration(value.exclusive, {}));
            line.push_back(std::isnan(value.share) ? "–" : percentText(value.share));
        }
        line.push_back(row.name);
        table.add(std::move(line));
    }
    table.printAligned(out);
}

void printText(
    std::ostream& out,
    const QueryOptions& options,
    const ShownSeries& shown,
    const std::stop_token& cancel)
{
    const Series& series = shown.series;
    const bool isStrong = series.scaling == compare::Scaling::Strong;
    out << "compare of " << series.runs.size() << " runs, "
        << (isStrong ? "the same work in all" : "the same work for each rank")
        << (options.window.empty() ? "" : ", window " + printable(options.window)) << "\n\n";
    Printing printing;
    printing.query = "compare";
    printing.trace.definitions = std::make_shared<const Definitions>();
    printing.cancel = cancel;
    writeTableAsText(out, printing, tableOf(series), 0);
    out << '\n';
    printRows(out, series, cancel);
    out << "\nrows in all: " << grouped(series.count);
    if (series.rows.size() < series.count) {
        out << "; the first " << grouped(series.rows.size()) << " are shown, --limit shows more";
    }
    out << '\n';
}

}  // namespace

void printSeries(
    std::ostream& out,
    const QueryOptions& options,
    const ShownSeries& shown,
    const std::stop_token& cancel)
{
    switch (options.format) {
    case Format::Json:
        return printJson(out, shown, cancel);
    case Format::Csv: {
        OutputGuard guard(cancel);
        return writeTableAsCsv(out, guard, {}, tableOf(shown.series));
    }
    case Format::Text:
        return printText(out, options, shown, cancel);
    case Format::Svg:
        out << seriesChart(shown.series, shown.groups);
        return;
    case Format::Dot:
        break;  // refused with the command line
    }
}

}  // namespace vellum::server::cli
