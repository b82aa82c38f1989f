// Windows made, freed and named, and their synchronisation: fences, locks, and epochs that a rank opens for some others.
#include "collector/measurement/spool_format.h"
#include "collector/sources/mpi/communicators.h"
#include "collector/sources/mpi/plain_function.h"
#include "collector/sources/mpi/process.h"
#include "collector/sources/mpi/windows.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

namespace vellum::collector::mpi {

namespace {

using measurement::EventKind;

constexpr std::uint64_t kShared = 1;
constexpr std::uint64_t kOfMemory = 1;

/// The lower half of an event's frame says more of the rank or group in the upper one.
std::uint64_t pairOf(std::uint32_t subject, std::uint64_t more)
{
    return std::uint64_t{subject} << 32U | more;
}

void recordOn(EventKind kind, MPI_Win handle, std::uint64_t frame)
{
    if (const std::optional<Window> window = findWindow(handle)) {
        recordEvent(kind, window->number, frame);
    }
}

void recordCall(EventKind kind, const Window& window, WindowCall call)
{
    recordEvent(kind, window.number, static_cast<std::uint64_t>(call));
}

// What is done before the calls, and after them. Each takes the parameters of MPI's function.

template <typename... Parameters>
void nothing(Parameters... /*parameters*/)
{
}

void beginMaking(MPI_Comm communicator)
{
    if (findCommunicator(communicator)) {
        recordEvent(EventKind::RmaCollectiveBegin, 0);
    }
}

void endMaking(MPI_Comm communicator, MPI_Win handle, WindowCall call)
{
    const bool isAllocated = call == WindowCall::CreateAndAllocate;
    if (const auto window = followWindow(communicator, handle, isAllocated)) {
        recordEvent(EventKind::RmaWindowCreate, window->number);
        recordCall(EventKind::RmaCollectiveEnd, *window, call);
    }
}

void beforeCreate(
    void* /*memory*/,
    MPI_Aint /*bytes*/,
    int /*unit*/,
    MPI_Info /*info*/,
    MPI_Comm communicator,
    MPI_Win* /*made*/)
{
    beginMaking(communicator);
}

void afterCreate(
    void* /*memory*/,
    MPI_Aint /*bytes*/,
    int /*unit*/,
    MPI_Info /*info*/,
    MPI_Comm communicator,
    MPI_Win* made)
{
    endMaking(communicator, *made, WindowCall::Create);
}

void beforeDynamic(MPI_Info /*info*/, MPI_Comm communicator, MPI_Win* /*made*/)
{
    beginMaking(communicator);
}

void afterDynamic(MPI_Info /*info*/, MPI_Comm communicator, MPI_Win* made)
{
    endMaking(communicator, *made, WindowCall::Create);
}

void beforeAllocate(
    MPI_Aint /*bytes*/,
    int /*unit*/,
    MPI_Info /*info*/,
    MPI_Comm communicator,
    void* /*memory*/,
    MPI_Win* /*made*/)
{
    beginMaking(communicator);
}

void afterAllocate(
    MPI_Aint /*bytes*/,
    int /*unit*/,
    MPI_Info /*info*/,
    MPI_Comm communicator,
    void* /*memory*/,
    MPI_Win* made)
{
    endMaking(communicator, *made, WindowCall::CreateAndAllocate);
}

void beforeFence(int /*assertions*/, MPI_Win handle)
{
    recordOn(EventKind::RmaCollectiveBegin, handle, 0);
}

void afterFence(int /*assertions*/, MPI_Win handle)
{
    if (const std::optional<Window> window = findWindow(handle)) {
        completeOperations(handle, kAllRanks, Reach::There);
        recordCall(EventKind::RmaCollectiveEnd, *window, WindowCall::Fence);
    }
}

void beforeLock(int type, int rank, int /*assertions*/, MPI_Win handle)
{
    const std::uint64_t shared = type == MPI_LOCK_SHARED ? kShared : 0;
    recordOn(EventKind::RmaLockRequest, handle, pairOf(static_cast<std::uint32_t>(rank), shared));
}

void afterLock(int type, int rank, int /*assertions*/, MPI_Win handle)
{
    const std::uint64_t shared = type == MPI_LOCK_SHARED ? kShared : 0;
    recordOn(EventKind::RmaLock, handle, pairOf(static_cast<std::uint32_t>(rank), shared));
}

void beforeLockAll(int /*assertions*/, MPI_Win handle)
{
    recordOn(EventKind::RmaLockRequest, handle, pairOf(kAllRanks, kShared));
}

void afterLockAll(int /*assertions*/, MPI_Win handle)
{
    recordOn(EventKind::RmaLock, handle, pairOf(kAllRanks, kShared));
}

void afterUnlock(int rank, MPI_Win handle)
{
    completeOperations(handle, static_cast<std::uint32_t>(rank), Reach::There);
    recordOn(EventKind::RmaUnlock, handle, pairOf(static_cast<std::uint32_t>(rank), 0));
}

void afterUnlockAll(MPI_Win handle)
{
    completeOperations(handle, kAllRanks, Reach::There);
    recordOn(EventKind::RmaUnlock, handle, pairOf(kAllRanks, 0));
}

void afterFlush(int rank, MPI_Win handle)
{
    completeOperations(handle, static_cast<std::uint32_t>(rank), Reach::There);
}

void afterFlushAll(MPI_Win handle)
{
    completeOperations(handle, kAllRanks, Reach::There);
}

void afterFlushLocal(int rank, MPI_Win handle)
{
    completeOperations(handle, static_cast<std::uint32_t>(rank), Reach::Here);
}

void afterFlushLocalAll(MPI_Win handle)
{
    completeOperations(handle, kAllRanks, Reach::Here);
}

void afterSync(MPI_Win handle)
{
    if (const std::optional<Window> window = findWindow(handle)) {
        recordEvent(EventKind::RmaSync, window->number, window->rank);
    }
}

void openEpoch(MPI_Group group, MPI_Win handle, Epoch epoch)
{
    if (findWindow(handle)) {
        const std::uint32_t number = beginEpoch(handle, epoch, worldRanksOf(group));
        recordOn(EventKind::RmaGroupSync, handle, pairOf(number, 0));
    }
}

void closeEpoch(MPI_Win handle, Epoch epoch)
{
    recordOn(EventKind::RmaGroupSync, handle, pairOf(groupOf(handle, epoch), kOfMemory));
}

void afterStart(MPI_Group group, int /*assertions*/, MPI_Win handle)
{
    openEpoch(group, handle, Epoch::Access);
}

void afterPost(MPI_Group group, int /*assertions*/, MPI_Win handle)
{
    openEpoch(group, handle, Epoch::Exposure);
}

void afterComplete(MPI_Win handle)
{
    completeOperations(handle, kAllRanks, Reach::HereAtLast);
    closeEpoch(handle, Epoch::Access);
}

void afterWait(MPI_Win handle)
{
    closeEpoch(handle, Epoch::Exposure);
}

// NOLINTNEXTLINE(readability-non-const-parameter): the type is MPI's
void afterTest(MPI_Win handle, int* isDone)
{
    if (*isDone != 0) {
        closeEpoch(handle, Epoch::Exposure);
    }
}

void afterSetName(MPI_Win handle, const char* name)
{
    if (const std::optional<Window> window = findWindow(handle)) {
        std::string text(name);
        std::replace(text.begin(), text.end(), '\n', ' ');
        note("window-name " + std::to_string(window->number) + " " + text + "\n");
    }
}

/// The handle is gone after the real call.
template <Function number, typename Signature>
struct Freeing;

template <Function number>
struct Freeing<number, int(MPI_Win*)> {
    static int call(MPI_Win* handle)
    {
        const Visit visit(number);
        const std::optional<Window> window = findWindow(*handle);
        if (!window) {
            return Real<number, int(MPI_Win*)>::call(handle);
        }
        recordEvent(EventKind::RmaCollectiveBegin, window->number);
        completeOperations(*handle, kAllRanks, Reach::There);
        recordEvent(EventKind::RmaWindowDestroy, window->number);
        forgetWindow(*handle);
        const int result = Real<number, int(MPI_Win*)>::call(handle);
        recordCall(
            EventKind::RmaCollectiveEnd,
            *window,
            window->isAllocated ? WindowCall::DestroyAndFree : WindowCall::Destroy);
        return result;
    }
};

}  // namespace

}  // namespace vellum::collector::mpi

using namespace vellum::collector::mpi;  // NOLINT(google-build-using-namespace): hooks only

VELLUM_MPI_DEFINE(Win_create, Around, &beforeCreate, &afterCreate)
VELLUM_MPI_DEFINE(Win_create_dynamic, Around, &beforeDynamic, &afterDynamic)
VELLUM_MPI_DEFINE(Win_allocate, Around, &beforeAllocate, &afterAllocate)
VELLUM_MPI_DEFINE(Win_allocate_shared, Around, &beforeAllocate, &afterAllocate)
VELLUM_MPI_DEFINE(Win_free, Freeing)
VELLUM_MPI_DEFINE(Win_set_name, Around, (&nothing<MPI_Win, const char*>), &afterSetName)
VELLUM_MPI_DEFINE(Win_fence, Around, &beforeFence, &afterFence)
VELLUM_MPI_DEFINE(Win_lock, Around, &beforeLock, &afterLock)
VELLUM_MPI_DEFINE(Win_lock_all, Around, &beforeLockAll, &afterLockAll)
VELLUM_MPI_DEFINE(Win_unlock, Around, (&nothing<int, MPI_Win>), &afterUnlock)
VELLUM_MPI_DEFINE(Win_unlock_all, Around, &nothing<MPI_Win>, &afterUnlockAll)
VELLUM_MPI_DEFINE(Win_flush, Around, (&nothing<int, MPI_Win>), &afterFlush)
VELLUM_MPI_DEFINE(Win_flush_all, Around, &nothing<MPI_Win>, &afterFlushAll)
VELLUM_MPI_DEFINE(Win_flush_local, Around, (&nothing<int, MPI_Win>), &afterFlushLocal)
VELLUM_MPI_DEFINE(Win_flush_local_all, Around, &nothing<MPI_Win>, &afterFlushLocalAll)
VELLUM_MPI_DEFINE(Win_sync, Around, &nothing<MPI_Win>, &afterSync)
VELLUM_MPI_DEFINE(Win_start, Around, (&nothing<MPI_Group, int, MPI_Win>), &afterStart)
VELLUM_MPI_DEFINE(Win_complete, Around, &nothing<MPI_Win>, &afterComplete)
VELLUM_MPI_DEFINE(Win_post, Around, (&nothing<MPI_Group, int, MPI_Win>), &afterPost)
VELLUM_MPI_DEFINE(Win_wait, Around, &nothing<MPI_Win>, &afterWait)
VELLUM_MPI_DEFINE(Win_test, Around, (&nothing<MPI_Win, int*>), &afterTest)
