#pragma once

#include "common/base/result.h"
#include "common/protocol/bytes.h"
#include "common/query/trace_selection.h"
#include "server/index/manifest.h"
#include "server/index/shard_writer.h"
#include "server/store/trace_store.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vellum::server::ranks {

// What the head and the others say to each other of indexes; the rest is in rank_messages.h.

/// Open the index of this build. The answer is `ready`.
struct MapContent {
    std::uint64_t build = 0;
    vellum::query::TraceSelection selection;
};
[[nodiscard]] Result<protocol::Bytes> map(std::uint64_t trace, const MapContent& content);
[[nodiscard]] Result<MapContent> readMap(std::span<const std::byte> content);

/// Write your locations into this folder.
struct KeepContent {
    std::uint64_t build = 0;
    std::string folder;
};
[[nodiscard]] protocol::Bytes keep(std::uint64_t trace, const KeepContent& content);
[[nodiscard]] Result<KeepContent> readKeep(std::span<const std::byte> content);

/// Of LocationStore::leftOutBelow.
struct LeftOutBelow {
    LocationIndex location;
    std::uint64_t visit = 0;
    Tick ticks = 0;
};

struct KeptContent {
    index::WrittenPart part;
    std::vector<LeftOutBelow> leftOut;
};
[[nodiscard]] protocol::Bytes kept(std::uint64_t trace, const Result<KeptContent>& content);
[[nodiscard]] Result<KeptContent> readKept(std::span<const std::byte> content);

/// Adds what a rank has kept of its \p locations to \p manifest.
[[nodiscard]] Result<void> addKept(
    index::Manifest& manifest,
    std::span<const LocationIndex> locations,
    std::span<const std::byte> content);

}  // namespace vellum::server::ranks
