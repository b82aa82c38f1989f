#include "server/store/location_builder.h"

#include "common/base/narrow.h"

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
    return "location " + std::to_string(location.ref.value()) + " '" + location.name
           + "': " + std::string(what);
}

std::string at(Tick tick)
{
    return " at tick " + std::to_string(tick);
}

/// What the payload words of the counted kinds add up to.
void addToTotals(LocationTotals& totals, EventKind kind, std::span<const std::uint64_t> payload)
{
    ++totals.events;
    switch (kind) {
    case event_kind::kMpiCollectiveEnd:
    case event_kind::kNonBlockingCollectiveComplete:
        ++totals.collectives;
        break;
    case event_kind::kRmaPut:
    case event_kind::kRmaGet:
        ++totals.rmaOperations;
        totals.rmaBytes += payload[2];  // win, remote, bytes
        break;
    case event_kind::kRmaAtomic:
        ++totals.rmaOperations;
        totals.rmaBytes += payload[3] + payload[4];  // win, remote, type, sent, received
        break;
    case event_kind::kIoOperationBegin:
        ++totals.ioOperations;
        break;
    case event_kind::kIoOperationComplete:
        totals.ioBytes += payload[1];  // handle, bytes
        break;
    case event_kind::kMetric:
        ++totals.metricSamples;
        break;
    default:
        break;
    }
}

}  // namespace

LocationBuilder::LocationBuilder(const Definitions& definitions, LocationIndex location)
    : m_definitions(definitions)
    , m_location(definitions.locations[location.value()])
{
}

void LocationBuilder::reserve(std::size_t events)
{
    m_store.events.tick.reserve(events);
    m_store.events.kind.reserve(events);
    m_store.events.payloadBegin.reserve(events);
    m_store.events.payload.reserve(events);
    m_stack.reserve(events / 2);
}

bool LocationBuilder::add(Tick tick, EventKind kind, std::span<const std::uint64_t> payload)
{
    EventTable& events = m_store.events;
    constexpr std::size_t kMostWords = std::numeric_limits<std::uint32_t>::max() - 1;
    if (std::max(events.payload.size() + payload.size(), events.size()) >= kMostWords) {
        return false;
    }
    tick = raised(tick);
    events.tick.push_back(tick);
    events.kind.push_back(kind);
    events.payloadBegin.push_back(narrow<std::uint32_t>(events.payload.size()));
    events.payload.insert(events.payload.end(), payload.begin(), payload.end());
    addToTotals(m_store.totals, kind, payload);
    if (!payload.empty()) {
        addToStack(tick, kind, payload.front());
    }
    return true;
}

Tick LocationBuilder::raised(Tick tick)
{
    const std::vector<Tick>& ticks = m_store.events.tick;
    if (ticks.empty() || tick >= ticks.back()) {
        return tick;
    }
    if (m_raised == 0) {
        m_raisedFrom = tick;
        m_raisedTo = ticks.back();
    }
    ++m_raised;
    return ticks.back();
}

void LocationBuilder::addToStack(Tick tick, EventKind kind, std::uint64_t reference)
{
    switch (kind) {
    case event_kind::kEnter:
        return enter(tick, regionNamed(tick, reference));
    case event_kind::kLeave:
        return leave(tick, regionNamed(tick, reference));
    case event_kind::kCallingContextEnter:
        return enter(tick, regionOfContext(tick, reference));
    case event_kind::kCallingContextLeave:
        return leave(tick, regionOfContext(tick, reference));
    default:
        return;
    }
}

void LocationBuilder::enter(Tick tick, RegionRef region)
{
    if (region.isDefined()) {
        m_stack.enter(tick, region);
    }
}

void LocationBuilder::leave(Tick tick, RegionRef region)
{
    if (region.isDefined()) {
        m_stack.leave(tick, region);
    }
}

RegionRef LocationBuilder::regionNamed(Tick tick, std::uint64_t reference)
{
    const RegionRef region(static_cast<std::uint32_t>(reference));
    if (!region.isDefined()) {
        noteUndefined(tick, "region", reference);
    }
    return region;
}

RegionRef LocationBuilder::regionOfContext(Tick tick, std::uint64_t reference)
{
    const CallingContextRef ref(static_cast<std::uint32_t>(reference));
    if (const CallingContext* found = m_definitions.find(ref); found != nullptr) {
        return regionNamed(tick, found->region.value());
    }
    noteUndefined(tick, "calling context", reference);
    return RegionRef::undefined();
}

void LocationBuilder::noteUndefined(Tick tick, const char* what, std::uint64_t reference)
{
    if (m_undefined++ == 0) {
        m_undefinedWhat = what;
        m_undefinedReference = reference;
        m_undefinedTick = tick;
    }
}

LocationStore LocationBuilder::finish(ImportReport& report)
{
    const std::vector<Tick>& ticks = m_store.events.tick;
    m_store.visits = m_stack.finish(ticks.empty() ? 0 : ticks.back());
    m_store.segments = buildSegments(m_store.visits);
    m_store.totals.visits = m_store.visits.size();
    reportRepairs(report);
    reportKind(report);
    return std::move(m_store);
}

void LocationBuilder::reportRepairs(ImportReport& report) const
{
    const auto region = [&](const CallStackBuilder::Repair& repair) {
        const Region* found = m_definitions.find(repair.region);
        return found != nullptr ? "'" + found->name + "'"
                                : "region " + std::to_string(repair.region.value());
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
    add("undefined-reference",
        m_undefined,
        std::string(m_undefinedWhat) + " " + std::to_string(m_undefinedReference)
            + at(m_undefinedTick) + " is not defined");
}

void LocationBuilder::reportKind(ImportReport& report) const
{
    const LocationTotals& totals = m_store.totals;
    if (totals.events > 0 && totals.metricSamples == totals.events) {
        report.add(
            "metric-only-location",
            Severity::Info,
            sentence(
                m_location,
                "all " + std::to_string(totals.events) + " events are samples of metrics"));
    }
}

namespace {

/// References of regions that \p store's visits name and its definitions lack, with the number of
/// visits each; \p first is set to where the first one stands.
std::map<RegionRef, std::uint64_t> undefinedRegions(const TraceStore& store)
{
    std::map<RegionRef, std::uint64_t> undefined;
    for (const LocationStore& location : store.locations) {
        RegionRef last;
        bool lastIsDefined = true;
        for (const RegionRef region : location.visits.region) {
            if (region != last) {
                last = region;
                lastIsDefined = store.definitions.find(region) != nullptr;
            }
            if (!lastIsDefined) {
                ++undefined[region];
            }
        }
    }
    return undefined;
}

}  // namespace

void defineUndefinedRegions(TraceStore& store)
{
    for (const auto& [ref, visits] : undefinedRegions(store)) {
        const std::string name = "region " + std::to_string(ref.value());
        store.definitions.regions.push_back({.ref = ref, .name = name + " (undefined)"});
        store.report.add(
            "undefined-reference",
            Severity::Warning,
            name + " is visited " + std::to_string(visits) + " times and not defined",
            visits);
    }
    store.definitions.buildLookups();
}

void setRange(TraceStore& store)
{
    // Far enough inside 64 bits that lengths and sums of two ticks do not overflow.
    constexpr Tick kMost = Tick(1) << 61;
    const std::uint64_t length = std::min<std::uint64_t>(store.definitions.clock.length, kMost);
    store.range = {.begin = 0, .end = narrow<Tick>(length) + 1};
    for (const LocationStore& location : store.locations) {
        if (!location.events.tick.empty()) {
            store.range.begin = std::min(store.range.begin, location.events.tick.front());
            store.range.end = std::max(store.range.end, location.events.tick.back() + 1);
        }
    }
}

}  // namespace vellum::server::store
