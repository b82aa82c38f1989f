#pragma once

#include "common/time/clock_properties.h"
#include "server/reader/joint/joint_source.h"
#include "server/store/import_report.h"

#include <cstdint>
#include <vector>

namespace vellum::server::reader::joint {

/// From a part's ticks to those of the whole.
///
/// Exact    Where resolutions differ ticks are floored. Never more than 2^61 from zero.
class TickMap {
public:
    TickMap() = default;
    /// \param beginNs  where the part's tick 0 is on the axis of the whole
    TickMap(std::uint64_t own, std::uint64_t common, std::int64_t beginNs);

    [[nodiscard]] Tick at(Tick tick) const;
    [[nodiscard]] Tick lengthOf(Tick ticks) const;

private:
    std::uint64_t m_own = 1;  ///< ticks per second
    std::uint64_t m_common = 1;
    Tick m_shift = 0;
};

struct Placement {
    ClockProperties clock;       ///< of the whole
    std::vector<TickMap> parts;  ///< parallel to the parts
};

/// Where each part begins on the common axis, as joint_source.h says; what has no place is reported.
[[nodiscard]] Placement place(const std::vector<SourcePart>& parts, store::ImportReport& report);

}  // namespace vellum::server::reader::joint
