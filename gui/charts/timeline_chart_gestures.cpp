// The other half of TimelineChart: what mouse, wheel and keys do.

#include "gui/charts/timeline_chart.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace vellum::gui::charts {

namespace {

constexpr double kWheelStep = 0.8;  ///< one notch shows four fifths of the range
constexpr double kKeyStep = 0.7;
constexpr double kPanShare = 0.1;  ///< of the visible range
constexpr int kLabelEdgePx = 4;
constexpr double kMessageReachPx = 4;
constexpr double kSelectionMargin = 1.0;  ///< of the selection's length, to either side

double distance(const QLineF& line, QPointF point)
{
    const QPointF along = line.p2() - line.p1();
    const double squared = QPointF::dotProduct(along, along);
    const double share = squared == 0 ? 0 : QPointF::dotProduct(point - line.p1(), along) / squared;
    const QPointF nearest = line.p1() + std::clamp(share, 0.0, 1.0) * along;
    return std::hypot(point.x() - nearest.x(), point.y() - nearest.y());
}

}  // namespace

// ---- Wheel ----------------------------------------------------------------------------------

void TimelineChart::wheelEvent(QWheelEvent* event)
{
    const QPointF position = event->position();
    const bool overLabels = position.x() < m_labelWidth;
    // Qt turns a wheel with Alt sideways; a touch pad may turn both ways at once.
    const double notches = event->angleDelta().y() / 120.0;
    const double sideways = event->angleDelta().x() / 120.0;
    const auto length = static_cast<double>(m_view.range().length());
    m_gestureEnd.start();
    if (event->modifiers() & Qt::ControlModifier) {
        const int percent = m_view.state().rowHeightPercent;
        const double factor = std::pow(1 / kWheelStep, notches);
        const int next = static_cast<int>(std::lround(percent * factor));
        if (notches != 0) {
            m_view.setRowHeightPercent(
                next == percent ? percent + (notches > 0 ? 1 : -1) : next, m_gesture);
        }
    } else if (overLabels) {
        verticalScrollBar()->setValue(
            verticalScrollBar()->value() - static_cast<int>(notches * 3 * rowHeight()));
    } else if ((event->modifiers() & Qt::ShiftModifier) || std::abs(sideways) > std::abs(notches)) {
        const double steps = sideways != 0 ? sideways : notches;
        m_view.pan(static_cast<Tick>(-steps * kPanShare * length), m_gesture);
    } else if (notches != 0) {
        m_view.zoomAbout(tickAt(position.x()), std::pow(kWheelStep, notches), m_gesture);
    }
    event->accept();
}

// ---- Mouse ----------------------------------------------------------------------------------

void TimelineChart::mousePressEvent(QMouseEvent* event)
{
    if (m_drag != Drag::None) {
        return;  // another button, while one is held
    }
    const QPoint position = event->position().toPoint();
    m_dragButton = event->button();
    m_pressedRange = m_view.range();
    m_pressedAt = position;
    m_lastAt = position;
    if (event->button() == Qt::MiddleButton && canvasRect().contains(position)) {
        m_drag = Drag::Pan;
        ++m_gesture;
        viewport()->setCursor(Qt::ClosedHandCursor);
    } else if (event->button() == Qt::LeftButton) {
        if (std::abs(position.x() - m_labelWidth) <= kLabelEdgePx) {
            m_drag = Drag::LabelEdge;
        } else if (position.x() < m_labelWidth) {
            const int row = rowAt(position.y());
            if (row >= 0 && m_rows[static_cast<std::size_t>(row)].foldable) {
                const models::Row& what = m_rows[static_cast<std::size_t>(row)];
                // Of rows that start folded the set holds the open ones.
                m_view.setFolded(what.key, what.folded == what.startsFolded);
            }
        } else {
            m_drag = Drag::Pressed;
            m_dragOnlyMeasures = event->modifiers() & Qt::ShiftModifier;
        }
    }
}

void TimelineChart::mouseMoveEvent(QMouseEvent* event)
{
    m_pointer = event->globalPosition().toPoint();
    const QPoint position = event->position().toPoint();
    if (m_drag == Drag::Pressed
        && (position - m_pressedAt).manhattanLength() >= QApplication::startDragDistance() / 2) {
        m_drag = Drag::Range;
    }
    if (m_drag == Drag::Pan) {
        // From where it began: steps may be shorter than a tick, and only their sum is not.
        const double perPx =
            static_cast<double>(m_pressedRange.length()) / std::max(1, canvasRect().width());
        const auto moved = std::llround((m_pressedAt.x() - position.x()) * perPx);
        m_view.pan(m_pressedRange.begin + moved - m_view.range().begin, m_gesture);
    } else if (m_drag == Drag::LabelEdge) {
        m_labelWidth = std::clamp(position.x(), 60, std::max(60, viewport()->width() / 2));
        updateScreen();
        emit labelWidthChanged();
    } else if (m_drag == Drag::Range) {
        m_lastAt = position;
        emit rangeDragged(draggedRange());
        viewport()->update();
    } else {
        const bool overEdge = std::abs(position.x() - m_labelWidth) <= kLabelEdgePx;
        viewport()->setCursor(overEdge ? Qt::SplitHCursor : Qt::ArrowCursor);
    }
    m_lastAt = position;
    hover(position);
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
    } else if (drag == Drag::Range) {
        m_drag = drag;
        finishDrag(position, !m_dragOnlyMeasures);
    }
    hoverAgain();
    viewport()->update();
}

void TimelineChart::finishDrag(QPoint position, bool zooms)
{
    m_lastAt = position;
    const TickRange range = draggedRange();
    m_drag = Drag::None;
    emit rangeDragged(std::nullopt);
    if (zooms && !range.isEmpty()) {
        m_view.showRange(range, tr("zoom"));
    }
}

TickRange TimelineChart::draggedRange() const
{
    const Tick a = tickAt(m_pressedAt.x());
    const Tick b = tickAt(m_lastAt.x());
    return TickRange{.begin = std::min(a, b), .end = std::max(a, b)}.intersected(m_view.range());
}

void TimelineChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    const QPoint position = event->position().toPoint();
    if (event->button() == Qt::LeftButton && canvasRect().contains(position)) {
        clickAt(position, true);
    } else {
        mousePressEvent(event);  // a fast second click on an arrow is a click
    }
}

void TimelineChart::clickAt(QPoint position, bool zooms)
{
    m_clickSlot.reset();
    m_zoomAfterClick = false;
    if (const query::Message* message = messageAt(position)) {
        m_selection.selectMessage(*message);
        if (zooms) {
            zoomToSelection();
        }
        return;
    }
    const int row = rowAt(position.y());
    if (row < 0 || m_rows[static_cast<std::size_t>(row)].kind != models::RowKind::Location) {
        m_selection.clear();
        return;
    }
    m_zoomAfterClick = zooms;
    m_clickSlot.ask(query::DetailRequest{
        .location = m_rows[static_cast<std::size_t>(row)].locations.front(),
        .tick = tickAt(position.x())});
}

const query::Message* TimelineChart::messageAt(QPoint position) const
{
    const auto messages = m_model.messages();
    if (!messages) {
        return nullptr;
    }
    // Where more than a few lines pass, none stands out and the bar below is what is meant.
    constexpr int kMostInReach = 4;
    const double ratio = viewport()->devicePixelRatioF();
    const double reach = kMessageReachPx * ratio;
    const query::Message* nearest = nullptr;
    double best = reach;
    int inReach = 0;
    for (const query::Message& message : messages->messages) {
        const QLineF line = lineOf(message);
        const double away = line.isNull() ? reach + 1 : distance(line, QPointF(position) * ratio);
        inReach += away <= reach ? 1 : 0;
        if (away <= best) {
            best = away;
            nearest = &message;
        }
    }
    return inReach > kMostInReach ? nullptr : nearest;
}

void TimelineChart::onDetail(const std::shared_ptr<const query::Answer>& answer, bool isClick)
{
    const auto* detail = answer ? std::get_if<query::VisitDetail>(answer.get()) : nullptr;
    if (detail == nullptr) {
        return;
    }
    const auto& definitions = *m_model.trace().definitions;
    if (isClick) {
        const bool zooms = std::exchange(m_zoomAfterClick, false);
        if (detail->stack.empty()) {
            m_selection.clear();
            return;
        }
        const query::DetailLevel& top = detail->stack.back();
        m_selection.selectVisit(
            {.location = detail->location,
             .region = top.region,
             .visit = top.visit,
             .depth = static_cast<std::uint32_t>(detail->stack.size())});
        if (zooms) {
            zoomToSelection();
        }
        return;
    }
    QString text = QString::fromStdString(formatInstant(detail->tick, definitions.clock));
    text += QStringLiteral("   ");
    if (const Location* location = definitions.find(detail->location)) {
        text += QString::fromStdString(location->name);
    }
    for (const query::DetailLevel& level : detail->stack) {
        const Region* region = definitions.find(level.region);
        text +=
            QStringLiteral(" › ")
            + (region != nullptr ? QString::fromStdString(region->name.substr(0, 120)) : QString());
    }
    emit pathHovered(text);
    if (!detail->stack.empty()) {
        const query::DetailLevel& top = detail->stack.back();
        const Region* region = definitions.find(top.region);
        m_tip =
            tr("%1\nbegins %2, lasts %3")
                .arg(
                    region != nullptr ? QString::fromStdString(region->name.substr(0, 300))
                                      : QString(),
                    QString::fromStdString(formatInstant(top.visit.begin, definitions.clock)),
                    QString::fromStdString(formatDuration(top.visit.length(), definitions.clock)));
        if (m_hovered && m_drag == Drag::None && !m_tipTimer.isActive()) {
            QToolTip::showText(viewport()->mapToGlobal(*m_hovered + QPoint(12, 16)), m_tip, this);
        }
    }
}

void TimelineChart::hover(QPoint position)
{
    if (!canvasRect().contains(position)) {
        leaveHover();
        return;
    }
    m_hovered = position;
    const Tick tick = tickAt(position.x());
    emit pointerMoved(tick);
    m_tip.clear();
    QToolTip::hideText();
    m_tipTimer.start();
    const int row = rowAt(position.y());
    if (hoverCounter(row, position, tick)) {
        m_hoverSlot.reset();
    } else if (
        row >= 0 && m_rows[static_cast<std::size_t>(row)].kind == models::RowKind::Location) {
        m_hoverSlot.ask(query::DetailRequest{
            .location = m_rows[static_cast<std::size_t>(row)].locations.front(), .tick = tick});
    } else {
        m_hoverSlot.reset();
        emit pathHovered(
            QString::fromStdString(formatInstant(tick, m_model.trace().definitions->clock)));
    }
    viewport()->update();
}

bool TimelineChart::hoverCounter(int row, QPoint position, Tick tick)
{
    if (row < 0 || m_rows[static_cast<std::size_t>(row)].kind != models::RowKind::Location) {
        return false;
    }
    const LocationRef ref = m_rows[static_cast<std::size_t>(row)].locations.front();
    if (!m_model.showsCounters(ref) || counterOf(ref).isEmpty()) {
        return false;
    }
    const CounterView& counter = counterOf(ref);
    const Definitions& definitions = *m_model.trace().definitions;
    const Location* location = definitions.find(ref);
    QString text = QString::fromStdString(formatInstant(tick, definitions.clock));
    text += QStringLiteral("   ");
    if (location != nullptr && !location->name.empty()) {
        text += QString::fromStdString(location->name) + QStringLiteral(" › ");
    }
    text += counter.valueText(static_cast<int>(std::floor(xInCanvas(position.x()))));
    emit pathHovered(text);
    m_tip = counter.description();
    return true;
}

void TimelineChart::hoverAgain()
{
    if (m_hovered && m_drag == Drag::None) {
        hover(viewport()->mapFromGlobal(m_pointer));
    }
}

void TimelineChart::leaveHover()
{
    if (m_hovered) {
        m_hovered.reset();
        m_tipTimer.stop();
        m_hoverSlot.reset();
        emit pointerMoved(std::nullopt);
        emit pathHovered({});
        viewport()->update();
    }
}

bool TimelineChart::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave) {
        leaveHover();
    } else if (event->type() == QEvent::ToolTip) {
        if (!m_tip.isEmpty() && m_hovered) {
            QToolTip::showText(viewport()->mapToGlobal(*m_hovered + QPoint(12, 16)), m_tip, this);
        }
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

// ---- Keys -----------------------------------------------------------------------------------

void TimelineChart::keyPressEvent(QKeyEvent* event)
{
    if (!handleKey(*event)) {
        QAbstractScrollArea::keyPressEvent(event);
    }
}

bool TimelineChart::handleKey(const QKeyEvent& event)
{
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) {
        return false;
    }
    switch (event.key()) {
    case Qt::Key_Escape:
        if (m_drag == Drag::Range || m_drag == Drag::Pressed) {
            finishDrag(m_lastAt, false);
            viewport()->update();
        } else {
            m_selection.clear();
        }
        return true;
    case Qt::Key_F:
    case Qt::Key_Z:
        zoomToSelection();
        return true;
    case Qt::Key_Home:
    case Qt::Key_0:
        m_view.showWhole();
        return true;
    default:
        break;
    }
    return handleMoveKey(event.key());
}

bool TimelineChart::handleMoveKey(int key)
{
    m_gestureEnd.start();
    const TickRange range = m_view.range();
    const Tick step = std::max<Tick>(1, static_cast<Tick>(kPanShare * double(range.length())));
    switch (key) {
    case Qt::Key_W:
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomIn();
        return true;
    case Qt::Key_S:
    case Qt::Key_Minus:
        zoomOut();
        return true;
    case Qt::Key_A:
    case Qt::Key_Left:
        m_view.pan(-step, m_gesture);
        return true;
    case Qt::Key_D:
    case Qt::Key_Right:
        m_view.pan(step, m_gesture);
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down: {
        const int rows = key == Qt::Key_Up ? -1 : 1;
        verticalScrollBar()->setValue(verticalScrollBar()->value() + rows * rowHeight());
        return true;
    }
    default:
        return false;
    }
}

void TimelineChart::zoomIn()
{
    const TickRange range = m_view.range();
    const Tick anchor = m_hovered ? tickAt(m_hovered->x()) : range.begin + range.length() / 2;
    m_view.zoomAbout(anchor, kKeyStep, m_gesture);
}

void TimelineChart::zoomOut()
{
    const TickRange range = m_view.range();
    const Tick anchor = m_hovered ? tickAt(m_hovered->x()) : range.begin + range.length() / 2;
    m_view.zoomAbout(anchor, 1 / kKeyStep, m_gesture);
}

void TimelineChart::zoomToSelection()
{
    TickRange range;
    LocationRef location;
    if (m_selection.visit()) {
        range = m_selection.visit()->visit;
        location = m_selection.visit()->location;
    } else if (m_selection.message()) {
        const query::Message& message = *m_selection.message();
        range = {
            .begin = std::min(message.send, message.receive),
            .end = std::max(message.send, message.receive) + 1};
        location = message.receiver;
    } else {
        return;
    }
    const Tick margin = std::max<Tick>(
        5, static_cast<Tick>(kSelectionMargin * static_cast<double>(range.length())));
    m_view.showRange(
        {.begin = range.begin - margin, .end = range.end + margin}, tr("zoom to selection"));
    reveal(location);
}

void TimelineChart::reveal(LocationRef location)
{
    const auto row = m_rowOfLocation.find(location);
    if (row == m_rowOfLocation.end()) {
        return;
    }
    const models::Row& what = m_rows[static_cast<std::size_t>(row->second)];
    if (what.kind != models::RowKind::Location && what.folded) {
        m_view.setFolded(what.key, what.startsFolded);
        reveal(location);
        return;
    }
    const int top = row->second * rowHeight();
    const int value = verticalScrollBar()->value();
    const int height = viewport()->height();
    if (top < value) {
        verticalScrollBar()->setValue(top);
    } else if (top + rowHeight() > value + height) {
        verticalScrollBar()->setValue(top + rowHeight() - height);
    }
}

}  // namespace vellum::gui::charts
