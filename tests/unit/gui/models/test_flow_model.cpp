// What leads to the selected visit and away from it.

#include "gui/models/flow_model.h"
#include "server/query/executor.h"
#include "tests/support/fake_data_source.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"
#include "tests/unit/gui/models/flow_of.h"

#include <string_view>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::models::Flow;
using gui::models::FlowModel;
using tests::FakeDataSource;
using tests::flow;

namespace {

/// A flow from one thread over a second one to a third, and another of the same number.
constexpr const char* kFlows = R"(
length 1000
location 0 "a"
location 1 "b"
location 2 "c"
region 1 work
region 7 first
region 8 second
enter 0 @100 work
event 0 @110 FlowBegin 5 7
leave 0 @200 work
enter 1 @300 work
event 1 @300 FlowStep 5 7
leave 1 @400 work
enter 2 @500 work
event 2 @510 FlowEnd 5 7
leave 2 @600 work
enter 1 @700 work
event 1 @700 FlowBegin 5 8
leave 1 @750 work
enter 2 @800 work
event 2 @800 FlowEnd 5 8
leave 2 @900 work
)";

struct Bench {
    explicit Bench(std::string_view text) : Bench(tests::traceFromText(text)) {}
    explicit Bench(std::shared_ptr<const server::store::TraceStore> of) : store(std::move(of)) {}

    void select(std::uint32_t location, TickRange visit)
    {
        selection.selectVisit(
            {.location = LocationRef(location), .region = RegionRef(1), .visit = visit});
        QVERIFY(QTest::qWaitFor([this] { return !model.isBusy(); }, 20'000));
    }

    std::shared_ptr<const server::store::TraceStore> store;
    FakeDataSource source;
    std::shared_ptr<const gui::data::Trace> trace = source.add("a", store);
    gui::models::ViewHistory view{trace->info.range};
    gui::models::Selection selection;
    FlowModel model{source, *trace, view, selection};
};

}  // namespace

class TestFlowModel : public QObject {
    Q_OBJECT

private slots:
    static void aFlowLeadsFromPointToPoint()
    {
        Bench bench(kFlows);
        bench.select(0, {.begin = 100, .end = 200});
        QVERIFY(bench.model.here().empty());
        const std::vector<Flow> away = {flow(0, 110, 1, 300), flow(0, 110, 2, 500)};
        QVERIFY(bench.model.away() == away);
        bench.select(1, {.begin = 300, .end = 400});
        QVERIFY(bench.model.here() == std::vector<Flow>{flow(0, 100, 1, 300)});
        QVERIFY(bench.model.away() == std::vector<Flow>{flow(1, 300, 2, 500)});
        bench.select(2, {.begin = 500, .end = 600});
        QVERIFY(bench.model.here() == std::vector<Flow>{flow(1, 300, 2, 510)});
        QVERIFY(bench.model.away().empty());
    }

    static void theSameNumberInAnotherCategoryIsAnotherFlow()
    {
        Bench bench(kFlows);
        bench.select(2, {.begin = 800, .end = 900});
        QVERIFY(bench.model.here() == std::vector<Flow>{flow(1, 700, 2, 800)});
        bench.select(1, {.begin = 700, .end = 750});
        QVERIFY(bench.model.away() == std::vector<Flow>{flow(1, 700, 2, 800)});
    }

    /// Files that are one trace count their flows each for itself.
    static void theSameNumberInAnotherFileIsAnotherFlow()
    {
        Bench bench(R"(
length 1000
node 0 "rank 0"
node 1 "rank 1"
group 0 "python" node 0
group 1 "GPU" node 0
group 2 "python" node 1
location 0 "a" group 0
location 1 "b" group 1
location 2 "c" group 2
region 1 work
region 7 first
enter 0 @100 work
event 0 @110 FlowBegin 5 7
leave 0 @200 work
enter 1 @300 work
event 1 @300 FlowEnd 5 7
leave 1 @400 work
enter 2 @500 work
event 2 @510 FlowEnd 5 7
leave 2 @600 work
)");
        bench.select(0, {.begin = 100, .end = 200});
        QVERIFY(bench.model.away() == std::vector<Flow>{flow(0, 110, 1, 300)});
        bench.select(2, {.begin = 500, .end = 600});
        QVERIFY(bench.model.here().empty());
    }

    static void aTraceWithoutFlowsIsNotAskedForThem()
    {
        Bench bench("region 1 work\nenter 0 @0 work\nleave 0 @100 work\n");
        bench.select(0, {.begin = 0, .end = 100});
        QVERIFY(bench.source.of<query::EventsRequest>().empty());
        QVERIFY(bench.model.away().empty() && bench.model.here().empty());
    }

    /// A put goes to its target, a get comes from there; others' operations are not this visit's.
    static void aVisitLeadsToTheOtherEndOfWhatItPutsAndGets()
    {
        auto store = std::const_pointer_cast<server::store::TraceStore>(tests::traceFromText(R"(
length 1000
location 0 "a"
location 1 "b"
region 1 call
locations-group 0 0 1
comm 0 0
enter 0 @100 call
event 0 @120 RmaPut 0 1 64 5
event 0 @180 RmaOpCompleteBlocking 0 5
leave 0 @200 call
enter 0 @300 call
event 0 @320 RmaGet 0 1 64 6
leave 0 @400 call
)"));
        store->definitions.rmaWindows = {
            {.ref = RmaWinRef(0), .name = "window", .communicator = CommRef(0)}};
        store->definitions.buildLookups();
        Bench bench(store);
        bench.select(0, {.begin = 100, .end = 200});
        const auto transfer = [](std::uint32_t from, Tick leaves, std::uint32_t to, Tick arrives) {
            Flow one = flow(from, leaves, to, arrives, Flow::Kind::OneSided);
            one.communicator = CommRef(0);
            return one;
        };
        QVERIFY(bench.model.away() == std::vector<Flow>{transfer(0, 120, 1, 180)});
        QVERIFY(bench.model.here().empty());
        bench.select(0, {.begin = 300, .end = 400});
        QVERIFY(bench.model.here() == std::vector<Flow>{transfer(1, 320, 0, 320)});
        QVERIFY(bench.model.away().empty());
    }
};

VELLUM_TEST_GUILESS(TestFlowModel)
#include "test_flow_model.moc"
