// Which columns are told by a function, by its group or by shares.

#include "gui/data/column_look.h"
#include "tests/support/program/test_program.h"

#include <limits>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::data::hasShares;
using gui::data::Look;
using gui::data::lookOf;
using gui::data::shownTime;
using gui::data::winnerTime;
using gui::data::WinnerTime;

namespace {

query::TimelineRun runOf(Tick missing, Tick groupMissing)
{
    return {
        .firstColumn = 0,
        .winner = {.value = 3},
        .missing = missing,
        .groupMissing = groupMissing,
        .visits = 9};
}

query::Timeline timelineOf(const query::TimelineRun& run)
{
    return {
        .window = {.begin = 0, .end = 1'000},
        .columns = 10,
        .rows = {{.location = LocationRef(0), .runs = {run}}}};
}

}  // namespace

class TestColumnLook : public QObject {
    Q_OBJECT

private slots:
    static void halfIsEnough()
    {
        QVERIFY(lookOf({.whole = 10, .function = 5, .group = 5}) == Look::Function);
        QVERIFY(lookOf({.whole = 11, .function = 5, .group = 6}) == Look::Group);
        QVERIFY(lookOf({.whole = 10, .function = 4, .group = 5}) == Look::Group);
        QVERIFY(lookOf({.whole = 10, .function = 4, .group = 4}) == Look::Shares);
        constexpr Tick kMost = std::numeric_limits<Tick>::max();
        QVERIFY(lookOf({.whole = kMost, .function = 1, .group = kMost}) == Look::Group);
    }

    static void whatIsMissingIsMissingFromEachColumn()
    {
        const WinnerTime expected{.whole = 300, .function = 30, .group = 150};
        QVERIFY(winnerTime(runOf(90, 50), 3, 300) == expected);
    }

    static void whatAServerSaysStaysInTheColumn()
    {
        constexpr Tick kMost = std::numeric_limits<Tick>::max();
        constexpr Tick kLeast = std::numeric_limits<Tick>::min();
        const WinnerTime none{.whole = 300, .function = 0, .group = 0};
        const WinnerTime all{.whole = 300, .function = 300, .group = 300};
        const WinnerTime groupAlone{.whole = 300, .function = 0, .group = 300};
        QVERIFY(winnerTime(runOf(kMost, kMost), 3, 300) == none);
        QVERIFY(winnerTime(runOf(kLeast, kMost), 3, 300) == all);
        QVERIFY(winnerTime(runOf(kMost, kLeast), 3, 300) == groupAlone);
        QVERIFY(winnerTime(runOf(kMost, kMost), 3, 0) == WinnerTime());
    }

    static void aSingleVisitIsShownAsAllOfItsColumn()
    {
        query::TimelineRun run = runOf(90, 90);
        run.visits = 1;
        QVERIFY(
            lookOf(shownTime(run, winnerTime(run, 1, 100))) == Look::Shares);  // no visit is known
        run.visit = 7;
        QVERIFY(lookOf(shownTime(run, winnerTime(run, 1, 100))) == Look::Function);
        run.visits = 2;
        QVERIFY(lookOf(shownTime(run, winnerTime(run, 1, 100))) == Look::Shares);
    }

    static void aRowHasSharesWhereNoGroupHasHalf()
    {
        const auto has = [](const query::TimelineRun& run) {
            const query::Timeline timeline = timelineOf(run);
            return hasShares(timeline.rows.front(), timeline);
        };
        QVERIFY(has(runOf(80, 51)));
        QVERIFY(!has(runOf(80, 50)));
        QVERIFY(!has({.firstColumn = 0}));  // in no function
    }
};

VELLUM_TEST_APPLESS(TestColumnLook)
#include "test_column_look.moc"
