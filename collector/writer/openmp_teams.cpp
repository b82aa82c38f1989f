#include "collector/writer/openmp_teams.h"

#include "collector/sources/openmp/constructs.h"

#include <algorithm>
#include <utility>

namespace vellum::collector::writer {

using measurement::EventKind;
using measurement::EventRecord;

namespace {

template <typename Take>
void forEachRecord(const SpooledLocation& location, Take take)
{
    RecordReader reader = location.read();
    for (EventRecord record; reader.next(record);) {
        take(record);
    }
}

}  // namespace

OpenMpTeams::OpenMpTeams(std::span<const SpooledLocation> locations) : m_members(1)
{
    readRegions(locations);
    readMembers(locations);
    for (const Region& region : m_regions) {
        if (region.node != 0) {
            teamOfNode(region.node);
        }
    }
}

/// They are counted first, so that a number that is none takes no memory.
void OpenMpTeams::readRegions(std::span<const SpooledLocation> locations)
{
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ends;
    std::size_t count = 0;
    for (const SpooledLocation& location : locations) {
        forEachRecord(location, [&](const EventRecord& record) {
            const EventKind kind = measurement::kindOf(record);
            count += kind == EventKind::OmpParallelBegin ? 1 : 0;
            if (kind == EventKind::OmpParallelEnd) {
                ends.emplace_back(measurement::subjectOf(record), record.tick);
            }
        });
    }
    m_regions.resize(count);
    for (const auto& [region, tick] : ends) {
        if (find(region) != nullptr) {
            m_regions[region - 1].end = tick;
        }
    }
}

void OpenMpTeams::readMembers(std::span<const SpooledLocation> locations)
{
    for (const SpooledLocation& location : locations) {
        const std::uint32_t self = location.header().index;
        forEachRecord(location, [&](const EventRecord& record) {
            const std::uint64_t region = measurement::subjectOf(record);
            if (measurement::kindOf(record) == EventKind::OmpTeamBegin && find(region) != nullptr) {
                Region& entered = m_regions[region - 1];
                const auto thread = static_cast<std::uint32_t>(record.frame >> openmp::kPlaceBits);
                entered.node = with(entered.node, thread, self);
            }
        });
    }
}

OpenMpTeams::Node OpenMpTeams::with(Node others, std::uint32_t thread, std::uint32_t location)
{
    const auto [place, isNew] =
        m_nodes.try_emplace({others, thread, location}, static_cast<Node>(m_members.size()));
    if (isNew) {
        m_members.push_back({.others = others, .thread = thread, .location = location});
    }
    return place->second;
}

std::size_t OpenMpTeams::teamOfNode(Node node)
{
    const auto [place, isNew] = m_teamOfNode.try_emplace(node, m_teams.size());
    if (isNew) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> members;
        for (Node at = node; at != 0; at = m_members[at].others) {
            members.emplace_back(m_members[at].thread, m_members[at].location);
        }
        std::ranges::sort(members);
        std::vector<std::uint32_t>& team = m_teams.emplace_back();
        for (const auto& [thread, location] : members) {
            team.push_back(location);
        }
    }
    return place->second;
}

const OpenMpTeams::Region* OpenMpTeams::find(std::uint64_t region) const
{
    return region == 0 || region > m_regions.size() ? nullptr : &m_regions[region - 1];
}

std::optional<std::size_t> OpenMpTeams::teamOf(std::uint64_t region) const
{
    const Region* const found = find(region);
    return found == nullptr || found->node == 0 ? std::nullopt
                                                : std::optional(m_teamOfNode.at(found->node));
}

std::uint64_t OpenMpTeams::endOf(std::uint64_t region) const
{
    const Region* const found = find(region);
    return found == nullptr ? 0 : found->end;
}

std::size_t OpenMpTeams::alone(std::uint32_t location)
{
    if (m_members.empty()) {
        m_members.resize(1);
    }
    return teamOfNode(with(0, 0, location));
}

}  // namespace vellum::collector::writer
