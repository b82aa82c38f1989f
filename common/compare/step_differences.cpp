#include "common/compare/step_differences.h"

#include "common/query/name_pattern.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

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
    std::vector<std::vector<NumberedStep>> all(run.locations.size());
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

std::vector<std::string> namesAt(
    const std::vector<std::string>& names, const std::vector<std::size_t>& places)
{
    std::vector<std::string> chosen;
    chosen.reserve(places.size());
    for (const std::size_t place : places) {
        chosen.push_back(names[place]);
    }
    return chosen;
}

class Comparer {
public:
    Comparer(const StepRun& a, const StepRun& b)
        : m_a(a)
        , m_b(b)
        , m_stepsA(numbered(a))
        , m_stepsB(numbered(b))
    {
    }

    StepComparison compare()
    {
        const auto placesA = withSteps(m_stepsA);
        const auto placesB = withSteps(m_stepsB);
        const auto matches =
            matchLocations(namesAt(m_a.locations, placesA), namesAt(m_b.locations, placesB));
        std::vector<bool> isTaken(placesB.size());
        for (std::size_t i = 0; i < placesA.size(); ++i) {
            if (matches[i]) {
                isTaken[*matches[i]] = true;
                addLocation(placesA[i], placesB[*matches[i]]);
            } else {
                addLocation(placesA[i], std::nullopt);
            }
        }
        for (std::size_t i = 0; i < placesB.size(); ++i) {
            if (!isTaken[i]) {
                addLocation(std::nullopt, placesB[i]);
            }
        }
        m_result.count = m_result.rows.size();
        m_result.totalDifference = subtractNs(m_result.totalB, m_result.totalA);
        return std::move(m_result);
    }

private:
    void addLocation(std::optional<std::size_t> a, std::optional<std::size_t> b)
    {
        const std::vector<NumberedStep> none;
        const auto& ofA = a ? m_stepsA[*a] : none;
        auto ofB = b ? m_stepsB[*b] : none;
        std::ranges::sort(ofB, {}, &NumberedStep::key);
        std::vector<bool> isTaken(ofB.size());
        StepDifference row;
        row.row = m_locations++;
        row.location = a ? m_a.locations[*a] : m_b.locations[*b];
        row.locationB = a && b && m_b.locations[*b] != row.location ? m_b.locations[*b] : "";
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
    std::vector<std::vector<NumberedStep>> m_stepsA;
    std::vector<std::vector<NumberedStep>> m_stepsB;
    StepComparison m_result;
    std::size_t m_locations = 0;  ///< that are done
};

}  // namespace

std::optional<StepName> parseStepName(std::string_view text)
{
    const bool isWhole = !text.ends_with('*');
    if (!isWhole) {
        text.remove_suffix(1);
    }
    if (text.empty()) {
        return std::nullopt;
    }
    return StepName{.begin = std::string(text), .isWhole = isWhole};
}

bool isStep(const StepName& step, std::string_view function)
{
    return step.isWhole ? function == step.begin : function.starts_with(step.begin);
}

query::SearchRequest stepRequest(const StepName& step, const query::Scope& scope)
{
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
    const query::SearchHits& hits,
    const Definitions& definitions,
    const StepName& step,
    TickRange window)
{
    StepRun run;
    run.clock = definitions.clock;
    run.isCut = hits.count > hits.hits.size();
    for (const Location& location : definitions.locations) {
        run.locations.push_back(nameOfLocation(definitions, location));
    }
    // In time order an outer visit comes before those inside it.
    std::vector<Tick> ends(run.locations.size(), std::numeric_limits<Tick>::min());
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

StepComparison compareSteps(const StepRun& a, const StepRun& b)
{
    return Comparer(a, b).compare();
}

}  // namespace vellum::compare
