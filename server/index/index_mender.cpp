#include "server/index/index_mender.h"

#include "server/import/shared_import.h"
#include "server/index/shard_writer.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace vellum::server::index {

namespace {

namespace fs = std::filesystem;

/// No limits: a shard is what it was.
constexpr ShardLimits kAll{
    .bytes = std::numeric_limits<std::uint64_t>::max(),
    .locations = std::numeric_limits<std::size_t>::max()};

std::vector<LocationIndex> locationsOf(const Manifest& manifest, std::uint32_t shard)
{
    std::vector<LocationIndex> locations;
    for (std::uint32_t i = 0; i < manifest.places.size(); ++i) {
        if (manifest.places[i].shard == shard) {
            locations.emplace_back(i);
        }
    }
    return locations;
}

/// Whether shard \p number was written as it was when the index was made.
bool isAsBefore(
    const Manifest& manifest,
    std::uint32_t number,
    std::span<const LocationIndex> locations,
    const WrittenShard& shard)
{
    return shard.bytes == manifest.shardBytes[number]
           && std::ranges::equal(
               shard.places, locations, {}, {}, [&](LocationIndex location) -> const auto& {
                   return manifest.places[location.value()];
               });
}

Result<void> replaceShard(const fs::path& folder, const Manifest& manifest, std::uint32_t number)
{
    const fs::path path = folder / shardName(number);
    const fs::path beside = path.string() + ".new";
    const auto locations = locationsOf(manifest, number);
    std::error_code error;
    fs::remove(beside, error);  // of a process that was killed
    const auto shard = writeShard(beside, number, manifest.build, *manifest.trace, locations, kAll);
    const bool isRight = shard.isOk() && isAsBefore(manifest, number, locations, shard.value());
    if (isRight) {
        fs::rename(beside, path, error);
    }
    if (!isRight || error) {
        std::error_code ignored;
        fs::remove(beside, ignored);
    }
    VELLUM_RETURN_IF_ERROR(shard);
    if (!isRight) {
        return Error{
            .kind = ErrorKind::DataLoss,
            .message = "the trace does not say any more what '" + path.string() + "' had of it"};
    }
    if (error) {
        return Error{
            .kind = ErrorKind::Unavailable,
            .message = "cannot write '" + path.string() + "': " + error.message()};
    }
    return {};
}

}  // namespace

Result<std::size_t> mendIndex(
    const fs::path& folder,
    const SourceKey& source,
    const vellum::query::TraceSelection& selection,
    const import::ImportOptions& options)
{
    auto parts = readSoundParts(folder, source, options.threads);
    VELLUM_RETURN_IF_ERROR(parts);
    Manifest& manifest = parts.value().manifest;
    const std::vector<LocationIndex>& damaged = parts.value().damaged;
    if (damaged.empty()) {  // somebody else was quicker
        return std::size_t{0};
    }
    auto import = import::SharedImport::open(selection, options);
    VELLUM_RETURN_IF_ERROR(import);
    VELLUM_RETURN_IF_ERROR(import.value()->read(damaged));
    auto columns = import.value()->makePart(*manifest.trace);
    VELLUM_RETURN_IF_ERROR(columns);
    std::vector<std::uint32_t> shards;
    for (const LocationIndex location : damaged) {
        manifest.trace->locations[location.value()] = columns.value()->locations[location.value()];
        shards.push_back(manifest.places[location.value()].shard);
    }
    shards.erase(std::unique(shards.begin(), shards.end()), shards.end());
    for (const std::uint32_t shard : shards) {
        VELLUM_RETURN_IF_ERROR(replaceShard(folder, manifest, shard));
    }
    return damaged.size();
}

}  // namespace vellum::server::index
