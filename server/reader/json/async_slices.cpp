#include "server/reader/json/async_slices.h"

#include "common/base/narrow.h"

#include <algorithm>
#include <iterator>

namespace vellum::server::reader::json {

using query::Severity;

void AsyncSlices::add(const std::string& id, const Edge& edge)
{
    const auto number = narrow<std::uint32_t>(m_ids.size());
    m_edges.push_back({.id = m_ids.try_emplace(id, number).first->second, .edge = edge});
}

namespace {

/// Begin and end may stand on different tracks: then what the end says is copied to where the slice is.
tracks::ExtraRecord saidByBoth(
    std::deque<tracks::Track>& tracks, const AsyncSlices::Edge& begin, const AsyncSlices::Edge& end)
{
    return tracks[begin.track].join(begin.extra, tracks[end.track], end.extra);
}

}  // namespace

void AsyncSlices::finish(std::deque<tracks::Track>& tracks, Tick last, tracks::Findings& findings)
{
    std::ranges::stable_sort(m_edges, {}, [](const Known& known) { return known.edge.at; });
    std::vector<std::vector<Edge>> open(m_ids.size());
    const auto close = [&](const Edge& begin, Tick end, tracks::ExtraRecord extra) {
        tracks[begin.track].spans.push_back(
            {.begin = begin.at,
             .end = std::max(begin.at, end),
             .region = begin.region,
             .extra = extra});
    };
    for (const auto& [id, edge] : m_edges) {
        std::vector<Edge>& begun = open[id];
        if (edge.isBegin) {
            begun.push_back(edge);
            continue;
        }
        const auto fits =
            std::find_if(begun.rbegin(), begun.rend(), [&end = edge](const Edge& begin) {
                return !end.hasName || begin.region == end.region;
            });
        if (fits != begun.rend()) {
            close(*fits, edge.at, saidByBoth(tracks, *fits, edge));
            begun.erase(std::next(fits).base());
            continue;
        }
        const auto sentence = [&tracks, &end = edge] {
            return "an asynchronous event of '" + tracks[end.track].name + "' ends at "
                   + std::to_string(end.at) + " ns and was never begun";
        };
        findings.add("unmatched-leave", Severity::Warning, sentence, &tracks[edge.track]);
    }
    std::vector<Edge> never;
    for (const std::vector<Edge>& begun : open) {
        never.insert(never.end(), begun.begin(), begun.end());
    }
    std::ranges::stable_sort(never, {}, &Edge::at);
    for (const Edge& begin : never) {
        close(begin, last, begin.extra);
        const auto sentence = [&] {
            return "an asynchronous event of '" + tracks[begin.track].name + "' begun at "
                   + std::to_string(begin.at) + " ns never ends";
        };
        findings.add("open-visit", Severity::Warning, sentence, &tracks[begin.track]);
    }
    *this = {};
}

}  // namespace vellum::server::reader::json
