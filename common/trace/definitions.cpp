#include "common/trace/definitions.h"

#include "common/base/narrow.h"

namespace vellum {

namespace {

template <typename Ref, typename Definition>
std::unordered_map<Ref, std::size_t> indexByRef(const std::vector<Definition>& definitions)
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
    lookups.nodes = indexByRef<SystemTreeNodeRef>(systemTreeNodes);
    lookups.locationGroups = indexByRef<LocationGroupRef>(locationGroups);
    lookups.locations = indexByRef<LocationRef>(locations);
    lookups.regions = indexByRef<RegionRef>(regions);
    lookups.groups = indexByRef<GroupRef>(groups);
    lookups.communicators = indexByRef<CommRef>(communicators);
    lookups.callingContexts = indexByRef<CallingContextRef>(callingContexts);
}

const SystemTreeNode* Definitions::find(SystemTreeNodeRef ref) const
{
    return at(systemTreeNodes, lookups.nodes, ref);
}
const LocationGroup* Definitions::find(LocationGroupRef ref) const
{
    return at(locationGroups, lookups.locationGroups, ref);
}
const Location* Definitions::find(LocationRef ref) const
{
    return at(locations, lookups.locations, ref);
}
const Region* Definitions::find(RegionRef ref) const
{
    return at(regions, lookups.regions, ref);
}
const Group* Definitions::find(GroupRef ref) const
{
    return at(groups, lookups.groups, ref);
}
const Communicator* Definitions::find(CommRef ref) const
{
    return at(communicators, lookups.communicators, ref);
}
const CallingContext* Definitions::find(CallingContextRef ref) const
{
    return at(callingContexts, lookups.callingContexts, ref);
}

LocationIndex Definitions::indexOf(LocationRef ref) const
{
    const auto found = lookups.locations.find(ref);
    return found == lookups.locations.end() ? LocationIndex::undefined()
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
