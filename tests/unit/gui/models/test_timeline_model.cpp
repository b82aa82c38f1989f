// What a timeline shows while views change and answers come, fail or stay away.

#include "gui/models/timeline_model.h"
#include "tests/support/fake_data_source.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <QCoreApplication>
#include <QString>

#include <algorithm>
#include <optional>
#include <string>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::models::Exactness;
using gui::models::TimelineModel;
using gui::models::ViewHistory;
using gui::models::visibleRows;
using query::MessagesRequest;
using query::SummaryTimelineRequest;
using query::TimelineRequest;
using tests::FakeDataSource;

namespace {

constexpr const char* kTrace = R"(
length 999
group 0 "rank 0"
group 1 "rank 1"
location 0 "a" group 0
location 1 "b" group 1
location 2 "idle" group 0
location 3 "idle" group 1
enter 0 @0 main
enter 0 @100 work
leave 0 @300 work
send 0 @400 to 1 tag 1 bytes 8
leave 0 @900 main
enter 1 @0 main
recv 1 @500 from 0 tag 1 bytes 8
leave 1 @900 main
)";

constexpr const char* kCounterTrace = R"(
length 999
group 0 "rank 0"
location 0 "a" group 0
location 1 "power" group 0 type metric
metric 7 power unit W
enter 0 @0 main
leave 0 @900 main
event 1 @100 Metric 7 4 10
event 1 @500 Metric 7 4 20
event 1 @900 Metric 7 4 40
)";

constexpr LocationRef kFirst(0);
constexpr LocationRef kSecond(1);
const Error kBroken{.kind = ErrorKind::Internal, .message = "it broke"};

/// A model over two processes; all its rows are on the screen.
struct Bench {
    explicit Bench(bool hold = false, std::string_view text = kTrace)
        : trace(source.add("a", tests::traceFromText(text)))
    {
        source.setHold(hold);
        fold({});
        settle();
    }

    void fold(const std::set<std::uint64_t>& folded)
    {
        model.setScreen(100, visibleRows(*trace->definitions, folded));
    }
    void show(Tick begin, Tick end) { view.showRange({.begin = begin, .end = end}, "x"); }
    static void settle()
    {
        for (int i = 0; i < 10; ++i) {
            QCoreApplication::processEvents();
        }
    }
    [[nodiscard]] std::uint64_t firstGroup() const
    {
        return visibleRows(*trace->definitions, {}).front().key;
    }
    [[nodiscard]] std::vector<TimelineRequest> runs() const { return source.of<TimelineRequest>(); }
    /// The request of one kind that is under way.
    template <typename Kind>
    [[nodiscard]] gui::data::RequestId newest() const
    {
        gui::data::RequestId id = 0;
        for (const FakeDataSource::Asked& asked : source.asked()) {
            id = std::holds_alternative<Kind>(asked.request) ? asked.id : id;
        }
        return id;
    }

    [[nodiscard]] FakeDataSource::Asked asked(gui::data::RequestId id) const
    {
        return *std::ranges::find(source.asked(), id, &FakeDataSource::Asked::id);
    }

    FakeDataSource source;
    std::shared_ptr<const gui::data::Trace> trace;
    ViewHistory view{trace->info.range};
    TimelineModel model{source, trace, view};
};

}  // namespace

class TestTimelineModel : public QObject {
    Q_OBJECT

private slots:
    static void fillsTheScreen()
    {
        Bench bench(true);
        QCOMPARE(bench.model.exactness(), Exactness::Refining);
        QVERIFY(bench.model.pictureOf(kFirst) == nullptr);
        QVERIFY(!bench.model.messages());
        bench.source.setHold(false);
        Bench::settle();
        QCOMPARE(bench.model.exactness(), Exactness::Exact);
        QVERIFY(bench.source.isIdle());
        const auto* picture = bench.model.pictureOf(kFirst);
        QVERIFY(picture != nullptr);
        QCOMPARE(picture->runs().location, kFirst);
        QCOMPARE(picture->timeline->window, bench.view.whole());
        QCOMPARE(picture->timeline->columns, 100U);
        QVERIFY(bench.model.wholePictureOf(kSecond) != nullptr);
        QCOMPARE(bench.model.messages()->count, std::uint64_t{1});
        // One question of each kind was enough.
        QCOMPARE(bench.runs().size(), std::size_t{1});
        QCOMPARE(bench.source.of<SummaryTimelineRequest>().size(), std::size_t{1});
        QCOMPARE(bench.source.of<MessagesRequest>().size(), std::size_t{1});
    }

    /// A thousand rows, of which two are on the screen at a time.
    static void whatPicturesWeighIsBounded()
    {
        std::string text = "length 9999\n";
        constexpr std::uint64_t kRows = 1'000;
        for (std::uint64_t i = 0; i < kRows; ++i) {
            const std::string location = std::to_string(i);
            for (int k = 0; k < 50; ++k) {
                text += "enter " + location + " @" + std::to_string(100 * k) + " main\n";
                text += "leave " + location + " @" + std::to_string(100 * k + 50) + " main\n";
            }
        }
        FakeDataSource source;
        const auto trace = source.add("a", tests::traceFromText(text));
        ViewHistory view(trace->info.range);
        TimelineModel model(source, trace, view);
        std::vector<gui::models::Row> rows = visibleRows(*trace->definitions, {});
        std::erase_if(rows, [](const gui::models::Row& row) {
            return row.kind != gui::models::RowKind::Location;
        });
        const auto showFrom = [&](std::size_t first) {
            model.setScreen(1'000, {rows[first], rows[first + 1]});
            Bench::settle();
            QCOMPARE(model.exactness(), Exactness::Exact);
        };
        showFrom(0);
        const std::size_t screen = model.memoryUsed();
        QVERIFY(screen > 0);
        const std::size_t limit = 10 * screen;
        model.setMemory(limit);
        for (std::size_t first = 0; first + 1 < rows.size(); first += 2) {
            showFrom(first);
            QVERIFY(model.memoryUsed() <= limit);
        }
        QVERIFY(model.pictureOf(rows.front().locations.front()) == nullptr);
        QVERIFY(model.wholePictureOf(rows.front().locations.front()) == nullptr);
        showFrom(0);  // asked for again
        // Less than the screen needs: that stays all the same.
        model.setMemory(1);
        QVERIFY(model.pictureOf(rows[0].locations.front()) != nullptr);
        QVERIFY(model.pictureOf(rows[1].locations.front()) != nullptr);
        QVERIFY(model.memoryUsed() <= 2 * screen);
    }

    /// What a chart may go on showing until the view is answered.
    static void theNewestWindowIsThatAnsweredLast()
    {
        Bench bench(true);
        QVERIFY(!bench.model.newestWindow());
        QCOMPARE(bench.model.answers(), std::uint64_t{0});
        QVERIFY(!bench.model.areRowsOfView());
        bench.source.setHold(false);
        Bench::settle();
        QCOMPARE(bench.model.newestWindow(), std::optional(bench.view.whole()));
        QVERIFY(bench.model.areRowsOfView());
        const std::uint64_t answers = bench.model.answers();
        QVERIFY(answers > 0);

        bench.source.setHold(true);
        bench.show(100, 500);
        Bench::settle();
        QVERIFY(!bench.model.areRowsOfView());
        QCOMPARE(bench.model.newestWindow(), std::optional(bench.view.whole()));
        QCOMPARE(bench.model.answers(), answers);
        // With the rows they are of the view, whatever else is still asked for.
        bench.source.release(bench.newest<TimelineRequest>());
        Bench::settle();
        QCOMPARE(bench.model.newestWindow(), std::optional(bench.view.range()));
        QVERIFY(!bench.model.areRowsOfView());
        bench.source.release(bench.newest<SummaryTimelineRequest>());
        Bench::settle();
        QVERIFY(bench.model.areRowsOfView());
        QCOMPARE(bench.model.exactness(), Exactness::Refining);
        QVERIFY(bench.model.answers() > answers);
        bench.source.setHold(false);
        Bench::settle();
        QCOMPARE(bench.model.exactness(), Exactness::Exact);
    }

    static void theOldPictureStays()
    {
        Bench bench;
        bench.source.setHold(true);
        bench.show(100, 500);
        Bench::settle();
        QCOMPARE(bench.model.exactness(), Exactness::Refining);
        QCOMPARE(bench.model.pictureOf(kFirst)->timeline->window, bench.view.whole());
        bench.source.setHold(false);
        Bench::settle();
        QCOMPARE(bench.model.exactness(), Exactness::Exact);
        QCOMPARE(bench.model.pictureOf(kFirst)->timeline->window, bench.view.range());
        QCOMPARE(bench.model.wholePictureOf(kFirst)->timeline->window, bench.view.whole());
    }

    static void aPictureIsNotExactBeforeAllAreThere()
    {
        Bench bench;
        bench.source.setHold(true);
        bench.show(100, 500);
        Bench::settle();
        bench.source.release(bench.newest<TimelineRequest>());
        bench.source.release(bench.newest<SummaryTimelineRequest>());
        Bench::settle();
        QCOMPARE(bench.model.pictureOf(kFirst)->timeline->window, bench.view.range());
        QCOMPARE(bench.model.exactness(), Exactness::Refining);  // messages are missing
        bench.source.release(bench.newest<MessagesRequest>());
        Bench::settle();
        QCOMPARE(bench.model.exactness(), Exactness::Exact);
    }

    static void asksOnlyForWhatIsMissing()
    {
        Bench bench;
        const auto rows = visibleRows(*bench.trace->definitions, {});
        bench.model.setScreen(100, {rows[0], rows[1]});
        Bench::settle();
        QCOMPARE(bench.runs().size(), std::size_t{1});  // all is known
        bench.show(0, 500);
        Bench::settle();
        QCOMPARE(bench.runs().back().scope.locations, std::vector{kFirst});
        bench.fold({});
        Bench::settle();
        QCOMPARE(bench.runs().size(), std::size_t{3});
        QCOMPARE(
            bench.runs().back().scope.locations,
            (std::vector{LocationRef(2), kSecond, LocationRef(3)}));
        QCOMPARE(bench.model.exactness(), Exactness::Exact);
    }

    /// An overview first, in few columns, marked as provisional; then all of it.
    static void rowsWithoutAPictureShowTheProvisionalOne()
    {
        constexpr std::uint32_t kFew = 8;
        constexpr int kMany = 400;
        constexpr int kColumns = 1'000;
        std::string text = "length 99999\n";
        for (int i = 0; i < kMany; ++i) {
            const std::string number = std::to_string(i);
            text.append("location ").append(number).append(" l").append(number);
            text.append("\nenter ").append(number).append(" @").append(number);
            text.append(" main\nleave ").append(number).append(" @9000 main\n");
        }
        FakeDataSource source;
        const auto trace = source.add("a", tests::traceFromText(text));
        ViewHistory view{trace->info.range};
        TimelineModel model{source, trace, view};
        source.setHold(true);
        model.setScreen(kColumns, visibleRows(*trace->definitions, {}));
        Bench::settle();
        QCOMPARE(source.of<TimelineRequest>().size(), std::size_t{1});
        QVERIFY(source.asked().front().asking.progressive);
        const auto first = source.asked().front().id;
        source.releaseProvisional(first, kFew);
        Bench::settle();
        QCOMPARE(model.pictureOf(kFirst)->timeline->columns, kFew);
        QCOMPARE(model.exactness(), Exactness::Refining);
        QCOMPARE(source.of<TimelineRequest>().size(), std::size_t{1});
        source.release(first);
        Bench::settle();
        QCOMPARE(model.pictureOf(kFirst)->timeline->columns, static_cast<std::uint32_t>(kColumns));
        QVERIFY(model.pictureOf(kFirst)->timeline->exact);
        source.setHold(false);
        Bench::settle();
        QCOMPARE(model.exactness(), Exactness::Exact);
        QCOMPARE(source.of<TimelineRequest>().size(), std::size_t{1});
        // What is on the screen is stretched from then on: no overview comes between.
        view.showRange({.begin = 100, .end = 9'000}, "x");
        Bench::settle();
        QVERIFY(!source.asked().back().asking.progressive);
        QCOMPARE(source.of<TimelineRequest>().size(), std::size_t{2});
    }

    /// There is a picture by then: the newer view need not wait for the exact one of the older.
    static void aNewerViewTakesThePlaceOfAProvisionalOne()
    {
        Bench bench(true);
        const auto first = bench.newest<TimelineRequest>();
        bench.show(10, 500);
        Bench::settle();
        QCOMPARE(bench.runs().size(), std::size_t{1});  // nothing is shown yet: it waits
        bench.source.releaseProvisional(first, 4);
        Bench::settle();
        QCOMPARE(bench.runs().size(), std::size_t{2});
        QVERIFY(bench.model.pictureOf(kFirst) != nullptr);
        bench.source.setHold(false);
        Bench::settle();
        QCOMPARE(bench.model.exactness(), Exactness::Exact);
        QCOMPARE(bench.model.pictureOf(kFirst)->timeline->window, bench.view.range());
        QVERIFY(bench.model.errorText().isEmpty());
    }

    /// Of folded rows, too, whose locations are summed up.
    static void foldedRowsShowTheProvisionalPictureFirst()
    {
        constexpr std::uint32_t kFew = 4;
        Bench bench(true);
        const auto first = bench.newest<SummaryTimelineRequest>();
        QVERIFY(bench.asked(first).asking.progressive);
        bench.source.releaseProvisional(first, kFew);
        Bench::settle();
        const auto* rough = bench.model.summaryOf(bench.firstGroup());
        QVERIFY(rough != nullptr);
        QCOMPARE(rough->timeline->columns, kFew);
        QVERIFY(!rough->timeline->exact);
        QCOMPARE(*rough->of, (std::vector{kFirst, LocationRef(2)}));
        QCOMPARE(bench.source.of<SummaryTimelineRequest>().size(), std::size_t{1});
        bench.source.setHold(false);
        Bench::settle();
        QCOMPARE(bench.model.exactness(), Exactness::Exact);
        QCOMPARE(bench.model.summaryOf(bench.firstGroup())->timeline->columns, 100U);
        // What is on the screen is stretched from then on: no overview comes between.
        bench.show(100, 500);
        Bench::settle();
        QVERIFY(!bench.asked(bench.newest<SummaryTimelineRequest>()).asking.progressive);
    }

    static void aNewerViewTakesThePlaceOfProvisionalFoldedRows()
    {
        Bench bench(true);
        const auto first = bench.newest<SummaryTimelineRequest>();
        bench.show(10, 500);
        Bench::settle();
        QCOMPARE(bench.newest<SummaryTimelineRequest>(), first);  // nothing is shown yet: it waits
        bench.source.releaseProvisional(first, 4);
        Bench::settle();
        const auto second = bench.newest<SummaryTimelineRequest>();
        QVERIFY(second != first);
        QCOMPARE(bench.model.summaryOf(bench.firstGroup())->timeline->window, bench.view.whole());
        bench.source.release(second);
        Bench::settle();
        QCOMPARE(bench.model.summaryOf(bench.firstGroup())->timeline->window, bench.view.range());
        QVERIFY(bench.model.errorText().isEmpty());
    }

    /// Of a trace that has CPU samples every question asks where they are, whatever else is marked.
    static void samplesAreAskedForWhereThereAreAny()
    {
        QCOMPARE(Bench().model.sampledBits(), std::uint64_t{0});
        Bench bench(false, std::string(kTrace) + "event 0 @150 CallingContextSample 0 0 0\n");
        const query::PresenceClass samples{.records = {event_kind::kCallingContextSample}};
        const query::PresenceClass work{.regions = {bench.trace->definitions->regions.back().ref}};
        QCOMPARE(bench.runs().back().present, std::vector{samples});
        const auto hasRunOf = [&](std::uint64_t bits) {
            return std::ranges::any_of(
                bench.model.pictureOf(kFirst)->runs().runs,
                [bits](const query::TimelineRun& run) { return (run.present & bits) != 0; });
        };
        QVERIFY(hasRunOf(bench.model.sampledBits()));
        bench.model.setMarked(work);
        Bench::settle();
        QCOMPARE(bench.runs().back().present, (std::vector{samples, work}));
        QVERIFY(hasRunOf(bench.model.sampledBits()) && hasRunOf(bench.model.markedBits()));
    }

    static void whatIsMarkedIsAskedForAndPicturesStayUntilThen()
    {
        Bench bench;
        const query::PresenceClass work{.regions = {bench.trace->definitions->regions.back().ref}};
        QCOMPARE(bench.model.marking(), std::uint64_t{0});
        bench.source.setHold(true);
        bench.model.setMarked(work);
        Bench::settle();
        QCOMPARE(bench.runs().back().present, std::vector{work});
        QCOMPARE(bench.model.exactness(), Exactness::Refining);
        QVERIFY(bench.model.pictureOf(kFirst)->marking != bench.model.marking());
        bench.source.setHold(false);
        Bench::settle();
        QCOMPARE(bench.model.exactness(), Exactness::Exact);
        const std::size_t asked = bench.runs().size();
        QVERIFY(bench.model.pictureOf(kFirst)->marking == bench.model.marking());
        QVERIFY(std::ranges::any_of(
            bench.model.pictureOf(kFirst)->runs().runs,
            [](const query::TimelineRun& run) { return run.present == 1; }));
        // With nothing marked any picture will do.
        bench.model.setMarked(std::nullopt);
        Bench::settle();
        QCOMPARE(bench.model.exactness(), Exactness::Exact);
        QCOMPARE(bench.runs().size(), asked);
        QCOMPARE(bench.model.marking(), std::uint64_t{0});
        bench.show(10, 500);
        Bench::settle();
        QVERIFY(bench.runs().back().present.empty());
    }

    static void manyChangesAreOneQuestion()
    {
        Bench bench;
        for (Tick i = 1; i < 50; ++i) {
            bench.show(i, 500 + i);
        }
        Bench::settle();
        QCOMPARE(bench.runs().size(), std::size_t{2});
        QCOMPARE(bench.runs().back().scope.window, bench.view.range());
    }

    static void aSteadyStreamStillBringsPictures()
    {
        Bench bench(true);
        bench.show(10, 500);
        Bench::settle();
        bench.show(20, 500);
        Bench::settle();
        bench.show(30, 500);
        Bench::settle();
        QCOMPARE(bench.runs().size(), std::size_t{1});
        bench.source.release(bench.newest<TimelineRequest>());
        Bench::settle();
        QVERIFY(bench.model.pictureOf(kFirst) != nullptr);
        QCOMPARE(bench.runs().size(), std::size_t{2});
        QCOMPARE(bench.runs().back().scope.window.begin, Tick{30});
        bench.source.setHold(false);
        Bench::settle();
        QCOMPARE(bench.model.exactness(), Exactness::Exact);
        QCOMPARE(bench.model.summaryOf(bench.firstGroup())->timeline->window.begin, Tick{30});
    }

    static void anotherWidthIsAnotherPicture()
    {
        Bench bench;
        bench.model.setScreen(333, visibleRows(*bench.trace->definitions, {}));
        QCOMPARE(bench.model.exactness(), Exactness::Refining);
        Bench::settle();
        QCOMPARE(bench.model.pictureOf(kFirst)->timeline->columns, 333U);
        // Which messages are together depends on it, too.
        QCOMPARE(bench.source.of<MessagesRequest>().size(), std::size_t{2});
        QCOMPARE(bench.source.of<MessagesRequest>().back().columns, 333U);
        QCOMPARE(bench.model.exactness(), Exactness::Exact);
    }

    /// A column is never narrower than a tick: it would be empty.
    static void asksForNoMoreColumnsThanTicks()
    {
        Bench bench;
        bench.fold({bench.firstGroup()});
        bench.show(100, 137);
        Bench::settle();
        QCOMPARE(bench.runs().back().columns, 37U);
        QCOMPARE(bench.source.of<SummaryTimelineRequest>().back().columns, 37U);
        QCOMPARE(bench.model.pictureOf(kSecond)->timeline->columns, 37U);
        QCOMPARE(bench.model.exactness(), Exactness::Exact);
        // Wider, it is the same picture.
        const std::size_t asked = bench.source.asked().size();
        bench.model.setScreen(200, visibleRows(*bench.trace->definitions, {bench.firstGroup()}));
        Bench::settle();
        QCOMPARE(bench.source.asked().size(), asked);
        QCOMPARE(bench.model.exactness(), Exactness::Exact);
    }

    // ---- Failures ---------------------------------------------------------------------------

    static void aFailureIsShownAndThePictureStays()
    {
        Bench bench;
        bench.source.failNext(kBroken);
        bench.show(100, 500);
        Bench::settle();
        QCOMPARE(bench.model.exactness(), Exactness::Failed);
        QCOMPARE(bench.model.errorText(), QStringLiteral("it broke"));
        QVERIFY(bench.model.pictureOf(kFirst) != nullptr);
        bench.show(100, 400);
        Bench::settle();
        QCOMPARE(bench.model.exactness(), Exactness::Exact);
        QVERIFY(bench.model.errorText().isEmpty());
    }

    /// What failed was the view before; that of now is there.
    static void theFailureOfAnOldViewIsNotThisViews()
    {
        Bench bench;
        bench.source.setHold(true);
        bench.show(100, 500);
        Bench::settle();
        bench.show(200, 400);
        Bench::settle();
        for (int i = 0; i < 3; ++i) {
            bench.source.failNext(kBroken);  // runs, summaries, messages of 100…500
        }
        bench.source.setHold(false);
        Bench::settle();
        QCOMPARE(bench.model.errorText(), QString());
        QCOMPARE(bench.model.exactness(), Exactness::Exact);
        QCOMPARE(bench.model.pictureOf(kFirst)->timeline->window.begin, Tick{200});
        QCOMPARE(bench.model.summaryOf(bench.firstGroup())->timeline->window.begin, Tick{200});
    }

    static void aLostServerComesBack()
    {
        Bench bench;
        bench.source.setHold(true);
        bench.show(100, 500);
        Bench::settle();
        bench.source.lose({.kind = ErrorKind::Unavailable, .message = "the server is gone"});
        Bench::settle();
        QCOMPARE(bench.model.exactness(), Exactness::Failed);
        QVERIFY(bench.model.pictureOf(kFirst) != nullptr);
        bench.source.setHold(false);
        bench.source.restart();
        bench.model.refresh();
        QCOMPARE(bench.model.exactness(), Exactness::Refining);
        QVERIFY(bench.model.pictureOf(kFirst) != nullptr);  // never back to empty
        QVERIFY(bench.model.messages() != nullptr);
        Bench::settle();
        QCOMPARE(bench.model.exactness(), Exactness::Exact);
        QCOMPARE(bench.model.pictureOf(kFirst)->timeline->window, bench.view.range());
    }

    /// One question at a time; the scale is that of the whole trace also where only a part is shown.
    static void countersOfMetricRowsAreAskedFor()
    {
        FakeDataSource source;
        const auto trace = source.add("a", tests::traceFromText(kCounterTrace));
        ViewHistory view{trace->info.range};
        view.showRange({.begin = 300, .end = 600}, "x");
        TimelineModel model{source, trace, view};
        model.setScreen(100, visibleRows(*trace->definitions, {}));
        Bench::settle();
        QCOMPARE(model.exactness(), Exactness::Exact);
        QVERIFY(model.showsCounters(kSecond));
        QVERIFY(!model.showsCounters(kFirst));
        const auto asked = source.of<query::CountersRequest>();
        QCOMPARE(asked.size(), std::size_t{2});
        QCOMPARE(asked.front().scope.window, view.whole());
        QCOMPARE(asked.front().columns, 1U);
        QVERIFY(asked.back().scope.locations == std::vector{kSecond});
        QCOMPARE(asked.back().columns, 100U);
        QCOMPARE(model.wholeCountersOf(kSecond)->rows().front().points.front().max, 40.0);
        const auto* picture = model.countersOf(kSecond);
        QCOMPARE(picture->counters->window, view.range());
        QCOMPARE(picture->rows().front().before, std::optional(10.0));
        QCOMPARE(picture->rows().front().points.size(), std::size_t{1});
        // The old picture stays until the new one is there.
        source.setHold(true);
        view.showRange({.begin = 400, .end = 500}, "x");
        Bench::settle();
        QCOMPARE(model.exactness(), Exactness::Refining);
        QCOMPARE(model.countersOf(kSecond)->counters->window.begin, Tick{300});
        source.setHold(false);
        Bench::settle();
        QCOMPARE(model.exactness(), Exactness::Exact);
        QCOMPARE(model.countersOf(kSecond)->counters->window.begin, Tick{400});
        QCOMPARE(source.of<query::CountersRequest>().size(), std::size_t{3});
    }

    static void refreshAsksForAllAgain()
    {
        Bench bench;
        const std::size_t before = bench.source.asked().size();
        bench.model.refresh();
        QCOMPARE(bench.model.exactness(), Exactness::Refining);
        Bench::settle();
        QCOMPARE(bench.source.asked().size(), 2 * before);
        QCOMPARE(bench.model.exactness(), Exactness::Exact);
    }
};

VELLUM_TEST_GUILESS(TestTimelineModel)
#include "test_timeline_model.moc"
