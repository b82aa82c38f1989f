#pragma once

#include "common/query/values_operations.h"
#include "server/query/values/values_in_scope.h"

#include <cstdint>
#include <vector>

namespace vellum::server::query {

/// An operation of the trace that a question about operations finds.
struct FoundOperation {
    const ValueProfile::Operation* operation = nullptr;  ///< joined; lives as long as the scope
    std::uint64_t movedBytes = 0;                        ///< by the accesses that were asked for
    std::uint64_t redundantBytes = 0;
};

/// The operations in \p scope with accesses that \p question asks for. In no particular order.
[[nodiscard]] std::vector<FoundOperation> findOperations(
    const ValuesInScope& scope, const vellum::query::ValuesOperationsQuestion& question);

}  // namespace vellum::server::query
