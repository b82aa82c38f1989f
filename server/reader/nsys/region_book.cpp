#include "server/reader/nsys/region_book.h"

#include "common/base/narrow.h"

#include <utility>

namespace vellum::server::reader::nsys {

std::uint32_t RegionBook::intern(std::string_view name, const RegionNature& nature)
{
    auto& numbers =
        m_numbers[{nature.paradigm, nature.role, nature.group, std::string(nature.description)}];
    if (const auto found = numbers.find(name); found != numbers.end()) {
        return found->second;
    }
    const auto number = narrow<std::uint32_t>(m_regions.size());
    m_regions.push_back(
        {.ref = RegionRef(number),
         .name = std::string(name),
         .role = nature.role,
         .paradigm = nature.paradigm,
         .group = nature.group,
         .description = std::string(nature.description)});
    numbers.emplace(std::string(name), number);
    return number;
}

bool RegionBook::color(std::uint32_t number, std::uint32_t color)
{
    Region& region = m_regions[number];
    if (region.color == 0) {
        region.color = color;
    }
    return region.color == color;
}

std::vector<Region> RegionBook::take()
{
    m_numbers.clear();
    return std::exchange(m_regions, {});
}

}  // namespace vellum::server::reader::nsys
