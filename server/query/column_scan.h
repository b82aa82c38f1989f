#pragma once

#include "common/query/answers.h"
#include "server/query/key_table.h"
#include "server/query/winner.h"
#include "server/query/workers.h"
#include "server/store/location_store.h"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace vellum::server::query {

/// Walks one location column by column, from left to right: by class rows where a column holds many
/// changes, else change by change.
///
/// Exact    All times and counts.
/// Threads  One.
class ColumnScan {
public:
    static constexpr std::uint32_t kAllDepths = std::numeric_limits<std::uint32_t>::max();

    /// \param begin     of the first column
    /// \param maxDepth  time of deeper visits belongs to the one around them at this depth
    ColumnScan(
        const store::LocationStore& location,
        const KeyTable& keys,
        Tick begin,
        std::uint32_t maxDepth = kAllDepths);

    static constexpr std::size_t kAhead = 16;
    /// Finds the ends of the next columns, at most kAhead, before these are asked for one by one: in one go
    /// that is quicker.
    void expect(std::span<const Tick> ends);

    /// The next column, which ends before \p end: who is on top the longest, the function group first.
    /// `firstColumn` is the caller's.
    [[nodiscard]] vellum::query::TimelineRun nextWinner(Tick end);

    struct SlotTime {
        KeyTable::Slot slot = 0;
        Tick ticks = 0;
    };
    /// The next column likewise: the time of every slot that has any, in no order. Valid until the next
    /// call.
    [[nodiscard]] std::span<const SlotTime> nextTimes(Tick end);

    /// The changes of the column that was asked for last: [first, last) of the location's calls.
    [[nodiscard]] std::size_t firstChange() const { return m_first; }
    [[nodiscard]] std::size_t lastChange() const { return m_last; }

private:
    class Adder;

    void useClasses();
    [[nodiscard]] GroupedCandidates groupedClasses() const;
    [[nodiscard]] GroupedCandidates groupedSlots() const;
    /// Calls \p use with what says the slot of a node.
    template <typename Use>
    void withSlots(const Use& use) const;
    /// Calls \p use (node, slot, ticks) for every stretch of the column.
    template <typename Use>
    void forEachStretch(const Use& use) const;
    void advance(Tick end);
    [[nodiscard]] std::span<const KeyTable::Slot> slots() const
    {
        return std::span(m_slots).first(m_used);
    }
    void readSums();
    [[nodiscard]] std::optional<Winner<Tick>> winnerOfRows();
    [[nodiscard]] bool takeRows();
    void scan();
    [[nodiscard]] Winner<Tick> winnerThroughout() const;
    [[nodiscard]] Winner<Tick> winnerOfFew();
    [[nodiscard]] Winner<Tick> winnerOfSlots();
    [[nodiscard]] Winner<Tick> winner();
    void clear();
    [[nodiscard]] std::uint32_t visits() const;
    [[nodiscard]] std::uint64_t longestVisit(KeyTable::Slot slot);
    [[nodiscard]] std::size_t enterBefore(std::size_t change, std::uint32_t depth);

    const store::LocationStore& m_location;
    const store::CallStream& m_calls;
    const KeyTable& m_keys;
    std::uint32_t m_maxDepth;
    bool m_hasRows;
    bool m_isByRegion;
    /// By place of a region: a location may have very many paths. m_none outside.
    std::vector<KeyTable::Slot> m_slotOfPlace;
    std::vector<KeyTable::Slot> m_slotOfNode;  ///< where not all depths count, else empty; likewise
    std::vector<KeyTable::Slot> m_slotOfRow;   ///< of the sums in a row; m_none for what tells none
    std::optional<GroupedCandidates> m_classes;  ///< made when first needed
    std::optional<GroupedCandidates>
        m_few;  ///< slots visited, made when first needed; empty where they are many
    std::vector<std::uint8_t> m_groupOfSlot;  ///< of m_none any
    std::size_t m_named =
        0;  ///< the first so many classes are regions, the rest what others are there
    KeyTable::Slot m_none;

    Tick m_begin = 0;  ///< of the column
    Tick m_end;
    std::size_t m_first = 0;  ///< its changes are [m_first, m_last)
    std::size_t m_last = 0;
    std::array<std::size_t, kAhead> m_expected{};  ///< where the next columns end …
    std::size_t m_nextExpected = 0;                ///< … from this one on
    std::size_t m_expectedCount = 0;
    std::uint64_t m_visitsAtBegin = 0;  ///< of the location, before the column
    std::uint64_t m_visitsAtEnd = 0;
    std::vector<Tick> m_bySlot;  ///< and one for m_none
    std::vector<KeyTable::Slot>
        m_slots;  ///< the first m_used have time; one more is there to be written
    std::size_t m_used = 0;
    WinnerSearch<Tick> m_search;
    std::vector<SlotTime> m_times;
    std::vector<Tick> m_sumsAtBegin;  ///< by class
    std::vector<Tick> m_sumsAtEnd;
    bool m_isSumKnown = false;  ///< m_sumsAtEnd is that of the column before
    std::size_t m_knownChange = store::CallStream::kNone;
    std::uint32_t m_knownDepth = 0;
    std::size_t m_knownEnter = 0;  ///< what enterBefore found last
};

}  // namespace vellum::server::query
