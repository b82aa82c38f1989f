#include "common/query/values_flow.h"

#include "common/values/flow_graph.h"
#include "server/query/registry.h"
#include "server/query/values/flow_of_files.h"
#include "server/query/values/values_in_scope.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <tuple>
#include <utility>

namespace vellum::server::query {

using values::FlowGraph;
using values::FlowPart;
using vellum::query::FlowDirection;
using vellum::query::ValuesFlow;
using vellum::query::ValuesFlowEdge;
using vellum::query::ValuesFlowQuestion;

namespace {

values::SliceDirection directionOf(FlowDirection direction)
{
    switch (direction) {
    case FlowDirection::Backward:
        return values::SliceDirection::Backward;
    case FlowDirection::Forward:
        return values::SliceDirection::Forward;
    case FlowDirection::Both:
        break;
    }
    return values::SliceDirection::Both;
}

bool isShare(double share)
{
    return share >= 0 && share <= 1;
}

FlowPart wholeOf(const FlowGraph& graph)
{
    FlowPart whole;
    for (std::size_t i = 0; i < graph.vertices().size(); ++i) {
        whole.vertices.push_back(static_cast<values::VertexId>(i));
    }
    for (std::size_t i = 0; i < graph.edges().size(); ++i) {
        whole.edges.push_back(i);
    }
    return whole;
}

FlowPart importantOf(const FlowGraph& graph, const ValuesFlowQuestion& question)
{
    if (question.edgeShare == 0 && question.vertexShare == 0) {
        return wholeOf(graph);
    }
    // A share that was not asked for keeps nothing by itself.
    constexpr double kNone = 2;
    return graph.important(
        {},
        {.edgeShare = question.edgeShare == 0 ? kNone : question.edgeShare,
         .vertexShare = question.vertexShare == 0 ? kNone : question.vertexShare});
}

/// The slices of several vertices, along edges of \p part only; its edges are numbered as in \p graph.
FlowPart sliceOf(
    const FlowGraph& graph,
    const FlowPart& part,
    const std::vector<values::VertexId>& starts,
    values::SliceDirection direction)
{
    std::vector<values::FlowEdge> edges;
    for (const std::size_t edge : part.edges) {
        edges.push_back(graph.edges()[edge]);
    }
    const FlowGraph within = FlowGraph::of(graph.vertices(), std::move(edges));
    FlowPart slice = within.slice(starts, direction);
    std::ranges::transform(
        slice.edges, slice.edges.begin(), [&part](std::size_t edge) { return part.edges[edge]; });
    return slice;
}

std::optional<std::uint32_t> numberOf(const std::string& text)
{
    std::uint32_t number = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

/// All vertices of that name; where none has it, the one of that number.
std::vector<values::VertexId> verticesCalled(const FlowOfFiles& flow, const std::string& text)
{
    const std::optional<std::uint32_t> number = numberOf(text);
    std::vector<values::VertexId> named;
    std::vector<values::VertexId> numbered;
    for (std::size_t i = 0; i < flow.rows().size(); ++i) {
        const auto vertex = static_cast<values::VertexId>(i);
        if (flow.rows()[i].name == text) {
            named.push_back(vertex);
        } else if (number == flow.rows()[i].id) {
            numbered.push_back(vertex);
        }
    }
    return named.empty() ? numbered : named;
}

ValuesFlow answerOf(const FlowOfFiles& flow, const FlowPart& part)
{
    ValuesFlow answer{
        .allEdges = flow.graph().edges().size(),
        .allVertices = flow.graph().vertices().size(),
        .lost = flow.lost()};
    for (const values::VertexId vertex : part.vertices) {
        answer.vertices.push_back(flow.rows()[vertex]);
    }
    for (const std::size_t edge : part.edges) {
        answer.edges.push_back(flow.edgeRow(edge));
    }
    std::ranges::sort(answer.edges, [](const ValuesFlowEdge& a, const ValuesFlowEdge& b) {
        const auto order = [](const ValuesFlowEdge& edge) {
            return std::tie(edge.fromName, edge.toName, edge.type, edge.object, edge.from, edge.to);
        };
        return a.bytes != b.bytes ? a.bytes > b.bytes : order(a) < order(b);
    });
    return answer;
}

Result<ValuesFlow> valuesFlow(const TableCall& call, const ValuesFlowQuestion& question)
{
    if (!isShare(question.edgeShare) || !isShare(question.vertexShare)) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message =
                "a share of importance is from 0 to 1, not "
                + std::to_string(
                    isShare(question.edgeShare) ? question.vertexShare : question.edgeShare)};
    }
    const auto profiles = ValueProfile::allOf(call.trace);
    VELLUM_RETURN_IF_ERROR(profiles);
    const FlowOfFiles flow(profiles.value());
    FlowPart part = importantOf(flow.graph(), question);
    if (!question.slice.empty()) {
        const auto starts = verticesCalled(flow, question.slice);
        if (starts.empty()) {
            return Error{
                .kind = ErrorKind::NotFound,
                .message = "the value flow has no vertex called '" + question.slice
                           + "', and none of that number"};
        }
        part = sliceOf(flow.graph(), part, starts, directionOf(question.direction));
    }
    ValuesFlow answer = answerOf(flow, part);
    answer.valuesOf = otherRunOf(profiles.value().front()->file());
    return answer;
}

}  // namespace

// NOLINTNEXTLINE(cppcoreguidelines-interfaces-global-init): of the question only its address
extern constinit const TableQuery kValuesFlow{
    .question = &ValuesFlowQuestion::kSchema,
    .purpose = "the value-flow graph: which function wrote what which other one read or wrote over",
    .held = Held::ByHead,
    .filters = Filtered::None,
    .answer = &Answerer<&valuesFlow>::answer};

}  // namespace vellum::server::query
