#pragma once

#include "common/trace/definitions.h"
#include "gui/models/visit_records.h"

#include <QString>

#include <utility>
#include <vector>

namespace vellum::gui::charts {

/// What the records of a visit say, line by line: of device work its grid, bytes and correlation, of an NVTX
/// range its domain, category, colour and payload, of other records their members. Many of one kind are
/// counted; texts are cut at some thousand letters.
[[nodiscard]] std::vector<std::pair<QString, QString>> linesOf(
    const models::VisitRecords& visit, TickRange range, const Definitions& definitions);

}  // namespace vellum::gui::charts
