#pragma once

#include "common/query/answers.h"
#include "common/trace/definitions.h"

#include <cstddef>
#include <string>

namespace vellum::query {

// What the numbers of an event record mean, in the words of its trace.

/// What member \p index of \p event names: "main" for region=5; empty where it names nothing.
[[nodiscard]] std::string memberName(
    const Definitions& definitions, const EventRecord& event, std::size_t index);

/// Its value for people: signed and floating-point ones as such, which `attributes` has by their bits.
[[nodiscard]] std::string memberText(const EventRecord& event, std::size_t index);

/// "attribute 17" if it is not defined.
[[nodiscard]] std::string attributeName(const Definitions& definitions, AttributeRef ref);

/// What \p value refers to; empty if it is a number, or refers to nothing that has a name.
[[nodiscard]] std::string referredName(const Definitions& definitions, TypedValue value);

/// What a marker is about: "rank 0" for its location group; empty if it is the whole trace.
[[nodiscard]] std::string scopeName(const Definitions& definitions, const Marker& marker);

/// Group, category and severity; "marker 7" as category if it is not defined,
/// "instant" of a record of the trace itself.
[[nodiscard]] MarkerDefinition definitionOf(const Definitions& definitions, const Marker& marker);

}  // namespace vellum::query
