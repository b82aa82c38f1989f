#pragma once

#include "common/compare/series.h"

#include <string>

namespace vellum::server::cli {

/// A series as a picture: length over ranks and efficiency over ranks, each with what is ideal, and of each run which
/// function groups share its time. Below them what the runs are called. All of it is one SVG (svg.h).
///
/// Odd case A run without ranks, or without a length, has no point in the first two; where so many are left out it says so.
///
/// \param groups  the same runs with rows by group
[[nodiscard]] std::string seriesChart(const compare::Series& series, const compare::Series& groups);

}  // namespace vellum::server::cli
