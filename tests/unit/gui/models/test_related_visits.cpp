// What belongs to the selected visit without a record that joins the two.

#include "gui/models/flow_model.h"
#include "tests/support/fake_data_source.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"
#include "tests/unit/gui/models/flow_of.h"

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::models::Flow;
using gui::models::FlowModel;
using gui::models::SelectedVisit;
using tests::FakeDataSource;
using tests::flow;

namespace {

/// One thread launches on two streams inside of two ranges and waits for both; a second process does the like.
constexpr const char* kWaits = R"(
length 2000
group 0 "python 1"
group 1 "GPU 1" type accelerator
group 2 "python 2"
group 3 "GPU 2" type accelerator
location 0 "thread" group 0
location 1 "stream 7" group 1 type stream
location 2 "stream 8" group 1 type stream
location 3 "other thread" group 2
location 4 "other stream" group 3 type stream
region 0 step paradigm 66
region 1 forward paradigm 66
region 2 launch paradigm 5
region 3 kernel paradigm 5 role 40
region 4 cudaStreamSynchronize paradigm 5
enter 0 @0 step
enter 0 @50 forward
enter 0 @100 launch
event 0 @100 DeviceLaunch 1
leave 0 @110 launch
enter 0 @120 launch
event 0 @120 DeviceLaunch 2
leave 0 @130 launch
leave 0 @200 forward
enter 0 @300 cudaStreamSynchronize
leave 0 @900 cudaStreamSynchronize
leave 0 @1000 step
enter 1 @150 kernel
event 1 @150 DeviceSet 1 0 0
leave 1 @800 kernel
enter 2 @150 kernel
event 2 @150 DeviceSet 2 0 0
leave 2 @500 kernel
enter 3 @140 launch
event 3 @140 DeviceLaunch 3
leave 3 @150 launch
enter 4 @200 kernel
event 4 @200 DeviceSet 3 0 0
leave 4 @850 kernel
)";

/// Two copies, each waited for; the device's clock is 4 us ahead of the host's. A memset ended before the second copy
/// did, and another was launched during the wait by another thread. Ticks are nanoseconds.
constexpr const char* kClocksApart = R"(
length 900000
group 0 "python"
group 1 "GPU" type accelerator
location 0 "thread" group 0
location 1 "other thread" group 0
location 2 "stream 7" group 1 type stream
location 3 "stream 8" group 1 type stream
region 0 launch paradigm 5
region 1 Memset paradigm 5 role 40
region 2 Memcpy paradigm 5 role 40
region 3 cudaStreamSynchronize paradigm 5
enter 0 @1000 launch
event 0 @1000 DeviceLaunch 1
leave 0 @2000 launch
enter 0 @3000 cudaStreamSynchronize
leave 0 @100000 cudaStreamSynchronize
enter 0 @101000 launch
event 0 @101000 DeviceLaunch 2
leave 0 @102000 launch
enter 0 @102500 launch
event 0 @102500 DeviceLaunch 3
leave 0 @102600 launch
enter 0 @103000 cudaStreamSynchronize
leave 0 @300000 cudaStreamSynchronize
enter 1 @150000 launch
event 1 @150000 DeviceLaunch 4
leave 1 @151000 launch
enter 2 @50000 Memcpy
event 2 @50000 DeviceSet 1 0 0
leave 2 @104000 Memcpy
enter 2 @110000 Memset
event 2 @110000 DeviceSet 2 0 0
leave 2 @200000 Memset
enter 2 @300500 Memcpy
event 2 @300500 DeviceSet 3 0 0
leave 2 @304000 Memcpy
enter 3 @160000 Memset
event 3 @160000 DeviceSet 4 0 0
leave 3 @305000 Memset
)";

struct Bench {
    explicit Bench(std::string_view text) : store(tests::traceFromText(text)) {}

    void select(std::uint32_t location, const char* function, TickRange visit)
    {
        for (const Region& region : trace->definitions->regions) {
            if (region.name == function) {
                selection.selectVisit(
                    {.location = LocationRef(location), .region = region.ref, .visit = visit});
            }
        }
        QVERIFY(QTest::qWaitFor([this] { return !model.isBusy(); }, 20'000));
    }

    std::shared_ptr<const server::store::TraceStore> store;
    FakeDataSource source;
    std::shared_ptr<const gui::data::Trace> trace = source.add("a", store);
    gui::models::ViewHistory view{trace->info.range};
    gui::models::Selection selection;
    FlowModel model{source, *trace, view, selection};
};

std::string nccl(int location, Tick begin, Tick end)
{
    const std::string who = std::to_string(location);
    return "enter " + who + " @" + std::to_string(begin) + " ncclAllReduce\nleave " + who + " @"
           + std::to_string(end) + " ncclAllReduce\n";
}

constexpr const char* kThreeDevices = R"(
length 9000
group 0 "GPU 0" type accelerator
group 1 "GPU 1" type accelerator
group 2 "GPU 2" type accelerator
location 0 "stream" group 0 type stream
location 1 "stream" group 1 type stream
location 2 "stream" group 2 type stream
region 1 ncclAllReduce paradigm 4
)";

}  // namespace

class TestRelatedVisits : public QObject {
    Q_OBJECT

private slots:
    static void aWaitIsForWhatEndedLastOfItsProcess()
    {
        Bench bench(kWaits);
        bench.select(0, "cudaStreamSynchronize", {.begin = 300, .end = 900});
        QVERIFY(bench.model.here() == std::vector<Flow>{flow(1, 799, 0, 899, Flow::Kind::Wait)});
        QVERIFY(bench.model.away().empty());
    }

    static void workLeadsToTheCallThatWaitedForIt()
    {
        Bench bench(kWaits);
        bench.select(1, "kernel", {.begin = 150, .end = 800});
        QVERIFY(bench.model.away() == std::vector<Flow>{flow(1, 799, 0, 899, Flow::Kind::Wait)});
        // It ended in the wait too, but was not the last.
        bench.select(2, "kernel", {.begin = 150, .end = 500});
        QVERIFY(bench.model.away().empty());
        // In the same time, but of another process.
        bench.select(4, "kernel", {.begin = 200, .end = 850});
        QVERIFY(bench.model.away().empty());
    }

    static void whatEndsALittleAfterTheWaitIsWhatItWasFor()
    {
        Bench bench(kClocksApart);
        bench.select(0, "cudaStreamSynchronize", {.begin = 3'000, .end = 100'000});
        QVERIFY(
            bench.model.here() == std::vector<Flow>{flow(2, 103'999, 0, 99'999, Flow::Kind::Wait)});
        bench.select(0, "cudaStreamSynchronize", {.begin = 103'000, .end = 300'000});
        QVERIFY(
            bench.model.here()
            == std::vector<Flow>{flow(2, 303'999, 0, 299'999, Flow::Kind::Wait)});
        // And back, though the last began after the call came back.
        for (const TickRange copy :
             {TickRange{.begin = 50'000, .end = 104'000},
              TickRange{.begin = 300'500, .end = 304'000}}) {
            bench.select(2, "Memcpy", copy);
            QVERIFY(bench.model.related().waiting().has_value());
            QCOMPARE(bench.model.related().waiting()->visit.end, copy.end - 4'000);
        }
        // In the wait, but not the last, or launched only then.
        bench.select(2, "Memset", {.begin = 110'000, .end = 200'000});
        QVERIFY(!bench.model.related().waiting().has_value());
        bench.select(3, "Memset", {.begin = 160'000, .end = 305'000});
        QVERIFY(!bench.model.related().waiting().has_value());
    }

    static void theRangesAroundALaunchBelongToTheWork()
    {
        Bench bench(kWaits);
        bench.select(1, "kernel", {.begin = 150, .end = 800});
        std::vector<TickRange> ranges;
        for (const SelectedVisit& one : bench.model.related().annotations()) {
            QCOMPARE(one.location, LocationRef(0));
            ranges.push_back(one.visit);
        }
        const std::vector<TickRange> expected = {
            {.begin = 0, .end = 1000}, {.begin = 50, .end = 200}};
        QVERIFY(ranges == expected);
        bench.select(0, "launch", {.begin = 100, .end = 110});
        QVERIFY(bench.model.related().annotations().empty());
    }

    static void kernelsOfOneOperationAreFoundOnAllDevices()
    {
        // The first device did one more before the others began.
        Bench bench(
            kThreeDevices + nccl(0, 100, 200) + nccl(0, 300, 400) + nccl(1, 150, 200)
            + nccl(1, 330, 400) + nccl(2, 120, 200) + nccl(2, 310, 400));
        bench.select(1, "ncclAllReduce", {.begin = 330, .end = 400});
        std::vector<Tick> begins;
        for (const SelectedVisit& peer : bench.model.related().peers()) {
            begins.push_back(peer.visit.begin);
        }
        QVERIFY(begins == (std::vector<Tick>{300, 310, 330}));
        const std::vector<Flow> away = {
            flow(1, 330, 0, 399, Flow::Kind::Collective),
            flow(1, 330, 2, 399, Flow::Kind::Collective)};
        QVERIFY(bench.model.away() == away);
        bench.select(0, "ncclAllReduce", {.begin = 300, .end = 400});
        QVERIFY(
            bench.model.here() == std::vector<Flow>{flow(1, 330, 0, 399, Flow::Kind::Collective)});
    }

    static void anotherOfThatNameAtTheSameTimeIsNoPartOfIt()
    {
        Bench bench(kThreeDevices + nccl(0, 100, 500) + nccl(1, 100, 200) + nccl(1, 300, 400));
        bench.select(0, "ncclAllReduce", {.begin = 100, .end = 500});
        QCOMPARE(bench.model.related().peers().size(), std::size_t{2});
        bench.select(1, "ncclAllReduce", {.begin = 300, .end = 400});
        QVERIFY(bench.model.related().peers().empty());
    }

    /// Against the definition, on operations whose members come and go at random.
    static void randomOperationsAreThoseOfTheirNumber()
    {
        std::mt19937 dice(11);
        std::string text = kThreeDevices;
        std::vector<std::vector<TickRange>> visits(3);
        Tick now = 0;
        for (int operation = 0; operation < 12; ++operation) {
            const Tick end = now + 400;
            for (std::size_t device = 0; device < 3; ++device) {
                const TickRange visit{
                    .begin = now + static_cast<Tick>(dice() % 300),
                    .end = end - static_cast<Tick>(dice() % 90)};
                text += nccl(static_cast<int>(device), visit.begin, visit.end);
                visits[device].push_back(visit);
            }
            now = end;
        }
        Bench bench(text);
        for (std::size_t i = 0; i < 12; ++i) {
            bench.select(static_cast<std::uint32_t>(i % 3), "ncclAllReduce", visits[i % 3][i]);
            const auto& peers = bench.model.related().peers();
            QCOMPARE(peers.size(), std::size_t{3});
            for (const SelectedVisit& peer : peers) {
                QVERIFY(peer.visit == visits[static_cast<std::size_t>(peer.location.value())][i]);
            }
        }
    }

    static void aTraceWithoutLaunchesIsNotAskedForThem()
    {
        Bench bench("enter 0 @0 cudaStreamSynchronize\nleave 0 @100 cudaStreamSynchronize\n");
        bench.select(0, "cudaStreamSynchronize", {.begin = 0, .end = 100});
        QVERIFY(bench.source.of<query::LaunchesRequest>().empty());
        QVERIFY(bench.model.here().empty());
    }
};

VELLUM_TEST_GUILESS(TestRelatedVisits)
#include "test_related_visits.moc"
