#pragma once

#include "common/values/sidecar/file_frame.h"

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace vellum::values::sidecar {

/// 32 digits, as archives and sentences name a run.
[[nodiscard]] inline std::string textOf(const Digest& digest)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : digest) {
        text += kDigits[byte >> 4U];
        text += kDigits[byte & 15U];
    }
    return text;
}

/// Reads what `textOf` writes; no value where \p text is anything else.
[[nodiscard]] inline std::optional<Digest> digestFrom(std::string_view text)
{
    Digest digest{};
    if (text.size() != 2 * digest.size()) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < digest.size(); ++i) {
        const char* const from = text.data() + 2 * i;
        const auto read = std::from_chars(from, from + 2, digest.at(i), 16);
        if (read.ec != std::errc() || read.ptr != from + 2) {
            return std::nullopt;
        }
    }
    return digest;
}

}  // namespace vellum::values::sidecar
