#include "common/codec/live_codec.h"

#include "common/codec/columns.h"
#include "common/codec/open_codec.h"
#include "common/protocol/limits.h"

#include <algorithm>
#include <string>
#include <utility>

namespace vellum::codec {

namespace {

struct WishWriter {
    protocol::LiveRequest::Builder out;

    void operator()(const LiveBegin& /*begin*/) { out.setBegin(); }
    void operator()(const LivePart& part)
    {
        auto wire = out.initPart();
        wire.setFile(toData(part.file));
        wire.setOffset(part.offset);
        wire.setBytes(toData(part.bytes));
    }
    void operator()(const LiveCommit& commit)
    {
        auto wire = out.initCommit();
        wire.setEvents(commit.events);
        wire.setNanoseconds(commit.nanoseconds);
    }
    void operator()(const LiveEnd& end) { out.setEnd(toData(end.archive)); }
    void operator()(const LiveLook& /*look*/) { out.setLook(); }
    void operator()(const LiveStop& /*stop*/) { out.setStop(); }
};

Result<LiveRequest::Wish> readPart(protocol::LivePart::Reader in)
{
    std::string file = toText(in.getFile());
    if (!isLiveFile(file)) {
        return invalid(
            "live: a file's name of " + std::to_string(file.size())
            + " bytes is not one or two of letters, digits, '.', '_' and '-' with '/' between them");
    }
    if (in.getBytes().size() > protocol::kMaxLivePartBytes) {
        return invalid(
            "live: a part of " + std::to_string(in.getBytes().size()) + " bytes, the limit is "
            + std::to_string(protocol::kMaxLivePartBytes));
    }
    return LiveRequest::Wish(LivePart{
        .file = std::move(file), .offset = in.getOffset(), .bytes = toText(in.getBytes())});
}

Result<LiveRequest::Wish> readWish(protocol::LiveRequest::Reader in)
{
    switch (in.which()) {
    case protocol::LiveRequest::BEGIN:
        return LiveRequest::Wish(LiveBegin{});
    case protocol::LiveRequest::PART:
        return readPart(in.getPart());
    case protocol::LiveRequest::COMMIT:
        return LiveRequest::Wish(LiveCommit{
            .events = in.getCommit().getEvents(), .nanoseconds = in.getCommit().getNanoseconds()});
    case protocol::LiveRequest::END: {
        auto archive = readPath(in.getEnd(), "live");
        VELLUM_RETURN_IF_ERROR(archive);
        return LiveRequest::Wish(LiveEnd{.archive = std::move(archive).value()});
    }
    case protocol::LiveRequest::LOOK:
        return LiveRequest::Wish(LiveLook{});
    case protocol::LiveRequest::STOP:
        return LiveRequest::Wish(LiveStop{});
    }
    return Error{
        .kind = ErrorKind::Unimplemented,
        .message = "live: wish " + std::to_string(static_cast<unsigned>(in.which()))
                   + " is unknown to this version"};
}

}  // namespace

bool isLiveFile(std::string_view file)
{
    const std::size_t slash = file.find('/');
    return slash == std::string_view::npos ? query::isLiveName(file)
                                           : query::isLiveName(file.substr(0, slash))
                                                 && query::isLiveName(file.substr(slash + 1));
}

void write(protocol::LiveRequest::Builder out, const LiveRequest& request)
{
    out.setName(toData(request.name));
    std::visit(WishWriter{out}, request.wish);
}

Result<LiveRequest> read(protocol::LiveRequest::Reader in)
{
    std::string name = toText(in.getName());
    if (!query::isLiveName(name)) {
        return invalid(
            "live: a run's name of " + std::to_string(name.size()) + " bytes is not 1 to "
            + std::to_string(query::kMaxLiveNameBytes)
            + " letters, digits, '.', '_' and '-', the first no dot");
    }
    auto wish = readWish(in);
    VELLUM_RETURN_IF_ERROR(wish);
    return LiveRequest{.name = std::move(name), .wish = std::move(wish).value()};
}

void write(protocol::LiveState::Builder out, const query::LiveState& state)
{
    out.setName(toData(state.name));
    out.setPhase(static_cast<std::uint8_t>(state.phase));
    out.setGeneration(state.generation);
    out.setEvents(state.events);
    out.setNanoseconds(state.nanoseconds);
    out.setArchive(toData(state.archive));
}

Result<query::LiveState> read(protocol::LiveState::Reader in)
{
    if (in.getPhase() > static_cast<std::uint8_t>(query::LivePhase::Lost)) {
        return invalid("live: phase " + std::to_string(in.getPhase()) + " is unknown");
    }
    return query::LiveState{
        .name = toText(in.getName()),
        .phase = static_cast<query::LivePhase>(in.getPhase()),
        .generation = in.getGeneration(),
        .events = in.getEvents(),
        .nanoseconds = in.getNanoseconds(),
        .archive = toText(in.getArchive())};
}

}  // namespace vellum::codec
