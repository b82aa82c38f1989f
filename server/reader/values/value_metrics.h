#pragma once

#include "common/trace/definitions.h"

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace vellum::server::reader {

/// What is told of the values of a location's operations, each a metric of its own.
enum class ValueMetric : std::uint8_t {
    RedundantRate,
    UnchangedBytes,
    SilentStores,
    DeadStores,
    RedundantLoads,
    ZeroLoads,
};
inline constexpr std::size_t kValueMetrics = 6;
using ValueMetricSet = std::bitset<kValueMetrics>;

/// By metric; undefined of those that a trace does not have.
using ValueMetricRefs = std::array<MetricRef, kValueMetrics>;

/// Bytes and bytes per second are whole numbers, shares are doubles.
[[nodiscard]] constexpr ValueType valueTypeOf(ValueMetric metric)
{
    return metric == ValueMetric::RedundantRate || metric == ValueMetric::UnchangedBytes
               ? ValueType::UInt64
               : ValueType::Double;
}

/// Defines \p metrics, each with a class of its own, under references that nothing in \p definitions has.
///
/// The definitions' lookups are to be built anew. Nothing where no references are left.
[[nodiscard]] std::optional<ValueMetricRefs> defineValueMetrics(
    const ValueMetricSet& metrics, Definitions& definitions);

}  // namespace vellum::server::reader
