#include "server/query/values/side_car_clock.h"

#include <algorithm>
#include <cmath>

namespace vellum::server::query {

SideCarClock::SideCarClock(const ValueProfile& profile)
{
    double units = 0;
    double ticks = 0;
    profile.file().records<sidecar::OperationRecord>().forEach(
        [&](const sidecar::OperationRecord& record, std::uint64_t /*index*/) {
            const ValueProfile::Operation* operation = profile.operation(record.id);
            if (operation != nullptr && operation->isJoined) {
                m_pairs.push_back({.time = record.t0, .tick = operation->range.begin});
                units += record.t1 > record.t0 ? static_cast<double>(record.t1 - record.t0) : 0;
                ticks += static_cast<double>(operation->range.length());
            }
        });
    std::ranges::sort(
        m_pairs, {}, [](const Pair& pair) { return std::pair(pair.time, pair.tick); });
    if (m_pairs.size() > 1 && m_pairs.back().time > m_pairs.front().time
        && m_pairs.back().tick > m_pairs.front().tick) {
        m_ticksPerUnit = static_cast<double>(m_pairs.back().tick - m_pairs.front().tick)
                         / static_cast<double>(m_pairs.back().time - m_pairs.front().time);
    } else if (units > 0 && ticks > 0) {
        m_ticksPerUnit = ticks / units;
    }
}

std::optional<TickRange> SideCarClock::rangeOf(std::uint64_t t0, std::uint64_t t1) const
{
    if (m_pairs.empty()) {
        return std::nullopt;
    }
    const Tick begin = tickOf(t0);
    return TickRange{.begin = begin, .end = std::max(begin + 1, tickOf(std::max(t0, t1)))};
}

Tick SideCarClock::tickOf(std::uint64_t time) const
{
    const auto next = std::ranges::upper_bound(m_pairs, time, {}, &Pair::time);
    const Pair& near = next == m_pairs.begin() ? *next : *std::prev(next);
    const double units = time >= near.time ? static_cast<double>(time - near.time)
                                           : -static_cast<double>(near.time - time);
    // What a damaged file says may be anything.
    constexpr double kFarthest = 1e17;
    return near.tick
           + static_cast<Tick>(
               std::llround(std::clamp(units * m_ticksPerUnit, -kFarthest, kFarthest)));
}

}  // namespace vellum::server::query
