#include "server/store/call_stack_builder.h"

#include "common/base/check.h"
#include "server/store/columns.h"

#include <algorithm>
#include <map>
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

}  // namespace

CallPathBuilder::Slot& CallPathBuilder::slotFor(std::uint64_t key)
{
    constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15;
    const std::uint64_t hash = key * kMix;
    const std::size_t mask = m_table.size() - 1;
    std::size_t slot = (hash ^ hash >> 32U) & mask;
    while (m_table[slot].node != kOutside && m_table[slot].key != key) {
        slot = (slot + 1) & mask;
    }
    return m_table[slot];
}

void CallPathBuilder::growTable()
{
    constexpr std::size_t kFirst = 16;
    m_table.assign(std::max(kFirst, 2 * m_table.size()), {});
    for (PathNode node = 1; node < m_nodes.size(); ++node) {
        const std::uint64_t key = keyOf(m_nodes[node].parent, m_nodes[node].region);
        slotFor(key) = {.key = key, .node = node};
    }
}

PathNode CallPathBuilder::findChild(PathNode parent, RegionRef region)
{
    if (2 * m_nodes.size() >= m_table.size()) {
        growTable();
    }
    const std::uint64_t key = keyOf(parent, region);
    Slot& slot = slotFor(key);
    if (slot.node == kOutside) {
        slot = {.key = key, .node = static_cast<PathNode>(m_nodes.size())};
        m_nodes.push_back({.region = region, .parent = parent, .depth = m_nodes[parent].depth + 1});
    }
    m_nodes[parent].lastChild = slot.node;
    return slot.node;
}

std::vector<RegionVisits> CallPathBuilder::visitsByRegion() const
{
    std::map<RegionRef, std::uint64_t> sums;
    for (std::size_t i = 1; i < m_nodes.size(); ++i) {
        sums[m_nodes[i].region] += m_nodes[i].visits;
    }
    std::vector<RegionVisits> visited;
    visited.reserve(sums.size());
    for (const auto& [region, visits] : sums) {
        visited.push_back({.region = region, .visits = visits});
    }
    return visited;
}

CallPaths CallPathBuilder::finish() const
{
    std::vector<PathNode> parent;
    std::vector<RegionRef> region;
    std::vector<std::uint32_t> depth;
    for (const Node& node : m_nodes) {
        parent.push_back(node.parent);
        region.push_back(node.region);
        depth.push_back(node.depth);
    }
    region.front() = RegionRef::undefined();
    CallPaths paths;
    paths.parent = std::move(parent);
    paths.region = std::move(region);
    paths.depth = std::move(depth);
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
    for (PathNode node = m_top; node != kOutside; node = m_paths.parent(node)) {
        ++m_open[m_paths.region(node)];
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
    while (m_paths.region(m_top) != region) {
        count(m_repairs.missingLeave, tick, m_paths.region(m_top));
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
    while (m_top != kOutside) {
        count(m_repairs.openVisit, lastTick, m_paths.region(m_top));
        closeTop(lastTick);
        setUnrecorded();
    }
    VELLUM_ASSERT(m_time.size() < std::numeric_limits<std::uint32_t>::max());
    CallStream stream;
    stream.paths = m_paths.finish();
    stream.time = m_time.finish();
    takeNodes(stream);
    stream.leastDepth =
        LeastDepths(LeastDepths::build(leastByBlock(stream), stream.size()), stream.size());
    return stream;
}

}  // namespace vellum::server::store
