#include "server/reader/tracks/track.h"

#include "common/base/narrow.h"

#include <queue>

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

namespace vellum::server::reader::tracks {

namespace {

/// The open spans of all lanes as they are at one tick, which only grows.
class OpenLanes {
public:
    /// Forgets what has ended where \p span begins.
    void passTo(const Span& span)
    {
        const bool isEmpty = span.begin == span.end;
        while (!m_ends.empty()
               && (m_ends.top().first < span.begin
                   || (m_ends.top().first == span.begin && !isEmpty))) {
            const std::size_t lane = m_ends.top().second;
            m_ends.pop();
            m_open[lane].pop_back();  // of one lane the innermost ends first
            update(lane);
        }
    }
    /// The first lane in which \p span crosses nothing.
    [[nodiscard]] std::size_t firstFor(const Span& span) const
    {
        if (m_innermost[1] < span.end) {
            return m_open.size();
        }
        std::size_t node = 1;
        while (node < m_leaves) {
            node *= 2;
            node += m_innermost[node] < span.end ? 1U : 0U;
        }
        return node - m_leaves;
    }
    void take(const Span& span, std::size_t lane)
    {
        if (lane == m_open.size()) {
            m_open.emplace_back();
            grow();
        }
        m_open[lane].push_back(span.end);
        m_ends.emplace(span.end, lane);
        update(lane);
    }
    [[nodiscard]] std::size_t size() const { return m_open.size(); }

private:
    using End = std::pair<Tick, std::size_t>;

    static constexpr Tick kNothingOpen = std::numeric_limits<Tick>::max();
    static constexpr Tick kNoLane = std::numeric_limits<Tick>::min();

    [[nodiscard]] Tick innermostOf(std::size_t lane) const
    {
        return m_open[lane].empty() ? kNothingOpen : m_open[lane].back();
    }
    void update(std::size_t lane)
    {
        std::size_t node = m_leaves + lane;
        m_innermost[node] = innermostOf(lane);
        for (node /= 2; node > 0; node /= 2) {
            m_innermost[node] = std::max(m_innermost[2 * node], m_innermost[2 * node + 1]);
        }
    }
    void grow()
    {
        if (m_open.size() <= m_leaves) {
            return;
        }
        m_leaves *= 2;
        m_innermost.assign(2 * m_leaves, kNoLane);
        for (std::size_t lane = 0; lane < m_open.size(); ++lane) {
            m_innermost[m_leaves + lane] = innermostOf(lane);
        }
        for (std::size_t node = m_leaves - 1; node > 0; --node) {
            m_innermost[node] = std::max(m_innermost[2 * node], m_innermost[2 * node + 1]);
        }
    }

    std::vector<std::vector<Tick>> m_open = std::vector<std::vector<Tick>>(1);
    std::priority_queue<End, std::vector<End>, std::greater<>> m_ends;

    // A tree of maxima: the end of the innermost open span of each lane from m_leaves on, and above
    // each two of them the greater.
    std::size_t m_leaves = 1;
    std::vector<Tick> m_innermost = {kNothingOpen, kNothingOpen};
};

/// Sorts the spans of a track by lane, which else stay in their order.
std::vector<std::size_t> groupByLane(
    std::vector<Span>& spans, const std::vector<std::uint32_t>& laneOf, std::size_t lanes)
{
    std::vector<std::size_t> ends(lanes + 1);
    for (const std::uint32_t lane : laneOf) {
        ++ends[lane + 1];
    }
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    std::vector<Span> sorted(spans.size());
    for (std::size_t i = 0; i < spans.size(); ++i) {
        sorted[ends[laneOf[i]]++] = spans[i];
    }
    spans = std::move(sorted);
    ends.pop_back();  // each has become the end of its own lane
    return ends;
}

}  // namespace

PairedEdges pairEdges(Track& track, Tick last)
{
    PairedEdges paired;
    std::ranges::stable_sort(track.edges, {}, &Edge::at);
    struct Open {
        std::size_t span = 0;  // its place
        std::size_t name = 0;
    };
    std::vector<Open> open;
    for (const Edge& edge : track.edges) {
        if (edge.isBegin) {
            open.push_back({.span = track.spans.size(), .name = edge.name});
            track.spans.push_back(
                {.begin = edge.at, .end = edge.at, .region = edge.region, .extra = edge.extra});
        } else if (open.empty()) {
            ++paired.unmatchedEnds;
        } else {
            const auto [span, name] = open.back();
            track.spans[span].end = edge.at;
            paired.otherNames += edge.name != 0 && name != 0 && edge.name != name ? 1 : 0;
            open.pop_back();
        }
    }
    paired.unmatchedBegins = open.size();
    for (const auto& [span, name] : open) {
        track.spans[span].end = std::max(last, track.spans[span].begin);
    }
    track.edges = {};
    return paired;
}

std::vector<std::size_t> sortAndFindLanes(Track& track)
{
    std::ranges::stable_sort(track.points, {}, [](const Point& point) {
        return std::pair(point.at, !point.isBeforeLeave);
    });
    std::vector<Span>& spans = track.spans;
    std::ranges::stable_sort(spans, [](const Span& a, const Span& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    OpenLanes open;
    std::vector<std::uint32_t> laneOf;  // empty while all are in the first
    for (std::size_t i = 0; i < spans.size(); ++i) {
        open.passTo(spans[i]);
        const std::size_t lane = open.firstFor(spans[i]);
        open.take(spans[i], lane);
        if (lane > 0) {
            laneOf.resize(spans.size());
            laneOf[i] = narrow<std::uint32_t>(lane);
        }
    }
    if (laneOf.empty()) {
        return {spans.size()};
    }
    return groupByLane(spans, laneOf, open.size());
}

}  // namespace vellum::server::reader::tracks
