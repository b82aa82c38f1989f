#include "server/session/local_engine.h"

#include "common/base/process_memory.h"
#include "server/import/importer.h"
#include "server/index/indexed_trace.h"
#include "server/query/executor.h"
#include "server/query/memory_limit.h"
#include "server/session/progress_message.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <string>
#include <thread>
#include <utility>

namespace vellum::server::session {

namespace {

class LocalEngine final : public Engine {
public:
    explicit LocalEngine(const LocalEngineOptions& options)
        : m_threads(
            options.threads != 0 ? options.threads
                                 : std::max(1U, std::thread::hardware_concurrency()))
        , m_memory(options.memoryBytes, "the server", options.resident)
        , m_cacheFolder(options.cacheFolder)
    {
    }

    Result<std::shared_ptr<const Trace>> open(
        const vellum::query::TraceSelection& selection,
        const ProgressListener& onProgress,
        const std::stop_token& cancel) override;

    Result<vellum::query::Answer> answer(
        const Trace& trace,
        const vellum::query::Request& request,
        const std::stop_token& cancel) override
    {
        const auto content =
            std::const_pointer_cast<void>(trace.content);  // its own threads' business
        return m_memory.within("the answer", server::query::waysToAskForLess(request), [&] {
            return answer(*std::static_pointer_cast<index::IndexedTrace>(content), request, cancel);
        });
    }

    Result<void> withinMemory(
        std::string_view advice, const std::function<Result<void>()>& work) override
    {
        return m_memory.within("the message", advice, work);
    }

    [[nodiscard]] unsigned threads() const override { return m_threads; }
    [[nodiscard]] std::uint64_t residentBytes() const override { return vellum::residentBytes(); }

private:
    [[nodiscard]] Result<vellum::query::Answer> answer(
        index::IndexedTrace& trace,
        const vellum::query::Request& request,
        const std::stop_token& cancel) const;
    [[nodiscard]] Result<std::shared_ptr<const Trace>> describe(
        std::shared_ptr<index::IndexedTrace> indexed) const;

    unsigned m_threads;
    server::query::MemoryLimit m_memory;
    std::string m_cacheFolder;
};

Result<std::shared_ptr<const Trace>> LocalEngine::open(
    const vellum::query::TraceSelection& selection,
    const ProgressListener& onProgress,
    const std::stop_token& cancel)
{
    const std::string path = selection.name();
    std::stop_source stop;  // asked for by the client or by the memory limit
    std::stop_source giveUp;
    const std::stop_callback forward(cancel, [&stop] { stop.request_stop(); });
    std::atomic<bool> isTooMuch = m_memory.isPassed();
    if (isTooMuch) {
        return m_memory.refusalToBegin(path);
    }
    import::ImportOptions options{
        .threads = m_threads,
        .onProgress = {},
        .cancel = stop.get_token(),
        .giveUp = giveUp.get_token()};
    options.onProgress = [&](const import::Progress& progress) {
        onProgress(toMessage(progress));
        if (m_memory.isPassed()) {
            isTooMuch = true;
            giveUp.request_stop();
            stop.request_stop();
        }
    };
    auto indexed = index::IndexedTrace::open(selection, options, {.folder = m_cacheFolder});
    if (isTooMuch || (indexed.isOk() && m_memory.isPassed())) {
        return m_memory.refusal(path);
    }
    VELLUM_RETURN_IF_ERROR(indexed);
    return describe(std::move(indexed).value());
}

Result<std::shared_ptr<const Trace>> LocalEngine::describe(
    std::shared_ptr<index::IndexedTrace> indexed) const
{
    const auto store = indexed->store();
    auto info = answer(*indexed, vellum::query::InfoRequest{}, {});
    VELLUM_RETURN_IF_ERROR(info);
    auto trace = std::make_shared<Trace>();
    trace->path = store->path;
    trace->definitions = std::shared_ptr<const Definitions>(store, &store->definitions);
    trace->info = std::get<vellum::query::TraceInfo>(std::move(info).value());
    trace->content = std::move(indexed);
    return std::shared_ptr<const Trace>(std::move(trace));
}

Result<vellum::query::Answer> LocalEngine::answer(
    index::IndexedTrace& trace,
    const vellum::query::Request& request,
    const std::stop_token& cancel) const
{
    const server::query::ExecutionOptions how{.threads = m_threads, .cancel = cancel};
    const auto store = trace.store();
    auto answer = server::query::execute(*store, request, how);
    if (answer.isOk() || store->check == nullptr || !store->check->isDamaged()) {
        return answer;
    }
    VELLUM_RETURN_IF_ERROR(trace.replace(store));
    return server::query::execute(*trace.store(), request, how);
}

}  // namespace

std::unique_ptr<Engine> makeLocalEngine(const LocalEngineOptions& options)
{
    return std::make_unique<LocalEngine>(options);
}

}  // namespace vellum::server::session
