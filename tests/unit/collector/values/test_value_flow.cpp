// The value flow of random accesses, beside a slow one that looks at the whole history for each step.
#include "collector/values/analysis/value_flow.h"
#include "tests/support/program/test_program.h"

#include <map>
#include <random>
#include <tuple>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of two rooms
using namespace vellum::collector::values;  // NOLINT(google-build-using-namespace)
namespace sidecar = vellum::values::sidecar;
using vellum::values::Access;
using vellum::values::AccessKind;

namespace {

/// Operations 1 … 6, of three functions; objects 1 … 5: blocks of two places, a variable, a stack.
struct Recording {
    ObjectList objects;
    OperationLists operations;

    Recording()
    {
        for (std::uint32_t context = 1; context <= 3; ++context) {
            sidecar::CallingContextRecord record;
            record.id = context;
            record.function = context;
            operations.contexts.push_back(record);
        }
        for (std::uint32_t op = 1; op <= 6; ++op) {
            OperationLists::Operation operation;
            operation.record.id = op;
            operation.record.kind = sidecar::OperationKind::Visit;
            operation.record.callingContext = 1 + op % 3;
            operation.record.function = 1 + op % 3;
            operation.record.grid[0] = op;
            operations.operations.push_back(operation);
        }
        for (std::uint32_t i = 0; i < 5; ++i) {
            ValueObject object;
            object.record.size = 100 + i;
            object.record.space = i == 3   ? sidecar::ObjectSpace::Static
                                  : i == 4 ? sidecar::ObjectSpace::Stack
                                           : sidecar::ObjectSpace::Heap;
            object.record.callingContext = i < 3 ? 1 : 0;
            object.site = i < 2 ? 7 : 8;
            objects.add(std::move(object));
        }
    }
};

struct Past {
    Access access;
    bool isUnchanged = false;
};

std::vector<Past> randomAccesses(std::mt19937& random)
{
    std::vector<Past> all(random() % 200);
    for (Past& past : all) {
        past.access.op = 1 + random() % 6;
        past.access.object = random() % 6;
        past.access.unit = static_cast<std::uint8_t>(1U << random() % 4);
        past.access.kind = static_cast<AccessKind>(random() % 3);
        past.isUnchanged = random() % 3 == 0;
    }
    return all;
}

/// From, to (functions; 0: the object's memory), object, type.
using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint64_t, sidecar::EdgeType>;
struct Sums {
    std::uint64_t times = 0;
    std::uint64_t bytes = 0;
    std::uint64_t unchanged = 0;

    friend bool operator==(const Sums&, const Sums&) = default;
};
using Edges = std::map<Key, Sums>;

/// Each object by itself: its accesses are cut where the operation changes.
Edges slowEdges(const std::vector<Past>& accesses)
{
    Edges edges;
    for (std::uint64_t object = 1; object <= 4; ++object) {
        std::vector<Past> own;
        for (const Past& past : accesses) {
            if (past.access.object == object) {
                own.push_back(past);
            }
        }
        std::uint32_t writer = 0;
        for (std::size_t begin = 0, end = 0; begin < own.size(); begin = end) {
            Sums read{.times = 1};
            Sums written{.times = 1};
            const std::uint64_t op = own[begin].access.op;
            for (; end < own.size() && own[end].access.op == op; ++end) {
                const bool isStored = isStore(own[end].access.kind);
                const std::uint64_t unit = own[end].access.unit;
                (isStored ? written : read).bytes += unit;
                written.unchanged += isStored && own[end].isUnchanged ? unit : 0;
            }
            const auto function = static_cast<std::uint32_t>(1 + op % 3);
            const auto add = [&](sidecar::EdgeType type, const Sums& sums) {
                Sums& edge = edges[{writer, function, object, type}];
                edge.times += sums.times;
                edge.bytes += sums.bytes;
                edge.unchanged += sums.unchanged;
            };
            if (read.bytes > 0) {
                add(sidecar::EdgeType::Read, read);
            }
            if (written.bytes > 0) {
                add(sidecar::EdgeType::Write, written);
                writer = function;
            }
        }
    }
    return edges;
}

Edges edgesOf(const FlowFindings& findings)
{
    Edges edges;
    for (const sidecar::EdgeRecord& edge : findings.edges) {
        const auto functionOf = [&](std::uint32_t id) {
            const sidecar::VertexRecord& vertex = findings.vertices.at(id - 1);
            return vertex.kind == sidecar::VertexKind::Visit ? vertex.function : 0;
        };
        Sums& sums = edges[{functionOf(edge.from), functionOf(edge.to), edge.object, edge.type}];
        sums.times += edge.ops;
        sums.bytes += edge.bytes;
        sums.unchanged += edge.unchanged;
    }
    return edges;
}

FlowFindings follow(const Recording& recording, const std::vector<Past>& accesses, std::size_t most)
{
    ValueFlow flow(recording.objects, recording.operations, most);
    for (const Past& past : accesses) {
        flow.add(past.access, past.isUnchanged);
    }
    return flow.takeFindings();
}

}  // namespace

class TestValueFlow : public QObject {
    Q_OBJECT

private slots:
    void edgesAreThoseOfTheHistory();
    void memoriesAreOnesOfTheirPlace();
    void whatHasNoRoomIsCounted();
};

void TestValueFlow::edgesAreThoseOfTheHistory()
{
    std::mt19937 random(21);
    const Recording recording;
    std::size_t edges = 0;
    for (int round = 0; round < 300; ++round) {
        const std::vector<Past> accesses = randomAccesses(random);
        const FlowFindings findings = follow(recording, accesses, ValueFlow::kMost);
        QCOMPARE(findings.lost, std::uint64_t{0});
        QVERIFY(edgesOf(findings) == slowEdges(accesses));
        edges += findings.edges.size();
    }
    QVERIFY(edges > 3000);
}

void TestValueFlow::memoriesAreOnesOfTheirPlace()
{
    const Recording recording;
    std::vector<Past> accesses;
    for (std::uint64_t object = 1; object <= 5; ++object) {
        accesses.push_back({.access = {.op = 3, .kind = AccessKind::Write, .object = object}});
    }
    const FlowFindings findings = follow(recording, accesses, ValueFlow::kMost);
    // Two blocks of one place, one of another, a variable, and the function; not the stack.
    QCOMPARE(findings.vertices.size(), std::size_t{4});
    std::map<sidecar::VertexKind, std::vector<std::uint64_t>> invocations;
    for (const sidecar::VertexRecord& vertex : findings.vertices) {
        invocations[vertex.kind].push_back(vertex.invocations);
    }
    QVERIFY((invocations[sidecar::VertexKind::Allocate] == std::vector<std::uint64_t>{2, 1}));
    QCOMPARE(invocations[sidecar::VertexKind::HostMemory].size(), std::size_t{1});
    // Operations 3 and 6 are of one function in one context: 9 visits.
    QVERIFY((invocations[sidecar::VertexKind::Visit] == std::vector<std::uint64_t>{9}));
    QCOMPARE(findings.edges.size(), std::size_t{4});
}

void TestValueFlow::whatHasNoRoomIsCounted()
{
    std::mt19937 random(22);
    const Recording recording;
    const std::vector<Past> accesses = randomAccesses(random);
    QVERIFY(accesses.size() > 20);
    for (std::size_t most = 0; most < 8; ++most) {
        const FlowFindings findings = follow(recording, accesses, most);
        QVERIFY(findings.vertices.size() <= most);
        QVERIFY(findings.edges.size() <= most);
        QVERIFY(findings.lost > 0);
        const Edges whole = slowEdges(accesses);
        for (const auto& [key, sums] : edgesOf(findings)) {
            QVERIFY(std::get<1>(key) != 0);
            QVERIFY(sums.bytes > 0);
        }
        QVERIFY(edgesOf(findings).size() < whole.size());
    }
}

VELLUM_TEST_GUILESS(TestValueFlow)
#include "test_value_flow.moc"
