#include "common/values/item_groups.h"

#include <algorithm>
#include <set>
#include <span>
#include <tuple>

namespace vellum::values {

std::uint64_t GroupKey::hash() const
{
    const std::uint64_t rest = std::uint64_t{isAllSites} | std::uint64_t{unit} << 8
                               | std::uint64_t{static_cast<std::uint8_t>(type)} << 16;
    return mixWords(site.hash(), rest);
}

ItemGroups::ItemGroups() : ItemGroups(By::ObjectAndSite) {}

ItemGroups::ItemGroups(By by) : ItemGroups(by, Limits{}) {}

ItemGroups::ItemGroups(By by, Limits limits) : m_by(by), m_limits(limits) {}

void ItemGroups::add(const Access& access)
{
    if (!isUnit(access.unit)) {
        ++m_lostAccesses;
        return;
    }
    GroupKey key = {.site = SiteKey::of(access), .type = access.type, .unit = access.unit};
    if (m_by != By::Object) {
        addTo(key, access);
    }
    if (m_by != By::Site) {
        key.isAllSites = true;
        key.site.site = 0;
        addTo(key, access);
    }
}

void ItemGroups::addTo(const GroupKey& key, const Access& access)
{
    Group* group = m_groups.findOrAdd(key, m_limits.groups);
    if (group == nullptr) {
        ++m_lostAccesses;
        return;
    }
    if (group->number == 0) {
        group->number = m_nextNumber++;
        group->facts = ValueFacts(key.type, key.unit);
    }
    group->facts.add(access.value);
    Item* item =
        m_items.findOrAdd({.group = group->number, .offset = access.offset}, m_limits.items);
    if (item == nullptr) {
        ++group->lostItems;
        return;
    }
    if (item->accesses == 0) {
        item->offset = access.offset;
        item->first = access.value;
    }
    item->differing |= access.value ^ item->first;
    ++item->accesses;
}

std::vector<GroupPatterns> ItemGroups::patterns(const PatternThresholds& thresholds) const
{
    struct Place {
        std::uint64_t group = 0;
        const Item* item = nullptr;
    };
    std::vector<Place> places;
    places.reserve(m_items.size());
    for (const auto& entry : m_items.entries()) {
        places.push_back({.group = entry.key.group, .item = &entry.value});
    }
    std::ranges::sort(
        places, {}, [](const Place& place) { return std::tuple(place.group, place.item->offset); });
    std::vector<GroupPatterns> all;
    all.reserve(m_groups.size());
    std::vector<Item> items;
    for (const auto& [key, group] : m_groups.entries()) {
        items.clear();
        auto place = std::ranges::lower_bound(places, group.number, {}, &Place::group);
        for (; place != places.end() && place->group == group.number; ++place) {
            items.push_back(*place->item);
        }
        all.push_back(
            {.key = key,
             .facts = group.facts,
             .found = findPatterns(items, group.facts, thresholds),
             .lostItems = group.lostItems});
    }
    std::ranges::sort(all, {}, &GroupPatterns::key);
    return all;
}

void ItemGroups::forgetOp(std::uint64_t op)
{
    std::set<std::uint64_t> gone;
    for (const auto& [key, group] : m_groups.entries()) {
        if (key.site.op == op) {
            gone.insert(group.number);
        }
    }
    m_items.removeIf([&](const ItemKey& key) { return gone.contains(key.group); });
    m_groups.removeIf([&](const GroupKey& key) { return key.site.op == op; });
}

}  // namespace vellum::values
