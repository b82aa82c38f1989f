#include "gui/painters/layer_painter.h"

#include <QPainterPath>
#include <QPen>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace vellum::gui::painters {

void paintOutline(QPainter& painter, const Outline& outline, const QColor& color, double scale)
{
    if (outline.boxes.empty()) {
        return;
    }
    const double width = std::max(1.0, std::floor(scale));
    QPen pen(color, width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
    if (outline.isBurst) {
        pen.setDashPattern({3, 2});
    }
    painter.save();
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    double y = outline.boxes.front().bottom();
    for (const QRectF& box : outline.boxes) {
        const double inset = width / 2;
        const double x = std::floor(box.left()) + inset;
        const double right = std::max(x, std::floor(box.right()) - inset);
        const double top = std::floor(box.top()) + inset;
        const double bottom = std::floor(box.bottom()) - inset;
        if (right - x < 2 * width) {
            painter.drawLine(QPointF(x, top), QPointF(x, bottom));
        } else {
            painter.drawRect(QRectF(QPointF(x, top), QPointF(right, bottom)));
        }
        if (box.top() > y + 1) {
            QColor faint = color;
            faint.setAlphaF(color.alphaF() / 2);
            painter.setPen(QPen(faint, width, Qt::DotLine));
            painter.drawLine(QPointF(x, y), QPointF(x, box.top()));
            painter.setPen(pen);
        }
        y = box.bottom();
    }
    painter.restore();
}

void paintMarker(QPainter& painter, const MarkerSign& sign, double scale)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    const double half = sign.size * 0.6;
    if (sign.bottom > sign.tip.y()) {
        painter.setPen(QPen(sign.color, std::max(1.0, scale), Qt::DashLine));
        painter.drawLine(sign.tip, QPointF(sign.tip.x(), sign.bottom));
    }
    painter.setPen(QPen(sign.color, 1.4 * scale));
    const auto triangle = [&](double dx) {
        const QPointF tip = sign.tip + QPointF(dx, 0);
        painter.drawPolygon(
            QPolygonF({tip, tip + QPointF(-half, -sign.size), tip + QPointF(half, -sign.size)}));
    };
    triangle(0);
    if (sign.isSeveral) {
        triangle(half * 0.8);
    }
    if (sign.until > sign.tip.x() + half) {
        const double y = sign.tip.y() - sign.size;
        painter.drawLine(QPointF(sign.tip.x(), y), QPointF(sign.until, y));
        painter.drawLine(QPointF(sign.until, y), QPointF(sign.until, y + sign.size / 2));
    }
    painter.restore();
}

void paintIo(QPainter& painter, const IoSign& sign, const QColor& color, double scale)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, std::max(1.0, scale)));
    painter.setBrush(Qt::NoBrush);
    const double half = sign.size * 0.55;
    const double y = sign.base.y();
    painter.drawPolygon(QPolygonF(
        {QPointF(sign.base.x() - half, y),
         QPointF(sign.base.x() + half, y),
         QPointF(sign.base.x(), y - sign.size)}));
    if (sign.isSingle) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawEllipse(QPointF(sign.base.x(), y - sign.size * 0.36), scale, scale);
    }
    painter.restore();
}

void paintFlow(QPainter& painter, const QLineF& line, const QColor& color, double scale)
{
    const double head = 6 * scale;
    const QPointF neck = line.p2() - QPointF(head, 0);
    // What goes on in time is not drawn back in it, however short; what goes back needs its bow.
    const double forward = neck.x() - line.p1().x();
    const double reach = forward >= 0 ? std::min(forward / 2, 90 * scale)
                                      : std::clamp(-forward / 2, 18 * scale, 90 * scale);
    QPainterPath path(line.p1());
    path.cubicTo(line.p1() + QPointF(reach, 0), neck - QPointF(reach, 0), neck);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.6 * scale));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(
        QPolygonF({line.p2(), neck + QPointF(0, -head * 0.55), neck + QPointF(0, head * 0.55)}));
    painter.restore();
}

double ioSize(std::uint64_t operations, double room, double scale)
{
    const double grown =
        operations < 2 ? 6.0 : 6.5 + 1.1 * std::log2(static_cast<double>(operations));
    return std::max(3 * scale, std::min(grown * scale, room));
}

}  // namespace vellum::gui::painters
