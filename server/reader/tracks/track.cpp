#include "server/reader/tracks/track.h"

#include "common/base/narrow.h"

#include <algorithm>
#include <cstddef>

namespace vellum::server::reader::tracks {

namespace {

/// The ends of the spans that are open in one lane, outermost first.
class Lane {
public:
    /// Whether \p span fits; takes it then.
    bool take(const Span& span)
    {
        const bool isEmpty = span.begin == span.end;
        while (!m_ends.empty()
               && (m_ends.back() < span.begin || (m_ends.back() == span.begin && !isEmpty))) {
            m_ends.pop_back();
        }
        if (!m_ends.empty() && m_ends.back() < span.end) {
            return false;
        }
        m_ends.push_back(span.end);
        return true;
    }

private:
    std::vector<Tick> m_ends;
};

}  // namespace

PairedEdges pairEdges(Track& track, Tick last)
{
    PairedEdges paired;
    std::ranges::stable_sort(track.edges, {}, &Edge::at);
    std::vector<std::size_t> open;  // places in spans
    for (const Edge& edge : track.edges) {
        if (edge.isBegin) {
            open.push_back(track.spans.size());
            track.spans.push_back({.begin = edge.at, .end = edge.at, .region = edge.region});
        } else if (open.empty()) {
            ++paired.unmatchedEnds;
        } else {
            track.spans[open.back()].end = edge.at;
            open.pop_back();
        }
    }
    paired.unmatchedBegins = open.size();
    for (const std::size_t span : open) {
        track.spans[span].end = std::max(last, track.spans[span].begin);
    }
    track.edges = {};
    return paired;
}

std::vector<std::uint32_t> sortAndFindLanes(Track& track)
{
    std::ranges::stable_sort(track.points, {}, &Point::at);
    std::ranges::stable_sort(track.spans, [](const Span& a, const Span& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    std::vector<Lane> lanes(1);
    std::vector<std::uint32_t> laneOf;
    for (std::size_t i = 0; i < track.spans.size(); ++i) {
        const auto fits = [&](Lane& lane) { return lane.take(track.spans[i]); };
        auto lane = std::ranges::find_if(lanes, fits);
        if (lane == lanes.end()) {
            lanes.emplace_back().take(track.spans[i]);
            lane = lanes.end() - 1;
            laneOf.resize(track.spans.size());
        }
        if (lane != lanes.begin()) {
            laneOf[i] = narrow<std::uint32_t>(lane - lanes.begin());
        }
    }
    return laneOf;
}

}  // namespace vellum::server::reader::tracks
