#pragma once

#include "common/values/snapshots.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace vellum::values {

/// What a vertex of the value-flow graph is: all ops of one kind and calling context, or a memory.
enum class VertexKind : std::uint8_t {
    Allocate = 1,
    Copy = 3,
    Set = 4,
    Kernel = 5,
    Visit = 6,   ///< visits of one function on the CPU
    Window = 7,  ///< a stretch of CPU time
    HostMemory = 32,
    ManagedMemory = 33,
    SharedMemory = 34,
    LocalMemory = 35,
    ConstantMemory = 36,
};

/// The number of a vertex in FlowGraph::vertices.
using VertexId = std::uint32_t;

struct FlowVertex {
    VertexKind kind = VertexKind::Kernel;
    std::uint32_t context =
        0;  ///< whatever tells vertices of one kind apart: a calling context, the number of an object
    std::uint64_t invocations = 0;
    std::uint64_t bytes = 0;  ///< read and written by its ops

    friend bool operator==(const FlowVertex&, const FlowVertex&) = default;
};

enum class EdgeType : std::uint8_t {
    Write = 1,  ///< `to` overwrites what `from` wrote
    Read = 2,   ///< `to` reads what `from` wrote
    Sink = 3,   ///< `from` copies to the memory `to`
};

/// What flows between two vertices through the objects of one allocation context.
struct FlowEdge {
    VertexId from = 0;
    VertexId to = 0;
    VertexId allocation = 0;  ///< vertex that allocated the objects
    EdgeType type = EdgeType::Write;
    std::uint64_t ops = 0;
    std::uint64_t objectBytes = 0;  ///< sizes of the objects, once per op
    std::uint64_t bytes = 0;        ///< read, or as counts.written
    WriteCounts counts;             ///< of Write
    std::uint64_t firstOp = 0;
    std::uint64_t lastOp = 0;

    friend bool operator==(const FlowEdge&, const FlowEdge&) = default;
};

/// Which vertices and edges are part of a view: their numbers, ascending.
struct FlowPart {
    std::vector<VertexId> vertices;
    std::vector<std::size_t> edges;

    friend bool operator==(const FlowPart&, const FlowPart&) = default;
};

enum class SliceDirection : std::uint8_t {
    Backward,  ///< where did this come from
    Forward,   ///< who depends on this
    Both,
};

/// From where on a part of the graph is important.
struct ImportanceThresholds {
    double edgeShare = 0.01;    ///< of all bytes of edges
    double redundancy = 0.99;   ///< or so much of what the edge writes is unchanged
    double vertexShare = 0.01;  ///< of all weights
};

/// How values flow between ops through objects. An op's write makes an edge from the object's last writer, which at
/// first is its allocation; a read makes one and leaves the last writer.
///
/// Exact    Edges are keyed by (from, to, allocation vertex of the object, type).
/// Errors   Reads and writes of an object that was not allocated are counted as lost. So is what would need
///          more vertices or edges than there may be.
/// Threads  One owner. Ops come in the order in which they ran.
/// Source   ValueExpert's value-flow graph, with sums of 64 bits.
class FlowGraph {
public:
    static constexpr std::size_t kMost = std::size_t{1} << 20;

    explicit FlowGraph(std::size_t mostVertices = kMost, std::size_t mostEdges = kMost)
        : m_mostVertices(mostVertices)
        , m_mostEdges(mostEdges)
    {
    }

    /// A graph as it was recorded, to look at: nothing can be added to it.
    /// Precondition: edges name vertices by their place in \p vertices.
    [[nodiscard]] static FlowGraph of(
        std::vector<FlowVertex> vertices, std::vector<FlowEdge> edges);

    /// The vertex of a kind and context, which is made at first; nothing if there are too many.
    [[nodiscard]] std::optional<VertexId> vertex(VertexKind kind, std::uint32_t context);
    /// An op of the vertex ran.
    void invoke(VertexId vertex);

    void allocate(std::uint64_t object, std::uint64_t bytes, VertexId by);
    void free(std::uint64_t object);

    void write(std::uint64_t op, VertexId by, std::uint64_t object, const WriteCounts& counts);
    void read(std::uint64_t op, VertexId by, std::uint64_t object, std::uint64_t bytes);
    /// A copy from the object to a memory outside, besides its read.
    void sink(
        std::uint64_t op, VertexId by, VertexId memory, std::uint64_t object, std::uint64_t bytes);

    [[nodiscard]] const std::vector<FlowVertex>& vertices() const { return m_vertices; }
    [[nodiscard]] const std::vector<FlowEdge>& edges() const { return m_edges; }
    [[nodiscard]] std::uint64_t lost() const { return m_lost; }

    /// All vertices and edges on paths that end (or begin) at \p vertex.
    ///
    /// \param allocation  only edges of objects that were allocated there
    [[nodiscard]] FlowPart slice(
        std::span<const VertexId> vertices,
        SliceDirection direction,
        std::optional<VertexId> allocation = std::nullopt) const;
    [[nodiscard]] FlowPart slice(
        VertexId vertex,
        SliceDirection direction,
        std::optional<VertexId> allocation = std::nullopt) const
    {
        return slice(std::span(&vertex, 1), direction, allocation);
    }

    /// What is worth looking at: edges that move many bytes or change few, vertices of weight, and what joins them
    /// to the allocations of their objects, by the shortest way along the object's edges.
    ///
    /// \param weights  per vertex, for instance its time; with another number of them invocations count
    [[nodiscard]] FlowPart important(
        const std::vector<double>& weights = {}, const ImportanceThresholds& thresholds = {}) const;

private:
    struct Object {
        std::uint64_t bytes = 0;
        VertexId allocation = 0;
        VertexId lastWriter = 0;
    };
    using EdgeKey = std::tuple<VertexId, VertexId, VertexId, EdgeType>;

    [[nodiscard]] FlowEdge* edgeOf(
        std::uint64_t op, VertexId from, VertexId to, const Object& object, EdgeType type);

    std::size_t m_mostVertices;
    std::size_t m_mostEdges;
    std::uint64_t m_lost = 0;
    std::vector<FlowVertex> m_vertices;
    std::vector<FlowEdge> m_edges;
    std::map<std::pair<VertexKind, std::uint32_t>, VertexId> m_vertexIds;
    std::map<EdgeKey, std::size_t> m_edgeNumbers;
    std::map<std::uint64_t, Object> m_objects;
};

}  // namespace vellum::values
