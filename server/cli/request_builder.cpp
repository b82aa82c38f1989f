#include "server/cli/request_builder.h"

#include "common/query/selection_words.h"
#include "server/cli/presence_words.h"
#include "server/cli/visit_filter.h"

#include <utility>

namespace vellum::server::cli {

namespace {

using namespace vellum::query;  // NOLINT(google-build-using-namespace): the requests, all of them

/// Says which trace it is that does not have something.
Error withTrace(Error error, const QueryOptions& options)
{
    if (error.kind == ErrorKind::NotFound) {
        error.message.insert(0, "'" + options.trace.name() + "': ");
    }
    return error;
}

Result<Scope> scopeOf(const QueryOptions& options, const OpenedTrace& trace)
{
    const Definitions& definitions = *trace.definitions;
    auto window = parseWindow(options.window, definitions.clock, trace.info.range);
    VELLUM_RETURN_IF_ERROR(window);
    auto filter = filterOf(options.filters, options.query, definitions);
    auto visits = visitFilterOf(options, definitions);
    if (!filter.isOk() || !visits.isOk()) {
        return withTrace(filter.isOk() ? visits.error() : filter.error(), options);
    }
    if (visits.value()) {
        filter.value().visits.push_back(std::move(*visits.value()));
    }
    Scope scope{.window = window.value(), .locations = {}, .filter = std::move(filter).value()};
    if (!options.locations.empty()) {
        auto selected = selectLocations(options.locations, definitions);
        if (!selected.isOk()) {
            Error error = selected.error();
            error.message = "'" + options.trace.name() + "': " + error.message
                            + "; 'vellum-query locations' lists what it has";
            return error;
        }
        if (selected.value().size() < definitions.locations.size()) {
            scope.locations = std::move(selected).value();
        }
    }
    return scope;
}

Result<Request> searchRequest(const QueryOptions& options, const OpenedTrace& trace, Scope scope)
{
    const ClockProperties& clock = trace.definitions->clock;
    SearchRequest request{
        .scope = std::move(scope),
        .pattern = options.name,
        .ignoreCase = options.ignoreCase,
        .limit = options.limit,
        .groups = options.groups};
    if (!options.minDuration.empty()) {
        const auto duration = parseTime(options.minDuration, clock, "--min-duration");
        VELLUM_RETURN_IF_ERROR(duration);
        request.minDuration = duration.value();
    }
    if (!options.after.empty()) {
        const auto after = parseTime(options.after, clock, "--after");
        VELLUM_RETURN_IF_ERROR(after);
        request.after = after.value();
        const Tick end = request.scope.window.end;
        if (request.after >= end) {
            return Error{
                .kind = ErrorKind::InvalidArgument,
                .message = "--after " + options.after + " is not before the end of the window, "
                           + formatInstant(end, clock)};
        }
    }
    return Request(std::move(request));
}

Result<Request> requestOf(
    const QueryOptions& options,
    const OpenedTrace& trace,
    Scope scope,
    const std::vector<RowSet>& sets)
{
    const std::string& query = options.query;
    if (!options.asked.isEmpty()) {
        return Request(TableRequest{.scope = std::move(scope), .asked = options.asked});
    }
    if (query == "profile") {
        return Request(ProfileRequest{
            .scope = std::move(scope), .by = options.by, .perLocation = options.perLocation});
    }
    if (query == "call-tree") {
        return Request(CallTreeRequest{.scope = std::move(scope), .maxDepth = options.depth});
    }
    if (query == "timeline") {
        auto present = presenceOf(options, *trace.definitions);
        if (!present.isOk()) {
            return withTrace(present.error(), options);
        }
        TimelineRequest request{
            .scope = std::move(scope),
            .columns = options.columns,
            .by = options.by,
            .maxDepth = options.depth,
            .levels = options.levels,
            .exclusiveOnly = options.exclusiveOnly,
            .present = std::move(present).value()};
        for (const RowSet& set : sets) {
            // Of more locations than may be named all are the only set.
            const bool isAll = set.locations.size() == trace.definitions->locations.size();
            request.rows.push_back(isAll ? std::vector<LocationRef>() : set.locations);
        }
        if (!request.rows.empty()) {
            request.scope.locations.clear();
        }
        return Request(std::move(request));
    }
    if (query == "summary-timeline") {
        return Request(SummaryTimelineRequest{
            .window = scope.window,
            .columns = options.columns,
            .rows = {std::move(scope.locations)},
            .by = options.by,
            .filter = std::move(scope.filter)});
    }
    if (query == "counters") {
        return Request(CountersRequest{
            .scope = std::move(scope), .columns = options.columns, .metric = options.metric});
    }
    if (query == "messages") {
        return Request(MessagesRequest{
            .scope = std::move(scope), .limit = options.limit, .columns = options.columns});
    }
    if (query == "matrix") {
        return Request(MatrixRequest{.scope = std::move(scope), .by = options.matrixBy});
    }
    if (query == "search") {
        return searchRequest(options, trace, std::move(scope));
    }
    if (query == "events") {
        auto kinds = recordKindsOf(options);
        VELLUM_RETURN_IF_ERROR(kinds);
        return Request(EventsRequest{
            .scope = std::move(scope), .limit = options.limit, .kinds = std::move(kinds).value()});
    }
    if (query == "launches") {
        return Request(LaunchesRequest{.scope = std::move(scope), .limit = options.limit});
    }
    if (query == "collectives" && options.members) {
        const CommRef communicator(options.members->communicator);
        if (trace.definitions->find(communicator) == nullptr) {
            return Error{
                .kind = ErrorKind::NotFound,
                .message = "'" + options.trace.name() + "': there is no communicator "
                           + std::to_string(communicator.value())
                           + "; 'vellum-query collectives' lists what it has"};
        }
        return Request(CollectiveMembersRequest{
            .scope = std::move(scope),
            .communicator = communicator,
            .instance = options.members->instance,
            .limit = options.limit});
    }
    if (query == "collectives") {
        return Request(CollectivesRequest{.scope = std::move(scope), .limit = options.limit});
    }
    if (query == "io") {
        return Request(IoRequest{
            .scope = std::move(scope), .limit = options.limit, .columns = options.columns});
    }
    if (query == "markers") {
        return Request(MarkersRequest{.scope = std::move(scope), .limit = options.limit});
    }
    return query == "locations" ? Request(LocationsRequest{}) : Request(InfoRequest{});
}

}  // namespace

Result<BuiltRequest> buildRequest(const QueryOptions& options, const OpenedTrace& trace)
{
    auto scope = scopeOf(options, trace);
    VELLUM_RETURN_IF_ERROR(scope);
    const TickRange window = scope.value().window;
    auto locations = scope.value().locations;
    std::vector<RowSet> sets;
    if (options.rows != RowsBy::Location) {
        sets = rowSets(*trace.definitions, locations, options.rows);
    }
    auto request = requestOf(options, trace, std::move(scope).value(), sets);
    VELLUM_RETURN_IF_ERROR(request);
    const bool isWhole = options.query == "info" || options.query == "locations";
    return BuiltRequest{
        .request = std::move(request).value(),
        .window = isWhole ? trace.info.range : window,
        .locations = std::move(locations),
        .sets = std::move(sets)};
}

Result<void> checkTimes(const QueryOptions& options)
{
    VELLUM_RETURN_IF_ERROR(checkWindowEnds(options.window));
    VELLUM_RETURN_IF_ERROR(checkVisitFilter(options));
    VELLUM_RETURN_IF_ERROR(checkPresence(options));
    VELLUM_RETURN_IF_ERROR(recordKindsOf(options));
    if (!options.after.empty()) {
        VELLUM_RETURN_IF_ERROR(checkTime(options.after, "--after"));
    }
    return checkFilters(options.filters, options.query);
}

}  // namespace vellum::server::cli
