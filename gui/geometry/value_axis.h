#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vellum::gui::geometry {

struct ValueTick {
    double value = 0;
    std::string label;  ///< "32 KiB", "1,500", without the unit where it is said elsewhere

    friend bool operator==(const ValueTick&, const ValueTick&) = default;
};

/// The marks of an axis of values, from below: 1-2-5 steps, of bytes in powers of two.
///
/// \param least, most  the range; empty ones have one mark
/// \param count        at most about so many, > 0
/// \param unit         of the values; see quantityText
[[nodiscard]] std::vector<ValueTick> makeValueTicks(
    double least, double most, int count, std::string_view unit);

}  // namespace vellum::gui::geometry
