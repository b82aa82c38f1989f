#include "server/query/path_scan.h"

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

    std::vector<VisitSums> run(TickRange window, StopPoll& poll)
    {
        const std::size_t first = m_calls.time.firstFrom(window.begin);
        const std::size_t last = m_calls.time.firstFrom(window.end, first);
        m_node = m_calls.nodeBefore(first);
        m_since = window.begin;
        for (std::size_t change = first; change < last; ++change) {
            if (poll.stopNow()) {
                return {};
            }
            take(m_calls.time[change], m_calls.nodeAt(change));
        }
        m_sums[m_node].exclusive += window.end - m_since;
        closeOpen(last);
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
    return PathScan(location.calls).run(window, poll);
}

}  // namespace vellum::server::query
