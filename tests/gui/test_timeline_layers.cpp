// What lies over the master timeline's rows: its numbers are the engine's, and no bar is hidden.

#include "gui/charts/panels/details_panel.h"
#include "gui/painters/layer_painter.h"
#include "gui/theme/theme.h"
#include "tests/gui/charts_bench.h"
#include "tests/support/program/test_program.h"

#include <QAction>
#include <QColor>
#include <QImage>
#include <QLatin1Char>
#include <QMenu>
#include <QPoint>
#include <QPointF>
#include <QRect>
#include <QRectF>
#include <QString>
#include <QVariantMap>

#include <algorithm>
#include <map>
#include <string>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::models::Layer;
using tests::FrameBench;
using Shape = gui::charts::TimelineChart::LayerShape;

namespace {

constexpr LocationRef kFirst(0);
constexpr LocationRef kSecond(1);
constexpr LocationRef kThird(2);

/// Three ranks: one operation of all, one of the first and the third.
constexpr const char* kCollectives = R"(
length 9999
group 0 "rank 0"
group 1 "rank 1"
group 2 "rank 2"
location 0 "Master thread" group 0
location 1 "Master thread" group 1
location 2 "Master thread" group 2
locations-group 0 0 1 2
comm-group 1 0 2
comm 0 0
comm 1 1
enter 0 @0 main
enter 1 @0 main
enter 2 @0 main
event 0 @1000 MpiCollectiveBegin
event 0 @3000 MpiCollectiveEnd 0 0 4294967295 0 0
event 1 @1500 MpiCollectiveBegin
event 1 @3000 MpiCollectiveEnd 0 0 4294967295 0 0
event 2 @2500 MpiCollectiveBegin
event 2 @3100 MpiCollectiveEnd 0 0 4294967295 0 0
event 0 @6000 MpiCollectiveBegin
event 0 @8000 MpiCollectiveEnd 11 1 1 64 0
event 2 @6100 MpiCollectiveBegin
event 2 @8000 MpiCollectiveEnd 11 1 1 64 64
leave 0 @9999 main
leave 1 @9999 main
leave 2 @9999 main
)";

/// Reads of two threads, close together and apart.
std::string ioText()
{
    std::string text = R"(
length 9999
group 0 "rank 0"
location 0 "Master thread" group 0
location 1 "writer" group 0
io-paradigm 0 POSIX
io-file 0 "/data/in.h5"
io-handle 5 "" file 0 paradigm 0
enter 0 @0 main
enter 1 @0 main
)";
    const auto add = [&text](int location, int tick, int mode, int length) {
        const std::string who = "event " + std::to_string(location) + " @";
        text.append(
            who + std::to_string(tick) + " IoOperationBegin 5 " + std::to_string(mode)
            + " 0 100 1\n");
        text.append(who + std::to_string(tick + length) + " IoOperationComplete 5 90 1\n");
    };
    for (int i = 0; i < 40; ++i) {
        add(0, 1'000 + 3 * i, 0, 2);
    }
    add(0, 5'000, 1, 700);
    add(1, 7'000, 1, 10);
    return text + "leave 0 @9999 main\nleave 1 @9999 main\n";
}

std::shared_ptr<server::store::TraceStore> storeWithMarkers()
{
    auto store =
        std::const_pointer_cast<server::store::TraceStore>(tests::traceFromText(kCollectives));
    store->definitions.markers = {
        {.ref = MarkerRef(0),
         .group = "MUST",
         .category = "Argument error",
         .severity = MarkerSeverity::High}};
    const auto add = [&store](Tick tick, MarkerScope scope, std::uint64_t ref, const char* text) {
        store->markers.push_back(
            {.tick = tick, .marker = MarkerRef(0), .scope = scope, .scopeRef = ref, .text = text});
    };
    add(2'000, MarkerScope::Location, 1, "one");
    add(5'000, MarkerScope::Location, 2, "two");
    add(5'010, MarkerScope::Location, 2, "three");
    add(9'000, MarkerScope::Global, 0, "all");
    store->definitions.buildLookups();
    return store;
}

std::vector<Shape> shapesOf(FrameBench& bench, Layer layer)
{
    bench.settle();
    bench.master->viewport()->grab();  // what is painted is what is looked at
    std::vector<Shape> shapes = bench.master->layerShapes();
    std::erase_if(shapes, [layer](const Shape& shape) { return shape.layer != layer; });
    return shapes;
}

/// A stream fetches from its host thread and writes back, as Score-P records copies.
std::shared_ptr<server::store::TraceStore> storeWithCopies()
{
    auto store = std::const_pointer_cast<server::store::TraceStore>(tests::traceFromText(R"(
length 9999
group 0 "rank 0"
location 0 "Master thread" group 0
location 1 "CUDA[0:2]" group 0 type stream
locations-group 0 0 1
comm 0 0
enter 0 @0 main
event 1 @1000 RmaGet 0 0 4096 42
event 1 @2000 RmaOpCompleteBlocking 0 42
event 1 @6000 RmaPut 0 0 64 42
event 1 @6500 RmaOpCompleteBlocking 0 42
leave 0 @9999 main
)"));
    store->definitions.rmaWindows = {
        {.ref = RmaWinRef(0), .name = "CUDA_WINDOW", .communicator = CommRef(0)}};
    store->definitions.buildLookups();
    return store;
}

double ratioOf(const FrameBench& bench)
{
    return bench.master->viewport()->devicePixelRatioF();
}

/// Whether the middle of a location's row is in one of the boxes.
bool covers(const FrameBench& bench, const Shape& shape, LocationRef location)
{
    const double y = bench.master->rowRect(location).value().center().y() * ratioOf(bench);
    return std::ranges::any_of(
        shape.boxes, [y](const QRectF& box) { return box.top() <= y && y <= box.bottom(); });
}

QPoint pointOf(const FrameBench& bench, QPointF device)
{
    return (device / ratioOf(bench)).toPoint();
}

QAction* choice(QMenu& menu, const char* text)
{
    for (QAction* action : menu.actions()) {
        if (action->text().remove(QLatin1Char('&')) == QLatin1String(text)) {
            return action;
        }
    }
    return nullptr;
}

void toggle(FrameBench& bench, const char* text)
{
    QMenu menu;
    bench.master->fillMenu(menu);
    QAction* action = choice(menu, text);
    QVERIFY(action != nullptr && action->isEnabled());
    action->trigger();
    bench.settle();
}

/// How many operations each row's triangles stand for.
std::map<std::size_t, std::uint64_t> countsByRow(const std::vector<Shape>& shapes)
{
    std::map<std::size_t, std::uint64_t> counts;
    for (const Shape& shape : shapes) {
        counts[shape.index] += shape.count;
    }
    return counts;
}

}  // namespace

class TestTimelineLayers : public QObject {
    Q_OBJECT

private slots:
    void collectivesAreOutlinedOverTheRowsOfTheirMembers();
    void collectivesTooCloseToBeToldApartAreOneBurst();
    void noBarIsHiddenByAnOutline();
    void trianglesStandForAsManyOperationsAsTheEngineCounts_data();
    void trianglesStandForAsManyOperationsAsTheEngineCounts();
    void aTriangleGrowsWithItsCount();
    void aFoldedRowHasTheOperationsOfAllItsLocations();
    void markersStandOnTheirRows();
    void instantsAreDrawn();
    void aLayerThatIsSwitchedOffIsNeitherDrawnNorAskedFor();
    void layersAreKeptWithTheLayout();
    void thePointerTellsWhatLiesThere();
    void aClickSelectsItAndTheDetailsTellAll();
    void aDoubleClickZoomsToIt();
    void aSelectedOperationHasASignAtItsEnd();
    static void copiesOfWhatIsHiddenAreNeitherDrawnNorCounted();
    void copiesAreLinesFromHostToDeviceAndBack();
};

void TestTimelineLayers::collectivesAreOutlinedOverTheRowsOfTheirMembers()
{
    FrameBench bench(kCollectives);
    const auto shapes = shapesOf(bench, Layer::Collectives);
    const auto answer = bench.answer<query::Collectives>(
        query::CollectivesRequest{.scope = {.window = bench.view.range()}, .limit = 9});
    QCOMPARE(shapes.size(), answer.collectives.size());
    QCOMPARE(shapes[0].range, answer.collectives[0].range);
    QCOMPARE(shapes[1].range, answer.collectives[1].range);
    QCOMPARE(shapes[0].boxes.size(), std::size_t{1});
    QVERIFY(covers(bench, shapes[0], kSecond));
    QCOMPARE(shapes[1].boxes.size(), std::size_t{2});  // the second takes no part
    QVERIFY(covers(bench, shapes[1], kFirst));
    QVERIFY(!covers(bench, shapes[1], kSecond));
    QVERIFY(covers(bench, shapes[1], kThird));
    QVERIFY2(
        bench.master->sentence().contains("2 collectives"), qPrintable(bench.master->sentence()));
}

void TestTimelineLayers::collectivesTooCloseToBeToldApartAreOneBurst()
{
    std::string text = R"(
length 99999
location 0 "a"
location 1 "b"
locations-group 0 0 1
comm 0 0
)";
    for (int i = 0; i < 50; ++i) {
        for (const char* who : {"event 0 @", "event 1 @"}) {
            text.append(who + std::to_string(20'000 + 10 * i) + " MpiCollectiveBegin\n");
            text.append(
                who + std::to_string(20'005 + 10 * i) + " MpiCollectiveEnd 0 0 4294967295 0 0\n");
        }
    }
    FrameBench bench(text);
    auto shapes = shapesOf(bench, Layer::Collectives);
    QCOMPARE(shapes.size(), std::size_t{1});
    QCOMPARE(shapes[0].count, 50U);
    bench.view.showRange({20'000, 20'100}, "zoom");
    shapes = shapesOf(bench, Layer::Collectives);
    QCOMPARE(shapes.size(), std::size_t{10});
    QCOMPARE(shapes[3].count, 1U);
}

void TestTimelineLayers::noBarIsHiddenByAnOutline()
{
    FrameBench bench(kCollectives);
    const auto shapes = shapesOf(bench, Layer::Collectives);
    const QImage with = bench.master->viewport()->grab().toImage();
    toggle(bench, "Collectives");
    const QImage without = bench.master->viewport()->grab().toImage();
    QVERIFY(with != without);
    const int reach = static_cast<int>(2 * ratioOf(bench));
    for (const Shape& shape : shapes) {
        const QRect inner = shape.boxes.front().toRect().adjusted(reach, reach, -reach, -reach);
        QVERIFY(inner.width() > 20);
        QVERIFY(with.copy(inner) == without.copy(inner));
    }
}

void TestTimelineLayers::trianglesStandForAsManyOperationsAsTheEngineCounts_data()
{
    QTest::addColumn<TickRange>("window");
    QTest::newRow("all") << TickRange{0, 10'000};
    QTest::newRow("less ticks than triangles") << TickRange{990, 1'040};
    QTest::newRow("a part") << TickRange{1'055, 5'001};
}

void TestTimelineLayers::trianglesStandForAsManyOperationsAsTheEngineCounts()
{
    QFETCH(const TickRange, window);
    FrameBench bench(ioText());
    bench.view.showRange(window, "zoom");
    const auto shapes = shapesOf(bench, Layer::Io);
    std::uint64_t all = 0;
    for (const Shape& shape : shapes) {
        const double y = shape.boxes.front().center().y() / ratioOf(bench);
        const LocationRef location = bench.master->locationAt(static_cast<int>(y)).value();
        const auto answer = bench.answer<query::Io>(query::IoRequest{
            .scope = {.window = shape.range, .locations = {location}}, .limit = 9});
        QCOMPARE(shape.count, answer.totals.operations());
        all += shape.count;
    }
    const auto answer = bench.answer<query::Io>(
        query::IoRequest{.scope = {.window = bench.view.range()}, .limit = 9});
    QVERIFY(all > 0);
    QCOMPARE(all, answer.totals.operations());
}

void TestTimelineLayers::aTriangleGrowsWithItsCount()
{
    constexpr double kRoom = 100;
    double last = gui::painters::ioSize(1, kRoom, 1);
    for (const std::uint64_t count : {2U, 5U, 50U, 4'000U}) {
        const double size = gui::painters::ioSize(count, kRoom, 1);
        QVERIFY(size > last);
        last = size;
    }
    QCOMPARE(gui::painters::ioSize(1'000'000, 9, 1), 9.0);
}

void TestTimelineLayers::aFoldedRowHasTheOperationsOfAllItsLocations()
{
    FrameBench bench(ioText());
    const auto before = countsByRow(shapesOf(bench, Layer::Io));
    QCOMPARE(before.size(), std::size_t{2});
    bench.master->run("foldAll");
    const auto after = countsByRow(shapesOf(bench, Layer::Io));
    QCOMPARE(after.size(), std::size_t{1});
    QCOMPARE(after.begin()->second, 42U);
}

void TestTimelineLayers::markersStandOnTheirRows()
{
    FrameBench bench(storeWithMarkers());
    const auto shapes = shapesOf(bench, Layer::Markers);
    QCOMPARE(shapes.size(), std::size_t{3});
    const auto isOn = [&](const Shape& shape, LocationRef location) {
        return bench.master->rowRect(location)->contains(
            pointOf(bench, shape.boxes.front().center()));
    };
    QVERIFY(isOn(shapes[0], kSecond));
    QVERIFY(isOn(shapes[1], kThird));
    QCOMPARE(shapes[1].count, 2U);
    QCOMPARE(shapes[2].boxes.front().top(), ratioOf(bench));  // it is about all of them
    QVERIFY(bench.master->sentence().contains("4 markers"));
}

/// What was recorded as an instant is a sign on its row; many in one place are one that is larger.
void TestTimelineLayers::instantsAreDrawn()
{
    std::string text = "length 9999\nregion 5 \"my mark\"\nenter 0 @0 main\n";
    for (int i = 0; i < 50; ++i) {
        text.append("event 0 @").append(std::to_string(2'000 + i / 10)).append(" Instant 5 0\n");
    }
    FrameBench bench(text + "event 0 @6000 Instant 5 0\nleave 0 @9999 main\n");
    const auto shapes = shapesOf(bench, Layer::Markers);
    QCOMPARE(shapes.size(), std::size_t{2});
    QCOMPARE(shapes[0].count, 50U);
    QCOMPARE(shapes[1].count, 1U);
    QVERIFY(shapes[0].boxes.front().height() > 1.5 * shapes[1].boxes.front().height());
    const QRect row = *bench.master->rowRect(kFirst);
    QVERIFY(row.contains(pointOf(bench, shapes[0].boxes.front().center())));
    QVERIFY(bench.master->sentence().contains("51 instants"));
    QTest::mouseClick(
        bench.master->viewport(),
        Qt::LeftButton,
        {},
        pointOf(bench, shapes[1].boxes.front().center()));
    QVERIFY(bench.selection.overlaid().has_value());
    QCOMPARE(std::get<Marker>(*bench.selection.overlaid()).text, std::string("my mark"));
}

void TestTimelineLayers::aLayerThatIsSwitchedOffIsNeitherDrawnNorAskedFor()
{
    FrameBench bench(kCollectives);
    QVERIFY(!shapesOf(bench, Layer::Collectives).empty());
    toggle(bench, "Collectives");
    QVERIFY(shapesOf(bench, Layer::Collectives).empty());
    QVERIFY(bench.master->layers().collectives() == nullptr);
    QVERIFY(!bench.master->sentence().contains("collective"));
    QMenu menu;
    bench.master->fillMenu(menu);
    QVERIFY(!choice(menu, "Collectives")->isChecked());
    QVERIFY(!choice(menu, "I/O operations")->isEnabled());  // the trace has none
    toggle(bench, "Collectives");
    QCOMPARE(shapesOf(bench, Layer::Collectives).size(), std::size_t{2});
}

void TestTimelineLayers::layersAreKeptWithTheLayout()
{
    FrameBench bench(kCollectives);
    toggle(bench, "Collectives");
    const QVariantMap layout = bench.frame.layoutState();
    FrameBench other(kCollectives);
    other.frame.applyLayout(layout);
    QVERIFY(shapesOf(other, Layer::Collectives).empty());
    QVERIFY(other.master->layers().isShown(Layer::Markers));
}

void TestTimelineLayers::thePointerTellsWhatLiesThere()
{
    FrameBench bench(kCollectives);
    const auto shapes = shapesOf(bench, Layer::Collectives);
    QString said;
    QObject::connect(
        bench.master, &gui::charts::Chart::pathHovered, &bench.frame, [&said](const QString& text) {
            said = text;
        });
    const QRectF box = shapes[0].boxes.front();
    tests::movePointer(*bench.master, pointOf(bench, {box.left(), box.center().y()}));
    QVERIFY2(said.contains("BARRIER of comm 0, 3 of 3 members"), qPrintable(said));
    tests::movePointer(*bench.master, pointOf(bench, {box.left() + 90, box.top() + 20}));
    bench.settle();
    QVERIFY2(said.endsWith("main"), qPrintable(said));  // inside it is the bar that is meant
}

void TestTimelineLayers::aClickSelectsItAndTheDetailsTellAll()
{
    FrameBench bench(storeWithMarkers());
    gui::charts::DetailsPanel details(bench.source, bench.trace, bench.selection);
    const auto markers = shapesOf(bench, Layer::Markers);
    const QRectF sign = markers[0].boxes.front();
    bench.click(*bench.master, pointOf(bench, {sign.left(), sign.center().y()}));
    QVERIFY(bench.selection.overlaid().has_value());
    QCOMPARE(details.valueOf("Marker"), QStringLiteral("MUST · Argument error"));
    QCOMPARE(details.valueOf("Text"), QStringLiteral("one"));
    const QRectF box = shapesOf(bench, Layer::Collectives)[1].boxes.front();
    bench.click(*bench.master, pointOf(bench, {box.left(), box.center().y()}));
    QCOMPARE(details.valueOf("Collective"), QStringLiteral("ALLREDUCE"));
    QCOMPARE(details.valueOf("Members"), QStringLiteral("2 of 2"));
    QVERIFY(!bench.selection.visit().has_value());
}

void TestTimelineLayers::aDoubleClickZoomsToIt()
{
    FrameBench bench(ioText());
    const auto shapes = shapesOf(bench, Layer::Io);
    const Shape& last = shapes.back();
    bench.doubleClick(*bench.master, pointOf(bench, last.boxes.front().center()));
    const auto* mark = std::get_if<gui::models::IoMark>(&*bench.selection.overlaid());
    QVERIFY(mark != nullptr);
    QCOMPARE(mark->numbers.writes, 1U);
    QCOMPARE(mark->numbers.bytesWritten, 90U);
    QVERIFY(bench.view.range().contains(last.range.begin));
    QVERIFY(bench.view.range().length() <= 3 * last.range.length());
}

/// The write of the first row lasts from 5,000 to 5,700 of 10,000 ticks.
void TestTimelineLayers::aSelectedOperationHasASignAtItsEnd()
{
    FrameBench bench(ioText());
    const auto shapes = shapesOf(bench, Layer::Io);
    const auto write = std::ranges::find_if(
        shapes, [](const Shape& shape) { return shape.count == 1 && shape.range.contains(5'000); });
    QVERIFY(write != shapes.end());
    const QRectF sign = write->boxes.front();
    const QRect canvas = bench.master->canvasRect();
    const auto inkAt = [&](double tick) {
        const double x = (canvas.left()
                          + canvas.width() * (tick - static_cast<double>(bench.view.range().begin))
                                / static_cast<double>(bench.view.range().length()))
                         * ratioOf(bench);
        const QImage image = bench.master->viewport()->grab().toImage();
        const QColor accent = gui::theme::currentTheme().accent;
        int found = 0;
        for (int y = static_cast<int>(sign.top()); y < static_cast<int>(sign.bottom()); ++y) {
            found += image.pixelColor(static_cast<int>(x), y) == accent ? 1 : 0;
        }
        return found;
    };
    QCOMPARE(inkAt(5'700), 0);
    bench.click(*bench.master, pointOf(bench, sign.center()));
    bench.settle();
    tests::movePointer(*bench.master, QPoint(5, 5));
    QVERIFY(inkAt(5'700) > 0);
    QCOMPARE(inkAt(6'500), 0);
    // It stays where the operation ends, and at its begin, in another window.
    bench.view.showRange({4'000, 6'000}, "zoom");
    bench.settle();
    QVERIFY(inkAt(5'700) > 0);
    QVERIFY(inkAt(5'000) > 0);
    bench.selection.clear();
    QCOMPARE(inkAt(5'700), 0);
}

void TestTimelineLayers::copiesOfWhatIsHiddenAreNeitherDrawnNorCounted()
{
    FrameBench bench(storeWithCopies());
    bench.view.addFilter(
        *bench.trace->definitions,
        {.kind = gui::models::Filter::Kind::HideLocations,
         .text = "host",
         .locations = std::make_shared<const std::vector<LocationRef>>(1, kFirst)},
        "hide");
    bench.settle();
    QVERIFY(bench.master->transfers().empty());
    QVERIFY(!bench.master->sentence().contains("one-sided"));
    bench.view.undo();
    bench.settle();
    QCOMPARE(bench.master->transfers().size(), std::size_t{2});
}

void TestTimelineLayers::copiesAreLinesFromHostToDeviceAndBack()
{
    FrameBench bench(storeWithCopies());
    gui::charts::DetailsPanel details(bench.source, bench.trace, bench.selection);
    const auto& transfers = bench.master->transfers();
    QCOMPARE(transfers.size(), std::size_t{2});
    QCOMPARE(transfers[0].from, kFirst);
    QCOMPARE(transfers[0].to, kSecond);
    QCOMPARE(transfers[0].range, (TickRange{.begin = 1'000, .end = 2'000}));
    QCOMPARE(transfers[1].to, kFirst);
    QVERIFY(bench.master->sentence().contains("2 one-sided operations"));
    // In the middle of the first line, on the edge of the two rows.
    const QRect canvas = bench.master->canvasRect();
    const double x = canvas.left() + canvas.width() * 1'500.0 / 10'000;
    const int y =
        (bench.master->rowRect(kFirst)->center().y() + bench.master->rowRect(kSecond)->center().y())
        / 2;
    const QImage shown = bench.master->viewport()->grab().toImage();
    toggle(bench, "One-sided operations and copies");
    QVERIFY(bench.master->transfers().empty());
    const QImage without = bench.master->viewport()->grab().toImage();
    const auto at = [&](const QImage& image) {
        return image.pixelColor((QPointF(x, y) * image.devicePixelRatio()).toPoint());
    };
    QVERIFY(at(shown) != at(without));
    toggle(bench, "One-sided operations and copies");
    bench.click(*bench.master, QPointF(x, y).toPoint());
    QCOMPARE(details.valueOf("One-sided"), QStringLiteral("get"));
    QVERIFY(details.valueOf("From").endsWith("Master thread"));
    QVERIFY(details.valueOf("Done by").endsWith("CUDA[0:2]"));
    QCOMPARE(details.valueOf("Size"), QStringLiteral("4,096 bytes"));
    QCOMPARE(details.valueOf("Window"), QStringLiteral("CUDA_WINDOW"));
}

VELLUM_TEST_GUI(TestTimelineLayers)
#include "test_timeline_layers.moc"
