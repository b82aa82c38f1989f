#include "common/compare/named_instant.h"

#include "common/query/name_pattern.h"

#include <algorithm>
#include <charconv>
#include <variant>

namespace vellum::compare {

namespace {

/// The number behind the last '#', if there is one; \p text loses it.
std::optional<std::uint64_t> takeNumber(std::string_view& text)
{
    const std::size_t mark = text.find_last_of('#');
    if (mark == std::string_view::npos || mark + 1 == text.size()) {
        return std::nullopt;
    }
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + mark + 1, end, number);
    if (read.ec != std::errc() || read.ptr != end) {
        return std::nullopt;
    }
    text = text.substr(0, mark);
    return number;
}

FoundInstant visitIn(
    const query::SearchHits& hits, const Definitions& definitions, const NamedInstant& instant)
{
    FoundInstant found{.tick = std::nullopt, .count = hits.count};
    std::uint64_t left = instant.number;
    for (const query::SearchHit& hit : hits.hits) {
        // The pattern of a very long name finds others that begin alike.
        const Region* region = definitions.find(hit.region);
        const bool isMeant = region != nullptr && region->name == instant.name;
        if (isMeant && --left == 0) {
            found.tick = hit.visit.begin;
            break;
        }
    }
    return found;
}

FoundInstant markerIn(
    const query::Markers& markers, const Definitions& definitions, const NamedInstant& instant)
{
    FoundInstant found;
    for (const Marker& marker : markers.markers) {
        if (nameOf(marker, definitions) == instant.name && ++found.count == instant.number) {
            found.tick = marker.tick;
        }
    }
    return found;
}

}  // namespace

std::optional<NamedInstant> parseNamedInstant(std::string_view text)
{
    NamedInstant instant{.name = {}, .isMarker = text.starts_with(kMarkerPrefix)};
    if (!instant.isMarker && !text.starts_with(kFunctionPrefix)) {
        return std::nullopt;
    }
    text.remove_prefix(instant.isMarker ? kMarkerPrefix.size() : kFunctionPrefix.size());
    instant.number = takeNumber(text).value_or(1);
    instant.name = text;
    const bool isGood =
        !instant.name.empty() && instant.number >= 1 && instant.number <= kMostVisitsToNumber;
    return isGood ? std::optional(instant) : std::nullopt;
}

std::string textOf(const NamedInstant& instant)
{
    return (instant.isMarker ? "the marker '" : "the visit of '") + instant.name + "', number "
           + std::to_string(instant.number);
}

std::string_view nameOf(const Marker& marker, const Definitions& definitions)
{
    const MarkerDefinition* definition =
        marker.text.empty() ? definitions.find(marker.marker) : nullptr;
    return definition != nullptr ? std::string_view(definition->category)
                                 : std::string_view(marker.text);
}

query::Request requestFor(const NamedInstant& instant, TickRange window)
{
    if (instant.isMarker) {
        return query::MarkersRequest{
            .scope = {.window = window, .locations = {}, .filter = {}}, .limit = kMostMarkers};
    }
    query::SearchRequest request{
        .scope = {.window = window, .locations = {}, .filter = {}}, .limit = instant.number};
    request.pattern = query::patternOfName(instant.name);
    return request;
}

FoundInstant instantIn(
    const query::Answer& answer, const Definitions& definitions, const NamedInstant& instant)
{
    if (const auto* hits = std::get_if<query::SearchHits>(&answer)) {
        return visitIn(*hits, definitions, instant);
    }
    const auto* markers = std::get_if<query::Markers>(&answer);
    return markers != nullptr ? markerIn(*markers, definitions, instant) : FoundInstant{};
}

}  // namespace vellum::compare
