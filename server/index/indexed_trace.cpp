#include "server/index/indexed_trace.h"

#include "common/base/log.h"
#include "server/index/shard_writer.h"
#include "server/index/source_key.h"

#include <filesystem>
#include <utility>

namespace vellum::server::index {

IndexedTrace::IndexedTrace(
    vellum::query::TraceSelection selection, CacheOptions cache, unsigned threads)
    : m_selection(std::move(selection))
    , m_cache(std::move(cache))
    , m_threads(threads)
{
}

Result<std::shared_ptr<IndexedTrace>> IndexedTrace::open(
    const vellum::query::TraceSelection& selection,
    const import::ImportOptions& options,
    const CacheOptions& cache,
    const MayImport& mayImport)
{
    const std::shared_ptr<IndexedTrace> trace(
        new IndexedTrace(selection, cache, options.threads));  // the constructor is private
    if (!cache.folder.empty() && !cache.rebuild) {
        auto indexed = openIndex(selection, cache, options, mayImport);
        if (indexed.isOk()) {
            trace->set(std::move(indexed.value().store));
            return trace;
        }
        log::info(indexed.error().message);
    }
    if (mayImport) {
        VELLUM_RETURN_IF_ERROR(mayImport());
    }
    VELLUM_RETURN_IF_ERROR(trace->import(options));
    return trace;
}

Result<void> IndexedTrace::import(const import::ImportOptions& options)
{
    const auto source =
        m_cache.folder.empty() ? Result<SourceKey>(SourceKey{}) : keyOf(m_selection);
    auto imported = import::importTrace(m_selection, options);
    VELLUM_RETURN_IF_ERROR(imported);
    const auto store = std::move(imported).value();
    // One that was told to stop may lack rows.
    if (!m_cache.folder.empty() && source.isOk() && !options.cancel.stop_requested()
        && isWorthAnIndex(*store, m_cache)) {
        keepIndex(m_selection, source.value(), m_cache, [&](const std::filesystem::path& folder) {
            return writeIndex(*store, source.value(), folder);
        });
    }
    set(store);
    return {};
}

void IndexedTrace::set(std::shared_ptr<const store::TraceStore> store)
{
    const std::scoped_lock lock(m_storeMutex);
    m_store = std::move(store);
}

std::shared_ptr<const store::TraceStore> IndexedTrace::store() const
{
    const std::scoped_lock lock(m_storeMutex);
    return m_store;
}

Result<void> IndexedTrace::replace(const std::shared_ptr<const store::TraceStore>& damaged)
{
    const std::scoped_lock one(m_replacing);
    if (store() != damaged) {
        return {};
    }
    const import::ImportOptions options{.threads = m_threads, .onProgress = {}, .cancel = {}};
    auto mended = mendedIndex(m_selection, m_cache, options);
    if (mended.isOk()) {
        set(std::move(mended.value().store));
        return {};
    }
    log::warning(
        "the index of '" + m_selection.name() + "' is damaged; the trace is read anew ("
        + mended.error().message + ")");
    return import(options);
}

}  // namespace vellum::server::index
