#include "common/query/values_flow.h"

#include "common/query/limits.h"

#include <limits>

namespace vellum::query {

namespace {

using table::column;
using table::Column;
using table::derived;
using table::Unit;

constexpr std::uint64_t kLongestName = 10'000;

constexpr std::string_view kDirections[] = {"both", "backward", "forward"};
constexpr std::string_view kKinds[] = {
    "unknown",
    "allocation",
    "copy",
    "set",
    "kernel",
    "function",
    "window",
    "host-memory",
    "managed-memory",
    "shared-memory",
    "local-memory",
    "constant-memory"};
constexpr std::string_view kTypes[] = {"unknown", "write", "read", "sink"};

constexpr Column kQuestion[] = {
    column<&ValuesFlowQuestion::slice>(
        {.name = "slice",
         .says = "only what values of this vertex came from or went to: its name or number",
         .most = kLongestName}),
    column<&ValuesFlowQuestion::direction>(
        {.name = "direction", .says = "of the slice", .words = kDirections}),
    column<&ValuesFlowQuestion::edgeShare>(
        {.name = "important",
         .says = "only edges with this share of all bytes, or that change at most 1 % of what "
                 "they write; from 0 to 1"}),
    column<&ValuesFlowQuestion::vertexShare>(
        {.name = "invoked",
         .says = "only vertices with this share of all invocations, and those of such edges; from "
                 "0 to 1"})};

double shareOf(std::uint64_t part, std::uint64_t whole)
{
    return whole == 0 ? std::numeric_limits<double>::quiet_NaN()
                      : static_cast<double>(part) / static_cast<double>(whole);
}

double shareOfEdge(const ValuesFlowEdge& edge)
{
    return unchangedShare(edge);
}

double shareOfVertex(const ValuesFlowVertex& vertex)
{
    return unchangedShare(vertex);
}

constexpr Column kEdge[] = {
    column<&ValuesFlowEdge::from>(
        {.name = "from", .says = "vertex that wrote the values", .isDetail = true}),
    column<&ValuesFlowEdge::fromName>({.name = "from_name", .says = "what it is called"}),
    column<&ValuesFlowEdge::to>(
        {.name = "to", .says = "vertex that read them, or wrote over them", .isDetail = true}),
    column<&ValuesFlowEdge::toName>({.name = "to_name", .says = "what it is called"}),
    column<&ValuesFlowEdge::type>(
        {.name = "type", .says = "what the second one did", .words = kTypes}),
    column<&ValuesFlowEdge::object>({.name = "object", .says = "that they lay in"}),
    column<&ValuesFlowEdge::bytes>(
        {.name = "bytes", .says = "read or written, each time counted", .unit = Unit::Bytes}),
    derived<&shareOfEdge>(
        {.name = "unchanged",
         .says = "share of the written bytes that were there already",
         .unit = Unit::Share}),
    column<&ValuesFlowEdge::unchangedBytes>(
        {.name = "unchanged_bytes",
         .says = "written, and there already",
         .unit = Unit::Bytes,
         .isDetail = true}),
    column<&ValuesFlowEdge::undefinedBytes>(
        {.name = "undefined_bytes",
         .says = "of which nobody had seen a write before",
         .unit = Unit::Bytes,
         .isDetail = true}),
    column<&ValuesFlowEdge::times>(
        {.name = "times",
         .says = "that the second one turned to the object after another had",
         .unit = Unit::Count})};

constexpr Column kVertex[] = {
    column<&ValuesFlowVertex::id>({.name = "vertex", .says = "its number in the side-car"}),
    column<&ValuesFlowVertex::kind>({.name = "kind", .says = "what it is", .words = kKinds}),
    column<&ValuesFlowVertex::name>({.name = "name", .says = "of the function or object"}),
    column<&ValuesFlowVertex::where>(
        {.name = "where", .says = "who calls it, or where it was allocated"}),
    column<&ValuesFlowVertex::region>(
        {.name = "region",
         .says = "the function in the trace",
         .unit = Unit::Region,
         .isDetail = true}),
    column<&ValuesFlowVertex::invocations>(
        {.name = "invocations",
         .says = "visits, or launches; of a memory its objects",
         .unit = Unit::Count}),
    column<&ValuesFlowVertex::bytes>(
        {.name = "bytes", .says = "read and written; of a memory its size", .unit = Unit::Bytes}),
    derived<&shareOfVertex>(
        {.name = "unchanged",
         .says = "share of the written bytes that were there already",
         .unit = Unit::Share}),
    column<&ValuesFlowVertex::writtenBytes>(
        {.name = "written_bytes", .says = "among these", .unit = Unit::Bytes, .isDetail = true}),
    column<&ValuesFlowVertex::unchangedBytes>(
        {.name = "unchanged_bytes",
         .says = "written, and there already",
         .unit = Unit::Bytes,
         .isDetail = true})};

constexpr Column kAnswer[] = {
    column<&ValuesFlow::allEdges>(
        {.name = "all_edges", .says = "of the whole graph", .unit = Unit::Count}),
    column<&ValuesFlow::allVertices>(
        {.name = "all_vertices", .says = "of the whole graph", .unit = Unit::Count}),
    column<&ValuesFlow::lost>(
        {.name = "lost", .says = "reads and writes that are in no edge", .unit = Unit::Count}),
    column<&ValuesFlow::valuesOf>(kValuesOf),
    column<&ValuesFlow::edges>(
        {.name = "edges",
         .says = "descending by bytes, then by names, type and object",
         .most = kMaxItems}),
    column<&ValuesFlow::vertices>(
        {.name = "vertices", .says = "ascending by number", .most = kMaxItems})};

}  // namespace

double unchangedShare(const ValuesFlowEdge& edge)
{
    return shareOf(edge.unchangedBytes, edge.type == FlowEdgeType::Write ? edge.bytes : 0);
}

double unchangedShare(const ValuesFlowVertex& vertex)
{
    return shareOf(vertex.unchangedBytes, vertex.writtenBytes);
}

constinit const table::Schema ValuesFlowEdge::kSchema =
    table::schemaOf<ValuesFlowEdge>("values-flow-edge", kEdge);
constinit const table::Schema ValuesFlowVertex::kSchema =
    table::schemaOf<ValuesFlowVertex>("values-flow-vertex", kVertex);
constinit const table::Schema ValuesFlow::kSchema =
    table::schemaOf<ValuesFlow>("values-flow", kAnswer);
constinit const table::Schema ValuesFlowQuestion::kSchema =
    table::schemaOf<ValuesFlowQuestion>("values-flow", kQuestion, &ValuesFlow::kSchema);

}  // namespace vellum::query
