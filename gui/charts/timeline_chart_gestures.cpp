// What mouse, wheel and drags do to TimelineChart; what is under the pointer is in timeline_chart_pointing.cpp.

#include "gui/charts/gesture_sizes.h"
#include "gui/charts/timeline_chart.h"

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

namespace {

constexpr double kSnapPx = 5;

}  // namespace

// ---- Wheel ----------------------------------------------------------------------------------

void TimelineChart::wheelEvent(QWheelEvent* event)
{
    const QPointF position = event->position();
    // Qt turns a wheel with Alt sideways; a touch pad may turn both ways at once.
    const double notches = event->angleDelta().y() / 120.0;
    const double sideways = event->angleDelta().x() / 120.0;
    const bool overLabels = position.x() < labelWidth();
    WheelAction action = wheelAction(navigation(), event->modifiers(), overLabels);
    const bool isPlain = !(event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier));
    if (isPlain && !overLabels && std::abs(sideways) > std::abs(notches)) {
        action = WheelAction::Pan;
    }
    m_gestureEnd.start();
    switch (action) {
    case WheelAction::RowHeight:
        changeRowHeight(notches);
        break;
    case WheelAction::ScrollRows:
        verticalScrollBar()->setValue(
            verticalScrollBar()->value() - static_cast<int>(notches * 3 * rowHeight()));
        break;
    case WheelAction::Pan:
        panStep(-(sideways != 0 ? sideways : notches) * kPanShare);
        break;
    case WheelAction::Zoom:
        if (notches != 0) {
            m_view.zoomAbout(tickAt(position.x()), std::pow(kWheelStep, notches), m_gesture);
        }
        break;
    }
    event->accept();
}

void TimelineChart::changeRowHeight(double notches)
{
    if (m_view.state().fitsRows) {
        if (notches > 0) {
            toggleFit();  // they cannot be higher and all be seen
        }
        return;
    }
    const int percent = m_view.state().rowHeightPercent;
    const double factor = std::pow(1 / kWheelStep, notches);
    const int next = static_cast<int>(std::lround(percent * factor));
    if (notches == 0) {
        return;
    }
    const models::ViewHistory::Within within(m_view, title());
    // What is under the pointer stays there.
    const int y = m_hovered ? m_hovered->y() : fixedHeight();
    const int row = rowAt(y);
    const double share = row < 0 ? 0 : static_cast<double>(y - rowTop(row)) / rowHeight();
    m_view.setRowHeightPercent(
        next == percent ? percent + (notches > 0 ? 1 : -1) : next, m_gesture);
    if (row >= m_fixedRows) {
        verticalScrollBar()->setValue(
            static_cast<int>(std::lround((row + share) * rowHeight())) - y);
    }
}

// ---- Mouse ----------------------------------------------------------------------------------

void TimelineChart::mousePressEvent(QMouseEvent* event)
{
    if (m_drag != Drag::None) {
        return;  // another button, while one is held
    }
    const QPoint position = event->position().toPoint();
    const bool isLeft = event->button() == Qt::LeftButton;
    m_dragButton = event->button();
    m_pressedRange = m_view.range();
    m_pressedAt = position;
    m_lastAt = position;
    m_bar->hide();
    if (isLeft && isOnLabelEdge(position.x(), labelWidth())) {
        m_drag = Drag::LabelEdge;
        beginLabelDrag();
    } else if (position.x() < labelWidth()) {
        const int row = rowAt(position.y());
        m_drag = isLeft && row >= 0 ? Drag::Label : Drag::None;
        m_draggedRow = row >= 0 ? m_rows[static_cast<std::size_t>(row)].key : models::kNoRow;
    } else {
        m_dragAction = dragAction(navigation(), event->button(), event->modifiers());
        m_drag = isLeft || m_dragAction != DragAction::None ? Drag::Pressed : Drag::None;
        m_anchor = snappedAt(position);
        const auto& area = m_selection.area();
        if (isLeft && isOnAreaEdge(position)) {
            m_dragAction = DragAction::Extend;  // whatever the scheme: the edge is what is meant
            m_drag = Drag::Pressed;
        }
        if (m_dragAction == DragAction::Extend && area) {
            const Tick middle = area->range.begin + area->range.length() / 2;
            m_anchor = m_anchor < middle ? area->range.end : area->range.begin;
        }
    }
}

void TimelineChart::mouseMoveEvent(QMouseEvent* event)
{
    m_pointer = event->globalPosition().toPoint();
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
    m_pointerRow = rowAt(position.y());
    if (m_drag == Drag::Label && isFar) {
        m_drag = Drag::RowMove;
        viewport()->setCursor(Qt::ClosedHandCursor);
    }
    if (m_drag == Drag::RowMove) {
        dragRow(position);
    } else if (m_drag == Drag::Pan) {
        // From where it began: steps may be shorter than a tick, and only their sum is not.
        const double perPx =
            static_cast<double>(m_pressedRange.length()) / std::max(1, canvasRect().width());
        const auto moved = std::llround((m_pressedAt.x() - position.x()) * perPx);
        m_view.pan(m_pressedRange.begin + moved - m_view.range().begin, m_gesture);
        m_fling.track(*event);
    } else if (m_drag == Drag::LabelEdge) {
        dragLabelEdge(position.x());
    } else if (m_drag == Drag::Range) {
        continueDrag(position);
    } else {
        const bool overEdge = isOnLabelEdge(position.x(), labelWidth());
        viewport()->setCursor(
            overEdge || isOnAreaEdge(position) ? Qt::SplitHCursor : Qt::ArrowCursor);
    }
    m_lastAt = position;
    hover(position);
}

/// At a side of what is selected, on a row of it.
bool TimelineChart::isOnAreaEdge(QPoint position) const
{
    const auto& area = m_selection.area();
    if (!area || position.x() < labelWidth()) {
        return false;
    }
    const geometry::TimeScale at = scale();
    const double reach = kLabelEdgePx * viewport()->devicePixelRatioF();
    const double x = xInCanvas(position.x());
    const bool isNear = std::abs(at.xOf(area->range.begin) - x) <= reach
                        || std::abs(at.xOf(area->range.end) - x) <= reach;
    const int row = rowAt(position.y());
    if (!isNear || !area->locations || row < 0) {
        return isNear && !area->locations;
    }
    const auto& locations = m_rows[static_cast<std::size_t>(row)].locations;
    return !locations.empty() && m_areaLocations.contains(locations.front());
}

void TimelineChart::continueDrag(QPoint position)
{
    m_lastAt = position;
    m_draggedTo = snappedAt(position);
    emit rangeDragged(draggedRange());
    viewport()->update();
}

void TimelineChart::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != m_dragButton) {
        return;
    }
    const QPoint position = event->position().toPoint();
    const Drag drag = std::exchange(m_drag, Drag::None);
    viewport()->setCursor(Qt::ArrowCursor);
    if (event->button() == Qt::LeftButton && drag == Drag::Pressed) {
        clickAt(position, false);
    } else if (drag == Drag::LabelEdge) {
        endLabelDrag();
    } else if (drag == Drag::Range) {
        m_lastAt = position;
        m_draggedTo = snappedAt(position);
        finishDrag();
    } else if (drag == Drag::Pan) {
        m_fling.letGo(*event, canvasRect().width(), title(), m_gesture++);
    } else if (drag == Drag::Label) {
        clickOnLabel(position, event->modifiers());
    } else if (drag == Drag::RowMove) {
        dropRow();
    } else if (event->button() == Qt::RightButton) {
        m_pointerRow = rowAt(position.y());
        if (m_pointerRow >= 0) {
            const std::uint64_t key = m_rows[static_cast<std::size_t>(m_pointerRow)].key;
            if (!m_marked.contains(key)) {
                m_marked = {key};
                invalidate();
            }
        }
        emit menuWanted(event->globalPosition().toPoint());
    }
    hoverAgain();
    viewport()->update();
}

void TimelineChart::setFlings(bool flings)
{
    Chart::setFlings(flings);
    m_fling.setOn(flings);
}

void TimelineChart::dropDrag()
{
    m_drag = Drag::None;
    emit rangeDragged(std::nullopt);
    viewport()->update();
}

void TimelineChart::finishDrag()
{
    const TickRange range = draggedRange();
    const models::Area area = areaOf(range, draggedRows());
    dropDrag();
    if (range.isEmpty()) {
        return;
    }
    if (m_dragAction == DragAction::Zoom) {
        zoomToArea(area);
    } else if (m_dragAction == DragAction::Select || m_dragAction == DragAction::Extend) {
        m_selection.selectArea(area);
        m_bar->showAt(m_lastAt, area.locations != nullptr);
    }
}

TickRange TimelineChart::draggedRange() const
{
    return TickRange{
        .begin = std::min(m_anchor, m_draggedTo), .end = std::max(m_anchor, m_draggedTo)}
        .intersected(m_view.range());
}

std::optional<std::pair<int, int>> TimelineChart::draggedRows() const
{
    // A hand does not move along a line: what stays about level is about time alone.
    const int slack = std::clamp(rowHeight(), 8, 16);
    const bool isExtended = m_dragAction == DragAction::Extend && m_selection.area();
    if (m_rows.empty() || isExtended || std::abs(m_lastAt.y() - m_pressedAt.y()) < slack) {
        return std::nullopt;
    }
    const auto clamped = [this](int y) {
        const int row = rowAt(std::clamp(y, 0, viewport()->height() - 1));
        return row >= 0 ? row : static_cast<int>(m_rows.size()) - 1;
    };
    const int a = clamped(m_pressedAt.y());
    const int b = clamped(m_lastAt.y());
    return std::pair{std::min(a, b), std::max(a, b)};
}

models::Area TimelineChart::areaOf(TickRange range, std::optional<std::pair<int, int>> rows) const
{
    models::Area area{.range = range};
    if (m_dragAction == DragAction::Extend && m_selection.area()) {
        area.locations = m_selection.area()->locations;
        area.rows = m_selection.area()->rows;
        return area;
    }
    const std::vector<int> meant = rows ? rowsBetween(*rows) : markedRowsUnder(m_pressedAt);
    auto locations = locationsOf(meant);
    area.rows = meant.size();
    if (!locations.empty()) {
        area.locations = std::make_shared<const std::vector<LocationRef>>(std::move(locations));
    }
    return area;
}

/// A parent's locations are those of its rows: it is none of them.
std::vector<int> TimelineChart::rowsBetween(std::pair<int, int> ends) const
{
    std::vector<int> rows;
    for (int row = ends.first; row <= ends.second; ++row) {
        const models::Row& what = m_rows[static_cast<std::size_t>(row)];
        if (!what.foldable || what.folded) {
            rows.push_back(row);
        }
    }
    return rows;
}

/// All rows whose labels were clicked, where \p position is on one of them: they need not lie side by side.
std::vector<int> TimelineChart::markedRowsUnder(QPoint position) const
{
    const int row = rowAt(position.y());
    const bool isOnOne = row >= 0 && m_marked.contains(m_rows[static_cast<std::size_t>(row)].key);
    return isOnOne ? rowsMeant() : std::vector<int>();
}

/// An edge of a bar within reach of the pointer is what is meant. It is known to a pixel from the picture,
/// and to the tick once the call path under the pointer has been answered.
Tick TimelineChart::snappedAt(QPoint position)
{
    const Tick plain = tickAt(position.x());
    const int row = rowAt(position.y());
    if (row < 0 || m_rows[static_cast<std::size_t>(row)].kind != models::RowKind::Location) {
        return plain;
    }
    const LocationRef location = m_rows[static_cast<std::size_t>(row)].locations.front();
    const double x = xInCanvas(position.x());
    const auto edge =
        geometry::nearestEdge(barsOf(location), x, kSnapPx * viewport()->devicePixelRatioF());
    if (!edge) {
        return plain;
    }
    return exactEdge(location, *edge).value_or(scale().tickAt(*edge));
}

/// The begin or end of a visit of the call path last answered, if it lies at pixel \p edge.
std::optional<Tick> TimelineChart::exactEdge(LocationRef location, int edge) const
{
    if (!m_under || m_under->location != location) {
        return std::nullopt;
    }
    const geometry::TimeScale at = scale();
    const auto isAt = [&](Tick tick) { return std::abs(at.xOf(tick) - edge) <= 1.0; };
    for (const query::DetailLevel& level : m_under->stack) {
        if (isAt(level.visit.begin)) {
            return level.visit.begin;
        }
        if (isAt(level.visit.end)) {
            return level.visit.end;
        }
    }
    return std::nullopt;
}

void TimelineChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    const QPoint position = event->position().toPoint();
    const bool isLeft = event->button() == Qt::LeftButton;
    if (isLeft && isOnLabelEdge(position.x(), labelWidth())) {
        fitLabels();
    } else if (isLeft && canvasRect().contains(position)) {
        clickAt(position, true);
    } else if (isLeft && position.x() < labelWidth() - kLabelEdgePx && !isOnArrow(position)) {
        toggleFolding(rowAt(position.y()));
    } else {
        mousePressEvent(event);  // a fast second click on an arrow is a click
    }
}

bool TimelineChart::viewportEvent(QEvent* event)
{
    std::optional<models::ViewHistory::Within> within;
    if (event->isInputEvent()) {
        within.emplace(m_view, title());
    }
    if (event->type() == QEvent::Leave) {
        m_pointerRow = -1;
        leaveHover();
    } else if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const QString label = labelTip(help->pos()); !label.isEmpty()) {
            QToolTip::showText(help->globalPos(), label, this);
        } else if (!m_tip.isEmpty() && m_hovered) {
            QToolTip::showText(viewport()->mapToGlobal(*m_hovered + QPoint(12, 16)), m_tip, this);
        }
        return true;
    }
    return Chart::viewportEvent(event);
}

}  // namespace vellum::gui::charts
