#include "server/query/path_scan.h"

#include <algorithm>
#include <utility>

namespace vellum::server::query {

namespace {

using store::CallStream;
using store::kOutside;
using store::PathNode;

/// One pass over the changes of a window.
class PathScan {
public:
    explicit PathScan(const CallStream& calls) : m_calls(calls), m_sums(calls.paths.size()) {}

    /// Adds what lies in the changes from \p first up to \p last and between the \p ticks around them; these may end before
    /// they begin: then it is taken away. False where \p poll says stop.
    bool add(std::size_t first, std::size_t last, TickRange ticks, StopPoll& poll)
    {
        m_node = m_calls.nodeBefore(first);
        m_since = ticks.begin;
        for (std::size_t change = first; change < last; ++change) {
            if (poll.stopNow()) {
                return false;
            }
            take(m_calls.time[change], m_calls.nodeAt(change));
        }
        m_sums[m_node].exclusive += ticks.end - m_since;
        closeOpen(last);
        return true;
    }

    /// Adds what lies between two rows.
    void addRows(const store::PathRows& rows, std::size_t first, std::size_t last)
    {
        std::vector<store::PathRowSums> between(m_sums.size());
        rows.between(first, last, m_calls.size(), between);
        for (std::size_t node = 0; node < m_sums.size(); ++node) {
            const store::PathRowSums& of = between[node];
            // Times that were taken away at an end are in the rows.
            m_sums[node].exclusive += static_cast<Tick>(of.exclusive);
            if (of.visits > 0) {
                m_sums[node].add(
                    {.visits = of.visits,
                     .shortest = static_cast<Tick>(of.shortest),
                     .longest = static_cast<Tick>(of.longest),
                     .total = static_cast<Tick>(of.total)});
            }
        }
    }

    std::vector<VisitSums> finish()
    {
        m_sums[kOutside] = {};
        addUp();
        return std::move(m_sums);
    }

private:
    void take(Tick tick, PathNode next)
    {
        VisitSums& sums = m_sums[m_node];
        sums.exclusive += tick - m_since;
        if (m_calls.paths.parent[next] == m_node) {
            m_open.push_back(tick);
        } else if (!m_open.empty()) {
            sums.begins(tick - m_open.back());
            m_open.pop_back();
        }
        m_node = next;
        m_since = tick;
    }

    /// Visits that begin in the window and go on after it.
    void closeOpen(std::size_t change)
    {
        for (; !m_open.empty(); m_open.pop_back()) {
            change = m_calls.firstBelow(change, m_calls.paths.depth[m_node]);
            m_sums[m_node].begins(m_calls.time[change] - m_open.back());
            m_node = m_calls.paths.parent[m_node];
        }
    }

    void addUp()
    {
        for (std::size_t node = m_sums.size(); node-- > 1;) {
            VisitSums& sums = m_sums[node];
            sums.inclusive += sums.exclusive;
            m_sums[m_calls.paths.parent[node]].inclusive += sums.inclusive;
        }
        m_sums[kOutside] = {};
    }

    const CallStream& m_calls;
    std::vector<VisitSums> m_sums;
    std::vector<Tick> m_open;  ///< enters of the visits that begin in the window
    PathNode m_node = kOutside;
    Tick m_since = 0;
};

}  // namespace

std::vector<VisitSums> sumsByPath(
    const store::LocationStore& location, TickRange window, StopPoll& poll)
{
    const CallStream& calls = location.calls;
    const std::size_t first = calls.time.firstFrom(window.begin);
    const std::size_t last = calls.time.firstFrom(window.end, first);
    PathScan scan(calls);
    const store::PathRows& rows = location.pathRows;
    const std::size_t step = rows.empty() ? 1 : rows.step();
    const std::size_t firstRow = (first + step - 1) / step;
    const std::size_t lastRow =
        !rows.empty() && last == calls.size() ? rows.lastRow(last) : last / step;
    if (rows.empty() || firstRow >= lastRow) {
        return scan.add(first, last, window, poll) ? scan.finish() : std::vector<VisitSums>();
    }
    const std::size_t from = firstRow * step;
    const std::size_t to = std::min(lastRow * step, calls.size());
    const Tick begin = calls.time[from];
    const Tick end = to < calls.size() ? calls.time[to] : calls.time.back();
    if (!scan.add(first, from, {.begin = window.begin, .end = begin}, poll)
        || !scan.add(to, last, {.begin = end, .end = window.end}, poll)) {
        return {};
    }
    scan.addRows(rows, firstRow, lastRow);
    return scan.finish();
}

}  // namespace vellum::server::query
