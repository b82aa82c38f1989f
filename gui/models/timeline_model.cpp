#include "gui/models/timeline_model.h"

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

bool TimelineModel::isCurrent(TickRange window, std::uint32_t columns) const
{
    return window == m_view.range() && columns == static_cast<std::uint32_t>(m_columns);
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
            if (picture == nullptr || !picture->timeline->exact
                || !isCurrent(picture->timeline->window, picture->timeline->columns)) {
                return Exactness::Refining;
            }
        } else if (!row.locations.empty()) {
            const SummaryPicture* picture = summaryOf(row.key);
            if (picture == nullptr || !picture->timeline->exact
                || !isCurrent(picture->timeline->window, picture->timeline->columns)) {
                return Exactness::Refining;
            }
        }
    }
    return Exactness::Exact;
}

void TimelineModel::refresh()
{
    m_errorText.clear();
    m_messages.reset();
    m_pictures.clear();
    m_summaries.clear();
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
    query::TimelineRequest request{
        .scope = {.window = m_view.range()}, .columns = static_cast<std::uint32_t>(m_columns)};
    for (const Row& row : m_rows) {
        if (row.kind != RowKind::Location) {
            continue;
        }
        const RowPicture* picture = pictureOf(row.locations.front());
        if (picture == nullptr
            || !isCurrent(picture->timeline->window, picture->timeline->columns)) {
            request.scope.locations.push_back(row.locations.front());
        }
    }
    if (!request.scope.locations.empty()) {
        m_runsSlot.ask(std::move(request));
    }
}

void TimelineModel::askForSummaries()
{
    query::SummaryTimelineRequest request{
        .window = m_view.range(), .columns = static_cast<std::uint32_t>(m_columns)};
    std::vector<std::uint64_t> keys;
    for (const Row& row : m_rows) {
        const SummaryPicture* picture = summaryOf(row.key);
        const bool current =
            picture != nullptr && isCurrent(picture->timeline->window, picture->timeline->columns);
        if (row.kind != RowKind::Location && !row.locations.empty() && !current) {
            request.rows.push_back(row.locations);
            keys.push_back(row.key);
        }
    }
    if (!keys.empty() && !m_summarySlot.isBusy()) {
        m_askedSummaryKeys = std::move(keys);
        m_summarySlot.ask(std::move(request));
    }
}

void TimelineModel::askForMessages()
{
    if (m_trace->info.messages == 0 || (m_messages && m_messages->window == m_view.range())) {
        return;
    }
    m_messageSlot.ask(
        query::MessagesRequest{.scope = {.window = m_view.range()}, .limit = kMostMessages});
}

bool TimelineModel::takeError(const Error& error, bool failed)
{
    if (failed && error.kind != ErrorKind::Cancelled) {
        m_errorText = QString::fromStdString(error.message);
    }
    if (failed) {
        emit changed();
    }
    return failed;
}

void TimelineModel::onRuns(const std::shared_ptr<const query::Answer>& answer, const Error& error)
{
    const auto timeline = as<query::Timeline>(answer);
    if (takeError(error, timeline == nullptr)) {
        return;
    }
    const bool isWhole = timeline->window == m_view.whole();
    for (std::size_t i = 0; i < timeline->rows.size(); ++i) {
        const RowPicture picture{.timeline = timeline, .row = i};
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
    if (takeError(error, timeline == nullptr)) {
        return;
    }
    for (std::size_t i = 0; i < std::min(timeline->rows.size(), m_askedSummaryKeys.size()); ++i) {
        m_summaries[m_askedSummaryKeys[i]] = {.timeline = timeline, .row = i};
    }
    askForMissing();
}

void TimelineModel::onMessages(
    const std::shared_ptr<const query::Answer>& answer, const Error& error)
{
    const auto messages = as<query::Messages>(answer);
    if (takeError(error, messages == nullptr)) {
        return;
    }
    m_messages = messages;
    askForMissing();
}

}  // namespace vellum::gui::models
