#include "collector/examples/stencil/reduction.h"

#include <cstddef>

namespace stencil {

double treeSum(std::span<const double> values)
{
    constexpr std::size_t kLeaf = 32;
    if (values.size() <= kLeaf) {
        double sum = 0.0;
        for (const double value : values) {
            sum += value;
        }
        return sum;
    }
    const std::size_t half = values.size() / 2;
    return treeSum(values.first(half)) + treeSum(values.subspan(half));
}

}  // namespace stencil
