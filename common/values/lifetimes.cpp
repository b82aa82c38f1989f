#include "common/values/lifetimes.h"

#include <algorithm>
#include <utility>

namespace vellum::values {

void Lifetimes::allocate(std::uint64_t op, std::uint64_t object, std::uint64_t bytes)
{
    if (m_live.contains(object) || m_live.size() + m_ended.size() >= m_mostObjects) {
        ++m_lost;
        return;
    }
    ++m_allocations;
    Live& live = m_live[object];
    live.life = {.object = object, .bytes = bytes, .allocatedBy = op};
    live.freesBefore = m_frees;
    m_bytes += bytes;
    if (m_bytes > m_peakBytes) {
        m_peakBytes = m_bytes;
        m_peakOp = op;
    }
}

void Lifetimes::access(std::uint64_t op, std::uint64_t object, AccessKind kind, Interval bytes)
{
    const auto found = m_live.find(object);
    if (found == m_live.end()) {
        ++m_lost;
        return;
    }
    Live& live = found->second;
    ObjectLife& life = live.life;
    if (life.accessingOps == 0) {
        life.isEarly = m_frees > live.freesBefore;
    } else if (op > live.lastOp) {
        life.longestIdleOps = std::max(life.longestIdleOps, op - live.lastOp - 1);
    }
    const bool isNewOp = life.accessingOps == 0 || op != live.lastOp;
    life.accessingOps += isNewOp ? 1U : 0U;
    live.lastOp = op;
    live.allocationsBefore = m_allocations;
    if (kind != AccessKind::Write) {
        live.hasUnreadWrite = false;
    }
    if (isStore(kind)) {
        // Several pieces of one op are one write.
        life.writesNeverRead += live.hasUnreadWrite && isNewOp ? 1U : 0U;
        live.hasUnreadWrite = true;
    }
    m_lost += bytes.end > life.bytes ? 1U : 0U;
    live.accessed.add({.begin = bytes.begin, .end = std::min(bytes.end, life.bytes)});
}

void Lifetimes::free(std::uint64_t op, std::uint64_t object)
{
    const auto found = m_live.find(object);
    if (found == m_live.end()) {
        ++m_lost;
        return;
    }
    ++m_frees;
    m_bytes -= found->second.life.bytes;
    const bool isLate = m_allocations > found->second.allocationsBefore;
    ObjectLife life = ended(std::move(found->second));
    life.isLeaked = false;
    life.isLate = isLate && !life.isUnused;
    life.freedBy = op;
    m_ended.push_back(life);
    m_live.erase(found);
}

ObjectLife Lifetimes::ended(Live live) const
{
    ObjectLife life = live.life;
    life.isLeaked = true;
    life.isUnused = life.accessingOps == 0;
    life.isIdle =
        life.longestIdleOps > m_thresholds.idleOps && life.bytes >= m_thresholds.idleBytes;
    life.writesNeverRead += live.hasUnreadWrite ? 1U : 0U;
    const std::span<const Interval> accessed = live.accessed.intervals();
    life.accessedBytes = lengthOf(accessed);
    std::uint64_t end = 0;
    for (const Interval& interval : accessed) {
        life.largestUnaccessed = std::max(life.largestUnaccessed, interval.begin - end);
        end = interval.end;
    }
    life.largestUnaccessed = std::max(life.largestUnaccessed, life.bytes - end);
    const std::uint64_t unaccessed = life.bytes - life.accessedBytes;
    life.fragmentation =
        unaccessed == 0
            ? 0
            : 1 - static_cast<double>(life.largestUnaccessed) / static_cast<double>(unaccessed);
    return life;
}

std::vector<ObjectLife> Lifetimes::lives() const
{
    std::vector<ObjectLife> lives = m_ended;
    for (const auto& [object, live] : m_live) {
        lives.push_back(ended(live));
    }
    std::ranges::sort(lives, {}, &ObjectLife::object);
    return lives;
}

}  // namespace vellum::values
