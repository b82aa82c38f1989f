// What Otf2Archive writes of MPI.
#include "collector/writer/otf2_archive_state.h"

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
}

}  // namespace vellum::collector::writer
