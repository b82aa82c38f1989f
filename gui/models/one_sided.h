#pragma once

#include "common/query/answers.h"
#include "common/time/tick_range.h"
#include "common/trace/definitions.h"
#include "common/trace/event_kinds.h"

#include <array>
#include <cstdint>
#include <vector>

namespace vellum::gui::models {

/// An operation of one-sided communication (MPI's RMA, SHMEM), or a copy between host and device that a recorder
/// wrote as such: data go from one location to another, and one of the two does it.
struct OneSided {
    EventKind kind = event_kind::kRmaPut;  ///< put, get or atomic
    LocationRef origin;                    ///< which does it
    LocationRef from;                      ///< where the data are before …
    LocationRef to;   ///< … and where after; of atomics from the origin, as of puts
    TickRange range;  ///< to its completion; without length where none is known
    RmaWinRef window;
    std::uint64_t bytes = 0;  ///< of an atomic sent and received

    friend bool operator==(const OneSided&, const OneSided&) = default;
};

/// The records that are needed to tell.
inline constexpr std::array kOneSidedKinds = {
    event_kind::kRmaPut,
    event_kind::kRmaGet,
    event_kind::kRmaAtomic,
    event_kind::kRmaOpCompleteBlocking,
    event_kind::kRmaOpCompleteNonBlocking};

/// The operations that begin among \p events, in their order.
///
/// Exact    An operation is completed by the next completion of its location, window and matching id that no earlier
///          one took. One whose partner is no location of the trace is left out.
[[nodiscard]] std::vector<OneSided> oneSidedOf(
    const query::Events& events, const Definitions& definitions);

}  // namespace vellum::gui::models
