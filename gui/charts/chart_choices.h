#pragma once

#include "common/base/result.h"
#include "gui/data/data_source.h"

#include <QString>

namespace vellum::gui::charts {

/// Whether the trace has what a chart of \p kind is asked to show: a counter, a function, a location. Kept
/// layouts may name what a trace lacks, and then a chart shows what suits; who types a name wants that one.
///
/// Errors   notFound: one sentence with the trace's file, the name, and some that there are;
///          invalidArgument: no such choice, or a location's name that fits several.
[[nodiscard]] Result<void> checkChoice(
    const QString& kind, const QString& what, const data::Trace& trace);

}  // namespace vellum::gui::charts
