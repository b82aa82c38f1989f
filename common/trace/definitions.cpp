#include "common/trace/definitions.h"

#include "common/base/narrow.h"

namespace vellum {

namespace {

template <typename Ref, typename Definition>
const Definition* at(
    const std::vector<Definition>& definitions, const DefinitionPlaces<Ref>& places, Ref ref)
{
    const auto found = places.find(ref);
    return found ? &definitions[*found] : nullptr;
}

}  // namespace

void Definitions::buildLookups()
{
    lookups.nodes = DefinitionPlaces<SystemTreeNodeRef>(systemTreeNodes);
    lookups.locationGroups = DefinitionPlaces<LocationGroupRef>(locationGroups);
    lookups.locations = DefinitionPlaces<LocationRef>(locations);
    lookups.regions = DefinitionPlaces<RegionRef>(regions);
    lookups.groups = DefinitionPlaces<GroupRef>(groups);
    lookups.communicators = DefinitionPlaces<CommRef>(communicators);
    lookups.callingContexts = DefinitionPlaces<CallingContextRef>(callingContexts);
    lookups.sourceCodeLocations = DefinitionPlaces<SourceCodeLocationRef>(sourceCodeLocations);
    lookups.interruptGenerators = DefinitionPlaces<InterruptGeneratorRef>(interruptGenerators);
    lookups.metricMembers = DefinitionPlaces<MetricMemberRef>(metricMembers);
    lookups.rmaWindows = DefinitionPlaces<RmaWinRef>(rmaWindows);
    lookups.ioFiles = DefinitionPlaces<IoFileRef>(ioFiles);
    lookups.ioHandles = DefinitionPlaces<IoHandleRef>(ioHandles);
    lookups.strings = DefinitionPlaces<StringRef>(strings);
    lookups.attributes = DefinitionPlaces<AttributeRef>(attributes);
    lookups.parameters = DefinitionPlaces<ParameterRef>(parameters);
    lookups.markers = DefinitionPlaces<MarkerRef>(markers);
    lookups.metricClasses = DefinitionPlaces<MetricRef>(metricClasses);
    lookups.metricInstances = DefinitionPlaces<MetricRef>(metricInstances);
}

void Definitions::defineMetricClasses()
{
    metricClasses.reserve(metricClasses.size() + metricMembers.size());
    for (const MetricMember& member : metricMembers) {
        metricClasses.push_back(
            {.ref = MetricRef(member.ref.value()),
             .members = {member.ref},
             .occurrence = MetricOccurrence::Asynchronous});
    }
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

const SourceCodeLocation* Definitions::find(SourceCodeLocationRef ref) const
{
    return at(sourceCodeLocations, lookups.sourceCodeLocations, ref);
}
const InterruptGenerator* Definitions::find(InterruptGeneratorRef ref) const
{
    return at(interruptGenerators, lookups.interruptGenerators, ref);
}
const MetricMember* Definitions::find(MetricMemberRef ref) const
{
    return at(metricMembers, lookups.metricMembers, ref);
}
const RmaWindow* Definitions::find(RmaWinRef ref) const
{
    return at(rmaWindows, lookups.rmaWindows, ref);
}
const IoFile* Definitions::find(IoFileRef ref) const
{
    return at(ioFiles, lookups.ioFiles, ref);
}
const IoHandle* Definitions::find(IoHandleRef ref) const
{
    return at(ioHandles, lookups.ioHandles, ref);
}
const StringDefinition* Definitions::find(StringRef ref) const
{
    return at(strings, lookups.strings, ref);
}
const Attribute* Definitions::find(AttributeRef ref) const
{
    return at(attributes, lookups.attributes, ref);
}
const Parameter* Definitions::find(ParameterRef ref) const
{
    return at(parameters, lookups.parameters, ref);
}
const MarkerDefinition* Definitions::find(MarkerRef ref) const
{
    return at(markers, lookups.markers, ref);
}

const MetricInstance* Definitions::metricInstance(MetricRef ref) const
{
    return at(metricInstances, lookups.metricInstances, ref);
}

const MetricClass* Definitions::metricClassOf(MetricRef ref) const
{
    const MetricInstance* instance = metricInstance(ref);
    return at(
        metricClasses, lookups.metricClasses, instance != nullptr ? instance->metricClass : ref);
}

std::vector<const Property*> Definitions::propertiesOf(
    PropertyTarget target, std::uint64_t ref) const
{
    std::vector<const Property*> found;
    for (const Property& property : properties) {
        if (property.target == target && property.ref == ref) {
            found.push_back(&property);
        }
    }
    return found;
}

LocationIndex Definitions::indexOf(LocationRef ref) const
{
    const auto found = lookups.locations.find(ref);
    return found ? LocationIndex(narrow<std::uint32_t>(*found)) : LocationIndex::undefined();
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
