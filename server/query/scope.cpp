#include "server/query/scope.h"

#include "common/base/number_text.h"
#include "common/query/limits.h"
#include "common/query/selection_words.h"

#include <algorithm>
#include <string>

namespace vellum::server::query {

namespace {

Error invalid(std::string message)
{
    return {.kind = ErrorKind::InvalidArgument, .message = std::move(message)};
}

std::string text(TickRange range)
{
    return "[" + std::to_string(range.begin) + ", " + std::to_string(range.end) + ")";
}

std::vector<LocationIndex> allLocations(const store::TraceStore& trace)
{
    std::vector<LocationIndex> all(trace.locations.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i] = LocationIndex(static_cast<std::uint32_t>(i));
    }
    return all;
}

}  // namespace

Result<TickRange> resolveWindow(const store::TraceStore& trace, TickRange window)
{
    if (window.isEmpty()) {
        return invalid("the window " + text(window) + " is empty (ticks)");
    }
    const TickRange clipped = window.intersected(trace.range);
    if (clipped.isEmpty()) {
        return invalid(
            "nothing of the window " + text(window) + " lies in the trace, which covers "
            + text(trace.range) + " (ticks)");
    }
    return clipped;
}

Result<std::vector<LocationIndex>> resolveLocations(
    const store::TraceStore& trace, std::span<const LocationRef> locations)
{
    if (locations.empty()) {
        return allLocations(trace);
    }
    if (locations.size() > vellum::query::kMaxSelectedLocations) {
        return invalid(
            grouped(locations.size()) + " locations asked for, at most "
            + grouped(vellum::query::kMaxSelectedLocations) + " can be");
    }
    std::vector<LocationIndex> places;
    std::vector<bool> seen(trace.locations.size());
    LocationRef firstUnknown;
    std::uint64_t unknown = 0;
    for (const LocationRef ref : locations) {
        const LocationIndex place = trace.definitions.indexOf(ref);
        if (!place.isDefined()) {
            firstUnknown = unknown++ == 0 ? ref : firstUnknown;
        } else if (!seen[place.value()]) {
            seen[place.value()] = true;
            places.push_back(place);
        }
    }
    if (unknown > 0) {
        return Error{
            .kind = ErrorKind::NotFound,
            .message = "the trace has no location " + std::to_string(firstUnknown.value())
                       + vellum::query::norOthers(unknown - 1, locations.size())};
    }
    return places;
}

Result<ResolvedScope> resolve(const store::TraceStore& trace, const vellum::query::Scope& scope)
{
    auto window = resolveWindow(trace, scope.window);
    VELLUM_RETURN_IF_ERROR(window);
    auto locations = resolveLocations(trace, scope.locations);
    VELLUM_RETURN_IF_ERROR(locations);
    std::ranges::sort(locations.value());
    return ResolvedScope{.window = window.value(), .locations = std::move(locations).value()};
}

std::vector<LocationRef> refsOf(const store::TraceStore& trace, const ResolvedScope& scope)
{
    std::vector<LocationRef> refs;
    refs.reserve(scope.locations.size());
    for (const LocationIndex location : scope.locations) {
        refs.push_back(trace.definitions.locations[location.value()].ref);
    }
    return refs;
}

LocationSelection::LocationSelection(const store::TraceStore& trace, const ResolvedScope& scope)
    : m_all(scope.locations.size() == trace.locations.size())
{
    for (std::size_t i = 0; i < scope.locations.size() && !m_all; ++i) {
        m_refs.insert(trace.definitions.locations[scope.locations[i].value()].ref);
    }
}

Result<void> checkColumns(std::uint32_t columns)
{
    if (columns == 0 || columns > vellum::query::kMaxColumns) {
        return invalid(
            grouped(columns) + " columns asked for, at least 1 and at most "
            + grouped(vellum::query::kMaxColumns) + " can be");
    }
    return {};
}

Result<void> checkLimit(std::uint64_t limit, const char* what)
{
    if (limit > vellum::query::kMaxItems) {
        return invalid(
            grouped(limit) + " " + what + " asked for, at most " + grouped(vellum::query::kMaxItems)
            + " can be");
    }
    return {};
}

Result<void> checkCells(std::uint64_t rows, std::uint64_t columns)
{
    if (columns > 0 && rows > vellum::query::kMaxCells / columns) {
        return Error{
            .kind = ErrorKind::ResourceExhausted,
            .message = grouped(rows) + " rows of " + grouped(columns)
                       + " columns are too many, an answer has at most "
                       + grouped(vellum::query::kMaxCells) + " cells"};
    }
    return {};
}

}  // namespace vellum::server::query
