#pragma once

#include "common/query/transfer_sums.h"
#include "common/time/clock_properties.h"

#include <QString>

#include <array>
#include <cstdint>
#include <optional>

namespace vellum::gui::charts {

/// What the colour of a cell says of the messages of its pair.
enum class MatrixMetric : std::uint8_t {
    Count,
    Bytes,
    MeanBytes,
    MinDuration,
    MeanDuration,
    MaxDuration,
    Rate,
};

/// What layouts and command lines call them, by their numbers.
inline constexpr std::array<const char*, 7> kMatrixMetricWords = {
    "count", "bytes", "mean-bytes", "min-duration", "mean-duration", "max-duration", "rate"};

/// The metric of that word; nothing if there is none.
[[nodiscard]] std::optional<MatrixMetric> matrixMetricOf(const QString& word);

/// "Number of messages", with a mnemonic.
[[nodiscard]] QString menuText(MatrixMetric metric);
/// "number of messages"
[[nodiscard]] QString nameOf(MatrixMetric metric);

/// Bytes, ticks or bytes per tick; nothing where no message has a rate, and of none at all.
[[nodiscard]] std::optional<double> valueOf(const query::TransferSums& sums, MatrixMetric metric);

/// "1.50 MiB"
[[nodiscard]] QString textOf(double value, MatrixMetric metric, const ClockProperties& clock);

}  // namespace vellum::gui::charts
