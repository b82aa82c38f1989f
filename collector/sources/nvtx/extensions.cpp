// Counters and extended payloads of NVTX. Each extension looks for InitializeInjectionNvtxExtension in the library named in
// NVTX_INJECTION64_PATH with its first call, and gives it its slots, which we fill with our functions.
#include "collector/measurement/event_buffer.h"
#include "collector/measurement/lifecycle.h"
#include "collector/sources/hook.h"
#include "collector/sources/nvtx/callback_table.h"
#include "collector/sources/nvtx/extension_interface.h"
#include "collector/sources/nvtx/range_events.h"
#include "collector/sources/nvtx/range_names.h"

#include <atomic>
#include <bit>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace vellum::collector::nvtx {

namespace {

using Key = std::pair<std::uint32_t, std::uint64_t>;  ///< domain, and the number in it

/// What the program has registered by numbers of its own choice. Never destroyed: threads count while a program ends.
struct Registry {
    std::mutex lock;
    std::map<Key, std::uint32_t> counters;
    std::map<Key, std::string> schemas;
    std::uint64_t lastSchema = 0;
};

Registry& registry()
{
    static auto* const kRegistry = new Registry;
    return *kRegistry;
}

/// What is not recorded is said with its first use.
void sayOnce(std::atomic<bool>& isSaid, const char* sentence)
{
    if (!isSaid.exchange(true) && measurement::ensureStarted()) {
        const measurement::RecursionGuard guard(measurement::threadBuffer.busy);
        measurement::noteUnavailable(sentence);
    }
}

void sayGroups()
{
    static std::atomic<bool> isSaid = false;
    sayOnce(isSaid, "source nvtx: counters of groups and in batches are not recorded");
}

void sayPayloads()
{
    static std::atomic<bool> isSaid = false;
    sayOnce(
        isSaid,
        "source nvtx: what extended payloads hold is not recorded, only their ranges and marks");
}

/// The number of the counter's name; 0 if there is none. One of our numbers has it in it.
std::uint32_t counterOf(const Domain* domain, std::uint64_t counter)
{
    if (counter >= kFirstToolId) {
        return static_cast<std::uint32_t>(counter);
    }
    const measurement::RecursionGuard guard(measurement::threadBuffer.busy);
    const std::lock_guard lock(registry().lock);
    const auto found = registry().counters.find({domainOf(domain), counter});
    return found == registry().counters.end() ? 0 : found->second;
}

void recordCounter(std::uint32_t name, bool isReal, std::uint64_t bits)
{
    if (name != 0) {
        measurement::record(
            measurement::EventKind::RangeCounter, measurement::counterSubject(name, isReal), bits);
    }
}

// What NVTX's functions of these names do.

std::uint64_t counterRegister(Domain* domain, const CounterAttributes* attributes)
{
    if (attributes == nullptr || attributes->structSize < sizeof *attributes) {
        return 0;
    }
    const std::uint32_t name =
        numberOf({.domain = domainOf(domain), .text = viewOf(attributes->name)});
    if (attributes->counterId == 0) {
        return kFirstToolId | name;
    }
    const measurement::RecursionGuard guard(measurement::threadBuffer.busy);
    const std::lock_guard lock(registry().lock);
    registry().counters[{domainOf(domain), attributes->counterId}] = name;
    return attributes->counterId;
}

void counterSampleInt64(Domain* domain, std::uint64_t counter, std::int64_t value)
{
    recordCounter(counterOf(domain, counter), false, static_cast<std::uint64_t>(value));
}

void counterSampleFloat64(Domain* domain, std::uint64_t counter, double value)
{
    recordCounter(counterOf(domain, counter), true, std::bit_cast<std::uint64_t>(value));
}

void counterSample(Domain*, std::uint64_t, const void*, std::size_t)
{
    sayGroups();
}

/// A counter without a value goes on as it was, unless it is said to be zero.
void counterSampleNoValue(Domain* domain, std::uint64_t counter, std::uint8_t reason)
{
    if (reason == kSampleIsZero) {
        recordCounter(counterOf(domain, counter), false, 0);
    }
}

void counterBatchSubmit(Domain*, const void*)
{
    sayGroups();
}

std::uint64_t schemaRegister(Domain* domain, const SchemaAttributes* attributes)
{
    const measurement::RecursionGuard guard(measurement::threadBuffer.busy);
    const std::lock_guard lock(registry().lock);
    if (attributes == nullptr) {
        return 0;
    }
    const bool hasId = (attributes->fieldMask & kSchemaHasId) != 0 && attributes->schemaId != 0;
    const std::uint64_t number =
        hasId ? attributes->schemaId : kFirstToolId + ++registry().lastSchema;
    if ((attributes->fieldMask & kSchemaHasName) != 0) {
        registry().schemas[{domainOf(domain), number}] = viewOf(attributes->name);
    }
    return number;
}

/// A range or mark is named after the layout of what it carries.
std::uint32_t nameOf(const Domain* domain, const PayloadData* payloads, std::size_t count)
{
    sayPayloads();
    std::string text = "payload";
    if (payloads != nullptr && count > 0) {
        const measurement::RecursionGuard guard(measurement::threadBuffer.busy);
        const std::lock_guard lock(registry().lock);
        const auto found = registry().schemas.find({domainOf(domain), payloads->schemaId});
        text = found == registry().schemas.end() || found->second.empty() ? text : found->second;
    }
    return numberOf({.domain = domainOf(domain), .text = text});
}

void markPayload(Domain* domain, const PayloadData* payloads, std::size_t count)
{
    markRange(nameOf(domain, payloads, count));
}

int rangePushPayload(Domain* domain, const PayloadData* payloads, std::size_t count)
{
    return pushRange(nameOf(domain, payloads, count));
}

int rangePopPayload(Domain* domain, const PayloadData*, std::size_t)
{
    return popRange(domain);
}

std::uint64_t rangeStartPayload(Domain* domain, const PayloadData* payloads, std::size_t count)
{
    return startRange(nameOf(domain, payloads, count));
}

void rangeEndPayload(Domain*, std::uint64_t range, const PayloadData*, std::size_t)
{
    endRange(range);
}

std::uint8_t domainIsEnabled(Domain*)
{
    return 1;
}

/// The slots of an extension, which are ours once they are set.
class Slots {
public:
    explicit Slots(const ExtensionSegment& segment) : m_segment(segment) {}

    template <typename Place, typename OurFunction>
    void set(Place place, OurFunction* function) const
    {
        const auto at = static_cast<std::size_t>(place);
        if (at < m_segment.slotCount) {
            m_segment.slots[at] = reinterpret_cast<std::intptr_t>(function);
        }
    }

private:
    const ExtensionSegment& m_segment;
};

void fillCounters(const Slots& slots)
{
    slots.set(CounterSlot::Register, counterRegister);
    slots.set(CounterSlot::SampleInt64, counterSampleInt64);
    slots.set(CounterSlot::SampleFloat64, counterSampleFloat64);
    slots.set(CounterSlot::Sample, counterSample);
    slots.set(CounterSlot::SampleNoValue, counterSampleNoValue);
    slots.set(CounterSlot::BatchSubmit, counterBatchSubmit);
}

void fillPayloads(const Slots& slots)
{
    slots.set(PayloadSlot::SchemaRegister, schemaRegister);
    slots.set(PayloadSlot::Mark, markPayload);
    slots.set(PayloadSlot::RangePush, rangePushPayload);
    slots.set(PayloadSlot::RangePop, rangePopPayload);
    slots.set(PayloadSlot::RangeStart, rangeStartPayload);
    slots.set(PayloadSlot::RangeEnd, rangeEndPayload);
    slots.set(PayloadSlot::DomainIsEnabled, domainIsEnabled);
}

}  // namespace

}  // namespace vellum::collector::nvtx

/// \return 1: the extension calls us from now on; 0: it calls nobody
// The name is NVTX's. NOLINTNEXTLINE(readability-identifier-naming)
VELLUM_HOOK int InitializeInjectionNvtxExtension(vellum::collector::nvtx::ExtensionInfo* extension)
{
    namespace nvtx = vellum::collector::nvtx;
    namespace measurement = vellum::collector::measurement;
    if (extension == nullptr || extension->structSize < sizeof *extension
        || extension->segmentCount < 1 || extension->segments == nullptr
        || !measurement::ensureStarted() || !measurement::process.config.nvtx) {
        return 0;
    }
    const nvtx::Slots slots(extension->segments[0]);
    switch (extension->module) {
    case nvtx::ExtensionModule::Counters:
        nvtx::fillCounters(slots);
        return 1;
    case nvtx::ExtensionModule::Payload:
        nvtx::fillPayloads(slots);
        return 1;
    }
    return 0;
}
