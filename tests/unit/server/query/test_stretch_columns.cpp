#include "server/query/stretch_columns.h"
#include "tests/support/program/test_program.h"

#include <algorithm>
#include <random>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using server::query::StretchColumns;

namespace {

/// Column by column.
std::vector<Tick> slowSums(const Columns& columns, const std::vector<TickRange>& stretches)
{
    std::vector<Tick> sums;
    for (std::int64_t i = 0; i < columns.count; ++i) {
        Tick sum = 0;
        for (const TickRange& stretch : stretches) {
            sum += stretch.intersected(columns.column(i)).length();
        }
        sums.push_back(sum);
    }
    return sums;
}

std::vector<Tick> sumsOf(const Columns& columns, const std::vector<TickRange>& stretches)
{
    const StretchColumns adding(columns);
    StretchColumns::Sums sums = adding.empty();
    for (const TickRange& stretch : stretches) {
        adding.add(sums, stretch, adding.columnOf(stretch.begin), adding.columnOf(stretch.end - 1));
    }
    adding.finish(sums);
    return sums.ticks;
}

}  // namespace

class TestStretchColumns : public QObject {
    Q_OBJECT

private slots:
    void sumsAreThoseColumnByColumn_data();
    void sumsAreThoseColumnByColumn();
    void everyTickHasItsColumn();
    void emptyColumnsAndEndlessTimesAreNotServed();
};

void TestStretchColumns::sumsAreThoseColumnByColumn_data()
{
    QTest::addColumn<qint64>("begin");
    QTest::addColumn<qint64>("length");
    QTest::addColumn<int>("columns");
    QTest::newRow("one column") << qint64{-7} << qint64{100} << 1;
    QTest::newRow("a column a tick") << qint64{3} << qint64{50} << 50;
    QTest::newRow("one tick") << qint64{5} << qint64{1} << 1;
    QTest::newRow("uneven") << qint64{-1'000} << qint64{12'345} << 61;
    QTest::newRow("beyond 32 bits") << qint64{0} << (qint64{1} << 45) + 3 << 333;
    QTest::newRow("as long as can be") << -(qint64{1} << 47) << (qint64{1} << 48) << 65'536;
}

void TestStretchColumns::sumsAreThoseColumnByColumn()
{
    QFETCH(qint64, begin);
    QFETCH(qint64, length);
    QFETCH(int, columns);
    const Columns in{.range = {.begin = begin, .end = begin + length}, .count = columns};
    std::mt19937_64 random(4);
    const auto room = static_cast<std::uint64_t>(length);
    std::vector<TickRange> stretches;
    // One behind the other, as a location has them, so that sums fit.
    Tick at = begin;
    while (at < in.range.end && stretches.size() < 300) {
        const auto left = static_cast<std::uint64_t>(in.range.end - at);
        const std::uint64_t most = random() % 3 == 0 ? room / 4 : room / 200;
        const auto ticks = static_cast<Tick>(std::min(left, 1 + random() % (most + 1)));
        stretches.push_back({.begin = at, .end = at + ticks});
        at += ticks + static_cast<Tick>(random() % 2);
    }
    stretches.push_back(in.range);
    // And at the edges of columns.
    for (int i = 0; i < 50; ++i) {
        const auto column = static_cast<std::int64_t>(random() % static_cast<unsigned>(columns));
        stretches.push_back({.begin = in.boundary(column), .end = in.boundary(column + 1)});
    }
    std::erase_if(stretches, [](const TickRange& stretch) { return stretch.isEmpty(); });
    QVERIFY(StretchColumns::serves(in));
    QCOMPARE(sumsOf(in, stretches), slowSums(in, stretches));
}

void TestStretchColumns::everyTickHasItsColumn()
{
    const Columns in{.range = {.begin = -50, .end = 1'000}, .count = 331};
    const StretchColumns adding(in);
    std::size_t before = 0;
    for (Tick tick = in.range.begin; tick < in.range.end; ++tick) {
        const auto column = static_cast<std::size_t>(in.columnOf(tick));
        QCOMPARE(adding.columnOf(tick), column);
        QCOMPARE(adding.columnOf(tick, before), column);
        before = column;
    }
}

void TestStretchColumns::emptyColumnsAndEndlessTimesAreNotServed()
{
    QVERIFY(!StretchColumns::serves({.range = {.begin = 0, .end = 5}, .count = 6}));
    QVERIFY(!StretchColumns::serves({.range = {.begin = 0, .end = Tick{1} << 60U}, .count = 6}));
}

VELLUM_TEST_APPLESS(TestStretchColumns)
#include "test_stretch_columns.moc"
