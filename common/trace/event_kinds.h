#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace vellum {

/// A kind of event record: a place in the table of event_kinds.cpp.
using EventKind = std::uint8_t;

struct EventKindInfo {
    std::string_view name;                         ///< "Enter", "MpiSend", … as OTF2 spells them
    std::span<const std::string_view> attributes;  ///< "region"; "receiver" "communicator" …
};

/// \p kind must be one of `event_kind`.
[[nodiscard]] const EventKindInfo& infoOf(EventKind kind);

/// Every event record of OTF2, in the order of its record numbers, then those of our own.
///
/// Layout   Attributes are named as OTF2's Python module names them. Two kinds go on after their
///          fixed attributes, in pairs: `Metric` with (OTF2 type, value) for each member and
///          `ProgramBegin` with (0, string reference) for each argument. In our own kinds what
///          the trace does not say is 0; a correlation of 0 is none.
/// Source   OTF2 3.0.2 event records.
namespace event_kind {
inline constexpr EventKind kBufferFlush = 0;
inline constexpr EventKind kMeasurementOnOff = 1;
inline constexpr EventKind kEnter = 2;
inline constexpr EventKind kLeave = 3;
inline constexpr EventKind kMpiSend = 4;
inline constexpr EventKind kMpiIsend = 5;
inline constexpr EventKind kMpiIsendComplete = 6;
inline constexpr EventKind kMpiIrecvRequest = 7;
inline constexpr EventKind kMpiRecv = 8;
inline constexpr EventKind kMpiIrecv = 9;
inline constexpr EventKind kMpiRequestTest = 10;
inline constexpr EventKind kMpiRequestCancelled = 11;
inline constexpr EventKind kMpiCollectiveBegin = 12;
inline constexpr EventKind kMpiCollectiveEnd = 13;
inline constexpr EventKind kOmpFork = 14;
inline constexpr EventKind kOmpJoin = 15;
inline constexpr EventKind kOmpAcquireLock = 16;
inline constexpr EventKind kOmpReleaseLock = 17;
inline constexpr EventKind kOmpTaskCreate = 18;
inline constexpr EventKind kOmpTaskSwitch = 19;
inline constexpr EventKind kOmpTaskComplete = 20;
inline constexpr EventKind kMetric = 21;
inline constexpr EventKind kParameterString = 22;
inline constexpr EventKind kParameterInt = 23;
inline constexpr EventKind kParameterUnsignedInt = 24;
inline constexpr EventKind kRmaWinCreate = 25;
inline constexpr EventKind kRmaWinDestroy = 26;
inline constexpr EventKind kRmaCollectiveBegin = 27;
inline constexpr EventKind kRmaCollectiveEnd = 28;
inline constexpr EventKind kRmaGroupSync = 29;
inline constexpr EventKind kRmaRequestLock = 30;
inline constexpr EventKind kRmaAcquireLock = 31;
inline constexpr EventKind kRmaTryLock = 32;
inline constexpr EventKind kRmaReleaseLock = 33;
inline constexpr EventKind kRmaSync = 34;
inline constexpr EventKind kRmaWaitChange = 35;
inline constexpr EventKind kRmaPut = 36;
inline constexpr EventKind kRmaGet = 37;
inline constexpr EventKind kRmaAtomic = 38;
inline constexpr EventKind kRmaOpCompleteBlocking = 39;
inline constexpr EventKind kRmaOpCompleteNonBlocking = 40;
inline constexpr EventKind kRmaOpTest = 41;
inline constexpr EventKind kRmaOpCompleteRemote = 42;
inline constexpr EventKind kThreadFork = 43;
inline constexpr EventKind kThreadJoin = 44;
inline constexpr EventKind kThreadTeamBegin = 45;
inline constexpr EventKind kThreadTeamEnd = 46;
inline constexpr EventKind kThreadAcquireLock = 47;
inline constexpr EventKind kThreadReleaseLock = 48;
inline constexpr EventKind kThreadTaskCreate = 49;
inline constexpr EventKind kThreadTaskSwitch = 50;
inline constexpr EventKind kThreadTaskComplete = 51;
inline constexpr EventKind kThreadCreate = 52;
inline constexpr EventKind kThreadBegin = 53;
inline constexpr EventKind kThreadWait = 54;
inline constexpr EventKind kThreadEnd = 55;
inline constexpr EventKind kCallingContextEnter = 56;
inline constexpr EventKind kCallingContextLeave = 57;
inline constexpr EventKind kCallingContextSample = 58;
inline constexpr EventKind kIoCreateHandle = 59;
inline constexpr EventKind kIoDestroyHandle = 60;
inline constexpr EventKind kIoDuplicateHandle = 61;
inline constexpr EventKind kIoSeek = 62;
inline constexpr EventKind kIoChangeStatusFlags = 63;
inline constexpr EventKind kIoDeleteFile = 64;
inline constexpr EventKind kIoOperationBegin = 65;
inline constexpr EventKind kIoOperationTest = 66;
inline constexpr EventKind kIoOperationIssued = 67;
inline constexpr EventKind kIoOperationComplete = 68;
inline constexpr EventKind kIoOperationCancelled = 69;
inline constexpr EventKind kIoAcquireLock = 70;
inline constexpr EventKind kIoReleaseLock = 71;
inline constexpr EventKind kIoTryLock = 72;
inline constexpr EventKind kProgramBegin = 73;
inline constexpr EventKind kProgramEnd = 74;
inline constexpr EventKind kNonBlockingCollectiveRequest = 75;
inline constexpr EventKind kNonBlockingCollectiveComplete = 76;
inline constexpr EventKind kCommCreate = 77;
inline constexpr EventKind kCommDestroy = 78;
inline constexpr EventKind kUnknown = 79;  ///< a record newer than the library

// Ours, for what OTF2 has no record for; docs/decisions/0005-one-event-model.md.
inline constexpr EventKind kDeviceLaunch = 80;  ///< at the enter of a host call that gives work
inline constexpr EventKind kDeviceKernel = 81;  ///< at the enter of device work, likewise the next
inline constexpr EventKind kDeviceCopy = 82;
inline constexpr EventKind kDeviceSet = 83;
inline constexpr EventKind kDeviceSync = 84;
inline constexpr EventKind kOperator = 85;
inline constexpr EventKind kPythonFrame = 86;
inline constexpr EventKind kMemoryUse = 87;
inline constexpr EventKind kInstant = 88;
inline constexpr EventKind kFlowBegin = 89;
inline constexpr EventKind kFlowStep = 90;
inline constexpr EventKind kFlowEnd = 91;
inline constexpr EventKind kCount = 92;
}  // namespace event_kind

}  // namespace vellum
