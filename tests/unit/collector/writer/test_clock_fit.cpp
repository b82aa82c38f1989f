#include "collector/writer/clock_fit.h"
#include "tests/support/program/test_program.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <random>

using vellum::collector::writer::ClockMap;
using vellum::collector::writer::ClockTries;
using vellum::collector::writer::fitClock;

class TestClockFit : public QObject {
    Q_OBJECT

private slots:
    void isTheClockItselfWithoutATry();
    void findsAClockWhateverTheWaysTake();
    void takesTheRatesWhereItComparedOnce();
    void readsTwiceTheSameComparisonAsOne();
    void neverGoesBack();
    void startsAtZeroWhereTheOtherClockHadNotBegun();
};

namespace {

constexpr std::uint64_t kRate = 2'600'000'000;
constexpr std::uint64_t kMasterRate = 1'000'000'000;
constexpr std::uint64_t kOffset = 71'000'000'000'000;

/// A clock that runs at kRate but for \p partsPerMillion, and that said kOffset when the other one said 0.
struct TrueClock {
    double partsPerMillion = 0;

    [[nodiscard]] std::uint64_t at(double masterNs) const
    {
        const double rate = static_cast<double>(kRate) * (1 + partsPerMillion * 1e-6);
        return kOffset + static_cast<std::uint64_t>(std::llround(masterNs * rate * 1e-9));
    }
};

/// Ways take at least 400 ns, there and back, and some take a hundred times as long.
ClockTries triesAt(double masterNs, const TrueClock& clock, std::mt19937& random)
{
    std::exponential_distribution<double> delay(1.0 / 2000);
    ClockTries tries;
    for (int i = 0; i < 200; ++i) {
        const double said = masterNs + 400 + delay(random);
        const double back = said + 400 + delay(random);
        tries.push_back(
            {.begin = clock.at(masterNs),
             .master = static_cast<std::uint64_t>(std::llround(said)),
             .end = clock.at(back)});
        masterNs = back + 50;
    }
    return tries;
}

double errorNs(const ClockMap& map, const TrueClock& clock, double masterNs)
{
    return static_cast<double>(map(clock.at(masterNs))) - masterNs;
}

double largestErrorNs(const ClockMap& map, const TrueClock& clock, double begin, double end)
{
    constexpr int kSteps = 50;
    double largest = 0;
    for (int i = 0; i <= kSteps; ++i) {
        const double now = begin + (end - begin) * i / kSteps;
        largest = std::max(largest, std::abs(errorNs(map, clock, now)));
    }
    return largest;
}

}  // namespace

void TestClockFit::isTheClockItselfWithoutATry()
{
    const ClockMap map = fitClock({}, {}, kRate, kMasterRate);
    for (const std::uint64_t tick : {std::uint64_t{0}, std::uint64_t{17}, kOffset}) {
        QCOMPARE(map(tick), tick);
    }
}

void TestClockFit::findsAClockWhateverTheWaysTake()
{
    std::mt19937 random(1);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same each time
    for (const double partsPerMillion : {0.0, 40.0, -300.0, 1000.0}) {
        const TrueClock clock{.partsPerMillion = partsPerMillion};
        constexpr double kBegin = 5e9;
        constexpr double kEnd = 60e9;
        const ClockTries first = triesAt(kBegin, clock, random);
        const ClockTries last = triesAt(kEnd, clock, random);
        const ClockMap map = fitClock(first, last, kRate, kMasterRate);
        const double error = largestErrorNs(map, clock, kBegin, kEnd);
        QVERIFY2(error < 60, qPrintable(QString::number(error)));
    }
}

void TestClockFit::takesTheRatesWhereItComparedOnce()
{
    std::mt19937 random(2);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same each time
    const TrueClock clock;
    const ClockMap map = fitClock(triesAt(5e9, clock, random), {}, kRate, kMasterRate);
    QVERIFY(std::abs(errorNs(map, clock, 50e9)) < 60);
}

void TestClockFit::readsTwiceTheSameComparisonAsOne()
{
    const ClockTries tries{{.begin = 100, .master = 1000, .end = 120}};
    const ClockMap map = fitClock(tries, tries, 10, 20);
    QCOMPARE(map(110), std::uint64_t{1000});
    QCOMPARE(map(111), std::uint64_t{1002});
}

void TestClockFit::neverGoesBack()
{
    std::mt19937 random(3);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same each time
    const TrueClock clock{.partsPerMillion = 250};
    const ClockMap map =
        fitClock(triesAt(5e9, clock, random), triesAt(6e9, clock, random), kRate, kMasterRate);
    std::uint64_t before = 0;
    for (std::uint64_t tick = clock.at(4e9); tick < clock.at(4e9) + 1000; ++tick) {
        QVERIFY(map(tick) >= before);
        before = map(tick);
    }
}

void TestClockFit::startsAtZeroWhereTheOtherClockHadNotBegun()
{
    const ClockMap map{.from = 1000, .to = 10, .fromLength = 1, .toLength = 1};
    QCOMPARE(map(995), std::uint64_t{5});
    QCOMPARE(map(900), std::uint64_t{0});
}

VELLUM_TEST_GUILESS(TestClockFit)
#include "test_clock_fit.moc"
