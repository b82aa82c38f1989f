#include "server/query/key_table.h"
#include "server/query/merge.h"
#include "server/query/profile_sums.h"
#include "server/query/queries.h"
#include "server/query/scope.h"
#include "server/query/visit_view.h"
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

/// How many locations are taken at once: each turn has sums of all keys.
std::size_t locationsAtOnce(std::size_t locations)
{
    constexpr std::size_t kTurns = 64;
    constexpr std::size_t kMost = 32;
    return std::clamp<std::size_t>(locations / kTurns, 1, kMost);
}

class ProfileQuery {
public:
    ProfileQuery(const store::TraceStore& trace, const ProfileRequest& request, ResolvedScope scope)
        : m_trace(trace)
        , m_request(request)
        , m_scope(std::move(scope))
        , m_keys(trace.definitions, request.by)
        , m_view(trace, request.scope.filter.visits)
    {
    }

    Result<Profile> run(const ExecutionOptions& options)
    {
        const std::size_t locations = m_scope.locations.size();
        const std::size_t atOnce = locationsAtOnce(locations);
        // Rows are kept, not sums: most locations know few of the regions.
        std::vector<std::vector<ProfileRow>> found((locations + atOnce - 1) / atOnce);
        VELLUM_RETURN_IF_ERROR(forEach(found.size(), options, [&](std::size_t i) {
            found[i] = rowsOf(i * atOnce, std::min((i + 1) * atOnce, locations), options);
        }));
        Profile profile{.window = m_scope.window};
        profile.rows = m_request.perLocation ? joined(found) : summed(found);
        VELLUM_RETURN_IF_ERROR(checkCells(profile.rows.size(), 1));
        profile.outside = outsideOf(m_scope.locations.size(), m_scope.window, profile.rows);
        return profile;
    }

private:
    /// Of the locations from place \p first on.
    [[nodiscard]] std::vector<ProfileRow> rowsOf(
        std::size_t first, std::size_t last, const ExecutionOptions& options) const
    {
        StopPoll poll(options);
        ProfileSums sums(m_keys);
        std::vector<ProfileRow> rows;
        // What filters leave of a location is a copy: of these there is one at a time.
        const std::size_t atOnce = m_view.keepsAll() ? last - first : 1;
        std::vector<LeftLocation> locations;
        std::vector<ProfileSums::Place> places;
        for (; first < last; first += atOnce) {
            places.clear();
            locations.clear();
            for (std::size_t i = first; i < first + atOnce; ++i) {
                locations.push_back(m_view.at(m_scope.locations[i], poll));
                places.emplace_back(*locations.back(), m_scope.window);
            }
            std::ranges::for_each(places, &ProfileSums::Place::findEnds);
            std::ranges::for_each(places, &ProfileSums::Place::findPaths);
            for (std::size_t i = 0; i < atOnce; ++i) {
                sums.add(places[i], poll);
                if (m_request.perLocation) {
                    const auto own = sums.takeRows(refOf(first + i));
                    rows.insert(rows.end(), own.begin(), own.end());
                }
            }
        }
        return m_request.perLocation ? rows : sums.takeRows(LocationRef::undefined());
    }

    [[nodiscard]] LocationRef refOf(std::size_t place) const
    {
        return m_trace.definitions.locations[m_scope.locations[place].value()].ref;
    }

    static std::vector<ProfileRow> joined(const std::vector<std::vector<ProfileRow>>& found)
    {
        std::vector<ProfileRow> rows;
        for (const auto& some : found) {
            rows.insert(rows.end(), some.begin(), some.end());
        }
        return rows;
    }

    [[nodiscard]] std::vector<ProfileRow> summed(
        const std::vector<std::vector<ProfileRow>>& found) const
    {
        ProfileSums sums(m_keys);
        for (const auto& some : found) {
            sums.add(some);
        }
        return sums.takeRows(LocationRef::undefined());
    }

    const store::TraceStore& m_trace;
    const ProfileRequest& m_request;
    ResolvedScope m_scope;
    KeyTable m_keys;
    VisitView m_view;
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
