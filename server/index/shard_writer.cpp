#include "server/index/shard_writer.h"

#include "server/index/checksum.h"
#include "server/index/column_list.h"
#include "server/index/output_file.h"
#include "server/index/table_file.h"

#include <xxhash.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace vellum::server::index {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLocationAlignment = 64;
static_assert(kLocationAlignment <= OutputFile::kMostPadding);

/// The bytes of a location's columns as they go to the file, and their checksum.
class LocationWriter {
public:
    LocationWriter(OutputFile& file, LocationPlace& place) : m_file(file), m_place(place)
    {
        XXH3_64bits_reset(m_state.get());
        m_place.begin = file.written();
    }

    void write(const store::LocationStore& location)
    {
        forEachColumn(location, [this](const auto& column) { add(column); });
        add(location.calls.leastDepth.entries().bytes());
        padFor(0);
        m_place.bytes = m_file.written() - m_place.begin;
        m_place.checksum = checksumOf(m_place.sizes, XXH3_64bits_digest(m_state.get()));
    }

private:
    struct Free {
        void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
    };

    template <typename Column>
    void add(const Column& column)
    {
        const auto bytes = std::as_bytes(column.view());
        m_place.sizes.at(m_next++) = column.size();
        if (!bytes.empty()) {
            padFor(bytes.size());
            put(bytes);
        }
    }

    /// Zeros up to where a column of \p bytes begins.
    void padFor(std::size_t bytes)
    {
        static constexpr std::array<std::byte, kLineBytes> kZeros{};
        const auto at = static_cast<std::size_t>(m_file.written() - m_place.begin);
        put(std::span(kZeros).first(columnBegin(at, bytes) - at));
    }

    void put(std::span<const std::byte> bytes)
    {
        m_file.write(bytes);
        XXH3_64bits_update(m_state.get(), bytes.data(), bytes.size());
    }

    OutputFile& m_file;
    LocationPlace& m_place;
    std::unique_ptr<XXH3_state_t, Free> m_state{XXH3_createState()};
    std::size_t m_next = 0;
};

}  // namespace

std::string shardName(std::uint32_t number)
{
    std::string digits = std::to_string(number);
    constexpr std::size_t kDigits = 4;
    digits.insert(0, digits.size() < kDigits ? kDigits - digits.size() : 0, '0');
    return "shard-" + digits;
}

Result<WrittenShard> writeShard(
    const fs::path& path,
    std::uint32_t number,
    std::uint64_t build,
    const store::TraceStore& trace,
    std::span<const LocationIndex> locations,
    const ShardLimits& limits)
{
    OutputFile file(path);
    ShardHeader header{.version = kFormatVersion, .number = number, .build = build};
    file.write(std::as_bytes(std::span(&header, 1)));
    WrittenShard shard;
    for (const LocationIndex location : locations) {
        if (!shard.places.empty()
            && (shard.places.size() >= limits.locations || file.written() >= limits.bytes)) {
            break;
        }
        file.pad(kLocationAlignment);
        LocationPlace& place = shard.places.emplace_back(LocationPlace{.shard = number});
        LocationWriter(file, place).write(trace.at(location));
    }
    header.bytes = file.written();
    file.writeAt(0, std::as_bytes(std::span(&header, 1)));
    shard.bytes = header.bytes;
    const auto finished = file.finish();
    VELLUM_RETURN_IF_ERROR(finished);
    return shard;
}

Result<WrittenPart> writePart(
    const store::TraceStore& trace,
    std::span<const LocationIndex> locations,
    const fs::path& folder,
    std::uint64_t build,
    const ShardNumbers& numbers,
    const ShardLimits& limits)
{
    WrittenPart part;
    for (std::uint32_t number = numbers.first; !locations.empty(); number += numbers.step) {
        const auto shard =
            writeShard(folder / shardName(number), number, build, trace, locations, limits);
        VELLUM_RETURN_IF_ERROR(shard);
        const auto& places = shard.value().places;
        part.numbers.push_back(number);
        part.bytes.push_back(shard.value().bytes);
        part.places.insert(part.places.end(), places.begin(), places.end());
        locations = locations.subspan(places.size());
    }
    return part;
}

void addPart(Manifest& manifest, std::span<const LocationIndex> locations, const WrittenPart& part)
{
    for (std::size_t i = 0; i < part.numbers.size(); ++i) {
        manifest.shardBytes.resize(
            std::max<std::size_t>(manifest.shardBytes.size(), std::size_t{part.numbers[i]} + 1));
        manifest.shardBytes[part.numbers[i]] = part.bytes[i];
    }
    manifest.places.resize(manifest.trace->locations.size());
    for (std::size_t i = 0; i < locations.size(); ++i) {
        manifest.places[locations[i].value()] = part.places[i];
    }
}

Result<void> writeManifest(const Manifest& manifest, const fs::path& folder)
{
    const auto tables = writeTables(folder / kTablesName, manifest.build, *manifest.trace);
    VELLUM_RETURN_IF_ERROR(tables);
    const auto bytes = encodeManifest(manifest, tables.value());
    VELLUM_RETURN_IF_ERROR(bytes);
    OutputFile file(folder / kManifestName);
    file.write(bytes.value());
    return file.finish();
}

std::uint64_t newBuildNumber()
{
    std::random_device random;
    return std::uint64_t{random()} << 32U | random();
}

Result<void> writeIndex(
    const store::TraceStore& trace,
    const SourceKey& source,
    const fs::path& folder,
    const ShardLimits& limits)
{
    std::vector<LocationIndex> all;
    for (std::uint32_t i = 0; i < trace.locations.size(); ++i) {
        all.emplace_back(i);
    }
    // The trace is only looked at: what is encoded are its facts.
    Manifest manifest{
        .source = source,
        .build = newBuildNumber(),
        .trace = std::shared_ptr<store::TraceStore>(
            std::shared_ptr<void>(), const_cast<store::TraceStore*>(&trace))};  // NOLINT
    const auto part = writePart(trace, all, folder, manifest.build, {}, limits);
    VELLUM_RETURN_IF_ERROR(part);
    addPart(manifest, all, part.value());
    return writeManifest(manifest, folder);
}

}  // namespace vellum::server::index
