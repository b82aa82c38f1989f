// The marks of a time axis, from nanoseconds to hours.

#include "gui/geometry/time_axis.h"
#include "tests/support/program/test_program.h"

#include <QLatin1Char>
#include <QString>
#include <QStringList>

#include <cmath>
#include <map>
#include <random>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::geometry::AxisTick;
using gui::geometry::makeTimeAxis;
using gui::geometry::TimeAxis;

namespace {

const ClockProperties kNanoseconds{.ticksPerSecond = 1'000'000'000};

/// "1.5 ms" or "-1 h 30 min" as seconds.
double secondsOf(const QString& text)
{
    static const std::map<QString, double> kUnits = {
        {"d", 86'400},
        {"h", 3'600},
        {"min", 60},
        {"s", 1},
        {"ms", 1e-3},
        {QStringLiteral("µs"), 1e-6},
        {"ns", 1e-9},
        {"ps", 1e-12}};
    const QStringList parts = text.split(QLatin1Char(' '));
    double seconds = 0;
    for (int i = 0; i < parts.size(); i += 2) {
        bool isNumber = false;
        const double number = parts.value(i).toDouble(&isNumber);
        const auto unit = kUnits.find(parts.value(i + 1));
        if (!isNumber || unit == kUnits.end()) {
            return std::nan("");
        }
        seconds += std::abs(number) * unit->second;
    }
    return text.startsWith(QLatin1Char('-')) ? -seconds : seconds;
}

std::vector<AxisTick> majors(const TimeAxis& axis)
{
    std::vector<AxisTick> result;
    for (const AxisTick& tick : axis.ticks) {
        if (tick.isMajor) {
            result.push_back(tick);
        }
    }
    return result;
}

QStringList labels(const TimeAxis& axis)
{
    QStringList result;
    for (const AxisTick& tick : majors(axis)) {
        result << tick.label;
    }
    return result;
}

void checkStep(double seconds, double slack)
{
    for (const double round :
         {15, 30, 60, 120, 300, 600, 900, 1'800, 3'600, 7'200, 10'800, 21'600}) {
        if (std::abs(seconds - round) <= 3 * slack + 1e-4 * seconds) {
            return;
        }
    }
    const double power = std::pow(10.0, std::floor(std::log10(seconds * 1.0001)));
    for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
        if (std::abs(seconds - factor * power) <= 3 * slack + 1e-4 * seconds) {
            return;
        }
    }
    QFAIL(qPrintable(QString::number(seconds)));
}

void check(TickRange range, double width, double apart)
{
    const TimeAxis axis = makeTimeAxis(range, kNanoseconds, width, apart);
    const auto found = majors(axis);
    const double base = axis.base.isEmpty() ? 0 : secondsOf(axis.base.left(axis.base.size() - 2));
    QVERIFY(!std::isnan(base));
    const double begin = kNanoseconds.toSeconds(range.begin);
    const double span = kNanoseconds.toSeconds(range.length());
    const double perPx = span / width;
    // What doubles of ten hours can tell apart, in pixels.
    const double slack = 0.01 + 1e-11 / perPx;
    for (std::size_t i = 0; i < found.size(); ++i) {
        QVERIFY(found[i].x >= -slack && found[i].x <= width + slack);
        const double at = base + secondsOf(found[i].label);
        QVERIFY2(
            std::abs((at - begin) / perPx - found[i].x) <= slack,
            qPrintable(axis.base + found[i].label));
        QVERIFY2(found[i].label.size() <= 12, qPrintable(axis.base + found[i].label));
        if (i > 0) {
            const double step = (found[i].x - found[i - 1].x);
            QVERIFY(step >= apart - slack);
            QVERIFY(step <= apart * 2.5 + slack);
            checkStep(step * perPx, slack * perPx);
            QVERIFY(found[i].label != found[i - 1].label);
        }
    }
    QVERIFY(static_cast<double>(found.size()) >= std::floor(width / (apart * 2.5 + slack)));
}

}  // namespace

class TestTimeAxis : public QObject {
    Q_OBJECT

private slots:
    static void cleanup() { gui::data::setTimeStyle({}); }

    static QStringList labelsOf(const TimeAxis& axis)
    {
        QStringList labels;
        for (const auto& tick : axis.ticks) {
            if (tick.isMajor) {
                labels << tick.label;
            }
        }
        return labels;
    }

    static void ticksAreWhole()
    {
        gui::data::setTimeStyle({.inTicks = true, .isAbsolute = false});
        const TimeAxis few = makeTimeAxis({5'000'001, 5'000'004}, kNanoseconds, 900, 100);
        QCOMPARE(few.base, QStringLiteral("5,000,001 +"));
        QCOMPARE(labelsOf(few), (QStringList{"0 ticks", "1 ticks", "2 ticks", "3 ticks"}));
        QCOMPARE(few.ticks.size(), std::size_t{4});
        const TimeAxis many = makeTimeAxis({0, 10'000}, kNanoseconds, 600, 100);
        QCOMPARE(labelsOf(many).at(1), QStringLiteral("2,000 ticks"));
        QVERIFY(many.base.isEmpty());
        gui::data::setTimeStyle({.inTicks = true, .isAbsolute = true});
        ClockProperties clock = kNanoseconds;
        clock.globalOffset = 7'000'000;
        const TimeAxis absolute = makeTimeAxis({5'000'000, 9'000'000}, clock, 600, 100);
        QCOMPARE(absolute.base, QStringLiteral("12,000,000 +"));
        QCOMPARE(labelsOf(absolute).front(), QStringLiteral("0 ticks"));
    }

    /// The clock of the recording to the nanosecond, though it has gone for years.
    static void absoluteTimesGoOnFromTheClock()
    {
        gui::data::setTimeStyle({.inTicks = false, .isAbsolute = true});
        ClockProperties clock = kNanoseconds;
        clock.globalOffset = 1'700'000'000'123'456'000;
        const TimeAxis axis = makeTimeAxis({789, 799}, clock, 1'000, 100);
        QCOMPARE(axis.base, QStringLiteral("1700000000.12345678 s +"));
        QCOMPARE(labelsOf(axis).front(), QStringLiteral("9 ns"));
        QVERIFY(std::abs(axis.ticks.front().x) < 1e-3);
        clock.globalOffset = 0;
        clock.realtimeNs = (13 * 3'600 + 5 * 60 + 4) * 1'000'000'000ULL;
        const TimeAxis ofDay = makeTimeAxis({0, 1'000'000'000}, clock, 600, 100);
        QCOMPARE(ofDay.base, QStringLiteral("13:05:04 +"));
        QCOMPARE(labelsOf(ofDay).at(1), QStringLiteral("0.2 s"));
    }

    static void knownAxes_data()
    {
        QTest::addColumn<Tick>("begin");
        QTest::addColumn<Tick>("end");
        QTest::addColumn<QString>("base");
        QTest::addColumn<QStringList>("labels");
        const Tick second = 1'000'000'000;
        QTest::newRow("1 s") << Tick{0} << second << ""
                             << QStringList{"0 s", "200 ms", "400 ms", "600 ms", "800 ms", "1 s"};
        QTest::newRow("10 ns") << Tick{0} << Tick{10} << ""
                               << QStringList{"0 ns", "2 ns", "4 ns", "6 ns", "8 ns", "10 ns"};
        QTest::newRow("a microsecond, late")
            << 5 * second << 5 * second + 1'000 << "5 s +"
            << QStringList{"0 ns", "200 ns", "400 ns", "600 ns", "800 ns", "1000 ns"};
        QTest::newRow("a tenth of a second of the second day")
            << 100'000 * second + second / 5 << 100'000 * second + second * 3 / 10
            << "1 d 3 h 46 min 40.2 s +"
            << QStringList{"0 ms", "20 ms", "40 ms", "60 ms", "80 ms", "100 ms"};
        QTest::newRow("two minutes after an hour")
            << 3'600 * second << 3'720 * second << "1 h +"
            << QStringList{"0 s", "20 s", "40 s", "60 s", "80 s", "100 s", "120 s"};
        QTest::newRow("an hour and a half")
            << Tick{0} << 5'400 * second << ""
            << QStringList{"0 s", "15 min", "30 min", "45 min", "1 h", "1 h 15 min", "1 h 30 min"};
        QTest::newRow("ten minutes of the third day")
            << 180'000 * second << 180'600 * second << "2 d 2 h +"
            << QStringList{"0 s", "2 min", "4 min", "6 min", "8 min", "10 min"};
        QTest::newRow("a week") << Tick{0} << Tick{7} * 86'400 * second << ""
                                << QStringList{"0 s", "2 d", "4 d", "6 d"};
    }

    static void knownAxes()
    {
        QFETCH(const Tick, begin);
        QFETCH(const Tick, end);
        QFETCH(const QString, base);
        QFETCH(const QStringList, labels);
        const TimeAxis axis = makeTimeAxis({.begin = begin, .end = end}, kNanoseconds, 1'000, 150);
        QCOMPARE(axis.base, base);
        const QStringList found = ::labels(axis);
        QCOMPARE(found.size(), labels.size());
        if (end - begin >= 600'000'000'000) {
            QCOMPARE(found, labels);  // long ones to the letter
        }
        for (int i = 0; i < labels.size(); ++i) {
            QVERIFY2(
                std::abs(secondsOf(found[i]) - secondsOf(labels[i])) < 1e-13,
                qPrintable(found.join(", ")));
        }
    }

    /// Whatever the window: steps of 1, 2, 5, labels apart, each where its time is.
    static void randomRanges()
    {
        std::mt19937_64 dice(5);
        for (int i = 0; i < 3'000; ++i) {
            const auto number = [&](Tick most) {
                return static_cast<Tick>(dice() % static_cast<std::uint64_t>(most));
            };
            const Tick hours = 36'000'000'000'000;
            const Tick length = 10 + number(Tick{1} << (4 + number(41)));
            const Tick begin = number(2) == 0 ? number(hours) : -number(hours) / 10;
            const double width = 100 + static_cast<double>(number(3'000));
            const double apart = 50 + static_cast<double>(number(100));
            check({.begin = begin, .end = begin + length}, width, apart);
            if (QTest::currentTestFailed()) {
                qWarning() << begin << length << width << apart;
                return;
            }
        }
    }

    static void nothingToMark()
    {
        QVERIFY(makeTimeAxis({.begin = 5, .end = 5}, kNanoseconds, 100, 50).ticks.empty());
        QVERIFY(makeTimeAxis({.begin = 5, .end = 50}, kNanoseconds, 0, 50).ticks.empty());
    }

    /// A clock finer than a nanosecond.
    static void picoseconds()
    {
        const ClockProperties clock{.ticksPerSecond = 1'000'000'000'000};
        const auto found = labels(makeTimeAxis({.begin = 0, .end = 100}, clock, 1'000, 150));
        QCOMPARE(found.value(1), QStringLiteral("20 ps"));
    }
};

VELLUM_TEST_GUILESS(TestTimeAxis)
#include "test_time_axis.moc"
