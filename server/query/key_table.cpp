#include "server/query/key_table.h"

#include <algorithm>

namespace vellum::server::query {

using vellum::query::GroupBy;
using vellum::query::Key;

Key keyOf(const Region& region, GroupBy by)
{
    switch (by) {
    case GroupBy::FunctionGroup:
        return {.value = static_cast<std::uint32_t>(region.group)};
    case GroupBy::Paradigm:
        return {.value = static_cast<std::uint32_t>(region.paradigm)};
    case GroupBy::Region:
        break;
    }
    return {.value = region.ref.value()};
}

KeyTable::KeyTable(const Definitions& definitions, GroupBy by) : m_by(by)
{
    std::uint32_t denseEnd = 0;
    for (const Region& region : definitions.regions) {
        m_keys.push_back(keyOf(region, by));
        if (region.ref.value() < kDenseRegions) {
            denseEnd = std::max(denseEnd, region.ref.value() + 1);
        }
    }
    std::ranges::sort(m_keys);
    m_keys.erase(std::unique(m_keys.begin(), m_keys.end()), m_keys.end());
    m_groups.resize(m_keys.size());
    m_dense.resize(denseEnd);
    for (const Region& region : definitions.regions) {
        // Of two definitions with one reference the first counts.
        if (definitions.find(region.ref) != &region) {
            continue;
        }
        const Slot slot = slotOf(keyOf(region, by));
        m_groups[slot] = static_cast<std::uint8_t>(region.group);
        if (region.ref.value() < kDenseRegions) {
            m_dense[region.ref.value()] = slot;
        } else {
            m_large.emplace(region.ref, slot);
        }
    }
}

KeyTable::Slot KeyTable::slotOf(Key key) const
{
    return static_cast<Slot>(std::ranges::lower_bound(m_keys, key) - m_keys.begin());
}

}  // namespace vellum::server::query
