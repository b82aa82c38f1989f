#include "gui/painters/counter_painter.h"

#include "gui/geometry/value_axis.h"
#include "gui/theme/theme.h"

#include <QFontMetrics>

#include <algorithm>
#include <cmath>

namespace vellum::gui::painters {

namespace {

constexpr int kLeastTextShare = 3;  ///< a row is at least so many times as wide as its range
constexpr float kBackdropOpacity = 0.6F;

}  // namespace

void paintCounter(
    QPainter& painter,
    const std::vector<geometry::CounterBar>& bars,
    const geometry::CounterExtent& extent,
    const QRect& area,
    double ratio)
{
    const theme::Theme& theme = theme::currentTheme();
    const int line = std::max(1, static_cast<int>(std::lround(ratio)));
    const int room =
        std::max(0, area.height() - line);  // the largest value's line lies inside, too
    const auto yOf = [&](double value) {
        const double share = extent.shareOf(value) * room;
        return area.bottom() + 1 - static_cast<int>(std::lround(share));
    };
    const int zero = yOf(0);
    for (const geometry::CounterBar& bar : bars) {
        const int left = area.left() + bar.begin;
        const int width = bar.end - bar.begin;
        const int low = yOf(bar.min);
        const int high = yOf(bar.max);
        // Up to what the value surely is, above or below 0.
        const int nearest = std::clamp(zero, high, low);
        painter.fillRect(
            left, std::min(zero, nearest), width, std::abs(zero - nearest), theme.counter);
        painter.fillRect(left, high, width, low - high, theme.counterBand);
        painter.fillRect(left, yOf(bar.value) - line, width, line, theme.counterLine);
    }
}

void paintCurve(
    QPainter& painter,
    const std::vector<geometry::CounterBar>& bars,
    const geometry::CounterExtent& extent,
    const QRect& area,
    const QColor& color,
    CurveStyle style,
    double ratio)
{
    const int line = std::max(1, static_cast<int>(std::lround(1.4 * ratio)));
    const int room = std::max(0, area.height() - line);
    const auto yOf = [&](double value) {
        return area.bottom() + 1 - static_cast<int>(std::lround(extent.shareOf(value) * room));
    };
    QColor band = color;
    band.setAlphaF(0.28F);
    QColor fill = color;
    fill.setAlphaF(0.18F);
    const int zero = yOf(0);
    QPolygonF path;
    int lastEnd = -1;
    int lastY = 0;
    for (const geometry::CounterBar& bar : bars) {
        const int left = area.left() + bar.begin;
        const int width = bar.end - bar.begin;
        const int y = yOf(bar.value);
        const int high = yOf(bar.max);
        if (style == CurveStyle::Area) {
            painter.fillRect(left, std::min(zero, y), width, std::abs(zero - y), fill);
        }
        painter.fillRect(left, high, width, yOf(bar.min) - high, band);
        if (style == CurveStyle::Line) {
            path << QPointF(left + width / 2.0, y - line / 2.0);
            continue;
        }
        painter.fillRect(left, y - line, width, line, color);
        if (lastEnd == bar.begin && std::abs(y - lastY) > line) {  // the riser
            painter.fillRect(
                left - line / 2,
                std::min(y, lastY) - line,
                line,
                std::abs(y - lastY) + line,
                color);
        }
        lastEnd = bar.end;
        lastY = y;
    }
    if (!path.isEmpty()) {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(color, line, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
        painter.setBrush(Qt::NoBrush);
        path.size() > 1 ? painter.drawPolyline(path) : painter.drawPoint(path.front());
        painter.restore();
    }
}

int paintValueAxis(QPainter& painter, const ValueAxis& axis)
{
    const theme::Theme& theme = theme::currentTheme();
    const QFontMetrics metrics(painter.font());
    const QRect& area = axis.area;
    const auto ticks = geometry::makeValueTicks(
        axis.extent.least,
        axis.extent.most,
        std::max(1, area.height() / (2 * metrics.height())),
        axis.unit);
    QColor line = theme.mutedInk;
    line.setAlphaF(0.22F);
    int widest = 0;
    for (const geometry::ValueTick& tick : ticks) {
        const int y =
            area.bottom() + 1
            - static_cast<int>(std::lround(axis.extent.shareOf(tick.value) * area.height()));
        painter.fillRect(area.left(), y, area.width(), 1, line);
        const QString text = QString::fromStdString(tick.label);
        const int lowest = std::max(axis.labels.top(), axis.labels.bottom() + 1 - metrics.height());
        const int top = std::clamp(y - metrics.height() / 2, axis.labels.top(), lowest);
        painter.setPen(theme.mutedInk);
        painter.drawText(
            QRect(axis.labels.left(), top, axis.labels.width(), metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter,
            text);
        widest = std::max(widest, metrics.horizontalAdvance(text));
    }
    return widest;
}

QRect paintCounterRange(
    QPainter& painter, const QString& text, const QRect& area, const QFont& font, double ratio)
{
    const theme::Theme& theme = theme::currentTheme();
    const QFontMetrics metrics(font);
    const int padding = static_cast<int>(std::lround(4 * ratio));
    const int width = metrics.horizontalAdvance(text) + 2 * padding;
    if (metrics.ascent() + 2 > area.height() || width * kLeastTextShare > area.width()) {
        return {};
    }
    const QRect place(area.right() + 1 - width, area.top(), width, area.height());
    QColor backdrop = theme.row;
    backdrop.setAlphaF(kBackdropOpacity);
    painter.fillRect(place, backdrop);
    painter.setFont(font);
    painter.setPen(theme.ink);
    painter.drawText(place, Qt::AlignCenter | Qt::TextSingleLine, text);
    return place;
}

}  // namespace vellum::gui::painters
