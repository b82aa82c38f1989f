#include "gui/models/filtered_functions.h"

#include "gui/models/function_shares.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace vellum::gui::models {

FilteredFunctions::FilteredFunctions(
    data::DataSource& source, const data::Trace& trace, const ViewHistory& view, QObject* parent)
    : QObject(parent)
    , m_trace(trace)
    , m_view(view)
    , m_shareSlot(source, trace.id)
    , m_hitSlot(source, trace.id)
{
    m_shareSlot.setHandler([this](const auto& answer, const Error&) {
        if (answer && !m_shareSlot.isBusy()) {
            onShares(*answer);
        }
    });
    m_hitSlot.setHandler([this](const auto& answer, const Error&) {
        if (answer) {
            onHits(*answer);
        }
    });
    connect(&view, &ViewHistory::changed, this, &FilteredFunctions::update);
    update();
}

void FilteredFunctions::update()
{
    const ViewState& state = m_view.state();
    if (state.range == m_window && state.filters == m_filters) {
        return;
    }
    m_window = state.range;
    m_filters = state.filters;
    m_nearest.reset();
    m_hitSlot.reset();
    if (std::exchange(m_areAbsent, false)) {
        emit changed();
    }
    const FilterSet& filters = m_view.filters();
    if (!tellsSharesApart(filters) || filters.hidesAll()) {
        m_shareSlot.reset();
        return;
    }
    std::vector<LocationRef> shown;
    for (const Location& location : m_trace.definitions->locations) {
        if (location.type != LocationType::Metric && filters.shows(location.ref)) {
            shown.push_back(location.ref);
        }
    }
    if (shown.empty()) {
        m_shareSlot.reset();
        return;
    }
    // One column: what it is made of is summed up by the server.
    m_shareSlot.ask(requestOfShares(
        {.window = m_window,
         .columns = 1,
         .rows = {std::move(shown)},
         .by = query::GroupBy::Region},
        filters));
}

void FilteredFunctions::onShares(const query::Answer& answer)
{
    const auto* shares = std::get_if<query::SummaryTimeline>(&answer);
    const auto* asked = std::get_if<query::SummaryTimelineRequest>(&m_shareSlot.answered());
    if (shares == nullptr || asked == nullptr || shares->rows.empty()) {
        return;
    }
    const query::SummaryRow row = shownShares(
        shares->rows.front(),
        *asked,
        query::GroupBy::Region,
        m_view.filters(),
        *m_trace.definitions);
    const bool isAny = std::ranges::any_of(row.series, [](const query::SummarySeries& series) {
        return std::ranges::any_of(series.exclusive, [](Tick ticks) { return ticks > 0; });
    });
    if (!isAny) {
        m_areAbsent = true;
        seek(false);
        emit changed();
    }
}

void FilteredFunctions::seek(bool backward)
{
    const FilterSet& filters = m_view.filters();
    if (filters.functions()->empty()) {
        return;
    }
    query::VisitFilter visits;
    visits.regions.assign(filters.functions()->begin(), filters.functions()->end());
    std::ranges::sort(visits.regions);
    query::SearchRequest request{
        .scope = {.window = m_view.whole(), .locations = filters.scope()},
        .limit = 1,
        .backward = backward};
    request.scope.filter.visits.push_back(std::move(visits));
    if (backward) {
        request.before = m_window.begin;
    } else {
        request.after = m_window.end;
    }
    m_hitSlot.ask(request);
}

void FilteredFunctions::onHits(const query::Answer& answer)
{
    const auto* hits = std::get_if<query::SearchHits>(&answer);
    const auto* asked = std::get_if<query::SearchRequest>(&m_hitSlot.answered());
    if (hits == nullptr || asked == nullptr) {
        return;
    }
    if (!hits->hits.empty()) {
        m_nearest = hits->hits.front().visit.begin;
        emit changed();
    } else if (!asked->backward) {
        seek(true);
    }
}

}  // namespace vellum::gui::models
