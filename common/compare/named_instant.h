#pragma once

#include "common/query/answers.h"
#include "common/query/requests.h"
#include "common/time/tick_range.h"
#include "common/trace/definitions.h"
#include "common/trace/markers.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vellum::compare {

// An instant that two runs have in common by its name: what they are aligned at.

/// How markers begin where functions could stand as well: "marker:NAME".
inline constexpr std::string_view kMarkerPrefix = "marker:";
inline constexpr std::string_view kFunctionPrefix = "function:";

/// No more visits are asked for to find one of a number.
inline constexpr std::uint64_t kMostVisitsToNumber = 100'000;
/// No more markers are looked at.
inline constexpr std::uint64_t kMostMarkers = 500'000;

/// The begin of a function's n-th visit, of all its visits on all locations in the order in which they begin; or the n-th marker
/// of a name, in time order.
struct NamedInstant {
    std::string name;
    std::uint64_t number = 1;  ///< from 1
    bool isMarker = false;

    friend bool operator==(const NamedInstant&, const NamedInstant&) = default;
};

/// Reads "marker:NAME", "function:NAME", each with "#n" behind it where another than the first is meant. A name that itself ends
/// so is written with "#1" behind it.
///
/// \return nothing: it is neither, the name is empty, or the number is not 1 ..= kMostVisitsToNumber
[[nodiscard]] std::optional<NamedInstant> parseNamedInstant(std::string_view text);

/// "the marker 'step', number 2".
[[nodiscard]] std::string textOf(const NamedInstant& instant);

/// What was written there, or, where that is nothing, the category of the marker's definition.
[[nodiscard]] std::string_view nameOf(const Marker& marker, const Definitions& definitions);

/// \param window  where it is sought
[[nodiscard]] query::Request requestFor(const NamedInstant& instant, TickRange window);

struct FoundInstant {
    std::optional<Tick> tick;  ///< nothing: there are fewer
    std::uint64_t count = 0;   ///< of that name; of markers among the first kMostMarkers
};

/// \param answer  to `requestFor`
[[nodiscard]] FoundInstant instantIn(
    const query::Answer& answer, const Definitions& definitions, const NamedInstant& instant);

}  // namespace vellum::compare
