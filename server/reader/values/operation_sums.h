#pragma once

#include "common/base/saturating.h"
#include "common/values/sidecar/reader.h"
#include "server/beside/operation_times.h"

#include <cstdint>
#include <vector>

namespace vellum::server::reader {

/// What an operation loaded and stored, all its accesses together.
///
/// Units    bytes; of `loads` and `zeros` accesses.
struct OperationSums {
    std::uint64_t loaded = 0;
    std::uint64_t reloaded = 0;  ///< of these, what its thread had seen there last
    std::uint64_t stored = 0;
    std::uint64_t unchanged = 0;  ///< of these, what was there
    std::uint64_t dead = 0;       ///< of these, what was stored over before anybody read it
    std::uint64_t loads = 0;
    std::uint64_t zeros = 0;  ///< of these, those of zero

    /// Bytes that need not have moved.
    [[nodiscard]] std::uint64_t redundant() const { return saturatingSum(reloaded, unchanged); }
    friend bool operator==(const OperationSums&, const OperationSums&) = default;
};

/// An operation that was found in the trace.
struct MeasuredOperation {
    beside::OperationTime time;
    OperationSums sums;
};

/// All operations of \p file that are in the trace, in the order of its ids.
///
/// Exact    Sums of what the file says; a part that is said to be more than its whole counts as the whole.
/// Cost     Reads all ACCESS, SITE_PAIR and SKETCH records once.
[[nodiscard]] std::vector<MeasuredOperation> measuredOperations(
    const vellum::values::sidecar::SideCar& file, const beside::OperationTimes& times);

}  // namespace vellum::server::reader
