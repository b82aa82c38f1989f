#pragma once

#include "common/base/result.h"
#include "common/codec/messages.h"
#include "common/protocol/bytes.h"

#include <cstddef>
#include <span>

namespace vellum::codec {

/// A message whose envelope could be read. Its content may still be bad: then the error is the
/// answer to `number` (unimplemented for a member we do not know, else invalidArgument).
template <typename Content>
struct Numbered {
    RequestNumber number = 0;
    Result<Content> content;
};

using ReceivedByServer = Numbered<ClientContent>;
using ReceivedByClient = Numbered<ServerContent>;

/// The wire's bytes for one message.
///
/// Errors   resourceExhausted: longer than the limit of its direction. invalidArgument: a value that
///          the schema cannot carry (an attribute list or a row too long).
/// Threads  Any.
Result<protocol::Bytes> encode(RequestNumber number, const ClientContent& content);
Result<protocol::Bytes> encode(RequestNumber number, const ServerContent& content);

/// Reads what a peer sent. Nothing is believed: every index, size and enumeration is checked, and
/// what comes out satisfies the contracts of the values (lookups of definitions are built).
///
/// Errors   invalidArgument: not even the envelope can be read.
/// Exact    decode(encode(n, x)) equals (n, x).
/// Threads  Any.
Result<ReceivedByServer> decodeClientMessage(std::span<const std::byte> bytes);
Result<ReceivedByClient> decodeServerMessage(std::span<const std::byte> bytes);

}  // namespace vellum::codec
