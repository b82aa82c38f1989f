#include "server/index/checksum.h"
#include "server/index/manifest.h"
#include "server/index/shard_reader.h"
#include "server/index/shard_writer.h"
#include "server/index/table_file.h"
#include "server/query/executor.h"
#include "tests/fuzz/scratch.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <span>
#include <vector>

namespace vellum::fuzz {

namespace {

using namespace vellum::server;  // NOLINT(google-build-using-namespace): a test
using Bytes = std::vector<std::uint8_t>;

// docs/index-format.md: the header of a manifest.
constexpr std::size_t kVersionPlace = 8;
constexpr std::size_t kSourcePlace = 16;
constexpr std::size_t kLengthPlace = 40;
constexpr std::size_t kChecksumPlace = 48;
constexpr std::size_t kHeaderBytes = 56;

template <typename Value>
void put(Bytes& bytes, std::size_t place, const Value& value)
{
    if (place + sizeof value <= bytes.size()) {
        std::memcpy(bytes.data() + place, &value, sizeof value);
    }
}

void mend(Bytes& manifest)
{
    if (manifest.size() < kHeaderBytes) {
        return;
    }
    const char* const magic = "VLMINDEX";
    std::copy(magic, magic + kVersionPlace, manifest.begin());
    const auto body = std::as_bytes(std::span(manifest)).subspan(kHeaderBytes);
    put(manifest, kVersionPlace, index::kFormatVersion);
    put(manifest, kLengthPlace, std::uint64_t{body.size()});
    put(manifest, kChecksumPlace, index::checksum(body));
}

/// As long as the manifest says, where that is little.
void mend(Bytes& shard, const index::Manifest& manifest)
{
    constexpr std::uint64_t kMost = 1U << 20U;
    if (!manifest.shardBytes.empty() && manifest.shardBytes.front() <= kMost) {
        shard.resize(manifest.shardBytes.front());
    }
    const index::ShardHeader header{
        .version = index::kFormatVersion, .build = manifest.build, .bytes = shard.size()};
    put(shard, 0, header);
}

/// A file of tables as long as the manifest says, where that is little, with \p content again and again.
Bytes tablesOf(const index::Manifest& manifest, Input content)
{
    constexpr std::uint64_t kMost = 1U << 20U;
    constexpr std::size_t kBuildPlace = 16;
    Bytes tables(std::min(manifest.tables.bytes, kMost));
    for (std::size_t i = 0; i < tables.size() && !content.empty(); ++i) {
        tables[i] = content[i % content.size()];
    }
    const char* const magic = "VLMTABLE";
    std::copy_n(magic, std::min(kVersionPlace, tables.size()), tables.begin());
    put(tables, kVersionPlace, index::kFormatVersion);
    put(tables, kBuildPlace, manifest.build);
    put(tables, kBuildPlace + sizeof manifest.build, std::uint64_t{tables.size()});
    return tables;
}

void ask(const store::TraceStore& trace)
{
    namespace query = vellum::query;
    const query::Scope scope{.window = trace.range};
    const query::Request requests[] = {
        query::InfoRequest{},
        query::ProfileRequest{.scope = scope, .perLocation = true},
        query::TimelineRequest{.scope = scope, .columns = 7},
        query::EventsRequest{.scope = scope, .limit = 1000}};
    for (const query::Request& request : requests) {
        static_cast<void>(server::query::execute(trace, request));
    }
}

}  // namespace

void readIndex(Input input)
{
    const bool isMended = takeNumber<std::uint8_t>(input) % 2 == 1;
    const Input front = take(input, takeNumber<std::uint32_t>(input));
    Bytes manifest(front.begin(), front.end());
    Bytes shard(input.begin(), input.end());
    Bytes tables(input.begin(), input.end());
    if (isMended) {
        mend(manifest);
        const auto decoded = index::decodeManifest(std::as_bytes(std::span(manifest)));
        if (!decoded.isOk()) {
            return;
        }
        mend(shard, decoded.value());
        tables = tablesOf(decoded.value(), input);
    }
    const std::filesystem::path folder = scratch() / "index";
    std::filesystem::create_directories(folder);
    write(folder / index::kManifestName, manifest);
    write(folder / index::shardName(0), shard);
    write(folder / index::kTablesName, tables);
    index::SourceKey source;
    if (manifest.size() >= kHeaderBytes) {
        std::memcpy(&source, manifest.data() + kSourcePlace, sizeof source);
    }
    const auto opened = index::readIndex(folder, source);
    if (!opened.isOk()) {
        return;
    }
    const store::TraceStore& trace = *opened.value().store;
    for (std::uint32_t i = 0; i < trace.locations.size(); ++i) {
        static_cast<void>(trace.check->isSound(LocationIndex(i)));
    }
    static_cast<void>(trace.check->areTablesSound());
    if (!isMended) {
        ask(trace);
    }
}

}  // namespace vellum::fuzz
