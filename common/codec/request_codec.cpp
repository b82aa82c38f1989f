#include "common/codec/request_codec.h"

#include "common/base/narrow.h"
#include "common/codec/columns.h"
#include "common/codec/filter_codec.h"
#include "common/codec/table_codec.h"
#include "common/codec/types_codec.h"
#include "common/query/filter_words.h"
#include "common/query/limits.h"
#include "common/trace/event_kinds.h"

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace vellum::codec {

namespace {

using Sets = std::vector<std::vector<LocationRef>>;

/// Sets of locations as `rowSizes` and `locations` of \p wire.
template <typename Wire>
void writeSets(Wire wire, const Sets& rows)
{
    std::vector<LocationRef> locations;
    for (const auto& row : rows) {
        locations.insert(locations.end(), row.begin(), row.end());
    }
    fill(wire.initRowSizes(narrow<std::uint32_t>(rows.size())), rows, [](const auto& row) {
        return narrow<std::uint32_t>(row.size());
    });
    fill(
        wire.initLocations(narrow<std::uint32_t>(locations.size())),
        locations,
        [](LocationRef ref) { return ref.value(); });
}

template <typename Wire>
Result<Sets> readSets(Wire wire, const std::string& what)
{
    const auto sizes = wire.getRowSizes();
    const auto locations = wire.getLocations();
    const std::uint64_t sum = sumOf(sizes);
    if (sum != locations.size() || sum > query::kMaxSelectedLocations) {
        return invalid(
            what + ": rows of " + std::to_string(sum) + " locations in all, "
            + std::to_string(locations.size()) + " given, the limit is "
            + std::to_string(query::kMaxSelectedLocations));
    }
    Sets rows;
    rows.reserve(sizes.size());
    std::uint32_t next = 0;
    for (const std::uint32_t size : sizes) {
        std::vector<LocationRef>& row = rows.emplace_back();
        row.reserve(size);
        for (const std::uint32_t end = next + size; next < end; ++next) {
            row.emplace_back(locations[next]);
        }
    }
    return rows;
}

/// All but its sets.
void writeTimeline(protocol::TimelineRequest::Builder wire, const query::TimelineRequest& request)
{
    write(wire.initScope(), request.scope);
    wire.setColumns(request.columns);
    wire.setBy(toWire(request.by));
    wire.setMaxDepth(request.maxDepth);
    wire.setLevels(request.levels);
    wire.setExclusiveOnly(request.exclusiveOnly);
    auto present = wire.initPresent(narrow<std::uint32_t>(request.present.size()));
    for (std::uint32_t i = 0; i < present.size(); ++i) {
        const query::PresenceClass& of = request.present[i];
        fill(
            present[i].initRegions(narrow<std::uint32_t>(of.regions.size())),
            of.regions,
            [](RegionRef region) { return region.value(); });
        present[i].setGroups(narrow<std::uint16_t>(of.groups));
        fill(
            present[i].initRecords(narrow<std::uint32_t>(of.records.size())),
            of.records,
            [](EventKind kind) { return toData(infoOf(kind).name); });
        present[i].setMarkers(of.markers);
    }
}

/// One overload per request: which member of the union it is, and what goes into it.
struct Writer {
    protocol::Request::Builder out;

    void operator()(const query::InfoRequest& /*request*/) { out.initInfo(); }
    void operator()(const query::LocationsRequest& /*request*/) { out.initLocations(); }
    void operator()(const query::ProfileRequest& request)
    {
        auto wire = out.initProfile();
        write(wire.initScope(), request.scope);
        wire.setBy(toWire(request.by));
        wire.setPerLocation(request.perLocation);
    }
    void operator()(const query::CallTreeRequest& request)
    {
        auto wire = out.initCallTree();
        write(wire.initScope(), request.scope);
        wire.setMaxDepth(request.maxDepth);
    }
    void operator()(const query::TimelineRequest& request);
    void operator()(const query::SummaryTimelineRequest& request);
    void operator()(const query::MessagesRequest& request)
    {
        auto wire = out.initMessages();
        write(wire.initScope(), request.scope);
        wire.setLimit(request.limit);
        wire.setEnds(request.ends);
        wire.setColumns(request.columns);
        writeSets(wire, request.rows);
        fill(
            wire.initRowCommunicators(narrow<std::uint32_t>(request.rowCommunicators.size())),
            request.rowCommunicators,
            [](CommRef communicator) { return communicator.value(); });
    }
    void operator()(const query::LaunchesRequest& request)
    {
        auto wire = out.initLaunches();
        write(wire.initScope(), request.scope);
        wire.setLimit(request.limit);
    }
    void operator()(const query::CollectivesRequest& request)
    {
        auto wire = out.initCollectives();
        write(wire.initScope(), request.scope);
        wire.setLimit(request.limit);
        wire.setEnds(request.ends);
    }
    void operator()(const query::CollectiveMembersRequest& request)
    {
        auto wire = out.initCollectiveMembers();
        write(wire.initScope(), request.scope);
        wire.setCommunicator(request.communicator.value());
        wire.setInstance(request.instance);
        wire.setLimit(request.limit);
    }
    void operator()(const query::TableRequest& request) { write(out.initTable(), request); }
    void operator()(const query::IoRequest& request)
    {
        auto wire = out.initIo();
        write(wire.initScope(), request.scope);
        wire.setLimit(request.limit);
        wire.setColumns(request.columns);
        wire.setSpans(request.spans);
    }
    void operator()(const query::CountersRequest& request)
    {
        auto wire = out.initCounters();
        write(wire.initScope(), request.scope);
        wire.setColumns(request.columns);
        wire.setMetric(toData(request.metric));
    }
    void operator()(const query::MatrixRequest& request)
    {
        auto wire = out.initMatrix();
        write(wire.initScope(), request.scope);
        wire.setBy(toWire(request.by));
    }
    void operator()(const query::SearchRequest& request);
    void operator()(const query::EventsRequest& request)
    {
        auto wire = out.initEvents();
        write(wire.initScope(), request.scope);
        wire.setLimit(request.limit);
        fill(
            wire.initKinds(narrow<std::uint32_t>(request.kinds.size())),
            request.kinds,
            [](EventKind kind) { return toData(infoOf(kind).name); });
    }
    void operator()(const query::DetailRequest& request)
    {
        auto wire = out.initDetail();
        wire.setLocation(request.location.value());
        wire.setTick(request.tick);
    }
    void operator()(const query::MarkersRequest& request)
    {
        auto wire = out.initMarkers();
        write(wire.initScope(), request.scope);
        wire.setLimit(request.limit);
    }
};

void Writer::operator()(const query::TimelineRequest& request)
{
    if (request.rows.empty()) {
        writeTimeline(out.initTimeline(), request);
        return;
    }
    auto wire = out.initSetTimeline();
    writeTimeline(wire.initRequest(), request);
    writeSets(wire, request.rows);
}

void Writer::operator()(const query::SummaryTimelineRequest& request)
{
    auto wire = out.initSummaryTimeline();
    write(wire.initWindow(), request.window);
    wire.setColumns(request.columns);
    wire.setBy(toWire(request.by));
    fill(
        wire.initKeys(narrow<std::uint32_t>(request.keys.size())),
        request.keys,
        [](query::Key key) { return key.value; });
    writeSets(wire, request.rows);
    wire.setOnce(request.once);
    wire.setStretches(request.stretches);
    wire.setVisits(request.visits);
    wire.setMaxDepth(request.maxDepth);
}

void Writer::operator()(const query::SearchRequest& request)
{
    const bool isByArgument = query::hasSearchPrefix(request.pattern);
    auto wire = isByArgument ? out.initArgumentSearch() : out.initSearch();
    write(wire.initScope(), request.scope);
    wire.setPattern(toData(request.pattern));
    wire.setIgnoreCase(request.ignoreCase);
    wire.setBackward(request.backward);
    wire.setLimit(request.limit);
    wire.setMinDuration(request.minDuration);
    wire.setAfter(request.after);
    wire.setBefore(request.before);
    wire.setGroups(narrow<std::uint16_t>(request.groups));
}

/// Reads the scope that most requests begin with into the rest.
template <typename Request, typename Wire>
Result<query::Request> withScope(Wire in, Request request)
{
    auto scope = read(in.getScope());
    VELLUM_RETURN_IF_ERROR(scope);
    request.scope = std::move(scope).value();
    return query::Request(std::move(request));
}

template <typename Request, typename Wire>
Result<query::Request> withScopeAndGrouping(Wire in, Request request)
{
    const auto by = fromWire(in.getBy());
    VELLUM_RETURN_IF_ERROR(by);
    request.by = by.value();
    return withScope(in, std::move(request));
}

Result<query::Request> readMessages(protocol::MessagesRequest::Reader in)
{
    auto rows = readSets(in, "messages");
    VELLUM_RETURN_IF_ERROR(rows);
    const auto communicators = in.getRowCommunicators();
    if (communicators.size() != 0 && communicators.size() != rows.value().size()) {
        return invalid(
            "messages: " + std::to_string(communicators.size()) + " communicators of "
            + std::to_string(rows.value().size()) + " rows");
    }
    std::vector<CommRef> rowCommunicators;
    rowCommunicators.reserve(communicators.size());
    for (const std::uint32_t communicator : communicators) {
        rowCommunicators.emplace_back(communicator);
    }
    return withScope(
        in,
        query::MessagesRequest{
            .scope = {},
            .limit = in.getLimit(),
            .ends = in.getEnds(),
            .columns = in.getColumns(),
            .rows = std::move(rows).value(),
            .rowCommunicators = std::move(rowCommunicators)});
}

Result<query::Request> readSummary(protocol::SummaryTimelineRequest::Reader in)
{
    const auto keys = in.getKeys();
    if (keys.size() > query::kMaxKeys) {
        return invalid(
            "summary: " + std::to_string(keys.size()) + " keys, the limit is "
            + std::to_string(query::kMaxKeys));
    }
    const auto by = fromWire(in.getBy());
    VELLUM_RETURN_IF_ERROR(by);
    auto rows = readSets(in, "summary");
    VELLUM_RETURN_IF_ERROR(rows);
    query::SummaryTimelineRequest request{
        .window = read(in.getWindow()),
        .columns = in.getColumns(),
        .rows = std::move(rows).value(),
        .by = by.value()};
    request.once = in.getOnce();
    request.stretches = in.getStretches();
    request.visits = in.getVisits();
    request.maxDepth = in.getMaxDepth();
    for (const std::uint32_t key : keys) {
        request.keys.push_back({.value = key});
    }
    return query::Request(std::move(request));
}

Result<query::Request> readSearch(protocol::SearchRequest::Reader in, bool isByArgument)
{
    const auto pattern = in.getPattern();
    if (pattern.size() > query::kMaxPatternBytes) {
        return invalid(
            "search: a pattern of " + std::to_string(pattern.size()) + " bytes, the limit is "
            + std::to_string(query::kMaxPatternBytes));
    }
    if (in.getGroups() >> kFunctionGroupCount != 0) {
        return invalid(
            "search: the groups " + std::to_string(in.getGroups())
            + " have bits beyond those of the " + std::to_string(kFunctionGroupCount) + " groups");
    }
    std::string expression = toText(pattern);
    const bool hasPrefix = query::hasSearchPrefix(expression);
    if (isByArgument && !hasPrefix) {
        return invalid("search by argument: the pattern does not begin with 'arg:' or 'values:'");
    }
    if (!isByArgument && hasPrefix) {
        expression = "(?:" + expression + ")";  // of names, and to stay one
    }
    return withScope(
        in,
        query::SearchRequest{
            .scope = {},
            .pattern = std::move(expression),
            .ignoreCase = in.getIgnoreCase(),
            .limit = in.getLimit(),
            .minDuration = in.getMinDuration(),
            .after = in.getAfter(),
            .before = in.getBefore(),
            .backward = in.getBackward(),
            .groups = in.getGroups()});
}

Result<EventKind> recordKindNamed(const std::string& name)
{
    for (EventKind kind = 0; kind < event_kind::kCount; ++kind) {
        if (infoOf(kind).name == name) {
            return kind;
        }
    }
    return Error{
        .kind = ErrorKind::Unimplemented,
        .message = "records of a kind that is unknown to this version"};
}

/// \param room  for so many regions; less those of this class
Result<query::PresenceClass> readPresenceClass(
    protocol::PresenceClass::Reader in, std::uint64_t& room)
{
    if (in.getRegions().size() > room || in.getRecords().size() > event_kind::kCount) {
        return invalid(
            "timeline: presence classes of more than " + std::to_string(query::kMaxFilterEntries)
            + " regions, or one of more than " + std::to_string(event_kind::kCount)
            + " kinds of records");
    }
    room -= in.getRegions().size();
    if (in.getGroups() >> kFunctionGroupCount != 0
        || in.getMarkers() >> kMarkerSeverityCount != 0) {
        return invalid(
            "timeline: a presence class with the groups " + std::to_string(in.getGroups())
            + " and the severities " + std::to_string(in.getMarkers())
            + ", which have bits beyond those there are");
    }
    query::PresenceClass of{
        .regions = toVector<RegionRef>(in.getRegions()),
        .groups = in.getGroups(),
        .records = {},
        .markers = in.getMarkers()};
    for (const auto name : in.getRecords()) {
        const auto kind = recordKindNamed(toText(name));
        VELLUM_RETURN_IF_ERROR(kind);
        of.records.push_back(kind.value());
    }
    return of;
}

Result<void> readPresence(protocol::TimelineRequest::Reader in, query::TimelineRequest& request)
{
    const auto present = in.getPresent();
    if (present.size() > query::kMaxPresenceClasses) {
        return invalid(
            "timeline: " + std::to_string(present.size()) + " presence classes, the limit is "
            + std::to_string(query::kMaxPresenceClasses));
    }
    std::uint64_t room = query::kMaxFilterEntries;
    for (const auto wire : present) {
        auto of = readPresenceClass(wire, room);
        VELLUM_RETURN_IF_ERROR(of);
        request.present.push_back(std::move(of).value());
    }
    return {};
}

Result<query::Request> readTimeline(protocol::TimelineRequest::Reader in)
{
    query::TimelineRequest request;
    request.columns = in.getColumns();
    request.maxDepth = in.getMaxDepth();
    request.levels = in.getLevels();
    request.exclusiveOnly = in.getExclusiveOnly();
    VELLUM_RETURN_IF_ERROR(readPresence(in, request));
    return withScopeAndGrouping(in, std::move(request));
}

Result<query::Request> readSetTimeline(protocol::SetTimelineRequest::Reader in)
{
    auto rows = readSets(in, "timeline");
    VELLUM_RETURN_IF_ERROR(rows);
    if (rows.value().empty()) {
        return invalid("timeline: no set of locations is asked for");
    }
    auto request = readTimeline(in.getRequest());
    VELLUM_RETURN_IF_ERROR(request);
    std::get<query::TimelineRequest>(request.value()).rows = std::move(rows).value();
    return request;
}

Result<query::Request> readEvents(protocol::EventsRequest::Reader in)
{
    query::EventsRequest request{.scope = {}, .limit = in.getLimit(), .kinds = {}};
    if (in.getKinds().size() > event_kind::kCount) {
        return invalid(
            "events: " + std::to_string(in.getKinds().size()) + " kinds of records, there are "
            + std::to_string(event_kind::kCount));
    }
    for (const auto name : in.getKinds()) {
        const auto kind = recordKindNamed(toText(name));
        VELLUM_RETURN_IF_ERROR(kind);
        request.kinds.push_back(kind.value());
    }
    return withScope(in, std::move(request));
}

Result<query::Request> readProfile(protocol::ProfileRequest::Reader in)
{
    query::ProfileRequest request;
    request.perLocation = in.getPerLocation();
    return withScopeAndGrouping(in, std::move(request));
}

Result<query::Request> readTable(protocol::TableRequest::Reader in)
{
    auto request = read(in);
    VELLUM_RETURN_IF_ERROR(request);
    return query::Request(std::move(request).value());
}

/// Null where the request has none.
template <typename Request>
auto* filterOf(Request& request)
{
    using Filter = std::
        conditional_t<std::is_const_v<Request>, const query::RecordFilter, query::RecordFilter>;
    return std::visit(
        [](auto& any) -> Filter* {
            if constexpr (requires { any.scope; }) {
                return &any.scope.filter;
            } else if constexpr (requires { any.filter; }) {
                return &any.filter;
            } else {
                return nullptr;
            }
        },
        request);
}

Result<query::Request> readFiltered(protocol::FilteredRequest::Reader in, bool mayHaveVisits)
{
    const auto kind = in.getRequest().which();
    if (kind == protocol::Request::FILTERED || kind == protocol::Request::FILTERED_VISITS) {
        return invalid("a filtered request is filtered again");
    }
    auto filter = read(in.getFilter());
    VELLUM_RETURN_IF_ERROR(filter);
    if (!mayHaveVisits && !filter.value().visits.empty()) {
        return invalid("a filter of visits in a request for which there is none");
    }
    auto request = read(in.getRequest());
    VELLUM_RETURN_IF_ERROR(request);
    query::RecordFilter* to = filterOf(request.value());
    if (to == nullptr) {
        return invalid(
            "a filter goes with requests that have a scope, summary timelines and details");
    }
    *to = std::move(filter).value();
    return request;
}

}  // namespace

void write(protocol::Request::Builder out, const query::Request& request)
{
    const query::RecordFilter* filter = filterOf(request);
    if (filter == nullptr || filter->isEmpty()) {
        std::visit(Writer{out}, request);
        return;
    }
    auto wire = filter->visits.empty() ? out.initFiltered() : out.initFilteredVisits();
    write(wire.initFilter(), *filter);
    std::visit(Writer{wire.initRequest()}, request);
}

Result<query::Request> read(protocol::Request::Reader in)
{
    switch (in.which()) {
    case protocol::Request::FILTERED:
        return readFiltered(in.getFiltered(), false);
    case protocol::Request::FILTERED_VISITS:
        return readFiltered(in.getFilteredVisits(), true);
    case protocol::Request::INFO:
        return query::Request(query::InfoRequest{});
    case protocol::Request::LOCATIONS:
        return query::Request(query::LocationsRequest{});
    case protocol::Request::PROFILE:
        return readProfile(in.getProfile());
    case protocol::Request::CALL_TREE:
        return withScope(
            in.getCallTree(),
            query::CallTreeRequest{.scope = {}, .maxDepth = in.getCallTree().getMaxDepth()});
    case protocol::Request::TIMELINE:
        return readTimeline(in.getTimeline());
    case protocol::Request::SET_TIMELINE:
        return readSetTimeline(in.getSetTimeline());
    case protocol::Request::SUMMARY_TIMELINE:
        return readSummary(in.getSummaryTimeline());
    case protocol::Request::MESSAGES:
        return readMessages(in.getMessages());
    case protocol::Request::LAUNCHES:
        return withScope(
            in.getLaunches(),
            query::LaunchesRequest{.scope = {}, .limit = in.getLaunches().getLimit()});
    case protocol::Request::COLLECTIVES:
        return withScope(
            in.getCollectives(),
            query::CollectivesRequest{
                .scope = {},
                .limit = in.getCollectives().getLimit(),
                .ends = in.getCollectives().getEnds()});
    case protocol::Request::COLLECTIVE_MEMBERS:
        return withScope(
            in.getCollectiveMembers(),
            query::CollectiveMembersRequest{
                .scope = {},
                .communicator = CommRef(in.getCollectiveMembers().getCommunicator()),
                .instance = in.getCollectiveMembers().getInstance(),
                .limit = in.getCollectiveMembers().getLimit()});
    case protocol::Request::IO:
        return withScope(
            in.getIo(),
            query::IoRequest{
                .scope = {},
                .limit = in.getIo().getLimit(),
                .columns = in.getIo().getColumns(),
                .spans = in.getIo().getSpans()});
    case protocol::Request::TABLE:
        return readTable(in.getTable());
    case protocol::Request::COUNTERS:
        return withScope(
            in.getCounters(),
            query::CountersRequest{
                .scope = {},
                .columns = in.getCounters().getColumns(),
                .metric = toText(in.getCounters().getMetric())});
    case protocol::Request::MATRIX:
        return withScopeAndGrouping(in.getMatrix(), query::MatrixRequest{});
    case protocol::Request::SEARCH:
        return readSearch(in.getSearch(), false);
    case protocol::Request::ARGUMENT_SEARCH:
        return readSearch(in.getArgumentSearch(), true);
    case protocol::Request::EVENTS:
        return readEvents(in.getEvents());
    case protocol::Request::DETAIL:
        return query::Request(query::DetailRequest{
            .location = LocationRef(in.getDetail().getLocation()),
            .tick = in.getDetail().getTick()});
    case protocol::Request::MARKERS:
        return withScope(
            in.getMarkers(),
            query::MarkersRequest{.scope = {}, .limit = in.getMarkers().getLimit()});
    }
    return Error{
        .kind = ErrorKind::Unimplemented,
        .message = "query number " + std::to_string(static_cast<unsigned>(in.which()))
                   + " is unknown to this version"};
}

}  // namespace vellum::codec
