#include "collector/writer/region_stack.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace vellum::collector::writer {

void RegionStack::pop()
{
    m_closed.push_back(m_open.back().region);
    m_open.pop_back();
}

void RegionStack::popDead(std::uint64_t frame)
{
    m_closed.clear();
    if (!isOnStack(frame)) {
        return;
    }
    // Equal frames may be one function inlined into another: alive.
    while (!m_open.empty() && isOnStack(m_open.back().frame) && m_open.back().frame < frame) {
        pop();
    }
}

const std::vector<RegionKey>& RegionStack::enter(RegionKey region, std::uint64_t frame)
{
    popDead(frame);
    m_open.push_back({.region = region, .frame = frame});
    return m_closed;
}

const std::vector<RegionKey>& RegionStack::leave(RegionKey region)
{
    // No comparison of frames here: a leave hook in tail position is called with the caller's frame.
    m_closed.clear();
    const auto match = std::find_if(
        m_open.rbegin(), m_open.rend(), [&](const Entry& entry) { return entry.region == region; });
    if (match != m_open.rend()) {
        const auto keep = static_cast<std::size_t>(m_open.rend() - match) - 1;
        while (m_open.size() > keep) {
            pop();
        }
    }
    return m_closed;
}

void RegionStack::remove(RegionKey region)
{
    const auto match = std::find_if(
        m_open.rbegin(), m_open.rend(), [&](const Entry& entry) { return entry.region == region; });
    if (match != m_open.rend()) {
        m_open.erase(std::next(match).base());
    }
}

const std::vector<RegionKey>& RegionStack::unwindTo(std::uint64_t frame)
{
    popDead(frame);
    return m_closed;
}

const std::vector<RegionKey>& RegionStack::leaveAll()
{
    m_closed.clear();
    while (!m_open.empty()) {
        pop();
    }
    return m_closed;
}

}  // namespace vellum::collector::writer
