#pragma once

#include "common/query/answers.h"
#include "common/time/columns.h"
#include "server/query/cell_budget.h"
#include "server/query/key_table.h"
#include "server/query/workers.h"
#include "server/store/location_store.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace vellum::server::query {

/// Says when at least one of several sources is in a slot, and when in any slot at all.
///
/// Exact    Every tick. Equal for any order of the sources.
/// Cost     O(changes · log sources), in memory the sources alone.
/// Threads  One.
class UnionSweep {
public:
    using Slot = KeyTable::Slot;
    static constexpr Slot kNone = std::numeric_limits<Slot>::max();

    /// What is in a slot, then in another: a location, or the stretches of one key that a part has found.
    class Source {
    public:
        Source() = default;
        virtual ~Source() = default;
        Source(const Source&) = delete;
        Source& operator=(const Source&) = delete;
        /// Where it is in from \p tick() on; kNone: in none.
        [[nodiscard]] Slot slot() const { return m_slot; }
        /// Of the next change; past the end of the window: there is none.
        [[nodiscard]] Tick tick() const { return m_tick; }
        /// Goes to that change, and finds the next one.
        virtual void advance() = 0;

    protected:
        void setSlot(Slot slot) { m_slot = slot; }
        void setTick(Tick tick) { m_tick = tick; }

    private:
        Slot m_slot = kNone;
        Tick m_tick = std::numeric_limits<Tick>::max();
    };

    /// Takes what was found. Stretches of one slot are ascending and do not overlap.
    class Sink {
    public:
        Sink() = default;
        virtual ~Sink() = default;
        Sink(const Sink&) = delete;
        Sink& operator=(const Sink&) = delete;
        /// At least one source is in \p slot (kNone: in any) during \p range. False: that is enough.
        virtual bool take(Slot slot, TickRange range) = 0;
    };

    UnionSweep(std::size_t slots, TickRange window);

    /// False where it was stopped. Sources stand at the begin of the window.
    bool run(std::vector<Source*> sources, StopPoll& poll, Sink& sink);

private:
    bool change(Slot from, Slot to, Tick tick, Sink& sink);
    bool leave(std::size_t place, Slot slot, Tick tick, Sink& sink);
    void enter(std::size_t place, Tick tick);

    TickRange m_window;
    std::vector<std::uint32_t> m_counts;  ///< by slot, and at the end of all
    std::vector<Tick> m_since;
};

/// A location in the slots of what is on top of its stack.
class LocationSource : public UnionSweep::Source {
public:
    /// \param wanted  by slot; empty: all
    LocationSource(
        const store::LocationStore& location,
        const KeyTable& keys,
        const std::vector<bool>& wanted,
        TickRange window);
    void advance() override;

private:
    [[nodiscard]] UnionSweep::Slot slotOf(store::PathNode node) const { return m_slotOfNode[node]; }
    void findNext();

    const store::CallStream& m_calls;
    std::vector<UnionSweep::Slot> m_slotOfNode;
    Tick m_end;
    std::size_t m_next;
    std::size_t m_last;
    UnionSweep::Slot m_nextSlot = UnionSweep::kNone;
};

/// Stretches of one slot, ascending and apart.
class StretchSource : public UnionSweep::Source {
public:
    StretchSource(UnionSweep::Slot slot, std::vector<TickRange> stretches, TickRange window);
    void advance() override;

private:
    void findNext();

    UnionSweep::Slot m_own;
    std::vector<TickRange> m_stretches;
    Tick m_end;
    std::size_t m_place = 0;
};

/// Sums up by column, as long as the budget lasts.
class ColumnSink : public UnionSweep::Sink {
public:
    ColumnSink(std::size_t slots, const Columns& columns, CellBudget& budget);
    bool take(UnionSweep::Slot slot, TickRange range) override;

    /// By slot, those without time empty; at last of any.
    [[nodiscard]] std::vector<std::vector<Tick>>& series() { return m_series; }

private:
    Columns m_columns;
    CellBudget& m_budget;
    std::vector<std::vector<Tick>> m_series;
};

/// Keeps what was found: the longest stretches, by slot.
class StretchSink : public UnionSweep::Sink {
public:
    StretchSink(std::size_t slots, CellBudget& budget) : m_budget(budget), m_stretches(slots) {}
    bool take(UnionSweep::Slot slot, TickRange range) override;

    [[nodiscard]] const std::vector<std::vector<TickRange>>& stretches() const
    {
        return m_stretches;
    }

private:
    CellBudget& m_budget;
    std::vector<std::vector<TickRange>> m_stretches;
};

}  // namespace vellum::server::query
