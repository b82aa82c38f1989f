// What a click in IoChart means: the operation that is under way there, or all that is in the pixel.

#include "common/query/limits.h"
#include "common/time/columns.h"
#include "gui/charts/io_chart.h"

#include <algorithm>

namespace vellum::gui::charts {

void IoChart::foldOrUnfold(const Row& row)
{
    if (!row.isParent) {
        return;
    }
    std::set<QString> folded = m_folded;
    const bool wasFolded = folded.erase(row.key) > 0;
    if (!wasFolded) {
        folded.insert(row.key);
    }
    recordChoice(
        wasFolded ? tr("unfold") : tr("fold"), [this, &folded] { setFolded(std::move(folded)); });
}

void IoChart::clickAt(QPoint position, bool isDouble)
{
    m_clickSlot.reset();
    const int place = rowAt(position.y());
    if (place < 0) {
        return;
    }
    const Row& row = m_rows[static_cast<std::size_t>(place)];
    if (!canvasRect().contains(position)) {
        foldOrUnfold(row);
        return;
    }
    const query::Io* known = answer();
    const Tick tick = tickAt(position.x());
    const query::IoPoint* point = pointAt(row, tick);
    if (point == nullptr) {
        context().selection.clear();
        return;
    }
    const Columns columns{.range = known->window, .count = known->columns};
    const TickRange range = columns.column(point->column);
    m_clicked = {
        .tick = tick,
        .mark = {
            .row = row.name,
            .range = range,
            .numbers = *point,
            .isOfIoTimeline = true,
            .rowKey = row.key}};
    for (const std::size_t i : row.of) {
        m_clicked.of.emplace_back(known->rows[i].location, known->rows[i].handle);
    }
    std::ranges::sort(m_clicked.of);
    m_clicked.zooms = isDouble;
    askForOperation(range);
}

/// Once it is known what was clicked.
void IoChart::selectClicked()
{
    context().selection.selectOverlaid(m_clicked.mark);
    if (m_clicked.zooms) {
        // Beside an operation, which is seen whole, what is next to it; a pixel's several are drawn apart.
        const TickRange range = m_clicked.mark.range;
        const Tick length = m_clicked.mark.single ? range.length() / 4 : 4 * range.length();
        const Tick margin = std::max<Tick>(5, length);
        const models::ViewHistory::Within within(context().view, title());
        context().view.showRange(
            {.begin = range.begin - margin, .end = range.end + margin}, tr("zoom to selection"));
    }
}

/// What is under way in \p window.
void IoChart::askForOperation(TickRange window)
{
    query::Scope scope = filters().scopeOf(window, models::Filter::Kind::Io);
    scope.locations.clear();
    for (const auto& [location, handle] : m_clicked.of) {
        if (scope.locations.empty() || scope.locations.back() != location) {
            scope.locations.push_back(location);
        }
    }
    m_clickSlot.ask(query::IoRequest{.scope = std::move(scope), .limit = query::kMaxItems});
}

bool IoChart::isClicked(const query::IoRow& row) const
{
    return std::ranges::binary_search(m_clicked.of, std::pair(row.location, row.handle));
}

void IoChart::takeOperations(const query::Io& operations)
{
    std::uint64_t underWay = 0;
    const query::IoRow* last = nullptr;
    for (const query::IoRow& row : operations.rows) {
        if (row.numbers.overlapping > 0 && isClicked(row)) {
            underWay += row.numbers.overlapping;
            last = &row;
        }
    }
    if (!m_clicked.isOfInstant) {
        m_clicked.mark.underWay = underWay;
    }
    if (underWay == 1) {
        // What is read or written is known where it begins.
        const TickRange range{.begin = last->numbers.first, .end = last->numbers.last};
        m_clicked.mark.single = {
            .location = last->location, .handle = last->handle, .range = range};
        m_clicked.of = {{last->location, last->handle}};
        askForOperation({.begin = range.begin, .end = range.begin + 1});
    } else if (underWay > 1 && !m_clicked.isOfInstant && m_clicked.mark.numbers.operations() == 0) {
        m_clicked.isOfInstant = true;
        askForOperation({.begin = m_clicked.tick, .end = m_clicked.tick + 1});
    } else {
        selectClicked();
    }
}

void IoChart::takeOperation(const query::Io& begun)
{
    const auto row = std::ranges::find_if(
        begun.rows, [this](const query::IoRow& one) { return isClicked(one); });
    if (row != begun.rows.end()) {
        const query::IoNumbers& numbers = row->numbers;
        const Tick time = m_clicked.mark.single->range.length();
        const auto timeOf = [time](std::uint64_t count) { return count > 0 ? time : 0; };
        m_clicked.mark.numbers = {
            .reads = numbers.reads,
            .writes = numbers.writes,
            .flushes = numbers.flushes,
            .others = numbers.others,
            .bytesRead = numbers.bytesRead,
            .bytesWritten = numbers.bytesWritten,
            .readTime = timeOf(numbers.reads),
            .writeTime = timeOf(numbers.writes),
            .flushTime = timeOf(numbers.flushes),
            .otherTime = timeOf(numbers.others)};
    }
    m_clicked.mark.range = m_clicked.mark.single->range;
    selectClicked();
}

}  // namespace vellum::gui::charts
