#include "gui/charts/process_chart.h"

#include "common/query/limits.h"
#include "gui/charts/device_pixels.h"
#include "gui/charts/gesture_sizes.h"
#include "gui/data/wording.h"
#include "gui/painters/timeline_painter.h"

#include <QFontMetrics>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace vellum::gui::charts {

namespace {

constexpr std::uint32_t kMostLevels = 200;  ///< nobody reads more
constexpr std::uint64_t kMostBursts = 5'000;
constexpr double kMarkReachPx = 5;

/// The one of those shown that says most: the thread with the most events of the first process that has threads.
LocationRef firstLocation(const Definitions& definitions, const models::FilterSet& filters)
{
    const auto canCall = [&filters](const Location& location) {
        return location.type != LocationType::Metric && filters.shows(location.ref);
    };
    const auto isThread = [&filters](const Location& location) {
        return location.type == LocationType::CpuThread && filters.shows(location.ref);
    };
    const auto& all = definitions.locations;
    auto found = std::ranges::find_if(all, isThread);
    if (found == definitions.locations.end()) {
        found = std::ranges::find_if(definitions.locations, canCall);
    } else {
        const LocationGroupRef process = found->group;
        for (auto other = found; other != all.end(); ++other) {
            const bool isOfIt = isThread(*other) && other->group == process;
            found = isOfIt && other->claimedEvents > found->claimedEvents ? other : found;
        }
    }
    return found == definitions.locations.end() ? LocationRef::undefined() : found->ref;
}

/// Those with the most events come last.
std::vector<LocationRef> otherLocations(
    const Definitions& definitions, const models::FilterSet& filters, LocationRef first)
{
    constexpr std::size_t kMost = 16;
    std::vector<const Location*> all;
    for (const Location& location : definitions.locations) {
        if (location.type != LocationType::Metric && location.ref != first
            && filters.shows(location.ref)) {
            all.push_back(&location);
        }
    }
    std::ranges::stable_sort(all, std::greater<>(), &Location::claimedEvents);
    all.resize(std::min(all.size(), kMost));
    std::vector<LocationRef> others;
    others.reserve(all.size() + 1);
    for (const Location* one : all) {
        others.push_back(one->ref);
    }
    others.push_back(first);
    std::ranges::reverse(others);
    return others;
}

}  // namespace

ProcessChart::ProcessChart(const ChartContext& context, QWidget* parent)
    : TimeChart(context, parent)
    , m_location(firstLocation(*context.trace->definitions, context.view.filters()))
    , m_begunWith(m_location)
    , m_model(context.source, context.trace->id, context.view)
    , m_messages(context.source, context.trace->id, context.view)
    , m_clickSlot(context.source, context.trace->id)
    , m_recordCounts(context.source, context.trace->id)
    , m_clickLongest(context.source, context.trace)
    , m_groupNames(data::groupNames(*context.trace->definitions))
{
    setAccessibleName(tr("Process timeline"));
    m_clickSlot.setHandler([this](const auto& answer, const Error&) { onDetail(answer); });
    connect(&m_recordCounts, &models::RecordCounts::changed, this, [this] {
        invalidate();
        emit changed();
    });
    m_clickLongest.setHandler([this](const std::optional<models::LongestVisit::Found>& found) {
        if (found) {
            selectClicked(found->visit);
        } else {
            this->context().selection.clear();
        }
    });
    connect(&m_model, &models::PictureModel::changed, this, &ProcessChart::takePicture);
    connect(&m_messages, &models::PictureModel::changed, this, [this] {
        invalidate();
        emit changed();
    });
    connect(&context.view, &models::ViewHistory::aboutToChange, this, [this] {
        m_places.keep(this->context().view, m_location);
    });
    connect(&context.selection, &models::Selection::changed, this, &ProcessChart::followSelection);
    connect(&context.selection, &models::Selection::wentTo, this, [this](LocationRef location) {
        if (m_followsSelection) {
            show(location);
        }
    });
    ask();
    followSelection();
}

// ---- What is asked --------------------------------------------------------------------------

void ProcessChart::ask()
{
    m_model.setQuestion(
        [this](TickRange window, std::uint32_t columns) -> std::optional<query::Request> {
            if (trace().definitions->find(m_location) == nullptr) {
                return std::nullopt;
            }
            return query::TimelineRequest{
                .scope = {.window = window, .locations = {m_location}},
                .columns = columns,
                .levels = kMostLevels,
                .exclusiveOnly = m_exclusiveOnly};
        });
    m_messages.setQuestion(
        [this](TickRange window, std::uint32_t columns) -> std::optional<query::Request> {
            if (trace().info.messages == 0 || trace().definitions->find(m_location) == nullptr) {
                return std::nullopt;
            }
            return query::MessagesRequest{
                .scope =
                    {.window = window,
                     .locations = {m_location},
                     .filter = filters().records(models::Filter::Kind::Messages)},
                .limit = kMostBursts,
                .columns = columns,
                .rows = messageRows()};
        });
}

std::vector<std::vector<LocationRef>> ProcessChart::messageRows() const
{
    std::vector<std::vector<LocationRef>> rows;
    for (const LocationRef location : filters().scope()) {
        rows.push_back({location});
    }
    return rows;
}

void ProcessChart::show(LocationRef location)
{
    if (location != m_location && trace().definitions->find(location) != nullptr) {
        m_location = location;
        m_levels = 1;
        m_clickSlot.reset();
        m_clickLongest.reset();
        ask();
        revealSelection();
    }
}

void ProcessChart::setLocation(LocationRef location)
{
    m_followsSelection = false;
    show(location);
}

void ProcessChart::setFollowsSelection(bool follows)
{
    m_followsSelection = follows;
    followSelection();
}

void ProcessChart::followSelection()
{
    const models::Selection& selection = context().selection;
    if (m_followsSelection && selection.visit()) {
        show(selection.visit()->location);
    }
    if (std::exchange(m_revealedNumber, selection.number()) != selection.number()) {
        revealSelection();
    }
}

void ProcessChart::revealSelection()
{
    const auto& visit = context().selection.visit();
    m_wantedLevel = visit && visit->location == m_location ? visit->depth : 0;
    m_revealedAt = -1;
    m_revealedFrom = verticalScrollBar()->value();
    revealLevel();
}

/// As little as it takes from where it was when the visit was selected, whatever heights the chart has had since,
/// and no more once somebody scrolled elsewhere.
void ProcessChart::revealLevel()
{
    QScrollBar* bar = verticalScrollBar();
    const bool isElsewhere = m_revealedAt >= 0 && bar->value() != m_revealedAt;
    if (m_wantedLevel == 0 || isElsewhere) {
        m_wantedLevel = 0;
        return;
    }
    if (m_wantedLevel > m_levels) {
        return;
    }
    bar->setValue(m_revealedFrom);
    const QRect level = levelRect(m_wantedLevel);
    if (level.top() < 0) {
        bar->setValue(yInContent(level.top()));
    } else if (level.bottom() >= viewport()->height()) {
        bar->setValue(yInContent(level.bottom() + 1) - viewport()->height());
    }
    m_revealedAt = bar->value();
}

/// Charts get other heights when one is opened, and when this one got to know its levels.
void ProcessChart::resizeEvent(QResizeEvent* event)
{
    const bool isThere = verticalScrollBar()->value() == m_revealedAt;
    TimeChart::resizeEvent(event);
    if (isThere) {
        m_revealedAt = verticalScrollBar()->value();
        revealLevel();
    }
}

/// One that nobody chose gives way to one that is shown, and comes back where the filter is undone or removed.
void ProcessChart::filtersChanged()
{
    if (!m_followsSelection) {
        return;
    }
    const auto& visit = context().selection.visit();
    const auto kept = m_places.in(context().view);
    LocationRef shown = m_location;
    if (visit && filters().shows(visit->location)) {
        shown = visit->location;
    } else if (kept && filters().shows(*kept)) {
        shown = *kept;
    } else if (!filters().shows(m_location)) {
        shown = firstLocation(*trace().definitions, filters());
    }
    if (shown != LocationRef::undefined()) {
        show(shown);
    }
}

void ProcessChart::setExclusiveOnly(bool exclusiveOnly)
{
    if (exclusiveOnly != m_exclusiveOnly) {
        m_exclusiveOnly = exclusiveOnly;
        ask();
    }
}

void ProcessChart::setColumns(int columns)
{
    m_model.setColumns(columns);
    m_messages.setColumns(columns);
}

models::Exactness ProcessChart::exactness() const
{
    const auto words =
        m_recordCounts.isBusy() ? models::Exactness::Refining : models::Exactness::Exact;
    return std::max({m_model.exactness(), m_messages.exactness(), words});
}

QString ProcessChart::errorText() const
{
    return m_model.errorText().isEmpty() ? m_messages.errorText() : m_model.errorText();
}

void ProcessChart::refresh()
{
    m_model.refresh();
    m_messages.refresh();
}

const query::Messages* ProcessChart::messages() const
{
    return m_messages.widest() != nullptr ? m_messages.widest()->as<query::Messages>() : nullptr;
}

/// One that nobody chose and that is in no function, as where only samples were taken, gives way to another. If none
/// is in any, it comes back.
void ProcessChart::leaveBareLocation()
{
    const models::Picture* whole = m_model.whole();
    const auto* rows = whole != nullptr ? whole->as<query::Timeline>() : nullptr;
    if (m_location != m_begunWith || !m_followsSelection || trace().info.visits == 0
        || rows == nullptr || whole->isProvisional
        || !std::ranges::all_of(rows->rows, models::isBare)) {
        return;
    }
    if (!m_untried) {
        m_untried = otherLocations(*trace().definitions, filters(), m_location);
    }
    m_begunWith = LocationRef::undefined();
    if (!m_untried->empty()) {
        const LocationRef next = m_untried->back();
        m_untried->pop_back();
        m_begunWith = m_untried->empty() ? LocationRef::undefined() : next;
        show(next);
    }
}

void ProcessChart::takePicture()
{
    leaveBareLocation();
    std::uint32_t deepest = m_levels;
    for (const models::Picture* picture : {m_model.picture(), m_model.whole()}) {
        const auto* answer = picture != nullptr ? picture->as<query::Timeline>() : nullptr;
        if (answer != nullptr && !answer->rows.empty()) {
            deepest = std::max(deepest, answer->rows.back().level);
        }
    }
    const bool isDeeper = deepest != m_levels;
    m_levels = deepest;
    updateScroll();  // also of one that was deeper before
    revealLevel();
    if (isDeeper) {
        announceSize();
    }
    invalidate();
    emit changed();
}

// ---- Places ---------------------------------------------------------------------------------

QSize ProcessChart::sizeHint() const
{
    const int levels = std::clamp(static_cast<int>(m_levels), 4, 12);
    return {600, messageHeight() + levels * levelHeight() + 2};
}

int ProcessChart::messageHeight() const
{
    return trace().info.messages > 0 ? fontMetrics().height() : 0;
}

int ProcessChart::contentHeight() const
{
    return messageHeight() + static_cast<int>(m_levels) * levelHeight() + 2;
}

QRect ProcessChart::levelRect(std::uint32_t level) const
{
    const QRect canvas = canvasRect();
    const int top = messageHeight() + static_cast<int>(level - 1) * levelHeight();
    return {canvas.left(), top - yInContent(0), canvas.width(), levelHeight()};
}

std::uint32_t ProcessChart::levelAt(int y) const
{
    const int inLevels = yInContent(y) - messageHeight();
    const int level = inLevels < 0 ? 0 : inLevels / levelHeight() + 1;
    return level <= static_cast<int>(m_levels) ? static_cast<std::uint32_t>(level) : 0;
}

const std::vector<geometry::Bar>& ProcessChart::barsOf(std::uint32_t level) const
{
    static const std::vector<geometry::Bar> kNone;
    return level >= 1 && level <= m_bars.size() ? m_bars[level - 1] : kNone;
}

// ---- Gestures -------------------------------------------------------------------------------

const query::Message* ProcessChart::messageAt(QPoint position) const
{
    const query::Messages* known = messages();
    if (known == nullptr || yInContent(position.y()) >= messageHeight()) {
        return nullptr;
    }
    const geometry::TimeScale at = scale();
    const double x = xInCanvas(position.x());
    double best = kMarkReachPx * viewport()->devicePixelRatioF();
    const query::Message* nearest = nullptr;
    for (const query::Message& message : known->messages) {
        const Tick tick = message.sender == m_location ? message.send : message.receive;
        const double away = std::abs(at.xOf(tick) - x);
        if (away <= best) {
            best = away;
            nearest = &message;
        }
    }
    return nearest;
}

void ProcessChart::clickAt(QPoint position, bool isDouble)
{
    if (!canvasRect().contains(position)) {
        return;
    }
    m_clickSlot.reset();
    m_clickLongest.reset();
    if (const query::Message* message = messageAt(position)) {
        context().selection.selectMessage(*message);
        if (isDouble) {
            zoomTo(
                {.begin = std::min(message->send, message->receive),
                 .end = std::max(message->send, message->receive) + 1});
        }
        return;
    }
    m_clickedLevel = levelAt(position.y());
    m_zoomsAfterClick = isDouble;
    if (m_clickedLevel == 0) {
        context().selection.clear();
        return;
    }
    const int x = static_cast<int>(std::floor(xInCanvas(position.x())));
    const Tick tick = scale().tickAt(x);
    const bool isOfView = m_model.exactness() == models::Exactness::Exact;
    const auto bar = isOfView ? geometry::barAt(barsOf(m_clickedLevel), x) : std::nullopt;
    m_clickedRegion = bar ? RegionRef(bar->key.value) : RegionRef::undefined();
    m_clickedPixel = {.begin = tick, .end = std::max(tick + 1, scale().tickAt(x + 1))};
    m_clickSlot.ask(query::DetailRequest{.location = m_location, .tick = tick});
}

void ProcessChart::onDetail(const std::shared_ptr<const query::Answer>& answer)
{
    const auto* detail = answer ? std::get_if<query::VisitDetail>(answer.get()) : nullptr;
    if (detail == nullptr || detail->location != m_location) {
        return;
    }
    const bool isReached = detail->stack.size() >= m_clickedLevel;
    const query::DetailLevel* level = isReached ? &detail->stack[m_clickedLevel - 1] : nullptr;
    const bool isShown =
        level != nullptr && (!m_clickedRegion.isDefined() || level->region == m_clickedRegion);
    if (isShown) {
        selectClicked(
            {.location = m_location,
             .region = level->region,
             .visit = level->visit,
             .depth = m_clickedLevel});
    } else if (m_clickedRegion.isDefined()) {
        m_clickLongest.ask(
            {.location = m_location,
             .pixel = m_clickedPixel,
             .region = m_clickedRegion,
             .depth = m_clickedLevel});
    } else {
        context().selection.clear();
    }
}

void ProcessChart::selectClicked(const models::SelectedVisit& visit)
{
    context().selection.selectVisit(visit);
    if (m_zoomsAfterClick) {
        zoomTo(visit.visit);
    }
}

void ProcessChart::zoomTo(TickRange range)
{
    const models::ViewHistory::Within within(context().view, title());
    context().view.showRange(zoomedTo(range, context().view.range()), tr("zoom to selection"));
}

QString ProcessChart::textAt(QPoint position) const
{
    QString text = instantText(position) + QStringLiteral("   ");
    if (const query::Message* message = messageAt(position)) {
        const bool sends = message->sender == m_location;
        return text
               + (sends ? tr("sends %1 to %2, tag %3") : tr("receives %1 from %2, tag %3"))
                     .arg(
                         data::counted(message->bytes, tr("byte"), tr("bytes")),
                         locationName(sends ? message->receiver : message->sender))
                     .arg(message->tag);
    }
    text += locationName(m_location);
    const std::uint32_t level = levelAt(position.y());
    const int x = static_cast<int>(std::floor(xInCanvas(position.x())));
    for (std::uint32_t i = 1; i <= level; ++i) {
        const auto bar = geometry::barAt(barsOf(i), x);
        const Region* region = bar ? trace().definitions->find(RegionRef(bar->key.value)) : nullptr;
        if (region != nullptr) {
            text += QStringLiteral(" › ") + data::cut(region->name, data::kMostOfNameInPath);
        }
    }
    return text;
}

RegionRef ProcessChart::functionAt(QPoint position) const
{
    if (!canvasRect().contains(position)) {
        return RegionRef::undefined();
    }
    const int x = static_cast<int>(std::floor(xInCanvas(position.x())));
    const auto bar = geometry::barAt(barsOf(levelAt(position.y())), x);
    return bar ? RegionRef(bar->key.value) : RegionRef::undefined();
}

QString ProcessChart::tipAt(QPoint position) const
{
    const Region* region = trace().definitions->find(functionAt(position));
    if (region == nullptr) {
        return {};
    }
    const int x = static_cast<int>(std::floor(xInCanvas(position.x())));
    const auto bar = geometry::barAt(barsOf(levelAt(position.y())), x);
    const QString shares =
        bar && bar->time.function < bar->time.whole
            ? tr("\nof what is shown: %1")
                  .arg(data::sharesText(
                      bar->time,
                      data::cut(data::shortName(region->name), data::kMostOfNameInLine),
                      data::nameOf(m_groupNames, region->group)))
            : QString();
    return data::tipName(region->name) + shares;
}

}  // namespace vellum::gui::charts
