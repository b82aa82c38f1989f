#pragma once

#include "server/store/visit_table.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace vellum::server::store {

/// Makes visits of the enters and leaves of one location, whatever their nesting, and the segments
/// of these visits.
///
/// Exact    A leave of a region that is not open is ignored. A leave of one deeper in the stack
///          closes its innermost visit and all above it at that tick. What is open at the end is
///          closed there. Each repair is counted; docs/semantics.md has the rules.
/// Cost     Amortised constant per event.
/// Threads  One.
class CallStackBuilder {
public:
    /// How often each repair was needed, and where first.
    struct Repair {
        std::uint64_t count = 0;
        Tick tick = 0;
        RegionRef region;
    };
    struct Repairs {
        Repair unmatchedLeave;
        Repair missingLeave;
        Repair openVisit;
    };

    void reserve(std::size_t visits);

    /// Ticks must not decrease from call to call, of enter and leave alike.
    [[gnu::always_inline]] void enter(Tick tick, RegionRef region)
    {
        const auto visit = static_cast<VisitIndex>(m_visits.size());
        m_visits.enter.push_back(tick);
        m_visits.leave.push_back(tick);
        m_visits.region.push_back(region);
        m_visits.parent.push_back(m_stack.empty() ? kNoVisit : m_stack.back().visit);
        m_stack.push_back({.visit = visit, .region = region});
        m_visits.depth.push_back(static_cast<std::uint32_t>(m_stack.size()));
        Count& count = countOf(region);
        ++count.open;
        ++count.visits;
        change(m_segments, tick, visit);
    }
    [[gnu::always_inline]] void leave(Tick tick, RegionRef region)
    {
        if (!m_stack.empty() && m_stack.back().region == region) {
            closeTop(tick);
        } else {
            leaveBelowTop(tick, region);
        }
    }

    /// Closes what is open and hands the visits over, and then their segments.
    [[nodiscard]] VisitTable finish(Tick lastTick);
    [[nodiscard]] SegmentTable takeSegments();

    /// The visit that was entered last; kNoVisit before the first.
    [[nodiscard]] VisitIndex lastEntered() const
    {
        return m_visits.size() == 0 ? kNoVisit : static_cast<VisitIndex>(m_visits.size() - 1);
    }

    /// Every region that has been entered, in no order.
    [[nodiscard]] std::vector<RegionVisits> visitsByRegion() const;

    [[nodiscard]] const Repairs& repairs() const { return m_repairs; }

private:
    static constexpr std::uint32_t kDenseRegions = 1U << 16;

    struct Open {
        VisitIndex visit = 0;
        RegionRef region;
    };

    struct Count {
        std::uint32_t open = 0;  ///< without it a leave of a region that is not open would search
                                 ///< the whole stack, each time
        std::uint32_t visits = 0;
    };

    Count& countOf(RegionRef region)
    {
        const std::uint32_t value = region.value();
        return value < m_counts.size() ? m_counts[value] : newCountOf(region);
    }
    Count& newCountOf(RegionRef region);
    [[gnu::always_inline]] void closeTop(Tick tick)
    {
        const Open top = m_stack.back();
        m_stack.pop_back();
        m_visits.leave[top.visit] = tick;
        --countOf(top.region).open;
        change(m_segments, tick, m_stack.empty() ? kNoVisit : m_stack.back().visit);
    }
    void leaveBelowTop(Tick tick, RegionRef region);

    VisitTable m_visits;
    SegmentTable m_segments;
    std::vector<Open> m_stack;
    std::vector<Count> m_counts;  ///< by reference, for the small ones that are the rule
    std::unordered_map<RegionRef, Count> m_largeCounts;
    Repairs m_repairs;
};

}  // namespace vellum::server::store
