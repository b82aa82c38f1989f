// A part of a trace answers as the whole does, asked about that part.

#include "server/import/importer.h"
#include "server/query/executor.h"
#include "server/store/written_out.h"
#include "tests/generate/random_archive.h"

#include <QtTest/QtTest>

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
    void aCallThatWasNotLoadedIsSaid();
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

void TestPartialLoad::aCallThatWasNotLoadedIsSaid()
{
    const fs::path file = folder() / "launches.json";
    std::ofstream(file) << R"({"traceEvents":[
        {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":1,"dur":2,"args":{"correlation":5}},
        {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":4,"dur":2,"args":{"correlation":5}}]})";
    const Trace whole = imported(file.string());
    QCOMPARE(whole->launches.size(), std::size_t{1});
    QCOMPARE(whole->report.countOf("launch-left-out"), std::uint64_t{0});
    query::TraceSelection selection(file.string());
    selection.locations = "stream*";
    const Trace part = imported(selection);
    QCOMPARE(part->locations.size(), std::size_t{1});
    QVERIFY(part->launches.empty());
    QCOMPARE(part->report.countOf("launch-left-out"), std::uint64_t{1});
    QCOMPARE(part->report.countOf("device-work-without-launch"), std::uint64_t{0});
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

QTEST_GUILESS_MAIN(TestPartialLoad)
#include "test_partial_load.moc"
