// The last part of ProcessChart: painting of its levels, messages and marks.

#include "gui/charts/device_pixels.h"
#include "gui/charts/process_chart.h"
#include "gui/data/wording.h"
#include "gui/painters/timeline_painter.h"
#include "gui/theme/region_colors.h"
#include "gui/theme/theme.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace vellum::gui::charts {

void ProcessChart::makeBars()
{
    m_bars.assign(m_levels, {});
    const geometry::TimeScale to = scale();
    const auto of = [&](const models::Picture* picture, std::uint32_t level) {
        const auto* answer = picture != nullptr ? picture->as<query::Timeline>() : nullptr;
        return answer != nullptr && level <= answer->rows.size() ? geometry::makeBars(
                   answer->rows[level - 1], {.range = answer->window, .count = answer->columns}, to)
                                                                 : std::vector<geometry::Bar>();
    };
    const models::Picture* newest = m_model.picture();
    const bool reaches = newest != nullptr && newest->window.intersected(to.range) == to.range;
    for (std::uint32_t level = 1; level <= m_levels; ++level) {
        auto& bars = m_bars[level - 1];
        bars = of(newest, level);
        if (newest != nullptr && !reaches && m_model.whole() != nullptr) {
            bars = geometry::surrounded(bars, of(m_model.whole(), level), newest->window, to);
        }
    }
}

void ProcessChart::paintLayer(QPainter& painter, const Layout& layout)
{
    const theme::Theme& theme = theme::currentTheme();
    makeBars();
    painter.fillRect(layout.labels, theme.window);
    painter.fillRect(layout.canvas, theme.panel);
    paintLevels(painter, layout);
    if (messageHeight() > 0) {
        paintMessages(painter, layout);
    }
    if (trace().definitions->find(m_location) == nullptr) {
        paintWord(painter, layout, tr("This trace has no location that can be in a function."));
    } else if (trace().info.visits == 0) {
        paintWord(painter, layout, data::noVisitSentence(trace().info));
    } else if (const QString word = isBare() ? bareWord() : QString(); !word.isEmpty()) {
        paintWord(painter, layout, word);
    }
}

/// What the master timeline says in that row.
QString ProcessChart::bareWord()
{
    const auto* whole =
        m_model.whole() != nullptr ? m_model.whole()->as<query::Timeline>() : nullptr;
    const bool hasNone = whole != nullptr && std::ranges::all_of(whole->rows, models::isBare);
    const auto records = hasNone ? m_recordCounts.of(m_location) : std::nullopt;
    if (records) {
        return data::noVisitWord(
            trace().info, *records, context().view.range() == context().view.whole());
    }
    return hasNone && m_recordCounts.isBusy()
               ? QString()
               : tr("This location is in no function in this window.");
}

void ProcessChart::paintLevels(QPainter& painter, const Layout& layout) const
{
    const theme::Theme& theme = theme::currentTheme();
    painters::BarStyle style{
        .definitions = trace().definitions.get(),
        .groupNames = &m_groupNames,
        .font = painter.font(),
        .labelFromPx = layout.of(44),
        .edgeFromPx = layout.of(3),
        .cueFromPx = layout.of(theme::kLeastCueHeight)};
    if (const auto& highlight = context().selection.highlight()) {
        style.highlighted = highlight->key;
        style.highlightedBy = highlight->by;
    }
    style.functions = filters().functions();
    const int gap = layout.of(1);
    for (std::uint32_t level = 1; level <= m_levels; ++level) {
        const QRect row = levelRect(level);
        const int top = layout.of(row.top());
        const int bottom = layout.of(row.top() + row.height());
        if (bottom <= 0 || top >= layout.canvas.height()) {
            continue;
        }
        const QRect area(layout.canvas.left(), top, layout.canvas.width(), bottom - top);
        painters::paintBars(painter, barsOf(level), area.adjusted(0, gap, 0, -gap), style);
        painter.setFont(style.font);
        painter.setPen(theme.mutedInk);
        const QRect label(0, top, layout.labels.width() - layout.of(8), bottom - top);
        painter.drawText(label, Qt::AlignVCenter | Qt::AlignRight, QString::number(level));
        if (level == 1) {
            paintLabelText(painter, label.adjusted(0, 0, -layout.of(30), 0), tr("level"), layout);
        }
    }
}

/// A triangle up for what is sent, down for what is received; where they crowd, a bar as high as they
/// are many.
void ProcessChart::paintMessages(QPainter& painter, const Layout& layout) const
{
    const theme::Theme& theme = theme::currentTheme();
    const int height = layout.of(messageHeight());
    const int top = -layout.scrolled;
    if (top + height <= 0) {
        return;
    }
    painter.setPen(theme.mutedInk);
    paintLabelText(painter, QRect(0, top, layout.labels.width(), height), tr("messages"), layout);
    const query::Messages* known = messages();
    if (known == nullptr) {
        return;
    }
    const geometry::TimeScale at = scale();
    const int cell = std::max(1, layout.of(4));
    const auto cells = static_cast<std::size_t>(layout.canvas.width() / cell) + 1;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> counts(cells);  // sent, received
    for (std::size_t i = 0; i < known->messages.size(); ++i) {
        const query::Message& message = known->messages[i];
        const bool sends = message.sender == m_location;
        const double x = at.xOf(sends ? message.send : message.receive);
        if (x >= 0 && x < layout.canvas.width()) {
            auto& [sent, received] =
                counts[static_cast<std::size_t>(x) / static_cast<std::size_t>(cell)];
            (sends ? sent : received) += known->standsFor(i);
        }
    }
    painter.save();
    painter.setClipRect(layout.canvas);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.messageLine);
    const double half = height / 2.0;
    const auto mark = [&](double x, std::uint64_t count, bool sends) {
        // A single one is a small triangle; many are a larger one, growing as their logarithm.
        const double size = std::min(
            half - 1, layout.of(2.5) + layout.of(1.2) * std::log2(static_cast<double>(count)));
        const double base = top + half + (sends ? -1 : 1);
        const double tip = sends ? base - size : base + size;
        painter.drawPolygon(QPolygonF({{x - size * 0.7, base}, {x + size * 0.7, base}, {x, tip}}));
    };
    for (std::size_t i = 0; i < cells; ++i) {
        const double x = layout.canvas.left() + (static_cast<double>(i) + 0.5) * cell;
        if (counts[i].first > 0) {
            mark(x, counts[i].first, true);
        }
        if (counts[i].second > 0) {
            mark(x, counts[i].second, false);
        }
    }
    painter.restore();
}

void ProcessChart::paintMarks(QPainter& painter, const Layout& layout)
{
    const theme::Theme& theme = theme::currentTheme();
    const geometry::TimeScale at = scale();
    const auto xOf = [&](Tick tick) {
        return layout.canvas.left()
               + static_cast<int>(
                   std::clamp(at.xOf(tick), -9.0, double(layout.canvas.width()) + 9));
    };
    const int pen = layout.of(2);
    if (const auto& visit = context().selection.visit();
        visit && visit->location == m_location && visit->depth <= m_levels) {
        const QRect row = levelRect(visit->depth);
        const int left = xOf(visit->visit.begin);
        const int top = layout.of(row.top());
        painter.setPen(QPen(theme.accent, pen, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.setBrush(theme.selection);
        painter.drawRect(
            left,
            top + pen / 2,
            std::max(pen, xOf(visit->visit.end) - left),
            layout.of(row.top() + row.height()) - top - pen);
    }
    const auto& message = context().selection.message();
    if (message && messageHeight() > 0) {
        for (const auto& [location, tick] :
             {std::pair(message->sender, message->send),
              std::pair(message->receiver, message->receive)}) {
            if (location == m_location) {
                painter.fillRect(
                    xOf(tick) - pen / 2,
                    -layout.scrolled,
                    pen,
                    layout.of(messageHeight()),
                    theme.accent);
            }
        }
    }
    if (hovered()) {
        const std::uint32_t level = levelAt(hovered()->y());
        const int x = static_cast<int>(std::floor(xInCanvas(hovered()->x())));
        if (const auto bar = geometry::barAt(barsOf(level), x)) {
            const QRect row = levelRect(level);
            const int top = layout.of(row.top());
            painter.setPen(theme.accent);
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(
                layout.canvas.left() + bar->begin,
                top,
                std::max(1, bar->width() - 1),
                layout.of(row.top() + row.height()) - top - 1);
        }
    }
}

}  // namespace vellum::gui::charts
