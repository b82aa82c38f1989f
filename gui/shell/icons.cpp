#include "gui/shell/icons.h"

#include "gui/theme/theme.h"

#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>

namespace vellum::gui::shell {

namespace {

/// The icons of charts, drawn on a 16 × 16 grid.
QPainterPath chartPath(Icon icon)
{
    QPainterPath path;
    switch (icon) {
    case Icon::MasterTimeline:
        path.addRect(1.5, 2.5, 7, 2.5);
        path.addRect(5, 7, 9.5, 2.5);
        path.addRect(3, 11.5, 6, 2.5);
        break;
    case Icon::ProcessTimeline:
        path.addRect(1.5, 2.5, 13, 2.5);
        path.addRect(3.5, 7, 8, 2.5);
        path.addRect(5.5, 11.5, 3, 2.5);
        break;
    case Icon::SummaryTimeline:
        path.moveTo(1.5, 13.5);
        path.lineTo(1.5, 9);
        path.lineTo(5, 4.5);
        path.lineTo(9.5, 7);
        path.lineTo(14.5, 2.5);
        path.lineTo(14.5, 13.5);
        path.closeSubpath();
        path.moveTo(1.5, 11.5);
        path.lineTo(6, 9);
        path.lineTo(9.5, 10.5);
        path.lineTo(14.5, 8);
        break;
    case Icon::CounterTimeline:
        path.moveTo(1.5, 12);
        path.lineTo(4.5, 6);
        path.lineTo(7.5, 9.5);
        path.lineTo(11, 3);
        path.lineTo(14.5, 8);
        break;
    case Icon::Radar:
        for (const double y : {2.5, 6.75, 11.0}) {
            path.addRect(1.5, y, 3.25, 2.5);
            path.addRect(6.25, y, 3.25, 2.5);
            path.addRect(11, y, 3.25, 2.5);
        }
        break;
    case Icon::IoTimeline:
        for (const double x : {2.0, 9.0}) {
            path.moveTo(x, 13);
            path.lineTo(x + 5, 13);
            path.lineTo(x + 2.5, x < 5 ? 4 : 8);
            path.closeSubpath();
        }
        break;
    case Icon::MessageSummary:
        for (const double y : {3.0, 8.0, 13.0}) {
            const double length = y < 5 ? 11 : y < 10 ? 7 : 9;
            path.moveTo(2, y);
            path.lineTo(2 + length, y);
            path.moveTo(2 + length - 2, y - 1.75);
            path.lineTo(2 + length, y);
            path.lineTo(2 + length - 2, y + 1.75);
        }
        break;
    case Icon::Matrix:  // three by three, with the pairs of neighbours
        path.addRect(2, 2, 12, 12);
        for (const double at : {6.0, 10.0}) {
            path.moveTo(2, at);
            path.lineTo(14, at);
            path.moveTo(at, 2);
            path.lineTo(at, 14);
        }
        for (const double at : {3.25, 7.25}) {
            path.addRect(at + 4, at, 1.5, 1.5);
            path.addRect(at, at + 4, 1.5, 1.5);
        }
        break;
    case Icon::Table:
        path.addRect(2, 3, 12, 10);
        for (const double y : {6.5, 10.0}) {
            path.moveTo(2, y);
            path.lineTo(14, y);
        }
        path.moveTo(6.5, 3);
        path.lineTo(6.5, 13);
        break;
    case Icon::FlameGraph:  // callers at the bottom
        path.addRect(1.5, 11, 13, 3);
        path.addRect(1.5, 7, 8, 3);
        path.addRect(11, 7, 3.5, 3);
        path.addRect(3, 3, 4, 3);
        break;
    case Icon::ValueFlow:
        path.addRect(5.5, 2, 5, 3.5);
        path.addEllipse(1.5, 10, 5.5, 4);
        path.addEllipse(9, 10, 5.5, 4);
        path.moveTo(7, 5.5);
        path.lineTo(4.5, 10);
        path.moveTo(9, 5.5);
        path.lineTo(11.5, 10);
        break;
    case Icon::Source:  // brackets, and what stands between
        path.moveTo(5, 4);
        path.lineTo(1.5, 8);
        path.lineTo(5, 12);
        path.moveTo(11, 4);
        path.lineTo(14.5, 8);
        path.lineTo(11, 12);
        path.moveTo(9.25, 3);
        path.lineTo(6.75, 13);
        break;
    default:
        break;
    }
    return path;
}

/// Drawn on a 16 × 16 grid.
QPainterPath pathOf(Icon icon)
{
    QPainterPath path;
    switch (icon) {
    case Icon::Open:
        path.moveTo(1.5, 13);
        path.lineTo(1.5, 3);
        path.lineTo(6, 3);
        path.lineTo(7.5, 5);
        path.lineTo(13, 5);
        path.lineTo(13, 7);
        path.moveTo(1.5, 13);
        path.lineTo(4, 7);
        path.lineTo(15, 7);
        path.lineTo(12.5, 13);
        path.closeSubpath();
        break;
    case Icon::Undo:
    case Icon::Redo:
        path.moveTo(6, 2.5);
        path.lineTo(2.5, 6);
        path.lineTo(6, 9.5);
        path.moveTo(2.5, 6);
        path.lineTo(9.5, 6);
        path.arcTo(QRectF(6.5, 6, 7, 7), 90, -180);
        path.lineTo(6, 13);
        break;
    case Icon::Summary:
        path.addRect(2, 3, 12, 2);
        path.addRect(2, 7, 8, 2);
        path.addRect(2, 11, 4, 2);
        break;
    case Icon::Details:
        path.addRoundedRect(2.5, 2, 11, 12, 1.5, 1.5);
        path.moveTo(5, 5.5);
        path.lineTo(11, 5.5);
        path.moveTo(5, 8);
        path.lineTo(11, 8);
        path.moveTo(5, 10.5);
        path.lineTo(9, 10.5);
        break;
    case Icon::Legend:
        path.addRect(2, 2.5, 4, 4);
        path.addRect(2, 9.5, 4, 4);
        path.moveTo(8.5, 4.5);
        path.lineTo(14, 4.5);
        path.moveTo(8.5, 11.5);
        path.lineTo(14, 11.5);
        break;
    default:
        return chartPath(icon);
    }
    return path;
}

class Engine : public QIconEngine {
public:
    explicit Engine(Icon icon) : m_icon(icon) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        const theme::Theme& theme = theme::currentTheme();
        QColor color = state == QIcon::On ? theme.accent : theme.ink;
        if (mode == QIcon::Disabled) {
            color = theme.mutedInk;
            color.setAlphaF(0.5F);
        }
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->translate(rect.topLeft());
        painter->scale(rect.width() / 16.0, rect.height() / 16.0);
        if (m_icon == Icon::Redo) {
            painter->translate(16, 0);
            painter->scale(-1, 1);
        }
        painter->setPen(QPen(color, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter->drawPath(pathOf(m_icon));
        painter->restore();
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap result(size);
        result.fill(Qt::transparent);
        QPainter painter(&result);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return result;
    }

    [[nodiscard]] QIconEngine* clone() const override { return new Engine(m_icon); }

private:
    Icon m_icon;
};

}  // namespace

QIcon makeIcon(Icon icon)
{
    return QIcon(new Engine(icon));
}

}  // namespace vellum::gui::shell
