#include "server/reader/otf2/definitions/gathering.h"

#include <string_view>

namespace vellum::server::reader::otf2 {

namespace {

constexpr std::array<std::string_view, kRecordKinds> kNames = {
    "ClockProperties",
    "Paradigm",
    "ParadigmProperty",
    "IoParadigm",
    "String",
    "Attribute",
    "SystemTreeNode",
    "SystemTreeNodeProperty",
    "SystemTreeNodeDomain",
    "LocationGroup",
    "LocationGroupProperty",
    "Location",
    "LocationProperty",
    "Region",
    "Callsite",
    "Callpath",
    "CallpathParameter",
    "SourceCodeLocation",
    "CallingContext",
    "CallingContextProperty",
    "InterruptGenerator",
    "Group",
    "Comm",
    "InterComm",
    "RmaWin",
    "CartDimension",
    "CartTopology",
    "CartCoordinate",
    "MetricMember",
    "MetricClass",
    "MetricInstance",
    "MetricClassRecorder",
    "Parameter",
    "IoRegularFile",
    "IoDirectory",
    "IoFileProperty",
    "IoHandle",
    "IoPreCreatedHandleState",
    "Unknown",
};

std::vector<Property> takeProperties(Gathering& from)
{
    std::vector<Property> properties;
    properties.reserve(from.properties.size());
    const auto textOfString = [&](StringRef ref) {
        const StringDefinition* found = from.strings.find(ref);
        return found != nullptr ? found->text : std::string();
    };
    for (PendingProperty& pending : from.properties) {
        Property& property = properties.emplace_back(std::move(pending.property));
        property.type = pending.value.type;
        if (pending.name.isDefined()) {
            property.name = textOfString(pending.name);
        }
        if (property.value.empty()) {
            property.value =
                pending.value.type == ValueType::String
                    ? textOfString(StringRef(static_cast<std::uint32_t>(pending.value.bits)))
                    : textOf(pending.value);
        }
    }
    return properties;
}

std::vector<ParadigmDefinition> takeParadigms(Gathering& from)
{
    std::vector<ParadigmDefinition> paradigms;
    for (auto& [paradigm, name] : from.paradigms) {
        if (const StringDefinition* found = from.strings.find(name); found != nullptr) {
            paradigm.name = found->text;
        }
        paradigms.push_back(std::move(paradigm));
    }
    return paradigms;
}

std::vector<DefinitionCount> countsOf(const Gathering& from)
{
    std::vector<DefinitionCount> counts;
    for (std::size_t kind = 0; kind < kRecordKinds; ++kind) {
        if (from.counts[kind] > 0) {
            counts.push_back({.kind = std::string(kNames[kind]), .count = from.counts[kind]});
        }
    }
    return counts;
}

void markPreCreated(Gathering& from)
{
    for (const IoHandle& state : from.preCreatedHandles) {
        if (IoHandle* handle = from.ioHandles.find(state.ref); handle != nullptr) {
            handle->flags |= IoHandle::kPreCreated;
            handle->mode = state.mode;
            handle->statusFlags = state.statusFlags;
        }
    }
}

std::vector<Region> takeRegions(Gathering& from)
{
    std::vector<Region> regions = from.regions.take(from.strings);
    for (Region& region : regions) {
        region.group = functionGroupOf(region.paradigm, region.role, region.sourceFile);
    }
    return regions;
}

}  // namespace

ReadDefinitions finish(Gathering& from)
{
    Definitions& to = from.result.definitions;
    markPreCreated(from);
    to.properties = takeProperties(from);
    to.paradigms = takeParadigms(from);
    to.regions = takeRegions(from);
    to.systemTreeNodes = from.nodes.take(from.strings);
    to.locationGroups = from.locationGroups.take(from.strings);
    to.locations = from.locations.take(from.strings);
    to.sourceCodeLocations = from.sourceCodeLocations.take(from.strings);
    to.callingContexts = from.callingContexts.take(from.strings);
    to.interruptGenerators = from.interruptGenerators.take(from.strings);
    to.attributes = from.attributes.take(from.strings);
    to.parameters = from.parameters.take(from.strings);
    to.groups = from.groups.take(from.strings);
    to.communicators = from.communicators.take(from.strings);
    to.rmaWindows = from.rmaWindows.take(from.strings);
    to.cartDimensions = from.cartDimensions.take(from.strings);
    to.cartTopologies = from.cartTopologies.take(from.strings);
    to.cartCoordinates = std::move(from.cartCoordinates);
    to.metricMembers = from.metricMembers.take(from.strings);
    to.metricClasses = from.metricClasses.take(from.strings);
    to.metricInstances = from.metricInstances.take(from.strings);
    to.metricClassRecorders = std::move(from.metricClassRecorders);
    to.ioParadigms = from.ioParadigms.take(from.strings);
    to.ioFiles = from.ioFiles.take(from.strings);
    to.ioHandles = from.ioHandles.take(from.strings);
    to.strings = from.strings.take();
    to.counts = countsOf(from);
    from.result.unknown = from.counts[static_cast<std::size_t>(RecordKind::Unknown)];
    to.buildLookups();
    return std::move(from.result);
}

}  // namespace vellum::server::reader::otf2
