#include "gui/charts/flow/flow_canvas.h"

#include "gui/data/wording.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>

namespace vellum::gui::charts {

using query::ValuesFlow;
using query::ValuesFlowEdge;
using query::ValuesFlowVertex;

namespace {

constexpr double kLeastZoom = 0.01;
constexpr double kMostZoom = 8;
constexpr double kWidestName = 220;
constexpr double kMargin = 16;
constexpr double kNear = 6;  ///< pixels from an edge that still mean it
constexpr double kWheelStep = 120;

QString cutName(const std::string& name)
{
    return data::cut(name, data::kMostOfNameInPath);
}

QString wordOf(query::FlowVertexKind kind)
{
    switch (kind) {
    case query::FlowVertexKind::Allocation:
        return FlowCanvas::tr("allocation");
    case query::FlowVertexKind::Copy:
        return FlowCanvas::tr("copy");
    case query::FlowVertexKind::Set:
        return FlowCanvas::tr("set");
    case query::FlowVertexKind::Kernel:
        return FlowCanvas::tr("kernel");
    case query::FlowVertexKind::Function:
        return FlowCanvas::tr("function");
    case query::FlowVertexKind::Unknown:
    case query::FlowVertexKind::Window:
        return FlowCanvas::tr("code");
    default:
        return FlowCanvas::tr("memory");
    }
}

/// From a point to the nearest of a line of straight pieces.
double distance(const QPolygonF& line, QPointF point)
{
    double least = std::numeric_limits<double>::infinity();
    for (qsizetype i = 1; i < line.size(); ++i) {
        const QPointF begin = line[i - 1];
        const QPointF way = line[i] - begin;
        const double square = std::max(QPointF::dotProduct(way, way), 1e-9);
        const double part = std::clamp(QPointF::dotProduct(point - begin, way) / square, 0.0, 1.0);
        const QPointF away = begin + part * way - point;
        least = std::min(least, std::hypot(away.x(), away.y()));
    }
    return least;
}

}  // namespace

FlowCanvas::FlowCanvas(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Value-flow graph"));
    setMinimumHeight(80);
}

// ---- What is shown -------------------------------------------------------------------------------

QString FlowCanvas::nameOf(const ValuesFlowVertex& vertex) const
{
    return fontMetrics().elidedText(
        data::cut(vertex.name, data::kMostOfNameInLine),
        Qt::ElideMiddle,
        static_cast<int>(kWidestName));
}

FlowShape FlowCanvas::shapeOf(const ValuesFlow& flow) const
{
    constexpr double kLeastWidth = 60;
    const QFontMetricsF metrics(font());
    FlowShape shape;
    std::unordered_map<std::uint32_t, std::size_t> places;
    for (const ValuesFlowVertex& vertex : flow.vertices) {
        places[vertex.id] = shape.vertices.size();
        const double text = metrics.horizontalAdvance(nameOf(vertex));
        // An ellipse has less room for its text than its box.
        const double width = query::isMemory(vertex.kind) ? text + 20 : text * 1.25 + 24;
        shape.vertices.emplace_back(std::max(width, kLeastWidth), metrics.height() + 18);
    }
    for (const ValuesFlowEdge& edge : flow.edges) {
        shape.edges.push_back({places.at(edge.from), places.at(edge.to)});
    }
    return shape;
}

void FlowCanvas::show(std::shared_ptr<const ValuesFlow> flow, FlowLayout layout, bool keepsView)
{
    m_flow = std::move(flow);
    m_layout = std::move(layout);
    m_shape = shapeOf(*m_flow);
    m_paths.clear();
    m_lines.clear();
    m_reaches.clear();
    m_mostBytes = 1;
    for (const QPolygonF& curve : m_layout.edges) {
        QPainterPath path(curve.front());
        for (qsizetype i = 1; i + 2 < curve.size(); i += 3) {
            path.cubicTo(curve[i], curve[i + 1], curve[i + 2]);
        }
        m_reaches.push_back(path.boundingRect().adjusted(-10, -10, 10, 10));
        m_lines.push_back(path.toSubpathPolygons().value(0));
        m_paths.push_back(std::move(path));
    }
    for (const ValuesFlowEdge& edge : m_flow->edges) {
        m_mostBytes = std::max(m_mostBytes, static_cast<double>(edge.bytes));
    }
    if (m_selected && *m_selected >= m_flow->vertices.size()) {
        m_selected.reset();
    }
    if (!keepsView || m_showsAll) {
        showAll();
    }
    update();
}

void FlowCanvas::clear()
{
    m_flow.reset();
    m_layout = {};
    m_paths.clear();
    m_lines.clear();
    m_reaches.clear();
    m_selected.reset();
    update();
}

void FlowCanvas::select(std::optional<std::size_t> vertex)
{
    m_selected = vertex;
    setAccessibleDescription(vertex ? textOf(m_flow->vertices[*vertex]) : QString());
    update();
}

void FlowCanvas::setMarked(RegionRef region)
{
    if (region != m_marked) {
        m_marked = region;
        update();
    }
}

QString FlowCanvas::textOf(const ValuesFlowVertex& vertex)
{
    QStringList parts = {
        QStringLiteral("%1 %2").arg(wordOf(vertex.kind), cutName(vertex.name)),
        cutName(vertex.where)};
    if (query::isMemory(vertex.kind)) {
        parts << data::counted(vertex.invocations, tr("object"), tr("objects"))
              << data::bytesText(vertex.bytes);
    } else {
        parts << data::counted(vertex.invocations, tr("visit"), tr("visits"))
              << tr("%1 read and written").arg(data::bytesText(vertex.bytes));
    }
    if (vertex.writtenBytes > 0) {
        parts << tr("%1 of %2 written were there already")
                     .arg(
                         data::percent(unchangedShare(vertex)),
                         data::bytesText(vertex.writtenBytes));
    }
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

QString FlowCanvas::textOf(const ValuesFlowEdge& edge)
{
    const QString from = cutName(edge.fromName);
    const QString to = cutName(edge.toName);
    const QString object = cutName(edge.object);
    const QString bytes = data::bytesText(edge.bytes);
    switch (edge.type) {
    case query::FlowEdgeType::Write:
        return tr("%1 writes over %2, which %3 wrote last · %4, %5 of them were there already")
            .arg(to, object, from, bytes, data::percent(unchangedShare(edge)));
    case query::FlowEdgeType::Read:
        return tr("%1 reads %2, which %3 wrote last · %4").arg(to, object, from, bytes);
    default:
        return tr("%1 copies %2 to %3 · %4").arg(from, object, to, bytes);
    }
}

// ---- Where things are ----------------------------------------------------------------------------

QRectF FlowCanvas::sceneBox(std::size_t vertex) const
{
    QRectF box(QPointF(), m_shape.vertices[vertex]);
    box.moveCenter(m_layout.centers[vertex]);
    return box;
}

QRectF FlowCanvas::boxOf(std::size_t vertex) const
{
    const QRectF box = sceneBox(vertex);
    return {box.topLeft() * m_zoom + m_origin, box.size() * m_zoom};
}

std::optional<std::size_t> FlowCanvas::vertexAt(QPointF position) const
{
    const QPointF at = toScene(position);
    for (std::size_t i = 0; i < m_layout.centers.size(); ++i) {
        if (sceneBox(i).contains(at)) {
            return i;
        }
    }
    return std::nullopt;
}

std::optional<std::size_t> FlowCanvas::edgeAt(QPointF position) const
{
    const QPointF at = toScene(position);
    for (std::size_t i = 0; i < m_paths.size(); ++i) {
        if (!m_reaches[i].contains(at)) {
            continue;
        }
        if (distance(m_lines[i], at) * m_zoom <= kNear) {
            return i;
        }
    }
    return std::nullopt;
}

QString FlowCanvas::textAt(QPointF position) const
{
    if (const auto vertex = vertexAt(position)) {
        return textOf(m_flow->vertices[*vertex]);
    }
    const auto edge = edgeAt(position);
    return edge ? textOf(m_flow->edges[*edge]) : QString();
}

void FlowCanvas::showAll()
{
    const QRectF& bounds = m_layout.bounds;
    const double wide = (width() - 2 * kMargin) / std::max(bounds.width(), 1.0);
    // The legend stands below.
    const double room = std::max(height() - fontMetrics().height() - 2 * kMargin, kMargin);
    const double high = (room - kMargin) / std::max(bounds.height(), 1.0);
    m_zoom = std::clamp(std::min({wide, high, 1.0}), kLeastZoom, kMostZoom);
    m_origin = QPointF(width(), room) / 2 - bounds.center() * m_zoom;
    m_showsAll = true;
    update();
}

void FlowCanvas::zoomBy(double factor, QPointF around)
{
    const QPointF kept = toScene(around);
    m_zoom = std::clamp(m_zoom * factor, kLeastZoom, kMostZoom);
    m_origin = around - kept * m_zoom;
    m_showsAll = false;
    update();
}

void FlowCanvas::bringIntoView(std::size_t vertex)
{
    const QRectF box = boxOf(vertex);
    const QRectF room = QRectF(rect()).adjusted(kMargin, kMargin, -kMargin, -kMargin);
    if (!room.contains(box)) {
        m_origin += room.center() - box.center();
        m_showsAll = false;
    }
}

void FlowCanvas::selectByUser(std::optional<std::size_t> vertex)
{
    select(vertex);
    if (vertex) {
        bringIntoView(*vertex);
        emit hovered(textOf(m_flow->vertices[*vertex]));
    }
    emit selectedByUser();
}

/// Of those in a quarter turn about the direction the nearest.
std::optional<std::size_t> FlowCanvas::nextTowards(QPointF direction) const
{
    std::optional<std::size_t> best;
    double least = 0;
    for (std::size_t i = 0; i < m_layout.centers.size(); ++i) {
        const QPointF way = m_layout.centers[i] - m_layout.centers[*m_selected];
        const double along = QPointF::dotProduct(way, direction);
        const double across = std::abs(way.x() * direction.y() - way.y() * direction.x());
        const double length = std::hypot(way.x(), way.y());
        if (along > 0 && across <= along && (!best || length < least)) {
            best = i;
            least = length;
        }
    }
    return best;
}

// ---- Mouse and keys ------------------------------------------------------------------------------

void FlowCanvas::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (m_flow && m_showsAll) {
        showAll();
    }
}

void FlowCanvas::wheelEvent(QWheelEvent* event)
{
    if (m_flow) {
        zoomBy(std::pow(1.25, event->angleDelta().y() / kWheelStep), event->position());
    }
    event->accept();
}

void FlowCanvas::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->position();
    m_isPanning = false;
}

void FlowCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_flow) {
        return;
    }
    if (m_pressed && (event->buttons() & (Qt::LeftButton | Qt::MiddleButton)) != 0) {
        const QPointF moved = event->position() - *m_pressed;
        m_isPanning = m_isPanning || moved.manhattanLength() >= QApplication::startDragDistance();
        if (m_isPanning) {
            m_origin += moved;
            m_pressed = event->position();
            m_showsAll = false;
            update();
        }
        return;
    }
    emit hovered(textAt(event->position()));
}

void FlowCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_flow && m_pressed && !m_isPanning && event->button() == Qt::LeftButton) {
        selectByUser(vertexAt(event->position()));
    }
    m_pressed.reset();
    m_isPanning = false;
}

void FlowCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (m_flow && !vertexAt(event->position())) {
        showAll();
    }
}

void FlowCanvas::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    emit hovered({});
}

void FlowCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    m_pressed.reset();
    const bool isByMouse = event->reason() == QContextMenuEvent::Mouse;
    const auto vertex = isByMouse && m_flow ? vertexAt(QPointF(event->pos())) : std::nullopt;
    if (vertex) {
        selectByUser(vertex);
    }
    const bool isAtVertex = !isByMouse && m_flow && m_selected;
    emit menuWanted(
        isAtVertex ? mapToGlobal(boxOf(*m_selected).center().toPoint()) : event->globalPos());
    event->accept();
}

void FlowCanvas::keyPressEvent(QKeyEvent* event)
{
    if (!m_flow || m_flow->vertices.empty()) {
        QWidget::keyPressEvent(event);
        return;
    }
    const auto go = [this](QPointF direction) {
        const auto next = m_selected ? nextTowards(direction) : std::optional<std::size_t>(0);
        if (next) {
            selectByUser(next);
        }
    };
    constexpr double kStep = 1.25;
    const QPointF middle = QRectF(rect()).center();
    switch (event->key()) {
    case Qt::Key_Left:
        return go({-1, 0});
    case Qt::Key_Right:
        return go({1, 0});
    case Qt::Key_Up:
        return go({0, -1});
    case Qt::Key_Down:
        return go({0, 1});
    case Qt::Key_Home:
        return selectByUser(0);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomBy(kStep, middle);
    case Qt::Key_Minus:
        return zoomBy(1 / kStep, middle);
    case Qt::Key_0:
        return showAll();
    default:
        QWidget::keyPressEvent(event);
    }
}

bool FlowCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && m_flow) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString text = textAt(QPointF(help->pos()));
        if (text.isEmpty()) {
            QToolTip::hideText();
        } else {
            // Names of a trace are no HTML.
            QToolTip::showText(
                help->globalPos(), QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped()), this);
        }
        return true;
    }
    return QWidget::event(event);
}

}  // namespace vellum::gui::charts
