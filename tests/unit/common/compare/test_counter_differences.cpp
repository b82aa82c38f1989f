// Counters of two runs side by side, beside all differences of all their samples.

#include "common/compare/counter_differences.h"
#include "common/time/columns.h"
#include "tests/support/program/test_program.h"
#include "tests/support/slow_counters.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using compare::CounterComparison;
using compare::CounterDifference;
using compare::CounterPair;
using compare::CounterRun;
using compare::Presence;
using query::CounterPoint;
using query::CounterRow;
using query::Counters;
using tests::Recorded;
using tests::Sample;
using tests::valuesIn;

namespace {

using Random = std::mt19937_64;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr MetricMode kModes[] = {
    MetricMode::AbsoluteNext, MetricMode::AbsoluteLast, MetricMode::RelativePoint};

Recorded randomCounter(Random& random, TickRange window, std::size_t most)
{
    Recorded counter{.samples = {}, .mode = kModes[random() % std::size(kModes)], .window = window};
    const std::size_t count = random() % (most + 1);
    for (std::size_t i = 0; i < count; ++i) {
        const auto span = static_cast<std::uint64_t>(window.length() + 40);
        counter.samples.push_back(
            {.tick = window.begin - 20 + static_cast<Tick>(random() % span),
             .value = static_cast<double>(random() % 50) - 20});
    }
    std::ranges::stable_sort(counter.samples, {}, &Sample::tick);
    return counter;
}

/// What the server answers about it, sample by sample.
CounterRow rowOf(const Recorded& counter, std::uint32_t count)
{
    CounterRow row;
    const Columns columns{.range = counter.window, .count = count};
    for (const Sample& sample : counter.samples) {
        if (sample.tick < counter.window.begin) {
            row.before = sample.value;
        }
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        CounterPoint point{.column = i, .count = 0, .min = kInfinity, .max = -kInfinity};
        for (const Sample& sample : counter.samples) {
            if (columns.column(i).contains(sample.tick)) {
                ++point.count;
                point.min = std::min(point.min, sample.value);
                point.max = std::max(point.max, sample.value);
                point.mean += sample.value;  // whole numbers: exact
                point.last = sample.value;
            }
        }
        if (point.count > 0) {
            point.mean /= static_cast<double>(point.count);
            row.points.push_back(point);
        }
    }
    return row;
}

/// With one counter of that mode on one location.
Definitions definitionsOf(MetricMode mode, std::uint64_t ticksPerSecond)
{
    Definitions definitions;
    definitions.clock.ticksPerSecond = ticksPerSecond;
    definitions.locations.push_back({.ref = LocationRef(1), .name = "sensor"});
    definitions.metricMembers.push_back(
        {.ref = MetricMemberRef(3), .name = "power", .unit = "W", .mode = mode});
    definitions.buildLookups();
    return definitions;
}

Counters answerTo(const Recorded& counter, std::uint32_t columns)
{
    CounterRow row = rowOf(counter, columns);
    row.location = LocationRef(1);
    row.metric = MetricMemberRef(3);
    return {.window = counter.window, .columns = columns, .rows = {std::move(row)}};
}

/// Whether a row says of its column just what all pairs of values say.
bool isRight(
    const CounterDifference& row, const std::vector<double>& ofA, const std::vector<double>& ofB)
{
    const auto all = tests::allPairsOf(ofA, ofB);
    if (!all) {
        return row.in == (ofB.empty() ? Presence::OnlyA : Presence::OnlyB)
               && std::isnan(row.difference) && std::isnan(row.least) && std::isnan(row.most);
    }
    return row.in == Presence::Both && row.meanA == tests::meanOf(ofA)
           && row.meanB == tests::meanOf(ofB)
           && *all == tests::AllPairs{.least = row.least, .most = row.most, .mean = row.difference};
}

/// Whether the comparison has a row for each column that shows something, with what all samples say, and no other.
bool isAsAllPairsSay(
    const CounterComparison& compared, const Recorded& a, const Recorded& b, std::uint32_t columns)
{
    std::size_t next = 0;
    bool isGood = true;
    for (std::uint32_t i = 0; i < columns; ++i) {
        const auto ofA = valuesIn(a, {.range = a.window, .count = columns}, i);
        const auto ofB = valuesIn(b, {.range = b.window, .count = columns}, i);
        if (ofA.empty() && ofB.empty()) {
            continue;
        }
        isGood = isGood && next < compared.rows.size() && compared.rows[next].column == i
                 && isRight(compared.rows[next], ofA, ofB);
        ++next;
    }
    return isGood && next == compared.rows.size() && next == compared.count;
}

/// What `differenceOf` says of a column, or nothing.
const query::CounterStretch* stretchAt(
    const std::vector<query::CounterStretch>& stretches, std::int64_t column)
{
    const auto found = std::ranges::find_if(stretches, [column](const auto& one) {
        return one.firstColumn <= column && column < one.endColumn;
    });
    return found == stretches.end() ? nullptr : &*found;
}

/// Whether what is drawn of the difference is what the table says, column by column.
bool isDrawnAsPrinted(
    const std::vector<query::CounterStretch>& drawn,
    const CounterComparison& compared,
    std::uint32_t columns)
{
    bool isGood = true;
    for (std::uint32_t i = 0; i < columns; ++i) {
        const auto row = std::ranges::find_if(compared.rows, [i](const CounterDifference& one) {
            return one.column == i && one.in == Presence::Both;
        });
        const auto* stretch = stretchAt(drawn, i);
        const bool isThere = row != compared.rows.end();
        isGood = isGood && (stretch != nullptr) == isThere;
        if (isGood && isThere) {
            isGood = stretch->min == row->least && stretch->max == row->most
                     && stretch->value == row->difference;
        }
    }
    return isGood;
}

/// A location and a counter for each word: "power W @node0".
struct Named {
    std::string metric;
    std::string unit;
    std::string location;
};

struct NamedRun {
    Definitions definitions;
    Counters counters;

    [[nodiscard]] CounterRun run() const
    {
        return {.counters = counters, .definitions = definitions};
    }
};

NamedRun runOf(const std::vector<Named>& rows)
{
    NamedRun run;
    run.counters = {.window = {.begin = 0, .end = 10}, .columns = 1};
    for (const Named& row : rows) {
        auto& locations = run.definitions.locations;
        auto location = std::ranges::find(locations, row.location, &Location::name);
        if (location == locations.end()) {
            locations.push_back({.ref = LocationRef(locations.size()), .name = row.location});
            location = std::prev(locations.end());
        }
        const MetricMemberRef metric(
            static_cast<std::uint32_t>(run.definitions.metricMembers.size()));
        run.definitions.metricMembers.push_back(
            {.ref = metric, .name = row.metric, .unit = row.unit});
        run.counters.rows.push_back({.location = location->ref, .metric = metric, .before = 1.0});
    }
    run.definitions.buildLookups();
    return run;
}

using Pairs = std::vector<CounterPair>;

}  // namespace

class TestCounterDifferences : public QObject {
    Q_OBJECT

private slots:
    static void eachColumnHasTheDifferencesOfAllPairsOfItsSamples();
    static void countersBelongTogetherByNameUnitAndLocation();
    static void severalOnOneLocationBelongTogetherInOrder();
    static void windowsAreCutToTheShorterOne();
    static void rowsPastTheLimitAreCounted();
    static void aDifferenceIsAlwaysANumber();
};

void TestCounterDifferences::eachColumnHasTheDifferencesOfAllPairsOfItsSamples()
{
    Random random(11);
    for (int round = 0; round < 400; ++round) {
        const auto length = 1 + static_cast<Tick>(random() % 300);
        const auto begin = static_cast<Tick>(random() % 500) - 100;
        const auto columns = 1 + static_cast<std::uint32_t>(random() % 40);
        // Another clock, another begin, another rate.
        const Recorded a =
            randomCounter(random, {.begin = begin, .end = begin + length}, random() % 60);
        const Recorded b = randomCounter(random, {.begin = 7, .end = 7 + 3 * length}, random() % 9);
        const Definitions inA = definitionsOf(a.mode, 1'000);
        const Definitions inB = definitionsOf(b.mode, 3'000);
        const Counters ofA = answerTo(a, columns);
        const Counters ofB = answerTo(b, columns);
        const CounterRun runA{.counters = ofA, .definitions = inA};
        const CounterRun runB{.counters = ofB, .definitions = inB};
        const CounterComparison compared = compare::compareCounters(runA, runB, 1'000);
        QVERIFY2(isAsAllPairsSay(compared, a, b, columns), qPrintable(QString::number(round)));
        const auto drawn =
            compare::differenceOf(compare::shownBy(runA, 0), compare::shownBy(runB, 0));
        QVERIFY2(isDrawnAsPrinted(drawn, compared, columns), qPrintable(QString::number(round)));
    }
}

void TestCounterDifferences::countersBelongTogetherByNameUnitAndLocation()
{
    const NamedRun a = runOf(
        {{"power", "W", "node 0"},
         {"load", "%", "node 0"},
         {"power", "W", "node 1"},
         {"heat", "K", "x"}});
    const NamedRun b = runOf(
        {{"power", "W", "node 1"},
         {"heat", "C", "x"},
         {"load", "%", "other"},
         {"power", "W", "node 7"}});
    const Pairs expected = {
        {.a = 0, .b = 3},  // the only one that is left
        {.a = 1, .b = 2},
        {.a = 2, .b = 0},
        {.a = 3, .b = std::nullopt},  // another unit
        {.a = std::nullopt, .b = 1}};
    QVERIFY(compare::pairCounters(a.run(), b.run()) == expected);
}

void TestCounterDifferences::severalOnOneLocationBelongTogetherInOrder()
{
    const NamedRun a = runOf({{"power", "W", "x"}, {"power", "W", "x"}, {"power", "W", "x"}});
    const NamedRun b = runOf({{"power", "W", "x"}, {"power", "W", "x"}});
    const Pairs expected = {{.a = 0, .b = 0}, {.a = 1, .b = 1}, {.a = 2, .b = std::nullopt}};
    QVERIFY(compare::pairCounters(a.run(), b.run()) == expected);
}

void TestCounterDifferences::windowsAreCutToTheShorterOne()
{
    ClockProperties slow;
    slow.ticksPerSecond = 1'000;
    ClockProperties fast;
    fast.ticksPerSecond = 3'000'000'000;
    const TickRange whole{.begin = 5, .end = 1'005};           // a second
    const TickRange longer{.begin = 0, .end = 6'000'000'000};  // two
    const TickRange asLong{.begin = 0, .end = 3'000'000'000};
    using Both = std::pair<TickRange, TickRange>;
    QVERIFY((compare::asLongAsEachOther(whole, slow, longer, fast) == Both{whole, asLong}));
    QVERIFY((compare::asLongAsEachOther(longer, fast, whole, slow) == Both{asLong, whole}));
    // Less than a tick of the other clock is a tick.
    const TickRange brief{.begin = 0, .end = 10};
    const TickRange tick{.begin = 5, .end = 6};
    QVERIFY((compare::asLongAsEachOther(whole, slow, brief, fast) == Both{tick, brief}));
}

void TestCounterDifferences::rowsPastTheLimitAreCounted()
{
    const NamedRun a = runOf({{"power", "W", "x"}, {"load", "%", "x"}});
    const CounterComparison compared = compare::compareCounters(a.run(), a.run(), 1);
    QCOMPARE(compared.rows.size(), std::size_t{1});
    QCOMPARE(compared.count, std::uint64_t{2});
    QCOMPARE(compared.inBoth, std::uint64_t{2});
    QCOMPARE(compared.rows.front().difference, 0.0);
}

void TestCounterDifferences::aDifferenceIsAlwaysANumber()
{
    const double most = std::numeric_limits<double>::max();
    const std::vector<query::CounterStretch> a = {
        {.firstColumn = 0, .endColumn = 1, .min = -most, .max = most, .value = -most}};
    const std::vector<query::CounterStretch> b = {
        {.firstColumn = 0, .endColumn = 1, .min = -most, .max = most, .value = most}};
    const auto difference = compare::differenceOf(a, b);
    QCOMPARE(difference.size(), std::size_t{1});
    QCOMPARE(difference.front().min, -most);
    QCOMPARE(difference.front().max, most);
    QCOMPARE(difference.front().value, most);
}

VELLUM_TEST_GUILESS(TestCounterDifferences)
#include "test_counter_differences.moc"
