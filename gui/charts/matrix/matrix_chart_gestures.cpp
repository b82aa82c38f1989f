// What mouse, wheel and keys do in a MatrixChart.

#include "gui/charts/gesture_sizes.h"
#include "gui/charts/matrix/matrix_chart.h"
#include "gui/data/wording.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace vellum::gui::charts {

namespace {

constexpr double kWheelNotch = 120;

QString onlyView()
{
    return QStringLiteral("view");
}

}  // namespace

// ---- The view ------------------------------------------------------------------------------------

/// All that one gesture zooms and pans is undone together.
void MatrixChart::beginZoom()
{
    if (!m_beforeZoom) {
        m_beforeZoom = choices();
    }
    m_zoomEnd.start();
}

void MatrixChart::endZoom()
{
    m_zoomEnd.stop();
    if (!m_beforeZoom) {
        return;
    }
    const QVariant before = std::exchange(m_beforeZoom, std::nullopt)->value(onlyView());
    const QVariant after = choices().value(onlyView());
    if (before != after) {
        emit chosen(tr("zoom"), {{onlyView(), before}}, {{onlyView(), after}});
    }
}

void MatrixChart::zoomAbout(double factor, QPointF position)
{
    if (m_cells.side() == 0) {
        return;
    }
    beginZoom();
    const QRect plot = plotRect();
    const auto count = static_cast<double>(m_cells.side());
    MatrixAxis across = columns();
    MatrixAxis down = rows();
    const double ratio = devicePixelRatioF();
    const double x = std::clamp<double>(position.x() - plot.left(), 0, plot.width()) * ratio;
    const double y = std::clamp<double>(position.y() - plot.top(), 0, plot.height()) * ratio;
    across.zoom(factor, across.positionAt(x), count);
    down.zoom(factor, down.positionAt(y), count);
    setView(across, down);
}

void MatrixChart::panBy(double columns, double rows)
{
    beginZoom();
    const auto count = static_cast<double>(m_cells.side());
    MatrixAxis across = this->columns();
    MatrixAxis down = this->rows();
    across.pan(columns, count);
    down.pan(rows, count);
    setView(across, down);
}

void MatrixChart::showWhole()
{
    endZoom();
    recordChoice(tr("show the whole matrix"), [this] {
        m_view.reset();
        invalidate();
    });
}

void MatrixChart::zoomToDragged()
{
    const QRect plot = plotRect();
    const QRect dragged = QRect(m_pressedAt, m_lastAt).normalized() & plot;
    if (dragged.width() < 2 || dragged.height() < 2) {
        return;
    }
    endZoom();
    recordChoice(tr("zoom"), [&] {
        const double ratio = devicePixelRatioF();
        const auto count = static_cast<double>(m_cells.side());
        const auto part = [&](MatrixAxis axis, int from, int to) {
            const double begin = axis.positionAt(from * ratio);
            const double end = axis.positionAt(to * ratio);
            axis.begin = begin;
            axis.length = end - begin;
            axis.clamp(count);
            return axis;
        };
        setView(
            part(columns(), dragged.left() - plot.left(), dragged.right() + 1 - plot.left()),
            part(rows(), dragged.top() - plot.top(), dragged.bottom() + 1 - plot.top()));
    });
}

void MatrixChart::bringIntoView(Place place)
{
    MatrixAxis across = columns();
    MatrixAxis down = rows();
    const auto needed = [](const MatrixAxis& axis, std::size_t cell) {
        const auto begin = static_cast<double>(cell);
        return begin < axis.begin ? begin - axis.begin
                                  : std::max(0.0, begin + 1 - axis.begin - axis.length);
    };
    const double right = needed(across, place.column);
    const double below = needed(down, place.row);
    if (right != 0 || below != 0) {
        panBy(right, below);
    }
}

// ---- Marks and words -----------------------------------------------------------------------------

void MatrixChart::mark(std::optional<Place> place)
{
    m_marked = place;
    QString text;
    if (place) {
        text = textOf(place->row, place->column);
        bringIntoView(*place);
        emit pathHovered(text);
    }
    setAccessibleDescription(text);
    viewport()->update();
}

void MatrixChart::hover(QPoint position)
{
    const auto place = placeAt(position);
    if (place != m_hovered) {
        m_hovered = place;
        emit pathHovered(place ? textOf(place->row, place->column) : QString());
        viewport()->update();
    }
}

bool MatrixChart::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return Chart::viewportEvent(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto place = placeAt(help->pos());
    QToolTip::showText(
        help->globalPos(),
        place ? data::tipName(textOf(place->row, place->column).toStdString()) : QString(),
        this);
    return true;
}

// ---- Mouse ---------------------------------------------------------------------------------------

void MatrixChart::wheelEvent(QWheelEvent* event)
{
    const double notches = event->angleDelta().y() / kWheelNotch;
    const double sideways = event->angleDelta().x() / kWheelNotch;
    const bool overLabels = event->position().x() < labelWidth();
    WheelAction action = wheelAction(navigation(), event->modifiers(), overLabels);
    const bool isPlain = !(event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier));
    if (isPlain && !overLabels && std::abs(sideways) > std::abs(notches)) {
        action = WheelAction::Pan;
    }
    const View seen = view();
    switch (action) {
    case WheelAction::ScrollRows:
        panBy(0, -notches * kPanShare * seen.rows);
        break;
    case WheelAction::Pan:
        panBy(-(sideways != 0 ? sideways : notches) * kPanShare * seen.columns, 0);
        break;
    case WheelAction::RowHeight:
    case WheelAction::Zoom:
        if (notches != 0) {
            zoomAbout(std::pow(kWheelStep, notches), event->position());
        }
        break;
    }
    event->accept();
}

void MatrixChart::mousePressEvent(QMouseEvent* event)
{
    if (m_drag != Drag::None || event->button() == Qt::RightButton) {
        return;
    }
    endZoom();
    m_pressedAt = event->position().toPoint();
    m_lastAt = m_pressedAt;
    if (event->button() == Qt::LeftButton && isOnLabelEdge(m_pressedAt.x(), labelWidth())) {
        m_drag = Drag::LabelEdge;
        beginLabelDrag();
    } else {
        m_drag = Drag::Pressed;
    }
}

void MatrixChart::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint position = event->position().toPoint();
    const QPoint moved = position - m_lastAt;
    if (m_drag == Drag::Pressed && plotRect().contains(m_pressedAt)
        && (position - m_pressedAt).manhattanLength() >= QApplication::startDragDistance()) {
        const bool isByMiddle = event->buttons().testFlag(Qt::MiddleButton);
        const DragAction action = dragAction(
            navigation(), isByMiddle ? Qt::MiddleButton : Qt::LeftButton, event->modifiers());
        // There is no time here that could be selected or measured.
        m_drag = action == DragAction::Zoom ? Drag::Zoom : Drag::Pan;
    }
    if (m_drag == Drag::LabelEdge) {
        dragLabelEdge(position.x());
    } else if (m_drag == Drag::Pan) {
        const double ratio = devicePixelRatioF();
        panBy(-moved.x() * ratio / columns().perCell(), -moved.y() * ratio / rows().perCell());
        m_zoomEnd.stop();  // until the button is let go
        m_lastAt = position;
    } else if (m_drag == Drag::Zoom) {
        m_lastAt = position;
        viewport()->update();
    } else {
        const bool overEdge = isOnLabelEdge(position.x(), labelWidth());
        viewport()->setCursor(overEdge ? Qt::SplitHCursor : Qt::ArrowCursor);
        hover(position);
    }
}

void MatrixChart::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    switch (drag) {
    case Drag::LabelEdge:
        endLabelDrag();
        break;
    case Drag::Pan:
        endZoom();
        break;
    case Drag::Zoom:
        zoomToDragged();
        break;
    case Drag::Pressed:
        if (event->button() == Qt::LeftButton) {
            const auto place = placeAt(m_pressedAt);
            mark(place == m_marked ? std::nullopt : place);
        }
        break;
    case Drag::None:
        break;
    }
    viewport()->update();
}

void MatrixChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    const QPoint position = event->position().toPoint();
    if (isOnLabelEdge(position.x(), labelWidth())) {
        emit labelFitWanted();
    } else if (const auto place = placeAt(position)) {
        mark(place);
        showMessage(*place);
    }
}

void MatrixChart::leaveEvent(QEvent* event)
{
    m_hovered.reset();
    viewport()->update();
    emit pathHovered(QString());
    Chart::leaveEvent(event);
}

void MatrixChart::contextMenuEvent(QContextMenuEvent* event)
{
    endZoom();
    emit menuWanted(event->globalPos());
}

// ---- Keys ----------------------------------------------------------------------------------------

bool MatrixChart::moveMark(int rows, int columns)
{
    const auto moved = [this](std::size_t from, int by) {
        const auto last = static_cast<std::ptrdiff_t>(m_cells.side()) - 1;
        const auto to = static_cast<std::ptrdiff_t>(from) + by;
        return static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(to, 0, last));
    };
    if (m_marked) {
        mark(Place{.row = moved(m_marked->row, rows), .column = moved(m_marked->column, columns)});
    } else {
        const View seen = view();
        mark(Place{
            .row = static_cast<std::size_t>(seen.row),
            .column = static_cast<std::size_t>(seen.column)});
    }
    endZoom();
    return true;
}

bool MatrixChart::handlePlainKey(int key)
{
    const QPointF middle =
        m_marked ? QPointF(rectOf(*m_marked).center()) : QPointF(plotRect().center());
    switch (key) {
    case Qt::Key_Left:
        return moveMark(0, -1);
    case Qt::Key_Right:
        return moveMark(0, 1);
    case Qt::Key_Up:
        return moveMark(-1, 0);
    case Qt::Key_Down:
        return moveMark(1, 0);
    case Qt::Key_Home:
        showWhole();
        return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomAbout(kWheelStep, middle);
        endZoom();
        return true;
    case Qt::Key_Minus:
        zoomAbout(1 / kWheelStep, middle);
        endZoom();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_marked) {
            showMessage(*m_marked);
        }
        return m_marked.has_value();
    case Qt::Key_Escape:
        if (!m_marked) {
            return false;
        }
        mark(std::nullopt);
        return true;
    default:
        return false;
    }
}

bool MatrixChart::handleKey(const QKeyEvent& event)
{
    if (m_cells.side() == 0) {
        return false;
    }
    const Qt::KeyboardModifiers held = event.modifiers() & ~Qt::KeypadModifier;
    if (event.matches(QKeySequence::Copy)) {
        copyPairs();
        return true;
    }
    const View seen = view();
    const auto shifted = [this](double columns, double rows) {
        panBy(columns, rows);
        endZoom();
        return true;
    };
    if (held == Qt::ShiftModifier) {
        switch (event.key()) {
        case Qt::Key_Left:
            return shifted(-kPanShare * seen.columns, 0);
        case Qt::Key_Right:
            return shifted(kPanShare * seen.columns, 0);
        case Qt::Key_Up:
            return shifted(0, -kPanShare * seen.rows);
        case Qt::Key_Down:
            return shifted(0, kPanShare * seen.rows);
        case Qt::Key_Plus:  // on keyboards where a plus is above something
            return handlePlainKey(event.key());
        default:
            return false;
        }
    }
    return held == Qt::NoModifier && handlePlainKey(event.key());
}

void MatrixChart::keyPressEvent(QKeyEvent* event)
{
    if (!handleKey(*event)) {
        Chart::keyPressEvent(event);
    }
}

/// The window's own + and - zoom the time: here they are about the matrix. Whatever key comes next, what the wheel
/// did is over, so that undo takes it back.
bool MatrixChart::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        endZoom();
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isZoom = key->key() == Qt::Key_Plus || key->key() == Qt::Key_Equal
                            || key->key() == Qt::Key_Minus;
        const bool isPlain =
            !(key->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
        if ((isZoom && isPlain) || key->matches(QKeySequence::Copy)) {
            event->accept();
            return true;
        }
    }
    return Chart::event(event);
}

}  // namespace vellum::gui::charts
