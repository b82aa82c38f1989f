#include "server/store/location_builder.h"

#include "common/base/narrow.h"
#include "common/base/number_text.h"
#include "common/trace/device_work.h"
#include "server/store/columns.h"
#include "server/store/location_totals.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <utility>

namespace vellum::server::store {

namespace {

using query::Severity;

std::string sentence(const Location& location, std::string_view what)
{
    return placeOf(location) + ": " + std::string(what);
}

std::string at(Tick tick)
{
    return " at tick " + std::to_string(tick);
}

AttributeRef correlationOf(const Definitions& definitions)
{
    const auto found = std::ranges::find(definitions.attributes, "correlation", &Attribute::name);
    return found == definitions.attributes.end() ? AttributeRef::undefined() : found->ref;
}

/// Pages that the driver moved by itself: work that no call launched, and of which none is missing.
bool isMigrationRecord(EventKind kind, std::span<const std::uint64_t> payload)
{
    constexpr std::size_t kCopyKind = 2;
    return kind == event_kind::kDeviceCopy && payload.size() > kCopyKind
           && payload[kCopyKind] <= std::uint64_t(CopyKind::UnifiedDeviceToDevice)
           && isMigration(static_cast<CopyKind>(payload[kCopyKind]));
}

bool isOfDevice(const Definitions& definitions, const Location& location)
{
    const LocationGroup* group = definitions.find(location.group);
    return location.type == LocationType::AcceleratorStream
           || (group != nullptr && group->type == LocationGroupType::Accelerator);
}

}  // namespace

LocationBuilder::LocationBuilder(
    const Definitions& definitions, LocationIndex location, bool isPart, FileReferences files)
    : m_definitions(definitions)
    , m_location(definitions.locations[location.value()])
    , m_correlation(correlationOf(definitions))
    , m_isDevice(isOfDevice(definitions, m_location))
    , m_files(files)
    , m_references(definitions, isPart, files)
{
}

void LocationBuilder::reserve(std::size_t events)
{
    m_stack.reserve(events);
}

bool LocationBuilder::add(Tick tick, EventKind kind, std::span<const std::uint64_t> payload)
{
    return addNext(tick, kind, payload);
}

bool LocationBuilder::add(const EventColumns& records, const AttributeTable& attributes)
{
    std::size_t row = 0;
    for (std::size_t i = 0; i < records.size(); ++i) {
        if (!addNext(records.tick[i], records.kind[i], records.payloadOf(i))) {
            return false;
        }
        for (; row < attributes.size() && attributes.event[row] == i; ++row) {
            addAttribute(records.tick[i], attributes.attribute[row], attributes.valueAt(row));
        }
    }
    return true;
}

void LocationBuilder::addAttribute(Tick tick, AttributeRef ref, TypedValue value)
{
    m_references.checkAttribute(tick, ref, value);
    m_attributes.add(static_cast<std::uint32_t>(m_events - 1), ref, value);
    ++m_totals.attributes;
    if (isCorrelation(ref, value)) [[unlikely]] {
        addMark(markKind(), value.bits);
    }
}

/// Of the enter that was added last, in an archive: other readers write records of their own.
bool LocationBuilder::isCorrelation(AttributeRef ref, TypedValue value) const
{
    return ref == m_correlation && ref.isDefined() && value.bits != 0
           && (value.type == ValueType::UInt64 || value.type == ValueType::UInt32)
           && m_stack.isJustEntered() && !m_records.endsWith(m_events - 1);
}

EventKind LocationBuilder::markKind() const
{
    if (!m_isDevice) {
        return event_kind::kDeviceLaunch;
    }
    const Region* region = m_definitions.find(m_stack.innermost());
    if (region == nullptr) {
        return event_kind::kDeviceKernel;
    }
    switch (region->role) {
    case RegionRole::DataTransfer:
        return region->name.starts_with("Memset") ? event_kind::kDeviceSet
                                                  : event_kind::kDeviceCopy;
    case RegionRole::TaskWait:
        return event_kind::kDeviceSync;
    default:
        return event_kind::kDeviceKernel;
    }
}

Tick LocationBuilder::raisedFrom(Tick tick)
{
    if (m_raised++ == 0) {
        m_raisedFrom = tick;
        m_raisedTo = m_lastTick;
    }
    return m_lastTick;
}

void LocationBuilder::noteStep(Tick tick)
{
    EventSpread& spread = m_totals.spread;
    if (m_events == 0) {
        spread.first = tick;
        return;
    }
    m_longestStep = static_cast<std::uint64_t>(tick) - static_cast<std::uint64_t>(m_lastTick);
    const bool isVoid = !m_stack.innermost().isDefined();
    spread.gap = isVoid ? TickRange{.begin = m_lastTick, .end = tick} : TickRange{};
    spread.eventsBeforeGap = isVoid ? m_events : 0;
}

inline bool LocationBuilder::addNext(
    Tick tick, EventKind kind, std::span<const std::uint64_t> payload)
{
    if (kind == event_kind::kEnter || kind == event_kind::kLeave) [[likely]] {
        return addCall(tick, kind, payload.front());
    }
    if (isFull()) [[unlikely]] {
        return false;
    }
    const Tick at = raised(tick);
    m_references.checkRecord(at, kind, payload);
    if (kind == event_kind::kCallingContextEnter || kind == event_kind::kCallingContextLeave) {
        return count(kind, addContextCall(at, kind, payload));
    }
    const bool isAdded = addRecord(at, kind, payload);
    addToTotals(m_totals, kind, payload);
    const bool isOfLaunch = kind >= event_kind::kDeviceLaunch && kind <= event_kind::kDeviceSync;
    if (isOfLaunch && !isMigrationRecord(kind, payload)) {
        addMark(kind, payload.front());
    }
    return count(kind, isAdded);
}

bool LocationBuilder::addRecord(Tick tick, EventKind kind, std::span<const std::uint64_t> payload)
{
    return m_records.add(static_cast<std::uint32_t>(m_events), tick, kind, payload);
}

bool LocationBuilder::addContextCall(
    Tick tick, EventKind kind, std::span<const std::uint64_t> payload)
{
    if (!addRecord(tick, kind, payload)) {
        return false;
    }
    const RegionRef region = regionOfContext(tick, payload.front());
    if (!region.isDefined()) {
        return true;
    }
    if (kind == event_kind::kCallingContextEnter) {
        m_stack.enter(tick, region);
        m_stack.setUnrecorded();
    } else if (m_stack.leave(tick, region)) {
        m_stack.setUnrecorded();
    }
    return true;
}

RegionRef LocationBuilder::regionOfContext(Tick tick, std::uint64_t reference)
{
    const CallingContextRef ref(static_cast<std::uint32_t>(reference));
    const CallingContext* found = m_definitions.find(ref);
    return found != nullptr ? regionNamed(tick, found->region.value()) : RegionRef::undefined();
}

/// Readers write these right after the enter that they belong to.
void LocationBuilder::addMark(EventKind kind, std::uint64_t correlation)
{
    if (m_stack.lastEntered() != CallStream::kNone) {
        m_marks.push_back({m_stack.lastEntered(), {.kind = kind, .correlation = correlation}});
    }
}

/// The marks, now that the ends of their visits are known.
std::vector<DeviceMark> LocationBuilder::takeMarks(const CallStream& calls) const
{
    std::vector<DeviceMark> marks;
    marks.reserve(m_marks.size());
    for (const auto& [enter, mark] : m_marks) {
        marks.push_back(mark);
        marks.back().visit = calls.visitFrom(enter);
        marks.back().region = calls.regionOf(enter);
    }
    return marks;
}

LocationStore LocationBuilder::finish(ImportReport& report)
{
    LocationStore store;
    store.calls = m_stack.finish(m_events == 0 ? 0 : m_lastTick);
    store.records = m_records.finish();
    store.unrecorded = m_stack.takeUnrecorded();
    store.attributes = AttributeColumns(std::exchange(m_attributes, {}));
    store.undefinedRegions = m_stack.visitsByRegion();
    for (const RegionVisits& visited : store.undefinedRegions) {
        addVisits(m_totals, m_definitions, visited.region, visited.visits);
    }
    std::erase_if(store.undefinedRegions, [this](const RegionVisits& visited) {
        return m_definitions.find(visited.region) != nullptr;
    });
    store.undefinedRegions.shrink_to_fit();  // of a million locations hardly any has some
    m_totals.events = m_events;
    m_totals.spread.last = m_events == 0 ? 0 : m_lastTick;
    m_totals.visits = store.calls.visits();
    m_totals.kinds = m_kinds.occurring();
    store.deviceMarks = takeMarks(store.calls);
    reportRepairs(report);
    reportKind(report);
    store.totals = std::move(m_totals);
    return store;
}

void LocationBuilder::reportRepairs(ImportReport& report) const
{
    const auto region = [&](const CallStackBuilder::Repair& repair) {
        const Region* found = m_definitions.find(repair.region);
        return found != nullptr
                   ? "'" + found->name + "'"
                   : "region "
                         + std::to_string(m_files.inFile(RefKind::Region, repair.region.value()));
    };
    const auto add = [&](std::string_view kind, std::uint64_t count, std::string_view what) {
        if (count > 0) {
            report.add(kind, Severity::Warning, sentence(m_location, what), count);
        }
    };
    const CallStackBuilder::Repairs& repairs = m_stack.repairs();
    add("clock-backwards",
        m_raised,
        "tick " + std::to_string(m_raisedFrom) + " after tick " + std::to_string(m_raisedTo));
    add("unmatched-leave",
        repairs.unmatchedLeave.count,
        "leave of " + region(repairs.unmatchedLeave) + at(repairs.unmatchedLeave.tick)
            + " without enter");
    add("missing-leave",
        repairs.missingLeave.count,
        region(repairs.missingLeave) + " still open where the one around it is left"
            + at(repairs.missingLeave.tick));
    add("open-visit",
        repairs.openVisit.count,
        region(repairs.openVisit) + " still open at the last event" + at(repairs.openVisit.tick));
    m_references.report(report, m_location);
}

void LocationBuilder::reportKind(ImportReport& report) const
{
    const LocationTotals& totals = m_totals;
    if (totals.events > 0 && totals.metricSamples == totals.events) {
        report.add(
            "metric-only-location",
            Severity::Info,
            sentence(
                m_location,
                "all " + std::to_string(totals.events) + " events are samples of metrics"));
    }
}

void defineUndefinedRegions(TraceStore& store, std::span<const std::string> files)
{
    const FileReferences references(files.size());
    std::map<RegionRef, std::uint64_t> undefined;
    for (LocationStore& location : store.locations) {
        for (const auto& [region, visits] : std::exchange(location.undefinedRegions, {})) {
            undefined[region] += visits;
        }
    }
    for (const auto& [ref, visits] : undefined) {
        const std::string name =
            "region " + std::to_string(references.inFile(RefKind::Region, ref.value()));
        const auto origin = references.originOf(RefKind::Region, ref.value());
        store.report.setPlace(origin ? files[origin->file] : std::string(), "");
        store.definitions.regions.push_back({.ref = ref, .name = name + " (undefined)"});
        store.report.add(
            "undefined-reference",
            Severity::Warning,
            name + " is visited " + (visits == 1 ? "once" : grouped(visits) + " times")
                + " and not defined",
            visits);
    }
    store.report.setPlace("", "");
    store.definitions.buildLookups();
}

TickRange wholeRange(const ClockProperties& clock, std::span<const TickRange> extents)
{
    // Far enough inside 64 bits that lengths and sums of two ticks do not overflow.
    constexpr Tick kMost = Tick(1) << 61;
    TickRange range{
        .begin = 0, .end = narrow<Tick>(std::min<std::uint64_t>(clock.length, kMost)) + 1};
    for (const TickRange& extent : extents) {
        if (!extent.isEmpty()) {
            range.begin = std::min(range.begin, extent.begin);
            range.end = std::max(range.end, extent.end);
        }
    }
    return range;
}

}  // namespace vellum::server::store
