#pragma once

#include "common/query/record_filter.h"
#include "server/query/workers.h"
#include "server/store/trace_store.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

namespace vellum::server::query {

/// Whether filters leave a visit. Made once for a request.
///
/// Cost     O(filters) for an answer.
/// Threads  Const access from any thread.
class VisitJudge {
public:
    VisitJudge(
        const Definitions& definitions, const std::vector<vellum::query::VisitFilter>& filters);

    [[nodiscard]] bool keepsAll() const { return m_filters.empty(); }
    /// \param visit  from its begin to its end, wherever these lie
    [[nodiscard]] bool keeps(RegionRef region, TickRange visit) const;

    /// Which filters a visit fits: bit i is the i-th's; at most kMaxFilters.
    [[nodiscard]] std::uint64_t fitting(RegionRef region, TickRange visit) const;
    /// Whether they leave what fits these of them.
    [[nodiscard]] bool leavesFitting(std::uint64_t filters) const;
    /// Whether any of them asks how long a visit is.
    [[nodiscard]] bool asksForLength() const;

    /// What can be said of all visits of a function.
    enum class Verdict : std::uint8_t { Leaves, LeavesOut, DependsOnLength };
    [[nodiscard]] Verdict of(RegionRef region) const;

private:
    struct Compiled {
        std::unordered_set<RegionRef> regions;
        FunctionGroupMask groups;
        vellum::query::NumberRange duration;
        bool hides;
    };
    [[nodiscard]] bool fitsFunction(const Compiled& filter, RegionRef region) const;

    const Definitions& m_definitions;
    std::vector<Compiled> m_filters;
};

/// A location as filters leave it: its calls, as if the visits that they leave out had never been recorded.
///
/// Layout   Of the store itself where they leave all; else calls and nothing more, without rows.
/// Threads  Immutable once built. The trace must outlive it.
class LeftLocation {
public:
    [[nodiscard]] const store::LocationStore& operator*() const { return *m_location; }
    [[nodiscard]] const store::LocationStore* operator->() const { return m_location; }

    [[nodiscard]] bool isWhole() const { return m_own == nullptr; }
    /// The changes of the whole location that its own stand for, ascending; not of a whole one.
    [[nodiscard]] std::vector<std::uint32_t> origins() const;

private:
    friend class VisitView;
    const store::LocationStore* m_location = nullptr;
    std::unique_ptr<const store::LocationStore> m_own;
    std::vector<bool> m_isKept;  ///< by change of the whole one
};

/// The locations of a trace as the filters of a request leave them.
///
/// Exact    Functions and whole lengths of visits decide; time of what is left out is that of the visit
///          around it that is left.
/// Cost     O(changes) of a location of which something is left out, at each call; else none.
/// Threads  Const access from any thread.
class VisitView {
public:
    VisitView(
        const store::TraceStore& trace, const std::vector<vellum::query::VisitFilter>& filters);

    /// Whether all locations are those of the trace.
    [[nodiscard]] bool keepsAll() const { return m_judge.keepsAll(); }

    /// Odd case Where \p poll says stop, what comes out means nothing.
    /// Errors   As TraceStore::at.
    [[nodiscard]] LeftLocation at(LocationIndex location, StopPoll& poll) const;

    /// By change of the location, whether its visit is left; nothing where all are. Likewise.
    [[nodiscard]] std::optional<std::vector<bool>> keptChanges(
        LocationIndex location, StopPoll& poll) const;

private:
    [[nodiscard]] std::vector<bool> keptChanges(
        const store::CallStream& calls,
        const std::vector<VisitJudge::Verdict>& verdicts,
        StopPoll& poll) const;

    const store::TraceStore& m_trace;
    VisitJudge m_judge;
};

/// The places in \p origins, which ascend, of those \p changes that are among them; both ascend.
[[nodiscard]] std::vector<std::size_t> placesIn(
    std::span<const std::uint32_t> origins, std::span<const std::size_t> changes);

}  // namespace vellum::server::query
