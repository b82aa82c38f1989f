#include "common/values/sidecar/verify_sums.h"

#include "common/base/saturating.h"
#include "common/values/sidecar/id_index.h"

#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>

namespace vellum::values::sidecar {

namespace {

bool fits(std::uint64_t found, std::uint64_t said, bool isComplete)
{
    return isComplete ? found == said : found <= said;
}

/// What the writer says is not in the file.
struct LostRecords {
    bool edges = false;
    bool others = false;
};

LostRecords lostRecords(const SideCar& sideCar)
{
    LostRecords lost;
    sideCar.records<LossRecord>().forEach([&](const LossRecord& loss, std::uint64_t /*index*/) {
        if (loss.kind == LossKind::OverBudget || loss.kind == LossKind::WriteFailed) {
            const bool isEdge = loss.where == static_cast<std::uint32_t>(ChunkType::Edge);
            (isEdge ? lost.edges : lost.others) = true;
        }
    });
    return lost;
}

void checkOperations(
    const SideCar& sideCar,
    const IdIndex<OperationRecord>& ops,
    bool isComplete,
    FindingList& findings)
{
    std::unordered_map<std::uint64_t, std::uint64_t> found;
    sideCar.records<AccessRecord>().forEach([&](const AccessRecord& access, std::uint64_t) {
        addSaturating(found[access.op], access.accesses);
    });
    sideCar.records<LossRecord>().forEach([&](const LossRecord& loss, std::uint64_t) {
        if (countsAccesses(loss.kind)) {
            addSaturating(found[loss.op], loss.count);
        }
    });
    sideCar.records<OperationRecord>().forEach([&](const OperationRecord& op, std::uint64_t) {
        const auto sum = found.find(op.id);
        const std::uint64_t accesses = sum == found.end() ? 0 : sum->second;
        // Of several records of an operation the last one counts.
        if (ops.find(op.id) == &op && !fits(accesses, op.accesses, isComplete)) {
            findings.add(FindingKind::AccessSum, [&] {
                return "operation " + std::to_string(op.id) + " has " + std::to_string(op.accesses)
                       + " accesses, and its ACCESS and LOSS records have "
                       + std::to_string(accesses);
            });
        }
    });
}

/// What edges of one type to one vertex (of a Sink: from it) through one object are together.
struct EdgeGroup {
    std::uint32_t vertex = 0;
    std::uint64_t object = 0;
    EdgeType type{};

    friend bool operator<(const EdgeGroup& a, const EdgeGroup& b)
    {
        return std::tie(a.vertex, a.object, a.type) < std::tie(b.vertex, b.object, b.type);
    }
};

struct EdgeSums {
    std::uint64_t bytes = 0;
    std::uint64_t written = 0;
    std::uint64_t unchanged = 0;
    std::uint64_t undefined = 0;
};

/// What edges say, and what the ACCESS records of their operations have.
struct Comparison {
    EdgeSums said;
    EdgeSums found;
};

using Comparisons = std::map<EdgeGroup, Comparison>;

/// The vertex of each operation.
class VertexOfOperation {
public:
    explicit VertexOfOperation(const SideCar& sideCar)
    {
        sideCar.records<VertexRecord>().forEach([this](const VertexRecord& vertex, std::uint64_t) {
            const auto kind = static_cast<std::uint32_t>(vertex.kind);
            m_vertices[{kind, vertex.callingContext, vertex.function}] = vertex.id;
        });
    }
    /// 0: it has none.
    [[nodiscard]] std::uint32_t find(const OperationRecord& op) const
    {
        const auto kind = static_cast<std::uint32_t>(op.kind);
        const auto found = m_vertices.find({kind, op.callingContext, op.function});
        return found == m_vertices.end() ? 0 : found->second;
    }

private:
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> m_vertices;
};

Comparisons sumEdges(const SideCar& sideCar)
{
    Comparisons comparisons;
    sideCar.records<EdgeRecord>().forEach([&](const EdgeRecord& edge, std::uint64_t) {
        const std::uint32_t vertex = edge.type == EdgeType::Sink ? edge.from : edge.to;
        EdgeSums& said = comparisons[{vertex, edge.object, edge.type}].said;
        addSaturating(said.bytes, edge.bytes);
        addSaturating(said.written, edge.written);
        addSaturating(said.unchanged, edge.unchanged);
        addSaturating(said.undefined, edge.undefined);
    });
    return comparisons;
}

void addAccess(Comparison& comparison, const AccessRecord& access, bool isWrite)
{
    EdgeSums& found = comparison.found;
    addSaturating(found.bytes, access.bytes);
    addSaturating(found.written, isWrite ? access.bytes : 0);
    addSaturating(found.unchanged, access.unchanged);
    addSaturating(found.undefined, access.undefined);
}

void sumAccesses(
    const SideCar& sideCar, const IdIndex<OperationRecord>& ops, Comparisons& comparisons)
{
    const VertexOfOperation vertices(sideCar);
    sideCar.records<AccessRecord>().forEach([&](const AccessRecord& access, std::uint64_t) {
        const OperationRecord* op = ops.find(access.op);
        const std::uint32_t vertex = op == nullptr ? 0 : vertices.find(*op);
        const auto add = [&](EdgeType type, bool isWrite) {
            const auto found = comparisons.find({vertex, access.object, type});
            if (found != comparisons.end()) {
                addAccess(found->second, access, isWrite);
            }
        };
        if (vertex == 0) {
            return;
        }
        if (access.kind == AccessKind::Read) {
            add(EdgeType::Read, false);
            add(EdgeType::Sink, false);
        } else {
            add(EdgeType::Write, true);
        }
    });
}

void addEdgeSum(
    const EdgeGroup& edges,
    std::string_view what,
    std::uint64_t said,
    std::uint64_t found,
    FindingList& findings)
{
    findings.add(FindingKind::EdgeSum, [&] {
        return "edges of type " + std::to_string(static_cast<std::uint32_t>(edges.type))
               + " at vertex " + std::to_string(edges.vertex) + " through object "
               + std::to_string(edges.object) + ": " + std::string(what) + " is "
               + std::to_string(said) + ", and ACCESS records have " + std::to_string(found);
    });
}

void checkEdges(
    const SideCar& sideCar,
    const IdIndex<OperationRecord>& ops,
    bool isComplete,
    FindingList& findings)
{
    Comparisons comparisons = sumEdges(sideCar);
    sumAccesses(sideCar, ops, comparisons);
    for (const auto& [group, comparison] : comparisons) {
        const EdgeGroup& edges = group;  // lambdas do not take parts of a pair
        const auto check = [&](std::string_view what, std::uint64_t said, std::uint64_t found) {
            if (!fits(found, said, isComplete)) {
                addEdgeSum(edges, what, said, found, findings);
            }
        };
        check("bytes", comparison.said.bytes, comparison.found.bytes);
        check("written", comparison.said.written, comparison.found.written);
        check("unchanged", comparison.said.unchanged, comparison.found.unchanged);
        check("undefined", comparison.said.undefined, comparison.found.undefined);
    }
}

}  // namespace

void checkSums(const SideCar& sideCar, bool isComplete, FindingList& findings)
{
    const IdIndex<OperationRecord> ops(sideCar);
    const LostRecords lost = lostRecords(sideCar);
    const bool isAllThere = isComplete && !lost.others;
    checkOperations(sideCar, ops, isAllThere, findings);
    if (!lost.edges) {  // else they may say too little, and ACCESS records, where others are lost, too
        checkEdges(sideCar, ops, isAllThere, findings);
    }
}

}  // namespace vellum::values::sidecar
