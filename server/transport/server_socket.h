#pragma once

#include "common/base/result.h"
#include "common/protocol/bytes.h"
#include "common/protocol/limits.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace vellum::server::transport {

/// One connected peer. Never used again after `onGone`.
struct ClientId {
    std::uint64_t value = 0;

    friend bool operator==(ClientId, ClientId) = default;
    friend bool operator<(ClientId a, ClientId b) { return a.value < b.value; }
};

/// What the socket tells. Sessions implement it.
///
/// Threads  All calls come from the socket's thread and must return quickly.
class ReceiverInterface {
public:
    virtual ~ReceiverInterface() = default;

    /// One message, of a client that may be new.
    virtual void onReceived(ClientId client, protocol::Bytes bytes) = 0;

    /// The client has disconnected or was dropped.
    virtual void onGone(ClientId client) = 0;
};

/// Where to listen, checked: see `parseListen`.
struct ListenAddress {
    std::string url;
    std::string socketPath;  ///< of ipc; empty for tcp
};

/// CURVE keys for everything that is not local: those of the server, and of the one client pair that
/// is let in. Z85, 40 characters each.
struct Keys {
    std::string serverPublic;
    std::string serverSecret;
    std::string clientPublic;
    std::string clientSecret;
};

[[nodiscard]] Keys makeKeys();

/// Bounds of one socket; tests choose smaller ones.
struct SocketLimits {
    std::size_t maxFrameBytes = protocol::kMaxClientFrameBytes;
    std::size_t maxClients = protocol::kMaxClients;
    std::size_t maxQueuedBytes = protocol::kMaxQueuedBytesPerClient;
};

/// What the socket says of itself, in the words of whoever owns it.
struct OwnMessages {
    protocol::Bytes probe;  ///< finds out whether a client is still there
    protocol::Bytes full;   ///< to a client past `maxClients`, whatever it says
};

/// The server's sockets on a thread of their own: bytes in, bytes out.
///
/// Layout   One ROUTER per address. ipc is open to whoever may open the socket file (mode 0600); tcp
///          is always encrypted by CURVE, and only a client with our client key is let in.
/// Size     Per client at most `maxQueuedBytes` and one message wait to be sent, and about two more
///          are inside ZeroMQ. A client that lets more pile up is dropped, with a line in the log;
///          others are not held up.
/// Threads  `send` and `drop` from any; the rest by the owner.
class ServerSocket {
public:
    /// Binds and begins to listen.
    ///
    /// Errors   unavailable: an address is taken (naming it) or cannot be bound.
    static Result<std::unique_ptr<ServerSocket>> start(
        const std::vector<ListenAddress>& addresses,
        const Keys& keys,
        OwnMessages messages,
        ReceiverInterface& receiver,
        const SocketLimits& limits = {});

    ServerSocket() = default;
    ServerSocket(const ServerSocket&) = delete;
    ServerSocket& operator=(const ServerSocket&) = delete;
    /// Gives messages under way a moment, then closes; socket files are removed.
    virtual ~ServerSocket() = default;

    /// The addresses as bound: ports are numbers.
    [[nodiscard]] virtual const std::vector<std::string>& urls() const = 0;

    virtual void send(ClientId client, protocol::Bytes bytes) = 0;

    /// Sends what waits and takes nothing more from this client; `onGone` follows.
    virtual void drop(ClientId client) = 0;
};

/// Checks what was given to `--listen`: `ipc:///absolute/path` or `tcp://address:port`.
///
/// Errors   invalidArgument: anything else, a path too long for the kernel.
[[nodiscard]] Result<ListenAddress> parseListen(const std::string& url);

}  // namespace vellum::server::transport
