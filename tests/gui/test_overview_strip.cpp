// The whole run in small: first what the server has at once, then all of it.

#include "gui/charts/overview_strip.h"
#include "gui/theme/region_colors.h"
#include "tests/gui/colors.h"
#include "tests/support/fake_data_source.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <QColor>
#include <QCoreApplication>
#include <QEvent>
#include <QImage>
#include <QMouseEvent>
#include <QPointF>
#include <QString>
#include <QWheelEvent>

#include <cstdlib>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::charts::OverviewStrip;
using gui::models::Exactness;
using query::SummaryTimelineRequest;

namespace {

constexpr std::uint32_t kFew = 8;

/// A strip over a run that is in one function for its first half.
struct Bench {
    Bench()
    {
        source.setHold(true);
        strip.resize(600, 24);
        strip.show();
        settle();
    }

    static void settle()
    {
        for (int i = 0; i < 10; ++i) {
            QCoreApplication::processEvents();
        }
    }
    /// Whether the time of functions is painted at a place of the strip.
    [[nodiscard]] bool isFilledAt(double share)
    {
        const QImage image = strip.grab().toImage();
        const QColor wanted = gui::theme::groupColor(FunctionGroup::Application);
        const int x = static_cast<int>(share * image.width());
        return tests::isSameColor(image.pixelColor(x, image.height() / 2), wanted);
    }

    // What a pointer does; x of 600, where the run has 10,000 ticks, a frame's line at either side.

    void drag(int from, int to)
    {
        const int y = strip.height() / 2;
        QTest::mousePress(&strip, Qt::LeftButton, {}, {from, y});
        for (const int x : {(from + to) / 2, to}) {
            // Sent itself: QTest would move the one pointer of the screen.
            QMouseEvent event(
                QEvent::MouseMove,
                QPointF(x, y),
                strip.mapToGlobal(QPointF(x, y)),
                Qt::NoButton,
                Qt::LeftButton,
                {});
            QCoreApplication::sendEvent(&strip, &event);
        }
        QTest::mouseRelease(&strip, Qt::LeftButton, {}, {to, y});
    }
    void wheel(int x, int notches)
    {
        const QPointF place(x, strip.height() / 2.0);
        QWheelEvent event(
            place,
            strip.mapToGlobal(place),
            {},
            {0, 120 * notches},
            Qt::NoButton,
            {},
            Qt::NoScrollPhase,
            false);
        QCoreApplication::sendEvent(&strip, &event);
    }
    /// To a pixel or two.
    [[nodiscard]] bool isAbout(Tick begin, Tick end) const
    {
        constexpr Tick kPixels = 40;
        return std::abs(view.range().begin - begin) <= kPixels
               && std::abs(view.range().end - end) <= kPixels;
    }

    tests::FakeDataSource source;
    std::shared_ptr<const gui::data::Trace> trace =
        source.add("a", tests::traceFromText("length 9999\nenter 0 @0 main\nleave 0 @5000 main\n"));
    gui::models::ViewHistory view{trace->info.range};
    OverviewStrip strip{source, trace, view};
};

}  // namespace

class TestOverviewStrip : public QObject {
    Q_OBJECT

private slots:
    static void theProvisionalPictureIsShownUntilTheExactOneIsThere()
    {
        Bench bench;
        QCOMPARE(bench.source.of<SummaryTimelineRequest>().size(), std::size_t{1});
        QVERIFY(bench.source.asked().back().asking.progressive);
        QVERIFY(!bench.isFilledAt(0.25));
        bench.source.releaseProvisional(bench.source.asked().back().id, kFew);
        Bench::settle();
        QVERIFY(bench.isFilledAt(0.25));
        QVERIFY(!bench.isFilledAt(0.75));
        QCOMPARE(bench.strip.exactness(), Exactness::Refining);
        bench.source.setHold(false);
        Bench::settle();
        QVERIFY(bench.isFilledAt(0.25));
        QCOMPARE(bench.strip.exactness(), Exactness::Exact);
        QCOMPARE(bench.source.of<SummaryTimelineRequest>().size(), std::size_t{1});
    }

    static void whatIsShownIsStretchedAndNeedsNoOverview()
    {
        Bench bench;
        bench.source.setHold(false);
        Bench::settle();
        QCOMPARE(bench.strip.exactness(), Exactness::Exact);
        bench.strip.resize(800, 24);
        Bench::settle();
        QCOMPARE(bench.source.of<SummaryTimelineRequest>().size(), std::size_t{2});
        QVERIFY(!bench.source.asked().back().asking.progressive);
        QCOMPARE(bench.strip.exactness(), Exactness::Exact);
    }

    // ---- Gestures ---------------------------------------------------------------------------

    static void theFrameIsDragged()
    {
        Bench bench;
        bench.view.showRange({.begin = 2'000, .end = 4'000}, "zoom");
        bench.drag(180, 240);
        QVERIFY(bench.isAbout(3'000, 5'000));
        QCOMPARE(bench.view.range().length(), Tick{2'000});
        QCOMPARE(bench.view.undoText(), QStringLiteral("pan"));
        // It stays in the run, and all of the drag is one step.
        bench.drag(240, 590);
        QCOMPARE(bench.view.range().end, bench.view.whole().end);
        QCOMPARE(bench.view.range().length(), Tick{2'000});
        bench.view.undo();
        QVERIFY(bench.isAbout(3'000, 5'000));
        bench.view.undo();
        QVERIFY(bench.isAbout(2'000, 4'000));
    }

    static void theEdgesOfTheFrameAreDragged()
    {
        Bench bench;
        bench.view.showRange({.begin = 2'000, .end = 4'000}, "zoom");
        bench.drag(120, 60);
        QVERIFY(bench.isAbout(1'000, 4'000));
        bench.drag(240, 480);
        QVERIFY(bench.isAbout(1'000, 8'000));
        bench.view.undo();
        bench.view.undo();
        QVERIFY(bench.isAbout(2'000, 4'000));
    }

    static void aDragBesideTheFrameShowsJustThat()
    {
        Bench bench;
        bench.view.showRange({.begin = 2'000, .end = 4'000}, "zoom");
        bench.drag(540, 420);
        QVERIFY(bench.isAbout(7'000, 9'000));
        // Over the whole run there is no frame to be dragged.
        bench.view.showWhole();
        bench.drag(60, 120);
        QVERIFY(bench.isAbout(1'000, 2'000));
        QTest::mouseDClick(&bench.strip, Qt::LeftButton, {}, {300, 12});
        QCOMPARE(bench.view.range(), bench.view.whole());
    }

    static void theWheelZoomsAboutThePointer()
    {
        Bench bench;
        bench.wheel(150, 1);
        QVERIFY(bench.view.range().length() < bench.view.whole().length());
        const double share = static_cast<double>(2'500 - bench.view.range().begin)
                             / static_cast<double>(bench.view.range().length());
        QVERIFY2(std::abs(share - 0.25) < 0.01, qPrintable(QString::number(share)));
        bench.wheel(150, -1);
        QVERIFY(bench.isAbout(0, bench.view.whole().end));
    }
};

VELLUM_TEST_GUI(TestOverviewStrip)
#include "test_overview_strip.moc"
