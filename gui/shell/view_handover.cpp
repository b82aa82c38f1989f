#include "gui/shell/view_handover.h"

#include "gui/shell/trace_view.h"

#include <algorithm>

namespace vellum::gui::shell {

namespace {

/// Whether \p longer begins as \p list does, by numbers and names.
template <typename List>
bool isBegunBy(const List& longer, const List& list)
{
    return longer.size() >= list.size()
           && std::equal(
               list.begin(), list.end(), longer.begin(), [](const auto& a, const auto& b) {
                   return a.ref == b.ref && a.name == b.name;
               });
}

bool namesTheSame(const Definitions& longer, const Definitions& definitions)
{
    return isBegunBy(longer.locations, definitions.locations)
           && isBegunBy(longer.locationGroups, definitions.locationGroups)
           && isBegunBy(longer.regions, definitions.regions);
}

void handOver(const models::Selection& before, models::Selection& next)
{
    if (before.visit()) {
        next.selectVisit(*before.visit());
    } else if (before.message()) {
        next.selectMessage(*before.message());
    } else if (before.overlaid()) {
        next.selectOverlaid(*before.overlaid());
    } else if (before.area()) {
        next.selectArea(*before.area());
        next.setStatisticsOfArea(before.statisticsAreOfArea());
    }
    next.setHighlight(before.highlight());
    if (before.instant()) {
        next.setInstant(*before.instant());
    }
}

}  // namespace

void handOver(TraceView& before, TraceView& next)
{
    const models::ViewState& state = before.history().state();
    models::ViewHistory& history = next.history();
    const bool sawAll = before.history().range() == before.history().whole();
    if (namesTheSame(*next.trace().definitions, *before.trace().definitions)) {
        history.beginWith(state.grouping);
        history.beginWithRows(state);
        history.beginWith(state.filters);
        handOver(before.selection(), next.selection());
    }
    history.beginAt(sawAll ? history.whole() : state.range, state.alignment);
    next.frame().applyLayout(before.frame().layoutState());
}

}  // namespace vellum::gui::shell
