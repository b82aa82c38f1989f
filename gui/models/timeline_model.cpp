#include "gui/models/timeline_model.h"

#include "gui/data/column_look.h"
#include "gui/data/wording.h"
#include "gui/models/answer_kind.h"

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <variant>

namespace vellum::gui::models {

namespace {

template <typename Map, typename Key>
const auto* find(const Map& map, const Key& key)
{
    const auto found = map.find(key);
    return found == map.end() ? nullptr : &found->second;
}

}  // namespace

bool showsMost(TickRange window, TickRange view)
{
    return window.intersected(view).length() >= view.length() / 2;
}

bool isBare(const query::TimelineRow& row)
{
    return std::ranges::all_of(row.runs, [](const query::TimelineRun& run) {
        return run.winner.value == query::Key::kNone;
    });
}

bool RowPicture::isBare() const
{
    return models::isBare(runs());
}

TimelineModel::TimelineModel(
    data::DataSource& source,
    std::shared_ptr<const data::Trace> trace,
    const ViewHistory& view,
    QObject* parent)
    : QObject(parent)
    , m_trace(std::move(trace))
    , m_view(view)
    , m_runsSlot(source, m_trace->id)
    , m_summarySlot(source, m_trace->id)
    , m_counterSlot(source, m_trace->id)
    , m_messageSlot(source, m_trace->id)
    , m_isSampled(data::countOf(m_trace->info, event_kind::kCallingContextSample) > 0)
{
    m_runsSlot.setHandler([this](const auto& answer, const Error& e) { onRuns(answer, e); });
    m_runsSlot.setProvisionalHandler([this](const auto& answer) { onOverview(answer); });
    m_summarySlot.setHandler(
        [this](const auto& answer, const Error& e) { onSummaries(answer, e); });
    m_summarySlot.setProvisionalHandler(
        [this](const auto& answer) { onOverviewOfSummaries(answer); });
    m_counterSlot.setHandler([this](const auto& answer, const Error& e) { onCounters(answer, e); });
    m_messageSlot.setHandler([this](const auto& answer, const Error& e) { onMessages(answer, e); });
    m_askSoon.setSingleShot(true);
    m_askSoon.setInterval(0);
    connect(&m_askSoon, &QTimer::timeout, this, &TimelineModel::askForMissing);
    connect(&view, &ViewHistory::changed, this, [this] {
        updateShareFilters();
        scheduleAsking();
    });
    updateShareFilters();
}

void TimelineModel::setScreen(int columns, std::vector<Row> rows)
{
    if (columns == m_columns && rows == m_rows) {
        return;
    }
    m_columns = columns;
    m_rows = std::move(rows);
    scheduleAsking();
}

void TimelineModel::setMessageRows(std::optional<MessageRows> rows)
{
    if (rows != m_messageRows) {
        m_messageRows = std::move(rows);
        m_wholeMessages.reset();
        scheduleAsking();
    }
}

void TimelineModel::setMarked(std::optional<query::PresenceClass> marked)
{
    if (marked != m_marked) {
        m_marked = std::move(marked);
        ++m_marking;
        updateShareFilters();
        scheduleAsking();
    }
}

std::vector<query::PresenceClass> TimelineModel::present() const
{
    std::vector<query::PresenceClass> classes;
    if (m_isSampled) {
        classes.push_back({.records = {event_kind::kCallingContextSample}});
    }
    if (m_marked) {
        classes.push_back(*m_marked);
    }
    return classes;
}

const RowPicture* TimelineModel::pictureOf(LocationRef location) const
{
    return find(m_pictures, location);
}

const RowPicture* TimelineModel::wholePictureOf(LocationRef location) const
{
    return find(m_wholePictures, location);
}

const SummaryPicture* TimelineModel::summaryOf(std::uint64_t rowKey) const
{
    return find(m_summaries, rowKey);
}

const SummaryPicture* TimelineModel::wholeSummaryOf(const Row& row) const
{
    const SummaryPicture* picture = find(m_wholeSummaries, row.key);
    return picture != nullptr && isOfFunctions(*picture) && *picture->of == row.summed ? picture
                                                                                       : nullptr;
}

std::shared_ptr<const query::Messages> TimelineModel::messages() const
{
    const bool isEnough = m_messages && showsMost(m_messages->window, m_view.range());
    const bool isOfFilters = m_messageFilters == m_view.state().filters;
    return isEnough || !m_wholeMessages || !isOfFilters ? m_messages : m_wholeMessages;
}

bool TimelineModel::showsCounters(LocationRef location) const
{
    if (m_trace->info.metrics == 0) {
        return false;
    }
    const Location* known = m_trace->definitions->find(location);
    if (known != nullptr && known->type == LocationType::Metric) {
        return true;
    }
    const RowPicture* whole = wholePictureOf(location);
    return whole != nullptr && whole->isBare();
}

const CounterPicture* TimelineModel::countersOf(LocationRef location) const
{
    return find(m_counters, location);
}

const CounterPicture* TimelineModel::wholeCountersOf(LocationRef location) const
{
    return find(m_wholeCounters, location);
}

bool TimelineModel::isViewOf(TickRange window, std::uint32_t columns) const
{
    return window == m_view.range() && columns == columnsWanted();
}

std::uint32_t TimelineModel::columnsWanted() const
{
    return static_cast<std::uint32_t>(std::min<Tick>(m_columns, m_view.range().length()));
}

template <typename Picture>
bool TimelineModel::isCurrent(const Picture* picture) const
{
    return picture != nullptr && picture->epoch == m_epoch
           && isViewOf(picture->timeline->window, picture->timeline->columns);
}

bool TimelineModel::isCurrent(const CounterPicture* picture) const
{
    return picture != nullptr && picture->epoch == m_epoch
           && isViewOf(picture->counters->window, picture->counters->columns);
}

bool TimelineModel::isCurrentRow(const RowPicture* picture) const
{
    return isCurrent(picture) && (!m_marked || picture->marking == m_marking);
}

bool TimelineModel::isCounterMissing(const Row& row, bool ofWhole) const
{
    if (row.kind != RowKind::Location || !showsCounters(row.locations.front())) {
        return false;
    }
    if (!ofWhole) {
        return !isCurrent(countersOf(row.locations.front()));
    }
    const CounterPicture* whole = wholeCountersOf(row.locations.front());
    return whole == nullptr || whole->epoch != m_epoch;
}

bool TimelineModel::isRowOfView(const Row& row) const
{
    if (row.kind == RowKind::Location) {
        return isCurrentRow(pictureOf(row.locations.front())) && !isCounterMissing(row, true)
               && !isCounterMissing(row, false)
               && (!hasShares(row) || isCurrentOf(summaryOf(row.key), row));
    }
    return row.summed.empty() || isCurrentOf(summaryOf(row.key), row);
}

bool TimelineModel::isRowExact(const Row& row) const
{
    if (!isRowOfView(row)) {
        return false;
    }
    if (row.kind == RowKind::Location) {
        return pictureOf(row.locations.front())->timeline->exact
               && (!hasShares(row) || summaryOf(row.key)->timeline->exact);
    }
    return row.summed.empty() || summaryOf(row.key)->timeline->exact;
}

bool TimelineModel::areRowsOfView() const
{
    return std::ranges::all_of(m_rows, [this](const Row& row) { return isRowOfView(row); });
}

bool TimelineModel::isCurrentOf(const SummaryPicture* picture, const Row& row) const
{
    return isCurrent(picture) && isOfFunctions(*picture) && *picture->of == row.summed;
}

Exactness TimelineModel::exactness() const
{
    if (!m_errorText.isEmpty()) {
        return Exactness::Failed;
    }
    if (m_columns <= 0 || m_askSoon.isActive() || m_runsSlot.isBusy() || m_summarySlot.isBusy()
        || m_counterSlot.isBusy() || m_messageSlot.isBusy()) {
        return Exactness::Refining;
    }
    const bool isExact =
        std::ranges::all_of(m_rows, [this](const Row& row) { return isRowExact(row); });
    return isExact ? Exactness::Exact : Exactness::Refining;
}

void TimelineModel::refresh()
{
    m_errorText.clear();
    ++m_epoch;
    m_runsSlot.reset();
    m_summarySlot.reset();
    m_splitting = {};
    m_counterSlot.reset();
    m_messageSlot.reset();
    scheduleAsking();
}

void TimelineModel::scheduleAsking()
{
    m_errorText.clear();
    m_askSoon.start();
    emit changed();
}

void TimelineModel::askForMissing()
{
    if (m_columns <= 0) {
        return;
    }
    askForRuns();
    askForSummaries();
    askForCounters();
    askForMessages();
    emit changed();
}

void TimelineModel::askForRuns()
{
    query::TimelineRequest request{
        .scope = {.window = m_view.range()}, .columns = columnsWanted(), .present = present()};
    std::uint64_t unseen = 0;
    for (const Row& row : m_rows) {
        if (row.kind != RowKind::Location) {
            continue;
        }
        const RowPicture* picture = pictureOf(row.locations.front());
        if (!isCurrentRow(picture)) {
            request.scope.locations.push_back(row.locations.front());
        }
        unseen += picture == nullptr ? 1 : 0;
    }
    if (!request.scope.locations.empty()) {
        // What is on the screen is stretched until then: rougher pictures are for rows that have none.
        m_runsSlot.ask(std::move(request), unseen > 0);
    }
}

void TimelineModel::askForCounters()
{
    if (m_counterSlot.isBusy()) {
        return;
    }
    // The whole trace first: a row's scale is that of all its values.
    for (const bool ofWhole : {true, false}) {
        const TickRange window = ofWhole ? m_view.whole() : m_view.range();
        query::CountersRequest request{
            .scope = {.window = window, .locations = {}},
            .columns = window == m_view.range() ? columnsWanted() : 1,
            .metric = {}};
        for (const Row& row : m_rows) {
            if (isCounterMissing(row, ofWhole)) {
                request.scope.locations.push_back(row.locations.front());
            }
        }
        if (!request.scope.locations.empty()) {
            m_askedCounters = request;
            m_counterSlot.ask(std::move(request));
            return;
        }
    }
}

/// Those that have a row of their own or stand behind a folded one or a band.
std::vector<LocationRef> TimelineModel::locationsOnScreen() const
{
    std::vector<LocationRef> locations;
    for (const Row& row : m_rows) {
        if (!row.foldable || row.folded) {
            locations.insert(locations.end(), row.locations.begin(), row.locations.end());
        }
    }
    std::ranges::sort(locations);
    locations.erase(std::unique(locations.begin(), locations.end()), locations.end());
    return locations;
}

std::size_t TimelineModel::locationsShown() const
{
    const LocationList& shown = m_view.filters().shown();
    return shown != nullptr ? shown->size() : m_trace->definitions->locations.size();
}

void TimelineModel::askForMessages()
{
    query::MessagesRequest request{
        .scope = m_view.filters().scopeOf(m_view.range(), Filter::Kind::Messages),
        .limit = kMostMessages};
    if (m_messageRows) {
        request.limit = kMostBursts;
        request.columns = columnsWanted();
        request.rows = m_messageRows->sets;
        request.rowCommunicators = m_messageRows->communicators;
        std::vector<LocationRef> onScreen = locationsOnScreen();
        if (onScreen.size() < locationsShown()) {
            request.scope.locations = std::move(onScreen);
        }
    }
    const bool isKnown = m_messages && m_messagesEpoch == m_epoch && m_messagesAnswer == request;
    if (m_trace->info.messages == 0 || isKnown || m_view.filters().hidesAll()) {
        return;
    }
    m_messageSlot.ask(request);
}

void TimelineModel::takeError(const Error& error)
{
    if (error.kind != ErrorKind::Cancelled) {
        m_errorText = QString::fromStdString(error.message);
    }
    emit changed();
}

void TimelineModel::takeWindow(TickRange window)
{
    m_newestWindow = window;
    ++m_answers;
}

void TimelineModel::setMemory(std::size_t bytes)
{
    m_shelf.setLimit(bytes);
    forgetSurplus();
}

void TimelineModel::forgetSurplus()
{
    if (m_shelf.bytes() <= m_shelf.limit()) {
        return;
    }
    AnswerShelf::Answers needed;
    const auto need = [&needed](const auto* picture, auto answer) {
        if (picture != nullptr) {
            needed.insert((picture->*answer).get());
        }
    };
    for (const Row& row : m_rows) {
        need(summaryOf(row.key), &SummaryPicture::timeline);
        need(wholeSummaryOf(row), &SummaryPicture::timeline);
        if (row.kind == RowKind::Location) {
            need(pictureOf(row.locations.front()), &RowPicture::timeline);
            need(wholePictureOf(row.locations.front()), &RowPicture::timeline);
            need(countersOf(row.locations.front()), &CounterPicture::counters);
            need(wholeCountersOf(row.locations.front()), &CounterPicture::counters);
        }
    }
    const AnswerShelf::Answers surplus = m_shelf.surplus(needed);
    const auto forget = [&surplus](auto& pictures, auto answer) {
        std::erase_if(pictures, [&](const auto& entry) {
            return surplus.contains((entry.second.*answer).get());
        });
    };
    forget(m_pictures, &RowPicture::timeline);
    forget(m_wholePictures, &RowPicture::timeline);
    forget(m_summaries, &SummaryPicture::timeline);
    forget(m_wholeSummaries, &SummaryPicture::timeline);
    forget(m_counters, &CounterPicture::counters);
    forget(m_wholeCounters, &CounterPicture::counters);
}

void TimelineModel::onRuns(const std::shared_ptr<const query::Answer>& answer, const Error& error)
{
    const auto timeline = as<query::Timeline>(answer);
    if (timeline == nullptr) {
        // A newer question that waited is under way by now: its answer decides.
        if (!m_runsSlot.isBusy()) {
            takeError(error);
        }
        return;
    }
    const bool isWhole = timeline->window == m_view.whole();
    const auto& asked = std::get<query::TimelineRequest>(m_runsSlot.answered());
    const std::uint64_t marked = asked.present == present() ? m_marking : 0;
    for (std::size_t i = 0; i < timeline->rows.size(); ++i) {
        const RowPicture picture{
            .timeline = timeline,
            .row = i,
            .epoch = m_epoch,
            .marking = marked,
            .hasShares = data::hasShares(timeline->rows[i], *timeline)};
        m_pictures[timeline->rows[i].location] = picture;
        if (isWhole) {
            m_wholePictures[timeline->rows[i].location] = picture;
        }
    }
    takeWindow(timeline->window);
    m_shelf.put(timeline);
    forgetSurplus();
    askForMissing();
}

void TimelineModel::onOverview(const std::shared_ptr<const query::Answer>& answer)
{
    const auto timeline = as<query::Timeline>(answer);
    if (timeline == nullptr) {
        return;
    }
    const bool isWhole = timeline->window == m_view.whole();
    for (std::size_t i = 0; i < timeline->rows.size(); ++i) {
        const RowPicture picture{
            .timeline = timeline,
            .row = i,
            .epoch = m_epoch,
            .hasShares = data::hasShares(timeline->rows[i], *timeline)};
        m_pictures.try_emplace(timeline->rows[i].location, picture);
        if (isWhole) {
            m_wholePictures.try_emplace(timeline->rows[i].location, picture);
        }
    }
    takeWindow(timeline->window);
    m_shelf.put(timeline);
    forgetSurplus();
    emit changed();
}

void TimelineModel::onCounters(
    const std::shared_ptr<const query::Answer>& answer, const Error& error)
{
    const auto counters = as<query::Counters>(answer);
    if (counters == nullptr) {
        const TickRange window = m_askedCounters.scope.window;
        if (window == m_view.range() || window == m_view.whole()) {
            takeError(error);
        } else {
            askForMissing();  // that was the view before
        }
        return;
    }
    const bool isWhole = counters->window == m_view.whole();
    const bool isShown = !isWhole || m_view.range() == m_view.whole();
    std::size_t next = 0;
    for (const LocationRef location : m_askedCounters.scope.locations) {
        CounterPicture picture{.counters = counters, .first = next, .count = 0, .epoch = m_epoch};
        for (; next < counters->rows.size() && counters->rows[next].location == location; ++next) {
            ++picture.count;
        }
        if (isShown || !m_counters.contains(location)) {
            m_counters[location] = picture;
        }
        if (isWhole) {
            m_wholeCounters[location] = picture;
        }
    }
    takeWindow(isShown ? counters->window : m_newestWindow.value_or(counters->window));
    m_shelf.put(counters);
    forgetSurplus();
    askForMissing();
}

/// A message is answered if one of its ends is shown; a line needs both.
void TimelineModel::keepMessagesOf(const std::vector<LocationRef>& shown)
{
    const std::unordered_set<LocationRef> set(shown.begin(), shown.end());
    auto kept = std::make_shared<query::Messages>(*m_messages);
    std::erase_if(kept->messages, [&set](const query::Message& message) {
        return !set.contains(message.sender) || !set.contains(message.receiver);
    });
    m_messagesAreOfBothEnds = m_messages->messages.size() == m_messages->count;
    if (m_messagesAreOfBothEnds) {
        kept->count = kept->messages.size();
    }
    m_messages = std::move(kept);
}

void TimelineModel::onMessages(
    const std::shared_ptr<const query::Answer>& answer, const Error& error)
{
    const auto messages = as<query::Messages>(answer);
    if (messages == nullptr) {
        if (!m_messageSlot.isBusy()) {
            takeError(error);
        }
        return;
    }
    m_messagesAnswer = std::get<query::MessagesRequest>(m_messageSlot.answered());
    m_messagesAreOfBothEnds = true;
    m_messages = messages;
    m_messagesAreOfScreen = m_messagesAnswer.columns > 0
                            && !m_messagesAnswer.scope.locations.empty()
                            && m_messagesAnswer.scope.locations.size() < locationsShown();
    if (!m_messagesAnswer.scope.locations.empty() && m_messagesAnswer.columns == 0) {
        keepMessagesOf(m_messagesAnswer.scope.locations);
    }
    if (m_messages->window == m_view.whole()) {
        m_wholeMessages = m_messages;
        m_messageFilters = m_view.state().filters;
    }
    m_messagesEpoch = m_epoch;
    askForMissing();
}

}  // namespace vellum::gui::models
