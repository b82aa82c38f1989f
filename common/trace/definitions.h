#pragma once

#include "common/time/clock_properties.h"
#include "common/trace/call_sites.h"
#include "common/trace/definition_places.h"
#include "common/trace/enums.h"
#include "common/trace/function_group.h"
#include "common/trace/io_definitions.h"
#include "common/trace/markers.h"
#include "common/trace/metrics.h"
#include "common/trace/properties.h"
#include "common/trace/refs.h"
#include "common/trace/topologies.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vellum {

struct SystemTreeNode {
    SystemTreeNodeRef ref;
    std::string name;
    std::string className;     ///< "machine", "node", …
    SystemTreeNodeRef parent;  ///< undefined for a root

    friend bool operator==(const SystemTreeNode&, const SystemTreeNode&) = default;
};

struct LocationGroup {
    LocationGroupRef ref;
    std::string name;
    LocationGroupType type = LocationGroupType::Unknown;
    SystemTreeNodeRef parent;
    LocationGroupRef creator;  ///< of an accelerator context: its process; undefined if none

    friend bool operator==(const LocationGroup&, const LocationGroup&) = default;
};

struct Location {
    LocationRef ref;
    std::string name;
    LocationType type = LocationType::Unknown;
    std::uint64_t claimedEvents = 0;  ///< what the definitions say; the import counts for itself
    LocationGroupRef group;

    friend bool operator==(const Location&, const Location&) = default;
};

struct Region {
    RegionRef ref;
    std::string name;
    std::string canonicalName;  ///< mangled, where it was
    RegionRole role = RegionRole::Unknown;
    Paradigm paradigm = Paradigm::Unknown;
    FunctionGroup group = FunctionGroup::Unknown;
    std::string sourceFile;       ///< empty if unknown
    std::uint32_t beginLine = 0;  ///< 0 if unknown
    std::uint32_t endLine = 0;
    std::string description{};
    /// That whoever recorded it chose: 0xffRRGGBB; 0: none.
    std::uint32_t color = 0;

    friend bool operator==(const Region&, const Region&) = default;
};

/// OTF2's groups, of which communicators are made.
struct Group {
    GroupRef ref;
    GroupType type = GroupType::Unknown;
    Paradigm paradigm = Paradigm::Unknown;
    std::string name;
    std::vector<std::uint64_t> members;  ///< what a member is depends on the type
    bool globalMembers = false;          ///< ranks in records are those of the paradigm's locations

    friend bool operator==(const Group&, const Group&) = default;
};

struct Communicator {
    CommRef ref;
    std::string name;
    GroupRef group;
    GroupRef remoteGroup;  ///< defined for inter-communicators only
    CommRef parent;
    std::uint32_t flags = 0;  ///< 1: its making and end are records

    friend bool operator==(const Communicator&, const Communicator&) = default;
};

/// From a reference to the place of its definition.
struct DefinitionLookups {
    DefinitionPlaces<SystemTreeNodeRef> nodes;
    DefinitionPlaces<LocationGroupRef> locationGroups;
    DefinitionPlaces<LocationRef> locations;
    DefinitionPlaces<RegionRef> regions;
    DefinitionPlaces<GroupRef> groups;
    DefinitionPlaces<CommRef> communicators;
    DefinitionPlaces<CallingContextRef> callingContexts;
    DefinitionPlaces<SourceCodeLocationRef> sourceCodeLocations;
    DefinitionPlaces<InterruptGeneratorRef> interruptGenerators;
    DefinitionPlaces<MetricMemberRef> metricMembers;
    DefinitionPlaces<MetricRef> metricClasses;
    DefinitionPlaces<MetricRef> metricInstances;
    DefinitionPlaces<RmaWinRef> rmaWindows;
    DefinitionPlaces<IoFileRef> ioFiles;
    DefinitionPlaces<IoHandleRef> ioHandles;
    DefinitionPlaces<StringRef> strings;
    DefinitionPlaces<AttributeRef> attributes;
    DefinitionPlaces<ParameterRef> parameters;
    DefinitionPlaces<MarkerRef> markers;
};

/// Everything a trace defines, as read, in the order of the definitions file.
///
/// Layout   One vector per kind. `lookups` turn a reference into a place in its vector; they are
///          rebuilt by `buildLookups()` after the vectors are filled.
/// Odd case Two definitions of one reference: the first wins, the import reports the second.
/// Threads  Immutable once built: const access from any thread.
/// Source   OTF2 3.0.2 definition records.
struct Definitions {
    ClockProperties clock;
    std::string creator;  ///< the program that wrote the trace
    std::vector<SystemTreeNode> systemTreeNodes;
    std::vector<LocationGroup> locationGroups;
    std::vector<Location> locations;
    std::vector<Region> regions;
    std::vector<Group> groups;
    std::vector<Communicator> communicators;
    std::vector<MetricMember> metricMembers;
    std::vector<CallingContext> callingContexts;
    std::vector<SourceCodeLocation> sourceCodeLocations;
    std::vector<InterruptGenerator> interruptGenerators;
    std::vector<MetricClass> metricClasses;
    std::vector<MetricInstance> metricInstances;
    std::vector<MetricClassRecorder> metricClassRecorders;
    std::vector<RmaWindow> rmaWindows;
    std::vector<CartDimension> cartDimensions;
    std::vector<CartTopology> cartTopologies;
    std::vector<CartCoordinate> cartCoordinates;
    std::vector<IoParadigm> ioParadigms;
    std::vector<IoFile> ioFiles;
    std::vector<IoHandle> ioHandles;
    std::vector<ParadigmDefinition> paradigms;
    std::vector<StringDefinition> strings;  ///< all that events may name
    std::vector<Attribute> attributes;
    std::vector<Parameter> parameters;
    std::vector<MarkerDefinition> markers;
    std::vector<Property> properties;
    std::vector<DefinitionCount> counts;  ///< of the records read, by kind

    void buildLookups();

    /// Gives each metric member a class of its own, of the same number, for formats whose counters
    /// stand alone.
    void defineMetricClasses();

    /// The definition, or nothing if the trace has none with this reference.
    [[nodiscard]] const SystemTreeNode* find(SystemTreeNodeRef ref) const;
    [[nodiscard]] const LocationGroup* find(LocationGroupRef ref) const;
    [[nodiscard]] const Location* find(LocationRef ref) const;
    [[nodiscard]] const Region* find(RegionRef ref) const;
    [[nodiscard]] const Group* find(GroupRef ref) const;
    [[nodiscard]] const Communicator* find(CommRef ref) const;
    [[nodiscard]] const CallingContext* find(CallingContextRef ref) const;
    [[nodiscard]] const SourceCodeLocation* find(SourceCodeLocationRef ref) const;
    [[nodiscard]] const InterruptGenerator* find(InterruptGeneratorRef ref) const;
    [[nodiscard]] const MetricMember* find(MetricMemberRef ref) const;
    [[nodiscard]] const RmaWindow* find(RmaWinRef ref) const;
    [[nodiscard]] const IoFile* find(IoFileRef ref) const;
    [[nodiscard]] const IoHandle* find(IoHandleRef ref) const;
    [[nodiscard]] const StringDefinition* find(StringRef ref) const;
    [[nodiscard]] const Attribute* find(AttributeRef ref) const;
    [[nodiscard]] const Parameter* find(ParameterRef ref) const;
    [[nodiscard]] const MarkerDefinition* find(MarkerRef ref) const;

    /// The class that a Metric record names, itself or by an instance; nothing if there is none.
    [[nodiscard]] const MetricClass* metricClassOf(MetricRef ref) const;
    [[nodiscard]] const MetricInstance* metricInstance(MetricRef ref) const;

    /// In definition order. Cost: looks at every property.
    [[nodiscard]] std::vector<const Property*> propertiesOf(
        PropertyTarget target, std::uint64_t ref) const;

    /// Undefined if there is no such location.
    [[nodiscard]] LocationIndex indexOf(LocationRef ref) const;

    /// "machine/node/process/location": names joined by '/', what `path` is in JSON and what
    /// `--locations path/with/*` is matched against.
    [[nodiscard]] std::string pathOf(const Location& location) const;

    DefinitionLookups lookups;  ///< derived by buildLookups()
};

}  // namespace vellum
