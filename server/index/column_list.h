#pragma once

#include "server/store/location_store.h"

#include <cstddef>

namespace vellum::server::index {

/// Every column of a location in the order in which a shard has them: the one place that says so, for
/// the writer and the reader.
///
/// \param use  called with each column; one of LeastDepths, which needs more, comes last by itself
template <typename Location, typename Use>
void forEachColumn(Location& location, const Use& use)
{
    auto& calls = location.calls;
    use(calls.time.base);
    use(calls.time.narrow);
    use(calls.time.wide);
    use(calls.narrowNode);
    use(calls.wideNode);
    use(calls.paths.parent);
    use(calls.paths.region);
    use(calls.paths.depth);
    auto& records = location.records;
    use(records.event);
    use(records.time.base);
    use(records.time.narrow);
    use(records.time.wide);
    use(records.kind);
    use(records.payloadBegin);
    use(records.payload);
    use(location.unrecorded);
    use(location.attributes.event);
    use(location.attributes.attribute);
    use(location.attributes.type);
    use(location.attributes.bits);
    use(location.rows.classOfNode);
    use(location.rows.region);
    use(location.rows.group);
    use(location.rows.coarse);
    use(location.rows.fine);
    use(location.rows.wide);
    use(location.profileRows.layout);
    use(location.profileRows.base);
    use(location.profileRows.sums);
    use(location.profileRows.lengths);
}

inline constexpr std::size_t kColumns = 31;  ///< those above and the least depths

/// Columns begin at multiples of this.
inline constexpr std::size_t kColumnAlignment = 8;

[[nodiscard]] constexpr std::size_t aligned(std::size_t bytes)
{
    return (bytes + kColumnAlignment - 1) / kColumnAlignment * kColumnAlignment;
}

}  // namespace vellum::server::index
