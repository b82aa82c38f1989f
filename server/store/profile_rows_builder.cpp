// One pass over a stream makes all rows as whole numbers, a second packs them.

#include "server/store/profile_rows.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace vellum::server::store {

namespace {

constexpr std::size_t kChangesWorthRows = 1024;
constexpr std::size_t kLeastStep = 256;
constexpr std::size_t kChangesOfRegion =
    16;  ///< in a step: what a row costs a change follows from it
constexpr std::size_t kLeastSteps = 4;

using Shape = ProfileRows::Shape;

/// Values, each once, and their places in ascending order.
class Places {
public:
    void note(std::uint32_t value) { m_placeOf.emplace(value, 0); }
    void number()
    {
        for (const auto& [value, place] : m_placeOf) {
            m_values.push_back(value);
        }
        std::ranges::sort(m_values);
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            m_placeOf[m_values[i]] = static_cast<std::uint32_t>(i);
        }
    }
    [[nodiscard]] std::uint32_t of(std::uint32_t value) const { return m_placeOf.at(value); }
    [[nodiscard]] const std::vector<std::uint32_t>& values() const { return m_values; }

private:
    std::unordered_map<std::uint32_t, std::uint32_t> m_placeOf;
    std::vector<std::uint32_t> m_values;
};

/// What a visit counts for: three sums of inclusive time.
struct VisitKeys {
    std::uint32_t region = 0;  ///< its place
    std::uint32_t group = 0;   ///< the place of the sum in a row
    std::uint32_t paradigm = 0;
};

/// The regions of a location, and what visits of each count for.
struct Keys {
    Keys(const CallPaths& paths, const Definitions& definitions)
    {
        const auto definitionOf = [&](RegionRef ref) {
            const Region* found = definitions.find(ref);
            return found == nullptr ? std::pair(FunctionGroup::Unknown, Paradigm::Unknown)
                                    : std::pair(found->group, found->paradigm);
        };
        for (PathNode node = 1; node < paths.size(); ++node) {
            regions.note(paths.region[node].value());
        }
        regions.number();
        for (const std::uint32_t region : regions.values()) {
            const auto [group, paradigm] = definitionOf(RegionRef(region));
            groups.note(static_cast<std::uint32_t>(group));
            paradigms.note(static_cast<std::uint32_t>(paradigm));
        }
        groups.number();
        paradigms.number();
        const auto count = static_cast<std::uint32_t>(regions.values().size());
        const auto firstGroup = static_cast<std::uint32_t>(Shape::kSumsOfRegion * count);
        const auto firstParadigm = firstGroup + static_cast<std::uint32_t>(groups.values().size());
        for (std::uint32_t place = 0; place < count; ++place) {
            const auto [group, paradigm] = definitionOf(RegionRef(regions.values()[place]));
            ofRegion.push_back(
                {.region = place,
                 .group = firstGroup + groups.of(static_cast<std::uint32_t>(group)),
                 .paradigm = firstParadigm + paradigms.of(static_cast<std::uint32_t>(paradigm))});
        }
        regionOfNode.resize(paths.size());
        for (PathNode node = 1; node < paths.size(); ++node) {
            regionOfNode[node] = regions.of(paths.region[node].value());
        }
    }

    Places regions;
    Places groups;
    Places paradigms;
    std::vector<std::uint32_t> regionOfNode;  ///< places
    std::vector<VisitKeys> ofRegion;          ///< by place
};

/// Rows and lengths as whole numbers.
class RowPass {
public:
    /// \param sumCount  of a row
    RowPass(const CallStream& calls, const Keys& keys, std::size_t sumCount, std::size_t step)
        : m_calls(calls)
        , m_keys(keys)
        , m_regions(keys.regions.values().size())
        , m_step(step)
        , m_rows((calls.size() + step - 1) / step)
        , m_sums(sumCount)
        , m_open(sumCount)
        , m_values(m_rows * sumCount)
        , m_shortest(m_rows * m_regions, std::numeric_limits<std::uint64_t>::max())
        , m_longest(m_rows * m_regions)
    {
    }

    /// False where a sum does not fit.
    [[nodiscard]] bool run()
    {
        m_tick = m_calls.time.front();
        for (std::size_t row = 0; row < m_rows; ++row) {
            const std::size_t end = std::min((row + 1) * m_step, m_calls.size());
            takeChanges(row, end);
            finishRow(row, end);
        }
        return addUpTotals();
    }

    [[nodiscard]] std::size_t rows() const { return m_rows; }
    [[nodiscard]] const std::vector<std::uint64_t>& values() const { return m_values; }
    [[nodiscard]] const std::vector<std::uint64_t>& shortest() const { return m_shortest; }
    [[nodiscard]] const std::vector<std::uint64_t>& longest() const { return m_longest; }

private:
    struct Visit {
        PathNode node = kOutside;
        VisitKeys keys;
        bool isOuterRegion = false;  ///< no visit of its region around it
        bool isOuterGroup = false;
        bool isOuterParadigm = false;
        std::size_t row = 0;  ///< that it begins after
        Tick enter = 0;
        Tick since = 0;  ///< counted up to here as inclusive time; of outer ones only

        [[nodiscard]] bool isOuter() const
        {
            return isOuterRegion || isOuterGroup || isOuterParadigm;
        }
    };

    /// The changes between a row and the next.
    void takeChanges(std::size_t row, std::size_t end)
    {
        const std::size_t first = row * m_step;
        if (m_calls.time.wide.empty() && m_calls.wideNode.empty()) {
            // As plain pointers: the compiler cannot know that what is written does not move them.
            const Tick* const base = m_calls.time.base.data();
            const std::uint32_t* const offset = m_calls.time.narrow.data();
            const std::uint16_t* const node = m_calls.narrowNode.data();
            takeChanges(
                row,
                first,
                end,
                [=](std::size_t i) { return base[i / TimeColumn::kBlock] + Tick{offset[i]}; },
                [=](std::size_t i) -> PathNode { return node[i]; });
        } else {
            takeChanges(
                row,
                first,
                end,
                [this](std::size_t i) { return m_calls.time[i]; },
                [this](std::size_t i) { return m_calls.nodeAt(i); });
        }
    }

    template <typename TickAt, typename NodeAt>
    void takeChanges(
        std::size_t row,
        std::size_t first,
        std::size_t end,
        const TickAt& tickAt,
        const NodeAt& nodeAt)
    {
        // Regions of paths lie far apart; the changes say early which ones will be wanted.
        constexpr std::size_t kAhead = 32;
        const std::size_t last = m_calls.size() - 1;
        const std::uint32_t* const regionOf = m_keys.regionOfNode.data();
        for (std::size_t i = first; i < end; ++i) {
            __builtin_prefetch(regionOf + nodeAt(std::min(i + kAhead, last)));
            const Tick tick = tickAt(i);
            const PathNode next = nodeAt(i);
            addExclusive(tick);
            const bool isLeave =
                !m_stack.empty()
                && next == (m_stack.size() > 1 ? m_stack[m_stack.size() - 2].node : kOutside);
            if (isLeave) {
                leave(tick);
            } else {
                enter(row, tick, next, m_keys.ofRegion[regionOf[next]]);
            }
        }
    }

    void addExclusive(Tick tick)
    {
        if (!m_stack.empty()) {
            m_sums[m_stack.back().keys.region] += static_cast<std::uint64_t>(tick - m_tick);
        }
        m_tick = tick;
    }

    void enter(std::size_t row, Tick tick, PathNode node, const VisitKeys& keys)
    {
        // Member by member: a whole one would be read back before it is written.
        Visit& visit = m_stack.emplace_back();
        visit.node = node;
        visit.keys = keys;
        visit.isOuterRegion = m_open[keys.region]++ == 0;
        visit.isOuterGroup = m_open[keys.group]++ == 0;
        visit.isOuterParadigm = m_open[keys.paradigm]++ == 0;
        visit.row = row;
        visit.enter = tick;
        visit.since = tick;
        if (visit.isOuter()) {
            m_outer.push_back(m_stack.size() - 1);
        }
        ++m_sums[3 * m_regions + keys.region];
    }

    void leave(Tick tick)
    {
        Visit& visit = m_stack.back();
        if (visit.isOuter()) {
            addInclusive(visit, tick);
            m_outer.pop_back();
        }
        --m_open[visit.keys.region];
        --m_open[visit.keys.group];
        --m_open[visit.keys.paradigm];
        const auto length = static_cast<std::uint64_t>(tick - visit.enter);
        const std::size_t place = visit.row * m_regions + visit.keys.region;
        m_shortest[place] = std::min(m_shortest[place], length);
        m_longest[place] = std::max(m_longest[place], length);
        std::uint64_t& total =
            m_values[visit.row * m_sums.size() + 2 * m_regions + visit.keys.region];
        m_fits = !__builtin_add_overflow(total, length, &total) && m_fits;
        m_stack.pop_back();
    }

    void addInclusive(Visit& visit, Tick tick)
    {
        const auto ticks = static_cast<std::uint64_t>(tick - visit.since);
        visit.since = tick;
        m_sums[m_regions + visit.keys.region] += visit.isOuterRegion ? ticks : 0;
        m_sums[visit.keys.group] += visit.isOuterGroup ? ticks : 0;
        m_sums[visit.keys.paradigm] += visit.isOuterParadigm ? ticks : 0;
    }

    void finishRow(std::size_t row, std::size_t end)
    {
        const Tick tick = end < m_calls.size() ? m_calls.time[end] : m_calls.time.back();
        addExclusive(tick);
        for (const std::size_t place : m_outer) {
            addInclusive(m_stack[place], tick);
        }
        std::uint64_t* const to = m_values.data() + row * m_sums.size();
        for (std::size_t i = 0; i < m_sums.size(); ++i) {
            // Totals are written as visits end, whichever row they begin after.
            const bool isTotal = i >= 2 * m_regions && i < 3 * m_regions;
            to[i] = isTotal ? to[i] : m_sums[i];
        }
    }

    bool addUpTotals()
    {
        constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<Tick>::max());
        for (std::size_t row = 0; row < m_rows; ++row) {
            std::uint64_t* const totals = m_values.data() + row * m_sums.size() + 2 * m_regions;
            for (std::size_t i = 0; i < m_regions; ++i) {
                const std::uint64_t before = row == 0 ? 0 : (totals - m_sums.size())[i];
                m_fits = !__builtin_add_overflow(totals[i], before, &totals[i])
                         && totals[i] <= kMost && m_fits;
            }
        }
        return m_fits;
    }

    const CallStream& m_calls;
    const Keys& m_keys;
    std::size_t m_regions;
    std::size_t m_step;
    std::size_t m_rows;
    std::vector<std::uint64_t> m_sums;
    std::vector<std::uint32_t> m_open;  ///< visits, by the sum: of regions, groups and paradigms
    std::vector<std::uint64_t> m_values;
    std::vector<std::uint64_t> m_shortest;
    std::vector<std::uint64_t> m_longest;
    std::vector<Visit> m_stack;
    /// Those with inclusive time of their own, as places in the stack: at most as many as there are keys,
    /// however deep it is.
    std::vector<std::size_t> m_outer;
    Tick m_tick = 0;
    bool m_fits = true;
};

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
    explicit Packer(std::vector<std::uint64_t>& words) : m_words(words) {}

    void put(std::uint64_t value, std::size_t width)
    {
        constexpr std::array<std::size_t, ProfileRows::kWidths> kBytes{8, 4, 2};
        const std::size_t bytes = kBytes.at(width);
        m_words.resize((m_bytes + bytes + 7) / 8 + m_begin);
        // Little-endian: the first bytes are the lower ones.
        std::memcpy(
            std::as_writable_bytes(std::span(m_words).subspan(m_begin)).data() + m_bytes,
            &value,
            bytes);
        m_bytes += bytes;
    }

private:
    std::vector<std::uint64_t>& m_words;
    std::size_t m_begin = m_words.size();
    std::size_t m_bytes = 0;
};

/// Rows of sums in the widths they need.
class SumPacker {
public:
    SumPacker(const RowPass& pass, std::size_t sumCount)
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
            Packer packer(words);
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
    LengthPacker(const RowPass& pass, std::size_t regions)
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
        for (std::size_t begin = 0; begin < m_shortest.size(); begin += m_regions) {
            Packer packer(words);
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
        for (std::size_t i = 0; i < m_shortest.size(); ++i) {
            const std::size_t to = i / m_regions / kFan * m_regions + i % m_regions;
            shortest[to] = std::min(shortest[to], m_shortest[i]);
            longest[to] = std::max(longest[to], m_longest[i]);
        }
        m_shortest = std::move(shortest);
        m_longest = std::move(longest);
    }

    [[nodiscard]] std::vector<std::uint64_t> largest() const
    {
        std::vector<std::uint64_t> most(m_regions);
        for (std::size_t i = 0; i < m_longest.size(); ++i) {
            most[i % m_regions] = std::max(most[i % m_regions], m_longest[i]);
        }
        return most;
    }

    std::vector<std::uint64_t> m_shortest;
    std::vector<std::uint64_t> m_longest;
    std::size_t m_regions;
    Widths m_widths;
};

std::vector<std::uint32_t> layoutOf(
    std::size_t step, const Keys& keys, const Widths& sums, const Widths& lengths)
{
    std::vector<std::uint32_t> layout{
        static_cast<std::uint32_t>(step),
        static_cast<std::uint32_t>(keys.regions.values().size()),
        static_cast<std::uint32_t>(keys.groups.values().size()),
        static_cast<std::uint32_t>(keys.paradigms.values().size())};
    const auto append = [&](const auto& values) {
        layout.insert(layout.end(), values.begin(), values.end());
    };
    append(sums.counts());
    append(lengths.counts());
    append(keys.regions.values());
    append(keys.groups.values());
    append(keys.paradigms.values());
    append(sums.order());
    append(lengths.order());
    return layout;
}

/// Whether no difference of two ticks can leave the type.
bool isShort(const TimeColumn& time)
{
    constexpr auto kMost = std::uint64_t{1} << 62U;
    return static_cast<std::uint64_t>(time.back()) - static_cast<std::uint64_t>(time.front())
           < kMost;
}

}  // namespace

ProfileRows ProfileRows::build(const CallStream& calls, const Definitions& definitions)
{
    ProfileRows rows;
    if (calls.size() < kChangesWorthRows || !isShort(calls.time)) {
        return rows;
    }
    const Keys keys(calls.paths, definitions);
    const std::size_t regions = keys.regions.values().size();
    const std::size_t step = std::max(kLeastStep, kChangesOfRegion * regions);
    if (calls.size() < kLeastSteps * step) {
        return rows;
    }
    const std::size_t sumCount = Shape::kSumsOfRegion * regions + keys.groups.values().size()
                                 + keys.paradigms.values().size();
    RowPass pass(calls, keys, sumCount, step);
    if (!pass.run()) {
        return rows;
    }
    const SumPacker sums(pass, sumCount);
    LengthPacker lengths(pass, regions);
    sums.pack(rows);
    lengths.pack(rows);
    rows.layout = layoutOf(step, keys, sums.widths(), lengths.widths());
    return rows;
}

}  // namespace vellum::server::store
