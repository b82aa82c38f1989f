#include "common/base/narrow.h"
#include "common/codec/answer_codec.h"
#include "common/codec/columns.h"
#include "common/codec/types_codec.h"
#include "common/query/limits.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace vellum::codec {

namespace {

/// Calls `visit(flatIndex, run)` for the runs of all rows in order.
template <typename Visit>
void forEachRun(const query::Timeline& timeline, Visit visit)
{
    std::uint32_t index = 0;
    for (const query::TimelineRow& row : timeline.rows) {
        for (const query::TimelineRun& run : row.runs) {
            visit(index++, run);
        }
    }
}

std::uint32_t countRuns(const query::Timeline& timeline)
{
    std::size_t count = 0;
    for (const query::TimelineRow& row : timeline.rows) {
        count += row.runs.size();
    }
    return narrow<std::uint32_t>(count);
}

void writeRuns(protocol::Timeline::Builder out, const query::Timeline& timeline)
{
    const std::uint32_t count = countRuns(timeline);
    auto firstColumns = out.initFirstColumns(count);
    auto winners = out.initWinners(count);
    auto missing = out.initMissing(count);
    auto visits = out.initVisits(count);
    auto winnerVisits = out.initWinnerVisits(count);
    forEachRun(timeline, [&](std::uint32_t index, const query::TimelineRun& run) {
        firstColumns.set(index, run.firstColumn);
        winners.set(index, run.winner.value);
        missing.set(index, run.missing);
        visits.set(index, run.visits);
        winnerVisits.set(index, run.visit);
    });
}

void writeGroupTimes(protocol::Timeline::Builder out, const query::Timeline& timeline)
{
    const bool differsAnywhere = std::ranges::any_of(timeline.rows, [](const auto& row) {
        return std::ranges::any_of(
            row.runs, [](const auto& run) { return run.groupMissing != run.missing; });
    });
    if (differsAnywhere) {
        auto groupMissing = out.initGroupMissing(countRuns(timeline));
        forEachRun(timeline, [&](std::uint32_t index, const query::TimelineRun& run) {
            groupMissing.set(index, run.groupMissing);
        });
    }
}

void writePresence(protocol::Timeline::Builder out, const query::Timeline& timeline)
{
    out.setPresenceClasses(timeline.presenceClasses);
    const bool hasAny = std::ranges::any_of(timeline.rows, [](const query::TimelineRow& row) {
        return std::ranges::any_of(row.runs, [](const auto& run) { return run.present != 0; });
    });
    if (hasAny) {
        auto present = out.initPresent(countRuns(timeline));
        forEachRun(timeline, [&](std::uint32_t index, const query::TimelineRun& run) {
            present.set(index, run.present);
        });
    }
}

Result<void> readPresence(protocol::Timeline::Reader in, std::vector<query::TimelineRun>& runs)
{
    const std::uint64_t classes = in.getPresenceClasses();
    const auto present = in.getPresent();
    if (classes > query::kMaxPresenceClasses) {
        return invalid(
            "timeline: " + std::to_string(classes) + " presence classes, the limit is "
            + std::to_string(query::kMaxPresenceClasses));
    }
    if (present.size() == 0) {
        return {};
    }
    VELLUM_RETURN_IF_ERROR(
        SameLength("timeline", runs.size()).with("presence masks", present).result());
    for (std::uint32_t i = 0; i < present.size(); ++i) {
        runs[i].present = present[i];
        if (classes < query::kMaxPresenceClasses && present[i] >> classes != 0) {
            return invalid(
                "timeline: a presence mask with bits beyond its " + std::to_string(classes)
                + " classes");
        }
    }
    return {};
}

/// Where the list is left out, as by a server that does not know of it, the winner stands for its group: that has
/// as much time at least.
Result<void> readGroupTimes(protocol::Timeline::Reader in, std::vector<query::TimelineRun>& runs)
{
    const auto groupMissing = in.getGroupMissing();
    if (groupMissing.size() == 0) {
        return {};
    }
    VELLUM_RETURN_IF_ERROR(
        SameLength("timeline", runs.size()).with("groups' missing times", groupMissing).result());
    for (std::uint32_t i = 0; i < groupMissing.size(); ++i) {
        runs[i].groupMissing = groupMissing[i];
    }
    return {};
}

Result<std::vector<query::TimelineRun>> readRuns(
    protocol::Timeline::Reader in, std::uint64_t expected)
{
    const auto firstColumns = in.getFirstColumns();
    const auto winners = in.getWinners();
    const auto missing = in.getMissing();
    const auto visits = in.getVisits();
    const auto winnerVisits = in.getWinnerVisits();
    VELLUM_RETURN_IF_ERROR(SameLength("timeline", expected)
                               .with("first columns", firstColumns)
                               .with("winners", winners)
                               .with("missing times", missing)
                               .with("visits", visits)
                               .with("winners' visits", winnerVisits)
                               .result());
    std::vector<query::TimelineRun> runs(firstColumns.size());
    for (std::uint32_t i = 0; i < firstColumns.size(); ++i) {
        runs[i] = {
            .firstColumn = firstColumns[i],
            .winner = {.value = winners[i]},
            .missing = missing[i],
            .groupMissing = missing[i],
            .visits = visits[i],
            .visit = winnerVisits[i]};
    }
    VELLUM_RETURN_IF_ERROR(readGroupTimes(in, runs));
    VELLUM_RETURN_IF_ERROR(readPresence(in, runs));
    return runs;
}

Result<void> checkColumns(const query::TimelineRow& row, std::uint32_t columns)
{
    std::uint64_t next = 0;  // the least column that the next run may begin with
    for (const query::TimelineRun& run : row.runs) {
        const bool isFirst = next == 0;
        if (run.firstColumn < next || run.firstColumn >= columns
            || (isFirst && run.firstColumn != 0)) {
            return invalid(
                "timeline: location " + std::to_string(row.location.value())
                + " has a run at column " + std::to_string(run.firstColumn)
                + ", out of order or past " + std::to_string(columns));
        }
        next = std::uint64_t{run.firstColumn} + 1;
    }
    return {};
}

}  // namespace

void write(protocol::Timeline::Builder out, const query::Timeline& timeline)
{
    const auto size = narrow<std::uint32_t>(timeline.rows.size());
    write(out.initWindow(), timeline.window);
    out.setColumns(timeline.columns);
    out.setBy(toWire(timeline.by));
    out.setExact(timeline.exact);
    fill(out.initLocations(size), timeline.rows, [](const auto& row) {
        return row.location.value();
    });
    fill(out.initRunCounts(size), timeline.rows, [](const auto& row) {
        return narrow<std::uint32_t>(row.runs.size());
    });
    writeRuns(out, timeline);
    const bool hasLevels = std::ranges::any_of(
        timeline.rows, [](const query::TimelineRow& row) { return row.level != 0; });
    if (hasLevels) {
        fill(out.initLevels(size), timeline.rows, [](const auto& row) { return row.level; });
    }
    writeGroupTimes(out, timeline);
    writePresence(out, timeline);
}

Result<query::Timeline> read(protocol::Timeline::Reader in)
{
    const auto by = fromWire(in.getBy());
    VELLUM_RETURN_IF_ERROR(by);
    const auto locations = in.getLocations();
    const auto runCounts = in.getRunCounts();
    VELLUM_RETURN_IF_ERROR(
        SameLength("timeline", locations.size()).with("run counts", runCounts).result());
    const auto levels = in.getLevels();
    if (levels.size() != 0) {
        VELLUM_RETURN_IF_ERROR(
            SameLength("timeline", locations.size()).with("levels", levels).result());
    }
    const auto runs = readRuns(in, sumOf(runCounts));
    VELLUM_RETURN_IF_ERROR(runs);
    query::Timeline timeline{
        .window = read(in.getWindow()),
        .columns = in.getColumns(),
        .by = by.value(),
        .exact = in.getExact(),
        .rows = {},
        .presenceClasses = in.getPresenceClasses()};
    timeline.rows.reserve(locations.size());
    auto begin = runs.value().begin();
    for (std::uint32_t i = 0; i < locations.size(); ++i) {
        const auto end = begin + runCounts[i];
        timeline.rows.push_back(
            {.location = LocationRef(locations[i]),
             .runs = {begin, end},
             .level = levels.size() != 0 ? levels[i] : 0});
        VELLUM_RETURN_IF_ERROR(checkColumns(timeline.rows.back(), timeline.columns));
        begin = end;
    }
    return timeline;
}

namespace {

/// The series of all rows; each must have one entry per column.
std::vector<const query::SummarySeries*> allSeries(const query::SummaryTimeline& summary)
{
    std::vector<const query::SummarySeries*> all;
    for (const query::SummaryRow& row : summary.rows) {
        for (const query::SummarySeries& series : row.series) {
            all.push_back(&series);
        }
    }
    return all;
}

void writeSeries(protocol::SummaryTimeline::Builder out, const query::SummaryTimeline& summary)
{
    const auto all = allSeries(summary);
    fill(out.initKeys(narrow<std::uint32_t>(all.size())), all, [](const auto* series) {
        return series->key.value;
    });
    auto exclusive = out.initExclusive(narrow<std::uint32_t>(all.size() * summary.columns));
    std::uint32_t index = 0;
    for (const query::SummarySeries* series : all) {
        VELLUM_ASSERT(series->exclusive.size() == summary.columns);
        for (const Tick ticks : series->exclusive) {
            exclusive.set(index++, ticks);
        }
    }
}

void writeUnions(protocol::SummaryTimeline::Builder out, const query::SummaryTimeline& summary)
{
    std::vector<Tick> busy;
    std::vector<query::KeyStretch> stretches;
    for (const query::SummaryRow& row : summary.rows) {
        VELLUM_ASSERT(row.busy.empty() || row.busy.size() == summary.columns);
        busy.insert(busy.end(), row.busy.begin(), row.busy.end());
        stretches.insert(stretches.end(), row.stretches.begin(), row.stretches.end());
    }
    fill(out.initBusy(narrow<std::uint32_t>(busy.size())), busy, [](Tick ticks) { return ticks; });
    if (stretches.empty()) {
        return;
    }
    const auto size = narrow<std::uint32_t>(stretches.size());
    fill(
        out.initStretchCounts(narrow<std::uint32_t>(summary.rows.size())),
        summary.rows,
        [](const auto& row) { return narrow<std::uint32_t>(row.stretches.size()); });
    fill(out.initStretchKeys(size), stretches, [](const auto& one) { return one.key.value; });
    fill(out.initStretchBegins(size), stretches, [](const auto& one) { return one.range.begin; });
    fill(out.initStretchEnds(size), stretches, [](const auto& one) { return one.range.end; });
}

void writeVisits(protocol::SummaryTimeline::Builder out, const query::SummaryTimeline& summary)
{
    std::vector<std::uint32_t> visits;
    for (const query::SummaryRow& row : summary.rows) {
        VELLUM_ASSERT(row.visits.empty() || row.visits.size() == summary.columns);
        visits.insert(visits.end(), row.visits.begin(), row.visits.end());
    }
    if (!visits.empty()) {
        fill(out.initVisits(narrow<std::uint32_t>(visits.size())), visits, [](auto count) {
            return count;
        });
    }
}

/// \p values are those of all rows one after another, one per column; \p of says where a row keeps its own.
template <typename List, typename Of>
Result<void> readPerColumn(
    const List& values, query::SummaryTimeline& summary, const std::string& what, Of of)
{
    if (values.size() == 0) {
        return {};
    }
    if (values.size() != std::uint64_t{summary.columns} * summary.rows.size()) {
        return invalid(
            "summary: " + std::to_string(values.size()) + " " + what + " for "
            + std::to_string(summary.rows.size()) + " rows of " + std::to_string(summary.columns)
            + " columns");
    }
    std::uint32_t next = 0;
    for (query::SummaryRow& row : summary.rows) {
        auto& own = of(row);
        own.reserve(summary.columns);
        for (const std::uint32_t end = next + summary.columns; next < end; ++next) {
            own.push_back(values[next]);
        }
    }
    return {};
}

Result<void> readStretches(protocol::SummaryTimeline::Reader in, query::SummaryTimeline& summary)
{
    const auto counts = in.getStretchCounts();
    const auto keys = in.getStretchKeys();
    const auto begins = in.getStretchBegins();
    const auto ends = in.getStretchEnds();
    VELLUM_RETURN_IF_ERROR(SameLength("summary", sumOf(counts))
                               .with("keys of stretches", keys)
                               .with("begins of stretches", begins)
                               .with("ends of stretches", ends)
                               .result());
    if (counts.size() == 0) {
        return {};
    }
    VELLUM_RETURN_IF_ERROR(
        SameLength("summary", summary.rows.size()).with("counts of stretches", counts).result());
    std::uint32_t next = 0;
    for (std::uint32_t i = 0; i < counts.size(); ++i) {
        std::vector<query::KeyStretch>& stretches = summary.rows[i].stretches;
        stretches.reserve(counts[i]);
        for (const std::uint32_t end = next + counts[i]; next < end; ++next) {
            stretches.push_back(
                {.key = {.value = keys[next]},
                 .range = {.begin = begins[next], .end = ends[next]}});
        }
    }
    return {};
}

/// Columns and series are what an answer may have at most, so that their product is too.
Result<void> checkSizes(
    std::uint64_t columns, std::uint64_t series, std::uint64_t keys, std::uint64_t entries)
{
    if (series != keys || columns > query::kMaxColumns || columns * keys != entries) {
        return invalid(
            "summary: " + std::to_string(series) + " series, " + std::to_string(keys) + " keys, "
            + std::to_string(columns) + " columns, " + std::to_string(entries) + " entries");
    }
    return {};
}

}  // namespace

void write(protocol::SummaryTimeline::Builder out, const query::SummaryTimeline& summary)
{
    const auto size = narrow<std::uint32_t>(summary.rows.size());
    write(out.initWindow(), summary.window);
    out.setColumns(summary.columns);
    out.setExact(summary.exact);
    fill(out.initRowLocations(size), summary.rows, [](const auto& row) { return row.locations; });
    fill(out.initSeriesCounts(size), summary.rows, [](const auto& row) {
        return narrow<std::uint32_t>(row.series.size());
    });
    writeSeries(out, summary);
    writeUnions(out, summary);
    writeVisits(out, summary);
}

Result<query::SummaryTimeline> read(protocol::SummaryTimeline::Reader in)
{
    const auto rowLocations = in.getRowLocations();
    const auto seriesCounts = in.getSeriesCounts();
    const auto keys = in.getKeys();
    const auto exclusive = in.getExclusive();
    query::SummaryTimeline summary{
        .window = read(in.getWindow()),
        .columns = in.getColumns(),
        .exact = in.getExact(),
        .rows = {}};
    VELLUM_RETURN_IF_ERROR(
        SameLength("summary", rowLocations.size()).with("series counts", seriesCounts).result());
    VELLUM_RETURN_IF_ERROR(
        checkSizes(summary.columns, sumOf(seriesCounts), keys.size(), exclusive.size()));
    summary.rows.reserve(rowLocations.size());
    std::uint32_t next = 0;
    for (std::uint32_t i = 0; i < rowLocations.size(); ++i) {
        query::SummaryRow row{.locations = rowLocations[i], .series = {}};
        row.series.reserve(seriesCounts[i]);
        for (const std::uint32_t end = next + seriesCounts[i]; next < end; ++next) {
            query::SummarySeries series{.key = {.value = keys[next]}, .exclusive = {}};
            series.exclusive.reserve(summary.columns);
            for (std::uint32_t column = 0; column < summary.columns; ++column) {
                series.exclusive.push_back(exclusive[next * summary.columns + column]);
            }
            row.series.push_back(std::move(series));
        }
        summary.rows.push_back(std::move(row));
    }
    VELLUM_RETURN_IF_ERROR(readPerColumn(
        in.getBusy(), summary, "busy times", [](auto& row) -> auto& { return row.busy; }));
    VELLUM_RETURN_IF_ERROR(readPerColumn(
        in.getVisits(), summary, "numbers of visits", [](auto& row) -> auto& {
            return row.visits;
        }));
    VELLUM_RETURN_IF_ERROR(readStretches(in, summary));
    return summary;
}

}  // namespace vellum::codec
