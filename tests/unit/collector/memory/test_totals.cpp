#include "collector/sources/memory/totals.h"
#include "tests/support/program/test_program.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <thread>
#include <vector>

using vellum::collector::memory::Totals;

/// Sums that many threads keep without a lock.
class TestTotals : public QObject {
    Q_OBJECT

private slots:
    void agreesWithOneSumOfAll();
    void addsUpWhatThreadsDo();
    void forgetsNothingOfThreadsThatHaveEnded();
    void beginsAnewWithWhatIsHeld();
};

/// Slow and obvious: one number, and its maximum since it was read.
void TestTotals::agreesWithOneSumOfAll()
{
    std::mt19937 random(1);
    const auto totals = std::make_unique<Totals>();
    std::vector<std::size_t> blocks;
    std::int64_t inUse = 0;
    std::int64_t peak = 0;
    std::uint64_t count = 0;
    for (int step = 0; step < 100'000; ++step) {
        if (blocks.empty() || random() % 2 == 0) {
            const std::size_t bytes = random() % 100 == 0 ? random() % 1'000'000 : random() % 1000;
            blocks.push_back(bytes);
            totals->allocated(bytes);
            inUse += static_cast<std::int64_t>(bytes);
            ++count;
        } else {
            std::swap(blocks[random() % blocks.size()], blocks.back());
            totals->freed(blocks.back());
            inUse -= static_cast<std::int64_t>(blocks.back());
            blocks.pop_back();
        }
        peak = std::max(peak, inUse);
        if (random() % 500 == 0) {
            const Totals::Reading reading = totals->read();
            QCOMPARE(static_cast<std::int64_t>(reading.inUse), inUse);
            QCOMPARE(reading.allocations, count);
            // What a thread has not told: below the true peak by so much, or above it by what it freed in silence.
            QVERIFY(static_cast<std::int64_t>(reading.peak) >= inUse);
            QVERIFY(std::abs(static_cast<std::int64_t>(reading.peak) - peak) <= Totals::kStep);
            peak = inUse;
        }
    }
}

void TestTotals::addsUpWhatThreadsDo()
{
    const auto totals = std::make_unique<Totals>();
    std::vector<std::jthread> threads;
    for (unsigned thread = 0; thread < 8; ++thread) {
        threads.emplace_back([&totals, thread] {
            for (unsigned i = 0; i < 20'000; ++i) {
                totals->allocated(100 + thread);
                totals->freed(i % 2 == 0 ? 100 + thread : 0);
            }
        });
    }
    threads.clear();
    const Totals::Reading reading = totals->read();
    QCOMPARE(reading.allocations, std::uint64_t{160'000});
    QCOMPARE(reading.allocatedBytes, std::uint64_t{20'000} * (800 + 28));
    QCOMPARE(reading.inUse, std::uint64_t{10'000} * (800 + 28));
}

/// 1000 threads that keep 60 KiB to themselves each: the peak must know of it at the latest with the second reading.
void TestTotals::forgetsNothingOfThreadsThatHaveEnded()
{
    const auto totals = std::make_unique<Totals>();
    for (int i = 0; i < 1000; ++i) {
        std::jthread([&totals] { totals->allocated(60'000); }).join();
    }
    QCOMPARE(totals->read().inUse, std::uint64_t{60'000'000});
    totals->allocated(1'000'000);
    totals->freed(1'000'000);
    const Totals::Reading reading = totals->read();
    QCOMPARE(reading.inUse, std::uint64_t{60'000'000});
    QVERIFY(reading.peak >= 61'000'000 - static_cast<std::uint64_t>(Totals::kStep));
    QVERIFY(reading.peak <= 61'000'000 + static_cast<std::uint64_t>(Totals::kStep));
}

void TestTotals::beginsAnewWithWhatIsHeld()
{
    const auto totals = std::make_unique<Totals>();
    totals->allocated(1'000'000);
    totals->allocated(500'000);
    totals->beginAnew();
    totals->freed(1'000'000);
    totals->allocated(10);
    const Totals::Reading reading = totals->read();
    QCOMPARE(reading.inUse, std::uint64_t{500'010});
    QCOMPARE(reading.allocations, std::uint64_t{1});
    QCOMPARE(reading.allocatedBytes, std::uint64_t{10});
}

VELLUM_TEST_GUILESS(TestTotals)
#include "test_totals.moc"
