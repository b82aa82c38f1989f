#include "gui/charts/flame/flame_canvas.h"
#include "gui/charts/flame/flame_chart.h"
#include "gui/theme/region_colors.h"
#include "tests/gui/charts_bench.h"
#include "tests/gui/colors.h"
#include "tests/support/program/test_program.h"

#include <QApplication>
#include <QImage>
#include <QMenu>
#include <QSignalSpy>
#include <QString>
#include <QStringList>

#include <algorithm>
#include <cmath>

using namespace vellum;         // NOLINT(google-build-using-namespace): a test across a few rooms
using namespace vellum::tests;  // NOLINT(google-build-using-namespace)
using gui::charts::FlameCanvas;
using gui::charts::FlameChart;

namespace {

/// main calls solve twice and, between, send; solve calls itself once.
constexpr std::string_view kCalls = R"(
length 100
location 0 "rank 0"
location 1 "rank 1"
enter 0 @0 main
enter 0 @10 solve
enter 0 @20 solve
leave 0 @30 solve
leave 0 @40 solve
enter 0 @50 send
leave 0 @60 send
enter 0 @70 solve
leave 0 @90 solve
leave 0 @100 main
enter 1 @0 idle
leave 1 @50 idle
)";

QString nameOf(const FlameCanvas& canvas, std::uint32_t node)
{
    return QString::fromStdString(canvas.tree()->nodes[node].region->name);
}

std::uint32_t place(const FlameCanvas& canvas, const std::vector<std::string>& path)
{
    return gui::models::findFlamePath(*canvas.tree(), path).value();
}

}  // namespace

class TestFlameChart : public QObject {
    Q_OBJECT

private slots:
    static void boxesAreTheEnginesCallTree();
    static void aWindowHasItsOwnPaths();
    static void aClickLetsTheFunctionStandOut();
    static void aDoubleClickFocusesAndUndoTakesItBack();
    static void theFocusStaysWhileTheWindowMoves();
    static void keysGoToCallersAndCallees();
    static void rootsStandAtTheBottomToo();
    static void samplesAreShownByThemselvesUntilTimeIsChosen();
    static void columnsHaveTheColourOfTheWidest();
    static void nothingIsSaidInWords();
};

void TestFlameChart::boxesAreTheEnginesCallTree()
{
    FrameBench bench(kCalls);
    const auto& canvas = bench.open<FlameChart>("flame").canvas();
    const auto tree = bench.answer<query::CallTree>(
        query::CallTreeRequest{.scope = {.window = bench.view.range(), .locations = {}}});
    QCOMPARE(canvas.tree()->nodes.size(), tree.nodes.size());
    const double whole = canvas.viewport()->width();
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        QCOMPARE(canvas.tree()->nodes[i].size, static_cast<double>(tree.nodes[i].inclusive));
        QVERIFY(
            std::abs(canvas.boxOf(i).width() - whole * canvas.tree()->nodes[i].size / 150) < 0.01);
    }
    const std::uint32_t solve = place(canvas, {"main", "solve"});
    QVERIFY2(
        canvas.textOf(solve).contains("33.3 % of all") && canvas.textOf(solve).contains("2 visits"),
        qPrintable(canvas.textOf(solve)));
    QCOMPARE(canvas.nodeAt(canvas.boxOf(solve).center()), std::optional(solve));
}

void TestFlameChart::aWindowHasItsOwnPaths()
{
    FrameBench bench(kCalls);
    const auto& canvas = bench.open<FlameChart>("flame").canvas();
    bench.view.showRange({.begin = 52, .end = 58}, "zoom");
    bench.settle();
    QCOMPARE(canvas.tree()->nodes.size(), std::size_t{2});
    QCOMPARE(nameOf(canvas, 1), QString("send"));
    QCOMPARE(canvas.tree()->total, static_cast<double>(bench.view.range().length()));
    bench.view.undo();
    bench.settle();
    QCOMPARE(canvas.tree()->total, 150.0);
}

void TestFlameChart::aClickLetsTheFunctionStandOut()
{
    FrameBench bench(kCalls);
    const auto& chart = bench.open<FlameChart>("flame");
    FlameCanvas& canvas = chart.canvas();
    const std::uint32_t solve = place(canvas, {"main", "solve"});
    QTest::mouseClick(
        canvas.viewport(), Qt::LeftButton, {}, canvas.boxOf(solve).center().toPoint());
    QVERIFY(bench.selection.highlight().has_value());
    QCOMPARE(canvas.marked(), std::string("solve"));
    // Its visits within itself count once: 50 of 150.
    QVERIFY2(chart.sentence().contains("33.3 % in solve"), qPrintable(chart.sentence()));
    const QPoint beside(canvas.viewport()->width() / 2, canvas.viewport()->height() - 2);
    QTest::mouseClick(canvas.viewport(), Qt::LeftButton, {}, beside);
    QVERIFY(!bench.selection.highlight().has_value());
}

void TestFlameChart::aDoubleClickFocusesAndUndoTakesItBack()
{
    FrameBench bench(kCalls);
    const auto& chart = bench.open<FlameChart>("flame");
    FlameCanvas& canvas = chart.canvas();
    const std::uint32_t solve = place(canvas, {"main", "solve"});
    const double before = canvas.boxOf(solve).width();
    QTest::mouseDClick(
        canvas.viewport(), Qt::LeftButton, {}, canvas.boxOf(solve).center().toPoint());
    QCOMPARE(canvas.focusNode(), std::optional(solve));
    QCOMPARE(canvas.boxOf(solve).width(), static_cast<double>(canvas.viewport()->width()));
    QVERIFY(canvas.boxOf(place(canvas, {"idle"})).isEmpty());
    QVERIFY2(chart.sentence().contains("focus on solve"), qPrintable(chart.sentence()));
    bench.view.undo();
    bench.settle();
    QCOMPARE(canvas.focusNode(), std::optional<std::uint32_t>());
    QCOMPARE(canvas.boxOf(solve).width(), before);
}

void TestFlameChart::theFocusStaysWhileTheWindowMoves()
{
    FrameBench bench(kCalls);
    const auto& chart = bench.open<FlameChart>("flame", {{"focus", QStringList{"main", "solve"}}});
    const FlameCanvas& canvas = chart.canvas();
    QVERIFY(canvas.focusNode().has_value());
    bench.view.showRange({.begin = 51, .end = 59}, "zoom");  // there is no solve
    bench.settle();
    QVERIFY(!canvas.focusNode().has_value());
    QVERIFY(!canvas.boxOf(place(canvas, {"main", "send"})).isEmpty());
    bench.view.showRange({.begin = 75, .end = 95}, "pan");
    bench.settle();
    QCOMPARE(canvas.focusNode(), std::optional(place(canvas, {"main", "solve"})));
}

void TestFlameChart::keysGoToCallersAndCallees()
{
    FrameBench bench(kCalls);
    FlameCanvas& canvas = bench.open<FlameChart>("flame").canvas();
    QStringList seen;
    for (const int key :
         {Qt::Key_Home, Qt::Key_Down, Qt::Key_Down, Qt::Key_Up, Qt::Key_Right, Qt::Key_Left}) {
        QTest::keyClick(&canvas, static_cast<Qt::Key>(key));
        seen << QString::fromStdString(
            canvas.tree()->nodes[*canvas.selected()].region->name + "/"
            + std::to_string(canvas.tree()->nodes[*canvas.selected()].depth));
    }
    QCOMPARE(seen, (QStringList{"main/0", "solve/1", "solve/2", "solve/1", "send/1", "solve/1"}));
    QVERIFY(canvas.accessibleDescription().startsWith("solve"));
    QTest::keyClick(&canvas, Qt::Key_Return);
    QCOMPARE(canvas.focusNode(), canvas.selected());
    QTest::keyClick(&canvas, Qt::Key_Backspace);
    QCOMPARE(nameOf(canvas, *canvas.focusNode()), QString("main"));
    QTest::keyClick(&canvas, Qt::Key_Escape);
    QVERIFY(!canvas.focusNode());
}

void TestFlameChart::rootsStandAtTheBottomToo()
{
    FrameBench bench(kCalls);
    const auto& chart = bench.open<FlameChart>("flame", {{"roots", "bottom"}});
    const FlameCanvas& canvas = chart.canvas();
    const QRectF main = canvas.boxOf(place(canvas, {"main"}));
    const QRectF solve = canvas.boxOf(place(canvas, {"main", "solve"}));
    QCOMPARE(main.bottom(), static_cast<double>(canvas.viewport()->height()));
    QCOMPARE(solve.bottom(), main.top());
    QCOMPARE(chart.settings().value("roots").toString(), QString("bottom"));
}

void TestFlameChart::samplesAreShownByThemselvesUntilTimeIsChosen()
{
    FrameBench bench(R"(
length 1000
location 0 "main"
region 1 main
region 2 solve
context 5 1
context 6 2 parent 5
event 0 @100 CallingContextSample 5 1 0
event 0 @200 CallingContextSample 6 2 0
event 0 @300 CallingContextSample 6 1 0
)");
    auto& chart = bench.open<FlameChart>("flame");
    const FlameCanvas& canvas = chart.canvas();
    QCOMPARE(chart.size(), gui::models::FlameSize::Samples);
    QCOMPARE(canvas.tree()->nodes[place(canvas, {"main"})].size, 3.0);
    QCOMPARE(canvas.tree()->nodes[place(canvas, {"main", "solve"})].size, 2.0);
    chart.setSize(gui::models::FlameSize::Time);
    QVERIFY(canvas.tree()->nodes.empty());
    const QVariantMap settings = chart.settings();
    chart.applySettings({{"size", "natural"}});
    QCOMPARE(chart.size(), gui::models::FlameSize::Samples);
    chart.applySettings(settings);
    QCOMPARE(chart.size(), gui::models::FlameSize::Time);
}

/// Of very many narrow paths each column shows the widest, so that none with time vanishes.
void TestFlameChart::columnsHaveTheColourOfTheWidest()
{
    QString text = QStringLiteral("length 1000000\nlocation 0 \"rank 0\"\n");
    for (int i = 0; i < 3000; ++i) {
        // All from 99 to 101 ticks: of a canvas of less than 3000 pixels narrower than a pixel.
        const int begin = i * 300;
        text += QStringLiteral("enter 0 @%1 f%2\nleave 0 @%3 f%2\n")
                    .arg(begin)
                    .arg(i)
                    .arg(begin + 99 + i % 3);
    }
    const std::string made = text.toStdString();
    FrameBench bench(made);
    const FlameCanvas& canvas = bench.open<FlameChart>("flame").canvas();
    const QImage picture =
        canvas.viewport()->grab().toImage().convertToFormat(QImage::Format_RGB32);
    const double whole = canvas.viewport()->width();
    const auto& nodes = canvas.tree()->nodes;
    std::vector<std::uint32_t> widest(static_cast<std::size_t>(whole), 0);
    std::vector<double> most(widest.size(), 0);
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        QVERIFY(canvas.boxOf(i).width() < 1);
        const auto column =
            std::min(static_cast<std::size_t>(canvas.boxOf(i).left()), widest.size() - 1);
        const bool isFirst = canvas.boxOf(i).left() < canvas.boxOf(widest[column]).left();
        if (nodes[i].size > most[column] || (nodes[i].size == most[column] && isFirst)) {
            most[column] = nodes[i].size;
            widest[column] = i;
        }
    }
    int compared = 0;
    for (std::size_t column = 0; column < widest.size(); ++column) {
        if (most[column] > 0) {
            const QColor expected = gui::theme::regionColor(*nodes[widest[column]].region);
            QCOMPARE(picture.pixelColor(static_cast<int>(column), 5).rgb(), expected.rgb());
            ++compared;
        }
    }
    QVERIFY(compared > 500);
}

void TestFlameChart::nothingIsSaidInWords()
{
    FrameBench bench("length 10\nlocation 0 \"rank 0\"\n");
    const auto& chart = bench.open<FlameChart>("flame");
    QVERIFY(chart.canvas().tree()->nodes.empty());
    QCOMPARE(chart.exactness(), gui::models::Exactness::Exact);
    // Words in the middle, on the ground of charts.
    const QImage picture = chart.canvas().viewport()->grab().toImage();
    int dark = 0;
    for (int x = 0; x < picture.width(); ++x) {
        for (int y = 0; y < picture.height(); ++y) {
            dark += picture.pixelColor(x, y).lightness() < 150 ? 1 : 0;
        }
    }
    QVERIFY(dark > 50);
}

VELLUM_TEST_GUI(TestFlameChart)
#include "test_flame_chart.moc"
