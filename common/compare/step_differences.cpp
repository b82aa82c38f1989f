#include "common/compare/step_differences.h"

#include "common/compare/named_instant.h"
#include "common/query/name_pattern.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <utility>
#include <variant>

namespace vellum::compare {

namespace {

/// A step with its number among those of its name on its location.
struct NumberedStep {
    const Step* step = nullptr;
    std::uint64_t number = 0;

    [[nodiscard]] auto key() const { return std::tie(step->name, number); }
};

/// By location.
std::vector<std::vector<NumberedStep>> numbered(const StepRun& run)
{
    std::vector<std::vector<NumberedStep>> all(run.processes.places.size());
    std::map<std::pair<std::size_t, std::string_view>, std::uint64_t> counts;
    for (const Step& step : run.steps) {
        all[step.location].push_back(
            {.step = &step, .number = ++counts[{step.location, step.name}]});
    }
    return all;
}

/// Places of the locations that have steps.
std::vector<std::size_t> withSteps(const std::vector<std::vector<NumberedStep>>& steps)
{
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (!steps[i].empty()) {
            places.push_back(i);
        }
    }
    return places;
}

class Comparer {
public:
    Comparer(const StepRun& a, const StepRun& b, const ProcessMap& map)
        : m_a(a)
        , m_b(b)
        , m_map(map)
        , m_stepsA(numbered(a))
        , m_stepsB(numbered(b))
    {
    }

    StepComparison compare()
    {
        for (const MappedPair& pair : pairs()) {
            addLocation(pair.a, pair.b);
        }
        m_result.count = m_result.rows.size();
        m_result.totalDifference = subtractNs(m_result.totalB, m_result.totalA);
        return std::move(m_result);
    }

private:
    [[nodiscard]] std::vector<MappedPair> pairs() const
    {
        const auto placesA = withSteps(m_stepsA);
        const auto placesB = withSteps(m_stepsB);
        return mapLocations(m_a.processes, placesA, m_b.processes, placesB, m_map);
    }

    void addLocation(std::optional<std::size_t> a, std::optional<std::size_t> b)
    {
        const std::vector<NumberedStep> none;
        const auto& ofA = a ? m_stepsA[*a] : none;
        auto ofB = b ? m_stepsB[*b] : none;
        std::ranges::sort(ofB, {}, &NumberedStep::key);
        std::vector<bool> isTaken(ofB.size());
        StepDifference row;
        row.row = m_locations++;
        const std::string& inA = a ? m_a.processes.places[*a].whole : std::string();
        const std::string& inB = b ? m_b.processes.places[*b].whole : std::string();
        row.location = a ? inA : inB;
        row.locationB = a && inB != inA ? inB : "";
        for (const NumberedStep& one : ofA) {
            const auto found = std::ranges::lower_bound(ofB, one.key(), {}, &NumberedStep::key);
            const bool isInBoth = found != ofB.end() && found->key() == one.key();
            if (isInBoth) {
                isTaken[static_cast<std::size_t>(found - ofB.begin())] = true;
            }
            add(row, &one, isInBoth ? &*found : nullptr);
        }
        addRest(row, ofB, isTaken);
    }

    /// What only B has, by begin.
    void addRest(
        const StepDifference& row,
        const std::vector<NumberedStep>& steps,
        const std::vector<bool>& isTaken)
    {
        std::vector<const NumberedStep*> rest;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (!isTaken[i]) {
                rest.push_back(&steps[i]);
            }
        }
        std::ranges::sort(rest, {}, [](const NumberedStep* one) {
            return std::tuple(one->step->visit.begin, one->step->visit.end, one->key());
        });
        for (const NumberedStep* one : rest) {
            add(row, nullptr, one);
        }
    }

    void add(StepDifference row, const NumberedStep* a, const NumberedStep* b)
    {
        const NumberedStep& either = a != nullptr ? *a : *b;
        row.name = either.step->name;
        row.number = either.number;
        if (a != nullptr) {
            row.visitA = a->step->visit;
            row.beginA = m_a.clock.toNanoseconds(row.visitA.begin);
            row.durationA = m_a.clock.toNanoseconds(row.visitA.length());
        }
        if (b != nullptr) {
            row.visitB = b->step->visit;
            row.beginB = m_b.clock.toNanoseconds(row.visitB.begin);
            row.durationB = m_b.clock.toNanoseconds(row.visitB.length());
        }
        if (a != nullptr && b != nullptr) {
            row.difference = subtractNs(row.durationB, row.durationA);
            m_result.totalA = addNs(m_result.totalA, row.durationA);
            m_result.totalB = addNs(m_result.totalB, row.durationB);
        } else {
            row.in = a != nullptr ? Presence::OnlyA : Presence::OnlyB;
            ++(a != nullptr ? m_result.onlyA : m_result.onlyB);
        }
        m_result.rows.push_back(std::move(row));
    }

    const StepRun& m_a;
    const StepRun& m_b;
    const ProcessMap& m_map;
    std::vector<std::vector<NumberedStep>> m_stepsA;
    std::vector<std::vector<NumberedStep>> m_stepsB;
    StepComparison m_result;
    std::size_t m_locations = 0;  ///< that are done
};

void addVisits(
    StepRun& run,
    const query::SearchHits& hits,
    const Definitions& definitions,
    const StepName& step,
    TickRange window)
{
    run.isCut = hits.count > hits.hits.size();
    // In time order an outer visit comes before those inside it.
    std::vector<Tick> ends(run.processes.places.size(), std::numeric_limits<Tick>::min());
    for (const query::SearchHit& hit : hits.hits) {
        const Region* region = definitions.find(hit.region);
        const LocationIndex index = definitions.indexOf(hit.location);
        if (region == nullptr || index == LocationIndex::undefined()
            || !isStep(step, region->name)) {
            continue;
        }
        const auto location = static_cast<std::size_t>(index.value());
        const bool isInside = hit.visit.begin < ends[location];
        ends[location] = std::max(ends[location], hit.visit.end);
        if (!isInside && window.contains(hit.visit.begin)) {
            run.steps.push_back({.location = location, .name = region->name, .visit = hit.visit});
        }
    }
}

/// Where a marker stands: a location, a location group, the trace; their places in StepRun::processes.
class MarkerPlaces {
public:
    MarkerPlaces(StepRun& run, const Definitions& definitions)
        : m_definitions(definitions)
        , m_groups(run.processes.places.size())
        , m_trace(m_groups + definitions.locationGroups.size())
    {
        for (std::size_t i = 0; i < definitions.locationGroups.size(); ++i) {
            add(run, definitions.locationGroups[i].name, run.processes.ofGroup[i]);
        }
        add(run, "trace", RunProcesses::kNone);
    }

    [[nodiscard]] std::size_t of(const Marker& marker) const
    {
        if (marker.scope == MarkerScope::Location) {
            const LocationIndex index = m_definitions.indexOf(LocationRef(marker.scopeRef));
            return index.isDefined() ? static_cast<std::size_t>(index.value()) : m_trace;
        }
        const bool isGroup = marker.scope == MarkerScope::LocationGroup
                             && marker.scopeRef <= std::numeric_limits<std::uint32_t>::max();
        const LocationGroup* const group =
            isGroup
                ? m_definitions.find(LocationGroupRef(static_cast<std::uint32_t>(marker.scopeRef)))
                : nullptr;
        return group == nullptr
                   ? m_trace
                   : m_groups
                         + static_cast<std::size_t>(group - m_definitions.locationGroups.data());
    }

private:
    /// \param process  kNone: one of its own
    static void add(StepRun& run, const std::string& name, std::size_t process)
    {
        auto& processes = run.processes.processes;
        const bool isOwn = process == RunProcesses::kNone;
        run.processes.places.push_back(
            {.process = isOwn ? processes.size() : process, .name = {}, .whole = name});
        if (isOwn) {
            processes.push_back({.name = name});
        }
    }

    const Definitions& m_definitions;
    std::size_t m_groups;
    std::size_t m_trace;
};

void addMarkers(
    StepRun& run,
    const query::Markers& markers,
    const Definitions& definitions,
    const StepName& step,
    TickRange window)
{
    run.isCut = markers.count > markers.markers.size();
    const MarkerPlaces places(run, definitions);
    std::vector<std::optional<Step>> open(run.processes.places.size());
    for (const Marker& marker : markers.markers) {
        const std::string_view name = nameOf(marker, definitions);
        if (!isStep(step, name)) {
            continue;
        }
        const std::size_t place = places.of(marker);
        if (open[place]) {
            open[place]->visit.end = marker.tick;
            run.steps.push_back(*std::exchange(open[place], std::nullopt));
        }
        Step next{
            .location = place,
            .name = std::string(name),
            .visit = {.begin = marker.tick, .end = marker.tick}};
        if (!window.contains(marker.tick)) {
            continue;
        }
        if (marker.duration > 0) {
            const auto most = static_cast<std::uint64_t>(std::numeric_limits<Tick>::max())
                              - static_cast<std::uint64_t>(std::max<Tick>(marker.tick, 0));
            next.visit.end += static_cast<Tick>(std::min(marker.duration, most));
            run.steps.push_back(std::move(next));
        } else {
            open[place] = std::move(next);
        }
    }
    // A step is known only when the next one begins.
    std::ranges::stable_sort(run.steps, {}, [](const Step& one) { return one.visit.begin; });
}

}  // namespace

std::optional<StepName> parseStepName(std::string_view text)
{
    const bool isMarker = text.starts_with(kMarkerPrefix);
    text.remove_prefix(isMarker ? kMarkerPrefix.size() : 0);
    const bool isWhole = !text.ends_with('*');
    if (!isWhole) {
        text.remove_suffix(1);
    }
    if (text.empty()) {
        return std::nullopt;
    }
    return StepName{.begin = std::string(text), .isWhole = isWhole, .isMarker = isMarker};
}

bool isStep(const StepName& step, std::string_view name)
{
    return step.isWhole ? name == step.begin : name.starts_with(step.begin);
}

query::Request stepRequest(const StepName& step, const query::Scope& scope)
{
    if (step.isMarker) {
        return query::MarkersRequest{.scope = scope, .limit = kMostMarkers};
    }
    query::SearchRequest request{.scope = scope, .limit = kMostSteps};
    request.pattern =
        step.isWhole ? query::patternOfName(step.begin) : query::patternOfBegin(step.begin);
    return request;
}

std::string nameOfLocation(const Definitions& definitions, const Location& location)
{
    const LocationGroup* group = definitions.find(location.group);
    return group == nullptr || group->name.empty() ? location.name
                                                   : group->name + " · " + location.name;
}

StepRun stepsOf(
    const query::Answer& answer,
    const Definitions& definitions,
    const StepName& step,
    TickRange window)
{
    StepRun run;
    run.clock = definitions.clock;
    run.processes = processesOf(definitions);
    if (const auto* hits = std::get_if<query::SearchHits>(&answer)) {
        addVisits(run, *hits, definitions, step, window);
    } else if (const auto* markers = std::get_if<query::Markers>(&answer)) {
        addMarkers(run, *markers, definitions, step, window);
    }
    return run;
}

std::vector<std::optional<std::size_t>> matchLocations(
    std::span<const std::string> a, std::span<const std::string> b)
{
    std::map<std::string_view, std::vector<std::size_t>> byName;  // the first of each name last
    for (std::size_t i = b.size(); i > 0; --i) {
        byName[b[i - 1]].push_back(i - 1);
    }
    std::vector<std::optional<std::size_t>> matches(a.size());
    std::vector<bool> isTaken(b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        const auto found = byName.find(a[i]);
        if (found != byName.end() && !found->second.empty()) {
            matches[i] = found->second.back();
            isTaken[found->second.back()] = true;
            found->second.pop_back();
        }
    }
    std::size_t next = 0;
    for (auto& match : matches) {
        while (!match && next < b.size() && isTaken[next]) {
            ++next;
        }
        if (!match && next < b.size()) {
            match = next++;
        }
    }
    return matches;
}

double stepRatio(const StepDifference& step)
{
    return step.in != Presence::Both || step.durationA == 0
               ? std::numeric_limits<double>::quiet_NaN()
               : static_cast<double>(step.durationB) / static_cast<double>(step.durationA);
}

StepComparison compareSteps(const StepRun& a, const StepRun& b, const ProcessMap& map)
{
    return Comparer(a, b, map).compare();
}

}  // namespace vellum::compare
