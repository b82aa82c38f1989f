// Charts under one ruler: opened, closed, kept, and one x is one instant in all of them.

#include "gui/charts/chart_kinds.h"
#include "gui/charts/elided_text.h"
#include "gui/charts/process_chart.h"
#include "gui/charts/summary_chart.h"
#include "tests/gui/charts_bench.h"
#include "tests/support/program/test_program.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QEvent>
#include <QFont>
#include <QFontMetrics>
#include <QHelpEvent>
#include <QImage>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMouseEvent>
#include <QPoint>
#include <QRect>
#include <QSet>
#include <QSignalSpy>
#include <QString>
#include <QStringList>
#include <QToolTip>
#include <QVariantList>
#include <QVariantMap>

#include <algorithm>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::charts::Chart;
using gui::charts::ChartDock;
using gui::charts::ProcessChart;
using gui::charts::SummaryChart;
using tests::button;
using tests::FrameBench;

class TestChartFrame : public QObject {
    Q_OBJECT

private slots:
    void undoNamesTheChartInWhichItWasDone();
    void everyKindOpensAndClosesAgain();
    void thereIsNoChartOfAnUnknownKind();
    void allChartsHaveTheSameEdges();
    void theLabelsEdgeIsDraggedInAllCharts();
    void aDoubleClickOnTheLabelsEdgeFitsThem();
    void theWidthOfLabelsIsUndone();
    void theHeightsOfChartsAreUndone();
    void thePointerOfOneChartIsShownInAll();
    void theCloseButtonClosesAndTheChartAsksNothingMore();
    void theMasterTimelineCanBeHiddenAndComesBack();
    void aLayoutComesBack();
    void openingAndClosingIsUndone();
    void aClosedChartComesBackWhereItStood();
    void keysGoOnInAnotherChart();
    void anotherLayoutIsUndone();
    void nonsenseInALayoutDoesNoHarm();
    void aFilterLeavesTheHeightsOfCharts();
    void aHeaderLeavesOutWhatMattersLeast();
    void namesThatDifferAtTheirEndsShowBothEnds();
    void aNarrowHeaderHasRoomForItsTitle();
    void whatTheRulerCountsFromIsCutWithATip();
};

void TestChartFrame::everyKindOpensAndClosesAgain()
{
    FrameBench bench(tests::kRanks);
    for (const auto& kind : gui::charts::chartKinds()) {
        if (kind.needsValues) {
            continue;  // they have tests of their own
        }
        const QString name = QLatin1String(kind.name);
        bench.frame.setOpen(name, true);
        QVERIFY2(bench.frame.isOpen(name), kind.name);
        bench.settle();
        QVERIFY2(!bench.frame.chart(name)->sentence().isEmpty(), kind.name);
        bench.frame.setOpen(name, false);
        QVERIFY2(!bench.frame.isOpen(name), kind.name);
    }
    QVERIFY(bench.frame.docks().empty());
}

/// The names of the open charts from top to bottom.
QStringList standing(const FrameBench& bench)
{
    std::vector<ChartDock*> docks = bench.frame.docks();
    std::ranges::sort(docks, {}, [](const ChartDock* dock) { return dock->y(); });
    QStringList names;
    std::ranges::transform(docks, std::back_inserter(names), &ChartDock::objectName);
    return names;
}

void TestChartFrame::openingAndClosingIsUndone()
{
    FrameBench bench(tests::kRanks);
    bench.frame.setOpen("summary", true);
    QCOMPARE(bench.view.undoText(), QString("open Summary timeline"));
    bench.view.zoomAbout(5, 0.5);
    const TickRange zoomed = bench.view.range();
    bench.frame.setOpen("summary", false);
    bench.view.undo();
    QVERIFY(bench.frame.isOpen("summary"));
    QCOMPARE(bench.view.range(), zoomed);  // of the view nothing was undone
    bench.view.undo();
    bench.view.undo();
    QVERIFY(!bench.frame.isOpen("summary"));
    bench.view.redo();
    bench.settle();
    QVERIFY(bench.frame.isOpen("summary"));
    // Its button closes it, and the master timeline goes and comes likewise.
    bench.frame.docks().back()->close();
    QVERIFY(!bench.frame.isOpen("summary") && bench.view.canUndo());
    bench.view.undo();
    QVERIFY(bench.frame.isOpen("summary"));
    bench.frame.setOpen("master", false);
    bench.view.undo();
    QVERIFY(bench.frame.isOpen("master"));
    bench.view.redo();
    QVERIFY(!bench.frame.isOpen("master"));
    bench.settle();
}

void TestChartFrame::aClosedChartComesBackWhereItStood()
{
    FrameBench bench(tests::kRanks);
    bench.frame.openAnother("summary");
    bench.frame.openAnother("process");
    bench.frame.openAnother("counter");
    bench.settle();
    const QStringList before = standing(bench);
    QCOMPARE(before.size(), 4);
    bench.frame.setOpen("process", false);
    bench.settle();
    QCOMPARE(standing(bench).size(), 3);
    bench.view.undo();
    bench.settle();
    QCOMPARE(standing(bench), before);
    QStringList order;
    for (const ChartDock* dock : bench.frame.docks()) {
        order.append(dock->objectName());
    }
    QCOMPARE(order, before);
}

void TestChartFrame::keysGoOnInAnotherChart()
{
    FrameBench bench(tests::kRanks);
    for (const char* last : {"process", "summary"}) {
        auto* chart = bench.frame.chart(QLatin1String(last));
        chart = chart != nullptr ? chart : bench.frame.open(QLatin1String(last));
        bench.settle();
        bench.frame.window()->activateWindow();
        chart->setFocus();
        QVERIFY(QTest::qWaitFor([chart] { return chart->hasFocus(); }));
        bench.frame.setOpen(QLatin1String(last), false);
        QVERIFY(QTest::qWaitFor([&bench] { return bench.master->hasFocus(); }));
    }
}

void TestChartFrame::anotherLayoutIsUndone()
{
    FrameBench bench(tests::kRanks);
    bench.frame.openAnother("summary");
    bench.frame.openAnother("summary");
    bench.settle();
    const QStringList before = standing(bench);
    bench.frame.changeLayout(
        {{"charts",
          QVariantList{
              QVariantMap{{"kind", "master"}, {"settings", bench.master->settings()}},
              QVariantMap{{"kind", "process"}}}}});
    QVERIFY(bench.frame.isOpen("process") && !bench.frame.isOpen("summary"));
    QCOMPARE(bench.view.undoText(), QString("layout"));
    bench.view.undo();
    bench.settle();
    QVERIFY(!bench.frame.isOpen("process"));
    QCOMPARE(standing(bench), before);
}

void TestChartFrame::thereIsNoChartOfAnUnknownKind()
{
    FrameBench bench(tests::kRanks);
    QVERIFY(bench.frame.open("pie") == nullptr);
    QCOMPARE(bench.frame.docks().size(), std::size_t{1});
}

void TestChartFrame::allChartsHaveTheSameEdges()
{
    FrameBench bench(tests::manyRows());
    auto& summary = bench.open<SummaryChart>("summary");
    auto& process = bench.open<ProcessChart>("process");
    QVERIFY(bench.master->scrollBarWidth() > 0);
    const QRect canvas = bench.master->canvasRect();
    for (const gui::charts::TimeChart* chart :
         {static_cast<const gui::charts::TimeChart*>(&summary),
          static_cast<const gui::charts::TimeChart*>(&process)}) {
        QCOMPARE(chart->canvasRect().left(), canvas.left());
        QCOMPARE(chart->canvasRect().width(), canvas.width());
        QCOMPARE(chart->mapTo(&bench.frame, QPoint()).x(), 0);
    }
    // Fewer rows need no bar: its place stays free, so that nothing moves under the pointer.
    bench.view.setRowHeightPercent(5);
    bench.settle();
    QCOMPARE(bench.master->scrollBarWidth(), 0);
    QCOMPARE(bench.master->canvasRect().width(), canvas.width());
    QCOMPARE(summary.canvasRect().width(), bench.master->canvasRect().width());
}

void TestChartFrame::theLabelsEdgeIsDraggedInAllCharts()
{
    FrameBench bench(tests::kRanks);
    auto& summary = bench.open<SummaryChart>("summary");
    const int before = summary.labelWidth();
    tests::dragPointer(summary, {before - 2, 20}, {before + 50, 20}, Qt::LeftButton);
    QCOMPARE(summary.labelWidth(), before + 50);
    QCOMPARE(bench.master->labelWidth(), before + 50);
    bench.settle();
}

/// A drag is one step, in whichever chart; so is a double click.
void TestChartFrame::theWidthOfLabelsIsUndone()
{
    FrameBench bench(tests::kRanks);
    auto& summary = bench.open<SummaryChart>("summary");
    const int before = summary.labelWidth();
    const auto drag = [](const Chart& chart, int by) {
        const QPoint edge(chart.labelWidth() - 2, 20);
        tests::dragPointer(chart, edge, edge + QPoint(by, 0), Qt::LeftButton);
    };
    drag(summary, 50);
    drag(*bench.master, 30);
    const int wide = summary.labelWidth();
    QVERIFY(wide > before + 70);
    QCOMPARE(bench.view.undoText(), QStringLiteral("width of labels"));
    bench.view.undo();
    QVERIFY(summary.labelWidth() < wide && summary.labelWidth() > before);
    bench.view.undo();
    QCOMPARE(summary.labelWidth(), before);
    QCOMPARE(bench.master->labelWidth(), before);
    bench.view.redo();
    bench.view.redo();
    QCOMPARE(bench.master->labelWidth(), wide);
    QTest::mouseDClick(summary.viewport(), Qt::LeftButton, {}, {summary.labelWidth() - 2, 20});
    QVERIFY(bench.master->labelWidth() != wide);
    bench.view.undo();
    QCOMPARE(bench.master->labelWidth(), wide);
    QCOMPARE(summary.labelWidth(), wide);
    bench.settle();
}

void TestChartFrame::theHeightsOfChartsAreUndone()
{
    FrameBench bench(tests::kRanks);
    bench.open<SummaryChart>("summary");
    const auto* above = bench.frame.docks().front();
    auto* host = qobject_cast<QMainWindow*>(above->parentWidget());
    QVERIFY(host != nullptr);
    const int before = above->height();
    const QPoint edge(above->geometry().center().x(), above->geometry().bottom() + 1);
    const auto send = [host](QEvent::Type type, QPoint place, Qt::MouseButtons buttons) {
        const bool isMove = type == QEvent::MouseMove;
        QMouseEvent event(
            type,
            place,
            host->mapToGlobal(place),
            isMove ? Qt::NoButton : Qt::LeftButton,
            buttons,
            {});
        QCoreApplication::sendEvent(host, &event);
        QCoreApplication::processEvents();
    };
    send(QEvent::MouseButtonPress, edge, Qt::LeftButton);
    send(QEvent::MouseMove, edge + QPoint(0, -20), Qt::LeftButton);
    send(QEvent::MouseMove, edge + QPoint(0, -60), Qt::LeftButton);
    QTest::qWait(20);  // the host moves its edges once in a while
    send(QEvent::MouseButtonRelease, edge + QPoint(0, -60), {});
    bench.settle();
    const int lower = above->height();
    QVERIFY2(lower < before, qPrintable(QString::number(lower)));
    QCOMPARE(bench.view.undoText(), QStringLiteral("heights of charts"));
    bench.view.undo();
    bench.settle();
    QCOMPARE(above->height(), before);
    bench.view.redo();
    bench.settle();
    QCOMPARE(above->height(), lower);
}

void TestChartFrame::aDoubleClickOnTheLabelsEdgeFitsThem()
{
    FrameBench bench(tests::kRanks);
    auto& summary = bench.open<SummaryChart>("summary");
    const auto clickEdge = [](const Chart& chart) {
        QTest::mouseDClick(chart.viewport(), Qt::LeftButton, {}, {chart.labelWidth() - 2, 20});
    };
    clickEdge(*bench.master);
    const int fitting = bench.master->labelWidth();
    QCOMPARE(summary.labelWidth(), fitting);
    tests::dragPointer(summary, {fitting - 2, 20}, {fitting + 80, 20}, Qt::LeftButton);
    QCOMPARE(bench.master->labelWidth(), fitting + 80);
    clickEdge(summary);  // of any chart: it is the edge of all
    QCOMPARE(bench.master->labelWidth(), fitting);
    QCOMPARE(summary.labelWidth(), fitting);
    bench.settle();
}

void TestChartFrame::thePointerOfOneChartIsShownInAll()
{
    FrameBench bench(tests::kRanks);
    auto& summary = bench.open<SummaryChart>("summary");
    const QPoint master = bench.master->canvasRect().topLeft() + QPoint(200, 10);
    const QImage before = summary.viewport()->grab().toImage();
    tests::movePointer(*bench.master, master);
    const QImage after = summary.viewport()->grab().toImage();
    const double ratio = summary.devicePixelRatioF();
    const int y = int(10 * ratio);
    bool isShown = false;
    for (const int offset : {-1, 0, 1}) {  // a tick begins somewhere in its pixel
        const int x = int((summary.canvasRect().left() + 200) * ratio) + offset;
        isShown = isShown || after.pixelColor(x, y) != before.pixelColor(x, y);
    }
    QVERIFY(isShown);
    bench.settle();
}

void TestChartFrame::theCloseButtonClosesAndTheChartAsksNothingMore()
{
    FrameBench bench(tests::kRanks);
    bench.open<ProcessChart>("process");
    QSignalSpy changed(&bench.frame, &tests::ChartFrame::chartsChanged);
    QTest::mouseClick(button(*bench.frame.docks().back(), "Close"), Qt::LeftButton);
    QVERIFY(!bench.frame.isOpen("process"));
    QCOMPARE(changed.size(), 1);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    const auto levelsAsked = [&bench] {
        const auto all = bench.source.of<query::TimelineRequest>();
        return std::ranges::count_if(all, [](const auto& request) { return request.levels > 0; });
    };
    const auto before = levelsAsked();
    bench.view.showRange({1'000, 2'000}, "zoom");
    bench.settle();
    QCOMPARE(levelsAsked(), before);
}

void TestChartFrame::theMasterTimelineCanBeHiddenAndComesBack()
{
    FrameBench bench(tests::kRanks);
    bench.open<SummaryChart>("summary");
    bench.frame.setOpen("master", false);
    QVERIFY(!bench.frame.isOpen("master"));
    QVERIFY(!bench.master->isVisible());
    bench.view.showRange({1'000, 2'000}, "zoom");
    bench.settle();
    bench.frame.setOpen("master", true);
    bench.settle();
    QVERIFY(bench.master->isVisible());
}

void TestChartFrame::aLayoutComesBack()
{
    FrameBench bench(tests::kRanks);
    auto& process = bench.open<ProcessChart>("process");
    process.setLocation(LocationRef(1));
    bench.open<SummaryChart>("summary");
    bench.frame.setOpen("master", false);
    const QVariantMap layout = bench.frame.layoutState();
    FrameBench other(tests::kRanks);
    other.open<SummaryChart>("summary");
    other.frame.applyLayout(layout);
    other.settle();
    QVERIFY(!other.frame.isOpen("master"));
    QCOMPARE(other.frame.docks().size(), std::size_t{2});
    const auto* same = qobject_cast<ProcessChart*>(other.frame.chart("process"));
    QVERIFY(same != nullptr);
    QCOMPARE(same->location(), LocationRef(1));
    QCOMPARE(other.frame.layoutState().value("charts"), layout.value("charts"));
}

void TestChartFrame::nonsenseInALayoutDoesNoHarm()
{
    FrameBench bench(tests::kRanks);
    for (const QVariantMap& layout :
         {QVariantMap{},
          QVariantMap{{"charts", 7}},
          QVariantMap{{"charts", QVariantList{"master", QVariantMap{{"kind", "pie"}}}}},
          QVariantMap{
              {"charts", QVariantList{QVariantMap{{"kind", "master"}}}},
              {"docks", QByteArray("no state")},
              {"labelWidth", -5}}}) {
        bench.frame.applyLayout(layout);
        bench.settle();
    }
    QVERIFY(bench.frame.isOpen("master"));
}

/// Of which the one that shows a location has many levels of calls in one, and one in another.
void TestChartFrame::aFilterLeavesTheHeightsOfCharts()
{
    std::string text = "length 999\n";
    for (int level = 1; level <= 9; ++level) {
        text.append("enter 0 @").append(std::to_string(level)).append(" call\n");
    }
    for (int level = 9; level >= 1; --level) {
        text.append("leave 0 @").append(std::to_string(900 - level)).append(" call\n");
    }
    text.append("enter 1 @0 main\nleave 1 @900 main\n");
    FrameBench bench(text);
    bench.open<ProcessChart>("process");
    bench.open<Chart>("radar");
    bench.settle();
    const auto heights = [&bench] {
        std::vector<int> all;
        for (const ChartDock* dock : bench.frame.docks()) {
            all.push_back(dock->height());
        }
        return all;
    };
    const std::vector<int> before = heights();
    bench.view.addFilter(
        *bench.trace->definitions,
        {.kind = gui::models::Filter::Kind::HideLocations,
         .text = "it",
         .locations = std::make_shared<const std::vector<LocationRef>>(1, LocationRef(0))},
        "hide");
    bench.settle();
    QCOMPARE(heights(), before);
    bench.view.undo();
    bench.settle();
    QCOMPARE(heights(), before);
}

void TestChartFrame::aHeaderLeavesOutWhatMattersLeast()
{
    using gui::charts::elidedParts;
    const QFontMetrics metrics{QFont()};
    const QString all = QStringLiteral("3 of 10 locations · colour = function · 12 messages");
    const auto widthOf = [&](const char* text) {
        return metrics.horizontalAdvance(QString::fromUtf8(text));
    };
    QCOMPARE(elidedParts(all, metrics, metrics.horizontalAdvance(all)), all);
    QCOMPARE(
        elidedParts(all, metrics, metrics.horizontalAdvance(all) - 1),
        QStringLiteral("3 of 10 locations · colour = function · …"));
    QCOMPARE(
        elidedParts(all, metrics, widthOf("3 of 10 locations · …")),
        QStringLiteral("3 of 10 locations · …"));
    const QString least = elidedParts(all, metrics, widthOf("3 of 10 l…"));
    QVERIFY2(
        least.endsWith(QStringLiteral("…")) && all.startsWith(least.chopped(1)), qPrintable(least));
    QVERIFY(elidedParts(all, metrics, -5).size() <= 1);
}

void TestChartFrame::namesThatDifferAtTheirEndsShowBothEnds()
{
    const QFontMetrics metrics{QFont()};
    const QString begin =
        QStringLiteral("igemm_wrw_gtcx3_nhwc_bf16_bx0_ex1_bt64x64x32_wt32x32x8_ws1x1");
    const QStringList names = {begin + "_gkgs", begin + "_gkgs_2", begin + "_bf16"};
    const int room = metrics.horizontalAdvance(begin.left(24));
    const QStringList shown = gui::charts::elidedApart(names, {Qt::ElideRight}, metrics, room);
    for (qsizetype i = 0; i < names.size(); ++i) {
        QVERIFY2(shown[i].startsWith(QStringLiteral("igemm")), qPrintable(shown[i]));
        QVERIFY2(shown[i].endsWith(names[i].right(2)), qPrintable(shown[i]));
        QVERIFY(metrics.horizontalAdvance(shown[i]) <= room);
    }
    QCOMPARE(QSet<QString>(shown.begin(), shown.end()).size(), 3);
}

void TestChartFrame::whatTheRulerCountsFromIsCutWithATip()
{
    gui::models::ViewHistory view({.begin = 0, .end = 5'000'000'000});
    gui::charts::TimeRuler ruler(view, ClockProperties{.ticksPerSecond = 1'000'000'000});
    view.showRange({.begin = 1'245'500'100, .end = 1'245'500'200}, "zoom");
    ruler.resize(900, ruler.sizeHint().height());
    const auto tipWith = [&ruler](int margin) {
        ruler.setMargins(margin, 0);
        ruler.grab();
        QHelpEvent help(QEvent::ToolTip, {5, 5}, ruler.mapToGlobal(QPoint(5, 5)));
        QCoreApplication::sendEvent(&ruler, &help);
        QString text = QToolTip::text();
        QToolTip::hideText();
        return text;
    };
    QCOMPARE(tipWith(40), QStringLiteral("1.2455001 s +"));
    QVERIFY(!tipWith(300).contains("1.2455001"));
}

/// Of a report's link the words go first: its triangle says the rest.
void TestChartFrame::aNarrowHeaderHasRoomForItsTitle()
{
    gui::charts::ChartHeader header(QStringLiteral("Function summary"));
    header.setSentence(QStringLiteral("10 locations"));
    header.setExactness(gui::models::Exactness::Exact);
    header.setMissing(QStringLiteral("4 errors"));
    QVERIFY(header.toolTip().contains("exact for what was read"));
    header.resize(1000, header.sizeHint().height());
    const QImage wide = header.grab().toImage();
    header.resize(300, header.height());
    const QImage narrow = header.grab().toImage();
    const int title = QFontMetrics(header.font()).horizontalAdvance(QStringLiteral("Function"));
    const double ratio = header.devicePixelRatioF();
    const QRect left(0, 0, int(title * ratio), int((header.height() - 1) * ratio));
    QVERIFY(wide.copy(left) == narrow.copy(left));
}

void TestChartFrame::undoNamesTheChartInWhichItWasDone()
{
    FrameBench bench(tests::kRanks);
    auto& chart = bench.open<gui::charts::ProcessChart>("process");
    tests::dragPointer(
        chart, FrameBench::at(chart, 300, 20), FrameBench::at(chart, 500, 20), Qt::RightButton);
    bench.settle();
    QCOMPARE(bench.view.undoChart(), QStringLiteral("Process timeline"));
    bench.master->run("fullRange");
    QCOMPARE(bench.view.undoChart(), QString());  // by a command of the window
    const QKeyEvent key(QEvent::KeyPress, Qt::Key_W, Qt::NoModifier, QStringLiteral("w"));
    QVERIFY(bench.master->handleKey(key));
    QCOMPARE(bench.view.undoText(), QStringLiteral("zoom"));
    QCOMPARE(bench.view.undoChart(), QStringLiteral("Master timeline"));
    bench.view.undo();
    QCOMPARE(bench.view.redoChart(), QStringLiteral("Master timeline"));
    QCOMPARE(bench.view.undoChart(), QString());
    bench.settle();
}

VELLUM_TEST_GUI(TestChartFrame)
#include "test_chart_frame.moc"
