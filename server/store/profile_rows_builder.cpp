// One pass over a stream makes all rows as whole numbers, a second packs them.

#include "server/store/profile_row_pass.h"
#include "server/store/profile_rows.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

namespace vellum::server::store {

namespace {

constexpr std::size_t kChangesWorthRows = 1024;
constexpr std::size_t kLeastStep = 256;
constexpr std::size_t kChangesOfRegion =
    16;  ///< in a step: what a row costs a change follows from it
constexpr std::size_t kLeastSteps = 4;

/// The widths of values, and their places with the widest first.
class Widths {
public:
    /// \param largest  of each value
    explicit Widths(const std::vector<std::uint64_t>& largest) : m_order(largest.size())
    {
        std::iota(m_order.begin(), m_order.end(), 0U);
        std::ranges::stable_sort(
            m_order, {}, [&](std::uint32_t value) { return widthOf(largest[value]); });
        for (const std::uint64_t most : largest) {
            ++m_counts.at(widthOf(most));
        }
    }

    [[nodiscard]] const std::vector<std::uint32_t>& order() const { return m_order; }
    [[nodiscard]] const std::array<std::uint32_t, ProfileRows::kWidths>& counts() const
    {
        return m_counts;
    }

private:
    static std::size_t widthOf(std::uint64_t most)
    {
        if (most > std::numeric_limits<std::uint32_t>::max()) {
            return 0;
        }
        return most > std::numeric_limits<std::uint16_t>::max() ? 1 : 2;
    }

    std::vector<std::uint32_t> m_order;
    std::array<std::uint32_t, ProfileRows::kWidths> m_counts{};
};

/// Appends values of one width after another to whole words.
class Packer {
public:
    /// \param counts  of the values of each width
    Packer(
        std::vector<std::uint64_t>& words,
        const std::array<std::uint32_t, ProfileRows::kWidths>& counts)
    {
        std::size_t bytes = 0;
        for (std::size_t width = 0; width < counts.size(); ++width) {
            bytes += counts.at(width) * kBytes.at(width);
        }
        const std::size_t begin = words.size();
        words.resize(begin + (bytes + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t));
        m_to = std::as_writable_bytes(std::span(words).subspan(begin));
    }

    void put(std::uint64_t value, std::size_t width)
    {
        const std::size_t bytes = kBytes.at(width);
        // Little-endian: the first bytes are the lower ones.
        std::memcpy(m_to.data(), &value, bytes);
        m_to = m_to.subspan(bytes);
    }

private:
    static constexpr std::array<std::size_t, ProfileRows::kWidths> kBytes{8, 4, 2};

    std::span<std::byte> m_to;  ///< what is left
};

/// Rows of sums in the widths they need.
class SumPacker {
public:
    SumPacker(const ProfileRowPass& pass, std::size_t sumCount)
        : m_values(pass.values())
        , m_count(sumCount)
        , m_rows(pass.rows())
        , m_widths(largest())
    {
    }

    [[nodiscard]] const Widths& widths() const { return m_widths; }

    void pack(ProfileRows& rows) const
    {
        std::vector<std::uint64_t> base;
        std::vector<std::uint64_t> words;
        for (std::size_t row = 0; row < m_rows; ++row) {
            if (row > 0 && row % ProfileRows::kGroup == 0) {
                for (const std::uint32_t sum : m_widths.order()) {
                    base.push_back(baseOf(row, sum));
                }
            }
            Packer packer(words, m_widths.counts());
            std::size_t place = 0;
            for (std::size_t width = 0; width < ProfileRows::kWidths; ++width) {
                for (std::size_t i = 0; i < m_widths.counts().at(width); ++i, ++place) {
                    const std::uint32_t sum = m_widths.order()[place];
                    packer.put(m_values[row * m_count + sum] - baseOf(row, sum), width);
                }
            }
        }
        rows.base = std::move(base);
        rows.sums = std::move(words);
    }

private:
    /// What the row's group is relative to: the last row before it. Here row 0 is the first that is kept.
    [[nodiscard]] std::uint64_t baseOf(std::size_t row, std::size_t sum) const
    {
        const std::size_t first = row / ProfileRows::kGroup * ProfileRows::kGroup;
        return first == 0 ? 0 : m_values[(first - 1) * m_count + sum];
    }

    [[nodiscard]] std::vector<std::uint64_t> largest() const
    {
        std::vector<std::uint64_t> most(m_count);
        for (std::size_t row = 0; row < m_rows; ++row) {
            for (std::size_t sum = 0; sum < m_count; ++sum) {
                most[sum] = std::max(most[sum], m_values[row * m_count + sum] - baseOf(row, sum));
            }
        }
        return most;
    }

    const std::vector<std::uint64_t>& m_values;
    std::size_t m_count;
    std::size_t m_rows;
    Widths m_widths;
};

/// Shortest and longest visits of each level, one level behind the other.
class LengthPacker {
public:
    LengthPacker(const ProfileRowPass& pass, std::size_t regions)
        : m_shortest(pass.shortest())
        , m_longest(pass.longest())
        , m_regions(regions)
        , m_widths(largest())
    {
    }

    [[nodiscard]] const Widths& widths() const { return m_widths; }

    void pack(ProfileRows& rows)
    {
        std::vector<std::uint64_t> words;
        packLevel(words);
        while (m_shortest.size() > m_regions) {
            goUp();
            packLevel(words);
        }
        rows.lengths = std::move(words);
    }

private:
    void packLevel(std::vector<std::uint64_t>& words) const
    {
        // Each region has two.
        std::array<std::uint32_t, ProfileRows::kWidths> counts = m_widths.counts();
        for (std::uint32_t& count : counts) {
            count *= 2;
        }
        for (std::size_t begin = 0; begin < m_shortest.size(); begin += m_regions) {
            Packer packer(words, counts);
            std::size_t first = 0;
            for (std::size_t width = 0; width < ProfileRows::kWidths; ++width) {
                const auto regions =
                    std::span(m_widths.order()).subspan(first, m_widths.counts().at(width));
                for (const std::uint32_t region : regions) {
                    packer.put(m_shortest[begin + region], width);
                }
                for (const std::uint32_t region : regions) {
                    packer.put(m_longest[begin + region], width);
                }
                first += regions.size();
            }
        }
    }

    void goUp()
    {
        constexpr std::size_t kFan = ProfileRows::kFan;
        const std::size_t blocks = (m_shortest.size() / m_regions + kFan - 1) / kFan;
        std::vector<std::uint64_t> shortest(
            blocks * m_regions, std::numeric_limits<std::uint64_t>::max());
        std::vector<std::uint64_t> longest(blocks * m_regions);
        for (std::size_t row = 0; row < m_shortest.size() / m_regions; ++row) {
            const std::size_t from = row * m_regions;
            const std::size_t to = row / kFan * m_regions;
            for (std::size_t i = 0; i < m_regions; ++i) {
                shortest[to + i] = std::min(shortest[to + i], m_shortest[from + i]);
                longest[to + i] = std::max(longest[to + i], m_longest[from + i]);
            }
        }
        m_shortest = std::move(shortest);
        m_longest = std::move(longest);
    }

    [[nodiscard]] std::vector<std::uint64_t> largest() const
    {
        std::vector<std::uint64_t> most(m_regions);
        for (std::size_t begin = 0; begin < m_longest.size(); begin += m_regions) {
            for (std::size_t i = 0; i < m_regions; ++i) {
                most[i] = std::max(most[i], m_longest[begin + i]);
            }
        }
        return most;
    }

    std::vector<std::uint64_t> m_shortest;
    std::vector<std::uint64_t> m_longest;
    std::size_t m_regions;
    Widths m_widths;
};

std::vector<std::uint32_t> layoutOf(
    std::size_t step, const ProfileRowKeys& keys, const Widths& sums, const Widths& lengths)
{
    std::vector<std::uint32_t> layout{
        static_cast<std::uint32_t>(step),
        static_cast<std::uint32_t>(keys.regions().size()),
        static_cast<std::uint32_t>(keys.groups().size()),
        static_cast<std::uint32_t>(keys.paradigms().size())};
    const auto append = [&](const auto& values) {
        layout.insert(layout.end(), values.begin(), values.end());
    };
    append(sums.counts());
    append(lengths.counts());
    append(keys.regions());
    append(keys.groups());
    append(keys.paradigms());
    append(sums.order());
    append(lengths.order());
    return layout;
}

}  // namespace

ProfileRows ProfileRows::build(const CallStream& calls, const Definitions& definitions)
{
    ProfileRows rows;
    if (calls.size() < kChangesWorthRows || !calls.time.hasShortSpan()) {
        return rows;
    }
    const ProfileRowKeys keys(calls.paths, definitions);
    const std::size_t regions = keys.regions().size();
    const std::size_t step = std::max(kLeastStep, kChangesOfRegion * regions);
    if (calls.size() < kLeastSteps * step) {
        return rows;
    }
    ProfileRowPass pass(calls, keys, step);
    if (!pass.run()) {
        return rows;
    }
    const SumPacker sums(pass, keys.sumCount());
    LengthPacker lengths(pass, regions);
    sums.pack(rows);
    lengths.pack(rows);
    rows.layout = layoutOf(step, keys, sums.widths(), lengths.widths());
    return rows;
}

}  // namespace vellum::server::store
