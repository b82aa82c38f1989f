#include "gui/charts/sparse_labels.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace vellum::gui::charts {

std::vector<std::size_t> rowsWithLabels(const std::vector<LowRow>& rows, int height)
{
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&rows](std::size_t row) {
        const bool isParent = rows[row].isParent;
        return std::pair(isParent ? 0 : 1, isParent ? rows[row].level : 0);
    });
    std::vector<std::size_t> chosen;
    for (const std::size_t row : order) {
        const int room = rows[row].isParent ? height : 2 * height;
        const bool isFree = std::ranges::none_of(chosen, [&](std::size_t other) {
            return std::abs(rows[other].top - rows[row].top) < room;
        });
        if (isFree) {
            chosen.push_back(row);
        }
    }
    std::ranges::sort(chosen);
    return chosen;
}

}  // namespace vellum::gui::charts
