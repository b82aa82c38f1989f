// What Otf2Archive writes of one-sided communication.
#include "collector/writer/otf2_archive_state.h"

#include <array>
#include <cstddef>

namespace vellum::collector::writer {

namespace {

struct CallMeaning {
    OTF2_CollectiveOp operation = OTF2_COLLECTIVE_OP_BARRIER;
    OTF2_RmaSyncLevel level = OTF2_RMA_SYNC_LEVEL_PROCESS;
};

constexpr OTF2_RmaSyncLevel kOfRanks = OTF2_RMA_SYNC_LEVEL_PROCESS;
constexpr OTF2_RmaSyncLevel kOfMemoryToo = kOfRanks | OTF2_RMA_SYNC_LEVEL_MEMORY;

/// By mpi::WindowCall.
constexpr std::array<CallMeaning, 5> kCalls{
    {{OTF2_COLLECTIVE_OP_CREATE_HANDLE, OTF2_RMA_SYNC_LEVEL_PROCESS},
     {OTF2_COLLECTIVE_OP_CREATE_HANDLE_AND_ALLOCATE, OTF2_RMA_SYNC_LEVEL_PROCESS},
     {OTF2_COLLECTIVE_OP_DESTROY_HANDLE, kOfMemoryToo},
     {OTF2_COLLECTIVE_OP_DESTROY_HANDLE_AND_DEALLOCATE, kOfMemoryToo},
     {OTF2_COLLECTIVE_OP_BARRIER, kOfMemoryToo}}};

/// By mpi::Atomic.
constexpr std::array<OTF2_RmaAtomicType, 3> kAtomics{
    OTF2_RMA_ATOMIC_TYPE_ACCUMULATE,
    OTF2_RMA_ATOMIC_TYPE_FETCH_AND_ACCUMULATE,
    OTF2_RMA_ATOMIC_TYPE_COMPARE_AND_SWAP};

/// MPI has one lock for each rank of a window.
constexpr std::uint64_t kLock = 0;

OTF2_LockType lockTypeOf(bool isShared)
{
    return isShared ? OTF2_LOCK_SHARED : OTF2_LOCK_EXCLUSIVE;
}

}  // namespace

void Otf2Archive::createWindow(std::uint64_t tick, WindowRef window)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_RmaWinCreate(state.events, nullptr, state.time(tick), window));
    }
}

void Otf2Archive::destroyWindow(std::uint64_t tick, WindowRef window)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_RmaWinDestroy(state.events, nullptr, state.time(tick), window));
    }
}

void Otf2Archive::beginWindowCall(std::uint64_t tick)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_RmaCollectiveBegin(state.events, nullptr, state.time(tick)));
    }
}

void Otf2Archive::endWindowCall(std::uint64_t tick, WindowRef window, mpi::WindowCall call)
{
    State& state = *m_state;
    const auto number = static_cast<std::size_t>(call);
    if (state.isOk() && number < kCalls.size()) {
        state.check(OTF2_EvtWriter_RmaCollectiveEnd(
            state.events,
            nullptr,
            state.time(tick),
            kCalls.at(number).operation,
            kCalls.at(number).level,
            window,
            OTF2_COLLECTIVE_ROOT_NONE,
            0,
            0));
    }
}

void Otf2Archive::put(std::uint64_t tick, const WindowOperation& operation, std::uint64_t bytes)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_RmaPut(
            state.events,
            nullptr,
            state.time(tick),
            operation.window,
            operation.partner,
            bytes,
            operation.number));
    }
}

void Otf2Archive::get(std::uint64_t tick, const WindowOperation& operation, std::uint64_t bytes)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_RmaGet(
            state.events,
            nullptr,
            state.time(tick),
            operation.window,
            operation.partner,
            bytes,
            operation.number));
    }
}

void Otf2Archive::atomic(
    std::uint64_t tick,
    const WindowOperation& operation,
    mpi::Atomic kind,
    std::uint64_t sentBytes,
    std::uint64_t receivedBytes)
{
    State& state = *m_state;
    const auto number = static_cast<std::size_t>(kind);
    if (state.isOk() && number < kAtomics.size()) {
        state.check(OTF2_EvtWriter_RmaAtomic(
            state.events,
            nullptr,
            state.time(tick),
            operation.window,
            operation.partner,
            kAtomics.at(number),
            sentBytes,
            receivedBytes,
            operation.number));
    }
}

void Otf2Archive::completeHere(std::uint64_t tick, WindowRef window, std::uint64_t number)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_RmaOpCompleteNonBlocking(
            state.events, nullptr, state.time(tick), window, number));
    }
}

void Otf2Archive::completeThere(std::uint64_t tick, WindowRef window, std::uint64_t number)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_RmaOpCompleteRemote(
            state.events, nullptr, state.time(tick), window, number));
    }
}

void Otf2Archive::requestWindowLock(
    std::uint64_t tick, WindowRef window, std::uint32_t rank, bool isShared)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_RmaRequestLock(
            state.events, nullptr, state.time(tick), window, rank, kLock, lockTypeOf(isShared)));
    }
}

void Otf2Archive::lockWindow(
    std::uint64_t tick, WindowRef window, std::uint32_t rank, bool isShared)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_RmaAcquireLock(
            state.events, nullptr, state.time(tick), window, rank, kLock, lockTypeOf(isShared)));
    }
}

void Otf2Archive::unlockWindow(std::uint64_t tick, WindowRef window, std::uint32_t rank)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_RmaReleaseLock(
            state.events, nullptr, state.time(tick), window, rank, kLock));
    }
}

void Otf2Archive::syncWindowGroup(
    std::uint64_t tick, WindowRef window, std::uint32_t group, bool isOfMemory)
{
    // The locations of all ranks are the first group.
    constexpr OTF2_GroupRef kFirst = 1;
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_RmaGroupSync(
            state.events,
            nullptr,
            state.time(tick),
            isOfMemory ? kOfMemoryToo : kOfRanks,
            window,
            kFirst + group));
    }
}

void Otf2Archive::syncWindowMemory(std::uint64_t tick, WindowRef window, std::uint32_t rank)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_RmaSync(
            state.events, nullptr, state.time(tick), window, rank, OTF2_RMA_SYNC_TYPE_MEMORY));
    }
}

void Otf2Archive::defineWindows(
    const std::vector<Window>& windows, const std::vector<std::vector<std::uint64_t>>& groups)
{
    State& state = *m_state;
    if (!state.isOk()) {
        return;
    }
    for (const std::vector<std::uint64_t>& ranks : groups) {
        state.defineRanks(OTF2_GROUP_TYPE_COMM_GROUP, ranks);
    }
    OTF2_RmaWinRef self = 0;
    for (const Window& window : windows) {
        const StringRef name = state.string(window.name);
        state.check(OTF2_GlobalDefWriter_WriteRmaWin(
            state.definitions,
            self++,
            name,
            window.communicator,
            OTF2_RMA_WIN_FLAG_CREATE_DESTROY_EVENTS));
    }
}

}  // namespace vellum::collector::writer
