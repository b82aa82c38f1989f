#include "common/values/intervals.h"

#include <algorithm>

namespace vellum::values {

std::vector<Interval> merged(std::vector<Interval> intervals)
{
    std::erase_if(intervals, [](const Interval& interval) { return interval.length() == 0; });
    std::ranges::sort(intervals);
    return joined(intervals, 1);
}

std::uint64_t lengthOf(std::span<const Interval> intervals)
{
    std::uint64_t length = 0;
    for (const Interval& interval : intervals) {
        length += interval.length();
    }
    return length;
}

std::vector<Interval> joined(std::span<const Interval> intervals, std::uint64_t gap)
{
    std::vector<Interval> joined;
    for (const Interval& interval : intervals) {
        // Written without a sum, which might not fit.
        if (!joined.empty()
            && (interval.begin <= joined.back().end || interval.begin - joined.back().end < gap)) {
            joined.back().end = std::max(joined.back().end, interval.end);
        } else {
            joined.push_back(interval);
        }
    }
    return joined;
}

void IntervalSet::add(Interval interval)
{
    if (interval.length() == 0) {
        return;
    }
    // Most accesses go on where the last one ended.
    if (!m_intervals.empty() && m_intervals.size() > m_mergedCount
        && m_intervals.back().end == interval.begin) {
        m_intervals.back().end = interval.end;
        return;
    }
    m_intervals.push_back(interval);
    constexpr std::size_t kLeast = 256;
    if (m_intervals.size() >= std::max(kLeast, 2 * m_mergedCount)) {
        compact();
    }
}

std::span<const Interval> IntervalSet::intervals()
{
    compact();
    return m_intervals;
}

void IntervalSet::compact()
{
    if (m_intervals.size() == m_mergedCount) {
        return;
    }
    m_intervals = merged(std::move(m_intervals));
    while (m_intervals.size() > m_most) {
        m_lostBytes += m_intervals.back().length();
        m_intervals.pop_back();
    }
    m_mergedCount = m_intervals.size();
}

}  // namespace vellum::values
