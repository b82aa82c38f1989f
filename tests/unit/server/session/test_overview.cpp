// Which questions are answered provisionally first, and with what.

#include "server/session/overview.h"
#include "tests/support/program/test_program.h"

#include <string>
#include <utility>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using query::Request;
using query::SummaryTimelineRequest;
using query::TimelineRequest;
using server::session::kOverviewColumns;
using server::session::overviewOf;

namespace {

constexpr std::size_t kLocations = 1'000;
constexpr std::uint32_t kColumns = 1'920;

std::vector<LocationRef> locations(std::size_t count)
{
    std::vector<LocationRef> all;
    for (std::size_t i = 0; i < count; ++i) {
        all.emplace_back(i);
    }
    return all;
}

query::RecordFilter longVisits()
{
    return {.visits = {query::VisitFilter{.regions = {RegionRef(1)}}}};
}

struct Case {
    std::string name;
    Request request;
    bool isWorth = false;
};

std::vector<Case> cases()
{
    const auto few = locations(10);
    const auto many = locations(kLocations);
    TimelineRequest levels{.columns = kColumns};
    levels.levels = 2;
    TimelineRequest shallow{.columns = kColumns};
    shallow.maxDepth = 3;
    TimelineRequest filtered{.columns = kColumns};
    filtered.scope.filter = longVisits();
    TimelineRequest sets{.columns = kColumns};
    sets.rows = {many, few};
    SummaryTimelineRequest once{.columns = kColumns, .rows = {many}};
    once.once = true;
    SummaryTimelineRequest shallowSum{.columns = kColumns, .rows = {many}};
    shallowSum.maxDepth = 3;
    SummaryTimelineRequest filteredSum{.columns = kColumns, .rows = {many}};
    filteredSum.filter = longVisits();
    return {
        {"a timeline of all", TimelineRequest{.columns = kColumns}, true},
        {"of a few", TimelineRequest{.scope = {.locations = few}, .columns = kColumns}, false},
        {"of rows of sets", sets, true},
        {"of few columns", TimelineRequest{.columns = kOverviewColumns}, false},
        {"of call levels", levels, false},
        {"of some depth", shallow, false},
        {"of some visits", filtered, false},
        {"a sum of all", SummaryTimelineRequest{.columns = kColumns, .rows = {{}}}, true},
        {"of many named", SummaryTimelineRequest{.columns = kColumns, .rows = {many}}, true},
        {"of many rows",
         SummaryTimelineRequest{
             .columns = kColumns, .rows = std::vector<std::vector<LocationRef>>(100, few)},
         true},
        {"of few", SummaryTimelineRequest{.columns = kColumns, .rows = {few, few}}, false},
        {"of one column", SummaryTimelineRequest{.columns = 1, .rows = {many}}, false},
        {"each tick once", once, false},
        {"of some depth's time", shallowSum, false},
        {"of some visits' time", filteredSum, false},
        {"a profile", query::ProfileRequest{}, false},
        {"counters", query::CountersRequest{.columns = kColumns}, false},
    };
}

std::uint32_t columnsOf(const Request& request)
{
    const auto* timeline = std::get_if<TimelineRequest>(&request);
    return timeline != nullptr ? timeline->columns
                               : std::get<SummaryTimelineRequest>(request).columns;
}

}  // namespace

class TestOverview : public QObject {
    Q_OBJECT

private slots:
    static void whatIsWorthIt()
    {
        for (const Case& one : cases()) {
            const auto overview = overviewOf(one.request, kLocations);
            QVERIFY2(overview.has_value() == one.isWorth, one.name.c_str());
            const bool isRough = !overview || columnsOf(*overview) == kOverviewColumns;
            QVERIFY2(isRough, one.name.c_str());
        }
    }

    static void provisionalAnswersAreNotExact()
    {
        query::Answer timeline = query::Timeline{};
        query::Answer sums = query::SummaryTimeline{};
        server::session::markProvisional(timeline);
        server::session::markProvisional(sums);
        QVERIFY(!std::get<query::Timeline>(timeline).exact);
        QVERIFY(!std::get<query::SummaryTimeline>(sums).exact);
    }
};

VELLUM_TEST_GUILESS(TestOverview)
#include "test_overview.moc"
