#pragma once

#include "common/table/table.h"
#include "common/time/tick_range.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace vellum::query {

enum class MessageSummaryBy : std::uint8_t {
    Size = 0,
    SizeClass = 1,  ///< from one power of two up to before the next; 0 for itself
    Tag = 2,
    Communicator = 3,
};

/// Matched messages by what they have in common. docs/semantics.md, "Message summary".
struct MessageSummaryQuestion {
    MessageSummaryBy by = MessageSummaryBy::Size;

    static const table::Schema kSchema;
};

/// The messages of one size, tag or communicator. A row has messages.
struct MessageSummaryRow {
    std::uint64_t key = 0;  ///< bytes, the least of its class, tag or communicator
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
    std::uint64_t minBytes = 0;
    std::uint64_t maxBytes = 0;
    Tick minDuration = 0;  ///< receive − send; below 0 where clocks disagree
    Tick maxDuration = 0;
    Tick sumDuration = 0;
    std::uint64_t rated = 0;  ///< messages that take time: only these have a rate
    std::uint64_t ratedBytes = 0;
    Tick ratedDuration = 0;
    double minRate = std::numeric_limits<double>::infinity();  ///< bytes per tick
    double maxRate = -std::numeric_limits<double>::infinity();

    static const table::Schema kSchema;
};

struct MessageSummary {
    MessageSummaryBy by = MessageSummaryBy::Size;
    std::vector<MessageSummaryRow> rows;  ///< ascending by key

    static const table::Schema kSchema;
};

}  // namespace vellum::query
