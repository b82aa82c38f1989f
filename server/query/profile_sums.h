#pragma once

#include "common/query/answers.h"
#include "server/query/key_table.h"
#include "server/query/profile_walk.h"
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

    /// Where a window lies in a location. It is found in steps, each of which starts to fetch what the next one
    /// reads: taken for some locations at once, memory comes while others are looked at.
    class Place {
    public:
        /// \p location must outlive it.
        Place(const store::LocationStore& location, TickRange window);
        void findEnds();
        void findPaths() const;

    private:
        friend class ProfileSums;
        void prefetch(std::size_t first, std::size_t last) const;

        const store::LocationStore& m_location;
        TickRange m_window;
        std::size_t m_first = 0;  ///< its changes; blocks of them, at first
        std::size_t m_last = 0;
        std::size_t m_firstRow = 0;  ///< whole rows in it; none where they are not before the last
        std::size_t m_lastRow = 0;
        std::size_t m_from = 0;  ///< the changes they stand before
        std::size_t m_to = 0;
    };

    /// \p in must have found its ends.
    ///
    /// Odd case Where \p poll says stop, what comes out means nothing.
    void add(const Place& in, StopPoll& poll);

    /// What was added since the last call, those with nothing left out: longest exclusive time first, then
    /// by key.
    [[nodiscard]] std::vector<vellum::query::ProfileRow> takeRows(LocationRef location);

    /// Adds what rows of another one say.
    void add(const std::vector<vellum::query::ProfileRow>& rows);

private:
    void useKeysOf(const store::CallPaths& paths);
    void addBetween(const Place& in);
    void takeOwn(const store::CallPaths& paths);
    VisitSums& at(KeyTable::Slot slot)
    {
        if (!m_isTouched[slot]) {
            m_isTouched[slot] = 1;
            m_touched.push_back(slot);
        }
        return m_sums[slot];
    }

    const KeyTable& m_keys;
    bool m_isByRegion;
    std::vector<VisitSums> m_sums;          ///< by slot
    std::vector<std::uint8_t> m_isTouched;  ///< by slot: something was added
    std::vector<KeyTable::Slot> m_touched;
    /// Of one location: by place of a region the key that it is summed under there. By region that is its place,
    /// so that a location of few regions has few sums, else the slot.
    std::vector<std::uint32_t> m_keyOfPlace;
    std::vector<KeySums> m_own;  ///< by such a key, and outside
    store::ProfileRowSums m_rowSums;
};

}  // namespace vellum::server::query
