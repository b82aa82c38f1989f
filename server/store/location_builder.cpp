#include "server/store/location_builder.h"

#include "common/base/narrow.h"
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
    return "location " + std::to_string(location.ref.value()) + " '" + location.name
           + "': " + std::string(what);
}

std::string at(Tick tick)
{
    return " at tick " + std::to_string(tick);
}

}  // namespace

LocationBuilder::LocationBuilder(const Definitions& definitions, LocationIndex location)
    : m_definitions(definitions)
    , m_location(definitions.locations[location.value()])
{
}

void LocationBuilder::reserve(std::size_t events)
{
    m_expected = events;
    reserveColumn(m_store.events.tick, events);
    reserveColumn(m_store.events.kind, events);
    reserveColumn(m_store.events.payloadBegin, events);
    m_stack.reserve(events / 2);
}

bool LocationBuilder::add(Tick tick, EventKind kind, std::span<const std::uint64_t> payload)
{
    constexpr std::uint32_t kBegin = 0;
    return add(EventColumns{
        .tick = {&tick, 1}, .kind = {&kind, 1}, .payloadBegin = {&kBegin, 1}, .payload = payload});
}

bool LocationBuilder::add(const EventColumns& records)
{
    EventTable& events = m_store.events;
    const std::size_t first = events.size();
    const std::size_t words = events.payload.size();
    constexpr std::size_t kMostWords = std::numeric_limits<std::uint32_t>::max() - 1;
    if (std::max(words + records.payload.size(), first + records.size() - 1) >= kMostWords) {
        return records.size() > 1 && addOneByOne(records);
    }
    reservePayload(records.payload.size());
    events.kind.insert(events.kind.end(), records.kind.begin(), records.kind.end());
    events.payload.insert(events.payload.end(), records.payload.begin(), records.payload.end());
    events.payloadBegin.insert(
        events.payloadBegin.end(), records.payloadBegin.begin(), records.payloadBegin.end());
    for (std::uint32_t& begin : std::span(events.payloadBegin).subspan(first)) {
        begin += static_cast<std::uint32_t>(words);
    }
    addTicks(records.tick);
    addVisits(first);
    countKinds(records.kind);
    return true;
}

bool LocationBuilder::addOneByOne(const EventColumns& records)
{
    for (std::size_t i = 0; i < records.size(); ++i) {
        if (!add(records.tick[i], records.kind[i], records.payloadOf(i))) {
            return false;
        }
    }
    return true;
}

void LocationBuilder::addAttributes(const AttributeTable& attributes, std::uint64_t first)
{
    EventTable& events = m_store.events;
    for (std::size_t row = 0; row < attributes.size(); ++row) {
        const std::uint64_t place = first + attributes.event[row];
        if (place >= events.size()) {
            return;
        }
        const AttributeRef ref = attributes.attribute[row];
        if (m_definitions.find(ref) == nullptr) {
            noteUndefined(events.tick[place], "attribute", ref.value());
        }
        events.attributes.add(static_cast<std::uint32_t>(place), ref, attributes.valueAt(row));
        ++m_store.totals.attributes;
    }
}

/// Makes room by what the records so far had, so that a large column is not moved in its growth.
void LocationBuilder::reservePayload(std::size_t more)
{
    EventTable& events = m_store.events;
    const std::size_t words = events.payload.size() + more;
    if (words <= events.payload.capacity()) {
        return;
    }
    constexpr std::size_t kFewRecords = 1024;
    constexpr double kMargin = 1.05;
    double expected = 2.0 * static_cast<double>(events.payload.size());
    if (events.size() >= kFewRecords && events.size() < m_expected) {
        expected = kMargin * static_cast<double>(events.payload.size())
                   * static_cast<double>(m_expected) / static_cast<double>(events.size());
    }
    reserveColumn(events.payload, std::max(words, static_cast<std::size_t>(expected)));
}

/// A tick smaller than the one before is raised to it.
void LocationBuilder::addTicks(std::span<const Tick> ticks)
{
    std::vector<Tick>& column = m_store.events.tick;
    std::size_t at = std::max<std::size_t>(column.size(), 1);
    column.insert(column.end(), ticks.begin(), ticks.end());
    for (; at < column.size(); ++at) {
        const Tick before = column[at - 1];
        if (column[at] >= before) {
            continue;
        }
        if (m_raised++ == 0) {
            m_raisedFrom = column[at];
            m_raisedTo = before;
        }
        column[at] = before;
    }
}

void LocationBuilder::countKinds(std::span<const EventKind> kinds)
{
    // In turns: an increment must not wait for the one before, of the same kind mostly.
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        ++m_kindCounts[i % m_kindCounts.size()][kinds[i]];
    }
}

std::vector<std::pair<EventKind, std::uint64_t>> LocationBuilder::kinds() const
{
    std::vector<std::pair<EventKind, std::uint64_t>> occurring;
    for (std::size_t kind = 0; kind < event_kind::kCount; ++kind) {
        std::uint64_t count = 0;
        for (const auto& counts : m_kindCounts) {
            count += counts[kind];
        }
        if (count > 0) {
            occurring.emplace_back(static_cast<EventKind>(kind), count);
        }
    }
    return occurring;
}

inline RegionRef LocationBuilder::regionNamed(Tick tick, std::uint64_t reference)
{
    const RegionRef region(static_cast<std::uint32_t>(reference));
    if (!region.isDefined()) {
        noteUndefined(tick, "region", reference);
    }
    return region;
}

/// Totals and visits of the records from \p first on.
void LocationBuilder::addVisits(std::size_t first)
{
    const EventTable& events = m_store.events;
    for (std::size_t i = first; i < events.size(); ++i) {
        const Tick tick = events.tick[i];
        const EventKind kind = events.kind[i];
        RegionRef region;
        if (kind == event_kind::kEnter || kind == event_kind::kLeave) {
            region = regionNamed(tick, events.payload[events.payloadBegin[i]]);
        } else if (
            kind == event_kind::kCallingContextEnter || kind == event_kind::kCallingContextLeave) {
            region = regionOfContext(tick, events.payload[events.payloadBegin[i]]);
        } else {
            addToTotals(m_store.totals, kind, events.payloadOf(i));
            if (kind >= event_kind::kDeviceLaunch && kind <= event_kind::kDeviceSync) {
                addMark(kind, events.payloadOf(i).front());
            }
        }
        if (!region.isDefined()) {
            continue;
        }
        if (kind == event_kind::kEnter || kind == event_kind::kCallingContextEnter) {
            m_stack.enter(tick, region);
        } else {
            m_stack.leave(tick, region);
        }
    }
    m_store.totals.events = events.size();
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

/// Readers write these right after the enter that they belong to.
void LocationBuilder::addMark(EventKind kind, std::uint64_t correlation)
{
    if (m_stack.lastEntered() != kNoVisit) {
        m_marks.push_back({m_stack.lastEntered(), {.kind = kind, .correlation = correlation}});
    }
}

/// The marks, now that the ends of their visits are known.
std::vector<DeviceMark> LocationBuilder::takeMarks() const
{
    std::vector<DeviceMark> marks;
    marks.reserve(m_marks.size());
    for (const auto& [visit, mark] : m_marks) {
        marks.push_back(mark);
        marks.back().visit = m_store.visits.range(visit);
        marks.back().region = m_store.visits.region[visit];
    }
    return marks;
}

LocationStore LocationBuilder::finish(ImportReport& report)
{
    const std::vector<Tick>& ticks = m_store.events.tick;
    m_store.visits = m_stack.finish(ticks.empty() ? 0 : ticks.back());
    m_store.segments = m_stack.takeSegments();
    m_store.undefinedRegions = m_stack.visitsByRegion();
    for (const RegionVisits& visited : m_store.undefinedRegions) {
        const Region* region = m_definitions.find(visited.region);
        const FunctionGroup group = region == nullptr ? FunctionGroup::Unknown : region->group;
        m_store.totals.visitsOf.at(static_cast<std::size_t>(group)) += visited.visits;
    }
    std::erase_if(m_store.undefinedRegions, [this](const RegionVisits& visited) {
        return m_definitions.find(visited.region) != nullptr;
    });
    m_store.totals.visits = m_store.visits.size();
    m_store.deviceMarks = takeMarks();
    m_store.totals.kinds = kinds();
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

void defineUndefinedRegions(TraceStore& store)
{
    std::map<RegionRef, std::uint64_t> undefined;
    for (LocationStore& location : store.locations) {
        for (const auto& [region, visits] : std::exchange(location.undefinedRegions, {})) {
            undefined[region] += visits;
        }
    }
    for (const auto& [ref, visits] : undefined) {
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
