// The values of one run over the times of another.
#include "common/query/values_operations.h"
#include "common/query/values_patterns.h"
#include "common/trace/side_car_properties.h"
#include "common/values/sidecar/digest_text.h"
#include "common/values/sidecar/verify.h"
#include "common/values/sidecar/writer.h"
#include "server/join/value_join.h"
#include "server/query/executor.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <QString>
#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test across a few rooms
using namespace vellum::values::sidecar;  // NOLINT(google-build-using-namespace)
using server::join::JoinCounts;
using server::join::joinValues;
using server::store::TraceStore;

namespace {

constexpr Digest kValueRun = {1, 2, 3};
constexpr Digest kTimeRun = {7, 8, 9};

/// A visit without others inside.
struct Visit {
    std::string function;
    Tick begin = 0;
    Tick end = 0;
    int location = 3;

    friend bool operator==(const Visit&, const Visit&) = default;
};

using Visits = std::vector<Visit>;

/// Visits of these functions, one behind the other, that take \p length each.
Visits visitsOf(const std::vector<std::string>& functions, Tick length, int location = 3)
{
    Visits visits;
    Tick begin = length;
    for (const std::string& function : functions) {
        visits.push_back({function, begin, begin + length - 1, location});
        begin += length;
    }
    return visits;
}

std::shared_ptr<TraceStore> traceOf(
    const std::vector<Visits>& locations, const std::string& path, const Digest& run)
{
    std::string text = "length 100000\n";
    for (std::size_t i = 0; i < locations.size(); ++i) {
        text += "location " + std::to_string(3 + i) + " \"thread\"\n";
    }
    for (const Visits& visits : locations) {
        for (const Visit& visit : visits) {
            const std::string place = std::to_string(visit.location) + " @";
            text += "enter " + place + std::to_string(visit.begin) + " " + visit.function + "\n";
            text += "leave " + place + std::to_string(visit.end) + " " + visit.function + "\n";
        }
    }
    auto trace = std::make_shared<TraceStore>(*tests::traceFromText(text));
    trace->path = path;
    trace->definitions.properties.push_back(
        {.target = PropertyTarget::SystemTreeNode,
         .ref = 0,
         .name = std::string(kRunIdProperty),
         .value = vellum::values::sidecar::textOf(run)});
    return trace;
}

/// Operations that are a visit each, or two of the same function one after the other as one.
bool writeValues(const std::string& path, const std::vector<Visits>& locations, bool isMerged)
{
    Writer writer;
    if (writer.create(path.c_str(), {.runId = kValueRun, .clock = ClockId::Monotonic})
        != WriterFault::None) {
        return false;
    }
    writer.add(ObjectRecord{.id = 1, .size = 8, .name = writer.string("cells")});
    std::vector<std::string> functions;
    std::uint64_t id = 0;
    for (const Visits& visits : locations) {
        for (std::size_t i = 0; i < visits.size(); ++i) {
            const Visit& visit = visits[i];
            auto known = std::ranges::find(functions, visit.function);
            if (known == functions.end()) {
                functions.push_back(visit.function);
                known = functions.end() - 1;
                writer.add(FunctionRecord{
                    .id = static_cast<std::uint32_t>(functions.size()),
                    .name = writer.string(visit.function)});
            }
            OperationRecord record;
            record.id = ++id;
            record.kind = OperationKind::Visit;
            record.function = static_cast<std::uint32_t>(known - functions.begin()) + 1;
            record.t0 = static_cast<std::uint64_t>(visit.begin);
            const bool isDouble =
                isMerged && i + 1 < visits.size() && visits[i + 1].function == visit.function;
            i += isDouble ? 1 : 0;
            record.t1 = static_cast<std::uint64_t>(visits[i].end);
            record.flags = isDouble ? OperationRecord::kMerged : 0;
            record.accesses = 1;
            writer.add(record);
            AccessRecord access;
            access.op = id;
            access.object = 1;
            access.kind = AccessKind::Write;
            access.unit = 8;
            access.accesses = 1;
            access.items = 1;
            access.bytes = 8;
            writer.add(access);
            writer.add(LinkRecord{
                .op = id,
                .location = static_cast<std::uint64_t>(visit.location),
                .time = record.t0,
                .quality = LinkQuality::Exact});
        }
    }
    return writer.finish(0) == WriterFault::None;
}

/// Two runs of one program.
struct Bench {
    Bench(
        const std::vector<Visits>& ofValues,
        const std::vector<Visits>& ofTimes,
        bool isMerged = false)
        : values(traceOf(ofValues, pathOf("values.otf2"), kValueRun))
        , times(traceOf(ofTimes, pathOf("times.otf2"), kTimeRun))
        , isWritten(writeValues(pathOf("values.vps"), ofValues, isMerged))
    {
    }
    [[nodiscard]] std::string pathOf(const char* name) const
    {
        return folder.filePath(QString::fromUtf8(name)).toStdString();
    }
    /// Where the operations are in the trace of the times, and how surely.
    [[nodiscard]] std::vector<std::pair<Visit, std::uint32_t>> operations() const
    {
        const auto answer = server::query::execute(
            *times,
            query::TableRequest{
                .scope = {.window = times->range},
                .asked = table::Value::of(query::ValuesOperationsQuestion{.first = 100'000})});
        std::vector<std::pair<Visit, std::uint32_t>> found;
        if (!answer.isOk()) {
            return found;
        }
        const auto& table = std::get<query::Table>(answer.value());
        for (const auto& row : table.answer.as<query::ValuesOperations>()->rows) {
            const Region* const region = times->definitions.find(row.region);
            found.push_back(
                {{region == nullptr ? "" : region->name,
                  row.begin,
                  row.begin + row.duration,
                  static_cast<int>(row.location.value())},
                 row.quality});
        }
        return found;
    }

    QTemporaryDir folder;
    std::shared_ptr<TraceStore> values;
    std::shared_ptr<TraceStore> times;
    bool isWritten;
};

std::string wordsOf(const JoinCounts& counts)
{
    return std::to_string(counts.exact) + " exact, " + std::to_string(counts.shifted) + " shifted, "
           + std::to_string(counts.byFunction) + " by function, " + std::to_string(counts.unmatched)
           + " unmatched";
}

}  // namespace

class TestValueJoin : public QObject {
    Q_OBJECT

private slots:
    void equalRunsAreExact();
    void mergedOperationsLastFromFirstToLast();
    void anotherCallShiftsWhatFollows();
    void anotherOrderIsByFunction();
    void threadsArePairedByPlace();
    void functionsThatAreMissingAreNowhere();
    void theCopyIsSound();
    void itIsJoinedAgain();
    void ownValuesStay();
    void whatCannotBeJoinedIsSaid();
};

void TestValueJoin::equalRunsAreExact()
{
    const std::vector<std::string> calls{"a", "b", "a", "c", "b"};
    const Visits expected = visitsOf(calls, 7);
    const Bench bench({visitsOf(calls, 100)}, {expected});
    QVERIFY(bench.isWritten);
    const auto joined = joinValues(*bench.values, *bench.times);
    QVERIFY(joined.isOk());
    QCOMPARE(
        wordsOf(joined.value().counts),
        std::string("5 exact, 0 shifted, 0 by function, 0 unmatched"));
    const auto found = bench.operations();
    QCOMPARE(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        QVERIFY(found[i].first == expected[i]);
        QCOMPARE(found[i].second, 3U);
    }
}

void TestValueJoin::mergedOperationsLastFromFirstToLast()
{
    const Bench bench(
        {visitsOf({"a", "b", "b", "a"}, 100)}, {visitsOf({"a", "b", "b", "a"}, 10)}, true);
    const auto joined = joinValues(*bench.values, *bench.times);
    QVERIFY(joined.isOk());
    const auto found = bench.operations();
    QCOMPARE(found.size(), std::size_t{3});
    QVERIFY((found[1].first == Visit{"b", 20, 39, 3}));
}

void TestValueJoin::anotherCallShiftsWhatFollows()
{
    const Bench bench({visitsOf({"a", "b", "c"}, 100)}, {visitsOf({"a", "c", "b", "c"}, 10)});
    const auto joined = joinValues(*bench.values, *bench.times);
    QVERIFY(joined.isOk());
    QCOMPARE(
        wordsOf(joined.value().counts),
        std::string("1 exact, 2 shifted, 0 by function, 0 unmatched"));
    const auto found = bench.operations();
    QCOMPARE(found.size(), std::size_t{3});
    QVERIFY((found[1].first == Visit{"b", 30, 39, 3}));
    QVERIFY((found[2].first == Visit{"c", 40, 49, 3}));
    QCOMPARE(found[0].second, 3U);
    QCOMPARE(found[2].second, 2U);
}

void TestValueJoin::anotherOrderIsByFunction()
{
    const Bench bench({visitsOf({"a", "b"}, 100)}, {visitsOf({"b", "a"}, 10)});
    const auto joined = joinValues(*bench.values, *bench.times);
    QVERIFY(joined.isOk());
    QCOMPARE(
        wordsOf(joined.value().counts),
        std::string("0 exact, 1 shifted, 1 by function, 0 unmatched"));
    // Each is on a visit of its own function all the same.
    const auto found = bench.operations();
    QCOMPARE(found.size(), std::size_t{2});
    QVERIFY((found[0].first == Visit{"b", 10, 19, 3}));
    QVERIFY((found[1].first == Visit{"a", 20, 29, 3}));
}

void TestValueJoin::threadsArePairedByPlace()
{
    const Bench bench(
        {visitsOf({"a"}, 100, 3), visitsOf({"a", "a"}, 100, 4)},
        {visitsOf({"a"}, 10, 3), visitsOf({"a", "a"}, 20, 4)});
    const auto joined = joinValues(*bench.values, *bench.times);
    QVERIFY(joined.isOk());
    QCOMPARE(joined.value().counts.exact, std::uint64_t{3});
    const auto found = bench.operations();
    QCOMPARE(found.size(), std::size_t{3});
    QVERIFY((found[0].first == Visit{"a", 10, 19, 3}));
    QVERIFY((found[2].first == Visit{"a", 40, 59, 4}));
}

void TestValueJoin::functionsThatAreMissingAreNowhere()
{
    const Bench bench({visitsOf({"a", "b"}, 100)}, {visitsOf({"x", "b"}, 10)});
    const auto joined = joinValues(*bench.values, *bench.times);
    QVERIFY(joined.isOk());
    // What only one run has is not compared: "b" is at the same place of what is.
    QCOMPARE(
        wordsOf(joined.value().counts),
        std::string("1 exact, 0 shifted, 0 by function, 1 unmatched"));
    QCOMPARE(bench.operations().size(), std::size_t{1});
}

void TestValueJoin::theCopyIsSound()
{
    std::mt19937 random(5);
    std::vector<std::string> calls(3000);
    std::ranges::generate(
        calls, [&random] { return std::string(1, static_cast<char>('a' + random() % 9)); });
    std::vector<std::string> others = calls;
    others.erase(others.begin() + 1000);
    const Bench bench({visitsOf(calls, 20)}, {visitsOf(others, 10)});
    const auto joined = joinValues(*bench.values, *bench.times);
    QVERIFY(joined.isOk());
    QCOMPARE(joined.value().counts.joined(), std::uint64_t{3000});
    QVERIFY(joined.value().counts.exact >= 1000);
    const auto file = SideCar::open(joined.value().files.front());
    QVERIFY(file.isOk());
    QVERIFY(file.value()->isFinished());
    QVERIFY(verify(*file.value()).empty());
    QVERIFY(file.value()->head().runId == kTimeRun);
    const auto before = SideCar::open(bench.pathOf("values.vps"));
    QVERIFY(before.isOk());
    const auto contents = [](const SideCar& of) {
        std::vector<OperationRecord> records;
        of.records<OperationRecord>().forEach(
            [&records](const OperationRecord& record, std::uint64_t /*index*/) {
                records.push_back(record);
            });
        return records;
    };
    QVERIFY(contents(*file.value()) == contents(*before.value()));
    for (StringId id = 1; before.value()->hasString(id); ++id) {
        QVERIFY(file.value()->string(id) == before.value()->string(id));
    }
    const auto answer = server::query::execute(
        *bench.times,
        query::TableRequest{
            .scope = {.window = bench.times->range},
            .asked = table::Value::of(query::ValuesPatternsQuestion{})});
    QVERIFY(answer.isOk());
    const auto* patterns =
        std::get<query::Table>(answer.value()).answer.as<query::ValuesPatterns>();
    QCOMPARE(patterns->valuesOf, bench.pathOf("values.otf2"));
}

void TestValueJoin::itIsJoinedAgain()
{
    const Bench bench({visitsOf({"a", "b"}, 100)}, {visitsOf({"a", "b"}, 10)});
    QVERIFY(joinValues(*bench.values, *bench.times).isOk());
    const auto again = joinValues(*bench.values, *bench.times);
    QVERIFY(again.isOk());
    QCOMPARE(again.value().counts.exact, std::uint64_t{2});
    QCOMPARE(bench.operations().size(), std::size_t{2});
    // What another number of ranks left there goes with the next join.
    std::filesystem::copy_file(bench.pathOf("times.vps"), bench.pathOf("times.0.vps"));
    std::filesystem::rename(bench.pathOf("times.vps"), bench.pathOf("times.1.vps"));
    const auto one = joinValues(*bench.values, *bench.times);
    QVERIFY(one.isOk());
    QVERIFY(one.value().files == std::vector<std::filesystem::path>{bench.pathOf("times.vps")});
    QVERIFY(!std::filesystem::exists(bench.pathOf("times.0.vps")));
    QVERIFY(!std::filesystem::exists(bench.pathOf("times.1.vps")));
    QCOMPARE(bench.operations().size(), std::size_t{2});
    // A copy is no run of its own whose values could be joined to the first.
    const auto back = joinValues(*bench.times, *bench.values);
    QVERIFY(!back.isOk());
    QCOMPARE(back.error().kind, ErrorKind::InvalidArgument);
}

void TestValueJoin::ownValuesStay()
{
    const Bench bench({visitsOf({"a"}, 100)}, {visitsOf({"a"}, 10)});
    QVERIFY(writeValues(bench.pathOf("times.vps"), {visitsOf({"a"}, 10)}, false));
    // They say another run id than the trace: not even then are they replaced.
    const auto joined = joinValues(*bench.values, *bench.times);
    QVERIFY(!joined.isOk());
    QVERIFY(SideCar::open(bench.pathOf("times.vps")).isOk());
}

void TestValueJoin::whatCannotBeJoinedIsSaid()
{
    const Bench bench({visitsOf({"a"}, 100)}, {visitsOf({"x"}, 10)});
    const auto nothing = joinValues(*bench.values, *bench.times);
    QVERIFY(!nothing.isOk());
    QVERIFY(nothing.error().message.find("nothing can be joined") != std::string::npos);
    const auto same = joinValues(*bench.values, *bench.values);
    QVERIFY(!same.isOk());
    QVERIFY(same.error().message.find("nothing to join") != std::string::npos);
    const auto none = joinValues(*bench.times, *bench.values);
    QVERIFY(!none.isOk());
    QCOMPARE(none.error().kind, ErrorKind::NotFound);
}

VELLUM_TEST_GUILESS(TestValueJoin)
#include "test_value_join.moc"
