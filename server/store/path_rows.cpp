#include "server/store/path_rows.h"

#include <algorithm>
#include <vector>

namespace vellum::server::store {

namespace {

constexpr std::size_t kLeastPathStep = 4096;
/// In a step: what rows cost a change follows from it.
constexpr std::size_t kChangesOfPath = 128;
constexpr std::size_t kLeastPathSteps = 4;
constexpr std::size_t kShape = 1;     ///< values before the first row
constexpr std::size_t kSums = 3;      ///< of a path in a row
constexpr std::size_t kExtremes = 2;  ///< of a path in a stretch

std::size_t stretchesAbove(std::size_t stretches)
{
    return (stretches + PathRows::kFan - 1) / PathRows::kFan;
}

/// What lies between each row and the next, in one pass.
class PathRowPass {
public:
    PathRowPass(const CallStream& calls, std::size_t step)
        : m_calls(calls)
        , m_paths(calls.paths.size())
        , m_step(step)
        , m_stretches((calls.size() + step - 1) / step)
        , m_cells(m_stretches * m_paths)
        , m_open(kLowest)
    {
        m_open.front().node = std::numeric_limits<PathNode>::max();
    }

    void run()
    {
        if (m_calls.time.wide.empty() && m_calls.wideNode.empty()) {
            // As plain pointers: the compiler cannot know that what is written does not move them.
            const Tick* const base = m_calls.time.base.data();
            const std::uint32_t* const offset = m_calls.time.narrow.data();
            const std::uint16_t* const node = m_calls.narrowNode.data();
            run([=](std::size_t i) { return base[i / TimeColumn::kBlock] + Tick{offset[i]}; },
                [=](std::size_t i) -> PathNode { return node[i]; });
        } else {
            run([this](std::size_t i) { return m_calls.time[i]; },
                [this](std::size_t i) { return m_calls.nodeAt(i); });
        }
    }

    std::vector<std::uint64_t> packed()
    {
        std::vector<std::uint64_t> values;
        values.reserve(words());
        values.push_back(m_step);
        packRows(values);
        packExtremes(values);
        while (m_stretches > 1) {
            goUp();
            packExtremes(values);
        }
        return values;
    }

private:
    /// A visit of the stack.
    struct Open {
        PathRowSums* cell = nullptr;  ///< of its path, where it began
        Tick enter = 0;
        PathNode node = kOutside;
    };
    static constexpr std::size_t kLowest = 2;  ///< of the stack; below it the outside

    template <typename TickAt, typename NodeAt>
    void run(const TickAt& tickAt, const NodeAt& nodeAt)
    {
        const std::size_t changes = m_calls.size();
        for (std::size_t stretch = 0; stretch < m_stretches; ++stretch) {
            PathRowSums* const cells = m_cells.data() + stretch * m_paths;
            const std::size_t first = stretch * m_step;
            const std::size_t last = std::min(first + m_step, changes);
            takeChanges(cells, first, last, tickAt, nodeAt);
            // Up to the change that the row stands before.
            finish(cells, {.begin = tickAt(first), .end = tickAt(std::min(last, changes - 1))});
        }
    }

    template <typename TickAt, typename NodeAt>
    void takeChanges(
        PathRowSums* cells,
        std::size_t first,
        std::size_t last,
        const TickAt& tickAt,
        const NodeAt& nodeAt)
    {
        const Tick begin = tickAt(first);
        m_open.resize(m_top + 1 + (last - first));
        Open* top = m_open.data() + m_top;
        const Open* behindOlder = top + 1;  // visits below it begin before the stretch
        for (std::size_t i = first; i < last; ++i) {
            const Tick tick = tickAt(i);
            const PathNode node = nodeAt(i);
            if (top[-1].node != node) {
                ++top;
                *top = {.cell = cells + node, .enter = tick, .node = node};
                continue;
            }
            end(*top, tick);
            if (top < behindOlder) [[unlikely]] {
                cells[top->node].exclusive += static_cast<std::uint64_t>(tick - begin);
                behindOlder = top;
            }
            --top;
        }
        m_top = static_cast<std::size_t>(top - m_open.data());
    }

    static void end(const Open& visit, Tick tick)
    {
        PathRowSums& cell = *visit.cell;
        const auto length = static_cast<std::uint64_t>(tick - visit.enter);
        ++cell.visits;
        cell.total += length;
        cell.shortest = std::min(cell.shortest, length);
        cell.longest = std::max(cell.longest, length);
    }

    /// Exclusive times of a stretch, from inclusive ones: so a change needs no sum of its own. Until then `exclusive`
    /// has what of the visits that reach out of the stretch at its begin lies in it; `total` what of those that end in it.
    void finish(PathRowSums* cells, TickRange ticks) const
    {
        for (std::size_t i = kLowest; i <= m_top; ++i) {
            const Tick length = ticks.end - std::max(ticks.begin, m_open[i].enter);
            cells[m_open[i].node].exclusive += static_cast<std::uint64_t>(length);
        }
        for (PathNode node = 1; node < m_paths; ++node) {  // parents before their children
            cells[node].exclusive += cells[node].total;
            cells[m_calls.paths.parent[node]].exclusive -= cells[node].exclusive;
        }
        cells[kOutside].exclusive = 0;
    }

    [[nodiscard]] std::size_t words() const
    {
        std::size_t rows = kSums * m_stretches + kExtremes;
        for (std::size_t level = m_stretches; level > 1; level = stretchesAbove(level)) {
            rows += kExtremes * level;
        }
        return kShape + rows * m_paths;
    }

    /// Sums up to each row.
    void packRows(std::vector<std::uint64_t>& values) const
    {
        std::vector<PathRowSums> all(m_paths);
        for (std::size_t stretch = 0; stretch < m_stretches; ++stretch) {
            for (std::size_t i = 0; i < m_paths; ++i) {
                const PathRowSums& cell = m_cells[stretch * m_paths + i];
                all[i].exclusive += cell.exclusive;
                all[i].visits += cell.visits;
                all[i].total += cell.total;
            }
            for (const auto sum :
                 {&PathRowSums::exclusive, &PathRowSums::visits, &PathRowSums::total}) {
                for (const PathRowSums& path : all) {
                    values.push_back(path.*sum);
                }
            }
        }
    }

    void packExtremes(std::vector<std::uint64_t>& values) const
    {
        for (std::size_t begin = 0; begin < m_stretches * m_paths; begin += m_paths) {
            for (const auto extreme : {&PathRowSums::shortest, &PathRowSums::longest}) {
                for (std::size_t i = begin; i < begin + m_paths; ++i) {
                    values.push_back(m_cells[i].*extreme);
                }
            }
        }
    }

    void goUp()
    {
        for (std::size_t stretch = 0; stretch < m_stretches; ++stretch) {
            for (std::size_t i = 0; i < m_paths; ++i) {
                const PathRowSums from = m_cells[stretch * m_paths + i];
                PathRowSums& to = m_cells[stretch / PathRows::kFan * m_paths + i];
                const bool isFirst = stretch % PathRows::kFan == 0;
                to.shortest = isFirst ? from.shortest : std::min(to.shortest, from.shortest);
                to.longest = isFirst ? from.longest : std::max(to.longest, from.longest);
            }
        }
        m_stretches = stretchesAbove(m_stretches);
    }

    const CallStream& m_calls;
    std::size_t m_paths;
    std::size_t m_step;
    std::size_t m_stretches;
    std::vector<PathRowSums> m_cells;  ///< by stretch and path
    /// A level that is no path, the outside, then visits: so every top has one below it.
    std::vector<Open> m_open;
    std::size_t m_top = kLowest - 1;
};

}  // namespace

PathRows PathRows::build(const CallStream& calls)
{
    PathRows rows;
    const std::size_t step = std::max(kLeastPathStep, kChangesOfPath * calls.paths.size());
    if (calls.size() < kLeastPathSteps * step || !calls.time.hasShortSpan()) {
        return rows;
    }
    PathRowPass pass(calls, step);
    pass.run();
    rows.values = pass.packed();
    return rows;
}

void PathRows::between(
    std::size_t first, std::size_t last, std::size_t changes, std::span<PathRowSums> to) const
{
    const std::size_t paths = to.size();
    std::size_t stretches = lastRow(changes);
    const auto add = [&](std::size_t row, std::uint64_t sign) {
        const std::uint64_t* const sums = values.data() + kShape + (row - 1) * kSums * paths;
        for (std::size_t i = 0; i < paths; ++i) {
            to[i].exclusive += sign * sums[i];
            to[i].visits += sign * sums[paths + i];
            to[i].total += sign * sums[2 * paths + i];
        }
    };
    add(last, 1);
    if (first > 0) {
        add(first, ~std::uint64_t{0});  // wraps around: less
    }
    std::size_t level = kShape + stretches * kSums * paths;
    const auto take = [&](std::size_t stretch) {
        const std::uint64_t* const extremes = values.data() + level + stretch * kExtremes * paths;
        for (std::size_t i = 0; i < paths; ++i) {
            to[i].shortest = std::min(to[i].shortest, extremes[i]);
            to[i].longest = std::max(to[i].longest, extremes[paths + i]);
        }
    };
    // Up the levels: at each the stretches beside whole ones of the next. The last one there is, is whole.
    while (true) {
        for (; first < last && (first % kFan != 0 || stretches == 1); ++first) {
            take(first);
        }
        for (; first < last && last % kFan != 0 && last != stretches; --last) {
            take(last - 1);
        }
        if (first == last) {
            return;
        }
        level += stretches * kExtremes * paths;
        stretches = stretchesAbove(stretches);
        first /= kFan;
        last = (last + kFan - 1) / kFan;
    }
}

}  // namespace vellum::server::store
