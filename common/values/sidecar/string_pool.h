#pragma once

#include "common/values/sidecar/records.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace vellum::values::sidecar {

/// The writer's strings: each text once, with the number it has in the file.
///
/// It begins as zeros that are mapped, and costs only the pages that are used of it: so nothing here has an
/// initialiser, which would touch them all.
///
/// Size     64 MiB of text, 524,288 texts.
/// Threads  One at a time; takes no lock, allocates nothing.
class StringPool {
public:
    static constexpr std::uint32_t kMostStrings = 1U << 19U;
    static constexpr std::uint32_t kMostBytes = 64U << 20U;
    static constexpr std::size_t kLongest = std::size_t{64} << 10U;

    /// From 1 on, in the order in which texts first came; 0 of the empty text, and of what does not fit.
    StringId intern(std::string_view text);

    [[nodiscard]] std::uint32_t size() const { return m_count; }
    /// \p id from 1 to size().
    [[nodiscard]] std::string_view text(StringId id) const;
    /// Bytes of the texts of all ids below \p id, 1 … size() + 1.
    [[nodiscard]] std::uint32_t begin(StringId id) const { return m_begins[id - 1]; }
    /// The texts of [first, last), one behind the other.
    [[nodiscard]] std::string_view texts(StringId first, StringId last) const;

private:
    /// Half empty at least, so that a search ends soon.
    static constexpr std::uint32_t kSlots = 2 * kMostStrings;

    std::uint32_t m_count;
    std::array<std::uint32_t, kMostStrings + 1> m_begins;  ///< of id i + 1
    std::array<StringId, kSlots> m_slots;                  ///< 0: free
    std::array<char, kMostBytes> m_bytes;
};

}  // namespace vellum::values::sidecar
