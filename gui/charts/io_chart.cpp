#include "gui/charts/io_chart.h"

#include "common/query/limits.h"
#include "common/time/columns.h"
#include "gui/data/time_text.h"
#include "gui/data/wording.h"
#include "gui/painters/timeline_painter.h"
#include "gui/theme/theme.h"

#include <QActionGroup>
#include <QFontMetrics>
#include <QMenu>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

namespace vellum::gui::charts {

namespace {

constexpr QLatin1String kIoBy("by");
constexpr QLatin1String kIoFolded("folded");

constexpr std::size_t kModes = 4;
constexpr int kSpanPx = 3;  ///< of the thin bars

QColor colorOf(query::IoSpanKind kind)
{
    const theme::Theme& theme = theme::currentTheme();
    return kind == query::IoSpanKind::Open ? theme.mutedInk : theme.accent;
}

std::array<Tick, kModes> timesOf(const query::IoPoint& point)
{
    return {point.readTime, point.writeTime, point.flushTime, point.otherTime};
}

/// Operations at once, on the mean of the column in which they are most.
std::uint64_t mostAtOnce(const std::vector<query::IoPoint>& points, const Columns& columns)
{
    double most = 1;
    for (const query::IoPoint& point : points) {
        const auto times = timesOf(point);
        const auto sum = static_cast<double>(std::accumulate(times.begin(), times.end(), Tick{0}));
        const Tick width = std::max<Tick>(1, columns.column(point.column).length());
        most = std::max(most, sum / static_cast<double>(width));
    }
    return static_cast<std::uint64_t>(std::ceil(most - 1e-9));
}

QString bytes(std::uint64_t count)
{
    return data::counted(count, IoChart::tr("byte"), IoChart::tr("bytes"));
}

/// "12 reads (900 bytes), 1 write (8 bytes)"; of numbers or of a column.
template <typename Counts>
QString countsText(const Counts& of)
{
    QStringList parts;
    if (of.reads > 0) {
        parts << IoChart::tr("%1 (%2)").arg(
            data::counted(of.reads, IoChart::tr("read"), IoChart::tr("reads")),
            bytes(of.bytesRead));
    }
    if (of.writes > 0) {
        parts << IoChart::tr("%1 (%2)").arg(
            data::counted(of.writes, IoChart::tr("write"), IoChart::tr("writes")),
            bytes(of.bytesWritten));
    }
    if (of.flushes > 0) {
        parts << data::counted(of.flushes, IoChart::tr("flush"), IoChart::tr("flushes"));
    }
    if (of.others > 0) {
        parts << data::counted(
            of.others, IoChart::tr("other operation"), IoChart::tr("other operations"));
    }
    if (of.opened > 0) {
        parts << IoChart::tr("opened %1 ×").arg(data::grouped(of.opened));
    }
    if (of.closed > 0) {
        parts << IoChart::tr("closed %1 ×").arg(data::grouped(of.closed));
    }
    return parts.join(QStringLiteral(", "));
}

/// "in a read": of a column in which none begins.
QString underWayText(const query::IoPoint& point)
{
    QStringList kinds;
    const std::array names{
        IoChart::tr("a read"),
        IoChart::tr("a write"),
        IoChart::tr("a flush"),
        IoChart::tr("another operation")};
    for (std::size_t mode = 0; mode < kModes; ++mode) {
        if (timesOf(point)[mode] > 0) {
            kinds << names[mode];
        }
    }
    return kinds.isEmpty() ? IoChart::tr("in an operation")
                           : IoChart::tr("in %1").arg(kinds.join(QStringLiteral(", ")));
}

}  // namespace

IoChart::IoChart(const ChartContext& context, QWidget* parent)
    : TimeChart(context, parent)
    , m_model(context.source, context.trace->id, context.view)
    , m_clickSlot(context.source, context.trace->id)
{
    setAccessibleName(tr("I/O timeline"));
    connect(&m_model, &models::PictureModel::changed, this, &IoChart::takePicture);
    m_clickSlot.setHandler([this](const auto& answer, const Error&) {
        const auto* found = answer ? std::get_if<query::Io>(answer.get()) : nullptr;
        if (found != nullptr) {
            m_clicked.mark.single ? takeOperation(*found) : takeOperations(*found);
        }
    });
    ask();
}

void IoChart::ask()
{
    m_model.setQuestion(
        [this](TickRange window, std::uint32_t columns) -> std::optional<query::Request> {
            if (trace().definitions->ioHandles.empty() || filters().hidesAll()) {
                return std::nullopt;
            }
            return query::IoRequest{
                .scope = filters().scopeOf(window, models::Filter::Kind::Io),
                .limit = query::kMaxItems,
                .columns = columns,
                .spans = true};
        });
}

const query::Io* IoChart::answer() const
{
    return m_model.widest() != nullptr ? m_model.widest()->as<query::Io>() : nullptr;
}

void IoChart::takePicture()
{
    const auto shown = m_model.widest() != nullptr ? m_model.widest()->answer : nullptr;
    if (shown != m_taken) {
        m_taken = shown;
        makeRows();
    }
    invalidate();
    emit changed();
}

void IoChart::makeRows()
{
    m_rows.clear();
    if (const query::Io* known = answer()) {
        for (models::IoTreeRow& row :
             models::ioRows(*known, *trace().definitions, m_by, m_folded)) {
            addRow({std::move(row)});
        }
    }
    updateScroll();
    if (!m_rows.empty()) {
        announceSize();
    }
}

void IoChart::addRow(Row row)
{
    if (const query::Io* known = answer(); known != nullptr && known->columns > 0) {
        row.most = mostAtOnce(row.points, {.range = known->window, .count = known->columns});
    }
    m_rows.push_back(std::move(row));
}

void IoChart::setBy(By by)
{
    if (by != m_by) {
        m_by = by;
        forgetSize();
        makeRows();
        invalidate();
        emit changed();
    }
}

// ---- Menu and settings ----------------------------------------------------------------------

QString IoChart::sentence() const
{
    QString text = m_by == By::File       ? tr("time in operations by file")
                   : m_by == By::Location ? tr("time in operations by location")
                                          : tr("time in operations by system tree");
    using Kind = models::Filter::Kind;
    text += filteredBy({Kind::OnlyLocations, Kind::Io});
    if (const query::Io* known = answer()) {
        text += QStringLiteral(" · ")
                + data::counted(known->totals.operations(), tr("operation"), tr("operations"));
        if (known->rows.size() < known->count) {
            text += tr(" · first %1 of %2 handles")
                        .arg(data::grouped(known->rows.size()), data::grouped(known->count));
        }
    }
    return text;
}

void IoChart::fillMenu(QMenu& menu)
{
    auto* group = new QActionGroup(&menu);
    const auto add = [&](const QString& text, const QString& name, By by) {
        QAction* action = menu.addAction(
            text, this, [this, name, by] { recordChoice(name, [this, by] { setBy(by); }); });
        action->setCheckable(true);
        action->setChecked(m_by == by);
        group->addAction(action);
    };
    add(tr("By &file"), tr("by file"), By::File);
    add(tr("By &location"), tr("by location"), By::Location);
    add(tr("By &system tree"), tr("by system tree"), By::SystemTree);
    menu.addSeparator();
    menu.addAction(tr("F&old all"), this, [this] {
        std::set<QString> folded = m_folded;
        if (const query::Io* known = answer()) {
            folded.merge(models::ioParents(*known, *trace().definitions, m_by));
        }
        recordChoice(tr("fold all"), [this, &folded] { setFolded(std::move(folded)); });
    });
    menu.addAction(tr("&Unfold all"), this, [this] {
        recordChoice(tr("unfold all"), [this] { setFolded({}); });
    });
}

void IoChart::setFolded(std::set<QString> folded)
{
    m_folded = std::move(folded);
    makeRows();
    invalidate();
}

QVariantMap IoChart::settings() const
{
    return {
        {kIoBy,
         m_by == By::File       ? "file"
         : m_by == By::Location ? "location"
                                : "tree"},
        {kIoFolded, QStringList(m_folded.begin(), m_folded.end())}};
}

void IoChart::applySettings(const QVariantMap& settings)
{
    if (settings.contains(kIoFolded)) {
        const QStringList folded = settings.value(kIoFolded).toStringList();
        setFolded({folded.begin(), folded.end()});
    }
    if (settings.contains(kIoBy)) {
        const QString by = settings.value(kIoBy).toString();
        setBy(
            by == QLatin1String("location") ? By::Location
            : by == QLatin1String("tree")   ? By::SystemTree
                                            : By::File);
    }
}

// ---- Places ---------------------------------------------------------------------------------

QSize IoChart::sizeHint() const
{
    return {600, legendHeight() + std::clamp(static_cast<int>(m_rows.size()), 4, 10) * rowHeight()};
}

int IoChart::mostHeight() const
{
    return legendHeight() + std::max(4, static_cast<int>(m_rows.size())) * rowHeight();
}

int IoChart::contentHeight() const
{
    return legendHeight() + static_cast<int>(m_rows.size()) * rowHeight();
}

QRect IoChart::rowRect(std::size_t row) const
{
    const QRect canvas = canvasRect();
    return {
        canvas.left(),
        legendHeight() + static_cast<int>(row) * rowHeight() - yInContent(0),
        canvas.width(),
        rowHeight()};
}

int IoChart::rowAt(int y) const
{
    const int inRows = yInContent(y) - legendHeight();
    const int row = inRows / rowHeight();
    return inRows >= 0 && row < static_cast<int>(m_rows.size()) ? row : -1;
}

const query::IoPoint* IoChart::pointAt(const Row& row, Tick tick) const
{
    const query::Io* known = answer();
    if (known == nullptr || known->columns == 0 || !known->window.contains(tick)) {
        return nullptr;
    }
    const Columns columns{.range = known->window, .count = known->columns};
    const auto column = static_cast<std::uint32_t>(columns.columnOf(tick));
    const auto found = std::ranges::lower_bound(row.points, column, {}, &query::IoPoint::column);
    return found != row.points.end() && found->column == column ? &*found : nullptr;
}

/// "open 1.200 s to 1.900 s", "open (3 times), not closed here".
QString IoChart::spanText(const query::IoSpan& span) const
{
    const ClockProperties& clock = trace().definitions->clock;
    QString text = span.kind == query::IoSpanKind::Open ? tr("open") : tr("asynchronous operation");
    if (span.count > 1) {
        text += tr(" (%1 times)").arg(data::grouped(span.count));
    }
    text += tr(" %1 to %2")
                .arg(
                    data::instantText(span.range.begin, clock),
                    data::instantText(span.range.end, clock));
    text += span.isBegun ? QString() : tr(", opened before the trace");
    return text + (span.isEnded ? QString() : tr(", not closed here"));
}

QString IoChart::textAt(QPoint position) const
{
    const int place = rowAt(position.y());
    QString text = instantText(position);
    if (place < 0) {
        return text;
    }
    const Row& row = m_rows[static_cast<std::size_t>(place)];
    text += QStringLiteral("   ") + row.name;
    const Tick tick = tickAt(position.x());
    if (const query::IoPoint* point = pointAt(row, tick)) {
        const QString counts = countsText(*point);
        text += QStringLiteral(" › ") + (counts.isEmpty() ? underWayText(*point) : counts);
    }
    for (const query::IoSpan& span : row.spans) {
        if (span.range.contains(tick)) {
            text += QStringLiteral(" · ") + spanText(span);
        }
    }
    return text;
}

QString IoChart::tipAt(QPoint position) const
{
    const int place = rowAt(position.y());
    if (place < 0) {
        const bool isOnLegend = !m_rows.empty() && yInContent(position.y()) < legendHeight();
        return isOnLegend ? tr("squares: time in read, write, flush and other operations\n"
                               "thin bars: a file is open, an asynchronous operation is under way")
                          : QString();
    }
    const Row& row = m_rows[static_cast<std::size_t>(place)];
    const ClockProperties& clock = trace().definitions->clock;
    return tr("%1\nin the window: %2, %3 in operations\nfull height: %4 at once")
        .arg(
            data::cut(row.name, 300),
            countsText(row.numbers),
            data::durationText(row.numbers.time, clock),
            data::counted(row.most, tr("operation"), tr("operations")));
}

QString IoChart::word() const
{
    if (trace().definitions->ioHandles.empty()) {
        return tr("No input or output was recorded in this trace. Score-P records it with "
                  "SCOREP_IO_POSIX=true.");
    }
    const bool hasNone = m_rows.empty() && exactness() == models::Exactness::Exact;
    return hasNone ? tr("Nothing was read or written in this window.") : QString();
}

// ---- Painting -------------------------------------------------------------------------------

void IoChart::paintLayer(QPainter& painter, const Layout& layout)
{
    const theme::Theme& theme = theme::currentTheme();
    painter.fillRect(layout.labels, theme.window);
    painter.fillRect(layout.canvas, theme.panel);
    if (!m_rows.empty()) {
        paintLegend(painter, layout);
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const QRect row = rowRect(i);
        if (layout.of(row.bottom()) >= 0 && layout.of(row.top()) < layout.canvas.height()) {
            paintRow(painter, layout, i);
        }
    }
    if (const QString instead = word(); !instead.isEmpty()) {
        paintWord(painter, layout, instead);
    }
}

/// What is selected: in its own row, a single operation also where its location and file have one.
void IoChart::paintMarks(QPainter& painter, const Layout& layout)
{
    const auto& selected = context().selection.overlaid();
    const auto* mark = selected ? std::get_if<models::IoMark>(&*selected) : nullptr;
    const query::Io* known = answer();
    if (mark == nullptr || !mark->isOfIoTimeline || known == nullptr) {
        return;
    }
    const auto isMeant = [&](std::size_t place) {
        const query::IoRow& one = known->rows[place];
        return mark->single && one.location == mark->single->location
               && one.handle == mark->single->handle;
    };
    const theme::Theme& theme = theme::currentTheme();
    const int pen = layout.of(2);
    const double width = layout.canvas.width();
    const auto xOf = [&](Tick tick) {
        const double x = std::clamp(scale().xOf(tick), -9.0, width + 9);
        return layout.canvas.left() + static_cast<int>(x);
    };
    painter.setPen(QPen(theme.accent, pen, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.setBrush(theme.selection);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        if (row.key != mark->rowKey && (row.isParent || !std::ranges::any_of(row.of, isMeant))) {
            continue;
        }
        const QRect place = rowRect(i);
        const int top = layout.of(place.top());
        const int left = xOf(mark->range.begin);
        painter.drawRect(
            left,
            top + pen / 2,
            std::max(pen, xOf(mark->range.end) - left),
            layout.of(place.top() + place.height()) - top - pen);
    }
}

/// Which colour is what.
void IoChart::paintLegend(QPainter& painter, const Layout& layout) const
{
    const theme::Theme& theme = theme::currentTheme();
    const QFontMetrics metrics(painter.font());
    const int top = -layout.scrolled;
    const int height = layout.of(legendHeight());
    painter.fillRect(0, top + height - 1, layout.canvas.right() + 1, 1, theme.line);
    painter.setPen(theme.mutedInk);
    int x = layout.canvas.left() + layout.of(8);
    const auto drawName = [&](const QString& name) {
        const int room = std::max(0, layout.canvas.right() - layout.of(4) - x);
        const QString shown = metrics.elidedText(name, Qt::ElideRight, room);
        const int width = metrics.horizontalAdvance(shown);
        painter.drawText(QRect(x, top, width + 1, height), Qt::AlignVCenter, shown);
        x += width + layout.of(12);
    };
    const std::array names{tr("read"), tr("write"), tr("flush"), tr("other")};
    for (std::size_t mode = 0; mode < kModes; ++mode) {
        const int side = layout.of(8);
        painter.fillRect(x, top + (height - side) / 2, side, side, theme.series[mode]);
        x += side + layout.of(4);
        drawName(names[mode]);
    }
    for (const auto kind : {query::IoSpanKind::Open, query::IoSpanKind::Asynchronous}) {
        const bool isOpen = kind == query::IoSpanKind::Open;
        const QString name = isOpen ? tr("open") : tr("asynchronous");
        const int length = layout.of(14);
        const int thick = layout.of(kSpanPx);
        painter.fillRect(x, top + (height - thick) / 2, length, thick, colorOf(kind));
        x += length + layout.of(4);
        drawName(name);
    }
}

/// Thin bars at the top of a row; where it is seen, a span is a pixel wide at least.
void IoChart::paintSpans(
    QPainter& painter, const Layout& layout, const Row& row, const QRect& area) const
{
    const double width = layout.canvas.width();
    const int thick = layout.of(kSpanPx);
    for (const query::IoSpan& span : row.spans) {
        const double left = std::clamp(scale().xOf(span.range.begin), 0.0, width);
        const double right = std::clamp(scale().xOf(span.range.end), 0.0, width);
        const bool isOpen = span.kind == query::IoSpanKind::Open;
        const int x = static_cast<int>(left);
        painter.fillRect(
            area.left() + x,
            area.top() + layout.of(1) + (isOpen ? 0 : thick + layout.of(1)),
            std::max(layout.of(1), static_cast<int>(std::lround(right)) - x),
            thick,
            colorOf(span.kind));
    }
}

void IoChart::paintTimes(
    QPainter& painter, const Layout& layout, const Row& row, const QRect& area) const
{
    const theme::Theme& theme = theme::currentTheme();
    const query::Io* known = answer();
    if (known == nullptr || known->columns == 0) {
        return;
    }
    const Columns columns{.range = known->window, .count = known->columns};
    query::SummaryRow times{.locations = row.most, .series = {}};
    for (std::size_t mode = 0; mode < kModes; ++mode) {
        query::SummarySeries series{
            .key = {.value = static_cast<std::uint32_t>(mode)},
            .exclusive = std::vector<Tick>(known->columns)};
        for (const query::IoPoint& point : row.points) {
            series.exclusive[point.column] = timesOf(point)[mode];
        }
        times.series.push_back(std::move(series));
    }
    painter.setClipRect(area);
    painters::paintShares(
        painter,
        geometry::makeShareBars(times, columns, scale()),
        area.adjusted(0, layout.of(1), 0, -layout.of(1)),
        [&theme](query::Key key) {
            return painters::ShareLook{
                .color = theme.series[key.value % theme.series.size()],
                .group = FunctionGroup::Unknown};
        });
    // What takes less than a pixel is seen all the same.
    for (const query::IoPoint& point : row.points) {
        const double x = scale().xOf(columns.boundary(point.column));
        if (point.operations() + point.opened + point.closed > 0 && x >= 0) {
            painter.fillRect(
                area.left() + static_cast<int>(x),
                area.bottom() - layout.of(3),
                std::max(1, layout.of(1)),
                layout.of(2),
                theme.ink);
        }
    }
    painter.setClipping(false);
}

void IoChart::paintRow(QPainter& painter, const Layout& layout, std::size_t index) const
{
    const theme::Theme& theme = theme::currentTheme();
    const Row& row = m_rows[index];
    const QRect place = rowRect(index);
    const int top = layout.of(place.top());
    const int height = layout.of(place.top() + place.height()) - top;
    const QRect area(layout.canvas.left(), top, layout.canvas.width(), height);
    painter.fillRect(area, row.isParent ? theme.groupRow : theme.row);
    painter.fillRect(
        0, top, layout.labels.width(), height, row.isParent ? theme.groupRow : theme.window);
    paintTimes(painter, layout, row, area);
    paintSpans(painter, layout, row, area);
    painter.fillRect(0, area.bottom(), area.right() + 1, 1, theme.line);
    QFont font = painter.font();
    const QFont plain = font;
    font.setBold(row.isParent);
    painter.setFont(font);
    painter.setPen(theme.ink);
    const int indent = layout.of(9 + 13 * row.level);
    const QString figure = data::grouped(row.numbers.operations());
    const int room = QFontMetrics(plain).horizontalAdvance(figure) + layout.of(8);
    paintLabelText(
        painter,
        QRect(indent, top, layout.labels.width() - indent - room, height),
        row.name,
        layout);
    painter.setFont(plain);
    painter.setPen(theme.mutedInk);
    painter.drawText(
        QRect(0, top, layout.labels.width() - layout.of(8), height),
        Qt::AlignVCenter | Qt::AlignRight,
        figure);
    if (row.isParent) {
        const QString arrow = row.isFolded ? QStringLiteral("▸") : QStringLiteral("▾");
        painter.drawText(
            QRect(layout.of(5 + 13 * row.level), top, layout.of(14), height),
            Qt::AlignVCenter,
            arrow);
    }
}

}  // namespace vellum::gui::charts
