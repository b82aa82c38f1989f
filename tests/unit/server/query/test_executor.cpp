// Every executor beside a slow obvious oracle, on seeded random traces.

#include "common/query/limits.h"
#include "server/query/executor.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"
#include "tests/unit/server/query/random_trace.h"
#include "tests/unit/server/query/slow_oracle.h"

#include <QString>

#include <algorithm>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using server::query::execute;
using server::store::TraceStore;
using tests::RandomTrace;

namespace {

constexpr std::uint64_t kTraces = 60;
constexpr std::uint64_t kQuestions = 6;

/// Draws questions about random traces; \p check gets the trace and the dice.
template <typename Check>
// NOLINTNEXTLINE(readability-function-size): QFAIL's own block is one too many
void onRandomTraces(Check check)
{
    for (std::uint64_t seed = 1; seed <= kTraces; ++seed) {
        RandomTrace dice(seed);
        const auto trace = dice.trace();
        for (std::uint64_t i = 0; i < kQuestions; ++i) {
            if (!check(*trace, dice)) {
                QFAIL(qPrintable(QStringLiteral("seed %1, question %2").arg(seed).arg(i)));
            }
        }
    }
}

/// Whether the engine answers \p request with \p expected, on 1, 2 and 5 threads.
template <typename Expected>
bool answers(const TraceStore& trace, const query::Request& request, const Expected& expected)
{
    // NOLINTNEXTLINE(readability-use-anyofallof): the loop also says which answer was wrong
    for (const unsigned threads : {1U, 2U, 5U}) {
        const auto answer = execute(trace, request, {.threads = threads});
        if (!answer.isOk() || !(answer.value() == query::Answer(expected))) {
            qWarning("%s", answer.isOk() ? "another answer" : answer.error().message.c_str());
            return false;
        }
    }
    return true;
}

query::Scope scope(const TraceStore& trace, RandomTrace& dice)
{
    return {.window = dice.window(trace.range), .locations = dice.locations(trace)};
}

std::uint32_t depth(RandomTrace& dice)
{
    return dice.below(2) == 0 ? static_cast<std::uint32_t>(1 + dice.below(5))
                              : std::numeric_limits<std::uint32_t>::max();
}

/// From one column to more than there are ticks.
std::uint32_t columns(RandomTrace& dice)
{
    constexpr std::uint32_t kCounts[] = {1, 2, 7, 40, 333};
    return kCounts[dice.below(std::size(kCounts))];
}

std::shared_ptr<const TraceStore> smallTrace()
{
    return tests::traceFromText("length 99\nenter 1 @10 main\nleave 1 @20 main\n");
}

query::Scope everything(const TraceStore& trace)
{
    return {.window = trace.range};
}

Error errorOf(const TraceStore& trace, const query::Request& request)
{
    const auto answer = execute(trace, request);
    return answer.isOk() ? Error{.kind = ErrorKind::Internal, .message = "answered"}
                         : answer.error();
}

}  // namespace

class TestExecutor : public QObject {
    Q_OBJECT

private slots:
    void profileEqualsTheOracle();
    void callTreeEqualsTheOracle();
    void timelineEqualsTheOracle();
    void timelineOfLevelsEqualsTheOracle();
    void summaryTimelineEqualsTheOracle();
    void whatCountsOnceEqualsTheOracle();
    void messagesEqualTheOracle();
    void matrixEqualsTheOracle();
    void searchEqualsTheOracle();
    void eventsEqualTheOracle();
    void detailEqualsTheOracle();
    void exclusiveTimeAndOutsideFillTheWindow();
    void pathAroundAVisitWithoutLengthIsKept();
    void contextsThatGoRoundInACircleAreCutOnce();
    void messageTouchingTheWindowBelongsToIt();
    void limitCutsTiesByDepth();
    void farTicksDoNotOverflow();
    void infoAddsUpLocations();
    void eventsNameTheirAttributes();
    void requestsPastLimitsNameBothNumbers_data();
    void requestsPastLimitsNameBothNumbers();
    void emptyWindowsAreRefused();
    void columnsOfAsManyChangesAsMayBeNameTheirVisit();
    void unknownLocationIsNamed();
    void manyUnknownLocationsAreCounted();
    void cancelledRequestIsNotAnswered();
};

void TestExecutor::profileEqualsTheOracle()
{
    onRandomTraces([](const TraceStore& trace, RandomTrace& dice) {
        const query::ProfileRequest request{
            .scope = scope(trace, dice),
            .by = static_cast<query::GroupBy>(dice.below(3)),
            .perLocation = dice.below(2) == 0};
        return answers(trace, request, tests::slowProfile(trace, request));
    });
}

void TestExecutor::callTreeEqualsTheOracle()
{
    onRandomTraces([](const TraceStore& trace, RandomTrace& dice) {
        const query::CallTreeRequest request{.scope = scope(trace, dice), .maxDepth = depth(dice)};
        return answers(trace, request, tests::slowCallTree(trace, request));
    });
}

void TestExecutor::timelineEqualsTheOracle()
{
    onRandomTraces([](const TraceStore& trace, RandomTrace& dice) {
        const query::TimelineRequest request{
            .scope = scope(trace, dice),
            .columns = columns(dice),
            .by = static_cast<query::GroupBy>(dice.below(2)),
            .maxDepth = depth(dice)};
        return answers(trace, request, tests::slowTimeline(trace, request));
    });
}

void TestExecutor::timelineOfLevelsEqualsTheOracle()
{
    onRandomTraces([](const TraceStore& trace, RandomTrace& dice) {
        const query::TimelineRequest request{
            .scope = scope(trace, dice),
            .columns = columns(dice),
            .by = static_cast<query::GroupBy>(dice.below(2)),
            .maxDepth = depth(dice),
            .levels = static_cast<std::uint32_t>(1 + dice.below(8)),
            .exclusiveOnly = dice.below(2) == 0};
        return answers(trace, request, tests::slowTimeline(trace, request));
    });
}

void TestExecutor::summaryTimelineEqualsTheOracle()
{
    onRandomTraces([](const TraceStore& trace, RandomTrace& dice) {
        const query::SummaryTimelineRequest request{
            .window = dice.window(trace.range),
            .columns = columns(dice),
            .rows = {dice.locations(trace), {}, dice.locations(trace)},
            .by = static_cast<query::GroupBy>(dice.below(2)),
            .keys = dice.below(2) == 0 ? std::vector<query::Key>()
                                       : std::vector<query::Key>{{.value = 0}, {.value = 2}}};
        return answers(trace, request, tests::slowSummary(trace, request));
    });
}

void TestExecutor::whatCountsOnceEqualsTheOracle()
{
    onRandomTraces([](const TraceStore& trace, RandomTrace& dice) {
        const query::SummaryTimelineRequest request{
            .window = dice.window(trace.range),
            .columns = columns(dice),
            .rows = {dice.locations(trace), {}},
            .by = static_cast<query::GroupBy>(dice.below(2)),
            .keys = dice.below(2) == 0 ? std::vector<query::Key>()
                                       : std::vector<query::Key>{{.value = 0}, {.value = 2}},
            .once = true,
            .stretches = dice.below(3) == 0};
        return answers(trace, request, tests::slowSummary(trace, request));
    });
}

void TestExecutor::messagesEqualTheOracle()
{
    std::uint64_t matched = 0;
    onRandomTraces([&](const TraceStore& trace, RandomTrace& dice) {
        matched += trace.messages.size();
        const query::MessagesRequest request{
            .scope = scope(trace, dice), .limit = dice.below(3) == 0 ? 2U : 1000U};
        return answers(trace, request, tests::slowMessages(trace, request));
    });
    QVERIFY(matched > 100);
}

void TestExecutor::matrixEqualsTheOracle()
{
    onRandomTraces([](const TraceStore& trace, RandomTrace& dice) {
        const query::MatrixRequest request{
            .scope = scope(trace, dice), .by = static_cast<query::MatrixBy>(dice.below(3))};
        return answers(trace, request, tests::slowMatrix(trace, request));
    });
}

void TestExecutor::searchEqualsTheOracle()
{
    onRandomTraces([](const TraceStore& trace, RandomTrace& dice) {
        query::SearchRequest request{
            .scope = scope(trace, dice),
            .pattern = dice.below(2) == 0 ? "name" : "e" + std::to_string(dice.below(6)),
            .limit = dice.below(2) == 0 ? dice.below(6) : 1000U,
            .minDuration = static_cast<Tick>(dice.below(3)),
            .backward = dice.below(2) == 0};
        if (dice.below(2) == 0) {
            request.groups = static_cast<FunctionGroupMask>(dice.below(1U << kFunctionGroupCount));
        }
        if (dice.below(2) == 0) {
            request.after = static_cast<Tick>(dice.below(200));
            request.before = request.after + static_cast<Tick>(dice.below(100));
        }
        return answers(trace, request, tests::slowSearch(trace, request));
    });
}

void TestExecutor::eventsEqualTheOracle()
{
    onRandomTraces([](const TraceStore& trace, RandomTrace& dice) {
        query::EventsRequest request{
            .scope = scope(trace, dice), .limit = dice.below(2) == 0 ? dice.below(9) : 1000U};
        // Of calls and of other records, together and apart.
        for (const EventKind kind :
             {event_kind::kEnter,
              event_kind::kLeave,
              event_kind::kMpiSend,
              event_kind::kMpiRecv,
              event_kind::kMetric}) {
            if (dice.below(4) == 0) {
                request.kinds.push_back(kind);
            }
        }
        return answers(trace, request, tests::slowEvents(trace, request));
    });
}

void TestExecutor::detailEqualsTheOracle()
{
    onRandomTraces([](const TraceStore& trace, RandomTrace& dice) {
        const auto& locations = trace.definitions.locations;
        const query::DetailRequest request{
            .location = locations[dice.below(locations.size())].ref,
            .tick = static_cast<Tick>(dice.below(260)) - 5};
        return answers(trace, request, tests::slowDetail(trace, request));
    });
}

void TestExecutor::exclusiveTimeAndOutsideFillTheWindow()
{
    onRandomTraces([](const TraceStore& trace, RandomTrace& dice) {
        const query::ProfileRequest request{.scope = {.window = dice.window(trace.range)}};
        const auto answer = execute(trace, request);
        const auto& profile = std::get<query::Profile>(answer.value());
        Tick sum = profile.outside;
        for (const query::ProfileRow& row : profile.rows) {
            sum += row.exclusive;
        }
        return sum == static_cast<Tick>(trace.locations.size()) * profile.window.length();
    });
}

void TestExecutor::pathAroundAVisitWithoutLengthIsKept()
{
    // main ends where the window begins; work, inside it, has no length but begins in the window.
    const auto trace = tests::traceFromText(R"(
        enter 1 @0 main
        enter 1 @20 work
        leave 1 @20 work
        leave 1 @20 main
    )");
    const query::CallTreeRequest request{.scope = {.window = {.begin = 20, .end = 21}}};
    const auto answer = execute(*trace, request);
    const auto& nodes = std::get<query::CallTree>(answer.value()).nodes;
    QCOMPARE(nodes.size(), 2U);
    QCOMPARE(nodes[0].visits, 0U);
    QCOMPARE(nodes[1].visits, 1U);
    QCOMPARE(nodes[1].depth, 2U);
}

void TestExecutor::contextsThatGoRoundInACircleAreCutOnce()
{
    // 1 is in 2 is in 3 is in 1 again; 4 is in 3. The link of the last one to the first is cut.
    const auto trace = tests::traceFromText(R"(
        region 1 a
        region 2 b
        region 3 c
        region 4 d
        context 1 1 parent 2
        context 2 2 parent 3
        context 3 3 parent 1
        context 4 4 parent 3
        event 7 @5 CallingContextSample 1 1 0
        event 7 @6 CallingContextSample 4 1 0
    )");
    const auto answer = execute(*trace, query::CallTreeRequest{.scope = {.window = trace->range}});
    const auto& nodes = std::get<query::CallTree>(answer.value()).nodes;
    std::vector<std::uint32_t> regions;
    regions.reserve(nodes.size());
    for (const query::CallTreeNode& node : nodes) {
        regions.push_back(node.region.value());
    }
    QCOMPARE(regions, (std::vector<std::uint32_t>{3, 2, 1, 4}));
    QCOMPARE(nodes.front().inclusiveSamples, 2U);
    QCOMPARE(nodes.front().exclusiveSamples, 0U);
    QCOMPARE(nodes.back().exclusiveSamples, 1U);
}

void TestExecutor::messageTouchingTheWindowBelongsToIt()
{
    const auto trace = tests::traceFromText(R"(
        length 99
        location 1 "rank 0"
        location 2 "rank 1"
        send 1 @10 to 1
        recv 2 @20 from 0
    )");
    const auto count = [&](TickRange window) {
        const auto answer =
            execute(*trace, query::MessagesRequest{.scope = {.window = window}, .limit = 9});
        return std::get<query::Messages>(answer.value()).count;
    };
    QCOMPARE(count({.begin = 0, .end = 10}), 0U);
    QCOMPARE(count({.begin = 0, .end = 11}), 1U);
    QCOMPARE(count({.begin = 12, .end = 15}), 1U);
    QCOMPARE(count({.begin = 20, .end = 30}), 1U);
    QCOMPARE(count({.begin = 21, .end = 30}), 0U);
}

void TestExecutor::limitCutsTiesByDepth()
{
    // Three visits begin at tick 5; in order of entering their depths are 1, 2, 1.
    const auto trace = tests::traceFromText(R"(
        length 99
        enter 1 @5 f
        enter 1 @5 f
        leave 1 @5 f
        leave 1 @5 f
        enter 1 @5 f
        leave 1 @9 f
    )");
    query::SearchRequest request{.scope = everything(*trace), .pattern = "f", .limit = 2};
    const auto depths = [&] {
        const auto answer = execute(*trace, request);
        std::vector<std::uint32_t> found;
        for (const query::SearchHit& hit : std::get<query::SearchHits>(answer.value()).hits) {
            found.push_back(hit.depth);
        }
        return found;
    };
    QCOMPARE(depths(), (std::vector<std::uint32_t>{1, 1}));
    request.backward = true;
    QCOMPARE(depths(), (std::vector<std::uint32_t>{1, 2}));
    request.limit = 1;
    QCOMPARE(depths(), (std::vector<std::uint32_t>{2}));
}

void TestExecutor::farTicksDoNotOverflow()
{
    // Columns × ticks needs far more than 64 bits.
    const auto trace = tests::traceFromText(R"(
        length 4000000000000000000
        enter 1 @0 main
        leave 1 @4000000000000000000 main
        enter 2 @0 main
        leave 2 @4000000000000000000 main
        enter 3 @0 main
        leave 3 @4000000000000000000 main
    )");
    const auto timeline =
        execute(*trace, query::TimelineRequest{.scope = everything(*trace), .columns = 65536});
    const auto& row = std::get<query::Timeline>(timeline.value()).rows.front();
    QCOMPARE(row.runs.front().missing, 0);
    QVERIFY(row.runs.size() <= 3);
    const auto profile = execute(*trace, query::ProfileRequest{.scope = everything(*trace)});
    // Three times 4e18 fits no int64: at the end of the type, not at a negative number.
    QCOMPARE(
        std::get<query::Profile>(profile.value()).rows.front().exclusive,
        std::numeric_limits<Tick>::max());
}

void TestExecutor::infoAddsUpLocations()
{
    const auto trace = tests::traceFromText(R"(
        length 50
        enter 1 @1 main
        send 1 @2 to 1 bytes 70
        leave 1 @3 main
        enter 2 @1 main
        recv 2 @4 from 0 bytes 70
        recv 2 @5 from 0 bytes 70
    )");
    const auto answer = execute(*trace, query::InfoRequest{});
    const auto& info = std::get<query::TraceInfo>(answer.value());
    QCOMPARE(info.locations, 2U);
    QCOMPARE(info.events, 6U);
    QCOMPARE(info.visits, 2U);
    QCOMPARE(info.messages, 1U);
    QCOMPARE(info.messageBytes, 70U);
    QCOMPARE(info.unmatchedReceives, 1U);
    QCOMPARE(info.lengthTicks, 50U);
    QVERIFY(!info.importReport.empty());
    const auto counts = execute(*trace, query::LocationsRequest{});
    QCOMPARE(
        std::get<query::LocationCounts>(counts.value()).events, (std::vector<std::uint64_t>{3, 3}));
}

void TestExecutor::eventsNameTheirAttributes()
{
    const auto trace = tests::traceFromText("length 9\nevent 1 @3 Metric 5 1 42 2 43\n");
    const auto answer =
        execute(*trace, query::EventsRequest{.scope = everything(*trace), .limit = 9});
    const auto& event = std::get<query::Events>(answer.value()).events.front();
    QCOMPARE(QString::fromStdString(event.kind), QStringLiteral("Metric"));
    const std::vector<std::pair<std::string, std::uint64_t>> expected{
        {"metric", 5}, {"type[0]", 1}, {"value[0]", 42}, {"type[1]", 2}, {"value[1]", 43}};
    QVERIFY(event.attributes == expected);
}

void TestExecutor::requestsPastLimitsNameBothNumbers_data()
{
    QTest::addColumn<int>("request");
    QTest::addColumn<QString>("asked");
    QTest::addColumn<QString>("limit");
    QTest::newRow("columns") << 0 << "1,000,000,000"
                             << "65,536";
    QTest::newRow("no columns") << 1 << "0"
                                << "65,536";
    QTest::newRow("summary columns") << 2 << "1,000,000,000"
                                     << "65,536";
    QTest::newRow("locations") << 3 << "10,000,000"
                               << "1,000,000";
    QTest::newRow("messages") << 4 << "1,000,001"
                              << "1,000,000";
    QTest::newRow("hits") << 5 << "1,000,001"
                          << "1,000,000";
    QTest::newRow("events") << 6 << "1,000,001"
                            << "1,000,000";
    QTest::newRow("pattern") << 7 << "5,000"
                             << "4,096";
    QTest::newRow("levels") << 8 << "1,025"
                            << "1,024";
}

void TestExecutor::requestsPastLimitsNameBothNumbers()
{
    QFETCH(int, request);
    QFETCH(QString, asked);
    QFETCH(QString, limit);
    const auto trace = smallTrace();
    const query::Scope all = everything(*trace);
    const query::Scope many{
        .window = all.window, .locations = std::vector<LocationRef>(10'000'000, LocationRef(1))};
    const std::vector<query::Request> requests{
        query::TimelineRequest{.scope = all, .columns = 1'000'000'000},
        query::TimelineRequest{.scope = all, .columns = 0},
        query::SummaryTimelineRequest{.window = all.window, .columns = 1'000'000'000, .rows = {{}}},
        query::ProfileRequest{.scope = request == 3 ? many : all},
        query::MessagesRequest{.scope = all, .limit = 1'000'001},
        query::SearchRequest{.scope = all, .pattern = "x", .limit = 1'000'001},
        query::EventsRequest{.scope = all, .limit = 1'000'001},
        query::SearchRequest{.scope = all, .pattern = std::string(5000, 'x'), .limit = 1},
        query::TimelineRequest{.scope = all, .columns = 1, .levels = 1'025}};
    const Error error = errorOf(*trace, requests[static_cast<std::size_t>(request)]);
    QCOMPARE(error.kind, ErrorKind::InvalidArgument);
    const QString message = QString::fromStdString(error.message);
    QVERIFY2(message.contains(asked) && message.contains(limit), error.message.c_str());
}

void TestExecutor::emptyWindowsAreRefused()
{
    const auto trace = smallTrace();
    for (const TickRange window :
         {TickRange{5, 5}, TickRange{9, 3}, TickRange{100, 200}, TickRange{-9, 0}}) {
        const query::ProfileRequest request{.scope = {.window = window}};
        QCOMPARE(errorOf(*trace, request).kind, ErrorKind::InvalidArgument);
    }
}

/// A deep stack, so that columns enter, or leave, as many visits as there may be changes of one that names a visit.
void TestExecutor::columnsOfAsManyChangesAsMayBeNameTheirVisit()
{
    constexpr Tick kDeep = 40;
    const auto tickOf = [](Tick change) { return 3 * change + change % 3; };
    std::string text;
    for (Tick change = 0; change < 2 * kDeep; ++change) {
        const Tick depth = std::min(change, 2 * kDeep - 1 - change);
        text.append(change < kDeep ? "enter 0 @" : "leave 0 @");
        text.append(std::to_string(tickOf(change)));
        text.append(depth % 4 == 0 ? " f\n" : " g\n");
    }
    const auto trace = tests::traceFromText(text);
    std::uint64_t failures = 0;
    for (Tick first = 0; first < kDeep + 10; ++first) {
        for (Tick changes = 31; changes <= 34; ++changes) {
            for (const std::uint32_t depth : {1U, 20U, 39U, 1'000U}) {
                const query::TimelineRequest request{
                    .scope = {.window = {.begin = tickOf(first), .end = tickOf(first + changes)}},
                    .columns = 1,
                    .maxDepth = depth};
                const auto answer = execute(*trace, request);
                const query::Answer expected(tests::slowTimeline(*trace, request));
                failures += answer.isOk() && answer.value() == expected ? 0U : 1U;
            }
        }
    }
    QCOMPARE(failures, 0U);
}

void TestExecutor::unknownLocationIsNamed()
{
    const auto trace = smallTrace();
    query::ProfileRequest request{.scope = everything(*trace)};
    request.scope.locations = {LocationRef(1), LocationRef(4711)};
    const Error error = errorOf(*trace, request);
    QCOMPARE(error.kind, ErrorKind::NotFound);
    QVERIFY2(QString::fromStdString(error.message).contains("4711"), error.message.c_str());
}

void TestExecutor::manyUnknownLocationsAreCounted()
{
    constexpr std::uint64_t kMany = 1'000'000;
    const auto trace = smallTrace();
    query::ProfileRequest request{.scope = everything(*trace)};
    request.scope.locations = {LocationRef(1)};
    for (std::uint64_t i = 1; i < kMany; ++i) {
        request.scope.locations.emplace_back(4711 + i);
    }
    QCOMPARE(
        QString::fromStdString(errorOf(*trace, request).message),
        QStringLiteral("the trace has no location 4712, nor 999,998 others of the 1,000,000 asked "
                       "for"));
}

void TestExecutor::cancelledRequestIsNotAnswered()
{
    const auto trace = smallTrace();
    std::stop_source source;
    source.request_stop();
    const auto answer = execute(
        *trace, query::ProfileRequest{.scope = everything(*trace)}, {.cancel = source.get_token()});
    QVERIFY(!answer.isOk());
    QCOMPARE(answer.error().kind, ErrorKind::Cancelled);
}

VELLUM_TEST_APPLESS(TestExecutor)
#include "test_executor.moc"
