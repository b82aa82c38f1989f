#include "server/reader/otf2/definitions/gathering.h"

namespace vellum::server::reader::otf2 {

namespace {

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
    return gather(userData, RecordKind::Group, [&](Gathering& to) {
        if (to.groups.add(
                {.ref = GroupRef(self),
                 .type = enumOf<GroupType>(type),
                 .paradigm = enumOf<Paradigm>(paradigm),
                 .members = std::vector<std::uint64_t>(members, members + count),
                 .globalMembers = (flags & OTF2_GROUP_FLAG_GLOBAL_MEMBERS) != 0},
                to.result)) {
            to.groups.setLater(&Group::name, name);
        }
    });
}

OTF2_CallbackCode onComm(
    void* userData,
    OTF2_CommRef self,
    OTF2_StringRef name,
    OTF2_GroupRef group,
    OTF2_CommRef parent,
    OTF2_CommFlag flags)
{
    return gather(userData, RecordKind::Comm, [&](Gathering& to) {
        if (to.communicators.add(
                {.ref = CommRef(self),
                 .group = GroupRef(group),
                 .parent = CommRef(parent),
                 .flags = flags},
                to.result)) {
            to.communicators.setLater(&Communicator::name, name);
        }
    });
}

// NOLINTNEXTLINE(readability-function-size): the library's parameters
OTF2_CallbackCode onInterComm(
    void* userData,
    OTF2_CommRef self,
    OTF2_StringRef name,
    OTF2_GroupRef groupA,
    OTF2_GroupRef groupB,
    OTF2_CommRef common,
    OTF2_CommFlag flags)
{
    return gather(userData, RecordKind::InterComm, [&](Gathering& to) {
        if (to.communicators.add(
                {.ref = CommRef(self),
                 .group = GroupRef(groupA),
                 .remoteGroup = GroupRef(groupB),
                 .parent = CommRef(common),
                 .flags = flags},
                to.result)) {
            to.communicators.setLater(&Communicator::name, name);
        }
    });
}

OTF2_CallbackCode onRmaWin(
    void* userData,
    OTF2_RmaWinRef self,
    OTF2_StringRef name,
    OTF2_CommRef communicator,
    OTF2_RmaWinFlag flags)
{
    return gather(userData, RecordKind::RmaWin, [&](Gathering& to) {
        if (to.rmaWindows.add(
                {.ref = RmaWinRef(self), .communicator = CommRef(communicator), .flags = flags},
                to.result)) {
            to.rmaWindows.setLater(&RmaWindow::name, name);
        }
    });
}

OTF2_CallbackCode onCartDimension(
    void* userData,
    OTF2_CartDimensionRef self,
    OTF2_StringRef name,
    std::uint32_t size,
    OTF2_CartPeriodicity periodicity)
{
    return gather(userData, RecordKind::CartDimension, [&](Gathering& to) {
        if (to.cartDimensions.add(
                {.ref = CartDimensionRef(self),
                 .size = size,
                 .isPeriodic = periodicity == OTF2_CART_PERIODIC_TRUE},
                to.result)) {
            to.cartDimensions.setLater(&CartDimension::name, name);
        }
    });
}

OTF2_CallbackCode onCartTopology(
    void* userData,
    OTF2_CartTopologyRef self,
    OTF2_StringRef name,
    OTF2_CommRef communicator,
    std::uint8_t count,
    const OTF2_CartDimensionRef* dimensions)
{
    return gather(userData, RecordKind::CartTopology, [&](Gathering& to) {
        CartTopology topology{.ref = CartTopologyRef(self), .communicator = CommRef(communicator)};
        for (std::uint8_t i = 0; i < count; ++i) {
            topology.dimensions.emplace_back(dimensions[i]);
        }
        if (to.cartTopologies.add(std::move(topology), to.result)) {
            to.cartTopologies.setLater(&CartTopology::name, name);
        }
    });
}

OTF2_CallbackCode onCartCoordinate(
    void* userData,
    OTF2_CartTopologyRef topology,
    std::uint32_t rank,
    std::uint8_t count,
    const std::uint32_t* coordinates)
{
    return gather(userData, RecordKind::CartCoordinate, [&](Gathering& to) {
        to.cartCoordinates.push_back(
            {.topology = CartTopologyRef(topology),
             .rank = rank,
             .coordinates = std::vector<std::uint32_t>(coordinates, coordinates + count)});
    });
}

}  // namespace

void gatherCommunication(OTF2_GlobalDefReaderCallbacks* callbacks)
{
    OTF2_GlobalDefReaderCallbacks_SetGroupCallback(callbacks, &onGroup);
    OTF2_GlobalDefReaderCallbacks_SetCommCallback(callbacks, &onComm);
    OTF2_GlobalDefReaderCallbacks_SetInterCommCallback(callbacks, &onInterComm);
    OTF2_GlobalDefReaderCallbacks_SetRmaWinCallback(callbacks, &onRmaWin);
    OTF2_GlobalDefReaderCallbacks_SetCartDimensionCallback(callbacks, &onCartDimension);
    OTF2_GlobalDefReaderCallbacks_SetCartTopologyCallback(callbacks, &onCartTopology);
    OTF2_GlobalDefReaderCallbacks_SetCartCoordinateCallback(callbacks, &onCartCoordinate);
}

}  // namespace vellum::server::reader::otf2
