#include "gui/charts/chart.h"

#include "gui/theme/theme.h"

#include <QCursor>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace vellum::gui::charts {

namespace {

constexpr int kLeastLabelPx = 60;

}  // namespace

void Chart::fillMenu(QMenu& /*menu*/) {}

RegionRef Chart::functionAt(QPoint /*position*/) const
{
    return RegionRef::undefined();
}

void Chart::keyPressEvent(QKeyEvent* event)
{
    const bool isOther = event->key() == Qt::Key_F10 && event->modifiers() == Qt::ShiftModifier;
    if (event->key() != Qt::Key_Menu && !isOther) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    const QPoint pointer = viewport()->mapFromGlobal(QCursor::pos());
    const QPoint beside(labelWidth(), fontMetrics().height());
    emit menuWanted(
        viewport()->mapToGlobal(viewport()->rect().contains(pointer) ? pointer : beside));
}

void Chart::applySettings(const QVariantMap& /*settings*/) {}

void Chart::recordChoice(const QString& action, const std::function<void()>& change)
{
    const QVariantMap all = choices();
    change();
    const QVariantMap now = choices();
    QVariantMap before;
    QVariantMap after;
    for (auto one = now.begin(); one != now.end(); ++one) {
        if (all.value(one.key()) != one.value()) {
            before.insert(one.key(), all.value(one.key()));
            after.insert(one.key(), one.value());
        }
    }
    if (!after.isEmpty()) {
        emit chosen(action, before, after);
    }
}

void Chart::showLocation(LocationRef /*location*/) {}

void Chart::fillTimeZoomMenu(QMenu& menu, models::ViewHistory& view, const QString& chart)
{
    QAction* time = menu.addAction(tr("Reset hori&zontal zoom"), &view, [&view, chart] {
        const models::ViewHistory::Within within(view, chart);
        view.showRange(view.whole(), tr("reset horizontal zoom"));
    });
    time->setEnabled(view.range() != view.whole());
}

void Chart::setLabelWidth(int width)
{
    if (width != m_labelWidth) {
        m_labelWidth = std::max(kLeastLabelPx, width);
        updateLayout();
    }
}

void Chart::dragLabelEdge(int width)
{
    setLabelWidth(
        std::clamp(width, kLeastLabelPx, std::max(kLeastLabelPx, viewport()->width() / 2)));
    emit labelWidthChanged();
}

void Chart::endLabelDrag()
{
    if (labelWidth() != m_labelWidthBefore) {
        emit labelWidthChosen(m_labelWidthBefore);
    }
}

int Chart::scrollBarWidth() const
{
    const QScrollBar* bar = verticalScrollBar();
    return bar->maximum() > bar->minimum() ? bar->sizeHint().width() : 0;
}

int Chart::reservedWidth() const
{
    return verticalScrollBar()->sizeHint().width();
}

void Chart::setRightMargin(int width)
{
    m_rightMargin = width;
    setViewportMargins(0, 0, std::max(0, width - scrollBarWidth()), 0);
}

void Chart::updateMargin()
{
    setRightMargin(std::max(m_rightMargin, scrollBarWidth()));
    emit marginChanged();
}

void Chart::announceSize()
{
    if (!m_isSized) {
        m_isSized = true;
        emit sizeHintChanged();
    }
}

void Chart::setPointer(std::optional<Tick> tick)
{
    if (tick != m_pointer) {
        m_pointer = tick;
        viewport()->update();
    }
}

void Chart::paintInstant(QPainter& painter, const QRect& place, double ratio)
{
    const int dash = std::max(1, static_cast<int>(std::lround(4 * ratio)));
    for (int top = place.top(); top <= place.bottom(); top += 2 * dash) {
        painter.fillRect(place.left(), top, 1, dash, theme::currentTheme().accent);
    }
}

void Chart::setDragged(std::optional<TickRange> range)
{
    if (range != m_dragged) {
        m_dragged = range;
        viewport()->update();
    }
}

}  // namespace vellum::gui::charts
