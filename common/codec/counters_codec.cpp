#include "common/base/narrow.h"
#include "common/codec/answer_codec.h"
#include "common/codec/columns.h"
#include "common/codec/types_codec.h"
#include "common/query/limits.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vellum::codec {

namespace {

using query::CounterPoint;
using query::CounterRow;

/// The points of all rows, one behind the other.
std::vector<CounterPoint> allPoints(const query::Counters& counters)
{
    std::vector<CounterPoint> all;
    for (const CounterRow& row : counters.rows) {
        all.insert(all.end(), row.points.begin(), row.points.end());
    }
    return all;
}

void writePoints(protocol::Counters::Builder out, const std::vector<CounterPoint>& points)
{
    const auto size = narrow<std::uint32_t>(points.size());
    fill(out.initPointColumns(size), points, [](const auto& point) { return point.column; });
    fill(out.initSamples(size), points, [](const auto& point) { return point.count; });
    fill(out.initMin(size), points, [](const auto& point) { return point.min; });
    fill(out.initMax(size), points, [](const auto& point) { return point.max; });
    fill(out.initMean(size), points, [](const auto& point) { return point.mean; });
    fill(out.initLast(size), points, [](const auto& point) { return point.last; });
}

Result<std::vector<CounterPoint>> readPoints(protocol::Counters::Reader in, std::uint64_t expected)
{
    // Each look at a list costs its length of what a message may be read: once each.
    const auto columns = in.getPointColumns();
    const auto samples = in.getSamples();
    const auto min = in.getMin();
    const auto max = in.getMax();
    const auto mean = in.getMean();
    const auto last = in.getLast();
    VELLUM_RETURN_IF_ERROR(SameLength("counters", expected)
                               .with("columns with samples", columns)
                               .with("sample counts", samples)
                               .with("minima", min)
                               .with("maxima", max)
                               .with("means", mean)
                               .with("last samples", last)
                               .result());
    std::vector<CounterPoint> points(columns.size());
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        points[i] = {
            .column = columns[i],
            .count = samples[i],
            .min = min[i],
            .max = max[i],
            .mean = mean[i],
            .last = last[i]};
    }
    return points;
}

Result<void> checkPoints(const CounterRow& row, std::uint32_t columns)
{
    std::uint64_t next = 0;  // the least column that the next point may have
    for (const CounterPoint& point : row.points) {
        if (point.column < next || point.column >= columns || point.count == 0) {
            return invalid(
                "counters: location " + std::to_string(row.location.value()) + " has "
                + std::to_string(point.count) + " samples in column " + std::to_string(point.column)
                + ", out of order, past " + std::to_string(columns) + " or none");
        }
        next = std::uint64_t{point.column} + 1;
    }
    return {};
}

}  // namespace

void write(protocol::Counters::Builder out, const query::Counters& counters)
{
    const auto& rows = counters.rows;
    const auto size = narrow<std::uint32_t>(rows.size());
    write(out.initWindow(), counters.window);
    out.setColumns(counters.columns);
    fill(out.initLocations(size), rows, [](const auto& row) { return row.location.value(); });
    fill(out.initRecordedAs(size), rows, [](const auto& row) { return row.recordedAs.value(); });
    fill(out.initMetrics(size), rows, [](const auto& row) { return row.metric.value(); });
    fill(out.initHasBefore(size), rows, [](const auto& row) { return row.before.has_value(); });
    fill(out.initBefore(size), rows, [](const auto& row) { return row.before.value_or(0.0); });
    fill(out.initPointCounts(size), rows, [](const auto& row) {
        return narrow<std::uint32_t>(row.points.size());
    });
    writePoints(out, allPoints(counters));
}

Result<query::Counters> read(protocol::Counters::Reader in)
{
    const auto locations = in.getLocations();
    const auto classes = in.getRecordedAs();
    const auto metrics = in.getMetrics();
    const auto hasBefore = in.getHasBefore();
    const auto before = in.getBefore();
    const auto counts = in.getPointCounts();
    VELLUM_RETURN_IF_ERROR(SameLength("counters", locations.size())
                               .with("classes", classes)
                               .with("metrics", metrics)
                               .with("flags", hasBefore)
                               .with("samples before", before)
                               .with("point counts", counts)
                               .result());
    if (in.getColumns() > query::kMaxColumns) {
        return invalid(
            "counters: " + std::to_string(in.getColumns()) + " columns, the limit is "
            + std::to_string(query::kMaxColumns));
    }
    const auto points = readPoints(in, sumOf(counts));
    VELLUM_RETURN_IF_ERROR(points);
    query::Counters counters{
        .window = read(in.getWindow()), .columns = in.getColumns(), .rows = {}};
    counters.rows.reserve(locations.size());
    auto begin = points.value().begin();
    for (std::uint32_t i = 0; i < locations.size(); ++i) {
        const auto end = begin + counts[i];
        CounterRow& row = counters.rows.emplace_back();
        row.location = LocationRef(locations[i]);
        row.recordedAs = MetricRef(classes[i]);
        row.metric = MetricMemberRef(metrics[i]);
        if (hasBefore[i]) {
            row.before = before[i];
        }
        row.points.assign(begin, end);
        VELLUM_RETURN_IF_ERROR(checkPoints(row, counters.columns));
        begin = end;
    }
    return counters;
}

}  // namespace vellum::codec
