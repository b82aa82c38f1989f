#include "gui/models/alike_edges.h"

#include "common/query/limits.h"
#include "common/query/name_pattern.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <tuple>
#include <utility>
#include <variant>

namespace vellum::gui::models {

namespace {

constexpr std::uint64_t kMostNear = 1'000;

const query::SearchHits* hitsOf(const std::shared_ptr<const query::Answer>& answer)
{
    return answer ? std::get_if<query::SearchHits>(answer.get()) : nullptr;
}

}  // namespace

AlikeEdges::AlikeEdges(data::DataSource& source, QObject* parent)
    : QObject(parent)
    , m_source(source)
{
}

void AlikeEdges::clear()
{
    m_slot.reset();
    m_otherSlot.reset();
    m_near.clear();
    m_edges.clear();
}

void AlikeEdges::ask(Place place, Other other)
{
    clear();
    m_place = std::move(place);
    m_other = std::move(other);
    m_slot = std::make_unique<RequestSlot>(m_source, m_place.trace->id);
    m_slot->setHandler([this](const auto& answer, const Error& /*error*/) {
        if (const auto* hits = hitsOf(answer)) {
            takeNear(*hits);
        }
    });
    // One tick more at the left: a visit that ends at the edge of the window is not in it.
    query::SearchRequest request{
        .scope =
            {.window =
                 {.begin = m_place.tick - m_place.within - 1,
                  .end = m_place.tick + m_place.within + 1},
             .locations = {m_place.location},
             .filter = {}},
        .pattern = {},
        .limit = kMostNear};
    request.scope.window = request.scope.window.intersected(m_place.trace->info.range);
    if (!request.scope.window.isEmpty()) {
        m_slot->ask(std::move(request));
    }
}

void AlikeEdges::takeNear(const query::SearchHits& hits)
{
    const query::SearchHit* innermost = nullptr;
    for (const query::SearchHit& hit : hits.hits) {
        const bool isAround = hit.visit.contains(m_place.tick);
        if (isAround && (innermost == nullptr || hit.depth > innermost->depth)) {
            innermost = &hit;
        }
    }
    const auto distance = [this](Tick tick) { return std::abs(tick - m_place.tick); };
    for (const query::SearchHit& hit : hits.hits) {
        const Region* region = m_place.trace->definitions->find(hit.region);
        for (const auto& [tick, isEnd] :
             {std::pair(hit.visit.begin, false), {hit.visit.end, true}}) {
            const bool isNear = &hit == innermost || distance(tick) <= m_place.within;
            if (region != nullptr && !region->name.empty() && isNear) {
                m_near.push_back({.tick = tick, .function = region->name, .isEnd = isEnd});
            }
        }
    }
    // The nearest of each function, and of these the nearest functions; the one that the place is in goes before.
    const std::string inside =
        innermost != nullptr ? m_place.trace->definitions->find(innermost->region)->name : "";
    std::ranges::sort(m_near, {}, [&](const Near& one) {
        return std::tuple(
            one.function != inside, distance(one.tick), one.function, one.isEnd, one.tick);
    });
    std::set<std::pair<std::string, bool>> known;
    std::set<std::string> names;
    std::erase_if(m_near, [&](const Near& one) {
        const bool isNew = names.contains(one.function) || names.size() < kMostNames;
        if (isNew) {
            names.insert(one.function);
        }
        return !isNew || !known.emplace(one.function, one.isEnd).second;
    });
    std::string pattern;
    for (const std::string& name : names) {
        const std::string one = query::patternOfName(name);
        if (pattern.size() + one.size() + 1 <= query::kMaxPatternBytes) {
            pattern.append(pattern.empty() ? "" : "|").append(one);
        }
    }
    if (pattern.empty()) {
        return;
    }
    // The first slot is still at work: this is called from it.
    m_otherSlot = std::make_unique<RequestSlot>(m_source, m_other.trace->id);
    m_otherSlot->setHandler([this](const auto& answer, const Error& /*error*/) {
        if (const auto* others = hitsOf(answer)) {
            takeOthers(*others);
        }
    });
    m_otherSlot->ask(query::SearchRequest{
        .scope = {.window = m_other.window, .locations = {}, .filter = {}},
        .pattern = pattern,
        .limit = kMostVisits});
}

void AlikeEdges::takeOthers(const query::SearchHits& hits)
{
    for (const query::SearchHit& hit : hits.hits) {
        const Region* region = m_other.trace->definitions->find(hit.region);
        for (const Near& near : m_near) {
            if (region != nullptr && region->name == near.function) {
                m_edges.push_back(
                    {.tick = near.tick,
                     .other = near.isEnd ? hit.visit.end : hit.visit.begin,
                     .function = near.function,
                     .isEnd = near.isEnd});
            }
        }
    }
    emit answered();
}

}  // namespace vellum::gui::models
