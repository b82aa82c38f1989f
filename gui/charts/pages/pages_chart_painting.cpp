// What PagesChart draws.
#include "gui/charts/pages/page_looks.h"
#include "gui/charts/pages/pages_chart.h"
#include "gui/data/wording.h"
#include "gui/theme/theme.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace vellum::gui::charts {

namespace {

/// The colour, and over it the pattern by which those tell it who do not see the colour.
void fill(QPainter& painter, const QRect& area, const PageLook& look)
{
    painter.fillRect(area, look.color);
    if (look.pattern != Qt::NoBrush) {
        painter.fillRect(area, QBrush(theme::currentTheme().barInk, look.pattern));
    }
}

}  // namespace

void PagesChart::paintLayer(QPainter& painter, const Layout& layout)
{
    const theme::Theme& theme = theme::currentTheme();
    painter.fillRect(layout.labels, theme.window);
    painter.fillRect(layout.canvas, theme.panel);
    for (std::size_t i = 0; i < rows().size(); ++i) {
        const QRect row = rowRect(i);
        if (layout.of(row.bottom()) >= 0 && layout.of(row.top()) < layout.canvas.height()) {
            paintRow(painter, layout, i);
        }
    }
    paintLegend(painter, layout);
    if (const QString instead = word(); !instead.isEmpty()) {
        paintWord(painter, layout, instead);
    }
}

/// It stays at the top while rows are scrolled beneath it.
void PagesChart::paintLegend(QPainter& painter, const Layout& layout) const
{
    const theme::Theme& theme = theme::currentTheme();
    const QFontMetrics metrics(painter.font());
    const int height = layout.of(legendHeight());
    painter.fillRect(0, 0, layout.canvas.right() + 1, height, theme.window);
    painter.fillRect(0, height - 1, layout.canvas.right() + 1, 1, theme.line);
    int x = layout.canvas.left() + layout.of(8);
    const int side = layout.of(12);
    for (const PageLook& look : pageLooks()) {
        const int room = layout.canvas.right() - layout.of(4) - x - side - layout.of(4);
        const QString name = metrics.elidedText(look.text(), Qt::ElideRight, std::max(0, room));
        if (room < metrics.horizontalAdvance(u'…')) {
            break;
        }
        fill(painter, {x, (height - side) / 2, side, side}, look);
        x += side + layout.of(4);
        painter.setPen(theme.mutedInk);
        const int width = metrics.horizontalAdvance(name);
        painter.drawText(QRect(x, 0, width + 1, height), Qt::AlignVCenter, name);
        x += width + layout.of(12);
    }
}

void PagesChart::paintRow(QPainter& painter, const Layout& layout, std::size_t index) const
{
    const theme::Theme& theme = theme::currentTheme();
    const query::ValuesPagesRow& row = rows()[index];
    const QRect place = rowRect(index);
    const int top = layout.of(place.top());
    const int height = layout.of(place.top() + place.height()) - top;
    const bool isFirst = isFirstOfObject(index);
    if (isFirst) {
        painter.fillRect(0, top, layout.canvas.right() + 1, 1, theme.line);
    }
    painter.setPen(isFirst ? theme.ink : theme.mutedInk);
    const QRect label(
        layout.labels.left() + layout.of(isFirst ? 8 : 20),
        top,
        layout.labels.width() - layout.of(isFirst ? 12 : 24),
        height);
    const QString text = isFirst ? QString::fromStdString(row.object)
                                 : QStringLiteral("+ ") + data::bytesText(row.offset);
    paintLabelText(painter, label, text, layout);
    paintStates(
        painter,
        layout,
        row.states,
        QRect(
            layout.canvas.left(),
            top + layout.of(2),
            layout.canvas.width(),
            height - layout.of(3)));
}

void PagesChart::paintStates(
    QPainter& painter, const Layout& layout, std::string_view states, const QRect& area) const
{
    const Columns all = columns();
    const double width = layout.canvas.width();
    const auto xOf = [&](std::int64_t column) {
        return static_cast<int>(
            std::lround(std::clamp(scale().xOf(all.boundary(column)), 0.0, width)));
    };
    for (std::size_t first = 0; first < states.size();) {
        std::size_t end = first + 1;
        while (end < states.size() && states[end] == states[first]) {
            ++end;
        }
        const int left = xOf(static_cast<std::int64_t>(first));
        const int right = xOf(static_cast<std::int64_t>(end));
        const PageLook* look = findPageLook(states[first]);
        if (look != nullptr && right > left) {
            fill(painter, {area.left() + left, area.top(), right - left, area.height()}, *look);
        }
        first = end;
    }
}

void PagesChart::paintMarks(QPainter& painter, const Layout& layout)
{
    if (m_row < 0 || static_cast<std::size_t>(m_row) >= rows().size()) {
        return;
    }
    const theme::Theme& theme = theme::currentTheme();
    const QRect place = rowRect(static_cast<std::size_t>(m_row));
    const int pen = layout.of(2);
    const int top = layout.of(place.top());
    if (top < layout.of(legendHeight()) - layout.of(place.height())) {
        return;  // beneath the legend
    }
    painter.setPen(QPen(theme.accent, pen, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(
        pen / 2,
        top + pen / 2,
        layout.canvas.right() - pen,
        layout.of(place.top() + place.height()) - top - pen);
}

}  // namespace vellum::gui::charts
