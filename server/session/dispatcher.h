#pragma once

#include "common/codec/messages.h"
#include "common/protocol/bytes.h"
#include "server/session/engine.h"
#include "server/session/event_loop.h"
#include "server/session/fair_workers.h"
#include "server/session/file_access.h"
#include "server/session/live_runs.h"
#include "server/session/open_traces.h"
#include "server/session/outbox.h"
#include "server/session/session.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

namespace vellum::server::session {

/// All conversations of a server: decodes what clients send, checks it against limits, opens and
/// asks, and answers each request exactly once.
///
/// Errors   Go to the client as sentences. A client that keeps sending what cannot be read is
///          dropped.
/// Threads  The main thread; answers are computed and sent by workers.
class Dispatcher {
public:
    /// The references must outlive it; \p loop must run no more when it is destroyed.
    ///
    /// \param program  "vellum-server 0.1.0"
    /// \param liveFolder  for live runs, see LiveRuns
    Dispatcher(
        std::string program,
        Engine& engine,
        const FileAccess& files,
        Outbox& outbox,
        EventLoop& loop,
        const std::filesystem::path& liveFolder = {});
    /// Cancels everything and waits for the workers.
    ~Dispatcher();
    Dispatcher(const Dispatcher&) = delete;
    Dispatcher& operator=(const Dispatcher&) = delete;

    void receive(transport::ClientId client, const protocol::Bytes& bytes);

    /// The client is gone: its traces are given back, its requests cancelled.
    void forget(transport::ClientId client);

    /// Tells all clients why the server ends.
    void sayGoodbye(const Error& reason);

    /// Whether nobody is connected and nothing is under way.
    [[nodiscard]] bool isIdle() const;

private:
    void handle(
        transport::ClientId client,
        codec::RequestNumber number,
        const codec::ClientContent& content);
    void take(transport::ClientId client, codec::RequestNumber number, const codec::Hello& hello);
    void take(transport::ClientId client, codec::RequestNumber number, const codec::Open& open);
    void take(transport::ClientId client, codec::RequestNumber number, const codec::Close& close);
    void take(
        transport::ClientId client, codec::RequestNumber number, const codec::ListDirectory& list);
    void take(transport::ClientId client, codec::RequestNumber number, const codec::Ask& ask);
    void take(transport::ClientId client, codec::RequestNumber number, const codec::Cancel& cancel);
    void take(
        transport::ClientId client, codec::RequestNumber number, const codec::Goodbye& goodbye);
    void take(
        transport::ClientId client, codec::RequestNumber number, const codec::LiveRequest& live);

    /// What is opened, and what has to stay while it is read.
    struct Wanted {
        TraceKey key;
        std::shared_ptr<const void> held;
    };
    [[nodiscard]] Result<Wanted> find(const vellum::query::TraceSelection& selection) const;

    void refuse(transport::ClientId client, codec::RequestNumber number, const Error& error);
    void refuseMalformed(transport::ClientId client, const Error& error);
    /// Whether the request may begin; otherwise it has been refused.
    [[nodiscard]] bool admit(transport::ClientId client, codec::RequestNumber number);
    void enqueue(
        transport::ClientId client,
        codec::RequestNumber number,
        std::size_t kind,
        const vellum::query::Asking& asking,
        const std::function<codec::ServerContent(const std::stop_token&)>& compute);
    /// Takes back what is under way of a request's view and older than it. False where the request itself is older
    /// than one that is under way.
    [[nodiscard]] bool isNewestOfView(
        transport::ClientId client, const vellum::query::Asking& asking);
    void takeBack(transport::ClientId client, codec::RequestNumber number);
    /// Sends the provisional answer to a question, if it is worth it.
    void sendOverview(
        transport::ClientId client,
        codec::RequestNumber number,
        const Trace& trace,
        const vellum::query::Request& request,
        const std::stop_token& cancel);
    /// What the message takes counts as the answer does; one that does not fit is replaced by that sentence.
    void send(
        transport::ClientId client,
        codec::RequestNumber number,
        const codec::ServerContent& content);
    void finish(transport::ClientId client, codec::RequestNumber number);
    void opened(
        const OpenTraces::Waiter& waiter, const Result<std::shared_ptr<const Trace>>& trace);
    [[nodiscard]] Session* find(transport::ClientId client);

    std::string m_program;
    Engine& m_engine;
    const FileAccess& m_files;
    Outbox& m_outbox;
    EventLoop& m_loop;
    std::map<transport::ClientId, Session> m_sessions;
    codec::TraceHandle m_lastHandle = 0;
    LiveRuns m_live;
    OpenTraces m_traces;
    std::unique_ptr<FairWorkers> m_workers;
};

}  // namespace vellum::server::session
