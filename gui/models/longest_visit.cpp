#include "gui/models/longest_visit.h"

#include "common/query/name_pattern.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace vellum::gui::models {

LongestVisit::LongestVisit(data::DataSource& source, std::shared_ptr<const data::Trace> trace)
    : m_trace(std::move(trace))
    , m_slot(source, m_trace->id)
{
    m_slot.setHandler([this](const auto& answer, const Error&) { take(answer); });
}

void LongestVisit::ask(const Question& question)
{
    constexpr std::uint64_t kMostAtOnce = 1'000;
    m_slot.reset();
    m_question = question;
    m_found.reset();
    const Region* region = m_trace->definitions->find(question.region);
    m_search = query::SearchRequest();
    m_search.scope.window = question.pixel;
    m_search.scope.locations = question.location ? std::vector{*question.location} : question.among;
    m_search.pattern = region != nullptr ? query::patternOfName(region->name) : std::string();
    m_search.limit = kMostAtOnce;
    m_search.minDuration = question.atLeast;
    m_slot.ask(m_search);
}

void LongestVisit::take(const std::shared_ptr<const query::Answer>& answer)
{
    if (const auto* hits = answer ? std::get_if<query::SearchHits>(answer.get()) : nullptr) {
        takeHits(*hits);
    } else if (
        const auto* detail = answer ? std::get_if<query::VisitDetail>(answer.get()) : nullptr) {
        takePath(*detail);
    } else {
        tell();
    }
}

/// Others of the name may be among them.
bool LongestVisit::isMeant(const query::SearchHit& hit) const
{
    return (!m_question.region.isDefined() || hit.region == m_question.region)
           && (m_question.depth == 0 || hit.depth == m_question.depth);
}

Tick LongestVisit::ticksWithin(TickRange visit) const
{
    return std::min(visit.end, m_question.pixel.end)
           - std::max(visit.begin, m_question.pixel.begin);
}

void LongestVisit::takeHits(const query::SearchHits& hits)
{
    for (const query::SearchHit& hit : hits.hits) {
        const Tick ticks = ticksWithin(hit.visit);
        if (isMeant(hit) && (!m_found || ticks > ticksWithin(m_found->visit.visit))) {
            m_found = {
                .visit =
                    {.location = hit.location,
                     .region = hit.region,
                     .visit = hit.visit,
                     .depth = hit.depth},
                .path = {}};
        }
    }
    // A longer one is at least as long as a whole.
    const Tick longer = m_found ? ticksWithin(m_found->visit.visit) + 1 : 0;
    if (hits.count > hits.hits.size() && longer > m_search.minDuration) {
        m_search.minDuration = longer;
        m_slot.ask(m_search);
    } else if (m_found && m_question.asksForPath) {
        const Tick inside = std::max(m_found->visit.visit.begin, m_question.pixel.begin);
        m_slot.ask(query::DetailRequest{.location = m_found->visit.location, .tick = inside});
    } else {
        tell();
    }
}

/// What the visit calls at its begin is not of the path to it.
void LongestVisit::takePath(const query::VisitDetail& detail)
{
    for (const query::DetailLevel& level : detail.stack) {
        if (m_found->path.size() < m_found->visit.depth) {
            m_found->path.push_back(level.region);
        }
    }
    if (m_found->path.empty() || m_found->path.back() != m_found->visit.region) {
        m_found->path = {m_found->visit.region};  // it takes no time
    }
    tell();
}

void LongestVisit::tell() const
{
    if (m_handler) {
        m_handler(m_found);
    }
}

std::uint32_t depthOf(const std::vector<query::DetailLevel>& stack, RegionRef region)
{
    const auto found = std::find_if(stack.rbegin(), stack.rend(), [region](const auto& level) {
        return level.region == region;
    });
    return static_cast<std::uint32_t>(stack.rend() - found);
}

}  // namespace vellum::gui::models
