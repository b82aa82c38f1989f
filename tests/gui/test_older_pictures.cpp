// While an answer is on its way what is known is shown: zooming out again brings no empty chart.

#include "gui/charts/counter_chart.h"
#include "gui/charts/radar_chart.h"
#include "gui/models/row_order.h"
#include "tests/gui/charts_bench.h"
#include "tests/support/program/test_program.h"

#include <QImage>
#include <QRect>
#include <QRgb>
#include <QString>
#include <QWidget>

#include <algorithm>
#include <map>
#include <string>

namespace vellum {

namespace {

using gui::charts::CounterChart;
using gui::charts::RadarChart;
using tests::FrameBench;

constexpr TickRange kPart{.begin = 4'000, .end = 4'400};

/// A folded process, metrics, messages, a marker and a collective operation, most of it outside of `kPart`.
constexpr const char* kAll = R"(
length 9999
group 0 "rank 0"
group 1 "rank 1"
location 0 "first" group 0
location 1 "second" group 1
location 2 "beside" group 0
location 3 "sensor" type metric group 1
region 1 main
region 2 work
metric 3 power unit W
locations-group 0 0 1
comm-group 1 0 1
comm 0 1
enter 0 @0 main
enter 0 @1000 work
leave 0 @3000 work
send 0 @6000 to 1 comm 0 tag 1 bytes 8
event 0 @8100 MpiCollectiveBegin
event 0 @8200 MpiCollectiveEnd 0 0 4294967295 0 0
leave 0 @9000 main
enter 1 @0 main
enter 1 @2000 work
leave 1 @5000 work
recv 1 @7000 from 0 comm 0 tag 1 bytes 8
event 1 @8000 MpiCollectiveBegin
event 1 @8200 MpiCollectiveEnd 0 0 4294967295 0 0
leave 1 @9000 main
enter 2 @500 work
leave 2 @9500 work
event 3 @1000 Metric 3 4 100
event 3 @2000 Metric 3 4 300
event 3 @6000 Metric 3 4 200
)";

QImage pictureOf(gui::charts::Chart& chart)
{
    return chart.viewport()->grab().toImage().convertToFormat(QImage::Format_RGB32);
}

/// Pixels of the canvas in which two pictures differ, but for those of `kPart`, of which more is known.
int differences(const FrameBench& bench, const QImage& one, const QImage& other, QRect canvas)
{
    const double perTick =
        static_cast<double>(canvas.width()) / static_cast<double>(bench.view.whole().length());
    constexpr int kBeside = 3;
    const int left = canvas.left() + static_cast<int>(kPart.begin * perTick) - kBeside;
    const int right = canvas.left() + static_cast<int>(kPart.end * perTick) + kBeside;
    int count = 0;
    for (int y = 0; y < std::min(one.height(), other.height()); ++y) {
        for (int x = canvas.left(); x < canvas.right(); ++x) {
            const bool isElsewhere = x < left || x > right;
            count += isElsewhere && one.pixel(x, y) != other.pixel(x, y) ? 1 : 0;
        }
    }
    return count;
}

/// Colours that are there, of as many pixels as it takes to be seen.
int colorsIn(const QImage& image, QRect canvas)
{
    std::map<QRgb, int> counts;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = canvas.left(); x < canvas.right(); ++x) {
            ++counts[image.pixel(x, y)];
        }
    }
    return static_cast<int>(
        std::ranges::count_if(counts, [](const auto& one) { return one.second > 20; }));
}

void zoomInAndOutAgain(FrameBench& bench, gui::charts::Chart& chart, QRect canvas)
{
    const QImage before = pictureOf(chart);
    QVERIFY(colorsIn(before, canvas) > 2);
    bench.view.showRange(kPart, "zoom");
    bench.settle();
    QVERIFY(differences(bench, pictureOf(chart), before, canvas) > 100);
    bench.source.setHold(true);
    bench.view.showWhole();
    QTest::qWait(50);
    QCOMPARE(bench.frame.exactness(), gui::models::Exactness::Refining);
    const int differ = differences(bench, pictureOf(chart), before, canvas);
    QVERIFY2(differ < 20, qPrintable(QString::number(differ)));
    bench.source.setHold(false);
    bench.settle();
    QVERIFY(pictureOf(chart) == before);
}

}  // namespace

class TestOlderPictures : public QObject {
    Q_OBJECT

private slots:
    static void ofRowsStacksMetricsAndWhatLiesOverThem()
    {
        FrameBench bench(kAll);
        const auto rows = gui::models::visibleRows(*bench.trace->definitions, {});
        bench.view.setFolded(rows.front().key, true);
        bench.settle();
        const QRect viewport = bench.master->viewport()->rect();
        zoomInAndOutAgain(
            bench, *bench.master, viewport.adjusted(bench.master->labelWidth(), 0, 0, 0));
    }

    /// What lies over the rows is told of the answer that is drawn, whichever that is.
    static void whatIsPointedAtIsOfTheAnswerThatIsDrawn()
    {
        std::string text(kAll);
        for (int i = 0; i < 200; ++i) {
            const std::string tick = std::to_string(9'100 + 4 * i);
            text.append("event 0 @").append(tick).append(" MpiCollectiveBegin\n");
            text.append("event 0 @").append(tick);
            text.append(" MpiCollectiveEnd 0 0 4294967295 0 0\n");
            text.append("event 1 @").append(tick).append(" MpiCollectiveBegin\n");
            text.append("event 1 @").append(tick);
            text.append(" MpiCollectiveEnd 0 0 4294967295 0 0\n");
        }
        FrameBench bench(text);
        bench.view.showRange(kPart, "zoom");
        bench.settle();
        bench.source.setHold(true);
        const auto pointEverywhere = [&bench] {
            QTest::qWait(20);
            QWidget* viewport = bench.master->viewport();
            for (int x = bench.master->labelWidth(); x < viewport->width(); x += 7) {
                tests::movePointer(*bench.master, {x, 30});
            }
        };
        bench.view.showWhole();
        pointEverywhere();
        QCOMPARE(bench.master->layers().collectives()->collectives.size(), std::size_t{201});
        bench.view.showRange(kPart, "zoom");
        pointEverywhere();
        QCOMPARE(bench.master->layers().collectives()->collectives.size(), std::size_t{0});
        bench.source.setHold(false);
        bench.settle();
    }

    static void ofCounters()
    {
        FrameBench bench(kAll);
        auto& chart = bench.open<CounterChart>("counter");
        zoomInAndOutAgain(bench, chart, chart.canvasRect());
    }

    static void ofTheRadar()
    {
        FrameBench bench(kAll);
        auto& chart = bench.open<RadarChart>("radar", {{"what", "work"}});
        zoomInAndOutAgain(bench, chart, chart.canvasRect());
    }

    /// To the side, where more than half of the view is known, that stays in its place.
    static void aPanKeepsWhatIsKnown()
    {
        FrameBench bench(kAll);
        auto& chart = bench.open<RadarChart>("radar", {{"what", "work"}});
        bench.view.showRange({.begin = 1'000, .end = 2'000}, "zoom");
        bench.settle();
        const QRect canvas = chart.canvasRect();
        const QImage before = pictureOf(chart);
        bench.source.setHold(true);
        bench.view.pan(200);
        QTest::qWait(50);
        const QImage now = pictureOf(chart);
        const int moved = canvas.width() / 5;
        const int wide = canvas.width() * 3 / 5;
        QCOMPARE(
            now.copy(canvas.left() + 10, 0, wide, now.height()),
            before.copy(canvas.left() + 10 + moved, 0, wide, now.height()));
    }
};

}  // namespace vellum

VELLUM_TEST_GUI(vellum::TestOlderPictures)
#include "test_older_pictures.moc"
