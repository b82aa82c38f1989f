#pragma once

#include "common/trace/collectives.h"
#include "common/trace/refs.h"
#include "server/store/record_table.h"

#include <cstdint>
#include <vector>

namespace vellum::server::match {

/// What one location did in one collective operation.
struct CollectiveEnd {
    CommRef comm;
    std::uint32_t operation = 0;
    std::uint32_t root = kNoRoot;
    std::uint32_t place =
        0;  ///< where it counts in matching: the record that began it, else its own
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    Tick begin = 0;  ///< `end` where nothing began it
    Tick end = 0;
    bool hasBegin = false;
};

struct CollectiveEnds {
    std::vector<CollectiveEnd> ends;  ///< by communicator, then place
    std::vector<Tick> openBegins;     ///< of those that never end: nobody knows their communicator
};

/// Sets \p to to the collective operations of one location.
///
/// Exact    docs/semantics.md, "Collectives".
void collectCollectives(const store::RecordTable& records, CollectiveEnds& to);

}  // namespace vellum::server::match
