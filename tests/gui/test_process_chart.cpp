// The process timeline: its bars are the engine's levels; what is clicked is what is selected.

#include "gui/charts/process_chart.h"
#include "tests/gui/charts_bench.h"
#include "tests/support/program/test_program.h"

#include <QPoint>
#include <QRect>
#include <QScrollBar>
#include <QSize>
#include <QString>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::charts::ProcessChart;
using tests::FrameBench;

namespace {

constexpr LocationRef kFirst(0);
constexpr LocationRef kSecond(1);

QString nameOf(const FrameBench& bench, RegionRef region)
{
    return QString::fromStdString(bench.trace->definitions->find(region)->name);
}

constexpr std::uint32_t kDeepest = 80;

/// A chain of calls that needs more room than a window has.
std::string deepCalls()
{
    std::string text = "length 1000\n";
    for (std::uint32_t level = 1; level <= kDeepest; ++level) {
        text.append("enter 0 @").append(std::to_string(level)).append(" call\n");
    }
    for (std::uint32_t level = kDeepest; level >= 1; --level) {
        text.append("leave 0 @").append(std::to_string(1'000 - level)).append(" call\n");
    }
    return text;
}

}  // namespace

class TestProcessChart : public QObject {
    Q_OBJECT

private slots:
    void barsAreTheEnginesLevels_data();
    void barsAreTheEnginesLevels();
    void itShowsTheFirstThread();
    void aClickSelectsTheVisitOfThatLevel();
    void aClickSelectsWhatThePixelShows();
    void aDoubleClickZoomsToTheVisit();
    void aClickOnAMessageSelectsIt();
    void messagesOfHiddenPartnersAreHidden();
    void itFollowsTheSelectionUnlessALocationWasChosen();
    void itScrollsToTheLevelOfTheSelectedVisit();
    void aDoubleClickOnALabelOfTheMasterTimelineShowsThatLocation();
    void theStatusBarSaysTheCallPath();
    void aHiddenLocationGivesWayUnlessItWasChosen();
    void aHiddenLocationComesBackWithUndo();
    void whereThereIsNoBarItSaysWhatTheMasterTimelineSays();
    void itBeginsWithALocationThatHasCalls();
    void settingsComeBack();
};

void TestProcessChart::barsAreTheEnginesLevels_data()
{
    QTest::addColumn<bool>("exclusiveOnly");
    QTest::addColumn<TickRange>("window");
    QTest::newRow("all") << false << TickRange{0, 10'000};
    QTest::newRow("a part") << false << TickRange{2'400, 3'700};
    QTest::newRow("exclusive") << true << TickRange{0, 10'000};
    QTest::newRow("a part, exclusive") << true << TickRange{1'999, 3'333};
}

void TestProcessChart::barsAreTheEnginesLevels()
{
    QFETCH(bool, exclusiveOnly);
    QFETCH(TickRange, window);
    FrameBench bench(tests::kRanks);
    auto& chart = bench.open<ProcessChart>("process");
    chart.setExclusiveOnly(exclusiveOnly);
    bench.view.showRange(window, "zoom");
    bench.settle();
    chart.viewport()->grab();  // what is painted is what is compared
    const auto width =
        static_cast<std::uint32_t>(chart.canvasRect().width() * chart.devicePixelRatioF());
    const auto answer = bench.answer<query::Timeline>(query::TimelineRequest{
        .scope = {.window = bench.view.range(), .locations = {kFirst}},
        .columns = width,
        .levels = 9,
        .exclusiveOnly = exclusiveOnly});
    QCOMPARE(chart.levels(), 3U);
    for (std::uint32_t level = 1; level <= 3; ++level) {
        const auto row = std::ranges::find(answer.rows, level, &query::TimelineRow::level);
        QVERIFY(row != answer.rows.end());
        const std::vector<gui::geometry::Bar> bars = gui::geometry::makeBars(
            *row,
            {.range = answer.window, .count = answer.columns},
            {.range = answer.window, .widthPx = static_cast<int>(width)});
        QCOMPARE(chart.barsOf(level), bars);
    }
}

void TestProcessChart::itShowsTheFirstThread()
{
    FrameBench bench(tests::kRanks);
    QCOMPARE(bench.open<ProcessChart>("process").location(), kFirst);
    auto& other = bench.open<ProcessChart>("process", {{"location", "second"}});
    QCOMPARE(other.location(), kSecond);
    QCOMPARE(other.levels(), 2U);
}

void TestProcessChart::aClickSelectsTheVisitOfThatLevel()
{
    FrameBench bench(tests::kRanks);
    auto& chart = bench.open<ProcessChart>("process");
    const double perTick = chart.canvasRect().width() / 10'000.0;
    const auto at = [&](Tick tick, std::uint32_t level) {
        return FrameBench::at(
            chart, int(double(tick) * perTick), chart.levelRect(level).center().y());
    };
    bench.click(chart, at(2'700, 2));
    QVERIFY(bench.selection.visit().has_value());
    QCOMPARE(nameOf(bench, bench.selection.visit()->region), "work");
    QCOMPARE(bench.selection.visit()->visit, (TickRange{2'000, 4'000}));
    QCOMPARE(bench.selection.visit()->depth, 2U);
    bench.click(chart, at(2'700, 3));
    QCOMPARE(nameOf(bench, bench.selection.visit()->region), "inner");
    bench.click(chart, at(1'000, 3));  // nothing runs there
    QVERIFY(!bench.selection.visit().has_value());
}

/// Of every four ticks three are in "mostly": so is every pixel, wherever it begins.
void TestProcessChart::aClickSelectsWhatThePixelShows()
{
    std::string text = "length 9999\nenter 0 @0 main\n";
    for (int at = 0; at < 9'996; at += 4) {
        const std::string middle = std::to_string(at + 1);
        text.append("enter 0 @").append(std::to_string(at)).append(" seldom\nleave 0 @");
        text.append(middle)
            .append(" seldom\nenter 0 @")
            .append(middle)
            .append(" mostly\nleave 0 @");
        text.append(std::to_string(at + 4)).append(" mostly\n");
    }
    text.append("leave 0 @9999 main\n");
    FrameBench bench(text);
    auto& chart = bench.open<ProcessChart>("process");
    for (int x = 300; x < 320; ++x) {
        const QPoint place = FrameBench::at(chart, x, chart.levelRect(2).center().y());
        bench.click(chart, place);
        QVERIFY(bench.selection.visit().has_value());
        QCOMPARE(nameOf(bench, bench.selection.visit()->region), "mostly");
        QCOMPARE(bench.selection.visit()->depth, 2U);
        QVERIFY(chart.textAt(place).endsWith("mostly"));
    }
}

void TestProcessChart::aDoubleClickZoomsToTheVisit()
{
    FrameBench bench(tests::kRanks);
    auto& chart = bench.open<ProcessChart>("process");
    const int x = int(3'000 * chart.canvasRect().width() / 10'000.0);
    bench.doubleClick(chart, FrameBench::at(chart, x, chart.levelRect(2).center().y()));
    QCOMPARE(bench.view.range(), (TickRange{0, 6'000}));
}

void TestProcessChart::aClickOnAMessageSelectsIt()
{
    FrameBench bench(tests::kRanks);
    auto& chart = bench.open<ProcessChart>("process");
    const int x = int(6'000 * chart.canvasRect().width() / 10'000.0);
    const QPoint place = FrameBench::at(chart, x, chart.levelRect(1).top() - 5);
    QVERIFY(chart.textAt(place).contains("sends 8 bytes to rank 1 · second"));
    bench.click(chart, place);
    QVERIFY(bench.selection.message().has_value());
    QCOMPARE(bench.selection.message()->receive, 7'000);
}

void TestProcessChart::messagesOfHiddenPartnersAreHidden()
{
    FrameBench bench(tests::kRanks);
    const auto& chart = bench.open<ProcessChart>("process");
    QVERIFY2(chart.sentence().contains("1 message"), qPrintable(chart.sentence()));
    const auto& locations = bench.trace->definitions->locations;
    std::vector<LocationRef> others;
    for (const Location& location : locations) {
        if (location.ref != chart.location()) {
            others.push_back(location.ref);
        }
    }
    bench.view.addFilter(
        *bench.trace->definitions,
        {.kind = gui::models::Filter::Kind::HideLocations,
         .text = "others",
         .locations = std::make_shared<const std::vector<LocationRef>>(others)},
        "hide");
    bench.settle();
    QVERIFY2(!chart.sentence().contains("messages"), qPrintable(chart.sentence()));
}

void TestProcessChart::itFollowsTheSelectionUnlessALocationWasChosen()
{
    FrameBench bench(tests::kRanks);
    auto& chart = bench.open<ProcessChart>("process");
    bench.selection.selectVisit(
        {.location = kSecond, .region = RegionRef(0), .visit = {0, 9'000}, .depth = 1});
    bench.settle();
    QCOMPARE(chart.location(), kSecond);
    chart.setLocation(kFirst);
    bench.selection.selectVisit(
        {.location = kSecond, .region = RegionRef(0), .visit = {0, 9'001}, .depth = 1});
    QCOMPARE(chart.location(), kFirst);
    chart.setFollowsSelection(true);
    QCOMPARE(chart.location(), kSecond);
    bench.selection.goTo(kFirst);  // a step, as to a member of a collective
    QCOMPARE(chart.location(), kFirst);
    chart.setLocation(kFirst);
    bench.selection.goTo(kSecond);
    QCOMPARE(chart.location(), kFirst);
    bench.settle();
}

void TestProcessChart::itScrollsToTheLevelOfTheSelectedVisit()
{
    FrameBench bench(deepCalls());
    auto& chart = bench.open<ProcessChart>("process");
    QCOMPARE(chart.levels(), kDeepest);
    QScrollBar* bar = chart.verticalScrollBar();
    const auto isVisible = [&chart](std::uint32_t level) {
        const QRect rect = chart.levelRect(level);
        return rect.top() >= 0 && rect.bottom() < chart.viewport()->height();
    };
    const auto select = [&bench](std::uint32_t level) {
        const Tick begin = level;
        bench.selection.selectVisit(
            {.location = kFirst,
             .region = RegionRef(0),
             .visit = {begin, 1'000 - begin},
             .depth = level});
        bench.settle();
    };
    QVERIFY(!isVisible(kDeepest));
    select(kDeepest - 1);
    QVERIFY(isVisible(kDeepest - 1));
    // Whoever scrolls away stays there, whatever else changes.
    bar->setValue(0);
    bench.view.showRange({0, 500}, "zoom");
    bench.selection.setHighlight(gui::models::Highlight{});
    bench.settle();
    QCOMPARE(bar->value(), 0);
    select(3);  // seen already
    QCOMPARE(bar->value(), 0);
    select(kDeepest);
    QVERIFY(isVisible(kDeepest));
    select(2);
    QVERIFY(isVisible(2));
    // What it is scrolled to does not depend on the heights that it has had.
    bar->setValue(0);
    select(8);
    const int wanted = bar->value();
    const QSize size = bench.frame.size();
    bench.frame.resize(size.width(), size.height() / 4);
    bench.settle();
    QVERIFY(isVisible(8) && bar->value() > wanted);
    bench.frame.resize(size);
    bench.settle();
    QCOMPARE(bar->value(), wanted);
    // One that is opened later, lower, and shows the selection as soon as it knows its levels.
    select(kDeepest);
    auto& later = bench.open<ProcessChart>("process");
    const QRect rect = later.levelRect(kDeepest);
    QVERIFY(rect.top() >= 0 && rect.bottom() < later.viewport()->height());
    QVERIFY(isVisible(kDeepest));  // although it has become lower
}

void TestProcessChart::aDoubleClickOnALabelOfTheMasterTimelineShowsThatLocation()
{
    FrameBench bench(tests::kRanks);
    const QRect row = bench.master->rowRect(kSecond).value();
    bench.doubleClick(*bench.master, {20, row.center().y()});
    auto* chart = qobject_cast<ProcessChart*>(bench.frame.chart("process"));
    QVERIFY(chart != nullptr);
    QCOMPARE(chart->location(), kSecond);
    const QRect first = bench.master->rowRect(kFirst).value();
    bench.doubleClick(*bench.master, {20, first.center().y()});
    QCOMPARE(chart->location(), kFirst);  // the same chart shows another
    QCOMPARE(bench.frame.docks().size(), std::size_t{2});
}

void TestProcessChart::theStatusBarSaysTheCallPath()
{
    FrameBench bench(tests::kRanks);
    auto& chart = bench.open<ProcessChart>("process");
    chart.viewport()->grab();
    const int x = int(2'700 * chart.canvasRect().width() / 10'000.0);
    const QString text = chart.textAt(FrameBench::at(chart, x, chart.levelRect(3).center().y()));
    QVERIFY2(text.endsWith("rank 0 · first › main › work › inner"), qPrintable(text));
}

void TestProcessChart::aHiddenLocationGivesWayUnlessItWasChosen()
{
    FrameBench bench(tests::kRanks);
    auto& chart = bench.open<ProcessChart>("process");
    const auto hide = [&bench](LocationRef location) {
        bench.view.setFilters(
            *bench.trace->definitions,
            {{.kind = gui::models::Filter::Kind::HideLocations,
              .text = "it",
              .locations = std::make_shared<const std::vector<LocationRef>>(1, location)}},
            "hide");
        bench.settle();
    };
    QCOMPARE(chart.location(), kFirst);
    hide(kFirst);
    QCOMPARE(chart.location(), kSecond);
    QVERIFY2(!chart.sentence().contains("filtered away"), qPrintable(chart.sentence()));
    bench.view.setFilters(nullptr, "remove");
    chart.setLocation(kFirst);
    hide(kFirst);
    QCOMPARE(chart.location(), kFirst);
    QVERIFY2(chart.sentence().contains("filtered away"), qPrintable(chart.sentence()));
    auto& another = bench.open<ProcessChart>("process");
    QCOMPARE(another.location(), kSecond);
}

void TestProcessChart::aHiddenLocationComesBackWithUndo()
{
    FrameBench bench(tests::kRanks);
    const auto& chart = bench.open<ProcessChart>("process");
    bench.selection.goTo(kSecond);
    QCOMPARE(chart.location(), kSecond);
    const auto hide = [&bench](LocationRef location) {
        bench.view.addFilter(
            *bench.trace->definitions,
            {.kind = gui::models::Filter::Kind::HideLocations,
             .text = "it",
             .locations = std::make_shared<const std::vector<LocationRef>>(1, location)},
            "hide");
        bench.settle();
    };
    hide(kSecond);
    QCOMPARE(chart.location(), kFirst);
    bench.view.undo();
    QCOMPARE(chart.location(), kSecond);
    bench.view.redo();
    QCOMPARE(chart.location(), kFirst);
}

void TestProcessChart::whereThereIsNoBarItSaysWhatTheMasterTimelineSays()
{
    FrameBench bench(R"(
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
    auto& chart = bench.open<ProcessChart>("process");
    const auto word = [&](LocationRef location) {
        chart.setLocation(location);
        bench.settle();
        chart.viewport()->grab();  // what is painted asks
        bench.settle();
        return chart.bareWord();
    };
    for (const LocationRef location : {kSecond, LocationRef(2)}) {
        QCOMPARE(word(location), bench.master->emptyRowWord(location));
    }
    QCOMPARE(word(kSecond), QStringLiteral("samples only: 2"));
    QCOMPARE(word(LocationRef(2)), QStringLiteral("nothing was recorded here"));
    word(kSecond);
    bench.view.showRange({.begin = 5'000, .end = 9'000}, "zoom");
    QCOMPARE(word(kSecond), QStringLiteral("samples only: 2 in the whole trace"));
    QCOMPARE(word(kSecond), bench.master->emptyRowWord(kSecond));
    QCOMPARE(word(kFirst), QStringLiteral("This location is in no function in this window."));
}

/// What has the most records may have no calls: then another one is shown first, unless somebody chose it.
void TestProcessChart::itBeginsWithALocationThatHasCalls()
{
    FrameBench bench(R"(
length 9999
group 0 "rank 0"
location 0 "samples" group 0 claims 9
location 1 "calls" group 0 claims 2
region 1 main
context 5 1
event 0 @100 CallingContextSample 5 0 0
event 0 @200 CallingContextSample 5 0 0
event 0 @300 CallingContextSample 5 0 0
enter 1 @0 main
leave 1 @2000 main
)");
    auto& chart = bench.open<ProcessChart>("process");
    QVERIFY(QTest::qWaitFor([&chart] { return chart.sentence().contains("calls"); }));
    bench.settle();
    chart.setLocation(kFirst);
    bench.settle();
    QVERIFY2(chart.sentence().contains("samples"), qPrintable(chart.sentence()));
}

void TestProcessChart::settingsComeBack()
{
    FrameBench bench(tests::kRanks);
    auto& chart = bench.open<ProcessChart>("process");
    chart.setLocation(kSecond);
    chart.setExclusiveOnly(true);
    auto& other = bench.open<ProcessChart>("process", chart.settings());
    QCOMPARE(other.location(), kSecond);
    QCOMPARE(other.settings(), chart.settings());
    other.applySettings({{"location", "nobody"}, {"mode", 3}});
    QCOMPARE(other.location(), kSecond);
    bench.settle();
}

VELLUM_TEST_GUI(TestProcessChart)
#include "test_process_chart.moc"
