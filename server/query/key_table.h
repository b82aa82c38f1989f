#pragma once

#include "common/query/answers.h"
#include "common/trace/definitions.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace vellum::server::query {

/// What regions are summed under: turns a region into a small number that arrays can be indexed by.
///
/// Layout   Slots are 0 … size() − 1, in ascending order of their keys: the lower slot wins ties.
/// Threads  Immutable once built.
class KeyTable {
public:
    using Slot = std::uint32_t;

    KeyTable(const Definitions& definitions, vellum::query::GroupBy by);

    [[nodiscard]] vellum::query::GroupBy by() const { return m_by; }
    [[nodiscard]] std::size_t size() const { return m_keys.size(); }
    [[nodiscard]] vellum::query::Key key(Slot slot) const { return m_keys[slot]; }

    /// The function group of a slot, as its number: of a region that of its definition. By paradigm it means nothing.
    [[nodiscard]] std::uint8_t groupOf(Slot slot) const { return m_groups[slot]; }
    [[nodiscard]] const std::vector<std::uint8_t>& groups() const { return m_groups; }  ///< by slot

    /// \p region must be defined; those of visits always are.
    [[nodiscard]] Slot slotOf(RegionRef region) const
    {
        return region.value() < m_dense.size() ? m_dense[region.value()] : m_large.at(region);
    }

    /// \p key must be one of the table's.
    [[nodiscard]] Slot slotOf(vellum::query::Key key) const;

private:
    static constexpr std::uint32_t kDenseRegions = 1U << 20;

    vellum::query::GroupBy m_by;
    std::vector<vellum::query::Key> m_keys;
    std::vector<std::uint8_t> m_groups;  ///< by slot
    std::vector<Slot> m_dense;           ///< by reference, for the small ones that are the rule
    std::unordered_map<RegionRef, Slot> m_large;
};

/// The key of one region.
[[nodiscard]] vellum::query::Key keyOf(const Region& region, vellum::query::GroupBy by);

}  // namespace vellum::server::query
