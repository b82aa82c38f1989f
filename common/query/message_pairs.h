#pragma once

#include "common/query/limits.h"
#include "common/query/requests.h"
#include "common/query/transfer_sums.h"
#include "common/table/table.h"

#include <cstdint>
#include <vector>

namespace vellum::query {

/// Matched messages by sender and receiver, only the pairs that have some: what `MatrixRequest` asks, for traces of
/// any number of locations. docs/semantics.md, "Messages".
struct MessagePairsQuestion {
    MatrixBy by = MatrixBy::Location;
    std::uint64_t most = kMaxItems;  ///< pairs in the answer

    static const table::Schema kSchema;
};

/// The messages from one location, group or node to one other, or to itself. A row has messages.
struct MessagePairsRow {
    std::uint64_t from = 0;  ///< reference of what sends
    std::uint64_t to = 0;    ///< of what receives
    TransferSums sums;

    static const table::Schema kSchema;
};

struct MessagePairs {
    MatrixBy by = MatrixBy::Location;
    std::uint64_t pairs = 0;         ///< that have messages
    std::uint64_t leftOutCount = 0;  ///< messages of the pairs that are no rows
    std::uint64_t leftOutBytes = 0;
    /// Those that moved the most bytes, of equal ones the first; by sender, then receiver, both in definition order.
    std::vector<MessagePairsRow> rows;

    static const table::Schema kSchema;
};

}  // namespace vellum::query
