#pragma once

#include "common/query/questions.h"
#include "common/query/requests.h"
#include "common/trace/definitions.h"

#include <cstddef>
#include <vector>

namespace vellum::tests {

/// Such that of most traces something is left and something is not.
[[nodiscard]] inline query::Scope filtered(query::Scope scope)
{
    scope.filter = {
        .messages = {{.tags = {{.least = 0, .most = 0}}, .hides = true}},
        .collectives = {{.operations = {0}, .hides = true}},
        .io = {{.kinds = {query::IoKind::Write, query::IoKind::Open}}}};
    return scope;
}

/// Likewise of visits: those of some functions that are not short.
[[nodiscard]] inline query::Scope withFewVisits(query::Scope scope, const Definitions& definitions)
{
    query::VisitFilter some{.hides = true};
    for (std::size_t i = 0; i < definitions.regions.size(); i += 3) {
        some.regions.push_back(definitions.regions[i].ref);
    }
    scope.filter = {.visits = {some, {.duration = {.least = 2}}}};
    return scope;
}

/// Classes of all that there can be: functions, groups, records, markers.
[[nodiscard]] inline std::vector<query::PresenceClass> presenceClasses(
    const Definitions& definitions)
{
    query::PresenceClass some;
    for (std::size_t i = 1; i < definitions.regions.size(); i += 4) {
        some.regions.push_back(definitions.regions[i].ref);
    }
    return {
        some,
        {.groups = maskOf(FunctionGroup::Mpi) | maskOf(FunctionGroup::Io)},
        {.records = {event_kind::kMpiSend, event_kind::kMpiCollectiveEnd, event_kind::kMetric}},
        {.markers = 0b1111}};
}

/// One request of every kind and some more, about a trace of this range that has a location.
[[nodiscard]] inline std::vector<query::Request> everyRequest(
    const Definitions& definitions, TickRange range)
{
    const query::Scope all{.window = range, .locations = {}};
    const query::Scope last{.window = range, .locations = {definitions.locations.back().ref}};
    const Tick third = range.length() / 3;
    const query::Scope middle{
        .window = {.begin = range.begin + third, .end = range.end - third}, .locations = {}};
    const CommRef firstOf =
        definitions.communicators.empty() ? CommRef(0) : definitions.communicators.front().ref;
    std::vector<query::Request> every{
        query::InfoRequest{},
        query::LocationsRequest{},
        query::ProfileRequest{.scope = all, .perLocation = true},
        query::ProfileRequest{.scope = middle},
        query::ProfileRequest{.scope = last, .by = query::GroupBy::FunctionGroup},
        query::CallTreeRequest{.scope = all},
        query::TimelineRequest{.scope = all, .columns = 333},
        query::TimelineRequest{
            .scope = middle, .columns = 200, .by = query::GroupBy::FunctionGroup},
        query::TimelineRequest{.scope = last, .columns = 0},
        query::TimelineRequest{
            .scope = all, .columns = 211, .present = presenceClasses(definitions)},
        query::TimelineRequest{
            .scope = withFewVisits(middle, definitions),
            .columns = 50,
            .present = presenceClasses(definitions)},
        query::TimelineRequest{.scope = all, .columns = 123, .rows = {{}, last.locations}},
        query::TimelineRequest{
            .scope = withFewVisits(middle, definitions),
            .columns = 77,
            .by = query::GroupBy::FunctionGroup,
            .maxDepth = 2,
            .rows = {last.locations, {}}},
        query::SummaryTimelineRequest{.window = range, .columns = 50, .rows = {{}, last.locations}},
        query::SummaryTimelineRequest{
            .window = range, .columns = 50, .rows = {{}, last.locations}, .visits = true},
        query::SummaryTimelineRequest{
            .window = range, .columns = 50, .rows = {{}, last.locations}, .once = true},
        query::MessagesRequest{.scope = all, .limit = 1000},
        query::MessagesRequest{.scope = all, .limit = 100, .columns = 64},
        query::LaunchesRequest{.scope = all, .limit = 1000},
        query::CollectivesRequest{.scope = all, .limit = 1000},
        query::CollectiveMembersRequest{
            .scope = all, .communicator = firstOf, .instance = 1, .limit = 1000},
        query::IoRequest{.scope = all, .limit = 1000, .columns = 7, .spans = true},
        query::MarkersRequest{.scope = all, .limit = 1000},
        query::MatrixRequest{.scope = all, .by = query::MatrixBy::LocationGroup},
        query::CountersRequest{.scope = all, .columns = 20, .metric = {}},
        query::SearchRequest{.scope = all, .pattern = "a", .limit = 100},
        query::SearchRequest{.scope = middle, .pattern = ".", .limit = 50, .backward = true},
        query::SearchRequest{.scope = all, .pattern = "(", .limit = 100},
        query::SearchRequest{.scope = all, .pattern = "arg:*=1", .limit = 100},
        query::EventsRequest{.scope = all, .limit = 500},
        query::EventsRequest{.scope = middle, .limit = 500},
        query::EventsRequest{
            .scope = all,
            .limit = 3,
            .kinds = {event_kind::kMpiSend, event_kind::kMetric, event_kind::kMpiCollectiveEnd}},
        query::EventsRequest{.scope = middle, .limit = 500, .kinds = {event_kind::kLeave}},
        query::EventsRequest{.scope = filtered(all), .limit = 500},
        query::MessagesRequest{.scope = filtered(all), .limit = 1000},
        query::MatrixRequest{.scope = filtered(all)},
        query::CollectivesRequest{.scope = filtered(all), .limit = 1000},
        query::IoRequest{.scope = filtered(all), .limit = 1000, .columns = 7},
        query::ProfileRequest{.scope = withFewVisits(all, definitions), .perLocation = true},
        query::CallTreeRequest{.scope = withFewVisits(middle, definitions)},
        query::TimelineRequest{.scope = withFewVisits(all, definitions), .columns = 97},
        query::TimelineRequest{
            .scope = withFewVisits(all, definitions), .columns = 31, .levels = 3},
        query::SummaryTimelineRequest{
            .window = range,
            .columns = 50,
            .rows = {{}, last.locations},
            .filter = withFewVisits(all, definitions).filter},
        query::SummaryTimelineRequest{
            .window = range,
            .columns = 50,
            .rows = {{}, last.locations},
            .once = true,
            .filter = withFewVisits(all, definitions).filter},
        query::SearchRequest{
            .scope = withFewVisits(all, definitions), .pattern = ".", .limit = 100},
        query::EventsRequest{.scope = withFewVisits(all, definitions), .limit = 500},
        query::MessagesRequest{.scope = withFewVisits(all, definitions), .limit = 1000},
        query::MatrixRequest{.scope = withFewVisits(middle, definitions)},
        query::CollectivesRequest{.scope = withFewVisits(all, definitions), .limit = 1000},
        query::CollectiveMembersRequest{
            .scope = withFewVisits(all, definitions),
            .communicator = firstOf,
            .instance = 1,
            .limit = 1000},
        query::IoRequest{
            .scope = withFewVisits(all, definitions), .limit = 1000, .columns = 7, .spans = true},
        query::CountersRequest{
            .scope = withFewVisits(all, definitions), .columns = 20, .metric = {}},
        query::MarkersRequest{.scope = withFewVisits(all, definitions), .limit = 1000},
        query::LaunchesRequest{.scope = withFewVisits(all, definitions), .limit = 1000},
        query::DetailRequest{.location = last.locations.front(), .tick = range.begin + third},
        query::DetailRequest{
            .location = last.locations.front(),
            .tick = range.begin + third,
            .filter = withFewVisits(all, definitions).filter}};
    for (const table::Schema* question : query::tableQuestions()) {
        const table::Value asked(*question, question->make());
        every.emplace_back(query::TableRequest{.scope = all, .asked = asked});
        every.emplace_back(query::TableRequest{.scope = filtered(middle), .asked = asked});
        every.emplace_back(
            query::TableRequest{.scope = withFewVisits(last, definitions), .asked = asked});
    }
    return every;
}

}  // namespace vellum::tests
