#pragma once

#include <cstdint>

/// What we need of OMPT, the interface between a runtime of OpenMP and its tool, declared by ourselves. Where a
/// compiler's own header is found, a test holds this against it (tests/collector/openmp/ompt_layout.cpp).
///
/// Source   OpenMP API Specification 5.1, chapter 4; the numbers are part of it.
namespace vellum::collector::openmp::ompt {

/// A word of the tool's that the runtime keeps for a thread, a parallel region or a task; 0 at first.
union Data {
    std::uint64_t value;
    void* pointer;
};

using InterfaceFunction = void (*)();
using Lookup = InterfaceFunction (*)(const char* name);
using Callback = void (*)();

struct StartResult {
    int (*initialize)(Lookup lookup, int initialDevice, Data* toolData);  ///< not 0: go on
    void (*finalize)(Data* toolData);
    Data toolData;
};

enum class Event : int {
    ThreadBegin = 1,
    ParallelBegin = 3,
    ParallelEnd = 4,
    TaskCreate = 5,
    TaskSchedule = 6,
    ImplicitTask = 7,
    SyncRegionWait = 16,
    MutexReleased = 17,
    Work = 20,
    Masked = 21,
    SyncRegion = 23,
    MutexAcquire = 26,
    MutexAcquired = 27,
    NestLock = 28,
};

/// What `ompt_set_callback` answers: below this the event never comes.
inline constexpr int kSetSometimes = 3;
using SetCallback = int (*)(int event, Callback callback);

enum class Endpoint : int { Begin = 1, End = 2, BeginEnd = 3 };

enum class ThreadKind : int { Initial = 1, Worker = 2 };

enum class SyncRegion : int {
    Barrier = 1,
    BarrierImplicit = 2,
    BarrierExplicit = 3,
    BarrierImplementation = 4,
    Taskwait = 5,
    Taskgroup = 6,
    Reduction = 7,
    BarrierImplicitWorkshare = 8,
    BarrierImplicitParallel = 9,
    BarrierTeams = 10,
};

enum class Work : int {
    Loop = 1,
    Sections = 2,
    SingleExecutor = 3,
    SingleOther = 4,
    Workshare = 5,
    Distribute = 6,
    Taskloop = 7,
    Scope = 8,
};

enum class Mutex : int {
    Lock = 1,
    TestLock = 2,
    NestLock = 3,
    TestNestLock = 4,
    Critical = 5,
    Atomic = 6,
    Ordered = 7,
};

enum class TaskStatus : int {
    Complete = 1,
    Yield = 2,
    Cancel = 3,
    Detach = 4,
    EarlyFulfill = 5,
    LateFulfill = 6,
    Switch = 7,
    TaskwaitComplete = 8,
};

// Flags of tasks and of parallel regions.
inline constexpr std::uint32_t kTaskInitial = 0x1;
inline constexpr std::uint32_t kTaskExplicit = 0x4;
inline constexpr std::uint32_t kParallelLeague = 0x4000'0000;

}  // namespace vellum::collector::openmp::ompt
