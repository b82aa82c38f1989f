#include "server/query/values/flow_of_files.h"

#include "common/base/saturating.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace vellum::server::query {

using values::FlowEdge;
using values::FlowVertex;
using values::VertexId;
using vellum::query::FlowEdgeType;
using vellum::query::FlowVertexKind;
using vellum::query::ValuesFlowEdge;
using vellum::query::ValuesFlowVertex;

namespace {

FlowVertexKind kindOf(sidecar::VertexKind kind)
{
    switch (kind) {
    case sidecar::VertexKind::Allocate:
        return FlowVertexKind::Allocation;
    case sidecar::VertexKind::Copy:
        return FlowVertexKind::Copy;
    case sidecar::VertexKind::Set:
        return FlowVertexKind::Set;
    case sidecar::VertexKind::Kernel:
        return FlowVertexKind::Kernel;
    case sidecar::VertexKind::Visit:
        return FlowVertexKind::Function;
    case sidecar::VertexKind::Window:
        return FlowVertexKind::Window;
    case sidecar::VertexKind::HostMemory:
        return FlowVertexKind::HostMemory;
    case sidecar::VertexKind::ManagedMemory:
        return FlowVertexKind::ManagedMemory;
    case sidecar::VertexKind::SharedMemory:
        return FlowVertexKind::SharedMemory;
    case sidecar::VertexKind::LocalMemory:
        return FlowVertexKind::LocalMemory;
    case sidecar::VertexKind::ConstantMemory:
        return FlowVertexKind::ConstantMemory;
    default:
        return FlowVertexKind::Unknown;
    }
}

/// Whatever a file says, no more than all of it.
std::uint64_t writtenOf(const sidecar::EdgeRecord& record)
{
    return std::min(record.written, record.bytes);
}

void addTo(FlowEdge& edge, const sidecar::EdgeRecord& record)
{
    addSaturating(edge.ops, record.ops);
    addSaturating(edge.bytes, record.bytes);
    const std::uint64_t written = writtenOf(record);
    addSaturating(edge.counts.written, written);
    addSaturating(edge.counts.unchanged, std::min(record.unchanged, written));
    addSaturating(edge.counts.undefined, record.undefined);
}

bool isKnown(sidecar::EdgeType type)
{
    return type >= sidecar::EdgeType::Write && type <= sidecar::EdgeType::Sink;
}

}  // namespace

FlowOfFiles::FlowOfFiles(std::span<const std::shared_ptr<const ValueProfile>> profiles)
{
    for (const auto& profile : profiles) {
        readFile(*profile);
    }
    nameMemories();
    if (profiles.size() > 1) {
        joinAlike();
    }
    std::vector<FlowVertex> vertices;
    for (const ValuesFlowVertex& row : m_rows) {
        vertices.push_back({.invocations = row.invocations, .bytes = row.bytes});
    }
    m_graph = values::FlowGraph::of(std::move(vertices), std::move(m_edges));
}

void FlowOfFiles::readFile(const ValueProfile& profile)
{
    m_profile = &profile;
    m_firstRow.push_back(m_rows.size());
    m_places.clear();
    readVertices();
    readEdges();
    profile.file().records<sidecar::LossRecord>().forEach(
        [this](const sidecar::LossRecord& loss, std::uint64_t /*index*/) {
            if (loss.where == static_cast<std::uint32_t>(sidecar::ChunkType::Edge)
                && (loss.kind == sidecar::LossKind::OverBudget
                    || loss.kind == sidecar::LossKind::WriteFailed)) {
                addSaturating(m_lost, loss.count);
            }
        });
}

const VertexId* FlowOfFiles::placeOf(std::uint32_t id) const
{
    const auto found = m_places.find(id);
    return found == m_places.end() ? nullptr : &found->second;
}

std::string FlowOfFiles::whereOf(const sidecar::VertexRecord& record) const
{
    const std::string caller = m_profile->callerOf(record.callingContext);
    return caller.empty() ? std::string() : "called from " + caller;
}

/// Of several records with one id the last one counts.
void FlowOfFiles::readVertices()
{
    std::map<std::uint32_t, sidecar::VertexRecord> records;
    m_profile->file().records<sidecar::VertexRecord>().forEach(
        [&records](const sidecar::VertexRecord& record, std::uint64_t /*index*/) {
            if (record.id != 0) {
                records[record.id] = record;
            }
        });
    for (const auto& [id, record] : records) {
        m_places[id] = static_cast<VertexId>(m_rows.size());
        ValuesFlowVertex row{
            .id = id,
            .kind = kindOf(record.kind),
            .name = m_profile->functionName(record.function),
            .invocations = record.invocations,
            .bytes = record.bytes};
        if (!isMemory(row.kind)) {
            row.where = whereOf(record);
            row.region = m_profile->regionOf(row.name);
            row.name = row.name.empty() ? "outside of functions" : row.name;
        }
        m_rows.push_back(std::move(row));
    }
}

std::unordered_map<std::uint64_t, VertexId> FlowOfFiles::allocations() const
{
    struct Found {
        VertexId vertex = 0;
        bool isMemory = false;
        std::uint64_t firstOp = 0;
    };
    std::unordered_map<std::uint64_t, Found> found;
    m_profile->file().records<sidecar::EdgeRecord>().forEach([&](const sidecar::EdgeRecord& record,
                                                                 std::uint64_t /*index*/) {
        const VertexId* const from = placeOf(record.from);
        if (from == nullptr) {
            return;
        }
        const Found one{
            .vertex = *from, .isMemory = isMemory(m_rows[*from].kind), .firstOp = record.firstOp};
        const auto order = [](const Found& f) {
            return std::tuple(!f.isMemory, f.firstOp, f.vertex);
        };
        const auto [place, isNew] = found.try_emplace(record.object, one);
        if (!isNew && order(one) < order(place->second)) {
            place->second = one;
        }
    });
    std::unordered_map<std::uint64_t, VertexId> allocations;
    for (const auto& [object, one] : found) {
        allocations[object] = one.vertex;
    }
    return allocations;
}

void FlowOfFiles::readEdges()
{
    const auto allocated = allocations();
    std::
        map<std::tuple<VertexId, VertexId, VertexId, sidecar::EdgeType, std::uint32_t>, std::size_t>
            numbers;
    m_profile->file().records<sidecar::EdgeRecord>().forEach(
        [&](const sidecar::EdgeRecord& record, std::uint64_t /*index*/) {
            const VertexId* const from = placeOf(record.from);
            const VertexId* const to = placeOf(record.to);
            if (from == nullptr || to == nullptr || !isKnown(record.type)) {
                ++m_lost;
                return;
            }
            const auto name = m_objectNames
                                  .try_emplace(
                                      m_profile->objectName(record.object),
                                      static_cast<std::uint32_t>(m_objectNames.size()))
                                  .first;
            const VertexId allocation = allocated.at(record.object);
            const auto [number, isNew] = numbers.try_emplace(
                {*from, *to, allocation, record.type, name->second}, m_edges.size());
            if (isNew) {
                m_edges.push_back(
                    {.from = *from,
                     .to = *to,
                     .allocation = allocation,
                     .type = static_cast<values::EdgeType>(record.type)});
                m_objectOfEdge.push_back(&name->first);
            }
            addTo(m_edges[number->second], record);
            if (isMemory(m_rows[*from].kind) && m_rows[*from].where.empty()) {
                m_rows[*from].where = m_profile->objectWhere(record.object);
            }
            if (record.type == sidecar::EdgeType::Write) {
                const std::uint64_t written = writtenOf(record);
                addSaturating(m_rows[*to].writtenBytes, written);
                addSaturating(m_rows[*to].unchangedBytes, std::min(record.unchanged, written));
            }
        });
}

/// A memory has the name of its objects: where they have several, the first one's by name, and says so.
void FlowOfFiles::nameMemories()
{
    std::vector<const std::string*> first(m_rows.size(), nullptr);
    std::vector<bool> hasMore(m_rows.size());
    for (std::size_t i = 0; i < m_edges.size(); ++i) {
        const VertexId memory = m_edges[i].allocation;
        const std::string* const name = m_objectOfEdge[i];
        if (first[memory] == nullptr) {
            first[memory] = name;
        } else if (first[memory] != name) {
            hasMore[memory] = true;
            first[memory] = *name < *first[memory] ? name : first[memory];
        }
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (isMemory(m_rows[i].kind)) {
            m_rows[i].name = first[i] == nullptr ? "memory" : *first[i];
            m_rows[i].name += hasMore[i] ? " and more" : "";
        }
    }
}

void FlowOfFiles::joinAlike()
{
    joinEdges(joinVertices());
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        m_rows[i].id = static_cast<std::uint32_t>(i + 1);
    }
}

/// \return where each vertex has gone
std::vector<VertexId> FlowOfFiles::joinVertices()
{
    using Look = std::tuple<FlowVertexKind, std::string, std::string>;
    std::map<std::pair<Look, std::size_t>, VertexId> places;
    std::vector<ValuesFlowVertex> rows;
    std::vector<VertexId> joined;
    for (std::size_t file = 0; file < m_firstRow.size(); ++file) {
        const std::size_t end = file + 1 < m_firstRow.size() ? m_firstRow[file + 1] : m_rows.size();
        std::map<Look, std::size_t> seen;
        for (std::size_t i = m_firstRow[file]; i < end; ++i) {
            ValuesFlowVertex& row = m_rows[i];
            Look look(row.kind, row.name, row.where);
            const std::size_t which = seen[look]++;
            const auto [place, isNew] =
                places.try_emplace({std::move(look), which}, static_cast<VertexId>(rows.size()));
            joined.push_back(place->second);
            if (isNew) {
                rows.push_back(std::move(row));
                continue;
            }
            ValuesFlowVertex& to = rows[place->second];
            addSaturating(to.invocations, row.invocations);
            addSaturating(to.bytes, row.bytes);
            addSaturating(to.writtenBytes, row.writtenBytes);
            addSaturating(to.unchangedBytes, row.unchangedBytes);
        }
    }
    m_rows = std::move(rows);
    return joined;
}

void FlowOfFiles::joinEdges(const std::vector<VertexId>& joined)
{
    std::map<
        std::tuple<VertexId, VertexId, VertexId, values::EdgeType, const std::string*>,
        std::size_t>
        numbers;
    std::vector<FlowEdge> edges;
    std::vector<const std::string*> objects;
    for (std::size_t i = 0; i < m_edges.size(); ++i) {
        FlowEdge edge = m_edges[i];
        edge.from = joined[edge.from];
        edge.to = joined[edge.to];
        edge.allocation = joined[edge.allocation];
        const auto [number, isNew] = numbers.try_emplace(
            {edge.from, edge.to, edge.allocation, edge.type, m_objectOfEdge[i]}, edges.size());
        if (isNew) {
            edges.push_back(edge);
            objects.push_back(m_objectOfEdge[i]);
            continue;
        }
        FlowEdge& to = edges[number->second];
        addSaturating(to.ops, edge.ops);
        addSaturating(to.bytes, edge.bytes);
        addSaturating(to.counts.written, edge.counts.written);
        addSaturating(to.counts.unchanged, edge.counts.unchanged);
        addSaturating(to.counts.undefined, edge.counts.undefined);
    }
    m_edges = std::move(edges);
    m_objectOfEdge = std::move(objects);
}

ValuesFlowEdge FlowOfFiles::edgeRow(std::size_t number) const
{
    const FlowEdge& edge = m_graph.edges()[number];
    const ValuesFlowVertex& from = m_rows[edge.from];
    const ValuesFlowVertex& to = m_rows[edge.to];
    return {
        .from = from.id,
        .fromName = from.name,
        .to = to.id,
        .toName = to.name,
        .type = static_cast<FlowEdgeType>(edge.type),
        .object = *m_objectOfEdge[number],
        .bytes = edge.bytes,
        .unchangedBytes = edge.counts.unchanged,
        .undefinedBytes = edge.counts.undefined,
        .times = edge.ops};
}

}  // namespace vellum::server::query
