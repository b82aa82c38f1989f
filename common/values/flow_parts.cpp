// Parts of the value-flow graph: slices, and what is important.

#include "common/base/check.h"
#include "common/values/flow_graph.h"

#include <algorithm>
#include <deque>
#include <map>
#include <numeric>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

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

/// Follows edges from one end to the other, from some vertices on.
void follow(
    const FlowGraph& graph,
    std::span<const VertexId> starts,
    VertexId FlowEdge::*near,
    VertexId FlowEdge::*far,
    std::optional<VertexId> allocation,
    Marks& marks)
{
    const std::vector<std::vector<std::size_t>> edgesNear = edgesAt(graph, near);
    std::vector<bool> isSeen(graph.vertices().size());
    std::deque<VertexId> waiting(starts.begin(), starts.end());
    for (const VertexId start : starts) {
        isSeen[start] = true;
    }
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

/// Marks the shortest ways along an allocation's edges from it to those of \p wanted that can be reached.
///
/// \param edges  numbers of all edges, ascending by allocation, then by the vertex that they leave
void joinToAllocation(
    const FlowGraph& graph,
    std::span<const std::size_t> edges,
    VertexId allocation,
    std::span<const VertexId> wanted,
    Marks& marks)
{
    std::unordered_map<VertexId, std::size_t> cameBy;
    std::deque<VertexId> waiting = {allocation};
    while (!waiting.empty()) {
        const std::pair at(allocation, waiting.front());
        waiting.pop_front();
        const auto key = [&graph](std::size_t number) {
            const FlowEdge& edge = graph.edges()[number];
            return std::pair(edge.allocation, edge.from);
        };
        auto next = std::ranges::lower_bound(edges, at, {}, key);
        for (; next != edges.end() && key(*next) == at; ++next) {
            const VertexId to = graph.edges()[*next].to;
            if (to != allocation && cameBy.try_emplace(to, *next).second) {
                waiting.push_back(to);
            }
        }
    }
    for (VertexId at : wanted) {
        for (auto way = cameBy.find(at); way != cameBy.end(); way = cameBy.find(at)) {
            const FlowEdge& edge = graph.edges()[way->second];
            marks.addEdge(way->second, edge);
            at = edge.from;
            cameBy.erase(way);  // from there on it is marked
        }
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
    std::span<const VertexId> vertices,
    SliceDirection direction,
    std::optional<VertexId> allocation) const
{
    Marks marks(*this);
    for (const VertexId vertex : vertices) {
        VELLUM_ASSERT(vertex < m_vertices.size());
        marks.vertices[vertex] = true;
    }
    if (direction != SliceDirection::Forward) {
        follow(*this, vertices, &FlowEdge::to, &FlowEdge::from, allocation, marks);
    }
    if (direction != SliceDirection::Backward) {
        follow(*this, vertices, &FlowEdge::from, &FlowEdge::to, allocation, marks);
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
    std::map<VertexId, std::vector<VertexId>> toJoin;  ///< by allocation
    for (std::size_t i = 0; i < m_edges.size(); ++i) {
        const FlowEdge& edge = m_edges[i];
        const auto bytes = static_cast<double>(edge.bytes);
        const bool isImportant = (bytes > 0 && bytes >= thresholds.edgeShare * allBytes)
                                 || redundancyOf(edge.counts) >= thresholds.redundancy;
        if (isImportant) {
            marks.addEdge(i, edge);
            toJoin[edge.allocation].push_back(edge.from);
        }
        if (isKept[edge.to]) {
            toJoin[edge.allocation].push_back(edge.to);
        }
    }
    std::vector<std::size_t> edges(m_edges.size());
    std::iota(edges.begin(), edges.end(), std::size_t{0});
    std::ranges::stable_sort(edges, {}, [this](std::size_t number) {
        return std::pair(m_edges[number].allocation, m_edges[number].from);
    });
    for (const auto& [allocation, wanted] : toJoin) {
        joinToAllocation(*this, edges, allocation, wanted, marks);
    }
    return marks.part();
}

}  // namespace vellum::values
