#include "collector/writer/replay.h"

#include "collector/sources/io/functions.h"
#include "collector/sources/python/python_functions.h"

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
    case EventKind::RangePush:  // see range_plan.h
    case EventKind::RangePop:
    case EventKind::RangeStart:
    case EventKind::RangeEnd:
    case EventKind::RangeMark:
    case EventKind::RangePayload:
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

RegionStack stackOf(const SpooledProcess& process, const SpooledLocation& location)
{
    const measurement::LocationHeader& header = location.header();
    return {
        header.stackLow,
        header.stackHigh,
        header.index == 0 ? process.openAtFork : std::vector<RegionStack::Entry>{}};
}

}  // namespace vellum::collector::writer
