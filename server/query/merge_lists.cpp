// Answers that are the first so many of a stated order. Each part has sent its own first so many, and
// what is equal in the order is of one location, so of one part.

#include "server/query/io_sums.h"
#include "server/query/merge.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace vellum::server::query {

using vellum::query::CollectiveMember;
using vellum::query::CollectiveMembers;
using vellum::query::CollectiveMembersRequest;
using vellum::query::EventRecord;
using vellum::query::Events;
using vellum::query::EventsRequest;
using vellum::query::Io;
using vellum::query::IoRequest;
using vellum::query::IoRow;
using vellum::query::SearchHit;
using vellum::query::SearchHits;
using vellum::query::SearchRequest;

Result<SearchHits> merged(
    const MergeContext& context, const SearchRequest& request, PartAnswers<SearchHits> parts)
{
    SearchHits answer;
    for (PartAnswer<SearchHits>& part : parts) {
        answer.count += part.answer.count;
        std::ranges::move(part.answer.hits, std::back_inserter(answer.hits));
    }
    parts.clear();
    std::ranges::stable_sort(answer.hits, {}, [&](const SearchHit& hit) {
        return std::tuple(
            hit.visit.begin, context.trace.definitions.indexOf(hit.location), hit.depth);
    });
    const auto size =
        static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(answer.hits.size(), request.limit));
    if (request.backward) {
        answer.hits.erase(answer.hits.begin(), answer.hits.end() - size);
    } else {
        answer.hits.erase(answer.hits.begin() + size, answer.hits.end());
    }
    return answer;
}

Result<Events> merged(
    const MergeContext& context, const EventsRequest& request, PartAnswers<Events> parts)
{
    Events answer{.window = parts.front().answer.window};
    for (PartAnswer<Events>& part : parts) {
        answer.count += part.answer.count;
        std::ranges::move(part.answer.events, std::back_inserter(answer.events));
    }
    parts.clear();
    std::ranges::stable_sort(answer.events, {}, [&](const EventRecord& record) {
        return std::tuple(record.tick, context.trace.definitions.indexOf(record.location));
    });
    if (answer.events.size() > request.limit) {
        answer.events.resize(request.limit);
    }
    return answer;
}

Result<Io> merged(const MergeContext& context, const IoRequest& request, PartAnswers<Io> parts)
{
    Io answer{.window = parts.front().answer.window, .columns = request.columns};
    for (PartAnswer<Io>& part : parts) {
        answer.count += part.answer.count;
        addNumbers(answer.totals, part.answer.totals);
        std::ranges::move(part.answer.rows, std::back_inserter(answer.rows));
    }
    parts.clear();
    std::ranges::stable_sort(answer.rows, {}, [&](const IoRow& row) {
        return context.trace.definitions.indexOf(row.location);
    });
    if (answer.rows.size() > request.limit) {
        answer.rows.resize(request.limit);
    }
    return answer;
}

Result<CollectiveMembers> merged(
    const MergeContext& context,
    const CollectiveMembersRequest& request,
    PartAnswers<CollectiveMembers> parts)
{
    CollectiveMembers answer{
        .window = parts.front().answer.window,
        .communicator = request.communicator,
        .instance = request.instance};
    for (PartAnswer<CollectiveMembers>& part : parts) {
        answer.count += part.answer.count;
        std::ranges::move(part.answer.members, std::back_inserter(answer.members));
    }
    parts.clear();
    std::ranges::sort(answer.members, {}, [&](const CollectiveMember& member) {
        return context.trace.definitions.indexOf(member.location);
    });
    if (answer.members.size() > request.limit) {
        answer.members.resize(request.limit);
    }
    return answer;
}

}  // namespace vellum::server::query
