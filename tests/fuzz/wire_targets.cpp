#include "common/codec/message_codec.h"
#include "server/ranks/index_messages.h"
#include "server/ranks/rank_messages.h"
#include "tests/fuzz/targets.h"

#include <cstddef>
#include <cstdlib>
#include <span>

namespace vellum::fuzz {

namespace {

/// What \p decode takes from \p bytes, written down again; nothing where they are refused.
template <typename Decode>
protocol::Bytes writtenAgain(std::span<const std::byte> bytes, const Decode& decode)
{
    const auto message = decode(bytes);
    if (!message.isOk() || !message.value().content.isOk()) {
        return {};
    }
    // Lists that share their bytes on the wire may be too long once they do not.
    const auto again = codec::encode(message.value().number, message.value().content.value());
    return again.isOk() ? again.value() : protocol::Bytes();
}

/// Whoever sends on what it was sent must be understood in the same way.
template <typename Decode>
void readMessage(Input input, const Decode& decode)
{
    const protocol::Bytes once = writtenAgain(std::as_bytes(input), decode);
    if (!once.empty() && writtenAgain(once, decode) != once) {
        std::abort();
    }
}

}  // namespace

void readClientMessage(Input input)
{
    readMessage(input, codec::decodeClientMessage);
}

void readServerMessage(Input input)
{
    readMessage(input, codec::decodeServerMessage);
}

void readRankMessage(Input input)
{
    namespace ranks = server::ranks;
    ranks::MessageHead head;
    std::span<const std::byte> content;
    if (!ranks::readHead(std::as_bytes(input), head, content)) {
        return;
    }
    // As the head and the others do: by kind.
    switch (head.kind) {
    case ranks::MessageKind::Pong:
        static_cast<void>(ranks::readPong(content));
        break;
    case ranks::MessageKind::Open:
        static_cast<void>(ranks::readOpen(content));
        break;
    case ranks::MessageKind::Progress:
        static_cast<void>(ranks::readProgress(content));
        break;
    case ranks::MessageKind::Opened:
        static_cast<void>(ranks::readOutcome(content));
        static_cast<void>(ranks::readOpened(content));
        break;
    case ranks::MessageKind::Agree:
        static_cast<void>(ranks::readAgree(content));
        break;
    case ranks::MessageKind::Ready:
        static_cast<void>(ranks::readReady(content));
        break;
    case ranks::MessageKind::Ask:
        static_cast<void>(ranks::readAsk(content));
        break;
    case ranks::MessageKind::Answer:
        static_cast<void>(ranks::readAnswer(content));
        break;
    case ranks::MessageKind::Map:
        static_cast<void>(ranks::readMap(content));
        break;
    case ranks::MessageKind::Keep:
        static_cast<void>(ranks::readKeep(content));
        break;
    case ranks::MessageKind::Kept:
        static_cast<void>(ranks::readKept(content));
        break;
    default:  // without content
        break;
    }
}

}  // namespace vellum::fuzz
