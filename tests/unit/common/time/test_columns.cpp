#include "common/time/columns.h"
#include "tests/support/program/test_program.h"

#include <random>

using vellum::Columns;
using vellum::Tick;
using vellum::TickRange;

/// Columns cut a range as charts do; the oracle is the definition itself.
class TestColumns : public QObject {
    Q_OBJECT

private slots:
    void coverTheRangeWithoutGapOrOverlap();
    void columnOfFindsTheColumnThatHoldsATick();
    void rangesOfTheWholeSixtyFourBitsDoNotOverflow();
};

void TestColumns::coverTheRangeWithoutGapOrOverlap()
{
    std::mt19937_64 random(1);  // NOLINT(cert-msc51-cpp): the same numbers each time
    for (int round = 0; round < 200; ++round) {
        const auto begin = static_cast<Tick>(random() % 2'000) - 1'000;
        const auto length = static_cast<Tick>(random() % 500) + 1;
        const Columns columns{
            .range = {.begin = begin, .end = begin + length},
            .count = static_cast<std::int64_t>(random() % 300) + 1};
        Tick expected = begin;
        for (std::int64_t i = 0; i < columns.count; ++i) {
            const TickRange column = columns.column(i);
            QCOMPARE(column.begin, expected);
            QVERIFY(column.length() >= length / columns.count);
            QVERIFY(column.length() <= length / columns.count + 1);
            expected = column.end;
        }
        QCOMPARE(expected, begin + length);
    }
}

void TestColumns::columnOfFindsTheColumnThatHoldsATick()
{
    std::mt19937_64 random(2);  // NOLINT(cert-msc51-cpp): the same numbers each time
    for (int round = 0; round < 200; ++round) {
        const auto begin = static_cast<Tick>(random() % 2'000) - 1'000;
        const auto length = static_cast<Tick>(random() % 200) + 1;
        const Columns columns{
            .range = {.begin = begin, .end = begin + length},
            .count = static_cast<std::int64_t>(random() % 300) + 1};
        for (Tick tick = begin; tick < begin + length; ++tick) {
            const std::int64_t found = columns.columnOf(tick);
            QVERIFY(found >= 0 && found < columns.count);
            QVERIFY(columns.column(found).contains(tick));
        }
    }
}

void TestColumns::rangesOfTheWholeSixtyFourBitsDoNotOverflow()
{
    constexpr Tick kFar = std::numeric_limits<Tick>::max() - 1;
    const Columns columns{.range = {.begin = 0, .end = kFar}, .count = 65'536};
    QCOMPARE(columns.boundary(65'536), kFar);
    QCOMPARE(columns.columnOf(kFar - 1), std::int64_t{65'535});
    QVERIFY(columns.column(40'000).contains(columns.boundary(40'000)));
}

VELLUM_TEST_GUILESS(TestColumns)
#include "test_columns.moc"
