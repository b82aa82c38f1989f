// The I/O timeline: its rows are the engine's numbers, folded they are sums.

#include "gui/charts/io_chart.h"
#include "gui/charts/overlaid_text.h"
#include "gui/theme/theme.h"
#include "tests/gui/charts_bench.h"
#include "tests/gui/colors.h"
#include "tests/support/program/test_program.h"

#include <algorithm>
#include <numeric>
#include <string>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::charts::IoChart;
using tests::FrameBench;

namespace {

/// Two threads, two files; two reads of one file overlap.
constexpr const char* kIo = R"(
length 9999
group 0 "rank 0"
location 0 "Master thread" group 0
location 1 "writer" group 0
io-paradigm 0 POSIX
io-file 0 "/data/in.h5"
io-file 1 "/data/out.h5"
io-handle 5 "" file 0 paradigm 0
io-handle 3 "" file 1 paradigm 0
enter 0 @0 main
enter 1 @0 main
event 0 @100 IoCreateHandle 5 0 0 0
event 0 @1000 IoOperationBegin 5 0 0 1000 1
event 0 @1500 IoOperationBegin 5 0 0 1000 2
event 0 @3000 IoOperationComplete 5 900 1
event 0 @3500 IoOperationComplete 5 1000 2
event 0 @5000 IoOperationBegin 3 1 0 50 1
event 0 @6000 IoOperationComplete 3 50 1
event 0 @9000 IoDestroyHandle 5
leave 0 @9999 main
event 1 @2000 IoOperationBegin 5 0 0 10 1
event 1 @2500 IoOperationComplete 5 10 1
event 1 @7000 IoOperationBegin 3 2 0 0 1
event 1 @7010 IoOperationComplete 3 0 1
leave 1 @9999 main
)";

QStringList namesOf(const IoChart& chart)
{
    QStringList names;
    for (const IoChart::Row& row : chart.rows()) {
        names.append(row.name);
    }
    return names;
}

query::Io answerOf(const FrameBench& bench, std::vector<LocationRef> locations = {})
{
    return bench.answer<query::Io>(query::IoRequest{
        .scope = {.window = bench.view.range(), .locations = std::move(locations)}, .limit = 99});
}

Tick timeOf(const IoChart::Row& row)
{
    return std::accumulate(
        row.points.begin(), row.points.end(), Tick{0}, [](Tick sum, const query::IoPoint& point) {
            return sum + point.readTime + point.writeTime + point.flushTime + point.otherTime;
        });
}

}  // namespace

class TestIoChart : public QObject {
    Q_OBJECT

private slots:
    void rowsAreTheEnginesNumbers_data();
    void rowsAreTheEnginesNumbers();
    void aParentIsTheSumOfItsRows();
    void aRowIsAsHighAsOperationsAreAtOnce();
    void filesStandBelowLocationsOrTheOtherWayRound();
    void rowsOfTheSystemTreeAreSumsOfTheirLocations();
    void openFilesAndAsynchronousOperationsAreThinBars();
    void aClickOnALabelFolds();
    void aClickOnABarSelectsAndADoubleClickZooms();
    void aClickAnywhereInAnOperationShowsIt_data();
    void aClickAnywhereInAnOperationShowsIt();
    void ofSeveralOperationsItIsSaidHowManyThereAre();
    void thePointerTellsWhatWasDone();
    void settingsComeBack();
    void aTraceWithoutInputAndOutputAsksNothing();
};

void TestIoChart::rowsAreTheEnginesNumbers_data()
{
    QTest::addColumn<TickRange>("window");
    QTest::newRow("all") << TickRange{0, 10'000};
    QTest::newRow("a part") << TickRange{1'400, 5'500};
    QTest::newRow("less ticks than pixels") << TickRange{2'400, 2'600};
}

void TestIoChart::rowsAreTheEnginesNumbers()
{
    QFETCH(const TickRange, window);
    FrameBench bench(kIo);
    auto& chart = bench.open<IoChart>("io");
    chart.setBy(IoChart::By::Location);
    bench.view.showRange(window, "zoom");
    bench.settle();
    std::uint64_t operations = 0;
    std::vector<IoChart::Row> parents = chart.rows();
    std::erase_if(parents, [](const IoChart::Row& row) { return !row.isParent; });
    for (const IoChart::Row& row : parents) {
        const LocationRef location(row.name.endsWith("writer") ? 1 : 0);
        const query::Io answer = answerOf(bench, {location});
        QCOMPARE(row.numbers.operations(), answer.totals.operations());
        QCOMPARE(row.numbers.time, answer.totals.time);
        QCOMPARE(timeOf(row), answer.totals.time);
        operations += row.numbers.operations();
    }
    QCOMPARE(operations, answerOf(bench).totals.operations());
}

void TestIoChart::aParentIsTheSumOfItsRows()
{
    FrameBench bench(kIo);
    auto& chart = bench.open<IoChart>("io");
    QCOMPARE(
        namesOf(chart),
        (QStringList{
            "/data/out.h5",
            "rank 0 · Master thread",
            "rank 0 · writer",
            "/data/in.h5",
            "rank 0 · Master thread",
            "rank 0 · writer"}));
    const auto& rows = chart.rows();
    QCOMPARE(rows[3].numbers.reads, 3U);
    QCOMPARE(rows[3].numbers.bytesRead, 1'910U);
    QCOMPARE(timeOf(rows[3]), timeOf(rows[4]) + timeOf(rows[5]));
    QCOMPARE(timeOf(rows[3]), Tick{2'000 + 2'000 + 500});
}

void TestIoChart::aRowIsAsHighAsOperationsAreAtOnce()
{
    FrameBench bench(kIo);
    const auto& rows = bench.open<IoChart>("io").rows();
    QCOMPARE(rows[0].most, 1U);
    QCOMPARE(rows[3].most, 3U);  // from 2000 to 2500
    QCOMPARE(rows[4].most, 2U);
    QCOMPARE(rows[5].most, 1U);
}

void TestIoChart::filesStandBelowLocationsOrTheOtherWayRound()
{
    FrameBench bench(kIo);
    auto& chart = bench.open<IoChart>("io", {{"by", "location"}});
    QCOMPARE(namesOf(chart)[0], QStringLiteral("rank 0 · Master thread"));
    QCOMPARE(namesOf(chart)[1], QStringLiteral("/data/out.h5"));
    QVERIFY(chart.sentence().contains("by location"));
    QVERIFY(chart.sentence().contains("5 operations"));
}

/// Two nodes with a process each of two threads; both processes use one file.
constexpr const char* kNodes = R"(
length 9999
node 0 "machine"
node 1 "node 1" parent 0
node 2 "node 2" parent 0
group 0 "rank 0" node 1
group 1 "rank 1" node 1
group 2 "rank 2" node 2
location 0 "master" group 0
location 1 "writer" group 0
location 2 "master" group 1
location 3 "master" group 2
io-paradigm 0 POSIX
io-file 0 "/data/in.h5"
io-handle 5 "" file 0 paradigm 0
event 0 @1000 IoOperationBegin 5 0 0 1000 1
event 0 @2000 IoOperationComplete 5 900 1
event 1 @1000 IoOperationBegin 5 0 0 10 1
event 1 @1500 IoOperationComplete 5 10 1
event 2 @3000 IoOperationBegin 5 1 0 7 1
event 2 @3100 IoOperationComplete 5 7 1
event 3 @4000 IoOperationBegin 5 1 0 7 1
event 3 @4100 IoOperationComplete 5 7 1
)";

void TestIoChart::rowsOfTheSystemTreeAreSumsOfTheirLocations()
{
    FrameBench bench(kNodes);
    auto& chart = bench.open<IoChart>("io", {{"by", "tree"}});
    const QStringList expected = {
        "node 1",
        "rank 0",
        "master",
        "/data/in.h5",
        "writer",
        "/data/in.h5",
        "rank 1",
        "/data/in.h5",
        "rank 2",
        "/data/in.h5"};
    QCOMPARE(namesOf(chart), expected);
    const std::vector<std::vector<LocationRef>> below = {
        {LocationRef(0), LocationRef(1), LocationRef(2)},
        {LocationRef(0), LocationRef(1)},
        {LocationRef(0)}};
    for (std::size_t i = 0; i < below.size(); ++i) {
        const query::Io answer = answerOf(bench, below[i]);
        const IoChart::Row& row = chart.rows()[i];
        QCOMPARE(row.level, static_cast<int>(i));
        QCOMPARE(row.numbers.operations(), answer.totals.operations());
        QCOMPARE(row.numbers.bytesRead, answer.totals.bytesRead);
        QCOMPARE(row.numbers.time, answer.totals.time);
        QCOMPARE(timeOf(row), answer.totals.time);
    }
    QTest::mouseClick(chart.viewport(), Qt::LeftButton, {}, {10, chart.rowRect(1).center().y()});
    QCOMPARE(chart.rows()[1].name, QStringLiteral("rank 0"));
    QVERIFY(chart.rows()[1].isFolded);
    QCOMPARE(chart.rows()[2].name, QStringLiteral("rank 1"));
    QCOMPARE(chart.rows()[1].numbers.reads, 2U);
}

/// One thread has the file open twice, another once, between; a read does not block.
constexpr const char* kSpans = R"(
length 9999
group 0 "rank 0"
location 0 "master" group 0
location 1 "writer" group 0
io-paradigm 0 POSIX
io-file 0 "/data/in.h5"
io-handle 5 "" file 0 paradigm 0
io-handle 6 "" file 0 paradigm 0
event 0 @1000 IoCreateHandle 5 0 0 0
event 0 @1500 IoOperationBegin 5 0 1 10 1
event 0 @2500 IoOperationComplete 5 10 1
event 0 @3000 IoDestroyHandle 5
event 0 @5000 IoCreateHandle 5 0 0 0
event 0 @6000 IoDestroyHandle 5
event 1 @2000 IoCreateHandle 6 0 0 0
event 1 @4000 IoDestroyHandle 6
)";

void TestIoChart::openFilesAndAsynchronousOperationsAreThinBars()
{
    FrameBench bench(kSpans);
    auto& chart = bench.open<IoChart>("io");
    const auto& file = chart.rows().front();
    const std::vector<query::IoSpan> expected = {
        {.range = {.begin = 1'000, .end = 4'000}, .count = 2},
        {.range = {.begin = 5'000, .end = 6'000}},
        {.kind = query::IoSpanKind::Asynchronous, .range = {.begin = 1'500, .end = 2'500}}};
    QVERIFY(file.spans == expected);
    QCOMPARE(chart.rows()[1].spans.size(), std::size_t{3});
    QCOMPARE(chart.rows()[2].spans.size(), std::size_t{1});
    const QRect row = chart.rowRect(0);
    const QImage image = chart.grab().toImage();
    const auto colorAt = [&](Tick tick, int below) {
        const auto x = row.left() + static_cast<int>(tick * row.width() / 10'000);
        return image.pixelColor(x, row.top() + below);
    };
    const auto& theme = gui::theme::currentTheme();
    QCOMPARE(colorAt(3'500, 2), theme.mutedInk);
    QCOMPARE(colorAt(2'000, 2), theme.mutedInk);
    QCOMPARE(colorAt(2'000, 6), theme.accent);
    QVERIFY(colorAt(4'500, 2) != theme.mutedInk);
    QVERIFY(chart.textAt({row.left() + row.width() * 35 / 100, row.center().y()})
                .contains(QStringLiteral("open (2 times)")));
}

void TestIoChart::aClickOnALabelFolds()
{
    FrameBench bench(kIo);
    auto& chart = bench.open<IoChart>("io");
    bench.click(chart, {30, chart.rowRect(0).center().y()});
    QCOMPARE(chart.rows().size(), std::size_t{4});
    bench.click(chart, {30, chart.rowRect(1).center().y()});
    QCOMPARE(namesOf(chart), (QStringList{"/data/out.h5", "/data/in.h5"}));
    bench.click(chart, {30, chart.rowRect(0).center().y()});
    QCOMPARE(chart.rows().size(), std::size_t{4});
}

void TestIoChart::aClickOnABarSelectsAndADoubleClickZooms()
{
    FrameBench bench(kIo);
    auto& chart = bench.open<IoChart>("io");
    const int x = static_cast<int>(5'500 * chart.canvasRect().width() / 10'000.0);
    const QPoint place = FrameBench::at(chart, x, chart.rowRect(1).center().y());
    bench.click(chart, place);
    QVERIFY(bench.selection.overlaid().has_value());
    const auto mark = std::get<gui::models::IoMark>(*bench.selection.overlaid());
    QVERIFY(mark.numbers.writeTime > 0);
    QVERIFY(mark.single.has_value());
    // It is marked where it begins and ends, in its row.
    const QImage marked = chart.viewport()->grab().toImage();
    const double ratio = chart.viewport()->devicePixelRatioF();
    const QRect row = chart.rowRect(1);
    for (const Tick tick : {mark.single->range.begin, mark.single->range.end}) {
        const double left = static_cast<double>(tick) * chart.canvasRect().width() / 10'000.0;
        const QPoint edge(chart.canvasRect().left() + static_cast<int>(left), row.center().y());
        bool isMarked = false;
        for (int by = -2; by <= 2; ++by) {
            const QColor color = marked.pixelColor((edge + QPoint(by, 0)) * ratio);
            isMarked = isMarked || tests::isSameColor(color, gui::theme::currentTheme().accent);
        }
        QVERIFY(isMarked);
    }
    bench.selection.clear();
    QVERIFY(chart.viewport()->grab().toImage() != marked);
    bench.click(chart, place);
    bench.doubleClick(chart, place);
    bench.settle();
    const TickRange shown = bench.view.range();  // all of it, and as much again at most
    QVERIFY(shown.begin < mark.single->range.begin && shown.end > mark.single->range.end);
    QVERIFY(shown.length() <= 2 * mark.single->range.length());
}

void TestIoChart::aClickAnywhereInAnOperationShowsIt_data()
{
    QTest::addColumn<int>("row");
    QTest::addColumn<Tick>("tick");
    QTest::addColumn<LocationRef>("location");
    QTest::addColumn<IoHandleRef>("handle");
    QTest::addColumn<TickRange>("range");
    QTest::addColumn<QStringList>("said");
    constexpr LocationRef kMaster(0);
    constexpr LocationRef kWriter(1);
    constexpr IoHandleRef kIn(5);
    constexpr IoHandleRef kOut(3);
    const TickRange written{5'000, 6'000};
    const QStringList aWrite{"write", "/data/out.h5", "50 bytes", "rank 0 · Master thread"};
    QTest::newRow("where it begins") << 1 << Tick{5'001} << kMaster << kOut << written << aWrite;
    QTest::newRow("in its middle") << 1 << Tick{5'500} << kMaster << kOut << written << aWrite;
    QTest::newRow("before its end") << 1 << Tick{5'980} << kMaster << kOut << written << aWrite;
    QTest::newRow("of a file") << 0 << Tick{5'500} << kMaster << kOut << written << aWrite;
    QTest::newRow("a read") << 5 << Tick{2'300} << kWriter << kIn << TickRange{2'000, 2'500}
                            << QStringList{"read", "/data/in.h5", "10 bytes", "rank 0 · writer"};
    QTest::newRow("before another begins")
        << 4 << Tick{1'200} << kMaster << kIn << TickRange{1'000, 3'000}
        << QStringList{"read", "/data/in.h5", "900 bytes", "rank 0 · Master thread"};
}

void TestIoChart::aClickAnywhereInAnOperationShowsIt()
{
    QFETCH(const int, row);
    QFETCH(const Tick, tick);
    QFETCH(const LocationRef, location);
    QFETCH(const IoHandleRef, handle);
    QFETCH(const TickRange, range);
    QFETCH(const QStringList, said);
    FrameBench bench(kIo);
    auto& chart = bench.open<IoChart>("io");
    const int x =
        static_cast<int>(static_cast<double>(tick) * chart.canvasRect().width() / 10'000.0);
    const int y = chart.rowRect(static_cast<std::size_t>(row)).center().y();
    bench.click(chart, FrameBench::at(chart, x, y));
    QVERIFY(bench.selection.overlaid());
    const auto mark = std::get<gui::models::IoMark>(*bench.selection.overlaid());
    QVERIFY(mark.single && mark.isOfIoTimeline);
    QCOMPARE(mark.single->location, location);
    QCOMPARE(mark.single->handle, handle);
    QCOMPARE(mark.single->range, range);
    QStringList lines;
    for (const auto& [caption, value] :
         gui::charts::linesOf(*bench.selection.overlaid(), *bench.trace->definitions)) {
        lines << value;
    }
    QCOMPARE(lines.mid(0, 4), said);
}

void TestIoChart::ofSeveralOperationsItIsSaidHowManyThereAre()
{
    FrameBench bench(kIo);
    auto& chart = bench.open<IoChart>("io");
    const int x = static_cast<int>(2'300 * chart.canvasRect().width() / 10'000.0);
    bench.click(chart, FrameBench::at(chart, x, chart.rowRect(3).center().y()));
    const auto mark = std::get<gui::models::IoMark>(*bench.selection.overlaid());
    QVERIFY(!mark.single);
    QCOMPARE(mark.underWay, 3U);
    QCOMPARE(mark.numbers.operations(), 0U);
    const auto lines = gui::charts::linesOf(*bench.selection.overlaid(), *bench.trace->definitions);
    QVERIFY(
        std::ranges::count(lines, std::pair(QStringLiteral("Under way"), QStringLiteral("3")))
        == 1);
}

void TestIoChart::thePointerTellsWhatWasDone()
{
    FrameBench bench(kIo);
    auto& chart = bench.open<IoChart>("io");
    bench.view.showRange({6'990, 7'020}, "zoom");
    bench.settle();
    const int x = static_cast<int>(10.5 * chart.canvasRect().width() / 30.0);
    const auto textOf = [&](const QString& name) {
        const auto row = static_cast<std::size_t>(namesOf(chart).indexOf(name));
        return chart.textAt(FrameBench::at(chart, x, chart.rowRect(row).center().y()));
    };
    const QString done = textOf("/data/out.h5");
    QVERIFY2(done.endsWith("/data/out.h5 › 1 flush"), qPrintable(done));
    // A file that is open all the while has a row, though nothing is done with it.
    bench.view.showRange({5'000, 6'000}, "zoom");
    bench.settle();
    const QString middle = textOf("/data/out.h5");
    QVERIFY2(middle.endsWith("/data/out.h5 › in a write"), qPrintable(middle));
    bench.view.showRange({6'990, 7'020}, "zoom");
    bench.settle();
    const QString open = textOf("/data/in.h5");
    QVERIFY2(open.contains("/data/in.h5 · open"), qPrintable(open));
}

void TestIoChart::settingsComeBack()
{
    FrameBench bench(kIo);
    auto& chart = bench.open<IoChart>("io", {{"by", "location"}});
    bench.click(chart, {30, chart.rowRect(0).center().y()});
    auto& other = bench.open<IoChart>("io", chart.settings());
    QCOMPARE(namesOf(other), namesOf(chart));
    QCOMPARE(other.settings(), chart.settings());
    other.applySettings({{"by", 7}, {"folded", 3}});
    QCOMPARE(other.rows().size(), std::size_t{6});
    bench.settle();
}

void TestIoChart::aTraceWithoutInputAndOutputAsksNothing()
{
    FrameBench bench(tests::kRanks);
    auto& chart = bench.open<IoChart>("io");
    QVERIFY(chart.rows().empty());
    QCOMPARE(chart.exactness(), gui::models::Exactness::Exact);
    QVERIFY2(chart.word().contains("SCOREP_IO_POSIX=true"), "it says how to record some");
}

VELLUM_TEST_GUI(TestIoChart)
#include "test_io_chart.moc"
