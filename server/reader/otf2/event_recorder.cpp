#include "server/reader/otf2/event_recorder.h"

#include "common/base/check.h"
#include "common/base/narrow.h"
#include "server/reader/otf2/typed_value.h"

#include <otf2/otf2.h>

#include <algorithm>
#include <array>
#include <span>
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

Tick tickOf(EventRecorder& to, OTF2_TimeStamp time)
{
    auto tick = static_cast<Tick>(time - to.globalOffset);
    if (tick < -kMostTick || tick > kMostTick) [[unlikely]] {
        tick = std::clamp(tick, -kMostTick, kMostTick);
        ++to.outOfRange;
    }
    return tick;
}

void append(
    BatchRecorder& to, EventKind kind, OTF2_TimeStamp time, std::span<const std::uint64_t> payload)
{
    EventBatch& batch = to.batch;
    if (to.events == batch.tick.size()) [[unlikely]] {
        resizeColumns(batch, 2 * to.events + 1);
    }
    if (to.words + payload.size() > batch.payload.size()) [[unlikely]] {
        lengthenPayload(batch, to.words + payload.size());
    }
    const std::size_t at = to.events++;
    batch.tick[at] = tickOf(to, time);
    batch.kind[at] = kind;
    batch.payloadBegin[at] = static_cast<std::uint32_t>(to.words);
    for (const std::uint64_t word : payload) {
        batch.payload[to.words++] = word;
    }
}

void append(
    BuilderRecorder& to,
    EventKind kind,
    OTF2_TimeStamp time,
    std::span<const std::uint64_t> payload)
{
    to.tick = tickOf(to, time);
    to.isFull = !to.builder->add(to.tick, kind, payload);
}

/// The region that an event means by a reference.
std::uint64_t regionMeant(const EventRecorder& to, std::uint64_t region)
{
    if (to.aliases == nullptr) [[likely]] {
        return region;
    }
    const auto found = to.aliases->find(region);
    return found == to.aliases->end() ? region : found->second;
}

template <EventKind kKind>
constexpr bool kIsCall = kKind == event_kind::kEnter || kKind == event_kind::kLeave;

/// Enters and leaves, of which the only word is a region.
template <typename To, EventKind kKind>
[[gnu::always_inline]] inline void appendCall(To& to, OTF2_TimeStamp time, std::uint64_t word)
{
    const std::uint64_t region = regionMeant(to, word);
    if constexpr (std::is_same_v<To, BuilderRecorder>) {
        to.tick = tickOf(to, time);
        to.isFull = !to.builder->addCall(to.tick, kKind, region);
    } else {
        const std::array<std::uint64_t, 1> payload{region};
        append(to, kKind, time, payload);
    }
}

template <typename To, EventKind kKind, typename... Words>
[[gnu::always_inline]] inline void appendRecord(To& to, OTF2_TimeStamp time, Words... words)
{
    if constexpr (kIsCall<kKind>) {
        appendCall<To, kKind>(to, time, words...);
    } else {
        const std::array<std::uint64_t, sizeof...(words)> payload{words...};
        append(to, kKind, time, payload);
    }
}

void addAttribute(BatchRecorder& to, AttributeRef attribute, TypedValue value)
{
    to.batch.attributes.add(narrow<std::uint32_t>(to.events - 1), attribute, value);
}

void addAttribute(BuilderRecorder& to, AttributeRef attribute, TypedValue value)
{
    to.builder->addAttribute(to.tick, attribute, value);
}

/// What the record added last carries beside its members. Taken from the library's list, which it
/// fills anew for each record.
template <typename To>
void addAttributes(To& to, OTF2_AttributeList* list)
{
    OTF2_AttributeRef attribute = OTF2_UNDEFINED_ATTRIBUTE;
    OTF2_Type type = OTF2_TYPE_NONE;
    OTF2_AttributeValue value{};
    while (OTF2_AttributeList_GetNumberOfElements(list) > 0
           && OTF2_AttributeList_PopAttribute(list, &attribute, &type, &value) == OTF2_SUCCESS) {
        TypedValue carried = typedValue(type, value);
        if (type == OTF2_TYPE_REGION) [[unlikely]] {
            carried.bits = regionMeant(to, carried.bits);
        }
        addAttribute(to, AttributeRef(attribute), carried);
    }
}

bool isFull(const BatchRecorder& /*to*/)
{
    return false;
}

bool isFull(const BuilderRecorder& to)
{
    return to.isFull;
}

template <typename To, typename Body>
OTF2_CallbackCode guarded(void* userData, OTF2_AttributeList* attributes, Body body) noexcept
{
    auto& recorder = *static_cast<To*>(userData);
    try {
        body(recorder);
        if (isFull(recorder)) [[unlikely]] {
            return OTF2_CALLBACK_INTERRUPT;
        }
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

template <typename To, EventKind kKind, typename... Members>
OTF2_CallbackCode onRecord(
    OTF2_LocationRef /*location*/,
    OTF2_TimeStamp time,
    std::uint64_t /*position*/,
    void* userData,
    OTF2_AttributeList* attributes,
    Members... members)
{
    return guarded<To>(userData, attributes, [&](To& to) {
        appendRecord<To, kKind>(to, time, wordOf(members)...);
    });
}

/// Its member is a time, too: it is counted from the trace's begin like the record's own.
template <typename To>
OTF2_CallbackCode onBufferFlush(
    OTF2_LocationRef /*location*/,
    OTF2_TimeStamp time,
    std::uint64_t /*position*/,
    void* userData,
    OTF2_AttributeList* attributes,
    OTF2_TimeStamp stopTime)
{
    return guarded<To>(userData, attributes, [&](To& to) {
        const auto stop = static_cast<Tick>(stopTime - to.globalOffset);
        appendRecord<To, event_kind::kBufferFlush>(
            to, time, wordOf(std::clamp(stop, -kMostTick, kMostTick)));
    });
}

template <typename To>
OTF2_CallbackCode onUnknown(
    OTF2_LocationRef /*location*/,
    OTF2_TimeStamp time,
    std::uint64_t /*position*/,
    void* userData,
    OTF2_AttributeList* attributes)
{
    return guarded<To>(
        userData, attributes, [&](To& to) { append(to, event_kind::kUnknown, time, {}); });
}

template <typename To>
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
    return guarded<To>(userData, attributes, [&](To& to) {
        to.payload.assign(1, wordOf(metric));
        for (std::uint8_t i = 0; i < count; ++i) {
            to.payload.push_back(wordOf(types[i]));
            to.payload.push_back(values[i].unsigned_int);
        }
        append(to, event_kind::kMetric, time, to.payload);
    });
}

template <typename To>
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
    return guarded<To>(userData, attributes, [&](To& to) {
        to.payload.assign(1, wordOf(name));
        for (std::uint32_t i = 0; i < count; ++i) {
            to.payload.push_back(0);
            to.payload.push_back(wordOf(arguments[i]));
        }
        append(to, event_kind::kProgramBegin, time, to.payload);
    });
}

using Target = OTF2_EvtReaderCallbacks*;

/// Registers `onRecord` of one kind with the members that the library's callback has. That the
/// table of kinds has as many is our promise.
template <typename To, EventKind kKind, typename... Members>
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
    set(to, &onRecord<To, kKind, Members...>);
}

template <typename To>
void recordCallsAndMessages(Target to)
{
    using namespace event_kind;  // NOLINT(google-build-using-namespace)
    OTF2_EvtReaderCallbacks_SetBufferFlushCallback(to, &onBufferFlush<To>);
    record<To, kMeasurementOnOff>(to, &OTF2_EvtReaderCallbacks_SetMeasurementOnOffCallback);
    record<To, kEnter>(to, &OTF2_EvtReaderCallbacks_SetEnterCallback);
    record<To, kLeave>(to, &OTF2_EvtReaderCallbacks_SetLeaveCallback);
    record<To, kMpiSend>(to, &OTF2_EvtReaderCallbacks_SetMpiSendCallback);
    record<To, kMpiIsend>(to, &OTF2_EvtReaderCallbacks_SetMpiIsendCallback);
    record<To, kMpiIsendComplete>(to, &OTF2_EvtReaderCallbacks_SetMpiIsendCompleteCallback);
    record<To, kMpiIrecvRequest>(to, &OTF2_EvtReaderCallbacks_SetMpiIrecvRequestCallback);
    record<To, kMpiRecv>(to, &OTF2_EvtReaderCallbacks_SetMpiRecvCallback);
    record<To, kMpiIrecv>(to, &OTF2_EvtReaderCallbacks_SetMpiIrecvCallback);
    record<To, kMpiRequestTest>(to, &OTF2_EvtReaderCallbacks_SetMpiRequestTestCallback);
    record<To, kMpiRequestCancelled>(to, &OTF2_EvtReaderCallbacks_SetMpiRequestCancelledCallback);
    record<To, kMpiCollectiveBegin>(to, &OTF2_EvtReaderCallbacks_SetMpiCollectiveBeginCallback);
    record<To, kMpiCollectiveEnd>(to, &OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback);
    record<To, kOmpFork>(to, &OTF2_EvtReaderCallbacks_SetOmpForkCallback);
    record<To, kOmpJoin>(to, &OTF2_EvtReaderCallbacks_SetOmpJoinCallback);
    record<To, kOmpAcquireLock>(to, &OTF2_EvtReaderCallbacks_SetOmpAcquireLockCallback);
    record<To, kOmpReleaseLock>(to, &OTF2_EvtReaderCallbacks_SetOmpReleaseLockCallback);
    record<To, kOmpTaskCreate>(to, &OTF2_EvtReaderCallbacks_SetOmpTaskCreateCallback);
    record<To, kOmpTaskSwitch>(to, &OTF2_EvtReaderCallbacks_SetOmpTaskSwitchCallback);
    record<To, kOmpTaskComplete>(to, &OTF2_EvtReaderCallbacks_SetOmpTaskCompleteCallback);
    record<To, kNonBlockingCollectiveRequest>(
        to, &OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveRequestCallback);
    record<To, kNonBlockingCollectiveComplete>(
        to, &OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveCompleteCallback);
    record<To, kCommCreate>(to, &OTF2_EvtReaderCallbacks_SetCommCreateCallback);
    record<To, kCommDestroy>(to, &OTF2_EvtReaderCallbacks_SetCommDestroyCallback);
}

template <typename To>
void recordParametersAndRma(Target to)
{
    using namespace event_kind;  // NOLINT(google-build-using-namespace)
    record<To, kParameterString>(to, &OTF2_EvtReaderCallbacks_SetParameterStringCallback);
    record<To, kParameterInt>(to, &OTF2_EvtReaderCallbacks_SetParameterIntCallback);
    record<To, kParameterUnsignedInt>(to, &OTF2_EvtReaderCallbacks_SetParameterUnsignedIntCallback);
    record<To, kRmaWinCreate>(to, &OTF2_EvtReaderCallbacks_SetRmaWinCreateCallback);
    record<To, kRmaWinDestroy>(to, &OTF2_EvtReaderCallbacks_SetRmaWinDestroyCallback);
    record<To, kRmaCollectiveBegin>(to, &OTF2_EvtReaderCallbacks_SetRmaCollectiveBeginCallback);
    record<To, kRmaCollectiveEnd>(to, &OTF2_EvtReaderCallbacks_SetRmaCollectiveEndCallback);
    record<To, kRmaGroupSync>(to, &OTF2_EvtReaderCallbacks_SetRmaGroupSyncCallback);
    record<To, kRmaRequestLock>(to, &OTF2_EvtReaderCallbacks_SetRmaRequestLockCallback);
    record<To, kRmaAcquireLock>(to, &OTF2_EvtReaderCallbacks_SetRmaAcquireLockCallback);
    record<To, kRmaTryLock>(to, &OTF2_EvtReaderCallbacks_SetRmaTryLockCallback);
    record<To, kRmaReleaseLock>(to, &OTF2_EvtReaderCallbacks_SetRmaReleaseLockCallback);
    record<To, kRmaSync>(to, &OTF2_EvtReaderCallbacks_SetRmaSyncCallback);
    record<To, kRmaWaitChange>(to, &OTF2_EvtReaderCallbacks_SetRmaWaitChangeCallback);
    record<To, kRmaPut>(to, &OTF2_EvtReaderCallbacks_SetRmaPutCallback);
    record<To, kRmaGet>(to, &OTF2_EvtReaderCallbacks_SetRmaGetCallback);
    record<To, kRmaAtomic>(to, &OTF2_EvtReaderCallbacks_SetRmaAtomicCallback);
    record<To, kRmaOpCompleteBlocking>(
        to, &OTF2_EvtReaderCallbacks_SetRmaOpCompleteBlockingCallback);
    record<To, kRmaOpCompleteNonBlocking>(
        to, &OTF2_EvtReaderCallbacks_SetRmaOpCompleteNonBlockingCallback);
    record<To, kRmaOpTest>(to, &OTF2_EvtReaderCallbacks_SetRmaOpTestCallback);
    record<To, kRmaOpCompleteRemote>(to, &OTF2_EvtReaderCallbacks_SetRmaOpCompleteRemoteCallback);
}

template <typename To>
void recordThreads(Target to)
{
    using namespace event_kind;  // NOLINT(google-build-using-namespace)
    record<To, kThreadFork>(to, &OTF2_EvtReaderCallbacks_SetThreadForkCallback);
    record<To, kThreadJoin>(to, &OTF2_EvtReaderCallbacks_SetThreadJoinCallback);
    record<To, kThreadTeamBegin>(to, &OTF2_EvtReaderCallbacks_SetThreadTeamBeginCallback);
    record<To, kThreadTeamEnd>(to, &OTF2_EvtReaderCallbacks_SetThreadTeamEndCallback);
    record<To, kThreadAcquireLock>(to, &OTF2_EvtReaderCallbacks_SetThreadAcquireLockCallback);
    record<To, kThreadReleaseLock>(to, &OTF2_EvtReaderCallbacks_SetThreadReleaseLockCallback);
    record<To, kThreadTaskCreate>(to, &OTF2_EvtReaderCallbacks_SetThreadTaskCreateCallback);
    record<To, kThreadTaskSwitch>(to, &OTF2_EvtReaderCallbacks_SetThreadTaskSwitchCallback);
    record<To, kThreadTaskComplete>(to, &OTF2_EvtReaderCallbacks_SetThreadTaskCompleteCallback);
    record<To, kThreadCreate>(to, &OTF2_EvtReaderCallbacks_SetThreadCreateCallback);
    record<To, kThreadBegin>(to, &OTF2_EvtReaderCallbacks_SetThreadBeginCallback);
    record<To, kThreadWait>(to, &OTF2_EvtReaderCallbacks_SetThreadWaitCallback);
    record<To, kThreadEnd>(to, &OTF2_EvtReaderCallbacks_SetThreadEndCallback);
    record<To, kCallingContextEnter>(to, &OTF2_EvtReaderCallbacks_SetCallingContextEnterCallback);
    record<To, kCallingContextLeave>(to, &OTF2_EvtReaderCallbacks_SetCallingContextLeaveCallback);
    record<To, kCallingContextSample>(to, &OTF2_EvtReaderCallbacks_SetCallingContextSampleCallback);
}

template <typename To>
void recordInputAndOutput(Target to)
{
    using namespace event_kind;  // NOLINT(google-build-using-namespace)
    record<To, kIoCreateHandle>(to, &OTF2_EvtReaderCallbacks_SetIoCreateHandleCallback);
    record<To, kIoDestroyHandle>(to, &OTF2_EvtReaderCallbacks_SetIoDestroyHandleCallback);
    record<To, kIoDuplicateHandle>(to, &OTF2_EvtReaderCallbacks_SetIoDuplicateHandleCallback);
    record<To, kIoSeek>(to, &OTF2_EvtReaderCallbacks_SetIoSeekCallback);
    record<To, kIoChangeStatusFlags>(to, &OTF2_EvtReaderCallbacks_SetIoChangeStatusFlagsCallback);
    record<To, kIoDeleteFile>(to, &OTF2_EvtReaderCallbacks_SetIoDeleteFileCallback);
    record<To, kIoOperationBegin>(to, &OTF2_EvtReaderCallbacks_SetIoOperationBeginCallback);
    record<To, kIoOperationTest>(to, &OTF2_EvtReaderCallbacks_SetIoOperationTestCallback);
    record<To, kIoOperationIssued>(to, &OTF2_EvtReaderCallbacks_SetIoOperationIssuedCallback);
    record<To, kIoOperationComplete>(to, &OTF2_EvtReaderCallbacks_SetIoOperationCompleteCallback);
    record<To, kIoOperationCancelled>(to, &OTF2_EvtReaderCallbacks_SetIoOperationCancelledCallback);
    record<To, kIoAcquireLock>(to, &OTF2_EvtReaderCallbacks_SetIoAcquireLockCallback);
    record<To, kIoReleaseLock>(to, &OTF2_EvtReaderCallbacks_SetIoReleaseLockCallback);
    record<To, kIoTryLock>(to, &OTF2_EvtReaderCallbacks_SetIoTryLockCallback);
    record<To, kProgramEnd>(to, &OTF2_EvtReaderCallbacks_SetProgramEndCallback);
}

template <typename To>
EventCallbacks makeCallbacks()
{
    EventCallbacks made(OTF2_EvtReaderCallbacks_New());
    recordCallsAndMessages<To>(made.get());
    recordParametersAndRma<To>(made.get());
    recordThreads<To>(made.get());
    recordInputAndOutput<To>(made.get());
    OTF2_EvtReaderCallbacks_SetMetricCallback(made.get(), &onMetric<To>);
    OTF2_EvtReaderCallbacks_SetProgramBeginCallback(made.get(), &onProgramBegin<To>);
    OTF2_EvtReaderCallbacks_SetUnknownCallback(made.get(), &onUnknown<To>);
    return made;
}

}  // namespace

void BatchRecorder::startBatch(std::size_t expected)
{
    resizeColumns(batch, expected);
    batch.attributes.clear();
    events = 0;
    words = 0;
}

void BatchRecorder::finishBatch()
{
    resizeColumns(batch, events);
    batch.payload.resize(words);
}

void DeleteEventCallbacks::operator()(OTF2_EvtReaderCallbacks_struct* callbacks) const
{
    OTF2_EvtReaderCallbacks_Delete(callbacks);
}

EventCallbacks makeBatchCallbacks()
{
    return makeCallbacks<BatchRecorder>();
}

EventCallbacks makeBuilderCallbacks()
{
    return makeCallbacks<BuilderRecorder>();
}

}  // namespace vellum::server::reader::otf2
