#include "server/store/profile_row_pass.h"

#include "server/store/profile_rows.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace vellum::server::store {

namespace {

/// Behind the sums: outside, and a visit inside another of its region, its group, its paradigm. One each,
/// as one for all would be waited for by all.
enum class Unwanted : std::uint32_t { Exclusive, Inclusive, Group, Paradigm, Visits, Count };

std::uint32_t placeOf(std::size_t sumCount, Unwanted what)
{
    return static_cast<std::uint32_t>(sumCount) + static_cast<std::uint32_t>(what);
}

std::uint32_t groupOf(const Definitions& definitions, std::uint32_t region)
{
    const Region* found = definitions.find(RegionRef(region));
    return static_cast<std::uint32_t>(found == nullptr ? FunctionGroup::Unknown : found->group);
}

std::uint32_t paradigmOf(const Definitions& definitions, std::uint32_t region)
{
    const Region* found = definitions.find(RegionRef(region));
    return static_cast<std::uint32_t>(found == nullptr ? Paradigm::Unknown : found->paradigm);
}

void sortOut(std::vector<std::uint32_t>& values)
{
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

/// \param value  one of \p values
std::uint32_t placeIn(const std::vector<std::uint32_t>& values, std::uint32_t value)
{
    return static_cast<std::uint32_t>(std::ranges::lower_bound(values, value) - values.begin());
}

/// The paths that each path goes on to.
class Children {
public:
    explicit Children(const CallPaths& paths) : m_first(paths.size()), m_next(paths.size())
    {
        for (auto node = static_cast<PathNode>(paths.size() - 1); node > 0; --node) {
            m_next[node] = std::exchange(m_first[paths.parent[node]], node);
        }
    }

    /// kOutside: none.
    [[nodiscard]] PathNode firstOf(PathNode node) const { return m_first[node]; }
    [[nodiscard]] PathNode after(PathNode node) const { return m_next[node]; }

private:
    std::vector<PathNode> m_first;
    std::vector<PathNode> m_next;
};

}  // namespace

ProfileRowKeys::ProfileRowKeys(const CallPaths& paths, const Definitions& definitions)
    : m_ofNode(paths.size())
{
    numberKeys(paths, definitions);
    giveKeys(paths, definitions);
    keepOutermost(paths);
}

std::size_t ProfileRowKeys::sumCount() const
{
    return ProfileRows::Shape::kSumsOfRegion * m_regions.size() + m_groups.size()
           + m_paradigms.size();
}

std::size_t ProfileRowKeys::places() const
{
    return sumCount() + static_cast<std::size_t>(Unwanted::Count);
}

void ProfileRowKeys::numberKeys(const CallPaths& paths, const Definitions& definitions)
{
    for (std::size_t place = 0; place < paths.placeOutside(); ++place) {
        const std::uint32_t region = paths.regions[place].value();
        m_regions.push_back(region);
        m_groups.push_back(groupOf(definitions, region));
        m_paradigms.push_back(paradigmOf(definitions, region));
    }
    sortOut(m_groups);
    sortOut(m_paradigms);
}

void ProfileRowKeys::giveKeys(const CallPaths& paths, const Definitions& definitions)
{
    const auto regions = static_cast<std::uint32_t>(m_regions.size());
    const std::uint32_t firstGroup = ProfileRows::Shape::kSumsOfRegion * regions;
    const std::uint32_t firstParadigm = firstGroup + static_cast<std::uint32_t>(m_groups.size());
    std::vector<OfNode> ofRegion;
    for (std::uint32_t place = 0; place < regions; ++place) {
        ofRegion.push_back(
            {.exclusive = place,
             .inclusive = regions + place,
             .group = firstGroup + placeIn(m_groups, groupOf(definitions, m_regions[place])),
             .paradigm =
                 firstParadigm + placeIn(m_paradigms, paradigmOf(definitions, m_regions[place])),
             .visits = 3 * regions + place});
    }
    m_ofNode.front() = {
        .exclusive = placeOf(sumCount(), Unwanted::Exclusive),
        .inclusive = placeOf(sumCount(), Unwanted::Inclusive),
        .group = placeOf(sumCount(), Unwanted::Group),
        .paradigm = placeOf(sumCount(), Unwanted::Paradigm),
        .visits = placeOf(sumCount(), Unwanted::Visits)};
    for (PathNode node = 1; node < paths.size(); ++node) {
        m_ofNode[node] = ofRegion[paths.place[node]];
        m_ofNode[node].depth = paths.depth[node];
        m_mostDepth = std::max(m_mostDepth, paths.depth[node]);
    }
}

/// Takes their inclusive times from all visits with one of the same key around them. All paths are walked
/// as a tree, with what is open counted.
void ProfileRowKeys::keepOutermost(const CallPaths& paths)
{
    const Children children(paths);
    std::vector<std::uint32_t> open(sumCount());
    std::vector<std::pair<PathNode, OfNode>> path{{kOutside, m_ofNode.front()}};
    PathNode next = children.firstOf(kOutside);
    while (true) {
        if (next != kOutside) {
            OfNode& keys = m_ofNode[next];
            path.emplace_back(next, keys);
            const auto keep = [&](std::uint32_t& key, Unwanted what) {
                const bool isOutermost = open[key]++ == 0;
                key = isOutermost ? key : placeOf(sumCount(), what);
                return isOutermost;
            };
            const bool isRegion = keep(keys.inclusive, Unwanted::Inclusive);
            const bool isGroup = keep(keys.group, Unwanted::Group);
            const bool isParadigm = keep(keys.paradigm, Unwanted::Paradigm);
            keys.counted =
                isRegion || isGroup || isParadigm ? next : m_ofNode[paths.parent[next]].counted;
            next = children.firstOf(next);
            continue;
        }
        const auto [node, keys] = path.back();
        if (node == kOutside) {
            return;
        }
        path.pop_back();
        --open[keys.inclusive];
        --open[keys.group];
        --open[keys.paradigm];
        next = children.after(node);
    }
}

ProfileRowPass::ProfileRowPass(
    const CallStream& calls, const ProfileRowKeys& keys, std::size_t step)
    : m_calls(calls)
    , m_keys(keys)
    , m_regions(keys.regions().size())
    , m_sumCount(keys.sumCount())
    , m_step(step)
    , m_rows((calls.size() + step - 1) / step)
    , m_sums(keys.places())
    , m_values(m_rows * m_sumCount)
    , m_shortest(m_rows * m_regions, std::numeric_limits<std::uint64_t>::max())
    , m_longest(m_rows * m_regions)
    , m_open(std::size_t{keys.mostDepth()} + 1)
{
}

bool ProfileRowPass::run()
{
    m_tick = static_cast<std::uint64_t>(m_calls.time.front());
    for (std::size_t row = 0; row < m_rows; ++row) {
        const std::size_t end = std::min((row + 1) * m_step, m_calls.size());
        takeChanges(row, end);
        finishRow(row, end);
    }
    return addUpTotals();
}

/// The changes between a row and the next.
void ProfileRowPass::takeChanges(std::size_t row, std::size_t end)
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
void ProfileRowPass::takeChanges(
    std::size_t row, std::size_t first, std::size_t end, const TickAt& tickAt, const NodeAt& nodeAt)
{
    // Keys of paths lie far apart; the changes say early which ones will be wanted.
    constexpr std::size_t kAhead = 32;
    const std::size_t last = m_calls.size() - 1;
    const ProfileRowKeys::OfNode* const keys = m_keys.ofNode().data();
    const std::size_t lengthsOfRow = row * m_regions;
    const std::size_t totalsOfRow = row * m_sumCount + 2 * m_regions;
    std::uint64_t* const sums = m_sums.data();
    Open* const opened = m_open.data();
    std::uint64_t before = m_tick;
    bool fits = true;
    const ProfileRowKeys::OfNode* from = keys + m_node;
    for (std::size_t i = first; i < end; ++i) {
        __builtin_prefetch(keys + nodeAt(std::min(i + kAhead, last)));
        const auto tick = static_cast<std::uint64_t>(tickAt(i));
        const ProfileRowKeys::OfNode* const to = keys + nodeAt(i);
        sums[from->exclusive] += tick - std::exchange(before, tick);
        if (to->depth > from->depth) {
            ++sums[to->visits];
            opened[to->depth] = {
                .enter = tick,
                .lengths = lengthsOfRow + to->exclusive,
                .total = totalsOfRow + to->exclusive};
        } else {
            const Open& open = opened[from->depth];
            const std::uint64_t length = tick - open.enter;
            sums[from->inclusive] += length;
            sums[from->group] += length;
            sums[from->paradigm] += length;
            m_shortest[open.lengths] = std::min(m_shortest[open.lengths], length);
            m_longest[open.lengths] = std::max(m_longest[open.lengths], length);
            fits = !__builtin_add_overflow(m_values[open.total], length, &m_values[open.total])
                   && fits;
        }
        from = to;
    }
    m_fits = m_fits && fits;
    m_tick = before;
    m_node = static_cast<PathNode>(from - keys);
}

void ProfileRowPass::finishRow(std::size_t row, std::size_t end)
{
    const std::vector<ProfileRowKeys::OfNode>& keys = m_keys.ofNode();
    const auto tick =
        static_cast<std::uint64_t>(end < m_calls.size() ? m_calls.time[end] : m_calls.time.back());
    m_sums[keys[m_node].exclusive] += tick - std::exchange(m_tick, tick);
    std::uint64_t* const to = m_values.data() + row * m_sumCount;
    // Totals are written as visits end, whichever row they begin after.
    std::copy_n(m_sums.data(), 2 * m_regions, to);
    std::copy(m_sums.data() + 3 * m_regions, m_sums.data() + m_sumCount, to + 3 * m_regions);
    // At most one for each sum, however deep the stack is.
    PathNode node = keys[m_node].counted;
    while (node != kOutside) {
        const std::uint64_t untilHere = tick - m_open[keys[node].depth].enter;
        for (const std::uint32_t key :
             {keys[node].inclusive, keys[node].group, keys[node].paradigm}) {
            if (key < m_sumCount) {
                to[key] += untilHere;
            }
        }
        node = keys[m_calls.paths.parent[node]].counted;
    }
}

bool ProfileRowPass::addUpTotals()
{
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<Tick>::max());
    for (std::size_t row = 0; row < m_rows; ++row) {
        std::uint64_t* const totals = m_values.data() + row * m_sumCount + 2 * m_regions;
        for (std::size_t i = 0; i < m_regions; ++i) {
            const std::uint64_t before = row == 0 ? 0 : (totals - m_sumCount)[i];
            m_fits = !__builtin_add_overflow(totals[i], before, &totals[i]) && totals[i] <= kMost
                     && m_fits;
        }
    }
    return m_fits;
}

}  // namespace vellum::server::store
