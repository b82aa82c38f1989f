#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace vellum {

/// What a range's text says.
struct RangeText {
    std::string_view name;
    std::vector<std::pair<std::string_view, std::string_view>> arguments;
};

/// PyTorch writes the arguments of an operator into its range, "aten::addmm, seq = 47, op_id = 9, sizes = [[2, 3]]":
/// every call would be a region of its own. The name is what comes before; all other texts are names whole.
[[nodiscard]] RangeText splitRangeText(std::string_view text);

}  // namespace vellum
