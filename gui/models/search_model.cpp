#include "gui/models/search_model.h"

#include "common/query/filter_words.h"

#include <QRegularExpression>

#include <algorithm>
#include <utility>
#include <variant>

namespace vellum::gui::models {

SearchModel::SearchModel(data::DataSource& source, const data::Trace& trace, QObject* parent)
    : QObject(parent)
    , m_slot(source, trace.id)
    , m_definitions(trace.definitions)
    , m_whole(trace.info.range)
{
    m_slot.setHandler([this](const auto& answer, const Error& error) {
        const auto* hits = answer ? std::get_if<query::SearchHits>(answer.get()) : nullptr;
        m_error = hits != nullptr || error.kind == ErrorKind::Cancelled
                      ? QString()
                      : QString::fromStdString(error.message);
        take(hits);
    });
}

void SearchModel::take(const query::SearchHits* hits)
{
    m_hits = hits != nullptr ? *hits : query::SearchHits{};
    m_current.reset();
    indexHits();
    const bool selects = !std::exchange(m_isQuiet, false);
    if (!m_hits.hits.empty() && !selects) {
        const auto same = m_kept ? std::ranges::find(m_hits.hits, *m_kept) : m_hits.hits.end();
        m_current = same == m_hits.hits.end()
                        ? placeFrom(m_kept ? m_kept->visit.begin : m_from)
                        : static_cast<std::size_t>(same - m_hits.hits.begin());
    }
    emit changed();
    if (!m_hits.hits.empty() && selects) {
        select(placeFrom(m_from));
    }
}

/// Of the first hit that begins at or after that tick; there are hits.
std::size_t SearchModel::placeFrom(Tick from) const
{
    const auto first = std::ranges::lower_bound(
        m_hits.hits, from, {}, [](const query::SearchHit& hit) { return hit.visit.begin; });
    return first == m_hits.hits.end() ? 0 : static_cast<std::size_t>(first - m_hits.hits.begin());
}

void SearchModel::setView(const ViewHistory* view)
{
    m_view = view;
    connect(view, &ViewHistory::changed, this, [this] {
        if (m_filters != m_view->state().filters) {
            if (const query::SearchHit* current = currentHit()) {
                m_kept = *current;
            }
            m_isQuiet = m_isQuiet || !m_slot.isBusy();
            ask();
        }
    });
}

void SearchModel::search(const SearchQuery& query, Tick from)
{
    m_query = query;
    m_from = from;
    m_kept.reset();
    m_isQuiet = false;
    ask();
}

void SearchModel::ask()
{
    m_filters = m_view != nullptr ? m_view->state().filters : nullptr;
    m_hits = {};
    m_current.reset();
    m_error.clear();
    m_slot.reset();  // hits of what was searched before would be shown as those of this
    indexHits();
    const bool isOfNothing = m_filters && m_filters->hidesAll();
    if (!m_query.isEmpty() && !isOfNothing) {
        const bool isNoName = query::hasSearchPrefix(m_query.pattern.toStdString());
        const QString expression = m_query.isRegex || isNoName
                                       ? m_query.pattern
                                       : QRegularExpression::escape(m_query.pattern);
        query::SearchRequest request{
            .scope = {.window = m_whole},
            .ignoreCase = m_query.ignoreCase,
            .limit = kMostHits,
            .minDuration = m_query.minDuration,
            .groups = m_query.groups};
        request.scope.locations = m_filters ? m_filters->scope() : std::vector<LocationRef>();
        request.pattern = expression.toStdString();
        m_slot.ask(std::move(request));
    }
    emit changed();
}

std::vector<FunctionGroup> SearchModel::groups() const
{
    FunctionGroupMask occurring = 0;
    for (const Region& region : m_definitions->regions) {
        occurring |= maskOf(region.group);
    }
    std::vector<FunctionGroup> groups;
    for (std::uint8_t i = 0; i < kFunctionGroupCount; ++i) {
        if ((occurring & maskOf(static_cast<FunctionGroup>(i))) != 0) {
            groups.push_back(static_cast<FunctionGroup>(i));
        }
    }
    return groups;
}

/// Done once for each answer, so that painting only looks up what is on the screen.
void SearchModel::indexHits()
{
    m_marks.clear();
    m_begins.clear();
    m_begins.reserve(m_hits.hits.size());
    for (const query::SearchHit& hit : m_hits.hits) {
        m_begins.push_back(hit.visit.begin);
        auto& marks = m_marks[hit.location];
        // Hits come by begin: one that overlaps the last is a part of it or longer.
        if (!marks.empty() && hit.visit.begin <= marks.back().end) {
            marks.back().end = std::max(marks.back().end, hit.visit.end);
        } else {
            marks.push_back(hit.visit);
        }
    }
    emit marksChanged();
}

void SearchModel::setMarksAll(bool isOn)
{
    if (m_marksAll != isOn) {
        m_marksAll = isOn;
        emit marksChanged();
    }
}

const std::vector<TickRange>& SearchModel::marksOn(LocationRef location) const
{
    static const std::vector<TickRange> kNone;
    const auto found = m_marks.find(location);
    return m_marksAll && found != m_marks.end() ? found->second : kNone;
}

const std::vector<Tick>& SearchModel::begins() const
{
    static const std::vector<Tick> kNone;
    return m_marksAll ? m_begins : kNone;
}

const query::SearchHit* SearchModel::currentHit() const
{
    return m_current ? &m_hits.hits[*m_current] : nullptr;
}

void SearchModel::select(std::size_t place)
{
    m_current = place;
    emit changed();
    emit hitSelected();
}

void SearchModel::next()
{
    if (m_current) {
        select((*m_current + 1) % m_hits.hits.size());
    }
}

void SearchModel::previous()
{
    if (m_current) {
        select((*m_current + m_hits.hits.size() - 1) % m_hits.hits.size());
    }
}

}  // namespace vellum::gui::models
