#pragma once

#include "common/values/sidecar/file_frame.h"

#include <string>
#include <string_view>

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

}  // namespace vellum::values::sidecar
