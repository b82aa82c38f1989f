#pragma once

#include "common/base/result.h"
#include "gui/theme/theme.h"

#include <QString>

namespace vellum::gui::charts {

class ChartDock;
class TimeRuler;

/// Writes a chart below its header and the ruler to a .png or .svg file, as it is on the screen, without
/// pointer and buttons; in \p theme.
///
/// Errors   invalidArgument: another suffix; unavailable: the file cannot be written.
[[nodiscard]] Result<void> exportPicture(
    TimeRuler& ruler,
    ChartDock& dock,
    const QString& file,
    const theme::Theme& theme = theme::currentTheme());

}  // namespace vellum::gui::charts
