#include "gui/charts/steps/step_canvas.h"

#include "gui/data/change.h"
#include "gui/data/time_text.h"
#include "gui/data/wording.h"
#include "gui/theme/scales.h"
#include "gui/theme/theme.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace vellum::gui::charts {

using compare::StepDifference;
using models::StepBar;
using models::StepRow;

namespace {

constexpr int kInset = 4;        ///< above and below a name
constexpr int kBeside = 8;       ///< beside a name
constexpr int kBetween = 2;      ///< above and below the boxes of a row
constexpr int kLeastLabel = 44;  ///< a narrower box has no text

double strengthOf(const StepBar& bar)
{
    return data::changeStrength(
        static_cast<double>(bar.durationA), static_cast<double>(bar.durationB));
}

QString changeOf(const StepBar& bar)
{
    return data::changeText(static_cast<double>(bar.durationA), static_cast<double>(bar.durationB));
}

QString timeText(std::int64_t nanoseconds)
{
    return data::text(formatDuration(nanoseconds, {}));
}

}  // namespace

StepCanvas::StepCanvas(QWidget* parent) : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    QAbstractScrollArea::setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    setAccessibleName(tr("Difference timeline"));
    connect(verticalScrollBar(), &QScrollBar::valueChanged, viewport(), [this] {
        viewport()->update();
    });
}

// ---- What is shown ---------------------------------------------------------------------------

void StepCanvas::setComparison(std::shared_ptr<const compare::StepComparison> comparison)
{
    if (comparison == m_comparison) {
        return;
    }
    m_comparison = std::move(comparison);
    m_rows = m_comparison ? models::stepRows(*m_comparison) : std::vector<StepRow>();
    m_selected.reset();
    layOut();
}

void StepCanvas::setRange(TickRange range)
{
    if (range != m_range) {
        m_range = range;
        layOut();
    }
}

void StepCanvas::setTimePlace(int left, int width)
{
    if (left != m_left || width != m_width) {
        m_left = left;
        m_width = width;
        layOut();
    }
}

void StepCanvas::setEmptyText(const QString& text)
{
    m_emptyText = text;
    viewport()->update();
}

void StepCanvas::setLetters(const QString& a, const QString& b)
{
    m_a = a;
    m_b = b;
}

void StepCanvas::layOut()
{
    m_bars.assign(m_rows.size(), {});
    for (std::size_t i = 0; i < m_rows.size() && m_width > 0 && !m_range.isEmpty(); ++i) {
        m_bars[i] = models::stepBars(*m_comparison, m_rows[i], m_range, m_width);
    }
    const int height = viewport()->height();
    verticalScrollBar()->setPageStep(height);
    verticalScrollBar()->setSingleStep(rowHeight());
    verticalScrollBar()->setRange(0, std::max(0, wholeHeight() - height));
    viewport()->update();
}

int StepCanvas::rowHeight() const
{
    return fontMetrics().height() + 2 * (kInset + kBetween) + 2;
}

int StepCanvas::wholeHeight() const
{
    return static_cast<int>(std::min<std::size_t>(m_rows.size(), 1'000'000)) * rowHeight();
}

int StepCanvas::topOf(std::size_t row) const
{
    return static_cast<int>(row) * rowHeight() - verticalScrollBar()->value();
}

QRect StepCanvas::boxOf(std::size_t row, const StepBar& bar) const
{
    return {
        m_left + bar.left, topOf(row) + kBetween, bar.right - bar.left, rowHeight() - 2 * kBetween};
}

std::optional<std::size_t> StepCanvas::rowOf(std::size_t step) const
{
    const auto behind = std::ranges::upper_bound(m_rows, step, {}, &StepRow::first);
    return behind == m_rows.begin()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(behind - m_rows.begin()) - 1);
}

const StepBar* StepCanvas::barAt(QPoint position) const
{
    const int at = position.y() + verticalScrollBar()->value();
    const auto row = static_cast<std::size_t>(std::max(0, at) / rowHeight());
    if (at < 0 || row >= m_bars.size()) {
        return nullptr;
    }
    const int x = position.x() - m_left;
    const auto behind = std::ranges::upper_bound(m_bars[row], x, {}, &StepBar::left);
    if (behind == m_bars[row].begin() || std::prev(behind)->right <= x) {
        return nullptr;
    }
    return &*std::prev(behind);
}

QString StepCanvas::textOf(const StepBar& bar) const
{
    const StepDifference& step = m_comparison->rows[bar.first];
    QString place = data::cut(step.location, data::kMostOfNameInLine);
    if (!step.locationB.empty()) {
        place += QStringLiteral(" ↔ ") + data::cut(step.locationB, data::kMostOfNameInLine);
    }
    const QString name = data::cut(step.name, data::kMostOfNameInLine);
    const QString what = bar.count == 1
                             ? tr("%1, number %2").arg(name, data::grouped(step.number))
                             : tr("%1 steps from %2, number %3 on")
                                   .arg(data::grouped(bar.count), name, data::grouped(step.number));
    if (bar.inBoth == 0) {
        return tr("%1: %2 · %3 in %4 alone").arg(place, what, timeText(bar.onlyA), m_a);
    }
    const QString times = tr("%1: %2 · %3 in %4, %5 in %6: %7")
                              .arg(place, what, timeText(bar.durationA), m_a)
                              .arg(timeText(bar.durationB), m_b, changeOf(bar));
    return bar.inBoth < bar.count
               ? times + tr(" (of %1 that are in both)").arg(data::grouped(bar.inBoth))
               : times;
}

// ---- Painting --------------------------------------------------------------------------------

void StepCanvas::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(viewport());
    const theme::Theme& theme = theme::currentTheme();
    painter.fillRect(viewport()->rect(), theme.panel);
    if (m_rows.empty()) {
        painter.setPen(theme.mutedInk);
        painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    const int height = viewport()->height();
    auto row = static_cast<std::size_t>(verticalScrollBar()->value() / rowHeight());
    for (; row < m_rows.size() && topOf(row) < height; ++row) {
        paintRow(painter, row);
    }
}

void StepCanvas::paintRow(QPainter& painter, std::size_t row) const
{
    const theme::Theme& theme = theme::currentTheme();
    const StepRow& of = m_rows[row];
    const int top = topOf(row);
    painter.fillRect(0, top, m_left, rowHeight(), theme.window);
    painter.fillRect(0, top + rowHeight() - 1, viewport()->width(), 1, theme.line);
    QString figure;
    if (of.onlyB > 0) {
        figure = tr("+%1 in %2").arg(data::grouped(of.onlyB), m_b);
    }
    const int figureWidth =
        figure.isEmpty() ? 0 : fontMetrics().horizontalAdvance(figure) + kBeside;
    const QRect label(kBeside, top, m_left - 2 * kBeside, rowHeight());
    painter.setPen(theme.ink);
    painter.drawText(
        label.adjusted(0, 0, -figureWidth, 0),
        Qt::AlignVCenter | Qt::TextSingleLine,
        fontMetrics().elidedText(
            data::text(of.location), Qt::ElideMiddle, label.width() - figureWidth));
    painter.setPen(theme.mutedInk);
    painter.drawText(label, Qt::AlignVCenter | Qt::AlignRight | Qt::TextSingleLine, figure);
    const int middle = top + rowHeight() / 2;
    painter.fillRect(m_left, middle, m_width, 1, theme.line);
    for (const StepBar& bar : m_bars[row]) {
        paintBar(painter, boxOf(row, bar), bar);
    }
}

void StepCanvas::paintBar(QPainter& painter, const QRect& box, const StepBar& bar) const
{
    const theme::Theme& theme = theme::currentTheme();
    if (bar.inBoth > 0) {
        const double strength = strengthOf(bar);
        painter.fillRect(box, theme::differenceColor(strength / 2));
        const int middle = box.top() + box.height() / 2;
        const int rise = static_cast<int>(std::lround(std::abs(strength) * (box.height() / 2.0)));
        painter.fillRect(
            box.left(),
            strength > 0 ? middle - rise : middle,
            box.width(),
            rise,
            theme::differenceColor(strength > 0 ? 1 : -1));
        if (box.width() >= kLeastLabel) {
            painter.setPen(theme.ink);
            painter.drawText(
                box.adjusted(kInset, 0, -kInset, 0),
                Qt::AlignVCenter | Qt::TextSingleLine,
                fontMetrics().elidedText(changeOf(bar), Qt::ElideRight, box.width() - 2 * kInset));
        }
    }
    if (box.width() >= 3) {
        painter.fillRect(box.left(), box.top(), 1, box.height(), theme.mutedInk);
        if (bar.inBoth == 0) {
            painter.setPen(theme.mutedInk);
            painter.drawRect(box.adjusted(0, 0, -1, -1));
        }
    }
    if (m_selected && *m_selected >= bar.first && *m_selected < bar.first + bar.count) {
        painter.setPen(QPen(theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box.adjusted(1, 1, -1, -1));
    }
}

// ---- Mouse and keys --------------------------------------------------------------------------

void StepCanvas::select(std::optional<std::size_t> step)
{
    if (step != m_selected) {
        m_selected = step;
        viewport()->update();
    }
}

void StepCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton) {
        const StepBar* bar = barAt(event->position().toPoint());
        select(bar != nullptr ? std::optional(bar->first) : std::nullopt);
    }
}

void StepCanvas::mouseMoveEvent(QMouseEvent* event)
{
    const StepBar* bar = barAt(event->position().toPoint());
    emit hovered(bar != nullptr ? textOf(*bar) : QString());
}

void StepCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    const StepBar* bar = barAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && bar != nullptr) {
        emit stepChosen(bar->first);
    }
}

void StepCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    emit menuWanted(event->globalPos());
}

bool StepCanvas::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const StepBar* bar = barAt(help->pos());
        QToolTip::showText(
            help->globalPos(),
            bar != nullptr ? data::tipName(textOf(*bar).toStdString()) : QString(),
            viewport());
        return true;
    }
    if (event->type() == QEvent::Leave) {
        emit hovered(QString());
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void StepCanvas::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    layOut();
}

void StepCanvas::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) {
        layOut();
    }
}

/// Up and Down stay at the time of the selected step.
std::optional<std::size_t> StepCanvas::neighbour(int key) const
{
    const std::size_t at = m_selected.value_or(0);
    const auto row = rowOf(at);
    if (!row) {
        return std::nullopt;
    }
    const auto stepIn = [this](std::size_t number, Tick tick) -> std::optional<std::size_t> {
        const StepRow& of = m_rows[number];
        if (of.count == 0) {
            return std::nullopt;
        }
        const auto begin = m_comparison->rows.begin() + static_cast<std::ptrdiff_t>(of.first);
        const auto end = begin + static_cast<std::ptrdiff_t>(of.count);
        const auto behind = std::upper_bound(
            begin, end, tick, [](Tick one, const auto& step) { return one < step.visitA.begin; });
        return of.first + static_cast<std::size_t>(std::max<std::ptrdiff_t>(behind - begin - 1, 0));
    };
    const StepRow& of = m_rows[*row];
    const Tick tick = m_comparison->rows[at].visitA.begin;
    switch (key) {
    case Qt::Key_Left:
        return at > of.first ? at - 1 : at;
    case Qt::Key_Right:
        return at + 1 < of.first + of.count ? at + 1 : at;
    case Qt::Key_Home:
        return of.first;
    case Qt::Key_End:
        return of.first + std::max<std::size_t>(of.count, 1) - 1;
    case Qt::Key_Up:
        return *row > 0 ? stepIn(*row - 1, tick) : m_selected;
    case Qt::Key_Down:
        return *row + 1 < m_rows.size() ? stepIn(*row + 1, tick) : m_selected;
    default:
        return std::nullopt;
    }
}

void StepCanvas::keyPressEvent(QKeyEvent* event)
{
    if (m_rows.empty()) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    const bool isChosen = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isChosen && m_selected) {
        emit stepChosen(*m_selected);
        return;
    }
    const auto next = neighbour(event->key());
    if (!next) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    select(next);
    const auto row = rowOf(*next);
    for (const StepBar& bar : m_bars[*row]) {
        if (*next >= bar.first && *next < bar.first + bar.count) {
            emit hovered(textOf(bar));
        }
    }
    const int top = topOf(*row);
    if (top < 0 || top + rowHeight() > viewport()->height()) {
        verticalScrollBar()->setValue(
            static_cast<int>(*row) * rowHeight() - viewport()->height() / 2);
    }
}

}  // namespace vellum::gui::charts
