#pragma once

#include <cstdint>

namespace vellum {

/// What an `Instant` record is about, the second of its members; absent where it is its location.
enum class InstantScope : std::uint8_t { Location = 0, LocationGroup = 1, Global = 2 };

}  // namespace vellum
