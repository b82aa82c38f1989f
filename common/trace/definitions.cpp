#include "common/trace/definitions.h"

#include "common/base/narrow.h"

namespace vellum {

namespace {

template <typename Ref, typename Definition>
std::unordered_map<Ref, std::size_t> lookup(const std::vector<Definition>& definitions)
{
    std::unordered_map<Ref, std::size_t> index;
    index.reserve(definitions.size());
    for (std::size_t i = 0; i < definitions.size(); ++i) {
        index.emplace(definitions[i].ref, i);  // keeps the first of two
    }
    return index;
}

template <typename Ref, typename Definition>
const Definition* at(
    const std::vector<Definition>& definitions,
    const std::unordered_map<Ref, std::size_t>& index,
    Ref ref)
{
    const auto found = index.find(ref);
    return found == index.end() ? nullptr : &definitions[found->second];
}

}  // namespace

void Definitions::buildLookups()
{
    m_nodeIndex = lookup<SystemTreeNodeRef>(systemTreeNodes);
    m_locationGroupIndex = lookup<LocationGroupRef>(locationGroups);
    m_locationIndex = lookup<LocationRef>(locations);
    m_regionIndex = lookup<RegionRef>(regions);
    m_groupIndex = lookup<GroupRef>(groups);
    m_commIndex = lookup<CommRef>(communicators);
}

const SystemTreeNode* Definitions::find(SystemTreeNodeRef ref) const
{
    return at(systemTreeNodes, m_nodeIndex, ref);
}
const LocationGroup* Definitions::find(LocationGroupRef ref) const
{
    return at(locationGroups, m_locationGroupIndex, ref);
}
const Location* Definitions::find(LocationRef ref) const
{
    return at(locations, m_locationIndex, ref);
}
const Region* Definitions::find(RegionRef ref) const
{
    return at(regions, m_regionIndex, ref);
}
const Group* Definitions::find(GroupRef ref) const
{
    return at(groups, m_groupIndex, ref);
}
const Communicator* Definitions::find(CommRef ref) const
{
    return at(communicators, m_commIndex, ref);
}

LocationIndex Definitions::indexOf(LocationRef ref) const
{
    const auto found = m_locationIndex.find(ref);
    return found == m_locationIndex.end() ? LocationIndex::undefined()
                                          : LocationIndex(narrow<std::uint32_t>(found->second));
}

std::string Definitions::pathOf(const Location& location) const
{
    std::string path = location.name;
    const LocationGroup* group = find(location.group);
    if (group == nullptr) {
        return path;
    }
    path.insert(0, group->name + "/");
    const SystemTreeNode* node = find(group->parent);
    // A damaged trace may have a ring of parents: no path is longer than the number of nodes.
    for (std::size_t steps = 0; node != nullptr && steps < systemTreeNodes.size(); ++steps) {
        path.insert(0, node->name + "/");
        node = find(node->parent);
    }
    return path;
}

}  // namespace vellum
