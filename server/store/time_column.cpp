#include "server/store/time_column.h"

#include "server/store/columns.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace vellum::server::store {

namespace {

/// The first block at or after \p from that begins at \p tick or later: one after the other as long as it is
/// near, which the processor guesses better, then in growing steps.
std::size_t firstBlockFrom(const Column<Tick>& base, Tick tick, std::size_t from)
{
    constexpr std::size_t kNear = 32;
    const std::size_t near = std::min(from + kNear, base.size());
    while (from < near && base[from] < tick) {
        ++from;
    }
    if (from < near || from >= base.size()) {
        return from;
    }
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

/// How many of the \p count offsets are below \p limit, without a branch on what they are.
std::size_t countBelow(const std::uint32_t* offsets, std::size_t count, std::uint32_t limit)
{
    std::uint32_t below = 0;
    if (count == TimeColumn::kBlock) {
        for (std::size_t i = 0; i < TimeColumn::kBlock; ++i) {
            below += offsets[i] < limit ? 1U : 0U;
        }
    } else {
        for (std::size_t i = 0; i < count; ++i) {
            below += offsets[i] < limit ? 1U : 0U;
        }
    }
    return below;
}

}  // namespace

std::size_t TimeColumn::firstFrom(Tick tick, std::size_t from) const
{
    return firstBefore(firstBlockFrom(base, tick, from / kBlock), tick, from);
}

std::size_t TimeColumn::blockBefore(Tick tick, std::size_t from) const
{
    const std::size_t block = firstBlockFrom(base, tick, from / kBlock);
    const std::size_t first = block == 0 ? 0 : (block - 1) * kBlock;
    constexpr std::size_t kLine = 16;  // of `narrow`
    for (std::size_t at = first; at < std::min(first + kBlock, narrow.size()); at += kLine) {
        __builtin_prefetch(narrow.data() + at);
    }
    return block;
}

void TimeColumn::firstFromEach(
    std::span<const Tick> ticks, std::size_t from, std::span<std::size_t> places) const
{
    const std::size_t first = from;
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        places[i] = blockBefore(ticks[i], from);
        // The next tick may lie in the block before, too.
        from = (places[i] - (places[i] > 0 ? 1U : 0U)) * kBlock;
    }
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        places[i] = firstBefore(places[i], ticks[i], first);
    }
}

std::size_t TimeColumn::firstBefore(std::size_t block, Tick tick, std::size_t from) const
{
    if (block == 0) {
        return std::min(from, size());
    }
    // In the block before, or the first of this one.
    const std::size_t begin = (block - 1) * kBlock;
    const std::size_t end = std::min(block * kBlock, size());
    from = std::min(from, size());
    if (!wide.empty()) {
        const auto first = wide.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto last = wide.begin() + static_cast<std::ptrdiff_t>(end);
        return std::max(
            from, static_cast<std::size_t>(std::lower_bound(first, last, tick) - wide.begin()));
    }
    const auto limit =
        static_cast<std::uint64_t>(tick) - static_cast<std::uint64_t>(base[block - 1]);
    if (limit > std::numeric_limits<std::uint32_t>::max()) {
        return std::max(from, end);
    }
    const std::size_t below =
        countBelow(narrow.data() + begin, end - begin, static_cast<std::uint32_t>(limit));
    return std::max(from, begin + below);
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
