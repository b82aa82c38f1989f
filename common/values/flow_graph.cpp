#include "common/values/flow_graph.h"

#include "common/base/check.h"
#include "common/base/narrow.h"

#include <utility>

namespace vellum::values {

FlowGraph FlowGraph::of(std::vector<FlowVertex> vertices, std::vector<FlowEdge> edges)
{
    for (const FlowEdge& edge : edges) {
        VELLUM_ASSERT(
            edge.from < vertices.size() && edge.to < vertices.size()
            && edge.allocation < vertices.size());
    }
    FlowGraph graph(0, 0);
    graph.m_vertices = std::move(vertices);
    graph.m_edges = std::move(edges);
    return graph;
}

std::optional<VertexId> FlowGraph::vertex(VertexKind kind, std::uint32_t context)
{
    const auto known = m_vertexIds.find({kind, context});
    if (known != m_vertexIds.end()) {
        return known->second;
    }
    if (m_vertices.size() >= m_mostVertices) {
        ++m_lost;
        return std::nullopt;
    }
    const auto id = narrow<VertexId>(m_vertices.size());
    m_vertices.push_back({.kind = kind, .context = context});
    m_vertexIds.emplace(std::pair(kind, context), id);
    return id;
}

void FlowGraph::invoke(VertexId vertex)
{
    VELLUM_ASSERT(vertex < m_vertices.size());
    ++m_vertices[vertex].invocations;
}

void FlowGraph::allocate(std::uint64_t object, std::uint64_t bytes, VertexId by)
{
    VELLUM_ASSERT(by < m_vertices.size());
    m_objects[object] = {.bytes = bytes, .allocation = by, .lastWriter = by};
}

void FlowGraph::free(std::uint64_t object)
{
    m_objects.erase(object);
}

FlowEdge* FlowGraph::edgeOf(
    std::uint64_t op, VertexId from, VertexId to, const Object& object, EdgeType type)
{
    VELLUM_ASSERT(from < m_vertices.size() && to < m_vertices.size());
    const EdgeKey key = {from, to, object.allocation, type};
    auto number = m_edgeNumbers.find(key);
    if (number == m_edgeNumbers.end()) {
        if (m_edges.size() >= m_mostEdges) {
            ++m_lost;
            return nullptr;
        }
        number = m_edgeNumbers.emplace(key, m_edges.size()).first;
        m_edges.push_back(
            {.from = from, .to = to, .allocation = object.allocation, .type = type, .firstOp = op});
    }
    FlowEdge& edge = m_edges[number->second];
    ++edge.ops;
    edge.objectBytes += object.bytes;
    edge.lastOp = op;
    return &edge;
}

void FlowGraph::write(
    std::uint64_t op, VertexId by, std::uint64_t object, const WriteCounts& counts)
{
    const auto found = m_objects.find(object);
    if (found == m_objects.end()) {
        ++m_lost;
        return;
    }
    FlowEdge* edge = edgeOf(op, found->second.lastWriter, by, found->second, EdgeType::Write);
    if (edge != nullptr) {
        edge->counts += counts;
        edge->bytes += counts.written;
    }
    m_vertices[by].bytes += counts.written;
    found->second.lastWriter = by;
}

void FlowGraph::read(std::uint64_t op, VertexId by, std::uint64_t object, std::uint64_t bytes)
{
    const auto found = m_objects.find(object);
    if (found == m_objects.end()) {
        ++m_lost;
        return;
    }
    FlowEdge* edge = edgeOf(op, found->second.lastWriter, by, found->second, EdgeType::Read);
    if (edge != nullptr) {
        edge->bytes += bytes;
    }
    m_vertices[by].bytes += bytes;
}

void FlowGraph::sink(
    std::uint64_t op, VertexId by, VertexId memory, std::uint64_t object, std::uint64_t bytes)
{
    const auto found = m_objects.find(object);
    if (found == m_objects.end()) {
        ++m_lost;
        return;
    }
    if (FlowEdge* edge = edgeOf(op, by, memory, found->second, EdgeType::Sink)) {
        edge->bytes += bytes;
    }
}

}  // namespace vellum::values
