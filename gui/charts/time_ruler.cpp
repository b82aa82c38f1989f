#include "gui/charts/time_ruler.h"

#include "gui/charts/device_pixels.h"
#include "gui/data/time_text.h"
#include "gui/geometry/timeline_geometry.h"
#include "gui/painters/timeline_painter.h"
#include "gui/theme/theme.h"

#include <QFontMetrics>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace vellum::gui::charts {

TimeRuler::TimeRuler(models::ViewHistory& view, ClockProperties clock, QWidget* parent)
    : QWidget(parent)
    , m_view(view)
    , m_clock(std::move(clock))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Time ruler"));
    setToolTip(tr("Double-click: full range"));
    connect(&view, &models::ViewHistory::changed, this, qOverload<>(&TimeRuler::update));
}

void TimeRuler::setMargins(int left, int right)
{
    if (left != m_left || right != m_right) {
        m_left = left;
        m_right = right;
        update();
    }
}

void TimeRuler::setPointer(std::optional<Tick> tick)
{
    if (tick != m_pointer) {
        m_pointer = tick;
        update();
    }
}

void TimeRuler::setInstant(std::optional<Tick> tick)
{
    if (tick != m_instant) {
        m_instant = tick;
        update();
    }
}

void TimeRuler::setDragged(std::optional<TickRange> range)
{
    if (range != m_dragged) {
        m_dragged = range;
        update();
    }
}

void TimeRuler::setSelected(std::optional<TickRange> range)
{
    if (range != m_selected) {
        m_selected = range;
        update();
    }
}

void TimeRuler::setMarks(std::vector<Mark> marks)
{
    m_marks = std::move(marks);
    update();
}

void TimeRuler::showWhatIsOn(const TimeRuler& other)
{
    setMargins(other.m_left, other.m_right);
    setInstant(other.m_instant);
    setSelected(other.m_selected);
    setMarks(other.m_marks);
}

void TimeRuler::paintMarks(QPainter& painter, const QRect& area, double ratio) const
{
    const theme::Theme& theme = theme::currentTheme();
    const geometry::TimeScale scale{.range = m_view.range(), .widthPx = area.width()};
    const int size = static_cast<int>(std::lround(6 * ratio));
    for (const Mark& mark : m_marks) {
        const double begin = scale.xOf(mark.range.begin);
        const double end = scale.xOf(mark.range.end);
        if (end < 0 || begin > area.width()) {
            continue;
        }
        const int left = area.left() + static_cast<int>(std::max(0.0, begin));
        const int right = area.left() + static_cast<int>(std::min<double>(area.width(), end));
        const int bottom = area.bottom() - size;
        painter.fillRect(left, bottom + size - size / 3, right - left, size / 3, theme.refining);
        if (begin >= 0) {
            painter.fillRect(left, bottom, std::max(1, size / 4), size, theme.refining);
            painter.fillRect(left, bottom, size, size / 2 + 1, theme.refining);
        }
    }
}

/// A triangle that stands on the charts, where the line through them begins.
void TimeRuler::paintInstant(QPainter& painter, const QRect& area, double ratio) const
{
    const geometry::TimeScale scale{.range = m_view.range(), .widthPx = area.width()};
    if (!m_instant || !m_view.range().contains(*m_instant)) {
        return;
    }
    const double x = area.left() + std::floor(scale.xOf(*m_instant)) + 0.5;
    const double size = 5 * ratio;
    const double bottom = area.bottom() + 1;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme::currentTheme().accent);
    painter.drawPolygon(
        QPolygonF({{x - size, bottom - 1.4 * size}, {x + size, bottom - 1.4 * size}, {x, bottom}}));
    painter.restore();
}

bool TimeRuler::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const geometry::TimeScale scale{
            .range = m_view.range(), .widthPx = std::max(1, width() - m_left - m_right)};
        if (help->pos().x() < m_left && !m_cutBase.isEmpty()) {
            QToolTip::showText(help->globalPos(), m_cutBase, this);
            return true;
        }
        constexpr double kReachPx = 6;
        for (const Mark& mark : m_marks) {
            const double x = help->pos().x() - m_left;
            if (x >= scale.xOf(mark.range.begin) - kReachPx
                && x <= scale.xOf(mark.range.end) + kReachPx) {
                QToolTip::showText(help->globalPos(), mark.text, this);
                return true;
            }
        }
    }
    return QWidget::event(event);
}

QSize TimeRuler::sizeHint() const
{
    return {100, fontMetrics().height() + 10};
}

void TimeRuler::mouseDoubleClickEvent(QMouseEvent* /*event*/)
{
    m_view.showWhole();
}

void TimeRuler::paintEvent(QPaintEvent* /*event*/)
{
    const theme::Theme& theme = theme::currentTheme();
    QPainter painter(this);
    const DevicePixels pixels(painter, *this);
    const QRect all = pixels.rect(rect());
    const QRect area = pixels.rect(QRect(m_left, 0, width() - m_left - m_right, height()));
    painter.fillRect(all, theme.window);
    painter.fillRect(all.left(), all.bottom(), all.width(), 1, theme.line);
    if (area.width() <= 0) {
        return;
    }

    const QFont font = pixels.font(this->font(), 0.92);
    const QFontMetrics metrics(font);
    const geometry::TimeAxis axis = geometry::makeTimeAxis(
        m_view.range(), m_clock, area.width(), metrics.averageCharWidth() * 16);
    const geometry::TimeScale scale{.range = m_view.range(), .widthPx = area.width()};
    const std::optional<TickRange> shown = m_dragged ? m_dragged : m_selected;
    const bool isSeen = shown && !shown->intersected(m_view.range()).isEmpty();
    const Pill pill = isSeen ? pillOf(*shown, area, font) : Pill{};
    painters::paintAxis(painter, axis, area, font, pill.place);
    painter.setPen(theme.mutedInk);
    const int baseRoom = std::max(0, area.left() - metrics.height() / 2);
    const QString base = metrics.elidedText(axis.base, Qt::ElideMiddle, baseRoom);
    m_cutBase = base == axis.base ? QString() : axis.base;
    painter.drawText(
        QRect(metrics.height() / 2, 0, baseRoom, all.height()), Qt::AlignVCenter, base);

    paintMarks(painter, area, pixels.ratio());
    paintInstant(painter, area, pixels.ratio());
    if (isSeen) {
        const TickRange seen = shown->intersected(m_view.range());
        const double begin = scale.xOf(seen.begin);
        const double end = scale.xOf(seen.end);
        painter.fillRect(
            QRectF(area.left() + begin, area.top(), end - begin, area.height()), theme.selection);
        paintPill(painter, pill);
    }
    if (m_pointer && !m_dragged) {
        const int x = area.left() + static_cast<int>(scale.xOf(*m_pointer));
        painter.fillRect(x, area.top(), 1, area.height(), theme.accent);
    }
}

/// Above the middle of what is seen of \p range, within \p area.
TimeRuler::Pill TimeRuler::pillOf(TickRange range, const QRect& area, const QFont& font) const
{
    Pill pill{
        .text = QStringLiteral("Δ ") + data::durationText(range.length(), m_clock), .font = font};
    pill.font.setBold(true);
    const QFontMetrics metrics(pill.font);
    const geometry::TimeScale scale{.range = m_view.range(), .widthPx = area.width()};
    const TickRange seen = range.intersected(m_view.range());
    const double centre = area.left() + (scale.xOf(seen.begin) + scale.xOf(seen.end)) / 2;
    const double width = metrics.horizontalAdvance(pill.text) + metrics.height();
    const double height = metrics.height() + 2;
    const double left = std::clamp(
        centre - width / 2,
        static_cast<double>(area.left()),
        std::max<double>(area.left(), area.right() - width));
    pill.place = QRectF(left, (area.height() - height) / 2, width, height);
    return pill;
}

void TimeRuler::paintPill(QPainter& painter, const Pill& pill)
{
    const theme::Theme& theme = theme::currentTheme();
    const double radius = pill.place.height() / 2;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.accent);
    painter.drawRoundedRect(pill.place, radius, radius);
    painter.setPen(theme.panel);
    painter.setFont(pill.font);
    painter.drawText(pill.place, Qt::AlignCenter, pill.text);
}

}  // namespace vellum::gui::charts
