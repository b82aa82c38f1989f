#include "gui/charts/matrix/matrix_chart.h"

#include "gui/charts/gesture_sizes.h"
#include "gui/charts/table/answer_table.h"
#include "gui/charts/table/names_of_trace.h"
#include "gui/data/transfer_text.h"
#include "gui/data/wording.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace vellum::gui::charts {

using query::MatrixBy;
using query::MessagePairs;
using query::MessagePairsQuestion;

namespace {

table::Unit unitOf(MatrixBy by)
{
    switch (by) {
    case MatrixBy::LocationGroup:
        return table::Unit::LocationGroup;
    case MatrixBy::SystemTreeNode:
        return table::Unit::SystemTreeNode;
    case MatrixBy::Location:
        break;
    }
    return table::Unit::Location;
}

}  // namespace

MatrixChart::MatrixChart(const ChartContext& context, QWidget* parent)
    : Chart(parent)
    , m_context(context)
    , m_table(context.source, context.trace->id, context.view, [this] { return scope(); })
    , m_messages(context.source, context.trace->id)
    , m_pairs(new AnswerTable(context.trace, title(), this))
{
    setAccessibleName(title());
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    m_pairs->hide();
    m_zoomEnd.setSingleShot(true);
    m_zoomEnd.setInterval(kGestureGapMs);
    connect(&m_zoomEnd, &QTimer::timeout, this, &MatrixChart::endZoom);
    connect(m_pairs, &AnswerTable::saved, this, [this](const QString& error) {
        m_saveError = error;
        emit changed();
    });
    connect(&m_table, &models::WindowTable::asked, this, [this] {
        m_saveError.clear();
        emit changed();
    });
    connect(&m_table, &models::WindowTable::answered, this, &MatrixChart::takeAnswer);
    m_messages.setHandler([this](const auto& answer, const Error& /*error*/) {
        const auto* messages = answer ? std::get_if<query::Messages>(answer.get()) : nullptr;
        if (messages != nullptr) {
            selectLongest(*messages);
        }
    });
    m_table.ask(table::Value::of(MessagePairsQuestion{.by = m_by}));
}

// ---- What is asked and what is shown -------------------------------------------------------------

query::Scope MatrixChart::scope() const
{
    return m_context.view.filters().scopeOf(m_context.view.range(), models::Filter::Kind::Messages);
}

void MatrixChart::takeAnswer()
{
    makeCells();
    if (m_table.answer() != nullptr) {
        announceSize();
    }
    emit changed();
}

/// Labels are another only where filters or grouping are: of many locations they take a while to make.
void MatrixChart::makeLabels()
{
    const models::LocationList& shown = m_context.view.filters().shown();
    if (m_labelsBy == m_by && m_labelsOf == shown) {
        return;
    }
    m_labelsBy = m_by;
    m_labelsOf = shown;
    const Definitions& definitions = *m_context.trace->definitions;
    if (shown) {
        m_labels = query::MatrixLabels(definitions, *shown, m_by);
        return;
    }
    std::vector<LocationRef> all;
    all.reserve(definitions.locations.size());
    for (const Location& location : definitions.locations) {
        all.push_back(location.ref);
    }
    m_labels = query::MatrixLabels(definitions, all, m_by);
}

void MatrixChart::makeCells()
{
    const auto before = m_cells.labels();
    const auto* pairs = m_table.as<MessagePairs>();
    if (pairs == nullptr || pairs->by != m_by) {
        m_cells = {};
        m_marked.reset();
    } else {
        makeLabels();
        std::vector<std::uint64_t> labels = m_labels.labels();
        if (!m_showsIdle) {
            std::unordered_set<std::uint64_t> used;
            for (const query::MessagePairsRow& row : pairs->rows) {
                used.insert(row.from);
                used.insert(row.to);
            }
            std::erase_if(labels, [&used](std::uint64_t ref) { return !used.contains(ref); });
        }
        m_cells = MatrixCells(
            std::shared_ptr<const MessagePairs>(m_table.answer(), pairs),
            std::move(labels),
            m_metric);
        keepPlaces(before);
    }
    setAccessibleDescription(m_marked ? textOf(m_marked->row, m_marked->column) : QString());
    m_hovered.reset();
    updateLayout();
}

/// What was seen and marked goes where its labels are now.
void MatrixChart::keepPlaces(const std::vector<std::uint64_t>& before)
{
    const std::vector<std::uint64_t>& now = m_cells.labels();
    if (before.empty() || before == now) {
        return;
    }
    std::unordered_map<std::uint64_t, std::size_t> places;
    for (std::size_t i = 0; i < now.size(); ++i) {
        places.emplace(now[i], i);
    }
    const auto placeNow = [&](std::size_t place) -> std::optional<std::size_t> {
        const auto found = place < before.size() ? places.find(before[place]) : places.end();
        return found == places.end() ? std::nullopt : std::optional(found->second);
    };
    if (m_marked) {
        const auto row = placeNow(m_marked->row);
        const auto column = placeNow(m_marked->column);
        m_marked = row && column ? std::optional(Place{*row, *column}) : std::nullopt;
    }
    if (m_view) {
        const auto moved = [&](double begin) {
            const double whole = std::floor(begin);
            const auto place = placeNow(static_cast<std::size_t>(whole));
            return place ? static_cast<double>(*place) + begin - whole : begin;
        };
        m_view->column = moved(m_view->column);
        m_view->row = moved(m_view->row);
    }
}

QString MatrixChart::nameAt(std::size_t label) const
{
    const NamesOfTrace names(*m_context.trace->definitions);
    return data::cut(names.nameOf(unitOf(m_by), m_cells.labels()[label]), data::kMostOfNameInLine);
}

QString MatrixChart::textOf(std::size_t row, std::size_t column) const
{
    const MatrixCells::Cell* cell = m_cells.find(row, column);
    const QString messages =
        cell == nullptr
            ? tr("no messages")
            : data::messagesText(m_cells.sumsOf(*cell), m_context.trace->definitions->clock);
    return tr("from %1 to %2: %3").arg(nameAt(row), nameAt(column), messages);
}

QString MatrixChart::valueText(double value) const
{
    return charts::textOf(value, m_metric, m_context.trace->definitions->clock);
}

QString MatrixChart::sentence() const
{
    static const std::array<QString, 3> kBy = {
        tr("by location"), tr("by location group"), tr("by node")};
    QStringList parts = {
        m_context.view.filters().sentence(
            *m_context.trace->definitions,
            {models::Filter::Kind::OnlyLocations, models::Filter::Kind::Messages}),
        QStringLiteral("%1 %2").arg(nameOf(m_metric), kBy.at(static_cast<std::size_t>(m_by)))};
    const auto* pairs = m_table.as<MessagePairs>();
    if (pairs != nullptr && pairs->by == m_by) {
        std::uint64_t count = 0;
        double bytes = 0;
        for (const query::MessagePairsRow& row : pairs->rows) {
            count += row.sums.count;
            bytes += static_cast<double>(row.sums.bytes);
        }
        parts << data::counted(pairs->rows.size(), tr("pair"), tr("pairs"))
              << tr("%1, %2").arg(
                     data::counted(count, tr("message"), tr("messages")),
                     data::wholeBytesText(bytes));
        if (pairs->pairs > pairs->rows.size()) {
            parts << tr("%1 pairs with %2 messages are left out: too many")
                         .arg(
                             data::grouped(pairs->pairs - pairs->rows.size()),
                             data::grouped(pairs->leftOutCount));
        }
    }
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

models::Exactness MatrixChart::exactness() const
{
    return m_saveError.isEmpty() ? m_table.exactness() : models::Exactness::Failed;
}

QString MatrixChart::errorText() const
{
    return m_saveError.isEmpty() ? m_table.errorText() : m_saveError;
}

// ---- To the timeline -----------------------------------------------------------------------------

void MatrixChart::showMessage(Place place)
{
    if (m_cells.find(place.row, place.column) == nullptr) {
        return;
    }
    // Of a pair of groups or nodes these are all locations of both.
    const auto from = m_cells.labels()[place.row];
    const auto to = m_cells.labels()[place.column];
    query::Scope scope = this->scope();
    scope.locations.clear();
    for (const Location& location : m_context.trace->definitions->locations) {
        const auto label = m_labels.placeOf(location.ref);
        if (label && (m_labels.labels()[*label] == from || m_labels.labels()[*label] == to)) {
            scope.locations.push_back(location.ref);
        }
    }
    m_wanted = std::pair(m_cells.labels()[place.row], m_cells.labels()[place.column]);
    m_messages.ask(query::MessagesRequest{.scope = std::move(scope), .limit = kMostMessages});
}

void MatrixChart::selectLongest(const query::Messages& messages)
{
    if (!m_wanted) {
        return;
    }
    const auto isOf = [this](LocationRef location, std::uint64_t ref) {
        const auto place = m_labels.placeOf(location);
        return place && m_labels.labels()[*place] == ref;
    };
    const query::Message* longest = nullptr;
    for (const query::Message& message : messages.messages) {
        const bool isPair =
            isOf(message.sender, m_wanted->first) && isOf(message.receiver, m_wanted->second);
        if (isPair
            && (longest == nullptr
                || message.receive - message.send > longest->receive - longest->send)) {
            longest = &message;
        }
    }
    m_wanted.reset();
    if (longest != nullptr) {
        m_context.selection.selectMessage(*longest);
        emit locationWanted(longest->receiver);
        emit locationWanted(longest->sender);
    }
}

// ---- What can be chosen --------------------------------------------------------------------------

void MatrixChart::setBy(MatrixBy by)
{
    if (by != m_by) {
        m_by = by;
        m_view.reset();
        m_messages.reset();
        forgetSize();
        m_table.askAnother(table::Value::of(MessagePairsQuestion{.by = m_by}));
    }
}

void MatrixChart::setMetric(MatrixMetric metric)
{
    if (metric != m_metric) {
        m_metric = metric;
        m_cells.setMetric(metric);
        invalidate();
        emit changed();
    }
}

void MatrixChart::setShowsIdle(bool shows)
{
    if (shows != m_showsIdle) {
        m_showsIdle = shows;
        forgetSize();
        makeCells();
        announceSize();
        emit changed();
    }
}

// ---- Where things are ----------------------------------------------------------------------------

MatrixChart::View MatrixChart::view() const
{
    const auto count = static_cast<double>(std::max<std::size_t>(1, m_cells.side()));
    if (!m_view) {
        return {.columns = count, .rows = count};
    }
    MatrixAxis columns{.begin = m_view->column, .length = m_view->columns};
    MatrixAxis rows{.begin = m_view->row, .length = m_view->rows};
    columns.clamp(count);
    rows.clamp(count);
    return {
        .column = columns.begin, .row = rows.begin, .columns = columns.length, .rows = rows.length};
}

void MatrixChart::setView(const MatrixAxis& columns, const MatrixAxis& rows)
{
    const auto count = static_cast<double>(m_cells.side());
    if (columns.length >= count && rows.length >= count) {
        m_view.reset();
    } else {
        m_view = View{
            .column = columns.begin,
            .row = rows.begin,
            .columns = columns.length,
            .rows = rows.length};
    }
    invalidate();
}

MatrixAxis MatrixChart::columns() const
{
    const View seen = view();
    const double ratio = devicePixelRatioF();
    return {
        .begin = seen.column,
        .length = seen.columns,
        .pixels = std::max(1, static_cast<int>(std::lround(plotRect().width() * ratio)))};
}

MatrixAxis MatrixChart::rows() const
{
    const View seen = view();
    const double ratio = devicePixelRatioF();
    return {
        .begin = seen.row,
        .length = seen.rows,
        .pixels = std::max(1, static_cast<int>(std::lround(plotRect().height() * ratio)))};
}

QRect MatrixChart::rectOf(Place place) const
{
    const double ratio = devicePixelRatioF();
    const QPoint corner = plotRect().topLeft();
    const auto across = [ratio](const MatrixAxis& axis, std::size_t cell) {
        const auto at = static_cast<double>(cell);
        return std::pair(axis.firstPixel(at) / ratio, axis.endPixel(at) / ratio);
    };
    const auto [left, right] = across(columns(), place.column);
    const auto [top, bottom] = across(rows(), place.row);
    return QRectF(corner.x() + left, corner.y() + top, right - left, bottom - top).toAlignedRect();
}

std::optional<MatrixChart::Place> MatrixChart::placeAt(QPoint position) const
{
    const QRect plot = plotRect();
    if (!plot.contains(position) || m_cells.side() == 0) {
        return std::nullopt;
    }
    const QPointF inside = QPointF(position - plot.topLeft()) * devicePixelRatioF();
    return greatestAt(static_cast<int>(inside.x()), static_cast<int>(inside.y()));
}

/// Of the cells under a pixel.
MatrixChart::Place MatrixChart::greatestAt(int x, int y) const
{
    const MatrixAxis across = columns();
    const MatrixAxis down = rows();
    const std::size_t last = m_cells.side() - 1;
    // Where cells are larger than pixels, the one that has the pixel.
    const auto cellAt = [last](const MatrixAxis& axis, int pixel) {
        const double begin = std::floor(std::max(0.0, axis.positionAt(pixel)));
        const double cell = axis.endPixel(begin) <= pixel ? begin + 1 : begin;
        return std::min(last, static_cast<std::size_t>(cell));
    };
    const std::size_t firstRow = cellAt(down, y);
    const std::size_t firstColumn = cellAt(across, x);
    const MatrixCells::Cell* greatest = nullptr;
    Place place{.row = firstRow, .column = firstColumn};
    for (std::size_t row = firstRow; row <= last && down.firstPixel(static_cast<double>(row)) <= y;
         ++row) {
        const auto cells = m_cells.row(row);
        auto cell = std::ranges::lower_bound(cells, firstColumn, {}, &MatrixCells::Cell::column);
        for (; cell != cells.end() && across.firstPixel(cell->column) <= x; ++cell) {
            const bool isSeen =
                down.endPixel(static_cast<double>(row)) > y && across.endPixel(cell->column) > x;
            if (isSeen && (greatest == nullptr || !(greatest->value >= cell->value))) {
                greatest = &*cell;
                place = {.row = row, .column = cell->column};
            }
        }
    }
    return place;
}

}  // namespace vellum::gui::charts
