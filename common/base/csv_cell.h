#pragma once

#include <string>
#include <string_view>

namespace vellum {

/// A cell of a line with commas (RFC 4180): in quotes where it has a comma, a quote or a line's end.
[[nodiscard]] std::string csvCell(std::string_view text);

}  // namespace vellum
