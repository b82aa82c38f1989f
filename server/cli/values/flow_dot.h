#pragma once

#include "common/query/values_flow.h"

#include <ostream>

namespace vellum::server::cli {

/// A value-flow graph in Graphviz' language: memories are boxes, reads grey; how much of what an edge writes was there already
/// stands at it, and makes its line dashed (above two thirds) or dotted (above 99 %).
///
/// Errors   Names may hold any bytes: what is no UTF-8 becomes U+FFFD, quotes and backslashes are escaped, control characters become blanks.
void writeFlowAsDot(std::ostream& out, const vellum::query::ValuesFlow& flow);

}  // namespace vellum::server::cli
