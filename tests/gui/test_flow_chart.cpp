// The value-flow chart over a real side-car; its layouts with and without dot, for which a script stands in.

#include "common/values/sidecar/writer.h"
#include "gui/charts/flow/flow_canvas.h"
#include "gui/charts/flow/flow_chart.h"
#include "tests/gui/charts_bench.h"
#include "tests/gui/values_beside.h"
#include "tests/support/program/test_program.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QEvent>
#include <QFile>
#include <QIODevice>
#include <QImage>
#include <QMarginsF>
#include <QMouseEvent>
#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <QSignalSpy>
#include <QSlider>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <QVariantMap>
#include <QWheelEvent>

#include <chrono>
#include <random>
#include <string>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using namespace std::chrono_literals;
using gui::charts::FlowCanvas;
using gui::charts::FlowChart;
using gui::charts::FlowLayout;
using gui::charts::FlowShape;
using tests::FrameBench;
namespace sidecar = values::sidecar;

namespace {

constexpr const char* kTrace = R"(
length 9999
location 0 "first"
region 1 load
region 2 smooth
region 3 send
enter 0 @0 load
leave 0 @10 load
enter 0 @20 smooth
leave 0 @30 smooth
enter 0 @40 send
leave 0 @50 send
)";

constexpr const char* kFunctions[] = {"load", "smooth", "send", "clear"};

/// cells (1) → load (2) → smooth (3) → send (4), and clear (5) writes over what smooth wrote.
bool writeFlow(const std::string& path)
{
    sidecar::Writer writer;
    if (writer.create(path.c_str(), {}) != sidecar::WriterFault::None) {
        return false;
    }
    std::uint32_t id = 0;
    writer.add(sidecar::ObjectRecord{.id = 1, .size = 8192, .name = writer.string("cells")});
    writer.add(
        sidecar::VertexRecord{.id = 1, .kind = sidecar::VertexKind::Allocate, .invocations = 1});
    for (const char* function : kFunctions) {
        ++id;
        writer.add(sidecar::FunctionRecord{.id = id, .name = writer.string(function)});
        writer.add(sidecar::VertexRecord{
            .id = id + 1,
            .kind = sidecar::VertexKind::Visit,
            .function = id,
            .invocations = 10,
            .bytes = 8192});
    }
    const auto edge = [&](std::uint32_t from, std::uint32_t to, sidecar::EdgeType type) {
        sidecar::EdgeRecord record{.from = from, .to = to, .object = 1, .type = type, .ops = 1};
        record.bytes = 8192;
        if (type == sidecar::EdgeType::Write) {
            record.written = record.bytes;
            record.unchanged = to == 5 ? record.bytes : 0;
        }
        writer.add(record);
    };
    edge(1, 2, sidecar::EdgeType::Write);
    edge(2, 3, sidecar::EdgeType::Read);
    edge(2, 3, sidecar::EdgeType::Write);
    edge(3, 4, sidecar::EdgeType::Read);
    edge(3, 5, sidecar::EdgeType::Write);
    return writer.finish(9999) == sidecar::WriterFault::None;
}

/// The frame of a trace with a value flow beside it.
struct FlowBench {
    FlowBench()
        : isWritten(writeFlow(folder.filePath("run.vps").toStdString()))
        , bench(tests::traceWithValues(kTrace, folder.filePath("run.otf2").toStdString()))
        , chart(bench.open<FlowChart>("flow"))
    {
    }
    [[nodiscard]] std::size_t place(const std::string& name) const
    {
        const auto& vertices = chart.canvas().flow()->vertices;
        const auto found = std::ranges::find(vertices, name, &query::ValuesFlowVertex::name);
        return static_cast<std::size_t>(found - vertices.begin());
    }
    void click(const std::string& name) const
    {
        QTest::mouseClick(
            &chart.canvas(),
            Qt::LeftButton,
            {},
            chart.canvas().boxOf(place(name)).center().toPoint());
    }
    [[nodiscard]] QStringList names() const
    {
        QStringList names;
        for (const auto& vertex : chart.canvas().flow()->vertices) {
            names << QString::fromStdString(vertex.name);
        }
        return names;
    }

    QTemporaryDir folder;
    bool isWritten;
    FrameBench bench;
    FlowChart& chart;
};

/// A program that does what \p body says, for dot.
QString scriptOf(const QTemporaryDir& folder, const QByteArray& body)
{
    QString path = folder.filePath("dot");
    QFile file(path);
    if (file.open(QIODevice::WriteOnly)) {
        file.write("#!/bin/sh\n" + body);
    }
    file.close();
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return path;
}

/// Whether the chart comes to say that of its layout.
bool comesToSay(const FlowChart& chart, const QString& words)
{
    return QTest::qWaitFor([&] { return chart.layoutNote().contains(words); }, 20'000);
}

FlowShape randomShape(std::mt19937& random, std::size_t vertices, std::size_t edges)
{
    FlowShape shape;
    for (std::size_t i = 0; i < vertices; ++i) {
        shape.vertices.emplace_back(20 + random() % 100, 20 + random() % 30);
    }
    for (std::size_t i = 0; i < edges; ++i) {
        shape.edges.push_back({random() % vertices, random() % vertices});
    }
    return shape;
}

QRectF boxOf(const FlowShape& shape, const FlowLayout& layout, std::size_t vertex)
{
    QRectF box(QPointF(), shape.vertices[vertex]);
    box.moveCenter(layout.centers[vertex]);
    return box;
}

/// Empty where no two vertices lie over each other and each edge leads from its one to its other.
QString faultOf(const FlowShape& shape, const FlowLayout& layout)
{
    for (std::size_t i = 0; i < shape.vertices.size(); ++i) {
        if (!layout.bounds.contains(boxOf(shape, layout, i))) {
            return QStringLiteral("vertex %1 lies outside").arg(i);
        }
        for (std::size_t j = 0; j < i; ++j) {
            if (boxOf(shape, layout, i).intersects(boxOf(shape, layout, j))) {
                return QStringLiteral("vertices %1 and %2 lie over each other").arg(i).arg(j);
            }
        }
    }
    const QMarginsF near(5, 5, 5, 5);
    for (std::size_t i = 0; i < shape.edges.size(); ++i) {
        const auto [from, to] = shape.edges[i];
        const QRectF first = boxOf(shape, layout, from).marginsAdded(near);
        const QRectF last = boxOf(shape, layout, to).marginsAdded(near);
        const QPolygonF& curve = layout.edges[i];
        if (curve.size() % 3 != 1 || !first.contains(curve.front())
            || !last.contains(curve.back())) {
            return QStringLiteral("edge %1 goes astray").arg(i);
        }
    }
    return {};
}

}  // namespace

class TestFlowChart : public QObject {
    Q_OBJECT

private slots:
    void layersKeepVerticesApart();
    void whatFlowsGoesDown();
    void dotsAnswerIsRead();
    void halfAnAnswerIsNone();
    void withoutDotThePackageIsNamed();
    void dotThatFailsOrHangsIsSaid();
    void dotsLayoutReplacesOurs();
    void theGraphIsTheAnswers();
    void withoutValuesThatIsSaid();
    void aClickLetsAFunctionStandOut();
    void keysGoFromVertexToVertex();
    void slicesAreAskedFor();
    void slidersLeaveOut();
    void theWheelZoomsAboutThePointer();
    void choicesAreKept();
    void aLargeGraphIsPainted();
};

void TestFlowChart::layersKeepVerticesApart()
{
    std::mt19937 random(3);
    for (int round = 0; round < 60; ++round) {
        const FlowShape shape = randomShape(random, 1 + random() % 30, random() % 60);
        const QString fault = faultOf(shape, gui::charts::layeredLayout(shape));
        QVERIFY2(fault.isEmpty(), qPrintable(fault));
    }
    QVERIFY(gui::charts::layeredLayout({}).centers.empty());
}

void TestFlowChart::whatFlowsGoesDown()
{
    std::mt19937 random(4);
    for (int round = 0; round < 60; ++round) {
        FlowShape shape = randomShape(random, 2 + random() % 30, random() % 60);
        std::erase_if(shape.edges, [](const auto& edge) { return edge.from >= edge.to; });
        const FlowLayout layout = gui::charts::layeredLayout(shape);
        for (const FlowShape::Edge& edge : shape.edges) {
            QVERIFY(layout.centers[edge.from].y() < layout.centers[edge.to].y());
        }
    }
}

void TestFlowChart::dotsAnswerIsRead()
{
    const FlowShape shape{.vertices = {{72, 36}, {72, 36}}, .edges = {{0, 1}, {1, 1}}};
    const QByteArray input = gui::charts::dotInput(shape);
    QVERIFY(input.contains("v0 [width=1.000, height=0.500]"));
    QVERIFY(input.contains("v0 -> v1 [color=\"#000000\"]"));
    QVERIFY(input.contains("v1 -> v1 [color=\"#000001\"]"));
    // As dot 2.43 writes it: edges in another order, y upwards.
    const QByteArray plain =
        "graph 1 1.5 3\n"
        "node v0 0.5 2.75 1 0.5 \"\" solid box black lightgrey\n"
        "node v1 0.5 0.25 1 0.5 \"\" solid box black lightgrey\n"
        "edge v1 v1 7 1 0.3 1.2 0.3 1.4 0.28 1.4 0.25 1.4 0.2 1.2 0.2 1 0.2 solid \"#000001\"\n"
        "edge v0 v1 4 0.5 2.5 0.5 1.8 0.5 1.2 0.5 0.6 solid \"#000000\"\n"
        "stop\n";
    const auto layout = gui::charts::readPlain(plain, shape);
    QVERIFY(layout.has_value());
    QCOMPARE(layout->centers[0], QPointF(36, 18));
    QCOMPARE(layout->centers[1], QPointF(36, 198));
    QCOMPARE(layout->edges[0].size(), 4);
    QCOMPARE(layout->edges[0].front(), QPointF(36, 36));
    QCOMPARE(layout->edges[1].size(), 7);
}

void TestFlowChart::halfAnAnswerIsNone()
{
    const FlowShape shape{.vertices = {{72, 36}, {72, 36}}, .edges = {{0, 1}}};
    const QByteArray lines[] = {
        "graph 1 1.5 3\n",
        "node v0 0.5 2.75 1 0.5 \"\" solid box black lightgrey\n",
        "node v1 0.5 0.25 1 0.5 \"\" solid box black lightgrey\n",
        "edge v0 v1 4 0.5 2.5 0.5 1.8 0.5 1.2 0.5 0.6 solid \"#000000\"\n",
        "stop\n"};
    for (std::size_t missing = 1; missing < std::size(lines); ++missing) {
        QByteArray plain;
        for (std::size_t i = 0; i < std::size(lines); ++i) {
            plain += i == missing ? QByteArray() : lines[i];
        }
        QVERIFY(!gui::charts::readPlain(plain, shape).has_value());
    }
    for (const char* nonsense :
         {"",
          "stop\n",
          "edge v0 v1 4 1\nstop\n",
          "edge v0 v9 999999999 solid \"#ffffff\"\nstop\n",
          "node v7 a b\n"}) {
        QVERIFY(!gui::charts::readPlain(nonsense, shape).has_value());
    }
}

void TestFlowChart::withoutDotThePackageIsNamed()
{
    FlowBench bench;
    QVERIFY(bench.isWritten);
    bench.chart.setDot("there-is-no-such-program", 5s);
    QVERIFY(comesToSay(bench.chart, "graphviz"));
    QCOMPARE(bench.chart.canvas().layoutShown().centers.size(), std::size_t{5});
}

void TestFlowChart::dotThatFailsOrHangsIsSaid()
{
    FlowBench bench;
    const QTemporaryDir folder;
    bench.chart.setDot(scriptOf(folder, "exit 3\n"), 20s);
    QVERIFY(comesToSay(bench.chart, "failed"));
    bench.chart.setDot(scriptOf(folder, "echo stop\n"), 20s);
    QVERIFY(comesToSay(bench.chart, "not the whole graph"));
    bench.chart.setDot(scriptOf(folder, "exec sleep 100\n"), 50ms);
    QVERIFY(comesToSay(bench.chart, "too long"));
    QCOMPARE(bench.chart.canvas().layoutShown().centers.size(), std::size_t{5});
}

/// The script answers for every graph as if it had no edges: all vertices in one row.
void TestFlowChart::dotsLayoutReplacesOurs()
{
    const QTemporaryDir folder;
    const QString script = scriptOf(
        folder,
        "awk '/->/ { split($0, p, \"\\\"\"); print \"edge\", $1, $3, \"4 0 0 1 1 2 2 3 3 solid\", "
        "\"\\\"\" p[2] \"\\\"\"; next }\n"
        "  /width=/ { print \"node\", $1, 3 * n++, 1, 1, 1 }\n"
        "  BEGIN { print \"graph 1 30 2\" } END { print \"stop\" }'\n");
    FlowBench bench;
    bench.chart.setDot(script, 20s);
    const bool isReplaced = QTest::qWaitFor(
        [&] { return bench.chart.canvas().layoutShown().centers[1] == QPointF(3 * 72, 72); },
        20'000);
    QVERIFY(isReplaced);
    QVERIFY2(bench.chart.layoutNote().isEmpty(), qPrintable(bench.chart.layoutNote()));
}

void TestFlowChart::theGraphIsTheAnswers()
{
    FlowBench bench;
    query::Scope scope;
    scope.window = bench.bench.store->range;
    const auto table = bench.bench.answer<query::Table>(
        query::TableRequest{.scope = scope, .asked = table::Value::of(bench.chart.question())});
    const auto& flow = *table.answer.as<query::ValuesFlow>();
    QVERIFY(table::Value::of(*bench.chart.canvas().flow()) == table::Value::of(flow));
    QCOMPARE(bench.names().size(), qsizetype{5});
    QVERIFY2(
        bench.chart.sentence().startsWith("5 of 5 vertices, 5 of 5 edges"),
        qPrintable(bench.chart.sentence()));
    // At the middle of the edge to clear its words are found.
    const auto& edges = flow.edges;
    const auto toClear = std::ranges::find(edges, "clear", &query::ValuesFlowEdge::toName);
    QVERIFY(FlowCanvas::textOf(*toClear).contains("100.0 % of them were there already"));
}

void TestFlowChart::withoutValuesThatIsSaid()
{
    FrameBench bench(kTrace);
    auto& chart = bench.open<FlowChart>("flow");
    QVERIFY2(chart.layoutNote().contains("has no values"), qPrintable(chart.layoutNote()));
    QTest::keyClick(&chart.canvas(), Qt::Key_Down);
    QTest::keyClick(&chart.canvas(), Qt::Key_F);
    QTest::mouseClick(&chart.canvas(), Qt::LeftButton, {}, {50, 50});
    QVERIFY(!chart.canvas().selected());
    FlowBench other;
    other.chart.applySettings({{"slice", "nobody"}});
    other.bench.settle();
    QVERIFY2(other.chart.layoutNote().contains("'nobody'"), qPrintable(other.chart.layoutNote()));
    QVERIFY(other.chart.canvas().flow() == nullptr);
}

void TestFlowChart::aClickLetsAFunctionStandOut()
{
    FlowBench bench;
    bench.click("smooth");
    QCOMPARE(bench.chart.canvas().selected(), std::optional(bench.place("smooth")));
    const auto& highlight = bench.bench.selection.highlight();
    QVERIFY(highlight.has_value());
    QCOMPARE(highlight->key.value, std::uint64_t{2});
    QVERIFY(bench.chart.canvas().accessibleDescription().startsWith("function smooth"));
    // A memory is no function: what stands out stays.
    bench.click("cells");
    QCOMPARE(highlight->key.value, std::uint64_t{2});
}

void TestFlowChart::keysGoFromVertexToVertex()
{
    FlowBench bench;
    FlowCanvas& canvas = bench.chart.canvas();
    QTest::keyClick(&canvas, Qt::Key_Home);
    QCOMPARE(canvas.selected(), std::optional(bench.place("cells")));
    QTest::keyClick(&canvas, Qt::Key_Down);
    QCOMPARE(canvas.selected(), std::optional(bench.place("load")));
    QTest::keyClick(&canvas, Qt::Key_Down);
    QCOMPARE(canvas.selected(), std::optional(bench.place("smooth")));
    QTest::keyClick(&canvas, Qt::Key_Up);
    QCOMPARE(canvas.selected(), std::optional(bench.place("load")));
    const double zoom = canvas.zoom();
    QTest::keyClick(&canvas, Qt::Key_Plus);
    QVERIFY(canvas.zoom() > zoom);
    QTest::keyClick(&canvas, Qt::Key_0);
    QCOMPARE(canvas.zoom(), zoom);
}

void TestFlowChart::slicesAreAskedFor()
{
    FlowBench bench;
    bench.click("send");
    QTest::keyClick(&bench.chart.canvas(), Qt::Key_B);
    bench.bench.settle();
    QCOMPARE(bench.names(), (QStringList{"cells", "load", "smooth", "send"}));
    QTest::keyClick(&bench.chart.canvas(), Qt::Key_Escape);
    bench.bench.settle();
    QCOMPARE(bench.names().size(), qsizetype{5});
    bench.click("smooth");
    QTest::keyClick(&bench.chart.canvas(), Qt::Key_F);
    bench.bench.settle();
    QCOMPARE(bench.names(), (QStringList{"smooth", "send", "clear"}));
    QVERIFY(bench.chart.sentence().contains("what smooth leads to"));
}

void TestFlowChart::slidersLeaveOut()
{
    FlowBench bench;
    bench.chart.edgeSlider().setValue(100);  // no edge moves all bytes, but one changes nothing
    bench.bench.settle();
    QCOMPARE(bench.chart.canvas().flow()->allEdges, std::uint64_t{5});
    QVERIFY(!bench.names().contains("send"));
    QVERIFY(bench.names().contains("clear"));
    bench.chart.edgeSlider().setValue(0);
    bench.bench.settle();
    QCOMPARE(bench.names().size(), qsizetype{5});
    QVERIFY(!bench.chart.vertexSlider().isEnabled());
}

void TestFlowChart::theWheelZoomsAboutThePointer()
{
    FlowBench bench;
    FlowCanvas& canvas = bench.chart.canvas();
    const std::size_t vertex = bench.place("smooth");
    const QPointF before = canvas.boxOf(vertex).center();
    const double zoom = canvas.zoom();
    QWheelEvent wheel(
        before, canvas.mapToGlobal(before), {}, {0, 120}, {}, {}, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&canvas, &wheel);
    QVERIFY(canvas.zoom() > zoom);
    const QPointF moved = canvas.boxOf(vertex).center() - before;
    QVERIFY(moved.manhattanLength() < 1);
    QTest::mousePress(&canvas, Qt::LeftButton, {}, {20, 20});
    QTest::mouseMove(&canvas, {80, 50});
    QMouseEvent move(
        QEvent::MouseMove,
        QPointF(80, 50),
        canvas.mapToGlobal(QPointF(80, 50)),
        Qt::LeftButton,
        Qt::LeftButton,
        {});
    QCoreApplication::sendEvent(&canvas, &move);
    QTest::mouseRelease(&canvas, Qt::LeftButton, {}, {80, 50});
    const QPointF panned = canvas.boxOf(vertex).center() - before;
    QVERIFY((panned - QPointF(60, 30)).manhattanLength() < 2);
    QVERIFY(!canvas.selected());
}

void TestFlowChart::choicesAreKept()
{
    FlowBench bench;
    bench.chart.applySettings(
        {{"edges", 70}, {"vertices", 20}, {"slice", "send"}, {"direction", "backward"}});
    bench.bench.settle();
    const QVariantMap kept = bench.chart.settings();
    QCOMPARE(kept.value("edges").toInt(), 70);
    QCOMPARE(kept.value("slice").toString(), QString("send"));
    QVERIFY(!bench.names().contains("clear"));
    bench.chart.applySettings({{"edges", "many"}, {"direction", "sideways"}});
    QCOMPARE(bench.chart.settings(), kept);
}

/// What a paint may cost is not asserted; that it ends, and shows something, is.
void TestFlowChart::aLargeGraphIsPainted()
{
    std::mt19937 random(5);
    auto flow = std::make_shared<query::ValuesFlow>();
    for (std::uint32_t id = 1; id <= 10'000; ++id) {
        flow->vertices.push_back(
            {.id = id, .kind = query::FlowVertexKind::Function, .name = "f" + std::to_string(id)});
        flow->edges.push_back(
            {.from = 1 + static_cast<std::uint32_t>(random() % id),
             .to = id,
             .type = query::FlowEdgeType::Read,
             .bytes = random() % 1000});
    }
    FlowCanvas canvas;
    canvas.resize(800, 600);
    const FlowShape shape = canvas.shapeOf(*flow);
    canvas.show(flow, gui::charts::layeredLayout(shape), false);
    const QImage all = canvas.grab().toImage();
    QImage empty = all;
    empty.fill(all.pixelColor(1, 1));
    QVERIFY(all != empty);
    canvas.zoomBy(1e9, {400, 300});
    QCOMPARE(canvas.zoom(), 8.0);
    QVERIFY(canvas.grab().toImage() != all);
}

VELLUM_TEST_GUI(TestFlowChart)
#include "test_flow_chart.moc"
