#pragma once

#include "common/base/result.h"
#include "server/index/manifest.h"
#include "server/store/trace_store.h"

#include <filesystem>
#include <memory>

namespace vellum::server::index {

/// Opens the index in \p folder: reads the manifest, and maps the shards. A location's bytes are read, and
/// held against their checksum, when it is first asked for (store::LocationCheck).
///
/// Errors   notFound: there is no index. dataLoss: it is damaged, or of other files than \p source says.
[[nodiscard]] Result<std::shared_ptr<const store::TraceStore>> readIndex(
    const std::filesystem::path& folder, const SourceKey& source);

}  // namespace vellum::server::index
