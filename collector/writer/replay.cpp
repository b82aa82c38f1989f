#include "collector/writer/replay.h"

#include "collector/sources/io/functions.h"
#include "collector/sources/openmp/constructs.h"
#include "collector/sources/python/python_functions.h"

#include <algorithm>
#include <cstdint>

namespace vellum::collector::writer {

using measurement::EventKind;

namespace {

StackChange applyEnter(RegionStack& stack, RegionKey region, std::uint64_t frame)
{
    const auto& closed = stack.enter(region, frame);
    return {.closed = closed, .entered = region, .repaired = closed.size()};
}

StackChange applyLeave(RegionStack& stack, RegionKey region)
{
    const auto& closed = stack.leave(region);
    return {
        .closed = closed,
        .unmatched = closed.empty(),
        .repaired = closed.empty() ? 0 : closed.size() - 1};
}

RegionKey openMpRegion(openmp::Construct construct, std::uint64_t place)
{
    return {.kind = RegionKey::Kind::OpenMp, .subject = openmp::regionOf(construct, place)};
}

bool waitsForLock(const RegionStack& stack)
{
    if (stack.open().empty() || stack.open().back().region.kind != RegionKey::Kind::OpenMp) {
        return false;
    }
    const std::size_t construct = openmp::constructNumberOf(stack.open().back().region.subject);
    return construct == static_cast<std::size_t>(openmp::Construct::SetLock)
           || construct == static_cast<std::size_t>(openmp::Construct::SetNestLock);
}

/// The innermost region of the construct ends: a runtime does not say again where it stands. A task that was cancelled and a lock
/// that is taken again have none, which is no fault.
StackChange leaveConstruct(RegionStack& stack, std::uint64_t construct)
{
    const auto found = std::find_if(
        stack.open().rbegin(), stack.open().rend(), [construct](const RegionStack::Entry& entry) {
            return entry.region.kind == RegionKey::Kind::OpenMp
                   && openmp::constructNumberOf(entry.region.subject) == construct;
        });
    if (found == stack.open().rend()) {
        return {.closed = stack.unwindTo(0)};
    }
    return applyLeave(stack, RegionKey(found->region));
}

StackChange leaveConstruct(RegionStack& stack, openmp::Construct construct)
{
    return leaveConstruct(stack, static_cast<std::uint64_t>(construct));
}

}  // namespace

StackChange apply(RegionStack& stack, const measurement::EventRecord& record)
{
    using Kind = RegionKey::Kind;
    const std::uint64_t subject = measurement::subjectOf(record);
    switch (measurement::kindOf(record)) {
    case EventKind::FunctionEnter:
        return applyEnter(
            stack,
            {.kind = Kind::Function, .subject = subject},
            python::isFunction(subject) ? 0 : record.frame);
    case EventKind::FunctionLeave:
        return applyLeave(stack, {.kind = Kind::Function, .subject = subject});
    case EventKind::ApiEnter:
        return applyEnter(stack, {.kind = Kind::Api, .subject = subject}, record.frame);
    case EventKind::ApiLeave:
        return applyLeave(stack, {.kind = Kind::Api, .subject = subject});
    case EventKind::UserEnter:
        return applyEnter(stack, {.kind = Kind::User, .subject = subject}, record.frame);
    case EventKind::UserLeave:
        return applyLeave(stack, {.kind = Kind::User, .subject = subject});
    case EventKind::CudaEnter:
        return applyEnter(stack, {.kind = Kind::Cuda, .subject = subject}, 0);
    case EventKind::CudaLeave:
        return applyLeave(stack, {.kind = Kind::Cuda, .subject = subject});
    case EventKind::MpiEnter:
        return applyEnter(stack, {.kind = Kind::Mpi, .subject = subject}, 0);
    case EventKind::MpiLeave:
        return applyLeave(stack, {.kind = Kind::Mpi, .subject = subject});
    case EventKind::IoEnter:
        return applyEnter(
            stack,
            {.kind = Kind::Io, .subject = static_cast<std::uint64_t>(io::callOf(subject).function)},
            0);
    case EventKind::IoLeave:
        return applyLeave(
            stack,
            {.kind = Kind::Io,
             .subject = static_cast<std::uint64_t>(io::callOf(subject).function)});
    case EventKind::AllocationEnter:
        return applyEnter(stack, {.kind = Kind::Heap, .subject = subject}, 0);
    case EventKind::AllocationLeave:
        return applyLeave(stack, {.kind = Kind::Heap, .subject = subject});
    case EventKind::OmpEnter:
        return applyEnter(
            stack, openMpRegion(static_cast<openmp::Construct>(subject), record.frame), 0);
    case EventKind::OmpLeave:
        return leaveConstruct(stack, subject);
    case EventKind::OmpTeamBegin:
        return applyEnter(
            stack, openMpRegion(openmp::Construct::Parallel, openmp::placeOf(record.frame)), 0);
    case EventKind::OmpTeamEnd:
        return leaveConstruct(stack, openmp::Construct::Parallel);
    case EventKind::OmpTaskBegin:
        return applyEnter(stack, openMpRegion(openmp::Construct::Task, record.frame), 0);
    case EventKind::OmpTaskPause:
    case EventKind::OmpTaskEnd:
        return leaveConstruct(stack, openmp::Construct::Task);
    case EventKind::OmpParallelBegin:  // see openmp_pass.h
    case EventKind::OmpParallelEnd:
    case EventKind::OmpTaskCreate:
    case EventKind::OmpTaskDrop:
    case EventKind::OmpLock:
    case EventKind::OmpUnlock:
    case EventKind::IoAlso:  // see io_pass.h
    case EventKind::IoText:
    case EventKind::IoHandle:
    case EventKind::IoDuplicate:
    case EventKind::IoDestroy:
    case EventKind::IoDelete:
    case EventKind::MpiOperand:  // see mpi_pass.h
    case EventKind::MpiSend:
    case EventKind::MpiReceive:
    case EventKind::MpiIsend:
    case EventKind::MpiIsendComplete:
    case EventKind::MpiIreceiveRequest:
    case EventKind::MpiIreceive:
    case EventKind::MpiRequestCancelled:
    case EventKind::MpiCollectiveBegin:
    case EventKind::MpiCollectiveEnd:
    case EventKind::MpiCollectiveRequest:
    case EventKind::MpiCollectiveComplete:
    case EventKind::MpiRequest:
    case EventKind::RmaWindowCreate:  // see rma_pass.h
    case EventKind::RmaWindowDestroy:
    case EventKind::RmaCollectiveBegin:
    case EventKind::RmaCollectiveEnd:
    case EventKind::RmaPut:
    case EventKind::RmaGet:
    case EventKind::RmaTarget:
    case EventKind::RmaAtomic:
    case EventKind::RmaComplete:
    case EventKind::RmaCompleteRemote:
    case EventKind::RmaLockRequest:
    case EventKind::RmaLock:
    case EventKind::RmaUnlock:
    case EventKind::RmaGroupSync:
    case EventKind::RmaSync:
    case EventKind::MpiFileOpen:  // see mpi_file_pass.h
    case EventKind::MpiFileClose:
    case EventKind::MpiFileBegin:
    case EventKind::MpiFileIssued:
    case EventKind::MpiFileEnd:
    case EventKind::MpiFileSeek:
    case EventKind::MpiFileDelete:
    case EventKind::RangePush:  // see range_plan.h
    case EventKind::RangePop:
    case EventKind::RangeStart:
    case EventKind::RangeEnd:
    case EventKind::RangeMark:
    case EventKind::RangePayload:
    case EventKind::RangeCounter:
    case EventKind::CudaInner:
        return {.closed = stack.unwindTo(0)};
    case EventKind::WindowBegin:  // of record_reader.h
    case EventKind::Catch:
    case EventKind::None:
        break;
    }
    const auto& closed = stack.unwindTo(record.frame);
    return {.closed = closed, .repaired = closed.size()};
}

bool isLockInVain(const RegionStack& stack, const measurement::EventRecord& record)
{
    switch (measurement::kindOf(record)) {
    case EventKind::OmpLeave:
    case EventKind::ApiEnter:  // the recording's own time, while it stores the leave
    case EventKind::ApiLeave:
        return false;
    default:
        return waitsForLock(stack);
    }
}

RegionStack stackOf(const SpooledProcess& process, const SpooledLocation& location)
{
    const measurement::LocationHeader& header = location.header();
    return {
        header.stackLow,
        header.stackHigh,
        header.index == 0 ? process.openAtFork : std::vector<RegionStack::Entry>{}};
}

}  // namespace vellum::collector::writer
