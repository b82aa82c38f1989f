#pragma once

#include "common/base/result.h"
#include "server/index/manifest.h"
#include "server/store/trace_store.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

namespace vellum::server::index {

/// An index that can be asked.
struct OpenedIndex {
    std::shared_ptr<store::TraceStore> store;
    std::uint64_t build = 0;  ///< its number
};

/// Opens the index in \p folder: reads the manifest, and maps the shards. A location's bytes are read, and
/// held against their checksum, when it is first asked for (store::LocationCheck).
///
/// Errors   notFound: there is no index. dataLoss: it is damaged, or of other files than \p source says.
[[nodiscard]] Result<OpenedIndex> readIndex(
    const std::filesystem::path& folder, const SourceKey& source);

/// What of an index is sound.
struct SoundParts {
    Manifest manifest;  ///< its locations have their columns, but for those damaged
    std::vector<LocationIndex> damaged;  ///< ascending; also those whose shard is missing
};

/// Reads all of an index and holds every location against its checksum.
///
/// Errors   As of readIndex, of the manifest alone. dataLoss, too: it places locations where none can be.
[[nodiscard]] Result<SoundParts> readSoundParts(
    const std::filesystem::path& folder, const SourceKey& source, unsigned threads);

}  // namespace vellum::server::index
