#pragma once

#include "common/trace/definitions.h"
#include "gui/models/flow_model.h"
#include "gui/models/selection.h"

#include <QString>

#include <optional>
#include <vector>

namespace vellum::gui::charts {

/// A line of details about what lights up with a visit, or a link to it.
struct RelatedLine {
    QString caption;  ///< empty: this is a link alone
    QString value;
    std::optional<Tick> ticks;  ///< a time instead of a value
    QString link;               ///< empty: there is none
    LocationRef location{};     ///< where the link leads
    Tick tick = 0;
};

/// What belongs to the selected visit, as it is drawn over the rows: the work it waited for or the call that waited,
/// the members of its collective operation, the same operation on other devices, the ranges around its launch, and
/// links to where its messages and launches go and come from.
[[nodiscard]] std::vector<RelatedLine> relatedLines(
    const models::SelectedVisit& visit,
    const models::FlowModel& flows,
    const Definitions& definitions);

}  // namespace vellum::gui::charts
