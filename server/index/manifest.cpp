#include "server/index/manifest.h"

#include "common/codec/message_codec.h"
#include "server/index/byte_text.h"
#include "server/index/checksum.h"
#include "server/index/shard_writer.h"
#include "server/query/queries.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>

namespace vellum::server::index {

namespace {

/// What a manifest's file begins with.
struct Header {
    std::array<char, 8> magic{'V', 'L', 'M', 'I', 'N', 'D', 'E', 'X'};
    std::uint32_t version = kFormatVersion;
    std::uint32_t reserved = 0;
    SourceKey source;
    std::uint64_t build = 0;
    std::uint64_t bytes = 0;     ///< after the header
    std::uint64_t checksum = 0;  ///< of these
};

Error damaged(const std::string& what)
{
    return {.kind = ErrorKind::DataLoss, .message = "the index " + what};
}

// ---- totals

void write(ByteWriter& out, const store::LocationTotals& totals)
{
    for (const std::uint64_t value :
         {totals.events,
          totals.attributes,
          totals.visits,
          totals.collectives,
          totals.rmaOperations,
          totals.rmaBytes,
          totals.ioOperations,
          totals.ioBytes,
          totals.metricSamples,
          totals.unmatchedSends,
          totals.unmatchedReceives,
          totals.workWithoutLaunch,
          totals.collectivesWithoutBegin,
          totals.collectivesWithoutEnd,
          totals.strayCollectives}) {
        out.word(value);
    }
    for (const std::uint64_t visits : totals.visitsOf) {
        out.word(visits);
    }
    const store::EventSpread& spread = totals.spread;
    for (const Tick tick : {spread.first, spread.last, spread.gap.begin, spread.gap.end}) {
        out.word(static_cast<std::uint64_t>(tick));
    }
    out.word(spread.eventsBeforeGap);
    out.word(totals.kinds.size());
    for (const auto& [kind, count] : totals.kinds) {
        out.word(kind);
        out.word(count);
    }
}

store::LocationTotals readTotals(ByteReader& in)
{
    store::LocationTotals totals;
    for (std::uint64_t* value :
         {&totals.events,
          &totals.attributes,
          &totals.visits,
          &totals.collectives,
          &totals.rmaOperations,
          &totals.rmaBytes,
          &totals.ioOperations,
          &totals.ioBytes,
          &totals.metricSamples,
          &totals.unmatchedSends,
          &totals.unmatchedReceives,
          &totals.workWithoutLaunch,
          &totals.collectivesWithoutBegin,
          &totals.collectivesWithoutEnd,
          &totals.strayCollectives}) {
        *value = in.word();
    }
    for (std::uint64_t& visits : totals.visitsOf) {
        visits = in.word();
    }
    store::EventSpread& spread = totals.spread;
    for (Tick* tick : {&spread.first, &spread.last, &spread.gap.begin, &spread.gap.end}) {
        *tick = static_cast<Tick>(in.word());
    }
    spread.eventsBeforeGap = in.word();
    totals.kinds.resize(in.count(2));
    for (auto& [kind, count] : totals.kinds) {
        kind = static_cast<EventKind>(in.word() % event_kind::kCount);
        count = in.word();
    }
    return totals;
}

// ---- locations

void write(ByteWriter& out, const LocationPlace& place, const store::LocationStore& location)
{
    out.word(place.shard);
    out.word(place.begin);
    out.word(place.bytes);
    out.word(place.checksum);
    for (const std::uint64_t size : place.sizes) {
        out.word(size);
    }
    write(out, location.totals);
    out.word(location.leftOutBelow->size());
    for (const auto& [visit, ticks] : *location.leftOutBelow) {
        out.word(visit);
        out.number(ticks);
    }
}

LocationPlace readPlace(ByteReader& in)
{
    LocationPlace place{.shard = static_cast<std::uint32_t>(in.word())};
    place.begin = in.word();
    place.bytes = in.word();
    place.checksum = in.word();
    for (std::uint64_t& size : place.sizes) {
        size = in.word();
    }
    return place;
}

void readLeftOut(ByteReader& in, store::LocationStore& location)
{
    for (std::size_t i = in.count(2); i-- > 0;) {
        const std::uint64_t visit = in.word();
        location.leftOutBelow.edit()[visit] = in.number();
    }
}

// ---- what belongs to no single location

void write(ByteWriter& out, const std::vector<Marker>& markers)
{
    out.word(markers.size());
    for (const Marker& marker : markers) {
        out.number(marker.tick);
        out.word(marker.duration);
        out.word(marker.marker.value());
        out.word(static_cast<std::uint64_t>(marker.scope));
        out.word(marker.scopeRef);
        out.text(marker.text);
    }
}

std::vector<Marker> readMarkers(ByteReader& in)
{
    constexpr std::size_t kLeastBytes = 6;
    std::vector<Marker> markers(in.count(kLeastBytes));
    for (Marker& marker : markers) {
        marker.tick = in.number();
        marker.duration = in.word();
        marker.marker = MarkerRef(static_cast<std::uint32_t>(in.word()));
        marker.scope = static_cast<MarkerScope>(in.word());
        marker.scopeRef = in.word();
        marker.text = in.text();
    }
    return markers;
}

/// Definitions, counts and the report: as they are told to a client.
Result<protocol::Bytes> factsOf(const store::TraceStore& trace)
{
    return codec::encode(
        1,
        codec::ServerContent(codec::OpenedTrace{
            .handle = 1,
            .path = trace.path,
            .definitions = {std::shared_ptr<void>(), &trace.definitions},
            .info = query::traceInfo(trace)}));
}

Result<void> takeFacts(std::span<const std::byte> bytes, store::TraceStore& trace)
{
    auto message = codec::decodeServerMessage(bytes);
    VELLUM_RETURN_IF_ERROR(message);
    VELLUM_RETURN_IF_ERROR(message.value().content);
    const auto* opened = std::get_if<codec::OpenedTrace>(&message.value().content.value());
    if (opened == nullptr) {
        return damaged("has no definitions");
    }
    trace.path = opened->path;
    trace.format = opened->info.format;
    trace.definitions = *opened->definitions;
    trace.definitions.buildLookups();
    trace.range = opened->info.range;
    trace.messageBytes = opened->info.messageBytes;
    trace.complete = opened->info.complete;
    for (const vellum::query::ImportReportEntry& entry : opened->info.importReport) {
        trace.report.add(entry);
    }
    return {};
}

void write(ByteWriter& out, const TablesPlace& tables)
{
    for (const std::uint64_t value :
         {tables.messages, tables.launches, tables.collectives, tables.bytes, tables.checksum}) {
        out.word(value);
    }
}

TablesPlace readTables(ByteReader& in)
{
    TablesPlace tables;
    for (std::uint64_t* value :
         {&tables.messages,
          &tables.launches,
          &tables.collectives,
          &tables.bytes,
          &tables.checksum}) {
        *value = in.word();
    }
    return tables;
}

void writeBody(ByteWriter& out, const Manifest& manifest, const TablesPlace& tables)
{
    const store::TraceStore& trace = *manifest.trace;
    out.word(trace.isPartOfTime ? 1 : 0);
    out.word(trace.leftOut.size());
    for (const LocationRef ref : trace.leftOut) {
        out.word(ref.value());
    }
    write(out, trace.markers);
    out.values(std::span<const std::uint64_t>(manifest.shardBytes));
    out.word(manifest.places.size());
    for (std::size_t i = 0; i < manifest.places.size(); ++i) {
        write(out, manifest.places[i], trace.locations[i]);
    }
    write(out, tables);
}

Result<void> readBody(ByteReader& in, Manifest& manifest)
{
    store::TraceStore& trace = *manifest.trace;
    trace.isPartOfTime = in.word() != 0;
    for (std::size_t i = in.count(); i-- > 0;) {
        trace.leftOut.insert(LocationRef(in.word()));
    }
    trace.markers = readMarkers(in);
    manifest.shardBytes = in.values<std::uint64_t>();
    const std::size_t locations = in.count(kColumns);
    if (locations != trace.definitions.locations.size()) {
        return damaged("has as many locations as its definitions have not");
    }
    trace.locations.resize(locations);
    for (store::LocationStore& location : trace.locations) {
        manifest.places.push_back(readPlace(in));
        location.totals = readTotals(in);
        readLeftOut(in, location);
    }
    manifest.tables = readTables(in);
    return in.isOk() && in.isAtEnd() ? Result<void>() : damaged("is cut off");
}

}  // namespace

std::uint64_t checksumOf(const std::array<std::uint64_t, kColumns>& sizes, std::uint64_t bytes)
{
    std::array<std::uint64_t, kColumns + 1> all{};
    std::ranges::copy(sizes, all.begin());
    all.back() = bytes;
    return checksum(std::as_bytes(std::span(all)));
}

Result<std::vector<std::byte>> encodeManifest(const Manifest& manifest, const TablesPlace& tables)
{
    const auto facts = factsOf(*manifest.trace);
    VELLUM_RETURN_IF_ERROR(facts);
    ByteWriter body;
    body.values(std::span<const std::byte>(facts.value()));
    writeBody(body, manifest, tables);
    const Header header{
        .source = manifest.source,
        .build = manifest.build,
        .bytes = body.bytes().size(),
        .checksum = checksum(body.bytes())};
    const auto head = std::as_bytes(std::span(&header, 1));
    std::vector<std::byte> bytes(head.begin(), head.end());
    bytes.insert(bytes.end(), body.bytes().begin(), body.bytes().end());
    return bytes;
}

Result<Manifest> decodeManifest(std::span<const std::byte> bytes)
{
    Header header;
    if (bytes.size() < sizeof header) {
        return damaged("is cut off in its header");
    }
    std::memcpy(&header, bytes.data(), sizeof header);
    if (header.magic != Header().magic) {
        return damaged("is none");
    }
    if (header.version != kFormatVersion) {
        return damaged(
            "has version " + std::to_string(header.version) + ", not "
            + std::to_string(kFormatVersion));
    }
    const auto body = bytes.subspan(sizeof header);
    if (header.bytes != body.size() || header.checksum != checksum(body)) {
        return damaged("does not fit its checksum");
    }
    Manifest manifest{
        .source = header.source,
        .build = header.build,
        .trace = std::make_shared<store::TraceStore>()};
    ByteReader in(body);
    const auto facts = in.values<std::byte>();
    VELLUM_RETURN_IF_ERROR(takeFacts(facts, *manifest.trace));
    VELLUM_RETURN_IF_ERROR(readBody(in, manifest));
    return manifest;
}

static_assert(sizeof(Header) % ByteWriter::kAlignment == 0);

}  // namespace vellum::server::index
