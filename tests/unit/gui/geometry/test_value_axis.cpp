#include "gui/geometry/value_axis.h"
#include "tests/support/program/test_program.h"

#include <QLatin1Char>
#include <QString>
#include <QStringList>

#include <algorithm>
#include <limits>

using namespace vellum::gui::geometry;  // NOLINT(google-build-using-namespace)

namespace {

/// Whether the marks of a range are in it, and no more than asked for, about.
bool lieInside(double least, double length, int count)
{
    const auto ticks = makeValueTicks(least, least + length, count, "Bytes");
    return ticks.size() <= static_cast<std::size_t>(count) + 2
           && std::ranges::all_of(ticks, [&](const ValueTick& tick) {
                  return tick.value >= least - 1e-6 * length
                         && tick.value <= least + length * (1 + 1e-6);
              });
}

}  // namespace

class TestValueAxis : public QObject {
    Q_OBJECT

private slots:
    void stepsAreThoseOfTheUnit_data();
    void stepsAreThoseOfTheUnit();
    void ticksLieInsideTheRange();
    void anEmptyRangeHasOneMark();
    void whatIsNoRangeEnds();
};

void TestValueAxis::stepsAreThoseOfTheUnit_data()
{
    QTest::addColumn<double>("least");
    QTest::addColumn<double>("most");
    QTest::addColumn<int>("count");
    QTest::addColumn<QString>("unit");
    QTest::addColumn<QString>("labels");
    QTest::newRow("plain") << 0.0 << 100.0 << 5 << "W"
                           << "0 20 W 40 W 60 W 80 W 100 W";
    QTest::newRow("fives") << 0.0 << 13.0 << 3 << "W"
                           << "0 5 W 10 W";
    QTest::newRow("below zero") << -10.0 << 10.0 << 2 << ""
                                << "-10 0 10";
    QTest::newRow("bytes") << 0.0 << 60e6 << 4 << "Bytes"
                           << "0 16 MiB 32 MiB 48 MiB";
    QTest::newRow("not from zero") << 101.0 << 104.0 << 3 << "W"
                                   << "101 W 102 W 103 W 104 W";
}

void TestValueAxis::stepsAreThoseOfTheUnit()
{
    QFETCH(double, least);
    QFETCH(double, most);
    QFETCH(int, count);
    QFETCH(QString, unit);
    QStringList labels;
    for (const ValueTick& tick : makeValueTicks(least, most, count, unit.toStdString())) {
        labels.append(QString::fromStdString(tick.label));
    }
    QTEST(labels.join(QLatin1Char(' ')), "labels");
}

void TestValueAxis::ticksLieInsideTheRange()
{
    int faults = 0;
    for (const double least : {-7.3, 0.0, 1e-9, 5e12}) {
        for (const double length : {1e-6, 0.37, 12.0, 9.9e9}) {
            for (const int count : {1, 2, 7, 30}) {
                faults += lieInside(least, length, count) ? 0 : 1;
            }
        }
    }
    QCOMPARE(faults, 0);
}

void TestValueAxis::anEmptyRangeHasOneMark()
{
    QCOMPARE(makeValueTicks(5, 5, 3, "W").size(), std::size_t{1});
    QCOMPARE(makeValueTicks(5, 5, 3, "W").front().label, "5 W");
}

void TestValueAxis::whatIsNoRangeEnds()
{
    const double infinity = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    QCOMPARE(makeValueTicks(0, infinity, 3, "").size(), std::size_t{1});
    QCOMPARE(makeValueTicks(nan, 1, 3, "").size(), std::size_t{1});
    QCOMPARE(makeValueTicks(3, 1, 3, "").size(), std::size_t{1});
}

VELLUM_TEST_APPLESS(TestValueAxis)
#include "test_value_axis.moc"
