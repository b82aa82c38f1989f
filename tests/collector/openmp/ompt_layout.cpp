// Holds what collector/sources/openmp declares of OMPT against a compiler's own header. It is compiled, not run.
#include "collector/sources/openmp/ompt_interface.h"

#include <omp-tools.h>

#include <cstddef>
#include <type_traits>

namespace ompt = vellum::collector::openmp::ompt;

namespace {

template <typename Ours, typename Theirs>
constexpr bool equal(Ours ours, Theirs theirs)
{
    return static_cast<long>(ours) == static_cast<long>(theirs);
}

static_assert(sizeof(ompt::Data) == sizeof(ompt_data_t));
static_assert(sizeof(ompt::StartResult) == sizeof(ompt_start_tool_result_t));
static_assert(
    offsetof(ompt::StartResult, finalize) == offsetof(ompt_start_tool_result_t, finalize));
static_assert(
    offsetof(ompt::StartResult, toolData) == offsetof(ompt_start_tool_result_t, tool_data));
static_assert(std::is_same_v<ompt_wait_id_t, std::uint64_t>);

static_assert(equal(ompt::Event::ThreadBegin, ompt_callback_thread_begin));
static_assert(equal(ompt::Event::ParallelBegin, ompt_callback_parallel_begin));
static_assert(equal(ompt::Event::ParallelEnd, ompt_callback_parallel_end));
static_assert(equal(ompt::Event::TaskCreate, ompt_callback_task_create));
static_assert(equal(ompt::Event::TaskSchedule, ompt_callback_task_schedule));
static_assert(equal(ompt::Event::ImplicitTask, ompt_callback_implicit_task));
static_assert(equal(ompt::Event::SyncRegionWait, ompt_callback_sync_region_wait));
static_assert(equal(ompt::Event::MutexReleased, ompt_callback_mutex_released));
static_assert(equal(ompt::Event::Work, ompt_callback_work));
static_assert(equal(ompt::Event::Masked, 21));  // "master" before 5.1
static_assert(equal(ompt::Event::SyncRegion, ompt_callback_sync_region));
static_assert(equal(ompt::Event::MutexAcquire, ompt_callback_mutex_acquire));
static_assert(equal(ompt::Event::MutexAcquired, ompt_callback_mutex_acquired));
static_assert(equal(ompt::Event::NestLock, ompt_callback_nest_lock));

static_assert(equal(ompt::kSetSometimes, ompt_set_sometimes));
static_assert(equal(ompt::Endpoint::Begin, ompt_scope_begin));
static_assert(equal(ompt::Endpoint::End, ompt_scope_end));
static_assert(equal(ompt::ThreadKind::Initial, ompt_thread_initial));
static_assert(equal(ompt::ThreadKind::Worker, ompt_thread_worker));

static_assert(equal(ompt::SyncRegion::BarrierExplicit, ompt_sync_region_barrier_explicit));
static_assert(
    equal(ompt::SyncRegion::BarrierImplementation, ompt_sync_region_barrier_implementation));
static_assert(equal(ompt::SyncRegion::Taskwait, ompt_sync_region_taskwait));
static_assert(equal(ompt::SyncRegion::Taskgroup, ompt_sync_region_taskgroup));
static_assert(equal(ompt::SyncRegion::Reduction, ompt_sync_region_reduction));

static_assert(equal(ompt::Work::Loop, ompt_work_loop));
static_assert(equal(ompt::Work::Sections, ompt_work_sections));
static_assert(equal(ompt::Work::SingleExecutor, ompt_work_single_executor));
static_assert(equal(ompt::Work::SingleOther, ompt_work_single_other));
static_assert(equal(ompt::Work::Workshare, ompt_work_workshare));
static_assert(equal(ompt::Work::Distribute, ompt_work_distribute));
static_assert(equal(ompt::Work::Taskloop, ompt_work_taskloop));

static_assert(equal(ompt::Mutex::Lock, ompt_mutex_lock));
static_assert(equal(ompt::Mutex::TestLock, ompt_mutex_test_lock));
static_assert(equal(ompt::Mutex::NestLock, ompt_mutex_nest_lock));
static_assert(equal(ompt::Mutex::TestNestLock, ompt_mutex_test_nest_lock));
static_assert(equal(ompt::Mutex::Critical, ompt_mutex_critical));
static_assert(equal(ompt::Mutex::Atomic, ompt_mutex_atomic));
static_assert(equal(ompt::Mutex::Ordered, ompt_mutex_ordered));

static_assert(equal(ompt::TaskStatus::Complete, ompt_task_complete));
static_assert(equal(ompt::TaskStatus::Yield, ompt_task_yield));
static_assert(equal(ompt::TaskStatus::Cancel, ompt_task_cancel));
static_assert(equal(ompt::TaskStatus::Detach, ompt_task_detach));
static_assert(equal(ompt::TaskStatus::EarlyFulfill, ompt_task_early_fulfill));
static_assert(equal(ompt::TaskStatus::LateFulfill, ompt_task_late_fulfill));
static_assert(equal(ompt::TaskStatus::Switch, ompt_task_switch));

static_assert(equal(ompt::kTaskInitial, ompt_task_initial));
static_assert(equal(ompt::kTaskExplicit, ompt_task_explicit));
static_assert(equal(ompt::kParallelLeague, ompt_parallel_league));

}  // namespace
