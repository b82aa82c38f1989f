// Ticks of several clocks on one axis, against the definition.

#include "gui/models/shared_axis.h"
#include "tests/support/program/test_program.h"

#include <QString>

#include <limits>
#include <random>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using namespace gui::models;  // NOLINT(google-build-using-namespace)

namespace {

__extension__ using Wide = __int128;

/// Whether \p found is the tick nearest to where \p tick is, the later one of two: in halves of the finest unit there is.
bool isNearest(Tick tick, const AxisClock& from, const AxisClock& to, Tick found)
{
    // (found - to.zero) / to.unit against (tick - from.zero) / from.unit, without a division.
    const Wide there = Wide(found - to.zero) * Wide(from.unit);
    const Wide here = Wide(tick - from.zero) * Wide(to.unit);
    const Wide late = there - here;  // in 1 / from.unit of a tick
    return -Wide(from.unit) < 2 * late && 2 * late <= Wide(from.unit);
}

class Dice {
public:
    explicit Dice(unsigned seed) : m_engine(seed) {}
    Tick operator()(Tick least, Tick most)
    {
        return std::uniform_int_distribution<Tick>(least, most)(m_engine);
    }

private:
    std::mt19937_64 m_engine;
};

}  // namespace

class TestSharedAxis : public QObject {
    Q_OBJECT

private slots:
    static void aTickIsMappedToTheNearest()
    {
        Dice dice(1);
        for (int i = 0; i < 20'000; ++i) {
            const AxisClock from{
                .zero = dice(-1'000, 1'000), .unit = std::uint64_t(dice(1, 3'000'000'000))};
            const AxisClock to{
                .zero = dice(-1'000, 1'000), .unit = std::uint64_t(dice(1, 3'000'000'000))};
            const Tick tick = dice(-5'000'000'000, 5'000'000'000);
            const Tick found = mapTick(tick, from, to);
            QVERIFY2(isNearest(tick, from, to, found), qPrintable(QString::number(i)));
        }
    }

    static void anAsFineClockGivesEveryTickBack()
    {
        Dice dice(2);
        for (int i = 0; i < 20'000; ++i) {
            const Tick coarse = dice(1, 3'000'000'000);
            const AxisClock from{.zero = dice(-1'000, 1'000), .unit = std::uint64_t(coarse)};
            const AxisClock to{
                .zero = dice(-1'000, 1'000), .unit = std::uint64_t(dice(coarse, 4'000'000'000))};
            const Tick tick = dice(-5'000'000'000, 5'000'000'000);
            QCOMPARE(mapTick(mapTick(tick, from, to), to, from), tick);
        }
    }

    static void whatIsBeyondSixtyFourBitsIsTheEnd()
    {
        constexpr Tick kMost = std::numeric_limits<Tick>::max();
        constexpr Tick kLeast = std::numeric_limits<Tick>::min();
        const AxisClock slow{.zero = 0, .unit = 1};
        const AxisClock fast{.zero = 0, .unit = std::numeric_limits<std::uint64_t>::max()};
        QCOMPARE(mapTick(kMost, slow, fast), kMost);
        QCOMPARE(mapTick(kLeast, slow, fast), kLeast);
        QCOMPARE(mapTick(kMost, {.zero = kLeast, .unit = 5}, {.zero = 7, .unit = 5}), kMost);
        QCOMPARE(mapRange({.begin = 1, .end = kMost}, slow, fast).end, kMost);
        QCOMPARE(mapTick(3, {.zero = 0, .unit = 0}, slow), Tick(3));  // no clock says so: as one
    }

    static void aTraceShowsWhatItHas()
    {
        const TickRange whole{.begin = 0, .end = 1'000};
        const auto part = [&](Tick begin, Tick end) {
            return shownPart({.begin = begin, .end = end}, whole, 10);
        };
        QCOMPARE(part(100, 200).range, (TickRange{.begin = 100, .end = 200}));
        QCOMPARE(part(-500, 500).range, (TickRange{.begin = 0, .end = 500}));
        QVERIFY(part(-500, 500).isAligned);
        QCOMPARE(part(900, 1'500).range, (TickRange{.begin = 900, .end = 1'000}));
        QCOMPARE(part(-9'000, 9'000).range, whole);
        QVERIFY(part(-9'000, 9'000).isAligned);
        // Nothing, or a stripe: its end, as long as asked for.
        QCOMPARE(part(2'000, 2'300).range, (TickRange{.begin = 700, .end = 1'000}));
        QVERIFY(!part(2'000, 2'300).isAligned);
        QCOMPARE(part(-300, 5).range, (TickRange{.begin = 0, .end = 305}));
        QVERIFY(!part(-300, 5).isAligned);
        QCOMPARE(part(5'000, 50'000).range, whole);
        // Shorter than anything that is shown.
        QCOMPARE(part(500, 502).range, (TickRange{.begin = 496, .end = 506}));
        QVERIFY(part(500, 502).isAligned);
    }

    /// Slowly: each tick of the trace that lies in the range, one by one.
    static void aPartIsEveryTickThatIsWanted()
    {
        Dice dice(3);
        for (int i = 0; i < 5'000; ++i) {
            const TickRange whole{.begin = dice(-50, 50), .end = dice(100, 200)};
            const Tick begin = dice(-100, 250);
            const TickRange wanted{.begin = begin, .end = begin + dice(1, 300)};
            const ShownPart part = shownPart(wanted, whole, 10);
            Tick inside = 0;
            for (Tick tick = whole.begin; tick < whole.end; ++tick) {
                const bool isWanted = tick >= wanted.begin && tick < wanted.end;
                inside += isWanted ? 1 : 0;
            }
            QVERIFY(part.range.begin >= whole.begin && part.range.end <= whole.end);
            QVERIFY(part.range.length() >= 10);
            if (inside >= 10 && inside >= wanted.length() / 20) {
                QCOMPARE(part.range.length(), inside);
                QVERIFY(part.isAligned);
            }
        }
    }

    static void allOfOneIsAllOfAll()
    {
        const std::vector<TraceOnAxis> traces = {
            {.whole = {.begin = 0, .end = 1'000}, .clock = {.zero = 300, .unit = 1'000}},
            {.whole = {.begin = 0, .end = 16'000}, .clock = {.zero = 2'000, .unit = 10'000}}};
        // The second lasts from -0.2 s to 1.4 s, the first from -0.3 s to 0.7 s.
        QCOMPARE(axisRange(traces, 0, traces[0].whole), (TickRange{.begin = 0, .end = 1'700}));
        QCOMPARE(
            axisRange(traces, 1, traces[1].whole), (TickRange{.begin = -1'000, .end = 16'000}));
        QCOMPARE(axisRange(traces, 0, {.begin = 1, .end = 9}), (TickRange{.begin = 1, .end = 9}));
        QCOMPARE(
            shownOfAll(traces, 0, traces[0].whole, 10),
            (std::vector<TickRange>{traces[0].whole, traces[1].whole}));
        QCOMPARE(
            shownOfAll(traces, 1, {.begin = 2'000, .end = 12'000}, 10)[0],
            (TickRange{.begin = 300, .end = 1'000}));
    }
};

VELLUM_TEST_GUILESS(TestSharedAxis)
#include "test_shared_axis.moc"
