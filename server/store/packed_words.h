#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace vellum::server::store {

/// Some words, few as a rule: then they lie in the object itself.
class Words {
public:
    void push(std::uint64_t word)
    {
        if (m_size < m_few.size()) {
            m_few[m_size] = word;
        } else {
            if (m_size == m_few.size()) {
                m_many.assign(m_few.begin(), m_few.end());
            }
            m_many.push_back(word);
        }
        ++m_size;
    }
    [[nodiscard]] std::span<const std::uint64_t> view() const
    {
        return m_size <= m_few.size() ? std::span(m_few).first(m_size) : std::span(m_many);
    }
    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] bool empty() const { return m_size == 0; }
    [[nodiscard]] std::uint64_t operator[](std::size_t place) const { return view()[place]; }
    [[nodiscard]] std::uint64_t front() const { return view().front(); }
    // NOLINTNEXTLINE(google-explicit-constructor): words are a span of them
    operator std::span<const std::uint64_t>() const { return view(); }

private:
    static constexpr std::size_t kFew = 12;

    std::array<std::uint64_t, kFew> m_few{};
    std::vector<std::uint64_t> m_many;
    std::size_t m_size = 0;
};

/// Words of 64 bits in one to nine bytes.
///
/// Layout   A word below 248 is a byte of its value. A larger one is the byte 247 + n and then its
///          lowest n bytes, least first; n is 1 to 8, as small as it can be.
namespace packed {

inline constexpr std::uint64_t kFirstLong = 248;

inline void append(std::vector<std::uint8_t>& bytes, std::uint64_t word)
{
    if (word < kFirstLong) {
        bytes.push_back(static_cast<std::uint8_t>(word));
        return;
    }
    constexpr unsigned kBits = 8;
    const auto count = (static_cast<unsigned>(std::bit_width(word)) + kBits - 1) / kBits;
    const std::size_t at = bytes.size();
    bytes.resize(at + 1 + count);
    bytes[at] = static_cast<std::uint8_t>(kFirstLong - 1 + count);
    std::memcpy(bytes.data() + at + 1, &word, count);
}

/// Reads one word from the front of \p bytes and takes it off; 0 where it is cut off.
inline std::uint64_t take(std::span<const std::uint8_t>& bytes)
{
    if (bytes.empty()) {
        return 0;
    }
    const std::uint8_t first = bytes.front();
    bytes = bytes.subspan(1);
    if (first < kFirstLong) {
        return first;
    }
    const std::size_t count = first - (kFirstLong - 1);
    std::uint64_t word = 0;
    if (count <= bytes.size()) {
        std::memcpy(&word, bytes.data(), count);
    }
    bytes = bytes.subspan(count < bytes.size() ? count : bytes.size());
    return word;
}

}  // namespace packed

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "words are packed as memory has them");

}  // namespace vellum::server::store
