#pragma once

#include "common/time/tick.h"
#include "common/trace/refs.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace vellum {

// The numbers are OTF2's (3.0).

enum class MarkerSeverity : std::uint8_t { None = 0, Low = 1, Medium = 2, High = 3 };

/// A set of severities: bit i stands for the one with number i.
using MarkerSeverityMask = std::uint8_t;
inline constexpr unsigned kMarkerSeverityCount = 4;

enum class MarkerScope : std::uint8_t {
    Global = 0,
    Location = 1,
    LocationGroup = 2,
    SystemTreeNode = 3,
    Group = 4,
    Comm = 5,
};

/// A kind of marker.
struct MarkerDefinition {
    MarkerRef ref;
    std::string group;     ///< who says it: "MUST"
    std::string category;  ///< what it says: "Argument type error"
    MarkerSeverity severity = MarkerSeverity::None;

    friend bool operator==(const MarkerDefinition&, const MarkerDefinition&) = default;
};

/// What somebody has written on a trace after it was recorded.
struct Marker {
    Tick tick = 0;
    std::uint64_t duration = 0;  ///< ticks
    MarkerRef marker;
    MarkerScope scope = MarkerScope::Global;
    std::uint64_t scopeRef = 0;  ///< of the kind that `scope` says
    std::string text;

    friend bool operator==(const Marker&, const Marker&) = default;
};

/// "none", "low"…; "global", "location", "location_group"…
[[nodiscard]] std::string_view name(MarkerSeverity severity);
[[nodiscard]] std::string_view name(MarkerScope scope);

}  // namespace vellum
