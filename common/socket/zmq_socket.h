#pragma once

#include "common/base/result.h"
#include "common/protocol/bytes.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::socket {

/// ZeroMQ's I/O thread and the inproc names that sockets of one program share.
///
/// Threads  Made and destroyed by one owner, after all its sockets; safe to share otherwise.
class Context {
public:
    Context();
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    [[nodiscard]] void* handle() const { return m_handle; }

private:
    void* m_handle;
};

/// What ZeroMQ offers, as numbers of <zmq.h>: whoever uses a Socket includes that too.
///
/// Threads  One: that which made it.
class Socket {
public:
    Socket(const Context& context, int type);
    ~Socket();
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;

    /// A refused option is our bug.
    void set(int option, int value);
    void set(int option, std::int64_t value);
    void set(int option, std::string_view value);

    /// Errors   unavailable, with the system's reason.
    Result<void> bind(const std::string& url);
    Result<void> connect(const std::string& url);

    /// Where the last `bind` ended up: port 0 has become a number.
    [[nodiscard]] std::string lastEndpoint() const;

    /// Reports what happens to the connections; receive events from the socket returned, which must
    /// outlive this one and be emptied regularly: ZeroMQ's thread waits where events pile up.
    [[nodiscard]] std::unique_ptr<Socket> monitor(const Context& context, const std::string& name);

    /// The parts of one message, or nothing if none is there. Parts beyond \p maxParts are read and
    /// thrown away, which the size of the result does not show.
    [[nodiscard]] std::optional<std::vector<protocol::Bytes>> receive(std::size_t maxParts);

    enum class Sent { Yes, WouldBlock, Unreachable };

    /// Sends without waiting and without copying the last part.
    ///
    /// \param prefix  parts before it; may be empty
    /// \param taken   called from ZeroMQ's thread, or before this function returns, when the bytes
    ///                are no longer held; may be empty
    Sent send(
        const std::vector<std::string_view>& prefix,
        std::shared_ptr<const protocol::Bytes> bytes,
        std::function<void()> taken = {});

    [[nodiscard]] void* handle() const { return m_handle; }

private:
    void* m_handle;
    bool m_isMonitored = false;
};

/// What a monitor tells.
struct MonitorEvent {
    int event = 0;  ///< ZMQ_EVENT_…
    std::uint32_t value = 0;
};

/// The next event of a monitor, or nothing.
[[nodiscard]] std::optional<MonitorEvent> receiveEvent(Socket& monitor);

/// A pair of CURVE keys, Z85.
struct KeyPair {
    std::string publicKey;
    std::string secretKey;
};

[[nodiscard]] KeyPair makeKeyPair();

}  // namespace vellum::socket
