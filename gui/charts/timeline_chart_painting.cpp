// What TimelineChart paints: the layer of rows and lines. Bars are in timeline_chart_bars.cpp, what lies over the
// layer in timeline_chart_overlay.cpp.

#include "gui/charts/device_pixels.h"
#include "gui/charts/elided_text.h"
#include "gui/charts/sparse_labels.h"
#include "gui/charts/timeline_chart.h"
#include "gui/data/wording.h"
#include "gui/painters/counter_painter.h"
#include "gui/painters/timeline_painter.h"
#include "gui/theme/theme.h"

#include <QElapsedTimer>
#include <QImage>
#include <QLocale>
#include <QLoggingCategory>
#include <QPaintEngine>
#include <QPainter>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <span>

// NOLINTNEXTLINE: Qt's macro makes a static function
Q_LOGGING_CATEGORY(paintTimes, "vellum.paint", QtWarningMsg)

namespace vellum::gui::charts {

namespace {

using data::counted;

}  // namespace

void TimelineChart::invalidateLook()
{
    ++m_style;
    invalidate();
}

void TimelineChart::invalidate()
{
    m_layerIsStale = true;
    m_counters.clear();
    viewport()->update();
}

const CounterView& TimelineChart::counterOf(LocationRef location)
{
    const auto [entry, isNew] = m_counters.try_emplace(location);
    if (isNew) {
        entry->second = makeCounterView(m_model, location, scale());
    }
    return entry->second;
}

/// A pinned row has not the row above it that tells it from those of its name.
bool TimelineChart::standsAlone(const models::Row& row) const
{
    const auto isOwner = [&row](const models::Row& other) {
        return other.pinned && other.key == row.parent;
    };
    const bool isNamed = row.kind == models::RowKind::Location && row.pinned && !row.name.isEmpty();
    return isNamed
           && std::ranges::none_of(
               std::span(m_rows).first(static_cast<std::size_t>(m_pinnedRows)), isOwner);
}

QString TimelineChart::nameOf(const models::Row& row) const
{
    return standsAlone(row)
               ? data::locationText(*m_model.trace().definitions, row.locations.front())
               : row.name;
}

QString TimelineChart::nameOf(int row)
{
    const models::Row& what = m_rows[static_cast<std::size_t>(row)];
    if (standsAlone(what)) {
        return nameOf(what);
    }
    const Location* location = what.kind == models::RowKind::Location
                                   ? m_model.trace().definitions->find(what.locations.front())
                                   : nullptr;
    const bool isNameless = location != nullptr && location->name.empty();
    return isNameless && m_model.showsCounters(location->ref) && !counterOf(location->ref).isEmpty()
               ? counterOf(location->ref).metric
               : what.name;
}

/// Of the topmost row that is seen, where its parent is scrolled away: with its process. Empty for all others.
QString TimelineChart::topmostName(int place) const
{
    const models::Row& row = m_rows[static_cast<std::size_t>(place)];
    const auto isSeen = [this](int other) {
        return rowTop(other) + rowBottom(other) >= 2 * fixedHeight();
    };
    const bool isTopmost = place > m_fixedRows && isSeen(place) && !isSeen(place - 1);
    const Location* location = isTopmost && row.kind == models::RowKind::Location && row.level > 0
                                   ? m_model.trace().definitions->find(row.locations.front())
                                   : nullptr;
    return location != nullptr ? models::qualifiedName(*m_model.trace().definitions, *location)
                               : QString();
}

namespace {

/// "python…811 · thread 59976": what a location is called itself is whole. Empty where there is no room for that.
QString elidedInProcess(const QString& name, const QFontMetrics& metrics, int room)
{
    const qsizetype dot = name.lastIndexOf(QStringLiteral(" · "));
    const int own = dot < 0 ? room : metrics.horizontalAdvance(name.mid(dot));
    if (own > room * 2 / 3) {
        return {};
    }
    return metrics.elidedText(name.left(dot), Qt::ElideMiddle, room - own) + name.mid(dot);
}

/// Of a row that folds.
void paintArrow(QPainter& painter, QPointF centre, bool isFolded, double ratio)
{
    const double size = 3.5 * ratio;
    QPolygonF triangle;
    if (isFolded) {
        triangle << centre + QPointF(-size * 0.7, -size) << centre + QPointF(size * 0.8, 0)
                 << centre + QPointF(-size * 0.7, size);
    } else {
        triangle << centre + QPointF(-size, -size * 0.7) << centre + QPointF(size, -size * 0.7)
                 << centre + QPointF(0, size * 0.8);
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme::currentTheme().mutedInk);
    painter.drawPolygon(triangle);
    painter.restore();
}

/// Whether enough of \p name is seen in \p room: where not, its figure goes.
bool isReadable(const QString& name, const QFontMetrics& metrics, int room, double ratio)
{
    constexpr double kLeastPx = 44;
    return room >= kLeastPx * ratio || metrics.horizontalAdvance(name.left(512)) <= room;
}

}  // namespace

void TimelineChart::paintLabel(QPainter& painter, int place, const QRect& area, double ratio)
{
    const theme::Theme& theme = theme::currentTheme();
    const models::Row& row = m_rows[static_cast<std::size_t>(place)];
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
    const int indent = static_cast<int>(labelIndent(row) * ratio);
    const int arrow = static_cast<int>(kArrowPx * ratio);
    if (row.foldable) {
        const QPointF centre(area.left() + indent + arrow / 2.0 - 2 * ratio, area.center().y());
        paintArrow(painter, centre, row.folded, ratio);
    }
    const int right = area.right() - static_cast<int>(8 * ratio);
    QFont nameFont = font;
    nameFont.setBold(isParent && row.kind != models::RowKind::Metrics);
    const QFontMetrics nameMetrics(nameFont);
    const int left = area.left() + indent + arrow;
    const int all = right - left - static_cast<int>(6 * ratio);
    const QString topmost = topmostName(place);
    // A mixture of both names that nobody could read would say less than its own.
    const bool hasRoom = nameMetrics.horizontalAdvance(topmost) <= all
                         || !elidedInProcess(topmost, nameMetrics, all).isEmpty();
    const QString name = topmost.isEmpty() || !hasRoom ? nameOf(place) : topmost;
    QString figure = figureOf(row);
    if (!isReadable(name, nameMetrics, all - metrics.horizontalAdvance(figure), ratio)) {
        figure.clear();
    }
    const int figureWidth = metrics.horizontalAdvance(figure);
    const int room = all - figureWidth;
    painter.setFont(nameFont);
    painter.setPen(row.kind == models::RowKind::Metrics ? theme.mutedInk : theme.ink);
    painter.drawText(
        QRect(left, area.top(), std::max(0, room), area.height()),
        Qt::AlignVCenter | Qt::TextSingleLine,
        elidedLabel(place, name, nameMetrics, room));
    painter.setFont(font);
    painter.setPen(theme.mutedInk);
    painter.drawText(
        QRect(right - figureWidth, area.top(), figureWidth + 1, area.height()),
        Qt::AlignVCenter,
        figure);
}

QString TimelineChart::elidedLabel(
    int place, const QString& whole, const QFontMetrics& metrics, int room)
{
    QString name = whole.left(512);
    if (metrics.horizontalAdvance(name) <= room) {
        return name;
    }
    // Many texts are measured: not at each painting.
    ElidedLabel& known = m_elided[place];
    if (known.name != name || known.room != room) {
        QString text = elidedInProcess(name, metrics, room);
        known = {
            .name = name,
            .room = room,
            .text = text.isEmpty() ? elidedAsOthersAreNot(place, name, metrics, room)
                                   : std::move(text)};
    }
    return known.text;
}

QString TimelineChart::elidedAsOthersAreNot(
    int place, const QString& name, const QFontMetrics& metrics, int room)
{
    constexpr int kNear = 8;
    QStringList names{name};
    const int last = std::min(static_cast<int>(m_rows.size()) - 1, place + kNear);
    for (int other = std::max(0, place - kNear); other <= last; ++other) {
        names.append(nameOf(other).left(512));
    }
    return elidedApart(names, {Qt::ElideMiddle, Qt::ElideRight, Qt::ElideLeft}, metrics, room)
        .front();
}

QString TimelineChart::figureOf(const models::Row& row) const
{
    const bool isParent = row.kind != models::RowKind::Location;
    const auto busy = busyOf(row);
    if (!busy) {
        return isParent ? counted(row.locations.size(), tr("row"), tr("rows")) : QString();
    }
    constexpr double kLeast = 0.005;  // less is said, but not as nothing
    const QString share = busy->all > 0 && busy->all < kLeast
                              ? QStringLiteral("< 1 %")
                              : QStringLiteral("%1 %").arg(std::lround(100 * busy->all));
    return isParent && m_busy.streamsOf(row.summed).size() > 1 ? tr("any %1").arg(share) : share;
}

/// Of a stream, or of all streams that a row stands for.
std::optional<models::DeviceBusy::Shares> TimelineChart::busyOf(const models::Row& row) const
{
    return row.kind == models::RowKind::Location ? m_busy.of(row.locations.front())
                                                 : m_busy.of(std::span(row.summed));
}

QString TimelineChart::labelTip(QPoint position) const
{
    const int place = position.x() < labelWidth() ? rowAt(position.y()) : -1;
    if (place < 0) {
        return {};
    }
    const models::Row& row = m_rows[static_cast<std::size_t>(place)];
    const QString topmost = topmostName(place);
    QStringList lines{topmost.isEmpty() ? nameOf(row) : topmost};
    if (row.kind != models::RowKind::Location) {
        lines << counted(row.locations.size(), tr("location"), tr("locations"));
    }
    if (const QString busy = busyTip(row); !busy.isEmpty()) {
        lines << busy;
    }
    return lines.join(QLatin1Char('\n'));
}

QString TimelineChart::busyTip(const models::Row& row) const
{
    const auto busy = busyOf(row);
    const auto percent = [](double share) {
        constexpr double kLeast = 0.0005;  // what a tenth of a percent would round to nothing
        return share > 0 && share < kLeast
                   ? QStringLiteral("< 0.1 %")
                   : QStringLiteral("%1 %").arg(QLocale::c().toString(100 * share, 'f', 1));
    };
    if (!busy) {
        return {};
    }
    const QString kernels =
        busy->collectives > 0
            ? tr("%1 (collectives %2)").arg(percent(busy->kernels), percent(busy->collectives))
            : percent(busy->kernels);
    const QString figures = tr("busy %1 of the window\nkernels %2, copies %3")
                                .arg(percent(busy->all), kernels, percent(busy->copies));
    return row.kind == models::RowKind::Location
               ? figures
               : tr("%1\nat least one of %2")
                     .arg(
                         figures,
                         counted(m_busy.streamsOf(row.summed).size(), tr("stream"), tr("streams")));
}

QLineF TimelineChart::lineOf(const query::Message& message) const
{
    return lineBetween(
        rowOf(message.sender, message.communicator),
        message.send,
        rowOf(message.receiver, message.communicator),
        message.receive);
}

QLineF TimelineChart::lineOf(const models::Flow& flow) const
{
    return lineBetween(rowOf(flow, flow.from), flow.leaves, rowOf(flow, flow.to), flow.arrives);
}

int TimelineChart::rowOf(LocationRef location, CommRef communicator) const
{
    if (const auto row = m_communicatorRows.rowOf(location, communicator)) {
        return *row;
    }
    return firstRowOf(location);
}

int TimelineChart::rowOf(LocationRef location) const
{
    if (m_chosenRow >= 0) {
        const models::Row& chosen = m_rows[static_cast<std::size_t>(m_chosenRow)];
        if (chosen.kind == models::RowKind::Location && chosen.locations.front() == location) {
            return m_chosenRow;
        }
    }
    return firstRowOf(location);
}

int TimelineChart::firstRowOf(LocationRef location) const
{
    const auto found = m_rowOfLocation.find(location);
    return found == m_rowOfLocation.end() ? -1 : found->second;
}

int TimelineChart::rowOf(const models::Flow& flow, LocationRef end) const
{
    return flow.communicator.isDefined() ? rowOf(end, flow.communicator) : rowOf(end);
}

/// Device pixels of the viewport; null if one of the rows is not there.
QLineF TimelineChart::lineBetween(int fromRow, Tick leaves, int toRow, Tick arrives) const
{
    if (fromRow < 0 || toRow < 0) {
        return {};
    }
    const double ratio = viewport()->devicePixelRatioF();
    const geometry::TimeScale at = scale();
    const int left = deviceCanvas().left();
    const auto middle = [&](int row) { return (rowTop(row) + rowBottom(row)) / 2.0 * ratio; };
    return {left + at.xOf(leaves), middle(fromRow), left + at.xOf(arrives), middle(toRow)};
}

/// Those that are drawn can be pointed at.
void TimelineChart::paintMessageLines(QPainter& painter, double ratio)
{
    m_drawnMessages.clear();
    m_drawnOf = m_model.messages();
    if (!m_drawnOf || !m_layers.isShown(models::Layer::Messages)) {
        return;
    }
    const double height = viewport()->height() * ratio;
    std::vector<QLineF> lines;
    for (std::size_t i = 0; i < m_drawnOf->messages.size(); ++i) {
        const QLineF line = lineOf(m_drawnOf->messages[i]);
        const bool onScreen =
            std::max(line.y1(), line.y2()) >= 0 && std::min(line.y1(), line.y2()) <= height;
        if (!line.isNull() && onScreen) {
            lines.push_back(line);
            m_drawnMessages.push_back(i);
        }
    }
    const std::vector<bool> isDrawn =
        painters::paintMessages(painter, lines, ratio, theme::currentTheme().messageLine);
    std::size_t next = 0;
    std::erase_if(m_drawnMessages, [&](std::size_t) { return !isDrawn[next++]; });
}

void TimelineChart::renderLayer()
{
    QElapsedTimer timer;
    timer.start();
    const QSize size = viewport()->size() * viewport()->devicePixelRatioF();
    if (m_layer.size() != size) {
        m_layer = QPixmap(size);
    }
    QPainter painter(&m_layer);
    paintLayer(painter, size);
    m_layerIsStale = false;
    sayBurstAgain();
    qCDebug(paintTimes) << "master timeline" << timer.nsecsElapsed() / 1000 << "µs";
}

/// By a painter that speaks device pixels.
void TimelineChart::paintLayer(QPainter& painter, QSize size)
{
    m_bars.clear();
    m_columnPixels.clear();
    m_redundancy.take(
        m_layers.values());  // a pan may have left the newest: then it is that of the whole
    m_texts = QRegion();
    const double ratio = viewport()->devicePixelRatioF();
    QFont font = this->font();
    font.setPixelSize(
        std::max(1, static_cast<int>(std::lround(QFontInfo(font).pixelSize() * 0.95 * ratio))));
    painter.setFont(font);
    const QRect canvas = deviceCanvas();
    const int height = size.height();
    painter.fillRect(0, 0, canvas.left(), height, theme::currentTheme().panel);
    const auto device = [ratio](int logical) {
        return static_cast<int>(std::lround(logical * ratio));
    };
    const std::vector<int> rows = rowsOnScreen();
    paintRows(painter, rows);
    const auto paint = [&](int row) {
        paintLabel(painter, row, rowArea(row, QRect(0, 0, canvas.left(), height)), ratio);
    };
    const auto fixedEnd = rows.begin() + m_fixedRows;
    std::for_each(fixedEnd, rows.end(), paint);
    std::for_each(rows.begin(), fixedEnd, paint);  // over what is scrolled below them
    paintSparseLabels(painter, rows, ratio);
    if (m_fixedRows > 0) {
        const int line = device(fixedHeight());
        painter.fillRect(0, line - 1, size.width(), 1, theme::currentTheme().mutedInk);
    }
    painter.setClipRegion(QRegion(canvas) - m_texts);
    makeShapes();
    paintShapes(painter, ratio);
    paintTransfers(painter, ratio);
    paintMessageLines(painter, ratio);
    painter.setClipRect(canvas);
    makeBursts();
    paintBursts(painter, ratio);
    paintUnknown(painter, ratio);
    paintUnloaded(painter, ratio);
    paintRedundancyLegend(painter, canvas, ratio);
    painter.setClipping(false);
    painter.fillRect(canvas.left() - 1, 0, 1, height, theme::currentTheme().line);
}

/// Where a row is lower than its name, some of the rows say theirs, so that one knows where one is.
void TimelineChart::paintSparseLabels(QPainter& painter, const std::vector<int>& rows, double ratio)
{
    const QFontMetrics metrics(painter.font());
    std::vector<int> places;
    std::vector<LowRow> low;
    for (const int place : rows) {
        const models::Row& row = m_rows[static_cast<std::size_t>(place)];
        const int top = static_cast<int>(std::lround(rowTop(place) * ratio));
        const int bottom = static_cast<int>(std::lround(rowBottom(place) * ratio));
        const bool hasRoom = top + metrics.height() <= deviceCanvas().height();
        if (bottom - top < metrics.ascent() && hasRoom) {
            const bool isParent =
                row.kind != models::RowKind::Location && row.kind != models::RowKind::Band;
            places.push_back(place);
            low.push_back({.top = top, .isParent = isParent, .level = row.level});
        }
    }
    for (const std::size_t i : rowsWithLabels(low, metrics.height())) {
        paintSparseLabel(painter, places[i], low[i].top, ratio);
    }
}

/// A location without the row above it, which may say nothing, is named with its process.
void TimelineChart::paintSparseLabel(QPainter& painter, int place, int top, double ratio)
{
    const models::Row& row = m_rows[static_cast<std::size_t>(place)];
    const Location* location = row.kind == models::RowKind::Location
                                   ? m_model.trace().definitions->find(row.locations.front())
                                   : nullptr;
    const bool isBelow = location != nullptr && row.level > 0;
    const QString name =
        isBelow ? models::qualifiedName(*m_model.trace().definitions, *location) : row.name;
    const int left = static_cast<int>(labelIndent(row) * ratio);
    const int width = deviceCanvas().left() - left - static_cast<int>(8 * ratio);
    const QFontMetrics metrics(painter.font());
    painter.setPen(theme::currentTheme().mutedInk);
    painter.drawText(
        QRect(left, top, width, metrics.height()),
        Qt::AlignLeft | Qt::AlignTop | Qt::TextSingleLine,
        metrics.elidedText(name.left(512), Qt::ElideMiddle, width));
}

void TimelineChart::paintEvent(QPaintEvent* /*event*/)
{
    const double ratio = viewport()->devicePixelRatioF();
    if (m_layerIsStale || m_layer.size() != viewport()->size() * ratio) {
        renderLayer();
    }
    QPainter painter(viewport());
    painter.scale(1 / ratio, 1 / ratio);
    if (painter.paintEngine()->type() == QPaintEngine::SVG) {
        // Qt's knows no clipping, and lines would run over the labels: pixels, but smaller ones.
        constexpr int kFiner = 3;
        QImage image(m_layer.size() * kFiner, QImage::Format_RGB32);
        image.fill(theme::currentTheme().panel);
        QPainter finer(&image);
        finer.scale(kFiner, kFiner);
        paintLayer(finer, m_layer.size());
        painter.drawImage(m_layer.rect(), image);
    } else if (isFinerThan(painter, *viewport())) {
        paintLayer(painter, m_layer.size());
    } else {
        painter.drawPixmap(0, 0, m_layer);
    }
    paintOverlay(painter, ratio);
}

}  // namespace vellum::gui::charts
