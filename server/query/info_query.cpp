#include "server/query/bulk_of_events.h"
#include "server/query/queries.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace vellum::server::query {

namespace {

void countDefinitions(const Definitions& definitions, vellum::query::TraceInfo& info)
{
    info.creator = definitions.creator;
    info.locations = definitions.locations.size();
    info.locationGroups = definitions.locationGroups.size();
    info.systemTreeNodes = definitions.systemTreeNodes.size();
    info.regions = definitions.regions.size();
    info.metrics = definitions.metricMembers.size();
    info.communicators = definitions.communicators.size();
    info.ticksPerSecond = definitions.clock.ticksPerSecond;
    info.lengthTicks = definitions.clock.length;
}

/// The counts of all locations, in the order of the table of kinds.
std::vector<vellum::query::KindCount> eventsByKind(const store::TraceStore& trace)
{
    std::array<std::uint64_t, event_kind::kCount> counts{};
    for (const store::LocationStore& location : trace.locations) {
        for (const auto& [kind, count] : location.totals.kinds) {
            counts.at(kind) += count;
        }
    }
    std::vector<vellum::query::KindCount> occurring;
    for (std::size_t kind = 0; kind < counts.size(); ++kind) {
        if (counts[kind] > 0) {
            const auto& info = infoOf(static_cast<EventKind>(kind));
            occurring.push_back({.kind = std::string(info.name), .count = counts[kind]});
        }
    }
    return occurring;
}

void add(const store::LocationTotals& totals, vellum::query::TraceInfo& info)
{
    info.events += totals.events;
    info.visits += totals.visits;
    info.unmatchedSends += totals.unmatchedSends;
    info.unmatchedReceives += totals.unmatchedReceives;
    info.collectives += totals.collectives;
    info.rmaOperations += totals.rmaOperations;
    info.rmaBytes += totals.rmaBytes;
    info.ioOperations += totals.ioOperations;
    info.ioBytes += totals.ioBytes;
    info.metricSamples += totals.metricSamples;
    info.workWithoutLaunch += totals.workWithoutLaunch;
    for (std::size_t group = 0; group < totals.visitsOf.size(); ++group) {
        info.visitsOf[group] += totals.visitsOf.at(group);
    }
    info.eventAttributes += totals.attributes;
}

/// Where the bulk of the events is, and what is said of those that are far off.
void addBulk(const store::TraceStore& trace, vellum::query::TraceInfo& info)
{
    std::vector<PlacedSpread> spreads;
    spreads.reserve(trace.locations.size());
    for (const store::LocationStore& location : trace.locations) {
        spreads.push_back({.spread = location.totals.spread, .events = location.totals.events});
    }
    constexpr std::uint64_t kSeconds = 3600;
    constexpr std::uint64_t kMost = std::uint64_t(1) << 61U;
    const std::uint64_t second = std::min(trace.definitions.clock.ticksPerSecond, kMost / kSeconds);
    const auto hour = static_cast<Tick>(second * kSeconds);
    const BulkOfEvents bulk = bulkOf(trace.range, spreads, hour);
    info.bulk = bulk.range;
    if (bulk.strays == 0) {
        return;
    }
    const auto seconds = [&](Tick tick) {
        return std::to_string(trace.definitions.clock.toSeconds(tick)) + " s";
    };
    const std::string location = store::placeOf(trace.definitions.locations[bulk.firstStrayAt]);
    info.importReport.push_back(
        {.kind = "stray-events",
         .severity = vellum::query::Severity::Warning,
         .count = bulk.strays,
         .example = location + ": an event at " + seconds(bulk.firstStray)
                    + " is far from all others, which are from " + seconds(bulk.range.begin)
                    + " to " + seconds(bulk.range.end) + ": the window opens on those",
         .places = {{.location = location, .count = bulk.strays}}});
}

}  // namespace

vellum::query::TraceInfo traceInfo(const store::TraceStore& trace)
{
    vellum::query::TraceInfo info;
    info.format = trace.format;
    info.range = trace.range;
    info.complete = trace.complete;
    info.importReport = trace.report.entries();
    countDefinitions(trace.definitions, info);
    if (trace.isPartOfTime) {
        info.lengthTicks = static_cast<std::uint64_t>(trace.range.length());
    }
    addBulk(trace, info);
    info.visitsOf.resize(kFunctionGroupCount);
    for (const store::LocationStore& location : trace.locations) {
        add(location.totals, info);
    }
    info.eventsByKind = eventsByKind(trace);
    info.markers = trace.markers.size();
    info.launches = trace.launches.size();
    info.messages = trace.messages.size();
    info.messageBytes = trace.messageBytes;
    return info;
}

vellum::query::LocationCounts locationCounts(const store::TraceStore& trace)
{
    vellum::query::LocationCounts counts;
    for (std::size_t i = 0; i < trace.locations.size(); ++i) {
        counts.locations.push_back(trace.definitions.locations[i].ref);
        counts.events.push_back(trace.locations[i].totals.events);
    }
    return counts;
}

}  // namespace vellum::server::query
