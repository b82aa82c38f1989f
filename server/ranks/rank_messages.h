#pragma once

#include "common/base/result.h"
#include "common/codec/messages.h"
#include "common/protocol/bytes.h"
#include "common/query/requests.h"
#include "common/query/trace_selection.h"
#include "server/import/shared_import.h"
#include "server/ranks/packing.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vellum::server::ranks {

// What rank 0, the head, and the others say to each other. Every message has a kind and a number: of the
// trace or of the question that it is about. Questions and answers are those of clients, as common/codec
// writes them.

enum class MessageKind : std::uint8_t {
    Ping,      ///< to a rank: are you there?
    Pong,      ///< back: PongContent
    Open,      ///< to a rank: OpenContent; read your locations
    Progress,  ///< back, now and then: codec::OpenProgress
    Opened,    ///< back: OpenedContent or an error
    Agree,     ///< to a rank: SharedFacts of all
    Ready,     ///< back: nothing, or an error; questions may come
    Drop,      ///< to a rank: nobody needs the trace any more
    Ask,       ///< to a rank: a codec::Ask; answer for your locations
    Answer,    ///< back: an answer or an error as clients get it
    Cancel,    ///< to a rank: end this opening or answer soon
    Map,       ///< to a rank: MapContent (index_messages.h); open this index; back: Ready
    Keep,      ///< to a rank: KeepContent; write your locations of an index
    Kept,      ///< back: KeptContent or an error
    End,       ///< to a rank: the server ends
    Ended,     ///< back
};

struct MessageHead {
    MessageKind kind = MessageKind::Ping;
    std::uint64_t number = 0;
};

/// A message without content.
[[nodiscard]] protocol::Bytes bare(MessageKind kind, std::uint64_t number);

/// Of every reply that may be an error instead: whether it is one comes first. Null: all went well.
void putOutcome(Packer& packer, const Error* error);
[[nodiscard]] Result<void> getOutcome(Unpacker& unpacker);

/// Reads the head of a message; \p content is what follows. False if there is none.
[[nodiscard]] bool readHead(
    std::span<const std::byte> bytes, MessageHead& head, std::span<const std::byte>& content);
/// What follows the head; nothing if there is none. Of \p bytes, which must stay.
[[nodiscard]] std::span<const std::byte> contentOf(std::span<const std::byte> bytes);

struct PongContent {
    std::uint32_t threads = 0;
    std::uint64_t residentBytes = 0;
};

struct OpenedContent {
    std::uint64_t key = 0;  ///< SharedImport::key
    std::vector<import::LocationFacts> facts;
};

[[nodiscard]] protocol::Bytes pong(const PongContent& content);
[[nodiscard]] Result<PongContent> readPong(std::span<const std::byte> content);

[[nodiscard]] Result<protocol::Bytes> open(
    std::uint64_t trace, const vellum::query::TraceSelection& selection);
[[nodiscard]] Result<vellum::query::TraceSelection> readOpen(std::span<const std::byte> content);

[[nodiscard]] protocol::Bytes progress(std::uint64_t trace, const codec::OpenProgress& progress);
[[nodiscard]] Result<codec::OpenProgress> readProgress(std::span<const std::byte> content);

[[nodiscard]] protocol::Bytes opened(std::uint64_t trace, const Result<OpenedContent>& content);
/// Whether it went well, without reading all of it.
[[nodiscard]] Result<void> readOutcome(std::span<const std::byte> content);
[[nodiscard]] Result<OpenedContent> readOpened(std::span<const std::byte> content);

[[nodiscard]] protocol::Bytes agree(std::uint64_t trace, const import::SharedFacts& shared);
[[nodiscard]] Result<import::SharedFacts> readAgree(std::span<const std::byte> content);

[[nodiscard]] protocol::Bytes ready(std::uint64_t trace, const Result<void>& outcome);
[[nodiscard]] Result<void> readReady(std::span<const std::byte> content);

struct Question {
    std::uint64_t trace = 0;
    vellum::query::Request request;
};
[[nodiscard]] Result<protocol::Bytes> ask(std::uint64_t number, const Question& question);
[[nodiscard]] Result<Question> readAsk(std::span<const std::byte> content);

/// An answer too large to be sent becomes an error.
[[nodiscard]] protocol::Bytes answer(
    std::uint64_t number, const Result<vellum::query::Answer>& content);
[[nodiscard]] Result<vellum::query::Answer> readAnswer(std::span<const std::byte> content);

}  // namespace vellum::server::ranks
