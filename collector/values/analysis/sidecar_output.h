#pragma once

#include "collector/values/analysis/value_collection.h"

namespace vellum::collector::values {

/// Writes everything that was found into a side-car: looks names and lines up, and says where operations lie in the
/// archive. Only what is referred to is written.
///
/// Errors  as the writer says, with the file's name.
[[nodiscard]] Result<SideCarSummary> writeSideCar(
    const SideCarRequest& request,
    const ValueFindings& findings,
    RecordingLists& lists,
    const std::vector<std::unique_ptr<ProcessSource>>& processes);

}  // namespace vellum::collector::values
