#include "gui/models/step_timeline.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace vellum::gui::models {

namespace {

/// How often, and how long in all, what has this name is visited.
struct Visited {
    std::uint64_t visits = 0;
    double seconds = 0;
};

/// "ProfilerStep#" of "ProfilerStep#12"; nothing without such a number.
std::optional<std::string_view> beforeNumber(std::string_view name)
{
    const std::size_t mark = name.find_last_of('#');
    if (mark == std::string_view::npos || mark == 0 || mark + 1 == name.size()) {
        return std::nullopt;
    }
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    return std::ranges::all_of(name.substr(mark + 1), isDigit)
               ? std::optional(name.substr(0, mark + 1))
               : std::nullopt;
}

/// By name; those with a number also by "NAME#*".
std::map<std::string, Visited> visitedIn(
    const query::Profile& profile, const Definitions& definitions)
{
    std::map<std::string, Visited> all;
    for (const query::ProfileRow& row : profile.rows) {
        const Region* region = definitions.find(RegionRef(row.key.value));
        if (region == nullptr || region->name.empty()) {
            continue;
        }
        const auto begin = beforeNumber(region->name);
        Visited& visited = all[begin ? std::string(*begin) + '*' : region->name];
        visited.visits += row.visits;
        visited.seconds += static_cast<double>(row.inclusive)
                           / static_cast<double>(definitions.clock.ticksPerSecond);
    }
    return all;
}

}  // namespace

std::vector<std::string> stepCandidates(
    const query::Profile& a,
    const Definitions& definitionsA,
    const query::Profile& b,
    const Definitions& definitionsB,
    std::size_t most)
{
    const auto inA = visitedIn(a, definitionsA);
    const auto inB = visitedIn(b, definitionsB);
    struct Candidate {
        bool hasNumber;
        bool isAlike;  ///< as many visits in both
        double seconds;
        std::string name;
    };
    std::vector<Candidate> candidates;
    for (const auto& [name, visited] : inA) {
        const auto other = inB.find(name);
        const bool hasNumber = name.ends_with("#*");
        const auto isOften = [hasNumber](const Visited& one, const Definitions& definitions) {
            return one.visits
                   > (hasNumber ? 1 : std::max<std::size_t>(definitions.locationGroups.size(), 1));
        };
        if (other != inB.end() && isOften(visited, definitionsA)
            && isOften(other->second, definitionsB)) {
            candidates.push_back(
                {.hasNumber = hasNumber,
                 .isAlike = visited.visits == other->second.visits,
                 .seconds = visited.seconds,
                 .name = name});
        }
    }
    std::ranges::sort(candidates, [](const Candidate& one, const Candidate& two) {
        return std::tie(two.hasNumber, two.isAlike, two.seconds, one.name)
               < std::tie(one.hasNumber, one.isAlike, one.seconds, two.name);
    });
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(most, candidates.size()); ++i) {
        names.push_back(candidates[i].name);
    }
    return names;
}

StepTimeline::StepTimeline(data::DataSource& source, QObject* parent)
    : QObject(parent)
    , m_source(source)
{
    connect(&source, &data::DataSource::restored, this, &StepTimeline::askAnew);
}

StepTimeline::~StepTimeline()
{
    disconnect();
    clear();
}

std::unique_ptr<StepTimeline::Half> StepTimeline::makeHalf(const Differences::Side& side)
{
    auto half = std::make_unique<Half>(m_source, side);
    Half* raw = half.get();
    half->slot.setHandler(
        [this, raw](const auto& answer, const Error& error) { take(*raw, answer, error); });
    half->viewed = connect(side.view, &ViewHistory::changed, this, [this, raw] {
        if (raw->filters != raw->side.view->state().filters) {
            ask(*raw);
            emit changed();
        }
    });
    return half;
}

void StepTimeline::setSides(const Differences::Side& a, const Differences::Side& b)
{
    if (hasSides() && m_a->side == a && m_b->side == b) {
        return;
    }
    clear();
    m_a = makeHalf(a);
    m_b = makeHalf(b);
    askAnew();
}

void StepTimeline::clear()
{
    for (auto* half : {&m_a, &m_b}) {
        if (*half != nullptr) {
            disconnect((*half)->viewed);
            half->reset();
        }
    }
    m_comparison.reset();
    emit changed();
}

void StepTimeline::setStep(const QString& name)
{
    if (name != m_step) {
        m_step = name;
        m_comparison.reset();
        askAnew();
    }
}

void StepTimeline::askAnew()
{
    if (hasSides()) {
        ask(*m_a);
        ask(*m_b);
    }
    emit changed();
}

void StepTimeline::ask(Half& half)
{
    half.slot.reset();
    half.run.reset();
    half.error.clear();
    half.filters = half.side.view->state().filters;
    const auto step = compare::parseStepName(m_step.toStdString());
    if (!step) {
        return;
    }
    if (half.side.view->filters().hidesAll()) {  // no location at all would mean all of them
        half.error = tr("all locations of %1 are filtered away").arg(half.side.letter);
        m_comparison.reset();
        return;
    }
    half.slot.ask(compare::stepRequest(
        *step,
        {.window = half.side.trace->info.range,
         .locations = half.side.view->filters().scope(),
         .filter = {}}));
}

void StepTimeline::take(
    Half& half, const std::shared_ptr<const query::Answer>& answer, const Error& error)
{
    const auto step = compare::parseStepName(m_step.toStdString());
    if (answer != nullptr && step) {
        half.run = compare::stepsOf(
            *answer, *half.side.trace->definitions, *step, half.side.trace->info.range);
    } else if (error.kind != ErrorKind::Cancelled) {
        half.error = tr("%1: %2").arg(half.side.letter, QString::fromStdString(error.message));
    }
    compareBoth();
    emit changed();
}

void StepTimeline::compareBoth()
{
    if (m_a->run && m_b->run) {
        m_comparison = std::make_shared<const compare::StepComparison>(
            compare::compareSteps(*m_a->run, *m_b->run, m_map));
    }
}

void StepTimeline::setMap(const compare::ProcessMap& map)
{
    if (map != m_map) {
        m_map = map;
        if (hasSides()) {
            compareBoth();
        }
        emit changed();
    }
}

bool StepTimeline::isCut() const
{
    const auto isHalfCut = [](const std::unique_ptr<Half>& half) {
        return half != nullptr && half->run && half->run->isCut;
    };
    return isHalfCut(m_a) || isHalfCut(m_b);
}

Exactness StepTimeline::exactness() const
{
    if (!errorText().isEmpty()) {
        return Exactness::Failed;
    }
    const bool isBusy = hasSides() && (m_a->slot.isBusy() || m_b->slot.isBusy());
    return isBusy ? Exactness::Refining : Exactness::Exact;
}

QString StepTimeline::errorText() const
{
    for (const Half* half : {m_a.get(), m_b.get()}) {
        if (half != nullptr && !half->error.isEmpty()) {
            return half->error;
        }
    }
    return {};
}

}  // namespace vellum::gui::models
