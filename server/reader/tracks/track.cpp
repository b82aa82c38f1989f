#include "server/reader/tracks/track.h"

#include "common/base/narrow.h"

#include <queue>

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <unordered_map>
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

std::vector<Carried> Track::carriedBy(ExtraRecord record) const
{
    std::vector<Carried> carried;
    const RecordHead head = record == 0 ? RecordHead() : RecordHead::unpacked(words[record]);
    if (head.carries) {
        const auto rest = std::span(words).subspan(record + 1 + head.words);
        for (std::size_t i = 0; i < rest.front(); ++i) {
            carried.push_back(Carried::unpacked(rest.subspan(1 + Carried::kWords * i)));
        }
    }
    return carried;
}

ExtraRecord Track::join(ExtraRecord first, const Track& from, ExtraRecord second)
{
    const std::vector<Carried> more = from.carriedBy(second);
    if (more.empty()) {
        return first;
    }
    std::vector<Carried> all = carriedBy(first);
    all.insert(all.end(), more.begin(), more.end());
    const RecordHead head = first == 0 ? RecordHead() : RecordHead::unpacked(words[first]);
    const auto begin = words.begin() + static_cast<std::ptrdiff_t>(first) + 1;
    const std::vector<std::uint64_t> members(
        begin, begin + static_cast<std::ptrdiff_t>(first == 0 ? 0 : head.words));
    const ExtraRecord record = add(head.kind, members);
    return carry(record, all);
}

namespace {

/// The begins of a track that have not ended, as its edges are gone through.
class OpenBegins {
public:
    explicit OpenBegins(Track& track) : m_track(track) {}

    void begin(const Edge& edge)
    {
        m_open.push_back({.span = m_track.spans.size(), .name = edge.name});
        ++m_named[edge.name];
        m_track.spans.push_back(
            {.begin = edge.at, .end = edge.at, .region = edge.region, .extra = edge.extra});
    }
    /// False where it ends nothing: none is open that has its name, or none at all.
    [[nodiscard]] bool end(const Edge& edge)
    {
        if (m_open.empty() || !(isFor(edge, m_open.back()) || hasOneFor(edge))) {
            return false;
        }
        while (!isFor(edge, m_open.back())) {
            close(edge.at);
            ++m_inside;
        }
        Span& span = m_track.spans[m_open.back().span];
        span.extra = m_track.join(span.extra, m_track, edge.extra);
        close(edge.at);
        return true;
    }
    void closeAll(Tick at)
    {
        while (!m_open.empty()) {
            close(std::max(at, m_track.spans[m_open.back().span].begin));
        }
    }
    [[nodiscard]] std::size_t size() const { return m_open.size(); }
    /// Those that ended because one around them did.
    [[nodiscard]] std::uint64_t inside() const { return m_inside; }

private:
    struct Open {
        std::size_t span = 0;  ///< its place
        std::size_t name = 0;  ///< 0: it has none
    };

    static bool isFor(const Edge& end, const Open& open)
    {
        return end.name == 0 || open.name == 0 || end.name == open.name;
    }
    /// Whoever is asked this is no match for the innermost, so that what is gone through then is closed.
    [[nodiscard]] bool hasOneFor(const Edge& end) const
    {
        const auto isOpen = [this](std::size_t name) {
            const auto found = m_named.find(name);
            return found != m_named.end() && found->second > 0;
        };
        return isOpen(end.name) || isOpen(0);
    }
    void close(Tick at)
    {
        m_track.spans[m_open.back().span].end = at;
        --m_named[m_open.back().name];
        m_open.pop_back();
    }

    Track& m_track;
    std::vector<Open> m_open;
    std::unordered_map<std::size_t, std::uint64_t> m_named;  ///< how many of a name are open
    std::uint64_t m_inside = 0;
};

}  // namespace

PairedEdges pairEdges(Track& track, Tick last)
{
    PairedEdges paired;
    std::ranges::stable_sort(track.edges, {}, &Edge::at);
    OpenBegins open(track);
    for (const Edge& edge : track.edges) {
        if (edge.isBegin) {
            open.begin(edge);
        } else if (!open.end(edge)) {
            ++paired.unmatchedEnds;
        }
    }
    paired.endedByOuter = open.inside();
    paired.unmatchedBegins = open.size();
    open.closeAll(last);
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
