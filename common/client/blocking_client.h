#pragma once

#include "common/client/connection.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace vellum::client {

/// A connection for programs that do one thing after another: each function waits for its answer.
///
/// Threads  One owner. Callbacks come from the connection's thread, one at a time.
class BlockingClient {
public:
    /// Errors   unavailable, unimplemented (another protocol), invalidArgument: as `onLost` has it.
    static Result<std::unique_ptr<BlockingClient>> connect(const Endpoint& endpoint);

    BlockingClient() = default;
    BlockingClient(const BlockingClient&) = delete;
    BlockingClient& operator=(const BlockingClient&) = delete;
    virtual ~BlockingClient() = default;

    [[nodiscard]] virtual const ServerDescription& server() const = 0;

    /// Whether the server has gone: then every error is the reason of that.
    [[nodiscard]] virtual bool isLost() const = 0;

    /// \param cancel  asked for: the trace comes as far as it was read
    virtual Result<OpenedTrace> open(
        const query::TraceSelection& trace,
        const std::function<void(const OpenProgress&)>& onProgress = {},
        const std::stop_token& cancel = {}) = 0;

    virtual Result<query::Answer> ask(
        TraceHandle trace, query::Request request, const std::stop_token& cancel = {}) = 0;

    virtual Result<DirectoryListing> list(const std::string& directory) = 0;

    virtual Result<query::LiveState> live(LiveRequest request) = 0;

    virtual void close(TraceHandle trace) = 0;
};

}  // namespace vellum::client
