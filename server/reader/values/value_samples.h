#pragma once

#include "common/time/clock_properties.h"
#include "server/reader/values/operation_sums.h"
#include "server/reader/values/value_metrics.h"

#include <cstdint>
#include <span>
#include <vector>

namespace vellum::server::reader {

/// A sample of one of the metrics.
struct ValueSample {
    Tick tick = 0;
    ValueMetric metric{};
    std::uint64_t bits = 0;  ///< as `valueTypeOf` the metric

    friend bool operator==(const ValueSample&, const ValueSample&) = default;
};

/// Which metrics the operations of a trace tell something about: those that are anything but 0 anywhere. A level of
/// recording that does not look for something says 0, too.
[[nodiscard]] ValueMetricSet metricsOf(std::span<const MeasuredOperation> operations);

/// The samples of one location.
///
/// - RedundantRate: at each tick where an operation begins or ends. What operations share out over their time evenly,
///   bytes × ticks per second / ticks rounded down, of all those that are under way, added.
/// - UnchangedBytes, SilentStores, DeadStores: at the begin of each operation that stored something.
/// - RedundantLoads, ZeroLoads: at the begin of each operation that loaded something.
///
/// \param operations  of that location, in an order that does not depend on who asks
/// \param end         of the trace: what would lie there or later is left out
/// \return by tick, of equal ticks by operation and metric
[[nodiscard]] std::vector<ValueSample> samplesOf(
    std::span<const MeasuredOperation> operations,
    const ValueMetricSet& metrics,
    const ClockProperties& clock,
    Tick end);

}  // namespace vellum::server::reader
