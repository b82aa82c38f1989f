#include "common/query/duration_summary.h"

#include "common/query/limits.h"
#include "server/query/registry.h"
#include "server/query/tick_sum.h"
#include "server/query/visit_view.h"
#include "server/query/workers.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vellum::server::query {

using vellum::query::DurationSummary;
using vellum::query::DurationSummaryBy;
using vellum::query::DurationSummaryQuestion;
using vellum::query::DurationSummaryRow;

namespace {

using Class = std::pair<std::uint64_t, Tick>;  ///< key and shortest duration

struct HashOfClass {
    std::size_t operator()(const Class& one) const
    {
        constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15U;
        const std::uint64_t mixed =
            (one.first ^ static_cast<std::uint64_t>(one.second) * kOdd) * kOdd;
        return mixed ^ (mixed >> 32U);
    }
};

using Counts = std::unordered_map<Class, std::uint64_t, HashOfClass>;

bool isTooMany(const Counts& counts)
{
    return counts.size() > vellum::query::kMaxItems;
}

/// Counts the visits of one location that begin and end in the window.
class VisitScan {
public:
    VisitScan(
        const store::CallStream& calls, const DurationSummaryQuestion& question, StopPoll& poll)
        : m_calls(calls)
        , m_precision(question.precision)
        , m_poll(poll)
        , m_keys(calls.paths.size(), vellum::query::kOutermostPathKey)
    {
        const store::CallPaths& paths = calls.paths;
        for (store::PathNode node = 1; node < paths.size(); ++node) {  // parents come first
            const RegionRef region = paths.regionOf(node);
            m_keys[node] = question.by == DurationSummaryBy::CallPath
                               ? vellum::query::callPathKey(m_keys[paths.parent[node]], region)
                               : region.value();
        }
    }

    /// Odd case Leaves off where the poll says stop, and beyond the most classes that an answer has.
    Counts run(TickRange window)
    {
        const std::size_t first = m_calls.time.firstFrom(window.begin);
        const std::size_t last = m_calls.time.firstFrom(window.end);
        m_stack.resize(m_calls.depthBefore(first));
        std::size_t depth = m_stack.size();
        for (std::size_t i = first; i < last && !m_poll.stopNow() && !isTooMany(m_counts); ++i) {
            const std::size_t now = m_calls.depthAt(i);
            if (now > depth) {
                m_stack.push_back(
                    {.begin = m_calls.time[i], .key = m_keys[m_calls.nodeAt(i)], .isWhole = true});
            } else {
                leave(m_calls.time[i]);
            }
            depth = now;
        }
        return std::move(m_counts);
    }

private:
    struct Open {
        Tick begin = 0;
        Tick called = 0;  ///< time of visits inside of it
        std::uint64_t key = 0;
        bool isWhole = false;  ///< begins in the window
    };

    void leave(Tick end)
    {
        const Open top = m_stack.back();
        m_stack.pop_back();
        if (!top.isWhole) {
            return;
        }
        const Tick inclusive = subtractTicks(end, top.begin);
        const Tick exclusive = std::max<Tick>(subtractTicks(inclusive, top.called), 0);
        ++m_counts[{top.key, vellum::query::shortestOfClass(exclusive, m_precision)}];
        if (!m_stack.empty()) {
            m_stack.back().called = addTicks(m_stack.back().called, inclusive);
        }
    }

    const store::CallStream& m_calls;
    std::uint32_t m_precision;
    StopPoll& m_poll;
    std::vector<std::uint64_t> m_keys;  ///< by node
    std::vector<Open> m_stack;
    Counts m_counts;
};

void putInOrder(DurationSummary& summary)
{
    std::ranges::sort(summary.rows, {}, [](const DurationSummaryRow& row) {
        return std::pair(row.key, row.duration);
    });
}

Error tooMany(std::uint32_t precision)
{
    return {
        .kind = ErrorKind::ResourceExhausted,
        .message = "durations of visits are of more than "
                   + std::to_string(vellum::query::kMaxItems) + " classes at a precision of "
                   + std::to_string(precision)
                   + " bits: ask for a lower precision, fewer locations or a narrower window"};
}

Result<DurationSummary> durationSummary(
    const TableCall& call, const DurationSummaryQuestion& question)
{
    const VisitView view(call.trace, call.filter.visits);
    // Sums are the same in whatever order locations come, and so many locations' classes are not kept side by side.
    Counts all;
    std::mutex guard;
    std::atomic<bool> isFull = false;
    VELLUM_RETURN_IF_ERROR(forEach(call.scope.locations.size(), call.options, [&](std::size_t i) {
        if (isFull) {
            return;
        }
        StopPoll poll(call.options);
        const LeftLocation in = view.at(call.scope.locations[i], poll);
        const Counts own = VisitScan(in->calls, question, poll).run(call.scope.window);
        const std::lock_guard lock(guard);
        for (const auto& [one, visits] : own) {
            all[one] += visits;
        }
        isFull = isFull || isTooMany(own) || isTooMany(all);
    }));
    if (isFull) {
        return tooMany(question.precision);
    }
    DurationSummary answer{.by = question.by};
    answer.rows.reserve(all.size());
    for (const auto& [one, visits] : all) {
        answer.rows.push_back({.key = one.first, .duration = one.second, .visits = visits});
    }
    putInOrder(answer);
    return answer;
}

}  // namespace

// NOLINTNEXTLINE(cppcoreguidelines-interfaces-global-init): of the question only its address
extern constinit const TableQuery kDurationSummary{
    .question = &DurationSummaryQuestion::kSchema,
    .purpose = "how often visits are how long, by function or call path",
    .held = Held::ByLocations,
    .filters = Filtered::Visits,
    .answer = &Answerer<&durationSummary>::answer,
    .order = [](void* answer) { putInOrder(*static_cast<DurationSummary*>(answer)); }};

}  // namespace vellum::server::query
