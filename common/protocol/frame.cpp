#include "common/protocol/frame.h"

#include <kj/exception.h>
#include <kj/io.h>

#include <cstring>
#include <string>

namespace vellum::protocol {

namespace {

Error invalid(std::string message)
{
    return {.kind = ErrorKind::InvalidArgument, .message = std::move(message)};
}

}  // namespace

Result<Frame> Frame::open(std::span<const std::byte> bytes, std::size_t maxBytes)
{
    if (bytes.size() > maxBytes) {
        return invalid(
            "message of " + std::to_string(bytes.size()) + " bytes, the limit is "
            + std::to_string(maxBytes));
    }
    if (bytes.empty() || bytes.size() % sizeof(capnp::word) != 0) {
        return invalid(
            "message of " + std::to_string(bytes.size()) + " bytes is no whole number of words");
    }
    const std::size_t count = bytes.size() / sizeof(capnp::word);
    auto words = kj::heapArray<capnp::word>(count);
    std::memcpy(words.begin(), bytes.data(), bytes.size());
    capnp::ReaderOptions options;
    options.traversalLimitInWords = 2 * count + 1024;
    try {
        const kj::ArrayPtr<const capnp::word> view = words.asPtr();
        auto reader = std::make_unique<capnp::FlatArrayMessageReader>(view, options);
        return Frame(kj::mv(words), std::move(reader));
    } catch (const kj::Exception& exception) {
        return invalid(
            std::string("message that is no frame: ") + exception.getDescription().cStr());
    }
}

Result<Bytes> toBytes(capnp::MessageBuilder& message, std::size_t maxBytes)
{
    const std::size_t size = capnp::computeSerializedSizeInWords(message) * sizeof(capnp::word);
    if (size > maxBytes) {
        return Error{
            .kind = ErrorKind::ResourceExhausted,
            .message = "message of " + std::to_string(size) + " bytes, the limit is "
                       + std::to_string(maxBytes)};
    }
    Bytes bytes(size);
    kj::ArrayOutputStream stream(
        kj::arrayPtr(reinterpret_cast<kj::byte*>(bytes.data()), bytes.size()));
    capnp::writeMessage(stream, message);
    return bytes;
}

}  // namespace vellum::protocol
