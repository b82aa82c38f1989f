// Call trees of long streams, as path rows answer them, beside the scan and sums over every visit.

#include "server/query/executor.h"
#include "server/store/path_rows.h"
#include "server/store/trace_store.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/server/query/random_stream.h"
#include "tests/unit/server/query/slow_oracle.h"

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using server::query::execute;
using server::store::PathRows;
using server::store::TraceStore;
using tests::Dice;
using tests::Kind;

namespace {

TraceStore randomTrace(Kind kind, Dice& dice)
{
    kind.earliest = -500;
    return tests::traceOf(kind, dice);
}

void buildRows(TraceStore& trace)
{
    for (auto& location : trace.locations) {
        location.pathRows = PathRows::build(location.calls);
    }
}

/// Often from or up to a change, where rows begin and end.
Tick tickOf(const TraceStore& trace, Dice& dice)
{
    if (dice.oneIn(3)) {
        return trace.range.begin + dice.tickBelow(trace.range.length());
    }
    const auto& location = trace.locations[dice.below(2)];
    const std::size_t step = location.pathRows->step();
    const std::size_t changes = location.calls.size();
    const std::size_t change =
        dice.oneIn(2) ? dice.below(changes) : dice.below(changes / step) * step;
    return location.calls.time[change] + dice.tickBelow(3) - 1;
}

TickRange windowOf(const TraceStore& trace, Dice& dice)
{
    const Tick begin = dice.oneIn(4) ? trace.range.begin : tickOf(trace, dice);
    const Tick end = dice.oneIn(4) ? trace.range.end : tickOf(trace, dice);
    return {.begin = std::min(begin, end), .end = std::max(begin, end) + 1};
}

}  // namespace

class TestPathRows : public QObject {
    Q_OBJECT

private slots:
    static void rowsSayWhatAScanSays_data()
    {
        QTest::addColumn<unsigned>("regions");
        QTest::addColumn<unsigned>("depth");
        QTest::addColumn<qint64>("gap");
        QTest::addColumn<unsigned>("same");
        QTest::addColumn<int>("changes");
        QTest::newRow("few paths") << 2U << 3U << qint64{0} << 0U << 30'000;
        QTest::newRow("one path") << 1U << 1U << qint64{0} << 0U << 17'000;
        QTest::newRow("recursion") << 1U << 40U << qint64{0} << 20U << 60'000;
        QTest::newRow("equal ticks") << 3U << 3U << qint64{0} << 95U << 90'000;
        QTest::newRow("long gaps") << 2U << 4U << (qint64{1} << 40) << 0U << 70'000;
        QTest::newRow("deep recursion") << 1U << 500U << qint64{0} << 0U << 300'000;
        QTest::newRow("many rows") << 2U << 2U << qint64{0} << 10U << 300'000;
    }

    static void rowsSayWhatAScanSays()
    {
        QFETCH(unsigned, regions);
        QFETCH(unsigned, depth);
        QFETCH(qint64, gap);
        QFETCH(unsigned, same);
        QFETCH(int, changes);
        Dice dice(regions * 1'000 + depth);
        const Kind kind{
            .regions = regions,
            .mostDepth = depth,
            .longGap = gap,
            .sameTick = same,
            .changes = changes};
        const TraceStore scanned = randomTrace(kind, dice);
        TraceStore trace = scanned;
        buildRows(trace);
        QVERIFY(!trace.locations[0].pathRows->empty() && !trace.locations[1].pathRows->empty());
        QVERIFY(trace.locations[2].pathRows->empty());
        for (int i = 0; i < 150; ++i) {
            const query::CallTreeRequest request{.scope = {.window = windowOf(trace, dice)}};
            const auto byRows = execute(trace, request, {.threads = 2});
            const auto byScan = execute(scanned, request, {.threads = 2});
            QVERIFY(byRows.isOk() && byScan.isOk());
            QVERIFY(byRows.value() == byScan.value());
        }
    }

    static void rowsSayWhatASlowSumSays()
    {
        Dice dice(5);
        TraceStore trace =
            randomTrace({.regions = 2, .mostDepth = 4, .sameTick = 98, .changes = 17'000}, dice);
        buildRows(trace);
        QVERIFY(!trace.locations[0].pathRows->empty());
        for (int i = 0; i < 3; ++i) {
            query::CallTreeRequest request{.scope = {.window = windowOf(trace, dice)}};
            const auto answer = execute(trace, request);
            QVERIFY(answer.isOk());
            QVERIFY(
                std::get<query::CallTree>(answer.value()) == tests::slowCallTree(trace, request));
        }
    }

    static void manyPathsHaveNoRows()
    {
        Dice dice(6);
        const TraceStore trace =
            randomTrace({.regions = 20, .mostDepth = 6, .changes = 50'000}, dice);
        QVERIFY(PathRows::build(trace.locations[0].calls).empty());
        QVERIFY(PathRows::build({}).empty());
    }

    static void rowsTakeAThirdOfAByteAChange()
    {
        Dice dice(7);
        const TraceStore trace =
            randomTrace({.regions = 3, .mostDepth = 4, .changes = 200'000}, dice);
        const PathRows rows = PathRows::build(trace.locations[0].calls);
        QVERIFY(!rows.empty());
        // A third of a step that is cut short at the end is more.
        constexpr std::size_t kThird = 3;
        QVERIFY(
            rows.values.size() * sizeof(std::uint64_t) * kThird
            < trace.locations[0].calls.size() + rows.step());
    }

    /// Differences of ticks must fit; visits of one path lie behind each other, so that their sums do then.
    static void endlessVisitsHaveNoRows()
    {
        server::store::CallStackBuilder builder;
        constexpr Tick kFar = (Tick{1} << 62) + 1;
        builder.enter(0, RegionRef(0));
        for (Tick tick = 0; tick < 20'000; ++tick) {
            builder.enter(tick, RegionRef(1));
            static_cast<void>(builder.leave(tick, RegionRef(1)));
        }
        QVERIFY(PathRows::build(builder.finish(kFar)).empty());
    }
};

VELLUM_TEST_APPLESS(TestPathRows)
#include "test_path_rows.moc"
