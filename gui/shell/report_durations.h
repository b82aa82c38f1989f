#pragma once

#include "gui/models/differences.h"
#include "gui/report/report.h"

#include <QString>

namespace vellum::gui::shell {

/// How long single visits take of the functions that differ most, of those with a few visits in both: a histogram each.
///
/// \param differences  of the two traces, all answered
/// \param answer       what they differ in, by function
[[nodiscard]] report::Section durationsSection(
    const models::Differences& differences,
    const compare::Comparison& answer,
    const QString& a,
    const QString& b);

}  // namespace vellum::gui::shell
