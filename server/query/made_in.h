#pragma once

#include "common/query/record_filter.h"
#include "server/query/visit_view.h"
#include "server/query/workers.h"
#include "server/store/trace_store.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace vellum::server::query {

/// Which records of a trace filters of visits leave: docs/semantics.md, "Filters".
///
/// Rule     A record fits a filter if one of the visits around it does, whichever. It is left if every filter
///          leaves it. Around it are the visits that are open where it stands in the file; visits whose enter or
///          leave no record of its own tells hold what has a tick of theirs, both ends included.
/// Cost     O(changes + records) of a location at each call; nothing where there is no filter.
/// Threads  Const access from any thread.
class MadeIn {
public:
    MadeIn(const store::TraceStore& trace, const std::vector<vellum::query::VisitFilter>& filters);

    [[nodiscard]] bool keepsAll() const { return m_judge.keepsAll(); }

    /// By record of the location's table, whether it is left; nothing where all are.
    ///
    /// Odd case Where \p poll says stop, what comes out means nothing.
    /// Errors   As TraceStore::at.
    [[nodiscard]] std::optional<std::vector<bool>> keptRecords(
        LocationIndex location, StopPoll& poll) const;

private:
    using Mask = std::uint64_t;  ///< bit i: of the i-th filter

    [[nodiscard]] std::vector<Mask> masksOf(const store::CallStream& calls, StopPoll& poll) const;
    [[nodiscard]] std::vector<bool> verdicts(const store::CallStream& calls, StopPoll& poll) const;

    const store::TraceStore& m_trace;
    VisitJudge m_judge;
};

/// Whether a record that stands at \p place is left; \p kept is what MadeIn said.
[[nodiscard]] inline bool isKept(const std::optional<std::vector<bool>>& kept, std::size_t place)
{
    return !kept || (*kept)[place];
}

}  // namespace vellum::server::query
