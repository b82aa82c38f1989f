#include "common/client/conversation.h"

#include "common/protocol/protocol_version.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace vellum::client {

bool Conversation::expect(codec::RequestNumber number, const codec::ClientContent& content)
{
    std::optional<Kind> kind;
    if (std::holds_alternative<codec::Open>(content)) {
        kind = Kind::Open;
    } else if (std::holds_alternative<codec::ListDirectory>(content)) {
        kind = Kind::List;
    } else if (std::holds_alternative<codec::Ask>(content)) {
        kind = Kind::Ask;
    } else if (std::holds_alternative<codec::LiveRequest>(content)) {
        kind = Kind::Live;
    }
    if (m_lost && kind) {
        answer(number, *kind, *m_lost);
    } else if (kind) {
        m_waiting.emplace(number, *kind);
    }
    return !m_lost;
}

void Conversation::refuse(codec::RequestNumber number, const Error& error)
{
    if (const auto found = m_waiting.find(number); found != m_waiting.end()) {
        const Kind kind = found->second;
        m_waiting.erase(found);
        answer(number, kind, error);
    }
}

void Conversation::answer(codec::RequestNumber number, Kind kind, const Error& error)
{
    switch (kind) {
    case Kind::Open:
        m_listener.onOpened(number, error);
        break;
    case Kind::List:
        m_listener.onListed(number, error);
        break;
    case Kind::Ask:
        m_listener.onAnswer(number, error);
        break;
    case Kind::Live:
        m_listener.onLive(number, error);
        break;
    }
}

void Conversation::lose(const Error& reason)
{
    if (m_lost) {
        return;
    }
    m_lost = reason;
    std::vector<std::pair<codec::RequestNumber, Kind>> waiting(m_waiting.begin(), m_waiting.end());
    m_waiting.clear();
    std::ranges::sort(waiting);  // in the order asked
    for (const auto& [number, kind] : waiting) {
        answer(number, kind, reason);
    }
    m_listener.onLost(reason);
}

void Conversation::receive(std::span<const std::byte> bytes)
{
    if (m_lost) {
        return;
    }
    auto message = codec::decodeServerMessage(bytes);
    if (!message.isOk()) {
        lose(
            {.kind = ErrorKind::Unavailable,
             .message = "the server sent what is no message: " + message.error().message});
        return;
    }
    handle(message.value().number, message.value().content);
}

bool Conversation::isAwaited(codec::RequestNumber number, Kind kind, bool isLast)
{
    const auto found = m_waiting.find(number);
    if (found == m_waiting.end() || found->second != kind) {
        return false;  // late, or never asked
    }
    if (isLast) {
        m_waiting.erase(found);
    }
    return true;
}

void Conversation::handle(codec::RequestNumber number, const Result<codec::ServerContent>& content)
{
    if (!content.isOk()) {
        handleError(
            number,
            {.kind = ErrorKind::Internal,
             .message = "the server's answer cannot be read: " + content.error().message});
        return;
    }
    const codec::ServerContent& value = content.value();
    if (const auto* error = std::get_if<Error>(&value)) {
        handleError(number, *error);
    } else if (const auto* server = std::get_if<codec::ServerDescription>(&value)) {
        greet(*server);
    } else if (const auto* progress = std::get_if<codec::OpenProgress>(&value)) {
        if (isAwaited(number, Kind::Open, false)) {
            m_listener.onProgress(number, *progress);
        }
    } else if (const auto* opened = std::get_if<codec::OpenedTrace>(&value)) {
        if (isAwaited(number, Kind::Open, true)) {
            m_listener.onOpened(number, *opened);
        }
    } else if (const auto* listing = std::get_if<codec::DirectoryListing>(&value)) {
        if (isAwaited(number, Kind::List, true)) {
            m_listener.onListed(number, *listing);
        }
    } else if (const auto* answer = std::get_if<query::Answer>(&value)) {
        if (isAwaited(number, Kind::Ask, true)) {
            m_listener.onAnswer(number, *answer);
        }
    } else if (const auto* provisional = std::get_if<codec::ProvisionalAnswer>(&value)) {
        if (isAwaited(number, Kind::Ask, false)) {
            m_listener.onProvisional(number, provisional->answer);
        }
    } else if (const auto* state = std::get_if<query::LiveState>(&value)) {
        if (isAwaited(number, Kind::Live, true)) {
            m_listener.onLive(number, *state);
        }
    }
}

void Conversation::handleError(codec::RequestNumber number, const Error& error)
{
    // Number 0 is about the connection as a whole, and so is a hello that is refused.
    if (number == 0 || number == kHelloNumber) {
        lose(error);
        return;
    }
    refuse(number, error);
}

void Conversation::greet(const codec::ServerDescription& server)
{
    if (m_isGreeted) {
        return;
    }
    if (server.protocol != protocol::kProtocolVersion) {
        lose(
            {.kind = ErrorKind::Unimplemented,
             .message = server.program + " speaks protocol " + std::to_string(server.protocol)
                        + ", this program protocol " + std::to_string(protocol::kProtocolVersion)});
        return;
    }
    m_isGreeted = true;
    m_listener.onConnected(server);
}

}  // namespace vellum::client
