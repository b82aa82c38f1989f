#include "server/store/visit_table.h"

#include <algorithm>

namespace vellum::server::store {

std::size_t SegmentTable::find(Tick tick) const
{
    const auto after = std::upper_bound(begin.begin(), begin.end(), tick);
    return after == begin.begin() ? size() : static_cast<std::size_t>(after - begin.begin()) - 1;
}

}  // namespace vellum::server::store
