#pragma once

#include "common/client/connection.h"
#include "common/client/launch_server.h"
#include "gui/data/data_source.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

namespace vellum::gui::client {

/// Which server answers.
struct ServerChoice {
    /// What the user gave to --connect; empty: a private server, started for us alone.
    std::string connectTo;
    std::filesystem::path program;  ///< of the running program; vellum-server lies beside it
};

/// A DataSource that asks a server.
///
/// Connecting, and starting a private server, happens on a thread of its own: requests made before
/// it is done wait, and fail with its error if it fails.
/// Threads  GUI thread; what the connection's thread reports is handed over as events.
class RemoteDataSource : public data::DataSource {
    Q_OBJECT

public:
    explicit RemoteDataSource(ServerChoice choice, QObject* parent = nullptr);
    ~RemoteDataSource() override;

    data::RequestId open(const query::TraceSelection& selection) override;
    void close(data::TraceId trace) override;
    using DataSource::ask;
    data::RequestId ask(
        data::TraceId trace, query::Request request, const query::Asking& asking) override;
    void cancel(data::RequestId request) override;
    void askLive(const std::string& name, LiveWish wish) override;
    void restart() override;

    /// Of the private server, or 0. For tests that end it.
    [[nodiscard]] int serverProcessId() const;

private:
    class Listener;

    /// What came of connecting; made on the worker thread.
    struct Started {
        std::unique_ptr<vellum::client::PrivateServer> server;
        std::unique_ptr<Listener> listener;
        std::unique_ptr<vellum::client::Connection> connection;
        Error error;
    };
    enum class Phase { Connecting, Connected, Lost };

    struct OpenTraceEntry {
        query::TraceSelection selection;
        vellum::client::TraceHandle handle = 0;
        std::shared_ptr<const data::Trace> trace;
        bool isReopening = false;
    };

    void startConnecting();
    static void connectTo(
        const ServerChoice& choice, std::unique_ptr<Listener> listener, Started& to);
    void onStarted(const std::shared_ptr<Started>& started, std::uint64_t generation);
    void onConnected(const vellum::client::ServerDescription& server);
    void onLost(const Error& reason);
    void onProgress(
        vellum::client::RequestNumber number, const vellum::client::OpenProgress& progress);
    void onOpened(
        vellum::client::RequestNumber number, const Result<vellum::client::OpenedTrace>& result);
    void onProvisional(
        vellum::client::RequestNumber number, const std::shared_ptr<const query::Answer>& answer);
    void onLive(vellum::client::RequestNumber number, const Result<query::LiveState>& state);
    void onAnswer(vellum::client::RequestNumber number, Result<query::Answer> answer);

    void sendWhenConnected(data::RequestId id, std::function<void()> send);
    void failSoon(data::RequestId id, bool isOpen, Error error);
    void endServer(std::unique_ptr<vellum::client::PrivateServer> server);
    void reopenTraces();
    void restoreLive(OpenTraceEntry& entry, const Result<vellum::client::OpenedTrace>& opened);
    void onReopened(data::TraceId id, const Result<vellum::client::OpenedTrace>& opened);
    data::RequestId takeRequest(vellum::client::RequestNumber number);

    ServerChoice m_choice;
    Phase m_phase = Phase::Connecting;
    bool m_isRestarting = false;
    std::uint64_t m_generation = 0;  ///< of the connection; events of earlier ones are dropped
    Error m_lostReason;
    std::shared_ptr<Started> m_started;  ///< filled by the starter
    std::jthread m_starter;
    std::jthread m_ender;  ///< of a server we gave up: its end may take a second
    std::unique_ptr<vellum::client::PrivateServer> m_server;
    std::unique_ptr<Listener> m_listener;
    std::unique_ptr<vellum::client::Connection> m_connection;

    data::RequestId m_nextRequest = 1;
    data::TraceId m_nextTrace = 1;
    std::unordered_map<data::TraceId, OpenTraceEntry> m_traces;
    std::unordered_map<data::RequestId, vellum::client::RequestNumber> m_numbers;
    std::unordered_map<vellum::client::RequestNumber, data::RequestId> m_requests;
    std::unordered_map<data::RequestId, query::TraceSelection> m_opening;  ///< those under way
    std::unordered_map<vellum::client::RequestNumber, data::TraceId> m_reopening;
    std::unordered_map<vellum::client::RequestNumber, std::string> m_liveAsked;
    std::vector<std::pair<data::RequestId, std::function<void()>>> m_waiting;
};

}  // namespace vellum::gui::client
