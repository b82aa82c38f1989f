#include "collector/values/analysis/value_flow.h"

#include "common/base/narrow.h"

#include <algorithm>
#include <limits>

namespace vellum::collector::values {

namespace sidecar = ::vellum::values::sidecar;
using ::vellum::values::Access;
using ::vellum::values::FlowEdge;
using ::vellum::values::FlowVertex;
using ::vellum::values::VertexKind;

namespace {

bool isMemory(const FlowVertex& vertex)
{
    return vertex.kind == VertexKind::Allocate || vertex.kind == VertexKind::HostMemory;
}

sidecar::EdgeRecord recordOf(const FlowEdge& edge, std::uint64_t object)
{
    constexpr std::uint64_t kMostOps = std::numeric_limits<std::uint32_t>::max();
    sidecar::EdgeRecord record;
    record.object = object;
    record.type = static_cast<sidecar::EdgeType>(edge.type);
    record.ops = static_cast<std::uint32_t>(std::min(edge.ops, kMostOps));
    record.bytes = edge.bytes;
    record.written = edge.counts.written;
    record.unchanged = edge.counts.unchanged;
    record.undefined = edge.counts.undefined;
    record.firstOp = edge.firstOp;
    record.lastOp = edge.lastOp;
    return record;
}

}  // namespace

void ValueFlow::add(const Access& access, bool isUnchanged)
{
    if (access.object == 0) {
        return;
    }
    if (m_steps.size() <= access.object) {
        m_steps.resize(access.object + 1);
    }
    Step& step = m_steps[access.object];
    if (step.found == Found::NotYet) {
        step.found = follow(access.object);
    }
    if (step.found != Found::Followed) {
        m_lost += step.found == Found::NoRoom ? 1U : 0U;
        return;
    }
    if (step.op != access.op) {
        endStep(access.object, step);
        step.op = access.op;
    }
    if (!isStore(access.kind)) {
        step.readBytes += access.unit;
        return;
    }
    step.counts.written += access.unit;
    step.counts.unchanged += isUnchanged ? access.unit : 0;
}

/// Each object has a memory vertex of its own, so that the graph keeps the edges of objects apart.
ValueFlow::Found ValueFlow::follow(std::uint64_t object)
{
    const sidecar::ObjectRecord& record = m_objects.all()[object - 1].record;
    if (record.space == sidecar::ObjectSpace::Stack) {
        return Found::LeftOut;
    }
    const bool isHeap = record.space == sidecar::ObjectSpace::Heap;
    const std::optional<VertexId> memory = m_graph.vertex(
        isHeap ? VertexKind::Allocate : VertexKind::HostMemory, narrow<std::uint32_t>(object));
    if (memory.has_value()) {
        m_graph.allocate(object, record.size, *memory);
        return Found::Followed;
    }
    return Found::NoRoom;
}

ValueFlow::OperationKey ValueFlow::keyOf(const OperationLists::Operation& operation)
{
    const sidecar::OperationRecord& record = operation.record;
    return {static_cast<std::uint32_t>(record.kind), record.callingContext, record.function};
}

std::optional<ValueFlow::VertexId> ValueFlow::vertexOf(const OperationLists::Operation& operation)
{
    const OperationKey key = keyOf(operation);
    const auto known = m_vertices.find(key);
    if (known != m_vertices.end()) {
        return known->second;
    }
    const auto kind = operation.record.kind == sidecar::OperationKind::Window ? VertexKind::Window
                                                                              : VertexKind::Visit;
    const std::optional<VertexId> vertex =
        m_graph.vertex(kind, narrow<std::uint32_t>(m_keys.size()));
    if (vertex.has_value()) {
        m_vertices.emplace(key, *vertex);
        m_keys.push_back(key);
    }
    return vertex;
}

void ValueFlow::endStep(std::uint64_t object, Step& step)
{
    if (step.op != 0) {
        if (const auto by = vertexOf(m_operations.operations[step.op - 1])) {
            if (step.readBytes > 0) {
                m_graph.read(step.op, *by, object, step.readBytes);
            }
            if (step.counts.written > 0) {
                m_graph.write(step.op, *by, object, step.counts);
            }
        }
    }
    step = {.found = step.found};
}

/// Objects that one call asked for have one vertex in the file, variables each their own.
sidecar::VertexRecord ValueFlow::memoryOf(const ValueObject& object) const
{
    sidecar::VertexRecord record;
    if (object.record.space != sidecar::ObjectSpace::Heap) {
        record.kind = sidecar::VertexKind::HostMemory;
        return record;
    }
    record.kind = sidecar::VertexKind::Allocate;
    record.callingContext = object.record.callingContext;
    if (record.callingContext != 0) {
        record.function = m_operations.contexts[record.callingContext - 1].function;
    }
    return record;
}

/// \param ids  become those that the file has, by those that the graph has
void ValueFlow::writeVertices(FlowFindings& findings, std::vector<std::uint32_t>& ids) const
{
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>, std::uint32_t> allocations;
    for (const FlowVertex& vertex : m_graph.vertices()) {
        sidecar::VertexRecord record;
        std::uint64_t bytes = vertex.bytes;
        const auto next = static_cast<std::uint32_t>(findings.vertices.size() + 1);
        std::uint32_t id = next;
        if (isMemory(vertex)) {
            const ValueObject& object = m_objects.all()[vertex.context - 1];
            record = memoryOf(object);
            bytes = object.record.size;
            if (vertex.kind == VertexKind::Allocate) {
                id = allocations
                         .try_emplace({object.process, record.callingContext, object.site}, next)
                         .first->second;
            }
        } else {
            const auto [kind, context, function] = m_keys[vertex.context];
            record.kind = static_cast<sidecar::VertexKind>(kind);
            record.callingContext = context;
            record.function = function;
        }
        record.id = id;
        if (id == next) {
            findings.vertices.push_back(record);
        }
        findings.vertices[id - 1].bytes += bytes;
        findings.vertices[id - 1].invocations += isMemory(vertex) ? 1U : 0U;
        ids.push_back(id);
    }
}

FlowFindings ValueFlow::takeFindings()
{
    for (std::size_t object = 1; object < m_steps.size(); ++object) {
        endStep(object, m_steps[object]);
    }
    FlowFindings findings;
    std::vector<std::uint32_t> ids;
    writeVertices(findings, ids);
    for (const OperationLists::Operation& operation : m_operations.operations) {
        const auto vertex = m_vertices.find(keyOf(operation));
        if (vertex != m_vertices.end()) {
            findings.vertices[ids[vertex->second] - 1].invocations += operation.record.grid[0];
        }
    }
    for (const FlowEdge& edge : m_graph.edges()) {
        sidecar::EdgeRecord record = recordOf(edge, m_graph.vertices()[edge.allocation].context);
        record.from = ids[edge.from];
        record.to = ids[edge.to];
        findings.edges.push_back(record);
    }
    findings.lost = m_graph.lost() + m_lost;
    return findings;
}

}  // namespace vellum::collector::values
