// From one place to another: visits, messages, bookmarks and notes.

#include "gui/charts/panels/details_panel.h"
#include "gui/charts/time_ruler.h"
#include "gui/shell/moves.h"
#include "gui/theme/theme.h"
#include "tests/gui/mouse.h"
#include "tests/gui/window_bench.h"

#include <QAction>
#include <QDir>
#include <QInputDialog>
#include <QLabel>
#include <QPushButton>
#include <QStatusBar>
#include <QTableWidget>
#include <QToolButton>

#include <algorithm>

namespace vellum::gui {

namespace {

using models::SelectedVisit;
using tests::comes;

constexpr const char* kTalk = R"(
ticks-per-second 1000
location 0 "a"
location 1 "b"
enter 0 @0 main
enter 0 @1000 send
send 0 @1010 to 1 tag 1 bytes 8
leave 0 @1100 send
enter 0 @2000 work
leave 0 @2500 work
enter 0 @3000 send
leave 0 @3100 send
leave 0 @9000 main
enter 1 @0 main
enter 1 @7000 receive
recv 1 @7100 from 0 tag 1 bytes 8
leave 1 @7100 receive
leave 1 @9000 main
)";

/// Work that was launched in a range (66 is NVTX, 5 CUDA), and a call that waits for it.
constexpr const char* kWait = R"(
length 9999
group 0 "python"
group 1 "GPU" type accelerator
location 0 "thread" group 0
location 1 "stream" group 1 type stream
region 0 range paradigm 66
region 1 launch paradigm 5
region 2 kernel paradigm 5 role 40
region 3 cudaStreamSynchronize paradigm 5
enter 0 @1000 range
enter 0 @1100 launch
event 0 @1100 DeviceLaunch 1
leave 0 @1200 launch
leave 0 @2000 range
enter 0 @3000 cudaStreamSynchronize
leave 0 @9000 cudaStreamSynchronize
enter 1 @4000 kernel
event 1 @4000 DeviceSet 1 0 0
leave 1 @8000 kernel
)";

/// A collective kernel on two devices, each with its launch; the second device comes last.
constexpr const char* kNccl = R"(
length 9999
group 0 "rank 0"
group 1 "GPU 0" type accelerator
group 2 "rank 1"
group 3 "GPU 1" type accelerator
location 0 "thread" group 0
location 1 "stream 7" group 1 type stream
location 2 "other thread" group 2
location 3 "stream 9" group 3 type stream
region 1 launch paradigm 5
region 2 ncclAllReduce paradigm 4
enter 0 @1000 launch
event 0 @1000 DeviceLaunch 1
leave 0 @1200 launch
enter 2 @2000 launch
event 2 @2000 DeviceLaunch 2
leave 2 @2200 launch
enter 1 @3000 ncclAllReduce
event 1 @3000 DeviceSet 1 0 0
leave 1 @6000 ncclAllReduce
enter 3 @5000 ncclAllReduce
event 3 @5000 DeviceSet 2 0 0
leave 3 @6000 ncclAllReduce
)";

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

struct Window : tests::OpenWindow {
    explicit Window(const QString& folder, const char* trace = kTalk) : OpenWindow(folder, trace) {}

    void key(Qt::Key which, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(&view().chart(), which, modifiers);
        settle();
    }
    void select(LocationRef location, Tick tick)
    {
        view().goTo(location, tick);
        settle();
    }
    void selectBarrier()
    {
        view().selection().selectOverlaid(tests::traceFromText(kBarrier)->collectives[0]);
        settle();
    }
    [[nodiscard]] std::optional<SelectedVisit> selected() const
    {
        return view().selection().visit();
    }
    [[nodiscard]] QString said() const { return window.statusBar()->currentMessage(); }
};

}  // namespace

class TestMoves : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    [[nodiscard]] QString folder() const { return m_folder->path(); }

    static void writeNote(Window& made, const QString& text)
    {
        auto* dialog = made.view().findChild<QInputDialog*>();
        QVERIFY(dialog != nullptr);
        dialog->setTextValue(text);
        dialog->accept();
        QCoreApplication::processEvents();
    }

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

    // ---- Devices ----------------------------------------------------------------------------

    void bracketsGoFromWorkToTheWaitAndBack()
    {
        Window made(folder(), kWait);
        made.select(LocationRef(1), 5'000);
        made.key(Qt::Key_BracketRight);
        QCOMPARE(made.selected()->location, LocationRef(0));
        QCOMPARE(made.selected()->visit, (TickRange{.begin = 3'000, .end = 9'000}));
        made.key(Qt::Key_BracketLeft);
        QCOMPARE(made.selected()->location, LocationRef(1));
        QCOMPARE(made.selected()->visit, (TickRange{.begin = 4'000, .end = 8'000}));
    }

    /// The clocks of host and device are not quite one.
    void whatEndsAfterTheWaitIsSaidToDoSo()
    {
        QByteArray trace = kWait;
        trace.replace("@8000", "@9900");
        Window made(folder(), trace.constData());
        const auto* details = made.view().findChild<charts::DetailsPanel*>();
        made.select(LocationRef(0), 4'500);
        QVERIFY(comes([&] { return !details->valueOf("Waited for").isEmpty(); }));
        QVERIFY(details->valueOf("Waited").startsWith("6.00 µs"));
        QVERIFY(details->valueOf("Returned after").isEmpty());
        QVERIFY2(
            details->valueOf("Ended after the call by").startsWith("900"),
            qPrintable(details->valueOf("Ended after the call by")));
        made.select(LocationRef(1), 5'000);
        QVERIFY(comes([&] { return !details->valueOf("Waited for by").isEmpty(); }));
        QVERIFY(details->valueOf("It waited").startsWith("6.00 µs"));
    }

    void detailsSayWhatWasWaitedForAndWhoWaited()
    {
        Window made(folder(), kWait);
        auto* const details = made.view().findChild<charts::DetailsPanel*>();
        made.select(LocationRef(0), 4'500);
        QVERIFY(comes([&] { return !details->valueOf("Waited for").isEmpty(); }));
        QVERIFY2(
            details->valueOf("Waited for").startsWith("kernel on"),
            qPrintable(details->valueOf("Waited for")));
        QVERIFY(details->valueOf("It ended").startsWith("0.000008000"));
        QVERIFY(details->valueOf("Waited").startsWith("5.00 µs"));
        QVERIFY(details->valueOf("Returned after").startsWith("1.00 µs"));
        made.select(LocationRef(1), 5'000);
        QVERIFY(comes([&] { return !details->valueOf("Waited for by").isEmpty(); }));
        QVERIFY(details->valueOf("Waited for by").startsWith("cudaStreamSynchronize on"));
        QVERIFY(details->valueOf("It waited").startsWith("5.00 µs"));
        QCOMPARE(details->valueOf("Launched in"), QStringLiteral("range"));
        // The link leads where the line says.
        emit details->locationWanted(LocationRef(0), 3'000);
        made.settle();
        QCOMPARE(made.selected()->visit, (TickRange{.begin = 3'000, .end = 9'000}));
        // Each line once, however the answers come.
        QVERIFY(comes([&] { return details->exactness() == models::Exactness::Exact; }));
        int captions = 0;
        for (const QLabel* label : details->findChildren<QLabel*>()) {
            captions += label->text() == QLatin1String("Waited for") ? 1 : 0;
        }
        QCOMPARE(captions, 1);
    }

    void theRangeAroundALaunchIsOutlined()
    {
        Window made(folder(), kWait);
        auto& chart = made.view().chart();
        const QRect row = *chart.rowRect(LocationRef(0));
        const QRect canvas = chart.canvasRect();
        const auto isOutlined = [&] {
            const QImage image = chart.viewport()->grab().toImage();
            const double ratio = image.devicePixelRatio();
            const int top = static_cast<int>(row.top() * ratio);
            const double x =
                canvas.left() + 0.17 * canvas.width();  // in the range, behind its launch
            return image.pixelColor(static_cast<int>(x * ratio), top)
                   == theme::currentTheme().accent;
        };
        QVERIFY(!isOutlined());
        made.select(LocationRef(1), 5'000);
        QVERIFY(comes([&] { return !made.view().moves().flows().isBusy(); }));
        QVERIFY(isOutlined());
        made.view().selection().clear();
        QVERIFY(!isOutlined());
    }

    /// The launch, whoever came last, and the launch again.
    void theSameKeyLeadsToAllThatLeadsToAKernel()
    {
        Window made(folder(), kNccl);
        made.select(LocationRef(1), 4'000);
        for (int round = 0; round < 2; ++round) {
            made.key(Qt::Key_BracketLeft);
            QVERIFY2(
                made.said().startsWith("1 of 2: the call on rank 0 · thread that launched it"),
                qPrintable(made.said()));
            QVERIFY2(made.said().contains("leads to the next"), qPrintable(made.said()));
            QCOMPARE(made.selected()->visit, (TickRange{.begin = 1'000, .end = 1'200}));
            made.key(Qt::Key_BracketLeft);
            QVERIFY2(
                made.said().startsWith("2 of 2: GPU 1 · stream 9, the last to come"),
                qPrintable(made.said()));
            QVERIFY2(made.said().contains("leads to the first"), qPrintable(made.said()));
            QCOMPARE(made.selected()->location, LocationRef(3));
        }
        // From there the other way, that is no round any more.
        made.key(Qt::Key_BracketRight);
        QCOMPARE(made.selected()->location, LocationRef(1));
    }

    void anotherSelectionEndsTheRound()
    {
        Window made(folder(), kNccl);
        made.select(LocationRef(1), 4'000);
        made.key(Qt::Key_BracketLeft);
        made.select(LocationRef(3), 5'500);
        made.select(LocationRef(0), 1'100);  // where the round stood
        made.key(Qt::Key_BracketLeft);
        QVERIFY2(made.said().contains("leads here"), qPrintable(made.said()));
    }

    void whatIsFilteredAwayIsNotInTheRound()
    {
        Window made(folder(), kNccl);
        made.view().history().addFilter(
            *made.view().trace().definitions,
            {.kind = models::Filter::Kind::HideLocations,
             .text = "thread",
             .locations = std::make_shared<const std::vector<LocationRef>>(1, LocationRef(0))},
            "hide");
        made.select(LocationRef(1), 4'000);
        made.key(Qt::Key_BracketLeft);
        QCOMPARE(made.selected()->location, LocationRef(3));
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

    // ---- Bookmarks and notes ----------------------------------------------------------------

    void bookmarksAreKeptWithTheTrace()
    {
        {
            Window made(folder());
            made.window.action("bookmark3")->trigger();
            QVERIFY2(made.said().contains("empty"), qPrintable(made.said()));
            made.view().history().showRange({.begin = 2'000, .end = 3'000}, "zoom");
            made.view().chart().run("foldAll");
            made.window.action("storeBookmark3")->trigger();
        }
        Window made(folder());
        QVERIFY(made.view().moves().titleOf(3).startsWith(QStringLiteral("2.0")));
        made.window.action("bookmark3")->trigger();
        QCOMPARE(made.view().history().range(), (TickRange{.begin = 2'000, .end = 3'000}));
        QCOMPARE(made.view().history().undoText(), QStringLiteral("bookmark 3"));
        made.window.action("undo")->trigger();
        QCOMPARE(made.view().history().range(), made.view().history().whole());
    }

    void notesAreWrittenListedAndRemoved()
    {
        {
            Window made(folder());
            made.select(LocationRef(0), 2'100);
            made.key(Qt::Key_M);
            writeNote(made, "why so long?");
            QCOMPARE(made.view().moves().notes().notes().size(), std::size_t{1});
        }
        Window made(folder());
        const auto& notes = made.view().moves().notes().notes();
        QCOMPARE(notes.size(), std::size_t{1});
        QCOMPARE(notes.front().text, QStringLiteral("why so long?"));
        QCOMPARE(notes.front().range, (TickRange{.begin = 2'000, .end = 2'500}));
        made.view().history().showRange({.begin = 5'000, .end = 6'000}, "zoom");
        made.view().moves().showNote(0);
        QVERIFY(made.view().history().range().contains(2'000));
        made.window.action("editNotes")->trigger();
        auto* table = made.view().findChild<QTableWidget*>();
        table->item(0, 1)->setText("it waits");
        QCOMPARE(notes.front().text, QStringLiteral("it waits"));
        table->setCurrentCell(0, 0);
        QTest::mouseClick(made.view().findChild<QPushButton*>("removeNote"), Qt::LeftButton);
        QVERIFY(notes.empty());
    }

    /// "Note" of the bar that follows a drag: about the time that was dragged over.
    void theBarWritesANoteAboutTheDraggedTime()
    {
        Window made(folder());
        charts::TimelineChart& chart = made.view().chart();
        const QRect row = *chart.rowRect(LocationRef(0));
        const int width = chart.canvasRect().width();
        const auto at = [&](double share) {
            return QPoint(
                chart.canvasRect().left() + static_cast<int>(share * width), row.center().y());
        };
        tests::dragPointer(chart, at(0.5), at(0.75), Qt::LeftButton);
        made.settle();
        QVERIFY(made.view().selection().area().has_value());
        const TickRange dragged = made.view().selection().area()->range;
        auto* button = chart.selectionBar().findChild<QToolButton*>("Note");
        QVERIFY(button != nullptr && button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
        writeNote(made, "here");
        const auto& notes = made.view().moves().notes().notes();
        QCOMPARE(notes.size(), std::size_t{1});
        QCOMPARE(notes.front().range, dragged);
        QCOMPARE(notes.front().text, QStringLiteral("here"));
    }

    /// What cannot be read is not thrown away.
    void unreadableNotesAreLeftAside()
    {
        {
            Window made(folder());
            made.window.action("storeBookmark1")->trigger();
        }
        QDir traces(QFileInfo(QSettings().fileName()).absolutePath() + "/traces");
        QCOMPARE(traces.entryList(QDir::Files).size(), 1);
        const QString path = traces.filePath(traces.entryList(QDir::Files).front());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{ nonsense");
        file.close();
        Window made(folder());
        QVERIFY(!made.view().moves().notes().bookmark(1));
        QVERIFY(made.view().moves().notes().errorText().contains("could not be read"));
        QVERIFY(QFile::exists(path + ".unreadable"));
    }
};

}  // namespace vellum::gui

QTEST_MAIN(vellum::gui::TestMoves)
#include "test_moves.moc"
