#pragma once

#include "common/time/tick.h"
#include "server/store/column.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace vellum::server::store {

/// Ticks that never decrease, in about four bytes each.
///
/// Layout   Block b holds the ticks 64·b … 64·b + 63; base[b] is its first. Tick i is
///          base[i / 64] + narrow[i]; where a block is longer than 2^32 ticks, `wide` has all ticks as
///          they are and `narrow` is empty.
struct TimeColumn {
    static constexpr std::size_t kBlock = 64;

    Column<Tick> base;
    Column<std::uint32_t> narrow;
    Column<Tick> wide;

    [[nodiscard]] std::size_t size() const { return wide.empty() ? narrow.size() : wide.size(); }
    [[nodiscard]] bool empty() const { return base.empty(); }
    [[nodiscard]] Tick operator[](std::size_t place) const
    {
        return wide.empty() ? base[place / kBlock] + Tick{narrow[place]} : wide[place];
    }
    [[nodiscard]] Tick front() const { return (*this)[0]; }
    [[nodiscard]] Tick back() const { return (*this)[size() - 1]; }
    /// Whether no difference of two ticks, or of two differences, can leave the type. Not empty.
    [[nodiscard]] bool hasShortSpan() const
    {
        constexpr auto kMost = std::uint64_t{1} << 62U;
        return static_cast<std::uint64_t>(back()) - static_cast<std::uint64_t>(front()) < kMost;
    }

    /// The first place whose tick is \p tick or later; `size()` if there is none.
    ///
    /// \param from  the answer is known not to lie before; near to it the search is quicker
    [[nodiscard]] std::size_t firstFrom(Tick tick, std::size_t from = 0) const;

    /// The same in two halves, between which memory comes while other columns are looked at: this one starts to
    /// fetch what the other needs.
    ///
    /// \param from  where `firstFrom` says it
    [[nodiscard]] std::size_t blockBefore(Tick tick, std::size_t from = 0) const;
    /// \param block  what `blockBefore` said of \p tick
    [[nodiscard]] std::size_t firstFromBlock(std::size_t block, Tick tick) const
    {
        return firstBefore(block, tick, 0);
    }

    /// The same for each of \p ticks, which ascend: memory is fetched for all of them before any waits for it.
    void firstFromEach(
        std::span<const Tick> ticks, std::size_t from, std::span<std::size_t> places) const;

    /// The first place whose tick is later than \p tick.
    [[nodiscard]] std::size_t firstAfter(Tick tick) const
    {
        return tick == std::numeric_limits<Tick>::max() ? size() : firstFrom(tick + 1);
    }

private:
    /// Of `firstFrom`, where \p block is the first that begins at \p tick or later.
    [[nodiscard]] std::size_t firstBefore(std::size_t block, Tick tick, std::size_t from) const;
};

/// Fills a TimeColumn.
class TimeColumnBuilder {
public:
    void reserve(std::size_t count);

    /// \p tick must not be smaller than the one before.
    [[gnu::always_inline]] void push(Tick tick)
    {
        if (m_size++ % TimeColumn::kBlock == 0) {
            m_base.push_back(tick);
        }
        const auto offset =
            static_cast<std::uint64_t>(tick) - static_cast<std::uint64_t>(m_base.back());
        if (m_isWide || offset > std::numeric_limits<std::uint32_t>::max()) [[unlikely]] {
            pushWide(tick);
        } else {
            m_narrow.push_back(static_cast<std::uint32_t>(offset));
        }
        m_last = tick;
    }

    [[nodiscard]] std::size_t size() const { return m_size; }
    /// The last one pushed; the smallest of all before the first.
    [[nodiscard]] Tick last() const { return m_last; }

    [[nodiscard]] TimeColumn finish();

private:
    void pushWide(Tick tick);

    std::size_t m_size = 0;
    Tick m_last = std::numeric_limits<Tick>::min();
    bool m_isWide = false;
    std::vector<Tick> m_base;
    std::vector<std::uint32_t> m_narrow;
    std::vector<Tick> m_wide;
};

}  // namespace vellum::server::store
