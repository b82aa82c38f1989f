#pragma once

#include "server/match/communicators.h"
#include "server/store/record_table.h"

#include <cstdint>
#include <vector>

namespace vellum::server::match {

/// A send or a receive, waiting for its other end.
struct MessageEnd {
    CommRef comm;
    LocationIndex sender;    ///< of a receive: undefined if its rank means no location
    LocationIndex receiver;  ///< of a send: likewise
    std::uint32_t tag = 0;
    std::uint32_t rank = 0;    ///< as the record has it
    std::uint32_t place = 0;   ///< where it counts in matching: a receive's posting
    std::uint32_t record = 0;  ///< its place in the location's records
    bool isMatched = false;
    bool isPartnerLeftOut = false;  ///< its partner is in a location that was not loaded
    std::uint64_t bytes = 0;
    Tick tick = 0;
};

struct MessageEnds {
    std::vector<MessageEnd> sends;
    std::vector<MessageEnd> receives;
};

/// Appends the sends and receives of location \p me. Requests that were cancelled leave nothing.
void collectEnds(
    const store::RecordTable& records,
    LocationIndex me,
    Communicators& communicators,
    MessageEnds& ends);

}  // namespace vellum::server::match
