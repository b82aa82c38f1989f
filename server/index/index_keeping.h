#pragma once

#include "common/base/result.h"
#include "common/query/trace_selection.h"
#include "server/import/importer.h"
#include "server/index/cache_folder.h"
#include "server/index/shard_reader.h"
#include "server/index/source_key.h"
#include "server/store/trace_store.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <span>

namespace vellum::server::index {

/// Whether the import may begin: asked where there is no index to open, or a damaged one.
using MayImport = std::function<Result<void>()>;

/// The index of \p selection in \p cache, made whole first where it is damaged.
///
/// Errors   As of readIndex and mendIndex; unavailable: there is no cache. What \p mayImport says.
[[nodiscard]] Result<OpenedIndex> openIndex(
    const vellum::query::TraceSelection& selection,
    const CacheOptions& cache,
    const import::ImportOptions& options,
    const MayImport& mayImport = {});

/// An index that has turned out to be damaged, made whole and opened again.
///
/// Errors   As of mendIndex and readIndex; unavailable: somebody else writes it, or nobody can.
[[nodiscard]] Result<OpenedIndex> mendedIndex(
    const vellum::query::TraceSelection& selection,
    const CacheOptions& cache,
    const import::ImportOptions& options);

/// What takes the place of \p damaged, of which only \p own are asked for: the index made whole, or where that
/// cannot be, these locations in memory.
///
/// Errors   As of the import.
[[nodiscard]] Result<std::shared_ptr<const store::TraceStore>> replacementFor(
    const store::TraceStore& damaged,
    const vellum::query::TraceSelection& selection,
    const CacheOptions& cache,
    std::span<const LocationIndex> own,
    const import::ImportOptions& options);

[[nodiscard]] bool isWorthAnIndex(const store::TraceStore& trace, const CacheOptions& cache);

/// Puts the files that \p write makes in a folder, which is new and empty, into the place of the index. What
/// keeps one from being kept is only logged.
///
/// \param source  as it was before the trace was read
void keepIndex(
    const vellum::query::TraceSelection& selection,
    const SourceKey& source,
    const CacheOptions& cache,
    const std::function<Result<void>(const std::filesystem::path& folder)>& write);

}  // namespace vellum::server::index
