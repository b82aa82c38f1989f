#pragma once

#include "server/store/call_columns.h"
#include "server/store/location_store.h"

#include <cstddef>

namespace vellum::server::index {

/// To read, or to fill.
template <typename T>
[[nodiscard]] const T& part(const store::Rare<T>& part)
{
    return *part;
}
template <typename T>
[[nodiscard]] T& part(store::Rare<T>& part)
{
    return part.edit();
}

/// Every column of a location in the order in which a shard has them: the one place that says so, for
/// the writer and the reader.
///
/// \param use  called with each column; one of LeastDepths, which needs more, comes last by itself
template <typename Location, typename Use>
void forEachColumn(Location& location, const Use& use)
{
    store::forEachCallColumn(location.calls, use);
    store::forEachRecordColumn(part(location.records), use);
    use(location.unrecorded);
    auto& attributes = part(location.attributes);
    use(attributes.event);
    use(attributes.attribute);
    use(attributes.type);
    use(attributes.bits);
    auto& rows = part(location.rows);
    use(rows.classOfPlace);
    use(rows.region);
    use(rows.group);
    use(rows.coarse);
    use(rows.fine);
    use(rows.wide);
    auto& profileRows = part(location.profileRows);
    use(profileRows.layout);
    use(profileRows.base);
    use(profileRows.sums);
    use(profileRows.lengths);
    use(part(location.pathRows).values);
    auto& counterRows = part(location.counterRows);
    use(counterRows.layout);
    use(counterRows.rows);
}

inline constexpr std::size_t kColumns = 35;  ///< those above and the least depths

/// Columns begin at multiples of this.
inline constexpr std::size_t kColumnAlignment = 8;

/// Rows and blocks of long columns touch as few lines of the processor's caches as they can.
inline constexpr std::size_t kLineBytes = 64;
inline constexpr std::size_t kLongColumn = 4096;  ///< in bytes

/// Where a column of \p bytes begins that may not begin before \p at.
[[nodiscard]] constexpr std::size_t columnBegin(std::size_t at, std::size_t bytes)
{
    const std::size_t alignment = bytes >= kLongColumn ? kLineBytes : kColumnAlignment;
    return (at + alignment - 1) / alignment * alignment;
}

}  // namespace vellum::server::index
