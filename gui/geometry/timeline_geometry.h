#pragma once

#include "common/query/answers.h"
#include "common/time/columns.h"
#include "gui/data/column_look.h"

#include <QLineF>
#include <QRectF>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace vellum::gui::geometry {

/// Ticks and device pixels of one chart: pixel x covers the ticks of column x.
struct TimeScale {
    TickRange range;
    int widthPx = 1;  ///< > 0

    [[nodiscard]] Columns columns() const { return {.range = range, .count = widthPx}; }

    /// The pixel of \p tick; left of 0 or right of the width where it is outside. Linear, so that
    /// what is partly outside is drawn in the right direction.
    [[nodiscard]] double xOf(Tick tick) const;

    /// The first tick of pixel \p x, also outside the chart.
    [[nodiscard]] Tick tickAt(double x) const;

    friend bool operator==(const TimeScale&, const TimeScale&) = default;
};

/// Where a column boundary of an answer lies on the screen; exact where the two are the same, and
/// where a tick is wider than a pixel and the answer has a column for each tick.
[[nodiscard]] int pixelOfBoundary(
    std::int64_t column, const Columns& answered, const TimeScale& scale);

/// Where the column boundaries of an answer lie on the screen, reckoned once for all of its rows.
///
/// Exact    As `pixelOfBoundary`.
class ColumnPixels {
public:
    ColumnPixels(const Columns& answered, const TimeScale& scale);

    [[nodiscard]] const Columns& answered() const { return m_answered; }
    [[nodiscard]] const TimeScale& scale() const { return m_scale; }
    /// \param boundary  0 ..= `answered().count`
    [[nodiscard]] int of(std::int64_t boundary) const
    {
        return m_pixels[static_cast<std::size_t>(boundary)];
    }
    [[nodiscard]] Tick tickOf(std::int64_t boundary) const
    {
        return m_ticks[static_cast<std::size_t>(boundary)];
    }
    /// Columns before the first one seen and from the end on lie outside the chart. May be equal: none is inside.
    [[nodiscard]] std::int64_t firstSeen() const { return m_firstSeen; }
    [[nodiscard]] std::int64_t endOfSeen() const { return m_endOfSeen; }

private:
    Columns m_answered;
    TimeScale m_scale;
    std::vector<int> m_pixels;  ///< of each boundary, ascending
    std::vector<Tick> m_ticks;  ///< of each boundary
    std::int64_t m_firstSeen = 0;
    std::int64_t m_endOfSeen = 0;
};

/// A coloured stretch of one row.
///
/// Units    Device pixels, half-open, inside the chart.
struct Bar {
    int begin = 0;
    int end = 0;
    query::Key key;  ///< the winner of its columns, also where it is not what they show
    data::Look look = data::Look::Function;
    std::uint64_t visit = 0;  ///< equal for neighbours that are one visit
    data::WinnerTime time{};  ///< of its columns, those that are seen in part with all they have

    [[nodiscard]] int width() const { return end - begin; }
    friend bool operator==(const Bar&, const Bar&) = default;
};

/// A row's runs as bars: neighbouring runs of the same visit are one bar, and those of one winner and one look where
/// there are too many visits to tell them apart.
///
/// Exact    If the answer is for just this range, with a column for each pixel or for each tick, a
///          pixel shows the column that holds `tickAt` of it; else the picture is stretched, and
///          pixels outside the answer's window have no bar.
[[nodiscard]] std::vector<Bar> makeBars(
    const query::TimelineRow& row, const Columns& answered, const TimeScale& scale);

/// The same for one of many rows.
///
/// Cost     A look at each run that is seen.
[[nodiscard]] std::vector<Bar> makeBars(const query::TimelineRow& row, const ColumnPixels& pixels);

/// Stretches of pixels, half-open, apart and each at least one wide, of the columns in which there is something of the
/// presence classes \p bits, though they show something else.
///
/// \param isShown  whether a winner is of these classes
[[nodiscard]] std::vector<std::pair<int, int>> hiddenPixels(
    const query::TimelineRow& row,
    const ColumnPixels& pixels,
    std::uint64_t bits,
    const std::function<bool(query::Key)>& isShown);

/// The bar at pixel \p x, or nothing.
[[nodiscard]] std::optional<Bar> barAt(const std::vector<Bar>& bars, int x);

/// The edge of a bar that is nearest to \p x and within \p reach of it, or nothing.
[[nodiscard]] std::optional<int> nearestEdge(const std::vector<Bar>& bars, double x, double reach);

/// Stretches of pixels, half-open, that disjoint ascending \p ranges cover; each at least one wide.
///
/// Cost     At most one look-up for each pixel, however many ranges there are.
[[nodiscard]] std::vector<std::pair<int, int>> coveredPixels(
    const std::vector<TickRange>& ranges, const TimeScale& scale);

/// The part of \p line inside \p room; an end that lies inside stays just as it is. Nothing if it passes by.
[[nodiscard]] std::optional<QLineF> clipped(const QLineF& line, const QRectF& room);

/// How far \p point is from the nearest point of \p line.
[[nodiscard]] double distance(const QLineF& line, QPointF point);

/// One function group's part of a column of a folded row, stacked from below.
///
/// Units    `begin`, `end` in device pixels; `low`, `high` in shares of the row's height, 0 ..= 1.
struct ShareBar {
    int begin = 0;
    int end = 0;
    query::Key key;
    double low = 0;
    double high = 0;
};

/// A summary row as stacked shares of its locations' time. Exact as bars are.
[[nodiscard]] std::vector<ShareBar> makeShareBars(
    const query::SummaryRow& row, const Columns& answered, const TimeScale& scale);
[[nodiscard]] std::vector<ShareBar> makeShareBars(
    const query::SummaryRow& row, const ColumnPixels& pixels);

/// What of \p stacks lies in the pixels of \p bars.
[[nodiscard]] std::vector<ShareBar> stacksWithin(
    const std::vector<ShareBar>& stacks, const std::vector<Bar>& bars, int widthPx);

/// What of \p bars, which ascend, has no stack over it.
[[nodiscard]] std::vector<Bar> barsWithout(
    const std::vector<Bar>& bars, const std::vector<ShareBar>& stacks);

/// The pixels of \p range, half-open, as far as they are there.
[[nodiscard]] std::pair<int, int> pixelsOf(TickRange range, const TimeScale& scale);

/// \p inner inside \p known and \p outer to both sides of it: where an older picture does not reach, that of the whole
/// trace fills in until the new one comes.
template <typename Stretch>
[[nodiscard]] std::vector<Stretch> surrounded(
    const std::vector<Stretch>& inner,
    const std::vector<Stretch>& outer,
    TickRange known,
    const TimeScale& scale)
{
    const auto [left, right] = pixelsOf(known, scale);
    std::vector<Stretch> all;
    for (Stretch stretch : outer) {
        stretch.end = std::min(stretch.end, left);
        if (stretch.begin < stretch.end) {
            all.push_back(stretch);
        }
    }
    all.insert(all.end(), inner.begin(), inner.end());
    for (Stretch stretch : outer) {
        stretch.begin = std::max(stretch.begin, right);
        if (stretch.begin < stretch.end) {
            all.push_back(stretch);
        }
    }
    return all;
}

/// Of bars; one of the outer that goes on inside as the same function is one, whatever its visits are called there.
[[nodiscard]] std::vector<Bar> surrounded(
    const std::vector<Bar>& inner,
    const std::vector<Bar>& outer,
    TickRange known,
    const TimeScale& scale);

}  // namespace vellum::gui::geometry
