#pragma once

#include "common/query/values_flow.h"
#include "common/values/flow_graph.h"
#include "server/query/values/value_profile.h"

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace vellum::server::query {

/// The value-flow graph that a side-car has, with names.
///
/// Exact    Edges of one type between the same vertices, through objects of one name that the same vertex allocated, are one.
///          Sums end at the largest number. The allocation of an object is the memory that an edge through it leaves;
///          of a damaged file, in which none does, where its first operation's edge comes from.
/// Size     As many vertices and edges as the file has records of them.
/// Threads  Immutable.
class FlowOfFile {
public:
    /// \p profile must outlive it.
    explicit FlowOfFile(const ValueProfile& profile);

    [[nodiscard]] const values::FlowGraph& graph() const { return m_graph; }
    /// Of the graph's vertices, ascending by id.
    [[nodiscard]] const std::vector<vellum::query::ValuesFlowVertex>& rows() const
    {
        return m_rows;
    }
    [[nodiscard]] vellum::query::ValuesFlowEdge edgeRow(std::size_t number) const;
    /// What the writer says it lost, and edges that lead to no vertex.
    [[nodiscard]] std::uint64_t lost() const { return m_lost; }

private:
    void readVertices();
    void readEdges();
    void nameMemories();
    [[nodiscard]] std::unordered_map<std::uint64_t, values::VertexId> allocations() const;
    [[nodiscard]] std::string whereOf(const sidecar::VertexRecord& record) const;
    [[nodiscard]] const values::VertexId* placeOf(std::uint32_t id) const;

    const ValueProfile& m_profile;
    std::vector<vellum::query::ValuesFlowVertex> m_rows;
    std::unordered_map<std::uint32_t, values::VertexId> m_places;  ///< by id
    std::vector<const std::string*> m_objectOfEdge;
    std::map<std::string, std::uint32_t> m_objectNames;  ///< numbered as they come
    std::vector<values::FlowEdge> m_edges;               ///< until the graph has them
    std::uint64_t m_lost = 0;
    values::FlowGraph m_graph{0, 0};
};

}  // namespace vellum::server::query
