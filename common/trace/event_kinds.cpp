#include "common/trace/event_kinds.h"

#include "common/base/check.h"

#include <array>

namespace vellum {

namespace {

// Lists of attributes, named after the first kind that has them.
constexpr std::array<std::string_view, 1> kBufferFlush{"stop_time"};
constexpr std::array<std::string_view, 1> kMeasurementOnOff{"measurement_mode"};
constexpr std::array<std::string_view, 1> kEnter{"region"};
constexpr std::array<std::string_view, 4> kMpiSend{
    "receiver", "communicator", "msg_tag", "msg_length"};
constexpr std::array<std::string_view, 5> kMpiIsend{
    "receiver", "communicator", "msg_tag", "msg_length", "request_id"};
constexpr std::array<std::string_view, 1> kMpiIsendComplete{"request_id"};
constexpr std::array<std::string_view, 4> kMpiRecv{
    "sender", "communicator", "msg_tag", "msg_length"};
constexpr std::array<std::string_view, 5> kMpiIrecv{
    "sender", "communicator", "msg_tag", "msg_length", "request_id"};
constexpr std::array<std::string_view, 5> kMpiCollectiveEnd{
    "collective_op", "communicator", "root", "size_sent", "size_received"};
constexpr std::array<std::string_view, 1> kOmpFork{"number_of_requested_threads"};
constexpr std::array<std::string_view, 2> kOmpAcquireLock{"lock_id", "acquisition_order"};
constexpr std::array<std::string_view, 1> kOmpTaskCreate{"task_id"};
constexpr std::array<std::string_view, 1> kMetric{"metric"};
constexpr std::array<std::string_view, 2> kParameterString{"parameter", "string"};
constexpr std::array<std::string_view, 2> kParameterInt{"parameter", "value"};
constexpr std::array<std::string_view, 1> kRmaWinCreate{"win"};
constexpr std::array<std::string_view, 6> kRmaCollectiveEnd{
    "collective_op", "sync_level", "win", "root", "bytes_sent", "bytes_received"};
constexpr std::array<std::string_view, 3> kRmaGroupSync{"sync_level", "win", "group"};
constexpr std::array<std::string_view, 4> kRmaRequestLock{"win", "remote", "lock_id", "lock_type"};
constexpr std::array<std::string_view, 3> kRmaReleaseLock{"win", "remote", "lock_id"};
constexpr std::array<std::string_view, 3> kRmaSync{"win", "remote", "sync_type"};
constexpr std::array<std::string_view, 4> kRmaPut{"win", "remote", "bytes", "matching_id"};
constexpr std::array<std::string_view, 6> kRmaAtomic{
    "win", "remote", "type", "bytes_sent", "bytes_received", "matching_id"};
constexpr std::array<std::string_view, 2> kRmaOpCompleteBlocking{"win", "matching_id"};
constexpr std::array<std::string_view, 2> kThreadFork{"model", "number_of_requested_threads"};
constexpr std::array<std::string_view, 1> kThreadJoin{"model"};
constexpr std::array<std::string_view, 1> kThreadTeamBegin{"thread_team"};
constexpr std::array<std::string_view, 3> kThreadAcquireLock{
    "model", "lock_id", "acquisition_order"};
constexpr std::array<std::string_view, 3> kThreadTaskCreate{
    "thread_team", "creating_thread", "generation_number"};
constexpr std::array<std::string_view, 2> kThreadCreate{"thread_contingent", "sequence_count"};
constexpr std::array<std::string_view, 2> kCallingContextEnter{
    "calling_context", "unwind_distance"};
constexpr std::array<std::string_view, 1> kCallingContextLeave{"calling_context"};
constexpr std::array<std::string_view, 3> kCallingContextSample{
    "calling_context", "unwind_distance", "interrupt_generator"};
constexpr std::array<std::string_view, 4> kIoCreateHandle{
    "handle", "mode", "creation_flags", "status_flags"};
constexpr std::array<std::string_view, 1> kIoDestroyHandle{"handle"};
constexpr std::array<std::string_view, 3> kIoDuplicateHandle{
    "old_handle", "new_handle", "status_flags"};
constexpr std::array<std::string_view, 4> kIoSeek{
    "handle", "offset_request", "whence", "offset_result"};
constexpr std::array<std::string_view, 2> kIoChangeStatusFlags{"handle", "status_flags"};
constexpr std::array<std::string_view, 2> kIoDeleteFile{"io_paradigm", "file"};
constexpr std::array<std::string_view, 5> kIoOperationBegin{
    "handle", "mode", "operation_flags", "bytes_request", "matching_id"};
constexpr std::array<std::string_view, 2> kIoOperationTest{"handle", "matching_id"};
constexpr std::array<std::string_view, 3> kIoOperationComplete{
    "handle", "bytes_result", "matching_id"};
constexpr std::array<std::string_view, 2> kIoAcquireLock{"handle", "lock_type"};
constexpr std::array<std::string_view, 1> kProgramBegin{"program_name"};
constexpr std::array<std::string_view, 1> kProgramEnd{"exit_status"};
constexpr std::array<std::string_view, 6> kNonBlockingCollectiveComplete{
    "collective_op", "communicator", "root", "size_sent", "size_received", "request_id"};
constexpr std::array<std::string_view, 1> kCommCreate{"communicator"};

constexpr std::array<std::string_view, 1> kDeviceLaunch{"correlation"};
constexpr std::array<std::string_view, 9> kDeviceKernel{
    "correlation",
    "grid_x",
    "grid_y",
    "grid_z",
    "block_x",
    "block_y",
    "block_z",
    "registers_per_thread",
    "shared_memory"};
constexpr std::array<std::string_view, 5> kDeviceCopy{
    "correlation", "bytes", "copy_kind", "source_memory", "destination_memory"};
constexpr std::array<std::string_view, 3> kDeviceSet{"correlation", "bytes", "memory"};
constexpr std::array<std::string_view, 2> kDeviceSync{"correlation", "wait_correlation"};
constexpr std::array<std::string_view, 3> kOperator{
    "external_id", "sequence_number", "forward_thread"};
constexpr std::array<std::string_view, 2> kPythonFrame{"frame", "parent_frame"};
constexpr std::array<std::string_view, 6> kMemoryUse{
    "device_type", "device", "address", "bytes", "total_allocated", "total_reserved"};
constexpr std::array<std::string_view, 2> kInstant{"region", "scope"};
constexpr std::array<std::string_view, 2> kFlowBegin{"flow", "category"};

constexpr std::array<EventKindInfo, event_kind::kCount> kKinds{
    EventKindInfo{"BufferFlush", kBufferFlush},
    EventKindInfo{"MeasurementOnOff", kMeasurementOnOff},
    EventKindInfo{"Enter", kEnter},
    EventKindInfo{"Leave", kEnter},
    EventKindInfo{"MpiSend", kMpiSend},
    EventKindInfo{"MpiIsend", kMpiIsend},
    EventKindInfo{"MpiIsendComplete", kMpiIsendComplete},
    EventKindInfo{"MpiIrecvRequest", kMpiIsendComplete},
    EventKindInfo{"MpiRecv", kMpiRecv},
    EventKindInfo{"MpiIrecv", kMpiIrecv},
    EventKindInfo{"MpiRequestTest", kMpiIsendComplete},
    EventKindInfo{"MpiRequestCancelled", kMpiIsendComplete},
    EventKindInfo{"MpiCollectiveBegin", {}},
    EventKindInfo{"MpiCollectiveEnd", kMpiCollectiveEnd},
    EventKindInfo{"OmpFork", kOmpFork},
    EventKindInfo{"OmpJoin", {}},
    EventKindInfo{"OmpAcquireLock", kOmpAcquireLock},
    EventKindInfo{"OmpReleaseLock", kOmpAcquireLock},
    EventKindInfo{"OmpTaskCreate", kOmpTaskCreate},
    EventKindInfo{"OmpTaskSwitch", kOmpTaskCreate},
    EventKindInfo{"OmpTaskComplete", kOmpTaskCreate},
    EventKindInfo{"Metric", kMetric},
    EventKindInfo{"ParameterString", kParameterString},
    EventKindInfo{"ParameterInt", kParameterInt},
    EventKindInfo{"ParameterUnsignedInt", kParameterInt},
    EventKindInfo{"RmaWinCreate", kRmaWinCreate},
    EventKindInfo{"RmaWinDestroy", kRmaWinCreate},
    EventKindInfo{"RmaCollectiveBegin", {}},
    EventKindInfo{"RmaCollectiveEnd", kRmaCollectiveEnd},
    EventKindInfo{"RmaGroupSync", kRmaGroupSync},
    EventKindInfo{"RmaRequestLock", kRmaRequestLock},
    EventKindInfo{"RmaAcquireLock", kRmaRequestLock},
    EventKindInfo{"RmaTryLock", kRmaRequestLock},
    EventKindInfo{"RmaReleaseLock", kRmaReleaseLock},
    EventKindInfo{"RmaSync", kRmaSync},
    EventKindInfo{"RmaWaitChange", kRmaWinCreate},
    EventKindInfo{"RmaPut", kRmaPut},
    EventKindInfo{"RmaGet", kRmaPut},
    EventKindInfo{"RmaAtomic", kRmaAtomic},
    EventKindInfo{"RmaOpCompleteBlocking", kRmaOpCompleteBlocking},
    EventKindInfo{"RmaOpCompleteNonBlocking", kRmaOpCompleteBlocking},
    EventKindInfo{"RmaOpTest", kRmaOpCompleteBlocking},
    EventKindInfo{"RmaOpCompleteRemote", kRmaOpCompleteBlocking},
    EventKindInfo{"ThreadFork", kThreadFork},
    EventKindInfo{"ThreadJoin", kThreadJoin},
    EventKindInfo{"ThreadTeamBegin", kThreadTeamBegin},
    EventKindInfo{"ThreadTeamEnd", kThreadTeamBegin},
    EventKindInfo{"ThreadAcquireLock", kThreadAcquireLock},
    EventKindInfo{"ThreadReleaseLock", kThreadAcquireLock},
    EventKindInfo{"ThreadTaskCreate", kThreadTaskCreate},
    EventKindInfo{"ThreadTaskSwitch", kThreadTaskCreate},
    EventKindInfo{"ThreadTaskComplete", kThreadTaskCreate},
    EventKindInfo{"ThreadCreate", kThreadCreate},
    EventKindInfo{"ThreadBegin", kThreadCreate},
    EventKindInfo{"ThreadWait", kThreadCreate},
    EventKindInfo{"ThreadEnd", kThreadCreate},
    EventKindInfo{"CallingContextEnter", kCallingContextEnter},
    EventKindInfo{"CallingContextLeave", kCallingContextLeave},
    EventKindInfo{"CallingContextSample", kCallingContextSample},
    EventKindInfo{"IoCreateHandle", kIoCreateHandle},
    EventKindInfo{"IoDestroyHandle", kIoDestroyHandle},
    EventKindInfo{"IoDuplicateHandle", kIoDuplicateHandle},
    EventKindInfo{"IoSeek", kIoSeek},
    EventKindInfo{"IoChangeStatusFlags", kIoChangeStatusFlags},
    EventKindInfo{"IoDeleteFile", kIoDeleteFile},
    EventKindInfo{"IoOperationBegin", kIoOperationBegin},
    EventKindInfo{"IoOperationTest", kIoOperationTest},
    EventKindInfo{"IoOperationIssued", kIoOperationTest},
    EventKindInfo{"IoOperationComplete", kIoOperationComplete},
    EventKindInfo{"IoOperationCancelled", kIoOperationTest},
    EventKindInfo{"IoAcquireLock", kIoAcquireLock},
    EventKindInfo{"IoReleaseLock", kIoAcquireLock},
    EventKindInfo{"IoTryLock", kIoAcquireLock},
    EventKindInfo{"ProgramBegin", kProgramBegin},
    EventKindInfo{"ProgramEnd", kProgramEnd},
    EventKindInfo{"NonBlockingCollectiveRequest", kMpiIsendComplete},
    EventKindInfo{"NonBlockingCollectiveComplete", kNonBlockingCollectiveComplete},
    EventKindInfo{"CommCreate", kCommCreate},
    EventKindInfo{"CommDestroy", kCommCreate},
    EventKindInfo{"Unknown", {}},
    EventKindInfo{"DeviceLaunch", kDeviceLaunch},
    EventKindInfo{"DeviceKernel", kDeviceKernel},
    EventKindInfo{"DeviceCopy", kDeviceCopy},
    EventKindInfo{"DeviceSet", kDeviceSet},
    EventKindInfo{"DeviceSync", kDeviceSync},
    EventKindInfo{"Operator", kOperator},
    EventKindInfo{"PythonFrame", kPythonFrame},
    EventKindInfo{"MemoryUse", kMemoryUse},
    EventKindInfo{"Instant", kInstant},
    EventKindInfo{"FlowBegin", kFlowBegin},
    EventKindInfo{"FlowStep", kFlowBegin},
    EventKindInfo{"FlowEnd", kFlowBegin},
};

}  // namespace

const EventKindInfo& infoOf(EventKind kind)
{
    VELLUM_ASSERT(kind < kKinds.size());
    return kKinds.at(kind);
}

}  // namespace vellum
