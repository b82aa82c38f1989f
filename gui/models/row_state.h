#pragma once

#include "common/query/answers.h"
#include "gui/models/view_history.h"

#include <QVariantMap>

#include <optional>

namespace vellum::gui::models {

// How the rows of a trace stand, as it is written down to be found again when the same trace is opened: what is
// folded and pinned, their order and their height. Keys of rows are those of one trace; so what they are of is
// written too. The visible time is not part of it: a trace opens with all of it.

/// A trace of which more was folded, pinned or moved than this begins with its rows as it would without.
inline constexpr std::size_t kMostKeptRows = 20'000;

/// Empty where all rows are as they would be without, or more than `kMostKeptRows` are not.
[[nodiscard]] QVariantMap rowState(const ViewState& view, const query::TraceInfo& info);

/// \p view with its rows as \p state says; nothing where that says nothing, or of another trace. Nothing of it is
/// trusted: keys that cannot be read are left out, and those of rows that are not there change nothing.
[[nodiscard]] std::optional<ViewState> withRows(
    ViewState view, const QVariantMap& state, const query::TraceInfo& info);

}  // namespace vellum::gui::models
