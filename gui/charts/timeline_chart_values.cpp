// What TimelineChart shows of values: how much of what was moved was there already, over the bars.

#include "common/base/number_text.h"
#include "gui/charts/timeline_chart.h"
#include "gui/data/wording.h"
#include "gui/theme/scales.h"
#include "gui/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace vellum::gui::charts {

namespace {

constexpr int kVeil = 170;  ///< opacity of the ground over the bars, so that these are still seen
constexpr std::uint32_t kExact = 3;  ///< quality of a join that leaves no doubt

}  // namespace

/// A column from the row's lower edge for each pixel: its height and its colour both say the share. Where operations
/// may be others than those of the trace it is hatched.
void TimelineChart::paintRedundancy(
    QPainter& painter, LocationRef location, const geometry::TimeScale& to, const QRect& area)
{
    const auto rows = m_redundancy.of(location);
    if (rows.empty()) {
        return;
    }
    const Columns columns = m_redundancy.columns();
    const double ratio = viewport()->devicePixelRatioF();
    QColor veil = theme::currentTheme().panel;
    veil.setAlpha(kVeil);
    for (const query::ValuesRedundancyRow& row : rows) {
        const TickRange time = columns.column(row.column);
        const int left = static_cast<int>(std::floor(to.xOf(time.begin)));
        const int right = std::max(left + 1, static_cast<int>(std::floor(to.xOf(time.end))));
        const QRect cell =
            QRect(area.left() + left, area.top(), right - left, area.height()).intersected(area);
        if (cell.isEmpty()) {
            continue;
        }
        const double share = models::shareOf(row);
        const int height = std::max(
            static_cast<int>(std::lround(ratio)),
            static_cast<int>(std::lround(share * cell.height())));
        painter.fillRect(cell, veil);
        painter.fillRect(
            cell.left(),
            cell.bottom() + 1 - height,
            cell.width(),
            height,
            theme::colorBelowNames(share));
        // A line on top: the share is read from its height where colours are too alike.
        painter.fillRect(
            cell.left(),
            cell.bottom() + 1 - height,
            cell.width(),
            static_cast<int>(std::lround(ratio)),
            theme::currentTheme().ink);
        if (row.quality < kExact) {
            painter.fillRect(cell, QBrush(theme::currentTheme().ink, Qt::BDiagPattern));
        }
    }
}

/// The scale, and how much was looked at: in the corner where no bar begins.
void TimelineChart::paintRedundancyLegend(QPainter& painter, const QRect& canvas, double ratio)
{
    if (m_redundancy.answer() == nullptr) {
        return;
    }
    const theme::Theme& theme = theme::currentTheme();
    const QFontMetrics metrics(painter.font());
    const int pad = static_cast<int>(6 * ratio);
    const int scale = static_cast<int>(80 * ratio);
    const QString before = tr("redundant 0 %");
    const QString after = data::percent(1);
    const int width =
        metrics.horizontalAdvance(before) + scale + metrics.horizontalAdvance(after) + 4 * pad;
    const int height = metrics.height() + pad;
    const QRect box(canvas.right() - width - pad, canvas.bottom() - height - pad, width, height);
    painter.fillRect(box, theme.panel);
    painter.setPen(theme.line);
    painter.drawRect(box);
    painter.setPen(theme.ink);
    painter.drawText(box.adjusted(pad, 0, 0, 0), Qt::AlignVCenter | Qt::TextSingleLine, before);
    painter.drawText(
        box.adjusted(0, 0, -pad, 0), Qt::AlignVCenter | Qt::AlignRight | Qt::TextSingleLine, after);
    const int left = box.left() + 2 * pad + metrics.horizontalAdvance(before);
    const int bottom = box.bottom() - pad / 2;
    for (int x = 0; x < scale; ++x) {
        const double share = (x + 0.5) / scale;
        const int rise = std::max(1, static_cast<int>(std::lround(share * (height - pad))));
        painter.fillRect(left + x, bottom - rise, 1, rise, theme::colorBelowNames(share));
    }
}

/// "   93 % of 1.2 MiB redundant here (silent store)"; empty where nothing is known.
QString TimelineChart::redundancyText(LocationRef location, Tick tick) const
{
    const auto row = m_redundancy.at(location, tick);
    if (!row) {
        return {};
    }
    QString text = tr("   %1 of %2 redundant here")
                       .arg(data::percent(models::shareOf(*row)), data::bytesText(row->movedBytes));
    if (row->pattern != query::ValuePattern::None) {
        text += QStringLiteral(" (%1)").arg(data::patternText(row->pattern));
    }
    return row->quality < kExact ? text + tr(", as far as the two runs agree") : text;
}

QString TimelineChart::redundancySentence() const
{
    const query::ValuesRedundancy* answer = m_redundancy.answer();
    if (answer == nullptr) {
        return {};
    }
    QString text = QStringLiteral(" · ")
                   + tr("redundancy of %1")
                         .arg(data::counted(answer->operations, tr("operation"), tr("operations")));
    if (answer->lostAccesses > 0) {
        text += tr(", %1 accesses not looked at").arg(data::grouped(answer->lostAccesses));
    }
    const QString otherRun = data::otherRunText(answer->valuesOf);
    return otherRun.isEmpty() ? text : text + QStringLiteral(", ") + otherRun;
}

}  // namespace vellum::gui::charts
