#pragma once

#include "common/query/answers.h"
#include "server/query/key_table.h"
#include "server/query/visit_sums.h"
#include "server/query/workers.h"
#include "server/store/location_store.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vellum::server::query {

/// Adds up what windows of locations hold, by key.
///
/// Exact    Visits count where they begin in the window, with their whole length; times are clipped, and a
///          key's time counts once however deep its visits lie in each other.
/// Cost     Two rows of the location's `profileRows` and the changes between them and the window's ends;
///          without rows all changes of the window.
/// Threads  One.
class ProfileSums {
public:
    /// \p keys must outlive it.
    explicit ProfileSums(const KeyTable& keys);

    /// Odd case Where \p poll says stop, what comes out means nothing.
    void add(const store::LocationStore& location, TickRange window, StopPoll& poll);

    /// What was added since the last call, those with nothing left out: longest exclusive time first, then
    /// by key.
    [[nodiscard]] std::vector<vellum::query::ProfileRow> takeRows(LocationRef location);

    /// Adds what rows of another one say.
    void add(const std::vector<vellum::query::ProfileRow>& rows);

private:
    /// A visit that is open.
    struct Visit {
        store::PathNode node = store::kOutside;
        KeyTable::Slot slot = 0;
        bool isOutermost = false;  ///< no visit of its key around it
        bool beginsHere = false;   ///< in the window
        Tick since = 0;            ///< its begin, or the window's
    };
    /// Changes between two ticks: those before the first and from the last on are others'.
    struct Stretch {
        std::size_t first = 0;
        std::size_t last = 0;
        TickRange ticks;
    };

    void walk(const store::CallStream& calls, Stretch in, StopPoll& poll);
    void openStack(const store::CallStream& calls, store::PathNode top, Tick tick);
    void takeChanges(
        const store::CallStream& calls, std::size_t first, std::size_t last, Tick tick);
    void addExclusive(Tick ticks);
    void enter(RegionRef region, store::PathNode node, Tick tick, bool isHere);
    void leave(Tick tick);
    void endTop(Tick tick);
    void closeAll(const store::CallStream& calls, std::size_t change, Tick tick);
    void addBetween(
        const store::LocationStore& location, std::size_t firstRow, std::size_t lastRow);
    VisitSums& at(KeyTable::Slot slot)
    {
        if (!m_isTouched[slot]) {
            m_isTouched[slot] = 1;
            m_touched.push_back(slot);
        }
        return m_sums[slot];
    }

    const KeyTable& m_keys;
    std::vector<VisitSums> m_sums;          ///< by slot; one more for the time outside
    std::vector<std::uint32_t> m_open;      ///< visits of the stack, by slot
    std::vector<std::uint8_t> m_isTouched;  ///< by slot: something was added
    std::vector<KeyTable::Slot> m_touched;
    std::vector<Visit>
        m_stack;  ///< the outside first, then those that are open in the window's first tick
    std::vector<store::PathNode> m_path;
    store::ProfileRowSums m_rowSums;
};

}  // namespace vellum::server::query
