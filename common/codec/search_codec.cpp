#include "common/base/narrow.h"
#include "common/codec/answer_codec.h"
#include "common/codec/columns.h"
#include "common/codec/types_codec.h"

#include <cstdint>

namespace vellum::codec {

void write(protocol::SearchHits::Builder out, const query::SearchHits& hits)
{
    const auto size = narrow<std::uint32_t>(hits.hits.size());
    out.setCount(hits.count);
    fill(out.initLocations(size), hits.hits, [](const auto& hit) { return hit.location.value(); });
    fill(out.initRegions(size), hits.hits, [](const auto& hit) { return hit.region.value(); });
    fill(out.initBegins(size), hits.hits, [](const auto& hit) { return hit.visit.begin; });
    fill(out.initEnds(size), hits.hits, [](const auto& hit) { return hit.visit.end; });
    fill(out.initDepths(size), hits.hits, [](const auto& hit) { return hit.depth; });
}

Result<query::SearchHits> read(protocol::SearchHits::Reader in)
{
    const auto locations = in.getLocations();
    const auto regions = in.getRegions();
    const auto begins = in.getBegins();
    const auto ends = in.getEnds();
    const auto depths = in.getDepths();
    VELLUM_RETURN_IF_ERROR(SameLength("search hits", locations.size())
                               .with("regions", regions)
                               .with("begins", begins)
                               .with("ends", ends)
                               .with("depths", depths)
                               .result());
    query::SearchHits hits;
    hits.count = in.getCount();
    hits.hits.reserve(locations.size());
    for (std::uint32_t i = 0; i < locations.size(); ++i) {
        hits.hits.push_back(
            {.location = LocationRef(locations[i]),
             .region = RegionRef(regions[i]),
             .visit = {.begin = begins[i], .end = ends[i]},
             .depth = depths[i]});
    }
    return hits;
}

void write(protocol::VisitDetail::Builder out, const query::VisitDetail& detail)
{
    const auto& stack = detail.stack;
    const auto size = narrow<std::uint32_t>(stack.size());
    out.setLocation(detail.location.value());
    out.setTick(detail.tick);
    fill(out.initRegions(size), stack, [](const auto& level) { return level.region.value(); });
    fill(out.initBegins(size), stack, [](const auto& level) { return level.visit.begin; });
    fill(out.initEnds(size), stack, [](const auto& level) { return level.visit.end; });
    fill(out.initExclusive(size), stack, [](const auto& level) { return level.exclusive; });
}

Result<query::VisitDetail> read(protocol::VisitDetail::Reader in)
{
    const auto regions = in.getRegions();
    const auto begins = in.getBegins();
    const auto ends = in.getEnds();
    const auto exclusive = in.getExclusive();
    VELLUM_RETURN_IF_ERROR(SameLength("visit detail", regions.size())
                               .with("begins", begins)
                               .with("ends", ends)
                               .with("exclusive times", exclusive)
                               .result());
    query::VisitDetail detail;
    detail.location = LocationRef(in.getLocation());
    detail.tick = in.getTick();
    detail.stack.reserve(regions.size());
    for (std::uint32_t i = 0; i < regions.size(); ++i) {
        detail.stack.push_back(
            {.region = RegionRef(regions[i]),
             .visit = {.begin = begins[i], .end = ends[i]},
             .exclusive = exclusive[i]});
    }
    return detail;
}

}  // namespace vellum::codec
