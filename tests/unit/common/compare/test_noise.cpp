#include "common/compare/noise.h"
#include "common/compare/ratio_interval.h"
#include "tests/support/program/test_program.h"

#include <QString>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using compare::NoiseTest;
using compare::testNoise;
using compare::Verdict;

namespace {

using Values = std::vector<double>;

/// Long-tailed, as durations are.
Values durations(std::mt19937_64& random, std::size_t count, double factor = 1)
{
    std::lognormal_distribution<double> distribution(8, 0.4);
    Values values(count);
    std::ranges::generate(values, [&] { return factor * distribution(random); });
    std::ranges::sort(values);
    return values;
}

/// All ratios, sorted.
Values slowRatios(const Values& a, const Values& b)
{
    Values ratios;
    for (const double inA : a) {
        for (const double inB : b) {
            ratios.push_back(inB / inA);
        }
    }
    std::ranges::sort(ratios);
    return ratios;
}

bool areNear(double a, double b)
{
    return std::abs(a - b) <= 1e-8 * std::abs(b);
}

/// The tests of runs that differ by chance alone; how many rows are not the same.
int wrongVerdicts(std::uint64_t seed, int rows)
{
    std::mt19937_64 random(seed);
    std::vector<NoiseTest> tests;
    tests.reserve(static_cast<std::size_t>(rows));
    for (int row = 0; row < rows; ++row) {
        const std::size_t count = 5 + random() % 60;
        const Values a = durations(random, count);
        tests.push_back(testNoise(a, durations(random, 5 + random() % 60)));
    }
    std::vector<NoiseTest*> together;
    together.reserve(tests.size());
    for (NoiseTest& test : tests) {
        together.push_back(&test);
    }
    compare::judgeTogether(together);
    return static_cast<int>(std::ranges::count_if(
        tests, [](const NoiseTest& test) { return test.verdict != Verdict::Same; }));
}

Verdict verdictAlone(const Values& a, const Values& b)
{
    NoiseTest test = testNoise(a, b);
    NoiseTest* const tests[] = {&test};
    compare::judgeTogether(tests);
    return test.verdict;
}

}  // namespace

class TestNoise : public QObject {
    Q_OBJECT

private slots:
    void intervalsAreThoseOfAllRatios();
    void intervalsHoldTheFactor();
    void noiseAloneIsTheSame();
    void plantedChangesAreFound();
    void smallChangesAreTheSame();
    void fewVisitsAreTooFew();
    void adjustedOnesAreThoseOfBenjaminiAndHochberg();
};

void TestNoise::intervalsAreThoseOfAllRatios()
{
    std::mt19937_64 random(1);
    for (int round = 0; round < 100; ++round) {
        Values a = durations(random, 1 + random() % 40);
        const Values b = durations(random, 1 + random() % 40, 1.5);
        if (round % 3 == 0) {  // many alike
            std::ranges::transform(a, a.begin(), [](double ns) { return std::ceil(ns / 1000); });
        }
        const Values ratios = slowRatios(a, b);
        const auto pairs = static_cast<double>(ratios.size());
        const double deviation =
            std::sqrt(pairs * static_cast<double>(a.size() + b.size() + 1) / 12);
        const auto least = static_cast<std::size_t>(
            std::max(1.0, std::floor(pairs / 2 - 1.959963984540054 * deviation)));
        const auto interval = compare::ratioInterval(a, b);
        QVERIFY(areNear(interval.ratio, ratios[(ratios.size() + 1) / 2 - 1]));
        QVERIFY(areNear(interval.low, ratios[least - 1]));
        QVERIFY(areNear(interval.high, ratios[ratios.size() - least]));
    }
}

void TestNoise::intervalsHoldTheFactor()
{
    std::mt19937_64 random(2);
    int held = 0;
    constexpr int kRounds = 400;
    for (int round = 0; round < kRounds; ++round) {
        const Values a = durations(random, 30);
        const auto interval = compare::ratioInterval(a, durations(random, 25, 1.3));
        held += interval.low <= 1.3 && 1.3 <= interval.high ? 1 : 0;
    }
    QVERIFY2(held >= kRounds * 92 / 100, qPrintable(QString::number(held)));
    QVERIFY2(held <= kRounds * 98 / 100, qPrintable(QString::number(held)));
}

void TestNoise::noiseAloneIsTheSame()
{
    constexpr int kSeeds = 200;
    int clean = 0;
    for (int seed = 0; seed < kSeeds; ++seed) {
        clean += wrongVerdicts(static_cast<std::uint64_t>(seed), 20) == 0 ? 1 : 0;
    }
    QVERIFY2(clean >= kSeeds * 95 / 100, qPrintable(QString::number(clean)));
}

void TestNoise::plantedChangesAreFound()
{
    std::mt19937_64 random(4);
    for (int round = 0; round < 50; ++round) {
        const Values a = durations(random, 200);
        QCOMPARE(verdictAlone(a, durations(random, 200, 1.5)), Verdict::Slower);
        QCOMPARE(verdictAlone(a, durations(random, 200, 0.6)), Verdict::Faster);
    }
}

/// However sure it is that there is one.
void TestNoise::smallChangesAreTheSame()
{
    Values a(1000);
    std::iota(a.begin(), a.end(), 1e6);
    Values b(1000);
    std::iota(b.begin(), b.end(), 1.005e6);
    const NoiseTest test = testNoise(a, b);
    QVERIFY(test.p < 1e-9);
    QCOMPARE(test.effect, 1.0);
    QCOMPARE(verdictAlone(a, b), Verdict::Same);
}

void TestNoise::fewVisitsAreTooFew()
{
    const Values four{1, 2, 3, 4};
    const Values many(100, 50.0);
    NoiseTest test = testNoise(four, many);
    NoiseTest* const tests[] = {&test};
    compare::judgeTogether(tests);
    QCOMPARE(test.verdict, Verdict::TooFew);
    QVERIFY(std::isnan(test.p) && std::isnan(test.pAdjusted) && std::isnan(test.ratio));
    QCOMPARE(test.medianA, 2.5);
    QCOMPARE(test.spreadA, 1.0);
    QCOMPARE(test.samplesB, std::uint64_t{100});
    QVERIFY(std::isnan(testNoise({}, many).medianA));
}

void TestNoise::adjustedOnesAreThoseOfBenjaminiAndHochberg()
{
    std::mt19937_64 random(8);
    std::vector<NoiseTest> tests(12);
    std::vector<NoiseTest*> together;
    together.reserve(tests.size());
    for (NoiseTest& test : tests) {
        test.p = random() % 4 == 0 ? NoiseTest::kNone : static_cast<double>(random() % 1000) / 1000;
        together.push_back(&test);
    }
    compare::judgeTogether(together);
    const auto count = static_cast<double>(
        std::ranges::count_if(tests, [](const NoiseTest& test) { return !std::isnan(test.p); }));
    for (const NoiseTest& test : tests) {
        double least = 1;  // over all that are at least as large: p · count / how many are as small
        for (const NoiseTest& other : tests) {
            const auto asSmall = static_cast<double>(std::ranges::count_if(
                tests, [&](const NoiseTest& third) { return third.p <= other.p; }));
            least = other.p >= test.p ? std::min(least, other.p * count / asSmall) : least;
        }
        QVERIFY(
            std::isnan(test.p) ? std::isnan(test.pAdjusted)
                               : std::abs(test.pAdjusted - least) < 1e-12);
    }
}

VELLUM_TEST_APPLESS(TestNoise)
#include "test_noise.moc"
