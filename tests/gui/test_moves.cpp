// From one place to another: visits, messages, transfers, members of collectives.

#include "gui/charts/panels/details_panel.h"
#include "tests/gui/moves_bench.h"
#include "tests/support/program/test_program.h"

#include <algorithm>
#include <cstdlib>

namespace vellum::gui {

namespace {

using tests::comes;

/// Two wait in a barrier for "b".
constexpr const char* kBarrier = R"(
ticks-per-second 1000
location 0 "a"
location 1 "b"
location 2 "c"
locations-group 0 0 1 2
comm 0 0
enter 0 @0 main
enter 0 @1000 barrier
event 0 @1010 MpiCollectiveBegin
event 0 @5100 MpiCollectiveEnd 0 0 4294967295 0 0
leave 0 @5100 barrier
leave 0 @9000 main
enter 1 @0 main
enter 1 @5000 barrier
event 1 @5010 MpiCollectiveBegin
event 1 @5090 MpiCollectiveEnd 0 0 4294967295 0 0
leave 1 @5100 barrier
leave 1 @9000 main
enter 2 @0 main
enter 2 @3000 barrier
event 2 @3010 MpiCollectiveBegin
event 2 @5100 MpiCollectiveEnd 0 0 4294967295 0 0
leave 2 @5100 barrier
leave 2 @9000 main
)";

struct Window : tests::MovesWindow {
    using MovesWindow::MovesWindow;

    void selectBarrier()
    {
        view().selection().selectOverlaid(tests::traceFromText(kBarrier)->collectives[0]);
        settle();
    }
};

}  // namespace

class TestMoves : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    [[nodiscard]] QString folder() const { return m_folder->path(); }

private slots:
    void init() { m_folder = tests::makeFolder(); }

    // ---- Visits -----------------------------------------------------------------------------

    void pointAndCommaStepThroughAFunction()
    {
        Window made(folder());
        made.select(LocationRef(0), 1'050);
        made.key(Qt::Key_Period);
        QCOMPARE(made.selected()->visit, (TickRange{.begin = 3'000, .end = 3'100}));
        made.key(Qt::Key_Period);
        QCOMPARE(made.selected()->visit.begin, Tick{3'000});
        QVERIFY2(made.said().contains("no later one"), qPrintable(made.said()));
        made.key(Qt::Key_Comma);
        QCOMPARE(made.selected()->visit.begin, Tick{1'000});
        made.key(Qt::Key_Comma);
        QVERIFY2(made.said().contains("no earlier one"), qPrintable(made.said()));
    }

    void shiftArrowsStepThroughTheRow()
    {
        Window made(folder());
        made.select(LocationRef(0), 1'050);
        made.key(Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(made.selected()->visit.begin, Tick{2'000});
        made.key(Qt::Key_Left, Qt::ShiftModifier);
        made.key(Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(made.selected()->visit, (TickRange{.begin = 0, .end = 9'000}));
    }

    void aStepLeavesTheWindowAndUndoComesBack()
    {
        Window made(folder());
        made.select(LocationRef(0), 1'050);
        made.view().history().showRange({.begin = 900, .end = 1'200}, "zoom");
        made.key(Qt::Key_Period);
        QVERIFY(made.view().history().range().contains(3'000));
        QCOMPARE(made.view().history().range().length(), Tick{300});
        QCOMPARE(made.view().history().undoText(), QStringLiteral("go to visit"));
    }

    void withoutASelectionItIsSaidWhatToDo()
    {
        Window made(folder());
        made.key(Qt::Key_Period);
        QVERIFY2(made.said().contains("Select a visit"), qPrintable(made.said()));
        QVERIFY2(made.said().contains("(J, K) and press Shift+Right"), qPrintable(made.said()));
    }

    // ---- The first one, without a mouse -----------------------------------------------------

    static void theFirstOfAMarkedRowIsSelected_data()
    {
        QTest::addColumn<TickRange>("window");
        QTest::addColumn<int>("rows");  // that J goes down: of the process, "a", "b"
        QTest::addColumn<int>("key");
        QTest::addColumn<TickRange>("visit");
        const TickRange all{.begin = 0, .end = 9'001};
        QTest::newRow("first of b") << all << 3 << int(Qt::Key_Right) << TickRange{0, 9'000};
        QTest::newRow("last of b") << all << 3 << int(Qt::Key_Left) << TickRange{7'000, 7'100};
        QTest::newRow("last of a") << all << 2 << int(Qt::Key_Left) << TickRange{3'000, 3'100};
        QTest::newRow("of the process") << all << 1 << int(Qt::Key_Left) << TickRange{3'000, 3'100};
        const TickRange part{.begin = 2'100, .end = 6'000};
        QTest::newRow("what runs") << part << 2 << int(Qt::Key_Right) << TickRange{2'000, 2'500};
        QTest::newRow("what begins") << part << 2 << int(Qt::Key_Left) << TickRange{3'000, 3'100};
        const TickRange still{.begin = 4'000, .end = 5'000};
        QTest::newRow("first of one") << still << 2 << int(Qt::Key_Right) << TickRange{0, 9'000};
        QTest::newRow("last of one") << still << 2 << int(Qt::Key_Left) << TickRange{0, 9'000};
        QTest::newRow("Enter") << part << 2 << int(Qt::Key_Return) << TickRange{2'000, 2'500};
    }

    void theFirstOfAMarkedRowIsSelected()
    {
        QFETCH(TickRange, window);
        QFETCH(int, rows);
        QFETCH(int, key);
        QFETCH(TickRange, visit);
        Window made(folder());
        made.view().history().showRange(window, "zoom");
        made.settle();
        const TickRange shown = made.view().history().range();
        for (int i = 0; i < rows; ++i) {
            made.key(Qt::Key_J);
        }
        const bool isEnter = key == Qt::Key_Return;
        made.key(static_cast<Qt::Key>(key), isEnter ? Qt::NoModifier : Qt::ShiftModifier);
        QVERIFY(made.selected().has_value());
        QCOMPARE(made.selected()->visit, visit);
        QCOMPARE(made.selected()->location, LocationRef(rows == 3 ? 1 : 0));
        QCOMPARE(made.view().history().range(), shown);
    }

    void stepsGoOnFromTheFirstOne()
    {
        Window made(folder());
        made.view().history().showRange({.begin = 2'100, .end = 6'000}, "zoom");
        made.key(Qt::Key_J);
        made.key(Qt::Key_J);
        made.key(Qt::Key_Right, Qt::ShiftModifier);
        made.key(Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(made.selected()->visit, (TickRange{.begin = 3'000, .end = 3'100}));
        // On another row that was marked since it begins there; not on that of what is selected.
        made.key(Qt::Key_K);
        made.key(Qt::Key_J);
        made.key(Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(made.selected()->visit, (TickRange{.begin = 2'000, .end = 2'500}));
        made.key(Qt::Key_J);
        made.key(Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(made.selected()->location, LocationRef(1));
        QCOMPARE(made.selected()->visit, (TickRange{.begin = 0, .end = 9'000}));
    }

    void aRowWithoutAVisitSaysSo()
    {
        Window made(
            folder(),
            "ticks-per-second 1000\nlocation 0 \"idle\"\n"
            "enter 1 @0 main\nleave 1 @9000 main\n");
        QVERIFY(made.view().chart().goToRow(LocationRef(0)));
        made.key(Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY2(made.said().contains("no visit on this row"), qPrintable(made.said()));
        made.key(Qt::Key_Left, Qt::ShiftModifier);
        QVERIFY(!made.selected());
    }

    void aVisitBecomesAnArea()
    {
        Window made(folder());
        made.select(LocationRef(0), 2'100);
        made.key(Qt::Key_R);
        QCOMPARE(made.view().selection().area()->range, (TickRange{.begin = 2'000, .end = 2'500}));
    }

    // ---- Messages ---------------------------------------------------------------------------

    void bracketsFollowAMessageAndComeBack()
    {
        Window made(folder());
        made.select(LocationRef(0), 1'050);
        made.view().history().showRange({.begin = 900, .end = 1'200}, "zoom");
        made.key(Qt::Key_BracketRight);
        QCOMPARE(made.selected()->location, LocationRef(1));
        QVERIFY(made.view().history().range().contains(7'100));
        made.select(LocationRef(1), 7'050);
        made.key(Qt::Key_BracketLeft);
        QCOMPARE(made.selected()->visit, (TickRange{.begin = 1'000, .end = 1'100}));
        made.key(Qt::Key_BracketLeft);
        QVERIFY2(made.said().contains("leads here"), qPrintable(made.said()));
    }

    void anArrowAtTheEdgeJumpsToThePartner()
    {
        Window made(folder());
        made.view().history().showRange({.begin = 900, .end = 1'200}, "zoom");
        made.select(LocationRef(0), 1'050);
        charts::TimelineChart& chart = made.view().chart();
        chart.viewport()->grab();
        QCOMPARE(chart.edgeArrows().size(), std::size_t{1});
        const QPoint arrow = chart.edgeArrows().front().place.center();
        QVERIFY(arrow.x() > chart.canvasRect().right() - 30);
        QTest::mouseClick(chart.viewport(), Qt::LeftButton, {}, arrow);
        made.settle();
        QCOMPARE(made.selected()->location, LocationRef(1));
        QVERIFY(made.view().history().range().contains(7'100));
    }

    /// Both lines leave at the same place.
    void arrowsOfOneRowStandSideBySide()
    {
        QByteArray trace = tests::kTalk;
        trace.replace("location 1 \"b\"\n", "location 1 \"b\"\nlocation 2 \"c\"\n");
        trace.replace(
            "leave 0 @1100 send\n", "send 0 @1020 to 2 tag 2 bytes 8\nleave 0 @1100 send\n");
        trace += "enter 2 @0 main\nrecv 2 @8100 from 0 tag 2 bytes 8\nleave 2 @9000 main\n";
        Window made(folder(), trace.constData());
        charts::TimelineChart& chart = made.view().chart();
        for (const LocationRef partner : {LocationRef(1), LocationRef(2)}) {
            made.view().history().showRange({.begin = 900, .end = 1'200}, "zoom");
            made.select(LocationRef(0), 1'050);
            chart.viewport()->grab();
            const auto arrows = chart.edgeArrows();
            QCOMPARE(arrows.size(), std::size_t{2});
            QVERIFY(!arrows[0].place.intersects(arrows[1].place));
            QVERIFY(std::abs(arrows[0].place.left() - arrows[1].place.right()) < 9);
            const auto towards =
                std::ranges::find(arrows, partner, &charts::TimelineChart::EdgeArrow::location);
            QVERIFY(towards != arrows.end());
            QTest::mouseClick(chart.viewport(), Qt::LeftButton, {}, towards->place.center());
            made.settle();
            QCOMPARE(made.selected()->location, partner);
        }
    }

    /// However level the line is that leaves there.
    void anArrowAtTheBottomPointsDown()
    {
        QByteArray trace = "ticks-per-second 1000\n";
        for (int i = 0; i < 60; ++i) {
            trace += QStringLiteral("location %1 \"l\"\n").arg(i).toUtf8();
        }
        trace += "enter 0 @0 main\nenter 0 @1000 send\nsend 0 @1010 to 59 tag 1 bytes 8\n"
                 "leave 0 @1100 send\nleave 0 @9000 main\n"
                 "enter 59 @7000 receive\nrecv 59 @7100 from 0 tag 1 bytes 8\n"
                 "leave 59 @7100 receive\n";
        Window made(folder(), trace.constData());
        charts::TimelineChart& chart = made.view().chart();
        made.view().history().showRange({.begin = 0, .end = 9'000}, "zoom");
        made.select(LocationRef(0), 1'050);
        chart.viewport()->grab();
        QCOMPARE(chart.edgeArrows().size(), std::size_t{1});
        QCOMPARE(chart.edgeArrows().front().towards, QPoint(0, 1));
        QVERIFY(chart.edgeArrows().front().place.bottom() > chart.viewport()->height() - 9);
        made.view().history().showRange({.begin = 900, .end = 7'000}, "zoom");
        made.settle();
        chart.viewport()->grab();
        QCOMPARE(chart.edgeArrows().front().towards, QPoint(1, 1));
    }

    void aRefusalGoesWithWhatItWasSaidOf()
    {
        Window made(folder());
        made.select(LocationRef(0), 3'050);
        made.key(Qt::Key_Period);
        QVERIFY2(made.said().contains("no later one"), qPrintable(made.said()));
        made.view().selection().setHighlight(models::Highlight{});
        QVERIFY(!made.said().isEmpty());  // that is no other visit
        made.select(LocationRef(0), 2'100);
        QCOMPARE(made.said(), QString());
    }

    void aFilteredPartnerIsSaid()
    {
        Window made(folder());
        made.view().history().addFilter(
            *made.view().trace().definitions,
            {.kind = models::Filter::Kind::HideLocations,
             .text = "b",
             .locations = std::make_shared<const std::vector<LocationRef>>(1, LocationRef(1))},
            "hide");
        made.select(LocationRef(0), 1'050);
        made.key(Qt::Key_BracketRight);
        QVERIFY2(made.said().contains("filtered"), qPrintable(made.said()));
        QCOMPARE(made.selected()->location, LocationRef(0));
    }

    // ---- One-sided operations and copies ----------------------------------------------------

    void bracketsLeadToBothEndsOfATransfer()
    {
        Window made(folder());
        const models::OneSided get{
            .kind = event_kind::kRmaGet,
            .origin = LocationRef(0),
            .from = LocationRef(1),
            .to = LocationRef(0),
            .range = {.begin = 7'050, .end = 7'400},
            .bytes = 64};
        made.view().history().showRange({.begin = 900, .end = 1'200}, "zoom");
        made.view().selection().selectOverlaid(get);
        made.settle();
        made.key(Qt::Key_BracketLeft);
        QCOMPARE(made.selected()->location, LocationRef(1));
        QCOMPARE(made.selected()->visit, (TickRange{.begin = 7'000, .end = 7'100}));
        QVERIFY(made.view().history().range().contains(7'050));
        made.view().selection().selectOverlaid(get);
        made.settle();
        made.key(Qt::Key_BracketRight);
        QCOMPARE(made.selected()->location, LocationRef(0));
        QCOMPARE(made.selected()->visit, (TickRange{.begin = 0, .end = 9'000}));
    }

    // ---- Collectives ------------------------------------------------------------------------

    void bracketsFollowACollectiveToWhomItWaitedFor()
    {
        Window made(folder(), kBarrier);
        made.select(LocationRef(0), 1'050);
        made.key(Qt::Key_BracketLeft);
        QCOMPARE(made.selected()->location, LocationRef(1));
        QCOMPARE(made.selected()->visit, (TickRange{.begin = 5'000, .end = 5'100}));
        made.key(Qt::Key_BracketRight);
        QVERIFY2(
            made.said().startsWith("1 of 2: process 0 · a, which came before it and waited"),
            qPrintable(made.said()));
        QCOMPARE(made.selected()->location, LocationRef(0));
        QCOMPARE(made.selected()->visit, (TickRange{.begin = 1'000, .end = 5'100}));
    }

    void aVisitAroundSeveralIsInNone()
    {
        Window made(folder(), kBarrier);
        made.select(LocationRef(0), 500);
        QCOMPARE(made.view().moves().flows().away().size(), std::size_t{0});
        made.select(LocationRef(0), 2'000);
        QCOMPARE(made.view().moves().flows().here().size(), std::size_t{1});
    }

    void bracketsStepThroughTheMembersOfASelectedCollective()
    {
        Window made(folder(), kBarrier);
        made.view().history().showRange({.begin = 4'900, .end = 5'200}, "zoom");
        made.selectBarrier();
        made.key(Qt::Key_BracketRight);
        QVERIFY2(made.said().contains("a: number 1 of 3 to come"), qPrintable(made.said()));
        QVERIFY2(made.said().contains("waited 4"), qPrintable(made.said()));
        QVERIFY(made.view().history().range().contains(1'010));
        QCOMPARE(made.view().history().undoText(), QStringLiteral("go to member"));
        made.key(Qt::Key_BracketRight);
        QVERIFY2(made.said().contains("c: number 2 of 3"), qPrintable(made.said()));
        made.key(Qt::Key_BracketRight);
        QVERIFY2(made.said().contains("waited for nobody"), qPrintable(made.said()));
        made.key(Qt::Key_BracketRight);
        QVERIFY2(made.said().contains("last to come"), qPrintable(made.said()));
        QVERIFY(made.view().selection().overlaid().has_value());
        made.view().selection().clear();
        made.selectBarrier();
        made.key(Qt::Key_BracketLeft);
        QVERIFY2(made.said().contains("b: number 3 of 3"), qPrintable(made.said()));
    }

    void membersThatAreNotOnTheScreenHaveArrows()
    {
        Window made(folder(), kBarrier);
        made.view().history().showRange({.begin = 5'005, .end = 5'200}, "zoom");
        made.selectBarrier();
        charts::TimelineChart& chart = made.view().chart();
        chart.viewport()->grab();
        const QRect first = *chart.rowRect(LocationRef(0));
        const auto arrows = chart.edgeArrows();
        const auto found = std::ranges::find_if(
            arrows, [&](const auto& arrow) { return arrow.place.intersects(first); });
        QVERIFY(found == arrows.end());  // it is still in it
        made.view().history().showRange({.begin = 5'095, .end = 5'300}, "zoom");
        made.settle();
        chart.viewport()->grab();
        QVERIFY(!chart.edgeArrows().empty());
        QTest::mouseClick(
            chart.viewport(), Qt::LeftButton, {}, chart.edgeArrows().front().place.center());
        made.settle();
        QCOMPARE(made.selected()->location, LocationRef(1));
        QVERIFY(made.view().history().range().contains(5'010));
    }

    void aVisitWhoseCauseIsLaterHasAnArrow()
    {
        Window made(folder(), kBarrier);
        made.view().history().showRange({.begin = 1'500, .end = 2'000}, "zoom");
        made.select(LocationRef(0), 1'700);
        charts::TimelineChart& chart = made.view().chart();
        chart.viewport()->grab();
        QCOMPARE(chart.edgeArrows().size(), std::size_t{1});
        const QPoint arrow = chart.edgeArrows().front().place.center();
        QVERIFY(chart.rowRect(LocationRef(0))->contains(QPoint(arrow.x(), arrow.y())));
        QTest::mouseClick(chart.viewport(), Qt::LeftButton, {}, arrow);
        made.settle();
        QCOMPARE(made.selected()->location, LocationRef(1));
    }

    void aMemberThatIsFilteredAwayIsSaid()
    {
        Window made(folder(), kBarrier);
        made.view().history().addFilter(
            *made.view().trace().definitions,
            {.kind = models::Filter::Kind::HideLocations,
             .text = "a",
             .locations = std::make_shared<const std::vector<LocationRef>>(1, LocationRef(0))},
            "hide");
        made.selectBarrier();
        made.key(Qt::Key_BracketRight);
        QVERIFY2(made.said().contains("filtered away"), qPrintable(made.said()));
    }

    void detailsSayWhoCameFirst()
    {
        Window made(folder(), kBarrier);
        made.selectBarrier();
        const auto* details = made.view().findChild<charts::DetailsPanel*>();
        QVERIFY(comes([&] { return details->exactness() == models::Exactness::Exact; }));
        QVERIFY2(
            details->valueOf("First to come").endsWith("a"),
            qPrintable(details->valueOf("First to come")));
        QVERIFY(details->valueOf("It waited").startsWith("4"));
        QVERIFY(details->valueOf("Last to come").endsWith("b"));
    }

    void detailsOfAVisitSayTheMembersOfItsCollective()
    {
        Window made(folder(), kBarrier);
        const auto* details = made.view().findChild<charts::DetailsPanel*>();
        made.select(LocationRef(2), 4'000);
        QVERIFY(comes([&] { return !details->valueOf("Collective of").isEmpty(); }));
        QCOMPARE(details->valueOf("Collective of"), QStringLiteral("3 members"));
        QVERIFY(details->valueOf("First to come").contains("a, 1.010 s"));
        QVERIFY(details->valueOf("Last to come").contains("b, 5.010 s"));
        QVERIFY2(
            details->valueOf("Waited").startsWith("2.00 s"),
            qPrintable(details->valueOf("Waited")));
        made.select(LocationRef(1), 5'050);
        QVERIFY(comes([&] { return details->valueOf("Last to come").startsWith("this one"); }));
    }
};

}  // namespace vellum::gui

VELLUM_TEST_GUI(vellum::gui::TestMoves)
#include "test_moves.moc"
