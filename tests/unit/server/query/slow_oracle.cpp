#include "tests/unit/server/query/slow_oracle.h"

#include "common/query/limits.h"
#include "server/store/written_out.h"
#include "tests/unit/server/query/slow_selected.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace vellum::tests {

namespace {

using namespace query;  // NOLINT(google-build-using-namespace): requests and answers, all of them
using server::store::TraceStore;
using server::store::VisitTable;

using Path = std::vector<RegionRef>;

struct Sums {
    std::uint64_t visits = 0;
    Tick inclusive = 0;
    Tick exclusive = 0;
    std::vector<Tick> lengths;  ///< of the visits that begin in the window
    std::uint64_t inclusiveSamples = 0;
    std::uint64_t exclusiveSamples = 0;
};

/// The visits that hold \p tick, outermost first.
std::vector<std::size_t> stackAt(const VisitTable& visits, Tick tick)
{
    std::vector<std::size_t> stack;
    for (std::size_t i = 0; i < visits.size(); ++i) {
        if (visits.enter[i] <= tick && tick < visits.leave[i]) {
            stack.push_back(i);
        }
    }
    return stack;
}

Key keyOf(const TraceStore& trace, RegionRef ref, GroupBy by)
{
    const Region& region = *trace.definitions.find(ref);
    if (by == GroupBy::Region) {
        return {.value = ref.value()};
    }
    return {
        .value = by == GroupBy::FunctionGroup ? static_cast<std::uint32_t>(region.group)
                                              : static_cast<std::uint32_t>(region.paradigm)};
}

template <typename Row>
void fill(Row& row, const Sums& sums)
{
    row.visits = sums.visits;
    row.inclusive = sums.inclusive;
    row.exclusive = sums.exclusive;
    for (const Tick length : sums.lengths) {
        row.sumInclusive += length;
    }
    if (!sums.lengths.empty()) {
        row.minInclusive = *std::ranges::min_element(sums.lengths);
        row.maxInclusive = *std::ranges::max_element(sums.lengths);
    }
}

void addTo(Sums& to, const Sums& from)
{
    to.visits += from.visits;
    to.inclusive += from.inclusive;
    to.exclusive += from.exclusive;
    to.lengths.insert(to.lengths.end(), from.lengths.begin(), from.lengths.end());
}

std::map<Key, Sums> profileOf(
    const TraceStore& trace, std::size_t place, TickRange window, const ProfileRequest& request)
{
    const GroupBy by = request.by;
    std::map<Key, Sums> rows;
    const VisitTable visits = leftVisits(trace, place, request.scope.filter.visits);
    for (Tick tick = window.begin; tick < window.end; ++tick) {
        std::set<Key> inside;
        const auto stack = stackAt(visits, tick);
        for (const std::size_t visit : stack) {
            inside.insert(keyOf(trace, visits.region[visit], by));
        }
        for (const Key key : inside) {
            ++rows[key].inclusive;
        }
        if (!stack.empty()) {
            ++rows[keyOf(trace, visits.region[stack.back()], by)].exclusive;
        }
    }
    for (std::size_t i = 0; i < visits.size(); ++i) {
        if (window.contains(visits.enter[i])) {
            Sums& sums = rows[keyOf(trace, visits.region[i], by)];
            ++sums.visits;
            sums.lengths.push_back(visits.leave[i] - visits.enter[i]);
        }
    }
    return rows;
}

std::vector<ProfileRow> rowsOf(const std::map<Key, Sums>& sums, LocationRef location)
{
    std::vector<ProfileRow> rows;
    for (const auto& [key, values] : sums) {
        ProfileRow& row = rows.emplace_back(ProfileRow{.key = key, .location = location});
        fill(row, values);
    }
    std::ranges::sort(
        rows, {}, [](const ProfileRow& row) { return std::tuple(-row.exclusive, row.key); });
    return rows;
}

Path pathOf(const VisitTable& visits, std::size_t visit)
{
    Path path;
    for (auto i = static_cast<server::store::VisitIndex>(visit); i != server::store::kNoVisit;
         i = visits.parent[i]) {
        path.insert(path.begin(), visits.region[i]);
    }
    return path;
}

TickRange columnOf(TickRange window, std::uint32_t columns, std::uint32_t index)
{
    const Tick length = window.length();
    return {
        .begin = window.begin + index * length / columns,
        .end = window.begin + (index + 1) * length / columns};
}

std::uint32_t groupOf(const TraceStore& trace, Key key, GroupBy by)
{
    return by == GroupBy::FunctionGroup
               ? key.value
               : static_cast<std::uint32_t>(trace.definitions.find(RegionRef(key.value))->group);
}

/// The first of those with the most; none where nobody has any.
template <typename Of>
std::optional<Of> mostOf(const std::map<Of, Tick>& times)
{
    std::optional<Of> winner;
    Tick best = 0;
    for (const auto& [of, ticks] : times) {
        if (ticks > best) {
            best = ticks;
            winner = of;
        }
    }
    return winner;
}

/// First the group wins, then who is of it.
///
/// \param whole  the ticks of the column, of all locations
void giveWinner(
    TimelineRun& run,
    const TraceStore& trace,
    const std::map<Key, Tick>& times,
    Tick whole,
    GroupBy by)
{
    std::map<std::uint32_t, Tick> ofGroups;
    for (const auto& [key, ticks] : times) {
        ofGroups[groupOf(trace, key, by)] += ticks;
    }
    const auto group = mostOf(ofGroups);
    if (!group) {
        return;
    }
    std::map<Key, Tick> inGroup = times;
    std::erase_if(
        inGroup, [&](const auto& one) { return groupOf(trace, one.first, by) != *group; });
    run.winner = *mostOf(inGroup);
    run.missing = whole - times.at(run.winner);
    run.groupMissing = whole - ofGroups.at(*group);
}

/// \param level  0: what is on top of the stack
TimelineRun slowColumn(
    const TraceStore& trace,
    std::size_t place,
    TickRange column,
    const TimelineRequest& request,
    std::uint32_t level = 0)
{
    const VisitTable visits = leftVisits(trace, place, request.scope.filter.visits);
    std::map<Key, Tick> times;
    std::map<std::pair<Key, std::size_t>, Tick> timesOfVisits;
    TimelineRun run;
    for (Tick tick = column.begin; tick < column.end; ++tick) {
        auto stack = stackAt(visits, tick);
        const bool isHidden =
            stack.size() < level || (request.exclusiveOnly && level > 0 && stack.size() > level);
        stack.resize(std::min<std::size_t>(stack.size(), level > 0 ? level : request.maxDepth));
        if (!stack.empty() && !isHidden) {
            const Key key = keyOf(trace, visits.region[stack.back()], request.by);
            ++times[key];
            ++timesOfVisits[{key, stack.back()}];
        }
    }
    giveWinner(run, trace, times, column.length(), request.by);
    Tick bestOfVisit = 0;
    for (const auto& [keyAndVisit, ticks] : timesOfVisits) {
        if (keyAndVisit.first == run.winner && ticks > bestOfVisit) {
            bestOfVisit = ticks;
            run.visit = keyAndVisit.second;
        }
    }
    std::uint64_t changes = 0;
    for (std::size_t i = 0; i < visits.size(); ++i) {
        const bool counts =
            level > 0 ? visits.depth[i] == level : visits.depth[i] <= request.maxDepth;
        run.visits += counts && column.contains(visits.enter[i]) ? 1U : 0U;
        changes += column.contains(visits.enter[i]) ? 1U : 0U;
        changes += column.contains(visits.leave[i]) ? 1U : 0U;
    }
    if (level == 0 && changes > query::kMostChangesOfVisit) {
        run.visit = TimelineRun().visit;
    }
    return run;
}

bool isAlike(const TimelineRun& a, TimelineRun b)
{
    b.firstColumn = a.firstColumn;
    return a == b;
}

/// Exclusive ticks by key, of all \p places together.
std::map<Key, Tick> exclusiveIn(
    const TraceStore& trace,
    const std::vector<std::size_t>& places,
    TickRange range,
    const SummaryTimelineRequest& request)
{
    std::map<Key, Tick> times;
    for (const std::size_t place : places) {
        const VisitTable visits = leftVisits(trace, place, request.filter.visits);
        for (Tick tick = range.begin; tick < range.end; ++tick) {
            const auto stack = stackAt(visits, tick);
            if (!stack.empty()) {
                ++times[keyOf(trace, visits.region[stack.back()], request.by)];
            }
        }
    }
    return times;
}

}  // namespace

Profile slowProfile(const TraceStore& trace, const ProfileRequest& request)
{
    Profile answer{.window = request.scope.window.intersected(trace.range)};
    std::map<Key, Sums> all;
    for (const std::size_t place : selected(trace, request.scope.locations)) {
        const auto own = profileOf(trace, place, answer.window, request);
        const auto rows = rowsOf(own, trace.definitions.locations[place].ref);
        if (request.perLocation) {
            answer.rows.insert(answer.rows.end(), rows.begin(), rows.end());
        }
        for (const auto& [key, sums] : own) {
            addTo(all[key], sums);
        }
        const VisitTable visits = leftVisits(trace, place, request.scope.filter.visits);
        for (Tick tick = answer.window.begin; tick < answer.window.end; ++tick) {
            answer.outside += stackAt(visits, tick).empty() ? 1 : 0;
        }
    }
    if (!request.perLocation) {
        answer.rows = rowsOf(all, LocationRef::undefined());
    }
    return answer;
}

namespace {

/// The regions of a calling context and those around it, outermost first.
Path sampledPath(const TraceStore& trace, std::uint64_t reference)
{
    Path path;
    const CallingContext* context =
        trace.definitions.find(CallingContextRef(static_cast<std::uint32_t>(reference)));
    for (; context != nullptr; context = trace.definitions.find(context->parent)) {
        path.insert(path.begin(), context->region);
    }
    return path;
}

void addSamples(
    std::map<Path, Sums>& sums, const TraceStore& trace, std::size_t place, TickRange window)
{
    const server::store::LocationStore& location = trace.locations[place];
    for (std::uint64_t i = 0; i < location.eventCount(); ++i) {
        if (location.kindOf(i) != event_kind::kCallingContextSample
            || !window.contains(location.tickOf(i))) {
            continue;
        }
        Path path = sampledPath(trace, location.payloadOf(i).front());
        ++sums[path].exclusiveSamples;
        for (; !path.empty(); path.pop_back()) {
            ++sums[path].inclusiveSamples;
        }
    }
    sums.erase(Path());
}

}  // namespace

CallTree slowCallTree(const TraceStore& trace, const CallTreeRequest& request)
{
    CallTree answer{.window = request.scope.window.intersected(trace.range)};
    std::map<Path, Sums> sums;  // in preorder, by nature
    for (const std::size_t place : selected(trace, request.scope.locations)) {
        const VisitTable visits = leftVisits(trace, place, request.scope.filter.visits);
        for (Tick tick = answer.window.begin; tick < answer.window.end; ++tick) {
            const auto stack = stackAt(visits, tick);
            for (const std::size_t visit : stack) {
                ++sums[pathOf(visits, visit)].inclusive;
            }
            if (!stack.empty()) {
                ++sums[pathOf(visits, stack.back())].exclusive;
            }
        }
        for (std::size_t i = 0; i < visits.size(); ++i) {
            if (!answer.window.contains(visits.enter[i])) {
                continue;
            }
            Path path = pathOf(visits, i);
            ++sums[path].visits;
            sums[path].lengths.push_back(visits.leave[i] - visits.enter[i]);
            for (; !path.empty(); path.pop_back()) {
                sums[path];  // those around one that is kept are kept
            }
        }
        addSamples(sums, trace, place, answer.window);
    }
    std::map<Path, std::uint32_t> places;
    for (const auto& [path, values] : sums) {
        if (path.size() <= request.maxDepth) {
            const auto place = static_cast<std::uint32_t>(answer.nodes.size());
            places[path] = place;
            const Path around(path.begin(), path.end() - 1);
            CallTreeNode& node = answer.nodes.emplace_back();
            node.region = path.back();
            node.depth = static_cast<std::uint32_t>(path.size());
            node.parent = around.empty() ? place : places.at(around);
            fill(node, values);
            node.inclusiveSamples = values.inclusiveSamples;
            node.exclusiveSamples = values.exclusiveSamples;
        }
    }
    return answer;
}

namespace {

/// Of the visits that the window has to do with; 0 if there are none.
std::uint32_t deepestIn(const VisitTable& visits, TickRange window)
{
    std::uint32_t deepest = 0;
    for (std::size_t i = 0; i < visits.size(); ++i) {
        const bool reachesIn = visits.enter[i] < window.end && visits.leave[i] > window.begin;
        if (reachesIn || window.contains(visits.enter[i])) {
            deepest = std::max(deepest, visits.depth[i]);
        }
    }
    return deepest;
}

/// The row of a location, cut into `columns` columns of the window.
TimelineRow slowRow(
    const TraceStore& trace,
    std::size_t place,
    TickRange window,
    const TimelineRequest& request,
    std::uint32_t level)
{
    TimelineRow row{.location = trace.definitions.locations[place].ref, .level = level};
    for (std::uint32_t i = 0; i < request.columns; ++i) {
        TimelineRun run =
            slowColumn(trace, place, columnOf(window, request.columns, i), request, level);
        run.firstColumn = i;
        if (row.runs.empty() || !isAlike(row.runs.back(), run)) {
            row.runs.push_back(run);
        }
    }
    return row;
}

}  // namespace

namespace {

/// One column of a row of several locations, tick by tick and location by location.
TimelineRun slowColumnOfSet(
    const TraceStore& trace,
    const std::vector<std::size_t>& places,
    TickRange column,
    const TimelineRequest& request)
{
    std::map<Key, Tick> times;
    TimelineRun run;
    for (const std::size_t place : places) {
        const VisitTable visits = leftVisits(trace, place, request.scope.filter.visits);
        for (Tick tick = column.begin; tick < column.end; ++tick) {
            auto stack = stackAt(visits, tick);
            stack.resize(std::min<std::size_t>(stack.size(), request.maxDepth));
            if (!stack.empty()) {
                ++times[keyOf(trace, visits.region[stack.back()], request.by)];
            }
        }
        for (std::size_t i = 0; i < visits.size(); ++i) {
            const bool counts = visits.depth[i] <= request.maxDepth;
            run.visits += counts && column.contains(visits.enter[i]) ? 1U : 0U;
        }
    }
    const Tick whole = static_cast<Tick>(places.size()) * column.length();
    giveWinner(run, trace, times, whole, request.by);
    return run;
}

TimelineRow slowRowOfSet(
    const TraceStore& trace,
    const std::vector<LocationRef>& set,
    TickRange window,
    const TimelineRequest& request)
{
    TimelineRow row{.location = LocationRef::undefined(), .runs = {}};
    for (std::uint32_t i = 0; i < request.columns; ++i) {
        TimelineRun run = slowColumnOfSet(
            trace, selected(trace, set), columnOf(window, request.columns, i), request);
        run.firstColumn = i;
        if (row.runs.empty() || !isAlike(row.runs.back(), run)) {
            row.runs.push_back(run);
        }
    }
    return row;
}

}  // namespace

Timeline slowTimeline(const TraceStore& trace, const TimelineRequest& request)
{
    Timeline answer{
        .window = request.scope.window.intersected(trace.range),
        .columns = request.columns,
        .by = request.by};
    for (const auto& set : request.rows) {
        answer.rows.push_back(slowRowOfSet(trace, set, answer.window, request));
    }
    if (!request.rows.empty()) {
        return answer;
    }
    std::vector<std::size_t> places;
    for (const LocationRef ref : request.scope.locations) {
        const std::size_t place = trace.definitions.indexOf(ref).value();
        if (std::ranges::count(places, place) == 0) {
            places.push_back(place);
        }
    }
    for (const std::size_t place : places.empty() ? selected(trace, {}) : places) {
        const std::uint32_t deepest = std::min(
            {request.levels,
             request.maxDepth,
             deepestIn(leftVisits(trace, place, request.scope.filter.visits), answer.window)});
        for (std::uint32_t level = request.levels > 0 ? 1 : 0; level <= deepest; ++level) {
            answer.rows.push_back(slowRow(trace, place, answer.window, request, level));
        }
    }
    return answer;
}

namespace {

bool isWanted(const SummaryTimelineRequest& request, Key key)
{
    return request.keys.empty() || std::ranges::count(request.keys, key) > 0;
}

/// Tick by tick: which keys any of the locations is in.
void addOnce(
    SummaryRow& row,
    const TraceStore& trace,
    const std::vector<std::size_t>& places,
    const SummaryTimelineRequest& request,
    TickRange window)
{
    std::map<Key, std::vector<Tick>> series;
    row.busy.resize(request.columns);
    for (std::uint32_t i = 0; i < request.columns; ++i) {
        const TickRange column = columnOf(window, request.columns, i);
        for (Tick tick = column.begin; tick < column.end; ++tick) {
            auto keys = exclusiveIn(trace, places, {.begin = tick, .end = tick + 1}, request);
            std::erase_if(keys, [&](const auto& one) { return !isWanted(request, one.first); });
            row.busy[i] += keys.empty() ? 0 : 1;
            for (const auto& [key, ticks] : keys) {
                series[key].resize(request.columns);
                ++series[key][i];
            }
        }
    }
    for (const auto& [key, ticks] : series) {
        row.series.push_back({.key = key, .exclusive = ticks});
    }
}

/// The same as stretches.
void addStretches(
    SummaryRow& row,
    const TraceStore& trace,
    const std::vector<std::size_t>& places,
    const SummaryTimelineRequest& request,
    TickRange window)
{
    std::map<Key, std::vector<TickRange>> stretches;
    for (Tick tick = window.begin; tick < window.end; ++tick) {
        const TickRange here{.begin = tick, .end = tick + 1};
        for (const auto& [key, ticks] : exclusiveIn(trace, places, here, request)) {
            std::vector<TickRange>& own = stretches[key];
            if (!own.empty() && own.back().end == tick) {
                own.back().end = tick + 1;
            } else {
                own.push_back(here);
            }
        }
    }
    for (const auto& [key, ranges] : stretches) {
        for (std::size_t i = 0; i < ranges.size() && isWanted(request, key); ++i) {
            row.stretches.push_back({.key = key, .range = ranges[i]});
        }
    }
}

}  // namespace

SummaryTimeline slowSummary(const TraceStore& trace, const SummaryTimelineRequest& request)
{
    SummaryTimeline answer{
        .window = request.window.intersected(trace.range), .columns = request.columns};
    for (const auto& refs : request.rows) {
        const auto places = selected(trace, refs);
        if (request.once) {
            SummaryRow& row = answer.rows.emplace_back();
            row.locations = places.size();
            if (request.stretches) {
                addStretches(row, trace, places, request, answer.window);
            } else {
                addOnce(row, trace, places, request, answer.window);
            }
            continue;
        }
        std::map<Key, std::vector<Tick>> series;
        for (std::uint32_t i = 0; i < request.columns; ++i) {
            const TickRange column = columnOf(answer.window, request.columns, i);
            for (const auto& [key, ticks] : exclusiveIn(trace, places, column, request)) {
                series[key].resize(request.columns);
                series[key][i] = ticks;
            }
        }
        std::erase_if(series, [&](const auto& one) { return !isWanted(request, one.first); });
        SummaryRow& row = answer.rows.emplace_back();
        row.locations = places.size();
        for (auto& [key, ticks] : series) {
            row.series.push_back({.key = key, .exclusive = ticks});
        }
    }
    return answer;
}

VisitDetail slowDetail(const TraceStore& trace, const DetailRequest& request)
{
    VisitDetail answer{.location = request.location, .tick = request.tick};
    const auto visits = leftVisits(
        trace, trace.definitions.indexOf(request.location).value(), request.filter.visits);
    for (const std::size_t visit : stackAt(visits, request.tick)) {
        const TickRange range{.begin = visits.enter[visit], .end = visits.leave[visit]};
        Tick exclusive = 0;
        for (Tick tick = range.begin; tick < range.end; ++tick) {
            exclusive += stackAt(visits, tick).back() == visit ? 1 : 0;
        }
        answer.stack.push_back(
            {.region = visits.region[visit], .visit = range, .exclusive = exclusive});
    }
    return answer;
}

}  // namespace vellum::tests
