#pragma once

#include "common/client/connection.h"
#include "common/codec/message_codec.h"

#include <cstddef>
#include <optional>
#include <span>
#include <unordered_map>

namespace vellum::client {

/// The client's side of the protocol without a socket: which requests wait, what a message from the
/// server means for them, and that each is answered exactly once.
///
/// Threads  The connection's own.
class Conversation {
public:
    explicit Conversation(ConnectionListener& listener) : m_listener(listener) {}

    /// What the server must answer our first message with; before that it takes no requests.
    [[nodiscard]] bool isGreeted() const { return m_isGreeted; }
    [[nodiscard]] bool isLost() const { return m_lost.has_value(); }

    /// Remembers a request that is about to be sent. After the end it is answered at once, with the
    /// reason of the end, and must not be sent: false.
    [[nodiscard]] bool expect(codec::RequestNumber number, const codec::ClientContent& content);

    /// Answers a request with an error found on this side.
    void refuse(codec::RequestNumber number, const Error& error);

    /// Takes a message of the server.
    void receive(std::span<const std::byte> bytes);

    /// Ends the conversation: answers all that wait, then tells that it is over. Only the first call
    /// counts.
    void lose(const Error& reason);

private:
    enum class Kind { Open, List, Ask, Live };

    void handle(codec::RequestNumber number, const Result<codec::ServerContent>& content);
    void handleError(codec::RequestNumber number, const Error& error);
    void greet(const codec::ServerDescription& server);
    void answer(codec::RequestNumber number, Kind kind, const Error& error);
    /// Whether \p number waits for an answer of this kind; forgets it if \p isLast.
    [[nodiscard]] bool isAwaited(codec::RequestNumber number, Kind kind, bool isLast);

    ConnectionListener& m_listener;
    std::unordered_map<codec::RequestNumber, Kind> m_waiting;
    bool m_isGreeted = false;
    std::optional<Error> m_lost;
};

/// The number of the hello; requests follow it.
inline constexpr codec::RequestNumber kHelloNumber = 1;

}  // namespace vellum::client
