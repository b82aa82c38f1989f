#include "server/ranks/opening.h"

#include "common/base/log.h"
#include "server/index/shard_writer.h"
#include "server/query/executor.h"
#include "server/ranks/index_messages.h"
#include "server/ranks/placement.h"
#include "server/session/progress_message.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace vellum::server::ranks {

void DistributedEngine::Opening::onProgress(std::uint32_t rank, const codec::OpenProgress& progress)
{
    constexpr std::chrono::milliseconds kBetween{50};
    if (rank == 0 && m_engine.m_memory.isPassed()) {
        m_isTooMuch = true;
        stop();
    }
    const std::lock_guard lock(m_mutex);
    m_progress[rank] = progress;
    codec::OpenProgress sum;
    for (const codec::OpenProgress& part : m_progress) {
        sum.bytesDone += part.bytesDone;
        sum.locationsDone += part.locationsDone;
        sum.eventsRead += part.eventsRead;
        // Every rank knows the files of all.
        sum.bytesTotal = std::max(sum.bytesTotal, part.bytesTotal);
        sum.locationsTotal = std::max(sum.locationsTotal, part.locationsTotal);
    }
    const auto now = std::chrono::steady_clock::now();
    if (now - m_lastTold >= kBetween || sum.bytesDone == sum.bytesTotal) {
        m_lastTold = now;
        m_onProgress(sum);
    }
}

Error DistributedEngine::Opening::isAnotherTrace(std::uint32_t rank) const
{
    return {
        .kind = ErrorKind::Unavailable,
        .message = m_selection.name() + ": " + nameOf(rank, m_engine.m_link.peers())
                   + " finds other definitions or event files under this name than rank 0"};
}

/// Tells the others of the trace.
Result<void> DistributedEngine::Opening::share(const Result<protocol::Bytes>& message)
{
    const auto others = m_engine.others();
    VELLUM_RETURN_IF_ERROR(m_engine.checkThere(others));
    VELLUM_RETURN_IF_ERROR(message);
    m_trace->isShared = true;
    m_engine.m_rounds.begin(m_number, others);
    m_engine.tell(others, message.value());
    if (m_stop.stop_requested()) {  // it may have been asked for before they knew the number
        m_engine.tell(others, bare(MessageKind::Cancel, m_number));
    }
    return {};
}

Result<std::vector<import::LocationFacts>> DistributedEngine::Opening::factsOfOthers()
{
    auto replies = m_engine.m_rounds.wait(m_number);
    VELLUM_RETURN_IF_ERROR(replies);
    std::vector<import::LocationFacts> facts;
    for (const Reply& reply : replies.value()) {
        auto opened = readOpened(contentOf(reply.bytes));
        VELLUM_RETURN_IF_ERROR(opened);
        if (opened.value().key != m_import->key()) {
            return isAnotherTrace(reply.rank);
        }
        std::ranges::move(opened.value().facts, std::back_inserter(facts));
    }
    return facts;
}

Result<void> DistributedEngine::Opening::agree(const import::SharedFacts& shared)
{
    const auto others = m_engine.others();
    m_engine.m_rounds.begin(m_number, others);
    m_engine.tell(others, ranks::agree(m_number, shared));
    return waitUntilReady();
}

Result<void> DistributedEngine::Opening::waitUntilReady()
{
    const auto replies = m_engine.m_rounds.wait(m_number);
    VELLUM_RETURN_IF_ERROR(replies);
    for (const Reply& reply : replies.value()) {
        VELLUM_RETURN_IF_ERROR(readReady(contentOf(reply.bytes)));
    }
    return {};
}

Result<std::shared_ptr<const session::Trace>> DistributedEngine::Opening::describe() const
{
    const auto store = m_trace->current();
    auto info = query::execute(*store, vellum::query::InfoRequest{});
    VELLUM_RETURN_IF_ERROR(info);
    auto trace = std::make_shared<session::Trace>();
    trace->path = store->path;
    trace->definitions = std::shared_ptr<const Definitions>(store, &store->definitions);
    trace->info = std::get<vellum::query::TraceInfo>(std::move(info).value());
    trace->content = m_trace;
    return std::shared_ptr<const session::Trace>(std::move(trace));
}

Result<std::shared_ptr<const session::Trace>> DistributedEngine::Opening::run()
{
    if (m_engine.m_memory.isPassed()) {
        return m_engine.m_memory.refusalToBegin(m_selection.name());
    }
    const auto indexed = openIndex();
    if (!indexed.isOk()) {
        if (m_stop.stop_requested() && !m_cancel.stop_requested()) {
            return indexed.error();  // a rank cannot go on
        }
        if (!m_engine.m_cache.folder.empty()) {
            log::info(indexed.error().message);
        }
        // What the others know of the index goes with the old number.
        m_number = ++m_engine.m_lastNumber;
        m_trace = std::make_shared<SharedTrace>(m_engine, m_number);
        VELLUM_RETURN_IF_ERROR(read());
    }
    m_trace->selection = m_selection;
    return describe();
}

/// Of an index every rank maps all, and looks at its own locations.
Result<void> DistributedEngine::Opening::openIndex()
{
    auto opened = index::openIndex(
        m_selection,
        m_engine.m_cache,
        {.threads = m_engine.m_threads, .cancel = m_stop.get_token()});
    VELLUM_RETURN_IF_ERROR(opened);
    const std::shared_ptr<const store::TraceStore> store = std::move(opened.value().store);
    // The head alone could not match anew, later, what the ranks have: so it looks at once.
    if (store->check != nullptr && !store->check->areTablesSound()) {
        return Error{
            .kind = ErrorKind::DataLoss,
            .message = "the index of '" + m_selection.name() + "' has damaged tables"};
    }
    Shares shares = deal(costsOf(*store), m_engine.m_link.size());
    m_trace->placement = std::move(shares.placement);
    m_trace->own = std::move(shares.own);
    m_trace->set(store);
    VELLUM_RETURN_IF_ERROR(
        share(ranks::map(m_number, {.build = opened.value().build, .selection = m_selection})));
    return waitUntilReady();
}

Result<void> DistributedEngine::Opening::read()
{
    const auto source = index::keyOf(m_selection);
    auto import = import::SharedImport::open(
        m_selection,
        {.threads = m_engine.m_threads,
         .onProgress = [this](const auto& now) { onProgress(0, session::toMessage(now)); },
         .cancel = m_stop.get_token()});
    VELLUM_RETURN_IF_ERROR(import);
    m_import = std::move(import).value();
    const bool isShared = m_import->isReadInParts();
    Shares shares = deal(m_import->costs(), isShared ? m_engine.m_link.size() : 1);
    m_trace->placement = std::move(shares.placement);
    m_trace->own = std::move(shares.own);
    if (isShared) {
        VELLUM_RETURN_IF_ERROR(share(ranks::open(m_number, m_selection)));
    }
    const auto read = m_import->read(m_trace->own.front());
    auto facts =
        isShared ? factsOfOthers()
                 : Result<std::vector<import::LocationFacts>>(std::vector<import::LocationFacts>());
    VELLUM_RETURN_IF_ERROR(read);
    if (m_isTooMuch) {
        return m_engine.m_memory.refusal(m_selection.name());
    }
    VELLUM_RETURN_IF_ERROR(facts);
    auto head = m_import->makeHead(std::move(facts).value());
    VELLUM_RETURN_IF_ERROR(head);
    if (m_isTooMuch || m_engine.m_memory.isPassed()) {
        return m_engine.m_memory.refusal(m_selection.name());
    }
    m_import.reset();
    m_trace->set(std::move(head.value().store));
    if (isShared) {
        VELLUM_RETURN_IF_ERROR(agree(head.value().shared));
    }
    keep(source);
    return {};
}

void DistributedEngine::Opening::keep(const Result<index::SourceKey>& source)
{
    const auto store = m_trace->current();
    const index::CacheOptions& cache = m_engine.m_cache;
    // One that was told to stop may lack rows.
    if (cache.folder.empty() || !source.isOk() || m_stop.stop_requested()
        || !index::isWorthAnIndex(*store, cache)) {
        return;
    }
    index::keepIndex(m_selection, source.value(), cache, [&](const std::filesystem::path& folder) {
        return m_trace->isShared ? writeShares(source.value(), folder)
                                 : index::writeIndex(*store, source.value(), folder);
    });
}

/// Every rank writes shards with its own locations, the head the manifest.
Result<void> DistributedEngine::Opening::writeShares(
    const index::SourceKey& source, const std::filesystem::path& folder)
{
    const auto others = m_engine.others();
    const auto& locations = m_trace->own;
    index::Manifest manifest{
        .source = source,
        .build = index::newBuildNumber(),
        .trace = std::make_shared<store::TraceStore>(*m_trace->current())};
    m_engine.m_rounds.begin(m_number, others);
    m_engine.tell(
        others, ranks::keep(m_number, {.build = manifest.build, .folder = folder.string()}));
    const auto own = index::writePart(
        *manifest.trace,
        locations.front(),
        folder,
        manifest.build,
        {.first = 0, .step = m_engine.m_link.size()});
    const auto replies = m_engine.m_rounds.wait(m_number);
    VELLUM_RETURN_IF_ERROR(own);
    VELLUM_RETURN_IF_ERROR(replies);
    index::addPart(manifest, locations.front(), own.value());
    for (const Reply& reply : replies.value()) {
        VELLUM_RETURN_IF_ERROR(addKept(manifest, locations[reply.rank], contentOf(reply.bytes)));
    }
    return index::writeManifest(manifest, folder);
}

}  // namespace vellum::server::ranks
