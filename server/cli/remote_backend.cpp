#include "common/client/blocking_client.h"
#include "common/client/launch_server.h"
#include "common/query/live_state.h"
#include "server/cli/query_backend.h"

#include <filesystem>
#include <utility>

namespace vellum::server::cli {

namespace {

/// A failure to reach or to talk to the server: what `open` may only say where it is so.
Error unreachable(const Error& error)
{
    return {.kind = ErrorKind::Unavailable, .message = error.message};
}

class RemoteBackend : public QueryBackend {
public:
    RemoteBackend(std::string urlOrFile, BackendOptions options)
        : m_url(std::move(urlOrFile))
        , m_options(std::move(options))
    {
    }

    Result<OpenedTrace> open(const vellum::query::TraceSelection& selection) override
    {
        const auto endpoint = client::resolveEndpoint(m_url);
        if (!endpoint.isOk()) {
            return unreachable(endpoint.error());
        }
        auto connected = client::BlockingClient::connect(endpoint.value());
        if (!connected.isOk()) {
            return unreachable(connected.error());
        }
        m_client = std::move(connected).value();
        auto trace = m_client->open(
            seenFrom(endpoint.value(), selection),
            [this](const client::OpenProgress& progress) { show(progress); },
            m_options.cancel);
        if (!trace.isOk()) {
            return m_client->isLost() ? unreachable(trace.error()) : trace.error();
        }
        if (m_options.cancel.stop_requested()) {
            return Error{.kind = ErrorKind::Cancelled, .message = "cancelled"};
        }
        m_trace = trace.value().handle;
        return OpenedTrace{
            .path = trace.value().path,
            .definitions = trace.value().definitions,
            .info = std::move(trace.value().info)};
    }

    Result<vellum::query::Answer> ask(const vellum::query::Request& request) override
    {
        auto answer = m_client->ask(m_trace, request, m_options.cancel);
        if (!answer.isOk() && m_client->isLost()) {
            return unreachable(answer.error());
        }
        return answer;
    }

private:
    /// A server on an ipc socket sees our files, but from another working directory.
    static vellum::query::TraceSelection seenFrom(
        const client::Endpoint& endpoint, vellum::query::TraceSelection selection)
    {
        if (endpoint.url.starts_with("ipc:")) {
            for (std::string& path : selection.paths) {
                if (!vellum::query::liveNameOfPath(path)) {
                    path = std::filesystem::absolute(path).string();
                }
            }
        }
        return selection;
    }

    void show(const client::OpenProgress& progress) const
    {
        if (m_options.onProgress) {
            m_options.onProgress(
                {.bytesDone = progress.bytesDone,
                 .bytesTotal = progress.bytesTotal,
                 .eventsRead = progress.eventsRead});
        }
    }

    std::string m_url;
    BackendOptions m_options;
    std::unique_ptr<client::BlockingClient> m_client;
    client::TraceHandle m_trace = 0;
};

}  // namespace

std::unique_ptr<QueryBackend> makeRemoteBackend(
    const std::string& urlOrFile, BackendOptions options)
{
    return std::make_unique<RemoteBackend>(urlOrFile, std::move(options));
}

}  // namespace vellum::server::cli
