#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace vellum::server::reader::otf2 {

/// What the second byte of a little-endian file of an archive is.
inline constexpr char kLittleEndianMark = '\x42';

/// The 64-bit number at \p place, in the byte order that \p mark says.
[[nodiscard]] inline std::uint64_t numberAt(std::string_view bytes, std::size_t place, char mark)
{
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        const std::size_t from = mark == kLittleEndianMark ? 7 - i : i;
        number = number << 8U | static_cast<unsigned char>(bytes[place + from]);
    }
    return number;
}

}  // namespace vellum::server::reader::otf2
