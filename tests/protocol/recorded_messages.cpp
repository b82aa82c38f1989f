#include "tests/protocol/recorded_messages.h"

#include "common/query/message_pairs.h"
#include "common/query/message_summary.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

namespace vellum::tests {

namespace {

using namespace vellum::query;  // NOLINT(google-build-using-namespace): a table of its types

const Scope kScope{
    .window = {.begin = -3, .end = 4'000'000'000'000},
    .locations = {LocationRef(7), LocationRef(0x1'0000'0002)}};

const Scope kScopeOfVisits{
    .window = kScope.window,
    .locations = kScope.locations,
    .filter = {
        .visits = {
            {.regions = {RegionRef(3), RegionRef(9)},
             .groups = maskOf(FunctionGroup::Mpi) | maskOf(FunctionGroup::Kernel),
             .duration = {.least = 5, .most = 70},
             .hides = true},
            {.duration = {.least = 1}}}}};

/// Filters with all that they can say.
const Scope kFilteredScope{
    .window = kScope.window,
    .locations = kScope.locations,
    .filter = {
        .messages =
            {{.tags = {{.least = 1, .most = 5}, {.least = 9}},
              .communicators = {CommRef(0), CommRef(7)},
              .bytes = {.least = 64, .most = 4096},
              .hides = true},
             {.bytes = {.least = 1}}},
        .collectives =
            {{.operations = {0, 11},
              .communicators = {CommRef(3)},
              .bytes = {.least = 8, .most = 16},
              .hides = true}},
        .io = {
            {.paradigms = {IoParadigmRef(1)},
             .files = {IoFileRef(2), IoFileRef(3)},
             .handles = {IoHandleRef(4)},
             .kinds = {IoKind::Read, IoKind::Seek},
             .flagsSet = 2,
             .flagsClear = 1,
             .hides = true}}}};

Recorded<codec::ClientContent> asked(const std::string& name, Request request)
{
    return {
        .name = "ask-" + name,
        .number = 40,
        .content = codec::Ask{.trace = 3, .request = std::move(request)}};
}

Recorded<codec::ServerContent> answered(const std::string& name, Answer answer)
{
    return {.name = "answer-" + name, .number = 40, .content = std::move(answer)};
}

TraceInfo info()
{
    TraceInfo info{.format = "OTF2", .creator = "Score-P \xe9"};
    info.locations = 1;
    info.locationGroups = 2;
    info.systemTreeNodes = 3;
    info.regions = 4;
    info.metrics = 5;
    info.communicators = 6;
    info.events = 7;
    info.visits = 8;
    info.messages = 9;
    info.messageBytes = 10;
    info.unmatchedSends = 11;
    info.unmatchedReceives = 12;
    info.collectives = 13;
    info.rmaOperations = 14;
    info.rmaBytes = 15;
    info.ioOperations = 16;
    info.ioBytes = 17;
    info.metricSamples = 18;
    info.ticksPerSecond = 19;
    info.lengthTicks = 20;
    info.range = {.begin = -21, .end = 22};
    info.complete = false;
    info.importReport = {
        {.kind = "unmatched-leave", .severity = Severity::Error, .count = 23, .example = "there"}};
    return info;
}

Definitions definitions()
{
    Definitions made;
    made.clock = {.ticksPerSecond = 1'000, .globalOffset = 5, .length = 6, .realtimeNs = 7};
    made.creator = "recorder";
    made.systemTreeNodes = {
        {SystemTreeNodeRef(1), "machine", "node", SystemTreeNodeRef::undefined()}};
    made.locationGroups = {
        {LocationGroupRef(2),
         "rank 0",
         LocationGroupType::Process,
         SystemTreeNodeRef(1),
         LocationGroupRef(9)}};
    made.locations = {
        {LocationRef(0x1'0000'0002),
         "thread",
         LocationType::AcceleratorStream,
         44,
         LocationGroupRef(2)}};
    made.regions = {
        {RegionRef(3),
         "main",
         "_main",
         RegionRole::Loop,
         Paradigm::OpenMp,
         FunctionGroup::OpenMp,
         "main.c",
         10,
         20}};
    made.groups = {{GroupRef(4), GroupType::CommGroup, Paradigm::Mpi, "world", {0, 1}}};
    made.communicators = {{CommRef(5), "MPI_COMM_WORLD", GroupRef(4), GroupRef(8), CommRef(6)}};
    made.metricMembers = {{MetricMemberRef(6), "PAPI_TOT_INS", "#"}};
    made.buildLookups();
    return made;
}

Answer profile()
{
    return Profile{
        .window = {.begin = 1, .end = 2},
        .rows =
            {{.key = {.value = 3},
              .location = LocationRef(4),
              .visits = 5,
              .inclusive = 6,
              .exclusive = 7,
              .minInclusive = 8,
              .maxInclusive = 9,
              .sumInclusive = 10},
             {.key = {}, .location = {}, .visits = 11}},
        .outside = 12};
}

Answer callTree()
{
    return CallTree{
        .window = {.begin = 1, .end = 2},
        .nodes = {
            {.region = RegionRef(3),
             .depth = 1,
             .parent = 0,
             .visits = 5,
             .inclusive = 6,
             .exclusive = 7,
             .minInclusive = 8,
             .maxInclusive = 9,
             .sumInclusive = 10},
            {.region = RegionRef(4), .depth = 2, .parent = 0, .visits = 1}}};
}

Answer timeline()
{
    return Timeline{
        .window = {.begin = 1, .end = 2},
        .columns = 100,
        .by = GroupBy::FunctionGroup,
        .exact = false,
        .rows = {
            {.location = LocationRef(7),
             .runs =
                 {{.firstColumn = 0,
                   .winner = {.value = 1},
                   .missing = 2,
                   .groupMissing = 2,
                   .visits = 3,
                   .visit = 4},
                  {.firstColumn = 50}}},
            {.location = LocationRef(8), .runs = {}}}};
}

Answer timelineWithGroups()
{
    return Timeline{
        .window = {.begin = 1, .end = 2},
        .columns = 100,
        .rows = {
            {.location = LocationRef(7),
             .runs = {
                 {.firstColumn = 0, .winner = {.value = 1}, .missing = 9, .groupMissing = 2},
                 {.firstColumn = 50, .winner = {.value = 2}, .missing = 3, .groupMissing = 3}}}}};
}

TimelineRequest presentRequest()
{
    return {
        .scope = kScope,
        .columns = 1920,
        .present = {
            {.regions = {RegionRef(3), RegionRef(9)},
             .groups = maskOf(FunctionGroup::Mpi) | maskOf(FunctionGroup::Io),
             .records = {event_kind::kMpiCollectiveEnd, event_kind::kIoOperationBegin},
             .markers = 0b1100},
            {}}};
}

Answer timelineWithPresence()
{
    return Timeline{
        .window = {.begin = 1, .end = 2},
        .columns = 100,
        .exact = false,
        .rows =
            {{.location = LocationRef(7),
              .runs =
                  {{.firstColumn = 0, .winner = {.value = 1}, .visits = 3, .present = 2},
                   {.firstColumn = 50}}}},
        .presenceClasses = 2};
}

Answer summary()
{
    return SummaryTimeline{
        .window = {.begin = 1, .end = 2},
        .columns = 2,
        .exact = false,
        .rows = {
            {.locations = 3,
             .series =
                 {{.key = {.value = 1}, .exclusive = {4, 5}},
                  {.key = {.value = 2}, .exclusive = {6, 7}}}},
            {.locations = 8, .series = {}}}};
}

Answer messages()
{
    return Messages{
        .window = {.begin = 1, .end = 2},
        .messages =
            {{.sender = LocationRef(3),
              .receiver = LocationRef(4),
              .communicator = CommRef(5),
              .tag = 6,
              .bytes = 7,
              .send = 8,
              .receive = -9}},
        .count = 10,
        .unmatchedSends = 11,
        .unmatchedReceives = 12};
}

Answer messageBursts()
{
    Answer answer = messages();
    auto& bursts = std::get<Messages>(answer);
    bursts.bursts = {
        {.count = 10, .bytes = 70, .lastSend = 9, .firstReceive = -9, .lastReceive = 11}};
    bursts.columnsTogether = 4;
    bursts.rowsTogether = 2;
    return answer;
}

Answer matrix()
{
    return Matrix{
        .window = {.begin = 1, .end = 2},
        .by = MatrixBy::SystemTreeNode,
        .labels = {3, 4},
        .cells = {
            {},
            {.count = 5, .bytes = 6, .minDuration = -7, .maxDuration = 8, .sumDuration = 9},
            {},
            {}}};
}

Answer events()
{
    return Events{
        .window = {.begin = 1, .end = 2},
        .events =
            {{.location = LocationRef(3),
              .tick = 4,
              .kind = "Enter",
              .attributes = {{"region", 5}}},
             {.location = LocationRef(6), .tick = 7, .kind = "Flush", .attributes = {}}},
        .count = 8};
}

std::vector<Recorded<codec::ServerContent>> answersOfProtocol1()
{
    return {
        answered("info", info()),
        answered(
            "locations",
            LocationCounts{.locations = {LocationRef(1), LocationRef(2)}, .events = {3, 4}}),
        answered("profile", profile()),
        answered("call-tree", callTree()),
        answered("timeline", timeline()),
        answered("summary-timeline", summary()),
        answered("messages", messages()),
        answered("messages-bursts", messageBursts()),
        answered("matrix", matrix()),
        answered(
            "search",
            SearchHits{
                .hits =
                    {{.location = LocationRef(1),
                      .region = RegionRef(2),
                      .visit = {.begin = 3, .end = 4},
                      .depth = 5}},
                .count = 6}),
        answered("events", events())};
}

table::Value messageSummary()
{
    MessageSummary summary{.by = MessageSummaryBy::Tag};
    for (std::uint64_t tag = 3; tag < 6; ++tag) {
        summary.rows.push_back(
            {.key = tag,
             .sums = {
                 .count = 300 * tag,
                 .bytes = 70'000 * tag,
                 .minBytes = 8,
                 .maxBytes = 16,
                 .minDuration = -5,
                 .maxDuration = 4'000'000'000,
                 .sumDuration = 9'000'000'000,
                 .rated = tag,
                 .ratedBytes = 10 * tag,
                 .ratedDuration = 77,
                 .minRate = 0.5,
                 .maxRate = static_cast<double>(tag)}});
    }
    return table::Value::of(std::move(summary));
}

table::Value messagePairs()
{
    MessagePairs pairs{
        .by = MatrixBy::LocationGroup, .pairs = 9, .leftOutCount = 400, .leftOutBytes = 5'000};
    for (std::uint64_t from = 0; from < 3; ++from) {
        pairs.rows.push_back(
            {.from = from,
             .to = from + 1,
             .sums = {
                 .count = from + 1,
                 .bytes = 70'000,
                 .minBytes = 8,
                 .maxBytes = 16,
                 .minDuration = -7,
                 .maxDuration = 5'000'000'000}});
    }
    return table::Value::of(std::move(pairs));
}

std::vector<Recorded<codec::ServerContent>> collectivesOfProtocol1()
{
    return {
        answered(
            "collectives",
            Collectives{
                .window = {.begin = 1, .end = 2},
                .collectives =
                    {{.communicator = CommRef(3),
                      .instance = 4,
                      .operation = 5,
                      .root = 6,
                      .range = {.begin = 7, .end = 8},
                      .members = 9,
                      .seen = 10,
                      .mismatched = 11,
                      .withoutBegin = 12,
                      .bytesSent = 13,
                      .bytesReceived = 14,
                      .wait = 15,
                      .last = LocationRef(16)}},
                .count = 17,
                .incomplete = 18,
                .mismatched = 19,
                .withoutEnd = 20,
                .withoutBegin = 21,
                .strays = 22}),
        answered(
            "message-pairs", Table{.window = {.begin = 1, .end = 2}, .answer = messagePairs()}),
        answered(
            "message-summary", Table{.window = {.begin = 1, .end = 2}, .answer = messageSummary()}),
        answered(
            "collective-members",
            CollectiveMembers{
                .window = {.begin = 1, .end = 2},
                .communicator = CommRef(3),
                .instance = 4,
                .members =
                    {{.location = LocationRef(5),
                      .operation = 6,
                      .root = 7,
                      .range = {.begin = 8, .end = 9},
                      .hasBegin = true,
                      .bytesSent = 10,
                      .bytesReceived = 11},
                     {.location = LocationRef(12),
                      .range = {.begin = 13, .end = 13},
                      .hasBegin = false}},
                .count = 14})};
}

std::vector<Recorded<codec::ServerContent>> listsOfProtocol1()
{
    return {
        answered(
            "detail",
            VisitDetail{
                .location = LocationRef(1),
                .tick = 2,
                .stack =
                    {{.region = RegionRef(3), .visit = {.begin = 4, .end = 5}, .exclusive = 6}}}),
        answered(
            "markers",
            Markers{
                .window = {.begin = 1, .end = 2},
                .markers =
                    {{.tick = 3,
                      .duration = 4,
                      .marker = MarkerRef(5),
                      .scope = MarkerScope::Group,
                      .scopeRef = 6,
                      .text = "7"}},
                .count = 8}),
        answered(
            "launches",
            Launches{
                .window = {.begin = 1, .end = 2},
                .launches =
                    {{.host = LocationRef(3),
                      .device = LocationRef(4),
                      .call = {.begin = 5, .end = 6},
                      .work = {.begin = 7, .end = 8},
                      .callRegion = RegionRef(9),
                      .workRegion = RegionRef(10),
                      .correlation = 11,
                      .kind = event_kind::kDeviceKernel}},
                .count = 12,
                .workWithoutLaunch = 13}),
        answered(
            "counters",
            Counters{
                .window = {.begin = 1, .end = 2},
                .columns = 14,
                .rows =
                    {{.location = LocationRef(3),
                      .recordedAs = MetricRef(4),
                      .metric = MetricMemberRef(5),
                      .before = 6.5,
                      .points =
                          {{.column = 7, .count = 8, .min = 9, .max = 10, .mean = 11, .last = 12},
                           {.column = 13, .count = 1, .min = -1}}},
                     {.location = LocationRef(3),
                      .recordedAs = MetricRef(4),
                      .metric = MetricMemberRef(6),
                      .before = {},
                      .points = {}}}}),
        answered(
            "io",
            Io{.window = {.begin = 1, .end = 2},
               .rows =
                   {{.location = LocationRef(3),
                     .handle = IoHandleRef(4),
                     .numbers =
                         {.reads = 5,
                          .writes = 6,
                          .flushes = 7,
                          .others = 8,
                          .cancelled = 9,
                          .unmatchedBegins = 10,
                          .unmatchedEnds = 11,
                          .bytesRequested = 12,
                          .bytesTransferred = 13,
                          .bytesRead = 14,
                          .bytesWritten = 15,
                          .time = 16,
                          .overlapping = 17,
                          .first = 18,
                          .last = 19,
                          .opened = 20,
                          .closed = 21,
                          .seeks = 22}}},
               .count = 23,
               .totals = {.reads = 24, .time = -25}})};
}

}  // namespace

std::vector<Recorded<codec::ClientContent>> clientMessagesOfProtocol1()
{
    return {
        {.name = "hello",
         .number = 1,
         .content = codec::Hello{.protocol = 1, .program = "vellum 0.1.0"}},
        {.name = "open", .number = 2, .content = codec::Open{.trace = "/data/t\xe9.otf2"}},
        {.name = "close", .number = 3, .content = codec::Close{.trace = 17}},
        {.name = "list", .number = 4, .content = codec::ListDirectory{.directory = "/data"}},
        {.name = "cancel", .number = 5, .content = codec::Cancel{.request = 2}},
        {.name = "goodbye", .number = 6, .content = codec::Goodbye{}},
        {.name = "live-begin",
         .number = 7,
         .content = codec::LiveRequest{.name = "run-1", .wish = codec::LiveBegin{}}},
        {.name = "live-part",
         .number = 8,
         .content =
             codec::LiveRequest{
                 .name = "run-1",
                 .wish =
                     codec::LivePart{.file = "traces/7.evt", .offset = 9, .bytes = "a\xe9\0b"}}},
        {.name = "live-commit",
         .number = 9,
         .content =
             codec::LiveRequest{
                 .name = "run-1", .wish = codec::LiveCommit{.events = 5, .nanoseconds = 6}}},
        {.name = "live-end",
         .number = 10,
         .content =
             codec::LiveRequest{.name = "run-1", .wish = codec::LiveEnd{.archive = "/data/run"}}},
        {.name = "live-look",
         .number = 11,
         .content = codec::LiveRequest{.name = "run-1", .wish = codec::LiveLook{}}},
        {.name = "live-stop",
         .number = 12,
         .content = codec::LiveRequest{.name = "run-1", .wish = codec::LiveStop{}}},
        asked("info", InfoRequest{}),
        asked("locations", LocationsRequest{}),
        asked(
            "profile",
            ProfileRequest{.scope = kScope, .by = GroupBy::Paradigm, .perLocation = true}),
        asked("call-tree", CallTreeRequest{.scope = kScope, .maxDepth = 5}),
        asked(
            "timeline",
            TimelineRequest{
                .scope = kScope, .columns = 1920, .by = GroupBy::FunctionGroup, .maxDepth = 3}),
        asked(
            "summary-timeline",
            SummaryTimelineRequest{
                .window = kScope.window,
                .columns = 800,
                .rows = {{LocationRef(1), LocationRef(2)}, {}, {LocationRef(3)}},
                .by = GroupBy::Region}),
        asked("messages", MessagesRequest{.scope = kScope, .limit = 1000}),
        asked("matrix", MatrixRequest{.scope = kScope, .by = MatrixBy::LocationGroup}),
        asked(
            "search",
            SearchRequest{
                .scope = kScope,
                .pattern = "MPI_.*",
                .ignoreCase = true,
                .limit = 9,
                .minDuration = 8,
                .after = -7,
                .before = 6,
                .backward = true}),
        asked("events", EventsRequest{.scope = kScope, .limit = 12}),
        asked("detail", DetailRequest{.location = LocationRef(7), .tick = -8}),
        asked("markers", MarkersRequest{.scope = kScope, .limit = 9}),
        asked("launches", LaunchesRequest{.scope = kScope, .limit = 9}),
        asked("counters", CountersRequest{.scope = kScope, .columns = 9, .metric = "power"}),
        asked("collectives", CollectivesRequest{.scope = kScope, .limit = 9}),
        asked("io", IoRequest{.scope = kScope, .limit = 9}),
        asked(
            "collective-members",
            CollectiveMembersRequest{
                .scope = kScope, .communicator = CommRef(3), .instance = 4, .limit = 9}),
        asked(
            "message-pairs",
            TableRequest{
                .scope = kScope,
                .asked = table::Value::of(
                    MessagePairsQuestion{.by = MatrixBy::SystemTreeNode, .most = 300})}),
        asked(
            "message-summary",
            TableRequest{
                .scope = kScope,
                .asked = table::Value::of(MessageSummaryQuestion{.by = MessageSummaryBy::Tag})}),
        asked("filtered-events", EventsRequest{.scope = kFilteredScope, .limit = 12}),
        asked("filtered-profile", ProfileRequest{.scope = kScopeOfVisits}),
        asked(
            "filtered-summary-timeline",
            SummaryTimelineRequest{
                .window = kScope.window,
                .columns = 800,
                .rows = {{}},
                .filter = kScopeOfVisits.filter}),
        asked(
            "filtered-detail",
            DetailRequest{.location = LocationRef(7), .tick = -8, .filter = kScopeOfVisits.filter}),
        asked(
            "set-timeline",
            TimelineRequest{
                .scope = {.window = kScope.window},
                .columns = 12,
                .maxDepth = 4,
                .rows = {{LocationRef(1), LocationRef(2)}, {}, {LocationRef(3)}}}),
        asked("messages-ends", MessagesRequest{.scope = kScopeOfVisits, .limit = 0, .ends = true}),
        asked(
            "messages-bursts",
            MessagesRequest{
                .scope = kScope,
                .limit = 100,
                .columns = 12,
                .rows = {{LocationRef(1), LocationRef(2)}, {LocationRef(1)}},
                .rowCommunicators = {CommRef::undefined(), CommRef(3)}}),
        asked(
            "search-by-argument",
            SearchRequest{.scope = kScope, .pattern = "arg:stream=7", .limit = 9}),
        asked("timeline-present", presentRequest()),
        {.name = "ask-progressive",
         .number = 41,
         .content = codec::Ask{
             .trace = 3,
             .request = presentRequest(),
             .asking = {.view = 5, .generation = 6, .progressive = true}}}};
}

std::vector<Recorded<codec::ServerContent>> serverMessagesOfProtocol1()
{
    std::vector<Recorded<codec::ServerContent>> all = {
        {.name = "error",
         .number = 9,
         .content = Error{.kind = ErrorKind::DataLoss, .message = "it is damaged"}},
        {.name = "hello-reply",
         .number = 1,
         .content =
             codec::ServerDescription{
                 .program = "vellum-server 0.1.0",
                 .protocol = 1,
                 .threads = 8,
                 .memoryBytes = 123'456'789}},
        {.name = "progress",
         .number = 2,
         .content =
             codec::OpenProgress{
                 .bytesDone = 1,
                 .bytesTotal = 2,
                 .locationsDone = 3,
                 .locationsTotal = 4,
                 .eventsRead = 5}},
        {.name = "opened",
         .number = 2,
         .content =
             codec::OpenedTrace{
                 .handle = 17,
                 .path = "/data/t.otf2",
                 .definitions = std::make_shared<const Definitions>(definitions()),
                 .info = info()}},
        {.name = "live-state",
         .number = 7,
         .content =
             query::LiveState{
                 .name = "run-1",
                 .phase = query::LivePhase::Ended,
                 .generation = 4,
                 .events = 5,
                 .nanoseconds = 6,
                 .archive = "/data/run/traces.otf2"}},
        {.name = "listing",
         .number = 4,
         .content =
             codec::DirectoryListing{
                 .path = "/data",
                 .entries =
                     {{.name = "sub", .isDirectory = true, .bytes = 0},
                      {.name = "t.otf2", .isDirectory = false, .bytes = 5}}}},
        {.name = "probe", .number = 0, .content = codec::Probe{}},
        {.name = "provisional",
         .number = 41,
         .content = codec::ProvisionalAnswer{.answer = timelineWithPresence()}},
        answered("timeline-present", timelineWithPresence()),
        answered("timeline-groups", timelineWithGroups())};
    std::ranges::move(answersOfProtocol1(), std::back_inserter(all));
    std::ranges::move(listsOfProtocol1(), std::back_inserter(all));
    std::ranges::move(collectivesOfProtocol1(), std::back_inserter(all));
    return all;
}

}  // namespace vellum::tests
