// What the master timeline says where there is nothing to draw.

#include "gui/charts/device_pixels.h"
#include "gui/charts/timeline_chart.h"
#include "gui/data/time_text.h"
#include "gui/data/wording.h"
#include "gui/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace vellum::gui::charts {

namespace {

constexpr double kEdgePx = 12;  ///< of what is hatched where the trace goes on

/// Where something was not loaded: no ground of a row looks like it.
void paintHatch(QPainter& painter, const QRect& area)
{
    QColor ink = theme::currentTheme().mutedInk;
    ink.setAlphaF(0.55F);
    painter.fillRect(area, QBrush(ink, Qt::BDiagPattern));
}

/// On a ground of its own: lines go around it, not through it.
void paintSentence(QPainter& painter, const QRect& room, const QString& sentence, double ratio)
{
    const theme::Theme& theme = theme::currentTheme();
    const int padding = static_cast<int>(std::lround(6 * ratio));
    constexpr int kFlags = Qt::AlignCenter | Qt::TextWordWrap;
    const QRect text =
        painter.boundingRect(room.adjusted(padding, 0, -padding, 0), kFlags, sentence);
    painter.fillRect(text.adjusted(-padding, 0, padding, 0), theme.panel);
    painter.setPen(theme.mutedInk);
    painter.drawText(text, kFlags, sentence);
}

}  // namespace

void TimelineChart::setLoadedPart(const models::LoadedPart& part)
{
    m_part = part;
    invalidate();
    updateGeometry();
    emit changed();
}

/// What was left out of the trace as it was loaded: before and behind its time at the edges, and below the rows.
void TimelineChart::paintUnloaded(QPainter& painter, double ratio) const
{
    if (m_part.isAll()) {
        return;
    }
    const QRect canvas = deviceCanvas();
    const int width = static_cast<int>(std::lround(kEdgePx * ratio));  // bars show through
    if (m_part.endsBefore && m_view.range().begin == m_view.whole().begin) {
        paintHatch(painter, {canvas.left(), canvas.top(), width, canvas.height()});
    }
    if (m_part.endsAfter && m_view.range().end == m_view.whole().end) {
        paintHatch(painter, {canvas.right() + 1 - width, canvas.top(), width, canvas.height()});
    }
    QRect below = canvas;
    below.setTop(static_cast<int>(std::lround(rowTop(static_cast<int>(m_rows.size())) * ratio)));
    painter.setFont(DevicePixels(ratio).font(font()));
    if (!m_rows.empty() && below.height() > QFontMetrics(painter.font()).height()) {
        painter.fillRect(below, theme::currentTheme().groupRow);
        paintHatch(painter, below);
        paintSentence(painter, below, tr("Loaded in part: %1.").arg(m_part.sentence()), ratio);
    }
}

/// Of very many messages, one-sided operations, collectives and markers the first of the window are known: from the
/// last of these on not all is drawn, and a strip at the top says that. Nothing: all is.
std::optional<Tick> TimelineChart::knownUntil(QString& what) const
{
    std::optional<Tick> until;
    const auto take =
        [&](std::uint64_t known, std::uint64_t count, Tick last, const QString& name) {
            if (known > 0 && known < count && (!until || last < *until)) {
                until = last;
                what = name;
            }
        };
    const auto messages = m_model.messages();
    const bool isCut = messages && messages->isCut() && !messages->messages.empty();
    if (isCut && m_layers.isShown(models::Layer::Messages)) {
        take(
            messages->messages.size(),
            messages->count,
            messages->messages.back().send,
            tr("messages"));
    }
    if (const auto* events = m_layers.oneSided(); events != nullptr && !events->events.empty()) {
        take(
            events->events.size(),
            events->count,
            events->events.back().tick,
            tr("one-sided operations"));
    }
    if (const auto* all = m_layers.collectives(); all != nullptr && !all->collectives.empty()) {
        take(
            all->collectives.size(),
            all->count,
            all->collectives.back().range.begin,
            tr("collectives"));
    }
    if (const auto* all = m_layers.markers(); all != nullptr && !all->markers.empty()) {
        take(all->markers.size(), all->count, all->markers.back().tick, tr("markers"));
    }
    return until;
}

void TimelineChart::paintUnknown(QPainter& painter, double ratio) const
{
    QString what;
    const std::optional<Tick> until = knownUntil(what);
    if (!until) {
        return;
    }
    const QRect canvas = deviceCanvas();
    const double from = scale().xOf(*until);
    if (from >= canvas.width()) {
        return;
    }
    const int left = canvas.left() + std::max(0, static_cast<int>(std::ceil(from)));
    const int height = static_cast<int>(std::lround(kEdgePx * ratio));
    const QRect strip(left, canvas.top(), canvas.right() + 1 - left, height);
    painter.fillRect(strip, theme::currentTheme().groupRow);
    paintHatch(painter, strip);
    painter.fillRect(left, canvas.top(), 1, canvas.height(), theme::currentTheme().mutedInk);
    painter.setFont(DevicePixels(ratio).font(font(), 0.85));
    const QString sentence = tr("more %1 than can be drawn: zoom in").arg(what);
    if (QFontMetrics(painter.font()).horizontalAdvance(sentence) < strip.width() / 2) {
        paintSentence(painter, strip, sentence, ratio);
    }
}

/// All bars are pale then; where the others are is not to be sought by hand.
QString TimelineChart::filteredAbsence() const
{
    QString absence = tr("No time in the filtered functions in this window.");
    const auto nearest = m_filtered.nearest();
    if (!nearest) {
        return absence;
    }
    const QString where = *nearest >= m_view.range().end ? tr("The next visit begins at %1.")
                                                         : tr("The last visit began at %1.");
    const ClockProperties& clock = m_model.trace().definitions->clock;
    return absence + QLatin1Char(' ') + where.arg(data::instantText(*nearest, clock));
}

void TimelineChart::paintEmptyWord(QPainter& painter, double ratio)
{
    QString word;
    if (m_rows.empty() && m_view.filters().hidesAll()) {
        word = tr("The filters leave no row. Remove one of them above, or undo.");
    } else if (m_rows.empty()) {
        word = tr("This trace defines no locations.");
    } else if (m_model.trace().info.visits == 0) {
        word = data::noVisitSentence(m_model.trace().info);
    } else if (m_filtered.areAbsent()) {
        word = filteredAbsence();
    }
    if (word.isEmpty()) {
        return;
    }
    painter.setFont(DevicePixels(ratio).font(font()));
    QRect canvas = deviceCanvas();
    const double below = rowTop(static_cast<int>(m_rows.size())) * ratio;
    canvas.setTop(std::min(canvas.height() / 2, static_cast<int>(below)));
    paintSentence(painter, canvas, word, ratio);
}

// ---- Rows without a bar ---------------------------------------------------------------------

QString TimelineChart::emptyRowWord(LocationRef location)
{
    const models::RowPicture* newest = m_model.pictureOf(location);
    const bool isOfView = newest != nullptr && newest->timeline->window == m_view.range();
    const models::CounterPicture* counters = m_model.wholeCountersOf(location);
    const bool mayHaveCurve =
        m_model.showsCounters(location) && (counters == nullptr || counters->count > 0);
    if (!isOfView || !newest->isBare() || mayHaveCurve || m_model.trace().info.visits == 0) {
        return {};
    }
    const models::RowPicture* whole = m_model.wholePictureOf(location);
    if (whole == nullptr || !whole->isBare()) {
        return tr("no function in this window");
    }
    const auto records = m_recordCounts.of(location);
    return records
               ? data::noVisitWord(m_model.trace().info, *records, m_view.range() == m_view.whole())
               : QString();
}

void TimelineChart::paintEmptyRow(QPainter& painter, LocationRef location, const QRect& area)
{
    const QFontMetrics metrics(painter.font());
    const QString word = metrics.height() <= area.height() ? emptyRowWord(location) : QString();
    const double ratio = viewport()->devicePixelRatioF();
    const int padding = static_cast<int>(std::lround((kEdgePx + 4) * ratio));
    if (!word.isEmpty() && metrics.horizontalAdvance(word) + 2 * padding < area.width()) {
        constexpr int kFlags = Qt::AlignVCenter | Qt::TextSingleLine;
        const QRect room = area.adjusted(padding, 0, 0, 0);
        painter.setPen(theme::currentTheme().mutedInk);
        painter.drawText(room, kFlags, word);
        m_texts += painter.boundingRect(room, kFlags, word);
    }
}

}  // namespace vellum::gui::charts
