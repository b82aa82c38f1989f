#pragma once

#include "common/query/transfer_sums.h"
#include "common/time/clock_properties.h"

#include <QString>

namespace vellum::gui::data {

// How many bytes moved, how long and how fast that was, in words.

/// "1.50 MiB", also of a mean, which is rounded; of what is below 0, "0 bytes".
[[nodiscard]] QString wholeBytesText(double bytes);
/// "1.08 GiB/s", of bytes per tick.
[[nodiscard]] QString rateText(double bytesPerTick, const ClockProperties& clock);
/// "11.5 µs", of ticks that may be a mean.
[[nodiscard]] QString ticksText(double ticks, const ClockProperties& clock);

/// "2 messages, 8,192 bytes in all, 4,096 bytes each; they take 15 µs (10 µs to 20 µs), at 200 MiB/s": the rate is left
/// out where none has one.
[[nodiscard]] QString messagesText(const query::TransferSums& sums, const ClockProperties& clock);

}  // namespace vellum::gui::data
