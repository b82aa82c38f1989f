// Timelines whose rows are sets of locations, beside the oracle; with filters: test_visit_filters.

#include "server/query/executor.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"
#include "tests/unit/server/query/random_trace.h"
#include "tests/unit/server/query/slow_oracle.h"

#include <QByteArray>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using server::query::execute;
using server::store::TraceStore;
using tests::RandomTrace;

namespace {

std::uint32_t depth(RandomTrace& dice)
{
    return dice.below(2) == 0 ? static_cast<std::uint32_t>(1 + dice.below(5))
                              : std::numeric_limits<std::uint32_t>::max();
}

/// From one column to more than there are ticks.
std::uint32_t columns(RandomTrace& dice)
{
    constexpr std::uint32_t kCounts[] = {1, 2, 7, 40, 333};
    return kCounts[dice.below(std::size(kCounts))];
}

bool answers(
    const TraceStore& trace, const query::TimelineRequest& request, const query::Timeline& expected)
{
    const std::array threads{1U, 2U};
    return std::ranges::all_of(threads, [&](unsigned count) {
        const auto answer = execute(trace, request, {.threads = count});
        return answer.isOk() && answer.value() == query::Answer(expected);
    });
}

/// A row of one location as one of a set: without saying which visit it is, which means something only there.
query::TimelineRow asSet(const query::TimelineRow& row)
{
    query::TimelineRow set{.location = LocationRef::undefined(), .runs = {}};
    for (query::TimelineRun run : row.runs) {
        run.visit = query::TimelineRun().visit;
        query::TimelineRun before = set.runs.empty() ? query::TimelineRun() : set.runs.back();
        before.firstColumn = run.firstColumn;
        if (set.runs.empty() || before != run) {
            set.runs.push_back(run);
        }
    }
    return set;
}

}  // namespace

class TestSetTimeline : public QObject {
    Q_OBJECT

private slots:
    void rowsEqualTheOracle();
    void aRowOfOneLocationIsAsThatLocation();
    void whatIsPastTheTypeIsAtItsEnd();
    void setsAreRefusedWithOtherRowsAndPastLimits();
};

void TestSetTimeline::rowsEqualTheOracle()
{
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        RandomTrace dice(seed);
        const auto trace = dice.trace();
        const query::TimelineRequest request{
            .scope = {.window = dice.window(trace->range), .locations = {}},
            .columns = columns(dice),
            .by = static_cast<query::GroupBy>(dice.below(2)),
            .maxDepth = depth(dice),
            .rows = {dice.locations(*trace), {}}};
        QVERIFY2(
            answers(*trace, request, tests::slowTimeline(*trace, request)),
            QByteArray::number(static_cast<qulonglong>(seed)));
    }
}

void TestSetTimeline::aRowOfOneLocationIsAsThatLocation()
{
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        RandomTrace dice(seed);
        const auto trace = dice.trace();
        query::TimelineRequest request{
            .scope = {.window = dice.window(trace->range), .locations = dice.locations(*trace)},
            .columns = columns(dice),
            .maxDepth = depth(dice)};
        auto expected = tests::slowTimeline(*trace, request);
        request.scope.locations.clear();
        for (query::TimelineRow& row : expected.rows) {
            request.rows.push_back({row.location});
            row = asSet(row);
        }
        QVERIFY2(
            answers(*trace, request, expected), QByteArray::number(static_cast<qulonglong>(seed)));
    }
}

void TestSetTimeline::whatIsPastTheTypeIsAtItsEnd()
{
    const auto trace = tests::traceFromText(
        "region 1 a\nenter 0 @0 1\nleave 0 @2000000000000000000 1\nenter 1 @0 1\nleave 1 @1 1\n"
        "enter 2 @0 1\nleave 2 @1 1\nenter 3 @0 1\nleave 3 @1 1\nenter 4 @0 1\nleave 4 @1 1\n"
        "enter 5 @0 1\nleave 5 @1 1\nenter 6 @0 1\nleave 6 @1 1\n");
    const query::TimelineRequest request{
        .scope = {.window = trace->range}, .columns = 1, .rows = {{}}};
    const auto answer = std::get<query::Timeline>(execute(*trace, request).value());
    QCOMPARE(answer.rows.front().runs.front().missing, std::numeric_limits<Tick>::max());
    QCOMPARE(answer.rows.front().runs.front().visits, 7U);
}

void TestSetTimeline::setsAreRefusedWithOtherRowsAndPastLimits()
{
    const auto trace = tests::traceFromText("length 99\nenter 1 @10 main\nleave 1 @20 main\n");
    const auto errorOf = [&](const query::TimelineRequest& request) {
        const auto answer = execute(*trace, request);
        return answer.isOk() ? Error{.kind = ErrorKind::Internal, .message = "answered"}
                             : answer.error();
    };
    query::TimelineRequest request{
        .scope = {.window = trace->range}, .columns = 3, .levels = 1, .rows = {{}}};
    QCOMPARE(
        errorOf(request).message,
        std::string("rows of sets go with no other locations, with no levels and with no presence "
                    "classes"));
    request.levels = 0;
    request.present = {{.markers = 1}};
    QCOMPARE(errorOf(request).kind, ErrorKind::InvalidArgument);
    request.present.clear();
    request.scope.locations = {LocationRef(1)};
    QCOMPARE(errorOf(request).kind, ErrorKind::InvalidArgument);
    request.scope.locations.clear();
    request.rows.assign(1'000'001, {});
    QCOMPARE(
        errorOf(request).message,
        std::string("1,000,001 locations in all rows asked for, at most 1,000,000 can be"));
    request.columns = 65'536;
    QCOMPARE(errorOf(request).kind, ErrorKind::ResourceExhausted);
    request.columns = 3;
    request.rows = {{LocationRef(1)}, {LocationRef(1), LocationRef(5)}};
    QCOMPARE(errorOf(request).kind, ErrorKind::NotFound);
    request.rows = {{LocationRef(1)}};
    request.maxDepth = 0;
    QCOMPARE(errorOf(request).kind, ErrorKind::InvalidArgument);
}

VELLUM_TEST_APPLESS(TestSetTimeline)
#include "test_set_timeline.moc"
