#pragma once

#include "common/base/result.h"

#include <QString>

namespace vellum::gui::charts {

class ChartDock;
class TimeRuler;

/// Writes a chart below its header and the ruler to a .png or .svg file, as it is on the screen, without
/// pointer and buttons.
///
/// Errors   invalidArgument: another suffix; unavailable: the file cannot be written.
[[nodiscard]] Result<void> exportPicture(TimeRuler& ruler, ChartDock& dock, const QString& file);

}  // namespace vellum::gui::charts
