#include "gui/geometry/timeline_geometry.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace vellum::gui::geometry {

int pixelOfBoundary(std::int64_t column, const Columns& answered, const TimeScale& scale)
{
    if (answered.range == scale.range && answered.count == scale.widthPx) {
        return static_cast<int>(column);
    }
    if (answered.range == scale.range && answered.count < scale.widthPx) {
        // The first pixel x with floor(x·count/width) = column: `tickAt(x)` lies in that column.
        return static_cast<int>((column * scale.widthPx + answered.count - 1) / answered.count);
    }
    const double x = scale.xOf(answered.boundary(column));
    return static_cast<int>(std::lround(std::clamp(x, 0.0, static_cast<double>(scale.widthPx))));
}

double TimeScale::xOf(Tick tick) const
{
    return static_cast<double>(tick - range.begin) * static_cast<double>(widthPx)
           / static_cast<double>(std::max<Tick>(range.length(), 1));
}

Tick TimeScale::tickAt(double x) const
{
    const double whole = std::floor(x);
    if (whole >= 0 && whole <= widthPx) {
        return columns().boundary(static_cast<std::int64_t>(whole));
    }
    return range.begin
           + static_cast<Tick>(std::floor(whole * static_cast<double>(range.length()) / widthPx));
}

ColumnPixels::ColumnPixels(const Columns& answered, const TimeScale& scale)
    : m_answered(answered)
    , m_scale(scale)
    , m_pixels(static_cast<std::size_t>(answered.count) + 1)
    , m_ticks(m_pixels.size())
{
    for (std::int64_t i = 0; i <= answered.count; ++i) {
        m_pixels[static_cast<std::size_t>(i)] = pixelOfBoundary(i, answered, scale);
        m_ticks[static_cast<std::size_t>(i)] = answered.boundary(i);
    }
    const auto firstInside = std::ranges::upper_bound(m_pixels, 0);
    const auto firstBehind = std::ranges::lower_bound(m_pixels, scale.widthPx);
    m_firstSeen = std::max<std::int64_t>(0, firstInside - m_pixels.begin() - 1);
    m_endOfSeen =
        std::clamp<std::int64_t>(firstBehind - m_pixels.begin(), m_firstSeen, answered.count);
}

namespace {

constexpr std::uint64_t kNoVisit = std::numeric_limits<std::uint64_t>::max();

/// Puts runs together to bars, from left to right.
class BarMaker {
public:
    explicit BarMaker(std::size_t most) { m_bars.reserve(most); }

    /// \param time  of the run's columns
    [[gnu::always_inline]] void add(
        int begin, int end, const query::TimelineRun& run, const data::WinnerTime& time)
    {
        const data::WinnerTime shown = data::shownTime(run, time);
        const data::Look look = data::lookOf(shown);
        Bar* last = m_bars.empty() ? nullptr : &m_bars.back();
        const bool goesOn = last != nullptr && last->end == begin && last->key == run.winner
                            && last->visit == run.visit
                            && (run.visit != kNoVisit || last->look == look);
        if (!goesOn) {
            m_shown = {};
            // Member by member: to make one and to copy it takes twice the time.
            last = &m_bars.emplace_back();
            last->begin = begin;
            last->key = run.winner;
            last->visit = run.visit;
        }
        m_shown += shown;
        last->end = end;
        last->time += time;
        last->look = goesOn ? data::lookOf(m_shown) : look;
    }

    [[nodiscard]] std::vector<Bar> finish() { return std::move(m_bars); }

private:
    std::vector<Bar> m_bars;
    data::WinnerTime m_shown;  ///< what of the last one counts for its look
};

}  // namespace

std::vector<Bar> makeBars(
    const query::TimelineRow& row, const Columns& answered, const TimeScale& scale)
{
    return makeBars(row, ColumnPixels(answered, scale));
}

std::vector<Bar> makeBars(const query::TimelineRow& row, const ColumnPixels& pixels)
{
    const int width = pixels.scale().widthPx;
    const auto after = std::ranges::upper_bound(
        row.runs, pixels.firstSeen(), {}, [](const query::TimelineRun& run) {
            return std::int64_t{run.firstColumn};
        });
    const auto before = static_cast<std::size_t>(after - row.runs.begin());
    const std::size_t first = before > 0 ? before - 1 : 0;
    BarMaker bars(std::min(row.runs.size(), static_cast<std::size_t>(width)));
    int end = first < row.runs.size() ? pixels.of(row.runs[first].firstColumn) : 0;
    for (std::size_t i = first; i < row.runs.size() && end < width; ++i) {
        const query::TimelineRun& run = row.runs[i];
        const bool isLast = i + 1 == row.runs.size();
        const std::int64_t endColumn =
            isLast ? pixels.answered().count : row.runs[i + 1].firstColumn;
        const int begin = std::exchange(end, pixels.of(endColumn));
        if (begin >= end || run.winner.value == query::Key::kNone) {
            continue;
        }
        const std::int64_t columns = endColumn - run.firstColumn;
        const Tick whole = pixels.tickOf(endColumn) - pixels.tickOf(run.firstColumn);
        bars.add(begin, end, run, data::winnerTime(run, columns, whole));
    }
    return bars.finish();
}

std::vector<std::pair<int, int>> hiddenPixels(
    const query::TimelineRow& row,
    const ColumnPixels& pixels,
    std::uint64_t bits,
    const std::function<bool(query::Key)>& isShown)
{
    std::vector<std::pair<int, int>> hidden;
    const std::int64_t columns = pixels.answered().count;
    const int width = pixels.scale().widthPx;
    for (std::size_t i = 0; i < row.runs.size(); ++i) {
        const query::TimelineRun& run = row.runs[i];
        const bool isLast = i + 1 == row.runs.size();
        const std::int64_t end = isLast ? columns : row.runs[i + 1].firstColumn;
        const bool isOutside = end <= pixels.firstSeen() || run.firstColumn >= pixels.endOfSeen();
        if ((run.present & bits) == 0 || isOutside || isShown(run.winner)) {
            continue;
        }
        const int left = std::clamp(pixels.of(run.firstColumn), 0, width - 1);
        const int right = std::clamp(pixels.of(end), left + 1, width);
        if (!hidden.empty() && left <= hidden.back().second) {
            hidden.back().second = std::max(hidden.back().second, right);
        } else {
            hidden.emplace_back(left, right);
        }
    }
    return hidden;
}

std::pair<int, int> pixelsOf(TickRange range, const TimeScale& scale)
{
    const auto pixel = [&](Tick tick) {
        const double x = std::clamp(scale.xOf(tick), 0.0, static_cast<double>(scale.widthPx));
        return static_cast<int>(std::lround(x));
    };
    return {pixel(range.begin), pixel(range.end)};
}

std::vector<Bar> surrounded(
    const std::vector<Bar>& inner,
    const std::vector<Bar>& outer,
    TickRange known,
    const TimeScale& scale)
{
    const auto [left, right] = pixelsOf(known, scale);
    std::vector<Bar> all;
    for (const Bar& bar : surrounded<Bar>(inner, outer, known, scale)) {
        const bool isAtSeam = bar.begin == left || bar.begin == right;
        const auto cut = isAtSeam ? barAt(outer, bar.begin) : std::nullopt;
        const bool goesOn = cut && cut->begin < bar.begin && cut->key == bar.key && !all.empty()
                            && all.back().end == bar.begin && all.back().key == bar.key
                            && all.back().look == bar.look;
        if (goesOn) {
            all.back().end = bar.end;
            all.back().time += bar.time;
        } else {
            all.push_back(bar);
        }
    }
    return all;
}

std::optional<Bar> barAt(const std::vector<Bar>& bars, int x)
{
    const auto after = std::ranges::upper_bound(bars, x, {}, &Bar::begin);
    if (after == bars.begin() || std::prev(after)->end <= x) {
        return std::nullopt;
    }
    return *std::prev(after);
}

std::optional<int> nearestEdge(const std::vector<Bar>& bars, double x, double reach)
{
    const auto tooFar = [&](double away) { return away > reach; };
    const auto first =
        std::ranges::partition_point(bars, [&](const Bar& bar) { return tooFar(x - bar.end); });
    std::optional<int> best;
    for (auto bar = first; bar != bars.end() && !tooFar(bar->begin - x); ++bar) {
        for (const int edge : {bar->begin, bar->end}) {
            const double away = std::abs(edge - x);
            if (!tooFar(away) && (!best || away < std::abs(*best - x))) {
                best = edge;
            }
        }
    }
    return best;
}

std::vector<std::pair<int, int>> coveredPixels(
    const std::vector<TickRange>& ranges, const TimeScale& scale)
{
    std::vector<std::pair<int, int>> pixels;
    const auto endOf = [](const TickRange& range) { return range.end; };
    auto next = std::ranges::upper_bound(ranges, scale.range.begin, {}, endOf);
    while (next != ranges.end() && next->begin < scale.range.end) {
        const int begin =
            std::clamp(static_cast<int>(std::floor(scale.xOf(next->begin))), 0, scale.widthPx - 1);
        const int end = std::clamp(
            static_cast<int>(std::ceil(std::min(scale.xOf(next->end), 1.0 * scale.widthPx))),
            begin + 1,
            scale.widthPx);
        if (!pixels.empty() && pixels.back().second >= begin) {
            pixels.back().second = std::max(pixels.back().second, end);
        } else {
            pixels.emplace_back(begin, end);
        }
        // The next one that ends past this pixel: those between would not be seen beside it.
        next = std::ranges::upper_bound(
            std::next(next), ranges.end(), scale.tickAt(end) - 1, {}, endOf);
    }
    return pixels;
}

std::optional<QLineF> clipped(const QLineF& line, const QRectF& room)
{
    // Liang and Barsky: the shares of the line where it enters and leaves.
    double enters = 0;
    double leaves = 1;
    const auto cut = [&](double along, double away) {
        if (along == 0) {
            return away >= 0;
        }
        const double share = away / along;
        if (along < 0) {
            enters = std::max(enters, share);
        } else {
            leaves = std::min(leaves, share);
        }
        return enters <= leaves;
    };
    const bool isSeen =
        cut(-line.dx(), line.x1() - room.left()) && cut(line.dx(), room.right() - line.x1())
        && cut(-line.dy(), line.y1() - room.top()) && cut(line.dy(), room.bottom() - line.y1());
    if (!isSeen) {
        return std::nullopt;
    }
    return QLineF(
        enters == 0 ? line.p1() : line.pointAt(enters),
        leaves == 1 ? line.p2() : line.pointAt(leaves));
}

double distance(const QLineF& line, QPointF point)
{
    const QPointF along = line.p2() - line.p1();
    const double squared = QPointF::dotProduct(along, along);
    const double share = squared == 0 ? 0 : QPointF::dotProduct(point - line.p1(), along) / squared;
    const QPointF nearest = line.p1() + std::clamp(share, 0.0, 1.0) * along;
    return std::hypot(point.x() - nearest.x(), point.y() - nearest.y());
}

std::vector<ShareBar> makeShareBars(
    const query::SummaryRow& row, const Columns& answered, const TimeScale& scale)
{
    return makeShareBars(row, ColumnPixels(answered, scale));
}

std::vector<ShareBar> makeShareBars(const query::SummaryRow& row, const ColumnPixels& pixels)
{
    const std::int64_t first = pixels.firstSeen();
    const auto seen = static_cast<std::size_t>(pixels.endOfSeen() - first);
    std::vector<double> wholes(seen);
    for (std::size_t i = 0; i < seen; ++i) {
        const TickRange ticks = pixels.answered().column(first + static_cast<std::int64_t>(i));
        wholes[i] = static_cast<double>(ticks.length()) * static_cast<double>(row.locations);
    }
    std::vector<ShareBar> bars;
    std::vector<double> stacked(seen, 0.0);
    for (const query::SummarySeries& series : row.series) {
        const std::span<const Tick> times =
            std::span(series.exclusive)
                .subspan(std::min(static_cast<std::size_t>(first), series.exclusive.size()));
        for (std::size_t i = 0; i < std::min(seen, times.size()); ++i) {
            if (times[i] == 0 || wholes[i] <= 0) {
                continue;
            }
            const double low = stacked[i];
            stacked[i] = low + static_cast<double>(times[i]) / wholes[i];
            const std::int64_t column = first + static_cast<std::int64_t>(i);
            const int begin = pixels.of(column);
            const int end = pixels.of(column + 1);
            if (begin < end) {
                bars.push_back(
                    {.begin = begin,
                     .end = end,
                     .key = series.key,
                     .low = low,
                     .high = stacked[i]});
            }
        }
    }
    return bars;
}

namespace {

/// Calls \p use (begin, end) for each stretch of [begin, end) whose pixels are \p wanted in \p pixels.
template <typename Use>
void forEachStretch(
    const std::vector<bool>& pixels, bool wanted, int begin, int end, const Use& use)
{
    end = std::min(end, static_cast<int>(pixels.size()));
    for (int x = std::max(begin, 0); x < end;) {
        int next = x;
        while (next < end && pixels[static_cast<std::size_t>(next)] == wanted) {
            ++next;
        }
        if (next > x) {
            use(x, next);
        }
        x = std::max(next, x + 1);
    }
}

/// \p Stretch  has begin and end
template <typename Stretch>
std::vector<bool> pixelsOf(const std::vector<Stretch>& stretches, int widthPx)
{
    std::vector<bool> pixels(static_cast<std::size_t>(std::max(widthPx, 0)));
    for (const Stretch& stretch : stretches) {
        for (int x = std::max(stretch.begin, 0); x < std::min(stretch.end, widthPx); ++x) {
            pixels[static_cast<std::size_t>(x)] = true;
        }
    }
    return pixels;
}

}  // namespace

std::vector<ShareBar> stacksWithin(
    const std::vector<ShareBar>& stacks, const std::vector<Bar>& bars, int widthPx)
{
    const std::vector<bool> pixels = pixelsOf(bars, widthPx);
    std::vector<ShareBar> within;
    for (ShareBar stack : stacks) {
        forEachStretch(pixels, true, stack.begin, stack.end, [&](int begin, int end) {
            stack.begin = begin;
            stack.end = end;
            within.push_back(stack);
        });
    }
    return within;
}

std::vector<Bar> barsWithout(const std::vector<Bar>& bars, const std::vector<ShareBar>& stacks)
{
    const std::vector<bool> pixels = pixelsOf(stacks, bars.empty() ? 0 : bars.back().end);
    std::vector<Bar> without;
    for (Bar bar : bars) {
        forEachStretch(pixels, false, bar.begin, bar.end, [&](int begin, int end) {
            bar.begin = begin;
            bar.end = end;
            without.push_back(bar);
        });
    }
    return without;
}

}  // namespace vellum::gui::geometry
