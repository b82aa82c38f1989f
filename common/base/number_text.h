#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vellum {

/// 1234567 as "1,234,567".
[[nodiscard]] std::string grouped(std::uint64_t value);

/// Bytes for people: "8,192 bytes", "43.1 KiB", "4 GiB".
[[nodiscard]] std::string byteText(std::uint64_t bytes);

/// A share of a whole for people: "93.4 %".
[[nodiscard]] std::string percentText(double share);

/// A quantity of some unit for people: "1,302 MHz", "12.3 GiB/s", "84.5 M", "0 W". Units of bytes are taken
/// in steps of 1024, plain ones ("W", "Hz", "#") in steps of 1000, others as they are.
[[nodiscard]] std::string quantityText(double value, std::string_view unit);

/// Reads a size as command lines have it: "64M", "4GiB", "512 kb", "262144"; units of 1024, upper and
/// lower case alike.
/// \return nothing if \p text is no size or does not fit
[[nodiscard]] std::optional<std::uint64_t> parseByteSize(std::string_view text);

}  // namespace vellum
