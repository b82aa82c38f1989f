// A part of a trace answers as the whole does, asked about that part.

#include "common/base/narrow.h"
#include "server/import/importer.h"
#include "server/query/executor.h"
#include "server/store/written_out.h"
#include "tests/generate/random_archive.h"
#include "tests/support/program/test_program.h"

#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <random>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using server::import::importTrace;
using server::store::TraceStore;
namespace fs = std::filesystem;

namespace {

using Trace = std::shared_ptr<const TraceStore>;

Trace imported(const query::TraceSelection& selection)
{
    const auto result = importTrace(selection, {.threads = 2});
    if (!result.isOk()) {
        qWarning("%s", result.error().message.c_str());
        return nullptr;
    }
    return result.value();
}

/// Which numbers a timeline's visits have is nobody's business.
void forgetNumbers(query::Answer& answer)
{
    if (auto* timeline = std::get_if<query::Timeline>(&answer)) {
        for (query::TimelineRow& row : timeline->rows) {
            std::uint64_t next = 0;
            std::map<std::uint64_t, std::uint64_t> numbers;
            for (query::TimelineRun& run : row.runs) {
                run.visit = numbers.try_emplace(run.visit, next++).first->second;
            }
        }
    }
    // Of the trace, not of the window.
    if (auto* messages = std::get_if<query::Messages>(&answer)) {
        messages->unmatchedSends = 0;
        messages->unmatchedReceives = 0;
    }
}

bool answersAlike(const TraceStore& a, const TraceStore& b, const query::Request& request)
{
    auto first = server::query::execute(a, request);
    auto second = server::query::execute(b, request);
    if (!first.isOk() || !second.isOk()) {
        qWarning("%s", (first.isOk() ? second.error().message : first.error().message).c_str());
        return false;
    }
    forgetNumbers(first.value());
    forgetNumbers(second.value());
    return first.value() == second.value();
}

std::vector<query::Request> questions(const query::Scope& scope)
{
    constexpr std::uint64_t kAll = 100'000;
    constexpr std::uint32_t kColumns = 37;
    return {
        query::ProfileRequest{.scope = scope, .perLocation = true},
        query::CallTreeRequest{.scope = scope},
        query::TimelineRequest{.scope = scope, .columns = kColumns},
        query::SummaryTimelineRequest{
            .window = scope.window, .columns = kColumns, .rows = {scope.locations}},
        query::CountersRequest{.scope = scope, .columns = kColumns, .metric = {}},
        query::SearchRequest{.scope = scope, .pattern = ".", .limit = kAll},
        query::EventsRequest{.scope = scope, .limit = kAll},
        query::IoRequest{.scope = scope, .limit = kAll}};
}

std::string nameOf(LocationRef ref)
{
    return std::to_string(ref.value());
}

TickRange windowIn(TickRange range, std::mt19937_64& random)
{
    const auto room = static_cast<std::uint64_t>(range.length());
    const Tick from = range.begin + static_cast<Tick>(random() % room);
    return TickRange{.begin = from, .end = from + 1 + static_cast<Tick>(random() % room)}
        .intersected(range);
}

/// Which question the part answers otherwise than the whole; empty if none.
std::string difference(
    const TraceStore& whole,
    const TraceStore& part,
    const query::Scope& scope,
    std::mt19937_64& random)
{
    std::vector<query::Request> asked = questions(scope);
    const auto& locations = part.definitions.locations;
    if (!locations.empty()) {
        asked.emplace_back(query::DetailRequest{
            .location = locations[random() % locations.size()].ref, .tick = scope.window.begin});
    }
    for (const query::Request& request : asked) {
        if (!answersAlike(whole, part, request)) {
            return "question " + std::to_string(request.index()) + " from tick "
                   + std::to_string(scope.window.begin);
        }
    }
    return {};
}

bool isOfCollective(EventKind kind)
{
    return kind == event_kind::kMpiCollectiveBegin || kind == event_kind::kMpiCollectiveEnd
           || kind == event_kind::kNonBlockingCollectiveRequest
           || kind == event_kind::kNonBlockingCollectiveComplete;
}

/// The sends without a partner; of records outside \p window none but samples, ends of operations and
/// those of collectives, which are counted, may be there.
std::optional<std::uint64_t> unmatchedIn(const TraceStore& part, TickRange window)
{
    std::uint64_t unmatched = 0;
    for (const auto& location : part.locations) {
        unmatched += location.totals.unmatchedSends;
        const auto events = server::store::eventsOf(location);
        for (std::size_t i = 0; i < events.size(); ++i) {
            const bool isKept = events.kind[i] == event_kind::kMetric
                                || isOfCollective(events.kind[i])
                                || (events.kind[i] >= event_kind::kIoOperationBegin
                                    && events.kind[i] <= event_kind::kIoOperationCancelled);
            if (!isKept && !window.contains(events.tick[i])) {
                return std::nullopt;
            }
        }
    }
    return unmatched;
}

using Span = std::pair<Tick, Tick>;

/// Two processes with three threads and a device each; calls in operators and in each other, work that no call
/// launched, calls that launched nothing.
void writeLaunches(const fs::path& file, unsigned seed)
{
    std::mt19937 random(seed);
    std::ofstream to(file);
    to << R"({"traceEvents":[{"ph":"M","name":"n","pid":1})";
    const auto slice = [&](const char* kind, auto pid, auto tid, auto ts, unsigned dur) {
        to << ",\n"
           << R"({"ph":"X","cat":")" << kind << R"(","name":")" << kind << random() % 3
           << R"(","pid":)" << pid << R"(,"tid":)" << tid << R"(,"ts":)" << ts << R"(,"dur":)"
           << dur;
    };
    const auto callDriver = [&](unsigned pid, unsigned tid, unsigned at, unsigned correlation) {
        if (random() % 4 == 0) {
            slice("cuda_driver", pid, tid, at, 3);
            to << R"(,"args":{"correlation":)" << correlation << "}}";
        }
    };
    const auto launch = [&](unsigned device, unsigned from, unsigned correlation) {
        for (std::uint64_t works = random() % 3; works > 0; --works) {
            const std::uint64_t late = random() % 5 == 0 ? 1000 : 0;  // a call that is nowhere
            slice("kernel", device, 7 + random() % 2, from + random() % 30, 2);
            to << R"(,"args":{"correlation":)" << correlation + late << "}}";
        }
    };
    unsigned correlation = 0;
    for (unsigned pid = 1001; pid <= 1002; ++pid) {
        for (unsigned tid = 1; tid <= 3; ++tid) {
            to << ",\n"
               << R"({"ph":"M","name":"thread_name","pid":)" << pid << R"(,"tid":)" << tid
               << R"(,"args":{"name":"host )" << tid << R"("}})";
            for (unsigned at = 0; at < 200; at += 10) {
                slice("cpu_op", pid, tid, at, 9);
                to << "}";
                ++correlation;
                slice("cuda_runtime", pid, tid, at + 1, 6);
                to << R"(,"args":{"correlation":)" << correlation << "}}";
                callDriver(pid, tid, at + 2, correlation);
                launch(pid - 1001, at + 8, correlation);
            }
        }
    }
    to << "]}";
}

/// Work of \p locations that begins in \p range and that no call launched.
std::uint64_t withoutLaunchIn(
    const TraceStore& trace, const std::string& locations, TickRange range)
{
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < trace.locations.size(); ++i) {
        const Location& location = trace.definitions.locations[i];
        if (!location.name.starts_with(locations)) {
            continue;
        }
        const auto visits = server::store::visitsOf(trace.locations[i].calls);
        for (std::uint32_t visit = 0; visit < visits.size(); ++visit) {
            count += range.contains(visits.range(visit).begin) ? 1U : 0U;
        }
        count -= narrow<std::uint64_t>(
            std::ranges::count_if(trace.launches, [&](const query::Launch& launch) {
                return launch.device == location.ref && range.contains(launch.work.begin);
            }));
    }
    return count;
}

}  // namespace

class TestPartialLoad : public QObject {
    Q_OBJECT

    [[nodiscard]] fs::path folder() const { return m_temporary.path().toStdString() + "/random"; }
    void write(quint64 seed) const
    {
        fs::remove_all(folder());
        generate::writeRandomArchive({.seed = seed, .out = folder(), .damage = seed % 2 == 0});
    }

    QTemporaryDir m_temporary;

private slots:
    void aPartAnswersAsTheWhole_data();
    void aPartAnswersAsTheWhole();
    void messagesOfAWindowAreThoseOfTheWhole();
    void membersOfACollectiveAreThoseOfTheWhole();
    void theReportSaysWhatIsLeftOut();
    void callsThatLaunchedLoadedWorkAreThere();
    void aPartWithoutDevicesHasNoOthers();
    void whatIsNotThereIsRefused();
};

void TestPartialLoad::aPartAnswersAsTheWhole_data()
{
    QTest::addColumn<quint64>("seed");
    for (quint64 seed = 1; seed <= 30; ++seed) {
        QTest::addRow("seed %llu", seed) << seed;
    }
}

void TestPartialLoad::aPartAnswersAsTheWhole()
{
    QFETCH(quint64, seed);
    write(seed);
    const Trace whole = imported(folder().string());
    QVERIFY(whole != nullptr);
    std::mt19937_64 random(seed);
    query::TraceSelection selection(folder().string());
    query::Scope scope;
    for (const Location& location : whole->definitions.locations) {
        if (random() % 2 == 0) {
            scope.locations.push_back(location.ref);
            selection.locations += (selection.locations.empty() ? "" : ",") + nameOf(location.ref);
        }
    }
    const auto length = static_cast<std::uint64_t>(whole->range.length());
    const auto begin = whole->range.begin + static_cast<Tick>(random() % length);
    const auto end = begin + 1 + static_cast<Tick>(random() % length);
    selection.window = std::to_string(begin) + "t:" + std::to_string(end) + "t";
    const Trace part = imported(selection);
    QVERIFY(part != nullptr);
    // Locations that were left out may have been those with the first and last events.
    const TickRange loaded = part->range;
    const TickRange wanted = TickRange{.begin = begin, .end = end}.intersected(whole->range);
    QVERIFY(loaded == wanted || (!scope.locations.empty() && loaded == wanted.intersected(loaded)));
    QVERIFY(part->locations.size() == scope.locations.size() || scope.locations.empty());
    for (int i = 0; i < 8; ++i) {
        scope.window = i == 0 ? loaded : windowIn(loaded, random);
        const std::string wrong = difference(*whole, *part, scope, random);
        QVERIFY2(wrong.empty(), wrong.c_str());
    }
}

void TestPartialLoad::messagesOfAWindowAreThoseOfTheWhole()
{
    std::uint64_t seen = 0;
    for (quint64 seed = 1; seed <= 30; ++seed) {
        write(seed);
        const Trace whole = imported(folder().string());
        QVERIFY(whole != nullptr);
        const Tick third = whole->range.length() / 3;
        const TickRange window{
            .begin = whole->range.begin + third, .end = whole->range.begin + 2 * third};
        query::TraceSelection selection(folder().string());
        selection.window = std::to_string(window.begin) + "t:" + std::to_string(window.end) + "t";
        const Trace part = imported(selection);
        QVERIFY(part != nullptr);
        const query::Scope scope{.window = window};
        QVERIFY(
            answersAlike(*whole, *part, query::MessagesRequest{.scope = scope, .limit = 100'000}));
        QVERIFY(answersAlike(*whole, *part, query::MatrixRequest{.scope = scope}));
        seen += part->messages.size();
        const auto unmatched = unmatchedIn(*part, window);
        QVERIFY(unmatched.has_value());
        QCOMPARE(part->report.countOf("unmatched-send"), *unmatched);
    }
    QVERIFY(seen > 50);
}

void TestPartialLoad::membersOfACollectiveAreThoseOfTheWhole()
{
    std::uint64_t seen = 0;
    std::string wrong;
    for (quint64 seed = 1; seed <= 20; ++seed) {
        write(seed);
        const Trace whole = imported(folder().string());
        QVERIFY(whole != nullptr);
        const Tick third = whole->range.length() / 3;
        query::TraceSelection selection(folder().string());
        selection.window = std::to_string(whole->range.begin + third)
                           + "t:" + std::to_string(whole->range.begin + 2 * third) + "t";
        const Trace part = imported(selection);
        QVERIFY(part != nullptr);
        for (const query::Collective& one : part->collectives) {
            const query::CollectiveMembersRequest request{
                .scope = {.window = part->range},
                .communicator = one.communicator,
                .instance = one.instance,
                .limit = 100'000};
            wrong += answersAlike(*whole, *part, request)
                         ? ""
                         : "seed " + std::to_string(seed) + ", number "
                               + std::to_string(one.instance) + "; ";
            ++seen;
        }
    }
    QVERIFY2(wrong.empty(), wrong.c_str());
    QVERIFY(seen > 20);
}

void TestPartialLoad::theReportSaysWhatIsLeftOut()
{
    write(3);
    const Trace whole = imported(folder().string());
    QVERIFY(whole != nullptr && whole->locations.size() > 1);
    query::TraceSelection selection(folder().string());
    selection.locations = nameOf(whole->definitions.locations.front().ref);
    selection.window = "0t:";
    const Trace part = imported(selection);
    QVERIFY(part != nullptr);
    QCOMPARE(part->locations.size(), std::size_t{1});
    QCOMPARE(part->report.countOf("location-left-out"), whole->locations.size() - 1);
    QCOMPARE(part->report.countOf("window-loaded"), std::uint64_t{1});
    QCOMPARE(part->definitions.locationGroups.size(), std::size_t{1});
    QVERIFY(part->report.countOf("unmatched-send") <= whole->report.countOf("unmatched-send"));
}

void TestPartialLoad::callsThatLaunchedLoadedWorkAreThere()
{
    const fs::path file = folder() / "launches.json";
    std::size_t seen = 0;
    for (unsigned seed = 1; seed <= 20; ++seed) {
        writeLaunches(file, seed);
        const Trace whole = imported(file.string());
        QVERIFY(whole != nullptr);
        query::TraceSelection selection(file.string());
        selection.locations = "stream 7*";
        selection.window = seed % 2 == 0 ? "40us:140us" : "";
        const Trace part = imported(selection);
        QVERIFY(part != nullptr);
        std::vector<query::Launch> expected;
        std::map<LocationRef, std::map<Span, RegionRef>> calls;
        for (const query::Launch& launch : whole->launches) {
            const std::string& name = whole->definitions.find(launch.device)->name;
            if (name.starts_with("stream 7") && query::overlaps(launch, part->range)) {
                expected.push_back(launch);
                calls[launch.host][{launch.call.begin, launch.call.end}] = launch.callRegion;
            }
        }
        const auto& launches = part->launches;
        QVERIFY(std::ranges::equal(launches, expected));
        seen += expected.size();
        // Of the threads that launched, these calls and nothing else; of the others nothing.
        std::uint64_t loaded = 0;
        for (std::size_t i = 0; i < part->locations.size(); ++i) {
            const Location& location = part->definitions.locations[i];
            if (location.name.starts_with("stream 7")) {
                continue;
            }
            std::map<Span, RegionRef> visits;
            const auto table = server::store::visitsOf(part->locations[i].calls);
            for (std::uint32_t visit = 0; visit < table.size(); ++visit) {
                const TickRange range = table.range(visit);
                visits[{range.begin, range.end}] = table.region[visit];
            }
            QCOMPARE(visits, calls[location.ref]);
            QVERIFY(!visits.empty());
            loaded += visits.size();
            calls.erase(location.ref);
        }
        QVERIFY(calls.empty());
        QCOMPARE(part->report.countOf("launching-calls-loaded"), loaded);
        QCOMPARE(
            part->report.countOf("device-work-without-launch"),
            withoutLaunchIn(*whole, "stream 7", part->range));
    }
    QVERIFY(seen > 100);
}

void TestPartialLoad::aPartWithoutDevicesHasNoOthers()
{
    const fs::path file = folder() / "launches.json";
    writeLaunches(file, 1);
    query::TraceSelection selection(file.string());
    selection.locations = "host 1*";
    const Trace part = imported(selection);
    QVERIFY(part != nullptr);
    for (const Location& location : part->definitions.locations) {
        QVERIFY(location.name.starts_with("host 1"));
    }
    QCOMPARE(part->report.countOf("launching-calls-loaded"), std::uint64_t{0});
}

void TestPartialLoad::whatIsNotThereIsRefused()
{
    write(1);
    query::TraceSelection nowhere(folder().string());
    nowhere.locations = "no such place";
    const auto noLocation = importTrace(nowhere);
    QVERIFY(!noLocation.isOk());
    QCOMPARE(noLocation.error().kind, ErrorKind::NotFound);
    QVERIFY(noLocation.error().message.find("no such place") != std::string::npos);
    query::TraceSelection never(folder().string());
    never.window = "100000000s:";
    const auto noTime = importTrace(never);
    QVERIFY(!noTime.isOk());
    QCOMPARE(noTime.error().kind, ErrorKind::InvalidArgument);
    QVERIFY(noTime.error().message.find("holds nothing") != std::string::npos);
}

VELLUM_TEST_GUILESS(TestPartialLoad)
#include "test_partial_load.moc"
