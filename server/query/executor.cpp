#include "server/query/executor.h"

#include "server/query/queries.h"
#include "server/query/registry.h"
#include "server/query/workers.h"

#include <new>
#include <type_traits>
#include <utility>

namespace vellum::server::query {

namespace {

using vellum::query::Answer;

/// Hands a request to the function that answers its kind: which one that is, overloading says.
struct Ask {
    const store::TraceStore& trace;
    const ExecutionOptions& options;

    Result<Answer> operator()(const vellum::query::InfoRequest& /*request*/) const
    {
        return Answer(traceInfo(trace));
    }
    Result<Answer> operator()(const vellum::query::LocationsRequest& /*request*/) const
    {
        return Answer(locationCounts(trace));
    }
    Result<Answer> operator()(const vellum::query::ProfileRequest& request) const
    {
        return wrapped(profile(trace, request, options));
    }
    Result<Answer> operator()(const vellum::query::CallTreeRequest& request) const
    {
        return wrapped(callTree(trace, request, options));
    }
    Result<Answer> operator()(const vellum::query::TimelineRequest& request) const
    {
        return wrapped(timeline(trace, request, options));
    }
    Result<Answer> operator()(const vellum::query::SummaryTimelineRequest& request) const
    {
        return wrapped(summaryTimeline(trace, request, options));
    }
    Result<Answer> operator()(const vellum::query::MessagesRequest& request) const
    {
        return wrapped(messages(trace, request, options));
    }
    Result<Answer> operator()(const vellum::query::LaunchesRequest& request) const
    {
        return wrapped(launches(trace, request, options));
    }
    Result<Answer> operator()(const vellum::query::CollectivesRequest& request) const
    {
        return wrapped(collectives(trace, request, options));
    }
    Result<Answer> operator()(const vellum::query::CollectiveMembersRequest& request) const
    {
        return wrapped(collectiveMembers(trace, request, options));
    }
    Result<Answer> operator()(const vellum::query::IoRequest& request) const
    {
        return wrapped(io(trace, request, options));
    }
    Result<Answer> operator()(const vellum::query::CountersRequest& request) const
    {
        return wrapped(counters(trace, request, options));
    }
    Result<Answer> operator()(const vellum::query::MatrixRequest& request) const
    {
        return wrapped(matrix(trace, request, options));
    }
    Result<Answer> operator()(const vellum::query::SearchRequest& request) const
    {
        return wrapped(search(trace, request, options));
    }
    Result<Answer> operator()(const vellum::query::EventsRequest& request) const
    {
        return wrapped(events(trace, request, options));
    }
    Result<Answer> operator()(const vellum::query::DetailRequest& request) const
    {
        return wrapped(detail(trace, request, options));
    }
    Result<Answer> operator()(const vellum::query::MarkersRequest& request) const
    {
        return wrapped(markers(trace, request, options));
    }
    Result<Answer> operator()(const vellum::query::TableRequest& request) const
    {
        return wrapped(answerTable(trace, request, options));
    }

    template <typename T>
    static Result<Answer> wrapped(Result<T> answer)
    {
        VELLUM_RETURN_IF_ERROR(answer);
        return Answer(std::move(answer).value());
    }
};

}  // namespace

Result<Answer> execute(
    const store::TraceStore& trace,
    const vellum::query::Request& request,
    const ExecutionOptions& options)
{
    if (options.cancel.stop_requested()) {
        return cancelledError();
    }
    try {
        if (trace.check != nullptr && trace.check->isDamaged()) {
            throw store::DamagedLocation();
        }
        auto answer = std::visit(Ask{.trace = trace, .options = options}, request);
        if (answer.isOk() && trace.check != nullptr && trace.check->isDamaged()) {
            throw store::DamagedLocation();  // it may rest on what was lost meanwhile
        }
        return answer;
    } catch (const std::bad_alloc&) {
        return Error{
            .kind = ErrorKind::ResourceExhausted, .message = "out of memory for the answer"};
    } catch (const store::DamagedLocation&) {
        return Error{
            .kind = ErrorKind::DataLoss,
            .message = "the index of '" + trace.path + "' is damaged; --rebuild makes a new one"};
    }
}

}  // namespace vellum::server::query
