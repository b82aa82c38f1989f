#include "common/values/spatial_redundancy.h"

namespace vellum::values {

SpatialRedundancy::SpatialRedundancy() : SpatialRedundancy(Limits{}) {}

SpatialRedundancy::SpatialRedundancy(Limits limits) : m_limits(limits) {}

void SpatialRedundancy::add(const Access& access)
{
    const SiteKey key = SiteKey::of(access);
    std::uint32_t* number =
        isUnit(access.unit) ? m_rowNumbers.findOrAdd(key, m_limits.rows) : nullptr;
    if (number == nullptr) {
        ++m_lostAccesses;
        return;
    }
    if (*number == 0) {
        m_rows.push_back({.key = key});
        *number = narrow<std::uint32_t>(m_rows.size());
    }
    SpatialRow& row = m_rows[*number - 1];
    ++row.accesses;
    std::uint64_t* count =
        m_counts.findOrAdd({.row = *number - 1, .value = access.value}, m_limits.values);
    if (count == nullptr) {
        ++m_lostValues;
        return;
    }
    if (++*count > row.most) {
        row.most = *count;
        row.mostValue = access.value;
    }
}

void SpatialRedundancy::endOp(std::uint64_t op)
{
    m_counts.removeIf([&](const ValueKey& key) { return m_rows[key.row].key.op == op; });
}

}  // namespace vellum::values
