// The other half of TimeChart: what mouse, wheel and keys do.

#include "gui/charts/gesture_sizes.h"
#include "gui/charts/time_chart.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace vellum::gui::charts {

void TimeChart::clickAt(QPoint /*position*/, bool /*isDouble*/) {}

void TimeChart::wheelEvent(QWheelEvent* event)
{
    const double notches = event->angleDelta().y() / 120.0;
    const double sideways = event->angleDelta().x() / 120.0;
    const bool overLabels = event->position().x() < labelWidth();
    WheelAction action = wheelAction(navigation(), event->modifiers(), overLabels);
    const bool isPlain = !(event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier));
    if (isPlain && !overLabels && std::abs(sideways) > std::abs(notches)) {
        action = WheelAction::Pan;
    }
    m_gestureEnd.start();
    QScrollBar* bar = verticalScrollBar();
    switch (action) {
    case WheelAction::RowHeight:
    case WheelAction::ScrollRows:
        bar->setValue(bar->value() - static_cast<int>(notches * 3 * bar->singleStep()));
        break;
    case WheelAction::Pan:
        pan(-(sideways != 0 ? sideways : notches) * kPanShare);
        break;
    case WheelAction::Zoom:
        if (notches != 0) {
            m_context.view.zoomAbout(
                tickAt(event->position().x()), std::pow(kWheelStep, notches), m_gesture);
        }
        break;
    }
    event->accept();
}

void TimeChart::pan(double share)
{
    models::ViewHistory& view = m_context.view;
    const auto ticks = static_cast<Tick>(share * static_cast<double>(view.range().length()));
    view.pan(ticks != 0 ? ticks : (share < 0 ? -1 : 1), m_gesture);
}

void TimeChart::mousePressEvent(QMouseEvent* event)
{
    if (m_drag != Drag::None) {
        return;  // another button, while one is held
    }
    const QPoint position = event->position().toPoint();
    m_dragButton = event->button();
    m_pressedRange = m_context.view.range();
    m_pressedAt = position;
    m_lastAt = position;
    m_bar->hide();
    const bool isLeft = event->button() == Qt::LeftButton;
    if (isLeft && isOnLabelEdge(position.x(), labelWidth())) {
        m_drag = Drag::LabelEdge;
        beginLabelDrag();
    } else {
        beginDrag(*event, position.x() >= labelWidth());
    }
}

void TimeChart::beginDrag(QMouseEvent& event, bool isOnCanvas)
{
    m_dragAction =
        isOnCanvas ? dragAction(navigation(), event.button(), event.modifiers()) : DragAction::None;
    const bool isLeft = event.button() == Qt::LeftButton;
    m_drag = isLeft || m_dragAction != DragAction::None ? Drag::Pressed : Drag::None;
    m_anchor = tickAt(event.position().x());
    const auto& area = m_context.selection.area();
    if (m_dragAction == DragAction::Extend && area) {
        const Tick middle = area->range.begin + area->range.length() / 2;
        m_anchor = m_anchor < middle ? area->range.end : area->range.begin;
    }
}

void TimeChart::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint position = event->position().toPoint();
    const bool isFar =
        (position - m_pressedAt).manhattanLength() >= QApplication::startDragDistance() / 2;
    if (m_drag == Drag::Pressed && isFar && m_dragAction != DragAction::None) {
        m_drag = m_dragAction == DragAction::Pan ? Drag::Pan : Drag::Range;
        if (m_drag == Drag::Pan) {
            ++m_gesture;
            m_fling.begin();
            viewport()->setCursor(Qt::ClosedHandCursor);
        }
    }
    m_lastAt = position;
    if (m_drag == Drag::Pan) {
        // From where it began: steps may be shorter than a tick, and only their sum is not.
        const double perPx =
            static_cast<double>(m_pressedRange.length()) / std::max(1, canvasRect().width());
        const auto moved = std::llround((m_pressedAt.x() - position.x()) * perPx);
        models::ViewHistory& view = m_context.view;
        view.pan(m_pressedRange.begin + moved - view.range().begin, m_gesture);
        m_fling.track(*event);
    } else if (m_drag == Drag::LabelEdge) {
        dragLabelEdge(position.x());
    } else if (m_drag == Drag::Range) {
        emit rangeDragged(draggedRange());
        viewport()->update();
    } else {
        const bool overEdge = isOnLabelEdge(position.x(), labelWidth());
        viewport()->setCursor(overEdge ? Qt::SplitHCursor : Qt::ArrowCursor);
    }
    hover(position);
}

void TimeChart::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != m_dragButton) {
        return;
    }
    viewport()->setCursor(Qt::ArrowCursor);
    m_lastAt = event->position().toPoint();
    if (m_drag == Drag::Range) {
        finishDrag();
    } else {
        const Drag drag = std::exchange(m_drag, Drag::None);
        if (drag == Drag::LabelEdge) {
            endLabelDrag();
        } else if (drag == Drag::Pan) {
            m_fling.letGo(*event, canvasRect().width(), title(), m_gesture++);
        } else if (drag == Drag::Pressed && event->button() == Qt::LeftButton) {
            clickAt(m_lastAt, false);
        } else if (event->button() == Qt::RightButton) {
            emit menuWanted(event->globalPosition().toPoint());
        }
    }
    viewport()->update();
}

void TimeChart::setFlings(bool flings)
{
    Chart::setFlings(flings);
    m_fling.setOn(flings);
}

void TimeChart::dropDrag()
{
    m_drag = Drag::None;
    emit rangeDragged(std::nullopt);
    viewport()->update();
}

void TimeChart::finishDrag()
{
    const TickRange range = draggedRange();
    dropDrag();
    if (range.isEmpty()) {
        return;
    }
    if (m_dragAction == DragAction::Zoom) {
        m_context.view.showRange(range, tr("zoom"));
    } else if (m_dragAction == DragAction::Select || m_dragAction == DragAction::Extend) {
        m_context.selection.selectArea({.range = range});
        m_bar->showAt(m_lastAt, false);
    }
}

TickRange TimeChart::draggedRange() const
{
    const Tick here = tickAt(m_lastAt.x());
    return TickRange{.begin = std::min(m_anchor, here), .end = std::max(m_anchor, here)}
        .intersected(m_context.view.range());
}

void TimeChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        return;
    }
    const QPoint position = event->position().toPoint();
    if (isOnLabelEdge(position.x(), labelWidth())) {
        emit labelFitWanted();
    } else {
        clickAt(position, true);
    }
}

void TimeChart::hover(QPoint position)
{
    if (!canvasRect().contains(position)) {
        leaveHover();
        return;
    }
    m_hovered = position;
    QToolTip::hideText();
    emit pointerMoved(tickAt(position.x()));
    emit pathHovered(textAt(position));
    viewport()->update();
}

/// The picture below the pointer, which rests, is another one.
void TimeChart::sayAgain()
{
    if (!m_hovered || m_drag != Drag::None) {
        return;
    }
    emit pathHovered(textAt(*m_hovered));
    if (QToolTip::isVisible() && QToolTip::text() != tipAt(*m_hovered)) {
        QToolTip::hideText();
    }
}

void TimeChart::leaveHover()
{
    if (m_hovered) {
        m_hovered.reset();
        emit pointerMoved(std::nullopt);
        emit pathHovered({});
        viewport()->update();
    }
}

bool TimeChart::viewportEvent(QEvent* event)
{
    std::optional<models::ViewHistory::Within> within;
    if (event->isInputEvent()) {  // others come while there is no title yet
        within.emplace(m_context.view, title());
    }
    if (event->type() == QEvent::Leave) {
        leaveHover();
    } else if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString tip = tipAt(help->pos());
        if (!tip.isEmpty()) {
            QToolTip::showText(help->globalPos() + QPoint(12, 16), tip, this);
        }
        return true;
    }
    return Chart::viewportEvent(event);
}

void TimeChart::keyPressEvent(QKeyEvent* event)
{
    const models::ViewHistory::Within within(m_context.view, title());
    if (!handleKey(*event) && !(m_keyTarget != nullptr && m_keyTarget->handleKey(*event))) {
        Chart::keyPressEvent(event);
    }
}

bool TimeChart::handleKey(const QKeyEvent& event)
{
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) {
        return false;
    }
    QScrollBar* bar = verticalScrollBar();
    const bool isDragging = m_drag == Drag::Range || m_drag == Drag::Pressed;
    if (event.key() == Qt::Key_Escape && isDragging) {
        dropDrag();
        return true;
    }
    if ((event.key() == Qt::Key_Up || event.key() == Qt::Key_Down) && bar->maximum() > 0) {
        const int step = event.key() == Qt::Key_Up ? -1 : 1;
        bar->setValue(bar->value() + step * bar->singleStep());
        return true;
    }
    return false;
}

}  // namespace vellum::gui::charts
