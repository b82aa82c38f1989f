#include "server/store/written_out.h"

#include "common/base/narrow.h"

namespace vellum::server::store {

VisitTable visitsOf(const CallStream& calls)
{
    VisitTable visits;
    std::vector<VisitIndex> open;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        if (!calls.isEnter(i)) {
            visits.leave[open.back()] = calls.time[i];
            open.pop_back();
            continue;
        }
        const auto visit = narrow<VisitIndex>(visits.size());
        visits.enter.push_back(calls.time[i]);
        visits.leave.push_back(calls.time[i]);
        visits.region.push_back(calls.regionOf(i));
        visits.depth.push_back(calls.depthAt(i));
        visits.parent.push_back(open.empty() ? kNoVisit : open.back());
        open.push_back(visit);
    }
    return visits;
}

EventTable eventsOf(const LocationStore& location)
{
    EventTable events;
    for (std::uint64_t event = 0; event < location.eventCount(); ++event) {
        events.tick.push_back(location.tickOf(event));
        events.kind.push_back(location.kindOf(event));
        events.payloadBegin.push_back(narrow<std::uint32_t>(events.payload.size()));
        const Words words = location.payloadOf(event);
        events.payload.insert(events.payload.end(), words.view().begin(), words.view().end());
    }
    return events;
}

}  // namespace vellum::server::store
