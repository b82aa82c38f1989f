// How FlowCanvas paints: only what is visible, from paths that were made with the layout.

#include "gui/charts/flow/flow_canvas.h"
#include "gui/theme/scales.h"
#include "gui/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace vellum::gui::charts {

using query::ValuesFlowEdge;
using query::ValuesFlowVertex;

namespace {

constexpr double kNamesFrom = 0.3;    ///< below this zoom names cannot be read
constexpr double kObjectsFrom = 1.5;  ///< from here on there is room for what edges go through

/// The steps are those of the reference: above a third, two thirds, nearly all.
Qt::PenStyle styleOf(double share)
{
    constexpr double kSome = 0.33;
    constexpr double kMuch = 0.66;
    constexpr double kAll = 0.99;
    return share > kAll    ? Qt::DotLine
           : share > kMuch ? Qt::DashLine
           : share > kSome ? Qt::DashDotLine
                           : Qt::SolidLine;
}

void paintHead(QPainter& painter, const QPainterPath& path, double width, bool isFilled)
{
    const double length = std::max(8.0, 3 * width);
    const QPointF end = path.pointAtPercent(1);
    const double whole = std::max(path.length(), 1.0);
    const QPointF before = path.pointAtPercent(std::max(0.0, 1 - length / whole));
    const QLineF way(end, before);
    if (way.length() < 1) {
        return;
    }
    const QPointF along = (way.p2() - way.p1()) / way.length() * length;
    const QPointF across(-along.y() * 0.4, along.x() * 0.4);
    const QPolygonF head({end, end + along + across, end + along - across});
    if (isFilled) {
        painter.drawPolygon(head);
    } else {
        painter.drawPolyline(QPolygonF({head[1], head[0], head[2]}));
    }
}

}  // namespace

void FlowCanvas::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme::currentTheme().panel);
    if (!m_flow) {
        return;
    }
    const QRectF visible(toScene({0, 0}), QSizeF(size()) / m_zoom);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.save();
    painter.translate(m_origin);
    painter.scale(m_zoom, m_zoom);
    for (std::size_t i = 0; i < m_paths.size(); ++i) {
        if (m_reaches[i].intersects(visible)) {
            paintEdge(painter, i);
        }
    }
    for (std::size_t i = 0; i < m_layout.centers.size(); ++i) {
        if (sceneBox(i).adjusted(-4, -4, 4, 4).intersects(visible)) {
            paintVertex(painter, i);
        }
    }
    for (std::size_t i = 0; i < m_paths.size(); ++i) {
        if (m_reaches[i].intersects(visible)) {
            paintObject(painter, i);
        }
    }
    painter.restore();
    paintLegend(painter);
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(theme::currentTheme().accent);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

/// A written edge lies on a darker line, so that the bright end of the scale is seen on a bright ground.
void FlowCanvas::paintEdge(QPainter& painter, std::size_t number) const
{
    const theme::Theme& theme = theme::currentTheme();
    const ValuesFlowEdge& edge = m_flow->edges[number];
    const QPainterPath& path = m_paths[number];
    const double width = 1.2 + 3.8 * std::sqrt(static_cast<double>(edge.bytes) / m_mostBytes);
    painter.setBrush(Qt::NoBrush);
    if (edge.type == query::FlowEdgeType::Write) {
        const double unchanged = unchangedShare(edge);
        const double share = std::isnan(unchanged) ? 0 : unchanged;
        QPen casing(theme.ink, width + 1.6);
        casing.setCapStyle(Qt::FlatCap);
        painter.setPen(casing);
        painter.drawPath(path);
        QPen pen(theme::colorBelowNames(share), width, styleOf(share));
        pen.setCapStyle(Qt::FlatCap);
        painter.setPen(pen);
        painter.drawPath(path);
        painter.setPen(QPen(theme.ink, 1));
        painter.setBrush(theme::colorBelowNames(share));
        paintHead(painter, path, width, true);
    } else {
        painter.setPen(QPen(theme.mutedInk, width));
        painter.drawPath(path);
        painter.setPen(QPen(theme.mutedInk, 1.5));
        paintHead(painter, path, width, false);
    }
}

/// What the edge goes through: of all edges where there is room, else of those of the selected vertex.
void FlowCanvas::paintObject(QPainter& painter, std::size_t number) const
{
    constexpr double kWidest = 160;
    const theme::Theme& theme = theme::currentTheme();
    const FlowShape::Edge& edge = m_shape.edges[number];
    if (m_zoom < kObjectsFrom && m_selected != edge.from && m_selected != edge.to) {
        return;
    }
    const QFontMetrics metrics = fontMetrics();
    const QString name = metrics.elidedText(
        QString::fromStdString(m_flow->edges[number].object),
        Qt::ElideMiddle,
        static_cast<int>(kWidest));
    QRectF box(0, 0, metrics.horizontalAdvance(name) + 6, metrics.height());
    box.moveCenter(m_paths[number].pointAtPercent(0.5));
    painter.fillRect(box, theme.panel);
    painter.setPen(theme.ink);
    painter.drawText(box, Qt::AlignCenter | Qt::TextSingleLine, name);
}

void FlowCanvas::paintVertex(QPainter& painter, std::size_t number) const
{
    const theme::Theme& theme = theme::currentTheme();
    const ValuesFlowVertex& vertex = m_flow->vertices[number];
    const QRectF box = sceneBox(number);
    const bool isMarked = vertex.region.isDefined() && vertex.region == m_marked;
    QPen pen(theme.ink, 1);
    if (m_selected == number) {
        pen = QPen(theme.accent, 3);
    } else if (isMarked) {
        pen = QPen(theme.accent, 2);
    }
    painter.setPen(pen);
    painter.setBrush(query::isMemory(vertex.kind) ? theme.groupRow : theme.field);
    if (query::isMemory(vertex.kind)) {
        painter.drawRect(box);
    } else {
        painter.drawEllipse(box);
    }
    if (m_zoom >= kNamesFrom) {
        painter.setPen(theme.ink);
        painter.drawText(box, Qt::AlignCenter | Qt::TextSingleLine, nameOf(vertex));
    }
}

/// The scale of edges, and their lines, in the corner.
void FlowCanvas::paintLegend(QPainter& painter) const
{
    constexpr int kPad = 6;
    constexpr int kPiece = 34;
    constexpr double kShares[] = {0.1, 0.5, 0.8, 1};
    const theme::Theme& theme = theme::currentTheme();
    const QFontMetrics metrics = fontMetrics();
    const QString before = tr("written, unchanged 0 %");
    const QString after = tr("100 %");
    const QString reads = tr("read");
    const int pieces = static_cast<int>(std::size(kShares)) * kPiece;
    const int width = metrics.horizontalAdvance(before) + pieces + metrics.horizontalAdvance(after)
                      + kPiece + metrics.horizontalAdvance(reads) + 7 * kPad;
    const int high = metrics.height() + kPad;
    const QRect box(this->width() - width - kPad, height() - high - kPad, width, high);
    if (box.left() < 0) {
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(box, theme.panel);
    painter.setPen(theme.line);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box);
    int x = box.left() + kPad;
    const int y = box.center().y();
    const auto write = [&](const QString& text) {
        painter.setPen(theme.ink);
        painter.drawText(
            QRect(x, box.top(), width, high), Qt::AlignVCenter | Qt::TextSingleLine, text);
        x += metrics.horizontalAdvance(text) + kPad;
    };
    write(before);
    for (const double share : kShares) {
        painter.setPen(QPen(theme.ink, 5.6, Qt::SolidLine, Qt::FlatCap));
        painter.drawLine(x, y, x + kPiece, y);
        painter.setPen(QPen(theme::colorBelowNames(share), 4, styleOf(share), Qt::FlatCap));
        painter.drawLine(x, y, x + kPiece, y);
        x += kPiece;
    }
    x += kPad;
    write(after);
    x += kPad;
    painter.setPen(QPen(theme.mutedInk, 2));
    painter.drawLine(x, y, x + kPiece - kPad, y);
    x += kPiece;
    write(reads);
}

}  // namespace vellum::gui::charts
