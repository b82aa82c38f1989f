#include "gui/models/visit_stepper.h"

#include "common/query/limits.h"
#include "common/query/name_pattern.h"

#include <algorithm>
#include <tuple>
#include <variant>

namespace vellum::gui::models {

namespace {

/// Visits that begin at one tick are told apart by their depth.
auto orderOf(const TickRange& visit, std::uint32_t depth)
{
    return std::tuple(visit.begin, depth);
}

}  // namespace

VisitStepper::VisitStepper(data::DataSource& source, const data::Trace& trace, QObject* parent)
    : QObject(parent)
    , m_definitions(trace.definitions)
    , m_whole(trace.info.range)
    , m_slot(source, trace.id)
{
    m_slot.setHandler([this](const auto& answer, const Error&) { onAnswer(answer.get()); });
}

void VisitStepper::onAnswer(const query::Answer* answer)
{
    if (m_sought) {
        takeSought(answer);
        return;
    }
    const auto* hits = answer != nullptr ? std::get_if<query::SearchHits>(answer) : nullptr;
    if (hits != nullptr) {
        take(*hits);
    } else {
        emit ended(m_forward);
    }
}

// ---- One to begin with ----------------------------------------------------------------------

void VisitStepper::find(LocationRef location, TickRange window, bool first)
{
    m_sought = {.location = location, .window = window, .first = first};
    m_slot.reset();
    first ? askForRunning() : askForBeginning();
}

void VisitStepper::askForRunning()
{
    m_slot.ask(
        query::DetailRequest{.location = m_sought->location, .tick = m_sought->window.begin});
}

void VisitStepper::askForBeginning()
{
    m_slot.ask(query::SearchRequest{
        .scope = {.window = m_whole, .locations = {m_sought->location}},
        .limit = 1,
        .after = m_sought->window.begin,
        .before = m_sought->window.end,
        .backward = !m_sought->first});
}

void VisitStepper::takeSought(const query::Answer* answer)
{
    const auto* hits = answer != nullptr ? std::get_if<query::SearchHits>(answer) : nullptr;
    const auto* detail = answer != nullptr ? std::get_if<query::VisitDetail>(answer) : nullptr;
    const Sought sought = *m_sought;
    if (hits != nullptr && !hits->hits.empty()) {
        const query::SearchHit& hit = hits->hits.front();
        m_sought.reset();
        emit found(
            {.location = hit.location,
             .region = hit.region,
             .visit = hit.visit,
             .depth = hit.depth});
    } else if (detail != nullptr && !detail->stack.empty()) {
        const query::DetailLevel& top = detail->stack.back();
        m_sought.reset();
        emit found(
            {.location = sought.location,
             .region = top.region,
             .visit = top.visit,
             .depth = static_cast<std::uint32_t>(detail->stack.size())});
    } else if (answer == nullptr || sought.isLastQuestion) {
        m_sought.reset();
        emit noneFound();
    } else {
        m_sought->isLastQuestion = true;
        sought.first ? askForBeginning() : askForRunning();
    }
}

// ---- From one to the next -------------------------------------------------------------------

void VisitStepper::step(const SelectedVisit& from, bool forward, bool sameFunction)
{
    constexpr std::uint64_t kFew = 16;  // more only where many begin at one tick
    m_sought.reset();
    m_from = from;
    m_forward = forward;
    m_sameFunction = sameFunction;
    m_limit = kFew;
    m_slot.reset();
    ask();
}

void VisitStepper::ask()
{
    const Region* region = m_definitions->find(m_from.region);
    query::SearchRequest request{
        .scope = {.window = m_whole, .locations = {m_from.location}}, .limit = m_limit};
    if (m_sameFunction && region != nullptr) {
        request.pattern = query::patternOfName(region->name);
    }
    if (m_forward) {
        request.after = m_from.visit.begin;
    } else {
        request.before = m_from.visit.begin + 1;
        request.backward = true;
    }
    m_slot.ask(std::move(request));
}

void VisitStepper::take(const query::SearchHits& hits)
{
    std::optional<query::SearchHit> best;
    const auto from = orderOf(m_from.visit, m_from.depth);
    for (const query::SearchHit& hit : hits.hits) {
        const auto at = orderOf(hit.visit, hit.depth);
        const bool isFurther = m_forward ? at > from : at < from;
        if (!isFurther || (m_sameFunction && hit.region != m_from.region)) {
            continue;
        }
        const bool isNearer = !best
                              || (m_forward ? at < orderOf(best->visit, best->depth)
                                            : at > orderOf(best->visit, best->depth));
        if (isNearer) {
            best = hit;
        }
    }
    if (best) {
        emit arrived(
            {.location = best->location,
             .region = best->region,
             .visit = best->visit,
             .depth = best->depth});
    } else if (hits.hits.size() == m_limit && m_limit < query::kMaxItems) {
        m_limit = std::min(query::kMaxItems, m_limit * 16);
        ask();
    } else {
        emit ended(m_forward);
    }
}

}  // namespace vellum::gui::models
