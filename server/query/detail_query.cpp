#include "server/query/queries.h"
#include "server/query/tick_sum.h"
#include "server/query/visit_view.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace vellum::server::query {

using vellum::query::DetailRequest;
using vellum::query::VisitDetail;

namespace {

using store::CallStream;

/// One visit of the stack.
struct Level {
    std::size_t enter = 0;  ///< changes
    std::size_t leave = 0;
    bool isLeft = true;  ///< by the filters
    Tick exclusive = 0;
};

/// The visits that hold \p tick, outermost first.
std::vector<Level> stackAt(const CallStream& calls, Tick tick, const VisitJudge& judge)
{
    const std::size_t after = calls.time.firstAfter(tick);
    std::vector<Level> stack(calls.depthBefore(after));
    for (std::uint32_t depth = 1; depth <= stack.size(); ++depth) {
        const std::size_t enter = calls.enterOf(after - 1, depth);
        const std::size_t leave = calls.firstBelow(after, depth);
        stack[depth - 1] = {
            .enter = enter,
            .leave = leave,
            .isLeft = judge.keeps(calls.regionOf(enter), {calls.time[enter], calls.time[leave]})};
    }
    return stack;
}

/// Says how long each visit of the stack was on top, by one pass over what lies inside the outermost that is
/// left. Time of what is not left is that of the visit around it, which is known only at its end.
class ExclusiveTimes {
public:
    ExclusiveTimes(
        const store::LocationStore& location, const VisitJudge& judge, std::vector<Level>& stack)
        : m_location(location)
        , m_calls(location.calls)
        , m_judge(judge)
        , m_stack(stack)
    {
    }

    /// What comes out means nothing where \p poll says stop.
    void run(StopPoll& poll)
    {
        const auto outermost = std::ranges::find_if(m_stack, &Level::isLeft);
        if (outermost == m_stack.end()) {
            return;
        }
        m_outer = static_cast<std::size_t>(outermost - m_stack.begin());
        for (std::size_t change = outermost->enter; !poll.stopNow(); ++change) {
            if (m_calls.isEnter(change)) {
                m_open.push_back({.enter = change});
            } else {
                leave(change);
            }
            if (m_open.empty()) {
                return;
            }
            Tick& own = m_open.back().own;
            own = addTicks(own, m_calls.time[change + 1] - m_calls.time[change]);
        }
    }

private:
    struct Open {
        std::size_t enter = 0;
        Tick own = 0;  ///< on top, and below it of visits that are not left
    };

    void leave(std::size_t change)
    {
        const Open visit = m_open.back();
        m_open.pop_back();
        const Tick own = subtractTicks(visit.own, notLoadedBelow(visit.enter));
        const std::size_t level = m_outer + m_open.size();
        const bool isOfStack = level < m_stack.size() && m_stack[level].enter == visit.enter;
        if (isOfStack) {
            m_stack[level].exclusive = own;
        }
        const bool isLeft = isOfStack ? m_stack[level].isLeft : keeps(visit.enter, change);
        if (!isLeft) {  // the outermost is, so there is one around it
            m_open.back().own = addTicks(m_open.back().own, own);
        }
    }

    [[nodiscard]] bool keeps(std::size_t enter, std::size_t leave) const
    {
        return m_judge.keepsAll()
               || m_judge.keeps(
                   m_calls.regionOf(leave), {m_calls.time[enter], m_calls.time[leave]});
    }

    /// Time right below the visit of what was left out when a window of the trace was loaded.
    [[nodiscard]] Tick notLoadedBelow(std::size_t enter) const
    {
        if (m_location.leftOutBelow->empty()) {
            return 0;
        }
        const auto found = m_location.leftOutBelow->find(m_calls.visitsBefore(enter));
        return found == m_location.leftOutBelow->end() ? 0 : found->second;
    }

    const store::LocationStore& m_location;
    const CallStream& m_calls;
    const VisitJudge& m_judge;
    std::vector<Level>& m_stack;
    std::size_t m_outer = 0;  ///< of the stack: the outermost that is left
    std::vector<Open> m_open;
};

}  // namespace

Result<VisitDetail> detail(
    const store::TraceStore& trace, const DetailRequest& request, const ExecutionOptions& options)
{
    const LocationIndex location = trace.definitions.indexOf(request.location);
    if (!location.isDefined()) {
        return Error{
            .kind = ErrorKind::NotFound,
            .message = "the trace has no location " + std::to_string(request.location.value())};
    }
    const store::LocationStore& in = trace.at(location);
    const VisitJudge judge(trace.definitions, request.filter.visits);
    std::vector<Level> stack = stackAt(in.calls, request.tick, judge);
    StopPoll poll(options);
    ExclusiveTimes(in, judge, stack).run(poll);
    if (options.cancel.stop_requested()) {
        return cancelledError();
    }
    VisitDetail answer{.location = request.location, .tick = request.tick};
    for (const Level& level : stack) {
        if (level.isLeft) {
            answer.stack.push_back(
                {.region = in.calls.regionOf(level.enter),
                 .visit = {.begin = in.calls.time[level.enter], .end = in.calls.time[level.leave]},
                 .exclusive = level.exclusive});
        }
    }
    return answer;
}

}  // namespace vellum::server::query
