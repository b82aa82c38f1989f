#pragma once

#include "gui/charts/matrix/matrix_cells.h"
#include "gui/charts/matrix/matrix_view.h"

#include <vector>

namespace vellum::gui::charts {

/// A communication matrix as values of pixels.
///
/// Layout   Row by row; no number where no pair with a value lies.
/// Exact    A pixel over several cells has the greatest of their values, whatever the metric: a lone busy pair is seen
///          however many others are silent.
/// Cost     O(cells in the seen rows, by a search those in the seen columns + pixels).
struct MatrixGrid {
    int width = 0;
    int height = 0;
    std::vector<double> values;

    [[nodiscard]] double at(int x, int y) const
    {
        return values
            [static_cast<std::size_t>(y) * static_cast<std::size_t>(width)
             + static_cast<std::size_t>(x)];
    }
};

/// \param gap  pixels at the end of each cell that stay empty, where it has more
[[nodiscard]] MatrixGrid gridOf(
    const MatrixCells& cells, const MatrixAxis& columns, const MatrixAxis& rows, int gap);

}  // namespace vellum::gui::charts
