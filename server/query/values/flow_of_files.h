#pragma once

#include "common/query/values_flow.h"
#include "common/values/flow_graph.h"
#include "server/query/values/value_profile.h"

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace vellum::server::query {

/// The value-flow graph that the side-cars of a trace have, with names.
///
/// Processes share no memory: the graphs of several lie side by side, and vertices of one kind, name and place become one
/// (where a process has several of these, its first with the first of the others, and so on).
///
/// Exact    Edges of one type between the same vertices, through objects of one name that the same vertex allocated, are one.
///          Sums end at the largest number. The allocation of an object is the memory that an edge through it leaves;
///          of a damaged file, in which none does, where its first operation's edge comes from.
/// Size     As many vertices and edges as the files have records of them.
/// Threads  Immutable.
class FlowOfFiles {
public:
    /// \p profiles must outlive it.
    explicit FlowOfFiles(std::span<const std::shared_ptr<const ValueProfile>> profiles);

    [[nodiscard]] const values::FlowGraph& graph() const { return m_graph; }
    /// Of the graph's vertices, ascending by id: of one side-car its own numbers, of several new ones from 1 on.
    [[nodiscard]] const std::vector<vellum::query::ValuesFlowVertex>& rows() const
    {
        return m_rows;
    }
    [[nodiscard]] vellum::query::ValuesFlowEdge edgeRow(std::size_t number) const;
    /// What the writer says it lost, and edges that lead to no vertex.
    [[nodiscard]] std::uint64_t lost() const { return m_lost; }

private:
    void readFile(const ValueProfile& profile);
    void readVertices();
    void readEdges();
    void nameMemories();
    void joinAlike();
    void joinEdges(const std::vector<values::VertexId>& joined);
    [[nodiscard]] std::vector<values::VertexId> joinVertices();
    [[nodiscard]] std::unordered_map<std::uint64_t, values::VertexId> allocations() const;
    [[nodiscard]] std::string whereOf(const sidecar::VertexRecord& record) const;
    [[nodiscard]] const values::VertexId* placeOf(std::uint32_t id) const;

    const ValueProfile* m_profile = nullptr;  ///< that is read
    std::vector<vellum::query::ValuesFlowVertex> m_rows;
    std::vector<std::size_t> m_firstRow;  ///< of each file
    std::unordered_map<std::uint32_t, values::VertexId>
        m_places;  ///< by id, of the file that is read
    std::vector<const std::string*> m_objectOfEdge;
    std::map<std::string, std::uint32_t> m_objectNames;  ///< numbered as they come
    std::vector<values::FlowEdge> m_edges;               ///< until the graph has them
    std::uint64_t m_lost = 0;
    values::FlowGraph m_graph{0, 0};
};

}  // namespace vellum::server::query
