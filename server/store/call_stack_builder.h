#pragma once

#include "server/store/visit_table.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace vellum::server::store {

/// Makes visits of the enters and leaves of one location, whatever their nesting.
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
    void enter(Tick tick, RegionRef region);
    void leave(Tick tick, RegionRef region);

    /// Closes what is open and hands the visits over; the builder is done with then.
    [[nodiscard]] VisitTable finish(Tick lastTick);

    [[nodiscard]] const Repairs& repairs() const { return m_repairs; }

private:
    static constexpr std::uint32_t kDenseRegions = 1U << 16;

    std::uint32_t& openVisitsOf(RegionRef region);
    void closeTop(Tick tick);

    VisitTable m_visits;
    std::vector<VisitIndex> m_stack;
    std::vector<std::uint32_t> m_open;  ///< by reference, for the small ones that are the rule
    std::unordered_map<RegionRef, std::uint32_t> m_openLarge;
    Repairs m_repairs;
};

}  // namespace vellum::server::store
