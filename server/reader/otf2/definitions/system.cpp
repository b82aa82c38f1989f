#include "server/reader/otf2/definitions/gathering.h"

namespace vellum::server::reader::otf2 {

namespace {

OTF2_CallbackCode onClock(
    void* userData,
    std::uint64_t resolution,
    std::uint64_t offset,
    std::uint64_t length,
    std::uint64_t realtime)
{
    return gather(userData, RecordKind::ClockProperties, [&](Gathering& to) {
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
    return gather(userData, RecordKind::String, [&](Gathering& to) {
        to.strings.add({.ref = StringRef(self), .text = string}, to.result);
    });
}

OTF2_CallbackCode onNode(
    void* userData,
    OTF2_SystemTreeNodeRef self,
    OTF2_StringRef name,
    OTF2_StringRef className,
    OTF2_SystemTreeNodeRef parent)
{
    return gather(userData, RecordKind::SystemTreeNode, [&](Gathering& to) {
        if (to.nodes.add(
                {.ref = SystemTreeNodeRef(self), .parent = SystemTreeNodeRef(parent)}, to.result)) {
            to.nodes.setLater(&SystemTreeNode::name, name);
            to.nodes.setLater(&SystemTreeNode::className, className);
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
    return gather(userData, RecordKind::LocationGroup, [&](Gathering& to) {
        if (to.locationGroups.add(
                {.ref = LocationGroupRef(self),
                 .type = enumOf<LocationGroupType>(type),
                 .parent = SystemTreeNodeRef(parent),
                 .creator = LocationGroupRef(creator)},
                to.result)) {
            to.locationGroups.setLater(&LocationGroup::name, name);
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
    return gather(userData, RecordKind::Location, [&](Gathering& to) {
        if (to.locations.add(
                {.ref = LocationRef(self),
                 .type = enumOf<LocationType>(type),
                 .claimedEvents = events,
                 .group = LocationGroupRef(group)},
                to.result)) {
            to.locations.setLater(&Location::name, name);
        }
    });
}

OTF2_CallbackCode onParadigm(
    void* userData, OTF2_Paradigm paradigm, OTF2_StringRef name, OTF2_ParadigmClass paradigmClass)
{
    return gather(userData, RecordKind::Paradigm, [&](Gathering& to) {
        to.paradigms.push_back(
            {{.paradigm = enumOf<Paradigm>(paradigm),
              .paradigmClass = enumOf<ParadigmClass>(paradigmClass)},
             StringRef(name)});
    });
}

OTF2_CallbackCode onUnknown(void* userData)
{
    return gather(userData, RecordKind::Unknown, [](Gathering& /*to*/) {});
}

}  // namespace

void gatherSystem(OTF2_GlobalDefReaderCallbacks* callbacks)
{
    OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(callbacks, &onClock);
    OTF2_GlobalDefReaderCallbacks_SetStringCallback(callbacks, &onString);
    OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodeCallback(callbacks, &onNode);
    OTF2_GlobalDefReaderCallbacks_SetLocationGroupCallback(callbacks, &onLocationGroup);
    OTF2_GlobalDefReaderCallbacks_SetLocationCallback(callbacks, &onLocation);
    OTF2_GlobalDefReaderCallbacks_SetParadigmCallback(callbacks, &onParadigm);
    OTF2_GlobalDefReaderCallbacks_SetUnknownCallback(callbacks, &onUnknown);
}

}  // namespace vellum::server::reader::otf2
