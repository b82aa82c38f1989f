#include "gui/models/row_groups.h"

#include "gui/data/wording.h"

#include <QObject>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace vellum::gui::models {

namespace {

constexpr std::uint32_t kNumberOfRest = 0xff'ffff;  ///< of what no other group has
constexpr std::size_t kMostOpen = 256;  ///< locations below groups that are not folded at first

LocationList shared(std::vector<LocationRef> locations)
{
    return std::make_shared<const std::vector<LocationRef>>(std::move(locations));
}

/// Gathers the groups of communicators.
class Communicators {
public:
    explicit Communicators(const Definitions& definitions) : m_definitions(definitions)
    {
        for (const Location& location : definitions.locations) {
            m_below[location.group].push_back(location.ref);
        }
    }

    RowGrouping build(std::size_t mostMembers)
    {
        RowGrouping grouping{.by = RowsBy::Communicator};
        for (const Communicator& communicator : m_definitions.communicators) {
            std::vector<LocationRef> members = membersOf(communicator);
            if (members.empty()) {
                continue;
            }
            const auto known = m_numbers.find(members);
            if (known != m_numbers.end()) {
                ++m_alike[known->second];
                grouping.groups[known->second].communicators.push_back(communicator.ref);
            } else if (m_members + members.size() > mostMembers) {
                ++grouping.leftOut;
            } else {
                add(grouping, communicator, std::move(members));
            }
        }
        for (std::size_t i = 0; i < grouping.groups.size(); ++i) {
            if (m_alike[i] > 0) {
                grouping.groups[i].name +=
                    QObject::tr(" and %1 more").arg(data::grouped(m_alike[i]));
            }
            grouping.groups[i].startsFolded = m_members > kMostOpen;
        }
        sortGroups(grouping);
        addRest(grouping);
        return grouping;
    }

private:
    /// Those of MPI before teams of threads and groups of streams, the largest first.
    void sortGroups(RowGrouping& grouping) const
    {
        const auto placeOf = [this](const RowGroup& group) {
            const Communicator* communicator = m_definitions.find(group.communicators.front());
            const Group* members = m_definitions.find(communicator->group);
            const bool isMpi = members != nullptr && members->paradigm == Paradigm::Mpi;
            return std::pair(isMpi ? 0 : 1, -static_cast<std::int64_t>(group.locations->size()));
        };
        std::ranges::stable_sort(grouping.groups, {}, placeOf);
    }

    /// Empty where it is of fewer than two.
    [[nodiscard]] std::vector<LocationRef> membersOf(const Communicator& communicator) const
    {
        std::vector<LocationRef> ranks = ranksOf(m_definitions, communicator);
        std::vector<LocationRef> members;
        std::unordered_set<LocationRef> seen;
        std::unordered_set<LocationGroupRef> taken;
        std::erase_if(ranks, [&seen](LocationRef rank) { return !seen.insert(rank).second; });
        for (const LocationRef rank : ranks) {
            const LocationGroupRef process = m_definitions.find(rank)->group;
            if (taken.insert(process).second) {
                const std::vector<LocationRef>& own = m_below.at(process);
                members.insert(members.end(), own.begin(), own.end());
            }
        }
        if (ranks.size() < 2) {
            return {};
        }
        // Of several members in one process none stands for all of it.
        return taken.size() < ranks.size() ? ranks : members;
    }

    void add(
        RowGrouping& grouping, const Communicator& communicator, std::vector<LocationRef> members)
    {
        m_members += members.size();
        m_placed.insert(members.begin(), members.end());
        m_numbers.emplace(members, grouping.groups.size());
        m_alike.push_back(0);
        grouping.groups.push_back(
            {.number = static_cast<std::uint32_t>(grouping.groups.size()),
             .name = data::communicatorText(m_definitions, communicator.ref),
             .locations = shared(std::move(members)),
             .communicators = {communicator.ref}});
    }

    void addRest(RowGrouping& grouping) const
    {
        std::vector<LocationRef> rest;
        for (const Location& location : m_definitions.locations) {
            if (!m_placed.contains(location.ref)) {
                rest.push_back(location.ref);
            }
        }
        if (!rest.empty()) {
            grouping.groups.push_back(
                {.number = kNumberOfRest,
                 .name = QObject::tr("In no communicator"),
                 .locations = shared(std::move(rest)),
                 .startsFolded = m_members > kMostOpen});
        }
    }

    const Definitions& m_definitions;
    std::unordered_map<LocationGroupRef, std::vector<LocationRef>> m_below;
    std::map<std::vector<LocationRef>, std::size_t> m_numbers;  ///< of the groups, by members
    std::vector<std::uint64_t> m_alike;  ///< by group: how many more communicators it stands for
    std::unordered_set<LocationRef> m_placed;
    std::size_t m_members = 0;
};

QString nameOf(LocationType type)
{
    switch (type) {
    case LocationType::CpuThread:
        return QObject::tr("CPU threads");
    case LocationType::AcceleratorStream:
        return QObject::tr("GPU streams");
    case LocationType::Metric:
        return QObject::tr("Metrics");
    case LocationType::Unknown:
        break;
    }
    return QObject::tr("Other locations");
}

}  // namespace

RowGrouping groupedByCommunicator(const Definitions& definitions, std::size_t mostMembers)
{
    return Communicators(definitions).build(mostMembers);
}

RowGrouping groupedByType(const Definitions& definitions)
{
    RowGrouping grouping{.by = RowsBy::LocationType};
    for (const LocationType type :
         {LocationType::CpuThread,
          LocationType::AcceleratorStream,
          LocationType::Metric,
          LocationType::Unknown}) {
        std::vector<LocationRef> locations;
        for (const Location& location : definitions.locations) {
            if (location.type == type) {
                locations.push_back(location.ref);
            }
        }
        if (!locations.empty()) {
            grouping.groups.push_back(
                {.number = static_cast<std::uint32_t>(type),
                 .name = nameOf(type),
                 .locations = shared(std::move(locations)),
                 .startsFolded = type == LocationType::Metric});
        }
    }
    return grouping;
}

bool canGroupBy(const Definitions& definitions, RowsBy by)
{
    switch (by) {
    case RowsBy::SystemTree:
        return true;
    case RowsBy::Communicator:
        return std::ranges::any_of(definitions.communicators, [&](const Communicator& one) {
            return ranksOf(definitions, one).size() > 1;
        });
    case RowsBy::LocationType:
        return std::ranges::any_of(definitions.locations, [&](const Location& one) {
            return one.type != definitions.locations.front().type;
        });
    case RowsBy::Likeness:
        return definitions.locations.size() > 1;
    }
    return false;
}

std::shared_ptr<const RowGrouping> withOwnGroup(
    const RowGrouping* now, const QString& name, std::vector<LocationRef> locations)
{
    auto next = std::make_shared<RowGrouping>(now != nullptr ? *now : RowGrouping());
    const std::unordered_set<LocationRef> taken(locations.begin(), locations.end());
    std::uint32_t number = 0;
    for (RowGroup& group : next->own) {
        std::vector<LocationRef> left = *group.locations;
        std::erase_if(left, [&taken](LocationRef one) { return taken.contains(one); });
        group.locations = shared(std::move(left));
        number = std::max(number, group.number + 1);
    }
    std::erase_if(next->own, [](const RowGroup& group) { return group.locations->empty(); });
    if (!locations.empty()) {
        next->own.push_back(
            {.number = number, .name = name, .locations = shared(std::move(locations))});
    }
    return groupedAnew(next.get(), *next);
}

std::shared_ptr<const RowGrouping> withoutOwnGroups(
    const RowGrouping& now, const std::vector<LocationRef>& locations)
{
    RowGrouping next = now;
    const std::unordered_set<LocationRef> meant(locations.begin(), locations.end());
    std::erase_if(next.own, [&meant](const RowGroup& group) {
        return std::ranges::any_of(
            *group.locations, [&meant](LocationRef one) { return meant.contains(one); });
    });
    return groupedAnew(&next, next);
}

std::shared_ptr<const RowGrouping> groupedAnew(const RowGrouping* now, RowGrouping groups)
{
    groups.own = now != nullptr ? now->own : std::vector<RowGroup>();
    const bool isPlain = groups.by == RowsBy::SystemTree && groups.own.empty();
    return isPlain ? nullptr : std::make_shared<const RowGrouping>(std::move(groups));
}

QString qualifiedName(const Definitions& definitions, const Location& location)
{
    const LocationGroup* process = definitions.find(location.group);
    const QString own = location.name.empty() ? QObject::tr("location %1").arg(location.ref.value())
                                              : QString::fromStdString(location.name);
    return process == nullptr || process->name.empty() || process->name == location.name
               ? own
               : QString::fromStdString(process->name) + QStringLiteral(" · ") + own;
}

QString shortestName(
    const Definitions& definitions, const Location& location, const ProcessSizes& sizes)
{
    const LocationGroup* process = definitions.find(location.group);
    const auto size = sizes.find(location.group);
    const bool isAll = location.type == LocationType::CpuThread && size != sizes.end()
                       && size->second == 1 && process != nullptr && !process->name.empty();
    return isAll ? QString::fromStdString(process->name) : qualifiedName(definitions, location);
}

}  // namespace vellum::gui::models
