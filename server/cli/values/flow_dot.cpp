#include "server/cli/values/flow_dot.h"

#include "common/base/number_text.h"
#include "common/base/valid_utf8.h"

#include <cmath>
#include <string>
#include <string_view>

namespace vellum::server::cli {

using vellum::query::FlowEdgeType;
using vellum::query::ValuesFlowEdge;
using vellum::query::ValuesFlowVertex;

namespace {

std::string dotText(std::string_view text)
{
    constexpr unsigned char kBlank = ' ';
    std::string result = "\"";
    for (const char letter : validUtf8(text)) {
        if (letter == '"' || letter == '\\') {
            result += '\\';
        }
        result += static_cast<unsigned char>(letter) < kBlank ? ' ' : letter;
    }
    return result + '"';
}

std::string_view lineOf(double share)
{
    constexpr double kAll = 0.99;
    constexpr double kMuch = 0.66;
    return share > kAll ? ", style=dotted" : share > kMuch ? ", style=dashed" : "";
}

void writeEdge(std::ostream& out, const ValuesFlowEdge& edge)
{
    std::string label = edge.object + ", " + byteText(edge.bytes);
    const double share = unchangedShare(edge);
    if (edge.type == FlowEdgeType::Write && !std::isnan(share)) {
        label += ", " + percentText(share) + " unchanged";
    }
    out << "  v" << edge.from << " -> v" << edge.to << " [label=" << dotText(label)
        << (edge.type == FlowEdgeType::Write ? "" : ", color=gray50") << lineOf(share) << "]\n";
}

}  // namespace

void writeFlowAsDot(std::ostream& out, const vellum::query::ValuesFlow& flow)
{
    out << "digraph values {\n";
    for (const ValuesFlowVertex& vertex : flow.vertices) {
        const std::string_view shape = isMemory(vertex.kind) ? "box" : "ellipse";
        out << "  v" << vertex.id << " [shape=" << shape << ", label=" << dotText(vertex.name)
            << "]\n";
    }
    for (const ValuesFlowEdge& edge : flow.edges) {
        writeEdge(out, edge);
    }
    out << "}\n";
}

}  // namespace vellum::server::cli
