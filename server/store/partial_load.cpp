#include "server/store/partial_load.h"

#include "common/base/narrow.h"
#include "server/store/location_totals.h"

#include <algorithm>
#include <unordered_map>

namespace vellum::server::store {

namespace {

/// Whether records of this kind are matched with others, of another time or location.
bool isJoined(EventKind kind)
{
    const bool isMessage = kind >= event_kind::kMpiSend && kind <= event_kind::kMpiRequestCancelled;
    const bool isFlow = kind >= event_kind::kFlowBegin && kind <= event_kind::kFlowEnd;
    return isMessage || isFlow;
}

bool reachesInto(const VisitTable& visits, VisitIndex visit, TickRange window)
{
    const TickRange range = visits.range(visit);
    return range.isEmpty() ? window.contains(range.begin) : !range.intersected(window).isEmpty();
}

/// Those that reach into the window, and those around them: an empty visit may stand where the one
/// around it has just ended.
std::vector<bool> keptVisits(const VisitTable& visits, TickRange window)
{
    std::vector<bool> isKept(visits.size());
    for (std::size_t i = visits.size(); i-- > 0;) {
        const auto visit = narrow<VisitIndex>(i);
        isKept[i] = isKept[i] || reachesInto(visits, visit, window);
        if (isKept[i] && visits.parent[i] != kNoVisit) {
            isKept[visits.parent[i]] = true;
        }
    }
    return isKept;
}

/// Makes room for what is kept, and knows the new places.
class VisitCut {
public:
    VisitCut(const VisitTable& all, TickRange window)
        : m_isKept(keptVisits(all, window))
        , m_places(all.size(), kNoVisit)
    {
    }

    VisitTable visitsOf(const VisitTable& all, std::unordered_map<VisitIndex, Tick>& leftOut)
    {
        VisitTable kept;
        for (VisitIndex visit = 0; visit < all.size(); ++visit) {
            const VisitIndex parent = all.parent[visit];
            const VisitIndex around = parent == kNoVisit ? kNoVisit : m_places[parent];
            if (!m_isKept[visit]) {
                if (around != kNoVisit) {
                    leftOut[around] += all.range(visit).length();
                }
                continue;
            }
            m_places[visit] = narrow<VisitIndex>(kept.size());
            kept.enter.push_back(all.enter[visit]);
            kept.leave.push_back(all.leave[visit]);
            kept.region.push_back(all.region[visit]);
            kept.depth.push_back(all.depth[visit]);
            kept.parent.push_back(around);
        }
        return kept;
    }

    /// Those that reach into the window; the last of them to its end.
    [[nodiscard]] SegmentTable segmentsOf(const SegmentTable& all, TickRange window) const
    {
        SegmentTable kept;
        std::size_t at = all.find(window.begin);
        at = at == all.size() ? 0 : at;
        for (; at < all.size() && all.begin[at] < window.end; ++at) {
            const VisitIndex visit = all.visit[at];
            kept.begin.push_back(all.begin[at]);
            kept.visit.push_back(visit == kNoVisit ? kNoVisit : m_places[visit]);
        }
        if (!kept.visit.empty() && kept.visit.back() != kNoVisit) {
            kept.begin.push_back(all.begin[at]);  // the last of all is in no visit
            kept.visit.push_back(kNoVisit);
        }
        return kept;
    }

private:
    std::vector<bool> m_isKept;
    std::vector<VisitIndex> m_places;
};

template <typename Predicate>
EventTable eventsWhere(const EventTable& all, const Predicate& isKept)
{
    EventTable kept;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (isKept(i)) {
            const auto payload = all.payloadOf(i);
            const auto [first, last] = all.attributes.rowsOf(i);
            for (std::size_t row = first; row < last; ++row) {
                kept.attributes.add(
                    narrow<std::uint32_t>(kept.size()),
                    all.attributes.attribute[row],
                    all.attributes.valueAt(row));
            }
            kept.tick.push_back(all.tick[i]);
            kept.kind.push_back(all.kind[i]);
            kept.payloadBegin.push_back(narrow<std::uint32_t>(kept.payload.size()));
            kept.payload.insert(kept.payload.end(), payload.begin(), payload.end());
        }
    }
    return kept;
}

/// Which records are the last samples before \p begin, one for each metric.
std::vector<bool> lastSamplesBefore(const EventTable& events, Tick begin)
{
    std::unordered_map<std::uint64_t, std::size_t> last;
    for (std::size_t i = 0; i < events.size() && events.tick[i] < begin; ++i) {
        if (events.kind[i] == event_kind::kMetric) {
            last[events.payloadOf(i).front()] = i;
        }
    }
    std::vector<bool> isLast(events.size());
    for (const auto& [metric, record] : last) {
        isLast[record] = true;
    }
    return isLast;
}

void setTotals(const Definitions& definitions, LocationStore& location, TickRange window)
{
    location.totals = {};
    std::vector<EventKind> kinds;
    for (std::size_t i = 0; i < location.events.size(); ++i) {
        if (window.contains(location.events.tick[i])) {
            const auto [first, last] = location.events.attributes.rowsOf(i);
            location.totals.attributes += last - first;
            kinds.push_back(location.events.kind[i]);
            addToTotals(location.totals, location.events.kind[i], location.events.payloadOf(i));
        }
    }
    location.totals.events = kinds.size();
    location.totals.kinds = countKinds(kinds);
    for (std::size_t i = 0; i < location.visits.size(); ++i) {
        if (window.contains(location.visits.enter[i])) {
            const Region* region = definitions.find(location.visits.region[i]);
            const FunctionGroup group = region == nullptr ? FunctionGroup::Unknown : region->group;
            ++location.totals.visitsOf.at(static_cast<std::size_t>(group));
        }
    }
    location.totals.visits = static_cast<std::uint64_t>(std::ranges::count_if(
        location.visits.enter, [&](Tick enter) { return window.contains(enter); }));
}

}  // namespace

void cutToWindow(const Definitions& definitions, LocationStore& location, TickRange window)
{
    VisitCut cut(location.visits, window);
    location.visits = cut.visitsOf(location.visits, location.leftOutBelow);
    location.segments = cut.segmentsOf(location.segments, window);
    const std::vector<bool> isLast = lastSamplesBefore(location.events, window.begin);
    location.events = eventsWhere(location.events, [&](std::size_t i) {
        return window.contains(location.events.tick[i]) || isJoined(location.events.kind[i])
               || isLast[i];
    });
    setTotals(definitions, location, window);
}

void dropRecordsOutside(TraceStore& store)
{
    for (LocationStore& location : store.locations) {
        const EventTable& events = location.events;
        location.events = eventsWhere(events, [&](std::size_t i) {
            return store.range.contains(events.tick[i]) || !isJoined(events.kind[i]);
        });
    }
    std::erase_if(store.markers, [&](const Marker& marker) {
        const Tick last =
            marker.tick
            + static_cast<Tick>(std::min<std::uint64_t>(marker.duration, std::uint64_t{1} << 61U));
        return marker.tick >= store.range.end || last < store.range.begin;
    });
    std::erase_if(store.messages, [&](const query::Message& message) {
        const auto [first, last] = std::minmax(message.send, message.receive);
        return first >= store.range.end || last < store.range.begin;
    });
}

}  // namespace vellum::server::store
