// What a runtime of OpenMP calls when something happens, each on the thread that it happens on.
#include "collector/sources/openmp/callbacks.h"

#include "collector/measurement/event_buffer.h"
#include "collector/measurement/function_numbers.h"
#include "collector/measurement/lifecycle.h"
#include "collector/sources/openmp/constructs.h"

#include <atomic>
#include <cstdio>

namespace vellum::collector::openmp {

using measurement::EventKind;
using ompt::Data;
using ompt::Endpoint;

namespace {

constinit std::atomic<std::uint64_t> parallelRegions = 0;
constinit std::atomic<std::uint32_t> acquisitions = 0;
constinit std::atomic<std::uint32_t> workers = 0;

/// Explicit tasks that the thread has made.
thread_local constinit std::uint32_t tasksMade __attribute__((tls_model("initial-exec")));

// A Data of ours: its number in the low bits; above, one more than the number that measurement's table of functions has
// for its place, so that nothing has to be kept elsewhere. Then a bit for an explicit task that is on the stack of a thread, where it
// runs or has been interrupted, and one for an implicit task.
constexpr std::uint64_t kImplicit = std::uint64_t{1} << 63U;
constexpr std::uint64_t kOnStack = std::uint64_t{1} << 62U;
constexpr std::uint64_t kFlags = kImplicit | kOnStack;

std::uint64_t addressOf(const void* code)
{
    return reinterpret_cast<std::uint64_t>(code);
}

/// The thread's buffer must have been used.
std::uint64_t pack(std::uint64_t number, const void* code)
{
    std::uint64_t packed = number & kNumberMask;
    if (code != nullptr && measurement::functionTable != nullptr) {
        const std::uint64_t place = measurement::numberOfFunction(addressOf(code));
        packed |= place == measurement::kNoNumber ? 0 : (place + 1) << kNumberBits;
    }
    return packed;
}

std::uint64_t placeOf(const Data& data)
{
    const std::uint64_t number = (data.value & ~kFlags) >> kNumberBits;
    return number == 0 || measurement::functionTable == nullptr
               ? 0
               : __atomic_load_n(measurement::functionTable + number - 1, __ATOMIC_RELAXED);
}

/// 0 for an implicit task.
std::uint64_t explicitTask(const Data* data)
{
    return data == nullptr || (data->value & kImplicit) != 0 ? 0 : data->value & kNumberMask;
}

void store(EventKind kind, std::uint64_t subject, std::uint64_t frame = 0)
{
    measurement::record(kind, subject, frame);
}

void enter(Construct construct, std::uint64_t place)
{
    store(EventKind::OmpEnter, static_cast<std::uint64_t>(construct), place);
}

void leave(Construct construct)
{
    store(EventKind::OmpLeave, static_cast<std::uint64_t>(construct));
}

/// A visit as the runtime tells its two ends; one that is over at once is none.
void visit(Construct construct, Endpoint endpoint, std::uint64_t place)
{
    if (endpoint == Endpoint::Begin) {
        enter(construct, place);
    } else if (endpoint == Endpoint::End) {
        leave(construct);
    }
}

/// Makes the thread's location, if need be. \return its number; UINT32_MAX where nothing can be stored
std::uint32_t ownLocation()
{
    measurement::EventBuffer& buffer = measurement::threadBuffer;
    const measurement::RecursionGuard guard(buffer.busy);
    return guard.entered() && measurement::hasRoom(buffer) ? buffer.index : UINT32_MAX;
}

/// A thread of the runtime's has no name: ours says what it is.
void onThreadBegin(ompt::ThreadKind kind, Data* /*thread*/)
{
    if (kind != ompt::ThreadKind::Worker || ownLocation() == UINT32_MAX) {
        return;
    }
    measurement::LocationHeader* const header = measurement::threadBuffer.header;
    if (header != nullptr && header->name[0] == '\0') {
        std::snprintf(header->name, sizeof header->name, "OMP thread %u", ++workers);
    }
}

void onParallelBegin(
    Data* /*task*/,
    const void* /*frame*/,
    Data* parallel,
    unsigned requestedThreads,
    int flags,
    const void* code)
{
    if ((static_cast<std::uint32_t>(flags) & ompt::kParallelLeague) != 0) {
        return;
    }
    const std::uint64_t number = ++parallelRegions;
    store(EventKind::OmpParallelBegin, number, requestedThreads);
    parallel->value = pack(number, code);
}

void onParallelEnd(Data* parallel, Data* /*task*/, int /*flags*/, const void* /*code*/)
{
    if (parallel->value != 0) {
        store(EventKind::OmpParallelEnd, parallel->value & kNumberMask);
    }
}

void onImplicitTask(
    Endpoint endpoint, Data* parallel, Data* task, unsigned /*threads*/, unsigned index, int flags)
{
    if ((static_cast<std::uint32_t>(flags) & ompt::kTaskInitial) != 0) {
        return;
    }
    if (endpoint == Endpoint::Begin) {
        if (parallel != nullptr && parallel->value != 0) {
            task->value = kImplicit;
            store(
                EventKind::OmpTeamBegin,
                parallel->value & kNumberMask,
                teamMember(index, placeOf(*parallel)));
        }
    } else if ((task->value & kImplicit) != 0) {
        task->value = 0;
        store(EventKind::OmpTeamEnd, 0);
    }
}

void onTaskCreate(
    Data* /*task*/,
    const void* /*frame*/,
    Data* made,
    int flags,
    int /*hasDependences*/,
    const void* code)
{
    if ((static_cast<std::uint32_t>(flags) & ompt::kTaskExplicit) == 0) {
        return;
    }
    const std::uint32_t location = ownLocation();
    // No room in the number, or nothing can be stored: the task has no visit.
    if (location >> (kNumberBits - kTaskLocationShift) != 0) {
        return;
    }
    const std::uint64_t number =
        (std::uint64_t{location} << kTaskLocationShift | ++tasksMade) & kNumberMask;
    made->value = pack(number, code);
    store(EventKind::OmpTaskCreate, number, addressOf(code));
}

void endTask(Data& task, ompt::TaskStatus status, std::uint64_t next)
{
    const bool hasRun = (task.value & kOnStack) != 0;
    task.value &= ~kOnStack;
    if (hasRun) {
        store(EventKind::OmpTaskEnd, explicitTask(&task), next);
    } else if (status == ompt::TaskStatus::Cancel) {
        store(EventKind::OmpTaskDrop, explicitTask(&task));
    }
}

/// Either a task begins (or an untied one goes on, maybe on another thread), and the one before waits below it on the stack; or the
/// one below goes on, since a part of an untied one has ended.
void switchTasks(Data* prior, Data* next)
{
    const std::uint64_t after = explicitTask(next);
    if (after != 0 && (next->value & kOnStack) == 0) {
        next->value |= kOnStack;
        store(EventKind::OmpTaskBegin, after, placeOf(*next));
    } else if (explicitTask(prior) != 0) {
        prior->value &= ~kOnStack;
        store(EventKind::OmpTaskPause, explicitTask(prior), after);
    }
}

void onTaskSchedule(Data* prior, ompt::TaskStatus status, Data* next)
{
    switch (status) {
    case ompt::TaskStatus::Complete:
    case ompt::TaskStatus::Cancel:
    case ompt::TaskStatus::Detach:
        if (explicitTask(prior) != 0) {
            endTask(*prior, status, explicitTask(next));
        }
        break;
    case ompt::TaskStatus::Yield:
    case ompt::TaskStatus::Switch:
        return switchTasks(prior, next);
    case ompt::TaskStatus::EarlyFulfill:
    case ompt::TaskStatus::LateFulfill:
    case ompt::TaskStatus::TaskwaitComplete:
        break;
    }
}

/// Of threads that come to the end of a parallel region only the first knows where that is.
std::uint64_t placeIn(const void* code, const Data* parallel)
{
    return code != nullptr || parallel == nullptr ? addressOf(code) : placeOf(*parallel);
}

void onSyncRegion(
    ompt::SyncRegion kind, Endpoint endpoint, Data* parallel, Data* /*task*/, const void* code)
{
    using Kind = ompt::SyncRegion;
    switch (kind) {
    case Kind::Barrier:
    case Kind::BarrierExplicit:
        return visit(Construct::Barrier, endpoint, placeIn(code, parallel));
    case Kind::BarrierImplicit:
    case Kind::BarrierImplementation:
    case Kind::BarrierImplicitWorkshare:
    case Kind::BarrierImplicitParallel:
    case Kind::BarrierTeams:
        return visit(Construct::ImplicitBarrier, endpoint, placeIn(code, parallel));
    case Kind::Taskwait:
        return visit(Construct::Taskwait, endpoint, addressOf(code));
    case Kind::Taskgroup:
        return visit(Construct::Taskgroup, endpoint, addressOf(code));
    case Kind::Reduction:
        break;
    }
}

/// All of a barrier and of a taskwait is waiting: only of a task group the wait is a part.
void onSyncRegionWait(
    ompt::SyncRegion kind, Endpoint endpoint, Data* /*parallel*/, Data* /*task*/, const void* code)
{
    if (kind == ompt::SyncRegion::Taskgroup) {
        visit(Construct::TaskgroupWait, endpoint, addressOf(code));
    }
}

void onWork(
    ompt::Work kind,
    Endpoint endpoint,
    Data* /*parallel*/,
    Data* /*task*/,
    std::uint64_t /*count*/,
    const void* code)
{
    const std::uint64_t place = addressOf(code);
    switch (kind) {
    case ompt::Work::Loop:
        return visit(Construct::Loop, endpoint, place);
    case ompt::Work::Sections:
        return visit(Construct::Sections, endpoint, place);
    case ompt::Work::SingleExecutor:
        return visit(Construct::Single, endpoint, place);
    case ompt::Work::Workshare:
        return visit(Construct::Workshare, endpoint, place);
    case ompt::Work::Distribute:
        return visit(Construct::Distribute, endpoint, place);
    case ompt::Work::Taskloop:
        return visit(Construct::Taskloop, endpoint, place);
    case ompt::Work::Scope:
        return visit(Construct::Scope, endpoint, place);
    case ompt::Work::SingleOther:  // who does not do it goes on at once
        break;
    }
}

void onMasked(Endpoint endpoint, Data* /*parallel*/, Data* /*task*/, const void* code)
{
    visit(Construct::Masked, endpoint, addressOf(code));
}

void onMutexAcquire(
    ompt::Mutex kind,
    unsigned /*hint*/,
    unsigned /*implementation*/,
    std::uint64_t /*wait*/,
    const void* code)
{
    const std::uint64_t place = addressOf(code);
    switch (kind) {
    case ompt::Mutex::Critical:
        return enter(Construct::Critical, place);
    case ompt::Mutex::Atomic:
        return enter(Construct::Atomic, place);
    case ompt::Mutex::Ordered:
        return enter(Construct::Ordered, place);
    case ompt::Mutex::Lock:
        return enter(Construct::SetLock, place);
    case ompt::Mutex::NestLock:
        return enter(Construct::SetNestLock, place);
    case ompt::Mutex::TestLock:  // nobody says whether it failed
    case ompt::Mutex::TestNestLock:
        break;
    }
}

void onMutexAcquired(ompt::Mutex kind, std::uint64_t wait, const void* code)
{
    if (kind == ompt::Mutex::Lock) {
        leave(Construct::SetLock);
    } else if (kind == ompt::Mutex::NestLock) {
        leave(Construct::SetNestLock);
    }
    store(EventKind::OmpLock, wait, ++acquisitions);
    if (kind == ompt::Mutex::Critical) {
        enter(Construct::CriticalBlock, addressOf(code));
    } else if (kind == ompt::Mutex::Ordered) {
        enter(Construct::OrderedBlock, addressOf(code));
    }
}

void onMutexReleased(ompt::Mutex kind, std::uint64_t wait, const void* /*code*/)
{
    if (kind == ompt::Mutex::Critical) {
        leave(Construct::CriticalBlock);
    } else if (kind == ompt::Mutex::Ordered) {
        leave(Construct::OrderedBlock);
    }
    store(EventKind::OmpUnlock, wait);
    if (kind == ompt::Mutex::Critical) {
        leave(Construct::Critical);
    } else if (kind == ompt::Mutex::Ordered) {
        leave(Construct::Ordered);
    } else if (kind == ompt::Mutex::Atomic) {
        leave(Construct::Atomic);
    }
}

/// Who has the lock already takes it again: that ends the call, as far as it is one that waits.
void onNestLock(Endpoint endpoint, std::uint64_t /*wait*/, const void* /*code*/)
{
    if (endpoint == Endpoint::Begin) {
        leave(Construct::SetNestLock);
    }
}

}  // namespace

void countAnew()
{
    parallelRegions = 0;
    acquisitions = 0;
    workers = 0;
}

bool askForEvents(ompt::Lookup lookup)
{
    const auto set = reinterpret_cast<ompt::SetCallback>(lookup("ompt_set_callback"));
    if (set == nullptr) {
        return false;
    }
    bool isHeard = false;
    const auto ask = [&](ompt::Event event, auto* callback) {
        const int answer = set(static_cast<int>(event), reinterpret_cast<ompt::Callback>(callback));
        isHeard = isHeard || answer >= ompt::kSetSometimes;
    };
    using ompt::Event;
    ask(Event::ThreadBegin, onThreadBegin);
    ask(Event::ParallelBegin, onParallelBegin);
    ask(Event::ParallelEnd, onParallelEnd);
    ask(Event::ImplicitTask, onImplicitTask);
    ask(Event::TaskCreate, onTaskCreate);
    ask(Event::TaskSchedule, onTaskSchedule);
    ask(Event::SyncRegion, onSyncRegion);
    ask(Event::SyncRegionWait, onSyncRegionWait);
    ask(Event::Work, onWork);
    ask(Event::Masked, onMasked);
    ask(Event::MutexAcquire, onMutexAcquire);
    ask(Event::MutexAcquired, onMutexAcquired);
    ask(Event::MutexReleased, onMutexReleased);
    ask(Event::NestLock, onNestLock);
    return isHeard;
}

}  // namespace vellum::collector::openmp
