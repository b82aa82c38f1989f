// The triangles of input and output over the master timeline's rows.

#include "common/time/columns.h"
#include "gui/charts/timeline_chart.h"
#include "gui/painters/layer_painter.h"
#include "gui/theme/theme.h"

#include <algorithm>
#include <cmath>

namespace vellum::gui::charts {

using models::Layer;

/// Of the locations that a row stands for, all together.
void TimelineChart::sumUpIo(const query::Io& answer)
{
    if (m_summedIo == &answer) {
        return;
    }
    m_summedIo = &answer;
    m_ioSums.clear();
    for (const query::IoRow& row : answer.rows) {
        const auto found = m_rowOfLocation.find(row.location);
        if (found == m_rowOfLocation.end()) {
            continue;
        }
        for (const query::IoPoint& point : row.points) {
            query::IoPoint& to = m_ioSums[{found->second, point.column}];
            to.reads += point.reads;
            to.writes += point.writes;
            to.flushes += point.flushes;
            to.others += point.others;
            to.bytesRead += point.bytesRead;
            to.bytesWritten += point.bytesWritten;
            to.opened += point.opened;
            to.closed += point.closed;
        }
    }
}

void TimelineChart::addIo(const query::Io& answer)
{
    if (answer.columns == 0) {
        return;
    }
    sumUpIo(answer);
    const double ratio = viewport()->devicePixelRatioF();
    const QRect canvas = deviceCanvas();
    const geometry::TimeScale at = scale();
    const Columns columns{.range = answer.window, .count = answer.columns};
    for (const int row : rowsOnScreen()) {
        const double bottom = std::round(rowBottom(row) * ratio) - 2 * std::floor(ratio);
        const double room = (rowBottom(row) - rowTop(row)) * ratio * 0.6;
        for (auto one = m_ioSums.lower_bound({row, 0U});
             one != m_ioSums.end() && one->first.first == row;
             ++one) {
            const std::uint64_t count = one->second.operations();
            const TickRange range = columns.column(one->first.second);
            const double x = (at.xOf(range.begin) + at.xOf(range.end)) / 2;
            if (count == 0 || x < 0 || x > canvas.width()) {
                continue;
            }
            const double size = painters::ioSize(count, room, ratio);
            const double half = size * 0.55;
            m_shapes.push_back(
                {.layer = Layer::Io,
                 .index = static_cast<std::size_t>(row),
                 .count = count,
                 .range = range,
                 .column = one->first.second,
                 .boxes = {QRectF(canvas.left() + x - half, bottom - size, 2 * half, size)}});
        }
    }
}

// ---- The end of an operation ----------------------------------------------------------------

/// A sign stands where an operation begins: when it ends is asked for when it is selected.
void TimelineChart::askForEnds(const models::IoMark& mark, const models::Row& row)
{
    m_chosenIo.reset();
    m_ioSlot.reset();
    const auto question = m_layers.ioOf(row.locations, mark.range);
    if (mark.numbers.operations() == 1 && question) {
        m_chosenIo = {.mark = mark, .row = row.key};
        m_ioSlot.ask(*question);
    }
}

/// Of operations of one handle that overlap it is not known whose end it is.
void TimelineChart::takeEnds(const query::Io& answer)
{
    const auto isIt = [](const query::IoRow& row) {
        const query::IoNumbers& numbers = row.numbers;
        return numbers.operations() == 1 && numbers.overlapping == 1
               && numbers.unmatchedBegins == 0;
    };
    const auto row = std::ranges::find_if(answer.rows, isIt);
    if (m_chosenIo && row != answer.rows.end()) {
        m_chosenIo->range = TickRange{.begin = row->numbers.first, .end = row->numbers.last};
        viewport()->update();
    }
}

/// A second sign where the operation ends; \p hasBegin: the first is there.
void TimelineChart::paintChosenIo(QPainter& painter, double ratio, bool hasBegin)
{
    const auto& selected = m_selection.overlaid();
    const auto* mark = selected ? std::get_if<models::IoMark>(&*selected) : nullptr;
    if (mark == nullptr || !m_chosenIo || !m_chosenIo->range || !(m_chosenIo->mark == *mark)
        || m_layers.io() == nullptr) {
        return;
    }
    const auto at = std::ranges::find(m_rows, m_chosenIo->row, &models::Row::key);
    if (at == m_rows.end()) {
        return;
    }
    const auto row = static_cast<int>(at - m_rows.begin());
    const QRect canvas = deviceCanvas();
    const double foot = std::round(rowBottom(row) * ratio) - 2 * std::floor(ratio);
    const double room = (rowBottom(row) - rowTop(row)) * ratio * 0.6;
    const auto paint = [&](Tick tick) {
        const double x = scale().xOf(tick);
        if (x >= 0 && x <= canvas.width()) {
            painters::paintIo(
                painter,
                {.base = QPointF(canvas.left() + x, foot),
                 .size = painters::ioSize(1, room, ratio)},
                theme::currentTheme().accent,
                2 * ratio);
        }
    };
    if (!hasBegin) {
        paint(m_chosenIo->range->begin);
    }
    paint(m_chosenIo->range->end);
}

}  // namespace vellum::gui::charts
