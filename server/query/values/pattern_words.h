#pragma once

#include "common/query/values_patterns.h"
#include "common/values/sidecar/records.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace vellum::server::query {

/// How one can tell that a pattern is there: "all 4,096 accesses saw 0".
///
/// \param other  of duplicates: what the object is called that holds the same
[[nodiscard]] std::string evidenceOf(
    const vellum::values::sidecar::PatternRecord& pattern, const std::string& other);

/// What those did about it who found it in their programs; empty where there is nothing to be done.
///
/// Source   The fixes that are published with GVProf and ValueExpert.
[[nodiscard]] std::string_view adviceOn(vellum::query::ValuePattern pattern);

/// Bytes that need not have moved, at most.
[[nodiscard]] std::uint64_t needlessBytes(const vellum::values::sidecar::PatternRecord& pattern);

}  // namespace vellum::server::query
