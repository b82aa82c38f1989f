// What TimelineChart does at keys, menus and the bar of a selection.

#include "gui/charts/gesture_sizes.h"
#include "gui/charts/timeline_chart.h"
#include "gui/data/wording.h"

#include <QApplication>
#include <QClipboard>
#include <QHash>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>
#include <QSet>

#include <algorithm>
#include <cmath>

namespace vellum::gui::charts {

namespace {

constexpr double kKeyStep = 0.7;

}  // namespace

void TimelineChart::keyPressEvent(QKeyEvent* event)
{
    if (!handleKey(*event)) {
        Chart::keyPressEvent(event);
    }
}

bool TimelineChart::handleKey(const QKeyEvent& event)
{
    const models::ViewHistory::Within within(m_view, title());
    return run(m_keys.commandOf(event));
}

bool TimelineChart::run(const QString& command)
{
    using Does = void (*)(TimelineChart&);
    static const QHash<QString, Does> kCommands = {
        {"zoomIn", [](TimelineChart& chart) { chart.zoomStep(kKeyStep); }},
        {"zoomOut", [](TimelineChart& chart) { chart.zoomStep(1 / kKeyStep); }},
        {"panLeft", [](TimelineChart& chart) { chart.panStep(-kPanShare); }},
        {"panRight", [](TimelineChart& chart) { chart.panStep(kPanShare); }},
        {"scrollUp", [](TimelineChart& chart) { chart.scrollRows(-1); }},
        {"scrollDown", [](TimelineChart& chart) { chart.scrollRows(1); }},
        {"fullRange", [](TimelineChart& chart) { chart.m_view.showWhole(); }},
        {"zoomSelection", [](TimelineChart& chart) { chart.zoomToSelection(); }},
        {"letGo", [](TimelineChart& chart) { chart.letGo(); }},
        {"toggleRedundancy", [](TimelineChart& chart) { chart.toggleRedundancy(); }},
        {"hideRows",
         [](TimelineChart& chart) {
             chart.addFilter(models::Filter::Kind::HideLocations, chart.rowsMeant());
         }},
        {"onlyRows",
         [](TimelineChart& chart) {
             chart.addFilter(models::Filter::Kind::OnlyLocations, chart.rowsMeant());
         }},
        {"showAllRows", [](TimelineChart& chart) { chart.showAllRows(); }},
        {"pinRows", [](TimelineChart& chart) { chart.togglePinned(); }},
        {"moveRowsUp", [](TimelineChart& chart) { chart.moveRows(-1); }},
        {"moveRowsDown", [](TimelineChart& chart) { chart.moveRows(1); }},
        {"fitRows", [](TimelineChart& chart) { chart.toggleFit(); }},
        {"resetRows", [](TimelineChart& chart) { chart.resetRows(); }},
        {"higherRows", [](TimelineChart& chart) { chart.changeRowHeight(1); }},
        {"lowerRows", [](TimelineChart& chart) { chart.changeRowHeight(-1); }},
        {"foldRow",
         [](TimelineChart& chart) {
             const std::vector<int> rows = chart.rowsMeant();
             chart.toggleFolding(rows.empty() ? -1 : rows.front());
         }},
        {"nextRow", [](TimelineChart& chart) { chart.markRow(1, false); }},
        {"previousRow", [](TimelineChart& chart) { chart.markRow(-1, false); }},
        {"nextRowToo", [](TimelineChart& chart) { chart.markRow(1, true); }},
        {"previousRowToo", [](TimelineChart& chart) { chart.markRow(-1, true); }},
        {"groupRows", [](TimelineChart& chart) { chart.askForGroup(); }},
        {"ungroupRows", [](TimelineChart& chart) { chart.ungroupRows(); }},
        {"rowsBySystemTree",
         [](TimelineChart& chart) { chart.groupRowsBy(models::RowsBy::SystemTree); }},
        {"rowsByCommunicator",
         [](TimelineChart& chart) { chart.groupRowsBy(models::RowsBy::Communicator); }},
        {"rowsByLocationType",
         [](TimelineChart& chart) { chart.groupRowsBy(models::RowsBy::LocationType); }},
        {"rowsByLikeness",
         [](TimelineChart& chart) { chart.groupRowsBy(models::RowsBy::Likeness); }},
        {"rowsByLikenessHere",
         [](TimelineChart& chart) {
             models::Likeness::Choice choice = chart.likenessChoice();
             choice.ofWindow = true;
             chart.clusterRows(choice);
         }},
        {"onlyRepresentatives", [](TimelineChart& chart) { chart.toggleRepresentatives(); }},
        {"foldAll", [](TimelineChart& chart) { chart.foldAll(true); }},
        {"unfoldAll", [](TimelineChart& chart) { chart.foldAll(false); }},
    };
    static const QSet<QString> kElsewhere = {
        "nextVisit",
        "previousVisit",
        "nextOnRow",
        "previousOnRow",
        "followOn",
        "followBack",
        "visitToArea",
        "addNote"};
    if (kElsewhere.contains(command)) {
        emit commandWanted(command);
        return true;
    }
    const auto found = kCommands.constFind(command);
    if (found == kCommands.constEnd()) {
        return false;
    }
    (*found)(*this);
    return true;
}

void TimelineChart::fillZoomMenu(QMenu& menu) const
{
    fillTimeZoomMenu(menu, m_view, title());
    const models::ViewState& now = m_view.state();
    QAction* rows = menu.addAction(tr("Reset &vertical zoom"), this, [this] {
        models::ViewState next = m_view.state();
        next.rowHeightPercent = 100;
        next.fitsRows = false;
        const models::ViewHistory::Within within(m_view, title());
        m_view.show(std::move(next), tr("reset vertical zoom"));
    });
    rows->setEnabled(now.fitsRows || now.rowHeightPercent != 100);
}

void TimelineChart::zoomStep(double factor)
{
    m_gestureEnd.start();
    const TickRange range = m_view.range();
    const Tick middle = range.begin + range.length() / 2;
    const Tick anchor = m_hovered ? tickAt(m_hovered->x()) : pointer().value_or(middle);
    m_view.zoomAbout(anchor, factor, m_gesture);
}

void TimelineChart::panStep(double share)
{
    m_gestureEnd.start();
    const auto ticks = static_cast<Tick>(share * static_cast<double>(m_view.range().length()));
    m_view.pan(ticks != 0 ? ticks : (share < 0 ? -1 : 1), m_gesture);
}

std::optional<Tick> TimelineChart::pointedTick() const
{
    return m_hovered ? std::optional(tickAt(m_hovered->x())) : std::nullopt;
}

void TimelineChart::scrollRows(int rows)
{
    verticalScrollBar()->setValue(verticalScrollBar()->value() + rows * rowHeight());
}

void TimelineChart::letGo()
{
    if (m_drag == Drag::Range || m_drag == Drag::Pressed) {
        dropDrag();
    } else if (m_drag == Drag::RowMove) {
        m_drag = Drag::None;
        m_dropAt.reset();
        viewport()->update();
    } else {
        m_marked.clear();
        m_selection.clear();
        invalidate();
    }
}

void TimelineChart::zoomToArea(const models::Area& area)
{
    const models::ViewHistory::Within within(m_view, title());
    models::ViewState next = m_view.state();
    next.range = area.range;
    // They fill the chart.
    const models::RowSpan meant = allRowsOf(area);
    const int height = viewport()->height();
    next.fitted.reset();
    if (meant.size() > static_cast<std::size_t>(height)) {
        next.fitsRows = true;
        if (meant.size() < m_allRows.size()) {
            next.fitted = {m_allRows[meant.begin].key, m_allRows[meant.end - 1].key};
        }
    } else if (meant.size() > 0) {
        // Pinned rows that are not meant stay above them, unless that many scroll too.
        const auto pinned = static_cast<std::size_t>(m_pinnedRows);
        const std::size_t beside = meant.begin >= pinned && pinned <= meant.size() ? pinned : 0;
        const int wanted = std::max(1, height / static_cast<int>(meant.size() + beside));
        next.rowHeightPercent = 100 * wanted / std::max(1, naturalRowHeight(m_allRows.size()));
        next.fitsRows = false;
    } else {
        next.fitted = m_view.state().fitted;
    }
    m_view.show(next, tr("zoom"));
    if (const auto rows = rowsOf(area); rows && !next.fitsRows) {
        verticalScrollBar()->setValue(rows->first * rowHeight() - fixedHeight());
    }
}

models::RowSpan TimelineChart::allRowsOf(const models::Area& area) const
{
    if (!area.locations) {
        return {};
    }
    const std::unordered_set<LocationRef> meant(area.locations->begin(), area.locations->end());
    std::size_t first = m_allRows.size();
    std::size_t end = 0;
    for (std::size_t i = 0; i < m_allRows.size(); ++i) {
        const auto& locations = m_allRows[i].locations;
        const bool isLeaf = !m_allRows[i].foldable || m_allRows[i].folded;
        if (isLeaf && !locations.empty() && meant.contains(locations.front())) {
            first = std::min(first, i);
            end = i + 1;
        }
    }
    return end > first ? models::RowSpan{.begin = first, .end = end} : models::RowSpan();
}

std::optional<std::pair<int, int>> TimelineChart::rowsOf(const models::Area& area) const
{
    std::optional<std::pair<int, int>> rows;
    for (const LocationRef location :
         area.locations ? *area.locations : std::vector<LocationRef>()) {
        const auto found = m_rowOfLocation.find(location);
        if (found != m_rowOfLocation.end()) {
            const int row = found->second;
            rows = rows ? std::pair{std::min(rows->first, row), std::max(rows->second, row)}
                        : std::pair{row, row};
        }
    }
    return rows;
}

void TimelineChart::zoomToSelection()
{
    const models::ViewHistory::Within within(m_view, title());
    TickRange range;
    LocationRef location;
    if (m_selection.area()) {
        zoomToArea(*m_selection.area());
        return;
    }
    if (m_selection.visit()) {
        range = m_selection.visit()->visit;
        location = m_selection.visit()->location;
    } else if (m_selection.message()) {
        const query::Message& message = *m_selection.message();
        range = {
            .begin = std::min(message.send, message.receive),
            .end = std::max(message.send, message.receive) + 1};
        location = message.receiver;
    } else if (m_selection.overlaid()) {
        range = models::rangeOf(*m_selection.overlaid());
    } else {
        emit commandWanted(QStringLiteral("firstVisit"));
        return;
    }
    m_view.showRange(zoomedTo(range, m_view.range()), tr("zoom to selection"));
    if (location.isDefined()) {
        reveal(location);
    }
}

void TimelineChart::onBar(SelectionBar::Choice choice)
{
    if (!m_selection.area()) {
        return;
    }
    const models::Area area = *m_selection.area();
    m_bar->hide();
    switch (choice) {
    case SelectionBar::Choice::Zoom:
        zoomToArea(area);
        break;
    case SelectionBar::Choice::Filter:
        filterArea(area);
        break;
    case SelectionBar::Choice::Statistics:
        m_selection.setStatisticsOfArea(true);
        break;
    case SelectionBar::Choice::Note:
        emit noteWanted(area.range);
        break;
    case SelectionBar::Choice::Copy:
        QApplication::clipboard()->setText(textOf(area));
        break;
    }
}

void TimelineChart::filterArea(const models::Area& area)
{
    if (!area.locations) {
        return;
    }
    const models::ViewHistory::Within within(m_view, title());
    m_view.addFilter(
        *m_model.trace().definitions,
        {.kind = models::Filter::Kind::OnlyLocations,
         .text = tr("only %1").arg(data::counted(area.rows, tr("row"), tr("rows"))),
         .locations = area.locations},
        tr("only these rows"));
}

/// One line for a table: begin, end, length, rows.
QString TimelineChart::textOf(const models::Area& area) const
{
    const Definitions& definitions = *m_model.trace().definitions;
    const ClockProperties& clock = definitions.clock;
    QStringList rows;
    if (area.locations) {
        for (const LocationRef ref : *area.locations) {
            rows << data::locationText(definitions, ref);
        }
    }
    // What is copied is in seconds since the begin, whatever is shown.
    return QString::fromStdString(formatInstant(area.range.begin, clock)) + QLatin1Char('\t')
           + QString::fromStdString(formatInstant(area.range.end, clock)) + QLatin1Char('\t')
           + QString::fromStdString(formatDuration(area.range.length(), clock)) + QLatin1Char('\t')
           + (rows.isEmpty() ? tr("all rows") : rows.join(QStringLiteral(", ")));
}

/// Where only some rows are shown, and \p location is on another one: all are; false where that is not so.
bool TimelineChart::fitAllFor(LocationRef location)
{
    const bool isBeside =
        m_isPart && rowOf(location) < 0
        && std::ranges::any_of(m_allRows, [location](const models::Row& row) {
               return std::ranges::find(row.locations, location) != row.locations.end();
           });
    if (isBeside) {
        models::ViewState next = m_view.state();
        next.fitted.reset();
        m_view.show(std::move(next), tr("fit rows"));
    }
    return isBeside;
}

void TimelineChart::reveal(LocationRef location)
{
    fitAllFor(location);
    const int row = rowOf(location);
    if (row < 0) {
        return;
    }
    const models::Row& what = m_rows[static_cast<std::size_t>(row)];
    if (what.kind != models::RowKind::Location && what.folded) {
        m_view.setFolded(what.key, what.startsFolded);
        reveal(location);
        return;
    }
    if (row < m_fixedRows || m_view.state().fitsRows) {
        return;
    }
    showRow(row);
}

/// Also where it was on the screen already: it is marked, as by a click on its label.
bool TimelineChart::goToRow(LocationRef location)
{
    reveal(location);
    const int row = rowOf(location);
    if (row < 0) {
        return false;
    }
    markAlone(static_cast<std::size_t>(row));
    return true;
}

bool TimelineChart::goToRow(LocationGroupRef group)
{
    const Definitions& definitions = *m_model.trace().definitions;
    const auto isOfGroup = [&](LocationRef ref) {
        const Location* location = definitions.find(ref);
        return location != nullptr && location->group == group;
    };
    const auto row = std::ranges::find_if(m_rows, [&](const models::Row& one) {
        return one.kind == models::RowKind::Group && !one.locations.empty()
               && isOfGroup(one.locations.front());
    });
    if (row == m_rows.end()) {
        // One without a row of its own, or a row above it is folded.
        const auto first = std::ranges::find_if(definitions.locations, [&](const Location& one) {
            return one.group == group && (m_rowOfLocation.contains(one.ref) || fitAllFor(one.ref));
        });
        return first != definitions.locations.end() && goToRow(first->ref);
    }
    return goToRowOf(row->key);
}

bool TimelineChart::goToRowOf(std::uint64_t key)
{
    const auto row = std::ranges::find(m_rows, key, &models::Row::key);
    if (row == m_rows.end()) {
        return false;
    }
    const auto place = static_cast<int>(row - m_rows.begin());
    if (place >= m_fixedRows && !m_view.state().fitsRows) {
        showRow(place);
    }
    markAlone(static_cast<std::size_t>(place));
    return true;
}

/// As by a click on its label.
void TimelineChart::markAlone(std::size_t row)
{
    m_lastMarked = m_rows[row].key;
    m_markedAt = m_selection.number();
    m_marked = {m_lastMarked};
    invalidate();
}

/// Scrolls as little as it takes for the row and the one beside it to be seen in full: what lies at the edge
/// looks cut off, and has arrows over it.
void TimelineChart::showRow(int row)
{
    const int height = viewport()->height();
    const int room = height - fixedHeight();
    const int margin = std::clamp((room - rowHeight()) / 2, 0, rowHeight());
    const int top = row * rowHeight();
    const int value = verticalScrollBar()->value();
    if (top - margin < value + fixedHeight()) {
        verticalScrollBar()->setValue(top - margin - fixedHeight());
    } else if (top + rowHeight() + margin > value + height) {
        verticalScrollBar()->setValue(top + rowHeight() + margin - height);
    }
}

}  // namespace vellum::gui::charts
