#pragma once

#include <string>
#include <string_view>

namespace vellum {

/// \p text as well-formed UTF-8: each byte that belongs to no character becomes U+FFFD.
[[nodiscard]] std::string validUtf8(std::string_view text);

}  // namespace vellum
