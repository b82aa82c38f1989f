#pragma once

#include "common/query/record_filter.h"
#include "common/query/transfer_sums.h"
#include "common/table/table.h"

#include <cstdint>
#include <vector>

namespace vellum::query {

enum class IoSummaryBy : std::uint8_t {
    Operation = 0,  ///< by nothing else
    File = 1,
    Location = 2,
    SizeClass = 3,  ///< of the bytes transferred, as of messages
};

/// Completed I/O operations by what they do and what else they have in common. docs/semantics.md, "Input and output".
struct IoSummaryQuestion {
    IoSummaryBy by = IoSummaryBy::Operation;

    static const table::Schema kSchema;
};

/// Operations of one mode and of one file, location or size class. A row has operations.
struct IoSummaryRow {
    IoKind operation = IoKind::Read;  ///< Read, Write, Flush or Other
    std::uint64_t key = 0;  ///< file, location or the least of its class; 0 by operation alone
    TransferSums sums;

    static const table::Schema kSchema;
};

struct IoSummary {
    IoSummaryBy by = IoSummaryBy::Operation;
    std::vector<IoSummaryRow> rows;  ///< ascending by key, then operation

    static const table::Schema kSchema;
};

}  // namespace vellum::query
