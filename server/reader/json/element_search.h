#pragma once

#include <cstddef>
#include <string_view>

// Where events begin and end in a list of them, by the look of it: what to parse at once, and where to go on
// behind something damaged.

namespace vellum::server::reader::json {

/// Where an element seems to end that another one follows: behind the last `}` of `} , {`; 0 if nowhere.
[[nodiscard]] std::size_t lastElementEnd(std::string_view text);

/// Whether \p text is a `{` and a key that events have.
[[nodiscard]] bool beginsElement(std::string_view text);

/// Whether `} ,` stands before \p at.
[[nodiscard]] bool standsBehindElement(std::string_view text, std::size_t at);

/// Where the next element begins behind something damaged: at the `{` of `} , {`, if a key of
/// events follows, for arguments hold lists of objects too. `npos` if nowhere.
[[nodiscard]] std::size_t nextElementBegin(std::string_view text);

}  // namespace vellum::server::reader::json
