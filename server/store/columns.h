#pragma once

#include <cstddef>
#include <vector>

namespace vellum::server::store {

/// Asks the system to back whole huge pages within these bytes as such, where they are many: the
/// first touch of a page costs more than what is written to it.
void adviseHugePages(void* data, std::size_t bytes);

/// Makes room for \p count entries of a column that is about to be filled. Room that is never
/// written to takes no memory.
template <typename Entry>
void reserveColumn(std::vector<Entry>& column, std::size_t count)
{
    if (count > column.capacity()) {
        column.reserve(count);
        adviseHugePages(column.data(), column.capacity() * sizeof(Entry));
    }
}

}  // namespace vellum::server::store
