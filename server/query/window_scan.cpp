#include "server/query/window_scan.h"

#include <algorithm>

namespace vellum::server::query {

store::VisitIndex firstFrom(const store::VisitTable& visits, Tick tick)
{
    const auto place = std::lower_bound(visits.enter.begin(), visits.enter.end(), tick);
    return static_cast<store::VisitIndex>(place - visits.enter.begin());
}

VisitWindow visitsIn(const store::VisitTable& visits, TickRange window)
{
    VisitWindow found{
        .first = firstFrom(visits, window.begin), .last = firstFrom(visits, window.end)};
    if (found.first > 0) {
        store::VisitIndex visit = found.first - 1;
        for (; visit != store::kNoVisit; visit = visits.parent[visit]) {
            found.around.push_back(visit);
        }
        std::ranges::reverse(found.around);
    }
    return found;
}

}  // namespace vellum::server::query
