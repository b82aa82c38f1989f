#include "server/store/time_column.h"

#include "server/store/columns.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace vellum::server::store {

namespace {

/// The first block at or after \p from that begins at \p tick or later, found in growing steps.
std::size_t firstBlockFrom(const Column<Tick>& base, Tick tick, std::size_t from)
{
    std::size_t step = 1;
    std::size_t low = from;
    while (low < base.size() && base[low] < tick) {
        from = low + 1;
        low += step;
        step *= 2;
    }
    const auto first = base.begin() + static_cast<std::ptrdiff_t>(from);
    const auto last = base.begin() + static_cast<std::ptrdiff_t>(std::min(low, base.size()));
    return static_cast<std::size_t>(std::lower_bound(first, last, tick) - base.begin());
}

}  // namespace

std::size_t TimeColumn::firstFrom(Tick tick, std::size_t from) const
{
    const std::size_t block = firstBlockFrom(base, tick, from / kBlock);
    if (block == 0) {
        return std::min(from, size());
    }
    // In the block before, or the first of this one.
    std::size_t first = std::max((block - 1) * kBlock, std::min(from, size()));
    std::size_t last = std::min(block * kBlock, size());
    while (first < last) {
        const std::size_t middle = first + (last - first) / 2;
        if ((*this)[middle] < tick) {
            first = middle + 1;
        } else {
            last = middle;
        }
    }
    return first;
}

void TimeColumnBuilder::reserve(std::size_t count)
{
    reserveColumn(m_base, count / TimeColumn::kBlock + 1);
    reserveColumn(m_narrow, count);
}

void TimeColumnBuilder::pushWide(Tick tick)
{
    if (!m_isWide) {
        m_isWide = true;
        reserveColumn(m_wide, std::max(m_narrow.capacity(), m_size));
        for (std::size_t i = 0; i < m_narrow.size(); ++i) {
            m_wide.push_back(m_base[i / TimeColumn::kBlock] + Tick{m_narrow[i]});
        }
        m_narrow = {};
    }
    m_wide.push_back(tick);
}

TimeColumn TimeColumnBuilder::finish()
{
    m_size = 0;
    TimeColumn column;
    column.base = std::move(m_base);
    column.narrow = std::move(m_narrow);
    column.wide = std::move(m_wide);
    return column;
}

}  // namespace vellum::server::store
