#pragma once

#include "common/base/result.h"
#include "common/query/trace_selection.h"
#include "server/import/importer.h"
#include "server/index/shard_reader.h"
#include "server/index/source_key.h"

#include <cstddef>
#include <filesystem>

namespace vellum::server::index {

/// Makes the index in \p folder whole again, whose manifest is sound: only the locations that are damaged or
/// missing are read from the trace, and the shards that have them replaced, each at once. The files are then,
/// byte for byte, what they were.
///
/// \return  how many locations were read from the trace
/// Errors   As of readIndex where the manifest is not sound. dataLoss: the trace does not say what it said
///          when it was indexed. unavailable: a shard could not be written. As of the import. The index is
///          as damaged then as it was.
[[nodiscard]] Result<std::size_t> mendIndex(
    const std::filesystem::path& folder,
    const SourceKey& source,
    const vellum::query::TraceSelection& selection,
    const import::ImportOptions& options);

}  // namespace vellum::server::index
