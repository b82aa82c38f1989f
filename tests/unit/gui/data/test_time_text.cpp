// How instants and durations are written: seconds or ticks, since the trace begins or as its clock went.

#include "gui/data/time_text.h"
#include "tests/support/program/test_program.h"

#include <QString>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::data::durationText;
using gui::data::instantText;

namespace {

ClockProperties clockOf(std::uint64_t offset, std::uint64_t realtimeNs)
{
    return {
        .ticksPerSecond = 1'000'000'000,
        .globalOffset = offset,
        .length = 0,
        .realtimeNs = realtimeNs};
}

}  // namespace

class TestTimeText : public QObject {
    Q_OBJECT

private slots:
    static void cleanup() { gui::data::setTimeStyle({}); }

    static void atFirstTheyAreSecondsOfTheTrace()
    {
        const ClockProperties clock = clockOf(77, 1);
        QCOMPARE(instantText(1'245'864'330, clock), QStringLiteral("1.245864330 s"));
        QCOMPARE(durationText(11'503, clock), QStringLiteral("11.5 µs"));
        const Tick second = 1'000'000'000;
        QCOMPARE(durationText(599 * second, clock), QStringLiteral("599 s"));
        QCOMPARE(durationText(720 * second + second / 2, clock), QStringLiteral("12 min 1 s"));
        QCOMPARE(durationText(-3'600 * second, clock), QStringLiteral("-1 h"));
        QCOMPARE(durationText(457'919 * second, clock), QStringLiteral("5 d 7 h 12 min"));
    }

    static void ticksAreAsTheyAre()
    {
        gui::data::setTimeStyle({.inTicks = true, .isAbsolute = false});
        const ClockProperties clock = clockOf(1'000, 1);
        QCOMPARE(instantText(1'245'864'330, clock), QStringLiteral("1,245,864,330 ticks"));
        QCOMPARE(instantText(-5, clock), QStringLiteral("-5 ticks"));
        QCOMPARE(durationText(11'503, clock), QStringLiteral("11,503 ticks"));
        QCOMPARE(durationText(1, clock), QStringLiteral("1 tick"));
        gui::data::setTimeStyle({.inTicks = true, .isAbsolute = true});
        QCOMPARE(instantText(234, clock), QStringLiteral("1,234 ticks"));
        QCOMPARE(durationText(234, clock), QStringLiteral("234 ticks"));  // no instant
    }

    static void absoluteIsTheRecordersClockToTheNanosecond()
    {
        gui::data::setTimeStyle({.inTicks = false, .isAbsolute = true});
        const ClockProperties clock = clockOf(1'700'000'000'123'456'789, 0);
        QCOMPARE(instantText(1, clock), QStringLiteral("1700000000.123456790 s"));
        QVERIFY(!gui::data::shownDay(clock));
    }

    static void whereItIsKnownItIsTheTimeOfDay()
    {
        gui::data::setTimeStyle({.inTicks = false, .isAbsolute = true});
        // 2023-11-14 22:13:20 UTC
        const ClockProperties clock = clockOf(5, 1'700'000'000'000'000'000);
        QCOMPARE(instantText(1'000'000'007, clock), QStringLiteral("22:13:21.000000007"));
        QCOMPARE(instantText(7'200'000'000'000, clock), QStringLiteral("00:13:20.000000000"));
        QCOMPARE(gui::data::shownDay(clock).value_or(QString()), QStringLiteral("2023-11-14"));
    }
};

VELLUM_TEST_GUILESS(TestTimeText)
#include "test_time_text.moc"
