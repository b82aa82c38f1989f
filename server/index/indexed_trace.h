#pragma once

#include "common/base/result.h"
#include "common/query/trace_selection.h"
#include "server/import/importer.h"
#include "server/index/cache_folder.h"
#include "server/index/index_keeping.h"
#include "server/store/trace_store.h"

#include <memory>
#include <mutex>

namespace vellum::server::index {

/// A trace that is opened from its index, where there is one, else imported and indexed.
///
/// Errors   As of importTrace. What is wrong with an index, or keeps one from being written, is only
///          logged: the trace opens all the same.
/// Threads  Any.
class IndexedTrace {
public:
    [[nodiscard]] static Result<std::shared_ptr<IndexedTrace>> open(
        const vellum::query::TraceSelection& selection,
        const import::ImportOptions& options,
        const CacheOptions& cache,
        const MayImport& mayImport = {});

    [[nodiscard]] std::shared_ptr<const store::TraceStore> store() const;

    /// Takes the place of an index that was found damaged (TraceStore::check): what is damaged of it is read
    /// anew from the trace, or all of it where that does not do. One caller does it, others that come with
    /// the same \p damaged store wait for it.
    [[nodiscard]] Result<void> replace(const std::shared_ptr<const store::TraceStore>& damaged);

private:
    IndexedTrace(vellum::query::TraceSelection selection, CacheOptions cache, unsigned threads);
    [[nodiscard]] Result<void> import(const import::ImportOptions& options);
    void set(std::shared_ptr<const store::TraceStore> store);

    vellum::query::TraceSelection m_selection;
    CacheOptions m_cache;
    unsigned m_threads;
    mutable std::mutex m_storeMutex;
    std::mutex m_replacing;
    std::shared_ptr<const store::TraceStore> m_store;  ///< guarded by m_storeMutex
};

}  // namespace vellum::server::index
