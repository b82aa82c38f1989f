#include "server/session/outbox.h"

#include "common/codec/message_codec.h"

#include <utility>

namespace vellum::server::session {

void SocketOutbox::send(
    transport::ClientId client, codec::RequestNumber number, const codec::ServerContent& content)
{
    auto bytes = codec::encode(number, content);
    if (!bytes.isOk()) {
        bytes = codec::encode(number, codec::ServerContent(bytes.error()));
    }
    m_socket.send(client, std::move(bytes).value());
}

}  // namespace vellum::server::session
