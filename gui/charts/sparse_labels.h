#pragma once

#include <cstddef>
#include <vector>

namespace vellum::gui::charts {

/// A row that is lower than its name.
struct LowRow {
    int top = 0;
    bool isParent = false;
    int level = 0;  ///< of the tree, 0 outermost
};

/// Which of \p rows say their names where not all can: parents first, the outermost of them before all others; where
/// there is room left for a name and a gap, the others.
///
/// \param height  of a name
/// \return places in \p rows, ascending
[[nodiscard]] std::vector<std::size_t> rowsWithLabels(const std::vector<LowRow>& rows, int height);

}  // namespace vellum::gui::charts
