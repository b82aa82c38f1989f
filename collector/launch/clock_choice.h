#pragma once

#include "collector/measurement/spool_format.h"
#include "collector/writer/archive_builder.h"

#include <cstdint>

namespace vellum::collector::launch {

/// The clock to record with: the time stamp counter, if the processor promises that it runs evenly, the
/// kernel keeps its own time with it (so it is the same on all cores), and it is the quicker to read.
/// The environment's `VELLUM_CLOCK` (tsc, monotonic) wins.
[[nodiscard]] measurement::ClockKind chooseClock();

/// Finds the chosen clock's rate by comparing it with the kernel's at two instants.
///
/// Exact    The rate to about a millionth: the instants are at least 50 ms apart, each read within some
///          tens of nanoseconds.
class ClockComparison {
public:
    explicit ClockComparison(measurement::ClockKind kind);

    /// Ends the comparison, not before 50 ms after its begin.
    [[nodiscard]] writer::ClockCalibration finish() const;

    [[nodiscard]] measurement::ClockKind kind() const { return m_kind; }

private:
    struct Instant {
        std::uint64_t tick = 0;
        std::uint64_t monotonicNs = 0;
    };

    [[nodiscard]] Instant read() const;

    measurement::ClockKind m_kind;
    Instant m_begin;
    std::uint64_t m_beginRealtimeNs = 0;
};

}  // namespace vellum::collector::launch
