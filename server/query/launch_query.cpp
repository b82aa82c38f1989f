#include "common/query/limits.h"
#include "server/query/queries.h"
#include "server/query/scope.h"
#include "server/query/visit_view.h"
#include "server/query/workers.h"

namespace vellum::server::query {

using vellum::query::Launch;
using vellum::query::Launches;
using vellum::query::LaunchesRequest;

Result<Launches> launches(
    const store::TraceStore& trace, const LaunchesRequest& request, const ExecutionOptions& options)
{
    VELLUM_RETURN_IF_ERROR(checkLimit(request.limit, "launches"));
    const auto scope = resolve(trace, request.scope);
    VELLUM_RETURN_IF_ERROR(scope);
    const LocationSelection selection(trace, scope.value());
    Launches answer{.window = scope.value().window};
    const VisitJudge judge(trace.definitions, request.scope.filter.visits);
    StopPoll poll(options);
    for (const Launch& launch : trace.sound(trace.launches)) {
        if (poll.stopNow()) {
            return cancelledError();
        }
        const bool isSelected =
            selection.contains(launch.host) || selection.contains(launch.device);
        const bool isLeft = judge.keeps(launch.callRegion, launch.call)
                            || judge.keeps(launch.workRegion, launch.work);
        if (!isSelected || !isLeft || !overlaps(launch, answer.window)) {
            continue;
        }
        if (answer.count++ < request.limit) {
            answer.launches.push_back(launch);
        }
    }
    for (const LocationIndex location : scope.value().locations) {
        answer.workWithoutLaunch += trace.totalsOf(location).workWithoutLaunch;
    }
    return answer;
}

}  // namespace vellum::server::query
