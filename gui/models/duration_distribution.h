#pragma once

#include "common/compare/distribution.h"
#include "common/compare/name_choices.h"
#include "gui/models/differences.h"

namespace vellum::gui::models {

/// How long visits take of a function that is called \p names in the two traces that are compared; an empty name: that one does not
/// have it.
///
/// Exact    The numbers are those of `vellum-query compare A B --by duration` for the same windows.
/// Cost     A look at each duration that was answered.
[[nodiscard]] compare::Distribution distributionOf(
    const Differences& differences, const compare::NamePair& names);

}  // namespace vellum::gui::models
