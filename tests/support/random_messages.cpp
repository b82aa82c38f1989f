#include "tests/support/random_messages.h"

#include "common/query/questions.h"
#include "common/table/random.h"
#include "tests/support/random_filter.h"

#include <memory>

namespace vellum::tests {

std::string RandomMessages::text()
{
    std::string text(below(12), '\0');
    for (char& letter : text) {
        letter = static_cast<char>(m_random());
    }
    return text;
}

std::vector<LocationRef> RandomMessages::locations()
{
    std::vector<LocationRef> locations;
    for (std::uint64_t i = size(); i > 0; --i) {
        locations.emplace_back(m_random());
    }
    return locations;
}

query::Scope RandomMessages::scope()
{
    query::Scope scope{.window = range(), .locations = locations()};
    if (coin()) {
        scope.filter = RandomFilter(m_random()).filterWithVisits();
    }
    return scope;
}

std::vector<query::PresenceClass> RandomMessages::presenceClasses()
{
    std::vector<query::PresenceClass> classes(coin() ? size() : 0);
    for (query::PresenceClass& of : classes) {
        for (std::uint64_t i = size(); i > 0; --i) {
            of.regions.emplace_back(word());
            of.records.push_back(static_cast<EventKind>(below(event_kind::kCount)));
        }
        of.groups = static_cast<FunctionGroupMask>(below(1U << kFunctionGroupCount));
        of.markers = static_cast<MarkerSeverityMask>(below(1U << kMarkerSeverityCount));
    }
    return classes;
}

table::Value RandomMessages::rowOf(const table::Schema& schema)
{
    std::shared_ptr<void> row = schema.make();
    table::fillRandom(schema, row.get(), m_random);
    return {schema, std::move(row)};
}

query::Request RandomMessages::request(std::size_t kind)
{
    switch (kind) {
    case 0:
        return query::InfoRequest{};
    case 1:
        return query::LocationsRequest{};
    case 2:
        return query::ProfileRequest{.scope = scope(), .by = groupBy(), .perLocation = coin()};
    case 3:
        return query::CallTreeRequest{.scope = scope(), .maxDepth = word()};
    case 4: {
        query::TimelineRequest request{
            .scope = scope(),
            .columns = word(),
            .by = groupBy(),
            .maxDepth = word(),
            .levels = word(),
            .exclusiveOnly = coin(),
            .present = presenceClasses()};
        for (std::uint64_t i = coin() ? size() : 0; i > 0; --i) {
            request.rows.push_back(locations());
        }
        return request;
    }
    case 5: {
        query::SummaryTimelineRequest request{
            .window = range(), .columns = word(), .rows = {}, .by = groupBy()};
        for (std::uint64_t i = size(); i > 0; --i) {
            request.rows.push_back(locations());
        }
        for (std::uint64_t i = coin() ? size() : 0; i > 0; --i) {
            request.keys.push_back({.value = word()});
        }
        request.once = coin();
        request.stretches = coin();
        request.visits = coin();
        request.maxDepth = word();
        if (coin()) {
            request.filter = RandomFilter(m_random()).filterWithVisits();
        }
        return request;
    }
    case 6:
        return query::MessagesRequest{
            .scope = scope(),
            .limit = number(),
            .ends = coin(),
            .columns = static_cast<std::uint32_t>(number()),
            .rows = coin() ? std::vector{locations(), locations()}
                           : std::vector<std::vector<LocationRef>>()};
    case 7:
        return query::MatrixRequest{.scope = scope(), .by = matrixBy()};
    case 8:
        return query::SearchRequest{
            .scope = scope(),
            .pattern = coin() ? text() : "arg:" + text(),
            .ignoreCase = coin(),
            .limit = number(),
            .minDuration = tick(),
            .after = tick(),
            .before = tick(),
            .backward = coin(),
            .groups = static_cast<FunctionGroupMask>(number() % (1U << kFunctionGroupCount))};
    case 9: {
        query::EventsRequest request{.scope = scope(), .limit = number(), .kinds = {}};
        for (std::uint64_t i = coin() ? size() : 0; i > 0; --i) {
            request.kinds.push_back(static_cast<EventKind>(below(event_kind::kCount)));
        }
        return request;
    }
    case 11:
        return query::MarkersRequest{.scope = scope(), .limit = number()};
    case 12:
        return query::LaunchesRequest{.scope = scope(), .limit = number()};
    case 13:
        return query::CountersRequest{.scope = scope(), .columns = word(), .metric = text()};
    case 14:
        return query::CollectivesRequest{.scope = scope(), .limit = number(), .ends = coin()};
    case 15:
        return query::IoRequest{
            .scope = scope(), .limit = number(), .columns = word(), .spans = coin()};
    case 16:
        return query::CollectiveMembersRequest{
            .scope = scope(),
            .communicator = CommRef(word()),
            .instance = number(),
            .limit = number()};
    case 17: {
        const auto questions = query::tableQuestions();
        return query::TableRequest{
            .scope = scope(), .asked = rowOf(*questions[below(questions.size())])};
    }
    default: {
        query::DetailRequest request{.location = LocationRef(m_random()), .tick = tick()};
        if (coin()) {
            request.filter = RandomFilter(m_random()).filterWithVisits();
        }
        return request;
    }
    }
}

Definitions RandomMessages::definitions()
{
    Definitions made;
    made.clock = {
        .ticksPerSecond = 1 + below(1'000'000'000),
        .globalOffset = number(),
        .length = number(),
        .realtimeNs = number()};
    made.creator = text();
    for (std::uint64_t i = size(); i > 0; --i) {
        made.systemTreeNodes.push_back(
            {SystemTreeNodeRef(word()), text(), text(), SystemTreeNodeRef(word())});
        made.locationGroups.push_back(
            {LocationGroupRef(word()),
             text(),
             static_cast<LocationGroupType>(below(256)),
             SystemTreeNodeRef(word()),
             LocationGroupRef(word())});
        made.locations.push_back(
            {LocationRef(m_random()),
             text(),
             static_cast<LocationType>(below(256)),
             number(),
             LocationGroupRef(word())});
        made.regions.push_back(
            {RegionRef(word()),
             text(),
             text(),
             static_cast<RegionRole>(below(256)),
             static_cast<Paradigm>(below(256)),
             static_cast<FunctionGroup>(below(kFunctionGroupCount)),
             text(),
             word(),
             word(),
             text(),
             word()});
        made.groups.push_back(
            {GroupRef(word()),
             static_cast<GroupType>(below(256)),
             static_cast<Paradigm>(below(256)),
             text(),
             {number(), number()},
             coin()});
        made.communicators.push_back(
            {CommRef(word()), text(), GroupRef(word()), GroupRef(word()), CommRef(word()), word()});
        made.metricMembers.push_back(
            {MetricMemberRef(word()),
             text(),
             text(),
             text(),
             static_cast<MetricType>(below(256)),
             static_cast<MetricMode>(below(256)),
             static_cast<ValueType>(below(256)),
             static_cast<NumberBase>(below(256)),
             tick()});
        addCode(made);
        addMetricsAndFiles(made);
    }
    made.buildLookups();
    return made;
}

query::TraceSelection RandomMessages::traceSelection()
{
    query::TraceSelection trace("/traces/" + std::to_string(number()));
    while (coin()) {
        trace.paths.push_back("/caf\xe9/" + std::to_string(number()));
        trace.offsets.push_back({.file = trace.paths.back(), .ns = static_cast<Tick>(number())});
    }
    trace.locations = coin() ? "" : "1,path/with/*";
    trace.window = coin() ? "" : "1s:2s";
    return trace;
}

codec::LiveRequest RandomMessages::liveRequest()
{
    const std::vector<codec::LiveRequest::Wish> wishes = {
        codec::LiveBegin{},
        codec::LivePart{
            .file = coin() ? "traces.otf2" : "traces/7.evt", .offset = number(), .bytes = text()},
        codec::LiveCommit{.events = number(), .nanoseconds = number()},
        codec::LiveEnd{.archive = coin() ? "" : "/caf\xe9"},
        codec::LiveLook{},
        codec::LiveStop{}};
    return {.name = "run-" + std::to_string(number()), .wish = wishes[below(wishes.size())]};
}

codec::ClientContent RandomMessages::clientContent(std::size_t kind)
{
    switch (kind) {
    case 0:
        return codec::Hello{.protocol = word(), .program = text()};
    case 1:
        return codec::Open{.trace = traceSelection()};
    case 2:
        return codec::Close{.trace = number()};
    case 3:
        return codec::ListDirectory{.directory = coin() ? "" : "/caf\xe9"};
    case 4:
        return codec::Ask{
            .trace = number(),
            .request = request(below(std::variant_size_v<query::Request>)),
            .asking = {.view = number(), .generation = number(), .progressive = coin()}};
    case 5:
        return codec::Cancel{.request = number()};
    case 6:
        return codec::Goodbye{};
    default:
        return liveRequest();
    }
}

codec::ServerContent RandomMessages::serverContent(std::size_t kind)
{
    switch (kind) {
    case 0:
        return Error{.kind = static_cast<ErrorKind>(below(8)), .message = text()};
    case 1:
        return codec::ServerDescription{
            .program = text(), .protocol = word(), .threads = word(), .memoryBytes = number()};
    case 2:
        return codec::OpenProgress{
            .bytesDone = number(),
            .bytesTotal = number(),
            .locationsDone = number(),
            .locationsTotal = number(),
            .eventsRead = number()};
    case 3:
        return codec::OpenedTrace{
            .handle = number(),
            .path = text(),
            .definitions = std::make_shared<const Definitions>(definitions()),
            .info = traceInfo()};
    case 4: {
        codec::DirectoryListing listing{.path = text(), .entries = {}};
        for (std::uint64_t i = size(); i > 0; --i) {
            listing.entries.push_back({.name = text(), .isDirectory = coin(), .bytes = number()});
        }
        return listing;
    }
    case 5:
        return answer(below(std::variant_size_v<query::Answer>));
    case 6:
        return codec::Probe{};
    case 8:
        return query::LiveState{
            .name = text(),
            .phase = static_cast<query::LivePhase>(below(4)),
            .generation = number(),
            .events = number(),
            .nanoseconds = number(),
            .archive = text()};
    default:
        return codec::ProvisionalAnswer{
            .answer = answer(below(std::variant_size_v<query::Answer>))};
    }
}

bool isSame(const Definitions& a, const Definitions& b)
{
    return a.clock == b.clock && a.creator == b.creator && a.systemTreeNodes == b.systemTreeNodes
           && a.locationGroups == b.locationGroups && a.locations == b.locations
           && a.regions == b.regions && a.groups == b.groups && a.communicators == b.communicators
           && a.metricMembers == b.metricMembers && isSameInDetail(a, b);
}

namespace {

struct SameContent {
    template <typename A, typename B>
    bool operator()(const A& /*a*/, const B& /*b*/) const
    {
        return false;
    }
    template <typename A>
    bool operator()(const A& a, const A& b) const
    {
        return a == b;
    }
    bool operator()(const codec::OpenedTrace& a, const codec::OpenedTrace& b) const
    {
        return a.handle == b.handle && a.path == b.path && a.info == b.info
               && isSame(*a.definitions, *b.definitions);
    }
};

}  // namespace

bool isSame(const codec::ServerContent& a, const codec::ServerContent& b)
{
    return std::visit(SameContent{}, a, b);
}

}  // namespace vellum::tests
