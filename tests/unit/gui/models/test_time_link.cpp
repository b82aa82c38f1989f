// Several views as one: what is shown of one is shown of all, and undone in all.

#include "gui/models/time_link.h"
#include "tests/support/program/test_program.h"

#include <QSignalSpy>
#include <QString>

#include <memory>
#include <random>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::models::TimeLink;
using gui::models::ViewHistory;

namespace {

struct Trace {
    TickRange whole;
    std::uint64_t ticksPerSecond = 1'000;
};

/// Traces that are coupled.
struct Pair {
    explicit Pair(const std::vector<Trace>& traces)
    {
        for (const Trace& trace : traces) {
            views.push_back(std::make_unique<ViewHistory>(trace.whole));
            link.add(*views.back(), trace.ticksPerSecond);
        }
    }

    [[nodiscard]] ViewHistory& operator[](std::size_t i) const { return *views[i]; }
    [[nodiscard]] std::vector<TickRange> ranges() const
    {
        std::vector<TickRange> all;
        for (const auto& view : views) {
            all.push_back(view->range());
        }
        return all;
    }

    std::vector<std::unique_ptr<ViewHistory>> views;
    TimeLink link;
};

/// Two alike, and one with a finer clock.
std::vector<Trace> threeTraces()
{
    return {
        {.whole = {.begin = 0, .end = 10'000}, .ticksPerSecond = 1'000},
        {.whole = {.begin = 0, .end = 8'000}, .ticksPerSecond = 1'000},
        {.whole = {.begin = -500, .end = 70'000}, .ticksPerSecond = 7'000}};
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

/// One random thing that a user does to a view's range.
void moveAtRandom(ViewHistory& view, Dice& dice)
{
    const TickRange range = view.range();
    switch (dice(0, 3)) {
    case 0:
        view.zoomAbout(dice(range.begin, range.end), dice(0, 1) == 0 ? 0.6 : 1.5);
        break;
    case 1:
        view.pan(dice(-2'000, 2'000));
        break;
    case 2: {
        const Tick begin = dice(view.whole().begin, view.whole().end - 20);
        view.showRange({.begin = begin, .end = dice(begin + 10, view.whole().end)}, "x");
        break;
    }
    default:
        view.showWhole();
    }
}

/// What a trace of the same clock shows, slowly: tick by tick. \p later: by how much it is shown later.
TickRange slowlyShifted(TickRange range, Tick later, TickRange whole)
{
    TickRange found{.begin = 0, .end = 0};
    for (Tick tick = whole.begin; tick < whole.end; ++tick) {
        if (range.contains(tick + later)) {
            found = found.isEmpty() ? TickRange{.begin = tick, .end = tick + 1}
                                    : TickRange{.begin = found.begin, .end = tick + 1};
        }
    }
    return found;
}

}  // namespace

class TestTimeLink : public QObject {
    Q_OBJECT

private slots:
    static void whatIsShownOfOneIsShownOfAll()
    {
        const Pair pair(threeTraces());
        pair[0].showRange({.begin = 1'000, .end = 3'000}, "zoom");
        // Beginnings are together: the third one's is at -500 of 7,000 ticks a second.
        QCOMPARE(
            pair.ranges(),
            (std::vector<TickRange>{
                {.begin = 1'000, .end = 3'000},
                {.begin = 1'000, .end = 3'000},
                {.begin = 6'500, .end = 20'500}}));
        pair[2].pan(700);
        QCOMPARE(pair[0].range(), (TickRange{.begin = 1'100, .end = 3'100}));
        QCOMPARE(pair[1].range(), pair[0].range());
    }

    /// Against ticks counted one by one.
    static void randomMovesAreThoseOfSlowArithmetic()
    {
        Dice dice(1);
        const Trace a{.whole = {.begin = 0, .end = 3'000}};
        const Trace b{.whole = {.begin = 0, .end = 2'500}};
        Pair pair({a, b});
        Tick later = 0;
        int compared = 0;
        for (int i = 0; i < 400; ++i) {
            if (i % 50 == 0) {
                later = dice(-300, 300);
                pair.link.align(
                    {{.trace = &pair[0], .tick = 1'000},
                     {.trace = &pair[1], .tick = 1'000 - later}},
                    pair[0],
                    "align");
            }
            const bool isFirst = dice(0, 1) == 0;
            ViewHistory& view = pair[isFirst ? 0 : 1];
            const TickRange before = view.range();
            moveAtRandom(view, dice);
            const TickRange moved = view.range();
            if (moved == before || moved == view.whole()) {
                continue;  // it follows still, or another test has it
            }
            const TickRange slow = isFirst ? slowlyShifted(moved, later, b.whole)
                                           : slowlyShifted(moved, -later, a.whole);
            const bool isReadable = slow.length() >= 10 && slow.length() >= moved.length() / 20;
            compared += isReadable ? 1 : 0;
            if (isReadable) {
                QCOMPARE(pair[isFirst ? 1 : 0].range(), slow);
            }
        }
        QVERIFY(compared > 200);
    }

    static void thereAndBackIsWhereItWas()
    {
        Dice dice(2);
        // The second clock is so coarse that many ranges of the first are one of it.
        const Pair pair(
            {{.whole = {.begin = 0, .end = 1'000'000}, .ticksPerSecond = 1'000'000},
             {.whole = {.begin = 0, .end = 7'000}, .ticksPerSecond = 6'997}});
        for (int i = 0; i < 300; ++i) {
            const Tick begin = dice(0, 700'000);
            pair[0].showRange({.begin = begin, .end = begin + dice(100'000, 250'000)}, "x");
            const auto before = pair.ranges();
            pair[1].pan(13);
            pair[1].pan(90);
            pair[1].showRange(before[1], "back");
            QCOMPARE(pair.ranges(), before);
        }
    }

    /// However often one goes to and fro with clocks that do not fit: no tick is lost on the way.
    static void errorsDoNotAddUp()
    {
        const Pair pair(
            {{.whole = {.begin = 0, .end = 1'000'000}, .ticksPerSecond = 1'000'003},
             {.whole = {.begin = 0, .end = 700'000}, .ticksPerSecond = 699'967}});
        pair[1].showRange({.begin = 300'000, .end = 400'000}, "x");
        const auto before = pair.ranges();
        for (std::size_t i = 0; i < 1'000; ++i) {
            pair[i % 2].pan(i % 4 < 2 ? 1'001 : -1'001);
            pair[i % 2].pan(i % 4 < 2 ? -1'001 : 1'001);
        }
        QCOMPARE(pair.ranges(), before);
    }

    static void fullRangeIsThatOfAll()
    {
        const Pair pair(threeTraces());
        for (const std::size_t which : {0U, 1U, 2U}) {
            pair[0].showRange({.begin = 2'000, .end = 2'100}, "zoom");
            pair[which].showWhole();
            for (const auto& view : pair.views) {
                QCOMPARE(view->range(), view->whole());
            }
        }
        // The short one has 8 s of the 10.07 s that are shown.
        QCOMPARE(pair.link.wanted(pair[1]), (TickRange{.begin = 0, .end = 10'071}));
    }

    static void aTraceThatHasEndedSaysSo()
    {
        const Pair pair(threeTraces());
        pair[0].showRange({.begin = 7'000, .end = 9'000}, "zoom");
        QCOMPARE(pair[1].range(), (TickRange{.begin = 7'000, .end = 8'000}));
        QCOMPARE(pair.link.wanted(pair[1]), (TickRange{.begin = 7'000, .end = 9'000}));
        QVERIFY(pair.link.isAligned(pair[1]));
        pair[0].showRange({.begin = 8'500, .end = 9'000}, "pan");
        QCOMPARE(pair[1].range(), (TickRange{.begin = 7'500, .end = 8'000}));
        QVERIFY(!pair.link.isAligned(pair[1]));
        QVERIFY(pair.link.isAligned(pair[0]));
    }

    static void oneUndoTakesBackAll()
    {
        const Pair pair(threeTraces());
        const auto first = pair.ranges();
        pair[0].showRange({.begin = 1'000, .end = 3'000}, "zoom");
        const auto second = pair.ranges();
        pair[1].pan(200);
        const auto third = pair.ranges();
        pair[2].undo();
        QCOMPARE(pair.ranges(), second);
        pair[0].undo();
        QCOMPARE(pair.ranges(), first);
        pair[1].redo();
        QCOMPARE(pair.ranges(), second);
        pair[0].redo();
        QCOMPARE(pair.ranges(), third);
        QVERIFY(!pair[0].canRedo() && !pair[1].canRedo() && !pair[2].canRedo());
    }

    static void theStepsOfAGestureAreUndoneTogether()
    {
        const Pair pair(threeTraces());
        pair[0].showRange({.begin = 1'000, .end = 3'000}, "zoom");
        const auto before = pair.ranges();
        for (int i = 0; i < 5; ++i) {
            pair[0].pan(100, 7);
        }
        // The same number, as another chart counts its own: it is not the same gesture.
        pair[1].pan(100, 7);
        pair[1].undo();
        pair[1].undo();
        QCOMPARE(pair.ranges(), before);
    }

    /// What was done to one alone since then stays.
    static void aFoldInOneSurvivesTheUndoOfAZoomInAnother()
    {
        const Pair pair(threeTraces());
        pair[0].showRange({.begin = 1'000, .end = 3'000}, "zoom");
        pair[1].setFolded(5, true);
        pair[0].undo();
        QCOMPARE(pair[0].range(), pair[0].whole());
        QCOMPARE(pair[1].range(), pair[1].whole());
        QVERIFY(pair[1].state().folded.contains(5));
        QCOMPARE(pair[1].undoText(), QStringLiteral("fold"));
        pair[0].redo();
        QCOMPARE(pair[1].range(), (TickRange{.begin = 1'000, .end = 3'000}));
        pair[0].undo();
        pair[1].undo();
        QVERIFY(pair[1].state().folded.empty());
        QCOMPARE(pair[0].range(), pair[0].whole());  // a fold is nothing to the others
    }

    /// Zooms, folds, undo and redo in any order: coupled traces never show anything but what belongs together.
    static void randomUndoKeepsThemTogether()
    {
        Dice dice(3);
        const Pair pair(
            {{.whole = {.begin = 0, .end = 3'000}}, {.whole = {.begin = 0, .end = 3'000}}});
        for (int i = 0; i < 5'000; ++i) {
            ViewHistory& view = pair[static_cast<std::size_t>(dice(0, 1))];
            switch (dice(0, 5)) {
            case 0:
                view.undo();
                break;
            case 1:
                view.redo();
                break;
            case 2:
                view.setFolded(static_cast<std::uint64_t>(dice(0, 3)), dice(0, 1) == 0);
                break;
            default:
                moveAtRandom(view, dice);
            }
            QCOMPARE(pair[1].range(), pair[0].range());
        }
    }

    static void uncoupledTheyAreStrangers()
    {
        Pair pair(threeTraces());
        pair.link.setCoupled(false, pair[0]);
        pair[0].showRange({.begin = 1'000, .end = 3'000}, "zoom");
        QCOMPARE(pair[1].range(), pair[1].whole());
        pair[1].showRange({.begin = 5'000, .end = 5'500}, "zoom");
        pair[0].undo();
        QCOMPARE(pair[0].range(), pair[0].whole());
        QCOMPARE(pair[1].range(), (TickRange{.begin = 5'000, .end = 5'500}));
        QVERIFY(pair[1].canUndo());
        pair.link.setCoupled(true, pair[1]);
        QCOMPARE(pair[0].range(), (TickRange{.begin = 5'000, .end = 5'500}));
        pair[1].undo();  // of the coupling, in all
        QCOMPARE(pair[0].range(), pair[0].whole());
    }

    static void alignedInstantsAreAtOnePlace()
    {
        Pair pair(threeTraces());
        pair[0].showRange({.begin = 4'000, .end = 6'000}, "zoom");
        const auto before = pair.ranges();
        pair.link.align(
            {{.trace = &pair[0], .tick = 5'000},
             {.trace = &pair[1], .tick = 3'000},
             {.trace = &pair[2], .tick = 35'000}},
            pair[0],
            "align");
        QCOMPARE(pair[0].range(), before[0]);
        QCOMPARE(pair[1].range(), (TickRange{.begin = 2'000, .end = 4'000}));
        QCOMPARE(pair[2].range(), (TickRange{.begin = 28'000, .end = 42'000}));
        QCOMPARE(pair.link.offset(pair[1], pair[0]), Tick(2'000));
        pair[2].undo();
        QCOMPARE(pair.ranges(), before);
        QCOMPARE(pair.link.offset(pair[1], pair[0]), Tick(0));
        pair[1].pan(10);  // by the old alignment
        QCOMPARE(pair[0].range(), (TickRange{.begin = 4'010, .end = 6'010}));
        // One that is not on the screen can be brought there.
        pair.link.align(
            {{.trace = &pair[0], .tick = 9'000}, {.trace = &pair[1], .tick = 7'000}},
            pair[0],
            "align",
            true);
        QCOMPARE(pair[0].range(), (TickRange{.begin = 8'000, .end = 10'000}));
        QCOMPARE(pair[1].range(), (TickRange{.begin = 6'000, .end = 8'000}));
    }

    static void asTheyStandIsAnAlignment()
    {
        Pair pair(threeTraces());
        pair[0].showRange({.begin = 4'000, .end = 6'000}, "zoom");
        pair.link.setCoupled(false, pair[0]);
        pair[1].pan(-1'234);
        const TickRange moved = pair[1].range();
        pair.link.alignAsShown(pair[0], "align");
        pair.link.setCoupled(true, pair[0]);
        QCOMPARE(pair[1].range(), moved);
        QCOMPARE(pair.link.offset(pair[1], pair[0]), Tick(1'234));
    }

    static void byLengthEndsAreTogether()
    {
        Pair pair(threeTraces());
        pair.link.setByLength(true, pair[0]);
        pair[0].showRange({.begin = 5'000, .end = 10'000}, "zoom");
        QCOMPARE(pair[1].range(), (TickRange{.begin = 4'000, .end = 8'000}));
        QCOMPARE(pair[2].range(), (TickRange{.begin = 34'750, .end = 70'000}));
        pair[1].showWhole();
        QCOMPARE(pair.link.wanted(pair[0]), pair[0].whole());
        pair.link.setByLength(false, pair[0]);
        QCOMPARE(pair.link.wanted(pair[1]), (TickRange{.begin = 0, .end = 10'071}));
        pair[0].undo();
        QVERIFY(pair.link.isByLength());
    }

    /// Each move of the pointer says where the trace is to stand, whatever came before.
    static void oneShiftIsOneStepHoweverItGoes()
    {
        Pair pair(threeTraces());
        pair[0].showRange({.begin = 4'000, .end = 6'000}, "zoom");
        const auto before = pair.ranges();
        for (const Tick zero : {-10, -700, 250, 1'000}) {
            pair.link.shift(pair[1], zero, pair[0], "move a trace", 1);
            QCOMPARE(pair[0].range(), before[0]);
            QCOMPARE(pair[2].range(), before[2]);
            QCOMPARE(pair[1].range(), (TickRange{.begin = 4'000 + zero, .end = 6'000 + zero}));
            QCOMPARE(pair.link.offset(pair[1], pair[0]), -zero);
        }
        pair.link.shift(pair[1], 500, pair[0], "move a trace", 2);
        QCOMPARE(pair[1].undoText(), QStringLiteral("move a trace"));
        pair[1].undo();
        QCOMPARE(pair.link.offset(pair[1], pair[0]), Tick(-1'000));
        pair[1].undo();
        QCOMPARE(pair.ranges(), before);
        QCOMPARE(pair.link.offset(pair[1], pair[0]), Tick(0));
        pair[1].redo();
        QCOMPARE(pair.link.offset(pair[1], pair[0]), Tick(-1'000));
    }

    static void whoComesLaterIsShownWhatTheOthersShow()
    {
        Pair pair({threeTraces()[0]});
        pair[0].showRange({.begin = 1'000, .end = 3'000}, "zoom");
        pair.views.push_back(std::make_unique<ViewHistory>(threeTraces()[1].whole));
        pair.link.add(pair[1], 1'000);
        QCOMPARE(pair[1].range(), pair[0].range());
        QVERIFY(!pair[1].canUndo());
        QCOMPARE(pair[0].range(), (TickRange{.begin = 1'000, .end = 3'000}));
        pair.link.remove(pair[0]);
        pair[1].showWhole();
        QCOMPARE(pair[0].range(), (TickRange{.begin = 1'000, .end = 3'000}));
    }

    static void eachChangeIsToldOnce()
    {
        const Pair pair(threeTraces());
        const QSignalSpy told(&pair.link, &TimeLink::changed);
        const QSignalSpy ofThird(&pair[2], &ViewHistory::changed);
        pair[0].showRange({.begin = 1'000, .end = 3'000}, "zoom");
        QCOMPARE(told.size(), 1);
        QCOMPARE(ofThird.size(), 1);
        pair[1].undo();
        QCOMPARE(told.size(), 2);
        QCOMPARE(ofThird.size(), 2);
    }
};

VELLUM_TEST_GUILESS(TestTimeLink)
#include "test_time_link.moc"
