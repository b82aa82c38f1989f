#include "collector/writer/measurement_cost.h"

#include "common/base/number_text.h"

#include <algorithm>
#include <cstdio>

namespace vellum::collector::writer {

using measurement::ApiRegion;
using measurement::EventKind;

void MeasurementCost::take(const measurement::EventRecord& record)
{
    const EventKind kind = measurement::kindOf(record);
    if (kind != EventKind::ApiEnter && kind != EventKind::ApiLeave) {
        return;
    }
    const auto region = static_cast<ApiRegion>(measurement::subjectOf(record));
    if (region != ApiRegion::BufferGrowth && region != ApiRegion::BufferFlush) {
        return;
    }
    if (kind == EventKind::ApiEnter) {
        m_begin = record.tick;
        m_flushes += region == ApiRegion::BufferFlush ? 1 : 0;
    } else if (m_begin != 0) {
        m_bufferTicks += record.tick - m_begin;
        m_begin = 0;
    }
}

void MeasurementCost::endLocation(std::uint64_t ticks, std::uint64_t events)
{
    m_ticks += ticks;
    m_events += events;
}

MeasurementCost::Sum MeasurementCost::sum(
    double nanosecondsPerEvent, std::uint64_t leftOut, std::uint64_t ticksPerSecond) const
{
    constexpr double kPerSecond = 1e9;
    const auto rate = static_cast<double>(std::max<std::uint64_t>(ticksPerSecond, 1));
    Sum sum{.flushes = m_flushes, .bufferSeconds = static_cast<double>(m_bufferTicks) / rate};
    const double hooks = static_cast<double>(m_events + leftOut) * nanosecondsPerEvent / kPerSecond;
    const double all = static_cast<double>(m_ticks) / rate;
    sum.share = all > 0 ? std::min((hooks + sum.bufferSeconds) / all, 1.0) : 0;
    return sum;
}

void writeCost(Otf2Archive& archive, const MeasurementCost::Sum& cost)
{
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.6f", cost.bufferSeconds);
    archive.setProperty("VELLUM::MEASUREMENT::FLUSHES", std::to_string(cost.flushes));
    archive.setProperty("VELLUM::MEASUREMENT::BUFFER_SECONDS", seconds);
    archive.setProperty("VELLUM::MEASUREMENT::OVERHEAD_ESTIMATE", percentText(cost.share));
}

}  // namespace vellum::collector::writer
