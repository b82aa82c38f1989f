// Answers to requests whose filters leave out visits, beside the oracle of a trace that never had them.

#include "server/query/executor.h"
#include "tests/support/program/test_program.h"
#include "tests/support/random_filter.h"
#include "tests/support/trace_text.h"
#include "tests/unit/server/query/random_trace.h"
#include "tests/unit/server/query/slow_oracle.h"
#include "tests/unit/server/query/slow_selected.h"

#include <QByteArray>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using server::query::execute;
using server::store::TraceStore;
using tests::RandomTrace;

namespace {

constexpr std::uint64_t kTraces = 25;
constexpr std::uint64_t kQuestions = 6;

/// A request's filters and what else is drawn for it.
struct Draw {
    const TraceStore& trace;
    RandomTrace& dice;
    query::RecordFilter filter;

    [[nodiscard]] query::Scope scope() const
    {
        return {
            .window = dice.window(trace.range),
            .locations = dice.locations(trace),
            .filter = filter};
    }
    [[nodiscard]] std::uint32_t columns() const
    {
        constexpr std::uint32_t kCounts[] = {1, 7, 40};
        return kCounts[dice.below(std::size(kCounts))];
    }
};

/// How many questions \p check does not pass; says which.
template <typename Check>
std::uint64_t failuresOnRandomTraces(Check check)
{
    std::uint64_t failures = 0;
    for (std::uint64_t seed = 1; seed <= kTraces; ++seed) {
        RandomTrace dice(seed);
        const auto trace = dice.trace();
        for (std::uint64_t i = 0; i < kQuestions; ++i) {
            tests::RandomFilter filters(dice.below(100'000));
            query::RecordFilter filter;
            filter.visits = {filters.visit()};
            if (dice.below(2) == 0) {
                filter.visits.push_back(filters.visit());
            }
            if (!check(Draw{.trace = *trace, .dice = dice, .filter = filter})) {
                qWarning("seed %d, question %d", static_cast<int>(seed), static_cast<int>(i));
                ++failures;
            }
        }
    }
    return failures;
}

template <typename Expected>
bool answers(const TraceStore& trace, const query::Request& request, const Expected& expected)
{
    return std::ranges::all_of(std::array{1U, 2U}, [&](unsigned threads) {
        const auto answer = execute(trace, request, {.threads = threads});
        return answer.isOk() && answer.value() == query::Answer(expected);
    });
}

/// Location, tick, region, and whether it is an enter.
using Call = std::tuple<LocationRef, Tick, std::uint64_t, bool>;

/// Enters and leaves among records, each as often as it is there.
std::map<Call, std::int64_t> callsOf(const query::Events& events)
{
    std::map<Call, std::int64_t> calls;
    for (const auto& event : events.events) {
        if (event.kind == "Enter" || event.kind == "Leave") {
            ++calls[{
                event.location,
                event.tick,
                event.attributes.front().second,
                event.kind == "Enter"}];
        }
    }
    return calls;
}

/// Takes enters and leaves of the visits that are not left away; of one that a repair closes there is no leave.
void takeLeftOut(
    std::map<Call, std::int64_t>& calls,
    const TraceStore& trace,
    const query::EventsRequest& request)
{
    for (const std::size_t place : tests::selected(trace, request.scope.locations)) {
        const server::store::LocationStore& in = trace.locations[place];
        const LocationRef ref = trace.definitions.locations[place].ref;
        for (std::size_t change = 0; change < in.calls.size(); ++change) {
            const RegionRef region = in.calls.regionOf(change);
            if (!in.calls.isEnter(change)
                || tests::isVisitLeft(
                    trace, request.scope.filter.visits, region, in.calls.visitFrom(change))) {
                continue;
            }
            --calls[{ref, in.calls.time[change], region.value(), true}];
            const std::size_t leave = in.calls.leaveOf(change);
            const bool isRecorded = std::ranges::count(in.unrecorded, leave) == 0;
            calls[{ref, in.calls.time[leave], region.value(), false}] -= isRecorded ? 1 : 0;
        }
    }
}

}  // namespace

class TestVisitFilters : public QObject {
    Q_OBJECT

private slots:
    void profileEqualsTheOracle();
    void callTreeEqualsTheOracle();
    void timelineEqualsTheOracle();
    void timelineOfSetsEqualsTheOracle();
    void timelineOfLevelsEqualsTheOracle();
    void summaryTimelineEqualsTheOracle();
    void whatCountsOnceEqualsTheOracle();
    void searchEqualsTheOracle();
    void detailEqualsTheOracle();
    void eventsLoseTheirEntersAndLeaves();
    void timeOfWhatIsLeftOutIsItsCallers();
    void theLengthOfTheWholeVisitCounts();
    void whatIsLeftOutAroundAnInstantIsNotInItsPath();
    void whatLeavesNothingLeavesTheWindowOutside();
};

void TestVisitFilters::profileEqualsTheOracle()
{
    QCOMPARE(
        failuresOnRandomTraces([](const Draw& draw) {
            const query::ProfileRequest request{
                .scope = draw.scope(),
                .by = static_cast<query::GroupBy>(draw.dice.below(3)),
                .perLocation = draw.dice.below(2) == 0};
            return answers(draw.trace, request, tests::slowProfile(draw.trace, request));
        }),
        0U);
}

void TestVisitFilters::callTreeEqualsTheOracle()
{
    QCOMPARE(
        failuresOnRandomTraces([](const Draw& draw) {
            const query::CallTreeRequest request{.scope = draw.scope()};
            return answers(draw.trace, request, tests::slowCallTree(draw.trace, request));
        }),
        0U);
}

void TestVisitFilters::timelineEqualsTheOracle()
{
    QCOMPARE(
        failuresOnRandomTraces([](const Draw& draw) {
            query::TimelineRequest request{
                .scope = draw.scope(),
                .columns = draw.columns(),
                .by = static_cast<query::GroupBy>(draw.dice.below(2))};
            if (draw.dice.below(2) == 0) {
                request.maxDepth = static_cast<std::uint32_t>(1 + draw.dice.below(5));
            }
            return answers(draw.trace, request, tests::slowTimeline(draw.trace, request));
        }),
        0U);
}

void TestVisitFilters::timelineOfSetsEqualsTheOracle()
{
    QCOMPARE(
        failuresOnRandomTraces([](const Draw& draw) {
            query::TimelineRequest request;
            request.scope.window = draw.dice.window(draw.trace.range);
            request.columns = draw.columns();
            request.by = static_cast<query::GroupBy>(draw.dice.below(2));
            request.rows = {draw.dice.locations(draw.trace), {}, draw.dice.locations(draw.trace)};
            if (draw.dice.below(2) == 0) {
                request.maxDepth = static_cast<std::uint32_t>(1 + draw.dice.below(5));
            }
            if (draw.dice.below(2) == 0) {
                request.scope.filter = draw.filter;
            }
            return answers(draw.trace, request, tests::slowTimeline(draw.trace, request));
        }),
        0U);
}

void TestVisitFilters::timelineOfLevelsEqualsTheOracle()
{
    QCOMPARE(
        failuresOnRandomTraces([](const Draw& draw) {
            const query::TimelineRequest request{
                .scope = draw.scope(),
                .columns = draw.columns(),
                .levels = static_cast<std::uint32_t>(1 + draw.dice.below(5)),
                .exclusiveOnly = draw.dice.below(2) == 0};
            return answers(draw.trace, request, tests::slowTimeline(draw.trace, request));
        }),
        0U);
}

void TestVisitFilters::summaryTimelineEqualsTheOracle()
{
    QCOMPARE(
        failuresOnRandomTraces([](const Draw& draw) {
            const query::SummaryTimelineRequest request{
                .window = draw.dice.window(draw.trace.range),
                .columns = draw.columns(),
                .rows = {draw.dice.locations(draw.trace), {}},
                .by = static_cast<query::GroupBy>(draw.dice.below(2)),
                .filter = draw.filter};
            return answers(draw.trace, request, tests::slowSummary(draw.trace, request));
        }),
        0U);
}

void TestVisitFilters::whatCountsOnceEqualsTheOracle()
{
    QCOMPARE(
        failuresOnRandomTraces([](const Draw& draw) {
            const query::SummaryTimelineRequest request{
                .window = draw.dice.window(draw.trace.range),
                .columns = draw.columns(),
                .rows = {draw.dice.locations(draw.trace)},
                .by = static_cast<query::GroupBy>(draw.dice.below(2)),
                .once = true,
                .stretches = draw.dice.below(3) == 0,
                .filter = draw.filter};
            return answers(draw.trace, request, tests::slowSummary(draw.trace, request));
        }),
        0U);
}

void TestVisitFilters::searchEqualsTheOracle()
{
    QCOMPARE(
        failuresOnRandomTraces([](const Draw& draw) {
            const query::SearchRequest request{
                .scope = draw.scope(),
                .pattern = draw.dice.below(2) == 0 ? "name" : "e3",
                .limit = draw.dice.below(2) == 0 ? draw.dice.below(6) : 1000U,
                .backward = draw.dice.below(2) == 0};
            return answers(draw.trace, request, tests::slowSearch(draw.trace, request));
        }),
        0U);
}

void TestVisitFilters::detailEqualsTheOracle()
{
    std::uint64_t shown = 0;
    QCOMPARE(
        failuresOnRandomTraces([&](const Draw& draw) {
            const auto& locations = draw.trace.definitions.locations;
            const query::DetailRequest request{
                .location = locations[draw.dice.below(locations.size())].ref,
                .tick = static_cast<Tick>(draw.dice.below(260)) - 5,
                .filter = draw.filter};
            const auto expected = tests::slowDetail(draw.trace, request);
            shown += expected.stack.size();
            return answers(draw.trace, request, expected);
        }),
        0U);
    QVERIFY2(shown > 10, QByteArray::number(static_cast<qulonglong>(shown)));
}

/// Over the whole trace: what is left out is what its visits say, each enter and each leave once.
void TestVisitFilters::eventsLoseTheirEntersAndLeaves()
{
    std::int64_t leftOut = 0;
    QCOMPARE(
        failuresOnRandomTraces([&](const Draw& draw) {
            query::EventsRequest request{.scope = draw.scope(), .limit = 100'000};
            request.scope.window = draw.trace.range;
            const auto left = execute(draw.trace, request);
            auto plain = request;
            plain.scope.filter = {};
            const auto all = tests::slowEvents(draw.trace, plain);
            if (!left.isOk()) {
                return false;
            }
            const auto& events = std::get<query::Events>(left.value());
            auto expected = callsOf(all);
            takeLeftOut(expected, draw.trace, request);
            std::erase_if(expected, [](const auto& one) { return one.second == 0; });
            leftOut += static_cast<std::int64_t>(all.count - events.count);
            return events.count == events.events.size() && callsOf(events) == expected;
        }),
        0U);
    QVERIFY(leftOut > 1000);
}

namespace {

std::shared_ptr<const TraceStore> threeDeep()
{
    return tests::traceFromText(
        "length 100\nregion 1 outer\nregion 2 middle\nregion 3 inner\n"
        "enter 1 @0 1\nenter 1 @10 2\nenter 1 @20 3\nleave 1 @50 3\nleave 1 @60 2\n"
        "enter 1 @70 3\nleave 1 @80 3\nleave 1 @100 1\n");
}

query::Profile profileWith(
    const TraceStore& trace, TickRange window, const query::VisitFilter& filter)
{
    const auto answer = execute(
        trace,
        query::ProfileRequest{
            .scope = {.window = window, .locations = {}, .filter = {.visits = {filter}}}});
    return answer.isOk() ? std::get<query::Profile>(answer.value()) : query::Profile{};
}

}  // namespace

void TestVisitFilters::timeOfWhatIsLeftOutIsItsCallers()
{
    const auto trace = threeDeep();
    const auto profile =
        profileWith(*trace, {.begin = 0, .end = 100}, {.regions = {RegionRef(2)}, .hides = true});
    QCOMPARE(profile.rows.size(), std::size_t{2});
    QCOMPARE(profile.rows[0].key.value, 1U);
    QCOMPARE(profile.rows[0].exclusive, Tick{60});  // 40 of its own and 20 of middle
    QCOMPARE(profile.rows[1].exclusive, Tick{40});
    QCOMPARE(profile.outside, Tick{0});
}

void TestVisitFilters::theLengthOfTheWholeVisitCounts()
{
    const auto trace = threeDeep();
    // In the window the long visit of `inner` has ten ticks as well.
    const auto profile = profileWith(
        *trace, {.begin = 40, .end = 80}, {.regions = {RegionRef(3)}, .duration = {.least = 30}});
    QCOMPARE(profile.rows.size(), std::size_t{1});
    QCOMPARE(profile.rows[0].key.value, 3U);
    QCOMPARE(profile.rows[0].inclusive, Tick{10});
    QCOMPARE(profile.rows[0].visits, std::uint64_t{0});
    QCOMPARE(profile.outside, Tick{30});
}

void TestVisitFilters::whatIsLeftOutAroundAnInstantIsNotInItsPath()
{
    const auto trace = threeDeep();
    query::DetailRequest request{
        .location = LocationRef(1),
        .tick = 30,
        .filter = {.visits = {{.regions = {RegionRef(2)}, .hides = true}}}};
    const auto without = std::get<query::VisitDetail>(execute(*trace, request).value());
    QCOMPARE(without.stack.size(), std::size_t{2});
    QCOMPARE(without.stack[0].region, RegionRef(1));
    QCOMPARE(without.stack[0].exclusive, Tick{60});  // 40 of its own and 20 of middle
    QCOMPARE(without.stack[1].region, RegionRef(3));
    QCOMPARE(without.stack[1].exclusive, Tick{30});

    // The outermost is gone, and the one that is left has the time of what is not.
    request.filter.visits = {{.regions = {RegionRef(2)}}};
    const auto only = std::get<query::VisitDetail>(execute(*trace, request).value());
    QCOMPARE(only.stack.size(), std::size_t{1});
    QCOMPARE(only.stack[0].region, RegionRef(2));
    QCOMPARE(only.stack[0].exclusive, Tick{50});
}

void TestVisitFilters::whatLeavesNothingLeavesTheWindowOutside()
{
    const auto trace = threeDeep();
    const auto profile =
        profileWith(*trace, {.begin = 0, .end = 100}, {.regions = {RegionRef(77)}});
    QVERIFY(profile.rows.empty());
    QCOMPARE(profile.outside, Tick{100});
}

VELLUM_TEST_APPLESS(TestVisitFilters)
#include "test_visit_filters.moc"
