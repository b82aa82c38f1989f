#pragma once

#include "server/store/column.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace vellum::server::store {

/// Whole numbers in one, two or four bytes each, as the largest of them needs.
///
/// Layout   A plain array. Its width is no part of it but follows from how many numbers it has: who lays it
///          over bytes must know that (`fit`).
/// Threads  Immutable once built.
class NarrowColumn {
public:
    /// Starts to fetch memory. The compiler may not think that whoever calls only this does nothing: GCC leaves such functions out.
    [[gnu::always_inline]] static void fetch(const void* at)
    {
        __builtin_prefetch(at);
        asm volatile("");
    }

    /// Numbers of one width: what a loop holds on to.
    template <typename T>
    class Reader {
    public:
        explicit Reader(const std::uint8_t* bytes) : m_bytes(bytes) {}

        [[nodiscard, gnu::always_inline]] std::uint32_t operator()(std::size_t place) const
        {
            T number{};
            std::memcpy(&number, m_bytes + place * sizeof(T), sizeof(T));
            return number;
        }
        /// Starts to fetch what is asked for soon.
        [[gnu::always_inline]] void prefetch(std::size_t place) const
        {
            fetch(m_bytes + place * sizeof(T));
        }

    private:
        const std::uint8_t* m_bytes;
    };

    NarrowColumn() = default;
    /// \param leastShift  two to the power of it is how many bytes each has at least
    explicit NarrowColumn(std::span<const std::uint32_t> numbers, unsigned leastShift = 0)
        : m_shift(leastShift)
    {
        const std::uint32_t most = numbers.empty() ? 0 : *std::ranges::max_element(numbers);
        while (m_shift < kMostShift && most >> (kByteBits << m_shift) != 0) {
            ++m_shift;
        }
        const std::size_t width = std::size_t{1} << m_shift;
        std::vector<std::uint8_t> bytes(numbers.size() * width);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            // Little-endian: the first bytes are the lower ones.
            std::memcpy(bytes.data() + i * width, &numbers[i], width);
        }
        m_bytes = std::move(bytes);
    }
    /// Numbers that lie elsewhere, as long as the program does.
    NarrowColumn(std::span<const std::uint8_t> elsewhere, unsigned shift)
        : m_bytes(elsewhere, nullptr)
        , m_shift(shift)
    {
    }

    [[nodiscard]] std::uint32_t operator[](std::size_t place) const
    {
        switch (m_shift) {
        case 0:
            return m_bytes[place];
        case 1:
            return Reader<std::uint16_t>(m_bytes.data())(place);
        default:
            return Reader<std::uint32_t>(m_bytes.data())(place);
        }
    }
    [[nodiscard]] std::size_t size() const { return m_bytes.size() >> m_shift; }
    /// Starts to fetch what is asked for soon.
    void prefetch(std::size_t place) const { fetch(m_bytes.data() + (place << m_shift)); }

    /// Calls \p use with a reader of the width that the numbers have.
    template <typename Use>
    void read(const Use& use) const
    {
        switch (m_shift) {
        case 0:
            use(Reader<std::uint8_t>(m_bytes.data()));
            break;
        case 1:
            use(Reader<std::uint16_t>(m_bytes.data()));
            break;
        default:
            use(Reader<std::uint32_t>(m_bytes.data()));
            break;
        }
    }

    /// What a file has of it.
    [[nodiscard]] const Column<std::uint8_t>& bytes() const { return m_bytes; }
    /// To put the same bytes elsewhere, or others: then `fit` comes next.
    [[nodiscard]] Column<std::uint8_t>& bytes() { return m_bytes; }
    /// Says that the bytes are \p count numbers. False where they cannot be.
    [[nodiscard]] bool fit(std::size_t count)
    {
        for (m_shift = 0; m_shift <= kMostShift; ++m_shift) {
            if (count <= std::numeric_limits<std::size_t>::max() >> kMostShift
                && m_bytes.size() == count << m_shift) {
                return true;
            }
        }
        m_shift = 0;
        return false;
    }

private:
    static constexpr unsigned kMostShift = 2;
    static constexpr unsigned kByteBits = 8;

    Column<std::uint8_t> m_bytes;
    unsigned m_shift = 0;
};

}  // namespace vellum::server::store
