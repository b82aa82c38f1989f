#include "gui/models/timeline_model.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace vellum::gui::models {

namespace {

/// The answer as its kind, sharing its life; null if it is of another kind.
template <typename T>
std::shared_ptr<const T> as(const std::shared_ptr<const query::Answer>& answer)
{
    const T* value = answer ? std::get_if<T>(answer.get()) : nullptr;
    return value ? std::shared_ptr<const T>(answer, value) : nullptr;
}

template <typename Map, typename Key>
const auto* find(const Map& map, const Key& key)
{
    const auto found = map.find(key);
    return found == map.end() ? nullptr : &found->second;
}

}  // namespace

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
    , m_messageSlot(source, m_trace->id)
{
    m_runsSlot.setHandler([this](const auto& answer, const Error& e) { onRuns(answer, e); });
    m_summarySlot.setHandler(
        [this](const auto& answer, const Error& e) { onSummaries(answer, e); });
    m_messageSlot.setHandler([this](const auto& answer, const Error& e) { onMessages(answer, e); });
    m_askSoon.setSingleShot(true);
    m_askSoon.setInterval(0);
    connect(&m_askSoon, &QTimer::timeout, this, &TimelineModel::askForMissing);
    connect(&view, &ViewHistory::changed, this, &TimelineModel::scheduleAsking);
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

Exactness TimelineModel::exactness() const
{
    if (!m_errorText.isEmpty()) {
        return Exactness::Failed;
    }
    if (m_columns <= 0 || m_askSoon.isActive() || m_runsSlot.isBusy() || m_summarySlot.isBusy()
        || m_messageSlot.isBusy()) {
        return Exactness::Refining;
    }
    for (const Row& row : m_rows) {
        if (row.kind == RowKind::Location) {
            const RowPicture* picture = pictureOf(row.locations.front());
            if (!isCurrent(picture) || !picture->timeline->exact) {
                return Exactness::Refining;
            }
        } else if (!row.summed.empty()) {
            const SummaryPicture* picture = summaryOf(row.key);
            if (!isCurrent(picture) || !picture->timeline->exact) {
                return Exactness::Refining;
            }
        }
    }
    return Exactness::Exact;
}

void TimelineModel::refresh()
{
    m_errorText.clear();
    ++m_epoch;
    m_runsSlot.reset();
    m_summarySlot.reset();
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
    askForMessages();
    emit changed();
}

void TimelineModel::askForRuns()
{
    query::TimelineRequest request{.scope = {.window = m_view.range()}, .columns = columnsWanted()};
    for (const Row& row : m_rows) {
        if (row.kind != RowKind::Location) {
            continue;
        }
        if (!isCurrent(pictureOf(row.locations.front()))) {
            request.scope.locations.push_back(row.locations.front());
        }
    }
    if (!request.scope.locations.empty()) {
        m_runsSlot.ask(std::move(request));
    }
}

void TimelineModel::askForSummaries()
{
    query::SummaryTimelineRequest request{.window = m_view.range(), .columns = columnsWanted()};
    std::vector<std::uint64_t> keys;
    for (const Row& row : m_rows) {
        if (row.kind != RowKind::Location && !row.summed.empty()
            && !isCurrent(summaryOf(row.key))) {
            request.rows.push_back(row.summed);
            keys.push_back(row.key);
        }
    }
    if (!keys.empty() && !m_summarySlot.isBusy()) {
        m_askedSummaryKeys = std::move(keys);
        m_askedSummaries = request;
        m_summarySlot.ask(std::move(request));
    }
}

void TimelineModel::askForMessages()
{
    const bool isKnown =
        m_messages && m_messagesEpoch == m_epoch && m_messages->window == m_view.range();
    if (m_trace->info.messages == 0 || isKnown) {
        return;
    }
    m_messageSlot.ask(
        query::MessagesRequest{.scope = {.window = m_view.range()}, .limit = kMostMessages});
}

void TimelineModel::takeError(const Error& error)
{
    if (error.kind != ErrorKind::Cancelled) {
        m_errorText = QString::fromStdString(error.message);
    }
    emit changed();
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
    for (std::size_t i = 0; i < timeline->rows.size(); ++i) {
        const RowPicture picture{.timeline = timeline, .row = i, .epoch = m_epoch};
        m_pictures[timeline->rows[i].location] = picture;
        if (isWhole) {
            m_wholePictures[timeline->rows[i].location] = picture;
        }
    }
    askForMissing();
}

void TimelineModel::onSummaries(
    const std::shared_ptr<const query::Answer>& answer, const Error& error)
{
    const auto timeline = as<query::SummaryTimeline>(answer);
    if (timeline == nullptr) {
        if (isViewOf(m_askedSummaries.window, m_askedSummaries.columns)) {
            takeError(error);
        } else {
            askForMissing();  // that was the view before
        }
        return;
    }
    for (std::size_t i = 0; i < std::min(timeline->rows.size(), m_askedSummaryKeys.size()); ++i) {
        m_summaries[m_askedSummaryKeys[i]] = {.timeline = timeline, .row = i, .epoch = m_epoch};
    }
    askForMissing();
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
    m_messages = messages;
    m_messagesEpoch = m_epoch;
    askForMissing();
}

}  // namespace vellum::gui::models
