#pragma once

#include "common/time/tick.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vellum::server::reader::json {

/// What the standard takes for white space.
inline constexpr std::string_view kSpace = " \t\r\n";
[[nodiscard]] constexpr bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/// A JSON value as it stands in the file: `12.5`, `"a \"name\""`, `[1,2]`; empty where there is
/// none. Valid as long as the window it was read from.
using Raw = std::string_view;

/// What says that there is no value.
inline constexpr Raw kNull = "null";

/// Whether \p raw is a string.
[[nodiscard]] bool isString(Raw raw);

/// What is between the quotes, as it stands; \p raw itself if it is no string.
[[nodiscard]] std::string_view bare(Raw raw);

/// The text of a string, or of a number as it is written.
///
/// Odd cases With an escape that JSON does not know nobody has escaped anything: all of the string is taken as it
///           stands (`torch\nn\modules`). Bytes that are no UTF-8 become U+FFFD.
[[nodiscard]] std::string textOf(Raw raw);

/// What was odd in a text.
struct TextDamage {
    bool isLiteral = false;    ///< it has an escape that JSON does not know
    bool hasLostPair = false;  ///< half of a surrogate pair, which stands for no character
    bool hasInvalidUtf8 = false;
};
/// Likewise; \p damage is added to.
[[nodiscard]] std::string textOf(Raw raw, TextDamage& damage);

/// The same in quotes, for a sentence: kMostShown bytes at most.
[[nodiscard]] std::string shown(Raw raw);
inline constexpr std::size_t kMostShown = 80;

/// Microseconds, with any number of decimals or an exponent and even in quotes, as nanoseconds:
/// exact where they are, else rounded half away from zero.
/// \return nothing if that is no number, or none that fits 64 bits
[[nodiscard]] std::optional<Tick> nanosecondsOf(Raw microseconds);

/// An integer, even in quotes; of unsigned ones past 2^63 the bits.
/// \return nothing if that is no integer of 64 bits; a fraction of zeros (`7.0`) and an
///         exponent (`1.7e18`) are allowed
[[nodiscard]] std::optional<std::int64_t> integerOf(Raw raw);

/// \return nothing if that is no number; NaN and infinities are none
[[nodiscard]] std::optional<double> numberOf(Raw raw);

}  // namespace vellum::server::reader::json
