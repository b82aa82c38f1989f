#include "server/query/queries.h"

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
    for (const store::LocationStore& location : trace.locations) {
        add(location.totals, info);
    }
    info.messages = trace.messages.size();
    for (const vellum::query::Message& message : trace.messages) {
        info.messageBytes += message.bytes;
    }
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
