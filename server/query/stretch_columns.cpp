#include "server/query/stretch_columns.h"

namespace vellum::server::query {

bool StretchColumns::serves(const Columns& columns)
{
    constexpr Tick kLongest = Tick{1} << 48U;
    return columns.range.length() >= columns.count && columns.range.length() <= kLongest;
}

StretchColumns::StretchColumns(const Columns& columns)
    : m_columnsPerTick(
        static_cast<double>(columns.count) / static_cast<double>(columns.range.length()))
{
    m_boundaries.reserve(static_cast<std::size_t>(columns.count) + 2);
    for (std::int64_t i = 0; i <= columns.count; ++i) {
        m_boundaries.push_back(columns.boundary(i));
    }
    m_boundaries.push_back(columns.range.end + 1);
}

void StretchColumns::finish(Sums& sums) const
{
    std::int64_t stretches = 0;
    for (std::size_t i = 0; i < sums.ticks.size(); ++i) {
        stretches += sums.filling[i];
        const auto width = static_cast<std::uint64_t>(m_boundaries[i + 1] - m_boundaries[i]);
        plus(sums.ticks[i], static_cast<Tick>(static_cast<std::uint64_t>(stretches) * width));
    }
    sums.filling.clear();
}

}  // namespace vellum::server::query
