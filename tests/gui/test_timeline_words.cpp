// What the master timeline says where there is nothing to draw, and how rows are told apart.

#include "gui/charts/sparse_labels.h"
#include "gui/theme/region_colors.h"
#include "gui/theme/theme.h"
#include "tests/gui/chart_bench.h"
#include "tests/support/program/test_program.h"

#include <QColor>
#include <QImage>
#include <QLatin1Char>
#include <QPoint>
#include <QRect>
#include <QRgb>
#include <QScrollBar>
#include <QSize>
#include <QString>
#include <QStringList>

#include <array>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using tests::Bench;
using tests::isSameColor;
using tests::kFirst;
using tests::kSecond;
using tests::tipAt;

namespace {

QImage picture(const Bench& bench)
{
    return bench.chart.viewport()->grab().toImage();
}

QColor colorAt(const Bench& bench, QPoint point)
{
    return picture(bench).pixelColor(point * bench.chart.viewport()->devicePixelRatioF());
}

/// How many colours there are in an area of the viewport.
std::size_t colorsIn(const Bench& bench, const QRect& area)
{
    const QImage image = picture(bench);
    const double ratio = bench.chart.viewport()->devicePixelRatioF();
    std::set<QRgb> colors;
    for (int y = area.top(); y <= area.bottom(); ++y) {
        for (int x = area.left(); x <= area.right(); ++x) {
            colors.insert(image.pixel(QPoint(x, y) * ratio));
        }
    }
    return colors.size();
}

}  // namespace

class TestTimelineWords : public QObject {
    Q_OBJECT

private slots:
    // ---- Loaded in part ---------------------------------------------------------------------

    /// At the edges where the trace goes on, while they are in sight.
    static void theTimeThatWasNotLoadedIsHatched()
    {
        Bench bench;
        const QRect left(bench.at(1, kSecond, 0.2), QSize(8, 8));
        const std::size_t plain = colorsIn(bench, left);
        bench.chart.setLoadedPart({.endsBefore = true, .window = "only some time was loaded"});
        QVERIFY(colorsIn(bench, left) > plain);
        const QRect right(bench.at(tests::kCanvas - 9, kSecond, 0.2), QSize(8, 8));
        QCOMPARE(colorsIn(bench, right), std::size_t{1});
        QVERIFY(bench.chart.sentence().contains("loaded in part"));
        bench.view.showRange({.begin = 1'000, .end = 9'000}, "zoom");
        bench.settle();
        QCOMPARE(colorsIn(bench, left), plain);
    }

    /// As where an older server answers, which knows no bursts.
    static void whereMessagesAreLeftOutIsSaid()
    {
        constexpr int kMessages = 25'000;
        std::string text =
            "length 99999\ngroup 0 a\ngroup 1 b\nlocation 0 a group 0\nlocation 1 b group 1\n";
        for (int i = 0; i < kMessages; ++i) {
            const std::string tick = std::to_string(4 * i);
            text += "send 0 @" + tick + " to 1 tag 1 bytes 8\n";
            text += "recv 1 @" + tick + " from 0 tag 1 bytes 8\n";
        }
        Bench bench(text);
        bench.model.setMessageRows(std::nullopt);
        bench.settle();
        QVERIFY2(
            bench.chart.sentence().contains("first 20,000 of 25,000 messages"),
            qPrintable(bench.chart.sentence()));
        // 20,000 of them reach to 80,000 of 100,000 ticks. At the top, where no line is.
        const auto stripAt = [&](int x) {
            return colorsIn(bench, QRect(bench.chart.labelWidth() + x, 1, 40, 8));
        };
        QVERIFY(stripAt(850) > stripAt(700));
    }

    // ---- Columns that no group has half of -----------------------------------------------------

    /// Three groups take turns, many times a pixel: each has its part of the height, in its colour.
    static void aColumnWithoutAHalfIsDrawnAsShares()
    {
        const std::array groups = {
            FunctionGroup::Application, FunctionGroup::Mpi, FunctionGroup::Kernel};
        std::string text = "length 99999\nlocation 0 a\n";
        for (std::size_t i = 0; i < groups.size(); ++i) {
            text += "region " + std::to_string(i) + " f" + std::to_string(i) + " function-group "
                    + std::to_string(static_cast<int>(groups.at(i))) + "\n";
        }
        constexpr int kVisits = 9'999;
        for (int i = 0; i < kVisits; ++i) {
            const std::string name = "f" + std::to_string(i % 3);
            text += "enter 0 @" + std::to_string(10 * i) + " " + name + "\n";
            text += "leave 0 @" + std::to_string(10 * i + 10) + " " + name + "\n";
        }
        Bench bench(text);
        const QImage image = picture(bench);
        const QRect row = bench.chart.rowRect(LocationRef(0)).value();
        const double ratio = bench.chart.viewport()->devicePixelRatioF();
        for (const FunctionGroup group : groups) {
            int height = 0;
            for (int y = row.top(); y <= row.bottom(); ++y) {
                const QPoint at(bench.chart.labelWidth() + 400, y);
                height += isSameColor(image.pixelColor(at * ratio), gui::theme::groupColor(group))
                              ? 1
                              : 0;
            }
            // A column of some 100 ticks has three or four visits of each.
            QVERIFY2(
                height >= row.height() / 4 && height <= row.height() / 2,
                qPrintable(QStringLiteral("%1 of %2 for group %3")
                               .arg(height)
                               .arg(row.height())
                               .arg(static_cast<int>(group))));
        }
    }

    static void belowTheRowsItIsSaidWhatWasLeftOut()
    {
        Bench bench(tests::kTwoEach);
        const QRect below(
            bench.chart.labelWidth() + 300, bench.chart.viewport()->height() - 200, 400, 190);
        QCOMPARE(colorsIn(bench, below), std::size_t{1});
        bench.chart.setLoadedPart({.locations = "only 2 of 10 locations were loaded"});
        QVERIFY(colorsIn(bench, below) > 2);
    }

    // ---- Rows without a bar -----------------------------------------------------------------

    static void emptyRowsSayWhy()
    {
        Bench bench(R"(
length 9999
group 0 "rank 0"
location 0 "calls" group 0
location 1 "samples" group 0
location 2 "nothing" group 0
region 1 main
context 5 1
enter 0 @0 main
leave 0 @2000 main
event 1 @100 CallingContextSample 5 0 0
event 1 @200 CallingContextSample 5 0 0
)");
        picture(bench);  // rows that are painted ask
        bench.settle();
        QVERIFY(bench.chart.emptyRowWord(kFirst).isEmpty());
        QCOMPARE(bench.chart.emptyRowWord(kSecond), QStringLiteral("samples only: 2"));
        QCOMPARE(
            bench.chart.emptyRowWord(LocationRef(2)), QStringLiteral("nothing was recorded here"));
        bench.view.showRange({.begin = 5'000, .end = 9'000}, "zoom");
        QVERIFY(bench.chart.emptyRowWord(kFirst).isEmpty());  // not known yet
        bench.settle();
        QCOMPARE(bench.chart.emptyRowWord(kFirst), QStringLiteral("no function in this window"));
        QCOMPARE(
            bench.chart.emptyRowWord(kSecond),
            QStringLiteral("samples only: 2 in the whole trace"));
    }

    /// Where others have metrics, a row of which nothing is known might have a curve, and has none.
    static void emptyRowsSayWhyBesideMetrics()
    {
        Bench bench(R"(
length 9999
group 0 "rank 0"
location 0 "calls" group 0
location 1 "record" group 0
location 2 "nothing" group 0
location 3 "sensor" type metric
metric 7 power unit W
enter 0 @0 main
leave 0 @2000 main
send 1 @500 to 0 tag 1 bytes 8
event 3 @1000 Metric 7 4 10
)");
        picture(bench);  // rows that are painted ask
        bench.settle();
        picture(bench);
        bench.settle();
        QCOMPARE(bench.chart.emptyRowWord(kSecond), QStringLiteral("no function, 1 record"));
        QCOMPARE(
            bench.chart.emptyRowWord(LocationRef(2)), QStringLiteral("nothing was recorded here"));
        QVERIFY(bench.chart.emptyRowWord(LocationRef(3)).isEmpty());
    }

    // ---- CPU samples ------------------------------------------------------------------------

    /// A pixel of a row has a tick if a sample was taken in it, below bars as well; the pointer says where.
    static void samplesAreTicksThatSayTheirPath()
    {
        Bench bench(R"(
length 9999
group 0 "rank 0"
location 0 "calls" group 0
location 1 "samples" group 0
region 1 main
region 2 solve
context 5 1
context 6 2 parent 5
enter 0 @0 main
event 0 @1000 CallingContextSample 5 0 0
leave 0 @2000 main
event 1 @3000 CallingContextSample 6 0 0
event 1 @3001 CallingContextSample 6 0 0
event 1 @3002 CallingContextSample 5 0 0
event 1 @7000 CallingContextSample 6 0 0
)");
        const QColor tick = gui::theme::currentTheme().mutedInk;
        const auto isTick = [&](Tick at, LocationRef location) {
            return isSameColor(
                colorAt(bench, bench.at(static_cast<int>(at / 10), location, 0.94)), tick);
        };
        for (const Tick at : {3'000, 7'000}) {
            QVERIFY2(isTick(at, kSecond), qPrintable(QString::number(at)));
            QVERIFY(!isTick(at + 50, kSecond) && !isTick(at - 50, kSecond) && !isTick(at, kFirst));
        }
        QVERIFY(isTick(1'000, kFirst));
        QVERIFY(
            isSameColor(colorAt(bench, bench.at(100, kFirst, 0.5)), tests::colorOf(bench, "main")));
        QString said;
        connect(
            &bench.chart,
            &gui::charts::TimelineChart::pathHovered,
            &bench.chart,
            [&](const QString& text) { said = text; });
        const auto hover = [&](Tick at) {
            bench.move(bench.at(static_cast<int>(at / 10), kSecond, 0.5), Qt::NoButton);
            bench.settle();
        };
        hover(3'000);
        QVERIFY2(
            said.endsWith("samples › main › solve   2 of 3 CPU samples in this pixel"),
            qPrintable(said));
        hover(7'000);
        QVERIFY2(said.endsWith("samples › main › solve   CPU sample"), qPrintable(said));
        hover(5'000);
        QVERIFY2(said.endsWith("samples   in no function"), qPrintable(said));
    }

    // ---- Names and figures ------------------------------------------------------------------

    static void longNamesAreToldWhole()
    {
        const std::string name = "solve<" + std::string(300, 'n') + ">";
        Bench bench(
            "length 9999\nlocation 0 a\nregion 1 \"" + name + "\"\nregion 2 \""
            + std::string(3'000, 'm') + "\"\n"
            + "enter 0 @0 1\nenter 0 @5000 2\nleave 0 @9000 2\nleave 0 @9999 1\n");
        QString said;
        connect(
            &bench.chart,
            &gui::charts::TimelineChart::pathHovered,
            &bench.chart,
            [&](const QString& text) { said = text; });
        const auto hover = [&](int x) {
            bench.move(bench.at(x), Qt::NoButton);
            bench.settle();
            return tipAt(bench, bench.at(x));
        };
        const QStringList tip = hover(200).split(QLatin1Char('\n'));
        QVERIFY2(said.endsWith(QString::fromStdString("› " + name)), qPrintable(said));
        QCOMPARE(tip.first(4).join(QString()), QString::fromStdString(name));
        hover(700);
        QVERIFY2(said.endsWith(QStringLiteral("mmm…")), qPrintable(said));
    }

    /// Function group 1 is MPI's, role 40 that of kernels.
    static void theTipOfAStreamCountsCollectivesAmongItsKernels()
    {
        Bench bench(R"(
length 9999
group 0 "GPU 0" type accelerator
location 0 "stream 7" type stream group 0
location 1 "stream 8" type stream group 0
region 1 kernel role 40
region 2 ncclAllReduce role 40 function-group 1
enter 0 @0 kernel
leave 0 @4000 kernel
enter 1 @3000 ncclAllReduce
leave 1 @5000 ncclAllReduce
)");
        const auto tipOf = [&bench](int y) { return tipAt(bench, QPoint(60, y)); };
        const auto yOf = [&bench](LocationRef location) {
            return bench.chart.rowRect(location).value().center().y();
        };
        QCOMPARE(
            tipOf(yOf(kSecond)),
            QStringLiteral("stream 8\nbusy 20.0 % of the window\n"
                           "kernels 20.0 % (collectives 20.0 %), copies 0.0 %"));
        QCOMPARE(
            tipOf(yOf(kFirst)),
            QStringLiteral("stream 7\nbusy 40.0 % of the window\nkernels 40.0 %, copies 0.0 %"));
        const QString device = tipOf(2);
        QVERIFY2(
            device.contains("busy 50.0 % of the window\nkernels 50.0 % (collectives 20.0 %), "
                            "copies 0.0 %\nat least one of 2 streams"),
            qPrintable(device));
    }

    static void theLabelsAreAsWideAsTheLookHasThem()
    {
        const Bench bench;
        const int letter = bench.chart.fontMetrics().averageCharWidth();
        QVERIFY(std::abs(bench.chart.labelWidth() - 208 * letter / 6) <= letter / 6);
    }

    // ---- Told apart -------------------------------------------------------------------------

    /// Role 30 is OTF2's number of a data transfer.
    static void copiesOfAStreamStandInItsLowerHalf()
    {
        Bench bench(R"(
length 9999
group 0 "GPU 0" type accelerator
location 0 "stream 7" type stream group 0
location 1 "stream 8" type thread group 0
region 1 kernel role 1 file CUDA_KERNEL
region 2 copy role 30
enter 0 @0 kernel
leave 0 @4000 kernel
enter 0 @5000 copy
leave 0 @9000 copy
enter 1 @5000 copy
leave 1 @9000 copy
)");
        const QColor kernel = tests::colorOf(bench, "kernel");
        const QColor copy = tests::colorOf(bench, "copy");
        QVERIFY(isSameColor(colorAt(bench, bench.at(390, kFirst, 0.15)), kernel));
        QVERIFY(isSameColor(colorAt(bench, bench.at(390, kFirst, 0.85)), kernel));
        QVERIFY(!isSameColor(colorAt(bench, bench.at(890, kFirst, 0.15)), copy));
        QVERIFY(isSameColor(colorAt(bench, bench.at(890, kFirst, 0.85)), copy));
        QVERIFY(isSameColor(colorAt(bench, bench.at(890, kSecond, 0.15)), copy));
    }

    /// Its parent, which says the process, is scrolled away.
    static void theTopmostRowNamesItsProcess()
    {
        Bench bench(
            R"(
length 9999
group 0 "rank 0"
group 1 "rank 1"
location 0 "a" group 0
location 1 "b" group 0
location 2 "c" group 1
location 3 "d" group 1
)",
            61);
        QScrollBar& bar = *bench.chart.verticalScrollBar();
        const int height = bench.chart.rowRect(kFirst)->height();
        const auto labelAt = [&](int row) {
            return tipAt(bench, {100, static_cast<int>((row + 0.5) * height) - bar.value()});
        };
        bench.settle();
        QCOMPARE(labelAt(1), QStringLiteral("a"));
        bar.setValue(height);  // "rank 0" is above
        QCOMPARE(labelAt(1), QStringLiteral("rank 0 · a"));
        QCOMPARE(labelAt(2), QStringLiteral("b"));
        bar.setValue(height + height * 3 / 4);  // little is left of "a"
        QCOMPARE(labelAt(2), QStringLiteral("rank 0 · b"));
        bar.setValue(2 * height + height * 3 / 4);
        QVERIFY2(labelAt(3).startsWith("rank 1\n"), qPrintable(labelAt(3)));
        QCOMPARE(labelAt(4), QStringLiteral("c"));
    }

    static void whereNotAllRowsSayTheirNameTheOuterOnesDo_data()
    {
        QTest::addColumn<std::vector<gui::charts::LowRow>>("rows");
        QTest::addColumn<std::vector<std::size_t>>("expected");
        using Rows = std::vector<gui::charts::LowRow>;
        const auto parent = [](int top, int level) {
            return gui::charts::LowRow{.top = top, .isParent = true, .level = level};
        };
        const auto leaf = [](int top) { return gui::charts::LowRow{.top = top, .level = 2}; };
        QTest::newRow("none") << Rows{} << std::vector<std::size_t>{};
        QTest::newRow("parents first") << Rows{
            leaf(0),
            parent(4, 0),
            leaf(8),
            leaf(20),
            parent(24, 0),
            leaf(28),
            leaf(44),
            leaf(48)} << std::vector<std::size_t>{1, 4, 6};
        QTest::newRow("outer parents before inner")
            << Rows{parent(0, 1), parent(5, 0), parent(15, 1), parent(20, 1), parent(30, 0)}
            << std::vector<std::size_t>{1, 2, 4};
        QTest::newRow("no parents")
            << Rows{leaf(0), leaf(10), leaf(19), leaf(20), leaf(39), leaf(41)}
            << std::vector<std::size_t>{0, 3, 5};
    }

    static void whereNotAllRowsSayTheirNameTheOuterOnesDo()
    {
        QFETCH(const std::vector<gui::charts::LowRow>, rows);
        QFETCH(const std::vector<std::size_t>, expected);
        QCOMPARE(gui::charts::rowsWithLabels(rows, 10), expected);
    }

    /// What a row belongs to, and its number.
    static void longNamesAreCutInTheirMiddle()
    {
        const auto label = [](const std::string& name) {
            const Bench bench(
                "length 9999\ngroup 0 \"rank 0\"\nlocation 0 \"" + name
                + "\" group 0\nlocation 1 \"b\" group 0\n");
            const QRect row = *bench.chart.rowRect(kFirst);
            const double ratio = bench.chart.viewport()->devicePixelRatioF();
            return picture(bench).copy(
                0,
                static_cast<int>((row.top() + 2) * ratio),
                static_cast<int>((bench.chart.labelWidth() - 2) * ratio),
                static_cast<int>((row.height() - 4) * ratio));
        };
        const std::string middle = " of a process with a very long name, stream ";
        QVERIFY(label("GPU 0" + middle + "1") != label("GPU 0" + middle + "2"));
        QVERIFY(label("GPU 0" + middle + "1") != label("GPU 1" + middle + "1"));
        QVERIFY(label("GPU 0" + middle + "1") == label("GPU 0" + middle + middle + "1"));
    }

    static void longNamesThatDifferInTheMiddleReadDifferently()
    {
        const Bench bench(R"text(
length 9999
group 0 "rank 0"
location 0 "a long name with number 59811 in the middle of it all (python3)" group 0
location 1 "a long name with number 60187 in the middle of it all (python3)" group 0
enter 0 @0 main
leave 0 @9000 main
enter 1 @0 main
leave 1 @9000 main
)text");
        const auto label = [&](LocationRef location) {
            const QRect row = *bench.chart.rowRect(location);
            const double ratio = bench.chart.viewport()->devicePixelRatioF();
            return picture(bench).copy(
                0,
                static_cast<int>((row.top() + 2) * ratio),
                static_cast<int>((bench.chart.labelWidth() - 2) * ratio),
                static_cast<int>((row.height() - 4) * ratio));
        };
        QVERIFY(label(kFirst) != label(kSecond));
    }
};

VELLUM_TEST_GUI(TestTimelineWords)
#include "test_timeline_words.moc"
