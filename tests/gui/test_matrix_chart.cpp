#include "gui/charts/matrix/matrix_chart.h"
#include "gui/charts/matrix/matrix_grid.h"
#include "gui/theme/scales.h"
#include "gui/theme/theme.h"
#include "tests/gui/charts_bench.h"
#include "tests/gui/few_messages.h"
#include "tests/gui/mouse.h"
#include "tests/support/program/test_program.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <QPoint>
#include <QString>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <utility>
#include <vector>

using namespace vellum;         // NOLINT(google-build-using-namespace): a test across a few rooms
using namespace vellum::tests;  // NOLINT(google-build-using-namespace)
using gui::charts::MatrixAxis;
using gui::charts::MatrixCells;
using gui::charts::MatrixChart;
using gui::charts::MatrixGrid;
using gui::charts::MatrixMetric;
using query::MatrixBy;
using query::MessagePairs;
using query::MessagePairsQuestion;
using Place = MatrixChart::Place;

namespace {

/// Three processes of two threads each on two nodes: 0 and 1 send much to 2, 2 once to itself; the last never sends.
constexpr std::string_view kProcesses = R"(
length 999
node 0 "machine"
node 1 "left" parent 0
node 2 "right" parent 0
group 0 "rank 0" node 1
group 1 "rank 1" node 1
group 2 "rank 2" node 2
group 3 "idle" node 2
location 0 "first" group 0
location 1 "second" group 0
location 2 "first" group 1
location 3 "first" group 2
location 4 "first" group 3
enter 0 @0 main
send 0 @10 to 3 tag 1 bytes 1000
send 1 @20 to 3 tag 1 bytes 3000
recv 3 @100 from 0 tag 1 bytes 1000
recv 3 @120 from 1 tag 1 bytes 3000
send 2 @200 to 3 tag 1 bytes 10
recv 3 @210 from 2 tag 1 bytes 10
send 2 @300 to 3 tag 1 bytes 10
recv 3 @800 from 2 tag 1 bytes 10
leave 0 @900 main
)";

MessagePairs answerOf(const FrameBench& bench, TickRange window, MatrixBy by)
{
    const query::Scope scope{.window = window, .locations = {}};
    const auto answer = bench.answer<query::Table>(query::TableRequest{
        .scope = scope, .asked = table::Value::of(MessagePairsQuestion{.by = by})});
    return *answer.answer.as<MessagePairs>();
}

QPoint middleOf(const MatrixChart& chart, Place place)
{
    return chart.rectOf(place).center();
}

/// Beside the figure in its middle.
QColor colorAt(MatrixChart& chart, Place place)
{
    const QImage seen = chart.viewport()->grab().toImage();
    const QPoint corner = chart.rectOf(place).topLeft() + QPoint(3, 3);
    return seen.pixelColor((QPointF(corner) * seen.devicePixelRatio()).toPoint());
}

std::shared_ptr<const MessagePairs> randomPairs(std::mt19937& random, std::uint64_t side)
{
    std::set<std::pair<std::uint64_t, std::uint64_t>> ends;
    for (std::uint64_t i = 0; i < random() % 200; ++i) {
        ends.emplace(random() % side, random() % side);
    }
    auto pairs = std::make_shared<MessagePairs>();
    for (const auto& [from, to] : ends) {
        const std::uint64_t bytes = random() % 1000;
        const bool isRated = random() % 4 != 0;
        pairs->rows.push_back(
            {.from = from,
             .to = to,
             .sums = {
                 .count = 1 + random() % 9,
                 .bytes = bytes,
                 .rated = isRated ? 1U : 0U,
                 .ratedBytes = bytes,
                 .ratedDuration = 7}});
    }
    return pairs;
}

/// Looks at each pixel and at each cell.
double slowAt(
    const MatrixCells& cells, const MatrixAxis& columns, const MatrixAxis& rows, int x, int y)
{
    const auto has = [](const MatrixAxis& axis, std::size_t cell, int pixel) {
        const double first =
            std::floor((static_cast<double>(cell) - axis.begin) * axis.pixels / axis.length);
        const double next =
            std::floor((static_cast<double>(cell + 1) - axis.begin) * axis.pixels / axis.length);
        return first <= pixel && pixel < std::max(first + 1, next);
    };
    double value = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t row = 0; row < cells.side(); ++row) {
        for (std::size_t column = 0; column < cells.side(); ++column) {
            const auto* cell = cells.find(row, column);
            if (cell != nullptr && has(rows, row, y) && has(columns, column, x)) {
                value = std::fmax(value, cell->value);
            }
        }
    }
    return value;
}

bool isSame(double a, double b)
{
    return (std::isnan(a) && std::isnan(b)) || a == b;
}

QString faultOf(
    const MatrixGrid& grid,
    const MatrixCells& cells,
    const MatrixAxis& columns,
    const MatrixAxis& rows)
{
    for (int y = 0; y < grid.height; ++y) {
        for (int x = 0; x < grid.width; ++x) {
            if (!isSame(grid.at(x, y), slowAt(cells, columns, rows, x, y))) {
                return QStringLiteral("pixel %1, %2").arg(x).arg(y);
            }
        }
    }
    return {};
}

}  // namespace

class TestMatrixChart : public QObject {
    Q_OBJECT

private slots:
    void pixelsHaveTheGreatestOfTheirCells();
    void aLoneBusyPairIsSeenAmongMany();
    void cellsAreTheEnginesNumbers();
    void labelsThatAreSilentAreShownWhereTheyAreWanted();
    void metricsAreThoseOfTheSums();
    void coloursGoFromTheLeastToTheGreatest();
    void aWindowHasItsOwnMessages();
    void aPointerReadsAllOfAPair();
    void keysMarkCellsAndPan();
    void zoomIsUndone();
    void theWheelZoomsAboutThePointer();
    void aDragPansAndIsUndone();
    void enterSelectsTheLongestMessageOfThePair();
    void choicesAreKept();
    void pairsAreCopied();
    void nothingIsSaidInWords();
    void anErrorIsSaid();
};

void TestMatrixChart::pixelsHaveTheGreatestOfTheirCells()
{
    std::mt19937 random(3);
    std::uint64_t seen = 0;
    for (int run = 0; run < 200; ++run) {
        const std::uint64_t side = 1 + random() % 30;
        std::vector<std::uint64_t> labels(side);
        std::iota(labels.begin(), labels.end(), 0);
        const MatrixMetric metric = run % 2 == 0 ? MatrixMetric::Bytes : MatrixMetric::Rate;
        const MatrixCells cells(randomPairs(random, side), labels, metric);
        const auto axis = [&random, side] {
            MatrixAxis one{
                .begin = static_cast<double>(random() % 4'000) / 128,
                .length = 1 + static_cast<double>(random() % 4'000) / 128,
                .pixels = static_cast<int>(1 + random() % 40)};
            one.clamp(static_cast<double>(side));
            return one;
        };
        const MatrixAxis columns = axis();
        const MatrixAxis rows = axis();
        const MatrixGrid grid = gridOf(cells, columns, rows, 0);
        QCOMPARE(faultOf(grid, cells, columns, rows), QString());
        seen += static_cast<std::uint64_t>(
            std::ranges::count_if(grid.values, [](double value) { return !std::isnan(value); }));
    }
    QVERIFY2(seen > 1'000, qPrintable(QString::number(seen)));
}

void TestMatrixChart::aLoneBusyPairIsSeenAmongMany()
{
    constexpr std::uint64_t kSide = 100'000;
    auto pairs = std::make_shared<MessagePairs>();
    pairs->rows.push_back({.from = 77'777, .to = 33'333, .sums = {.count = 1, .bytes = 9}});
    std::vector<std::uint64_t> labels(kSide);
    std::iota(labels.begin(), labels.end(), 0);
    const MatrixCells cells(pairs, labels, MatrixMetric::Bytes);
    const MatrixAxis all{.begin = 0, .length = kSide, .pixels = 100};
    const MatrixGrid grid = gridOf(cells, all, all, 0);
    QCOMPARE(grid.at(33, 77), 9.0);
    QCOMPARE(
        std::ranges::count_if(grid.values, [](double value) { return !std::isnan(value); }), 1);
}

void TestMatrixChart::cellsAreTheEnginesNumbers()
{
    FrameBench bench(kProcesses);
    auto& chart = bench.open<MatrixChart>("matrix");
    for (std::uint8_t by = 0; by < 3; ++by) {
        chart.setBy(static_cast<MatrixBy>(by));
        bench.settle();
        const MessagePairs answer = answerOf(bench, bench.view.range(), chart.by());
        QCOMPARE(chart.cells().size(), answer.rows.size());
        for (const query::MessagePairsRow& row : answer.rows) {
            const auto& labels = chart.cells().labels();
            const auto from = std::ranges::find(labels, row.from) - labels.begin();
            const auto to = std::ranges::find(labels, row.to) - labels.begin();
            const auto* cell =
                chart.cells().find(static_cast<std::size_t>(from), static_cast<std::size_t>(to));
            QVERIFY(cell != nullptr);
            QCOMPARE(cell->value, static_cast<double>(row.sums.bytes));
            QCOMPARE(chart.cells().sumsOf(*cell).maxDuration, row.sums.maxDuration);
        }
    }
}

void TestMatrixChart::labelsThatAreSilentAreShownWhereTheyAreWanted()
{
    FrameBench bench(kProcesses);
    auto& chart = bench.open<MatrixChart>("matrix");
    QCOMPARE(chart.cells().side(), std::size_t{3});
    QCOMPARE(chart.nameAt(2), QString("rank 2"));
    chart.setShowsIdle(true);
    bench.settle();
    QCOMPARE(chart.cells().side(), std::size_t{4});
    QCOMPARE(chart.nameAt(3), QString("idle"));
    QVERIFY2(chart.textOf(3, 0).contains("no messages"), qPrintable(chart.textOf(3, 0)));
    chart.setBy(MatrixBy::SystemTreeNode);
    bench.settle();
    QCOMPARE(chart.cells().side(), std::size_t{2});
    QCOMPARE(chart.nameAt(0), QString("left"));
}

void TestMatrixChart::metricsAreThoseOfTheSums()
{
    FrameBench bench(kProcesses);
    auto& chart = bench.open<MatrixChart>("matrix");
    const auto valueOf = [&chart](MatrixMetric metric) {
        chart.setMetric(metric);
        return chart.cells().find(0, 2)->value;
    };
    QCOMPARE(valueOf(MatrixMetric::Count), 2.0);
    QCOMPARE(valueOf(MatrixMetric::Bytes), 4000.0);
    QCOMPARE(valueOf(MatrixMetric::MeanBytes), 2000.0);
    QCOMPARE(valueOf(MatrixMetric::MinDuration), 90.0);
    QCOMPARE(valueOf(MatrixMetric::MeanDuration), 95.0);
    QCOMPARE(valueOf(MatrixMetric::MaxDuration), 100.0);
    QCOMPARE(valueOf(MatrixMetric::Rate), 4000.0 / 190.0);
    QCOMPARE(chart.cells().most(), 4000.0 / 190.0);
    QVERIFY2(chart.sentence().startsWith("rate by location group"), qPrintable(chart.sentence()));
}

void TestMatrixChart::coloursGoFromTheLeastToTheGreatest()
{
    FrameBench bench(kProcesses);
    auto& chart = bench.open<MatrixChart>("matrix");
    const auto isNear = [](const QColor& a, const QColor& b) {
        return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green())
                   + std::abs(a.blue() - b.blue())
               < 12;
    };
    for (const auto* theme : {&gui::theme::darkTheme(), &gui::theme::lightTheme()}) {
        gui::theme::setCurrentTheme(*theme);
        chart.setMetric(MatrixMetric::Count);
        chart.setMetric(MatrixMetric::Bytes);
        QVERIFY(isNear(colorAt(chart, {0, 2}), gui::theme::heatColor(1)));
        QVERIFY(isNear(colorAt(chart, {1, 2}), gui::theme::heatColor(20.0 / 4000)));
        // Little is another than none.
        QCOMPARE(colorAt(chart, {2, 0}), theme->panel);
        QVERIFY(!isNear(colorAt(chart, {1, 2}), theme->panel));
    }
}

void TestMatrixChart::aWindowHasItsOwnMessages()
{
    FrameBench bench(kProcesses);
    auto& chart = bench.open<MatrixChart>("matrix");
    bench.view.showRange({.begin = 250, .end = 400}, "zoom");
    bench.settle();
    QCOMPARE(chart.cells().size(), std::size_t{1});
    QCOMPARE(chart.nameAt(0), QString("rank 1"));
    bench.view.undo();
    bench.settle();
    QCOMPARE(chart.cells().size(), std::size_t{2});
}

void TestMatrixChart::aPointerReadsAllOfAPair()
{
    FrameBench bench(kProcesses);
    auto& chart = bench.open<MatrixChart>("matrix");
    QString said;
    connect(&chart, &Chart::pathHovered, this, [&said](const QString& text) { said = text; });
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column) {
            const auto place = chart.placeAt(middleOf(chart, {row, column}));
            QVERIFY(place == (Place{row, column}));
        }
    }
    movePointer(chart, middleOf(chart, {0, 2}));
    QVERIFY2(
        said.startsWith("from rank 0 to rank 2: 2 messages, 4,000 bytes in all"), qPrintable(said));
    QVERIFY2(said.contains("at "), qPrintable(said));
}

void TestMatrixChart::keysMarkCellsAndPan()
{
    FrameBench bench(kProcesses);
    auto& chart = bench.open<MatrixChart>("matrix");
    QTest::keyClick(&chart, Qt::Key_Down);
    QVERIFY(chart.marked() == (Place{0, 0}));
    QTest::keyClick(&chart, Qt::Key_Down);
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::keyClick(&chart, Qt::Key_Right);
    QVERIFY(chart.marked() == (Place{1, 2}));
    QVERIFY2(
        chart.accessibleDescription().startsWith("from rank 1 to rank 2: 2 messages"),
        qPrintable(chart.accessibleDescription()));
    for (int i = 0; i < 4; ++i) {
        QTest::keyClick(&chart, Qt::Key_Plus);
    }
    const double before = chart.rows().begin;
    QTest::keyClick(&chart, Qt::Key_Up, Qt::ShiftModifier);
    QVERIFY(chart.rows().begin < before);
    // The mark is brought back to the eye.
    QTest::keyClick(&chart, Qt::Key_Left);
    QTest::keyClick(&chart, Qt::Key_Left);
    QVERIFY(chart.marked() == (Place{1, 0}));
    QVERIFY(chart.columns().begin <= 0);
    QTest::keyClick(&chart, Qt::Key_Home);
    QVERIFY(chart.showsWhole());
    QTest::keyClick(&chart, Qt::Key_Escape);
    QVERIFY(!chart.marked());
    QVERIFY(chart.accessibleDescription().isEmpty());
}

void TestMatrixChart::zoomIsUndone()
{
    FrameBench bench(kProcesses);
    auto& chart = bench.open<MatrixChart>("matrix");
    QTest::keyClick(&chart, Qt::Key_Plus);
    const MatrixAxis zoomed = chart.columns();
    QVERIFY(zoomed.length < 3);
    QCOMPARE(bench.view.undoText(), QString("zoom"));
    QTest::keyClick(&chart, Qt::Key_Home);
    QVERIFY(chart.showsWhole());
    bench.view.undo();
    QVERIFY(chart.columns() == zoomed);
    bench.view.undo();
    QVERIFY(chart.showsWhole());
    bench.view.redo();
    QVERIFY(chart.columns() == zoomed);
    bench.settle();
}

void TestMatrixChart::theWheelZoomsAboutThePointer()
{
    FrameBench bench(kProcesses);
    auto& chart = bench.open<MatrixChart>("matrix");
    const QPoint at = middleOf(chart, {2, 1});
    for (int i = 0; i < 3; ++i) {
        turnWheel(chart, at, {0, 1});
    }
    QVERIFY(!chart.showsWhole());
    QVERIFY(chart.placeAt(at) == (Place{2, 1}));
    // The steps of one turn are one entry once it is over.
    QVERIFY(QTest::qWaitFor([&bench] { return bench.view.undoText() == "zoom"; }));
    bench.view.undo();
    QVERIFY(chart.showsWhole());
    QVERIFY(!bench.view.canUndo());
    bench.settle();
}

void TestMatrixChart::aDragPansAndIsUndone()
{
    FrameBench bench(kProcesses);
    auto& chart = bench.open<MatrixChart>("matrix");
    for (int i = 0; i < 5; ++i) {
        QTest::keyClick(&chart, Qt::Key_Plus);
    }
    const MatrixAxis before = chart.columns();
    const QPoint from = middleOf(chart, {1, 1});
    dragPointer(chart, from, from + QPoint(60, 0), Qt::LeftButton);
    QVERIFY(chart.columns().begin < before.begin);
    bench.view.undo();
    QVERIFY(chart.columns() == before);
    bench.settle();
}

void TestMatrixChart::enterSelectsTheLongestMessageOfThePair()
{
    FrameBench bench(kProcesses);
    auto& chart = bench.open<MatrixChart>("matrix");
    chart.mark(Place{1, 2});
    QTest::keyClick(&chart, Qt::Key_Return);
    bench.settle();
    QVERIFY(bench.selection.message().has_value());
    QCOMPARE(bench.selection.message()->send, Tick{300});
    bench.doubleClick(chart, middleOf(chart, {0, 2}));
    QCOMPARE(bench.selection.message()->send, Tick{20});
    // Nothing was sent there.
    bench.doubleClick(chart, middleOf(chart, {2, 0}));
    QCOMPARE(bench.selection.message()->send, Tick{20});
}

void TestMatrixChart::choicesAreKept()
{
    FrameBench bench(kProcesses);
    auto& chart =
        bench.open<MatrixChart>("matrix", {{"by", "node"}, {"metric", "rate"}, {"idle", true}});
    QVERIFY(chart.by() == MatrixBy::SystemTreeNode);
    QVERIFY(chart.metric() == MatrixMetric::Rate);
    const QVariantMap settings = chart.settings();
    QCOMPARE(settings.value("metric").toString(), QString("rate"));
    chart.applySettings({{"by", "nonsense"}, {"metric", 7}, {"view", "x"}});
    QCOMPARE(chart.settings(), settings);
    chart.applySettings(
        {{"view", QVariantList{-1.0, std::numeric_limits<double>::infinity(), 1.0, 1.0}}});
    QVERIFY(chart.showsWhole());
    chart.applySettings({{"view", QVariantList{1e300, 1e300, 1e300, 0.0}}});
    QVERIFY(chart.columns().begin + chart.columns().length <= 2);
    chart.viewport()->grab();
    bench.settle();
}

void TestMatrixChart::pairsAreCopied()
{
    FrameBench bench(kProcesses);
    auto& chart = bench.open<MatrixChart>("matrix");
    chart.copyPairs();
    const QStringList lines = QGuiApplication::clipboard()->text().trimmed().split('\n');
    QCOMPARE(lines.size(), 3);
    QVERIFY2(lines[0].startsWith("From\tTo\tCount"), qPrintable(lines[0]));
    QVERIFY2(lines[1].startsWith("rank 0\trank 2\t2\t"), qPrintable(lines[1]));
}

void TestMatrixChart::nothingIsSaidInWords()
{
    FrameBench bench("enter 0 @0 main\nleave 0 @99 main\n");
    auto& chart = bench.open<MatrixChart>("matrix");
    QCOMPARE(chart.cells().side(), std::size_t{0});
    QTest::keyClick(&chart, Qt::Key_Down);
    QTest::keyClick(&chart, Qt::Key_Plus);
    QVERIFY(!chart.marked());
    const QImage empty = chart.viewport()->grab().toImage();
    bool hasInk = false;
    for (int x = 0; x < empty.width(); ++x) {
        hasInk = hasInk || empty.pixel(x, empty.height() / 2) != empty.pixel(0, 0);
    }
    QVERIFY(hasInk);
}

void TestMatrixChart::anErrorIsSaid()
{
    FrameBench bench(kProcesses);
    auto& chart = bench.open<MatrixChart>("matrix");
    bench.source.failNext({.kind = ErrorKind::Unavailable, .message = "no server"});
    chart.refresh();
    QVERIFY(QTest::qWaitFor([&chart] { return chart.errorText() == "no server"; }));
    QVERIFY(chart.exactness() == gui::models::Exactness::Failed);
    chart.refresh();
    bench.settle();
    QVERIFY(chart.errorText().isEmpty());
}

VELLUM_TEST_GUI(TestMatrixChart)
#include "test_matrix_chart.moc"
