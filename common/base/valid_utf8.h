#pragma once

#include <string>
#include <string_view>

namespace vellum {

/// \p text as UTF-8: each byte that is none becomes U+FFFD.
[[nodiscard]] std::string validUtf8(std::string_view text);

}  // namespace vellum
