#pragma once

#include "common/query/transfer_sums.h"
#include "common/table/table.h"

#include <cstdint>
#include <vector>

namespace vellum::query {

enum class MessageSummaryBy : std::uint8_t {
    Size = 0,
    SizeClass = 1,  ///< from one power of two up to before the next; 0 for itself
    Tag = 2,
    Communicator = 3,
};

/// Matched messages by what they have in common. docs/semantics.md, "Messages".
struct MessageSummaryQuestion {
    MessageSummaryBy by = MessageSummaryBy::Size;

    static const table::Schema kSchema;
};

/// The messages of one size, tag or communicator. A row has messages.
struct MessageSummaryRow {
    std::uint64_t key = 0;  ///< bytes, the least of its class, tag or communicator
    TransferSums sums;

    static const table::Schema kSchema;
};

struct MessageSummary {
    MessageSummaryBy by = MessageSummaryBy::Size;
    std::vector<MessageSummaryRow> rows;  ///< ascending by key

    static const table::Schema kSchema;
};

}  // namespace vellum::query
