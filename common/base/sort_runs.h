#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace vellum {

/// Sorts what is made of few ascending runs, such as what locations in time order gave one after the other.
/// Equals keep their order.
///
/// Cost  O(n log r) comparisons of r runs, n where there is but one, and memory for half of the values.
template <typename Value, typename Projection>
void sortRuns(std::vector<Value>& values, Projection projection)
{
    const auto isLess = [&](const Value& a, const Value& b) {
        return std::invoke(projection, a) < std::invoke(projection, b);
    };
    std::vector<std::size_t> begins = {0};
    for (std::size_t i = 1; i < values.size(); ++i) {
        if (isLess(values[i], values[i - 1])) {
            begins.push_back(i);
        }
    }
    constexpr std::size_t kShort = 8;
    if (begins.size() > values.size() / kShort) {
        std::stable_sort(values.begin(), values.end(), isLess);
        return;
    }
    const auto at = [&](std::size_t run) {
        const std::size_t index = run < begins.size() ? begins[run] : values.size();
        return values.begin() + static_cast<std::ptrdiff_t>(index);
    };
    while (begins.size() > 1) {
        std::vector<std::size_t> merged;
        for (std::size_t run = 0; run < begins.size(); run += 2) {
            std::inplace_merge(at(run), at(run + 1), at(run + 2), isLess);
            merged.push_back(begins[run]);
        }
        begins = std::move(merged);
    }
}

}  // namespace vellum
