// How RadarChart's rows are painted: strips of heat, or lines where there is room for them.

#include "gui/charts/radar_chart.h"
#include "gui/painters/counter_painter.h"
#include "gui/theme/theme.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace vellum::gui::charts {

namespace {

constexpr int kLeastLinePx = 10;  ///< of a row that has room for a line

}  // namespace

void RadarChart::setRowsAs(RowsAs rowsAs)
{
    m_rowsAs = rowsAs;
    forgetSize();
    updateScroll();
    invalidate();
    emit changed();
    announceSize();
}

bool RadarChart::drawsLines() const
{
    return m_rowsAs == RowsAs::Lines && rowHeight() >= kLeastLinePx;
}

void RadarChart::paintRows(QPainter& painter, const Layout& layout) const
{
    const theme::Theme& theme = theme::currentTheme();
    const QFontMetrics metrics(painter.font());
    const int height = rowHeight();
    const int gap = height >= 8 ? layout.of(1) : 0;
    const bool hasLines = drawsLines();
    for (int row = std::max(0, rowAt(curveHeight())); row < static_cast<int>(m_rows.size());
         ++row) {
        const int above = curveHeight() + row * height - yInContent(0);
        const int top = layout.of(above);
        const int bottom = layout.of(above + height);
        if (top >= layout.canvas.height()) {
            break;
        }
        const auto place = static_cast<std::size_t>(row);
        if (bottom - top >= metrics.ascent()) {
            painter.setPen(theme.ink);
            // No letter loses its tail where rows are a little lower than a line.
            const int more = std::max(0, metrics.height() - (bottom - top));
            paintLabelText(
                painter,
                QRect(0, top, layout.labels.width(), bottom - top)
                    .adjusted(0, -more / 2, 0, more - more / 2),
                locationName(m_rows[place]),
                layout);
        }
        if (m_grid) {
            painter.setClipRect(layout.canvas);
            const QRect area(layout.canvas.left(), top, layout.canvas.width(), bottom - top - gap);
            hasLines ? paintLine(painter, area, place, layout.ratio)
                     : paintStrip(painter, area, place);
            painter.setClipping(false);
        }
    }
}

void RadarChart::paintStrip(QPainter& painter, const QRect& area, std::size_t row) const
{
    const geometry::TimeScale at = scale();
    const double left = area.left() + at.xOf(m_grid->window.begin);
    const double right = area.left() + at.xOf(m_grid->window.end);
    painter.drawImage(
        QRectF(left, area.top(), right - left, area.height()),
        m_grid->image,
        QRectF(0, static_cast<double>(row), static_cast<double>(m_grid->columns), 1));
}

/// Over a faint line at zero, which is all of a row where it has no value.
void RadarChart::paintLine(
    QPainter& painter, const QRect& area, std::size_t row, double ratio) const
{
    const theme::Theme& theme = theme::currentTheme();
    const geometry::CounterExtent extent{.least = m_least, .most = m_most};
    const int rise = static_cast<int>(std::lround(extent.shareOf(0) * area.height()));
    const int zero = std::max(area.top(), area.bottom() - rise);
    painter.fillRect(area.left(), zero, area.width(), 1, theme.line);
    for (const Line& line : isCounter() ? counterLines(row) : std::vector<Line>{shareLine(row)}) {
        painters::paintCurve(
            painter, line, extent, area, theme.series.front(), painters::CurveStyle::Area, ratio);
    }
}

/// Nothing where the row is not in the function: at zero a line says that it is, for an instant.
RadarChart::Line RadarChart::shareLine(std::size_t row) const
{
    Line line;
    const geometry::TimeScale at = scale();
    const Columns columns{.range = m_grid->window, .count = m_grid->columns};
    const std::size_t first = row * static_cast<std::size_t>(m_grid->columns);
    for (std::int64_t i = 0; i < m_grid->columns; ++i) {
        const std::size_t place = first + static_cast<std::size_t>(i);
        const double value = m_grid->values[place];
        if (!m_grid->hasAny(place)) {
            continue;
        }
        const int begin = geometry::pixelOfBoundary(i, columns, at);
        const int end = geometry::pixelOfBoundary(i + 1, columns, at);
        if (!line.empty() && line.back().end == begin && line.back().value == value) {
            line.back().end = end;
        } else if (begin < end) {
            line.push_back(
                {.begin = begin, .end = end, .min = value, .max = value, .value = value});
        }
    }
    return line;
}

/// With what lies between the least and the largest of a pixel; one for each counter of that name.
std::vector<RadarChart::Line> RadarChart::counterLines(std::size_t row) const
{
    const auto* answer = m_taken ? std::get_if<query::Counters>(m_taken.get()) : nullptr;
    std::vector<Line> lines;
    if (answer == nullptr) {
        return lines;
    }
    for (const query::CounterRow& one : answer->rows) {
        const MetricMember* metric = trace().definitions->find(one.metric);
        if (one.location != m_rows[row] || metric == nullptr) {
            continue;
        }
        const Columns columns{.range = answer->window, .count = answer->columns};
        lines.push_back(
            geometry::makeCounterBars(one, geometry::holdOf(metric->mode), columns, scale()));
    }
    return lines;
}

}  // namespace vellum::gui::charts
