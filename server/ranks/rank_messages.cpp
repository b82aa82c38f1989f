#include "server/ranks/rank_messages.h"

#include "common/codec/message_codec.h"
#include "server/ranks/facts_packing.h"
#include "server/ranks/packing.h"

#include <utility>
#include <variant>

namespace vellum::server::ranks {

namespace {

constexpr std::size_t kHeadBytes = sizeof(MessageKind) + sizeof(std::uint64_t);

Packer begin(MessageKind kind, std::uint64_t number)
{
    Packer packer;
    packer.put(kind);
    packer.put(number);
    return packer;
}

Error unreadable(const char* what)
{
    return {
        .kind = ErrorKind::Internal,
        .message = std::string("a rank has sent ") + what + " that cannot be read"};
}

/// A message that carries what common/codec has written.
protocol::Bytes enclosing(MessageKind kind, std::uint64_t number, const protocol::Bytes& encoded)
{
    protocol::Bytes bytes = bare(kind, number);
    bytes.insert(bytes.end(), encoded.begin(), encoded.end());
    return bytes;
}

}  // namespace

void putOutcome(Packer& packer, const Error* error)
{
    packer.put(std::uint8_t{error == nullptr});
    if (error != nullptr) {
        packer.put(error->kind);
        packer.put(error->message);
    }
}

Result<void> getOutcome(Unpacker& unpacker)
{
    if (unpacker.get<std::uint8_t>() != 0) {
        return {};
    }
    Error error;
    error.kind = unpacker.get<ErrorKind>();
    error.message = unpacker.getText();
    return unpacker.isOk() ? error : unreadable("an outcome");
}

protocol::Bytes bare(MessageKind kind, std::uint64_t number)
{
    return begin(kind, number).take();
}

bool readHead(
    std::span<const std::byte> bytes, MessageHead& head, std::span<const std::byte>& content)
{
    if (bytes.size() < kHeadBytes) {
        return false;
    }
    Unpacker unpacker(bytes);
    head.kind = unpacker.get<MessageKind>();
    head.number = unpacker.get<std::uint64_t>();
    content = unpacker.rest();
    return head.kind <= MessageKind::Ended;
}

std::span<const std::byte> contentOf(std::span<const std::byte> bytes)
{
    MessageHead head;
    std::span<const std::byte> content;
    return readHead(bytes, head, content) ? content : std::span<const std::byte>();
}

protocol::Bytes pong(const PongContent& content)
{
    Packer packer = begin(MessageKind::Pong, 0);
    packer.put(content.threads);
    packer.put(content.residentBytes);
    return packer.take();
}

Result<PongContent> readPong(std::span<const std::byte> content)
{
    Unpacker unpacker(content);
    PongContent pong;
    pong.threads = unpacker.get<std::uint32_t>();
    pong.residentBytes = unpacker.get<std::uint64_t>();
    return unpacker.isOk() ? Result<PongContent>(pong) : unreadable("a pong");
}

Result<protocol::Bytes> open(std::uint64_t trace, const vellum::query::TraceSelection& selection)
{
    auto encoded = codec::encode(trace, codec::ClientContent(codec::Open{.trace = selection}));
    VELLUM_RETURN_IF_ERROR(encoded);
    return enclosing(MessageKind::Open, trace, encoded.value());
}

Result<vellum::query::TraceSelection> readOpen(std::span<const std::byte> content)
{
    auto message = codec::decodeClientMessage(content);
    VELLUM_RETURN_IF_ERROR(message);
    VELLUM_RETURN_IF_ERROR(message.value().content);
    const auto* open = std::get_if<codec::Open>(&message.value().content.value());
    return open != nullptr ? Result<vellum::query::TraceSelection>(open->trace)
                           : unreadable("an opening");
}

protocol::Bytes progress(std::uint64_t trace, const codec::OpenProgress& progress)
{
    Packer packer = begin(MessageKind::Progress, trace);
    packer.put(progress);
    return packer.take();
}

Result<codec::OpenProgress> readProgress(std::span<const std::byte> content)
{
    Unpacker unpacker(content);
    const auto progress = unpacker.get<codec::OpenProgress>();
    return unpacker.isOk() ? Result<codec::OpenProgress>(progress) : unreadable("progress");
}

protocol::Bytes opened(std::uint64_t trace, const Result<OpenedContent>& content)
{
    Packer packer = begin(MessageKind::Opened, trace);
    putOutcome(packer, content.isOk() ? nullptr : &content.error());
    if (content.isOk()) {
        packer.put(content.value().key);
        putFacts(packer, content.value().facts);
    }
    return packer.take();
}

Result<void> readOutcome(std::span<const std::byte> content)
{
    Unpacker unpacker(content);
    return getOutcome(unpacker);
}

Result<OpenedContent> readOpened(std::span<const std::byte> content)
{
    Unpacker unpacker(content);
    VELLUM_RETURN_IF_ERROR(getOutcome(unpacker));
    OpenedContent opened;
    opened.key = unpacker.get<std::uint64_t>();
    opened.facts = getFacts(unpacker);
    return unpacker.isOk() ? Result<OpenedContent>(std::move(opened)) : unreadable("an opening");
}

protocol::Bytes agree(std::uint64_t trace, const import::SharedFacts& shared)
{
    Packer packer = begin(MessageKind::Agree, trace);
    packer.put(shared.range);
    packer.put(std::uint8_t{shared.complete});
    packer.put(shared.undefinedRegions);
    return packer.take();
}

Result<import::SharedFacts> readAgree(std::span<const std::byte> content)
{
    Unpacker unpacker(content);
    import::SharedFacts shared;
    shared.range = unpacker.get<TickRange>();
    shared.complete = unpacker.get<std::uint8_t>() != 0;
    shared.undefinedRegions = unpacker.getVector<store::RegionVisits>();
    return unpacker.isOk() ? Result<import::SharedFacts>(std::move(shared))
                           : unreadable("an agreement");
}

protocol::Bytes ready(std::uint64_t trace, const Result<void>& outcome)
{
    Packer packer = begin(MessageKind::Ready, trace);
    putOutcome(packer, outcome.isOk() ? nullptr : &outcome.error());
    return packer.take();
}

Result<void> readReady(std::span<const std::byte> content)
{
    return readOutcome(content);
}

Result<protocol::Bytes> ask(std::uint64_t number, const Question& question)
{
    auto encoded = codec::encode(
        number,
        codec::ClientContent(codec::Ask{.trace = question.trace, .request = question.request}));
    VELLUM_RETURN_IF_ERROR(encoded);
    return enclosing(MessageKind::Ask, number, encoded.value());
}

Result<Question> readAsk(std::span<const std::byte> content)
{
    auto message = codec::decodeClientMessage(content);
    VELLUM_RETURN_IF_ERROR(message);
    VELLUM_RETURN_IF_ERROR(message.value().content);
    auto* ask = std::get_if<codec::Ask>(&message.value().content.value());
    return ask != nullptr
               ? Result<Question>(Question{.trace = ask->trace, .request = std::move(ask->request)})
               : unreadable("a question");
}

protocol::Bytes answer(std::uint64_t number, const Result<vellum::query::Answer>& content)
{
    auto encoded = codec::encode(
        number,
        content.isOk() ? codec::ServerContent(content.value())
                       : codec::ServerContent(content.error()));
    if (!encoded.isOk()) {
        encoded = codec::encode(number, codec::ServerContent(encoded.error()));
    }
    return enclosing(
        MessageKind::Answer, number, encoded.isOk() ? encoded.value() : protocol::Bytes());
}

Result<vellum::query::Answer> readAnswer(std::span<const std::byte> content)
{
    auto message = codec::decodeServerMessage(content);
    VELLUM_RETURN_IF_ERROR(message);
    VELLUM_RETURN_IF_ERROR(message.value().content);
    auto& in = message.value().content.value();
    if (auto* error = std::get_if<Error>(&in)) {
        return std::move(*error);
    }
    auto* answer = std::get_if<vellum::query::Answer>(&in);
    return answer != nullptr ? Result<vellum::query::Answer>(std::move(*answer))
                             : unreadable("an answer");
}

}  // namespace vellum::server::ranks
