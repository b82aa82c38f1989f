#include "server/query/key_table.h"
#include "server/query/merge.h"
#include "server/query/path_scan.h"
#include "server/query/queries.h"
#include "server/query/scope.h"
#include "server/query/visit_sums.h"
#include "server/query/workers.h"

#include <algorithm>
#include <tuple>

namespace vellum::server::query {

using vellum::query::Profile;
using vellum::query::ProfileRequest;
using vellum::query::ProfileRow;

Tick outsideOf(std::size_t locations, TickRange window, const std::vector<ProfileRow>& rows)
{
    __extension__ using Wide = __int128;
    Wide outside = static_cast<Wide>(locations) * window.length();
    for (const ProfileRow& row : rows) {
        outside -= row.exclusive;
    }
    return static_cast<Tick>(std::min<Wide>(outside, std::numeric_limits<Tick>::max()));
}

namespace {

/// Sums of one location, by slot.
using LocationSums = std::vector<VisitSums>;

LocationSums sumsBySlot(
    const store::LocationStore& location, const KeyTable& keys, TickRange window, StopPoll& poll)
{
    const std::vector<VisitSums> byPath = sumsByPath(location, window, poll);
    const store::CallPaths& paths = location.calls.paths;
    std::vector<KeyTable::Slot> slotOf(paths.size());
    for (store::PathNode node = 1; node < paths.size(); ++node) {
        slotOf[node] = keys.slotOf(paths.region[node]);
    }
    const std::vector<bool> isOutermost = outermostOf(paths, slotOf, keys.size());
    LocationSums sums(keys.size());
    for (store::PathNode node = 1; node < byPath.size(); ++node) {
        VisitSums ofPath = byPath[node];
        // Time counts for a slot's outermost visit alone, so once.
        ofPath.inclusive = isOutermost[node] ? ofPath.inclusive : 0;
        sums[slotOf[node]].add(ofPath);
    }
    return sums;
}

std::vector<ProfileRow> rowsOf(const LocationSums& sums, const KeyTable& keys, LocationRef location)
{
    std::vector<ProfileRow> rows;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        if (!sums[i].isZero()) {
            rows.push_back(
                {.key = keys.key(static_cast<KeyTable::Slot>(i)),
                 .location = location,
                 .visits = sums[i].visits,
                 .inclusive = sums[i].inclusive,
                 .exclusive = sums[i].exclusive,
                 .minInclusive = sums[i].shortest,
                 .maxInclusive = sums[i].longest,
                 .sumInclusive = sums[i].total});
        }
    }
    std::ranges::stable_sort(
        rows, std::ranges::greater(), [](const ProfileRow& row) { return row.exclusive; });
    return rows;
}

class ProfileQuery {
public:
    ProfileQuery(const store::TraceStore& trace, const ProfileRequest& request, ResolvedScope scope)
        : m_trace(trace)
        , m_request(request)
        , m_scope(std::move(scope))
        , m_keys(trace.definitions, request.by)
    {
    }

    Result<Profile> run(const ExecutionOptions& options)
    {
        // Rows are kept, not sums: most locations know few of the regions.
        std::vector<std::vector<ProfileRow>> found(m_scope.locations.size());
        VELLUM_RETURN_IF_ERROR(forEach(found.size(), options, [&](std::size_t i) {
            StopPoll poll(options);
            const auto& location = m_trace.at(m_scope.locations[i]);
            found[i] = rowsOf(sumsBySlot(location, m_keys, m_scope.window, poll), m_keys, refOf(i));
        }));
        Profile profile{.window = m_scope.window};
        profile.rows = m_request.perLocation ? joined(found) : summed(found);
        VELLUM_RETURN_IF_ERROR(checkCells(profile.rows.size(), 1));
        profile.outside = outsideOf(m_scope.locations.size(), m_scope.window, profile.rows);
        return profile;
    }

private:
    [[nodiscard]] LocationRef refOf(std::size_t place) const
    {
        return m_trace.definitions.locations[m_scope.locations[place].value()].ref;
    }

    static std::vector<ProfileRow> joined(const std::vector<std::vector<ProfileRow>>& found)
    {
        std::vector<ProfileRow> rows;
        for (const auto& ofLocation : found) {
            rows.insert(rows.end(), ofLocation.begin(), ofLocation.end());
        }
        return rows;
    }

    [[nodiscard]] std::vector<ProfileRow> summed(
        const std::vector<std::vector<ProfileRow>>& found) const
    {
        LocationSums sums(m_keys.size());
        for (const auto& ofLocation : found) {
            for (const ProfileRow& row : ofLocation) {
                sums[m_keys.slotOf(row.key)].add(
                    {.visits = row.visits,
                     .inclusive = row.inclusive,
                     .exclusive = row.exclusive,
                     .shortest = row.minInclusive,
                     .longest = row.maxInclusive,
                     .total = row.sumInclusive});
            }
        }
        return rowsOf(sums, m_keys, LocationRef::undefined());
    }

    const store::TraceStore& m_trace;
    const ProfileRequest& m_request;
    ResolvedScope m_scope;
    KeyTable m_keys;
};

}  // namespace

Result<Profile> profile(
    const store::TraceStore& trace, const ProfileRequest& request, const ExecutionOptions& options)
{
    auto scope = resolve(trace, request.scope);
    VELLUM_RETURN_IF_ERROR(scope);
    return ProfileQuery(trace, request, std::move(scope).value()).run(options);
}

}  // namespace vellum::server::query
