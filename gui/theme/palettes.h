#pragma once

#include "gui/theme/palette_file.h"

#include <QString>
#include <QStringList>

namespace vellum::gui::theme {

/// What is built in (resources/palettes), with what readUserPalettes() found.
[[nodiscard]] const GroupColors& groupColors();

/// Lays the user's own `light.json`, `dark.json`, `print.json` and `groups.json` in \p folder over the palettes that are
/// built in. A file that is not there is no mistake; one of more than 1 MiB is not read.
/// \return a sentence for each mistake
/// Threads  the GUI's, before anything is painted: what has its colours keeps them
QStringList readUserPalettes(const QString& folder);

}  // namespace vellum::gui::theme
