// Parts of the value-flow graph: slices, and what is important.

#include "common/base/check.h"
#include "common/values/flow_graph.h"

#include <algorithm>
#include <deque>
#include <numeric>
#include <set>
#include <utility>

namespace vellum::values {

namespace {

/// Which vertices and edges are in.
struct Marks {
    std::vector<bool> vertices;
    std::vector<bool> edges;

    explicit Marks(const FlowGraph& graph)
        : vertices(graph.vertices().size())
        , edges(graph.edges().size())
    {
    }
    void addEdge(std::size_t number, const FlowEdge& edge)
    {
        edges[number] = true;
        vertices[edge.from] = true;
        vertices[edge.to] = true;
    }
    [[nodiscard]] FlowPart part() const
    {
        FlowPart part;
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            if (vertices[i]) {
                part.vertices.push_back(static_cast<VertexId>(i));
            }
        }
        for (std::size_t i = 0; i < edges.size(); ++i) {
            if (edges[i]) {
                part.edges.push_back(i);
            }
        }
        return part;
    }
};

/// For each vertex the numbers of the edges that end there, or that begin there.
std::vector<std::vector<std::size_t>> edgesAt(const FlowGraph& graph, VertexId FlowEdge::*end)
{
    std::vector<std::vector<std::size_t>> at(graph.vertices().size());
    for (std::size_t i = 0; i < graph.edges().size(); ++i) {
        at[graph.edges()[i].*end].push_back(i);
    }
    return at;
}

/// Follows edges from one end to the other, from a vertex on.
void follow(
    const FlowGraph& graph,
    VertexId start,
    VertexId FlowEdge::*near,
    VertexId FlowEdge::*far,
    std::optional<VertexId> allocation,
    Marks& marks)
{
    const std::vector<std::vector<std::size_t>> edgesNear = edgesAt(graph, near);
    std::vector<bool> isSeen(graph.vertices().size());
    std::deque<VertexId> waiting = {start};
    isSeen[start] = true;
    while (!waiting.empty()) {
        const VertexId vertex = waiting.front();
        waiting.pop_front();
        for (const std::size_t number : edgesNear[vertex]) {
            const FlowEdge& edge = graph.edges()[number];
            if (allocation.has_value() && edge.allocation != *allocation) {
                continue;
            }
            marks.addEdge(number, edge);
            if (!isSeen[edge.*far]) {
                isSeen[edge.*far] = true;
                waiting.push_back(edge.*far);
            }
        }
    }
}

/// Marks the shortest way along an allocation's edges from it to the vertex, if there is one.
void joinToAllocation(
    const FlowGraph& graph,
    const std::vector<std::vector<std::size_t>>& edgesFrom,
    VertexId allocation,
    VertexId vertex,
    Marks& marks)
{
    const std::size_t none = graph.edges().size();
    std::vector<std::size_t> cameBy(graph.vertices().size(), none);
    std::deque<VertexId> waiting = {allocation};
    while (!waiting.empty() && cameBy[vertex] == none && vertex != allocation) {
        const VertexId at = waiting.front();
        waiting.pop_front();
        for (const std::size_t number : edgesFrom[at]) {
            const FlowEdge& edge = graph.edges()[number];
            if (edge.allocation == allocation && edge.to != allocation && cameBy[edge.to] == none) {
                cameBy[edge.to] = number;
                waiting.push_back(edge.to);
            }
        }
    }
    for (VertexId at = vertex; at != allocation && cameBy[at] != none;) {
        const FlowEdge& edge = graph.edges()[cameBy[at]];
        marks.addEdge(cameBy[at], edge);
        at = edge.from;
    }
    marks.vertices[allocation] = true;
}

std::vector<double> invocationsOf(const FlowGraph& graph)
{
    std::vector<double> weights;
    weights.reserve(graph.vertices().size());
    for (const FlowVertex& vertex : graph.vertices()) {
        weights.push_back(static_cast<double>(vertex.invocations));
    }
    return weights;
}

}  // namespace

FlowPart FlowGraph::slice(
    VertexId vertex, SliceDirection direction, std::optional<VertexId> allocation) const
{
    VELLUM_ASSERT(vertex < m_vertices.size());
    Marks marks(*this);
    marks.vertices[vertex] = true;
    if (direction != SliceDirection::Forward) {
        follow(*this, vertex, &FlowEdge::to, &FlowEdge::from, allocation, marks);
    }
    if (direction != SliceDirection::Backward) {
        follow(*this, vertex, &FlowEdge::from, &FlowEdge::to, allocation, marks);
    }
    return marks.part();
}

FlowPart FlowGraph::important(
    const std::vector<double>& weights, const ImportanceThresholds& thresholds) const
{
    const std::vector<double> weightOf =
        weights.size() == m_vertices.size() ? weights : invocationsOf(*this);
    const double allWeights = std::accumulate(weightOf.begin(), weightOf.end(), 0.0);
    double allBytes = 0;
    for (const FlowEdge& edge : m_edges) {
        allBytes += static_cast<double>(edge.bytes);
    }
    // Zero of nothing is not important.
    std::vector<bool> isKept(m_vertices.size());
    for (std::size_t i = 0; i < m_vertices.size(); ++i) {
        isKept[i] = weightOf[i] > 0 && weightOf[i] >= thresholds.vertexShare * allWeights;
    }
    Marks marks(*this);
    marks.vertices = isKept;
    std::set<std::pair<VertexId, VertexId>> toJoin;  ///< allocation, vertex
    for (std::size_t i = 0; i < m_edges.size(); ++i) {
        const FlowEdge& edge = m_edges[i];
        const auto bytes = static_cast<double>(edge.bytes);
        const bool isImportant = (bytes > 0 && bytes >= thresholds.edgeShare * allBytes)
                                 || redundancyOf(edge.counts) >= thresholds.redundancy;
        if (isImportant) {
            marks.addEdge(i, edge);
            toJoin.insert({edge.allocation, edge.from});
        }
        if (isKept[edge.to]) {
            toJoin.insert({edge.allocation, edge.to});
        }
    }
    const std::vector<std::vector<std::size_t>> edgesFrom = edgesAt(*this, &FlowEdge::from);
    for (const auto& [allocation, vertex] : toJoin) {
        joinToAllocation(*this, edgesFrom, allocation, vertex, marks);
    }
    return marks.part();
}

}  // namespace vellum::values
