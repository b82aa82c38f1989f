#include "gui/charts/matrix/matrix_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vellum::gui::charts {

namespace {

/// The first and the one past the last of \p count cells that lie on the axis.
struct Seen {
    std::size_t first = 0;
    std::size_t end = 0;
};

Seen seenOf(const MatrixAxis& axis, std::size_t count)
{
    const double first = std::floor(std::max(0.0, axis.begin));
    const double end = std::ceil(axis.begin + axis.length);
    return {
        .first = std::min(count, static_cast<std::size_t>(first)),
        .end = std::min(count, static_cast<std::size_t>(std::max(first, end)))};
}

/// Pixels of a cell, inside of the axis and without its gap.
struct Pixels {
    int first = 0;
    int end = 0;
};

Pixels pixelsOf(const MatrixAxis& axis, std::size_t cell, int gap)
{
    const auto place = static_cast<double>(cell);
    const int first = axis.firstPixel(place);
    const int end = axis.endPixel(place);
    return {
        .first = std::max(0, first),
        .end = std::min(axis.pixels, end - first > gap ? end - gap : end)};
}

/// Of all columns that are seen, worked out once for all rows.
std::vector<Pixels> pixelsOf(const MatrixAxis& axis, const Seen& seen, int gap)
{
    std::vector<Pixels> all;
    all.reserve(seen.end - seen.first);
    for (std::size_t cell = seen.first; cell < seen.end; ++cell) {
        all.push_back(pixelsOf(axis, cell, gap));
    }
    return all;
}

/// To the value, where pixels have a smaller one or none. No number raises nothing.
void raise(MatrixGrid& grid, const Pixels& x, const Pixels& y, double value)
{
    if (std::isnan(value)) {
        return;
    }
    const auto width = static_cast<std::size_t>(grid.width);
    for (int line = y.first; line < y.end; ++line) {
        double* values = grid.values.data() + static_cast<std::size_t>(line) * width;
        for (int at = x.first; at < x.end; ++at) {
            values[at] = values[at] >= value ? values[at] : value;
        }
    }
}

}  // namespace

MatrixGrid gridOf(
    const MatrixCells& cells, const MatrixAxis& columns, const MatrixAxis& rows, int gap)
{
    MatrixGrid grid{.width = columns.pixels, .height = rows.pixels};
    grid.values.assign(
        static_cast<std::size_t>(grid.width) * static_cast<std::size_t>(grid.height),
        std::numeric_limits<double>::quiet_NaN());
    const Seen seenRows = seenOf(rows, cells.side());
    const Seen seenColumns = seenOf(columns, cells.side());
    const std::vector<Pixels> across = pixelsOf(columns, seenColumns, gap);
    for (std::size_t row = seenRows.first; row < seenRows.end; ++row) {
        const auto all = cells.row(row);
        const Pixels y = pixelsOf(rows, row, gap);
        auto cell =
            std::ranges::lower_bound(all, seenColumns.first, {}, &MatrixCells::Cell::column);
        for (; cell != all.end() && cell->column < seenColumns.end; ++cell) {
            const Pixels x = across[cell->column - seenColumns.first];
            raise(grid, x, y, cell->value);
        }
    }
    return grid;
}

}  // namespace vellum::gui::charts
