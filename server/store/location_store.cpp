#include "server/store/location_store.h"

#include "server/store/call_columns.h"

#include <algorithm>
#include <memory>
#include <span>
#include <type_traits>

namespace vellum::server::store {

LocationStore::Place LocationStore::placeOf(std::uint64_t event) const
{
    const auto record = std::lower_bound(records->event.begin(), records->event.end(), event);
    const auto before = static_cast<std::size_t>(record - records->event.begin());
    if (record != records->event.end() && *record == event) {
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
    return records->time.firstFrom(tick) + changes
           - static_cast<std::size_t>(notRecorded - unrecorded.begin());
}

Tick LocationStore::tickOf(std::uint64_t event) const
{
    const Place place = placeOf(event);
    return place.isRecord ? records->time[place.at] : calls.time[place.at];
}

EventKind LocationStore::kindOf(std::uint64_t event) const
{
    const Place place = placeOf(event);
    if (place.isRecord) {
        return records->kind[place.at];
    }
    return calls.isEnter(place.at) ? event_kind::kEnter : event_kind::kLeave;
}

Words LocationStore::payloadOf(std::uint64_t event) const
{
    const Place place = placeOf(event);
    if (place.isRecord) {
        return records->payloadOf(place.at);
    }
    Words words;
    words.push(calls.regionOf(place.at).value());
    return words;
}

namespace {

/// Every column of most locations, but the least depths.
template <typename Use>
void forEachUsual(LocationStore& location, const Use& use)
{
    if (location.calls.size() > 0) {  // else what it has is shared by all
        forEachCallColumn(location.calls, use);
    }
    use(location.unrecorded);
    if (!location.records->empty()) {
        forEachRecordColumn(location.records.edit(), use);
    }
}

template <typename T>
std::size_t wordsOf(const Column<T>& column)
{
    constexpr std::size_t kWord = sizeof(std::uint64_t);
    return (column.size() * sizeof(T) + kWord - 1) / kWord;
}

}  // namespace

void packSmall(LocationStore& location)
{
    constexpr std::size_t kMostWords = 256;
    LeastDepths& least = location.calls.leastDepth;
    std::size_t words = wordsOf(least.entries().bytes());
    forEachUsual(location, [&](const auto& column) { words += wordsOf(column); });
    if (words == 0 || words > kMostWords) {
        return;
    }
    const auto room = std::make_shared<std::uint64_t[]>(words);  // NOLINT(*-avoid-c-arrays)
    std::uint64_t* next = room.get();
    const auto moved = [&](const auto& column) {
        using Value = typename std::remove_cvref_t<decltype(column)>::value_type;
        static_assert(std::is_trivially_copyable_v<Value>);
        // Its words are bytes of whatever the column holds.
        auto* const values = reinterpret_cast<Value*>(next);  // NOLINT(*-reinterpret-cast)
        std::uninitialized_copy(column.begin(), column.end(), values);
        next += wordsOf(column);
        return Column<Value>(std::span<const Value>(values, column.size()), room);
    };
    forEachUsual(location, [&](auto& column) {
        if (!column.empty()) {
            column = moved(column);
        }
    });
    least.entries().bytes() = moved(least.entries().bytes());
}

}  // namespace vellum::server::store
