#pragma once

#include <cstddef>
#include <vector>

namespace stencil {

/// A square plate of temperatures with one row and column of fixed edge on each side.
///
/// Layout   Row by row, `size + 2` values each.
class Grid {
public:
    explicit Grid(std::size_t size);

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] double* row(std::size_t index) { return m_values.data() + index * (m_size + 2); }
    [[nodiscard]] const double* row(std::size_t index) const
    {
        return m_values.data() + index * (m_size + 2);
    }

private:
    std::size_t m_size;
    std::vector<double> m_values;
};

/// Rows [begin, end) of a grid, one thread's share.
struct Strip {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// The \p part-th of \p parts shares of the inner rows.
[[nodiscard]] Strip stripOf(const Grid& grid, std::size_t part, std::size_t parts);

void initialise(Grid& grid, Strip strip);

}  // namespace stencil
