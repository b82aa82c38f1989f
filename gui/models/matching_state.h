#pragma once

#include "common/compare/comparison.h"

#include <QVariantMap>

#include <cstddef>

namespace vellum::gui::models {

// How names of two traces are matched, as it is written down to be found again.

/// More pairs of a list are not kept.
inline constexpr std::size_t kMostKeptPairs = 1'000;

[[nodiscard]] QVariantMap matchingState(const compare::Matching& matching);

/// Nothing of \p state is trusted: what cannot be read is left out.
[[nodiscard]] compare::Matching matchingOf(const QVariantMap& state);

}  // namespace vellum::gui::models
