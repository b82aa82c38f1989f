#include "server/beside/operation_times.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

namespace vellum::server::beside {

namespace sidecar = vellum::values::sidecar;

namespace {

/// Of the side-car's clock. A counter of a processor is the archive's own, unless the file says how fast it ticks.
double ticksPerSecondOf(const sidecar::SideCar& file, const ClockProperties& clock)
{
    constexpr double kNanoseconds = 1e9;
    if (file.head().clock != sidecar::ClockId::Counter) {
        return kNanoseconds;
    }
    std::uint64_t said = 0;
    file.records<sidecar::SettingRecord>().forEach(
        [&](const sidecar::SettingRecord& setting, std::uint64_t /*index*/) {
            if (file.string(setting.key) == sidecar::kTicksPerSecondSetting) {
                const std::string_view text = file.string(setting.value);
                std::from_chars(text.data(), text.data() + text.size(), said);
            }
        });
    return static_cast<double>(said > 0 ? said : std::max<std::uint64_t>(clock.ticksPerSecond, 1));
}

}  // namespace

OperationTimes::OperationTimes(
    const sidecar::SideCar& file, const Definitions& definitions, TickRange range)
    : m_definitions(definitions)
    , m_range(range)
    , m_ticksPerUnit(
          static_cast<double>(definitions.clock.ticksPerSecond)
          / ticksPerSecondOf(file, definitions.clock))
{
    file.records<sidecar::LinkRecord>().forEach(
        [this](const sidecar::LinkRecord& link, std::uint64_t /*index*/) {
            m_links[link.op] = &link;
        });
    file.records<sidecar::SpanRecord>().forEach(
        [this](const sidecar::SpanRecord& span, std::uint64_t /*index*/) {
            m_ends[span.op] = span.end;
        });
}

std::optional<OperationTime> OperationTimes::of(const sidecar::OperationRecord& operation) const
{
    const auto link = m_links.find(operation.id);
    if (link == m_links.end() || link->second->quality == sidecar::LinkQuality::Unmatched) {
        return std::nullopt;
    }
    const LocationIndex location = m_definitions.indexOf(LocationRef(link->second->location));
    const std::uint64_t begin = link->second->time;
    const auto range = rangeOf(begin, ticksOf(operation, begin));
    if (!range || !location.isDefined()) {
        return std::nullopt;
    }
    return OperationTime{
        .range = *range,
        .location = location,
        .quality = std::min<std::uint32_t>(3, static_cast<std::uint32_t>(link->second->quality))};
}

/// How long it takes in the trace: of another run as that says, else as long as when its values were found.
double OperationTimes::ticksOf(const sidecar::OperationRecord& operation, std::uint64_t begin) const
{
    if (const auto end = m_ends.find(operation.id); end != m_ends.end()) {
        return end->second >= begin ? static_cast<double>(end->second - begin) : 0;
    }
    const std::uint64_t length = operation.t1 >= operation.t0 ? operation.t1 - operation.t0 : 0;
    return static_cast<double>(length) * m_ticksPerUnit;
}

std::optional<TickRange> OperationTimes::rangeOf(std::uint64_t stamp, double ticks) const
{
    const auto begin = static_cast<Tick>(stamp - m_definitions.clock.globalOffset);
    if (!m_range.contains(begin)) {
        return std::nullopt;
    }
    const Tick room = m_range.end - begin;
    const bool fits = ticks < static_cast<double>(room);
    const Tick taken = fits ? static_cast<Tick>(std::llround(ticks)) : room;
    return TickRange{.begin = begin, .end = begin + std::clamp<Tick>(taken, 1, room)};
}

}  // namespace vellum::server::beside
