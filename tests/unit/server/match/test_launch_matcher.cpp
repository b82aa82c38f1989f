#include "server/match/launch_matcher.h"
#include "server/query/executor.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <algorithm>
#include <array>
#include <random>
#include <string>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using server::store::TraceStore;
using tests::traceFromText;

namespace {

const std::string kHouse = R"(
    group 0 "process 1"
    group 1 "GPU of 1" type accelerator creator 0
    group 2 "process 2"
    group 3 "GPU of 2" type accelerator creator 2
    location 10 "thread" group 0
    location 11 "other thread" group 0
    location 20 "stream" group 1 type stream
    location 30 "thread" group 2
    location 40 "stream" group 3 type stream
)";

std::string textOf(const TraceStore& trace)
{
    std::string text;
    for (const query::Launch& launch : trace.launches) {
        text += std::to_string(launch.host.value()) + " "
                + trace.definitions.find(launch.callRegion)->name + " "
                + std::to_string(launch.call.begin) + "-" + std::to_string(launch.call.end) + " > "
                + std::to_string(launch.device.value()) + " "
                + trace.definitions.find(launch.workRegion)->name + " "
                + std::to_string(launch.work.begin) + "-" + std::to_string(launch.work.end) + "\n";
    }
    return text;
}

std::string call(int location, int begin, int end, int correlation)
{
    const std::string where = std::to_string(location) + " @";
    return "enter " + where + std::to_string(begin) + " call\nevent " + where
           + std::to_string(begin) + " DeviceLaunch " + std::to_string(correlation) + "\nleave "
           + where + std::to_string(end) + " call\n";
}

std::string work(int location, int begin, int end, int correlation)
{
    const std::string where = std::to_string(location) + " @";
    return "enter " + where + std::to_string(begin) + " work\nevent " + where
           + std::to_string(begin) + " DeviceSet " + std::to_string(correlation) + " 0 0\nleave "
           + where + std::to_string(end) + " work\n";
}

/// Looks at every call for every work.
std::size_t slowCount(
    const std::vector<std::array<int, 4>>& calls, std::array<int, 4> work, int& begin)
{
    std::size_t hits = 0;
    bool isAfter = true;
    for (const auto& [process, correlation, callBegin, callEnd] : calls) {
        if (process != work[0] || correlation != work[1] || correlation == 0) {
            continue;
        }
        const bool isBefore = callBegin <= work[2];
        if (hits++ == 0 || (isBefore && (isAfter || callBegin > begin))
            || (!isBefore && isAfter && callBegin < begin)) {
            begin = callBegin;
            isAfter = !isBefore;
        }
    }
    return hits;
}

/// Calls and works of two processes, with few correlations so that many are the same.
struct RandomRun {
    std::vector<std::array<int, 4>> calls;
    std::vector<std::array<int, 4>> works;
    std::string text = kHouse;

    explicit RandomRun(unsigned seed)
    {
        std::mt19937 random(seed);
        const auto below = [&](int bound) {
            return static_cast<int>(random() % static_cast<unsigned>(bound));
        };
        int hostTime = below(20);
        int deviceTime = below(20);
        for (int i = 0; i < 12; ++i) {
            const int process = below(2);
            hostTime += 1 + below(3);
            deviceTime += 1 + below(3);
            calls.push_back({process, below(6), hostTime, hostTime + 1});
            text += call(process == 0 ? 10 : 30, hostTime, hostTime + 1, calls.back()[1]);
            works.push_back({below(2), below(6), deviceTime, deviceTime + 1});
            text +=
                work(works.back()[0] == 0 ? 20 : 40, deviceTime, deviceTime + 1, works.back()[1]);
        }
    }

    /// How many works have a call, each of which must be in \p trace with just that; else a number
    /// that no trace has.
    [[nodiscard]] std::size_t joinedIn(const TraceStore& trace) const
    {
        std::size_t expected = 0;
        for (const auto& one : works) {
            int begin = 0;
            if (slowCount(calls, one, begin) == 0) {
                continue;
            }
            ++expected;
            const bool isThere =
                std::ranges::any_of(trace.launches, [&](const query::Launch& launch) {
                    return launch.work.begin == one[2] && launch.call.begin == begin
                           && launch.device.value() == (one[0] == 0 ? 20U : 40U);
                });
            expected += isThere ? 0 : 1000;
        }
        return expected;
    }
};

}  // namespace

class TestLaunchMatcher : public QObject {
    Q_OBJECT

private slots:
    void workFindsItsCallInItsProcess();
    void devicesOfNobodyBelongToTheirNode();
    void oneCallMayOwnManyWorks();
    void theLastCallBeforeTheWorkIsMeant();
    void workWithoutLaunchIsCounted();
    void callsOfOneNumberAreSaid();
    void equalsTheSlowMatcherOnRandomRuns();
    void launchesAreAskedForByWindowAndLocation();
};

void TestLaunchMatcher::workFindsItsCallInItsProcess()
{
    const auto trace = traceFromText(
        kHouse + call(10, 1, 3, 7) + call(30, 2, 4, 7) + work(20, 5, 9, 7) + work(40, 6, 8, 7));
    QCOMPARE(
        textOf(*trace),
        std::string("10 call 1-3 > 20 work 5-9\n"
                    "30 call 2-4 > 40 work 6-8\n"));
    QCOMPARE(trace->report.countOf("device-work-without-launch"), std::uint64_t{0});
}

void TestLaunchMatcher::devicesOfNobodyBelongToTheirNode()
{
    const auto trace = traceFromText(
        R"(
        node 0 "machine"
        node 1 "rank 0" parent 0
        node 2 "rank 1" parent 0
        group 0 "process" node 1
        group 1 "GPU" node 1 type accelerator
        group 2 "process" node 2
        location 10 "thread" group 0
        location 20 "stream" group 1 type stream
        location 30 "thread" group 2
    )" + call(30, 2, 3, 7)
        + call(10, 1, 2, 7) + work(20, 5, 6, 7));
    QCOMPARE(textOf(*trace), std::string("10 call 1-2 > 20 work 5-6\n"));
}

void TestLaunchMatcher::oneCallMayOwnManyWorks()
{
    const auto trace = traceFromText(
        kHouse + call(11, 1, 3, 7) + work(20, 5, 6, 7) + work(20, 6, 7, 7) + work(20, 8, 9, 7));
    QCOMPARE(trace->launches.size(), std::size_t{3});
    QCOMPARE(trace->launches.back().work.begin, Tick{8});
    QCOMPARE(trace->launches.back().kind, event_kind::kDeviceSet);
}

void TestLaunchMatcher::theLastCallBeforeTheWorkIsMeant()
{
    // A driver call inside a runtime call with the same correlation, and a call after the work.
    const auto trace = traceFromText(
        kHouse + "enter 10 @1 outer\nevent 10 @1 DeviceLaunch 7\n" + call(10, 2, 3, 7)
        + "leave 10 @4 outer\n" + call(10, 9, 10, 7) + work(20, 5, 6, 7));
    QCOMPARE(textOf(*trace), std::string("10 call 2-3 > 20 work 5-6\n"));
    // Clocks that disagree: the only call begins after its work.
    const auto late = traceFromText(kHouse + call(10, 8, 9, 7) + work(20, 5, 6, 7));
    QCOMPARE(textOf(*late), std::string("10 call 8-9 > 20 work 5-6\n"));
}

void TestLaunchMatcher::workWithoutLaunchIsCounted()
{
    const auto trace = traceFromText(
        kHouse + call(30, 1, 2, 7) + work(20, 5, 6, 7) + work(20, 7, 8, 0) + work(40, 5, 6, 7));
    QCOMPARE(trace->launches.size(), std::size_t{1});
    QCOMPARE(trace->report.countOf("device-work-without-launch"), std::uint64_t{2});
    const auto& entries = trace->report.entries();
    const auto entry =
        std::ranges::find(entries, "device-work-without-launch", &query::ImportReportEntry::kind);
    QVERIFY(entry->example.find("'work' at tick 5") != std::string::npos);
    const auto info = server::query::execute(*trace, query::InfoRequest{});
    QCOMPARE(std::get<query::TraceInfo>(info.value()).launches, std::uint64_t{1});
    QCOMPARE(std::get<query::TraceInfo>(info.value()).workWithoutLaunch, std::uint64_t{2});
}

void TestLaunchMatcher::callsOfOneNumberAreSaid()
{
    // Another process may have the number, and 0 is none.
    const auto trace = traceFromText(
        kHouse + call(10, 1, 2, 7) + call(11, 3, 4, 7) + call(10, 5, 6, 7) + call(30, 1, 2, 7)
        + call(10, 7, 8, 0) + call(10, 9, 10, 0) + work(20, 4, 5, 7));
    const auto& entries = trace->report.entries();
    const auto entry =
        std::ranges::find(entries, "repeated-launch-number", &query::ImportReportEntry::kind);
    QVERIFY(entry != entries.end());
    QCOMPARE(entry->count, std::uint64_t{2});
    QCOMPARE(entry->places.size(), std::size_t{2});
    QCOMPARE(
        entry->example,
        std::string("location 10 'thread': 'call' at tick 5 has the number 7, as 'call' at tick 3 "
                    "of the same process has: work of that number is joined with the last of them "
                    "that begins no later"));
    QCOMPARE(textOf(*trace), std::string("11 call 3-4 > 20 work 4-5\n"));
}

void TestLaunchMatcher::equalsTheSlowMatcherOnRandomRuns()
{
    std::size_t joined = 0;
    for (unsigned seed = 0; seed < 300; ++seed) {
        const RandomRun run(seed);
        const auto trace = traceFromText(run.text);
        const std::size_t expected = run.joinedIn(*trace);
        QCOMPARE(trace->launches.size(), expected);
        joined += expected;
    }
    QVERIFY(joined > 1000);
}

void TestLaunchMatcher::launchesAreAskedForByWindowAndLocation()
{
    const auto trace = traceFromText(
        kHouse + call(10, 1, 3, 7) + work(20, 5, 9, 7) + call(30, 20, 21, 7) + work(40, 30, 31, 7));
    const auto count = [&](TickRange window,
                           std::vector<LocationRef> locations,
                           std::uint64_t limit) {
        const auto answer = server::query::execute(
            *trace,
            query::LaunchesRequest{
                .scope = {.window = window, .locations = std::move(locations)}, .limit = limit});
        const auto& launches = std::get<query::Launches>(answer.value());
        return std::pair(launches.count, launches.launches.size());
    };
    using Pair = std::pair<std::uint64_t, std::size_t>;
    QCOMPARE(count({0, 100}, {}, 10), (Pair{2, 2}));
    QCOMPARE(count({0, 100}, {}, 1), (Pair{2, 1}));
    QCOMPARE(count({8, 9}, {}, 10), (Pair{1, 1}));
    QCOMPARE(count({9, 20}, {}, 10), (Pair{0, 0}));
    QCOMPARE(count({22, 23}, {}, 10), (Pair{1, 1}));
    QCOMPARE(count({0, 100}, {LocationRef(20)}, 10), (Pair{1, 1}));
    QCOMPARE(count({0, 100}, {LocationRef(30)}, 10), (Pair{1, 1}));
    QCOMPARE(count({0, 100}, {LocationRef(11)}, 10), (Pair{0, 0}));
}

VELLUM_TEST_APPLESS(TestLaunchMatcher)
#include "test_launch_matcher.moc"
