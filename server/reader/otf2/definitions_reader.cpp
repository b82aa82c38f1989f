#include "server/reader/otf2/definitions_reader.h"

#include "server/reader/otf2/otf2_errors.h"

#include <otf2/otf2.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace vellum::server::reader::otf2 {

namespace {

/// Where a text goes once all strings are known: definitions may name strings that come later.
struct PendingText {
    std::size_t index = 0;
    OTF2_StringRef string = OTF2_UNDEFINED_STRING;
};

template <typename Enum>
Enum enumOf(std::uint64_t value)
{
    const bool fits = value <= std::numeric_limits<std::underlying_type_t<Enum>>::max();
    return fits ? static_cast<Enum>(value) : Enum{};
}

/// Gathers the records of one kind; of two with one reference the first stays.
template <typename Definition>
class Kind {
public:
    using Ref = decltype(Definition::ref);

    explicit Kind(const char* name) : m_name(name) {}

    /// \return where it stands, or nothing if the reference is taken
    bool add(Definition definition, ReadDefinitions& result)
    {
        if (!m_known.insert(definition.ref).second) {
            if (result.duplicates++ == 0) {
                result.firstDuplicate =
                    std::string(m_name) + " " + std::to_string(definition.ref.value());
            }
            return false;
        }
        m_definitions.push_back(std::move(definition));
        return true;
    }
    void addText(std::vector<PendingText>& texts, OTF2_StringRef string)
    {
        texts.push_back({.index = m_definitions.size() - 1, .string = string});
    }
    [[nodiscard]] std::vector<Definition>& all() { return m_definitions; }

private:
    const char* m_name;
    std::vector<Definition> m_definitions;
    std::unordered_set<Ref> m_known;
};

/// Takes the callbacks' records; the library's user data.
struct Gathering {
    ReadDefinitions result;
    std::exception_ptr failure;
    std::unordered_map<OTF2_StringRef, std::string> strings;

    Kind<SystemTreeNode> nodes{"system tree node"};
    Kind<LocationGroup> locationGroups{"location group"};
    Kind<Location> locations{"location"};
    Kind<Region> regions{"region"};
    Kind<Group> groups{"group"};
    Kind<Communicator> communicators{"communicator"};
    Kind<MetricMember> metricMembers{"metric member"};
    Kind<CallingContext> callingContexts{"calling context"};

    std::vector<PendingText> nodeNames;
    std::vector<PendingText> nodeClasses;
    std::vector<PendingText> locationGroupNames;
    std::vector<PendingText> locationNames;
    std::vector<PendingText> regionNames;
    std::vector<PendingText> regionCanonicalNames;
    std::vector<PendingText> regionFiles;
    std::vector<PendingText> groupNames;
    std::vector<PendingText> communicatorNames;
    std::vector<PendingText> metricNames;
    std::vector<PendingText> metricUnits;
};

/// The library is C: nothing may be thrown through it.
template <typename Body>
OTF2_CallbackCode guarded(void* userData, Body body) noexcept
{
    auto& gathering = *static_cast<Gathering*>(userData);
    try {
        body(gathering);
    } catch (const std::exception&) {
        gathering.failure = std::current_exception();
        return OTF2_CALLBACK_ERROR;
    }
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode onClock(
    void* userData,
    std::uint64_t resolution,
    std::uint64_t offset,
    std::uint64_t length,
    std::uint64_t realtime)
{
    return guarded(userData, [&](Gathering& to) {
        if (to.result.hasClock) {
            return;
        }
        ClockProperties& clock = to.result.definitions.clock;
        clock.ticksPerSecond = resolution;
        clock.globalOffset = offset;
        clock.length = length;
        clock.realtimeNs = realtime == OTF2_UNDEFINED_TIMESTAMP ? 0 : realtime;
        to.result.hasClock = resolution > 0;
    });
}

OTF2_CallbackCode onString(void* userData, OTF2_StringRef self, const char* string)
{
    return guarded(userData, [&](Gathering& to) { to.strings.emplace(self, string); });
}

OTF2_CallbackCode onNode(
    void* userData,
    OTF2_SystemTreeNodeRef self,
    OTF2_StringRef name,
    OTF2_StringRef className,
    OTF2_SystemTreeNodeRef parent)
{
    return guarded(userData, [&](Gathering& to) {
        if (to.nodes.add(
                {.ref = SystemTreeNodeRef(self), .parent = SystemTreeNodeRef(parent)}, to.result)) {
            to.nodes.addText(to.nodeNames, name);
            to.nodes.addText(to.nodeClasses, className);
        }
    });
}

OTF2_CallbackCode onLocationGroup(
    void* userData,
    OTF2_LocationGroupRef self,
    OTF2_StringRef name,
    OTF2_LocationGroupType type,
    OTF2_SystemTreeNodeRef parent,
    OTF2_LocationGroupRef creator)
{
    return guarded(userData, [&](Gathering& to) {
        if (to.locationGroups.add(
                {.ref = LocationGroupRef(self),
                 .type = enumOf<LocationGroupType>(type),
                 .parent = SystemTreeNodeRef(parent),
                 .creator = LocationGroupRef(creator)},
                to.result)) {
            to.locationGroups.addText(to.locationGroupNames, name);
        }
    });
}

OTF2_CallbackCode onLocation(
    void* userData,
    OTF2_LocationRef self,
    OTF2_StringRef name,
    OTF2_LocationType type,
    std::uint64_t events,
    OTF2_LocationGroupRef group)
{
    return guarded(userData, [&](Gathering& to) {
        if (to.locations.add(
                {.ref = LocationRef(self),
                 .type = enumOf<LocationType>(type),
                 .claimedEvents = events,
                 .group = LocationGroupRef(group)},
                to.result)) {
            to.locations.addText(to.locationNames, name);
        }
    });
}

// NOLINTNEXTLINE(readability-function-size): the library's parameters
OTF2_CallbackCode onRegion(
    void* userData,
    OTF2_RegionRef self,
    OTF2_StringRef name,
    OTF2_StringRef canonicalName,
    OTF2_StringRef /*description*/,
    OTF2_RegionRole role,
    OTF2_Paradigm paradigm,
    OTF2_RegionFlag /*flags*/,
    OTF2_StringRef sourceFile,
    std::uint32_t beginLine,
    std::uint32_t endLine)
{
    return guarded(userData, [&](Gathering& to) {
        if (to.regions.add(
                {.ref = RegionRef(self),
                 .role = enumOf<RegionRole>(role),
                 .paradigm = enumOf<Paradigm>(paradigm),
                 .beginLine = beginLine,
                 .endLine = endLine},
                to.result)) {
            to.regions.addText(to.regionNames, name);
            to.regions.addText(to.regionCanonicalNames, canonicalName);
            to.regions.addText(to.regionFiles, sourceFile);
        }
    });
}

// NOLINTNEXTLINE(readability-function-size): the library's parameters
OTF2_CallbackCode onGroup(
    void* userData,
    OTF2_GroupRef self,
    OTF2_StringRef name,
    OTF2_GroupType type,
    OTF2_Paradigm paradigm,
    OTF2_GroupFlag flags,
    std::uint32_t count,
    const std::uint64_t* members)
{
    return guarded(userData, [&](Gathering& to) {
        if (to.groups.add(
                {.ref = GroupRef(self),
                 .type = enumOf<GroupType>(type),
                 .paradigm = enumOf<Paradigm>(paradigm),
                 .members = std::vector<std::uint64_t>(members, members + count),
                 .globalMembers = (flags & OTF2_GROUP_FLAG_GLOBAL_MEMBERS) != 0},
                to.result)) {
            to.groups.addText(to.groupNames, name);
        }
    });
}

void addCommunicator(Gathering& to, Communicator communicator, OTF2_StringRef name)
{
    if (to.communicators.add(std::move(communicator), to.result)) {
        to.communicators.addText(to.communicatorNames, name);
    }
}

OTF2_CallbackCode onCommunicator(
    void* userData,
    OTF2_CommRef self,
    OTF2_StringRef name,
    OTF2_GroupRef group,
    OTF2_CommRef parent,
    OTF2_CommFlag /*flags*/)
{
    return guarded(userData, [&](Gathering& to) {
        addCommunicator(
            to, {.ref = CommRef(self), .group = GroupRef(group), .parent = CommRef(parent)}, name);
    });
}

OTF2_CallbackCode onInterCommunicator(
    void* userData,
    OTF2_CommRef self,
    OTF2_StringRef name,
    OTF2_GroupRef groupA,
    OTF2_GroupRef groupB,
    OTF2_CommRef common,
    OTF2_CommFlag /*flags*/)
{
    return guarded(userData, [&](Gathering& to) {
        addCommunicator(
            to,
            {.ref = CommRef(self),
             .group = GroupRef(groupA),
             .remoteGroup = GroupRef(groupB),
             .parent = CommRef(common)},
            name);
    });
}

// NOLINTNEXTLINE(readability-function-size): the library's parameters
OTF2_CallbackCode onMetricMember(
    void* userData,
    OTF2_MetricMemberRef self,
    OTF2_StringRef name,
    OTF2_StringRef /*description*/,
    OTF2_MetricType /*type*/,
    OTF2_MetricMode /*mode*/,
    OTF2_Type /*valueType*/,
    OTF2_Base /*base*/,
    std::int64_t /*exponent*/,
    OTF2_StringRef unit)
{
    return guarded(userData, [&](Gathering& to) {
        if (to.metricMembers.add({.ref = MetricMemberRef(self)}, to.result)) {
            to.metricMembers.addText(to.metricNames, name);
            to.metricMembers.addText(to.metricUnits, unit);
        }
    });
}

OTF2_CallbackCode onCallingContext(
    void* userData,
    OTF2_CallingContextRef self,
    OTF2_RegionRef region,
    OTF2_SourceCodeLocationRef /*source*/,
    OTF2_CallingContextRef parent)
{
    return guarded(userData, [&](Gathering& to) {
        to.callingContexts.add(
            {.ref = CallingContextRef(self),
             .region = RegionRef(region),
             .parent = CallingContextRef(parent)},
            to.result);
    });
}

struct DeleteCallbacks {
    void operator()(OTF2_GlobalDefReaderCallbacks* callbacks) const
    {
        OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
    }
};
using Callbacks = std::unique_ptr<OTF2_GlobalDefReaderCallbacks, DeleteCallbacks>;

Callbacks makeCallbacks()
{
    Callbacks made(OTF2_GlobalDefReaderCallbacks_New());
    OTF2_GlobalDefReaderCallbacks* to = made.get();
    OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(to, &onClock);
    OTF2_GlobalDefReaderCallbacks_SetStringCallback(to, &onString);
    OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodeCallback(to, &onNode);
    OTF2_GlobalDefReaderCallbacks_SetLocationGroupCallback(to, &onLocationGroup);
    OTF2_GlobalDefReaderCallbacks_SetLocationCallback(to, &onLocation);
    OTF2_GlobalDefReaderCallbacks_SetRegionCallback(to, &onRegion);
    OTF2_GlobalDefReaderCallbacks_SetGroupCallback(to, &onGroup);
    OTF2_GlobalDefReaderCallbacks_SetCommCallback(to, &onCommunicator);
    OTF2_GlobalDefReaderCallbacks_SetInterCommCallback(to, &onInterCommunicator);
    OTF2_GlobalDefReaderCallbacks_SetMetricMemberCallback(to, &onMetricMember);
    OTF2_GlobalDefReaderCallbacks_SetCallingContextCallback(to, &onCallingContext);
    return made;
}

template <typename Definition>
void setTexts(
    const Gathering& from,
    std::vector<Definition>& definitions,
    const std::vector<PendingText>& texts,
    std::string Definition::*member)
{
    for (const PendingText& text : texts) {
        const auto found = from.strings.find(text.string);
        if (found != from.strings.end()) {
            definitions[text.index].*member = found->second;
        }
    }
}

ReadDefinitions finish(Gathering& from)
{
    setTexts(from, from.nodes.all(), from.nodeNames, &SystemTreeNode::name);
    setTexts(from, from.nodes.all(), from.nodeClasses, &SystemTreeNode::className);
    setTexts(from, from.locationGroups.all(), from.locationGroupNames, &LocationGroup::name);
    setTexts(from, from.locations.all(), from.locationNames, &Location::name);
    setTexts(from, from.regions.all(), from.regionNames, &Region::name);
    setTexts(from, from.regions.all(), from.regionCanonicalNames, &Region::canonicalName);
    setTexts(from, from.regions.all(), from.regionFiles, &Region::sourceFile);
    setTexts(from, from.groups.all(), from.groupNames, &Group::name);
    setTexts(from, from.communicators.all(), from.communicatorNames, &Communicator::name);
    setTexts(from, from.metricMembers.all(), from.metricNames, &MetricMember::name);
    setTexts(from, from.metricMembers.all(), from.metricUnits, &MetricMember::unit);
    for (Region& region : from.regions.all()) {
        region.group = functionGroupOf(region.paradigm, region.role, region.sourceFile);
    }
    Definitions& to = from.result.definitions;
    to.systemTreeNodes = std::move(from.nodes.all());
    to.locationGroups = std::move(from.locationGroups.all());
    to.locations = std::move(from.locations.all());
    to.regions = std::move(from.regions.all());
    to.groups = std::move(from.groups.all());
    to.communicators = std::move(from.communicators.all());
    to.metricMembers = std::move(from.metricMembers.all());
    to.callingContexts = std::move(from.callingContexts.all());
    to.buildLookups();
    return std::move(from.result);
}

}  // namespace

ReadDefinitions readDefinitions(OTF2_Reader_struct* reader, std::uint64_t atMost)
{
    Gathering gathering;
    static_cast<void>(takeError());
    OTF2_GlobalDefReader* definitions = OTF2_Reader_GetGlobalDefReader(reader);
    if (definitions == nullptr) {
        gathering.result.error = takeError();
        return std::move(gathering.result);
    }
    const Callbacks callbacks = makeCallbacks();
    OTF2_Reader_RegisterGlobalDefCallbacks(reader, definitions, callbacks.get(), &gathering);
    const OTF2_ErrorCode code =
        OTF2_Reader_ReadGlobalDefinitions(reader, definitions, atMost, &gathering.result.read);
    gathering.result.error = code == OTF2_SUCCESS ? std::string() : takeError();
    OTF2_Reader_CloseGlobalDefReader(reader, definitions);
    if (gathering.failure) {
        std::rethrow_exception(gathering.failure);
    }
    if (!gathering.result.hasClock) {
        gathering.result.definitions.clock = {};
    }
    return finish(gathering);
}

}  // namespace vellum::server::reader::otf2
