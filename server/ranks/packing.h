#pragma once

#include "common/protocol/bytes.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace vellum::server::ranks {

/// Values as bytes for another rank: the same program on the same kind of machine, so that values go as
/// memory has them.
class Packer {
public:
    template <typename T>
    requires(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>) void put(const T& value)
    {
        append(&value, sizeof value);
    }
    void put(std::string_view text)
    {
        put(std::uint64_t{text.size()});
        append(text.data(), text.size());
    }
    template <typename T>
    void put(const std::vector<T>& values)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        put(std::uint64_t{values.size()});
        append(values.data(), values.size() * sizeof(T));
    }

    [[nodiscard]] protocol::Bytes take() { return std::move(m_bytes); }

private:
    void append(const void* data, std::size_t size)
    {
        if (size > 0) {
            const auto* bytes = static_cast<const std::byte*>(data);
            m_bytes.insert(m_bytes.end(), bytes, bytes + size);
        }
    }

    protocol::Bytes m_bytes;
};

/// Takes out what a Packer has put in, in its order.
///
/// Errors   Past the end everything is empty and `isOk` false.
class Unpacker {
public:
    /// \p bytes must outlive it.
    explicit Unpacker(std::span<const std::byte> bytes) : m_rest(bytes) {}

    template <typename T>
    [[nodiscard]] T get()
    {
        static_assert(std::is_trivially_copyable_v<T>);
        T value{};
        copy(&value, sizeof value);
        return value;
    }
    [[nodiscard]] std::string getText()
    {
        std::string text(sizeOfNext(1), '\0');
        copy(text.data(), text.size());
        return text;
    }
    template <typename T>
    [[nodiscard]] std::vector<T> getVector()
    {
        std::vector<T> values(sizeOfNext(sizeof(T)));
        copy(values.data(), values.size() * sizeof(T));
        return values;
    }
    /// How many of something, each at least \p bytesOfEach long, follow.
    [[nodiscard]] std::size_t sizeOfNext(std::size_t bytesOfEach)
    {
        const auto size = get<std::uint64_t>();
        if (size > m_rest.size() / bytesOfEach) {
            m_isOk = false;
            return 0;
        }
        return size;
    }

    [[nodiscard]] std::span<const std::byte> rest() const { return m_rest; }
    [[nodiscard]] bool isOk() const { return m_isOk; }

private:
    void copy(void* to, std::size_t size)
    {
        if (size > m_rest.size()) {
            m_isOk = false;
            m_rest = {};
        } else if (size > 0) {
            std::memcpy(to, m_rest.data(), size);
            m_rest = m_rest.subspan(size);
        }
    }

    std::span<const std::byte> m_rest;
    bool m_isOk = true;
};

}  // namespace vellum::server::ranks
