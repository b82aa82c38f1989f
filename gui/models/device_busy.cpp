#include "gui/models/device_busy.h"

#include "common/query/limits.h"

#include <algorithm>

namespace vellum::gui::models {

namespace {

constexpr std::size_t kMostStreams = 10'000;  ///< in one question

}  // namespace

DeviceBusy::DeviceBusy(
    data::DataSource& source, const data::Trace& trace, const ViewHistory& view, QObject* parent)
    : QObject(parent)
    , m_model(source, trace.id, view)
{
    for (const Location& location : trace.definitions->locations) {
        if (location.type == LocationType::AcceleratorStream && m_streams.size() < kMostStreams) {
            m_streams.push_back(location.ref);
        }
    }
    connect(&m_model, &PictureModel::changed, this, &DeviceBusy::take);
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
}

void DeviceBusy::take()
{
    const Picture* picture = m_model.picture();
    const auto* answer = picture != nullptr ? picture->as<query::SummaryTimeline>() : nullptr;
    if (answer != nullptr && answer->columns == 1) {
        const auto length = static_cast<double>(std::max<Tick>(1, answer->window.length()));
        for (std::size_t i = 0; i < std::min(answer->rows.size(), m_streams.size()); ++i) {
            Shares shares;
            for (const query::SummarySeries& series : answer->rows[i].series) {
                const double share = static_cast<double>(series.exclusive.front()) / length;
                const auto group = static_cast<FunctionGroup>(series.key.value);
                shares.all += share;
                shares.kernels += group == FunctionGroup::Kernel ? share : 0;
                shares.copies += group == FunctionGroup::Copy ? share : 0;
            }
            m_shares[m_streams[i]] = shares;
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
    Shares sum;
    for (const LocationRef location : locations) {
        const auto one = of(location);
        if (!one) {
            return std::nullopt;
        }
        sum.all += one->all;
        sum.kernels += one->kernels;
        sum.copies += one->copies;
    }
    const auto count = static_cast<double>(locations.size());
    return locations.empty() ? std::nullopt
                             : std::optional(Shares{
                                 .all = sum.all / count,
                                 .kernels = sum.kernels / count,
                                 .copies = sum.copies / count});
}

}  // namespace vellum::gui::models
