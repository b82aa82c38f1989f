#include "server/match/launch_matcher.h"

#include "common/base/narrow.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

namespace vellum::server::match {

namespace {

using store::DeviceMark;

/// A call or a work, with where it happened.
struct End {
    LocationGroupRef process;
    LocationIndex location;
    DeviceMark mark;
};

auto keyOf(const End& end)
{
    return std::tuple(end.process, end.mark.correlation);
}

class LaunchMatcher {
public:
    explicit LaunchMatcher(store::TraceStore& store) : m_store(store) {}

    void run();

private:
    void collect();
    [[nodiscard]] LocationGroupRef processOf(const Location& location) const;
    [[nodiscard]] const End* callOf(const End& work) const;
    void join(const End& call, const End& work);
    void leave(const End& work);
    void sortLaunches();
    void report();

    store::TraceStore& m_store;
    std::vector<End> m_calls;  ///< by key, then begin, then location
    std::vector<End> m_works;  ///< in definition order of locations
    std::uint64_t m_alone = 0;
    std::string m_firstAlone;
};

/// Whoever made the group that the location is in; a host thread's process is its own.
LocationGroupRef LaunchMatcher::processOf(const Location& location) const
{
    const LocationGroup* group = m_store.definitions.find(location.group);
    const bool isMade = group != nullptr && group->creator.isDefined();
    return isMade ? group->creator : location.group;
}

void LaunchMatcher::collect()
{
    for (std::uint32_t i = 0; i < m_store.locations.size(); ++i) {
        const LocationGroupRef process = processOf(m_store.definitions.locations[i]);
        for (const DeviceMark& mark : m_store.locations[i].deviceMarks) {
            const bool isCall = mark.kind == event_kind::kDeviceLaunch;
            (isCall ? m_calls : m_works)
                .push_back({.process = process, .location = LocationIndex(i), .mark = mark});
        }
        m_store.locations[i].deviceMarks = {};
    }
    std::ranges::sort(m_calls, {}, [](const End& end) {
        return std::tuple(end.process, end.mark.correlation, end.mark.visit.begin, end.location);
    });
}

const End* LaunchMatcher::callOf(const End& work) const
{
    const auto calls = std::ranges::equal_range(m_calls, keyOf(work), {}, keyOf);
    if (calls.empty() || work.mark.correlation == 0) {
        return nullptr;
    }
    const auto after = std::ranges::upper_bound(
        calls, work.mark.visit.begin, {}, [](const End& call) { return call.mark.visit.begin; });
    return &*(after == calls.begin() ? after : after - 1);
}

void LaunchMatcher::join(const End& call, const End& work)
{
    const std::vector<Location>& locations = m_store.definitions.locations;
    const query::Launch launch{
        .host = locations[call.location.value()].ref,
        .device = locations[work.location.value()].ref,
        .call = call.mark.visit,
        .work = work.mark.visit,
        .callRegion = call.mark.region,
        .workRegion = work.mark.region,
        .correlation = work.mark.correlation,
        .kind = work.mark.kind};
    if (query::overlaps(launch, m_store.range)) {
        m_store.launches.push_back(launch);
    }
}

/// A launch in a location that was not loaded is not missing.
void LaunchMatcher::leave(const End& work)
{
    if (!m_store.range.contains(work.mark.visit.begin) || !m_store.leftOut.empty()) {
        return;
    }
    ++m_store.locations[work.location.value()].totals.workWithoutLaunch;
    if (m_alone++ == 0) {
        const Location& location = m_store.definitions.locations[work.location.value()];
        const Region* region = m_store.definitions.find(work.mark.region);
        m_firstAlone = "location " + std::to_string(location.ref.value()) + " '" + location.name
                       + "': '" + (region == nullptr ? "?" : region->name) + "' at tick "
                       + std::to_string(work.mark.visit.begin)
                       + (work.mark.correlation == 0
                              ? " names no call that launched it"
                              : " was launched by call " + std::to_string(work.mark.correlation)
                                    + ", which was not recorded");
    }
}

void LaunchMatcher::sortLaunches()
{
    std::ranges::sort(m_store.launches, {}, [&](const query::Launch& launch) {
        return std::tuple(
            launch.call.begin,
            m_store.definitions.indexOf(launch.host),
            launch.work.begin,
            m_store.definitions.indexOf(launch.device),
            launch.work.end,
            launch.workRegion,
            launch.correlation);
    });
}

void LaunchMatcher::report()
{
    if (m_alone > 0) {
        m_store.report.add(
            "device-work-without-launch", query::Severity::Info, m_firstAlone, m_alone);
    }
}

void LaunchMatcher::run()
{
    collect();
    for (const End& work : m_works) {
        if (const End* call = callOf(work)) {
            join(*call, work);
        } else {
            leave(work);
        }
    }
    sortLaunches();
    report();
}

}  // namespace

void matchLaunches(store::TraceStore& store)
{
    LaunchMatcher(store).run();
}

}  // namespace vellum::server::match
