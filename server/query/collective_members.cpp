#include "common/base/narrow.h"
#include "server/match/collective_ends.h"
#include "server/match/communicators.h"
#include "server/query/made_in.h"
#include "server/query/queries.h"
#include "server/query/scope.h"
#include "server/query/workers.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace vellum::server::query {

using vellum::query::CollectiveMember;
using vellum::query::CollectiveMembers;
using vellum::query::CollectiveMembersRequest;

namespace {

/// What a location did in the operation of that number; nothing if it has not so many, or filters do not leave it.
std::optional<CollectiveMember> memberAt(
    const store::LocationStore& in,
    LocationRef location,
    CommRef comm,
    std::uint64_t instance,
    const std::optional<std::vector<bool>>& kept)
{
    match::CollectiveEnds all;
    match::collectCollectives(in.records, all);
    const auto first = std::ranges::lower_bound(all.ends, comm, {}, &match::CollectiveEnd::comm);
    if (instance >= static_cast<std::uint64_t>(all.ends.end() - first)) {
        return std::nullopt;
    }
    const match::CollectiveEnd& end = *(first + narrow<std::ptrdiff_t>(instance));
    if (end.comm != comm || !isKept(kept, end.place)) {
        return std::nullopt;
    }
    return CollectiveMember{
        .location = location,
        .operation = end.operation,
        .root = end.root,
        .range = {.begin = end.begin, .end = end.end},
        .hasBegin = end.hasBegin,
        .bytesSent = end.sent,
        .bytesReceived = end.received};
}

/// Whether something of it is in the window; what takes no time is at its begin.
bool overlaps(TickRange member, TickRange window)
{
    return member.begin < window.end && std::max(member.end, member.begin + 1) > window.begin;
}

}  // namespace

Result<CollectiveMembers> collectiveMembers(
    const store::TraceStore& trace,
    const CollectiveMembersRequest& request,
    const ExecutionOptions& options)
{
    VELLUM_RETURN_IF_ERROR(checkLimit(request.limit, "members of a collective"));
    const auto scope = resolve(trace, request.scope);
    VELLUM_RETURN_IF_ERROR(scope);
    CollectiveMembers answer{
        .window = scope.value().window,
        .communicator = request.communicator,
        .instance = request.instance};
    match::Communicators communicators(trace.definitions, trace.leftOut);
    std::vector<LocationIndex> asked = scope.value().locations;
    std::ranges::sort(asked);
    std::erase_if(asked, [&](LocationIndex location) {
        // Not its totals: of a trace that was loaded in part they leave out what ends outside of that part.
        return trace.locations[location.value()].records->size() == 0
               || !communicators.isMember(request.communicator, location);
    });
    const MadeIn madeIn(trace, request.scope.filter.visits);
    std::vector<std::optional<CollectiveMember>> found(asked.size());
    VELLUM_RETURN_IF_ERROR(forEach(asked.size(), options, [&](std::size_t i) {
        const LocationRef ref = trace.definitions.locations[asked[i].value()].ref;
        StopPoll poll(options);
        const auto kept = madeIn.keptRecords(asked[i], poll);
        found[i] = memberAt(trace.at(asked[i]), ref, request.communicator, request.instance, kept);
    }));
    for (const std::optional<CollectiveMember>& member : found) {
        if (member && overlaps(member->range, answer.window) && answer.count++ < request.limit) {
            answer.members.push_back(*member);
        }
    }
    return answer;
}

}  // namespace vellum::server::query
