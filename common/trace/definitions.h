#pragma once

#include "common/time/clock_properties.h"
#include "common/trace/enums.h"
#include "common/trace/function_group.h"
#include "common/trace/refs.h"

#include <cstdint>
#include <string>
#include <unordered_map>
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

    friend bool operator==(const Communicator&, const Communicator&) = default;
};

/// A position in the call tree, where a trace has been sampled or instrumented with call paths.
struct CallingContext {
    CallingContextRef ref;
    RegionRef region;
    CallingContextRef parent;  ///< undefined for a root

    friend bool operator==(const CallingContext&, const CallingContext&) = default;
};

struct MetricMember {
    MetricMemberRef ref;
    std::string name;
    std::string unit;

    friend bool operator==(const MetricMember&, const MetricMember&) = default;
};

/// From a reference to the place of its definition.
struct DefinitionLookups {
    std::unordered_map<SystemTreeNodeRef, std::size_t> nodes;
    std::unordered_map<LocationGroupRef, std::size_t> locationGroups;
    std::unordered_map<LocationRef, std::size_t> locations;
    std::unordered_map<RegionRef, std::size_t> regions;
    std::unordered_map<GroupRef, std::size_t> groups;
    std::unordered_map<CommRef, std::size_t> communicators;
    std::unordered_map<CallingContextRef, std::size_t> callingContexts;
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

    void buildLookups();

    /// The definition, or nothing if the trace has none with this reference.
    [[nodiscard]] const SystemTreeNode* find(SystemTreeNodeRef ref) const;
    [[nodiscard]] const LocationGroup* find(LocationGroupRef ref) const;
    [[nodiscard]] const Location* find(LocationRef ref) const;
    [[nodiscard]] const Region* find(RegionRef ref) const;
    [[nodiscard]] const Group* find(GroupRef ref) const;
    [[nodiscard]] const Communicator* find(CommRef ref) const;
    [[nodiscard]] const CallingContext* find(CallingContextRef ref) const;

    /// Undefined if there is no such location.
    [[nodiscard]] LocationIndex indexOf(LocationRef ref) const;

    /// "machine/node/process/location": names joined by '/', what `path` is in JSON and what
    /// `--locations path/with/*` is matched against.
    [[nodiscard]] std::string pathOf(const Location& location) const;

    DefinitionLookups lookups;  ///< derived by buildLookups()
};

}  // namespace vellum
