#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace vellum::server::reader::json {

/// Counts keys of which there are few different ones, each very often.
///
/// Cost     One comparison for a key that was there before; memory for kMostKeys keys at most, the
///          others are counted together.
/// Threads  One.
class KeyCounts {
public:
    static constexpr std::size_t kMostKeys = 1000;

    void add(std::string_view key)
    {
        ++m_all;
        std::uint64_t*& cached = m_cache.at(slotOf(key));
        const std::string*& name = m_cachedNames.at(slotOf(key));
        if (name == nullptr || *name != key) {
            if (m_counts.size() >= kMostKeys && !m_counts.contains(std::string(key))) {
                return;
            }
            const auto found = m_counts.try_emplace(std::string(key), 0).first;
            name = &found->first;
            cached = &found->second;
        }
        ++*cached;
    }
    [[nodiscard]] std::uint64_t all() const { return m_all; }
    [[nodiscard]] std::size_t kinds() const { return m_counts.size(); }

    /// "'stream' 12, 'device' 7 and 3 more", the most frequent first.
    [[nodiscard]] std::string text(std::size_t most) const;

private:
    static std::size_t slotOf(std::string_view key)
    {
        constexpr std::size_t kFactor = 131;
        std::size_t hash = key.size();
        if (!key.empty()) {
            hash = (hash * kFactor + static_cast<unsigned char>(key.front())) * kFactor
                   + static_cast<unsigned char>(key[key.size() / 2]);
            hash = hash * kFactor + static_cast<unsigned char>(key.back());
        }
        return hash % kSlots;
    }

    static constexpr std::size_t kSlots = 256;

    std::unordered_map<std::string, std::uint64_t> m_counts;  ///< its entries never move
    std::array<std::uint64_t*, kSlots> m_cache{};
    std::array<const std::string*, kSlots> m_cachedNames{};
    std::uint64_t m_all = 0;
};

}  // namespace vellum::server::reader::json
