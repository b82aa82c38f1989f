#include "common/values/flow_graph.h"
#include "tests/support/program/test_program.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <tuple>
#include <vector>

using namespace vellum::values;  // NOLINT(google-build-using-namespace): all of this is about it

namespace {

/// What the graph is told of, in the order in which it happened.
struct Event {
    enum class Kind : std::uint8_t { Allocate, Write, Read, Sink };

    Kind kind = Kind::Allocate;
    VertexId by = 0;
    std::uint64_t object = 0;
    std::uint64_t bytes = 0;
};

constexpr std::uint64_t kObjectBytes = 1000;
constexpr VertexId kVertices = 8;
constexpr VertexId kMemory = 7;

std::vector<Event> randomEvents(unsigned seed, std::size_t count)
{
    std::mt19937 random(seed);
    std::vector<Event> events;
    for (std::size_t i = 0; i < count; ++i) {
        const Event event = {
            .kind = static_cast<Event::Kind>(random() % 40 == 0 ? 0 : 1 + random() % 3),
            .by = static_cast<VertexId>(random() % kMemory),
            .object = random() % 3,
            .bytes = random() % 100};
        events.push_back(event);
    }
    return events;
}

FlowGraph graphOf(const std::vector<Event>& events)
{
    FlowGraph graph;
    for (VertexId i = 0; i < kVertices; ++i) {
        (void)graph.vertex(i == kMemory ? VertexKind::HostMemory : VertexKind::Kernel, i);
    }
    for (std::size_t op = 0; op < events.size(); ++op) {
        const Event& event = events[op];
        switch (event.kind) {
        case Event::Kind::Allocate:
            graph.allocate(event.object, kObjectBytes, event.by);
            break;
        case Event::Kind::Write:
            graph.write(
                op, event.by, event.object, {.written = event.bytes, .unchanged = event.bytes / 2});
            break;
        case Event::Kind::Read:
            graph.read(op, event.by, event.object, event.bytes);
            break;
        case Event::Kind::Sink:
            graph.sink(op, event.by, kMemory, event.object, event.bytes);
            break;
        }
        graph.invoke(event.by);
    }
    return graph;
}

using Key = std::tuple<VertexId, VertexId, VertexId, EdgeType>;

Key keyOf(const FlowEdge& edge)
{
    return {edge.from, edge.to, edge.allocation, edge.type};
}

/// Edges by their definition, the last writer being looked for in all that happened before.
std::map<Key, FlowEdge> slowEdges(const std::vector<Event>& events, std::uint64_t& lost)
{
    std::map<Key, FlowEdge> edges;
    for (std::size_t op = 0; op < events.size(); ++op) {
        const Event& event = events[op];
        std::optional<VertexId> writer;
        std::optional<VertexId> allocation;
        for (std::size_t i = op; i-- > 0 && !allocation.has_value();) {
            const bool isWrite = events[i].kind == Event::Kind::Write;
            const bool isAllocate = events[i].kind == Event::Kind::Allocate;
            if (events[i].object == event.object && (isWrite || isAllocate)) {
                writer = writer.value_or(events[i].by);
                allocation = isAllocate ? std::optional(events[i].by) : std::nullopt;
            }
        }
        if (event.kind == Event::Kind::Allocate) {
            continue;
        }
        if (!allocation.has_value()) {
            ++lost;
            continue;
        }
        const bool isSink = event.kind == Event::Kind::Sink;
        const EdgeType type = isSink                             ? EdgeType::Sink
                              : event.kind == Event::Kind::Write ? EdgeType::Write
                                                                 : EdgeType::Read;
        const VertexId from = isSink ? event.by : *writer;
        const VertexId to = isSink ? kMemory : event.by;
        FlowEdge& edge = edges[{from, to, *allocation, type}];
        if (edge.ops == 0) {
            edge = {.from = from, .to = to, .allocation = *allocation, .type = type, .firstOp = op};
        }
        ++edge.ops;
        edge.objectBytes += kObjectBytes;
        edge.bytes += event.bytes;
        edge.lastOp = op;
        if (type == EdgeType::Write) {
            edge.counts.written += event.bytes;
            edge.counts.unchanged += event.bytes / 2;
        }
    }
    return edges;
}

/// Vertices that can be reached, found by adding until nothing changes.
std::set<VertexId> reached(
    const FlowGraph& graph,
    const std::vector<std::size_t>& edges,
    VertexId start,
    std::optional<VertexId> allocation,
    bool isForward)
{
    std::set<VertexId> reached = {start};
    std::size_t before = 0;
    while (before != reached.size()) {
        before = reached.size();
        for (const std::size_t number : edges) {
            const FlowEdge& edge = graph.edges()[number];
            if (allocation.value_or(edge.allocation) == edge.allocation
                && reached.contains(isForward ? edge.from : edge.to)) {
                reached.insert(isForward ? edge.to : edge.from);
            }
        }
    }
    return reached;
}

std::vector<std::size_t> allEdges(const FlowGraph& graph)
{
    std::vector<std::size_t> edges;
    for (std::size_t i = 0; i < graph.edges().size(); ++i) {
        edges.push_back(i);
    }
    return edges;
}

}  // namespace

class TestFlowGraph : public QObject {
    Q_OBJECT

private slots:
    void followsAnArrayThatIsZeroedTwiceAndCopiedBack();
    void agreesWithTheLastWriterOfAllThatHappened();
    void slicesAreWhatCanBeReached();
    void importantPartsAreJoinedToAllocations();
    void keepsWhatIsLargeRedundantOrSlow();
    void losesAndSaysSo();
};

void TestFlowGraph::followsAnArrayThatIsZeroedTwiceAndCopiedBack()
{
    // G1, with the counts of C1
    FlowGraph graph;
    const VertexId alloc = *graph.vertex(VertexKind::Allocate, 1);
    const VertexId set = *graph.vertex(VertexKind::Set, 2);
    const VertexId kernel = *graph.vertex(VertexKind::Kernel, 3);
    const VertexId copy = *graph.vertex(VertexKind::Copy, 4);
    const VertexId host = *graph.vertex(VertexKind::HostMemory, 0);
    graph.allocate(9, 4000, alloc);
    graph.write(1, set, 9, {.written = 4000, .undefined = 4000});
    graph.write(2, kernel, 9, {.written = 4000, .unchanged = 4000});
    graph.read(3, copy, 9, 4000);
    graph.sink(3, copy, host, 9, 4000);
    graph.read(4, copy, 9, 4000);
    graph.sink(4, copy, host, 9, 4000);
    const std::vector<FlowEdge>& edges = graph.edges();
    QCOMPARE(edges.size(), 4U);
    QCOMPARE(keyOf(edges[0]), (Key{alloc, set, alloc, EdgeType::Write}));
    QCOMPARE(keyOf(edges[1]), (Key{set, kernel, alloc, EdgeType::Write}));
    QCOMPARE(keyOf(edges[2]), (Key{kernel, copy, alloc, EdgeType::Read}));
    QCOMPARE(keyOf(edges[3]), (Key{copy, host, alloc, EdgeType::Sink}));
    QCOMPARE(redundancyClassOf(edges[0].counts), RedundancyClass::Low);
    QCOMPARE(redundancyClassOf(edges[1].counts), RedundancyClass::Full);
    QCOMPARE(edges[3].ops, 2U);
    QCOMPARE(edges[3].bytes, 8000U);
    QCOMPARE(edges[3].firstOp, 3U);
    QCOMPARE(edges[3].lastOp, 4U);
    const FlowPart back = graph.slice(copy, SliceDirection::Backward);
    QCOMPARE(back.vertices, (std::vector<VertexId>{alloc, set, kernel, copy}));
    QCOMPARE(back.edges, (std::vector<std::size_t>{0, 1, 2}));
    const FlowPart ahead = graph.slice(kernel, SliceDirection::Forward);
    QCOMPARE(ahead.vertices, (std::vector<VertexId>{kernel, copy, host}));
    QCOMPARE(graph.slice(kernel, SliceDirection::Both).edges.size(), 4U);
    QCOMPARE(graph.slice(copy, SliceDirection::Backward, host).vertices, (std::vector{copy}));
}

void TestFlowGraph::agreesWithTheLastWriterOfAllThatHappened()
{
    for (unsigned seed = 0; seed < 10; ++seed) {
        const std::vector<Event> events = randomEvents(seed, 1000);
        const FlowGraph graph = graphOf(events);
        std::uint64_t lost = 0;
        std::map<Key, FlowEdge> expected = slowEdges(events, lost);
        QCOMPARE(graph.edges().size(), expected.size());
        for (const FlowEdge& edge : graph.edges()) {
            QCOMPARE(edge, expected[keyOf(edge)]);
        }
        QCOMPARE(graph.lost(), lost);
    }
}

void TestFlowGraph::slicesAreWhatCanBeReached()
{
    for (unsigned seed = 0; seed < 100; ++seed) {
        const FlowGraph graph = graphOf(randomEvents(seed, 5 + seed % 40));
        for (VertexId vertex = 0; vertex < kVertices; ++vertex) {
            const bool isForward = (seed + vertex) % 2 == 0;
            const std::optional<VertexId> allocation =
                seed % 3 == 0 ? std::optional<VertexId>(vertex % 3) : std::nullopt;
            const FlowPart slice = graph.slice(
                vertex, isForward ? SliceDirection::Forward : SliceDirection::Backward, allocation);
            const std::set<VertexId> expected =
                reached(graph, allEdges(graph), vertex, allocation, isForward);
            QCOMPARE(std::set(slice.vertices.begin(), slice.vertices.end()), expected);
            const auto isIn = [&](const FlowEdge& edge) {
                return allocation.value_or(edge.allocation) == edge.allocation
                       && expected.contains(isForward ? edge.from : edge.to);
            };
            QCOMPARE(
                static_cast<std::ptrdiff_t>(slice.edges.size()),
                std::ranges::count_if(graph.edges(), isIn));
        }
    }
}

void TestFlowGraph::importantPartsAreJoinedToAllocations()
{
    for (unsigned seed = 0; seed < 100; ++seed) {
        const FlowGraph graph = graphOf(randomEvents(seed, 100));
        const FlowPart part = graph.important(
            {}, {.edgeShare = 0.01 * (seed % 10), .vertexShare = 0.02 * (seed % 7)});
        std::uint64_t all = 0;
        for (const FlowEdge& edge : graph.edges()) {
            all += edge.bytes;
        }
        for (std::size_t i = 0; i < graph.edges().size(); ++i) {
            const FlowEdge& edge = graph.edges()[i];
            const bool isLarge =
                edge.bytes > 0
                && static_cast<double>(edge.bytes) >= 0.01 * (seed % 10) * static_cast<double>(all);
            if (!isLarge) {
                continue;
            }
            QVERIFY(std::ranges::binary_search(part.edges, i));
            const std::set<VertexId> whole =
                reached(graph, allEdges(graph), edge.allocation, edge.allocation, true);
            const std::set<VertexId> kept =
                reached(graph, part.edges, edge.allocation, edge.allocation, true);
            QCOMPARE(kept.contains(edge.from), whole.contains(edge.from));
        }
        for (const std::size_t number : part.edges) {
            QVERIFY(std::ranges::binary_search(part.vertices, graph.edges()[number].from));
            QVERIFY(std::ranges::binary_search(part.vertices, graph.edges()[number].to));
        }
    }
}

void TestFlowGraph::keepsWhatIsLargeRedundantOrSlow()
{
    FlowGraph graph;
    const VertexId alloc = *graph.vertex(VertexKind::Allocate, 1);
    std::vector<VertexId> kernels;
    for (std::uint32_t i = 0; i < 4; ++i) {
        kernels.push_back(*graph.vertex(VertexKind::Kernel, i));
    }
    graph.allocate(1, 100'000, alloc);
    graph.write(1, kernels[0], 1, {.written = 10});                   // small
    graph.write(2, kernels[1], 1, {.written = 100'000});              // large
    graph.read(3, kernels[2], 1, 10);                                 // small
    graph.write(4, kernels[3], 1, {.written = 10, .unchanged = 10});  // redundant
    const std::vector<double> none(5, 0.0);
    // The small first write joins the large one to the allocation.
    const FlowPart part = graph.important(none);
    QCOMPARE(part.edges, (std::vector<std::size_t>{0, 1, 3}));
    QCOMPARE(part.vertices, (std::vector<VertexId>{alloc, kernels[0], kernels[1], kernels[3]}));
    // A kernel that takes long is kept with its read.
    std::vector<double> times = none;
    times[kernels[2]] = 5;
    QCOMPARE(graph.important(times).edges, (std::vector<std::size_t>{0, 1, 2, 3}));
}

void TestFlowGraph::losesAndSaysSo()
{
    FlowGraph graph(2, 1);
    const VertexId a = *graph.vertex(VertexKind::Kernel, 1);
    const VertexId b = *graph.vertex(VertexKind::Kernel, 2);
    QVERIFY(!graph.vertex(VertexKind::Kernel, 3).has_value());
    QCOMPARE(*graph.vertex(VertexKind::Kernel, 2), b);
    graph.allocate(1, 8, a);
    graph.write(1, b, 1, {.written = 8});
    graph.write(2, a, 1, {.written = 8});
    QCOMPARE(graph.edges().size(), 1U);
    QCOMPARE(graph.lost(), 2U);
    graph.free(1);
    graph.read(3, a, 1, 8);
    QCOMPARE(graph.lost(), 3U);
}

VELLUM_TEST_GUILESS(TestFlowGraph)
#include "test_flow_graph.moc"
