#pragma once

#include "common/base/result.h"
#include "common/codec/messages.h"
#include "server/session/engine.h"
#include "server/session/event_loop.h"
#include "server/session/fair_workers.h"
#include "server/session/file_access.h"
#include "server/transport/server_socket.h"

#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <vector>

namespace vellum::server::session {

/// The traces in memory and those on their way there, shared between clients that open the same
/// unchanged file. A trace lives as long as anybody holds it.
///
/// Threads  The main thread; imports run on workers and come back through the loop.
class OpenTraces {
public:
    /// A client's request for a trace.
    struct Waiter {
        transport::ClientId client;
        codec::RequestNumber number = 0;

        friend bool operator==(const Waiter&, const Waiter&) = default;
    };

    /// Told on the main thread, for each waiter on its own.
    struct Listener {
        std::function<void(const Waiter&, const codec::OpenProgress&)> onProgress;
        std::function<void(const Waiter&, const Result<std::shared_ptr<const Trace>>&)> onOpened;
    };

    /// \p engine and \p loop must outlive it; the loop must run no more when it is destroyed.
    OpenTraces(Engine& engine, EventLoop& loop, Listener listener);
    ~OpenTraces();
    OpenTraces(const OpenTraces&) = delete;
    OpenTraces& operator=(const OpenTraces&) = delete;

    /// Answered by `onOpened`, possibly before this returns.
    void open(const Waiter& waiter, const TraceKey& key);

    /// If nobody else waits for that import it ends, and the waiter gets what was read; otherwise
    /// the waiter gets Cancelled at once. Unknown waiters are ignored.
    void cancel(const Waiter& waiter);

    /// The waiter is gone and is told nothing more.
    void forget(const Waiter& waiter);

    [[nodiscard]] bool isImporting() const { return !m_imports.empty(); }

private:
    struct Import;

    void begin(const std::shared_ptr<Import>& import, const Waiter& waiter);
    void finish(
        const std::shared_ptr<Import>& import, const Result<std::shared_ptr<const Trace>>& trace);
    [[nodiscard]] std::shared_ptr<Import> importOf(const Waiter& waiter) const;

    Engine& m_engine;
    EventLoop& m_loop;
    Listener m_listener;
    std::vector<std::shared_ptr<Import>> m_imports;
    std::map<TraceKey, std::weak_ptr<const Trace>> m_loaded;
    std::unique_ptr<FairWorkers> m_workers;
};

}  // namespace vellum::server::session
