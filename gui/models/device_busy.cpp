#include "gui/models/device_busy.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace vellum::gui::models {

namespace {

constexpr std::size_t kMostStreams = 10'000;  ///< in one question

/// Of an answer of one column. A stream is in one thing at a time; what counts once says so itself.
DeviceBusy::Shares sharesOf(const query::SummaryRow& row, TickRange window)
{
    const auto length = static_cast<double>(std::max<Tick>(1, window.length()));
    DeviceBusy::Shares shares;
    for (const query::SummarySeries& series : row.series) {
        const double share = static_cast<double>(series.exclusive.front()) / length;
        const auto group = static_cast<FunctionGroup>(series.key.value);
        shares.all += share;
        shares.kernels += group == FunctionGroup::Kernel ? share : 0;
        shares.copies += group == FunctionGroup::Copy ? share : 0;
    }
    if (!row.busy.empty()) {
        shares.all = static_cast<double>(row.busy.front()) / length;
    }
    return shares;
}

}  // namespace

DeviceBusy::DeviceBusy(
    data::DataSource& source, const data::Trace& trace, const ViewHistory& view, QObject* parent)
    : QObject(parent)
    , m_model(source, trace.id, view)
    , m_unions(source, trace.id, view)
{
    for (const Location& location : trace.definitions->locations) {
        if (location.type == LocationType::AcceleratorStream && m_streams.size() < kMostStreams) {
            m_streams.push_back(location.ref);
            m_isStream.insert(location.ref);
        } else if (location.type == LocationType::Unknown) {
            m_isBeside.insert(location.ref);
        }
    }
    connect(&m_model, &PictureModel::changed, this, &DeviceBusy::take);
    connect(&m_unions, &PictureModel::changed, this, &DeviceBusy::takeUnions);
    m_model.setQuestion(
        [this](TickRange window, std::uint32_t columns) -> std::optional<query::Request> {
            if (m_streams.empty()) {
                return std::nullopt;
            }
            query::SummaryTimelineRequest request{.window = window, .columns = columns};
            for (const LocationRef stream : m_streams) {
                request.rows.push_back({stream});
            }
            return request;
        });
    m_model.setColumns(1);
    m_unions.setColumns(1);
    askForUnions();
}

std::vector<LocationRef> DeviceBusy::streamsOf(std::span<const LocationRef> locations) const
{
    std::vector<LocationRef> streams;
    for (const LocationRef location : locations) {
        if (m_isStream.contains(location)) {
            streams.push_back(location);
        } else if (!m_isBeside.contains(location)) {
            return {};
        }
    }
    return streams;
}

void DeviceBusy::show(const std::vector<std::vector<LocationRef>>& parents)
{
    std::vector<std::vector<LocationRef>> asked;
    for (const std::vector<LocationRef>& parent : parents) {
        if (std::vector<LocationRef> streams = streamsOf(parent); streams.size() > 1) {
            asked.push_back(std::move(streams));
        }
    }
    std::ranges::sort(asked);
    asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
    if (asked == m_parents) {
        return;
    }
    m_parents = std::move(asked);
    askForUnions();
}

void DeviceBusy::askForUnions()
{
    m_unions.setQuestion(
        [this](TickRange window, std::uint32_t columns) -> std::optional<query::Request> {
            if (m_parents.empty()) {
                return std::nullopt;
            }
            return query::SummaryTimelineRequest{
                .window = window, .columns = columns, .rows = m_parents, .once = true};
        });
}

void DeviceBusy::take()
{
    const Picture* picture = m_model.picture();
    const auto* answer = picture != nullptr ? picture->as<query::SummaryTimeline>() : nullptr;
    if (answer != nullptr && answer->columns == 1) {
        for (std::size_t i = 0; i < std::min(answer->rows.size(), m_streams.size()); ++i) {
            m_shares[m_streams[i]] = sharesOf(answer->rows[i], answer->window);
        }
    }
    emit changed();
}

void DeviceBusy::takeUnions()
{
    const Picture* picture = m_unions.picture();
    const auto* answer = picture != nullptr ? picture->as<query::SummaryTimeline>() : nullptr;
    const auto* asked = picture != nullptr
                            ? std::get_if<query::SummaryTimelineRequest>(&picture->request)
                            : nullptr;
    if (answer != nullptr && asked != nullptr && answer->columns == 1) {
        m_sharesOfParents.clear();
        for (std::size_t i = 0; i < std::min(answer->rows.size(), asked->rows.size()); ++i) {
            m_sharesOfParents[asked->rows[i]] = sharesOf(answer->rows[i], answer->window);
        }
    }
    emit changed();
}

std::optional<DeviceBusy::Shares> DeviceBusy::of(LocationRef location) const
{
    const auto found = m_shares.find(location);
    return found == m_shares.end() ? std::nullopt : std::optional(found->second);
}

std::optional<DeviceBusy::Shares> DeviceBusy::of(std::span<const LocationRef> locations) const
{
    const std::vector<LocationRef> streams = streamsOf(locations);
    if (streams.size() == 1) {
        return of(streams.front());
    }
    const auto found = m_sharesOfParents.find(streams);
    return found == m_sharesOfParents.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace vellum::gui::models
