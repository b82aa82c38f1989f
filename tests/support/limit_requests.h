#pragma once

#include "common/query/limits.h"
#include "common/query/requests.h"
#include "common/trace/definitions.h"

#include <limits>
#include <string>
#include <vector>

namespace vellum::tests {

/// Requests at the limits and past them, about a trace of this range; most of them are refused.
[[nodiscard]] inline std::vector<query::Request> limitRequests(
    const Definitions& definitions, TickRange range)
{
    constexpr Tick kFirst = std::numeric_limits<Tick>::min();
    constexpr Tick kLast = std::numeric_limits<Tick>::max();
    const query::Scope all{.window = range, .locations = {}};
    const LocationRef known = definitions.locations.back().ref;
    std::vector<query::Request> requests;
    for (const std::uint32_t columns : {0U, 1U, 65'536U, 65'537U, 1'000'000'000U}) {
        requests.emplace_back(query::TimelineRequest{.scope = all, .columns = columns});
        requests.emplace_back(
            query::CountersRequest{.scope = all, .columns = columns, .metric = {}});
        requests.emplace_back(
            query::SummaryTimelineRequest{.window = range, .columns = columns, .rows = {{}}});
    }
    for (const TickRange window :
         {TickRange{.begin = 5, .end = 5},
          TickRange{.begin = 9, .end = 5},
          TickRange{.begin = kLast - 1, .end = kLast},
          TickRange{.begin = kFirst, .end = kFirst + 1},
          TickRange{.begin = kFirst, .end = kLast}}) {
        const query::Scope scope{.window = window, .locations = {}};
        requests.emplace_back(query::ProfileRequest{.scope = scope});
        requests.emplace_back(query::TimelineRequest{.scope = scope, .columns = 7});
        requests.emplace_back(query::EventsRequest{.scope = scope, .limit = 3});
        requests.emplace_back(query::MatrixRequest{.scope = scope});
        requests.emplace_back(
            query::SummaryTimelineRequest{.window = window, .columns = 3, .rows = {{known}}});
    }
    for (const std::size_t count : {std::size_t{1'000'000}, std::size_t{1'000'001}}) {
        const query::Scope many{
            .window = range, .locations = std::vector<LocationRef>(count, known)};
        requests.emplace_back(query::ProfileRequest{.scope = many});
        requests.emplace_back(query::TimelineRequest{.scope = many, .columns = 5});
    }
    for (const std::uint64_t limit :
         {std::uint64_t{0}, query::kMaxItems, query::kMaxItems + 1, ~std::uint64_t{0}}) {
        requests.emplace_back(query::EventsRequest{.scope = all, .limit = limit});
        requests.emplace_back(query::MessagesRequest{.scope = all, .limit = limit});
        requests.emplace_back(query::MarkersRequest{.scope = all, .limit = limit});
        requests.emplace_back(query::CollectivesRequest{.scope = all, .limit = limit});
        requests.emplace_back(query::CollectiveMembersRequest{
            .scope = all, .communicator = CommRef(0), .instance = limit, .limit = limit});
        requests.emplace_back(query::IoRequest{.scope = all, .limit = limit});
        requests.emplace_back(query::LaunchesRequest{.scope = all, .limit = limit});
        requests.emplace_back(
            query::SearchRequest{.scope = all, .pattern = "a", .limit = limit, .backward = true});
    }
    for (const std::string& pattern :
         {std::string(), std::string("("), std::string(4096, 'x'), std::string(4097, 'x')}) {
        requests.emplace_back(query::SearchRequest{
            .scope = all, .pattern = pattern, .limit = 1, .after = 9, .before = 3});
    }
    requests.emplace_back(query::TimelineRequest{.scope = all, .columns = 3, .maxDepth = 0});
    for (const std::size_t rows : {std::size_t{1}, std::size_t{1000}, std::size_t{1'000'001}}) {
        requests.emplace_back(query::TimelineRequest{
            .scope = all,
            .columns = 65'536,
            .rows = std::vector<std::vector<LocationRef>>(rows, {known})});
    }
    requests.emplace_back(
        query::TimelineRequest{.scope = all, .columns = 3, .levels = 2, .rows = {{}}});
    requests.emplace_back(query::SummaryTimelineRequest{
        .window = range, .columns = 3, .rows = {{}}, .once = true, .visits = true});
    requests.emplace_back(query::CallTreeRequest{.scope = all, .maxDepth = 0});
    requests.emplace_back(
        query::ProfileRequest{.scope = {.window = range, .locations = {LocationRef(987'654'321)}}});
    requests.emplace_back(query::SummaryTimelineRequest{.window = range, .columns = 3, .rows = {}});
    requests.emplace_back(query::SummaryTimelineRequest{
        .window = range,
        .columns = 65'536,
        .rows = std::vector<std::vector<LocationRef>>(1000, {known})});
    requests.emplace_back(query::DetailRequest{.location = known, .tick = kFirst});
    requests.emplace_back(query::DetailRequest{.location = known, .tick = kLast});
    requests.emplace_back(query::DetailRequest{.location = LocationRef(987'654'321), .tick = 0});
    return requests;
}

}  // namespace vellum::tests
