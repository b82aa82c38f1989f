// Counters, asynchronous slices, flows and instants of JSON traces: what is on no thread's stack.

#include "tests/support/program/test_program.h"
#include "tests/unit/server/reader/json/opened_text.h"

using namespace vellum;          // NOLINT(google-build-using-namespace): a test
using namespace vellum::server;  // NOLINT(google-build-using-namespace)
using namespace vellum::tests;   // NOLINT(google-build-using-namespace)

class TestTraceTracks : public QObject {
    Q_OBJECT

    [[nodiscard]] Result<std::unique_ptr<reader::EventSource>> open(const std::string& text) const
    {
        return m_text.open(text);
    }
    OpenedText m_text;

private slots:
    void countersAreMetrics();
    void allocationsAreCounters();
    void olderAllocationsAreASum();
    void countersWithIdsAreSeveral();
    void asynchronousSlicesOfGlobalIdsCrossProcesses();
    void slicesMayBePointsOfFlows();
    void instantsSayWhatTheyAreAbout();
    void asynchronousSlices();
    void rangesOfTheProfilerAreCounters();
};

void TestTraceTracks::countersAreMetrics()
{
    const auto source = open(R"([{"ph":"C","name":"Queue","pid":0,"ts":5,"args":{"a":1.5,"b":NaN}},
        {"args":{"a":2},"ph":"C","name":"Queue","pid":0,"ts":6}])");
    QVERIFY(source.isOk());
    const Definitions& definitions = source.value()->head().definitions;
    QCOMPARE(int(definitions.locations[0].type), int(LocationType::Metric));
    QCOMPARE(definitions.metricMembers.size(), 1U);
    QCOMPARE(definitions.metricMembers[0].name, std::string("Queue · a"));
    QCOMPARE(
        records(*source.value(), 0),
        "Metric@0 0 10 " + std::to_string(std::bit_cast<std::int64_t>(1.5)) + "; Metric@1000 0 10 "
            + std::to_string(std::bit_cast<std::int64_t>(2.0)) + "; ");
}

/// "NAME=VALUE@TICK" of all samples of a location.
std::string samples(const reader::EventSource& source, std::uint32_t location)
{
    std::string text;
    const Definitions& definitions = source.head().definitions;
    const std::vector<LocationIndex> own = {LocationIndex(location)};
    source.makeReader(own).value()->read(own.front(), [&](const reader::EventBatch& batch) {
        for (std::size_t i = 0; i < batch.size(); ++i) {
            const auto words = batch.payloadOf(i);
            text += definitions.metricMembers[words[0]].name + "="
                    + std::to_string(static_cast<std::int64_t>(std::bit_cast<double>(words[2])))
                    + "@" + std::to_string(batch.tick[i]) + "; ";
        }
        return true;
    });
    return text;
}

void TestTraceTracks::allocationsAreCounters()
{
    const auto source = open(R"json([
        {"ph":"i","name":"[memory]","s":"t","pid":9,"tid":9,"ts":2,"args":{"Device Type":1,"Device Id":3,"Addr":1,"Bytes":8,"Total Allocated":24,"Total Reserved":64}},
        {"ph":"i","name":"[memory]","s":"t","pid":9,"tid":9,"ts":1,"args":{"Device Type":0,"Device Id":-1,"Addr":2,"Bytes":5,"Total Allocated":5,"Total Reserved":0}}
    ])json");
    QVERIFY(source.isOk());
    const Definitions& definitions = source.value()->head().definitions;
    QCOMPARE(definitions.pathOf(definitions.locations[1]), std::string("machine/process 9/memory"));
    QVERIFY(definitions.locations[1].type == LocationType::Metric);
    QCOMPARE(
        samples(*source.value(), 1),
        std::string("memory allocated · CPU=5@0; memory reserved · CPU=0@0; "
                    "memory allocated · GPU 3=24@1000; memory reserved · GPU 3=64@1000; "));
    QCOMPARE(definitions.metricMembers[0].unit, std::string("B"));
}

void TestTraceTracks::olderAllocationsAreASum()
{
    const auto source = open(R"json([
        {"ph":"i","name":"[memory]","s":"t","pid":9,"tid":9,"ts":3,"args":{"Device Type":0,"Device Id":-1,"Bytes":-4}},
        {"ph":"i","name":"[memory]","s":"t","pid":9,"tid":9,"ts":1,"args":{"Device Type":0,"Device Id":-1,"Bytes":4}},
        {"ph":"i","name":"[memory]","s":"t","pid":9,"tid":9,"ts":2,"args":{"Device Type":0,"Device Id":-1,"Bytes":6}}
    ])json");
    QCOMPARE(
        samples(*source.value(), 1),
        std::string("memory allocated since the trace began · CPU=4@0; "
                    "memory allocated since the trace began · CPU=10@1000; "
                    "memory allocated since the trace began · CPU=6@2000; "));
}

void TestTraceTracks::countersWithIdsAreSeveral()
{
    const auto source = open(R"json([
        {"ph":"C","name":"cid","id":1,"pid":9,"ts":1,"args":{"v":10}},
        {"ph":"C","name":"cid","id":2,"pid":9,"ts":2,"args":{"v":20,"w":"high"}}
    ])json");
    QCOMPARE(source.value()->head().definitions.locations.size(), 2U);
    QCOMPARE(samples(*source.value(), 0), std::string("cid [1] · v=10@0; "));
    QCOMPARE(samples(*source.value(), 1), std::string("cid [2] · v=20@1000; "));
    QCOMPARE(reportOf(*source.value()), std::string("json-events 2; counter-without-number 1; "));
}

void TestTraceTracks::asynchronousSlicesOfGlobalIdsCrossProcesses()
{
    const auto source = open(R"json([
        {"ph":"b","cat":"a","name":"both","id2":{"global":"0x1"},"pid":1,"tid":1,"ts":1},
        {"ph":"e","cat":"a","name":"both","id2":{"global":"0x1"},"pid":2,"tid":1,"ts":5},
        {"ph":"b","cat":"a","name":"scoped","id":7,"scope":"s","pid":1,"tid":1,"ts":6},
        {"ph":"e","cat":"a","name":"scoped","id":7,"scope":"s","pid":2,"tid":1,"ts":7},
        {"ph":"b","cat":"a","name":"own","id":7,"pid":1,"tid":1,"ts":8},
        {"ph":"e","cat":"a","name":"own","id":7,"pid":2,"tid":1,"ts":9}
    ])json");
    QCOMPARE(
        records(*source.value(), 0),
        std::string("Enter@0 both; Leave@4000 both; Enter@5000 scoped; Leave@6000 scoped; "
                    "Enter@7000 own; Leave@8000 own; "));
    const std::string report = reportOf(*source.value());
    QVERIFY2(report.find("unmatched-leave 1; open-visit 1;") != std::string::npos, report.c_str());
}

void TestTraceTracks::slicesMayBePointsOfFlows()
{
    const auto source = open(R"json([
        {"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1,"bind_id":"5","flow_out":true},
        {"ph":"X","name":"b","pid":1,"tid":1,"ts":3,"dur":1,"bind_id":"5","flow_in":true,"flow_out":true},
        {"ph":"X","name":"c","pid":1,"tid":1,"ts":5,"dur":1,"bind_id":"5","flow_in":true},
        {"ph":"X","name":"d","pid":1,"tid":1,"ts":7,"dur":1,"bind_id":"6"}
    ])json");
    const std::string all = records(*source.value(), 0);
    QVERIFY2(all.starts_with("Enter@0 a; FlowBegin@0 5 "), all.c_str());
    QVERIFY2(all.find("Enter@2000 b; FlowStep@2000 5 ") != std::string::npos, all.c_str());
    QVERIFY2(all.find("Enter@4000 c; FlowEnd@4000 5 ") != std::string::npos, all.c_str());
    QVERIFY2(all.ends_with("Enter@6000 d; Leave@7000 d; "), all.c_str());
}

void TestTraceTracks::instantsSayWhatTheyAreAbout()
{
    const auto source = open(R"json([
        {"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":9},
        {"ph":"i","name":"thread","pid":1,"tid":1,"ts":2,"s":"t"},
        {"ph":"i","name":"process","pid":1,"tid":1,"ts":3,"s":"p"},
        {"ph":"I","name":"global","pid":1,"tid":1,"ts":4,"s":"g"},
        {"ph":"i","name":"unsaid","pid":1,"tid":1,"ts":5}
    ])json");
    std::vector<std::vector<std::uint64_t>> words;
    const std::vector<LocationIndex> own = {LocationIndex(0)};
    source.value()->makeReader(own).value()->read(own.front(), [&](const auto& batch) {
        for (std::size_t i = 0; i < batch.size(); ++i) {
            if (batch.kind[i] == event_kind::kInstant) {
                const auto payload = batch.payloadOf(i);
                words.emplace_back(payload.begin() + 1, payload.end());
            }
        }
        return true;
    });
    const std::vector<std::vector<std::uint64_t>> expected = {{}, {1}, {2}, {}};
    QVERIFY(words == expected);
}

void TestTraceTracks::asynchronousSlices()
{
    const auto source = open(R"([{"ph":"b","cat":"c","id":1,"name":"x","pid":1,"tid":1,"ts":0},
        {"ph":"b","cat":"c","id":2,"name":"x","pid":1,"tid":1,"ts":2},
        {"ph":"e","cat":"c","id":1,"name":"x","pid":1,"tid":1,"ts":4},
        {"ph":"n","cat":"c","id":1,"name":"x","pid":1,"tid":1,"ts":3},
        {"ph":"e","cat":"c","id":3,"name":"x","pid":1,"tid":1,"ts":5}])");
    QVERIFY(source.isOk());
    const Definitions& definitions = source.value()->head().definitions;
    QCOMPARE(definitions.locations.size(), 2U);
    QCOMPARE(definitions.locations[0].name, std::string("async c"));
    QCOMPARE(definitions.locations[1].name, std::string("async c (lane 2)"));
    QCOMPARE(records(*source.value(), 0), std::string("Enter@0 x; Instant@3000 x; Leave@4000 x; "));
    QCOMPARE(records(*source.value(), 1), std::string("Enter@2000 x; Leave@5000 x; "));
    QVERIFY(
        reportOf(*source.value()).find("unmatched-leave 1; open-visit 1; ") != std::string::npos);
    // Pairs are those of the times, not of the file; an end without a name ends the innermost.
    const auto moved = open(R"([{"ph":"b","cat":"c","id":1,"name":"x","pid":1,"tid":1,"ts":1},
        {"ph":"b","cat":"c","id":1,"name":"x","pid":1,"tid":1,"ts":5},
        {"ph":"e","cat":"c","id":1,"name":"x","pid":1,"tid":1,"ts":2},
        {"ph":"e","cat":"c","id":1,"pid":1,"tid":1,"ts":7}])");
    QCOMPARE(
        records(*moved.value(), 0),
        std::string("Enter@0 x; Leave@1000 x; Enter@4000 x; Leave@6000 x; "));
    QCOMPARE(reportOf(*moved.value()), std::string("json-events 4; "));
}

void TestTraceTracks::rangesOfTheProfilerAreCounters()
{
    const auto source = open(R"([
        {"ph":"X","cat":"cuda_profiler_range","name":"k","pid":0,"tid":0,"ts":1,"dur":2,
         "args":{"smsp__inst_executed.sum":12.5,"kernel":"gemm"}}])");
    QVERIFY(source.isOk());
    const Definitions& definitions = source.value()->head().definitions;
    QCOMPARE(definitions.metricMembers.size(), std::size_t{1});
    QCOMPARE(definitions.metricMembers[0].name, std::string("smsp__inst_executed.sum"));
    QCOMPARE(reportOf(*source.value()), std::string("json-events 1; counter-without-number 1; "));
}

VELLUM_TEST_APPLESS(TestTraceTracks)
#include "test_trace_tracks.moc"
