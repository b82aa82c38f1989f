#include "common/time/clock_properties.h"
#include "tests/support/program/test_program.h"

#include <QString>

#include <limits>

using vellum::ClockProperties;
using vellum::Tick;

class TestClockProperties : public QObject {
    Q_OBJECT

private slots:
    void parsesTimesOfACommandLine_data();
    void parsesTimesOfACommandLine();
    void refusesWhatIsNoTime_data();
    void refusesWhatIsNoTime();
    void formatsDurationsForPeople_data();
    void formatsDurationsForPeople();
    void formatsInstantsDownToTheTick();
    void formatsTheWallClockDownToTheNanosecond();
    void nanosecondsAreTheNearest();
};

void TestClockProperties::parsesTimesOfACommandLine_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qulonglong>("ticksPerSecond");
    QTest::addColumn<qlonglong>("tick");
    const auto row = [](const char* text, qulonglong perSecond, qlonglong tick) {
        QTest::newRow(text) << QString(text) << perSecond << tick;
    };
    row("1.25s", 1'000'000'000, 1'250'000'000);
    row("300ms", 1'000'000'000, 300'000'000);
    row("40us", 1'000'000'000, 40'000);
    row("40µs", 1'000'000'000, 40'000);
    row("12ns", 1'000'000'000, 12);
    row("4711t", 1'000'000'000, 4'711);
    row("-5t", 1'000'000'000, -5);
    row("-0.5s", 3, -2);       // -1.5 ticks, floored
    row("1ns", 1'000'000, 0);  // between two ticks
    row("9223372036854775807t", 1, std::numeric_limits<Tick>::max());
    row("1s", 2'260'997'333, 2'260'997'333);
    row("0.1s", 10, 1);  // exact: a double's 0.1 times 10 is luck
    row("2.5t", 1'000, 2);
    row("+3s", 10, 30);
    row("1e3s", 10, 10'000);
    row("-1.5E-3s", 1'000'000, -1'500);
    row("12e+1t", 1, 120);
}

void TestClockProperties::parsesTimesOfACommandLine()
{
    QFETCH(QString, text);
    QFETCH(qulonglong, ticksPerSecond);
    QFETCH(qlonglong, tick);
    const auto parsed =
        vellum::parseTick(text.toStdString(), ClockProperties{.ticksPerSecond = ticksPerSecond});
    QVERIFY(parsed.has_value());
    QCOMPARE(qlonglong{*parsed}, tick);
}

void TestClockProperties::refusesWhatIsNoTime_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text :
         {"",
          "s",
          "12",
          "1.2.3s",
          "abc",
          "1e",
          "1es",
          "1e+s",
          "1e1.5s",
          "1e99s",
          "1e-99s",
          "e3s",
          "+-1s",
          "--1s",
          "1 s",
          "1 000s",
          ".s",
          "t",
          "9223372036854775808t",
          "99999999999999999999999999999999s",
          "1min"}) {
        QTest::newRow(text) << QString(text);
    }
}

void TestClockProperties::refusesWhatIsNoTime()
{
    QFETCH(QString, text);
    QVERIFY(!vellum::parseTick(text.toStdString(), ClockProperties{}).has_value());
}

void TestClockProperties::formatsDurationsForPeople_data()
{
    QTest::addColumn<qlonglong>("nanoseconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << 0LL << "0 s";
    QTest::newRow("one") << 1LL << "1.00 ns";
    QTest::newRow("three digits") << 417LL << "417 ns";
    QTest::newRow("just below a unit") << 999'499LL << "999 µs";
    QTest::newRow("rounds into the next unit") << 999'999LL << "1.00 ms";
    QTest::newRow("two digits") << 11'100'000LL << "11.1 ms";
    QTest::newRow("seconds") << 2'698'921'915LL << "2.70 s";
    QTest::newRow("negative") << -1'500LL << "-1.50 µs";
    QTest::newRow("hours stay seconds") << 7'200'000'000'000LL << "7,200 s";
    QTest::newRow("a year, backwards") << -31'536'000'000'000'000LL << "-31,536,000 s";
    QTest::newRow("three digits have no group") << 999'000'000'000LL << "999 s";
}

void TestClockProperties::formatsDurationsForPeople()
{
    QFETCH(qlonglong, nanoseconds);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(vellum::formatDuration(nanoseconds, ClockProperties{})), text);
}

void TestClockProperties::formatsInstantsDownToTheTick()
{
    const auto text = [](Tick tick, std::uint64_t perSecond) {
        return QString::fromStdString(
            vellum::formatInstant(tick, ClockProperties{.ticksPerSecond = perSecond}));
    };
    QCOMPARE(text(1'245'864'330, 1'000'000'000), QString("1.245864330 s"));
    QCOMPARE(text(1, 1'000'000), QString("0.000001 s"));
    QCOMPARE(text(3, 1), QString("3 s"));
    QCOMPARE(text(0, 1'000'000'000), QString("0.000000000 s"));
    QCOMPARE(text(-2, 1'000'000'000), QString("-0.000000002 s"));
    QCOMPARE(text(2, 3), QString("0.7 s"));
    QCOMPARE(text(2'999'999'999, 3'000'000'000), QString("0.9999999997 s"));
    QCOMPARE(text(999'999'999'999'999, 1'000'000'000'000'000), QString("1.000000000000 s"));
    // More than 104 days of nanoseconds, more than a double has.
    QCOMPARE(text(9'007'199'254'740'993, 1'000'000'000), QString("9007199.254740993 s"));
    QCOMPARE(
        text(std::numeric_limits<Tick>::max(), 1'000'000'000), QString("9223372036.854775807 s"));
    QCOMPARE(
        text(std::numeric_limits<Tick>::min(), 1'000'000'000), QString("-9223372036.854775808 s"));
}

void TestClockProperties::formatsTheWallClockDownToTheNanosecond()
{
    QCOMPARE(vellum::formatWallClock(0), std::string("1970-01-01 00:00:00.000000000 UTC"));
    QCOMPARE(
        vellum::formatWallClock(1'709'210'096'000'000'042),
        std::string("2024-02-29 12:34:56.000000042 UTC"));
    QCOMPARE(
        vellum::formatWallClock(18'446'744'073'709'551'615U),
        std::string("2554-07-21 23:34:33.709551615 UTC"));
}

void TestClockProperties::nanosecondsAreTheNearest()
{
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    const ClockProperties thirds{.ticksPerSecond = 3'000'000'000};
    QCOMPARE(thirds.toNanoseconds(4), std::int64_t{1});
    QCOMPARE(thirds.toNanoseconds(5), std::int64_t{2});
    QCOMPARE(thirds.toNanoseconds(-5), std::int64_t{-2});
    const ClockProperties halves{.ticksPerSecond = 2'000'000'000};
    QCOMPARE(halves.toNanoseconds(3), std::int64_t{2});
    QCOMPARE(halves.toNanoseconds(-3), std::int64_t{-2});
    QCOMPARE(ClockProperties{}.toNanoseconds(kMost), kMost);
    QCOMPARE(ClockProperties{.ticksPerSecond = 1}.toNanoseconds(kMost), kMost);
    QCOMPARE(ClockProperties{.ticksPerSecond = 1}.toNanoseconds(-kMost), -kMost - 1);
    const ClockProperties fastest{.ticksPerSecond = ~std::uint64_t{0}};
    QCOMPARE(fastest.toNanoseconds(kMost), std::int64_t{500'000'000});
}

VELLUM_TEST_GUILESS(TestClockProperties)
#include "test_clock_properties.moc"
