// How long visits take in two runs, beside counting each visit for itself.

#include "common/compare/distribution.h"
#include "common/compare/measurement.h"
#include "common/query/duration_summary.h"
#include "tests/support/program/test_program.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using compare::Distribution;
using compare::DurationBin;
using compare::DurationClass;

namespace {

using Random = std::mt19937_64;

/// From fractions of a nanosecond to hours; of some durations many.
std::vector<double> randomDurations(Random& random, std::size_t most)
{
    std::vector<double> durations(random() % (most + 1));
    for (double& ns : durations) {
        const auto power = static_cast<double>(random() % 130) / 10 - 0.5;
        ns = random() % 3 == 0 ? std::pow(10, std::round(power)) : std::pow(10, power);
    }
    std::ranges::sort(durations);
    return durations;
}

std::vector<DurationClass> classesOf(const std::vector<double>& durations)
{
    std::map<double, std::uint64_t> counted;
    for (const double ns : durations) {
        ++counted[ns];
    }
    std::vector<DurationClass> classes;
    for (const auto& [ns, visits] : counted) {
        classes.push_back({.ns = ns, .visits = visits});
    }
    return classes;
}

std::uint64_t countIn(const std::vector<double>& durations, double low, double high)
{
    return static_cast<std::uint64_t>(std::ranges::count_if(
        durations, [low, high](double ns) { return low <= ns && ns < high; }));
}

double shareOf(std::uint64_t part, const std::vector<double>& durations)
{
    return durations.empty() ? Distribution::kNone
                             : static_cast<double>(part) / static_cast<double>(durations.size());
}

bool isSame(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

/// Whether a bin says of a run what counting says.
bool isRight(const DurationBin& bin, const std::vector<double>& a, const std::vector<double>& b)
{
    const std::uint64_t inA = countIn(a, bin.low, bin.high);
    const std::uint64_t inB = countIn(b, bin.low, bin.high);
    return bin.visitsA == inA && bin.visitsB == inB && isSame(bin.shareA, shareOf(inA, a))
           && isSame(bin.shareB, shareOf(inB, b))
           && isSame(bin.upToA, shareOf(countIn(a, 0, bin.high), a))
           && isSame(bin.upToB, shareOf(countIn(b, 0, bin.high), b));
}

double medianOf(const std::vector<double>& durations)
{
    return durations.empty() ? Distribution::kNone : durations[(durations.size() - 1) / 2];
}

}  // namespace

class TestDistribution : public QObject {
    Q_OBJECT

private slots:
    void everyBinHasTheVisitsBetweenItsBounds();
    void binsAreAsManyAsFit();
    void anEdgeBelongsToTheBinThatBeginsThere();
    void aRunWithoutVisitsHasNoShares();
    void shareUpToCountsWhatIsNoLonger();
    void aMeasurementKnowsTheDurationsOfAllFunctionsOfAName();
};

void TestDistribution::everyBinHasTheVisitsBetweenItsBounds()
{
    Random random(5);
    for (int round = 0; round < 300; ++round) {
        const auto a = randomDurations(random, 60);
        const auto b = randomDurations(random, 60);
        const auto wide = compare::kBinsPerDecade[random() % std::size(compare::kBinsPerDecade)];
        const auto found =
            compare::distributionOf(classesOf(a), classesOf(b), random() % 2 == 0 ? 0 : wide);
        std::uint64_t visits = 0;
        for (const DurationBin& bin : found.rows) {
            QVERIFY(isRight(bin, a, b));
            visits += bin.visitsA + bin.visitsB;
        }
        QCOMPARE(visits, std::uint64_t{a.size() + b.size()});  // none is left out
        QCOMPARE(found.visitsA, std::uint64_t{a.size()});
        QVERIFY(isSame(found.medianA, medianOf(a)) && isSame(found.medianB, medianOf(b)));
        for (std::size_t i = 1; i < found.rows.size(); ++i) {
            QVERIFY(found.rows[i - 1].high == found.rows[i].low);
        }
    }
}

void TestDistribution::binsAreAsManyAsFit()
{
    const std::pair<double, std::uint64_t> cases[] = {
        {1.01, 100}, {5, 100}, {38, 50}, {9e3, 20}, {9e7, 10}, {9e13, 5}, {1e18, 2}};
    for (const auto& [most, perDecade] : cases) {
        const std::vector<DurationClass> all{{.ns = 1, .visits = 1}, {.ns = most, .visits = 1}};
        const auto found = compare::distributionOf(all, {});
        QCOMPARE(found.perDecade, perDecade);
        QVERIFY(found.rows.size() <= compare::kMostBins);
    }
}

void TestDistribution::anEdgeBelongsToTheBinThatBeginsThere()
{
    for (const double ns : {1.0, 1000.0, 1e6, 1e9, 1e15}) {
        const std::vector<DurationClass> one{{.ns = ns, .visits = 3}};
        const auto found = compare::distributionOf(one, {}, 10);
        QCOMPARE(found.rows.size(), std::size_t{1});
        QCOMPARE(found.rows.front().low, ns);
        QVERIFY(found.rows.front().high > ns);
    }
}

void TestDistribution::aRunWithoutVisitsHasNoShares()
{
    const std::vector<DurationClass> some{{.ns = 10, .visits = 2}};
    const auto found = compare::distributionOf(some, {});
    QVERIFY(std::isnan(found.medianB) && std::isnan(found.rows.front().upToB));
    QCOMPARE(found.rows.front().upToA, 1.0);
    QVERIFY(compare::distributionOf({}, {}).rows.empty());
}

void TestDistribution::shareUpToCountsWhatIsNoLonger()
{
    Random random(6);
    for (int round = 0; round < 100; ++round) {
        const auto durations = randomDurations(random, 40);
        const double at = durations.empty() ? 1 : durations[random() % durations.size()];
        const auto expected = static_cast<std::uint64_t>(
            std::ranges::count_if(durations, [at](double ns) { return ns <= at; }));
        QVERIFY(isSame(compare::shareUpTo(classesOf(durations), at), shareOf(expected, durations)));
    }
}

void TestDistribution::aMeasurementKnowsTheDurationsOfAllFunctionsOfAName()
{
    auto definitions = std::make_shared<Definitions>();
    definitions->clock.ticksPerSecond = 500'000'000;
    for (const char* name : {"a", "b", "a"}) {
        Region region;
        region.ref = RegionRef(static_cast<std::uint32_t>(definitions->regions.size()));
        region.name = name;
        definitions->regions.push_back(region);
    }
    definitions->buildLookups();
    query::DurationSummary summary;
    summary.rows = {
        {.key = 0, .duration = 0, .visits = 1},
        {.key = 0, .duration = 8, .visits = 2},
        {.key = 1, .duration = 9, .visits = 5},
        {.key = 2, .duration = 8, .visits = 3},
        {.key = 2, .duration = 2048, .visits = 1}};  // of ten bits: 2048 … 2051
    compare::Measurement measurement(definitions, {}, {}, false);
    QVERIFY(measurement.durationsOf("a").empty());
    const auto taken = measurement.take(std::make_shared<const query::Answer>(
        query::Table{.window = {}, .answer = table::Value::of(summary)}));
    QVERIFY(taken.isOk());
    const std::vector<DurationClass> expected{
        {.ns = 1, .visits = 1}, {.ns = 16, .visits = 5}, {.ns = 4099, .visits = 1}};
    QVERIFY(measurement.durationsOf("a") == expected);
    QVERIFY(measurement.durationsOf("c").empty());
}

VELLUM_TEST_APPLESS(TestDistribution)
#include "test_distribution.moc"
