// Places in a column of ticks, beside a look at each tick.

#include "server/store/time_column.h"
#include "tests/support/program/test_program.h"

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using server::store::TimeColumn;
using server::store::TimeColumnBuilder;

namespace {

/// Ticks that stand still, go on by little and leap; \p leap past 2^32 makes a column of whole ticks.
std::vector<Tick> randomTicks(std::mt19937_64& random, Tick leap)
{
    std::vector<Tick> ticks(random() % 900);
    Tick tick = -static_cast<Tick>(random() % 50);
    for (Tick& one : ticks) {
        const auto step = random() % 40;
        tick += step == 0 ? leap : step < 25 ? 0 : static_cast<Tick>(step);
        one = tick;
    }
    return ticks;
}

TimeColumn columnOf(const std::vector<Tick>& ticks)
{
    TimeColumnBuilder builder;
    for (const Tick tick : ticks) {
        builder.push(tick);
    }
    return builder.finish();
}

/// Ascending: around ticks of the column, and beyond both ends.
std::vector<Tick> questions(std::mt19937_64& random, const std::vector<Tick>& ticks)
{
    std::vector<Tick> asked{std::numeric_limits<Tick>::min() / 2, -1'000};
    for (int i = 0; i < 40 && !ticks.empty(); ++i) {
        asked.push_back(ticks[random() % ticks.size()] + static_cast<Tick>(random() % 3) - 1);
    }
    asked.push_back(std::numeric_limits<Tick>::max() / 2);
    std::ranges::sort(asked);
    return asked;
}

std::size_t slowFirstFrom(const std::vector<Tick>& ticks, Tick tick, std::size_t from)
{
    std::size_t place = from;
    while (place < ticks.size() && ticks[place] < tick) {
        ++place;
    }
    return std::min(place, ticks.size());
}

}  // namespace

class TestTimeColumn : public QObject {
    Q_OBJECT

private slots:
    void firstFromEqualsALookAtEachTick_data();
    void firstFromEqualsALookAtEachTick();
};

void TestTimeColumn::firstFromEqualsALookAtEachTick_data()
{
    QTest::addColumn<qint64>("leap");
    QTest::newRow("narrow") << qint64{5'000};
    QTest::newRow("at the end of 32 bits") << qint64{0xffff'fff0};
    QTest::newRow("wide") << qint64{0x5'0000'0000};
}

void TestTimeColumn::firstFromEqualsALookAtEachTick()
{
    QFETCH(const qint64, leap);
    std::mt19937_64 random(7);
    std::uint64_t differing = 0;
    for (int round = 0; round < 60; ++round) {
        const std::vector<Tick> ticks = randomTicks(random, leap);
        const TimeColumn column = columnOf(ticks);
        const std::vector<Tick> asked = questions(random, ticks);
        std::vector<std::size_t> each(asked.size());
        column.firstFromEach(asked, 0, each);
        for (std::size_t i = 0; i < asked.size(); ++i) {
            const std::size_t expected = slowFirstFrom(ticks, asked[i], 0);
            differing += column.firstFrom(asked[i]) == expected && each[i] == expected ? 0U : 1U;
            const std::size_t block = column.blockBefore(asked[i]);
            differing += column.firstFromBlock(block, asked[i]) == expected ? 0U : 1U;
            // The answer is known not to lie before.
            const std::size_t from = expected - random() % (expected + 1);
            differing += column.firstFrom(asked[i], from) == expected ? 0U : 1U;
        }
    }
    QCOMPARE(differing, 0U);
}

VELLUM_TEST_APPLESS(TestTimeColumn)
#include "test_time_column.moc"
