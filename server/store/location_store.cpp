#include "server/store/location_store.h"

#include <algorithm>

namespace vellum::server::store {

LocationStore::Place LocationStore::placeOf(std::uint64_t event) const
{
    const auto record = std::lower_bound(records.event.begin(), records.event.end(), event);
    const auto before = static_cast<std::size_t>(record - records.event.begin());
    if (record != records.event.end() && *record == event) {
        return {.isRecord = true, .at = before};
    }
    // The change that `plain` recorded ones stand before: k unrecorded ones stand before it, where
    // unrecorded[i] − i recorded ones stand before the i-th of them.
    const std::size_t plain = event - before;
    std::size_t first = 0;
    std::size_t last = unrecorded.size();
    while (first < last) {
        const std::size_t middle = first + (last - first) / 2;
        if (unrecorded[middle] - middle <= plain) {
            first = middle + 1;
        } else {
            last = middle;
        }
    }
    return {.isRecord = false, .at = plain + first};
}

TickRange LocationStore::extent() const
{
    const std::uint64_t count = eventCount();
    return count == 0 ? TickRange{} : TickRange{.begin = tickOf(0), .end = tickOf(count - 1) + 1};
}

std::uint64_t LocationStore::firstEventFrom(Tick tick) const
{
    const std::size_t changes = calls.time.firstFrom(tick);
    const auto notRecorded = std::lower_bound(unrecorded.begin(), unrecorded.end(), changes);
    return records.time.firstFrom(tick) + changes
           - static_cast<std::size_t>(notRecorded - unrecorded.begin());
}

Tick LocationStore::tickOf(std::uint64_t event) const
{
    const Place place = placeOf(event);
    return place.isRecord ? records.time[place.at] : calls.time[place.at];
}

EventKind LocationStore::kindOf(std::uint64_t event) const
{
    const Place place = placeOf(event);
    if (place.isRecord) {
        return records.kind[place.at];
    }
    return calls.isEnter(place.at) ? event_kind::kEnter : event_kind::kLeave;
}

Words LocationStore::payloadOf(std::uint64_t event) const
{
    const Place place = placeOf(event);
    if (place.isRecord) {
        return records.payloadOf(place.at);
    }
    Words words;
    words.push(calls.regionOf(place.at).value());
    return words;
}

}  // namespace vellum::server::store
