#include "gui/charts/counters/counter_difference_canvas.h"

#include "common/base/number_text.h"
#include "gui/charts/device_pixels.h"
#include "gui/data/wording.h"
#include "gui/painters/counter_painter.h"
#include "gui/theme/scales.h"
#include "gui/theme/theme.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace vellum::gui::charts {

namespace {

constexpr int kBeside = 8;  ///< beside numbers and names
constexpr int kAbove = 4;   ///< above the greatest difference, and below the least
constexpr std::size_t kMostInLine = 4;
constexpr double kLetterSize = 0.92;

QColor colorOf(std::size_t curve)
{
    const auto& series = theme::currentTheme().series;
    return series[curve % series.size()];
}

/// As the scale of differences has it, strong enough for a line on a chart's ground: the scale itself is a ground for letters.
QColor lineColor(double strength)
{
    constexpr int kLighter = 190;
    constexpr int kDarker = 115;
    const QColor color = theme::differenceColor(strength);
    const bool isDark = theme::currentTheme().panel.lightnessF() < 0.5;
    return isDark ? color.lighter(kLighter) : color.darker(kDarker);
}

QString quantity(double value, const std::string& unit)
{
    return QString::fromStdString(quantityText(value, unit));
}

}  // namespace

CounterDifferenceCanvas::CounterDifferenceCanvas(QWidget* parent) : QWidget(parent)
{
    QWidget::setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Difference of a counter"));
}

// ---- What is shown ---------------------------------------------------------------------------

void CounterDifferenceCanvas::setResult(std::shared_ptr<const Result> result)
{
    if (result != m_result) {
        m_result = std::move(result);
        layOut();
    }
}

void CounterDifferenceCanvas::setRange(TickRange range)
{
    if (range != m_range) {
        m_range = range;
        m_cursor.reset();
        layOut();
    }
}

void CounterDifferenceCanvas::setTimePlace(int left, int width)
{
    if (left != m_left || width != m_width) {
        m_left = left;
        m_width = width;
        m_cursor.reset();
        layOut();
        emit columnsChanged(scale().widthPx);
    }
}

void CounterDifferenceCanvas::setEmptyText(const QString& text)
{
    m_emptyText = text;
    update();
}

void CounterDifferenceCanvas::setLetters(const QString& a, const QString& b)
{
    m_a = a;
    m_b = b;
}

geometry::TimeScale CounterDifferenceCanvas::scale() const
{
    return {
        .range = m_range,
        .widthPx = std::max(1, static_cast<int>(std::lround(m_width * devicePixelRatioF())))};
}

void CounterDifferenceCanvas::layOut()
{
    m_bars.clear();
    if (m_result != nullptr && m_width > 0 && !m_range.isEmpty()) {
        const Columns answered{.range = m_result->window, .count = std::int64_t{m_result->columns}};
        const geometry::TimeScale to = scale();
        for (const auto& curve : m_result->curves) {
            m_bars.push_back(
                {.inA = geometry::makeCounterBars(curve.inA, answered, to),
                 .inB = geometry::makeCounterBars(curve.inB, answered, to),
                 .difference = geometry::makeCounterBars(curve.difference, answered, to)});
        }
    }
    update();
}

geometry::CounterExtent CounterDifferenceCanvas::extent() const
{
    geometry::CounterExtent extent;
    for (const CurveBars& curve : m_bars) {
        for (const geometry::CounterBar& bar : curve.difference) {
            extent.least = std::min(extent.least, bar.min);
            extent.most = std::max(extent.most, bar.max);
        }
    }
    return extent;
}

// ---- Words -----------------------------------------------------------------------------------

/// "+12.3 W".
QString CounterDifferenceCanvas::changeText(double difference) const
{
    const QString text = quantity(std::abs(difference), m_result->unit);
    return difference < 0   ? QStringLiteral("−") + text
           : difference > 0 ? QStringLiteral("+") + text
                            : text;
}

QString CounterDifferenceCanvas::curveText(std::size_t curve, int x) const
{
    const auto a = geometry::barAt(m_bars[curve].inA, x);
    const auto b = geometry::barAt(m_bars[curve].inB, x);
    const auto difference = geometry::barAt(m_bars[curve].difference, x);
    const QString name = m_result->curves[curve].name;
    if (!a && !b) {
        return tr("%1: no sample").arg(name);
    }
    if (!difference) {
        const double value = a ? a->value : b->value;
        return tr("%1: %2 in %3, no sample in %4")
            .arg(name, quantity(value, m_result->unit), a ? m_a : m_b, a ? m_b : m_a);
    }
    QString text = tr("%1: %2 in %3, %4 in ")
                       .arg(name, quantity(a->value, m_result->unit), m_a)
                       .arg(quantity(b->value, m_result->unit))
                   + m_b + QStringLiteral(": ") + changeText(difference->value);
    if (difference->min < difference->max) {
        text += tr(" (%1 … %2)").arg(changeText(difference->min), changeText(difference->max));
    }
    return text;
}

QString CounterDifferenceCanvas::textAt(int x) const
{
    QStringList lines;
    for (std::size_t i = 0; i < std::min(kMostInLine, m_bars.size()); ++i) {
        lines << curveText(i, x);
    }
    if (m_bars.size() > kMostInLine) {
        lines << QStringLiteral("…");
    }
    return lines.join(QStringLiteral("  ·  "));
}

// ---- Painting --------------------------------------------------------------------------------

void CounterDifferenceCanvas::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    const theme::Theme& theme = theme::currentTheme();
    const DevicePixels pixels(painter, *this);
    const QRect all = pixels.rect(rect());
    painter.fillRect(all, theme.panel);
    if (m_bars.empty()) {
        painter.setFont(pixels.font(font()));
        painter.setPen(theme.mutedInk);
        painter.drawText(all, Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    const int left = pixels.of(m_left);
    painter.fillRect(0, 0, left, all.height(), theme.window);
    const QRect area(
        left,
        pixels.of(kAbove),
        scale().widthPx,
        std::max(1, all.height() - 2 * pixels.of(kAbove)));
    painter.setFont(pixels.font(font(), kLetterSize));
    const int right = left - pixels.of(kBeside);
    const int widest = painters::paintValueAxis(
        painter,
        {.labels = QRect(0, 0, right, all.height()),
         .area = area,
         .extent = extent(),
         .unit = m_result->unit});
    const int nameLeft = pixels.of(kBeside);
    paintNames(
        painter,
        {nameLeft, pixels.of(kAbove), std::max(0, right - widest - 2 * nameLeft), all.height()});
    painter.setClipRect(area.adjusted(0, -area.top(), 0, area.top()));
    paintCurves(painter, area, pixels.ratio());
    if (m_cursor) {
        painter.fillRect(
            left + *m_cursor, 0, std::max(1, pixels.of(1)), all.height(), theme.accent);
    }
}

void CounterDifferenceCanvas::paintCurves(QPainter& painter, const QRect& area, double ratio) const
{
    const geometry::CounterExtent shown = extent();
    const int zero =
        area.bottom() + 1 - static_cast<int>(std::lround(shown.shareOf(0) * area.height()));
    if (m_bars.size() == 1) {
        const QRect clip = painter.clipBoundingRect().toAlignedRect();
        const auto paintHalf = [&](int top, int bottom, double strength) {
            painter.save();
            painter.setClipRect(QRect(clip.left(), top, clip.width(), bottom - top));
            painters::paintCurve(
                painter,
                m_bars.front().difference,
                shown,
                area,
                lineColor(strength),
                painters::CurveStyle::Area,
                ratio);
            painter.restore();
        };
        paintHalf(clip.top(), zero, 1);
        paintHalf(zero, clip.bottom() + 1, -1);
    }
    for (std::size_t i = 0; i < m_bars.size() && m_bars.size() > 1; ++i) {
        painters::paintCurve(
            painter,
            m_bars[i].difference,
            shown,
            area,
            colorOf(i),
            painters::CurveStyle::Steps,
            ratio);
    }
    // Over all of it, and just where curves have it: what is the same has no colour.
    painters::paintCurve(
        painter,
        {{.begin = 0, .end = area.width()}},
        shown,
        area,
        theme::currentTheme().mutedInk,
        painters::CurveStyle::Steps,
        ratio);
}

/// One below the other, each with a stroke in the colour of its curve; a single one needs none.
void CounterDifferenceCanvas::paintNames(QPainter& painter, const QRect& area) const
{
    const theme::Theme& theme = theme::currentTheme();
    const QFontMetrics metrics(painter.font());
    const bool hasStrokes = m_bars.size() > 1;
    const int stroke = hasStrokes ? metrics.height() / 2 : 0;
    const int indent = hasStrokes ? stroke + metrics.height() / 3 : 0;
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        const int top = area.top() + static_cast<int>(i) * metrics.height();
        if (top + metrics.height() > area.bottom()) {
            break;
        }
        const QRect place(area.left() + indent, top, area.width() - indent, metrics.height());
        painter.fillRect(
            area.left(), place.center().y() - 1, stroke, std::max(2, stroke / 4), colorOf(i));
        painter.setPen(theme.mutedInk);
        painter.drawText(
            place,
            Qt::AlignVCenter | Qt::TextSingleLine,
            metrics.elidedText(m_result->curves[i].name, Qt::ElideMiddle, place.width()));
    }
}

// ---- Mouse and keys --------------------------------------------------------------------------

std::optional<int> CounterDifferenceCanvas::xOf(QPoint position) const
{
    const auto x = static_cast<int>(std::floor((position.x() - m_left) * devicePixelRatioF()));
    return x >= 0 && x < scale().widthPx && !m_bars.empty() ? std::optional(x) : std::nullopt;
}

void CounterDifferenceCanvas::mouseMoveEvent(QMouseEvent* event)
{
    const auto x = xOf(event->position().toPoint());
    emit hovered(x ? textAt(*x) : QString());
}

void CounterDifferenceCanvas::leaveEvent(QEvent* event)
{
    emit hovered(QString());
    QWidget::leaveEvent(event);
}

void CounterDifferenceCanvas::mousePressEvent(QMouseEvent* event)
{
    const auto x = xOf(event->position().toPoint());
    if (event->button() == Qt::LeftButton && x) {
        setCursorAt(*x);
    }
}

void CounterDifferenceCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    const auto x = xOf(event->position().toPoint());
    if (event->button() == Qt::LeftButton && x) {
        choose(*x);
    }
}

void CounterDifferenceCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    emit menuWanted(event->globalPos());
}

void CounterDifferenceCanvas::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void CounterDifferenceCanvas::choose(int x)
{
    emit tickChosen(scale().tickAt(x));
}

void CounterDifferenceCanvas::setCursorAt(int x)
{
    m_cursor = x;
    emit hovered(textAt(x));
    update();
}

void CounterDifferenceCanvas::moveCursor(int key)
{
    std::vector<int> stops;
    for (const CurveBars& curve : m_bars) {
        for (const geometry::CounterBar& bar : curve.difference) {
            stops.push_back(bar.begin);
        }
    }
    std::ranges::sort(stops);
    if (stops.empty()) {
        return;
    }
    const int at = m_cursor.value_or(-1);
    const auto behind = std::ranges::upper_bound(stops, at);
    const auto from = std::ranges::lower_bound(stops, at);
    int next = stops.front();
    if (key == Qt::Key_End) {
        next = stops.back();
    } else if (key == Qt::Key_Right) {
        next = behind != stops.end() ? *behind : stops.back();
    } else if (key == Qt::Key_Left && from != stops.begin()) {
        next = *std::prev(from);
    }
    setCursorAt(next);
}

void CounterDifferenceCanvas::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Home:
    case Qt::Key_End:
        moveCursor(event->key());
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_cursor) {
            choose(*m_cursor);
            return;
        }
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

void CounterDifferenceCanvas::goToCursor()
{
    if (m_cursor) {
        choose(*m_cursor);
    }
}

void CounterDifferenceCanvas::goToGreatest()
{
    const geometry::CounterBar* greatest = nullptr;
    for (const CurveBars& curve : m_bars) {
        for (const geometry::CounterBar& bar : curve.difference) {
            if (greatest == nullptr || std::abs(bar.value) > std::abs(greatest->value)) {
                greatest = &bar;
            }
        }
    }
    if (greatest != nullptr) {
        setCursorAt(greatest->begin);
        choose(greatest->begin);
    }
}

}  // namespace vellum::gui::charts
