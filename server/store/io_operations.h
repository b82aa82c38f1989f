#pragma once

#include "server/store/record_table.h"

#include <cstddef>
#include <vector>

namespace vellum::server::store {

/// An input or output operation of one location: the places of its records.
struct IoOperation {
    std::size_t begin = 0;  ///< IoOperationBegin
    std::size_t end = 0;    ///< IoOperationComplete or IoOperationCancelled
};

struct IoOperations {
    std::vector<IoOperation> operations;  ///< by end
    std::vector<std::size_t> openBegins;  ///< that have no end, ascending
    std::vector<std::size_t> strayEnds;   ///< that nothing began, ascending
};

/// Exact    An end belongs to the last begin before it of the same handle and matching id, unless
///          that has an end already; docs/semantics.md, "Input and output".
/// Cost     O(records), most of them only by their kind.
[[nodiscard]] IoOperations ioOperationsOf(const RecordTable& records);

}  // namespace vellum::server::store
