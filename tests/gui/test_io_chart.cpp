// The I/O timeline: its rows are the engine's numbers, folded they are sums.

#include "gui/charts/io_chart.h"
#include "tests/gui/charts_bench.h"

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
    void aClickOnALabelFolds();
    void aClickOnABarSelectsAndADoubleClickZooms();
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
    bench.doubleClick(chart, place);
    QVERIFY(bench.view.range().length() < 1'000);
    QVERIFY(bench.view.range().contains(5'500));
}

void TestIoChart::thePointerTellsWhatWasDone()
{
    FrameBench bench(kIo);
    auto& chart = bench.open<IoChart>("io");
    bench.view.showRange({6'990, 7'020}, "zoom");
    bench.settle();
    const int x = static_cast<int>(10.5 * chart.canvasRect().width() / 30.0);
    const QString text = chart.textAt(FrameBench::at(chart, x, chart.rowRect(0).center().y()));
    QVERIFY2(text.endsWith("/data/out.h5 › 1 flush"), qPrintable(text));
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
}

QTEST_MAIN(TestIoChart)
#include "test_io_chart.moc"
