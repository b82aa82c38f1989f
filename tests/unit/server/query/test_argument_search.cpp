// Visits found by what their events carry, beside a slow walk through the raw records.

#include "server/import/importer.h"
#include "server/query/executor.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <QFile>
#include <QIODevice>
#include <QString>
#include <QTemporaryDir>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test across a few rooms
using server::store::TraceStore;

namespace {

/// Location, begin, depth.
using Place = std::tuple<std::uint64_t, Tick, std::uint32_t>;

query::SearchHits search(const TraceStore& trace, const std::string& pattern)
{
    const auto answer = server::query::execute(
        trace,
        query::SearchRequest{
            .scope = {.window = trace.range}, .pattern = pattern, .limit = 1'000'000});
    return std::get<query::SearchHits>(answer.value());
}

std::set<Place> placesOf(const query::SearchHits& hits)
{
    std::set<Place> places;
    for (const query::SearchHit& hit : hits.hits) {
        places.emplace(hit.location.value(), hit.visit.begin, hit.depth);
    }
    return places;
}

/// Calls in calls with arguments of few values, on two threads, as a JSON trace has them.
class RandomCalls {
public:
    explicit RandomCalls(unsigned seed) : m_random(seed)
    {
        for (m_thread = 1; m_thread <= 2; ++m_thread) {
            add(0, 4'000, 0);
        }
    }

    [[nodiscard]] std::string json() const { return R"({"traceEvents":[)" + m_events + "]}"; }

private:
    unsigned below(unsigned bound) { return static_cast<unsigned>(m_random()) % bound; }

    void add(unsigned begin, unsigned end, int depth)
    {
        while (end - begin > 40) {
            const unsigned from = begin + 1 + below(20);
            const unsigned upto = from + 4 + below(end - from - 4) / 2;
            call(from, upto);
            if (depth < 5 && upto - from > 50) {
                add(from, upto, depth + 1);
            }
            begin = upto;
        }
    }

    void call(unsigned from, unsigned upto)
    {
        m_events.append(m_events.empty() ? "" : ",\n")
            .append(R"({"ph":"X","cat":"cpu_op","name":"call","pid":1,"tid":)")
            .append(std::to_string(m_thread))
            .append(R"(,"ts":)")
            .append(std::to_string(from))
            .append(R"(,"dur":)")
            .append(std::to_string(upto - from));
        if (below(2) == 0) {
            m_events.append(R"(,"args":{"External id":)")
                .append(std::to_string(10 + below(4)))
                .append(R"(,"Sequence number":)")
                .append(std::to_string(20 + below(5)))
                .append("}");
        }
        m_events.append("}");
    }

    std::mt19937 m_random;
    int m_thread = 1;
    std::string m_events;
};

std::shared_ptr<const TraceStore> imported(const QTemporaryDir& folder, const std::string& json)
{
    const QString path = folder.filePath(QStringLiteral("run.json"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(json.c_str()) < 0) {
        return nullptr;
    }
    file.close();
    return server::import::importTrace(query::TraceSelection(path.toStdString())).value();
}

/// Whether it says so itself, or carries it.
bool has(
    const TraceStore& trace,
    const query::EventRecord& record,
    const std::string& name,
    const std::string& value)
{
    const bool isOfCalls = record.kind == "Enter" || record.kind == "Leave";
    const bool says = std::ranges::any_of(record.attributes, [&](const auto& member) {
        return member.first == name && std::to_string(member.second) == value;
    });
    return (says && !isOfCalls)
           || std::ranges::any_of(record.carried, [&](const query::CarriedAttribute& carried) {
                  const Attribute* attribute = trace.definitions.find(carried.attribute);
                  const bool isText = carried.value.type == ValueType::String;
                  const auto* known = isText ? trace.definitions.find(
                                          StringRef(static_cast<std::uint32_t>(carried.value.bits)))
                                             : nullptr;
                  const std::string text = known != nullptr ? known->text : textOf(carried.value);
                  return attribute != nullptr && attribute->name == name && text == value;
              });
}

/// By a stack of begins for each location.
std::set<Place> slowPlaces(
    const TraceStore& trace, const std::string& name, const std::string& value)
{
    const auto answer = server::query::execute(
        trace, query::EventsRequest{.scope = {.window = trace.range}, .limit = 1'000'000});
    std::set<Place> places;
    std::map<std::uint64_t, std::vector<Tick>> stacks;
    for (const auto& record : std::get<query::Events>(answer.value()).events) {
        std::vector<Tick>& stack = stacks[record.location.value()];
        if (record.kind == "Enter") {
            stack.push_back(record.tick);
        }
        if (!stack.empty() && has(trace, record, name, value)) {
            places.emplace(
                record.location.value(), stack.back(), static_cast<std::uint32_t>(stack.size()));
        }
        if (record.kind == "Leave") {
            stack.pop_back();
        }
    }
    return places;
}

}  // namespace

class TestArgumentSearch : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

private slots:
    void visitsAreThoseOfASlowWalk();
    void whatRecordsOfARealRunCarryIsFound();
    void starsAndCaseAreOfNoAccount();
    void membersOfOtherRecordsAreOfTheVisitAroundThem();
    void anExpressionOfNamesStaysOne();
    void withoutANameItIsRefused();
};

void TestArgumentSearch::visitsAreThoseOfASlowWalk()
{
    std::size_t found = 0;
    for (unsigned seed = 1; seed <= 30; ++seed) {
        const auto trace = imported(m_folder, RandomCalls(seed).json());
        const std::string id = std::to_string(10 + seed % 4);
        const std::string number = std::to_string(20 + seed % 5);
        const auto byId = search(*trace, "arg:external_id=" + id);
        QCOMPARE(placesOf(byId), slowPlaces(*trace, "external_id", id));
        QCOMPARE(byId.count, std::uint64_t{byId.hits.size()});
        QCOMPARE(
            placesOf(search(*trace, "arg:sequence_number=" + number)),
            slowPlaces(*trace, "sequence_number", number));
        found += byId.hits.size();
    }
    QVERIFY(found > 100);
}

void TestArgumentSearch::whatRecordsOfARealRunCarryIsFound()
{
    const QString path = qEnvironmentVariable("VELLUM_TRACE_DATA")
                         + QStringLiteral("/casita-otf2/2_jacobi_blame_cpu_015/traces.otf2");
    if (!QFile::exists(path)) {
        QSKIP("the real traces are not there");
    }
    const auto trace = server::import::importTrace(query::TraceSelection(path.toStdString()));
    const std::string stream = "17179869185";
    const auto found = placesOf(search(*trace.value(), "arg:CUDA_STREAM_REF=" + stream));
    QVERIFY(!found.empty());
    QCOMPARE(found, slowPlaces(*trace.value(), "CUDA_STREAM_REF", stream));
}

void TestArgumentSearch::starsAndCaseAreOfNoAccount()
{
    const auto trace = imported(m_folder, RandomCalls(1).json());
    const auto all = placesOf(search(*trace, "arg:external_id"));
    QVERIFY(!all.empty());
    QCOMPARE(placesOf(search(*trace, "arg:External_ID=1*")), all);
    QCOMPARE(placesOf(search(*trace, "arg:EXT*=*")), all);
    QVERIFY(search(*trace, "arg:external_id=1").hits.empty());  // the whole value is meant
    QVERIFY(search(*trace, "arg:no such thing").hits.empty());
}

void TestArgumentSearch::membersOfOtherRecordsAreOfTheVisitAroundThem()
{
    const auto trace = tests::traceFromText(
        "send 0 @1 to 1 tag 7 bytes 8\n"  // in no visit
        "enter 0 @10 main\nenter 0 @20 MPI_Send\nsend 0 @21 to 1 tag 7 bytes 8\n"
        "leave 0 @30 MPI_Send\nsend 0 @40 to 1 tag 5 bytes 8\nleave 0 @50 main\n"
        "recv 1 @60 from 0 tag 7 bytes 8\n");
    QCOMPARE(placesOf(search(*trace, "arg:msg_tag=7")), (std::set<Place>{{0, 20, 2}}));
    QCOMPARE(placesOf(search(*trace, "arg:msg_tag=5")), (std::set<Place>{{0, 10, 1}}));
    QCOMPARE(placesOf(search(*trace, "arg:msg_*=8")), (std::set<Place>{{0, 10, 1}, {0, 20, 2}}));
}

void TestArgumentSearch::anExpressionOfNamesStaysOne()
{
    const auto trace = tests::traceFromText("enter 0 @1 arg:x=1\nleave 0 @2 arg:x=1\n");
    QVERIFY(search(*trace, "arg:x=1").hits.empty());
    QCOMPARE(search(*trace, "(?:arg:x=1)").count, 1U);
}

void TestArgumentSearch::withoutANameItIsRefused()
{
    const auto trace = tests::traceFromText("enter 0 @1 a\nleave 0 @2 a\n");
    for (const char* pattern : {"arg:", "arg:=7"}) {
        const auto answer = server::query::execute(
            *trace, query::SearchRequest{.scope = {.window = trace->range}, .pattern = pattern});
        QVERIFY(!answer.isOk());
        QCOMPARE(answer.error().kind, ErrorKind::InvalidArgument);
    }
}

VELLUM_TEST_APPLESS(TestArgumentSearch)
#include "test_argument_search.moc"
