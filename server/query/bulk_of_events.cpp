#include "server/query/bulk_of_events.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace vellum::server::query {

namespace {

constexpr std::uint64_t kFewEvents = 16;
constexpr std::uint64_t kFewOf = 1000;  ///< a thousandth of all
constexpr int kMostRounds = 8;

/// Events of one location with no void among them.
struct Stretch {
    Tick first = 0;
    Tick last = 0;
    std::uint64_t events = 0;
    std::size_t location = 0;
};

/// By their first events.
std::vector<Stretch> stretchesOf(std::span<const PlacedSpread> locations)
{
    std::vector<Stretch> stretches;
    for (std::size_t i = 0; i < locations.size(); ++i) {
        const auto& [spread, events] = locations[i];
        if (events == 0) {
            continue;
        }
        if (spread.gap.isEmpty() || spread.eventsBeforeGap == 0
            || spread.eventsBeforeGap >= events) {
            stretches.push_back(
                {.first = spread.first, .last = spread.last, .events = events, .location = i});
            continue;
        }
        stretches.push_back(
            {.first = spread.first,
             .last = spread.gap.begin,
             .events = spread.eventsBeforeGap,
             .location = i});
        stretches.push_back(
            {.first = spread.gap.end,
             .last = spread.last,
             .events = events - spread.eventsBeforeGap,
             .location = i});
    }
    std::ranges::stable_sort(stretches, {}, &Stretch::first);
    return stretches;
}

/// The longest time without an event, by the first stretch after it.
struct Void {
    std::size_t after = 0;
    TickRange time;
    std::uint64_t eventsBefore = 0;
    std::uint64_t events = 0;  ///< in all stretches
    TickRange all;             ///< from the first event to the last
};

Void longestVoid(std::span<const Stretch> stretches)
{
    Void found;
    Tick last = stretches.front().first;
    for (std::size_t i = 0; i < stretches.size(); ++i) {
        const Stretch& stretch = stretches[i];
        if (stretch.first > last && stretch.first - last > found.time.length()) {
            found.after = i;
            found.time = {.begin = last, .end = stretch.first};
            found.eventsBefore = found.events;
        }
        last = std::max(last, stretch.last);
        found.events += stretch.events;
    }
    found.all = {.begin = stretches.front().first, .end = last};
    return found;
}

bool isMoreThan(double share, TickRange part, TickRange whole)
{
    return static_cast<double>(part.length()) > share * static_cast<double>(whole.length());
}

}  // namespace

BulkOfEvents bulkOf(TickRange whole, std::span<const PlacedSpread> locations, Tick hour)
{
    const std::vector<Stretch> all = stretchesOf(locations);
    std::span<const Stretch> left(all);
    BulkOfEvents bulk{.range = whole};
    std::uint64_t events = 0;
    for (const Stretch& stretch : all) {
        events += stretch.events;
    }
    const std::uint64_t few = std::max(kFewEvents, events / kFewOf);
    std::optional<Stretch> firstStray;
    for (int round = 0; round < kMostRounds && left.size() > 1; ++round) {
        const Void found = longestVoid(left);
        const std::uint64_t after = found.events - found.eventsBefore;
        constexpr double kNineTenths = 0.9;
        if (found.after == 0 || found.time.length() < hour
            || std::min(found.eventsBefore, after) > few
            || !isMoreThan(kNineTenths, found.time, found.all)) {
            break;
        }
        const bool areFirst = found.eventsBefore < after;
        const auto strays = areFirst ? left.first(found.after) : left.subspan(found.after);
        bulk.strays += areFirst ? found.eventsBefore : after;
        if (!firstStray || strays.front().first < firstStray->first) {
            firstStray = strays.front();
        }
        left = areFirst ? left.subspan(found.after) : left.first(found.after);
    }
    if (left.empty()) {
        return bulk;
    }
    Tick last = left.front().last;
    for (const Stretch& stretch : left) {
        last = std::max(last, stretch.last);
    }
    const TickRange range{.begin = left.front().first, .end = last + 1};
    constexpr double kHalf = 0.5;
    if (isMoreThan(kHalf, range, whole)) {
        return {.range = whole};
    }
    bulk.range = range;
    if (firstStray) {
        bulk.firstStrayAt = firstStray->location;
        bulk.firstStray = firstStray->first;
    }
    return bulk;
}

}  // namespace vellum::server::query
