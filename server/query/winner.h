#pragma once

#include "common/trace/function_group.h"
#include "server/query/chosen.h"
#include "server/query/key_table.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vellum::server::query {

/// Who may win a column.
struct Candidate {
    std::uint8_t group = 0;
    KeyTable::Slot slot = 0;
    Tick ticks = 0;  ///< at least 0; who has none does not win
};

/// \tparam Sum  holds the times of a group added up
template <typename Sum>
struct Winner {
    std::uint8_t group = 0;
    KeyTable::Slot slot = 0;
    Tick ticks = 0;  ///< 0: nobody
    Sum groupTicks = 0;
};

/// The function group with the most time wins first, and in it the key with the most: many short calls of many
/// functions must not look as if the one longest of them had been all there was.
///
/// Exact    Of equal groups the first wins, of equal keys of a group the lower slot, in whatever order they stand.
/// Cost     Two looks at each. Without a branch on their times, which no processor guesses.
/// Threads  One.
template <typename Sum>
class WinnerSearch {
public:
    /// \param at    gives the i-th candidate; no slot twice
    /// \param take  gives it, too; called once for each, after the last call of `at`
    template <typename At, typename Take>
    [[nodiscard]] Winner<Sum> among(std::size_t count, const At& at, const Take& take)
    {
        if (count == 1) {
            const Candidate one = take(0);
            return {
                .group = one.group, .slot = one.slot, .ticks = one.ticks, .groupTicks = one.ticks};
        }
        Winner<Sum> best{.group = kFunctionGroupCount, .slot = ~KeyTable::Slot{0}};
        for (std::size_t i = 0; i < count; ++i) {
            // Sums only grow: the largest of all that a group has on the way is that of the winner in the end.
            const Candidate one = at(i);
            const Sum sum = m_sums[one.group] + one.ticks;
            m_sums[one.group] = sum;
            const bool isEarlier = one.group < best.group;
            const bool isMore = (sum > best.groupTicks) | ((sum == best.groupTicks) & isEarlier);
            best.group = chosen(isMore, one.group, best.group);
            best.groupTicks = std::max(sum, best.groupTicks);
        }
        for (std::size_t i = 0; i < count; ++i) {
            const Candidate one = take(i);
            m_sums[one.group] = 0;
            const Tick ticks = chosen(one.group == best.group, one.ticks, Tick{0});
            const bool isLower = one.slot < best.slot;
            const bool isMore = (ticks > best.ticks) | ((ticks == best.ticks) & isLower);
            best.slot = chosen(isMore, one.slot, best.slot);
            best.ticks = std::max(ticks, best.ticks);
        }
        return best;
    }

    template <typename At>
    [[nodiscard]] Winner<Sum> among(std::size_t count, const At& at)
    {
        return among(count, at, at);
    }

private:
    std::array<Sum, kFunctionGroupCount>
        m_sums{};  ///< 0 between searches: clearing all of them costs more
};

/// The same where few may win and their times stand in an array, be they 0: they are put in order once.
///
/// Threads  Immutable once filled.
class GroupedCandidates {
public:
    static constexpr std::size_t kMost =
        64;  ///< of more it is quicker to look at those that have time alone

    struct Member {
        std::uint8_t group = 0;
        KeyTable::Slot slot = 0;
        std::uint32_t place = 0;  ///< of its time in the array
        bool isUnnamed =
            false;  ///< time of the group of which nobody knows whose it is; at most one in a group
    };
    explicit GroupedCandidates(std::vector<Member> members);
    GroupedCandidates() = default;

    struct Found {
        Winner<Tick> winner;
        Tick unnamed = 0;  ///< of the winner's group
    };
    /// \param at  gives the time at a place; asked once for each
    template <typename At>
    [[nodiscard]] Found find(const At& at) const
    {
        Found found;
        const std::uint32_t* const places = m_places.data();
        for (const Group& group : m_groups) {
            Tick sum = 0;
            Tick most = 0;
            std::size_t winner = group.begin;
            const std::size_t end = group.end;
            for (std::size_t i = group.begin; i < end; ++i) {  // of equal ones the first
                const Tick ticks = at(places[i]);
                sum += ticks;
                winner = ticks > most ? i : winner;
                most = ticks > most ? ticks : most;
            }
            const Tick unnamed = group.hasUnnamed ? at(group.unnamed) : 0;
            if (sum + unnamed > found.winner.groupTicks) {
                found = {
                    .winner =
                        {.group = group.group,
                         .slot = m_slots[winner],
                         .ticks = most,
                         .groupTicks = sum + unnamed},
                    .unnamed = unnamed};
            }
        }
        return found;
    }

    [[nodiscard]] std::span<const std::uint32_t> places() const { return m_places; }

private:
    struct Group {
        std::uint8_t group = 0;
        std::size_t begin = 0;  ///< the named ones
        std::size_t end = 0;
        std::uint32_t unnamed = 0;
        bool hasUnnamed = false;
    };

    std::vector<Group> m_groups;          ///< ascending
    std::vector<std::uint32_t> m_places;  ///< by group, then by slot
    std::vector<KeyTable::Slot>
        m_slots;  ///< by group, then by slot; one more, so that a last group without named ones has one to read
};

}  // namespace vellum::server::query
