// The master timeline while its view moves: what stands on the screen until the answer is there, and then.

#include "gui/charts/kept_rows.h"
#include "gui/theme/theme.h"
#include "tests/gui/chart_bench.h"
#include "tests/support/program/test_program.h"

#include <QColor>
#include <QCoreApplication>
#include <QEvent>
#include <QFont>
#include <QImage>
#include <QPainter>
#include <QRgb>
#include <QScrollBar>
#include <QString>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <utility>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using namespace vellum::tests;  // NOLINT(google-build-using-namespace)
using gui::charts::KeptRows;
using gui::charts::RowsLook;

namespace {

constexpr std::size_t kNever = 0;  ///< so many runs are no row: all is shown from what was painted

/// Two processes of three threads, each with visits of every length; nothing lies over the rows.
std::string manyVisits()
{
    std::mt19937 dice(7);
    std::string text = "length 39999\ngroup 0 \"rank 0\"\ngroup 1 \"rank 1\"\n";
    for (int location = 0; location < 6; ++location) {
        const std::string who = std::to_string(location);
        text.append("location ").append(who).append(" \"thread ").append(who).append("\" group ");
        text += std::to_string(location / 3);
        text += "\nenter " + who + " @0 main\n";
        for (Tick tick = 5; tick < 39'000;) {
            const std::string name = "f" + std::to_string(dice() % 9);
            text += "enter " + who + " @" + std::to_string(tick);
            text += ' ' + name + '\n';
            tick += 1 + static_cast<Tick>(dice() % (1U << (dice() % 11)));
            text += "leave " + who + " @" + std::to_string(tick);
            text += ' ' + name + '\n';
            tick += 1 + static_cast<Tick>(dice() % 90);
        }
        text += "leave " + who + " @39900 main\n";
    }
    return text;
}

constexpr TickRange kPart{.begin = 10'000, .end = 18'000};  ///< eight ticks a logical pixel

/// On the screen with kPart exactly painted; moves are shown from that.
struct Moving : Bench {
    explicit Moving(int height = 400, std::size_t runsAtOnce = kNever) : Bench(manyVisits(), height)
    {
        chart.setMostRunsAtOnce(runsAtOnce);
        show(kPart);
        settle();
    }

    void show(TickRange range) { view.showRange(range, "move"); }
    /// Without an answer.
    void moveTo(TickRange range)
    {
        source.setHold(true);
        show(range);
        QCoreApplication::processEvents();
    }
    void paint() { static_cast<void>(image()); }
    [[nodiscard]] QImage image()
    {
        chart.clearFocus();  // is marked, and only one of two charts has it
        return chart.viewport()->grab().toImage();
    }
    void answer()
    {
        source.setHold(false);
        settle();
    }
};

/// The device pixels of one location's row, above the names that stand in the middle of its bars.
std::vector<QRgb> pixelsOf(Moving& bench, const QImage& image, LocationRef location)
{
    const double ratio = bench.chart.viewport()->devicePixelRatioF();
    const int left = static_cast<int>(std::lround(bench.chart.labelWidth() * ratio));
    const int y = static_cast<int>((bench.chart.rowRect(location)->top() + 2) * ratio);
    std::vector<QRgb> pixels;
    for (int x = left; x < image.width(); ++x) {
        pixels.push_back(image.pixel(x, y));
    }
    return pixels;
}

std::vector<std::vector<QRgb>> allRowsOf(Moving& bench, const QImage& image)
{
    std::vector<std::vector<QRgb>> rows;
    for (std::uint32_t location = 0; location < 6; ++location) {
        rows.push_back(pixelsOf(bench, image, LocationRef(location)));
    }
    return rows;
}

/// How many pixels of \p now are not what \p before shows at their tick, one pixel to either side.
int strangers(
    const std::vector<QRgb>& now, TickRange shown, const std::vector<QRgb>& before, TickRange known)
{
    const auto width = static_cast<double>(now.size());
    int count = 0;
    for (std::size_t x = 0; x < now.size(); ++x) {
        const double tick =
            static_cast<double>(shown.begin)
            + (static_cast<double>(x) + 0.5) * static_cast<double>(shown.length()) / width;
        const double at =
            (tick - static_cast<double>(known.begin)) * width / static_cast<double>(known.length());
        if (at < 1 || at >= width - 1) {
            continue;
        }
        const auto nearest = static_cast<std::ptrdiff_t>(at);
        const auto from = before.begin() + nearest - 1;
        count += std::find(from, from + 3, now[x]) == from + 3 ? 1 : 0;
    }
    return count;
}

/// The pixels of rows that both benches have at the same place, and of the labels beside them.
QImage partOf(Moving& bench, const QImage& image, int top, int height)
{
    const double ratio = bench.chart.viewport()->devicePixelRatioF();
    const int left = static_cast<int>(std::ceil(bench.chart.labelWidth() * ratio));
    return image.copy(
        left,  // the topmost label says more than others
        static_cast<int>(std::ceil(top * ratio)),
        image.width() - left,
        static_cast<int>(std::floor(height * ratio)) - 1);
}

void changeTheme(Bench& bench, const gui::theme::Theme& theme)
{
    gui::theme::setCurrentTheme(theme);
    QEvent change(QEvent::PaletteChange);
    QCoreApplication::sendEvent(&bench.chart, &change);
}

gui::models::Filter onlyF1(const Bench& bench)
{
    return {
        .kind = gui::models::Filter::Kind::Functions,
        .text = "f1",
        .functions = std::make_shared<const std::unordered_set<RegionRef>>(
            gui::models::functionsNamed(*bench.trace->definitions, "f1", false))};
}

struct Change {
    const char* name;
    std::function<void(Moving&)> make;
    std::function<void(Moving&)> unmake = {};
};

const std::vector<Change>& changes()
{
    static const std::vector<Change> kAll = {
        {.name = "theme",
         .make = [](Moving& bench) { changeTheme(bench, gui::theme::darkTheme()); },
         .unmake = [](Moving& bench) { changeTheme(bench, gui::theme::lightTheme()); }},
        {.name = "highlight",
         .make =
             [](Moving& bench) {
                 bench.selection.setHighlight(gui::models::Highlight{
                     .key = {.value = colorOf(bench, "f3").isValid() ? 3U : 0U}});
             }},
        {.name = "row height", .make = [](Moving& bench) { bench.view.setRowHeightPercent(60); }},
        {.name = "font",
         .make =
             [](Moving& bench) {
                 QFont font = bench.chart.font();
                 font.setPointSizeF(font.pointSizeF() + 4);
                 bench.chart.setFont(font);
             }},
        {.name = "functions that step back",
         .make =
             [](Moving& bench) {
                 bench.view.addFilter(*bench.trace->definitions, onlyF1(bench), "filter");
             }},
        {.name = "width of the labels",
         .make = [](Moving& bench) { bench.chart.setLabelWidth(bench.chart.labelWidth() + 57); }},
    };
    return kAll;
}

}  // namespace

class TestTimelineMoving : public QObject {
    Q_OBJECT

private slots:
    static void cleanup() { gui::theme::setCurrentTheme(gui::theme::lightTheme()); }

    // ---- Until the answer is there ----------------------------------------------------------

    static void whatWasPaintedIsShifted_data()
    {
        QTest::addColumn<int>("pixels");
        QTest::newRow("right") << 100;
        QTest::newRow("left") << -100;
        QTest::newRow("a pixel") << 1;
        QTest::newRow("nearly all") << 990;
    }

    static void whatWasPaintedIsShifted()
    {
        QFETCH(const int, pixels);
        Moving bench;
        const QImage before = bench.image();
        const Tick ticks = Tick{pixels} * 8;
        const TickRange moved{.begin = kPart.begin + ticks, .end = kPart.end + ticks};
        bench.moveTo(moved);
        QCOMPARE(bench.chart.exactness(), Exactness::Refining);
        const QImage after = bench.image();
        const auto shift = static_cast<std::ptrdiff_t>(
            std::lround(pixels * bench.chart.viewport()->devicePixelRatioF()));
        for (std::uint32_t location = 0; location < 6; ++location) {
            const auto was = pixelsOf(bench, before, LocationRef(location));
            const auto is = pixelsOf(bench, after, LocationRef(location));
            const auto from = std::max<std::ptrdiff_t>(0, shift);
            const auto size = static_cast<std::ptrdiff_t>(was.size()) - std::abs(shift);
            QVERIFY(std::equal(
                was.begin() + from, was.begin() + from + size, is.begin() + from - shift));
            QCOMPARE(strangers(is, moved, was, kPart), 0);
        }
    }

    static void whatWasPaintedIsStretched_data()
    {
        QTest::addColumn<Tick>("begin");
        QTest::addColumn<Tick>("end");
        QTest::newRow("in") << Tick{12'000} << Tick{14'000};
        QTest::newRow("far in") << Tick{12'000} << Tick{12'070};
        QTest::newRow("out") << Tick{8'000} << Tick{23'000};
        QTest::newRow("all the way out") << Tick{0} << Tick{40'000};
        QTest::newRow("in and away") << Tick{17'000} << Tick{19'000};
    }

    static void whatWasPaintedIsStretched()
    {
        QFETCH(const Tick, begin);
        QFETCH(const Tick, end);
        Moving bench;
        const QImage before = bench.image();
        bench.moveTo({.begin = begin, .end = end});
        QCOMPARE(bench.chart.exactness(), Exactness::Refining);
        const QImage after = bench.image();
        for (std::uint32_t location = 0; location < 6; ++location) {
            const auto was = pixelsOf(bench, before, LocationRef(location));
            const auto is = pixelsOf(bench, after, LocationRef(location));
            QCOMPARE(strangers(is, {.begin = begin, .end = end}, was, kPart), 0);
        }
    }

    /// Beside it stands what is known of the whole trace, painted before or anew.
    static void nothingBlinksToEmpty_data()
    {
        QTest::addColumn<bool>("isPaintedBefore");
        QTest::newRow("painted before") << true;
        QTest::newRow("of answers") << false;
    }

    static void nothingBlinksToEmpty()
    {
        QFETCH(const bool, isPaintedBefore);
        Moving bench;
        if (!isPaintedBefore) {
            bench.view.setRowHeightPercent(90);  // the whole trace was never painted like this
            bench.settle();
        }
        const TickRange away{.begin = 26'000, .end = 34'000};
        const QRgb ground = gui::theme::currentTheme().row.rgb();
        for (const TickRange shown : {away, TickRange{.begin = 4'000, .end = 12'000}}) {
            bench.moveTo(shown);
            const QImage image = bench.image();
            const auto pixels = pixelsOf(bench, image, kFirst);
            QCOMPARE(std::ranges::count(pixels, ground), 0);  // main lies below all
        }
        QCOMPARE(bench.chart.exactness(), Exactness::Refining);
    }

    /// Folded rows too, of which no answer about the whole trace is kept.
    static void foldedRowsDoNotBlink()
    {
        Moving bench;
        bench.show(bench.view.whole());
        bench.view.setFolded(bench.chart.rows().front().key, true);
        bench.settle();
        bench.paint();
        bench.show(kPart);
        bench.settle();
        bench.paint();
        bench.moveTo({.begin = 20'000, .end = 28'000});
        const QImage image = bench.image();
        const double ratio = bench.chart.viewport()->devicePixelRatioF();
        const auto y = static_cast<int>(bench.chart.rowRect(kFirst)->center().y() * ratio);
        const int left = static_cast<int>(std::lround(bench.chart.labelWidth() * ratio));
        int empty = 0;
        for (int x = left; x < image.width(); ++x) {
            empty += image.pixel(x, y) == gui::theme::currentTheme().groupRow.rgb() ? 1 : 0;
        }
        QCOMPARE(empty, 0);
    }

    /// Text is not stretched: it comes with the answer.
    static void namesWaitForTheAnswer()
    {
        Moving kept;
        Moving anew(400, TimelineChart::kMostRunsAtOnce);
        QVERIFY(kept.image() == anew.image());
        const TickRange in{.begin = 12'000, .end = 12'400};
        kept.moveTo(in);
        anew.moveTo(in);
        QVERIFY(kept.image() != anew.image());  // few rows are painted anew, with names
        kept.answer();
        anew.answer();
        QVERIFY(kept.image() == anew.image());
    }

    /// What is answered while the view goes on is what is shown from then on.
    static void anAnswerAboutAViewBeforeIsTaken()
    {
        Moving bench;
        const TickRange between{.begin = 24'000, .end = 32'000};
        const TickRange last{.begin = 25'000, .end = 33'000};
        Moving other;
        other.show(between);
        other.settle();
        const auto known = pixelsOf(other, other.image(), kFirst);

        bench.moveTo(between);
        const gui::data::RequestId asked = bench.source.asked().back().id;
        bench.show(last);
        QCoreApplication::processEvents();
        for (gui::data::RequestId id = 1; id <= asked; ++id) {
            bench.source.release(id);
        }
        const bool isTaken = QTest::qWaitFor(
            [&] { return bench.model.newestWindow() == std::optional(between); }, 20'000);
        QVERIFY(isTaken);
        QCOMPARE(bench.chart.exactness(), Exactness::Refining);
        QCOMPARE(strangers(pixelsOf(bench, bench.image(), kFirst), last, known, between), 0);
    }

    /// When no answer will come all is painted from the answers there are, with text.
    static void afterAFailureAllIsPaintedAnew()
    {
        Moving kept;
        Moving anew(400, TimelineChart::kMostRunsAtOnce);
        const TickRange in{.begin = 12'000, .end = 12'400};
        for (Moving* bench : {&kept, &anew}) {
            for (int i = 0; i < 20; ++i) {  // whatever is asked
                bench->source.failNext({.kind = ErrorKind::Internal, .message = "it broke"});
            }
            bench->show(in);
            const bool hasFailed = QTest::qWaitFor(
                [&] {
                    return bench->model.exactness() == Exactness::Failed && bench->source.isIdle();
                },
                20'000);
            QVERIFY(hasFailed);
        }
        QVERIFY(kept.image() == anew.image());
    }

    // ---- With the answer --------------------------------------------------------------------

    /// Whatever was shown on the way: what is marked exact is painted as a chart paints it that has seen nothing
    /// else.
    static void theExactPictureIsThatOfAFreshChart()
    {
        std::mt19937 dice(11);
        Moving bench;
        for (int i = 0; i < 12; ++i) {
            TickRange range;
            for (int step = 0; step < 5; ++step) {
                const auto begin = static_cast<Tick>(dice() % 30'000);
                range = {.begin = begin, .end = begin + 20 + static_cast<Tick>(dice() % 9'000)};
                bench.moveTo(range);
                bench.paint();
            }
            bench.answer();
            QCOMPARE(bench.chart.exactness(), Exactness::Exact);
            Moving fresh(400, TimelineChart::kMostRunsAtOnce);
            fresh.show(range);
            fresh.settle();
            QVERIFY2(bench.image() == fresh.image(), qPrintable(QStringLiteral("move %1").arg(i)));
        }
    }

    // ---- Changes meanwhile ------------------------------------------------------------------

    static void changesMeanwhileAreSeen_data()
    {
        QTest::addColumn<int>("change");
        for (std::size_t i = 0; i < changes().size(); ++i) {
            QTest::newRow(changes()[i].name) << static_cast<int>(i);
        }
    }

    /// A change after the view has moved shows what the move after the change shows; and with the answer, what a
    /// chart shows that never kept anything.
    static void changesMeanwhileAreSeen()
    {
        QFETCH(const int, change);
        const Change& what = changes()[static_cast<std::size_t>(change)];
        const TickRange in{.begin = 12'000, .end = 15'000};
        Moving after;
        after.moveTo(in);
        const QImage unchanged = after.image();
        what.make(after);
        QCoreApplication::processEvents();
        const QImage changedAfter = after.image();
        const auto rowsAfter = allRowsOf(after, changedAfter);
        after.answer();
        const QImage exact = after.image();
        if (what.unmake) {
            what.unmake(after);
        }

        Moving before;
        what.make(before);
        before.settle();
        before.paint();
        before.moveTo(in);
        const auto rowsBefore = allRowsOf(before, before.image());
        before.answer();
        QVERIFY(changedAfter != unchanged);
        QVERIFY(before.image() == exact);
        if (qstrcmp(what.name, "width of the labels") != 0) {  // is answered for that width
            QVERIFY(rowsAfter == rowsBefore);
        }
    }

    static void scrolledRowsAreNotThoseBefore()
    {
        Moving bench(70);
        Moving other(70);
        QScrollBar* bar = bench.chart.verticalScrollBar();
        QVERIFY(bar->maximum() > 20);
        bench.moveTo({.begin = 12'000, .end = 15'000});
        const QImage before = bench.image();
        bar->setValue(20);
        const QImage after = bench.image();
        // What was on the screen is still there, twenty pixels higher.
        const int height = bench.chart.viewport()->height() - 21;
        const double ratio = bench.chart.viewport()->devicePixelRatioF();
        if (std::floor(20 * ratio) == 20 * ratio) {
            QVERIFY(partOf(bench, after, 0, height) == partOf(bench, before, 20, height));
        }
        bench.answer();
        other.chart.verticalScrollBar()->setValue(20);
        other.show({.begin = 12'000, .end = 15'000});
        other.settle();
        QVERIFY(bench.image() == other.image());
    }

    static void foldedRowsAreNotThoseBefore()
    {
        Moving bench;
        Moving other;
        bench.moveTo({.begin = 12'000, .end = 15'000});
        bench.paint();
        const int below = bench.chart.rowRect(LocationRef(3))->top();
        const auto was = pixelsOf(bench, bench.image(), LocationRef(3));
        bench.view.setFolded(bench.chart.rows().front().key, true);
        QCoreApplication::processEvents();
        QVERIFY(bench.chart.rowRect(LocationRef(3))->top() < below);
        QVERIFY(pixelsOf(bench, bench.image(), LocationRef(3)) == was);  // where it is now
        bench.answer();
        other.view.setFolded(other.chart.rows().front().key, true);
        other.show({.begin = 12'000, .end = 15'000});
        other.settle();
        QVERIFY(bench.image() == other.image());
    }

    // ---- What is kept -----------------------------------------------------------------------

    /// Two pictures, however often the view moves; of the whole trace one as long as rows look the same.
    static void theWholeIsKeptAsLongAsItLooksTheSame()
    {
        const TickRange whole{.begin = 0, .end = 1'000};
        const TickRange part{.begin = 100, .end = 200};
        const gui::geometry::TimeScale away{.range = {.begin = 500, .end = 700}, .widthPx = 100};
        KeptRows kept(whole);
        RowsLook look{.size = {100, 10}};
        QVERIFY(!kept.isOf(look, 1, whole));
        kept.renew(look, 1, whole).fill(Qt::red);
        QVERIFY(kept.isOf(look, 1, whole));
        QVERIFY(!kept.isOf(look, 2, whole));
        kept.renew(look, 2, part).fill(Qt::blue);
        QVERIFY(kept.gaps(away).empty());
        QVERIFY(!kept.isOf(look, 2, whole));

        QImage image(102, 10, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        kept.paint(painter, {1, 0}, {.range = {.begin = 150, .end = 250}, .widthPx = 100});
        painter.end();
        const auto at = [&image](int x) { return image.pixelColor(x, 9); };
        QCOMPARE(at(0), QColor(Qt::white));
        QCOMPARE(at(1), QColor(Qt::blue));
        QCOMPARE(at(50), QColor(Qt::blue));
        QCOMPARE(at(51), QColor(Qt::red));
        QCOMPARE(at(100), QColor(Qt::red));
        QCOMPARE(at(101), QColor(Qt::white));

        look.scrolled = 3;
        kept.renew(look, 2, part).fill(Qt::green);
        QCOMPARE(kept.gaps(away), (std::vector<std::pair<int, int>>{{0, 100}}));
        const gui::geometry::TimeScale around{.range = {.begin = 50, .end = 250}, .widthPx = 100};
        QCOMPARE(kept.gaps(around), (std::vector<std::pair<int, int>>{{0, 25}, {75, 100}}));
        kept.clear();
        QVERIFY(!kept.isOf(look, 2, part));
    }
};

VELLUM_TEST_GUI(TestTimelineMoving)
#include "test_timeline_moving.moc"
