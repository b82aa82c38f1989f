#include "server/session/overview.h"

#include <algorithm>
#include <limits>
#include <variant>
#include <vector>

namespace vellum::server::session {

using vellum::query::Answer;
using vellum::query::Request;
using vellum::query::SummaryTimeline;
using vellum::query::SummaryTimelineRequest;
using vellum::query::Timeline;
using vellum::query::TimelineRequest;

namespace {

constexpr std::uint32_t kAnyDepth = std::numeric_limits<std::uint32_t>::max();

/// How many locations are read for a request, if fewer columns make that quicker; else none. Call levels, depths, ticks that
/// count once and what filters leave are found by going through all of the window.
struct LocationsOf {
    std::size_t all = 0;

    std::size_t operator()(const TimelineRequest& request) const
    {
        if (request.levels > 0 || request.maxDepth != kAnyDepth
            || !request.scope.filter.visits.empty()) {
            return 0;
        }
        if (!request.rows.empty()) {
            return inRows(request.rows);
        }
        const std::size_t named = request.scope.locations.size();
        return named == 0 ? all : named;
    }
    std::size_t operator()(const SummaryTimelineRequest& request) const
    {
        if (request.once || request.maxDepth != kAnyDepth || !request.filter.visits.empty()) {
            return 0;
        }
        return inRows(request.rows);
    }
    template <typename Other>
    std::size_t operator()(const Other& /*request*/) const
    {
        return 0;
    }

private:
    [[nodiscard]] std::size_t inRows(const std::vector<std::vector<LocationRef>>& rows) const
    {
        std::size_t count = 0;
        for (const auto& row : rows) {
            count += row.empty() ? all : row.size();
        }
        return count;
    }
};

/// Null where the request has none.
std::uint32_t* columnsOf(Request& request)
{
    if (auto* timeline = std::get_if<TimelineRequest>(&request)) {
        return &timeline->columns;
    }
    auto* summary = std::get_if<SummaryTimelineRequest>(&request);
    return summary == nullptr ? nullptr : &summary->columns;
}

}  // namespace

std::optional<Request> overviewOf(const Request& request, std::size_t locations)
{
    const std::uint64_t rows = std::visit(LocationsOf{.all = locations}, request);
    if (rows == 0) {
        return std::nullopt;
    }
    Request overview = request;
    std::uint32_t* columns = columnsOf(overview);
    if (columns == nullptr || *columns <= kOverviewColumns || rows * *columns <= kFewCells) {
        return std::nullopt;
    }
    *columns = kOverviewColumns;
    return overview;
}

void markProvisional(Answer& answer)
{
    if (auto* timeline = std::get_if<Timeline>(&answer)) {
        timeline->exact = false;
    } else if (auto* summary = std::get_if<SummaryTimeline>(&answer)) {
        summary->exact = false;
    }
}

}  // namespace vellum::server::session
