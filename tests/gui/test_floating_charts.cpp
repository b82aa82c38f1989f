// Charts in windows of their own: floated, docked again, closed, kept.

#include "gui/charts/summary_chart.h"
#include "tests/gui/charts_bench.h"
#include "tests/support/program/test_program.h"

#include <QEvent>
#include <QPoint>
#include <QString>
#include <QWidget>
#include <QWindow>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::charts::ChartDock;
using gui::charts::SummaryChart;
using gui::charts::TimeRuler;
using tests::button;
using tests::FrameBench;

namespace {

/// Whether it floats in a window that can be moved and closed as others can.
bool isFramed(const ChartDock& dock)
{
    const Qt::WindowFlags flags = dock.windowFlags();
    return dock.isFloating() && !flags.testFlag(Qt::FramelessWindowHint)
           && flags.testFlag(Qt::WindowTitleHint) && flags.testFlag(Qt::WindowCloseButtonHint);
}

void doubleClick(gui::charts::ChartHeader& header)
{
    constexpr QPoint kPlace(5, 5);
    QTest::mouseClick(&header, Qt::LeftButton, {}, kPlace);
    QTest::mouseDClick(&header, Qt::LeftButton, {}, kPlace);
    QTest::mouseRelease(&header, Qt::LeftButton, {}, kPlace);
}

void clickFloats(const ChartDock& dock)
{
    QTest::mouseClick(button(dock, "In a window of its own, or back"), Qt::LeftButton);
}

/// How often a widget is shown.
class ShowCounter : public QObject {
public:
    explicit ShowCounter(QWidget& of) { of.installEventFilter(this); }
    int count = 0;

protected:
    bool eventFilter(QObject* /*watched*/, QEvent* event) override
    {
        count += event->type() == QEvent::Show ? 1 : 0;
        return false;
    }
};

}  // namespace

class TestFloatingCharts : public QObject {
    Q_OBJECT

private slots:
    void aChartFloatsAndComesBack();
    void aFloatingChartIsAWindowLikeOthers();
    void floatingIsUndone();
    void aDoubleClickOnTheHeaderFloatsAsTheButtonDoes();
    void theWindowOfAChartIsShownOnce();
    void aFloatingChartHasARulerOfItsOwn();
    void whatIsOnTheRulersIsTheSame();
};

void TestFloatingCharts::aChartFloatsAndComesBack()
{
    FrameBench bench(tests::kRanks);
    bench.open<SummaryChart>("summary");
    ChartDock* dock = bench.frame.docks().back();
    clickFloats(*dock);
    QVERIFY(dock->isFloating());
    bench.view.showRange({1'000, 2'000}, "zoom");
    bench.settle();
    // Keys go on to the master timeline also from there.
    QTest::keyClick(&dock->chart(), Qt::Key_Home);
    QCOMPARE(bench.view.range(), bench.view.whole());
    clickFloats(*dock);
    QVERIFY(!dock->isFloating());
    bench.settle();
}

void TestFloatingCharts::aFloatingChartIsAWindowLikeOthers()
{
    FrameBench bench(tests::kRanks);
    bench.frame.setTraceName("a.otf2");
    bench.frame.openAnother("summary");
    bench.settle();
    ChartDock* dock = bench.frame.docks().back();
    QCOMPARE(dock->windowTitle(), QStringLiteral("Summary timeline — a.otf2"));
    const QPoint docked = dock->mapToGlobal(QPoint());
    clickFloats(*dock);
    QVERIFY(isFramed(*dock));
    QVERIFY(dock->isVisible());
    QVERIFY((dock->mapToGlobal(QPoint()) - docked).manhattanLength() > 20);
    // The window system closes it as its button does, and undo brings it back as it was.
    dock->windowHandle()->close();
    QVERIFY(!bench.frame.isOpen("summary"));
    bench.view.undo();
    bench.settle();
    QVERIFY(bench.frame.isOpen("summary"));
    dock = bench.frame.docks().back();
    QVERIFY(QTest::qWaitFor([dock] { return isFramed(*dock) && dock->isVisible(); }));
    clickFloats(*dock);
    QVERIFY(!dock->isFloating() && dock->isVisible());
    bench.settle();
    QVERIFY(!dock->isWindow());
    // Likewise the master timeline, which is never gone.
    dock = bench.frame.docks().front();
    clickFloats(*dock);
    QVERIFY(isFramed(*dock));
    dock->windowHandle()->close();
    QVERIFY(!bench.frame.isOpen("master"));
    bench.view.undo();
    bench.settle();
    QVERIFY(QTest::qWaitFor([dock] { return isFramed(*dock) && dock->isVisible(); }));
}

void TestFloatingCharts::floatingIsUndone()
{
    FrameBench bench(tests::kRanks);
    bench.open<SummaryChart>("summary");
    bench.settle();
    ChartDock* dock = bench.frame.docks().back();
    const int before = dock->height();
    clickFloats(*dock);
    bench.settle();
    QVERIFY(isFramed(*dock));
    QCOMPARE(bench.view.undoText(), QStringLiteral("detach Summary timeline"));
    bench.view.undo();
    bench.settle();
    QCOMPARE(bench.frame.docks().back(), dock);
    QVERIFY(!dock->isFloating() && dock->isVisible());
    QCOMPARE(dock->height(), before);
    bench.view.redo();
    bench.settle();
    QVERIFY(QTest::qWaitFor([dock] { return isFramed(*dock) && dock->isVisible(); }));
    clickFloats(*dock);
    QCOMPARE(bench.view.undoText(), QStringLiteral("attach Summary timeline"));
    bench.view.undo();
    bench.settle();
    QVERIFY(QTest::qWaitFor([dock] { return isFramed(*dock) && dock->isVisible(); }));
}

void TestFloatingCharts::aDoubleClickOnTheHeaderFloatsAsTheButtonDoes()
{
    FrameBench bench(tests::kRanks);
    bench.open<SummaryChart>("summary");
    ChartDock* dock = bench.frame.docks().back();
    const QPoint docked = dock->mapToGlobal(QPoint());
    doubleClick(dock->header());
    QVERIFY(QTest::qWaitFor([dock] { return isFramed(*dock) && dock->isVisible(); }));
    QVERIFY((dock->mapToGlobal(QPoint()) - docked).manhattanLength() > 20);
    doubleClick(dock->header());
    QVERIFY(QTest::qWaitFor([dock] { return !dock->isFloating() && dock->isVisible(); }));
    bench.settle();
}

/// One that is shown, replaced by another and shown again at once is lost by window managers now and then.
void TestFloatingCharts::theWindowOfAChartIsShownOnce()
{
    FrameBench bench(tests::kRanks);
    bench.open<SummaryChart>("summary");
    ChartDock* dock = bench.frame.docks().back();
    const ShowCounter shows(*dock);
    clickFloats(*dock);
    bench.settle();
    QVERIFY(isFramed(*dock) && dock->isVisible());
    QCOMPARE(shows.count, 1);
}

void TestFloatingCharts::aFloatingChartHasARulerOfItsOwn()
{
    FrameBench bench(tests::kRanks);
    auto& chart = bench.open<SummaryChart>("summary");
    ChartDock* dock = bench.frame.docks().back();
    QVERIFY(!dock->ruler().isVisible());
    QCOMPARE(&bench.frame.rulerAbove(*dock), &bench.frame.ruler());
    const int height = chart.height();
    clickFloats(*dock);
    bench.settle();
    TimeRuler& ruler = dock->ruler();
    QVERIFY(ruler.isVisible());
    QCOMPARE(&bench.frame.rulerAbove(*dock), &ruler);
    constexpr int kFramePx = 4;                    // of the dock
    QVERIFY(chart.height() >= height - kFramePx);  // the ruler has room of its own
    QCOMPARE(ruler.mapToGlobal(QPoint()).x(), chart.mapToGlobal(QPoint()).x());
    QCOMPARE(ruler.mapToGlobal(ruler.rect().bottomLeft()).y() + 1, chart.mapToGlobal(QPoint()).y());
    bench.view.showRange({1'000, 2'000}, "zoom");
    bench.settle();
    QTest::mouseDClick(&ruler, Qt::LeftButton, {}, ruler.rect().center());
    QCOMPARE(bench.view.range(), bench.view.whole());
    clickFloats(*dock);
    bench.settle();
    QVERIFY(!ruler.isVisible());
}

/// Marks, pointer, measured and selected range, also on a ruler that came later.
void TestFloatingCharts::whatIsOnTheRulersIsTheSame()
{
    FrameBench bench(tests::kRanks);
    bench.frame.ruler().setMarks({{.range = {500, 500}, .text = "here"}});
    bench.selection.selectArea({.range = {2'000, 6'000}, .locations = nullptr, .rows = 0});
    bench.open<SummaryChart>("summary");
    ChartDock* dock = bench.frame.docks().back();
    clickFloats(*dock);
    bench.settle();
    const auto areAlike = [&] {
        TimeRuler& common = bench.frame.ruler();
        dock->ruler().resize(common.size());
        return dock->ruler().grab().toImage() == common.grab().toImage();
    };
    QVERIFY(areAlike());
    QTest::mouseMove(bench.master->viewport(), {600, 20});
    QTest::mouseMove(bench.master->viewport(), {610, 20});
    QVERIFY(areAlike());
    bench.selection.clear();
    bench.view.showRange({1'000, 3'000}, "zoom");
    bench.settle();
    QVERIFY(areAlike());
}

VELLUM_TEST_GUI(TestFloatingCharts)
#include "test_floating_charts.moc"
