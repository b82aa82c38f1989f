// How a MatrixChart is laid out and painted.

#include "gui/charts/elided_text.h"
#include "gui/charts/matrix/matrix_chart.h"
#include "gui/charts/matrix/matrix_grid.h"
#include "gui/theme/region_colors.h"
#include "gui/theme/scales.h"
#include "gui/theme/theme.h"

#include <QEvent>
#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace vellum::gui::charts {

namespace {

constexpr int kGap = 6;                 ///< beside texts
constexpr int kGapInCell = 1;           ///< on both sides of a figure
constexpr int kLegendScale = 160;       ///< its width
constexpr int kLinesOfCell = 3;         ///< a cell is no higher
constexpr int kLettersOfCell = 20;      ///< and no wider
constexpr int kLettersOfHeader = 26;    ///< what the labels of columns get at most
constexpr std::size_t kMeasured = 500;  ///< labels that are looked at for that
constexpr int kLeastOfGap = 6;          ///< device pixels: smaller cells have no gap between them

/// Places of the cells whose labels are written: all that are seen, or as many as there is room for.
std::vector<std::size_t> labelled(const MatrixAxis& axis, std::size_t count, double roomPx)
{
    const auto step =
        static_cast<std::size_t>(std::max(1.0, std::ceil(roomPx / std::max(1e-9, axis.perCell()))));
    const auto first = static_cast<std::size_t>(std::max(0.0, std::floor(axis.begin)));
    const double end = std::ceil(axis.begin + axis.length);
    std::vector<std::size_t> places;
    for (std::size_t i = (first + step - 1) / step * step;
         i < count && static_cast<double>(i) < end;
         i += step) {
        places.push_back(i);
    }
    return places;
}

}  // namespace

// ---- Where things are ----------------------------------------------------------------------------

int MatrixChart::legendHeight() const
{
    return fontMetrics().height() + 2 * kGap;
}

/// As high as the longest label on its side, where labels do not fit above their columns as they are.
void MatrixChart::measureHeader()
{
    const QFontMetrics metrics = fontMetrics();
    int widest = metrics.horizontalAdvance(tr("to →"));
    for (std::size_t i = 0; i < std::min(kMeasured, m_cells.side()); ++i) {
        widest = std::max(widest, metrics.horizontalAdvance(nameAt(i)));
    }
    const auto columns = static_cast<int>(std::max<std::size_t>(1, m_cells.side()));
    const int widthPx = std::max(0, viewport()->width() - labelWidth() - kGap);
    const int cell = std::min(widthPx / columns, kLettersOfCell * metrics.averageCharWidth());
    const int line = metrics.height() + kGap;
    const int most = std::max(
        line, std::min(kLettersOfHeader * metrics.averageCharWidth(), viewport()->height() / 3));
    m_headerHeight = line + (widest + kGap <= cell ? line : std::min(most, widest + 2 * kGap));
}

QRect MatrixChart::plotRect() const
{
    // Of all cells, not of those that are seen: zooming leaves the plot where it is.
    const auto count = static_cast<double>(m_cells.side());
    const QFontMetrics metrics = fontMetrics();
    const QRect all = viewport()->rect();
    const int widthPx = std::max(1, all.width() - labelWidth() - kGap);
    const int heightPx = std::max(1, all.height() - m_headerHeight - legendHeight());
    const double mostWidth = count * kLettersOfCell * metrics.averageCharWidth();
    const double mostHeight = count * kLinesOfCell * metrics.height();
    return {
        labelWidth(),
        m_headerHeight,
        static_cast<int>(std::min<double>(widthPx, mostWidth)),
        static_cast<int>(std::min<double>(heightPx, mostHeight))};
}

QSize MatrixChart::sizeHint() const
{
    const int line = fontMetrics().height();
    const auto rows = static_cast<int>(std::clamp<std::size_t>(m_cells.side(), 4, 24));
    return {600, 8 * line + rows * line * 5 / 4};
}

int MatrixChart::mostHeight() const
{
    const int line = fontMetrics().height();
    const auto rows = static_cast<int>(std::clamp<std::size_t>(m_cells.side(), 4, 10'000));
    return kLettersOfHeader * fontMetrics().averageCharWidth() + 5 * line
           + rows * kLinesOfCell * line;
}

void MatrixChart::updateLayout()
{
    measureHeader();
    updateMargin();
    invalidate();
}

void MatrixChart::invalidate()
{
    m_imageIsStale = true;
    viewport()->update();
}

void MatrixChart::resizeEvent(QResizeEvent* event)
{
    Chart::resizeEvent(event);
    updateLayout();
}

void MatrixChart::changeEvent(QEvent* event)
{
    Chart::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange
        || event->type() == QEvent::StyleChange) {
        updateLayout();
    }
}

// ---- Cells ---------------------------------------------------------------------------------------

QColor MatrixChart::colorOf(double value) const
{
    const double length = m_cells.most() - m_cells.least();
    return theme::heatColor(length > 0 ? (value - m_cells.least()) / length : 1);
}

/// The picture is kept until cells, view, size or theme are others: a paint for the pointer copies it.
void MatrixChart::renewImage()
{
    const MatrixAxis across = columns();
    const MatrixAxis down = rows();
    const bool hasGaps = across.perCell() >= kLeastOfGap && down.perCell() >= kLeastOfGap;
    const MatrixGrid grid = gridOf(m_cells, across, down, hasGaps ? 1 : 0);
    constexpr int kColors = 256;
    std::array<QRgb, kColors> colors{};
    for (int i = 0; i < kColors; ++i) {
        colors.at(static_cast<std::size_t>(i)) = theme::heatColor(i / (kColors - 1.0)).rgb();
    }
    const double length = m_cells.most() - m_cells.least();
    const double scale = length > 0 ? (kColors - 1) / length : 0;
    m_image = QImage(grid.width, grid.height, QImage::Format_RGB32);
    m_image.fill(theme::currentTheme().panel);
    for (int y = 0; y < grid.height; ++y) {
        auto* line = reinterpret_cast<QRgb*>(m_image.scanLine(y));
        for (int x = 0; x < grid.width; ++x) {
            const double value = grid.at(x, y);
            if (!std::isnan(value)) {
                const double place = scale > 0 ? (value - m_cells.least()) * scale : kColors - 1.0;
                line[x] = colors[static_cast<std::size_t>(std::clamp(place, 0.0, kColors - 1.0))];
            }
        }
    }
    m_image.setDevicePixelRatio(devicePixelRatioF());
    m_imageIsStale = false;
}

void MatrixChart::paintCells(QPainter& painter)
{
    const QSize size(columns().pixels, rows().pixels);
    if (m_imageIsStale || m_image.size() != size) {
        renewImage();
    }
    const QRect plot = plotRect();
    painter.drawImage(plot.topLeft(), m_image);
    painter.setPen(theme::currentTheme().line);
    painter.drawRect(plot.adjusted(-1, -1, 0, 0));
}

/// What the colour says, once more in figures: where there is room for them.
void MatrixChart::paintNumbers(QPainter& painter) const
{
    const QFontMetrics metrics = fontMetrics();
    const double ratio = devicePixelRatioF();
    const MatrixAxis across = columns();
    const MatrixAxis down = rows();
    const double room = across.perCell() / ratio - 2 * kGapInCell;
    // No figure is shorter than one: cells that have no room for it need not be looked at.
    if (down.perCell() / ratio < metrics.height() || room < metrics.horizontalAdvance(u'0')) {
        return;
    }
    painter.save();
    painter.setClipRect(plotRect());
    for (const std::size_t row : labelled(down, m_cells.side(), 1)) {
        const auto all = m_cells.row(row);
        auto cell = std::ranges::lower_bound(
            all,
            static_cast<std::size_t>(std::max(0.0, across.begin)),
            {},
            &MatrixCells::Cell::column);
        for (; cell != all.end() && cell->column < across.begin + across.length; ++cell) {
            const QString text = std::isnan(cell->value) ? tr("none") : valueText(cell->value);
            if (metrics.horizontalAdvance(text) > room) {
                continue;
            }
            const QColor ground =
                std::isnan(cell->value) ? theme::currentTheme().panel : colorOf(cell->value);
            painter.setPen(
                std::isnan(cell->value) ? theme::currentTheme().mutedInk : theme::inkOn(ground));
            painter.drawText(rectOf({.row = row, .column = cell->column}), Qt::AlignCenter, text);
        }
    }
    painter.restore();
}

// ---- Words ---------------------------------------------------------------------------------------

void MatrixChart::paintRowLabels(QPainter& painter) const
{
    const QFontMetrics metrics = fontMetrics();
    const QRect plot = plotRect();
    const auto places = labelled(rows(), m_cells.side(), metrics.height() * devicePixelRatioF());
    QStringList names;
    for (const std::size_t place : places) {
        names << nameAt(place);
    }
    const int room = labelWidth() - 2 * kGap;
    names = elidedApart(names, {Qt::ElideRight, Qt::ElideMiddle, Qt::ElideLeft}, metrics, room);
    painter.save();
    painter.setClipRect(
        0, plot.top() - metrics.height() / 2, labelWidth(), plot.height() + metrics.height());
    painter.setPen(theme::currentTheme().ink);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const QRect cell = rectOf({.row = places[i], .column = 0});
        const int middle = cell.top() + cell.height() / 2;
        if (middle < plot.top() || middle > plot.bottom()) {
            continue;  // only the edge of its row is seen
        }
        const QRect label(kGap, middle - metrics.height() / 2, room, metrics.height());
        painter.drawText(
            label, Qt::AlignVCenter | Qt::AlignRight, names[static_cast<qsizetype>(i)]);
    }
    painter.restore();
}

void MatrixChart::paintColumnLabels(QPainter& painter) const
{
    const QFontMetrics metrics = fontMetrics();
    const QRect plot = plotRect();
    const double ratio = devicePixelRatioF();
    const MatrixAxis across = columns();
    const auto places = labelled(across, m_cells.side(), metrics.height() * ratio);
    QStringList names;
    int widest = 0;
    for (const std::size_t place : places) {
        names << nameAt(place);
        widest = std::max(widest, metrics.horizontalAdvance(names.back()));
    }
    const int line = metrics.height() + kGap;
    const bool areLevel = widest + kGap <= across.perCell() / ratio;
    const int room = m_headerHeight - line - kGap;
    if (!areLevel) {
        names = elidedApart(names, {Qt::ElideRight, Qt::ElideMiddle, Qt::ElideLeft}, metrics, room);
    }
    painter.save();
    painter.setClipRect(
        plot.left() - metrics.height() / 2, 0, plot.width() + metrics.height(), plot.top());
    painter.setPen(theme::currentTheme().ink);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const QString& name = names[static_cast<qsizetype>(i)];
        const QRect cell = rectOf({.row = 0, .column = places[i]});
        if (cell.center().x() < plot.left() || cell.center().x() > plot.right()) {
            continue;
        }
        if (areLevel) {
            const QRect label(cell.left(), plot.top() - line, cell.width(), metrics.height());
            painter.drawText(label, Qt::AlignCenter, name);
            continue;
        }
        painter.save();
        painter.translate(cell.left() + cell.width() / 2.0, plot.top() - kGap / 2.0);
        painter.rotate(-90);
        painter.drawText(
            QRect(0, -metrics.height() / 2, room + kGap, metrics.height()),
            Qt::AlignVCenter | Qt::AlignLeft,
            name);
        painter.restore();
    }
    painter.restore();
}

/// Which side sends: in the corner between the labels.
void MatrixChart::paintCorner(QPainter& painter) const
{
    const QRect plot = plotRect();
    const int line = fontMetrics().height();
    painter.setPen(theme::currentTheme().mutedInk);
    painter.drawText(
        QRect(kGap, plot.top() - line - line / 2, labelWidth() - 2 * kGap, line),
        Qt::AlignVCenter | Qt::AlignRight,
        tr("from ↓"));
    painter.drawText(
        QRect(plot.left(), kGap / 2, std::max(plot.width(), viewport()->width() / 4), line),
        Qt::AlignVCenter | Qt::AlignLeft,
        tr("to →"));
}

/// What colours stand for, with figures; and what has none. Where it is narrow below the cells, it begins further left.
void MatrixChart::paintLegend(QPainter& painter) const
{
    const theme::Theme& theme = theme::currentTheme();
    const QFontMetrics metrics = fontMetrics();
    const QString least = valueText(m_cells.least());
    const QString most = valueText(m_cells.most());
    const QString what = nameOf(m_metric);
    const QString none = tr("no messages");
    const int boxWidth = metrics.height() - 4;
    const int wide =
        metrics.horizontalAdvance(least + most + what + none) + kLegendScale + boxWidth + 8 * kGap;
    const int top = viewport()->height() - legendHeight() + kGap;
    int left = std::max(kGap, std::min(labelWidth(), viewport()->width() - wide));
    const auto write = [&](const QString& text, const QColor& color) {
        painter.setPen(color);
        const int width = metrics.horizontalAdvance(text);
        painter.drawText(QRect(left, top, width + 1, metrics.height()), Qt::AlignVCenter, text);
        left += width + kGap;
    };
    const auto box = [&](int width) {
        const QRect rect(left, top + 2, width, metrics.height() - 4);
        left += width + kGap;
        return rect;
    };
    write(least, theme.ink);
    const QRect scale = box(kLegendScale);
    for (int x = 0; x < scale.width(); ++x) {
        painter.fillRect(
            scale.left() + x,
            scale.top(),
            1,
            scale.height(),
            theme::heatColor(x / (scale.width() - 1.0)));
    }
    write(most, theme.ink);
    write(what, theme.mutedInk);
    left += 2 * kGap;
    const QRect empty = box(boxWidth);
    painter.setPen(theme.line);
    painter.drawRect(empty.adjusted(0, 0, -1, -1));
    write(none, theme.mutedInk);
}

QString MatrixChart::emptyWord() const
{
    if (exactness() != models::Exactness::Exact) {
        return {};
    }
    return m_context.trace->info.messages == 0
               ? tr("No messages were recorded in this trace.")
               : tr("No messages between what is shown in this window.");
}

void MatrixChart::paintMarks(QPainter& painter) const
{
    const theme::Theme& theme = theme::currentTheme();
    painter.save();
    painter.setClipRect(plotRect().adjusted(-2, -2, 2, 2));
    if (m_hovered) {
        painter.setPen(QPen(theme.accent, 1));
        painter.drawRect(rectOf(*m_hovered).adjusted(-1, -1, 0, 0));
    }
    if (m_marked) {
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRect(rectOf(*m_marked));
    }
    if (m_drag == Drag::Zoom) {
        painter.fillRect(QRect(m_pressedAt, m_lastAt).normalized(), theme.selection);
    }
    painter.restore();
}

void MatrixChart::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(viewport());
    const theme::Theme& theme = theme::currentTheme();
    painter.fillRect(viewport()->rect(), theme.panel);
    if (m_cells.size() == 0) {
        painter.setPen(theme.mutedInk);
        painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap, emptyWord());
        return;
    }
    paintCells(painter);
    paintNumbers(painter);
    paintRowLabels(painter);
    paintColumnLabels(painter);
    paintCorner(painter);
    paintLegend(painter);
    paintMarks(painter);
}

}  // namespace vellum::gui::charts
