#include "gui/charts/timeline_chart.h"

#include "gui/charts/gesture_sizes.h"
#include "gui/data/wording.h"

#include <QEvent>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace vellum::gui::charts {

namespace {

using data::counted;
using data::grouped;

constexpr int kTipDelayMs = 400;
constexpr int kIoCellPx = 12;       ///< of the triangles of input and output
constexpr std::size_t kBandPx = 8;  ///< shares are still told apart

/// What stands out, as columns are asked whether it is in them.
std::optional<query::PresenceClass> classOf(const std::optional<models::Highlight>& highlight)
{
    if (!highlight) {
        return std::nullopt;
    }
    const std::uint32_t key = highlight->key.value;
    query::PresenceClass of;
    if (highlight->by == query::GroupBy::Region) {
        of.regions.emplace_back(key);
    } else if (key < kFunctionGroupCount) {
        of.groups = maskOf(static_cast<FunctionGroup>(key));
    }
    return of;
}

}  // namespace

TimelineChart::TimelineChart(
    data::DataSource& source,
    models::TimelineModel& model,
    models::ViewHistory& view,
    models::Selection& selection,
    QWidget* parent)
    : Chart(parent)
    , m_model(model)
    , m_groupNames(data::groupNames(*model.trace().definitions))
    , m_busy(source, model.trace(), view)
    , m_layers(source, model.trace(), view)
    , m_filtered(source, model.trace(), view)
    , m_likeness(source, model.trace(), view)
    , m_view(view)
    , m_selection(selection)
    , m_hoverSlot(source, model.trace().id)
    , m_clickSlot(source, model.trace().id)
    , m_hoverLongest(source, model.sharedTrace())
    , m_clickLongest(source, model.sharedTrace())
    , m_recordCounts(source, model.trace().id)
    , m_ioSlot(source, model.trace().id)
    , m_kept(view.whole())
    , m_fling(view)
    , m_bar(new SelectionBar(viewport()))
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Master timeline"));
    viewport()->setMouseTracking(true);
    viewport()->setContextMenuPolicy(Qt::PreventContextMenu);  // a right drag zooms
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);

    m_gestureEnd.setSingleShot(true);
    m_gestureEnd.setInterval(kGestureGapMs);
    connect(&m_gestureEnd, &QTimer::timeout, this, [this] { ++m_gesture; });
    m_hoverSoon.setSingleShot(true);
    connect(&m_hoverSoon, &QTimer::timeout, this, &TimelineChart::hoverAgain);
    m_tipTimer.setSingleShot(true);
    m_tipTimer.setInterval(kTipDelayMs);

    connectPointing();
    connect(&m_recordCounts, &models::RecordCounts::changed, this, &TimelineChart::invalidate);
    m_ioSlot.setHandler([this](const auto& answer, const Error&) {
        if (const auto* io = answer ? std::get_if<query::Io>(answer.get()) : nullptr) {
            takeEnds(*io);
        }
    });
    connect(
        &m_filtered, &models::FilteredFunctions::changed, this, [this] { viewport()->update(); });
    connect(&m_likeness, &models::Likeness::found, this, &TimelineChart::takeClusters);
    connect(&m_likeness, &models::Likeness::failed, this, [this](const QString& why) {
        m_likenessError = why;
        emit changed();
    });
    connect(&view, &models::ViewHistory::aboutToChange, this, [this] {
        m_left = scrolledTo();
        m_places.keep(m_view, m_left);
    });
    connect(&view, &models::ViewHistory::changed, this, &TimelineChart::onView);
    connect(m_bar, &SelectionBar::chosen, this, &TimelineChart::onBar);
    connect(&model, &models::TimelineModel::changed, this, &TimelineChart::onModel);
    connect(&m_busy, &models::DeviceBusy::changed, this, &TimelineChart::onModel);
    connect(&m_layers, &models::TimelineLayers::changed, this, &TimelineChart::onModel);
    connect(&selection, &models::Selection::changed, this, [this] {
        if (!m_selection.area()) {
            m_bar->hide();
        }
        m_areaLocations.clear();
        if (m_selection.area() && m_selection.area()->locations) {
            const auto& locations = *m_selection.area()->locations;
            m_areaLocations.insert(locations.begin(), locations.end());
        }
        m_model.setMarked(classOf(m_selection.highlight()));
        invalidate();
    });
    updateRows();
}

void TimelineChart::onView()
{
    m_bar->hide();
    m_likenessError.clear();
    const bool areFiltered = !m_arranged || m_arranged->filters != m_view.state().filters;
    updateRows();
    if (m_view.state().grouping == nullptr) {
        giveRoomBack();
    }
    if (const auto kept = m_places.in(m_view)) {
        if (*kept) {
            scrollTo(**kept);
        }
    } else if (areFiltered && m_left) {
        scrollTo(*m_left);
    }
    invalidate();
}

/// Models also tell what they ask: with the answers as before, the picture is the one before.
void TimelineChart::onModel()
{
    Answers answers{
        .rows = m_model.answers(),
        .messages = m_model.messages(),
        .layers = m_layers.answers(),
        .busy = m_busy.answers(),
        .hasFailed = !m_model.errorText().isEmpty()};
    if (answers.layers != m_answers.layers) {
        m_summedIo = nullptr;
        m_shapes.clear();  // they are of the answers before
        m_redundancy.take(m_layers.values());
        findTransfers();
    }
    if (answers != m_answers) {
        m_answers = std::move(answers);
        invalidate();
        if (m_tellsUnder) {
            tellUnder();
        } else if (m_hovered && m_drag == Drag::None) {
            hoverStack(rowAt(m_hovered->y()), tickAt(m_hovered->x()));
        }
    }
    emit changed();
}

void TimelineChart::setSearch(const models::SearchModel* search)
{
    m_search = search;
    connect(search, &models::SearchModel::marksChanged, this, &TimelineChart::invalidateLook);
    invalidateLook();
}

// ---- Layout ---------------------------------------------------------------------------------

QSize TimelineChart::sizeHint() const
{
    constexpr int kMostRows = 16;             // of more a part, so that other charts have room
    const int said = m_part.isAll() ? 0 : 2;  // below the rows
    return {
        900, (std::clamp(static_cast<int>(m_rows.size()), 4, kMostRows) + said) * wholeRowHeight()};
}

int TimelineChart::mostHeight() const
{
    const int said = m_part.isAll() ? 0 : 2;  // below the rows
    return (std::max(4, static_cast<int>(m_rows.size())) + said) * wholeRowHeight() * 8 / 5;
}

models::Exactness TimelineChart::exactness() const
{
    const models::Exactness own = !m_likenessError.isEmpty() ? models::Exactness::Failed
                                  : m_likeness.isBusy()      ? models::Exactness::Refining
                                                             : models::Exactness::Exact;
    return std::max({m_model.exactness(), m_busy.exactness(), m_layers.exactness(), own});
}

QString TimelineChart::errorText() const
{
    for (const QString& text : {m_model.errorText(), m_layers.errorText()}) {
        if (!text.isEmpty()) {
            return text;
        }
    }
    return m_likenessError;
}

void TimelineChart::refresh()
{
    m_kept.clear();
    invalidate();
    m_model.refresh();
    m_busy.refresh();
    m_layers.refresh();
}

int TimelineChart::rowHeight() const
{
    const int rows = std::max(1, static_cast<int>(m_rows.size()));
    if (m_view.state().fitsRows) {
        return std::max(1, viewport()->height() / rows);  // on an average; see rowTop
    }
    return std::max(1, naturalRowHeight(m_rows.size()) * m_view.state().rowHeightPercent / 100);
}

/// Few rows take some of the room that would be left empty.
int TimelineChart::naturalRowHeight(std::size_t rows) const
{
    const int whole = wholeRowHeight();
    const int share = viewport()->height() / std::max(1, static_cast<int>(rows));
    return std::max(whole, std::min(whole * 8 / 5, share));
}

QRect TimelineChart::canvasRect() const
{
    const QSize size = viewport()->size();
    return {labelWidth(), 0, std::max(0, size.width() - labelWidth()), size.height()};
}

QRect TimelineChart::deviceCanvas() const
{
    const double ratio = viewport()->devicePixelRatioF();
    const QRect canvas = canvasRect();
    const int left = static_cast<int>(std::lround(canvas.left() * ratio));
    const int right = static_cast<int>(std::lround((canvas.left() + canvas.width()) * ratio));
    return {left, 0, right - left, static_cast<int>(std::lround(canvas.height() * ratio))};
}

geometry::TimeScale TimelineChart::scale() const
{
    return {.range = m_view.range(), .widthPx = std::max(1, deviceCanvas().width())};
}

double TimelineChart::xInCanvas(double x) const
{
    return x * viewport()->devicePixelRatioF() - deviceCanvas().left();
}

Tick TimelineChart::tickAt(double x) const
{
    return scale().tickAt(xInCanvas(x));
}

/// All rows at once have all of the height. Bands are all as high as each other, as equal shares have to look it: what is
/// left of the height then stays free.
bool TimelineChart::areSharingHeight() const
{
    const int count = static_cast<int>(m_rows.size());
    return m_view.state().fitsRows && !m_isBanded && count > 0 && count <= viewport()->height();
}

int TimelineChart::rowTop(int row) const
{
    if (areSharingHeight()) {
        return static_cast<int>(
            std::int64_t{row} * viewport()->height() / static_cast<int>(m_rows.size()));
    }
    return row * rowHeight() - (row < m_fixedRows ? 0 : verticalScrollBar()->value());
}

int TimelineChart::rowBottom(int row) const
{
    // The row after the last of the fixed ones is scrolled, and the next of all may be.
    return row + 1 == m_fixedRows ? fixedHeight() : rowTop(row + 1);
}

int TimelineChart::fixedHeight() const
{
    return m_fixedRows == 0 ? 0 : rowTop(m_fixedRows - 1) + rowHeight();
}

int TimelineChart::rowAt(int y) const
{
    const int count = static_cast<int>(m_rows.size());
    int row = (y + (y < fixedHeight() ? 0 : verticalScrollBar()->value())) / rowHeight();
    if (areSharingHeight()) {
        // The last row whose top is at or above y.
        row = static_cast<int>(
            ((std::int64_t{y} + 1) * count - 1) / std::max(1, viewport()->height()));
    }
    return y >= 0 && row < count ? row : -1;
}

std::vector<int> TimelineChart::rowsOnScreen() const
{
    std::vector<int> rows(static_cast<std::size_t>(m_fixedRows));
    std::iota(rows.begin(), rows.end(), 0);
    const int first = std::max(m_fixedRows, rowAt(fixedHeight()));
    for (int row = first; row < static_cast<int>(m_rows.size()); ++row) {
        if (rowTop(row) >= viewport()->height()) {
            break;
        }
        rows.push_back(row);
    }
    return rows;
}

std::optional<TimelineChart::ScrolledTo> TimelineChart::scrolledTo() const
{
    const int row = std::max(m_fixedRows, rowAt(fixedHeight()));
    if (m_view.state().fitsRows || row >= static_cast<int>(m_rows.size())) {
        return std::nullopt;
    }
    return ScrolledTo{
        .row = m_rows[static_cast<std::size_t>(row)].key,
        .hidden = static_cast<double>(fixedHeight() - rowTop(row)) / rowHeight()};
}

/// Nowhere if that row is not there.
void TimelineChart::scrollTo(const ScrolledTo& place)
{
    const auto row = std::ranges::find(m_rows, place.row, &models::Row::key);
    if (row != m_rows.end() && !m_view.state().fitsRows) {
        const auto hidden = static_cast<int>(std::lround(place.hidden * rowHeight()));
        const int top = static_cast<int>(row - m_rows.begin()) * rowHeight();
        verticalScrollBar()->setValue(top + hidden - fixedHeight());
    }
}

std::optional<QRect> TimelineChart::rowRect(LocationRef location) const
{
    const int row = rowOf(location);
    if (row < 0) {
        return std::nullopt;
    }
    const int top = rowTop(row);
    return QRect(labelWidth(), top, canvasRect().width(), rowBottom(row) - top);
}

std::optional<LocationRef> TimelineChart::locationAt(int y) const
{
    const int row = rowAt(y);
    if (row < 0 || m_rows[static_cast<std::size_t>(row)].kind != models::RowKind::Location) {
        return std::nullopt;
    }
    return m_rows[static_cast<std::size_t>(row)].locations.front();
}

void TimelineChart::updateRows()
{
    const models::ViewState& state = m_view.state();
    const bool isArranged =
        m_arranged && m_arranged->folded == state.folded && m_arranged->pinned == state.pinned
        && m_arranged->rowOrder == state.rowOrder && m_arranged->filters == state.filters
        && m_arranged->grouping == state.grouping;
    // There may be very many rows, and panning leaves them as they are.
    if (!isArranged) {
        m_arranged = state;
        m_allRows = models::arrangedRows(*m_model.trace().definitions, state);
    }
    const auto room = static_cast<std::size_t>(std::max(1, viewport()->height()));
    const models::RowSpan fitted = fittedRows();
    const bool isBanded = state.fitsRows && fitted.size() > room;
    const bool isPart = fitted.size() < m_allRows.size();
    if (!isArranged || isBanded || m_isBanded || isPart || m_isPart) {
        const std::size_t bands = std::max<std::size_t>(1, room / kBandPx);
        m_rows = isBanded ? models::banded(m_allRows, bands, fitted)
                          : std::vector(
                              m_allRows.begin() + static_cast<std::ptrdiff_t>(fitted.begin),
                              m_allRows.begin() + static_cast<std::ptrdiff_t>(fitted.end));
        m_isBanded = isBanded;
        m_isPart = isPart;
        indexRows();
    }
    updateScreen();
}

/// All of them, too, where those that were chosen are not there any more.
models::RowSpan TimelineChart::fittedRows() const
{
    const models::ViewState& state = m_view.state();
    const models::RowSpan all{.begin = 0, .end = m_allRows.size()};
    if (!state.fitsRows || !state.fitted) {
        return all;
    }
    const auto first = std::ranges::find(m_allRows, state.fitted->first, &models::Row::key);
    const auto last = std::find_if(first, m_allRows.end(), [&state](const models::Row& row) {
        return row.key == state.fitted->second;
    });
    return last == m_allRows.end()
               ? all
               : models::RowSpan{
                   .begin = static_cast<std::size_t>(first - m_allRows.begin()),
                   .end = static_cast<std::size_t>(last - m_allRows.begin()) + 1};
}

void TimelineChart::indexRows()
{
    ++m_arrangement;
    m_rowOfLocation.clear();
    m_stretches.clear();
    m_elided.clear();
    m_summedIo = nullptr;
    // What is below an open parent stands for it, wherever it was pinned to. Of the rows in several groups
    // the first counts.
    for (const bool isOpenParent : {false, true}) {
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            if ((m_rows[i].foldable && !m_rows[i].folded) != isOpenParent) {
                continue;
            }
            for (const LocationRef location : m_rows[i].locations) {
                m_rowOfLocation.try_emplace(location, static_cast<int>(i));
            }
        }
    }
    const auto chosen = std::ranges::find(m_rows, m_chosenKey, &models::Row::key);
    m_chosenRow = chosen == m_rows.end() ? -1 : static_cast<int>(chosen - m_rows.begin());
    m_communicatorRows.index(m_rows, m_view.state().grouping.get());
    m_model.setMessageRows(messageRows());
    m_pinnedRows = static_cast<int>(std::ranges::count(m_rows, true, &models::Row::pinned));
    std::erase_if(m_marked, [this](std::uint64_t key) {
        return std::ranges::find(m_rows, key, &models::Row::key) == m_rows.end();
    });
}

void TimelineChart::updateScreen()
{
    const int height = viewport()->height();
    const int whole = static_cast<int>(m_rows.size()) * rowHeight();
    const bool fits = m_view.state().fitsRows;
    // Pinned rows scroll with the others where they would leave little room to them.
    m_fixedRows = fits || m_pinnedRows * rowHeight() > height / 2 ? 0 : m_pinnedRows;
    const int before = scrollBarWidth();
    verticalScrollBar()->setRange(0, fits ? 0 : std::max(0, whole - height));
    verticalScrollBar()->setPageStep(std::max(1, height));
    verticalScrollBar()->setSingleStep(rowHeight());
    if (scrollBarWidth() != before) {
        updateMargin();
    }

    showScreen(scale().widthPx, rowsOnScreen());
    m_layers.setColumns(std::max(1, canvasRect().width() / kIoCellPx));
    m_layers.setValueColumns(std::max(1, scale().widthPx));
    invalidate();
    hoverAgain();
}

/// Tells the models what is on the screen; where that is what they know, as while the view pans, they need not look
/// at all of it again.
void TimelineChart::showScreen(int columns, std::vector<int> places)
{
    const Screen screen{
        .columns = columns, .arrangement = m_arrangement, .places = std::move(places)};
    if (screen == m_screen) {
        return;
    }
    m_screen = screen;
    std::vector<models::Row> onScreen;
    onScreen.reserve(screen.places.size());
    for (const int row : screen.places) {
        onScreen.push_back(m_rows[static_cast<std::size_t>(row)]);
    }
    std::vector<std::vector<LocationRef>> parents;
    for (const models::Row& row : onScreen) {
        if (row.kind != models::RowKind::Location) {
            parents.push_back(row.summed);
        }
    }
    m_busy.show(parents);
    m_model.setScreen(columns, std::move(onScreen));
}

void TimelineChart::resizeEvent(QResizeEvent* event)
{
    Chart::resizeEvent(event);
    if (m_view.state().fitsRows) {
        updateRows();
    } else {
        updateScreen();
    }
}

void TimelineChart::scrollContentsBy(int /*dx*/, int /*dy*/)
{
    updateScreen();
}

void TimelineChart::changeEvent(QEvent* event)
{
    Chart::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange
        || event->type() == QEvent::StyleChange) {
        invalidateLook();
        updateRows();
    }
}

QString TimelineChart::sentence() const
{
    const auto& definitions = *m_model.trace().definitions;
    const QString filtered = m_view.filters().sentence(definitions);
    QString text = filtered.isEmpty() || !m_view.filters().shown()
                       ? counted(definitions.locations.size(), tr("location"), tr("locations"))
                       : QString();
    if (!filtered.isEmpty()) {
        text += (text.isEmpty() ? QString() : QStringLiteral(" · ")) + filtered;
    }
    text += bandSentence();
    text += m_part.isAll() ? QString() : tr(" · loaded in part");
    text += groupingSentence() + tr(" · colour = function on top of the stack");
    const auto messages = m_model.messages();
    if (messages && m_layers.isShown(models::Layer::Messages)) {
        text += QStringLiteral(" · ") + messagesSentence(*messages);
    }
    return text + layerSentence();
}

QString TimelineChart::bandSentence() const
{
    QString text;
    if (m_isPart) {
        const auto first = m_allRows.begin();
        const models::RowSpan fitted = fittedRows();
        const auto isLeaf = [](const models::Row& row) { return !row.foldable || row.folded; };
        const auto leaves = std::count_if(
            first + static_cast<std::ptrdiff_t>(fitted.begin),
            first + static_cast<std::ptrdiff_t>(fitted.end),
            isLeaf);
        const auto all = std::ranges::count_if(m_allRows, isLeaf);
        text += tr(" · %1 of %2 rows")
                    .arg(
                        grouped(static_cast<std::uint64_t>(leaves)),
                        grouped(static_cast<std::uint64_t>(all)));
    }
    if (m_isBanded) {
        text += tr(" · rows of %1 locations and more").arg(leastOfBands());
    }
    return text;
}

QString TimelineChart::messagesSentence(const query::Messages& messages) const
{
    const QString count = grouped(messages.count);
    if (messages.isCut()) {
        const QString first = grouped(messages.messages.size());
        return m_model.messagesAreOfBothEnds()
                   ? tr("first %1 of %2 messages").arg(first, count)
                   : tr("first %1 of %2 messages to or from these").arg(first, count);
    }
    const QString all = counted(messages.count, tr("message"), tr("messages"));
    const QString ofThese =
        m_model.messagesAreOfScreen() ? tr("%1 of the rows on the screen").arg(all) : all;
    const bool isCoarse = messages.columnsTogether > 1 || messages.rowsTogether > 1;
    return isCoarse ? tr("%1 in %2 bursts").arg(ofThese, grouped(messages.bursts.size())) : ofThese;
}

QString TimelineChart::leastOfBands() const
{
    std::size_t least = m_rows.empty() ? 0 : m_rows.front().locations.size();
    for (const models::Row& row : m_rows) {
        least = std::min(least, row.locations.size());
    }
    return grouped(least);
}

}  // namespace vellum::gui::charts
