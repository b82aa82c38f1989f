#pragma once

#include "common/base/check.h"

#include <utility>

namespace vellum {

/// Converts between integer types where the value is known to fit; a value that does not is our bug.
template <typename To, typename From>
[[nodiscard]] constexpr To narrow(From value)
{
    VELLUM_ASSERT(std::in_range<To>(value));
    return static_cast<To>(value);
}

}  // namespace vellum
