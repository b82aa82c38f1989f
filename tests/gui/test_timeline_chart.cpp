// The master timeline as people use it: mouse, wheel and keys; and what stands on the screen.

#include "gui/charts/timeline_chart.h"
#include "gui/theme/region_colors.h"
#include "gui/theme/theme.h"
#include "server/query/executor.h"
#include "tests/support/fake_data_source.h"
#include "tests/support/trace_text.h"

#include <QScrollBar>
#include <QWheelEvent>
#include <QtTest/QtTest>

#include <algorithm>
#include <random>
#include <string>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::charts::TimelineChart;
using gui::models::Exactness;
using gui::models::Selection;
using gui::models::TimelineModel;
using gui::models::ViewHistory;
using tests::FakeDataSource;

namespace {

constexpr int kCanvas = 1'000;  ///< logical pixels: ten ticks each at first

constexpr const char* kTrace = R"(
length 9999
group 0 "rank 0"
group 1 "rank 1"
location 0 "first" group 0
location 1 "second" group 1
enter 0 @0 main
enter 0 @2000 work
leave 0 @4000 work
send 0 @6000 to 1 tag 1 bytes 8
leave 0 @9000 main
enter 1 @0 main
recv 1 @7000 from 0 tag 1 bytes 8
leave 1 @9000 main
)";

constexpr LocationRef kFirst(0);
constexpr LocationRef kSecond(1);

/// A chart on the screen, a thousand pixels wide, with exact pictures.
struct Bench {
    explicit Bench(std::string_view text = kTrace, int height = 500)
        : trace(source.add("a", tests::traceFromText(text)))
    {
        chart.resize(chart.labelWidth() + kCanvas, height);
        chart.show();
        chart.setFocus();
        settle();
        QObject::connect(
            &chart, &TimelineChart::rangeDragged, &chart, [this](std::optional<TickRange> range) {
                dragged.push_back(range);
            });
    }

    /// Until nothing is under way.
    void settle() const
    {
        const bool isSettled = QTest::qWaitFor(
            [this] { return model.exactness() == Exactness::Exact && source.isIdle(); }, 20'000);
        QVERIFY(isSettled);
        QCoreApplication::processEvents();
    }

    /// A point of a location's row, at a share of its height.
    [[nodiscard]] QPoint at(int x, LocationRef location = kFirst, double share = 0.5) const
    {
        const QRect row = chart.rowRect(location).value();
        return {chart.labelWidth() + x, row.top() + static_cast<int>(share * (row.height() - 1))};
    }

    /// The time at a canvas pixel, by hand.
    [[nodiscard]] double tickAt(double x) const
    {
        const TickRange range = view.range();
        return static_cast<double>(range.begin) + x / kCanvas * static_cast<double>(range.length());
    }

    void wheel(QPoint position, int notches, Qt::KeyboardModifiers modifiers = {}, int sideways = 0)
    {
        QWheelEvent event(
            position,
            chart.viewport()->mapToGlobal(position),
            {},
            QPoint(120 * sideways, 120 * notches),
            Qt::NoButton,
            modifiers,
            Qt::NoScrollPhase,
            false);
        QCoreApplication::sendEvent(chart.viewport(), &event);
    }

    void press(QPoint position, Qt::MouseButton button, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mousePress(chart.viewport(), button, modifiers, position);
    }
    void release(QPoint position, Qt::MouseButton button, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mouseRelease(chart.viewport(), button, modifiers, position);
    }
    /// Sent itself: QTest would move the one pointer of the screen, and with it other windows'.
    void move(QPoint position, Qt::MouseButtons buttons, Qt::KeyboardModifiers modifiers = {})
    {
        QMouseEvent event(
            QEvent::MouseMove,
            position,
            chart.viewport()->mapToGlobal(position),
            Qt::NoButton,
            buttons,
            modifiers);
        QCoreApplication::sendEvent(chart.viewport(), &event);
    }
    void drag(QPoint from, QPoint to, Qt::MouseButton button, Qt::KeyboardModifiers modifiers = {})
    {
        press(from, button, modifiers);
        move((from + to) / 2, button, modifiers);
        move(to, button, modifiers);
        release(to, button, modifiers);
    }
    void click(QPoint position)
    {
        QTest::mouseClick(chart.viewport(), Qt::LeftButton, {}, position);
        settle();
    }
    void doubleClick(QPoint position)
    {
        QTest::mouseClick(chart.viewport(), Qt::LeftButton, {}, position);
        QTest::mouseDClick(chart.viewport(), Qt::LeftButton, {}, position);
        QTest::mouseRelease(chart.viewport(), Qt::LeftButton, {}, position);
        settle();
    }
    void key(Qt::Key which) { QTest::keyClick(&chart, which); }

    FakeDataSource source;
    std::shared_ptr<const gui::data::Trace> trace;
    ViewHistory view{trace->info.range};
    Selection selection;
    TimelineModel model{source, trace, view};
    TimelineChart chart{source, model, view, selection};
    std::vector<std::optional<TickRange>> dragged;
};

/// Nested visits of every length, from less than a pixel to hundreds.
std::string randomTrace(std::uint64_t seed)
{
    std::mt19937_64 dice(seed);
    std::string text = "length 49999\n";
    for (int location = 0; location < 4; ++location) {
        const std::string who = std::to_string(location) + " @";
        std::vector<std::string> stack;
        Tick tick = 0;
        while (tick < 49'000) {
            tick += static_cast<Tick>(dice() % (Tick{1} << (dice() % 12)));
            if (stack.empty() || (stack.size() < 5 && dice() % 2 == 0)) {
                stack.push_back("f" + std::to_string(dice() % 7));
                text += "enter " + who + std::to_string(tick) + ' ' + stack.back() + '\n';
            } else {
                text += "leave " + who + std::to_string(tick) + ' ' + stack.back() + '\n';
                stack.pop_back();
            }
        }
        while (!stack.empty()) {
            text += "leave " + who + std::to_string(++tick) + ' ' + stack.back() + '\n';
            stack.pop_back();
        }
    }
    return text;
}

bool isSameColor(const QColor& a, const QColor& b)
{
    return std::abs(a.red() - b.red()) <= 1 && std::abs(a.green() - b.green()) <= 1
           && std::abs(a.blue() - b.blue()) <= 1;
}

/// What each pixel of one row has to look like, straight from the answer.
std::vector<QColor> expectedColors(
    const query::Timeline& answer,
    const Definitions& definitions,
    std::uint32_t width,
    int edgeFrom)
{
    const auto& runs = answer.rows.front().runs;
    std::vector<const query::TimelineRun*> columns;
    for (std::uint32_t x = 0; x < width; ++x) {
        const std::uint64_t column = std::uint64_t{x} * answer.columns / width;
        const auto after = std::ranges::upper_bound(
            runs, column, {}, [](const query::TimelineRun& run) { return run.firstColumn; });
        columns.push_back(&*std::prev(after));
    }
    const auto isOneBar = [&](std::size_t a, std::size_t b) {
        return b < columns.size() && columns[a]->winner == columns[b]->winner
               && columns[a]->visit == columns[b]->visit;
    };
    std::vector<QColor> colors;
    for (std::size_t x = 0; x < columns.size(); ++x) {
        const query::Key winner = columns[x]->winner;
        if (winner.value == query::Key::kNone) {
            colors.push_back(gui::theme::currentTheme().row);
            continue;
        }
        QColor color = gui::theme::regionColor(*definitions.find(RegionRef(winner.value)));
        // What fills the first column may have begun before it: it has no edge.
        bool isWide = x > 0 && !isOneBar(x, x - 1);
        for (int i = 1; i < edgeFrom && isWide; ++i) {
            isWide = isOneBar(x, x + static_cast<std::size_t>(i));
        }
        colors.push_back(isWide ? gui::theme::edgeColor(color) : color);
    }
    return colors;
}

QColor colorOf(const Bench& bench, const char* name)
{
    for (const Region& region : bench.trace->definitions->regions) {
        if (region.name == name) {
            return gui::theme::regionColor(region);
        }
    }
    return {};
}

void checkRow(Bench& bench, const server::store::TraceStore& store, LocationRef location)
{
    const double ratio = bench.chart.viewport()->devicePixelRatioF();
    const auto pixels = static_cast<std::uint32_t>(kCanvas * ratio);
    const auto columns =
        static_cast<std::uint32_t>(std::min<Tick>(pixels, bench.view.range().length()));
    const auto answer = server::query::execute(
        store,
        query::TimelineRequest{
            .scope = {.window = bench.view.range(), .locations = {location}}, .columns = columns});
    QVERIFY(answer.isOk());
    const auto expected = expectedColors(
        std::get<query::Timeline>(answer.value()),
        *bench.trace->definitions,
        pixels,
        static_cast<int>(3 * ratio));
    const QImage image = bench.chart.viewport()->grab().toImage();
    const int left = static_cast<int>(std::lround(bench.chart.labelWidth() * ratio));
    // Above the names that stand in the middle of the bars, below the gap between rows.
    const int y = static_cast<int>((bench.chart.rowRect(location)->top() + 2) * ratio);
    for (std::uint32_t x = 0; x < pixels; ++x) {
        const QColor found = image.pixelColor(left + static_cast<int>(x), y);
        QVERIFY2(
            isSameColor(found, expected[x]),
            qPrintable(QStringLiteral("location %1, column %2: %3 for %4")
                           .arg(location.value())
                           .arg(x)
                           .arg(found.name(), expected[x].name())));
    }
}

}  // namespace

class TestTimelineChart : public QObject {
    Q_OBJECT

private slots:
    // ---- Pixels -----------------------------------------------------------------------------

    static void scaleIsThatOfTheEnvironment()
    {
        const Bench bench;
        const double wanted =
            std::max(1.0, qEnvironmentVariable("QT_SCALE_FACTOR", "1").toDouble());
        QCOMPARE(bench.chart.viewport()->devicePixelRatioF(), wanted);
    }

    /// Each pixel column of a row has the colour of the answer's winner, or is empty.
    static void pixelsAreTheAnswersColumns_data()
    {
        QTest::addColumn<int>("seed");
        QTest::addColumn<Tick>("begin");
        QTest::addColumn<Tick>("end");
        for (int seed = 1; seed <= 4; ++seed) {
            const auto name = [seed](const char* what) {
                return QString::number(seed) + QLatin1Char(' ') + QLatin1String(what);
            };
            QTest::newRow(qPrintable(name("whole"))) << seed << Tick{0} << Tick{50'000};
            QTest::newRow(qPrintable(name("part"))) << seed << Tick{12'345} << Tick{20'001};
            QTest::newRow(qPrintable(name("odd"))) << seed << Tick{7'001} << Tick{8'238};
            QTest::newRow(qPrintable(name("less ticks than pixels")))
                << seed << Tick{30'000} << Tick{30'301};
        }
    }

    static void pixelsAreTheAnswersColumns()
    {
        QFETCH(const int, seed);
        QFETCH(const Tick, begin);
        QFETCH(const Tick, end);
        const std::string text = randomTrace(static_cast<std::uint64_t>(seed));
        Bench bench(text);
        bench.view.showRange({.begin = begin, .end = end}, "zoom");
        bench.settle();
        const auto store = tests::traceFromText(text);
        for (std::uint32_t location = 0; location < 4; ++location) {
            checkRow(bench, *store, LocationRef(location));
            if (QTest::currentTestFailed()) {
                return;
            }
        }
    }

    /// While the new picture is on its way, the old one stands where its time now is.
    static void theOldPictureIsStretched()
    {
        Bench bench;
        bench.source.setHold(true);
        bench.view.showRange({.begin = 1'000, .end = 6'000}, "zoom");
        QCoreApplication::processEvents();
        QCOMPARE(bench.model.exactness(), Exactness::Refining);
        const QImage image = bench.chart.viewport()->grab().toImage();
        const double ratio = bench.chart.viewport()->devicePixelRatioF();
        const auto colorAt = [&](Tick tick) {
            const QPoint point = bench.at(static_cast<int>((tick - 1'000) / 5), kFirst, 0.15);
            return image.pixelColor(point * ratio);
        };
        QVERIFY(isSameColor(colorAt(1'900), colorOf(bench, "main")));
        QVERIFY(isSameColor(colorAt(2'100), colorOf(bench, "work")));
        QVERIFY(isSameColor(colorAt(3'900), colorOf(bench, "work")));
        QVERIFY(isSameColor(colorAt(4'100), colorOf(bench, "main")));
    }

    /// Thousands of lines do not hide what they lie over.
    static void barsUnderManyMessagesKeepTheirColours()
    {
        std::string text =
            "length 9999\nlocation 0 a\nlocation 1 b\nenter 0 @0 main\nenter 1 @0 main\n";
        for (int i = 0; i < 2'000; ++i) {
            const std::string tick = std::to_string(2'000 + i);
            text += "send 0 @" + tick + " to 1 tag 1 bytes 8\n";
            text += "recv 1 @" + tick + " from 0 tag 1 bytes 8\n";
        }
        text += "leave 0 @9000 main\nleave 1 @9000 main\n";
        Bench bench(text);
        const QImage image = bench.chart.viewport()->grab().toImage();
        const double ratio = bench.chart.viewport()->devicePixelRatioF();
        const QColor alone = image.pixelColor(bench.at(600, kFirst, 0.8) * ratio);
        const QColor line = gui::theme::currentTheme().messageLine;
        const auto away = [](const QColor& a, const QColor& b) {
            return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green())
                   + std::abs(a.blue() - b.blue());
        };
        for (int x = 220; x < 380; ++x) {
            const QColor below = image.pixelColor(bench.at(x, kFirst, 0.8) * ratio);
            QVERIFY2(away(below, alone) < away(below, line), qPrintable(below.name()));
            QVERIFY2(below != alone, "they are still to be seen");
        }
    }

    /// Where a highlight stands, other bars step back.
    static void aHighlightLetsOthersStepBack()
    {
        Bench bench;
        const RegionRef work = bench.trace->definitions->regions.back().ref;
        QCOMPARE(bench.trace->definitions->regions.back().name, std::string("work"));
        bench.selection.setHighlight(gui::models::Highlight{.key = {.value = work.value()}});
        const QImage image = bench.chart.viewport()->grab().toImage();
        const double ratio = bench.chart.viewport()->devicePixelRatioF();
        QVERIFY(isSameColor(
            image.pixelColor(bench.at(390, kFirst, 0.15) * ratio), colorOf(bench, "work")));
        QVERIFY(!isSameColor(
            image.pixelColor(bench.at(190, kFirst, 0.15) * ratio), colorOf(bench, "main")));
    }

    // ---- Wheel ------------------------------------------------------------------------------

    static void wheelZoomsAboutThePointer_data()
    {
        QTest::addColumn<int>("x");
        for (const int x : {1, 137, 500, 750, 998}) {
            QTest::newRow(qPrintable(QString::number(x))) << x;
        }
    }

    static void wheelZoomsAboutThePointer()
    {
        QFETCH(const int, x);
        Bench bench;
        const double tick = bench.tickAt(x);
        for (int i = 0; i < 12; ++i) {
            const Tick before = bench.view.range().length();
            bench.wheel(bench.at(x), 1);
            QVERIFY(bench.view.range().length() < before);
            QVERIFY2(
                std::abs(bench.tickAt(x) - tick) <= 12,
                qPrintable(QStringLiteral("%1 for %2").arg(bench.tickAt(x)).arg(tick)));
        }
        const Tick deep = bench.view.range().length();
        bench.wheel(bench.at(x), -1);
        QVERIFY(bench.view.range().length() > deep);
        for (int i = 0; i < 20; ++i) {
            bench.wheel(bench.at(x), -1);
        }
        QCOMPARE(bench.view.range(), bench.view.whole());
    }

    static void oneTurnIsUndoneTogether()
    {
        Bench bench;
        bench.wheel(bench.at(300), 1);
        bench.wheel(bench.at(300), 1);
        bench.wheel(bench.at(300), 1);
        bench.view.undo();
        QCOMPARE(bench.view.range(), bench.view.whole());
    }

    static void shiftWheelPans()
    {
        Bench bench;
        bench.view.showRange({.begin = 4'000, .end = 5'000}, "zoom");
        bench.wheel(bench.at(500), -1, Qt::ShiftModifier);
        QCOMPARE(bench.view.range(), (TickRange{.begin = 4'100, .end = 5'100}));
        bench.wheel(bench.at(500), 2, Qt::ShiftModifier);
        QCOMPARE(bench.view.range(), (TickRange{.begin = 3'900, .end = 4'900}));
        bench.wheel(bench.at(500), 0, {}, -1);  // a touch pad's other direction
        QCOMPARE(bench.view.range(), (TickRange{.begin = 4'000, .end = 5'000}));
    }

    static void controlWheelSetsTheRowHeight()
    {
        Bench bench;
        int height = bench.chart.rowRect(kFirst)->height();
        for (int i = 0; i < 4; ++i) {
            bench.wheel(bench.at(500), 1, Qt::ControlModifier);
            QVERIFY(bench.chart.rowRect(kFirst)->height() > height);
            height = bench.chart.rowRect(kFirst)->height();
        }
        bench.wheel(bench.at(500), 0, Qt::ControlModifier, 1);  // sideways is no height
        QCOMPARE(bench.chart.rowRect(kFirst)->height(), height);
        for (int i = 0; i < 8; ++i) {
            bench.wheel(bench.at(500), -1, Qt::ControlModifier);
            QVERIFY(bench.chart.rowRect(kFirst)->height() < height);
            height = bench.chart.rowRect(kFirst)->height();
        }
        QCOMPARE(bench.view.range(), bench.view.whole());
        QCOMPARE(bench.view.undoText(), QStringLiteral("row height"));
    }

    static void wheelOverTheLabelsScrolls()
    {
        Bench bench(kTrace, 50);
        QVERIFY(bench.chart.verticalScrollBar()->maximum() > 0);
        bench.wheel(QPoint(10, 10), -1);
        QVERIFY(bench.chart.verticalScrollBar()->value() > 0);
        QCOMPARE(bench.view.range(), bench.view.whole());
    }

    // ---- Drags ------------------------------------------------------------------------------

    static void leftDragZoomsToJustThatRange()
    {
        Bench bench;
        bench.drag(bench.at(200), bench.at(450), Qt::LeftButton);
        QCOMPARE(bench.view.range(), (TickRange{.begin = 2'000, .end = 4'500}));
        QCOMPARE(bench.view.undoText(), QStringLiteral("zoom"));
        bench.view.undo();
        bench.drag(bench.at(450), bench.at(200), Qt::LeftButton);  // backwards
        QCOMPARE(bench.view.range(), (TickRange{.begin = 2'000, .end = 4'500}));
        QVERIFY(!bench.dragged.back());
        QVERIFY(!bench.selection.visit());
    }

    static void aDragOutOfTheChartEndsAtItsEdge()
    {
        Bench bench;
        bench.view.showRange({.begin = 1'000, .end = 2'000}, "zoom");
        bench.drag(bench.at(500), bench.at(kCanvas + 400), Qt::LeftButton);
        QCOMPARE(bench.view.range(), (TickRange{.begin = 1'500, .end = 2'000}));
    }

    static void shiftDragOnlyMeasures()
    {
        Bench bench;
        bench.drag(bench.at(200), bench.at(450), Qt::LeftButton, Qt::ShiftModifier);
        QCOMPARE(bench.view.range(), bench.view.whole());
        QVERIFY(!bench.view.canUndo());
        QCOMPARE(bench.dragged.size(), std::size_t{3});
        QCOMPARE(bench.dragged[1].value(), (TickRange{.begin = 2'000, .end = 4'500}));
        QVERIFY(!bench.dragged[2]);
    }

    static void escapeLetsGo()
    {
        Bench bench;
        bench.press(bench.at(200), Qt::LeftButton);
        bench.move(bench.at(450), Qt::LeftButton);
        bench.key(Qt::Key_Escape);
        QVERIFY(!bench.dragged.back());
        bench.move(bench.at(500), Qt::LeftButton);
        bench.release(bench.at(500), Qt::LeftButton);
        bench.settle();
        QCOMPARE(bench.view.range(), bench.view.whole());
        QVERIFY(!bench.view.canUndo());
        QVERIFY(!bench.selection.visit());
    }

    static void anotherButtonDoesNotEndADrag()
    {
        Bench bench;
        bench.press(bench.at(200), Qt::LeftButton);
        bench.move(bench.at(450), Qt::LeftButton);
        bench.press(bench.at(450), Qt::RightButton);
        bench.release(bench.at(450), Qt::RightButton);
        QCOMPARE(bench.view.range(), bench.view.whole());
        bench.move(bench.at(600), Qt::LeftButton);
        bench.release(bench.at(600), Qt::LeftButton);
        QCOMPARE(bench.view.range(), (TickRange{.begin = 2'000, .end = 6'000}));
    }

    static void middleDragPans()
    {
        Bench bench;
        bench.view.showRange({.begin = 4'000, .end = 5'000}, "zoom");
        bench.drag(bench.at(600), bench.at(350), Qt::MiddleButton);
        QCOMPARE(bench.view.range(), (TickRange{.begin = 4'250, .end = 5'250}));
        QCOMPARE(bench.view.undoText(), QStringLiteral("pan"));
        bench.view.undo();
        QCOMPARE(bench.view.range(), (TickRange{.begin = 4'000, .end = 5'000}));
    }

    /// Steps of less than a tick add up, as they do where one pans most: deep inside.
    static void slowMiddleDragPansAsFar()
    {
        Bench bench;
        bench.view.showRange({.begin = 4'000, .end = 4'100}, "zoom");
        bench.press(bench.at(600), Qt::MiddleButton);
        for (int x = 599; x >= 300; --x) {
            bench.move(bench.at(x), Qt::MiddleButton);
        }
        bench.release(bench.at(300), Qt::MiddleButton);
        QCOMPARE(bench.view.range(), (TickRange{.begin = 4'030, .end = 4'130}));
    }

    static void labelEdgeCanBeDragged()
    {
        Bench bench;
        const int before = bench.chart.labelWidth();
        const QSignalSpy moved(&bench.chart, &TimelineChart::labelWidthChanged);
        bench.drag(QPoint(before, 30), QPoint(before + 60, 30), Qt::LeftButton);
        QCOMPARE(bench.chart.labelWidth(), before + 60);
        QVERIFY(moved.count() > 0);
        QCOMPARE(bench.chart.canvasRect().left(), before + 60);
        QCOMPARE(bench.view.range(), bench.view.whole());
        bench.settle();
        const double ratio = bench.chart.viewport()->devicePixelRatioF();
        QCOMPARE(
            bench.model.pictureOf(kFirst)->timeline->columns,
            static_cast<std::uint32_t>((kCanvas - 60) * ratio));
        bench.drag(QPoint(before + 60, 30), QPoint(1, 30), Qt::LeftButton);
        QVERIFY(bench.chart.labelWidth() >= 40);
    }

    // ---- Clicks -----------------------------------------------------------------------------

    static void clickSelectsTheVisit()
    {
        Bench bench;
        bench.click(bench.at(300));
        QVERIFY(bench.selection.visit());
        QCOMPARE(bench.selection.visit()->location, kFirst);
        QCOMPARE(bench.selection.visit()->visit, (TickRange{.begin = 2'000, .end = 4'000}));
        QCOMPARE(bench.selection.visit()->depth, 2U);
        bench.click(bench.at(100));
        QCOMPARE(bench.selection.visit()->visit, (TickRange{.begin = 0, .end = 9'000}));
        bench.click(bench.at(300, kSecond));
        QCOMPARE(bench.selection.visit()->location, kSecond);
        QCOMPARE(bench.view.range(), bench.view.whole());
        bench.click(bench.at(950));  // where there is no function
        QVERIFY(!bench.selection.visit());
    }

    static void clickBesideAllRowsClears()
    {
        Bench bench;
        bench.click(bench.at(300));
        QVERIFY(bench.selection.visit());
        bench.click(QPoint(bench.chart.labelWidth() + 300, 480));
        QVERIFY(!bench.selection.visit());
    }

    /// The newest click counts, even if the one before it is answered later.
    static void aClickAsideTakesTheOneBeforeBack()
    {
        Bench bench;
        bench.source.setHold(true);
        QTest::mouseClick(bench.chart.viewport(), Qt::LeftButton, {}, bench.at(300));
        QTest::mouseClick(
            bench.chart.viewport(),
            Qt::LeftButton,
            {},
            QPoint(bench.chart.labelWidth() + 300, 480));
        bench.source.setHold(false);
        bench.settle();
        QVERIFY(!bench.selection.visit());
    }

    static void doubleClickZoomsToTheVisit()
    {
        Bench bench;
        bench.doubleClick(bench.at(300));
        QCOMPARE(bench.selection.visit()->visit, (TickRange{.begin = 2'000, .end = 4'000}));
        const TickRange range = bench.view.range();
        QVERIFY(range.begin < 2'000 && range.end > 4'000);
        QVERIFY(range.length() < 8'000);
        QCOMPARE(range.begin + range.length() / 2, Tick{3'000});
        bench.view.undo();
        QCOMPARE(bench.view.range(), bench.view.whole());
    }

    static void clickOnALineSelectsTheMessage()
    {
        Bench bench;
        // Half way between the middles of both rows, half way between 6,000 and 7,000.
        const QPoint middle = (bench.at(600, kFirst) + bench.at(700, kSecond)) / 2;
        bench.click(middle);
        QVERIFY(bench.selection.message());
        QCOMPARE(bench.selection.message()->send, Tick{6'000});
        QCOMPARE(bench.selection.message()->receive, Tick{7'000});
        QVERIFY(!bench.selection.visit());
        bench.click(middle + QPoint(60, 0));
        QVERIFY(!bench.selection.message());
    }

    /// A double click that selects no visit must not let a later click zoom.
    static void doubleClickOnALineIsOverWhenItIsOver()
    {
        Bench bench;
        bench.doubleClick((bench.at(600, kFirst) + bench.at(700, kSecond)) / 2);
        QVERIFY(bench.selection.message());
        const TickRange range = bench.view.range();
        QVERIFY(range.begin < 6'000 && range.end > 7'000 && range != bench.view.whole());
        bench.click(bench.at(500));
        QVERIFY(bench.selection.visit());
        QCOMPARE(bench.view.range(), range);
    }

    static void doubleClickOnNothingIsOverWhenItIsOver()
    {
        Bench bench;
        bench.doubleClick(QPoint(bench.chart.labelWidth() + 300, 480));
        bench.click(bench.at(300));
        QVERIFY(bench.selection.visit());
        QCOMPARE(bench.view.range(), bench.view.whole());
    }

    static void arrowFolds()
    {
        Bench bench;
        const int rows = bench.chart.rowRect(kSecond)->top();
        const QPoint arrow(14, bench.chart.rowRect(kFirst)->top() / 2);  // of "rank 0", above
        bench.click(arrow);
        QCOMPARE(bench.view.undoText(), QStringLiteral("fold"));
        QVERIFY(bench.chart.rowRect(kSecond)->top() < rows);
        QCOMPARE(bench.chart.rowRect(kFirst)->top(), 0);  // its process stands for it
        bench.click(arrow);
        QVERIFY(bench.view.state().folded.empty());
        QCOMPARE(bench.chart.rowRect(kSecond)->top(), rows);
    }

    /// Two clicks in a row are what the system calls a double click.
    static void fastClicksFoldTwice()
    {
        Bench bench;
        bench.doubleClick(QPoint(14, bench.chart.rowRect(kFirst)->top() / 2));
        QVERIFY(bench.view.state().folded.empty());
        QVERIFY(bench.view.canUndo());
    }

    static void revealUnfolds()
    {
        Bench bench;
        bench.click(QPoint(14, bench.chart.rowRect(kFirst)->top() / 2));
        bench.chart.reveal(kFirst);
        QVERIFY(bench.view.state().folded.empty());
        QVERIFY(bench.chart.rowRect(kFirst)->top() > 0);
    }

    // ---- Keys -------------------------------------------------------------------------------

    static void keysPan_data()
    {
        QTest::addColumn<Qt::Key>("key");
        QTest::addColumn<Tick>("step");
        QTest::newRow("A") << Qt::Key_A << Tick{-100};
        QTest::newRow("D") << Qt::Key_D << Tick{100};
        QTest::newRow("left") << Qt::Key_Left << Tick{-100};
        QTest::newRow("right") << Qt::Key_Right << Tick{100};
    }

    static void keysPan()
    {
        QFETCH(const Qt::Key, key);
        QFETCH(const Tick, step);
        Bench bench;
        bench.view.showRange({.begin = 4'000, .end = 5'000}, "zoom");
        bench.key(key);
        QCOMPARE(bench.view.range(), (TickRange{.begin = 4'000 + step, .end = 5'000 + step}));
    }

    static void keysZoom()
    {
        Bench bench;
        bench.view.showRange({.begin = 4'000, .end = 5'000}, "zoom");
        bench.key(Qt::Key_W);
        QCOMPARE(bench.view.range(), (TickRange{.begin = 4'150, .end = 4'850}));
        bench.key(Qt::Key_S);
        QCOMPARE(bench.view.range(), (TickRange{.begin = 4'000, .end = 5'000}));
        bench.key(Qt::Key_Plus);
        QVERIFY(bench.view.range().length() < 1'000);
        bench.key(Qt::Key_Minus);
        bench.key(Qt::Key_Minus);
        QVERIFY(bench.view.range().length() > 1'000);
        bench.key(Qt::Key_Home);
        QCOMPARE(bench.view.range(), bench.view.whole());
    }

    static void keyZoomsAboutThePointer()
    {
        Bench bench;
        bench.move(bench.at(250), Qt::NoButton);
        bench.key(Qt::Key_W);
        QVERIFY(std::abs(bench.tickAt(250) - 2'500) <= 10);
    }

    static void keyZoomsToTheSelection()
    {
        Bench bench;
        bench.key(Qt::Key_F);
        QCOMPARE(bench.view.range(), bench.view.whole());  // nothing is selected
        bench.click(bench.at(300));
        bench.key(Qt::Key_F);
        const TickRange range = bench.view.range();
        QVERIFY(range.begin < 2'000 && range.end > 4'000 && range.length() < 8'000);
        bench.key(Qt::Key_Escape);
        QVERIFY(!bench.selection.visit());
        QCOMPARE(bench.view.range(), range);
    }

    static void keysScroll()
    {
        Bench bench(kTrace, 50);
        bench.key(Qt::Key_Down);
        const int value = bench.chart.verticalScrollBar()->value();
        QVERIFY(value > 0);
        bench.key(Qt::Key_Up);
        QVERIFY(bench.chart.verticalScrollBar()->value() < value);
        QCOMPARE(bench.view.range(), bench.view.whole());
    }

    // ---- What is told -----------------------------------------------------------------------

    static void thePathUnderThePointerIsTold()
    {
        Bench bench;
        QString path;
        std::optional<Tick> pointer;
        connect(&bench.chart, &TimelineChart::pathHovered, &bench.chart, [&path](const QString& p) {
            path = p;
        });
        connect(
            &bench.chart,
            &TimelineChart::pointerMoved,
            &bench.chart,
            [&pointer](std::optional<Tick> tick) { pointer = tick; });
        bench.move(bench.at(300), Qt::NoButton);
        bench.settle();
        QCOMPARE(pointer, std::optional<Tick>(3'000));
        QVERIFY2(path.contains(QStringLiteral("first › main › work")), qPrintable(path));
        QVERIFY2(path.startsWith(QStringLiteral("0.000003000 s")), qPrintable(path));
        bench.move(QPoint(10, 10), Qt::NoButton);
        QVERIFY(!pointer);
        QVERIFY(path.isEmpty());
    }

    /// What is told is what lies under the pointer now, also when it was the view that moved.
    static void thePathFollowsTheView()
    {
        Bench bench;
        QString path;
        std::optional<Tick> pointer;
        connect(&bench.chart, &TimelineChart::pathHovered, &bench.chart, [&path](const QString& p) {
            path = p;
        });
        connect(
            &bench.chart,
            &TimelineChart::pointerMoved,
            &bench.chart,
            [&pointer](std::optional<Tick> tick) { pointer = tick; });
        const auto isTold = [&](Tick tick, const char* place) {
            bench.settle();
            const QString time =
                QString::fromStdString(formatInstant(tick, bench.trace->definitions->clock));
            return pointer == std::optional(tick) && path.startsWith(time)
                   && path.endsWith(QString::fromUtf8(place));
        };
        bench.move(bench.at(300), Qt::NoButton);
        QVERIFY(isTold(3'000, "first › main › work"));
        bench.view.showRange({.begin = 5'000, .end = 6'000}, "zoom");
        QVERIFY2(isTold(5'300, "first › main"), qPrintable(path));
        bench.key(Qt::Key_D);
        QVERIFY2(isTold(5'400, "first › main"), qPrintable(path));
        bench.view.undo();
        bench.view.undo();
        QVERIFY2(isTold(3'000, "first › main › work"), qPrintable(path));
        bench.doubleClick(bench.at(300));
        QVERIFY2(isTold(bench.view.range().begin + 3 * bench.view.range().length() / 10, ""), "");
        // Folded, a row goes from under it, and with it the path.
        bench.view.setFolded(0, false);
        const auto rows = gui::models::visibleRows(*bench.trace->definitions, {});
        for (const gui::models::Row& row : rows) {
            if (row.foldable) {
                bench.view.setFolded(row.key, true);
            }
        }
        bench.settle();
        QVERIFY2(!path.contains(QStringLiteral("first")), qPrintable(path));
    }

    /// A metric's row is filled up to its values, and says them.
    static void aMetricRowIsACurve()
    {
        Bench bench(R"(
length 9999
location 0 "first"
location 1 "sensor" type metric
metric 7 power unit W
metric 8 load
enter 0 @0 main
leave 0 @9000 main
event 1 @1000 Metric 7 4 10
event 1 @5000 Metric 7 4 40
event 1 @6000 Metric 8 4 1
)");
        const gui::theme::Theme& theme = gui::theme::currentTheme();
        const auto colorAt = [&bench](int x, double share) {
            const QImage image = bench.chart.viewport()->grab().toImage();
            const double ratio = image.devicePixelRatio();
            return image.pixelColor((QPointF(bench.at(x, kSecond, share)) * ratio).toPoint());
        };
        QVERIFY(isSameColor(colorAt(50, 0.85), theme.row));       // before the first sample
        QVERIFY(isSameColor(colorAt(300, 0.85), theme.counter));  // a quarter high
        QVERIFY(isSameColor(colorAt(300, 0.5), theme.row));
        QVERIFY(isSameColor(colorAt(700, 0.85), theme.counter));  // full
        QVERIFY(isSameColor(colorAt(700, 0.3), theme.counter));
        QString path;
        connect(&bench.chart, &TimelineChart::pathHovered, &bench.chart, [&path](const QString& p) {
            path = p;
        });
        bench.move(bench.at(300, kSecond), Qt::NoButton);
        QCOMPARE(path, QString::fromUtf8("0.000003000 s   sensor › power = 10 W"));
        bench.move(bench.at(50, kSecond), Qt::NoButton);
        QVERIFY2(path.endsWith(QString::fromUtf8("sensor › power: no sample")), qPrintable(path));
        bench.move(QPoint(10, 10), Qt::NoButton);  // away, and its tint with it
        // Zoomed in between two samples it still has its value, on the scale of the whole trace.
        bench.view.showRange({.begin = 2'000, .end = 3'000}, "zoom");
        bench.settle();
        QVERIFY(isSameColor(colorAt(10, 0.85), theme.counter));
        QVERIFY(isSameColor(colorAt(10, 0.5), theme.row));
    }

    static void theSentenceCounts()
    {
        const Bench bench;
        QVERIFY(bench.chart.sentence().startsWith(QStringLiteral("2 locations")));
        QVERIFY(bench.chart.sentence().endsWith(QStringLiteral("1 message")));
    }
};

QTEST_MAIN(TestTimelineChart)
#include "test_timeline_chart.moc"
