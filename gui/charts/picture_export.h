#pragma once

#include "common/base/result.h"
#include "common/trace/definitions.h"
#include "gui/theme/theme.h"

#include <QString>

#include <utility>
#include <vector>

namespace vellum::gui::charts {

class ChartDock;
class TimeRuler;

/// What stands below a picture that is to be read without the window.
struct Caption {
    QString trace;                                          ///< its name
    std::vector<std::pair<FunctionGroup, QString>> legend;  ///< with their colours and patterns
};

/// Of a trace of that name, with the groups that its functions are in.
[[nodiscard]] Caption captionOf(const QString& trace, const Definitions& definitions);

/// Writes a chart below its header and the ruler to a .png or .svg file, as it is on the screen, without
/// pointer, buttons and scroll bar; in \p theme.
///
/// \param caption  null: none. With one it is for paper: a PNG has three pixels at least for each of the screen's
///
/// Errors   invalidArgument: another suffix; unavailable: the file cannot be written.
[[nodiscard]] Result<void> exportPicture(
    TimeRuler& ruler,
    ChartDock& dock,
    const QString& file,
    const theme::Theme& theme = theme::currentTheme(),
    const Caption* caption = nullptr);

}  // namespace vellum::gui::charts
