#pragma once

#include "common/query/answers.h"
#include "common/trace/definitions.h"
#include "gui/models/selection.h"

#include <QString>

#include <optional>
#include <vector>

namespace vellum::gui::charts {

/// A line of details that is a time.
struct TimeLine {
    QString caption;
    QString value;  ///< empty: the time says it
    std::optional<Tick> ticks;
};

/// How a visit and the launches that are its own go together: of device work which call launched it and how
/// long it was queued, of a call what it launched.
///
/// Exact    Queued is from the call's end to the work's begin, as in Nsight Systems; work that begins before the
///          call has ended was not queued. Of several works of one call: from its end to the first of them.
[[nodiscard]] std::vector<TimeLine> launchLines(
    const models::SelectedVisit& visit,
    const query::Launches& launches,
    const Definitions& definitions);

}  // namespace vellum::gui::charts
