// The master timeline as people use it: wheel, drags and keys.

#include "tests/gui/chart_bench.h"
#include "tests/support/program/test_program.h"

#include <QApplication>
#include <QClipboard>
#include <QLatin1Char>
#include <QPoint>
#include <QScrollBar>
#include <QSignalSpy>
#include <QString>
#include <QStringList>
#include <QToolButton>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using namespace vellum::tests;  // NOLINT(google-build-using-namespace)

class TestTimelineGestures : public QObject {
    Q_OBJECT

private slots:
    // ---- Wheel ------------------------------------------------------------------------------

    static void wheelZoomsAboutThePointer_data()
    {
        QTest::addColumn<int>("x");
        for (const int x : {1, 137, 500, 750, 998}) {
            QTest::newRow(qPrintable(QString::number(x))) << x;
        }
    }

    static void wheelZoomsAboutThePointer()
    {
        QFETCH(const int, x);
        Bench bench;
        const double tick = bench.tickAt(x);
        for (int i = 0; i < 12; ++i) {
            const Tick before = bench.view.range().length();
            bench.wheel(bench.at(x), 1);
            QVERIFY(bench.view.range().length() < before);
            QVERIFY2(
                std::abs(bench.tickAt(x) - tick) <= 12,
                qPrintable(QStringLiteral("%1 for %2").arg(bench.tickAt(x)).arg(tick)));
        }
        const Tick deep = bench.view.range().length();
        bench.wheel(bench.at(x), -1);
        QVERIFY(bench.view.range().length() > deep);
        for (int i = 0; i < 20; ++i) {
            bench.wheel(bench.at(x), -1);
        }
        QCOMPARE(bench.view.range(), bench.view.whole());
    }

    static void oneTurnIsUndoneTogether()
    {
        Bench bench;
        bench.wheel(bench.at(300), 1);
        bench.wheel(bench.at(300), 1);
        bench.wheel(bench.at(300), 1);
        bench.view.undo();
        QCOMPARE(bench.view.range(), bench.view.whole());
    }

    static void shiftWheelPans()
    {
        Bench bench;
        bench.view.showRange({.begin = 4'000, .end = 5'000}, "zoom");
        bench.wheel(bench.at(500), -1, Qt::ShiftModifier);
        QCOMPARE(bench.view.range(), (TickRange{.begin = 4'100, .end = 5'100}));
        bench.wheel(bench.at(500), 2, Qt::ShiftModifier);
        QCOMPARE(bench.view.range(), (TickRange{.begin = 3'900, .end = 4'900}));
        bench.wheel(bench.at(500), 0, {}, -1);  // a touch pad's other direction
        QCOMPARE(bench.view.range(), (TickRange{.begin = 4'000, .end = 5'000}));
    }

    static void controlWheelSetsTheRowHeight()
    {
        Bench bench;
        int height = bench.chart.rowRect(kFirst)->height();
        for (int i = 0; i < 4; ++i) {
            bench.wheel(bench.at(500), 1, Qt::ControlModifier);
            QVERIFY(bench.chart.rowRect(kFirst)->height() > height);
            height = bench.chart.rowRect(kFirst)->height();
        }
        bench.wheel(bench.at(500), 0, Qt::ControlModifier, 1);  // sideways is no height
        QCOMPARE(bench.chart.rowRect(kFirst)->height(), height);
        for (int i = 0; i < 8; ++i) {
            bench.wheel(bench.at(500), -1, Qt::ControlModifier);
            QVERIFY(bench.chart.rowRect(kFirst)->height() < height);
            height = bench.chart.rowRect(kFirst)->height();
        }
        QCOMPARE(bench.view.range(), bench.view.whole());
        QCOMPARE(bench.view.undoText(), QStringLiteral("row height"));
    }

    static void wheelOverTheLabelsScrolls()
    {
        Bench bench(tests::kTwoEach, 50);
        QVERIFY(bench.chart.verticalScrollBar()->maximum() > 0);
        bench.wheel(QPoint(10, 10), -1);
        QVERIFY(bench.chart.verticalScrollBar()->value() > 0);
        QCOMPARE(bench.view.range(), bench.view.whole());
    }

    // ---- Drags ------------------------------------------------------------------------------

    static void leftDragZoomsToJustThatRange()
    {
        Bench bench;
        bench.chart.setNavigation(gui::charts::NavigationScheme::Vampir);
        bench.drag(bench.at(200), bench.at(450), Qt::LeftButton);
        QCOMPARE(bench.view.range(), (TickRange{.begin = 2'000, .end = 4'500}));
        QCOMPARE(bench.view.undoText(), QStringLiteral("zoom"));
        bench.view.undo();
        bench.drag(bench.at(450), bench.at(200), Qt::LeftButton);  // backwards
        QCOMPARE(bench.view.range(), (TickRange{.begin = 2'000, .end = 4'500}));
        QVERIFY(!bench.dragged.back());
        QVERIFY(!bench.selection.visit());
    }

    static void aDragOutOfTheChartEndsAtItsEdge()
    {
        Bench bench;
        bench.chart.setNavigation(gui::charts::NavigationScheme::Vampir);
        bench.view.showRange({.begin = 1'000, .end = 2'000}, "zoom");
        bench.drag(bench.at(500), bench.at(kCanvas + 400), Qt::LeftButton);
        QCOMPARE(bench.view.range(), (TickRange{.begin = 1'500, .end = 2'000}));
    }

    static void shiftDragOnlyMeasures()
    {
        Bench bench;
        bench.drag(bench.at(200), bench.at(450), Qt::LeftButton, Qt::ShiftModifier);
        QCOMPARE(bench.view.range(), bench.view.whole());
        QVERIFY(!bench.view.canUndo());
        QCOMPARE(bench.dragged.size(), std::size_t{3});
        QCOMPARE(bench.dragged[1].value(), (TickRange{.begin = 2'000, .end = 4'500}));
        QVERIFY(!bench.dragged[2]);
    }

    static void escapeLetsGo()
    {
        Bench bench;
        bench.press(bench.at(200), Qt::LeftButton);
        bench.move(bench.at(450), Qt::LeftButton);
        bench.key(Qt::Key_Escape);
        QVERIFY(!bench.dragged.back());
        bench.move(bench.at(500), Qt::LeftButton);
        bench.release(bench.at(500), Qt::LeftButton);
        bench.settle();
        QCOMPARE(bench.view.range(), bench.view.whole());
        QVERIFY(!bench.view.canUndo());
        QVERIFY(!bench.selection.visit());
    }

    static void anotherButtonDoesNotEndADrag()
    {
        Bench bench;
        bench.chart.setNavigation(gui::charts::NavigationScheme::Vampir);
        bench.press(bench.at(200), Qt::LeftButton);
        bench.move(bench.at(450), Qt::LeftButton);
        bench.press(bench.at(450), Qt::RightButton);
        bench.release(bench.at(450), Qt::RightButton);
        QCOMPARE(bench.view.range(), bench.view.whole());
        bench.move(bench.at(600), Qt::LeftButton);
        bench.release(bench.at(600), Qt::LeftButton);
        QCOMPARE(bench.view.range(), (TickRange{.begin = 2'000, .end = 6'000}));
    }

    static void middleDragPans()
    {
        Bench bench;
        bench.view.showRange({.begin = 4'000, .end = 5'000}, "zoom");
        bench.drag(bench.at(600), bench.at(350), Qt::MiddleButton);
        QCOMPARE(bench.view.range(), (TickRange{.begin = 4'250, .end = 5'250}));
        QCOMPARE(bench.view.undoText(), QStringLiteral("pan"));
        bench.view.undo();
        QCOMPARE(bench.view.range(), (TickRange{.begin = 4'000, .end = 5'000}));
    }

    /// Steps of less than a tick add up, as they do where one pans most: deep inside.
    static void slowMiddleDragPansAsFar()
    {
        Bench bench;
        bench.view.showRange({.begin = 4'000, .end = 4'100}, "zoom");
        bench.press(bench.at(600), Qt::MiddleButton);
        for (int x = 599; x >= 300; --x) {
            bench.move(bench.at(x), Qt::MiddleButton);
        }
        bench.release(bench.at(300), Qt::MiddleButton);
        QCOMPARE(bench.view.range(), (TickRange{.begin = 4'030, .end = 4'130}));
    }

    /// The hand was at 2 px a millisecond: the view goes on the way it went, and all is one step back.
    static void aPanLetGoInMotionGoesOn()
    {
        Bench bench(kLong);
        const TickRange before{.begin = 500'000, .end = 501'000};
        bench.view.showRange(before, "zoom");
        bench.throwPan(600, 400, 100);
        const Tick released = bench.view.range().begin;
        QCOMPARE(released, Tick{500'200});
        QVERIFY(bench.chart.fling().isMoving());
        QVERIFY(QTest::qWaitFor([&] { return !bench.chart.fling().isMoving(); }, 20'000));
        const double went = static_cast<double>(bench.view.range().begin - released);
        const double whole = 2 * 325;  // pixels, of a tick each
        QVERIFY2(std::abs(went - whole) < 3, qPrintable(QString::number(went)));
        QCOMPARE(bench.view.undoText(), QStringLiteral("pan"));
        bench.view.undo();
        QCOMPARE(bench.view.range(), before);
    }

    static void whatStopsAFling_data()
    {
        QTest::addColumn<int>("by");
        QTest::newRow("key") << 0;
        QTest::newRow("click") << 1;
        QTest::newRow("wheel") << 2;
        QTest::newRow("another move of the view") << 3;
    }
    static void whatStopsAFling()
    {
        QFETCH(int, by);
        Bench bench(kLong);
        bench.view.showRange({.begin = 500'000, .end = 501'000}, "zoom");
        bench.throwPan(600, 400, 100);
        QVERIFY(bench.chart.fling().isMoving());
        if (by == 0) {
            bench.key(Qt::Key_Shift);
        } else if (by == 1) {
            bench.press(bench.at(500), Qt::LeftButton);
        } else if (by == 2) {
            bench.wheel(bench.at(500), 1);
        } else {
            bench.view.showWhole();
            QVERIFY(QTest::qWaitFor([&] { return !bench.chart.fling().isMoving(); }, 20'000));
            QCOMPARE(bench.view.range(), bench.view.whole());
        }
        QVERIFY(!bench.chart.fling().isMoving());
    }

    /// The wheel's steps after a pan are no part of it.
    static void theWheelAfterAPanIsAnotherStep()
    {
        Bench bench(kLong);
        bench.view.showRange({.begin = 500'000, .end = 501'000}, "zoom");
        bench.drag(bench.at(600), bench.at(350), Qt::MiddleButton);
        const TickRange panned = bench.view.range();
        bench.wheel(bench.at(500), 1);
        QVERIFY(bench.view.range() != panned);
        bench.view.undo();
        QCOMPARE(bench.view.range(), panned);
    }

    static void aHandThatRestsOrWantsNoMotionDoesNotFling()
    {
        Bench bench(kLong);
        bench.view.showRange({.begin = 500'000, .end = 501'000}, "zoom");
        bench.throwPan(600, 400, 100, 200);
        QVERIFY(!bench.chart.fling().isMoving());
        bench.throwPan(600, 590, 1'000);
        QVERIFY(!bench.chart.fling().isMoving());
        bench.chart.setFlings(false);
        bench.throwPan(600, 400, 100);
        QVERIFY(!bench.chart.fling().isMoving());
    }

    static void aFlingStandsAtTheEndOfTheTrace()
    {
        Bench bench(kLong);
        bench.view.showRange({.begin = 100, .end = 1'100}, "zoom");
        bench.throwPan(400, 440, 20);
        QVERIFY(QTest::qWaitFor([&] { return !bench.chart.fling().isMoving(); }, 20'000));
        QCOMPARE(bench.view.range().begin, Tick{0});
    }

    static void labelEdgeCanBeDragged()
    {
        Bench bench;
        const int before = bench.chart.labelWidth();
        const QSignalSpy moved(&bench.chart, &TimelineChart::labelWidthChanged);
        bench.drag(QPoint(before - 2, 30), QPoint(before + 60, 30), Qt::LeftButton);
        QCOMPARE(bench.chart.labelWidth(), before + 60);
        QVERIFY(moved.count() > 0);
        QCOMPARE(bench.chart.canvasRect().left(), before + 60);
        QCOMPARE(bench.view.range(), bench.view.whole());
        bench.settle();
        const double ratio = bench.chart.viewport()->devicePixelRatioF();
        QCOMPARE(
            bench.model.pictureOf(kFirst)->timeline->columns,
            static_cast<std::uint32_t>((kCanvas - 60) * ratio));
        bench.drag(QPoint(before + 58, 30), QPoint(1, 30), Qt::LeftButton);
        QVERIFY(bench.chart.labelWidth() >= 40 && bench.chart.labelWidth() < before);
    }

    // ---- Keys -------------------------------------------------------------------------------

    static void keysPan_data()
    {
        QTest::addColumn<Qt::Key>("key");
        QTest::addColumn<Tick>("step");
        QTest::newRow("A") << Qt::Key_A << Tick{-100};
        QTest::newRow("D") << Qt::Key_D << Tick{100};
        QTest::newRow("left") << Qt::Key_Left << Tick{-100};
        QTest::newRow("right") << Qt::Key_Right << Tick{100};
    }

    static void keysPan()
    {
        QFETCH(const Qt::Key, key);
        QFETCH(const Tick, step);
        Bench bench;
        bench.view.showRange({.begin = 4'000, .end = 5'000}, "zoom");
        bench.key(key);
        QCOMPARE(bench.view.range(), (TickRange{.begin = 4'000 + step, .end = 5'000 + step}));
    }

    static void keysZoom()
    {
        Bench bench;
        bench.view.showRange({.begin = 4'000, .end = 5'000}, "zoom");
        bench.key(Qt::Key_W);
        QCOMPARE(bench.view.range(), (TickRange{.begin = 4'150, .end = 4'850}));
        bench.key(Qt::Key_S);
        QCOMPARE(bench.view.range(), (TickRange{.begin = 4'000, .end = 5'000}));
        bench.key(Qt::Key_Plus);
        QVERIFY(bench.view.range().length() < 1'000);
        bench.key(Qt::Key_Minus);
        bench.key(Qt::Key_Minus);
        QVERIFY(bench.view.range().length() > 1'000);
        bench.key(Qt::Key_Home);
        QCOMPARE(bench.view.range(), bench.view.whole());
    }

    static void keyZoomsAboutThePointer()
    {
        Bench bench;
        bench.move(bench.at(250), Qt::NoButton);
        bench.key(Qt::Key_W);
        QVERIFY(std::abs(bench.tickAt(250) - 2'500) <= 10);
    }

    static void keyZoomsToTheSelection()
    {
        Bench bench;
        bench.key(Qt::Key_F);
        QCOMPARE(bench.view.range(), bench.view.whole());  // nothing is selected
        bench.click(bench.at(300));
        bench.key(Qt::Key_F);
        const TickRange range = bench.view.range();
        QVERIFY(range.begin < 2'000 && range.end > 4'000 && range.length() < 8'000);
        bench.key(Qt::Key_Escape);
        QVERIFY(!bench.selection.visit());
        QCOMPARE(bench.view.range(), range);
    }

    static void keysScroll()
    {
        Bench bench(tests::kTwoEach, 50);
        bench.key(Qt::Key_Down);
        const int value = bench.chart.verticalScrollBar()->value();
        QVERIFY(value > 0);
        bench.key(Qt::Key_Up);
        QVERIFY(bench.chart.verticalScrollBar()->value() < value);
        QCOMPARE(bench.view.range(), bench.view.whole());
    }

    // ---- Selecting time and rows ------------------------------------------------------------

    static void aLevelDragSelectsTimeOfAllRows()
    {
        Bench bench;
        bench.drag(bench.at(250), bench.at(450), Qt::LeftButton);
        QVERIFY(bench.selection.area());
        QCOMPARE(bench.selection.area()->range, (TickRange{.begin = 2'500, .end = 4'500}));
        QVERIFY(!bench.selection.area()->locations);
        QCOMPARE(bench.view.range(), bench.view.whole());
        QVERIFY(!bench.view.canUndo());  // nothing was changed of the view
    }

    static void aDragAcrossRowsSelectsThese()
    {
        Bench bench;
        bench.drag(bench.at(250), bench.at(450, kSecond), Qt::LeftButton);
        QVERIFY(bench.selection.area() && bench.selection.area()->locations);
        QCOMPARE(*bench.selection.area()->locations, (std::vector<LocationRef>{kFirst, kSecond}));
        bench.drag(bench.at(600, kSecond, 0.1), bench.at(700, kSecond, 0.99), Qt::LeftButton);
        QCOMPARE(*bench.selection.area()->locations, (std::vector<LocationRef>{kSecond}));
        QCOMPARE(bench.selection.area()->rows, std::uint64_t{1});
    }

    static void endsOfADragSnapToBars()
    {
        Bench bench;
        bench.drag(bench.at(203), bench.at(396), Qt::LeftButton);
        QCOMPARE(bench.selection.area()->range, (TickRange{.begin = 2'000, .end = 4'000}));
        bench.drag(bench.at(210), bench.at(390), Qt::LeftButton);  // out of reach
        QCOMPARE(bench.selection.area()->range, (TickRange{.begin = 2'100, .end = 3'900}));
    }

    /// A pixel is many ticks wide; an edge is one of them.
    static void anEdgeIsKnownToTheTick()
    {
        Bench bench("length 999999\nlocation 0 a\nenter 0 @0 main\nenter 0 @201234 work\n"
                    "leave 0 @400567 work\nleave 0 @900000 main\n");
        bench.press(bench.at(100), Qt::LeftButton);
        bench.move(bench.at(300), Qt::LeftButton);
        bench.move(bench.at(402), Qt::LeftButton);
        bench.settle();
        bench.move(bench.at(399), Qt::LeftButton);
        bench.settle();
        bench.release(bench.at(399), Qt::LeftButton);
        QCOMPARE(bench.selection.area()->range.end, Tick{400'567});
    }

    static void theBarZoomsIntoTimeAndRows()
    {
        Bench bench;
        bench.drag(bench.at(250), bench.at(450, kSecond), Qt::LeftButton);
        QVERIFY(bench.chart.selectionBar().isVisible());
        const int height = bench.chart.rowRect(kFirst)->height();
        bench.choose("Zoom");
        QCOMPARE(bench.view.range(), (TickRange{.begin = 2'500, .end = 4'500}));
        QVERIFY(bench.chart.rowRect(kFirst)->height() > height);
        QVERIFY(!bench.chart.selectionBar().isVisible());
        bench.view.undo();  // both at once
        QCOMPARE(bench.view.range(), bench.view.whole());
        QCOMPARE(bench.chart.rowRect(kFirst)->height(), height);
    }

    static void theBarMakesStatisticsOfTheArea()
    {
        Bench bench;
        bench.drag(bench.at(250), bench.at(450), Qt::LeftButton);
        QVERIFY(!bench.selection.statisticsAreOfArea());
        bench.choose("Statistics");
        QVERIFY(bench.selection.statisticsAreOfArea());
        bench.key(Qt::Key_Escape);
        QVERIFY(!bench.selection.area() && !bench.selection.statisticsAreOfArea());
    }

    static void theBarCopiesALine()
    {
        Bench bench;
        bench.drag(bench.at(250), bench.at(450, kSecond), Qt::LeftButton);
        bench.choose("Copy");
        const QStringList cells = QApplication::clipboard()->text().split(QLatin1Char('\t'));
        QCOMPARE(cells.size(), 4);
        QCOMPARE(cells.front(), QStringLiteral("0.000002500 s"));
        QCOMPARE(cells.back(), QStringLiteral("rank 0 · first, rank 1 · second"));
    }

    static void escapeLetsGoOfTheArea()
    {
        Bench bench;
        bench.drag(bench.at(250), bench.at(450), Qt::LeftButton);
        bench.key(Qt::Key_Escape);
        QVERIFY(!bench.selection.area());
        QVERIFY(!bench.chart.selectionBar().isVisible());
    }

    static void keysZoomToTheArea()
    {
        Bench bench;
        bench.drag(bench.at(250), bench.at(450), Qt::LeftButton);
        bench.key(Qt::Key_Return);
        QCOMPARE(bench.view.range(), (TickRange{.begin = 2'500, .end = 4'500}));
    }

    static void theEdgesOfAnAreaCanBeDragged()
    {
        Bench bench;
        bench.drag(bench.at(450), bench.at(550), Qt::LeftButton);
        bench.drag(bench.at(551), bench.at(700), Qt::LeftButton);
        QCOMPARE(bench.selection.area()->range, (TickRange{.begin = 4'500, .end = 7'000}));
        bench.drag(bench.at(449), bench.at(300), Qt::LeftButton);
        QCOMPARE(bench.selection.area()->range, (TickRange{.begin = 3'000, .end = 7'000}));
        bench.drag(bench.at(500), bench.at(600), Qt::LeftButton);  // inside: a new one
        QCOMPARE(bench.selection.area()->range, (TickRange{.begin = 5'000, .end = 6'000}));
    }

    // ---- Habits of other tools --------------------------------------------------------------

    static void schemesTellWhatADragDoes_data()
    {
        using gui::charts::NavigationScheme;
        QTest::addColumn<NavigationScheme>("scheme");
        QTest::addColumn<Qt::MouseButton>("button");
        QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
        QTest::addColumn<QString>("does");
        const auto row = [](const char* name,
                            NavigationScheme scheme,
                            auto button,
                            auto held,
                            const char* does) {
            QTest::newRow(name) << scheme << button << Qt::KeyboardModifiers(held)
                                << QString::fromLatin1(does);
        };
        using enum NavigationScheme;
        row("Vellum left", Vellum, Qt::LeftButton, Qt::NoModifier, "select");
        row("Vellum shift", Vellum, Qt::LeftButton, Qt::ShiftModifier, "nothing");
        row("Vellum control", Vellum, Qt::LeftButton, Qt::ControlModifier, "zoom");
        row("Vellum right", Vellum, Qt::RightButton, Qt::NoModifier, "zoom");
        row("Vampir left", Vampir, Qt::LeftButton, Qt::NoModifier, "zoom");
        row("Vampir shift", Vampir, Qt::LeftButton, Qt::ShiftModifier, "nothing");
        row("Perfetto left", Perfetto, Qt::LeftButton, Qt::NoModifier, "select");
        row("Perfetto shift", Perfetto, Qt::LeftButton, Qt::ShiftModifier, "pan");
        row("Trace Compass left", TraceCompass, Qt::LeftButton, Qt::NoModifier, "select");
        row("Trace Compass control", TraceCompass, Qt::LeftButton, Qt::ControlModifier, "pan");
        row("Trace Compass right", TraceCompass, Qt::RightButton, Qt::NoModifier, "zoom");
        row("Trace Compass middle", TraceCompass, Qt::MiddleButton, Qt::NoModifier, "pan");
    }

    static void schemesTellWhatADragDoes()
    {
        QFETCH(const gui::charts::NavigationScheme, scheme);
        QFETCH(const Qt::MouseButton, button);
        QFETCH(const Qt::KeyboardModifiers, modifiers);
        QFETCH(const QString, does);
        Bench bench;
        bench.chart.setNavigation(scheme);
        bench.view.showRange({.begin = 2'000, .end = 7'000}, "zoom");
        bench.settle();
        const TickRange before = bench.view.range();
        bench.drag(bench.at(600), bench.at(300), button, modifiers);
        const bool isMoved = bench.view.range() != before;
        const bool isAsLong = bench.view.range().length() == before.length();
        const QString did = bench.selection.area() ? "select"
                            : isMoved && isAsLong  ? "pan"
                            : isMoved              ? "zoom"
                                                   : "nothing";
        QCOMPARE(did, does);
    }

    static void traceCompassExtendsWithShift()
    {
        Bench bench;
        bench.chart.setNavigation(gui::charts::NavigationScheme::TraceCompass);
        bench.drag(bench.at(450), bench.at(550), Qt::LeftButton);
        bench.drag(bench.at(560), bench.at(650), Qt::LeftButton, Qt::ShiftModifier);
        QCOMPARE(bench.selection.area()->range, (TickRange{.begin = 4'500, .end = 6'500}));
        bench.drag(bench.at(460), bench.at(250), Qt::LeftButton, Qt::ShiftModifier);
        QCOMPARE(bench.selection.area()->range, (TickRange{.begin = 2'500, .end = 6'500}));
    }

    static void wheelOfOthersScrollsAndControlZooms()
    {
        Bench bench(tests::kTwoEach, 50);
        bench.chart.setNavigation(gui::charts::NavigationScheme::Perfetto);
        bench.wheel(bench.at(300), -1);
        QVERIFY(bench.chart.verticalScrollBar()->value() > 0);
        QCOMPARE(bench.view.range(), bench.view.whole());
        bench.wheel(QPoint(bench.chart.labelWidth() + 300, 20), 1, Qt::ControlModifier);
        QVERIFY(bench.view.range().length() < bench.view.whole().length());
    }

    static void controlWheelOverTheLabelsSetsTheRowHeight()
    {
        Bench bench;
        bench.chart.setNavigation(gui::charts::NavigationScheme::Perfetto);
        const int height = bench.chart.rowRect(kFirst)->height();
        bench.wheel(QPoint(10, 10), 1, Qt::ControlModifier);
        QVERIFY(bench.chart.rowRect(kFirst)->height() > height);
    }
};

VELLUM_TEST_GUI(TestTimelineGestures)
#include "test_timeline_gestures.moc"
