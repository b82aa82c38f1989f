#include "server/query/key_table.h"
#include "server/query/merge.h"
#include "server/query/queries.h"
#include "server/query/scope.h"
#include "server/query/tick_sum.h"
#include "server/query/visit_sums.h"
#include "server/query/window_scan.h"
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

/// Scans the visits and segments of one location.
class ProfileScan {
public:
    ProfileScan(const store::LocationStore& location, const KeyTable& keys, TickRange window)
        : m_location(location)
        , m_keys(keys)
        , m_window(window)
        , m_sums(keys.size())
        , m_open(keys.size())
    {
    }

    LocationSums run(StopPoll& poll)
    {
        const VisitWindow found = visitsIn(m_location.visits, m_window);
        for (const store::VisitIndex visit : found.around) {
            enter(visit);
        }
        for (store::VisitIndex visit = found.first; visit < found.last; ++visit) {
            if (poll.stopNow()) {
                return {};
            }
            m_sums[enter(visit)].begins(wholeLength(m_location.visits.range(visit)));
        }
        forEachSegment(m_location.segments, m_window, [&](auto visit, TickRange stretch) {
            VisitSums& sums = m_sums[slotOf(visit)];
            sums.exclusive = addTicks(sums.exclusive, stretch.length());
            return !poll.stopNow();
        });
        return std::move(m_sums);
    }

private:
    [[nodiscard]] KeyTable::Slot slotOf(store::VisitIndex visit) const
    {
        return m_keys.slotOf(m_location.visits.region[visit]);
    }

    /// Puts a visit on the stack. Time counts for a slot's outermost visit alone, so once.
    KeyTable::Slot enter(store::VisitIndex visit)
    {
        const std::uint32_t depth = m_location.visits.depth[visit];
        for (; !m_stack.empty() && m_location.visits.depth[m_stack.back()] >= depth;
             m_stack.pop_back()) {
            --m_open[slotOf(m_stack.back())];
        }
        const KeyTable::Slot slot = slotOf(visit);
        if (m_open[slot]++ == 0) {
            VisitSums& sums = m_sums[slot];
            sums.inclusive =
                addTicks(sums.inclusive, clippedLength(m_location.visits.range(visit), m_window));
        }
        m_stack.push_back(visit);
        return slot;
    }

    const store::LocationStore& m_location;
    const KeyTable& m_keys;
    TickRange m_window;
    LocationSums m_sums;
    std::vector<std::uint32_t> m_open;  ///< visits of a slot on the stack
    std::vector<store::VisitIndex> m_stack;
};

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
            found[i] =
                rowsOf(ProfileScan(location, m_keys, m_scope.window).run(poll), m_keys, refOf(i));
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
