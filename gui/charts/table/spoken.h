#pragma once

#include <QString>

#include <string_view>

namespace vellum::gui::charts {

/// The name of a question, option, choice or column of a descriptor, as people read it and in their language:
/// "max-bytes" and "max_bytes" as "Max bytes". One that no list of ours has is shown as it is.
[[nodiscard]] QString spoken(std::string_view name);

}  // namespace vellum::gui::charts
