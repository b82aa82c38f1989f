#include "common/base/narrow.h"
#include "common/codec/answer_codec.h"
#include "common/codec/columns.h"
#include "common/codec/types_codec.h"

#include <cstdint>
#include <utility>

namespace vellum::codec {

namespace {

void writeCounts(protocol::TraceInfo::Builder out, const query::TraceInfo& info)
{
    out.setLocations(info.locations);
    out.setLocationGroups(info.locationGroups);
    out.setSystemTreeNodes(info.systemTreeNodes);
    out.setRegions(info.regions);
    out.setMetrics(info.metrics);
    out.setCommunicators(info.communicators);
    out.setEvents(info.events);
    out.setVisits(info.visits);
    out.setMessages(info.messages);
    out.setMessageBytes(info.messageBytes);
    out.setUnmatchedSends(info.unmatchedSends);
    out.setUnmatchedReceives(info.unmatchedReceives);
    out.setCollectives(info.collectives);
    out.setRmaOperations(info.rmaOperations);
    out.setRmaBytes(info.rmaBytes);
    out.setIoOperations(info.ioOperations);
    out.setIoBytes(info.ioBytes);
    out.setMetricSamples(info.metricSamples);
}

query::TraceInfo readCounts(protocol::TraceInfo::Reader in)
{
    query::TraceInfo info;
    info.locations = in.getLocations();
    info.locationGroups = in.getLocationGroups();
    info.systemTreeNodes = in.getSystemTreeNodes();
    info.regions = in.getRegions();
    info.metrics = in.getMetrics();
    info.communicators = in.getCommunicators();
    info.events = in.getEvents();
    info.visits = in.getVisits();
    info.messages = in.getMessages();
    info.messageBytes = in.getMessageBytes();
    info.unmatchedSends = in.getUnmatchedSends();
    info.unmatchedReceives = in.getUnmatchedReceives();
    info.collectives = in.getCollectives();
    info.rmaOperations = in.getRmaOperations();
    info.rmaBytes = in.getRmaBytes();
    info.ioOperations = in.getIoOperations();
    info.ioBytes = in.getIoBytes();
    info.metricSamples = in.getMetricSamples();
    return info;
}

}  // namespace

void write(protocol::TraceInfo::Builder out, const query::TraceInfo& info)
{
    writeCounts(out, info);
    out.setFormat(toData(info.format));
    out.setCreator(toData(info.creator));
    out.setTicksPerSecond(info.ticksPerSecond);
    out.setLengthTicks(info.lengthTicks);
    write(out.initRange(), info.range);
    write(out.initBulk(), info.bulk);
    out.setComplete(info.complete);
    auto report = out.initImportReport(narrow<std::uint32_t>(info.importReport.size()));
    std::uint32_t index = 0;
    for (const query::ImportReportEntry& entry : info.importReport) {
        auto wire = report[index++];
        wire.setKind(toData(entry.kind));
        wire.setSeverity(toWire(entry.severity));
        wire.setCount(entry.count);
        wire.setExample(toData(entry.example));
        auto places = wire.initPlaces(narrow<std::uint32_t>(entry.places.size()));
        std::uint32_t place = 0;
        for (const query::ImportReportPlace& one : entry.places) {
            auto to = places[place++];
            to.setFile(toData(one.file));
            to.setLocation(toData(one.location));
            to.setCount(one.count);
            to.setExample(toData(one.example));
        }
    }
    out.setEventAttributes(info.eventAttributes);
    out.setMarkers(info.markers);
    out.setLaunches(info.launches);
    fill(
        out.initVisitsOf(narrow<std::uint32_t>(info.visitsOf.size())),
        info.visitsOf,
        [](std::uint64_t visits) { return visits; });
    out.setWorkWithoutLaunch(info.workWithoutLaunch);
    auto kinds = out.initEventsByKind(narrow<std::uint32_t>(info.eventsByKind.size()));
    for (std::uint32_t i = 0; i < kinds.size(); ++i) {
        kinds[i].setKind(toData(info.eventsByKind[i].kind));
        kinds[i].setCount(info.eventsByKind[i].count);
    }
}

Result<query::TraceInfo> read(protocol::TraceInfo::Reader in)
{
    query::TraceInfo info = readCounts(in);
    info.format = toText(in.getFormat());
    info.creator = toText(in.getCreator());
    info.ticksPerSecond = in.getTicksPerSecond();
    info.lengthTicks = in.getLengthTicks();
    info.range = read(in.getRange());
    info.bulk = read(in.getBulk());
    info.complete = in.getComplete();
    for (const auto& entry : in.getImportReport()) {
        const auto severity = fromWire(entry.getSeverity());
        VELLUM_RETURN_IF_ERROR(severity);
        info.importReport.push_back(
            {.kind = toText(entry.getKind()),
             .severity = severity.value(),
             .count = entry.getCount(),
             .example = toText(entry.getExample())});
        for (const auto& place : entry.getPlaces()) {
            info.importReport.back().places.push_back(
                {.file = toText(place.getFile()),
                 .location = toText(place.getLocation()),
                 .count = place.getCount(),
                 .example = toText(place.getExample())});
        }
    }
    info.eventAttributes = in.getEventAttributes();
    info.markers = in.getMarkers();
    info.launches = in.getLaunches();
    for (const std::uint64_t visits : in.getVisitsOf()) {
        info.visitsOf.push_back(visits);
    }
    info.workWithoutLaunch = in.getWorkWithoutLaunch();
    for (const auto& kind : in.getEventsByKind()) {
        info.eventsByKind.push_back({.kind = toText(kind.getKind()), .count = kind.getCount()});
    }
    return info;
}

void write(protocol::LocationCounts::Builder out, const query::LocationCounts& counts)
{
    fill(
        out.initLocations(narrow<std::uint32_t>(counts.locations.size())),
        counts.locations,
        [](LocationRef ref) { return ref.value(); });
    fill(
        out.initEvents(narrow<std::uint32_t>(counts.events.size())),
        counts.events,
        [](std::uint64_t count) { return count; });
}

Result<query::LocationCounts> read(protocol::LocationCounts::Reader in)
{
    const auto locations = in.getLocations();
    const auto events = in.getEvents();
    VELLUM_RETURN_IF_ERROR(
        SameLength("location counts", locations.size()).with("event counts", events).result());
    return query::LocationCounts{
        .locations = toVector<LocationRef>(locations), .events = toVector<std::uint64_t>(events)};
}

}  // namespace vellum::codec
