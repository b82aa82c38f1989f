#include "gui/models/device_busy.h"

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

namespace vellum::gui::models {

namespace {

constexpr std::size_t kMostStreams = 10'000;  ///< in one question

double shareOf(Tick ticks, TickRange window)
{
    return static_cast<double>(ticks) / static_cast<double>(std::max<Tick>(1, window.length()));
}

/// What was asked for and the answer, of one column; nulls until there is one.
struct Known {
    const query::SummaryTimelineRequest* asked = nullptr;
    const query::SummaryTimeline* answer = nullptr;

    [[nodiscard]] std::size_t rows() const
    {
        const bool isKnown = asked != nullptr && answer != nullptr && answer->columns == 1;
        return isKnown ? std::min(asked->rows.size(), answer->rows.size()) : 0;
    }
};

Known knownOf(const PictureModel& model)
{
    const Picture* picture = model.picture();
    return picture == nullptr
               ? Known()
               : Known{
                   .asked = std::get_if<query::SummaryTimelineRequest>(&picture->request),
                   .answer = picture->as<query::SummaryTimeline>()};
}

}  // namespace

DeviceBusy::DeviceBusy(
    data::DataSource& source, const data::Trace& trace, const ViewHistory& view, QObject* parent)
    : QObject(parent)
    , m_model(source, trace.id, view)
    , m_unions(source, trace.id, view)
    , m_kernelUnions(source, trace.id, view)
{
    noteStreams(*trace.definitions);
    noteKernelGroups(*trace.definitions);
    connect(&m_model, &PictureModel::changed, this, &DeviceBusy::take);
    connect(&m_unions, &PictureModel::changed, this, &DeviceBusy::takeUnions);
    connect(&m_kernelUnions, &PictureModel::changed, this, &DeviceBusy::takeKernelUnions);
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
    for (PictureModel* model : {&m_model, &m_unions, &m_kernelUnions}) {
        model->setColumns(1);
    }
    askForUnions();
}

void DeviceBusy::noteStreams(const Definitions& definitions)
{
    for (const Location& location : definitions.locations) {
        if (location.type == LocationType::AcceleratorStream && m_streams.size() < kMostStreams) {
            m_streams.push_back(location.ref);
            m_isStream.insert(location.ref);
        } else if (location.type == LocationType::Unknown) {
            m_isBeside.insert(location.ref);
        }
    }
}

/// Score-P's kernels have no role of their own, but the group.
void DeviceBusy::noteKernelGroups(const Definitions& definitions)
{
    std::set<FunctionGroup> groups{FunctionGroup::Kernel};
    for (const Region& region : definitions.regions) {
        if (region.role == RegionRole::Kernel) {
            groups.insert(region.group);
        }
    }
    for (const FunctionGroup group : groups) {
        m_kernelGroups.push_back({.value = static_cast<std::uint32_t>(group)});
    }
}

/// Of an answer of one column. A stream is in one thing at a time; what counts once says so itself.
DeviceBusy::Shares DeviceBusy::sharesOf(const query::SummaryRow& row, TickRange window) const
{
    Shares shares;
    for (const query::SummarySeries& series : row.series) {
        const double share = shareOf(series.exclusive.front(), window);
        const auto group = static_cast<FunctionGroup>(series.key.value);
        const bool isKernel = std::ranges::find(m_kernelGroups, series.key) != m_kernelGroups.end();
        shares.all += share;
        shares.kernels += isKernel ? share : 0;
        shares.collectives += isKernel && group == FunctionGroup::Mpi ? share : 0;
        shares.copies += group == FunctionGroup::Copy ? share : 0;
    }
    if (!row.busy.empty()) {
        shares.all = shareOf(row.busy.front(), window);
    }
    return shares;
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
    Parents asked;
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
    const auto unionsOf = [this](std::vector<query::Key> keys) {
        return [this, keys = std::move(keys)](
                   TickRange window, std::uint32_t columns) -> std::optional<query::Request> {
            if (m_parents.empty()) {
                return std::nullopt;
            }
            return query::SummaryTimelineRequest{
                .window = window,
                .columns = columns,
                .rows = m_parents,
                .keys = keys,
                .once = true};
        };
    };
    m_unions.setQuestion(unionsOf({}));
    if (m_kernelGroups.size() > 1) {
        m_kernelUnions.setQuestion(unionsOf(m_kernelGroups));
    }
}

void DeviceBusy::take()
{
    const Known known = knownOf(m_model);
    for (std::size_t i = 0; i < known.rows(); ++i) {
        m_shares[known.asked->rows[i].front()] =
            sharesOf(known.answer->rows[i], known.answer->window);
    }
    emit changed();
}

void DeviceBusy::takeUnions()
{
    const Known known = knownOf(m_unions);
    if (known.rows() > 0) {
        m_sharesOfParents.clear();
    }
    for (std::size_t i = 0; i < known.rows(); ++i) {
        m_sharesOfParents[known.asked->rows[i]] =
            sharesOf(known.answer->rows[i], known.answer->window);
    }
    emit changed();
}

void DeviceBusy::takeKernelUnions()
{
    const Known known = knownOf(m_kernelUnions);
    if (known.rows() > 0) {
        m_kernelsOfParents.clear();
    }
    for (std::size_t i = 0; i < known.rows(); ++i) {
        const std::vector<Tick>& busy = known.answer->rows[i].busy;
        m_kernelsOfParents[known.asked->rows[i]] =
            busy.empty() ? 0 : shareOf(busy.front(), known.answer->window);
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
    if (found == m_sharesOfParents.end() || m_kernelGroups.size() == 1) {
        return found == m_sharesOfParents.end() ? std::nullopt : std::optional(found->second);
    }
    const auto kernels = m_kernelsOfParents.find(streams);
    if (kernels == m_kernelsOfParents.end()) {
        return std::nullopt;
    }
    Shares shares = found->second;
    shares.kernels = kernels->second;
    return shares;
}

}  // namespace vellum::gui::models
