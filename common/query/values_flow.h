#pragma once

#include "common/query/values_summary.h"
#include "common/table/table.h"
#include "common/trace/refs.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vellum::query {

enum class FlowDirection : std::uint8_t { Both = 0, Backward = 1, Forward = 2 };

/// The value-flow graph of a run, or a part of it. docs/semantics.md, "Values".
struct ValuesFlowQuestion {
    std::string slice;                              ///< name or number of vertices; empty: no slice
    FlowDirection direction = FlowDirection::Both;  ///< of the slice
    double edgeShare = 0;                           ///< of all bytes, 0 … 1; 0: not asked for
    double vertexShare =
        0;  ///< of all invocations, 0 … 1; 0: not asked for. Both 0: all of the graph

    static const table::Schema kSchema;
};

enum class FlowVertexKind : std::uint8_t {
    Unknown = 0,
    Allocation,
    Copy,
    Set,
    Kernel,
    Function,
    Window,
    HostMemory,
    ManagedMemory,
    SharedMemory,
    LocalMemory,
    ConstantMemory,
};

/// A memory is drawn as a box, all else does something.
[[nodiscard]] constexpr bool isMemory(FlowVertexKind kind)
{
    return kind == FlowVertexKind::Allocation || kind >= FlowVertexKind::HostMemory;
}

/// All visits of a function in one calling context, or a memory.
struct ValuesFlowVertex {
    std::uint32_t id = 0;  ///< as the side-car has it
    FlowVertexKind kind = FlowVertexKind::Unknown;
    std::string name;   ///< of the function, or of the object
    std::string where;  ///< "called from main"; of an object as ValuesSummaryRow::where
    RegionRef region;   ///< of a function that the trace has
    std::uint64_t invocations = 0;
    std::uint64_t bytes = 0;         ///< read and written; of a memory its size
    std::uint64_t writtenBytes = 0;  ///< of these
    std::uint64_t unchangedBytes = 0;

    static const table::Schema kSchema;
};

enum class FlowEdgeType : std::uint8_t { Unknown = 0, Write = 1, Read = 2, Sink = 3 };

/// What flows between two vertices through objects of one name.
struct ValuesFlowEdge {
    std::uint32_t from = 0;
    std::string fromName;
    std::uint32_t to = 0;
    std::string toName;
    FlowEdgeType type = FlowEdgeType::Unknown;
    std::string object;
    std::uint64_t bytes = 0;
    std::uint64_t unchangedBytes = 0;
    std::uint64_t undefinedBytes = 0;
    std::uint64_t times = 0;

    static const table::Schema kSchema;
};

/// How much of what it writes was there already; NaN of an edge that writes nothing.
[[nodiscard]] double unchangedShare(const ValuesFlowEdge& edge);
[[nodiscard]] double unchangedShare(const ValuesFlowVertex& vertex);

struct ValuesFlow {
    std::uint64_t allEdges = 0;         ///< before the slice and the shares
    std::uint64_t allVertices = 0;      ///< before the slice and the shares
    std::uint64_t lost = 0;             ///< what the side-car says is missing in its edges
    std::string valuesOf;               ///< as kValuesOf
    std::vector<ValuesFlowEdge> edges;  ///< descending by bytes, then by names, type and object
    std::vector<ValuesFlowVertex> vertices;  ///< ascending by id

    static const table::Schema kSchema;
};

}  // namespace vellum::query
