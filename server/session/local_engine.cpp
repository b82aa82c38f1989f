#include "server/session/local_engine.h"

#include "common/base/number_text.h"
#include "common/base/process_memory.h"
#include "server/import/importer.h"
#include "server/query/executor.h"

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
        , m_memoryBytes(options.memoryBytes)
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
    [[nodiscard]] bool isOverLimit() const
    {
        return m_memoryBytes != 0 && residentBytes() > m_memoryBytes;
    }
    [[nodiscard]] Error overLimit(const std::string& path) const
    {
        return {
            .kind = ErrorKind::ResourceExhausted,
            .message = path + ": the server has grown past its limit of " + byteText(m_memoryBytes)
                       + " while reading it"};
    }
    [[nodiscard]] Result<vellum::query::Answer> answer(
        const store::TraceStore& store,
        const vellum::query::Request& request,
        const std::stop_token& cancel) const;
    [[nodiscard]] Result<std::shared_ptr<const Trace>> describe(
        std::shared_ptr<const store::TraceStore> store) const;

    unsigned m_threads;
    std::uint64_t m_memoryBytes;
};

Result<std::shared_ptr<const Trace>> LocalEngine::open(
    const vellum::query::TraceSelection& selection,
    const ProgressListener& onProgress,
    const std::stop_token& cancel)
{
    const std::string path = selection.name();
    std::stop_source stop;  // asked for by the client or by the memory limit
    const std::stop_callback forward(cancel, [&stop] { stop.request_stop(); });
    std::atomic<bool> isTooMuch = isOverLimit();
    if (isTooMuch) {
        return overLimit(path);
    }
    import::ImportOptions options{
        .threads = m_threads, .onProgress = {}, .cancel = stop.get_token()};
    options.onProgress = [&](const import::Progress& progress) {
        onProgress(toMessage(progress));
        if (isOverLimit()) {
            isTooMuch = true;
            stop.request_stop();
        }
    };
    auto store = import::importTrace(selection, options);
    VELLUM_RETURN_IF_ERROR(store);
    return isTooMuch ? overLimit(path) : describe(std::move(store).value());
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
