#include "server/join/value_join.h"

#include "common/trace/side_car_properties.h"
#include "common/values/sidecar/digest_text.h"
#include "common/values/sidecar/joined_copy.h"
#include "server/beside/value_files.h"
#include "server/join/visit_pairs.h"
#include "server/query/values/value_profile.h"
#include "server/query/values/visits_of_operation.h"
#include "server/query/workers.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace vellum::server::join {

namespace {

namespace fs = std::filesystem;
namespace sidecar = vellum::values::sidecar;
using query::ValueProfile;
using sidecar::LinkQuality;

/// The place of a location: which group, which type in it, and the how many-th.
using Place = std::tuple<std::size_t, LocationType, std::size_t>;

std::vector<Place> placesOf(const Definitions& definitions)
{
    std::map<LocationGroupRef, std::size_t> groups;
    for (const LocationGroup& group : definitions.locationGroups) {
        groups.try_emplace(group.ref, groups.size());
    }
    std::map<std::pair<std::size_t, LocationType>, std::size_t> seen;
    std::vector<Place> places;
    for (const Location& location : definitions.locations) {
        const auto group = groups.find(location.group);
        const std::size_t number = group == groups.end() ? groups.size() : group->second;
        places.emplace_back(number, location.type, seen[{number, location.type}]++);
    }
    return places;
}

/// Both runs, and which of their locations and functions are the same.
class TwoRuns {
public:
    TwoRuns(const store::TraceStore& values, const store::TraceStore& times)
        : m_values(values)
        , m_times(times)
    {
        const std::vector<Place> places = placesOf(times.definitions);
        std::map<Place, LocationIndex> locations;
        for (std::size_t i = 0; i < places.size(); ++i) {
            locations[places[i]] = LocationIndex(static_cast<std::uint32_t>(i));
        }
        for (const Place& place : placesOf(values.definitions)) {
            const auto found = locations.find(place);
            m_locations.push_back(
                found == locations.end() ? LocationIndex::undefined() : found->second);
        }
        std::unordered_map<std::string_view, std::uint32_t> numbers;
        for (const Region& region : times.definitions.regions) {
            const auto number = static_cast<std::uint32_t>(numbers.size());
            m_timesTokens[region.ref] = numbers.try_emplace(region.name, number).first->second;
        }
        for (const Region& region : values.definitions.regions) {
            if (const auto found = numbers.find(region.name); found != numbers.end()) {
                m_valuesTokens[region.ref] = found->second;
            }
        }
    }

    /// Visits of these functions are compared, and of no others.
    void compare(RegionRef region)
    {
        if (const auto found = m_valuesTokens.find(region); found != m_valuesTokens.end()) {
            m_compared.insert(found->second);
        }
    }

    [[nodiscard]] const store::TraceStore& values() const { return m_values; }
    [[nodiscard]] const store::TraceStore& times() const { return m_times; }
    /// Undefined: the other run has no such location.
    [[nodiscard]] LocationIndex otherOf(LocationIndex location) const
    {
        return m_locations[location.value()];
    }
    [[nodiscard]] std::unique_ptr<const VisitPairs> pairsOf(LocationIndex location) const
    {
        const auto tokenIn = [this](const std::unordered_map<RegionRef, std::uint32_t>& tokens) {
            return [this, &tokens](RegionRef region) -> std::optional<std::uint32_t> {
                const auto found = tokens.find(region);
                const bool isCompared = found != tokens.end() && m_compared.contains(found->second);
                return isCompared ? std::optional(found->second) : std::nullopt;
            };
        };
        return std::make_unique<VisitPairs>(
            m_values.at(location).calls,
            tokenIn(m_valuesTokens),
            m_times.at(otherOf(location)).calls,
            tokenIn(m_timesTokens));
    }

private:
    const store::TraceStore& m_values;
    const store::TraceStore& m_times;
    std::vector<LocationIndex> m_locations;  ///< by location of the first
    std::unordered_map<RegionRef, std::uint32_t> m_valuesTokens;
    std::unordered_map<RegionRef, std::uint32_t> m_timesTokens;
    std::unordered_set<std::uint32_t> m_compared;
};

/// Where all visits of an operation are in the other run: from the first to the last, as sure as the least sure.
class Placing {
public:
    void add(const VisitPair& pair)
    {
        m_range = m_isAny ? TickRange{
                                .begin = std::min(m_range.begin, pair.visit.begin),
                                .end = std::max(m_range.end, pair.visit.end)}
                          : pair.visit;
        m_quality = m_isAny ? std::min(m_quality, pair.quality) : pair.quality;
        m_isAny = true;
    }
    [[nodiscard]] bool isAny() const { return m_isAny; }
    [[nodiscard]] TickRange range() const { return m_range; }
    [[nodiscard]] LinkQuality quality() const
    {
        return m_isAny ? m_quality : LinkQuality::Unmatched;
    }

private:
    TickRange m_range;
    LinkQuality m_quality = LinkQuality::Unmatched;
    bool m_isAny = false;
};

void count(LinkQuality quality, JoinCounts& counts)
{
    switch (quality) {
    case LinkQuality::Exact:
        ++counts.exact;
        return;
    case LinkQuality::Shifted:
        ++counts.shifted;
        return;
    case LinkQuality::Function:
        ++counts.byFunction;
        return;
    case LinkQuality::Unmatched:
        break;
    }
    ++counts.unmatched;
}

/// Joins the operations of side-cars, location by location: what was compared for one is kept no longer than needed.
class Joiner {
public:
    Joiner(const TwoRuns& runs, std::stop_token cancel)
        : m_runs(runs)
        , m_how{.cancel = std::move(cancel)}
    {
    }

    /// Nothing where it was cancelled.
    [[nodiscard]] std::optional<sidecar::JoinedRun> join(const ValueProfile& profile)
    {
        sidecar::JoinedRun joined;
        for (const auto& [location, operations] : operationsOf(profile, joined)) {
            joinLocation(profile, location, operations, joined);
            if (m_how.cancel.stop_requested()) {
                return std::nullopt;
            }
        }
        return joined;
    }

    [[nodiscard]] const JoinCounts& counts() const { return m_counts; }

private:
    /// Those that can be joined, by location; the others are added to \p joined as nowhere.
    std::map<LocationIndex, std::vector<std::uint64_t>> operationsOf(
        const ValueProfile& profile, sidecar::JoinedRun& joined)
    {
        std::map<LocationIndex, std::vector<std::uint64_t>> byLocation;
        profile.file().records<sidecar::OperationRecord>().forEach(
            [&](const sidecar::OperationRecord& record, std::uint64_t /*index*/) {
                const ValueProfile::Operation& operation = *profile.operation(record.id);
                const bool canJoin = operation.isJoined && operation.region.isDefined()
                                     && m_runs.otherOf(operation.location).isDefined();
                if (canJoin) {
                    byLocation[operation.location].push_back(record.id);
                } else {
                    add(record.id, {}, {}, joined);
                }
            });
        return byLocation;
    }

    void joinLocation(
        const ValueProfile& profile,
        LocationIndex location,
        const std::vector<std::uint64_t>& operations,
        sidecar::JoinedRun& joined)
    {
        const store::CallStream& calls = m_runs.values().at(location).calls;
        const auto pairs = m_runs.pairsOf(location);
        query::StopPoll poll(m_how);
        for (const std::uint64_t id : operations) {
            Placing placing;
            query::forEachVisit(*profile.operation(id), calls, poll, [&](std::size_t enter) {
                if (const auto pair = pairs->of(enter)) {
                    placing.add(*pair);
                }
            });
            add(id, m_runs.otherOf(location), placing, joined);
        }
    }

    void add(
        std::uint64_t id, LocationIndex other, const Placing& placing, sidecar::JoinedRun& joined)
    {
        count(placing.quality(), m_counts);
        if (!placing.isAny()) {
            joined.links.push_back({.op = id});
            return;
        }
        const Definitions& definitions = m_runs.times().definitions;
        const auto stamp = [&definitions](Tick tick) {
            return static_cast<std::uint64_t>(tick) + definitions.clock.globalOffset;
        };
        joined.links.push_back(
            {.op = id,
             .location = definitions.locations[other.value()].ref.value(),
             .time = stamp(placing.range().begin),
             .quality = placing.quality()});
        joined.spans.push_back({.op = id, .end = stamp(placing.range().end)});
    }

    const TwoRuns& m_runs;
    query::ExecutionOptions m_how;
    JoinCounts m_counts;
};

/// Where a trace is, whoever reads it from where.
std::string placeText(const fs::path& path)
{
    std::error_code failed;
    const fs::path place = fs::absolute(path, failed).lexically_normal();
    return (place.has_filename() ? place : place.parent_path()).string();
}

/// The side-cars that an earlier join put beside the trace; nothing else may lie there.
Result<std::vector<fs::path>> joinedBefore(const store::TraceStore& times)
{
    const auto there = beside::openValueFiles(times.path, times.definitions);
    std::vector<fs::path> files;
    if (!there.isOk()) {
        return there.error().kind == ErrorKind::NotFound ? Result<std::vector<fs::path>>(files)
                                                         : there.error();
    }
    for (std::uint32_t i = 0; i < there.value().size(); ++i) {
        const sidecar::SideCar& file = there.value().file(i);
        bool isJoined = false;
        file.records<sidecar::SettingRecord>().forEach(
            [&](const sidecar::SettingRecord& setting, std::uint64_t /*index*/) {
                isJoined = isJoined || file.string(setting.key) == sidecar::kValuesOfRunSetting;
            });
        if (!isJoined) {
            return Error{
                .kind = ErrorKind::InvalidArgument,
                .message = "'" + times.path + "' has values of its own: '" + file.path().string()
                           + "' stays as it is"};
        }
        files.push_back(file.path());
    }
    return files;
}

/// Those of an earlier join that the new one did not replace.
Result<void> removeOthers(const std::vector<fs::path>& before, const std::vector<fs::path>& now)
{
    for (const fs::path& old : before) {
        std::error_code failed;
        if (std::ranges::find(now, old) == now.end() && !fs::remove(old, failed) && failed) {
            return Error{
                .kind = ErrorKind::Unavailable,
                .message = "'" + old.string()
                           + "' of an earlier join cannot be removed: " + failed.message()};
        }
    }
    return {};
}

Result<std::vector<fs::path>> placesFor(const store::TraceStore& times, std::size_t files)
{
    auto place = beside::valueFilePlace(times.path, times.definitions);
    VELLUM_RETURN_IF_ERROR(place);
    if (files == 1) {
        return std::vector{place.value()};
    }
    std::vector<fs::path> places;
    for (std::size_t i = 0; i < files; ++i) {
        places.push_back(beside::numberedValueFile(place.value(), i));
    }
    return places;
}

}  // namespace

Result<ValueJoin> joinValues(
    const store::TraceStore& values, const store::TraceStore& times, std::stop_token cancel)
{
    const auto profiles = ValueProfile::allOf(values);
    VELLUM_RETURN_IF_ERROR(profiles);
    const std::string run =
        beside::propertyOf(times.definitions, kRunIdProperty).value_or(std::string());
    const sidecar::Digest ofValues = profiles.value().front()->file().head().runId;
    if (run == sidecar::textOf(ofValues)) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = "'" + times.path + "' is of the run whose values '" + values.path
                       + "' has: there is nothing to join"};
    }
    const auto before = joinedBefore(times);
    VELLUM_RETURN_IF_ERROR(before);
    const auto places = placesFor(times, profiles.value().size());
    VELLUM_RETURN_IF_ERROR(places);

    TwoRuns runs(values, times);
    for (const auto& profile : profiles.value()) {
        profile->forEachOperation(
            [&runs](const ValueProfile::Operation& operation) { runs.compare(operation.region); });
    }
    Joiner joiner(runs, std::move(cancel));
    std::vector<sidecar::JoinedRun> joined;
    for (const auto& profile : profiles.value()) {
        auto one = joiner.join(*profile);
        if (!one) {
            return query::cancelledError();
        }
        one->runId = sidecar::digestFrom(run).value_or(sidecar::Digest{});
        one->settings = {
            {std::string(sidecar::kValuesOfRunSetting), sidecar::textOf(ofValues)},
            {std::string(sidecar::kValuesOfTraceSetting), placeText(values.path)}};
        joined.push_back(std::move(*one));
    }
    if (joiner.counts().joined() == 0) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = "no function that '" + values.path + "' has values of is visited in '"
                       + times.path + "': nothing can be joined"};
    }
    ValueJoin result{.counts = joiner.counts()};
    for (std::size_t i = 0; i < joined.size(); ++i) {
        const sidecar::SideCar& file = profiles.value()[i]->file();
        VELLUM_RETURN_IF_ERROR(sidecar::writeJoinedCopy(file, places.value()[i], joined[i]));
        result.files.push_back(places.value()[i]);
    }
    VELLUM_RETURN_IF_ERROR(removeOthers(before.value(), result.files));
    return result;
}

}  // namespace vellum::server::join
