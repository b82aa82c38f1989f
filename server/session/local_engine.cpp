#include "server/session/local_engine.h"

#include "common/base/process_memory.h"
#include "server/import/importer.h"
#include "server/query/executor.h"
#include "server/session/memory_limit.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <string>
#include <thread>
#include <utility>

namespace vellum::server::session {

namespace {

codec::OpenProgress toMessage(const import::Progress& progress)
{
    return {
        .bytesDone = progress.bytesDone,
        .bytesTotal = progress.bytesTotal,
        .locationsDone = progress.locationsDone,
        .locationsTotal = progress.locationsTotal,
        .eventsRead = progress.eventsRead};
}

class LocalEngine final : public Engine {
public:
    explicit LocalEngine(const LocalEngineOptions& options)
        : m_threads(
            options.threads != 0 ? options.threads
                                 : std::max(1U, std::thread::hardware_concurrency()))
        , m_memory(options.memoryBytes)
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
        return answer(
            *std::static_pointer_cast<const store::TraceStore>(trace.content), request, cancel);
    }

    [[nodiscard]] unsigned threads() const override { return m_threads; }
    [[nodiscard]] std::uint64_t residentBytes() const override { return vellum::residentBytes(); }

private:
    [[nodiscard]] Result<vellum::query::Answer> answer(
        const store::TraceStore& store,
        const vellum::query::Request& request,
        const std::stop_token& cancel) const;
    [[nodiscard]] Result<std::shared_ptr<const Trace>> describe(
        std::shared_ptr<const store::TraceStore> store) const;

    unsigned m_threads;
    MemoryLimit m_memory;
};

Result<std::shared_ptr<const Trace>> LocalEngine::open(
    const vellum::query::TraceSelection& selection,
    const ProgressListener& onProgress,
    const std::stop_token& cancel)
{
    const std::string path = selection.name();
    std::stop_source stop;  // asked for by the client or by the memory limit
    const std::stop_callback forward(cancel, [&stop] { stop.request_stop(); });
    std::atomic<bool> isTooMuch = m_memory.isPassed();
    if (isTooMuch) {
        return m_memory.refusal(path, "the server");
    }
    import::ImportOptions options{
        .threads = m_threads, .onProgress = {}, .cancel = stop.get_token()};
    options.onProgress = [&](const import::Progress& progress) {
        onProgress(toMessage(progress));
        if (m_memory.isPassed()) {
            isTooMuch = true;
            stop.request_stop();
        }
    };
    auto store = import::importTrace(selection, options);
    VELLUM_RETURN_IF_ERROR(store);
    return isTooMuch ? m_memory.refusal(path, "the server") : describe(std::move(store).value());
}

Result<std::shared_ptr<const Trace>> LocalEngine::describe(
    std::shared_ptr<const store::TraceStore> store) const
{
    auto info = answer(*store, vellum::query::InfoRequest{}, {});
    VELLUM_RETURN_IF_ERROR(info);
    auto trace = std::make_shared<Trace>();
    trace->path = store->path;
    trace->definitions = std::shared_ptr<const Definitions>(store, &store->definitions);
    trace->info = std::get<vellum::query::TraceInfo>(std::move(info).value());
    trace->content = std::move(store);
    return std::shared_ptr<const Trace>(std::move(trace));
}

Result<vellum::query::Answer> LocalEngine::answer(
    const store::TraceStore& store,
    const vellum::query::Request& request,
    const std::stop_token& cancel) const
{
    return server::query::execute(store, request, {.threads = m_threads, .cancel = cancel});
}

}  // namespace

std::unique_ptr<Engine> makeLocalEngine(const LocalEngineOptions& options)
{
    return std::make_unique<LocalEngine>(options);
}

}  // namespace vellum::server::session
