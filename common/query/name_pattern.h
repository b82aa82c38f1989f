#pragma once

#include <string>
#include <string_view>

namespace vellum::query {

/// A pattern of a search that finds the functions of that name alone; of a name of more than 500 bytes all that begin as it
/// does, of which the asker drops the others.
[[nodiscard]] std::string patternOfName(std::string_view name);

/// A pattern of a search that finds all functions whose names begin with \p begin, or with its first 500 bytes.
[[nodiscard]] std::string patternOfBegin(std::string_view begin);

}  // namespace vellum::query
