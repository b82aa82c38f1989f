#include "common/codec/answer_codec.h"

#include "common/codec/columns.h"
#include "common/codec/table_codec.h"

#include <string>
#include <utility>

namespace vellum::codec {

namespace {

/// One overload per answer: which member of the union it is.
struct Writer {
    protocol::Answer::Builder out;

    void operator()(const query::TraceInfo& answer) { write(out.initInfo(), answer); }
    void operator()(const query::LocationCounts& answer) { write(out.initLocations(), answer); }
    void operator()(const query::Profile& answer) { write(out.initProfile(), answer); }
    void operator()(const query::CallTree& answer) { write(out.initCallTree(), answer); }
    void operator()(const query::Timeline& answer) { write(out.initTimeline(), answer); }
    void operator()(const query::SummaryTimeline& answer)
    {
        write(out.initSummaryTimeline(), answer);
    }
    void operator()(const query::Messages& answer) { write(out.initMessages(), answer); }
    void operator()(const query::Launches& answer) { write(out.initLaunches(), answer); }
    void operator()(const query::Counters& answer) { write(out.initCounters(), answer); }
    void operator()(const query::Collectives& answer) { write(out.initCollectives(), answer); }
    void operator()(const query::CollectiveMembers& answer)
    {
        write(out.initCollectiveMembers(), answer);
    }
    void operator()(const query::Io& answer) { write(out.initIo(), answer); }
    void operator()(const query::Matrix& answer) { write(out.initMatrix(), answer); }
    void operator()(const query::SearchHits& answer) { write(out.initSearch(), answer); }
    void operator()(const query::Events& answer) { write(out.initEvents(), answer); }
    void operator()(const query::VisitDetail& answer) { write(out.initDetail(), answer); }
    void operator()(const query::Markers& answer) { write(out.initMarkers(), answer); }
    void operator()(const query::Table& answer) { write(out.initTable(), answer); }
};

/// Result<Timeline> as Result<Answer>.
template <typename Specific>
Result<query::Answer> widened(Result<Specific> result)
{
    VELLUM_RETURN_IF_ERROR(result);
    return query::Answer(std::move(result).value());
}

}  // namespace

void write(protocol::Answer::Builder out, const query::Answer& answer)
{
    std::visit(Writer{out}, answer);
}

Result<query::Answer> read(protocol::Answer::Reader in)
{
    switch (in.which()) {
    case protocol::Answer::INFO:
        return widened(read(in.getInfo()));
    case protocol::Answer::LOCATIONS:
        return widened(read(in.getLocations()));
    case protocol::Answer::PROFILE:
        return widened(read(in.getProfile()));
    case protocol::Answer::CALL_TREE:
        return widened(read(in.getCallTree()));
    case protocol::Answer::TIMELINE:
        return widened(read(in.getTimeline()));
    case protocol::Answer::SUMMARY_TIMELINE:
        return widened(read(in.getSummaryTimeline()));
    case protocol::Answer::MESSAGES:
        return widened(read(in.getMessages()));
    case protocol::Answer::LAUNCHES:
        return widened(read(in.getLaunches()));
    case protocol::Answer::COUNTERS:
        return widened(read(in.getCounters()));
    case protocol::Answer::COLLECTIVES:
        return widened(read(in.getCollectives()));
    case protocol::Answer::COLLECTIVE_MEMBERS:
        return widened(read(in.getCollectiveMembers()));
    case protocol::Answer::IO:
        return widened(read(in.getIo()));
    case protocol::Answer::MATRIX:
        return widened(read(in.getMatrix()));
    case protocol::Answer::SEARCH:
        return widened(read(in.getSearch()));
    case protocol::Answer::EVENTS:
        return widened(read(in.getEvents()));
    case protocol::Answer::DETAIL:
        return widened(read(in.getDetail()));
    case protocol::Answer::MARKERS:
        return widened(read(in.getMarkers()));
    case protocol::Answer::TABLE:
        return widened(read(in.getTable()));
    }
    return Error{
        .kind = ErrorKind::Unimplemented,
        .message = "answer number " + std::to_string(static_cast<unsigned>(in.which()))
                   + " is unknown to this version"};
}

}  // namespace vellum::codec
