#include "common/base/number_text.h"
#include "server/cli/query_backend.h"
#include "server/import/importer.h"
#include "server/index/indexed_trace.h"
#include "server/query/executor.h"
#include "server/query/memory_limit.h"

#include <atomic>
#include <filesystem>
#include <stop_token>
#include <system_error>
#include <utility>

namespace vellum::server::cli {

namespace {

namespace fs = std::filesystem;

/// Bytes of the event files below \p path; 0 where they cannot be told.
std::uint64_t traceBytes(const fs::path& path)
{
    std::error_code error;
    const fs::path folder = fs::is_directory(path, error) ? path : path.parent_path();
    std::uint64_t bytes = 0;
    fs::recursive_directory_iterator entry(
        folder.empty() ? fs::path(".") : folder,
        fs::directory_options::skip_permission_denied,
        error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        std::error_code sizeError;
        if (entry->path().extension() == ".evt" && entry->is_regular_file(sizeError)) {
            bytes += entry->file_size(sizeError);
        }
    }
    return bytes;
}

class EmbeddedBackend : public QueryBackend {
public:
    explicit EmbeddedBackend(BackendOptions options)
        : m_options(std::move(options))
        , m_limit(m_options.memoryBytes, "vellum-query")
    {
    }

    Result<OpenedTrace> open(const vellum::query::TraceSelection& selection) override
    {
        if (m_limit.isPassed()) {
            return m_limit.refusalToStart();
        }
        std::stop_source stop;  // asked for by the user or by the limit
        std::stop_source giveUp;
        const std::stop_callback forward(m_options.cancel, [&stop] { stop.request_stop(); });
        std::atomic<bool> isTooMuch = false;
        import::ImportOptions options{
            .threads = m_options.threads, .cancel = stop.get_token(), .giveUp = giveUp.get_token()};
        // One question is answered sooner by a scan than rows are made.
        options.withRows = !cache().folder.empty();
        options.onProgress = [&](const import::Progress& progress) {
            if (m_limit.isPassed()) {
                isTooMuch = true;
                giveUp.request_stop();
                stop.request_stop();
            }
            if (m_options.onProgress) {
                m_options.onProgress(
                    {.bytesDone = progress.bytesDone,
                     .bytesTotal = progress.bytesTotal,
                     .eventsRead = progress.eventsRead});
            }
        };
        auto trace = index::IndexedTrace::open(
            selection, options, cache(), [&] { return checkMemory(selection); });
        if (isTooMuch || (trace.isOk() && m_limit.isPassed())) {
            return Error{
                .kind = ErrorKind::ResourceExhausted,
                .message = "'" + selection.name() + "' takes more memory than the "
                           + byteText(m_options.memoryBytes) + " that --memory allows"};
        }
        VELLUM_RETURN_IF_ERROR(trace);
        if (m_options.cancel.stop_requested()) {
            return Error{.kind = ErrorKind::Cancelled, .message = "cancelled"};
        }
        m_indexed = std::move(trace).value();
        m_trace = m_indexed->store();
        const auto info = ask(vellum::query::InfoRequest{});
        VELLUM_RETURN_IF_ERROR(info);
        return OpenedTrace{
            .path = m_trace->path,
            .definitions = {m_trace, &m_trace->definitions},
            .info = std::get<vellum::query::TraceInfo>(info.value())};
    }

    Result<vellum::query::Answer> ask(const vellum::query::Request& request) override
    {
        return m_limit.within("the answer", server::query::waysToAskForLess(request), [&] {
            return answerTo(request);
        });
    }

    Result<void> withinMemory(
        std::string_view advice, const std::function<Result<void>()>& work) override
    {
        return m_limit.within("the text of the answer", advice, work);
    }

private:
    Result<vellum::query::Answer> answerTo(const vellum::query::Request& request)
    {
        const server::query::ExecutionOptions how{
            .threads = m_options.threads, .cancel = m_options.cancel};
        auto answer = server::query::execute(*m_trace, request, how);
        if (answer.isOk() || m_trace->check == nullptr || !m_trace->check->isDamaged()) {
            return answer;
        }
        VELLUM_RETURN_IF_ERROR(m_indexed->replace(m_trace));
        m_trace = m_indexed->store();
        return server::query::execute(*m_trace, request, how);
    }
    [[nodiscard]] index::CacheOptions cache() const
    {
        index::CacheOptions cache{
            .folder = m_options.cacheFolder.empty() ? index::defaultCacheFolder()
                                                    : fs::path(m_options.cacheFolder),
            .rebuild = m_options.rebuild};
        if (m_options.noCache) {
            cache.folder.clear();
        }
        if (m_options.rebuild) {
            cache.leastEvents = 0;
        }
        return cache;
    }
    /// Refuses at once what cannot fit: a trace takes at least half as much memory as its event files, 0.8 to 1.6 times
    /// so much where it was measured. Whatever else does not fit is refused while it is read.
    [[nodiscard]] Result<void> checkMemory(const vellum::query::TraceSelection& selection) const
    {
        if (m_options.memoryBytes == 0) {
            return {};
        }
        std::uint64_t bytes = 0;
        for (const std::string& path : selection.paths) {
            bytes += traceBytes(path);
        }
        if (bytes / 2 > m_options.memoryBytes) {
            return Error{
                .kind = ErrorKind::ResourceExhausted,
                .message = "'" + selection.name() + "' has " + byteText(bytes)
                           + " of events, which take at least half as much memory; --memory allows "
                           + byteText(m_options.memoryBytes)};
        }
        return {};
    }

    BackendOptions m_options;
    server::query::MemoryLimit m_limit;
    std::shared_ptr<index::IndexedTrace> m_indexed;
    std::shared_ptr<const store::TraceStore> m_trace;
};

}  // namespace

std::unique_ptr<QueryBackend> makeEmbeddedBackend(BackendOptions options)
{
    return std::make_unique<EmbeddedBackend>(std::move(options));
}

}  // namespace vellum::server::cli
