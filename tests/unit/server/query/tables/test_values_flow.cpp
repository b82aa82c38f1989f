// The value-flow question over random side-cars, beside an answer that is computed slowly from the same records.
#include "common/query/values_flow.h"
#include "common/values/sidecar/writer.h"
#include "server/query/executor.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <QTemporaryDir>

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test across a few rooms
using namespace vellum::values::sidecar;  // NOLINT(google-build-using-namespace)
using query::FlowDirection;
using query::FlowEdgeType;
using query::FlowVertexKind;
using query::ValuesFlow;
using query::ValuesFlowEdge;
using query::ValuesFlowQuestion;
using query::ValuesFlowVertex;

namespace {

constexpr const char* kTrace = R"(
length 999
location 3 "one"
region 1 relax
region 2 init
)";

constexpr const char* kObjects[] = {"unknown memory", "cells", "cells", "grid"};
constexpr const char* kFunctions[] = {"", "relax", "init"};

/// What a test writes beside a trace. Objects 1 and 2 have one name; object o is allocated by vertex o.
struct Run {
    std::vector<VertexRecord> vertices;
    std::vector<EdgeRecord> edges;
    std::vector<LossRecord> losses;
};

Run randomRun(std::mt19937& random)
{
    Run run;
    for (std::uint32_t id = 1; id <= 3; ++id) {
        run.vertices.push_back(
            {.id = id,
             .kind = id == 3 ? VertexKind::HostMemory : VertexKind::Allocate,
             .invocations = 1,
             .bytes = 64});
    }
    const auto functions = static_cast<std::uint32_t>(1 + random() % 6);
    for (std::uint32_t i = 0; i < functions; ++i) {
        run.vertices.push_back(
            {.id = 10 + i,
             .kind = VertexKind::Visit,
             .callingContext = 1 + static_cast<std::uint32_t>(random() % 2),
             .function = static_cast<std::uint32_t>(random() % 3),
             .invocations = random() % 100,
             .bytes = random() % 1000});
    }
    const auto anyFunction = [&] { return 10 + static_cast<std::uint32_t>(random() % functions); };
    for (std::uint64_t object = 1; object <= 3; ++object) {
        std::uint32_t writer = static_cast<std::uint32_t>(object);
        for (std::uint64_t i = random() % 8; i > 0; --i) {
            EdgeRecord edge{.from = writer, .to = anyFunction(), .object = object};
            edge.type = random() % 2 == 0 ? EdgeType::Write : EdgeType::Read;
            edge.ops = static_cast<std::uint32_t>(1 + random() % 9);
            edge.bytes = random() % 1000;
            if (edge.type == EdgeType::Write) {
                edge.written = edge.bytes;
                edge.unchanged = random() % (edge.bytes + 1);
                writer = edge.to;
            }
            edge.undefined = random() % 5;
            run.edges.push_back(edge);
        }
    }
    if (random() % 3 == 0) {
        run.losses.push_back(
            {.kind = LossKind::OverBudget,
             .where = static_cast<std::uint32_t>(ChunkType::Edge),
             .count = 17});
    }
    return run;
}

void addNames(Writer& writer)
{
    writer.add(FunctionRecord{.id = 1, .name = writer.string("relax")});
    writer.add(FunctionRecord{.id = 2, .name = writer.string("init")});
    const StringId file = writer.string("/src/relax.c");
    writer.add(SiteRecord{.id = 1, .function = 2, .file = file, .line = 10, .unit = 8});
    writer.add(CallingContextRecord{.id = 1, .function = 2});
    writer.add(CallingContextRecord{.id = 2, .parent = 1, .site = 1, .function = 1, .depth = 1});
    const StringId cells = writer.string("cells");
    const StringId grid = writer.string("grid");
    for (std::uint64_t id = 1; id <= 3; ++id) {
        writer.add(ObjectRecord{
            .id = id,
            .size = 64,
            .callingContext = 1,
            .name = id == 3 ? grid : cells,
            .space = id == 3 ? ObjectSpace::Static : ObjectSpace::Heap});
    }
}

/// A trace with a side-car beside it.
struct Bench {
    explicit Bench(const Run& run)
    {
        const std::string place = folder.filePath("run").toStdString();
        Writer writer;
        isWritten = writer.create((place + ".vps").c_str(), {.clock = ClockId::Monotonic})
                    == WriterFault::None;
        addNames(writer);
        writer.add(std::span<const VertexRecord>(run.vertices));
        writer.add(std::span<const EdgeRecord>(run.edges));
        writer.add(std::span<const LossRecord>(run.losses));
        isWritten = isWritten && writer.finish(1000) == WriterFault::None;
        store = *tests::traceFromText(kTrace);
        store.path = place + ".otf2";
    }
    [[nodiscard]] Result<query::Answer> ask(const ValuesFlowQuestion& question) const
    {
        query::TableRequest request;
        request.scope.window = store.range;
        request.asked = table::Value::of(question);
        return server::query::execute(store, request);
    }
    [[nodiscard]] ValuesFlow answer(const ValuesFlowQuestion& question) const
    {
        const auto answer = ask(question);
        return answer.isOk() ? *std::get<query::Table>(answer.value()).answer.as<ValuesFlow>()
                             : ValuesFlow();
    }

    QTemporaryDir folder;
    bool isWritten = false;
    server::store::TraceStore store;
};

std::string slowName(const VertexRecord& vertex, const Run& run)
{
    if (vertex.kind == VertexKind::Visit) {
        return vertex.function == 0 ? "outside of functions" : kFunctions[vertex.function];
    }
    const bool isUsed = std::ranges::any_of(
        run.edges, [&](const EdgeRecord& edge) { return edge.object == vertex.id; });
    return isUsed ? kObjects[vertex.id] : "memory";
}

using SlowKey = std::tuple<std::uint32_t, std::uint32_t, EdgeType, std::string, std::uint64_t>;

/// By vertices, type, name and allocation.
std::map<SlowKey, ValuesFlowEdge> slowEdges(const Run& run)
{
    std::map<SlowKey, ValuesFlowEdge> edges;
    for (const EdgeRecord& record : run.edges) {
        const std::string name = kObjects[record.object];
        ValuesFlowEdge& edge = edges[{record.from, record.to, record.type, name, record.object}];
        edge.from = record.from;
        edge.to = record.to;
        edge.type = static_cast<FlowEdgeType>(record.type);
        edge.object = name;
        edge.bytes += record.bytes;
        edge.unchangedBytes += record.unchanged;
        edge.undefinedBytes += record.undefined;
        edge.times += record.ops;
        for (const VertexRecord& vertex : run.vertices) {
            edge.fromName = vertex.id == edge.from ? slowName(vertex, run) : edge.fromName;
            edge.toName = vertex.id == edge.to ? slowName(vertex, run) : edge.toName;
        }
    }
    return edges;
}

std::vector<ValuesFlowEdge> sorted(std::vector<ValuesFlowEdge> edges)
{
    std::ranges::sort(edges, {}, [](const ValuesFlowEdge& edge) {
        return std::tuple(
            edge.from,
            edge.to,
            edge.type,
            edge.object,
            edge.bytes,
            edge.unchangedBytes,
            edge.times);
    });
    return edges;
}

bool isSame(std::vector<ValuesFlowEdge> found, std::vector<ValuesFlowEdge> expected)
{
    return table::Value::of(ValuesFlow{.edges = sorted(std::move(found))})
           == table::Value::of(ValuesFlow{.edges = sorted(std::move(expected))});
}

/// Vertices that can be reached along edges (or against them), by trying all edges again and again.
std::set<std::uint32_t> slowReach(
    const std::vector<ValuesFlowEdge>& edges, std::set<std::uint32_t> reached, bool isForward)
{
    for (std::size_t before = 0; before != reached.size();) {
        before = reached.size();
        for (const ValuesFlowEdge& edge : edges) {
            if (reached.contains(isForward ? edge.from : edge.to)) {
                reached.insert(isForward ? edge.to : edge.from);
            }
        }
    }
    return reached;
}

std::vector<ValuesFlowEdge> slowSlice(
    const std::vector<ValuesFlowEdge>& edges,
    const std::set<std::uint32_t>& starts,
    FlowDirection direction)
{
    const auto back = slowReach(edges, starts, false);
    const auto forth = slowReach(edges, starts, true);
    std::vector<ValuesFlowEdge> slice;
    for (const ValuesFlowEdge& edge : edges) {
        if ((direction != FlowDirection::Forward && back.contains(edge.to))
            || (direction != FlowDirection::Backward && forth.contains(edge.from))) {
            slice.push_back(edge);
        }
    }
    return slice;
}

std::set<std::uint32_t> idsCalled(const ValuesFlow& whole, const std::string& name)
{
    std::set<std::uint32_t> ids;
    for (const ValuesFlowVertex& vertex : whole.vertices) {
        if (vertex.name == name) {
            ids.insert(vertex.id);
        }
    }
    return ids;
}

/// Ids of what is left out of \p part though it is important, or is in it without being of the whole.
std::string faultOf(const ValuesFlow& part, const ValuesFlow& whole, double share)
{
    double all = 0;
    for (const ValuesFlowEdge& edge : whole.edges) {
        all += static_cast<double>(edge.bytes);
    }
    const auto has = [](const ValuesFlow& flow, const ValuesFlowEdge& edge) {
        return std::ranges::any_of(flow.edges, [&](const ValuesFlowEdge& other) {
            return table::Value::of(other) == table::Value::of(edge);
        });
    };
    for (const ValuesFlowEdge& edge : whole.edges) {
        const auto bytes = static_cast<double>(edge.bytes);
        const bool isImportant =
            (bytes > 0 && bytes >= share * all) || unchangedShare(edge) >= 0.99;
        if (isImportant && !has(part, edge)) {
            return "an important edge is missing";
        }
    }
    return std::ranges::all_of(part.edges, [&](const auto& edge) { return has(whole, edge); })
               ? ""
               : "an edge that is none of the graph";
}

}  // namespace

class TestValuesFlow : public QObject {
    Q_OBJECT

private slots:
    void theGraphIsThatOfTheRecords();
    void verticesHaveNamesAndSums();
    void slicesAreWhatCanBeReached();
    void importantEdgesAreKept();
    void edgesToNowhereAreCounted();
    void whatIsAskedWronglyIsSaid();
};

void TestValuesFlow::theGraphIsThatOfTheRecords()
{
    std::mt19937 random(11);
    std::size_t edges = 0;
    for (int round = 0; round < 150; ++round) {
        const Run run = randomRun(random);
        const Bench bench(run);
        QVERIFY(bench.isWritten);
        const ValuesFlow answer = bench.answer({});
        std::vector<ValuesFlowEdge> slow;
        for (const auto& [key, edge] : slowEdges(run)) {
            slow.push_back(edge);
        }
        QVERIFY(isSame(answer.edges, slow));
        QCOMPARE(answer.allEdges, std::uint64_t{slow.size()});
        QCOMPARE(answer.vertices.size(), run.vertices.size());
        QCOMPARE(answer.lost, run.losses.empty() ? std::uint64_t{0} : std::uint64_t{17});
        QVERIFY(std::ranges::is_sorted(answer.edges, std::greater(), &ValuesFlowEdge::bytes));
        edges += slow.size();
    }
    QVERIFY(edges > 500);
}

void TestValuesFlow::verticesHaveNamesAndSums()
{
    std::mt19937 random(12);
    for (int round = 0; round < 50; ++round) {
        const Run run = randomRun(random);
        const Bench bench(run);
        const ValuesFlow answer = bench.answer({});
        QCOMPARE(answer.vertices.size(), run.vertices.size());
        for (std::size_t i = 0; i < run.vertices.size(); ++i) {
            const VertexRecord& record = run.vertices[i];  // they ascend by id
            const ValuesFlowVertex& row = answer.vertices[i];
            QCOMPARE(row.id, record.id);
            QCOMPARE(row.name, slowName(record, run));
            QCOMPARE(row.invocations, record.invocations);
            QCOMPARE(row.bytes, record.bytes);
            const bool isVisit = record.kind == VertexKind::Visit;
            QCOMPARE(row.region.isDefined(), isVisit && record.function != 0);
            if (isVisit) {
                QCOMPARE(
                    row.where,
                    std::string(record.callingContext == 2 ? "called from init (relax.c:10)" : ""));
            }
            std::uint64_t written = 0;
            std::uint64_t unchanged = 0;
            for (const EdgeRecord& edge : run.edges) {
                written += edge.to == record.id ? edge.written : 0;
                unchanged += edge.to == record.id ? edge.unchanged : 0;
            }
            QCOMPARE(row.writtenBytes, written);
            QCOMPARE(row.unchangedBytes, unchanged);
        }
    }
}

void TestValuesFlow::slicesAreWhatCanBeReached()
{
    std::mt19937 random(13);
    std::size_t smaller = 0;
    for (int round = 0; round < 100; ++round) {
        const Run run = randomRun(random);
        const Bench bench(run);
        const ValuesFlow whole = bench.answer({});
        for (const auto direction :
             {FlowDirection::Both, FlowDirection::Backward, FlowDirection::Forward}) {
            const ValuesFlowVertex& start = whole.vertices[random() % whole.vertices.size()];
            const bool isByName = random() % 2 == 0;
            const std::string asked = isByName ? start.name : std::to_string(start.id);
            const ValuesFlow slice = bench.answer({.slice = asked, .direction = direction});
            const auto starts = isByName ? idsCalled(whole, asked) : std::set{start.id};
            QVERIFY(isSame(slice.edges, slowSlice(whole.edges, starts, direction)));
            QCOMPARE(slice.allEdges, whole.allEdges);
            smaller += slice.edges.size() < whole.edges.size() ? 1U : 0U;
        }
    }
    QVERIFY(smaller > 50);
}

void TestValuesFlow::importantEdgesAreKept()
{
    std::mt19937 random(14);
    std::size_t smaller = 0;
    for (int round = 0; round < 100; ++round) {
        const Bench bench(randomRun(random));
        const ValuesFlow whole = bench.answer({});
        const double share = static_cast<double>(1 + random() % 40) / 100;
        const ValuesFlow part = bench.answer({.edgeShare = share});
        const std::string fault = faultOf(part, whole, share);
        QVERIFY2(fault.empty(), fault.c_str());
        smaller += part.edges.size() < whole.edges.size() ? 1U : 0U;
    }
    QVERIFY(smaller > 20);
}

/// A side-car may say anything.
void TestValuesFlow::edgesToNowhereAreCounted()
{
    constexpr std::uint64_t kMost = ~std::uint64_t{0};
    Run run;
    run.vertices.push_back({.id = 7, .kind = static_cast<VertexKind>(999), .invocations = kMost});
    run.vertices.push_back({.id = 7, .kind = VertexKind::Kernel, .invocations = 3});
    run.edges.push_back({.from = 7, .to = 8, .object = 1, .type = EdgeType::Write});
    run.edges.push_back({.from = 7, .to = 7, .object = 99, .type = static_cast<EdgeType>(77)});
    for (int i = 0; i < 2; ++i) {
        run.edges.push_back(
            {.from = 7,
             .to = 7,
             .object = 99,
             .type = EdgeType::Write,
             .bytes = kMost,
             .written = 5,
             .unchanged = kMost});
    }
    const Bench bench(run);
    const ValuesFlow answer = bench.answer({.edgeShare = 0.5, .vertexShare = 0.5});
    QCOMPARE(answer.lost, std::uint64_t{2});
    QCOMPARE(answer.vertices.size(), std::size_t{1});
    QCOMPARE(answer.vertices[0].invocations, std::uint64_t{3});
    QCOMPARE(answer.vertices[0].kind, FlowVertexKind::Kernel);
    QCOMPARE(answer.edges.size(), std::size_t{1});
    QCOMPARE(answer.edges[0].bytes, kMost);
    QCOMPARE(answer.edges[0].unchangedBytes, std::uint64_t{10});
    QCOMPARE(answer.edges[0].object, std::string("object 99"));
}

void TestValuesFlow::whatIsAskedWronglyIsSaid()
{
    const Bench bench({});
    QVERIFY(bench.answer({}).vertices.empty());
    const auto nobody = bench.ask({.slice = "nobody"});
    QVERIFY(!nobody.isOk());
    QCOMPARE(nobody.error().kind, ErrorKind::NotFound);
    QVERIFY(nobody.error().message.find("'nobody'") != std::string::npos);
    for (const double share : {-0.5, 1.5, std::numeric_limits<double>::quiet_NaN()}) {
        const auto wrong = bench.ask({.edgeShare = share});
        QVERIFY(!wrong.isOk());
        QCOMPARE(wrong.error().kind, ErrorKind::InvalidArgument);
    }
}

VELLUM_TEST_GUILESS(TestValuesFlow)
#include "test_values_flow.moc"
