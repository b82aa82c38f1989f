#include "server/store/call_stack_builder.h"

#include "common/base/check.h"
#include "server/store/columns.h"

#include <algorithm>
#include <utility>

namespace vellum::server::store {

namespace {

void count(CallStackBuilder::Repair& repair, Tick tick, RegionRef region)
{
    if (repair.count == 0) {
        repair.tick = tick;
        repair.region = region;
    }
    ++repair.count;
}

/// Whether an array by reference costs no more than to go through \p paths.
bool areSmall(std::uint32_t largest, std::size_t paths)
{
    constexpr std::size_t kWorthwhile = 4;
    return largest / kWorthwhile < paths;
}

/// Where references lie in an ascending list that has them.
class PlaceOf {
public:
    PlaceOf(const std::vector<RegionRef>& regions, std::size_t paths) : m_regions(regions)
    {
        if (!regions.empty() && areSmall(regions.back().value(), paths)) {
            m_dense.resize(std::size_t{regions.back().value()} + 1);
            for (std::uint32_t place = 0; place < regions.size(); ++place) {
                m_dense[regions[place].value()] = place;
            }
        }
    }

    std::uint32_t operator()(RegionRef region) const
    {
        return m_dense.empty() ? static_cast<std::uint32_t>(
                   std::ranges::lower_bound(m_regions, region) - m_regions.begin())
                               : m_dense[region.value()];
    }

private:
    const std::vector<RegionRef>& m_regions;
    std::vector<std::uint32_t> m_dense;  ///< by reference, where these are small
};

}  // namespace

PathNode CallPathBuilder::insert(std::size_t slot, const Node& node)
{
    // A quarter full at most: a look-up that finds a stranger first is guessed wrong by the processor.
    constexpr std::size_t kRoom = 4;
    const auto made = static_cast<PathNode>(m_nodes.size());
    m_nodes.push_back(node);
    m_table[slot] = made;
    if (kRoom * m_nodes.size() > m_table.size()) {
        growTable();
    }
    return made;
}

void CallPathBuilder::growTable()
{
    m_table.assign(2 * m_table.size(), kOutside);
    const std::size_t mask = m_table.size() - 1;
    for (PathNode node = 1; node < m_nodes.size(); ++node) {
        std::size_t slot = m_nodes[node].hash & mask;
        while (m_table[slot] != kOutside) {
            slot = (slot + 1) & mask;
        }
        m_table[slot] = node;
    }
}

std::vector<RegionRef> CallPathBuilder::visitedRegions() const
{
    std::uint32_t most = 0;
    for (std::size_t i = 1; i < m_nodes.size(); ++i) {
        most = std::max(most, m_nodes[i].region.value());
    }
    std::vector<RegionRef> regions;
    if (areSmall(most, m_nodes.size())) {
        std::vector<bool> isVisited(std::size_t{most} + 1);
        for (std::size_t i = 1; i < m_nodes.size(); ++i) {
            isVisited[m_nodes[i].region.value()] = true;
        }
        for (std::uint32_t region = 0; region < isVisited.size(); ++region) {
            if (isVisited[region]) {
                regions.emplace_back(region);
            }
        }
        return regions;
    }
    for (std::size_t i = 1; i < m_nodes.size(); ++i) {
        regions.push_back(m_nodes[i].region);
    }
    std::ranges::sort(regions);
    regions.erase(std::unique(regions.begin(), regions.end()), regions.end());
    return regions;
}

std::vector<RegionVisits> CallPathBuilder::visitsByRegion() const
{
    const std::vector<RegionRef> regions = visitedRegions();
    const PlaceOf placeOf(regions, m_nodes.size());
    std::vector<RegionVisits> visited;
    visited.reserve(regions.size());
    for (const RegionRef region : regions) {
        visited.push_back({.region = region});
    }
    for (std::size_t i = 1; i < m_nodes.size(); ++i) {
        visited[placeOf(m_nodes[i].region)].visits += m_nodes[i].visits;
    }
    return visited;
}

CallPaths CallPathBuilder::finish() const
{
    if (m_nodes.size() == 1) {
        return {};  // the outside alone is shared by all
    }
    std::vector<RegionRef> regions = visitedRegions();
    std::vector<PathNode> parent;
    std::vector<std::uint32_t> place;
    std::vector<std::uint32_t> depth;
    parent.reserve(m_nodes.size());
    place.reserve(m_nodes.size());
    depth.reserve(m_nodes.size());
    const PlaceOf placeOf(regions, m_nodes.size());
    for (const Node& node : m_nodes) {
        const bool isOutside = depth.empty();
        parent.push_back(node.parent);
        place.push_back(
            isOutside ? static_cast<std::uint32_t>(regions.size()) : placeOf(node.region));
        depth.push_back(isOutside ? 0 : depth[node.parent] + 1);
    }
    regions.push_back(RegionRef::undefined());
    CallPaths paths;
    paths.parent = NarrowColumn(parent, CallPaths::kParentShift);
    paths.regions = std::move(regions);
    paths.place = NarrowColumn(place);
    paths.depth = NarrowColumn(depth);
    return paths;
}

void CallStackBuilder::reserve(std::size_t changes)
{
    m_time.reserve(changes);
    reserveColumn(m_narrow, changes);
}

void CallStackBuilder::pushWide(PathNode node)
{
    if (!m_isWide) {
        m_isWide = true;
        reserveColumn(m_wide, m_narrow.capacity());
        m_wide.assign(m_narrow.begin(), m_narrow.end());
        m_narrow = {};
    }
    m_wide.push_back(node);
}

void CallStackBuilder::startCounting()
{
    m_isCounting = true;
    for (std::size_t i = 1; i < m_stack.size(); ++i) {
        ++m_open[m_stack[i].region];
    }
}

bool CallStackBuilder::leaveBelowTop(Tick tick, RegionRef region)
{
    if (!m_isCounting) {
        startCounting();
    }
    const auto open = m_open.find(region);
    if (open == m_open.end() || open->second == 0) {
        count(m_repairs.unmatchedLeave, tick, region);
        return false;
    }
    while (m_stack.back().region != region) {
        count(m_repairs.missingLeave, tick, m_stack.back().region);
        closeTop(tick);
        setUnrecorded();
    }
    closeTop(tick);
    return true;
}

void CallStackBuilder::takeNodes(CallStream& stream)
{
    stream.narrowNode = std::move(m_narrow);
    stream.wideNode = std::move(m_wide);
}

std::vector<std::uint32_t> CallStackBuilder::leastByBlock(const CallStream& stream)
{
    std::vector<std::uint32_t> least;
    least.reserve(LeastDepths::entriesFor(stream.size()));
    for (std::size_t i = 0; i < stream.size(); i += LeastDepths::kBlock) {
        const std::size_t end = std::min(stream.size(), i + LeastDepths::kBlock);
        std::uint32_t depth = stream.depthAt(i);
        for (std::size_t k = i + 1; k < end; ++k) {
            depth = std::min(depth, stream.depthAt(k));
        }
        least.push_back(depth);
    }
    return least;
}

CallStream CallStackBuilder::finish(Tick lastTick)
{
    while (m_stack.size() > 1) {
        count(m_repairs.openVisit, lastTick, m_stack.back().region);
        closeTop(lastTick);
        setUnrecorded();
    }
    VELLUM_ASSERT(m_time.size() < std::numeric_limits<std::uint32_t>::max());
    CallStream stream;
    stream.paths = m_paths.finish();
    stream.time = m_time.finish();
    takeNodes(stream);
    stream.leastDepth = LeastDepths(
        NarrowColumn(LeastDepths::build(leastByBlock(stream), stream.size())), stream.size());
    return stream;
}

}  // namespace vellum::server::store
