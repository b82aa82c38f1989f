#pragma once

#include "common/base/result.h"
#include "server/index/column_list.h"
#include "server/index/source_key.h"
#include "server/index/table_file.h"
#include "server/store/trace_store.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace vellum::server::index {

/// Where a shard has a location, and what it has of it.
struct LocationPlace {
    std::uint32_t shard = 0;
    std::uint64_t begin = 0;                      ///< in bytes, from the shard's begin
    std::uint64_t bytes = 0;                      ///< all columns
    std::uint64_t checksum = 0;                   ///< of these bytes and the sizes: checksumOf
    std::array<std::uint64_t, kColumns> sizes{};  ///< of the columns, in entries

    friend bool operator==(const LocationPlace&, const LocationPlace&) = default;
};

/// What vouches for a location's columns: of the checksum of their bytes, and of how many entries each has, so
/// that bytes are never taken for those of another column.
[[nodiscard]] std::uint64_t checksumOf(
    const std::array<std::uint64_t, kColumns>& sizes, std::uint64_t bytes);

/// All that an index has but the columns of locations and the tables over them.
struct Manifest {
    SourceKey source;
    std::uint64_t build = 0;  ///< a number that its shards share
    std::vector<std::uint64_t> shardBytes;
    std::vector<LocationPlace> places;  ///< by location
    TablesPlace tables;                 ///< as read; writeManifest makes its own
    /// Complete but for the columns of its locations and, where it was read, its tables.
    std::shared_ptr<store::TraceStore> trace;
};

/// The bytes of the manifest's file, which says that its tables are at \p tables.
/// docs/index-format.md has them.
///
/// Errors   resourceExhausted: definitions too large for a message.
[[nodiscard]] Result<std::vector<std::byte>> encodeManifest(
    const Manifest& manifest, const TablesPlace& tables);

/// Reads them. Nothing is believed.
///
/// Errors   dataLoss: it is none, of another version, cut off or damaged; the sentence says which.
[[nodiscard]] Result<Manifest> decodeManifest(std::span<const std::byte> bytes);

}  // namespace vellum::server::index
