#pragma once

#include "common/query/answers.h"
#include "gui/models/filters.h"

#include <QVariantMap>

#include <memory>

namespace vellum::gui::models {

// Filters as they are written down, to be found again when the same trace is opened: in the definitions' own
// numbers. In another trace these would be other things; so what the filters are of is written too.

/// Empty where nothing is filtered.
[[nodiscard]] QVariantMap filterState(const FilterSet& filters, const query::TraceInfo& info);

/// What \p state says, null where that is nothing or of another trace. Nothing of it is trusted: what the trace does not
/// define is left out, and a filter that cannot be read, or has none of its locations left, too.
[[nodiscard]] std::shared_ptr<const FilterSet> filtersOf(
    const QVariantMap& state, const Definitions& definitions, const query::TraceInfo& info);

}  // namespace vellum::gui::models
