#pragma once

#include "collector/values/analysis/value_analysis.h"

namespace vellum::collector::values {

/// What the library found, as records of the side-car: its numbers are the file's, the library's may change.
///
/// Threads  Any.
[[nodiscard]] ::vellum::values::sidecar::AccessKind recordKind(::vellum::values::AccessKind kind);
[[nodiscard]] ::vellum::values::sidecar::ValueType recordType(::vellum::values::ValueType type);

/// One record for each pattern of a group, those at the level of approximation behind the exact ones.
[[nodiscard]] std::vector<FoundPattern> patternsOf(const ::vellum::values::GroupPatterns& group);
[[nodiscard]] std::vector<FoundPattern> patternsOf(const ::vellum::values::Sketch& sketch);
[[nodiscard]] ::vellum::values::sidecar::SketchRecord recordOf(
    const ::vellum::values::Sketch& sketch);

}  // namespace vellum::collector::values
