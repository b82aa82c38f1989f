#pragma once

#include "collector/measurement/spool_format.h"
#include "collector/writer/otf2_archive.h"

#include <cstdint>

namespace vellum::collector::writer {

/// What a recording cost the program, as far as it can be told afterwards.
///
/// Exact    Flushes, and the time of buffers that grew or were flushed. The hooks are an estimate: events, and visits that were
///          left out, times what a reading of the clock takes, which is most of a hook (docs/benchmarks.md).
/// Threads  Owner thread.
class MeasurementCost {
public:
    /// The records that follow are of another location.
    void beginLocation() { m_begin = 0; }
    void take(const measurement::EventRecord& record);
    /// \param ticks  that the location was there, with \p events
    void endLocation(std::uint64_t ticks, std::uint64_t events);

    struct Sum {
        std::uint64_t flushes = 0;
        double bufferSeconds = 0;  ///< in which buffers grew or were flushed
        double share = 0;          ///< of the time of all threads, from 0 to 1
    };
    [[nodiscard]] Sum sum(
        double nanosecondsPerEvent, std::uint64_t leftOut, std::uint64_t ticksPerSecond) const;

private:
    std::uint64_t m_begin = 0;  ///< of the buffer's region that is open; 0: none is
    std::uint64_t m_bufferTicks = 0;
    std::uint64_t m_flushes = 0;
    std::uint64_t m_ticks = 0;
    std::uint64_t m_events = 0;
};

/// "VELLUM::MEASUREMENT::FLUSHES", "…::BUFFER_SECONDS", "…::OVERHEAD_ESTIMATE".
void writeCost(Otf2Archive& archive, const MeasurementCost::Sum& cost);

}  // namespace vellum::collector::writer
