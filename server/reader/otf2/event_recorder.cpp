#include "server/reader/otf2/event_recorder.h"

#include "common/base/check.h"
#include "common/base/narrow.h"
#include "server/reader/otf2/typed_value.h"

#include <otf2/otf2.h>

#include <algorithm>
#include <type_traits>

namespace vellum::server::reader::otf2 {

namespace {

// Far enough inside 64 bits that lengths and sums of two ticks do not overflow: about 70 years of
// nanoseconds on either side, beyond which only damage lies.
constexpr Tick kMostTick = Tick(1) << 61;

[[gnu::noinline]] void resizeColumns(EventBatch& batch, std::size_t events)
{
    batch.tick.resize(events);
    batch.kind.resize(events);
    batch.payloadBegin.resize(events);
}

[[gnu::noinline]] void lengthenPayload(EventBatch& batch, std::size_t words)
{
    constexpr std::size_t kMore = 256;
    batch.payload.resize(words + kMore);
}

template <typename... Words>
void appendWords(EventRecorder& to, Words... words)
{
    if (to.words + sizeof...(words) > to.batch.payload.size()) [[unlikely]] {
        lengthenPayload(to.batch, to.words + sizeof...(words));
    }
    ((to.batch.payload[to.words++] = words), ...);
}

template <typename... Words>
void append(EventRecorder& to, EventKind kind, OTF2_TimeStamp time, Words... words)
{
    auto tick = static_cast<Tick>(time - to.globalOffset);
    if (tick < -kMostTick || tick > kMostTick) [[unlikely]] {
        tick = std::clamp(tick, -kMostTick, kMostTick);
        ++to.outOfRange;
    }
    EventBatch& batch = to.batch;
    if (to.events == batch.tick.size()) [[unlikely]] {
        resizeColumns(batch, 2 * to.events + 1);
    }
    const std::size_t at = to.events++;
    batch.tick[at] = tick;
    batch.kind[at] = kind;
    batch.payloadBegin[at] = static_cast<std::uint32_t>(to.words);
    appendWords(to, words...);
}

/// What the record added last carries beside its members. Taken from the library's list, which it
/// fills anew for each record.
void addAttributes(EventRecorder& to, OTF2_AttributeList* list)
{
    const auto event = narrow<std::uint32_t>(to.events - 1);
    OTF2_AttributeRef attribute = OTF2_UNDEFINED_ATTRIBUTE;
    OTF2_Type type = OTF2_TYPE_NONE;
    OTF2_AttributeValue value{};
    while (OTF2_AttributeList_GetNumberOfElements(list) > 0
           && OTF2_AttributeList_PopAttribute(list, &attribute, &type, &value) == OTF2_SUCCESS) {
        to.batch.attributes.add(event, AttributeRef(attribute), typedValue(type, value));
    }
}

template <typename Body>
OTF2_CallbackCode guarded(void* userData, OTF2_AttributeList* attributes, Body body) noexcept
{
    auto& recorder = *static_cast<EventRecorder*>(userData);
    try {
        body(recorder);
        if (attributes != nullptr && OTF2_AttributeList_GetNumberOfElements(attributes) > 0) {
            addAttributes(recorder, attributes);
        }
    } catch (const std::exception&) {
        recorder.failure = std::current_exception();
        return OTF2_CALLBACK_INTERRUPT;
    }
    return OTF2_CALLBACK_SUCCESS;
}

/// A record's members as unsigned words: signed ones by their bits.
template <typename Member>
std::uint64_t wordOf(Member member)
{
    if constexpr (std::is_enum_v<Member>) {
        return wordOf(static_cast<std::underlying_type_t<Member>>(member));
    } else {
        return static_cast<std::uint64_t>(member);
    }
}

template <EventKind kKind, typename... Members>
OTF2_CallbackCode onRecord(
    OTF2_LocationRef /*location*/,
    OTF2_TimeStamp time,
    std::uint64_t /*position*/,
    void* userData,
    OTF2_AttributeList* attributes,
    Members... members)
{
    return guarded(userData, attributes, [&](EventRecorder& to) {
        append(to, kKind, time, wordOf(members)...);
    });
}

OTF2_CallbackCode onUnknown(
    OTF2_LocationRef /*location*/,
    OTF2_TimeStamp time,
    std::uint64_t /*position*/,
    void* userData,
    OTF2_AttributeList* attributes)
{
    return guarded(
        userData, attributes, [&](EventRecorder& to) { append(to, event_kind::kUnknown, time); });
}

// NOLINTNEXTLINE(readability-function-size): the library's parameters
OTF2_CallbackCode onMetric(
    OTF2_LocationRef /*location*/,
    OTF2_TimeStamp time,
    std::uint64_t /*position*/,
    void* userData,
    OTF2_AttributeList* attributes,
    OTF2_MetricRef metric,
    std::uint8_t count,
    const OTF2_Type* types,
    const OTF2_MetricValue* values)
{
    return guarded(userData, attributes, [&](EventRecorder& to) {
        append(to, event_kind::kMetric, time, wordOf(metric));
        for (std::uint8_t i = 0; i < count; ++i) {
            appendWords(to, wordOf(types[i]), values[i].unsigned_int);
        }
    });
}

// NOLINTNEXTLINE(readability-function-size): the library's parameters
OTF2_CallbackCode onProgramBegin(
    OTF2_LocationRef /*location*/,
    OTF2_TimeStamp time,
    std::uint64_t /*position*/,
    void* userData,
    OTF2_AttributeList* attributes,
    OTF2_StringRef name,
    std::uint32_t count,
    const OTF2_StringRef* arguments)
{
    return guarded(userData, attributes, [&](EventRecorder& to) {
        append(to, event_kind::kProgramBegin, time, wordOf(name));
        for (std::uint32_t i = 0; i < count; ++i) {
            appendWords(to, std::uint64_t(0), wordOf(arguments[i]));
        }
    });
}

using Target = OTF2_EvtReaderCallbacks*;

/// Registers `onRecord` of one kind with the members that the library's callback has. That the
/// table of kinds has as many is our promise.
template <EventKind kKind, typename... Members>
void record(
    Target to,
    OTF2_ErrorCode (*set)(
        Target,
        OTF2_CallbackCode (*)(
            OTF2_LocationRef,
            OTF2_TimeStamp,
            std::uint64_t,
            void*,
            OTF2_AttributeList*,
            Members...)))
{
    VELLUM_ASSERT(infoOf(kKind).attributes.size() == sizeof...(Members));
    set(to, &onRecord<kKind, Members...>);
}

void recordCallsAndMessages(Target to)
{
    using namespace event_kind;  // NOLINT(google-build-using-namespace)
    record<kBufferFlush>(to, &OTF2_EvtReaderCallbacks_SetBufferFlushCallback);
    record<kMeasurementOnOff>(to, &OTF2_EvtReaderCallbacks_SetMeasurementOnOffCallback);
    record<kEnter>(to, &OTF2_EvtReaderCallbacks_SetEnterCallback);
    record<kLeave>(to, &OTF2_EvtReaderCallbacks_SetLeaveCallback);
    record<kMpiSend>(to, &OTF2_EvtReaderCallbacks_SetMpiSendCallback);
    record<kMpiIsend>(to, &OTF2_EvtReaderCallbacks_SetMpiIsendCallback);
    record<kMpiIsendComplete>(to, &OTF2_EvtReaderCallbacks_SetMpiIsendCompleteCallback);
    record<kMpiIrecvRequest>(to, &OTF2_EvtReaderCallbacks_SetMpiIrecvRequestCallback);
    record<kMpiRecv>(to, &OTF2_EvtReaderCallbacks_SetMpiRecvCallback);
    record<kMpiIrecv>(to, &OTF2_EvtReaderCallbacks_SetMpiIrecvCallback);
    record<kMpiRequestTest>(to, &OTF2_EvtReaderCallbacks_SetMpiRequestTestCallback);
    record<kMpiRequestCancelled>(to, &OTF2_EvtReaderCallbacks_SetMpiRequestCancelledCallback);
    record<kMpiCollectiveBegin>(to, &OTF2_EvtReaderCallbacks_SetMpiCollectiveBeginCallback);
    record<kMpiCollectiveEnd>(to, &OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback);
    record<kOmpFork>(to, &OTF2_EvtReaderCallbacks_SetOmpForkCallback);
    record<kOmpJoin>(to, &OTF2_EvtReaderCallbacks_SetOmpJoinCallback);
    record<kOmpAcquireLock>(to, &OTF2_EvtReaderCallbacks_SetOmpAcquireLockCallback);
    record<kOmpReleaseLock>(to, &OTF2_EvtReaderCallbacks_SetOmpReleaseLockCallback);
    record<kOmpTaskCreate>(to, &OTF2_EvtReaderCallbacks_SetOmpTaskCreateCallback);
    record<kOmpTaskSwitch>(to, &OTF2_EvtReaderCallbacks_SetOmpTaskSwitchCallback);
    record<kOmpTaskComplete>(to, &OTF2_EvtReaderCallbacks_SetOmpTaskCompleteCallback);
    record<kNonBlockingCollectiveRequest>(
        to, &OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveRequestCallback);
    record<kNonBlockingCollectiveComplete>(
        to, &OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveCompleteCallback);
    record<kCommCreate>(to, &OTF2_EvtReaderCallbacks_SetCommCreateCallback);
    record<kCommDestroy>(to, &OTF2_EvtReaderCallbacks_SetCommDestroyCallback);
}

void recordParametersAndRma(Target to)
{
    using namespace event_kind;  // NOLINT(google-build-using-namespace)
    record<kParameterString>(to, &OTF2_EvtReaderCallbacks_SetParameterStringCallback);
    record<kParameterInt>(to, &OTF2_EvtReaderCallbacks_SetParameterIntCallback);
    record<kParameterUnsignedInt>(to, &OTF2_EvtReaderCallbacks_SetParameterUnsignedIntCallback);
    record<kRmaWinCreate>(to, &OTF2_EvtReaderCallbacks_SetRmaWinCreateCallback);
    record<kRmaWinDestroy>(to, &OTF2_EvtReaderCallbacks_SetRmaWinDestroyCallback);
    record<kRmaCollectiveBegin>(to, &OTF2_EvtReaderCallbacks_SetRmaCollectiveBeginCallback);
    record<kRmaCollectiveEnd>(to, &OTF2_EvtReaderCallbacks_SetRmaCollectiveEndCallback);
    record<kRmaGroupSync>(to, &OTF2_EvtReaderCallbacks_SetRmaGroupSyncCallback);
    record<kRmaRequestLock>(to, &OTF2_EvtReaderCallbacks_SetRmaRequestLockCallback);
    record<kRmaAcquireLock>(to, &OTF2_EvtReaderCallbacks_SetRmaAcquireLockCallback);
    record<kRmaTryLock>(to, &OTF2_EvtReaderCallbacks_SetRmaTryLockCallback);
    record<kRmaReleaseLock>(to, &OTF2_EvtReaderCallbacks_SetRmaReleaseLockCallback);
    record<kRmaSync>(to, &OTF2_EvtReaderCallbacks_SetRmaSyncCallback);
    record<kRmaWaitChange>(to, &OTF2_EvtReaderCallbacks_SetRmaWaitChangeCallback);
    record<kRmaPut>(to, &OTF2_EvtReaderCallbacks_SetRmaPutCallback);
    record<kRmaGet>(to, &OTF2_EvtReaderCallbacks_SetRmaGetCallback);
    record<kRmaAtomic>(to, &OTF2_EvtReaderCallbacks_SetRmaAtomicCallback);
    record<kRmaOpCompleteBlocking>(to, &OTF2_EvtReaderCallbacks_SetRmaOpCompleteBlockingCallback);
    record<kRmaOpCompleteNonBlocking>(
        to, &OTF2_EvtReaderCallbacks_SetRmaOpCompleteNonBlockingCallback);
    record<kRmaOpTest>(to, &OTF2_EvtReaderCallbacks_SetRmaOpTestCallback);
    record<kRmaOpCompleteRemote>(to, &OTF2_EvtReaderCallbacks_SetRmaOpCompleteRemoteCallback);
}

void recordThreads(Target to)
{
    using namespace event_kind;  // NOLINT(google-build-using-namespace)
    record<kThreadFork>(to, &OTF2_EvtReaderCallbacks_SetThreadForkCallback);
    record<kThreadJoin>(to, &OTF2_EvtReaderCallbacks_SetThreadJoinCallback);
    record<kThreadTeamBegin>(to, &OTF2_EvtReaderCallbacks_SetThreadTeamBeginCallback);
    record<kThreadTeamEnd>(to, &OTF2_EvtReaderCallbacks_SetThreadTeamEndCallback);
    record<kThreadAcquireLock>(to, &OTF2_EvtReaderCallbacks_SetThreadAcquireLockCallback);
    record<kThreadReleaseLock>(to, &OTF2_EvtReaderCallbacks_SetThreadReleaseLockCallback);
    record<kThreadTaskCreate>(to, &OTF2_EvtReaderCallbacks_SetThreadTaskCreateCallback);
    record<kThreadTaskSwitch>(to, &OTF2_EvtReaderCallbacks_SetThreadTaskSwitchCallback);
    record<kThreadTaskComplete>(to, &OTF2_EvtReaderCallbacks_SetThreadTaskCompleteCallback);
    record<kThreadCreate>(to, &OTF2_EvtReaderCallbacks_SetThreadCreateCallback);
    record<kThreadBegin>(to, &OTF2_EvtReaderCallbacks_SetThreadBeginCallback);
    record<kThreadWait>(to, &OTF2_EvtReaderCallbacks_SetThreadWaitCallback);
    record<kThreadEnd>(to, &OTF2_EvtReaderCallbacks_SetThreadEndCallback);
    record<kCallingContextEnter>(to, &OTF2_EvtReaderCallbacks_SetCallingContextEnterCallback);
    record<kCallingContextLeave>(to, &OTF2_EvtReaderCallbacks_SetCallingContextLeaveCallback);
    record<kCallingContextSample>(to, &OTF2_EvtReaderCallbacks_SetCallingContextSampleCallback);
}

void recordInputAndOutput(Target to)
{
    using namespace event_kind;  // NOLINT(google-build-using-namespace)
    record<kIoCreateHandle>(to, &OTF2_EvtReaderCallbacks_SetIoCreateHandleCallback);
    record<kIoDestroyHandle>(to, &OTF2_EvtReaderCallbacks_SetIoDestroyHandleCallback);
    record<kIoDuplicateHandle>(to, &OTF2_EvtReaderCallbacks_SetIoDuplicateHandleCallback);
    record<kIoSeek>(to, &OTF2_EvtReaderCallbacks_SetIoSeekCallback);
    record<kIoChangeStatusFlags>(to, &OTF2_EvtReaderCallbacks_SetIoChangeStatusFlagsCallback);
    record<kIoDeleteFile>(to, &OTF2_EvtReaderCallbacks_SetIoDeleteFileCallback);
    record<kIoOperationBegin>(to, &OTF2_EvtReaderCallbacks_SetIoOperationBeginCallback);
    record<kIoOperationTest>(to, &OTF2_EvtReaderCallbacks_SetIoOperationTestCallback);
    record<kIoOperationIssued>(to, &OTF2_EvtReaderCallbacks_SetIoOperationIssuedCallback);
    record<kIoOperationComplete>(to, &OTF2_EvtReaderCallbacks_SetIoOperationCompleteCallback);
    record<kIoOperationCancelled>(to, &OTF2_EvtReaderCallbacks_SetIoOperationCancelledCallback);
    record<kIoAcquireLock>(to, &OTF2_EvtReaderCallbacks_SetIoAcquireLockCallback);
    record<kIoReleaseLock>(to, &OTF2_EvtReaderCallbacks_SetIoReleaseLockCallback);
    record<kIoTryLock>(to, &OTF2_EvtReaderCallbacks_SetIoTryLockCallback);
    record<kProgramEnd>(to, &OTF2_EvtReaderCallbacks_SetProgramEndCallback);
}

}  // namespace

void EventRecorder::startBatch(std::size_t expected)
{
    resizeColumns(batch, expected);
    batch.attributes.clear();
    events = 0;
    words = 0;
}

void EventRecorder::finishBatch()
{
    resizeColumns(batch, events);
    batch.payload.resize(words);
}

void DeleteEventCallbacks::operator()(OTF2_EvtReaderCallbacks_struct* callbacks) const
{
    OTF2_EvtReaderCallbacks_Delete(callbacks);
}

EventCallbacks makeEventCallbacks()
{
    EventCallbacks made(OTF2_EvtReaderCallbacks_New());
    recordCallsAndMessages(made.get());
    recordParametersAndRma(made.get());
    recordThreads(made.get());
    recordInputAndOutput(made.get());
    OTF2_EvtReaderCallbacks_SetMetricCallback(made.get(), &onMetric);
    OTF2_EvtReaderCallbacks_SetProgramBeginCallback(made.get(), &onProgramBegin);
    OTF2_EvtReaderCallbacks_SetUnknownCallback(made.get(), &onUnknown);
    return made;
}

}  // namespace vellum::server::reader::otf2
