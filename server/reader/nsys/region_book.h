#pragma once

#include "common/trace/definitions.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace vellum::server::reader::nsys {

/// What a row of a table is, for its region.
struct RegionNature {
    Paradigm paradigm = Paradigm::Unknown;
    RegionRole role = RegionRole::Unknown;
    FunctionGroup group = FunctionGroup::Unknown;
    std::string_view description{};  ///< regions that differ in it are two
};

/// The regions of a trace as they turn up: one for each name and nature.
///
/// Threads  One.
class RegionBook {
public:
    [[nodiscard]] std::uint32_t intern(std::string_view name, const RegionNature& nature);

    /// Gives a region the colour 0xffRRGGBB; the first one stays.
    ///
    /// \return false if it has another one already
    bool color(std::uint32_t number, std::uint32_t color);

    /// In the order of their numbers; the book is empty then.
    [[nodiscard]] std::vector<Region> take();

private:
    using Key = std::tuple<Paradigm, RegionRole, FunctionGroup, std::string>;
    std::map<Key, std::map<std::string, std::uint32_t, std::less<>>> m_numbers;
    std::vector<Region> m_regions;
};

}  // namespace vellum::server::reader::nsys
