#pragma once

#include "common/time/tick_range.h"
#include "common/trace/definitions.h"
#include "common/values/sidecar/reader.h"

#include <cstdint>
#include <optional>
#include <unordered_map>

namespace vellum::server::beside {

/// An operation in the time of the trace.
struct OperationTime {
    TickRange range;            ///< at least one tick
    LocationIndex location;     ///< defined
    std::uint32_t quality = 0;  ///< of the join, 1 … 3
};

/// Where the operations of a side-car are in the time of its trace, by the side-car's links. Of several links of one
/// operation the last counts.
///
/// Threads  Immutable.
class OperationTimes {
public:
    /// \param definitions  whose references the links name; must outlive it, as \p file must
    /// \param range        the trace's: an operation that begins outside is nowhere, one that ends past it is cut
    OperationTimes(
        const values::sidecar::SideCar& file, const Definitions& definitions, TickRange range);

    /// Nothing of an operation without a link, or whose link leads nowhere.
    [[nodiscard]] std::optional<OperationTime> of(
        const values::sidecar::OperationRecord& operation) const;

private:
    /// From \p stamp of the archive's timer on; nothing where that is not in the trace. What is past its end is cut.
    ///
    /// \param ticks  at least 0
    [[nodiscard]] std::optional<TickRange> rangeOf(std::uint64_t stamp, double ticks) const;
    [[nodiscard]] double ticksOf(
        const values::sidecar::OperationRecord& operation, std::uint64_t begin) const;

    const Definitions& m_definitions;
    TickRange m_range;
    double m_ticksPerUnit;  ///< of the side-car's clock
    std::unordered_map<std::uint64_t, const values::sidecar::LinkRecord*> m_links;
    std::unordered_map<std::uint64_t, std::uint64_t> m_ends;  ///< stamps of spans, by operation
};

}  // namespace vellum::server::beside
