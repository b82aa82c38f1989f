#include "server/index/indexed_trace.h"

#include "common/base/log.h"
#include "server/index/shard_reader.h"
#include "server/index/shard_writer.h"
#include "server/index/source_key.h"

#include <sys/stat.h>

#include <system_error>
#include <utility>

namespace vellum::server::index {

namespace {

namespace fs = std::filesystem;

bool isWorthAnIndex(const store::TraceStore& trace, const CacheOptions& cache)
{
    std::uint64_t events = 0;
    for (const store::LocationStore& location : trace.locations) {
        events += location.totals.events;
    }
    return trace.complete && events >= cache.leastEvents;
}

/// Writes beside the place and moves it there whole: what has no manifest in its place is no index.
Result<void> writeInPlace(
    const store::TraceStore& trace, const SourceKey& source, const fs::path& place)
{
    const fs::path temporary = place.string() + ".new";
    const fs::path old = place.string() + ".old";
    std::error_code error;
    fs::remove_all(temporary, error);  // of a builder that was killed
    fs::remove_all(old, error);
    if (::mkdir(temporary.c_str(), S_IRWXU) != 0) {
        const std::error_code reason(errno, std::generic_category());
        return Error{
            .kind = ErrorKind::Unavailable,
            .message = "cannot make '" + temporary.string() + "': " + reason.message()};
    }
    auto written = writeIndex(trace, source, temporary);
    if (!written.isOk()) {
        fs::remove_all(temporary, error);
        return written;
    }
    fs::rename(place, old, error);  // there may be none
    fs::rename(temporary, place, error);
    if (error) {
        fs::remove_all(temporary, error);
        return Error{
            .kind = ErrorKind::Unavailable,
            .message = "cannot put an index at '" + place.string() + "'"};
    }
    fs::remove_all(old, error);
    return {};
}

void keep(
    const store::TraceStore& trace,
    const vellum::query::TraceSelection& selection,
    const SourceKey& source,
    const CacheOptions& cache)
{
    const fs::path place = cache.folder / nameOf(selection);
    std::error_code error;
    fs::create_directories(cache.folder, error);
    fs::permissions(cache.folder, fs::perms::owner_all, error);
    const auto lock = BuildLock::tryTake(place.string() + ".lock");
    if (!lock) {
        log::info(
            "no index of '" + selection.name() + "' is written: somebody else writes it, or '"
            + cache.folder.string() + "' cannot be written");
        return;
    }
    // A trace that was written while it was read is not what the key says.
    const auto now = keyOf(selection);
    if (!now.isOk() || now.value() != source) {
        log::info("'" + selection.name() + "' changed while it was read; no index of it is kept");
        return;
    }
    const auto written = writeInPlace(trace, source, place);
    if (!written.isOk()) {
        log::warning("no index of '" + selection.name() + "' is kept: " + written.error().message);
        return;
    }
    makeRoom(cache.folder, cache.mostBytes, place);
}

}  // namespace

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
        const auto source = keyOf(selection);
        const fs::path place = cache.folder / nameOf(selection);
        if (source.isOk()) {
            auto indexed = readIndex(place, source.value());
            if (indexed.isOk()) {
                touch(place);
                trace->m_store = std::move(indexed).value();
                return trace;
            }
            log::info(indexed.error().message);
        }
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
    if (!m_cache.folder.empty() && source.isOk() && isWorthAnIndex(*store, m_cache)) {
        keep(*store, m_selection, source.value(), m_cache);
    }
    const std::scoped_lock lock(m_storeMutex);
    m_store = store;
    return {};
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
    log::warning("the index of '" + m_selection.name() + "' is damaged; the trace is read anew");
    return import({.threads = m_threads, .onProgress = {}, .cancel = {}});
}

}  // namespace vellum::server::index
