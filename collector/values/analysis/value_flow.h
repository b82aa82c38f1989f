#pragma once

#include "collector/values/analysis/object_map.h"
#include "collector/values/analysis/operation_list.h"
#include "common/values/access.h"
#include "common/values/flow_graph.h"
#include "common/values/sidecar/records.h"

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace vellum::collector::values {

/// The value-flow graph, as the side-car has it.
struct FlowFindings {
    std::vector<::vellum::values::sidecar::VertexRecord> vertices;
    std::vector<::vellum::values::sidecar::EdgeRecord> edges;
    std::uint64_t lost = 0;  ///< accesses and steps that are in no edge: there was no room
};

/// Follows values from function to function through objects, while accesses come.
///
/// Exact    What an operation does to an object until another operation turns to that object is one step: it reads what
///          the last writer left, then it writes. The bytes of all edges are those of the accesses. Left out are accesses to
///          nothing that is known, and to stacks: a stack is one object, and would join each function to each.
/// Size     At most \p most vertices and as many edges; 56 bytes for each object of the recording, and about 200 more for
///          each that is followed.
/// Threads  One owner.
class ValueFlow {
public:
    static constexpr std::size_t kMost = std::size_t{1} << 18U;

    /// Both must outlive it.
    ValueFlow(const ObjectList& objects, const OperationLists& operations, std::size_t most = kMost)
        : m_objects(objects)
        , m_operations(operations)
        , m_graph(most, most)
    {
    }

    /// \param isUnchanged  the access is a store of what was there
    void add(const ::vellum::values::Access& access, bool isUnchanged);

    /// Once, when no access comes any more.
    [[nodiscard]] FlowFindings takeFindings();

private:
    using VertexId = ::vellum::values::VertexId;

    enum class Found : std::uint8_t { NotYet, Followed, LeftOut, NoRoom };
    /// What one operation does to an object, before another one turns to it.
    struct Step {
        std::uint64_t op = 0;  ///< 0: nobody does anything
        std::uint64_t readBytes = 0;
        ::vellum::values::WriteCounts counts;
        Found found = Found::NotYet;
    };
    /// Kind, calling context and function.
    using OperationKey = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

    [[nodiscard]] Found follow(std::uint64_t object);
    void endStep(std::uint64_t object, Step& step);
    [[nodiscard]] std::optional<VertexId> vertexOf(const OperationLists::Operation& operation);
    [[nodiscard]] static OperationKey keyOf(const OperationLists::Operation& operation);
    [[nodiscard]] ::vellum::values::sidecar::VertexRecord memoryOf(const ValueObject& object) const;
    void writeVertices(FlowFindings& findings, std::vector<std::uint32_t>& ids) const;

    const ObjectList& m_objects;
    const OperationLists& m_operations;
    ::vellum::values::FlowGraph m_graph;
    std::vector<Step> m_steps;  ///< by number of the object
    std::map<OperationKey, VertexId> m_vertices;
    std::vector<OperationKey>
        m_keys;  ///< of vertices of operations, by the number that the graph knows as context
    std::uint64_t m_lost = 0;  ///< accesses to objects that there was no room for
};

}  // namespace vellum::collector::values
