#include "collector/values/analysis/object_map.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace vellum::collector::values {

std::uint64_t ObjectList::add(ValueObject object)
{
    if (!m_unused.empty()) {
        const std::uint64_t number = m_unused.back();
        m_unused.pop_back();
        object.record.id = number;
        at(number) = std::move(object);
        return number;
    }
    m_objects.push_back(std::move(object));
    m_objects.back().record.id = m_objects.size();
    return m_objects.size();
}

std::uint64_t ObjectMap::put(ValueObject object)
{
    const std::uint64_t begin = object.record.base;
    const std::uint64_t end = begin + std::max<std::uint64_t>(object.record.size, 1);
    makeRoom(begin, end, object.record.tAllocate);
    object.process = m_process;
    OfSite& site = m_sites[object.site];
    Live live{.end = end};
    live.isShared = (object.site != 0 && site.blocks >= kMostOfSite) || m_list.size() >= m_most;
    ++site.blocks;
    live.number = live.isShared ? share(site, std::move(object)) : m_list.add(std::move(object));
    m_live[begin] = live;
    ++m_generation;
    return live.number;
}

std::uint64_t ObjectMap::share(OfSite& site, ValueObject object)
{
    const std::uint64_t begin = object.record.base;
    const std::uint64_t end = begin + object.record.size;
    if (site.shared == 0) {
        object.isMany = true;
        site.shared = m_list.add(std::move(object));
    }
    ::vellum::values::sidecar::ObjectRecord& record = m_list.at(site.shared).record;
    const std::uint64_t last = std::max(record.base + record.size, end);
    record.base = std::min(record.base, begin);
    record.size = last - record.base;
    return site.shared;
}

std::uint64_t ObjectMap::remove(std::uint64_t base, std::uint64_t tick)
{
    const auto found = m_live.find(base);
    if (found == m_live.end()) {
        return 0;
    }
    const Live live = found->second;
    m_live.erase(found);
    ++m_generation;
    retire(live, tick);
    return live.number;
}

ObjectMap::Place ObjectMap::find(std::uint64_t address) const
{
    auto next = m_live.upper_bound(address);
    if (next == m_live.begin()) {
        return {};
    }
    --next;
    const Live& live = next->second;
    if (address >= live.end) {
        return {};
    }
    return {
        .begin = next->first,
        .end = live.end,
        .number = live.number,
        .origin = live.isShared ? 0 : next->first};
}

std::vector<std::uint64_t> ObjectMap::within(std::uint64_t begin, std::uint64_t end) const
{
    std::vector<std::uint64_t> numbers;
    auto place = m_live.upper_bound(begin);
    if (place != m_live.begin() && std::prev(place)->second.end > begin) {
        --place;
    }
    for (; place != m_live.end() && place->first < end; ++place) {
        numbers.push_back(place->second.number);
    }
    return numbers;
}

/// Frees that were not seen, or a library at the place of another.
void ObjectMap::makeRoom(std::uint64_t begin, std::uint64_t end, std::uint64_t tick)
{
    auto place = m_live.upper_bound(begin);
    if (place != m_live.begin() && std::prev(place)->second.end > begin) {
        --place;
    }
    while (place != m_live.end() && place->first < end) {
        retire(place->second, tick);
        place = m_live.erase(place);
    }
}

void ObjectMap::retire(const Live& live, std::uint64_t tick)
{
    if (live.isShared) {
        return;
    }
    ValueObject& object = m_list.at(live.number);
    // A thread's time is that of its last visit, so the one that frees may seem to be behind the one that allocated.
    object.record.tFree = std::max(tick, object.record.tAllocate);
    if (!object.isUsed) {
        m_list.recycle(live.number);
    }
}

}  // namespace vellum::collector::values
