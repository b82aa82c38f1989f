#pragma once

#include "common/base/narrow.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace vellum::values {

/// Mixes two words into one whose every bit depends on all of theirs; offsets that follow each other must not
/// end up beside each other.
/// Source  The last steps are those of MurmurHash3's finaliser.
[[nodiscard]] constexpr std::uint64_t mixWords(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t word = a * 0x9e3779b97f4a7c15ULL ^ (b + (a >> 32));
    word = (word ^ (word >> 33)) * 0xff51afd7ed558ccdULL;
    word = (word ^ (word >> 33)) * 0xc4ceb9fe1a85ec53ULL;
    return word ^ (word >> 33);
}

/// Values by key, for tables that are asked for every access: a dense list of entries, and slots that
/// point into it. A node per entry, as std::unordered_map has, costs a miss and an allocation each.
///
/// Layout   Entries lie in the order in which they were added, whatever their hashes are, so that answers
///          made of them do not depend on hashes. The key's `hash()` is a member function.
/// Errors   More than 2^32 - 2 entries are our bug: callers have a limit far below.
/// Cost     Amortised O(1); entries move when the map grows, so no reference outlives an addition.
/// Threads  One owner.
template <typename Key, typename Value>
class FlatMap {
public:
    struct Entry {
        Key key;
        Value value;
    };

    [[nodiscard]] std::size_t size() const { return m_entries.size(); }
    [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; }
    [[nodiscard]] std::vector<Entry>& entries() { return m_entries; }

    [[nodiscard]] Value* find(const Key& key)
    {
        if (m_entries.empty()) {
            return nullptr;
        }
        const Slot& slot = m_slots[slotOf(key, key.hash())];
        return slot.entry == kNone ? nullptr : &m_entries[slot.entry].value;
    }

    /// The key's value, made by default where it was missing; null where it is missing and there are
    /// \p most entries already.
    [[nodiscard]] Value* findOrAdd(const Key& key, std::size_t most)
    {
        if (m_entries.size() * 2 >= m_slots.size()) {
            rehash();
        }
        const std::uint64_t hash = key.hash();
        Slot& slot = m_slots[slotOf(key, hash)];
        if (slot.entry != kNone) {
            return &m_entries[slot.entry].value;
        }
        if (m_entries.size() >= most) {
            return nullptr;
        }
        slot = {.tag = tagOf(hash), .entry = narrow<std::uint32_t>(m_entries.size())};
        m_entries.push_back({.key = key, .value = Value{}});
        return &m_entries.back().value;
    }

    /// Removes the entries whose key \p isGone says so of; O(size).
    template <typename IsGone>
    std::size_t removeIf(IsGone isGone)
    {
        const std::size_t removed =
            std::erase_if(m_entries, [&](const Entry& entry) { return isGone(entry.key); });
        if (removed > 0) {
            refill();
        }
        return removed;
    }

    /// Removes all, and keeps the memory.
    void clear()
    {
        m_entries.clear();
        m_slots.assign(m_slots.size(), Slot{});
    }

private:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    /// The upper half of the hash stands beside the entry, so that few keys are compared in vain.
    struct Slot {
        std::uint32_t tag = 0;
        std::uint32_t entry = kNone;
    };

    static std::uint32_t tagOf(std::uint64_t hash)
    {
        return static_cast<std::uint32_t>(hash >> 32);
    }

    /// Where the key is, or the free slot where it belongs. There is always a free one.
    [[nodiscard]] std::size_t slotOf(const Key& key, std::uint64_t hash) const
    {
        const std::size_t mask = m_slots.size() - 1;
        std::size_t at = hash & mask;
        while (m_slots[at].entry != kNone
               && (m_slots[at].tag != tagOf(hash) || !(m_entries[m_slots[at].entry].key == key))) {
            at = (at + 1) & mask;
        }
        return at;
    }

    void rehash()
    {
        constexpr std::size_t kFirst = 16;
        m_slots.resize(m_slots.empty() ? kFirst : 2 * m_slots.size());
        refill();
    }

    void refill()
    {
        m_slots.assign(m_slots.size(), Slot{});
        for (std::size_t i = 0; i < m_entries.size(); ++i) {
            const std::uint64_t hash = m_entries[i].key.hash();
            m_slots[slotOf(m_entries[i].key, hash)] = {
                .tag = tagOf(hash), .entry = static_cast<std::uint32_t>(i)};
        }
    }

    std::vector<Entry> m_entries;
    std::vector<Slot> m_slots;  ///< a power of two, at least twice the entries
};

}  // namespace vellum::values
