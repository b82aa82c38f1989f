#include "common/codec/message_codec.h"

#include "common/base/allocation_watch.h"
#include "common/base/narrow.h"
#include "common/codec/answer_codec.h"
#include "common/codec/columns.h"
#include "common/codec/definitions_codec.h"
#include "common/codec/live_codec.h"
#include "common/codec/open_codec.h"
#include "common/codec/request_codec.h"
#include "common/codec/types_codec.h"
#include "common/protocol/frame.h"
#include "common/protocol/limits.h"
#include "common/protocol/protocol.capnp.h"

#include <kj/exception.h>

#include <algorithm>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>

namespace vellum::codec {

namespace {

// ---- writing

struct ClientWriter {
    protocol::ClientMessage::Builder out;

    void operator()(const Hello& hello)
    {
        auto wire = out.initHello();
        wire.setProtocol(hello.protocol);
        wire.setProgram(toData(hello.program));
    }
    void operator()(const Open& open) { write(out.initOpen(), open.trace); }
    void operator()(const Close& close) { out.initClose().setTrace(close.trace); }
    void operator()(const ListDirectory& list)
    {
        out.initList().setDirectory(toData(list.directory));
    }
    void operator()(const Ask& ask)
    {
        auto wire = out.initAsk();
        wire.setTrace(ask.trace);
        wire.setView(ask.asking.view);
        wire.setGeneration(ask.asking.generation);
        wire.setProgressive(ask.asking.progressive);
        write(wire.initRequest(), ask.request);
    }
    void operator()(const Cancel& cancel) { out.initCancel().setRequest(cancel.request); }
    void operator()(const Goodbye& /*goodbye*/) { out.setGoodbye(); }
    void operator()(const LiveRequest& live) { write(out.initLive(), live); }
};

struct ServerWriter {
    protocol::ServerMessage::Builder out;

    void operator()(const Error& error) { write(out.initError(), error); }
    void operator()(const ServerDescription& server)
    {
        auto wire = out.initHello();
        wire.setProtocol(server.protocol);
        wire.setProgram(toData(server.program));
        wire.setThreads(server.threads);
        wire.setMemoryBytes(server.memoryBytes);
    }
    void operator()(const OpenProgress& progress)
    {
        auto wire = out.initProgress();
        wire.setBytesDone(progress.bytesDone);
        wire.setBytesTotal(progress.bytesTotal);
        wire.setLocationsDone(progress.locationsDone);
        wire.setLocationsTotal(progress.locationsTotal);
        wire.setEventsRead(progress.eventsRead);
    }
    void operator()(const OpenedTrace& opened)
    {
        auto wire = out.initOpened();
        wire.setTrace(opened.handle);
        wire.setPath(toData(opened.path));
        VELLUM_ASSERT(opened.definitions != nullptr);
        write(wire.initDefinitions(), *opened.definitions);
        write(wire.initInfo(), opened.info);
    }
    void operator()(const DirectoryListing& listing)
    {
        auto wire = out.initListing();
        const auto size = narrow<std::uint32_t>(listing.entries.size());
        wire.setPath(toData(listing.path));
        fill(wire.initNames(size), listing.entries, [](const auto& entry) {
            return toData(entry.name);
        });
        fill(wire.initIsDirectory(size), listing.entries, [](const auto& entry) {
            return entry.isDirectory;
        });
        fill(wire.initBytes(size), listing.entries, [](const auto& entry) { return entry.bytes; });
    }
    void operator()(const query::Answer& answer) { write(out.initAnswer(), answer); }
    void operator()(const Probe& /*probe*/) { out.setProbe(); }
    void operator()(const ProvisionalAnswer& provisional)
    {
        write(out.initProvisional(), provisional.answer);
    }
    void operator()(const query::LiveState& state) { write(out.initLive(), state); }
};

/// Its memory is calloc's, and asked for where a program has a limit: a message is as large as the answer that it carries.
class MessageBuilder final : public capnp::MallocMessageBuilder {
public:
    kj::ArrayPtr<capnp::word> allocateSegment(unsigned minimumSize) override
    {
        const std::size_t words = std::max<std::size_t>(minimumSize, m_words);
        const auto room = AllocationWatch::before(words * sizeof(capnp::word));
        const auto segment = capnp::MallocMessageBuilder::allocateSegment(minimumSize);
        m_words += segment.size();
        return segment;
    }

private:
    std::size_t m_words =
        0;  ///< in all: each segment is as large as those before it together, or larger
};

template <typename Root, typename Writer, typename Content>
Result<protocol::Bytes> encodeMessage(
    RequestNumber number, const Content& content, std::size_t maxBytes)
{
    try {
        MessageBuilder message;
        auto root = message.initRoot<Root>();
        root.setNumber(number);
        std::visit(Writer{root}, content);
        return protocol::toBytes(message, maxBytes);
    } catch (const kj::Exception& exception) {  // a list past what Cap'n Proto can address
        return Error{
            .kind = ErrorKind::ResourceExhausted,
            .message =
                std::string("a message too large to write: ") + exception.getDescription().cStr()};
    }
}

// ---- reading

template <typename Content>
Result<ClientContent> asClient(Content content)
{
    return ClientContent(std::move(content));
}

Result<ClientContent> readOpen(protocol::Open::Reader in)
{
    auto trace = read(in);
    VELLUM_RETURN_IF_ERROR(trace);
    return asClient(Open{.trace = std::move(trace).value()});
}

Result<ClientContent> readList(protocol::ListDirectory::Reader in)
{
    auto directory = readPath(in.getDirectory(), "list");
    VELLUM_RETURN_IF_ERROR(directory);
    return asClient(ListDirectory{.directory = std::move(directory).value()});
}

Result<ClientContent> readLive(protocol::LiveRequest::Reader in)
{
    auto live = read(in);
    VELLUM_RETURN_IF_ERROR(live);
    return asClient(std::move(live).value());
}

Result<ClientContent> readAsk(protocol::Ask::Reader in)
{
    auto request = read(in.getRequest());
    VELLUM_RETURN_IF_ERROR(request);
    return asClient(
        Ask{.trace = in.getTrace(),
            .request = std::move(request).value(),
            .asking = {
                .view = in.getView(),
                .generation = in.getGeneration(),
                .progressive = in.getProgressive()}});
}

Result<ClientContent> readContent(protocol::ClientMessage::Reader in)
{
    switch (in.which()) {
    case protocol::ClientMessage::HELLO: {
        const auto hello = in.getHello();
        std::string program = toText(hello.getProgram());
        program.resize(std::min(program.size(), protocol::kMaxProgramBytes));
        return asClient(Hello{.protocol = hello.getProtocol(), .program = std::move(program)});
    }
    case protocol::ClientMessage::OPEN:
        return readOpen(in.getOpen());
    case protocol::ClientMessage::CLOSE:
        return asClient(Close{.trace = in.getClose().getTrace()});
    case protocol::ClientMessage::LIST:
        return readList(in.getList());
    case protocol::ClientMessage::ASK:
        return readAsk(in.getAsk());
    case protocol::ClientMessage::CANCEL:
        return asClient(Cancel{.request = in.getCancel().getRequest()});
    case protocol::ClientMessage::GOODBYE:
        return asClient(Goodbye{});
    case protocol::ClientMessage::LIVE:
        return readLive(in.getLive());
    }
    return Error{
        .kind = ErrorKind::Unimplemented,
        .message = "request kind " + std::to_string(static_cast<unsigned>(in.which()))
                   + " is unknown to this version"};
}

template <typename Content>
Result<ServerContent> asServer(Content content)
{
    return ServerContent(std::move(content));
}

Result<ServerContent> readOpened(protocol::Opened::Reader in)
{
    auto definitions = read(in.getDefinitions());
    VELLUM_RETURN_IF_ERROR(definitions);
    auto info = read(in.getInfo());
    VELLUM_RETURN_IF_ERROR(info);
    return asServer(OpenedTrace{
        .handle = in.getTrace(),
        .path = toText(in.getPath()),
        .definitions = std::make_shared<const Definitions>(std::move(definitions).value()),
        .info = std::move(info).value()});
}

Result<ServerContent> readListing(protocol::Listing::Reader in)
{
    const auto names = in.getNames();
    const auto isDirectory = in.getIsDirectory();
    const auto bytes = in.getBytes();
    VELLUM_RETURN_IF_ERROR(SameLength("listing", names.size())
                               .with("kinds", isDirectory)
                               .with("sizes", bytes)
                               .result());
    DirectoryListing listing{.path = toText(in.getPath()), .entries = {}};
    listing.entries.reserve(names.size());
    for (std::uint32_t i = 0; i < names.size(); ++i) {
        listing.entries.push_back(
            {.name = toText(names[i]), .isDirectory = isDirectory[i], .bytes = bytes[i]});
    }
    return asServer(std::move(listing));
}

Result<ServerContent> readAnswer(protocol::Answer::Reader in)
{
    auto answer = read(in);
    VELLUM_RETURN_IF_ERROR(answer);
    return asServer(std::move(answer).value());
}

Result<ServerContent> readProvisional(protocol::Answer::Reader in)
{
    auto answer = read(in);
    VELLUM_RETURN_IF_ERROR(answer);
    return asServer(ProvisionalAnswer{.answer = std::move(answer).value()});
}

Result<ServerContent> readState(protocol::LiveState::Reader in)
{
    auto state = read(in);
    VELLUM_RETURN_IF_ERROR(state);
    return asServer(std::move(state).value());
}

ServerDescription readHello(protocol::HelloReply::Reader in)
{
    return {
        .program = toText(in.getProgram()),
        .protocol = in.getProtocol(),
        .threads = in.getThreads(),
        .memoryBytes = in.getMemoryBytes()};
}

OpenProgress readProgress(protocol::OpenProgress::Reader in)
{
    return {
        .bytesDone = in.getBytesDone(),
        .bytesTotal = in.getBytesTotal(),
        .locationsDone = in.getLocationsDone(),
        .locationsTotal = in.getLocationsTotal(),
        .eventsRead = in.getEventsRead()};
}

Result<ServerContent> readContent(protocol::ServerMessage::Reader in)
{
    switch (in.which()) {
    case protocol::ServerMessage::ERROR:
        return asServer(read(in.getError()));
    case protocol::ServerMessage::HELLO:
        return asServer(readHello(in.getHello()));
    case protocol::ServerMessage::PROGRESS:
        return asServer(readProgress(in.getProgress()));
    case protocol::ServerMessage::OPENED:
        return readOpened(in.getOpened());
    case protocol::ServerMessage::LISTING:
        return readListing(in.getListing());
    case protocol::ServerMessage::ANSWER:
        return readAnswer(in.getAnswer());
    case protocol::ServerMessage::PROBE:
        return asServer(Probe{});
    case protocol::ServerMessage::PROVISIONAL:
        return readProvisional(in.getProvisional());
    case protocol::ServerMessage::LIVE:
        return readState(in.getLive());
    }
    return Error{
        .kind = ErrorKind::Unimplemented,
        .message = "answer kind " + std::to_string(static_cast<unsigned>(in.which()))
                   + " is unknown to this version"};
}

/// The content, with what the library throws on bad pointers made into an error.
template <typename Content, typename Reader>
Result<Content> readGuarded(Reader root)
{
    try {
        return readContent(root);
    } catch (const kj::Exception& exception) {
        return invalid(std::string("malformed message: ") + exception.getDescription().cStr());
    } catch (const std::bad_alloc&) {
        return Error{
            .kind = ErrorKind::ResourceExhausted, .message = "out of memory reading a message"};
    }
}

template <typename Root, typename Content>
Result<Numbered<Content>> decodeMessage(std::span<const std::byte> bytes, std::size_t maxBytes)
{
    auto frame = protocol::Frame::open(bytes, maxBytes);
    VELLUM_RETURN_IF_ERROR(frame);
    try {
        const auto root = frame.value().reader().template getRoot<Root>();
        const RequestNumber number = root.getNumber();
        return Numbered<Content>{.number = number, .content = readGuarded<Content>(root)};
    } catch (const kj::Exception& exception) {
        return invalid(std::string("malformed message: ") + exception.getDescription().cStr());
    }
}

}  // namespace

Result<protocol::Bytes> encode(RequestNumber number, const ClientContent& content)
{
    return encodeMessage<protocol::ClientMessage, ClientWriter>(
        number, content, protocol::kMaxClientFrameBytes);
}

Result<protocol::Bytes> encode(RequestNumber number, const ServerContent& content)
{
    return encodeMessage<protocol::ServerMessage, ServerWriter>(
        number, content, protocol::kMaxServerFrameBytes);
}

Result<ReceivedByServer> decodeClientMessage(std::span<const std::byte> bytes)
{
    return decodeMessage<protocol::ClientMessage, ClientContent>(
        bytes, protocol::kMaxClientFrameBytes);
}

Result<ReceivedByClient> decodeServerMessage(std::span<const std::byte> bytes)
{
    return decodeMessage<protocol::ServerMessage, ServerContent>(
        bytes, protocol::kMaxServerFrameBytes);
}

}  // namespace vellum::codec
