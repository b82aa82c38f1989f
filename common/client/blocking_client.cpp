#include "common/client/blocking_client.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>
#include <variant>

namespace vellum::client {

namespace {

/// One request at a time: what the connection's thread puts in, the owner takes out.
///
/// Threads  Listener functions by the connection's thread, the rest by the owner.
class Mailbox final : public ConnectionListener {
public:
    using Outcome = std::variant<
        Result<OpenedTrace>,
        Result<query::Answer>,
        Result<DirectoryListing>,
        Result<query::LiveState>>;

    void onConnected(const ServerDescription& server) override
    {
        const std::lock_guard lock(m_mutex);
        m_server = server;
        m_changed.notify_all();
    }
    void onLost(const Error& reason) override
    {
        const std::lock_guard lock(m_mutex);
        m_lost = reason;
        m_changed.notify_all();
    }
    void onProgress(RequestNumber /*request*/, const OpenProgress& progress) override
    {
        std::function<void(const OpenProgress&)> listener;
        {
            const std::lock_guard lock(m_mutex);
            listener = m_onProgress;
        }
        if (listener) {
            listener(progress);
        }
    }
    void onOpened(RequestNumber /*request*/, Result<OpenedTrace> trace) override
    {
        put(std::move(trace));
    }
    void onListed(RequestNumber /*request*/, Result<DirectoryListing> listing) override
    {
        put(std::move(listing));
    }
    void onAnswer(RequestNumber /*request*/, Result<query::Answer> answer) override
    {
        put(std::move(answer));
    }

    void onLive(RequestNumber /*request*/, const Result<query::LiveState>& state) override
    {
        put(state);
    }

    void setProgress(std::function<void(const OpenProgress&)> listener)
    {
        const std::lock_guard lock(m_mutex);
        m_onProgress = std::move(listener);
    }

    [[nodiscard]] Result<ServerDescription> waitForServer()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_server || m_lost; });
        return m_lost ? Result<ServerDescription>(*m_lost) : Result<ServerDescription>(*m_server);
    }

    template <typename Value>
    [[nodiscard]] Result<Value> wait()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_outcome.has_value(); });
        Result<Value> result = std::get<Result<Value>>(std::move(*m_outcome));
        m_outcome.reset();
        return result;
    }

    [[nodiscard]] bool isLost() const
    {
        const std::lock_guard lock(m_mutex);
        return m_lost.has_value();
    }

private:
    template <typename Value>
    void put(Result<Value> result)
    {
        const std::lock_guard lock(m_mutex);
        m_outcome.emplace(std::move(result));
        m_changed.notify_all();
    }

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::optional<ServerDescription> m_server;
    std::optional<Error> m_lost;
    std::optional<Outcome> m_outcome;
    std::function<void(const OpenProgress&)> m_onProgress;
};

class WaitingClient final : public BlockingClient {
public:
    explicit WaitingClient(const Endpoint& endpoint)
        : m_connection(Connection::start(endpoint, m_mailbox))
    {
    }

    [[nodiscard]] Result<void> greet()
    {
        auto server = m_mailbox.waitForServer();
        VELLUM_RETURN_IF_ERROR(server);
        m_server = std::move(server).value();
        return {};
    }

    [[nodiscard]] const ServerDescription& server() const override { return m_server; }
    [[nodiscard]] bool isLost() const override { return m_mailbox.isLost(); }

    Result<OpenedTrace> open(
        const query::TraceSelection& selection,
        const std::function<void(const OpenProgress&)>& onProgress,
        const std::stop_token& cancel) override
    {
        m_mailbox.setProgress(onProgress);
        auto trace = waitFor<OpenedTrace>(m_connection->open(selection), cancel);
        m_mailbox.setProgress({});
        return trace;
    }
    Result<query::Answer> ask(
        TraceHandle trace, query::Request request, const std::stop_token& cancel) override
    {
        return waitFor<query::Answer>(m_connection->ask(trace, std::move(request)), cancel);
    }
    Result<DirectoryListing> list(const std::string& directory) override
    {
        return waitFor<DirectoryListing>(m_connection->list(directory), {});
    }
    Result<query::LiveState> live(LiveRequest request) override
    {
        return waitFor<query::LiveState>(m_connection->live(std::move(request)), {});
    }
    void close(TraceHandle trace) override { m_connection->close(trace); }

private:
    template <typename Value>
    Result<Value> waitFor(RequestNumber number, const std::stop_token& cancel)
    {
        const std::stop_callback onStop(cancel, [this, number] { m_connection->cancel(number); });
        return m_mailbox.wait<Value>();
    }

    Mailbox m_mailbox;
    std::unique_ptr<Connection> m_connection;  // ends before the mailbox
    ServerDescription m_server;
};

}  // namespace

Result<std::unique_ptr<BlockingClient>> BlockingClient::connect(const Endpoint& endpoint)
{
    auto client = std::make_unique<WaitingClient>(endpoint);
    VELLUM_RETURN_IF_ERROR(client->greet());
    return std::unique_ptr<BlockingClient>(std::move(client));
}

}  // namespace vellum::client
