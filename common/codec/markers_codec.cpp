#include "common/base/narrow.h"
#include "common/codec/answer_codec.h"
#include "common/codec/columns.h"
#include "common/codec/types_codec.h"

#include <cstdint>

namespace vellum::codec {

void write(protocol::Markers::Builder out, const query::Markers& markers)
{
    const auto size = narrow<std::uint32_t>(markers.markers.size());
    write(out.initWindow(), markers.window);
    out.setCount(markers.count);
    fill(out.initTicks(size), markers.markers, [](const auto& marker) { return marker.tick; });
    fill(out.initDurations(size), markers.markers, [](const auto& marker) {
        return marker.duration;
    });
    fill(out.initMarkers(size), markers.markers, [](const auto& marker) {
        return marker.marker.value();
    });
    fill(out.initScopes(size), markers.markers, [](const auto& marker) {
        return static_cast<std::uint8_t>(marker.scope);
    });
    fill(out.initScopeRefs(size), markers.markers, [](const auto& marker) {
        return marker.scopeRef;
    });
    fill(out.initTexts(size), markers.markers, [](const auto& marker) {
        return toData(marker.text);
    });
}

Result<query::Markers> read(protocol::Markers::Reader in)
{
    const auto ticks = in.getTicks();
    const auto durations = in.getDurations();
    const auto definitions = in.getMarkers();
    const auto scopes = in.getScopes();
    const auto scopeRefs = in.getScopeRefs();
    const auto texts = in.getTexts();
    VELLUM_RETURN_IF_ERROR(SameLength("markers", ticks.size())
                               .with("durations", durations)
                               .with("definitions", definitions)
                               .with("scopes", scopes)
                               .with("scope references", scopeRefs)
                               .with("texts", texts)
                               .result());
    query::Markers markers{.window = read(in.getWindow()), .markers = {}, .count = in.getCount()};
    markers.markers.reserve(ticks.size());
    for (std::uint32_t i = 0; i < ticks.size(); ++i) {
        markers.markers.push_back(
            {.tick = ticks[i],
             .duration = durations[i],
             .marker = MarkerRef(definitions[i]),
             .scope = static_cast<MarkerScope>(scopes[i]),
             .scopeRef = scopeRefs[i],
             .text = toText(texts[i])});
    }
    return markers;
}

}  // namespace vellum::codec
