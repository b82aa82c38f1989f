// What Otf2Archive writes of MPI.
#include "collector/writer/otf2_archive_state.h"

#include <algorithm>
#include <cstddef>
#include <string>

namespace vellum::collector::writer {

void Otf2Archive::send(std::uint64_t tick, const Message& message)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_MpiSend(
            state.events,
            nullptr,
            state.time(tick),
            message.partner,
            message.communicator,
            message.tag,
            message.bytes));
    }
}

void Otf2Archive::receive(std::uint64_t tick, const Message& message)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_MpiRecv(
            state.events,
            nullptr,
            state.time(tick),
            message.partner,
            message.communicator,
            message.tag,
            message.bytes));
    }
}

void Otf2Archive::beginSend(std::uint64_t tick, const Message& message, std::uint64_t request)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_MpiIsend(
            state.events,
            nullptr,
            state.time(tick),
            message.partner,
            message.communicator,
            message.tag,
            message.bytes,
            request));
    }
}

void Otf2Archive::endSend(std::uint64_t tick, std::uint64_t request)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(
            OTF2_EvtWriter_MpiIsendComplete(state.events, nullptr, state.time(tick), request));
    }
}

void Otf2Archive::beginReceive(std::uint64_t tick, std::uint64_t request)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(
            OTF2_EvtWriter_MpiIrecvRequest(state.events, nullptr, state.time(tick), request));
    }
}

void Otf2Archive::endReceive(std::uint64_t tick, const Message& message, std::uint64_t request)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_MpiIrecv(
            state.events,
            nullptr,
            state.time(tick),
            message.partner,
            message.communicator,
            message.tag,
            message.bytes,
            request));
    }
}

void Otf2Archive::cancel(std::uint64_t tick, std::uint64_t request)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(
            OTF2_EvtWriter_MpiRequestCancelled(state.events, nullptr, state.time(tick), request));
    }
}

void Otf2Archive::beginCollective(std::uint64_t tick)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_MpiCollectiveBegin(state.events, nullptr, state.time(tick)));
    }
}

void Otf2Archive::endCollective(std::uint64_t tick, const Collective& collective)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_MpiCollectiveEnd(
            state.events,
            nullptr,
            state.time(tick),
            collective.operation,
            collective.communicator,
            collective.root,
            collective.sentBytes,
            collective.receivedBytes));
    }
}

void Otf2Archive::beginCollective(std::uint64_t tick, std::uint64_t request)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_NonBlockingCollectiveRequest(
            state.events, nullptr, state.time(tick), request));
    }
}

void Otf2Archive::endCollective(
    std::uint64_t tick, const Collective& collective, std::uint64_t request)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_NonBlockingCollectiveComplete(
            state.events,
            nullptr,
            state.time(tick),
            collective.operation,
            collective.communicator,
            collective.root,
            collective.sentBytes,
            collective.receivedBytes,
            request));
    }
}

OTF2_GroupRef Otf2Archive::State::defineRanks(
    OTF2_GroupType type, const std::vector<std::uint64_t>& members)
{
    const OTF2_GroupRef self = groups++;
    check(OTF2_GlobalDefWriter_WriteGroup(
        definitions,
        self,
        string(""),
        type,
        OTF2_PARADIGM_MPI,
        OTF2_GROUP_FLAG_NONE,
        static_cast<std::uint32_t>(members.size()),
        members.data()));
    return self;
}

namespace {

/// Of rank \p rank, as MPI numbers them: the last dimension runs fastest.
std::vector<std::uint32_t> placeInGrid(
    const std::vector<SpooledMpi::Dimension>& grid, std::uint32_t rank)
{
    std::vector<std::uint32_t> place(grid.size());
    for (std::size_t i = grid.size(); i-- > 0;) {
        const std::uint32_t size = std::max(grid[i].size, 1U);
        place[i] = rank % size;
        rank /= size;
    }
    return place;
}

}  // namespace

void Otf2Archive::State::defineGrid(CommunicatorRef communicator, const Communicator& definition)
{
    const auto count =
        static_cast<std::uint8_t>(std::min<std::size_t>(definition.grid.size(), UINT8_MAX));
    std::vector<OTF2_CartDimensionRef> dimensions;
    for (std::uint8_t i = 0; i < count; ++i) {
        const SpooledMpi::Dimension& dimension = definition.grid[i];
        dimensions.push_back(gridDimensions++);
        check(OTF2_GlobalDefWriter_WriteCartDimension(
            definitions,
            dimensions.back(),
            string("dimension " + std::to_string(i)),
            dimension.size,
            dimension.isPeriodic ? OTF2_CART_PERIODIC_TRUE : OTF2_CART_PERIODIC_FALSE));
    }
    const OTF2_CartTopologyRef self = grids++;
    check(OTF2_GlobalDefWriter_WriteCartTopology(
        definitions, self, string(definition.name), communicator, count, dimensions.data()));
    for (std::uint32_t rank = 0; rank < definition.members.size(); ++rank) {
        const std::vector<std::uint32_t> place = placeInGrid(definition.grid, rank);
        check(
            OTF2_GlobalDefWriter_WriteCartCoordinate(definitions, self, rank, count, place.data()));
    }
}

void Otf2Archive::defineCommunicators(
    const std::vector<LocationRef>& ranks, const std::vector<Communicator>& communicators)
{
    State& state = *m_state;
    if (!state.isOk()) {
        return;
    }
    state.defineRanks(OTF2_GROUP_TYPE_COMM_LOCATIONS, ranks);
    for (const Communicator& communicator : communicators) {
        const OTF2_GroupRef group = state.defineRanks(
            communicator.isSelf ? OTF2_GROUP_TYPE_COMM_SELF : OTF2_GROUP_TYPE_COMM_GROUP,
            communicator.members);
        const StringRef name = state.string(communicator.name);
        state.check(OTF2_GlobalDefWriter_WriteComm(
            state.definitions,
            state.communicators++,
            name,
            group,
            communicator.parent.value_or(OTF2_UNDEFINED_COMM),
            OTF2_COMM_FLAG_NONE));
    }
    const CommunicatorRef first =
        state.communicators - static_cast<CommunicatorRef>(communicators.size());
    for (std::size_t i = 0; i < communicators.size(); ++i) {
        if (!communicators[i].grid.empty()) {
            state.defineGrid(first + static_cast<CommunicatorRef>(i), communicators[i]);
        }
    }
}

}  // namespace vellum::collector::writer
