#include "server/match/launch_matcher.h"

#include "common/base/narrow.h"
#include "common/base/sort_runs.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace vellum::server::match {

namespace {

using store::DeviceMark;

/// A call or a work, with where it happened.
struct End {
    LocationGroupRef process;  ///< undefined: any of the node
    SystemTreeNodeRef node;
    LocationIndex location;
    DeviceMark mark;
};

auto keyOf(const End& end)
{
    return std::tuple(end.process, end.mark.correlation);
}

auto nodeKeyOf(const End& end)
{
    return std::tuple(end.node, end.mark.correlation);
}

/// A launch, with what its place among the others follows from.
struct Joined {
    query::Launch launch;
    LocationIndex host;
    LocationIndex device;
};

class LaunchMatcher {
public:
    LaunchMatcher(store::TraceStore& store, const FileNames& files) : m_store(store), m_files(files)
    {
    }

    void run();

private:
    void collect();
    [[nodiscard]] End endAt(LocationIndex location, const DeviceMark& mark) const;
    template <typename Key>
    void sortCalls(std::vector<End>& calls, Key key) const;
    template <typename Key>
    [[nodiscard]] const End* lastBefore(const std::vector<End>& calls, const End& work, Key key);
    [[nodiscard]] const End* callOf(const End& work);
    void join(const End& call, const End& work);
    void leave(const End& work);
    void reportRepeated();
    [[nodiscard]] std::vector<query::Launch> sortedLaunches();

    store::TraceStore& m_store;
    const FileNames& m_files;
    std::vector<End> m_calls;        ///< by key, then begin, then location
    std::vector<End> m_callsByNode;  ///< likewise by node; empty where every device has its process
    std::vector<End> m_works;        ///< in definition order of locations
    std::size_t m_next = 0;          ///< the call behind that of the work before
    std::vector<Joined> m_joined;
    FoundPlaces m_alone;
    FoundPlaces m_repeated;
};

/// A device's process is whoever made it, a host thread's its own.
End LaunchMatcher::endAt(LocationIndex location, const DeviceMark& mark) const
{
    const Location& of = m_store.definitions.locations[location.value()];
    const LocationGroup* group = m_store.definitions.find(of.group);
    End end{.process = of.group, .location = location, .mark = mark};
    if (group != nullptr) {
        end.node = group->parent;
        const bool isDevice = group->type == LocationGroupType::Accelerator;
        end.process = isDevice || group->creator.isDefined() ? group->creator : of.group;
    }
    return end;
}

template <typename Key>
void LaunchMatcher::sortCalls(std::vector<End>& calls, Key key) const
{
    sortRuns(calls, [key](const End& end) {
        return std::tuple_cat(key(end), std::tuple(end.mark.visit.begin, end.location));
    });
}

void LaunchMatcher::collect()
{
    bool isAnyMeant = false;
    for (std::uint32_t i = 0; i < m_store.locations.size(); ++i) {
        for (const DeviceMark& mark : m_store.locations[i].deviceMarks) {
            const End end = endAt(LocationIndex(i), mark);
            const bool isCall = mark.kind == event_kind::kDeviceLaunch;
            (isCall ? m_calls : m_works).push_back(end);
            isAnyMeant = isAnyMeant || (!isCall && !end.process.isDefined());
        }
        m_store.locations[i].deviceMarks = {};
    }
    if (isAnyMeant) {
        m_callsByNode = m_calls;
        sortCalls(m_callsByNode, nodeKeyOf);
    }
    sortCalls(m_calls, keyOf);
}

/// Works come in the order of their calls mostly: the next call is looked for first.
template <typename Key>
const End* LaunchMatcher::lastBefore(const std::vector<End>& calls, const End& work, Key key)
{
    const auto wanted = key(work);
    const auto isAt = [&](std::size_t i) { return i < calls.size() && key(calls[i]) == wanted; };
    const bool isNext = isAt(m_next) && (m_next == 0 || !isAt(m_next - 1));
    const auto first = isNext ? calls.begin() + static_cast<std::ptrdiff_t>(m_next)
                              : std::ranges::lower_bound(calls, wanted, {}, key);
    const bool isAlone = isNext && !isAt(m_next + 1);
    const auto end =
        isAlone ? first + 1 : std::ranges::upper_bound(first, calls.end(), wanted, {}, key);
    m_next = static_cast<std::size_t>(end - calls.begin());
    if (first == end) {
        return nullptr;
    }
    const auto after =
        std::upper_bound(first, end, work.mark.visit.begin, [](Tick tick, const End& call) {
            return tick < call.mark.visit.begin;
        });
    return &*(after == first ? after : after - 1);
}

const End* LaunchMatcher::callOf(const End& work)
{
    if (work.mark.correlation == 0) {
        return nullptr;
    }
    return work.process.isDefined() ? lastBefore(m_calls, work, keyOf)
                                    : lastBefore(m_callsByNode, work, nodeKeyOf);
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
        m_joined.push_back({.launch = launch, .host = call.location, .device = work.location});
    }
}

void LaunchMatcher::leave(const End& work)
{
    if (!m_store.range.contains(work.mark.visit.begin)) {
        return;
    }
    const std::string file = m_files.ofEvents ? m_files.ofEvents(work.location) : std::string();
    const std::string place = store::placeOf(m_store.definitions.locations[work.location.value()]);
    ++m_store.locations[work.location.value()].totals.workWithoutLaunch;
    m_alone.add(file, place, [&] {
        const Region* region = m_store.definitions.find(work.mark.region);
        return place + ": '" + (region == nullptr ? "?" : region->name) + "' at tick "
               + std::to_string(work.mark.visit.begin)
               + (work.mark.correlation == 0
                      ? " names no call that launched it"
                      : " was launched by call " + std::to_string(work.mark.correlation)
                            + ", which was not recorded");
    });
}

/// Each call whose number an earlier one of its process has, location by location.
void LaunchMatcher::reportRepeated()
{
    using Pair = std::pair<const End*, const End*>;  // the earlier one and the later one
    std::vector<Pair> pairs;
    for (std::size_t i = 1; i < m_calls.size(); ++i) {
        const End& call = m_calls[i];
        if (call.mark.correlation != 0 && keyOf(m_calls[i - 1]) == keyOf(call)
            && m_store.range.contains(call.mark.visit.begin)) {
            pairs.emplace_back(&m_calls[i - 1], &call);
        }
    }
    std::ranges::sort(pairs, {}, [](const Pair& pair) {
        const End& call = *pair.second;
        return std::tuple(call.location, call.mark.visit.begin, call.mark.correlation);
    });
    const auto nameOf = [this](const End& call) {
        const Region* region = m_store.definitions.find(call.mark.region);
        return "'" + (region == nullptr ? "?" : region->name) + "' at tick "
               + std::to_string(call.mark.visit.begin);
    };
    for (const auto& [before, call] : pairs) {
        const End& first = *before;
        const End& second = *call;
        const std::string place =
            store::placeOf(m_store.definitions.locations[second.location.value()]);
        const std::string file =
            m_files.ofEvents ? m_files.ofEvents(second.location) : std::string();
        m_repeated.add(file, place, [&] {
            return place + ": " + nameOf(second) + " has the number "
                   + std::to_string(second.mark.correlation) + ", as " + nameOf(first)
                   + " of the same process has: work of that number is joined with the last of "
                     "them that begins no later";
        });
    }
}

std::vector<query::Launch> LaunchMatcher::sortedLaunches()
{
    sortRuns(m_joined, [](const Joined& joined) {
        const query::Launch& launch = joined.launch;
        return std::tuple(
            launch.call.begin,
            joined.host,
            launch.work.begin,
            joined.device,
            launch.work.end,
            launch.workRegion,
            launch.correlation);
    });
    std::vector<query::Launch> launches;
    launches.reserve(m_joined.size());
    std::ranges::transform(m_joined, std::back_inserter(launches), &Joined::launch);
    m_joined = {};
    return launches;
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
    m_store.launches = sortedLaunches();
    m_alone.reportTo(m_store.report, "device-work-without-launch", query::Severity::Info);
    reportRepeated();
    m_repeated.reportTo(m_store.report, "repeated-launch-number", query::Severity::Info);
}

}  // namespace

void matchLaunches(store::TraceStore& store, const FileNames& files)
{
    LaunchMatcher(store, files).run();
}

}  // namespace vellum::server::match
