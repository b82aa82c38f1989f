#pragma once

#include "common/compare/comparison.h"

#include <QVariantMap>

#include <cstddef>

namespace vellum::gui::models {

// How names of two traces are matched, as it is written down to be found again.

/// More pairs of a list are not kept.
inline constexpr std::size_t kMostKeptPairs = 1'000;

[[nodiscard]] QVariantMap matchingState(const compare::Matching& matching);

/// Reads what `matchingState` made. \p state may come from a file that somebody changed: entries that cannot be read are left out.
[[nodiscard]] compare::Matching matchingOf(const QVariantMap& state);

}  // namespace vellum::gui::models
