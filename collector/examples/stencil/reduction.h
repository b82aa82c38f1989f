#pragma once

#include <span>

namespace stencil {

/// The sum of \p values by halves, so that the order of addition does not depend on who adds. Recursive,
/// to be seen in the call tree.
[[nodiscard]] double treeSum(std::span<const double> values);

}  // namespace stencil
