#pragma once

#include "common/base/result.h"
#include "common/codec/messages.h"
#include "common/query/answers.h"
#include "common/query/requests.h"

#include <memory>
#include <string>
#include <utility>

namespace vellum::client {

// What crosses a connection is common/codec's; users of one need only these.
using codec::DirectoryEntry;
using codec::DirectoryListing;
using codec::LiveRequest;
using codec::OpenedTrace;
using codec::OpenProgress;
using codec::RequestNumber;
using codec::ServerDescription;
using codec::TraceHandle;

/// What happens on a connection.
///
/// Threads  All calls come from the connection's own thread, one at a time, and must return quickly;
///          none comes after the Connection is destroyed.
class ConnectionListener {
public:
    virtual ~ConnectionListener() = default;

    virtual void onConnected(const ServerDescription& server) = 0;

    /// The server cannot be reached, refuses us, speaks another protocol, or died. All requests
    /// under way have been answered with this error before. The connection is of no more use.
    virtual void onLost(const Error& reason) = 0;

    virtual void onProgress(RequestNumber request, const OpenProgress& progress) = 0;
    virtual void onOpened(RequestNumber request, Result<OpenedTrace> trace) = 0;
    virtual void onListed(RequestNumber request, Result<DirectoryListing> listing) = 0;
    virtual void onAnswer(RequestNumber request, Result<query::Answer> answer) = 0;
    /// To a progressive request, at most once, before its `onAnswer`. Who asks for none need not listen.
    virtual void onProvisional(RequestNumber /*request*/, const query::Answer& /*answer*/) {}
    /// Only clients that ask about live runs need this.
    virtual void onLive(RequestNumber /*request*/, const Result<query::LiveState>& /*state*/) {}
};

/// Where a server listens, and the keys to it.
struct Endpoint {
    std::string url;              ///< "ipc:///path" or "tcp://host:port"
    std::string serverPublicKey;  ///< Z85, 40 characters; empty for ipc
    std::string clientPublicKey;
    std::string clientSecretKey;
};

/// A conversation with one server. Plain C++: serves the GUI and the command line alike.
///
/// Threads  Made and destroyed by one owner; the functions may be called from any thread and return
///          at once. A thread of its own owns the socket.
class Connection {
public:
    /// Begins to connect; the outcome comes as `onConnected` or `onLost`, at the latest after
    /// about five seconds.
    static std::unique_ptr<Connection> start(
        const Endpoint& endpoint, ConnectionListener& listener);

    Connection() = default;
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    virtual ~Connection() = default;  ///< hangs up; traces opened here are closed by the server

    virtual RequestNumber open(const query::TraceSelection& trace) = 0;
    virtual void close(TraceHandle trace) = 0;
    virtual RequestNumber list(const std::string& directory) = 0;
    /// Answered by `onLive`.
    virtual RequestNumber live(codec::LiveRequest request) = 0;
    /// Answered with the error Cancelled where a later one of the same view, of a higher generation, takes it back.
    virtual RequestNumber ask(
        TraceHandle trace, query::Request request, const query::Asking& asking) = 0;
    RequestNumber ask(TraceHandle trace, query::Request request)
    {
        return ask(trace, std::move(request), {});
    }

    /// Takes a request back. An `open` that is cancelled is answered with what was read so far
    /// (`info.complete` false); any other with the error Cancelled, or by its answer if that was
    /// already on its way.
    virtual void cancel(RequestNumber request) = 0;
};

}  // namespace vellum::client
