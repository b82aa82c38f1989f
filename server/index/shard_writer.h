#pragma once

#include "common/base/result.h"
#include "server/index/manifest.h"
#include "server/store/trace_store.h"

#include <filesystem>

namespace vellum::server::index {

/// Writes an index of \p trace into \p folder, which must be there and empty: shards, then the manifest.
/// All is on the disk when it returns.
///
/// Errors   unavailable: a file could not be written; the sentence says which and why. What was written
///          is left for the caller to remove. cancelled.
[[nodiscard]] Result<void> writeIndex(
    const store::TraceStore& trace, const SourceKey& source, const std::filesystem::path& folder);

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
inline constexpr std::uint32_t kFormatVersion = 3;

}  // namespace vellum::server::index
