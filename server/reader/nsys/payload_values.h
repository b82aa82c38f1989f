#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace vellum::server::reader::nsys {

// What bytes of a payload mean, the least first. Pure.

/// Precondition: at most 8 bytes.
[[nodiscard]] std::uint64_t littleEndian(std::string_view bytes);
/// The two's complement in the lower 1 … 8 \p bytes.
[[nodiscard]] std::int64_t signedOf(std::uint64_t bits, std::uint64_t bytes);
/// IEEE 754's of 2, 4 or 8 \p bytes.
[[nodiscard]] double floatOf(std::uint64_t bits, std::uint64_t bytes);
/// Any number as "0x…", without zeros before.
[[nodiscard]] std::string wideText(std::string_view bytes);
/// Characters of 1, 2 or 4 bytes, the \p unit, up to the first that is 0, as UTF-8; those of one byte as they are. Where
/// there are \p most bytes of text or more, it ends in "…".
[[nodiscard]] std::string characters(std::string_view bytes, std::uint64_t unit, std::size_t most);

}  // namespace vellum::server::reader::nsys
