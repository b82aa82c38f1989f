// What TimelineChart paints: the layer of rows and lines, and over it pointer, selection and drag.

#include "gui/charts/device_pixels.h"
#include "gui/charts/timeline_chart.h"
#include "gui/data/wording.h"
#include "gui/painters/counter_painter.h"
#include "gui/painters/timeline_painter.h"
#include "gui/theme/theme.h"

#include <QElapsedTimer>
#include <QLocale>
#include <QLoggingCategory>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

// NOLINTNEXTLINE: Qt's macro makes a static function
Q_LOGGING_CATEGORY(paintTimes, "vellum.paint", QtWarningMsg)

namespace vellum::gui::charts {

namespace {

using data::counted;
using data::grouped;

}  // namespace

void TimelineChart::invalidate()
{
    m_layerIsStale = true;
    m_counters.clear();
    viewport()->update();
}

const std::vector<geometry::Bar>& TimelineChart::barsOf(LocationRef location)
{
    const auto [entry, isNew] = m_bars.try_emplace(location);
    const models::RowPicture* picture = isNew ? m_model.pictureOf(location) : nullptr;
    if (picture == nullptr) {
        return entry->second;
    }
    const geometry::TimeScale to = scale();
    const auto make = [&](const models::RowPicture& from) {
        return geometry::makeBars(
            from.runs(), {.range = from.timeline->window, .count = from.timeline->columns}, to);
    };
    entry->second = make(*picture);
    // Where an older picture does not reach, that of the whole trace fills in until the new one
    // comes.
    const models::RowPicture* whole = m_model.wholePictureOf(location);
    const TickRange known = picture->timeline->window;
    if (whole != nullptr && known.intersected(to.range) != to.range) {
        entry->second = geometry::surrounded(entry->second, make(*whole), known, to);
    }
    return entry->second;
}

const CounterView& TimelineChart::counterOf(LocationRef location)
{
    const auto [entry, isNew] = m_counters.try_emplace(location);
    if (isNew) {
        entry->second = makeCounterView(m_model, location, scale());
    }
    return entry->second;
}

models::Row TimelineChart::labelOf(int row)
{
    models::Row label = m_rows[static_cast<std::size_t>(row)];
    const Location* location = label.kind == models::RowKind::Location
                                   ? m_model.trace().definitions->find(label.locations.front())
                                   : nullptr;
    const bool isNameless = location != nullptr && location->name.empty();
    if (isNameless && m_model.showsCounters(location->ref) && !counterOf(location->ref).isEmpty()) {
        label.name = counterOf(location->ref).metric;
    }
    return label;
}

void TimelineChart::paintCounterRow(QPainter& painter, LocationRef location, const QRect& area)
{
    const CounterView& counter = counterOf(location);
    if (!counter.isEmpty()) {
        const double ratio = viewport()->devicePixelRatioF();
        painters::paintCounter(painter, counter.bars, counter.extent, area, ratio);
        painters::paintCounterRange(painter, counter.rangeText(), area, painter.font(), ratio);
    }
}

void TimelineChart::paintRow(QPainter& painter, int row, const QRect& area)
{
    const models::Row& what = m_rows[static_cast<std::size_t>(row)];
    const theme::Theme& theme = theme::currentTheme();
    const double ratio = viewport()->devicePixelRatioF();
    const int gap = area.height() >= 8 ? static_cast<int>(std::lround(ratio)) : 0;
    const QRect bars = area.adjusted(0, gap, 0, -gap);
    if (what.kind == models::RowKind::Location) {
        painter.fillRect(area, theme.row);
        painters::BarStyle style{
            .definitions = m_model.trace().definitions.get(),
            .font = painter.font(),
            .labelFromPx = static_cast<int>(44 * ratio),
            .edgeFromPx = static_cast<int>(3 * ratio)};
        if (m_selection.highlight()) {
            style.highlighted = m_selection.highlight()->key;
            style.highlightedBy = m_selection.highlight()->by;
        }
        style.functions = m_view.filters().functions();
        painters::paintBars(painter, barsOf(what.locations.front()), bars, style);
        if (m_search != nullptr) {
            const int thick = std::max(2, static_cast<int>(std::lround(2.5 * ratio)));
            for (const auto& [begin, end] :
                 geometry::coveredPixels(m_search->marksOn(what.locations.front()), scale())) {
                painter.fillRect(
                    area.left() + begin,
                    area.top(),
                    std::max(thick, end - begin),
                    thick,
                    theme.accent);
            }
        }
        if (m_model.showsCounters(what.locations.front())) {
            paintCounterRow(painter, what.locations.front(), bars);
        }
    } else {
        painter.fillRect(area, theme.groupRow);
        if (const models::SummaryPicture* picture = m_model.summaryOf(what.key)) {
            const auto shares = geometry::makeShareBars(
                picture->shares(),
                {.range = picture->timeline->window, .count = picture->timeline->columns},
                scale());
            painters::paintShares(
                painter,
                shares,
                bars,
                {.definitions = m_model.trace().definitions.get(),
                 .by = picture->by,
                 .functions = m_view.filters().functions()});
        }
    }
    if (gap > 0) {
        painter.fillRect(area.left(), area.bottom(), area.width(), 1, theme.line);
    }
}

void TimelineChart::paintLabel(QPainter& painter, int place, const QRect& area, double ratio)
{
    const theme::Theme& theme = theme::currentTheme();
    const models::Row row = labelOf(place);
    const bool isParent = row.kind != models::RowKind::Location;
    painter.fillRect(area, isParent ? theme.groupRow : theme.window);
    if (m_marked.contains(row.key)) {
        painter.fillRect(area, theme.selection);
    }
    if (row.pinned) {
        painter.fillRect(
            area.left(), area.top(), static_cast<int>(3 * ratio), area.height(), theme.accent);
    }
    QFont font = painter.font();
    const QFontMetrics metrics(font);
    if (area.height() < metrics.ascent()) {
        return;
    }
    painter.fillRect(area.left(), area.bottom(), area.width(), 1, theme.line);
    const int indent = static_cast<int>((8 + 13 * row.level) * ratio);
    const int arrow = static_cast<int>(13 * ratio);
    if (row.foldable) {
        const double size = 3.5 * ratio;
        const QPointF centre(area.left() + indent + arrow / 2.0 - 2 * ratio, area.center().y());
        QPolygonF triangle;
        if (row.folded) {
            triangle << centre + QPointF(-size * 0.7, -size) << centre + QPointF(size * 0.8, 0)
                     << centre + QPointF(-size * 0.7, size);
        } else {
            triangle << centre + QPointF(-size, -size * 0.7) << centre + QPointF(size, -size * 0.7)
                     << centre + QPointF(0, size * 0.8);
        }
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.mutedInk);
        painter.drawPolygon(triangle);
        painter.restore();
    }
    const QString figure = figureOf(row);
    const int figureWidth = figure.isEmpty() ? 0 : metrics.horizontalAdvance(figure);
    const int right = area.right() - static_cast<int>(8 * ratio);
    QFont nameFont = font;
    nameFont.setBold(isParent && row.kind != models::RowKind::Metrics);
    const QFontMetrics nameMetrics(nameFont);
    const int left = area.left() + indent + arrow;
    const int room = right - figureWidth - static_cast<int>(6 * ratio) - left;
    painter.setFont(nameFont);
    painter.setPen(row.kind == models::RowKind::Metrics ? theme.mutedInk : theme.ink);
    painter.drawText(
        QRect(left, area.top(), std::max(0, room), area.height()),
        Qt::AlignVCenter | Qt::TextSingleLine,
        nameMetrics.elidedText(row.name.left(512), Qt::ElideMiddle, room));
    painter.setFont(font);
    painter.setPen(theme.mutedInk);
    painter.drawText(
        QRect(right - figureWidth, area.top(), figureWidth + 1, area.height()),
        Qt::AlignVCenter,
        figure);
}

QString TimelineChart::figureOf(const models::Row& row) const
{
    if (row.kind != models::RowKind::Location) {
        return counted(row.locations.size(), tr("row"), tr("rows"));
    }
    const auto busy = m_busy.of(row.locations.front());
    constexpr double kLeast = 0.005;  // less is said, but not as nothing
    return !busy ? QString()
           : busy->all > 0 && busy->all < kLeast
               ? QStringLiteral("< 1 %")
               : QStringLiteral("%1 %").arg(std::lround(100 * busy->all));
}

QString TimelineChart::busyTip(QPoint position) const
{
    const auto location = position.x() < labelWidth() ? locationAt(position.y()) : std::nullopt;
    const auto busy = location ? m_busy.of(*location) : std::nullopt;
    const auto percent = [](double share) {
        return QStringLiteral("%1 %").arg(QLocale::c().toString(100 * share, 'f', 1));
    };
    return busy ? tr("busy %1 of the window\nkernels %2, copies %3")
                      .arg(percent(busy->all), percent(busy->kernels), percent(busy->copies))
                : QString();
}

QLineF TimelineChart::lineOf(const query::Message& message) const
{
    return lineBetween(message.sender, message.send, message.receiver, message.receive);
}

/// Device pixels of the viewport; null if one of the rows is not there.
QLineF TimelineChart::lineBetween(LocationRef from, Tick leaves, LocationRef to, Tick arrives) const
{
    const auto fromRow = m_rowOfLocation.find(from);
    const auto toRow = m_rowOfLocation.find(to);
    if (fromRow == m_rowOfLocation.end() || toRow == m_rowOfLocation.end()) {
        return {};
    }
    const double ratio = viewport()->devicePixelRatioF();
    const geometry::TimeScale at = scale();
    const int left = deviceCanvas().left();
    const auto middle = [&](int row) { return (rowTop(row) + rowBottom(row)) / 2.0 * ratio; };
    return {
        left + at.xOf(leaves),
        middle(fromRow->second),
        left + at.xOf(arrives),
        middle(toRow->second)};
}

std::vector<QLineF> TimelineChart::messageLines() const
{
    std::vector<QLineF> lines;
    const auto messages = m_model.messages();
    if (!messages) {
        return lines;
    }
    const double height = viewport()->height() * viewport()->devicePixelRatioF();
    for (const query::Message& message : messages->messages) {
        const QLineF line = lineOf(message);
        const bool onScreen =
            std::max(line.y1(), line.y2()) >= 0 && std::min(line.y1(), line.y2()) <= height;
        if (!line.isNull() && onScreen) {
            lines.push_back(line);
        }
    }
    return lines;
}

void TimelineChart::renderLayer()
{
    QElapsedTimer timer;
    timer.start();
    m_bars.clear();
    const double ratio = viewport()->devicePixelRatioF();
    m_layer = QPixmap(viewport()->size() * ratio);
    m_layer.fill(theme::currentTheme().panel);
    QPainter painter(&m_layer);
    QFont font = this->font();
    font.setPixelSize(
        std::max(1, static_cast<int>(std::lround(QFontInfo(font).pixelSize() * 0.95 * ratio))));
    painter.setFont(font);
    const QRect canvas = deviceCanvas();
    const int height = m_layer.height();
    const auto device = [ratio](int logical) {
        return static_cast<int>(std::lround(logical * ratio));
    };
    const std::vector<int> rows = rowsOnScreen();
    const auto paint = [&](int row) {
        const int top = device(rowTop(row));
        const int bottom = device(rowBottom(row));
        paintRow(painter, row, QRect(canvas.left(), top, canvas.width(), bottom - top));
        paintLabel(painter, row, QRect(0, top, canvas.left(), bottom - top), ratio);
    };
    const auto fixedEnd = rows.begin() + m_fixedRows;
    std::for_each(fixedEnd, rows.end(), paint);
    std::for_each(rows.begin(), fixedEnd, paint);  // over what is scrolled below them
    paintSparseLabels(painter, rows, ratio);
    if (m_fixedRows > 0) {
        const int line = device(fixedHeight());
        painter.fillRect(0, line - 1, m_layer.width(), 1, theme::currentTheme().mutedInk);
    }
    painter.setClipRect(canvas);
    painters::paintMessages(painter, messageLines(), ratio);
    painter.setClipping(false);
    painter.fillRect(canvas.left() - 1, 0, 1, height, theme::currentTheme().line);
    m_layerIsStale = false;
    qCDebug(paintTimes) << "master timeline" << timer.nsecsElapsed() / 1000 << "µs";
}

/// Where a row is lower than its name, some of the rows say theirs, so that one knows where one is.
void TimelineChart::paintSparseLabels(QPainter& painter, const std::vector<int>& rows, double ratio)
{
    const QFontMetrics metrics(painter.font());
    const int padding = static_cast<int>(8 * ratio);
    const int width = deviceCanvas().left() - 2 * padding;
    int free = 0;
    for (const int row : rows) {
        const int top = static_cast<int>(std::lround(rowTop(row) * ratio));
        const int bottom = static_cast<int>(std::lround(rowBottom(row) * ratio));
        if (bottom - top >= metrics.ascent() || top < free) {
            continue;
        }
        painter.setPen(theme::currentTheme().mutedInk);
        painter.drawText(
            QRect(padding, top, width, metrics.height()),
            Qt::AlignLeft | Qt::AlignTop | Qt::TextSingleLine,
            metrics.elidedText(
                m_rows[static_cast<std::size_t>(row)].name.left(512), Qt::ElideRight, width));
        free = top + 2 * metrics.height();
    }
}

void TimelineChart::paintEvent(QPaintEvent* /*event*/)
{
    const double ratio = viewport()->devicePixelRatioF();
    if (m_layerIsStale || m_layer.size() != viewport()->size() * ratio) {
        renderLayer();
    }
    QPainter painter(viewport());
    painter.scale(1 / ratio, 1 / ratio);
    painter.drawPixmap(0, 0, m_layer);
    paintOverlay(painter, ratio);
}

void TimelineChart::paintOverlay(QPainter& painter, double ratio)
{
    const theme::Theme& theme = theme::currentTheme();
    const QRect canvas = deviceCanvas();
    painter.setClipRect(canvas);
    paintSelection(painter, canvas, ratio);
    paintFlows(painter, canvas, ratio);
    paintOthers(painter, canvas);
    paintHover(painter, canvas, ratio);
    if (m_drag == Drag::Range) {
        paintDragged(painter, canvas, ratio);
    } else {
        paintArea(painter, canvas, ratio);
    }
    painter.setClipping(false);
    paintRowMove(painter, ratio);
    paintEmptyWord(painter, ratio);
    if (hasFocus()) {
        painter.fillRect(0, 0, static_cast<int>(2 * ratio), canvas.height(), theme.accent);
    }
}

void TimelineChart::paintDragged(QPainter& painter, const QRect& canvas, double ratio)
{
    const theme::Theme& theme = theme::currentTheme();
    const geometry::TimeScale at = scale();
    const TickRange range = draggedRange();
    const int left = canvas.left() + static_cast<int>(at.xOf(range.begin));
    const int right = canvas.left() + static_cast<int>(at.xOf(range.end));
    QRect box(left, 0, right - left, canvas.height());
    if (const auto rows = draggedRows()) {
        box.setTop(static_cast<int>(std::lround(rowTop(rows->first) * ratio)));
        box.setBottom(static_cast<int>(std::lround(rowBottom(rows->second) * ratio)) - 1);
        painter.fillRect(box.left(), box.top(), box.width(), 1, theme.accent);
        painter.fillRect(box.left(), box.bottom(), box.width(), 1, theme.accent);
    }
    painter.fillRect(box, theme.selection);
    painter.fillRect(left, box.top(), 1, box.height(), theme.accent);
    painter.fillRect(right, box.top(), 1, box.height(), theme.accent);
}

void TimelineChart::paintArea(QPainter& painter, const QRect& canvas, double ratio)
{
    if (!m_selection.area()) {
        return;
    }
    const theme::Theme& theme = theme::currentTheme();
    const models::Area& area = *m_selection.area();
    const geometry::TimeScale at = scale();
    const int left =
        canvas.left() + static_cast<int>(std::clamp(at.xOf(area.range.begin), -9., 1e6));
    const int right =
        canvas.left() + static_cast<int>(std::clamp(at.xOf(area.range.end), -9., 1e6));
    const auto paintPart = [&](int top, int height) {
        painter.fillRect(left, top, right - left, height, theme.selection);
        painter.fillRect(left, top, 1, height, theme.accent);
        painter.fillRect(right, top, 1, height, theme.accent);
    };
    if (!area.locations) {
        paintPart(0, canvas.height());
        return;
    }
    bool wasInside = false;
    // Rows may have been folded or moved since: each row on the screen is looked up.
    for (const int row : rowsOnScreen()) {
        const int top = static_cast<int>(std::lround(rowTop(row) * ratio));
        const auto& locations = m_rows[static_cast<std::size_t>(row)].locations;
        const bool isInside = !locations.empty() && m_areaLocations.contains(locations.front())
                              && m_areaLocations.contains(locations.back());
        if (isInside) {
            paintPart(top, static_cast<int>(std::lround(rowBottom(row) * ratio)) - top);
        }
        if (isInside != wasInside) {
            painter.fillRect(left, top, right - left, 1, theme.accent);
        }
        wasInside = isInside;
    }
}

void TimelineChart::paintSelection(QPainter& painter, const QRect& canvas, double ratio)
{
    const theme::Theme& theme = theme::currentTheme();
    if (m_selection.message()) {
        const QLineF line = lineOf(*m_selection.message());
        if (!line.isNull()) {
            painter.save();
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(QPen(theme.accent, 3 * ratio));
            painter.drawLine(line);
            painter.setBrush(theme.accent);
            painter.drawEllipse(line.p1(), 3 * ratio, 3 * ratio);
            painter.drawEllipse(line.p2(), 3 * ratio, 3 * ratio);
            painter.restore();
        }
    }
    if (!m_selection.visit()) {
        return;
    }
    const auto found = m_rowOfLocation.find(m_selection.visit()->location);
    if (found == m_rowOfLocation.end()) {
        return;
    }
    const geometry::TimeScale at = scale();
    const TickRange visit = m_selection.visit()->visit;
    const int left = canvas.left() + static_cast<int>(std::clamp(at.xOf(visit.begin), -9.0, 1e6));
    const int right = canvas.left() + static_cast<int>(std::clamp(at.xOf(visit.end), -9.0, 1e6));
    const int top = static_cast<int>(std::lround(rowTop(found->second) * ratio));
    const int bottom = static_cast<int>(std::lround(rowBottom(found->second) * ratio));
    const int pen = std::max(1, static_cast<int>(std::lround(2 * ratio)));
    painter.save();
    painter.setPen(QPen(theme.accent, pen, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.setBrush(theme.selection);
    painter.drawRect(QRect(left, top + pen / 2, std::max(pen, right - left), bottom - top - pen));
    painter.restore();
}

/// Where the pointer is in another chart, and what is dragged over there.
void TimelineChart::paintOthers(QPainter& painter, const QRect& canvas) const
{
    const theme::Theme& theme = theme::currentTheme();
    const geometry::TimeScale at = scale();
    const auto xOf = [&](Tick tick) { return canvas.left() + static_cast<int>(at.xOf(tick)); };
    if (dragged()) {
        const int left = xOf(dragged()->begin);
        const int right = xOf(dragged()->end);
        painter.fillRect(left, 0, right - left, canvas.height(), theme.selection);
        painter.fillRect(left, 0, 1, canvas.height(), theme.accent);
        painter.fillRect(right, 0, 1, canvas.height(), theme.accent);
    }
    if (pointer() && !m_hovered) {
        QColor line = theme.accent;
        line.setAlphaF(0.6F);
        painter.fillRect(xOf(*pointer()), 0, 1, canvas.height(), line);
    }
}

void TimelineChart::paintHover(QPainter& painter, const QRect& canvas, double ratio)
{
    if (!m_hovered || m_drag == Drag::Pan) {
        return;
    }
    const theme::Theme& theme = theme::currentTheme();
    const int row = rowAt(m_hovered->y());
    if (row >= 0) {
        const int top = static_cast<int>(std::lround(rowTop(row) * ratio));
        const int bottom = static_cast<int>(std::lround(rowBottom(row) * ratio));
        QColor tint = theme.ink;
        tint.setAlphaF(0.03F);
        painter.fillRect(canvas.left(), top, canvas.width(), bottom - top, tint);
        const models::Row& what = m_rows[static_cast<std::size_t>(row)];
        if (what.kind == models::RowKind::Location) {
            const int x = static_cast<int>(std::floor(xInCanvas(m_hovered->x())));
            if (const auto bar = geometry::barAt(barsOf(what.locations.front()), x)) {
                painter.setPen(theme.accent);
                painter.setBrush(Qt::NoBrush);
                painter.drawRect(
                    canvas.left() + bar->begin,
                    top,
                    std::max(1, bar->width() - 1),
                    bottom - top - 1);
            }
        }
    }
    QColor line = theme.accent;
    line.setAlphaF(0.6F);
    const int x = static_cast<int>(std::floor(m_hovered->x() * ratio));
    painter.fillRect(x, 0, 1, canvas.height(), line);
}

void TimelineChart::paintEmptyWord(QPainter& painter, double ratio)
{
    QString word;
    if (m_rows.empty() && m_view.filters().hidesAll()) {
        word = tr("The filters leave no row. Remove one of them above, or undo.");
    } else if (m_rows.empty()) {
        word = tr("This trace defines no locations.");
    } else if (m_model.trace().info.visits == 0) {
        word = tr("No function was recorded in this trace, only %1 metric samples.")
                   .arg(grouped(m_model.trace().info.metricSamples));
        if (m_model.trace().info.events == 0) {
            const QString why = data::importErrors(m_model.trace().info).example;
            word = why.isEmpty()
                       ? tr("This trace holds no events: its event files are missing or empty.")
                       : tr("No event of this trace could be read: %1.").arg(why);
        }
    }
    if (word.isEmpty()) {
        return;
    }
    painter.setFont(DevicePixels(ratio).font(font()));
    painter.setPen(theme::currentTheme().mutedInk);
    QRect canvas = deviceCanvas();
    const double below = rowTop(static_cast<int>(m_rows.size())) * ratio;
    canvas.setTop(std::min(canvas.height() / 2, static_cast<int>(below)));
    painter.drawText(canvas, Qt::AlignCenter | Qt::TextWordWrap, word);
}

/// Where a row that is dragged would go.
void TimelineChart::paintRowMove(QPainter& painter, double ratio)
{
    if (m_drag != Drag::RowMove || !m_dropAt) {
        return;
    }
    const int y = static_cast<int>(std::lround(m_dropAt->y * ratio));
    const int thick = static_cast<int>(std::lround(2 * ratio));
    painter.fillRect(0, y - thick / 2, deviceCanvas().left(), thick, theme::currentTheme().accent);
}

// ---- Flows ----------------------------------------------------------------------------------

void TimelineChart::paintFlows(QPainter& painter, const QRect& canvas, double ratio)
{
    m_edgeArrows.clear();
    if (m_flows == nullptr) {
        return;
    }
    // More could not be told apart: then none stands out.
    constexpr std::size_t kMostDrawn = 40;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const auto* flows : {&m_flows->away(), &m_flows->here()}) {
        if (flows->size() <= kMostDrawn) {
            for (const models::Flow& flow : *flows) {
                paintFlow(painter, flow, canvas, ratio);
            }
        }
    }
    painter.restore();
}

void TimelineChart::paintFlow(
    QPainter& painter, const models::Flow& flow, const QRect& canvas, double ratio)
{
    const QLineF line = lineBetween(flow.from, flow.leaves, flow.to, flow.arrives);
    const QRectF room = QRectF(canvas).adjusted(0, fixedHeight() * ratio, 0, 0);
    const auto seen = line.isNull() ? std::nullopt : geometry::clipped(line, room);
    if (!seen) {
        return;
    }
    painter.setPen(QPen(theme::currentTheme().accent, 1.6 * ratio));
    painter.drawLine(*seen);
    if (seen->p1() != line.p1()) {
        paintEdgeArrow(
            painter,
            QLineF(seen->p2(), seen->p1()),
            {.location = flow.from, .tick = flow.leaves},
            ratio);
    }
    if (seen->p2() != line.p2()) {
        paintEdgeArrow(painter, *seen, {.location = flow.to, .tick = flow.arrives}, ratio);
    } else {
        painter.setBrush(theme::currentTheme().accent);
        painter.drawEllipse(line.p2(), 2.5 * ratio, 2.5 * ratio);
    }
}

/// \param seen  ends at the edge where the partner is to be sought
void TimelineChart::paintEdgeArrow(
    QPainter& painter, const QLineF& seen, const EdgeArrow& arrow, double ratio)
{
    constexpr std::size_t kMostArrows = 24;
    const double radius = 9 * ratio;
    const QRectF room =
        QRectF(deviceCanvas()).adjusted(radius, radius + fixedHeight() * ratio, -radius, -radius);
    const QPointF centre(
        std::clamp(seen.x2(), room.left(), std::max(room.left(), room.right())),
        std::clamp(seen.y2(), room.top(), std::max(room.top(), room.bottom())));
    const QRect place =
        QRectF((centre - QPointF(radius, radius)) / ratio, QSizeF(2 * radius, 2 * radius) / ratio)
            .toAlignedRect();
    const bool isTaken = std::ranges::any_of(
        m_edgeArrows, [&place](const EdgeArrow& other) { return other.place.intersects(place); });
    if (isTaken || m_edgeArrows.size() == kMostArrows) {
        return;
    }
    const theme::Theme& theme = theme::currentTheme();
    painter.save();
    painter.setPen(QPen(theme.panel, ratio));
    painter.setBrush(theme.accent);
    painter.drawEllipse(centre, radius, radius);
    painter.translate(centre);
    painter.rotate(-seen.angle());
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.panel);
    painter.drawPolygon(QPolygonF(
        {QPointF(5 * ratio, 0), QPointF(-3 * ratio, -4 * ratio), QPointF(-3 * ratio, 4 * ratio)}));
    painter.restore();
    m_edgeArrows.push_back({.place = place, .location = arrow.location, .tick = arrow.tick});
}

}  // namespace vellum::gui::charts
