// What Otf2Archive writes of OpenMP.
#include "collector/writer/otf2_archive_state.h"

namespace vellum::collector::writer {

void Otf2Archive::fork(std::uint64_t tick, std::uint32_t requestedThreads)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_ThreadFork(
            state.events, nullptr, state.time(tick), OTF2_PARADIGM_OPENMP, requestedThreads));
    }
}

void Otf2Archive::join(std::uint64_t tick)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_ThreadJoin(
            state.events, nullptr, state.time(tick), OTF2_PARADIGM_OPENMP));
    }
}

void Otf2Archive::beginTeam(std::uint64_t tick, CommunicatorRef team)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_ThreadTeamBegin(state.events, nullptr, state.time(tick), team));
    }
}

void Otf2Archive::endTeam(std::uint64_t tick, CommunicatorRef team)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_ThreadTeamEnd(state.events, nullptr, state.time(tick), team));
    }
}

void Otf2Archive::createTask(std::uint64_t tick, const Task& task)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_ThreadTaskCreate(
            state.events, nullptr, state.time(tick), task.team, task.thread, task.generation));
    }
}

void Otf2Archive::switchTask(std::uint64_t tick, const Task& task)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_ThreadTaskSwitch(
            state.events, nullptr, state.time(tick), task.team, task.thread, task.generation));
    }
}

void Otf2Archive::completeTask(std::uint64_t tick, const Task& task)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_ThreadTaskComplete(
            state.events, nullptr, state.time(tick), task.team, task.thread, task.generation));
    }
}

void Otf2Archive::acquireLock(std::uint64_t tick, std::uint32_t lock, std::uint32_t order)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_ThreadAcquireLock(
            state.events, nullptr, state.time(tick), OTF2_PARADIGM_OPENMP, lock, order));
    }
}

void Otf2Archive::releaseLock(std::uint64_t tick, std::uint32_t lock, std::uint32_t order)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_ThreadReleaseLock(
            state.events, nullptr, state.time(tick), OTF2_PARADIGM_OPENMP, lock, order));
    }
}

void Otf2Archive::defineTeams(
    const std::vector<LocationRef>& threads, const std::vector<std::vector<std::uint64_t>>& teams)
{
    State& state = *m_state;
    if (!state.isOk()) {
        return;
    }
    const StringRef name = state.string("OpenMP");
    const auto defineGroup = [&](OTF2_GroupType type, const std::vector<std::uint64_t>& members) {
        const OTF2_GroupRef self = state.groups++;
        state.check(OTF2_GlobalDefWriter_WriteGroup(
            state.definitions,
            self,
            name,
            type,
            OTF2_PARADIGM_OPENMP,
            OTF2_GROUP_FLAG_NONE,
            static_cast<std::uint32_t>(members.size()),
            members.data()));
        return self;
    };
    state.check(OTF2_GlobalDefWriter_WriteParadigm(
        state.definitions, OTF2_PARADIGM_OPENMP, name, OTF2_PARADIGM_CLASS_THREAD_FORK_JOIN));
    defineGroup(OTF2_GROUP_TYPE_COMM_LOCATIONS, threads);
    for (const std::vector<std::uint64_t>& members : teams) {
        const StringRef team = state.string(
            "OpenMP team of " + std::to_string(members.size())
            + (members.size() == 1 ? " thread" : " threads"));
        const OTF2_GroupRef group = defineGroup(OTF2_GROUP_TYPE_COMM_GROUP, members);
        state.check(OTF2_GlobalDefWriter_WriteComm(
            state.definitions,
            state.communicators++,
            team,
            group,
            OTF2_UNDEFINED_COMM,
            OTF2_COMM_FLAG_NONE));
    }
}

}  // namespace vellum::collector::writer
