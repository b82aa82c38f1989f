// Long streams, as class rows answer them, beside a walk over every change for every column.

#include "common/time/columns.h"
#include "server/query/executor.h"
#include "server/store/class_rows.h"
#include "server/store/trace_store.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/server/query/random_stream.h"

#include <QByteArray>

#include <algorithm>
#include <map>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using server::query::execute;
using server::store::CallStream;
using server::store::TraceStore;
using tests::Dice;
using tests::Kind;

namespace {

TraceStore randomTrace(const Kind& kind, Dice& dice)
{
    TraceStore trace = tests::traceOf(kind, dice);
    for (auto& location : trace.locations) {
        location.rows = server::store::ClassRows::build(location.calls, trace.definitions);
    }
    return trace;
}

std::uint32_t keyOf(const TraceStore& trace, RegionRef region, query::GroupBy by)
{
    return by == query::GroupBy::Region
               ? region.value()
               : static_cast<std::uint32_t>(trace.definitions.find(region)->group);
}

/// Exclusive ticks by key within \p column: every change is looked at.
std::map<std::uint32_t, Tick> slowTimes(
    const TraceStore& trace, std::size_t place, TickRange column, query::GroupBy by)
{
    std::map<std::uint32_t, Tick> times;
    const CallStream& calls = trace.locations[place].calls;
    for (std::size_t i = 0; i + 1 < calls.size(); ++i) {
        const TickRange stretch{.begin = calls.time[i], .end = calls.time[i + 1]};
        const Tick ticks = stretch.intersected(column).length();
        if (ticks > 0 && calls.nodeAt(i) != server::store::kOutside) {
            times[keyOf(trace, calls.paths.regionOf(calls.nodeAt(i)), by)] += ticks;
        }
    }
    return times;
}

query::TimelineRun slowRun(
    const TraceStore& trace, std::size_t place, TickRange column, query::GroupBy by)
{
    query::TimelineRun run;
    const auto groups = slowTimes(trace, place, column, query::GroupBy::FunctionGroup);
    const auto most = [](const auto& times) {  // of equal ones the first
        return std::ranges::max_element(times, {}, [](const auto& of) { return of.second; });
    };
    if (!groups.empty()) {
        const auto group = most(groups);
        auto times = slowTimes(trace, place, column, by);
        std::erase_if(times, [&](const auto& of) {
            return by == query::GroupBy::Region
                   && keyOf(trace, RegionRef(of.first), query::GroupBy::FunctionGroup)
                          != group->first;
        });
        run.winner = {.value = most(times)->first};
        run.missing = column.length() - most(times)->second;
        run.groupMissing = column.length() - group->second;
    }
    const CallStream& calls = trace.locations[place].calls;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        run.visits += column.contains(calls.time[i]) && calls.isEnter(i) ? 1U : 0U;
    }
    return run;
}

/// Runs written out column by column, without the numbers of visits, which test_executor looks at.
std::vector<query::TimelineRun> written(const query::TimelineRow& row, std::uint32_t columns)
{
    std::vector<query::TimelineRun> all;
    for (std::size_t i = 0; i < row.runs.size(); ++i) {
        const std::uint32_t end = i + 1 < row.runs.size() ? row.runs[i + 1].firstColumn : columns;
        for (std::uint32_t column = row.runs[i].firstColumn; column < end; ++column) {
            query::TimelineRun run = row.runs[i];
            run.firstColumn = 0;
            run.visit = query::TimelineRun().visit;
            all.push_back(run);
        }
    }
    return all;
}

TickRange windowIn(TickRange range, Dice& dice)
{
    const auto room = static_cast<std::uint64_t>(range.length());
    const Tick from = range.begin + static_cast<Tick>(dice.below(room));
    const Tick length = 1 + static_cast<Tick>(dice.below(dice.oneIn(2) ? room : room / 20 + 1));
    return TickRange{.begin = from, .end = from + length}.intersected(range);
}

bool timelineIsRight(const TraceStore& trace, const query::TimelineRequest& request)
{
    const auto answer = execute(trace, request, {.threads = 2});
    if (!answer.isOk()) {
        return false;
    }
    const auto& timeline = std::get<query::Timeline>(answer.value());
    const Columns columns{.range = timeline.window, .count = request.columns};
    for (std::size_t place = 0; place < timeline.rows.size(); ++place) {
        const auto fast = written(timeline.rows[place], request.columns);
        for (std::uint32_t i = 0; i < request.columns; ++i) {
            if (!(fast.at(i) == slowRun(trace, place, columns.column(i), request.by))) {
                return false;
            }
        }
    }
    return true;
}

bool summaryIsRight(const TraceStore& trace, const query::SummaryTimelineRequest& request)
{
    const auto answer = execute(trace, request, {.threads = 2});
    if (!answer.isOk()) {
        return false;
    }
    const auto& summary = std::get<query::SummaryTimeline>(answer.value());
    const Columns columns{.range = summary.window, .count = request.columns};
    for (std::uint32_t i = 0; i < request.columns; ++i) {
        std::map<std::uint32_t, Tick> slow;
        for (std::size_t place = 0; place < trace.locations.size(); ++place) {
            for (const auto& [key, ticks] :
                 slowTimes(trace, place, columns.column(i), request.by)) {
                slow[key] += ticks;
            }
        }
        std::map<std::uint32_t, Tick> fast;
        for (const auto& series : summary.rows.front().series) {
            if (series.exclusive[i] > 0) {
                fast[series.key.value] = series.exclusive[i];
            }
        }
        if (fast != slow) {
            return false;
        }
    }
    return true;
}

}  // namespace

class TestColumnScan : public QObject {
    Q_OBJECT

private slots:
    void everyColumnEqualsAWalkOverAllChanges_data();
    void everyColumnEqualsAWalkOverAllChanges();
    void sumsUntilEveryTickAreThoseOfAWalk();
};

void TestColumnScan::everyColumnEqualsAWalkOverAllChanges_data()
{
    QTest::addColumn<quint64>("regions");
    QTest::addColumn<quint64>("depth");
    QTest::addColumn<qint64>("gap");
    QTest::addColumn<quint64>("same");
    QTest::newRow("few regions") << quint64{5} << quint64{6} << qint64{0} << quint64{10};
    QTest::newRow("as many as classes") << quint64{64} << quint64{4} << qint64{0} << quint64{0};
    QTest::newRow("more than classes") << quint64{300} << quint64{4} << qint64{0} << quint64{20};
    QTest::newRow("long gaps") << quint64{9} << quint64{5} << qint64{1} * 600'000'000'000
                               << quint64{5};
    QTest::newRow("gaps of 2^31") << quint64{90} << quint64{5} << qint64{1} * (1LL << 31)
                                  << quint64{5};
    QTest::newRow("deep") << quint64{20} << quint64{500} << qint64{0} << quint64{30};
    QTest::newRow("equal ticks") << quint64{12} << quint64{8} << qint64{0} << quint64{97};
}

void TestColumnScan::everyColumnEqualsAWalkOverAllChanges()
{
    QFETCH(quint64, regions);
    QFETCH(quint64, depth);
    QFETCH(qint64, gap);
    QFETCH(quint64, same);
    const Kind kind{
        .regions = static_cast<std::uint32_t>(regions),
        .mostDepth = static_cast<std::uint32_t>(depth),
        .longGap = gap,
        .sameTick = static_cast<std::uint32_t>(same)};
    constexpr quint64 kQuestions = 6;
    for (quint64 turn = 0; turn < 3 * kQuestions; ++turn) {
        Dice dice(turn + 1);
        const TraceStore trace = randomTrace(kind, dice);
        QVERIFY(!trace.locations.front().rows->empty());
        const auto by = dice.oneIn(2) ? query::GroupBy::Region : query::GroupBy::FunctionGroup;
        const std::uint32_t columns =
            dice.oneIn(2) ? 3 : static_cast<std::uint32_t>(1 + dice.below(40));
        const bool isWhole = turn % kQuestions == 0;
        const TickRange window = isWhole ? trace.range : windowIn(trace.range, dice);
        const QByteArray where = "turn " + QByteArray::number(turn);
        QVERIFY2(
            timelineIsRight(trace, {.scope = {.window = window}, .columns = columns, .by = by}),
            where);
        QVERIFY2(
            summaryIsRight(trace, {.window = window, .columns = columns, .rows = {{}}, .by = by}),
            where);
    }
}

void TestColumnScan::sumsUntilEveryTickAreThoseOfAWalk()
{
    Dice dice(7);
    const TraceStore trace =
        randomTrace({.regions = 12, .longGap = 1LL << 33, .changes = 3000}, dice);
    const server::store::CallStream& calls = trace.locations[0].calls;
    const server::store::ClassRows& rows = trace.locations[0].rows;
    std::vector<Tick> sums(rows.classes() + 1);
    for (int i = 0; i < 400; ++i) {
        const Tick tick =
            static_cast<Tick>(dice.below(static_cast<std::uint64_t>(trace.range.end)));
        rows.sumsUntil(calls, calls.time.firstFrom(tick), tick, sums);
        auto slow =
            slowTimes(trace, 0, {.begin = trace.range.begin, .end = tick}, query::GroupBy::Region);
        for (std::size_t c = 0; c < rows.classes(); ++c) {
            QCOMPARE(sums[c], slow[rows.region[c].value()]);
        }
    }
}

VELLUM_TEST_APPLESS(TestColumnScan)
#include "test_column_scan.moc"
