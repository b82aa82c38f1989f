#pragma once

#include <string>

namespace vellum::gui::models {

/// A pattern of a search that finds the functions of that name alone; of a name of more than 500 letters all that
/// begin as it does, of which the asker drops the others.
[[nodiscard]] std::string patternOfName(const std::string& name);

}  // namespace vellum::gui::models
