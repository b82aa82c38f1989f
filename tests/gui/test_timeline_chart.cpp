// The master timeline: what stands on the screen, and what the pointer tells.

#include "gui/theme/theme.h"
#include "server/query/executor.h"
#include "tests/gui/chart_bench.h"
#include "tests/support/program/test_program.h"

#include <QColor>
#include <QCoreApplication>
#include <QEvent>
#include <QImage>
#include <QLatin1Char>
#include <QList>
#include <QPoint>
#include <QPointF>
#include <QRect>
#include <QRegion>
#include <QScopeGuard>
#include <QString>

#include <algorithm>
#include <random>
#include <string>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using namespace vellum::tests;  // NOLINT(google-build-using-namespace)

namespace {

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

enum class Look { None, Function, Group, Shares };

/// One column of an answer, as the manual says how it looks.
struct Column {
    const query::TimelineRun* run = nullptr;
    Look look = Look::None;
};

Look lookOf(Tick whole, Tick function, Tick group)
{
    return 2 * function >= whole ? Look::Function : 2 * group >= whole ? Look::Group : Look::Shares;
}

constexpr std::uint64_t kNoVisit = std::numeric_limits<std::uint64_t>::max();

bool isOneBar(const Column& a, const Column& b)
{
    return a.run->winner == b.run->winner && a.run->visit == b.run->visit
           && (a.run->visit != kNoVisit || a.look == b.look);
}

/// Of all columns of a bar: a column in which at most one visit begins counts as the winner's.
Look lookOfBar(
    const std::vector<Column>& columns, std::size_t at, const Columns& widths, bool isAlone)
{
    std::size_t begin = at;
    std::size_t end = at + 1;
    while (!isAlone && begin > 0 && isOneBar(columns[begin - 1], columns[at])) {
        --begin;
    }
    while (!isAlone && end < columns.size() && isOneBar(columns[end], columns[at])) {
        ++end;
    }
    Tick whole = 0;
    Tick function = 0;
    Tick group = 0;
    for (std::size_t i = begin; i < end; ++i) {
        const query::TimelineRun& run = *columns[i].run;
        const Tick width = widths.column(static_cast<std::int64_t>(i)).length();
        const bool showsOne = run.visits <= 1 && run.visit != kNoVisit;
        whole += width;
        function += showsOne ? width : width - run.missing;
        group += showsOne ? width : width - run.groupMissing;
    }
    return lookOf(whole, function, group);
}

std::vector<Column> columnsOf(const query::Timeline& answer)
{
    const auto& runs = answer.rows.front().runs;
    const Columns widths{.range = answer.window, .count = answer.columns};
    std::vector<Column> columns;
    for (std::uint32_t i = 0; i < answer.columns; ++i) {
        const auto after = std::ranges::upper_bound(
            runs, i, {}, [](const query::TimelineRun& run) { return run.firstColumn; });
        columns.push_back({.run = &*std::prev(after)});
    }
    // Where no visit is known, neighbours are one bar only if they look alike: first each by itself.
    for (const bool isAlone : {true, false}) {
        std::vector<Column> next = columns;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (columns[i].run->winner.value != query::Key::kNone) {
                next[i].look = lookOfBar(columns, i, widths, isAlone);
            }
        }
        columns = std::move(next);
    }
    return columns;
}

/// What each pixel of one row has to look like, straight from the answer. All functions are of one group.
std::vector<QColor> expectedColors(
    const query::Timeline& answer,
    const Definitions& definitions,
    std::uint32_t width,
    int edgeFrom)
{
    const std::vector<Column> columns = columnsOf(answer);
    std::vector<Column> pixels;
    for (std::uint32_t x = 0; x < width; ++x) {
        pixels.push_back(columns[std::uint64_t{x} * answer.columns / width]);
    }
    const auto goesOn = [&](std::size_t a, std::size_t b) {
        return b < pixels.size() && isOneBar(pixels[a], pixels[b]);
    };
    std::vector<QColor> colors;
    for (std::size_t x = 0; x < pixels.size(); ++x) {
        const auto& [run, look] = pixels[x];
        if (look == Look::None || look == Look::Shares) {  // a stack is not half as high as its row
            colors.push_back(gui::theme::currentTheme().row);
            continue;
        }
        const Region& region = *definitions.find(RegionRef(run->winner.value));
        const QColor color = look == Look::Function ? gui::theme::regionColor(region)
                                                    : gui::theme::groupColor(region.group);
        // What fills the first column may have begun before it: it has no edge. Nor have functions where a group is shown.
        const bool isSameGroup = look == Look::Group && x > 0 && pixels[x - 1].look == Look::Group;
        bool isWide = x > 0 && !goesOn(x, x - 1) && !isSameGroup;
        for (int i = 1; i < edgeFrom && isWide; ++i) {
            isWide = goesOn(x, x + static_cast<std::size_t>(i));
        }
        colors.push_back(isWide ? gui::theme::edgeColor(color) : color);
    }
    return colors;
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

/// The pixels of the first row that have the colour of marks; y from the row's top.
QList<QPoint> marksOf(const Bench& bench)
{
    const QImage image = bench.chart.viewport()->grab().toImage();
    const double ratio = image.devicePixelRatio();
    const QRect row = bench.chart.rowRect(kFirst).value();
    QList<QPoint> marks;
    for (int place = 0; place < row.height() * kCanvas; ++place) {
        const QPoint mark(place % kCanvas, place / kCanvas);
        const QPointF at(bench.chart.labelWidth() + mark.x() + 0.5, row.top() + mark.y() + 0.5);
        if (isSameColor(
                image.pixelColor(
                    QPoint(static_cast<int>(at.x() * ratio), static_cast<int>(at.y() * ratio))),
                gui::theme::currentTheme().accent)) {
            marks.append(mark);
        }
    }
    return marks;
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

    static void noLineGoesThroughTheNamesOnBars()
    {
        Bench bench(R"(
length 9999
location 0 "first"
location 1 "second"
location 2 "third"
enter 0 @0 main
send 0 @1000 to 2 tag 1 bytes 8
leave 0 @9000 main
enter 1 @1050 in_the_way
leave 1 @9000 in_the_way
enter 2 @0 main
recv 2 @1300 from 0 tag 1 bytes 8
leave 2 @9000 main
)");
        const auto grab = [&bench] { return bench.chart.viewport()->grab().toImage(); };
        const QImage with = grab();
        const QRegion texts = bench.chart.texts();
        bench.chart.layers().setShown(gui::models::Layer::Messages, false);
        const QImage without = grab();
        bench.chart.layers().setShown(gui::models::Layer::Messages, true);
        const QRect name = bench.chart.rowRect(LocationRef(1)).value();
        const double ratio = bench.chart.viewport()->devicePixelRatioF();
        const int top = static_cast<int>(name.top() * ratio);
        const int bottom = static_cast<int>(name.bottom() * ratio);
        int struck = 0;
        int beside = 0;
        for (int y = top; y < bottom; ++y) {
            for (int x = 0; x < with.width(); ++x) {
                const bool isSame = with.pixel(x, y) == without.pixel(x, y);
                struck += !isSame && texts.contains(QPoint(x, y)) ? 1 : 0;
                beside += !isSame && !texts.contains(QPoint(x, y)) ? 1 : 0;
            }
        }
        QCOMPARE(struck, 0);
        QVERIFY(beside > 0);  // it does cross that row
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

    /// A range that was recorded with a colour, and the choice against it.
    static void aColourOfItsOwnIsDrawn()
    {
        Bench bench("length 9999\nregion 0 step color 4278190335\n"
                    "enter 0 @0 step\nleave 0 @9000 step\n");
        const auto colorAt = [&](int x) {
            const QPoint point = bench.at(x, kFirst, 0.15);
            return bench.chart.viewport()->grab().toImage().pixelColor(
                point * bench.chart.viewport()->devicePixelRatioF());
        };
        QVERIFY(isSameColor(colorAt(500), QColor(0, 0, 255)));
        gui::theme::setShowsOwnColors(false);
        QEvent change(QEvent::PaletteChange);
        QCoreApplication::sendEvent(&bench.chart, &change);
        QVERIFY(isSameColor(colorAt(500), colorOf(bench, "step")));
        QVERIFY(!isSameColor(colorAt(500), QColor(0, 0, 255)));
        gui::theme::setShowsOwnColors(true);
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
        std::vector<int> seen;
        for (int x = 220; x < 380; ++x) {
            const QColor below = image.pixelColor(bench.at(x, kFirst, 0.8) * ratio);
            QVERIFY2(away(below, alone) < away(below, line), qPrintable(below.name()));
            if (away(below, alone) > away(alone, line) / 8) {
                seen.push_back(x);
            }
        }
        // Some of them are still to be seen, everywhere, and can be told from each other.
        QVERIFY2(seen.size() >= 10 && seen.size() <= 120, qPrintable(QString::number(seen.size())));
        QVERIFY(seen.front() < 240 && seen.back() > 360);
    }

    /// Bars are light in the dark theme too: lines that are light there have a seam.
    static void aLightLineIsSeenOnALightBar()
    {
        const auto restored =
            qScopeGuard([] { gui::theme::setCurrentTheme(gui::theme::lightTheme()); });
        gui::theme::setCurrentTheme(gui::theme::darkTheme());
        const Bench bench(
            "length 9999\nlocation 0 a\nlocation 1 b\nenter 0 @0 main\nenter 1 @0 main\n"
            "send 0 @5000 to 1 tag 1 bytes 8\nrecv 1 @5000 from 0 tag 1 bytes 8\n"
            "leave 0 @9000 main\nleave 1 @9000 main\n");
        const QImage image = bench.chart.viewport()->grab().toImage();
        const double ratio = bench.chart.viewport()->devicePixelRatioF();
        const int bar = image.pixelColor(bench.at(600, kFirst, 0.8) * ratio).lightness();
        int darkest = bar;
        for (int x = 490; x < 510; ++x) {
            const QColor found = image.pixelColor(bench.at(x, kFirst, 0.8) * ratio);
            darkest = std::min(darkest, found.lightness());
        }
        QVERIFY2(darkest < bar - 40, qPrintable(QString::number(darkest)));
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

    /// However short it is, and whatever hides it.
    static void aHighlightHasAMarkWhereItIsHidden()
    {
        Bench bench(R"(
length 9999
location 0 "first"
region 3 main
region 4 rare
enter 0 @0 3
enter 0 @4203 4
leave 0 @4203 4
enter 0 @6000 4
leave 0 @7000 4
leave 0 @9000 3
)");
        QVERIFY(marksOf(bench).isEmpty());
        bench.selection.setHighlight(
            gui::models::Highlight{.by = query::GroupBy::Region, .key = {.value = 4}});
        bench.settle();
        const auto marks = marksOf(bench);
        QVERIFY2(marks.size() >= 3, qPrintable(QString::number(marks.size())));
        for (const QPoint& mark : marks) {
            QCOMPARE(mark.x(), 420);
        }
        bench.selection.setHighlight(std::nullopt);
        bench.settle();
        QVERIFY(marksOf(bench).isEmpty());
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
        QVERIFY2(path.contains(QStringLiteral("rank 0 · first › main › work")), qPrintable(path));
        QVERIFY2(path.startsWith(QStringLiteral("0.000003000 s")), qPrintable(path));
        bench.move(QPoint(10, 10), Qt::NoButton);
        QVERIFY(!pointer);
        QVERIFY(path.isEmpty());
    }

    /// What is told is what lies under the pointer now, also when it was the view that moved.
    static void thePathFollowsTheView()
    {
        Bench bench(tests::kTwoEach);
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

VELLUM_TEST_GUI(TestTimelineChart)
#include "test_timeline_chart.moc"
