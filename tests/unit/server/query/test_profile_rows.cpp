// Profiles of long streams, as profile rows answer them, beside sums over every visit.

#include "server/query/executor.h"
#include "server/store/profile_rows.h"
#include "server/store/trace_store.h"
#include "server/store/written_out.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/server/query/random_stream.h"

#include <QByteArray>

#include <map>
#include <tuple>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using query::GroupBy;
using server::query::execute;
using server::store::CallStream;
using server::store::ProfileRows;
using server::store::TraceStore;
using server::store::VisitTable;
using tests::Dice;
using tests::Kind;

namespace {

TraceStore randomTrace(Kind kind, Dice& dice)
{
    kind.earliest = -500;
    kind.stride = 3;
    TraceStore trace = tests::traceOf(kind, dice);
    for (auto& location : trace.locations) {
        location.profileRows = ProfileRows::build(location.calls, trace.definitions);
    }
    return trace;
}

query::Key keyOf(const TraceStore& trace, RegionRef ref, GroupBy by)
{
    const Region& region = *trace.definitions.find(ref);
    if (by == GroupBy::Region) {
        return {.value = ref.value()};
    }
    return {
        .value = by == GroupBy::FunctionGroup ? static_cast<std::uint32_t>(region.group)
                                              : static_cast<std::uint32_t>(region.paradigm)};
}

using Rows = std::map<query::Key, query::ProfileRow>;

/// Adds what one visit says; \p below is the time of the visits right below it.
void addVisit(
    query::ProfileRow& row, TickRange visit, TickRange window, bool isOutermost, Tick below)
{
    const Tick inside = visit.intersected(window).length();
    row.inclusive += isOutermost ? inside : 0;
    row.exclusive += inside - below;
    if (window.contains(visit.begin)) {
        const Tick length = visit.end - visit.begin;
        row.minInclusive = row.visits == 0 ? length : std::min(row.minInclusive, length);
        row.maxInclusive = std::max(row.maxInclusive, length);
        row.sumInclusive += length;
        ++row.visits;
    }
}

/// Of one location: every visit is looked at.
Rows slowRows(const TraceStore& trace, std::size_t place, TickRange window, GroupBy by)
{
    const VisitTable visits = server::store::visitsOf(trace.locations[place].calls);
    std::vector<Tick> below(visits.size());
    for (std::size_t i = 0; i < visits.size(); ++i) {
        if (visits.parent[i] != server::store::kNoVisit) {
            const auto visit = static_cast<server::store::VisitIndex>(i);
            below[visits.parent[i]] += visits.range(visit).intersected(window).length();
        }
    }
    Rows rows;
    std::map<query::Key, int> open;
    std::vector<query::Key> stack;
    for (std::size_t i = 0; i < visits.size(); ++i) {
        for (; stack.size() >= visits.depth[i]; stack.pop_back()) {
            --open[stack.back()];
        }
        const query::Key key = keyOf(trace, visits.region[i], by);
        const bool isOutermost = open[key]++ == 0;
        stack.push_back(key);
        query::ProfileRow& row = rows[key];
        row.key = key;
        row.location = trace.definitions.locations[place].ref;
        const auto visit = static_cast<server::store::VisitIndex>(i);
        addVisit(row, visits.range(visit), window, isOutermost, below[i]);
    }
    std::erase_if(rows, [](const auto& row) {
        return row.second.visits == 0 && row.second.inclusive == 0 && row.second.exclusive == 0;
    });
    return rows;
}

std::vector<query::ProfileRow> inOrder(const Rows& rows)
{
    std::vector<query::ProfileRow> sorted;
    for (const auto& [key, row] : rows) {
        sorted.push_back(row);
    }
    std::ranges::sort(sorted, {}, [](const query::ProfileRow& row) {
        return std::tuple(-row.exclusive, row.key);
    });
    return sorted;
}

query::Profile slowProfile(const TraceStore& trace, const query::ProfileRequest& request)
{
    query::Profile answer{.window = request.scope.window.intersected(trace.range)};
    Rows all;
    answer.outside = static_cast<Tick>(trace.locations.size()) * answer.window.length();
    for (std::size_t place = 0; place < trace.locations.size(); ++place) {
        const Rows own = slowRows(trace, place, answer.window, request.by);
        for (const auto& row : inOrder(own)) {
            answer.rows.push_back(row);
            answer.outside -= row.exclusive;
            query::ProfileRow& sum = all[row.key];
            const bool isFirst = sum.visits == 0;
            sum.key = row.key;
            sum.location = LocationRef::undefined();
            sum.inclusive += row.inclusive;
            sum.exclusive += row.exclusive;
            sum.sumInclusive += row.sumInclusive;
            if (row.visits > 0) {
                sum.minInclusive =
                    isFirst ? row.minInclusive : std::min(sum.minInclusive, row.minInclusive);
                sum.maxInclusive = std::max(sum.maxInclusive, row.maxInclusive);
            }
            sum.visits += row.visits;
        }
    }
    if (!request.perLocation) {
        answer.rows = inOrder(all);
    }
    return answer;
}

/// Somewhere, or at a change that a row stands before, or beside it.
Tick boundIn(const TraceStore& trace, Dice& dice)
{
    if (dice.oneIn(2)) {
        return trace.range.begin + dice.tickBelow(trace.range.length()) + 1;
    }
    const auto& location = trace.locations[dice.below(2)];
    const std::size_t step = location.profileRows->step();
    const std::size_t rows = location.profileRows->lastRow(location.calls.size());
    const std::size_t change = std::min(dice.below(rows + 1) * step, location.calls.size() - 1);
    return location.calls.time[change] + dice.tickBelow(3) - 1;
}

TickRange windowIn(const TraceStore& trace, Dice& dice)
{
    if (dice.oneIn(6)) {
        return trace.range;
    }
    const Tick a = boundIn(trace, dice);
    const Tick b = boundIn(trace, dice);
    return {.begin = std::min(a, b), .end = std::max(a, b) + 1};
}

}  // namespace

class TestProfileRows : public QObject {
    Q_OBJECT

private slots:
    void everyProfileEqualsSumsOverAllVisits_data();
    void everyProfileEqualsSumsOverAllVisits();
    void theLastRowIsThatOfTheWholeStream();
    void ticksFurtherApartThanTheirTypeReachesGetNoRows();
};

void TestProfileRows::everyProfileEqualsSumsOverAllVisits_data()
{
    QTest::addColumn<quint64>("regions");
    QTest::addColumn<quint64>("depth");
    QTest::addColumn<qint64>("gap");
    QTest::addColumn<quint64>("same");
    QTest::addColumn<int>("changes");
    QTest::newRow("few regions") << quint64{5} << quint64{6} << qint64{0} << quint64{10} << 6'000;
    QTest::newRow("one region") << quint64{1} << quint64{9} << qint64{0} << quint64{10} << 3'000;
    QTest::newRow("many rows") << quint64{4} << quint64{5} << qint64{0} << quint64{10} << 90'000;
    QTest::newRow("many rows and gaps")
        << quint64{9} << quint64{7} << qint64{1} * (1LL << 31) << quint64{10} << 90'000;
    QTest::newRow("many regions") << quint64{350} << quint64{4} << qint64{0} << quint64{20}
                                  << 60'000;
    QTest::newRow("long gaps") << quint64{9} << quint64{5} << qint64{1} * 600'000'000'000
                               << quint64{5} << 6'000;
    QTest::newRow("deep") << quint64{20} << quint64{500} << qint64{0} << quint64{30} << 30'000;
    QTest::newRow("equal ticks") << quint64{12} << quint64{8} << qint64{0} << quint64{97} << 8'000;
}

void TestProfileRows::everyProfileEqualsSumsOverAllVisits()
{
    QFETCH(quint64, regions);
    QFETCH(quint64, depth);
    QFETCH(qint64, gap);
    QFETCH(quint64, same);
    QFETCH(int, changes);
    const Kind kind{
        .regions = static_cast<std::uint32_t>(regions),
        .mostDepth = static_cast<std::uint32_t>(depth),
        .longGap = gap,
        .sameTick = static_cast<std::uint32_t>(same),
        .changes = changes};
    Dice dice(regions + 1);
    const TraceStore trace = randomTrace(kind, dice);
    QVERIFY(!trace.locations[0].profileRows->empty());
    QVERIFY(trace.locations[2].profileRows->empty());
    const int questions = changes > 50'000 ? 25 : 60;
    for (int turn = 0; turn < questions; ++turn) {
        const query::ProfileRequest request{
            .scope = {.window = windowIn(trace, dice)},
            .by = static_cast<GroupBy>(dice.below(3)),
            .perLocation = dice.oneIn(2)};
        const auto answer =
            execute(trace, request, {.threads = static_cast<unsigned>(1 + dice.below(3))});
        QVERIFY(answer.isOk());
        QVERIFY2(
            std::get<query::Profile>(answer.value()) == slowProfile(trace, request),
            "turn " + QByteArray::number(turn));
    }
}

void TestProfileRows::theLastRowIsThatOfTheWholeStream()
{
    Dice dice(3);
    const TraceStore trace = randomTrace({.regions = 6}, dice);
    const auto& location = trace.locations.front();
    const std::size_t changes = location.calls.size();
    server::store::ProfileRowSums sums;
    location.profileRows->between(0, location.profileRows->lastRow(changes), changes, sums);
    std::uint64_t visits = 0;
    std::uint64_t exclusive = 0;
    for (std::size_t i = 0; i < sums.regions.size(); ++i) {
        visits += sums.visits[i];
        exclusive += sums.exclusive[i];
    }
    QCOMPARE(visits, location.calls.visits());
    Tick inside = 0;
    for (std::size_t i = 0; i + 1 < changes; ++i) {
        const bool isInside = location.calls.nodeAt(i) != server::store::kOutside;
        inside += isInside ? location.calls.time[i + 1] - location.calls.time[i] : 0;
    }
    QCOMPARE(static_cast<Tick>(exclusive), inside);
}

void TestProfileRows::ticksFurtherApartThanTheirTypeReachesGetNoRows()
{
    server::store::CallStackBuilder builder;
    const RegionRef region(0);
    builder.enter(std::numeric_limits<Tick>::min() + 1, region);
    for (Tick tick = 0; tick < 3000; ++tick) {
        builder.enter(tick, region);
        static_cast<void>(builder.leave(tick, region));
    }
    const CallStream calls = builder.finish(std::numeric_limits<Tick>::max() / 2);
    Definitions definitions;
    definitions.regions.push_back({.ref = region, .name = "r"});
    definitions.buildLookups();
    QVERIFY(ProfileRows::build(calls, definitions).empty());
}

VELLUM_TEST_APPLESS(TestProfileRows)
#include "test_profile_rows.moc"
