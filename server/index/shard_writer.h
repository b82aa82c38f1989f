#pragma once

#include "common/base/result.h"
#include "server/index/manifest.h"
#include "server/store/trace_store.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace vellum::server::index {

/// Where a shard ends.
struct ShardLimits {
    std::uint64_t bytes = std::uint64_t{512} << 20U;  ///< about
    std::size_t locations = 4096;
};

/// Writes an index of \p trace into \p folder, which must be there and empty: shards, tables, then the manifest.
/// All is on the disk when it returns.
///
/// Errors   unavailable: a file could not be written; the sentence says which and why. What was written
///          is left for the caller to remove.
[[nodiscard]] Result<void> writeIndex(
    const store::TraceStore& trace,
    const SourceKey& source,
    const std::filesystem::path& folder,
    const ShardLimits& limits = {});

/// A shard that was written.
struct WrittenShard {
    std::uint64_t bytes = 0;
    std::vector<LocationPlace> places;  ///< of the locations it has, in order
};

/// Writes one shard, to a file that must not be there, with as many of \p locations as its limits allow,
/// at least one.
///
/// Errors   As of writeIndex.
[[nodiscard]] Result<WrittenShard> writeShard(
    const std::filesystem::path& path,
    std::uint32_t number,
    std::uint64_t build,
    const store::TraceStore& trace,
    std::span<const LocationIndex> locations,
    const ShardLimits& limits = {});

/// Which numbers shards get: first, first + step, ….
struct ShardNumbers {
    std::uint32_t first = 0;
    std::uint32_t step = 1;
};

/// Shards of some locations.
struct WrittenPart {
    std::vector<std::uint32_t> numbers;
    std::vector<std::uint64_t> bytes;   ///< parallel to `numbers`
    std::vector<LocationPlace> places;  ///< of the locations, in their order
};

/// Writes shards with \p locations of \p trace into \p folder, and no manifest.
///
/// Errors   As of writeIndex.
[[nodiscard]] Result<WrittenPart> writePart(
    const store::TraceStore& trace,
    std::span<const LocationIndex> locations,
    const std::filesystem::path& folder,
    std::uint64_t build,
    const ShardNumbers& numbers,
    const ShardLimits& limits = {});

/// Says in \p manifest where \p locations are.
void addPart(Manifest& manifest, std::span<const LocationIndex> locations, const WrittenPart& part);

/// Writes the tables of the manifest's trace, and then the manifest.
///
/// Errors   As of writeIndex.
[[nodiscard]] Result<void> writeManifest(
    const Manifest& manifest, const std::filesystem::path& folder);

/// Another one each time.
[[nodiscard]] std::uint64_t newBuildNumber();

inline constexpr const char* kManifestName = "manifest";
[[nodiscard]] std::string shardName(std::uint32_t number);

/// What a shard begins with.
struct ShardHeader {
    std::array<char, 8> magic{'V', 'L', 'M', 'S', 'H', 'A', 'R', 'D'};
    std::uint32_t version = 0;
    std::uint32_t number = 0;
    std::uint64_t build = 0;
    std::uint64_t bytes = 0;  ///< of the whole file
};

/// Raised with every change of what the files mean: another one is built anew.
inline constexpr std::uint32_t kFormatVersion = 15;

}  // namespace vellum::server::index
