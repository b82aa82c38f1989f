#pragma once

#include "common/values/access.h"
#include "common/values/fine_patterns.h"
#include "common/values/flat_map.h"
#include "common/values/site_key.h"
#include "common/values/value_facts.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vellum::values {

/// Accesses that are looked at together: of one op, object and kind, of one site or of all, and of one type and
/// unit, because values of different ones cannot be compared.
struct GroupKey {
    SiteKey site;  ///< site.site is 0 where all sites are meant
    bool isAllSites = false;
    ValueType type = ValueType::Unknown;
    std::uint8_t unit = 4;

    [[nodiscard]] std::uint64_t hash() const;
    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 sees a null pointer in every <=>
    friend auto operator<=>(const GroupKey&, const GroupKey&) = default;
};

/// A group with its verdict.
struct GroupPatterns {
    GroupKey key;
    ValueFacts facts;
    FinePatterns found;
    std::uint64_t lostItems = 0;  ///< accesses whose item could not be kept: the counts are too low
};

/// The fine-grained patterns of whatever is accessed: keeps for each item its first value and the bits that ever
/// differed, which is enough for all tests, at all levels of approximation.
///
/// Errors   Nothing is refused; accesses that fit into no group or item are counted.
/// Size     Bounded by Limits: about 80 bytes per item and 300 per group.
/// Threads  One owner. The order of accesses does not matter.
class ItemGroups {
public:
    struct Limits {
        std::size_t groups = std::size_t{1} << 18;
        std::size_t items = std::size_t{1} << 22;  ///< of all groups together
    };
    enum class By : std::uint8_t { Object, Site, ObjectAndSite };

    ItemGroups();
    explicit ItemGroups(By by);
    ItemGroups(By by, Limits limits);

    void add(const Access& access);

    /// All groups with their verdicts, ascending by key.
    [[nodiscard]] std::vector<GroupPatterns> patterns(
        const PatternThresholds& thresholds = {}) const;
    /// Forgets the op's groups, once their patterns were taken.
    void forgetOp(std::uint64_t op);

    /// How often an access found no group: its unit is none, or there were too many groups.
    [[nodiscard]] std::uint64_t lostAccesses() const { return m_lostAccesses; }

private:
    struct Group {
        ValueFacts facts;
        std::uint64_t lostItems = 0;
        std::uint64_t number = 0;  ///< 0 until it has one
    };
    struct ItemKey {
        std::uint64_t group = 0;
        std::uint64_t offset = 0;

        [[nodiscard]] std::uint64_t hash() const { return mixWords(group, offset); }
        friend bool operator==(const ItemKey&, const ItemKey&) = default;
    };

    void addTo(const GroupKey& key, const Access& access);

    By m_by;
    Limits m_limits;
    std::uint64_t m_nextNumber = 1;
    std::uint64_t m_lostAccesses = 0;
    FlatMap<GroupKey, Group> m_groups;
    FlatMap<ItemKey, Item> m_items;
};

}  // namespace vellum::values
