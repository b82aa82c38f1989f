#pragma once

#include "server/store/packed_words.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace vellum::server::index {

/// Writes words (store::packed) and texts one behind the other.
class ByteWriter {
public:
    void word(std::uint64_t value) { store::packed::append(m_bytes, value); }
    void number(std::int64_t value)
    {
        word(static_cast<std::uint64_t>(value) << 1U ^ static_cast<std::uint64_t>(value >> 63U));
    }
    void text(std::string_view text)
    {
        word(text.size());
        m_bytes.insert(m_bytes.end(), text.begin(), text.end());
    }
    /// Values as memory has them, at a multiple of eight.
    template <typename T>
    requires std::is_trivially_copyable_v<T>
    void values(std::span<const T> values)
    {
        word(values.size());
        while (m_bytes.size() % kAlignment != 0) {
            m_bytes.push_back(0);
        }
        const auto bytes = std::as_bytes(values);
        const std::size_t at = m_bytes.size();
        m_bytes.resize(at + bytes.size());
        if (!bytes.empty()) {
            std::memcpy(m_bytes.data() + at, bytes.data(), bytes.size());
        }
    }
    [[nodiscard]] std::span<const std::byte> bytes() const
    {
        return std::as_bytes(std::span(m_bytes));
    }

    static constexpr std::size_t kAlignment = 8;

private:
    std::vector<std::uint8_t> m_bytes;
};

/// Reads what ByteWriter wrote. Nothing is believed: what does not fit makes it fail for good, and all
/// it gives then is 0 and empty.
class ByteReader {
public:
    /// \p bytes begin at a multiple of eight.
    explicit ByteReader(std::span<const std::byte> bytes) : m_all(bytes) {}

    [[nodiscard]] bool isOk() const { return m_isOk; }
    [[nodiscard]] bool isAtEnd() const { return m_at == m_all.size(); }

    std::uint64_t word()
    {
        const auto rest = m_all.subspan(m_at);
        std::span<const std::uint8_t> bytes(
            reinterpret_cast<const std::uint8_t*>(rest.data()), rest.size());  // NOLINT: bytes
        if (bytes.empty()
            || (bytes.front() >= store::packed::kFirstLong
                && bytes.size() <= bytes.front() - (store::packed::kFirstLong - 1))) {
            return fail();
        }
        const std::uint64_t value = store::packed::take(bytes);
        m_at = m_all.size() - bytes.size();
        return m_isOk ? value : 0;
    }
    std::int64_t number()
    {
        const std::uint64_t value = word();
        return static_cast<std::int64_t>(value >> 1U ^ (~(value & 1U) + 1));
    }
    /// A count of things that take at least \p leastBytes each.
    std::size_t count(std::size_t leastBytes = 1)
    {
        const std::uint64_t value = word();
        return value > (m_all.size() - m_at) / leastBytes ? static_cast<std::size_t>(fail())
                                                          : static_cast<std::size_t>(value);
    }
    std::string text()
    {
        const std::size_t size = count();
        const auto bytes = m_all.subspan(m_at, size);
        m_at += size;
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};  // NOLINT: bytes
    }
    template <typename T>
    requires std::is_trivially_copyable_v<T> std::vector<T> values()
    {
        const std::size_t size = count();
        const std::size_t begin =
            (m_at + ByteWriter::kAlignment - 1) / ByteWriter::kAlignment * ByteWriter::kAlignment;
        if (begin > m_all.size() || size > (m_all.size() - begin) / sizeof(T)) {
            fail();
            return {};
        }
        std::vector<T> values(size);
        if (size > 0) {
            std::memcpy(values.data(), m_all.data() + begin, size * sizeof(T));
        }
        m_at = begin + size * sizeof(T);
        return values;
    }

private:
    std::uint64_t fail()
    {
        m_isOk = false;
        m_at = m_all.size();
        return 0;
    }

    std::span<const std::byte> m_all;
    std::size_t m_at = 0;
    bool m_isOk = true;
};

}  // namespace vellum::server::index
