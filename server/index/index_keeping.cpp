#include "server/index/index_keeping.h"

#include "common/base/log.h"
#include "server/import/shared_import.h"
#include "server/index/index_mender.h"
#include "server/index/names_now.h"
#include "server/index/shard_writer.h"

#include <sys/stat.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

namespace vellum::server::index {

namespace {

namespace fs = std::filesystem;

using Write = std::function<Result<void>(const fs::path& folder)>;

/// Writes beside the place and moves it there whole: what has no manifest in its place is no index.
Result<void> writeInPlace(const Write& write, const fs::path& place)
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
    auto written = write(temporary);
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

std::string notKept(const vellum::query::TraceSelection& selection, const Error& reason)
{
    return "no index of '" + selection.name() + "' is kept: " + reason.message;
}

/// \p whole with the columns of \p own from the trace.
Result<std::shared_ptr<const store::TraceStore>> withColumnsFromTrace(
    const store::TraceStore& whole,
    const vellum::query::TraceSelection& selection,
    std::span<const LocationIndex> own,
    const import::ImportOptions& options)
{
    auto import = import::SharedImport::open(selection, options);
    VELLUM_RETURN_IF_ERROR(import);
    VELLUM_RETURN_IF_ERROR(import.value()->read(own));
    auto part = import.value()->makePart(whole);
    VELLUM_RETURN_IF_ERROR(part);
    auto store = std::make_shared<store::TraceStore>(whole);
    for (const LocationIndex location : own) {
        store::LocationStore& to = store->locations[location.value()];
        auto totals = std::move(to.totals);
        to = part.value()->locations[location.value()];
        to.totals = std::move(totals);
    }
    store->check = nullptr;
    return std::shared_ptr<const store::TraceStore>(std::move(store));
}

}  // namespace

Result<OpenedIndex> mendedIndex(
    const vellum::query::TraceSelection& selection,
    const CacheOptions& cache,
    const import::ImportOptions& options)
{
    const auto source = keyOf(selection);
    VELLUM_RETURN_IF_ERROR(source);
    const fs::path place = cache.folder / nameOf(selection);
    const auto lock = BuildLock::tryTake(place.string() + ".lock");
    VELLUM_RETURN_IF_ERROR(lock);
    const auto mended = mendIndex(place, source.value(), selection, options);
    VELLUM_RETURN_IF_ERROR(mended);
    log::warning(
        "the index of '" + selection.name() + "' was damaged: "
        + (mended.value() == 1 ? std::string("1 location was")
                               : std::to_string(mended.value()) + " locations were")
        + " read anew");
    auto opened = readIndex(place, source.value());
    if (opened.isOk()) {
        nameAsNow(*opened.value().store, selection);
    }
    return opened;
}

Result<OpenedIndex> openIndex(
    const vellum::query::TraceSelection& selection,
    const CacheOptions& cache,
    const import::ImportOptions& options,
    const MayImport& mayImport)
{
    if (cache.folder.empty()) {
        return Error{.kind = ErrorKind::Unavailable, .message = "no indexes are kept"};
    }
    const auto source = keyOf(selection);
    VELLUM_RETURN_IF_ERROR(source);
    const fs::path place = cache.folder / nameOf(selection);
    auto indexed = readIndex(place, source.value());
    std::error_code error;
    if (!indexed.isOk() && fs::exists(place / kManifestName, error)) {
        const auto may = mayImport ? mayImport() : Result<void>();
        VELLUM_RETURN_IF_ERROR(may);
        indexed = mendedIndex(selection, cache, options);
    }
    if (indexed.isOk()) {
        nameAsNow(*indexed.value().store, selection);
        touch(place);
    }
    return indexed;
}

Result<std::shared_ptr<const store::TraceStore>> replacementFor(
    const store::TraceStore& damaged,
    const vellum::query::TraceSelection& selection,
    const CacheOptions& cache,
    std::span<const LocationIndex> own,
    const import::ImportOptions& options)
{
    auto mended = mendedIndex(selection, cache, options);
    if (mended.isOk()) {
        return std::shared_ptr<const store::TraceStore>(std::move(mended.value().store));
    }
    log::warning(
        "the index of '" + selection.name() + "' is damaged; its locations are read anew ("
        + mended.error().message + ")");
    return withColumnsFromTrace(damaged, selection, own, options);
}

bool isWorthAnIndex(const store::TraceStore& trace, const CacheOptions& cache)
{
    const std::string live = liveFolderIn(cache.folder).string() + '/';
    if (!cache.folder.empty() && trace.path.starts_with(live)) {
        return false;
    }
    std::uint64_t events = 0;
    for (const store::LocationStore& location : trace.locations) {
        events += location.totals.events;
    }
    return trace.complete && events >= cache.leastEvents;
}

void keepIndex(
    const vellum::query::TraceSelection& selection,
    const SourceKey& source,
    const CacheOptions& cache,
    const Write& write)
{
    const fs::path place = cache.folder / nameOf(selection);
    std::error_code error;
    fs::create_directories(cache.folder, error);
    if (error) {
        const std::string reason =
            "cannot make the folder '" + cache.folder.string() + "': " + error.message();
        log::warning(notKept(selection, {.kind = ErrorKind::Unavailable, .message = reason}));
        return;
    }
    fs::permissions(cache.folder, fs::perms::owner_all, error);
    const auto lock = BuildLock::tryTake(place.string() + ".lock");
    if (!lock.isOk()) {
        const bool isBusy = lock.error().kind == ErrorKind::ResourceExhausted;
        (isBusy ? log::info : log::warning)(notKept(selection, lock.error()));
        return;
    }
    // A trace that was written while it was read is not what the key says.
    const auto now = keyOf(selection);
    if (!now.isOk() || now.value() != source) {
        log::info("'" + selection.name() + "' changed while it was read; no index of it is kept");
        return;
    }
    const auto written = writeInPlace(write, place);
    if (!written.isOk()) {
        log::warning(notKept(selection, written.error()));
        return;
    }
    makeRoom(cache.folder, cache.mostBytes, place);
}

}  // namespace vellum::server::index
