// What TimelineChart paints of its rows: bars, shares and counters, from answers or from what was painted before.

#include "gui/charts/timeline_chart.h"
#include "gui/models/function_shares.h"
#include "gui/painters/counter_painter.h"
#include "gui/painters/timeline_painter.h"
#include "gui/theme/region_colors.h"
#include "gui/theme/theme.h"

#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace vellum::gui::charts {

// ---- Geometry -------------------------------------------------------------------------------

const geometry::ColumnPixels& TimelineChart::columnPixels(
    const Columns& answered, const geometry::TimeScale& to)
{
    const auto known = std::ranges::find_if(m_columnPixels, [&](const auto& pixels) {
        return pixels.scale() == to && pixels.answered().range == answered.range
               && pixels.answered().count == answered.count;
    });
    return known != m_columnPixels.end() ? *known : m_columnPixels.emplace_back(answered, to);
}

std::vector<geometry::Bar> TimelineChart::makeBarsOf(
    LocationRef location, const geometry::TimeScale& to)
{
    const models::RowPicture* picture = m_model.pictureOf(location);
    if (picture == nullptr) {
        return {};
    }
    const auto make = [&](const models::RowPicture& from) {
        const Columns answered{.range = from.timeline->window, .count = from.timeline->columns};
        return geometry::makeBars(from.runs(), columnPixels(answered, to));
    };
    std::vector<geometry::Bar> bars = make(*picture);
    const models::RowPicture* whole = m_model.wholePictureOf(location);
    const TickRange known = picture->timeline->window;
    if (whole != nullptr && known.intersected(to.range) != to.range) {
        bars = geometry::surrounded(bars, make(*whole), known, to);
    }
    return bars;
}

const std::vector<geometry::Bar>& TimelineChart::barsOf(LocationRef location)
{
    const auto [entry, isNew] = m_bars.try_emplace(location);
    if (isNew) {
        entry->second = makeBarsOf(location, scale());
    }
    return entry->second;
}

QRect TimelineChart::rowArea(int row, const QRect& canvas) const
{
    const double ratio = viewport()->devicePixelRatioF();
    const int top = static_cast<int>(std::lround(rowTop(row) * ratio));
    const int bottom = static_cast<int>(std::lround(rowBottom(row) * ratio));
    return {canvas.left(), canvas.top() + top, canvas.width(), bottom - top};
}

/// Low rows have no room for a gap between them.
QRect TimelineChart::barArea(const QRect& row) const
{
    const int gap =
        row.height() >= 8 ? static_cast<int>(std::lround(viewport()->devicePixelRatioF())) : 0;
    return row.adjusted(0, gap, 0, -gap);
}

// ---- What is kept ---------------------------------------------------------------------------

void TimelineChart::setMostRunsAtOnce(std::size_t runs)
{
    m_mostRunsAtOnce = runs;
    invalidate();
}

RowsLook TimelineChart::rowsLook() const
{
    return {
        .size = deviceCanvas().size(),
        .ratio = viewport()->devicePixelRatioF(),
        .arrangement = m_arrangement,
        .scrolled = verticalScrollBar()->value(),
        .rowHeight = rowHeight(),
        .fixedRows = m_fixedRows,
        .fitsRows = m_view.state().fitsRows,
        .highlight = m_selection.highlight(),
        .filters = m_view.state().filters,
        .style = m_style,
        .isDark = theme::currentTheme().isDark,
        .hasOwnColors = theme::showsOwnColors()};
}

/// About what it costs to paint a row, wherever the view is.
std::size_t TimelineChart::runsOf(const models::Row& row) const
{
    constexpr std::size_t kAnyRow = 200;
    constexpr std::size_t kShare = 5;  // is stacked, and painted by itself
    std::size_t runs = kAnyRow;
    if (row.kind != models::RowKind::Location) {
        const models::SummaryPicture* picture = m_model.summaryOf(row.key);
        return picture == nullptr
                   ? runs
                   : runs + kShare * picture->shares().series.size() * picture->timeline->columns;
    }
    const LocationRef location = row.locations.front();
    for (const auto* picture : {m_model.pictureOf(location), m_model.wholePictureOf(location)}) {
        runs += picture != nullptr ? picture->runs().runs.size() : 0;
    }
    const models::RowPicture* bars = m_model.pictureOf(location);
    const models::SummaryPicture* stack = m_model.summaryOf(row.key);
    if (bars != nullptr && bars->hasShares && stack != nullptr) {
        runs += kShare * stack->shares().series.size() * stack->timeline->columns;
    }
    if (const models::CounterPicture* counters = m_model.countersOf(location)) {
        runs += kShare * counters->counters->columns;
    }
    return runs;
}

bool TimelineChart::arePaintedAtOnce(const std::vector<int>& rows) const
{
    std::size_t runs = 0;
    for (const int row : rows) {
        runs += runsOf(m_rows[static_cast<std::size_t>(row)]);
    }
    return runs <= m_mostRunsAtOnce;
}

void TimelineChart::paintRows(QPainter& painter, const std::vector<int>& rows)
{
    const QRect canvas = deviceCanvas();
    if (canvas.isEmpty()) {
        return;
    }
    bool isOfView = true;
    if (arePaintedAtOnce(rows)) {
        paintBareRows(painter, rows, scale(), canvas);
    } else {
        isOfView = paintKeptRows(painter, rows, canvas);
    }
    if (isOfView) {  // else text would be stretched
        paintRowTexts(painter, rows, canvas);
    }
}

/// \return whether they are painted for just this view
bool TimelineChart::paintKeptRows(
    QPainter& painter, const std::vector<int>& rows, const QRect& canvas)
{
    const geometry::TimeScale to = scale();
    const std::optional<TickRange>& newest = m_model.newestWindow();
    const bool isFinal = m_model.areRowsOfView() || !m_model.errorText().isEmpty();
    const TickRange range = newest && !isFinal ? *newest : m_view.range();
    const RowsLook look = rowsLook();
    if (!m_kept.isOf(look, m_model.answers(), range)) {
        QPixmap& pixels = m_kept.renew(look, m_model.answers(), range);
        QPainter onto(&pixels);
        paintBareRows(
            onto, rows, {.range = range, .widthPx = to.widthPx}, QRect({}, pixels.size()));
    }
    m_kept.paint(painter, canvas.topLeft(), to);
    for (const auto& [left, right] : m_kept.gaps(to)) {
        const Tick begin = to.tickAt(left);
        const TickRange part{.begin = begin, .end = std::max(begin + 1, to.tickAt(right))};
        paintBareRows(
            painter,
            rows,
            {.range = part, .widthPx = right - left},
            QRect(canvas.left() + left, canvas.top(), right - left, canvas.height()));
    }
    return range == m_view.range();
}

void TimelineChart::paintRowTexts(
    QPainter& painter, const std::vector<int>& rows, const QRect& canvas)
{
    painters::BarLooks looks;
    const auto paint = [&](int row) { paintRowText(painter, row, rowArea(row, canvas), looks); };
    const auto fixedEnd = rows.begin() + m_fixedRows;
    const double fixed = fixedHeight() * viewport()->devicePixelRatioF();
    painter.setClipRect(canvas.adjusted(0, static_cast<int>(std::lround(fixed)), 0, 0));
    std::for_each(fixedEnd, rows.end(), paint);
    painter.setClipping(false);
    std::for_each(rows.begin(), fixedEnd, paint);
}

void TimelineChart::paintBareRows(
    QPainter& painter,
    const std::vector<int>& rows,
    const geometry::TimeScale& to,
    const QRect& canvas)
{
    painters::BarLooks looks;
    const auto paint = [&](int row) {
        paintBareRow(painter, row, to, rowArea(row, canvas), looks);
    };
    const auto fixedEnd = rows.begin() + m_fixedRows;
    std::for_each(fixedEnd, rows.end(), paint);
    std::for_each(rows.begin(), fixedEnd, paint);  // over what is scrolled below them
    QRect rest = canvas;
    rest.setTop(rows.empty() ? canvas.top() : rowArea(rows.back(), canvas).bottom() + 1);
    if (rest.isValid()) {
        painter.fillRect(rest, theme::currentTheme().panel);
    }
}

// ---- One row --------------------------------------------------------------------------------

painters::BarStyle TimelineChart::barStyle(LocationRef location, const QRect& area) const
{
    const double ratio = viewport()->devicePixelRatioF();
    painters::BarStyle style{
        .definitions = m_model.trace().definitions.get(),
        .groupNames = &m_groupNames,
        .labelFromPx = static_cast<int>(44 * ratio),
        .edgeFromPx = static_cast<int>(3 * ratio),
        .cueFromPx = static_cast<int>(theme::kLeastCueHeight * ratio)};
    if (m_selection.highlight()) {
        style.highlighted = m_selection.highlight()->key;
        style.highlightedBy = m_selection.highlight()->by;
    }
    style.functions = m_view.filters().functions();
    const Location* known = m_model.trace().definitions->find(location);
    style.copiesAreLow =
        barArea(area) != area && known != nullptr && known->type == LocationType::AcceleratorStream;
    return style;
}

void TimelineChart::paintBareRow(
    QPainter& painter,
    int row,
    const geometry::TimeScale& to,
    const QRect& area,
    painters::BarLooks& looks)
{
    const models::Row& what = m_rows[static_cast<std::size_t>(row)];
    const theme::Theme& theme = theme::currentTheme();
    const QRect bars = barArea(area);
    if (what.kind == models::RowKind::Location) {
        const LocationRef location = what.locations.front();
        if (bars != area) {
            painter.fillRect(
                area.left(), area.top(), area.width(), bars.top() - area.top(), theme.row);
            const int below = area.bottom() - bars.bottom();
            painter.fillRect(area.left(), bars.bottom() + 1, area.width(), below, theme.row);
        }
        painters::BarStyle style = barStyle(location, area);
        style.ground = theme.row;
        style.looks = &looks;
        const std::vector<geometry::Bar> made = makeBarsOf(location, to);
        painters::paintBareBars(painter, made, bars, style);
        paintStacks(painter, what, made, to, bars, style);
        paintMarks(painter, location, to, area);
        paintSamples(painter, location, to, bars);
        paintHidden(painter, location, to, bars);
        paintRedundancy(painter, location, to, bars);
        if (m_model.showsCounters(location)) {
            const CounterView counter =
                to == scale() ? counterOf(location) : makeCounterView(m_model, location, to);
            painters::paintCounter(
                painter, counter.bars, counter.extent, bars, viewport()->devicePixelRatioF());
        }
    } else {
        painter.fillRect(area, theme.groupRow);
        paintShares(painter, what, to, bars);
    }
    if (bars != area) {
        painter.fillRect(area.left(), area.bottom(), area.width(), 1, theme.line);
    }
}

/// What was found.
void TimelineChart::paintMarks(
    QPainter& painter, LocationRef location, const geometry::TimeScale& to, const QRect& area) const
{
    if (m_search == nullptr) {
        return;
    }
    const double ratio = viewport()->devicePixelRatioF();
    const int thick = std::max(2, static_cast<int>(std::lround(2.5 * ratio)));
    for (const auto& [begin, end] : geometry::coveredPixels(m_search->marksOn(location), to)) {
        painter.fillRect(
            area.left() + begin,
            area.top(),
            std::max(thick, end - begin),
            thick,
            theme::currentTheme().accent);
    }
}

/// Where what is highlighted is, though something else took longer in the pixel.
void TimelineChart::paintHidden(
    QPainter& painter, LocationRef location, const geometry::TimeScale& to, const QRect& area)
{
    const models::RowPicture* picture = m_model.pictureOf(location);
    const std::optional<models::Highlight>& highlight = m_selection.highlight();
    if (!highlight || picture == nullptr || m_model.marking() == 0
        || picture->marking != m_model.marking()) {
        return;
    }
    const Definitions& definitions = *m_model.trace().definitions;
    const auto isShown = [&](query::Key winner) {
        if (highlight->by == query::GroupBy::Region) {
            return winner == highlight->key;
        }
        const Region* region = definitions.find(RegionRef(winner.value));
        return region != nullptr
               && static_cast<std::uint32_t>(region->group) == highlight->key.value;
    };
    const double ratio = viewport()->devicePixelRatioF();
    paintTicks(
        painter,
        *picture,
        to,
        area,
        {.bits = m_model.markedBits(),
         .isShown = isShown,
         .height = std::min(static_cast<int>(std::lround(3 * ratio)), area.height() / 2),
         .color = theme::currentTheme().accent});
}

void TimelineChart::paintTicks(
    QPainter& painter,
    const models::RowPicture& picture,
    const geometry::TimeScale& to,
    const QRect& area,
    const Ticks& ticks)
{
    const int wide = std::max(1, static_cast<int>(std::lround(viewport()->devicePixelRatioF())));
    const Columns answered{.range = picture.timeline->window, .count = picture.timeline->columns};
    for (const auto& [begin, end] : geometry::hiddenPixels(
             picture.runs(), columnPixels(answered, to), ticks.bits, ticks.isShown)) {
        painter.fillRect(
            area.left() + begin,
            area.bottom() + 1 - ticks.height,
            std::max(wide, end - begin),
            ticks.height,
            ticks.color);
    }
}

std::vector<geometry::ShareBar> TimelineChart::shareBarsOf(
    const models::SummaryPicture& picture, const geometry::TimeScale& to)
{
    const Columns answered{.range = picture.timeline->window, .count = picture.timeline->columns};
    const query::SummaryRow* shown = &picture.shares();
    query::SummaryRow moved;
    constexpr auto kBy = query::GroupBy::FunctionGroup;
    const Definitions& definitions = *m_model.trace().definitions;
    if (!picture.functions && !models::isMeasurementLast(*shown, kBy, definitions)) {
        moved = *shown;
        models::putMeasurementLast(moved, kBy, definitions);
        shown = &moved;
    }
    return geometry::makeShareBars(*shown, columnPixels(answered, to));
}

std::vector<geometry::ShareBar> TimelineChart::stackOf(
    const models::Row& row, const geometry::TimeScale& to)
{
    const models::SummaryPicture* picture = m_model.summaryOf(row.key);
    if (picture == nullptr) {
        return {};
    }
    std::vector<geometry::ShareBar> bars = shareBarsOf(*picture, to);
    const TickRange known = picture->timeline->window;
    const models::SummaryPicture* whole = m_model.wholeSummaryOf(row);
    if (whole != nullptr && known.intersected(to.range) != to.range) {
        bars = geometry::surrounded(bars, shareBarsOf(*whole, to), known, to);
    }
    return bars;
}

painters::ShareLook TimelineChart::shareLook(query::Key key) const
{
    const std::optional<models::Highlight>& highlight = m_selection.highlight();
    const auto group = static_cast<FunctionGroup>(key.value & ~models::kSteppedBackShare);
    const bool isOfOtherGroup = highlight && highlight->by == query::GroupBy::FunctionGroup
                                && highlight->key.value != static_cast<std::uint32_t>(group);
    painters::ShareLook look{.color = theme::shareColor(group), .group = group};
    if (isOfOtherGroup || (key.value & models::kSteppedBackShare) != 0) {
        look.color.setAlphaF(painters::kSteppedBack);
    }
    return look;
}

void TimelineChart::paintShares(
    QPainter& painter, const models::Row& row, const geometry::TimeScale& to, const QRect& area)
{
    painters::paintShares(
        painter, stackOf(row, to), area, [this](query::Key key) { return shareLook(key); });
}

void TimelineChart::paintStacks(
    QPainter& painter,
    const models::Row& row,
    const std::vector<geometry::Bar>& bars,
    const geometry::TimeScale& to,
    const QRect& area,
    const painters::BarStyle& style)
{
    std::vector<geometry::Bar> without;
    std::ranges::copy_if(bars, std::back_inserter(without), [](const geometry::Bar& bar) {
        return bar.look == data::Look::Shares;
    });
    if (without.empty()) {
        return;
    }
    const std::vector<geometry::ShareBar> stacks =
        geometry::stacksWithin(stackOf(row, to), without, to.widthPx);
    painters::paintUnstacked(painter, geometry::barsWithout(without, stacks), area, style);
    painters::paintShares(painter, stacks, area, [this](query::Key key) { return shareLook(key); });
}

void TimelineChart::paintRowText(
    QPainter& painter, int row, const QRect& area, painters::BarLooks& looks)
{
    const models::Row& what = m_rows[static_cast<std::size_t>(row)];
    if (what.kind != models::RowKind::Location) {
        return;
    }
    const LocationRef location = what.locations.front();
    const QRect bars = barArea(area);
    const QFont font = painter.font();
    if (QFontMetrics(font).ascent() + 2 <= bars.height()) {
        painters::BarStyle style = barStyle(location, area);
        style.font = font;
        style.looks = &looks;
        m_texts += painters::paintBarLabels(painter, barsOf(location), bars, style);
    }
    paintEmptyRow(painter, location, bars);
    if (m_model.showsCounters(location) && !counterOf(location).isEmpty()) {
        m_texts += painters::paintCounterRange(
            painter, counterOf(location).rangeText(), bars, font, viewport()->devicePixelRatioF());
    }
}

}  // namespace vellum::gui::charts
