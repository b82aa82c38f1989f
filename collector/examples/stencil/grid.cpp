#include "collector/examples/stencil/grid.h"

#include <cmath>

namespace stencil {

namespace {

void heatTopEdge(Grid& grid)
{
    double* edge = grid.row(0);
    for (std::size_t column = 0; column < grid.size() + 2; ++column) {
        edge[column] = 100.0;
    }
}

void fillRow(double* row, std::size_t count, std::size_t index)
{
    for (std::size_t column = 1; column <= count; ++column) {
        row[column] = 20.0 + std::sin(static_cast<double>(index * column) * 1e-4);
    }
}

}  // namespace

Grid::Grid(std::size_t size) : m_size(size), m_values((size + 2) * (size + 2), 0.0) {}

Strip stripOf(const Grid& grid, std::size_t part, std::size_t parts)
{
    return {.begin = 1 + grid.size() * part / parts, .end = 1 + grid.size() * (part + 1) / parts};
}

void initialise(Grid& grid, Strip strip)
{
    if (strip.begin == 1) {
        heatTopEdge(grid);
    }
    for (std::size_t row = strip.begin; row < strip.end; ++row) {
        fillRow(grid.row(row), grid.size(), row);
    }
}

}  // namespace stencil
