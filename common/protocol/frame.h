#pragma once

#include "common/base/result.h"
#include "common/protocol/bytes.h"

#include <capnp/message.h>
#include <capnp/serialize.h>
#include <kj/array.h>

#include <cstddef>
#include <memory>
#include <span>

namespace vellum::protocol {

/// A received frame, ready to be read.
///
/// Layout   The bytes are copied into aligned words: what a socket hands out may lie anywhere.
/// Exact    The traversal limit is a small multiple of the frame's own size, so that a short message
///          whose pointers all lead to one list cannot cost more than a long honest one; readers
///          must call each getter of a list once.
/// Errors   `open`: invalidArgument for a frame over the limit, not a whole number of words, or
///          whose segment table does not fit. Reading from `reader()` throws kj::Exception on bad
///          pointers: common/codec catches it.
/// Threads  One owner.
class Frame {
public:
    static Result<Frame> open(std::span<const std::byte> bytes, std::size_t maxBytes);

    [[nodiscard]] capnp::MessageReader& reader() { return *m_reader; }

private:
    Frame(kj::Array<capnp::word> words, std::unique_ptr<capnp::FlatArrayMessageReader> reader)
        : m_words(kj::mv(words))
        , m_reader(std::move(reader))
    {
    }

    kj::Array<capnp::word> m_words;  // the reader points into it
    std::unique_ptr<capnp::FlatArrayMessageReader> m_reader;
};

/// The message's bytes for the wire.
///
/// Errors   resourceExhausted, with both numbers, if it would be longer than \p maxBytes.
Result<Bytes> toBytes(capnp::MessageBuilder& message, std::size_t maxBytes);

}  // namespace vellum::protocol
