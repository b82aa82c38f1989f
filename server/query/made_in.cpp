#include "server/query/made_in.h"

#include "common/base/check.h"
#include "common/query/limits.h"

namespace vellum::server::query {

using store::CallStream;
using store::LocationStore;
using store::PathNode;

MadeIn::MadeIn(
    const store::TraceStore& trace, const std::vector<vellum::query::VisitFilter>& filters)
    : m_trace(trace)
    , m_judge(trace.definitions, filters)
{
    VELLUM_ASSERT(filters.size() <= vellum::query::kMaxFilters);
}

/// Which filters each visit fits: by the change that begins it where lengths count, else by call path.
std::vector<MadeIn::Mask> MadeIn::masksOf(const CallStream& calls, StopPoll& poll) const
{
    if (!m_judge.asksForLength()) {
        std::vector<Mask> ofNode(calls.paths.size());
        for (PathNode node = 1; node < ofNode.size(); ++node) {
            ofNode[node] = m_judge.fitting(calls.paths.regionOf(node), {});
        }
        return ofNode;
    }
    std::vector<Mask> ofEnter(calls.size());
    std::vector<std::size_t> open;
    for (std::size_t change = 0; change < calls.size() && !poll.stopNow(); ++change) {
        if (calls.isEnter(change)) {
            open.push_back(change);
        } else if (!open.empty()) {
            const std::size_t enter = open.back();
            open.pop_back();
            ofEnter[enter] = m_judge.fitting(
                calls.regionOf(enter), {.begin = calls.time[enter], .end = calls.time[change]});
        }
    }
    return ofEnter;
}

/// Whether a record is left that so many changes stand before.
std::vector<bool> MadeIn::verdicts(const CallStream& calls, StopPoll& poll) const
{
    const bool isByEnter = m_judge.asksForLength();
    const std::vector<Mask> masks = masksOf(calls, poll);
    std::vector<Mask> around{0};  // of each visit on the stack and those around it
    std::vector<bool> isLeft{m_judge.leavesFitting(0)};
    isLeft.reserve(calls.size() + 1);
    for (std::size_t change = 0; change < calls.size(); ++change) {
        if (calls.isEnter(change)) {
            around.push_back(around.back() | masks[isByEnter ? change : calls.nodeAt(change)]);
        } else if (around.size() > 1) {
            around.pop_back();
        }
        isLeft.push_back(m_judge.leavesFitting(around.back()));
        if (poll.stopNow()) {
            isLeft.resize(calls.size() + 1);
            break;
        }
    }
    return isLeft;
}

namespace {

/// Goes through the changes of a location beside its records.
class Changes {
public:
    explicit Changes(const LocationStore& in) : m_in(in) {}

    /// How many changes stand before a record at \p tick that \p plain of those stand before which are records
    /// themselves. Records must come in their order.
    std::size_t before(std::size_t plain, Tick tick)
    {
        const CallStream& calls = m_in.calls;
        for (; m_change < calls.size(); ++m_change) {
            if (isUnrecorded()) {
                const Tick at = calls.time[m_change];
                const bool isBefore = at < tick || (at == tick && calls.isEnter(m_change));
                if (m_plain == plain && !isBefore) {
                    break;
                }
                ++m_unrecorded;
            } else if (m_plain == plain) {
                break;
            } else {
                ++m_plain;
            }
        }
        return m_change;
    }

private:
    [[nodiscard]] bool isUnrecorded() const
    {
        return m_unrecorded < m_in.unrecorded.size() && m_in.unrecorded[m_unrecorded] == m_change;
    }

    const LocationStore& m_in;
    std::size_t m_change = 0;
    std::size_t m_plain = 0;       ///< of the changes so far
    std::size_t m_unrecorded = 0;  ///< likewise
};

}  // namespace

std::optional<std::vector<bool>> MadeIn::keptRecords(LocationIndex location, StopPoll& poll) const
{
    if (keepsAll()) {
        return std::nullopt;
    }
    const LocationStore& in = m_trace.at(location);
    const store::RecordTable& records = in.records;
    std::vector<bool> kept(records.size());
    if (records.empty()) {
        return kept;
    }
    const std::vector<bool> isLeft = verdicts(in.calls, poll);
    Changes changes(in);
    for (std::size_t i = 0; i < records.size() && !poll.stopNow(); ++i) {
        kept[i] = isLeft[changes.before(records.event[i] - i, records.time[i])];
    }
    return kept;
}

}  // namespace vellum::server::query
