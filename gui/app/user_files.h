#pragma once

#include <QString>
#include <QStringList>

namespace vellum::gui::app {

/// Reads the user's palettes (`palettes/…json`) and key schemes (`keymaps/…json`) in \p folder over those that are built in.
/// \return a sentence for each mistake
/// Threads  The GUI's, before there is a window.
QStringList readUserFiles(const QString& folder);

/// A sentence for each command that a key scheme gives keys and that is not among \p commands.
[[nodiscard]] QStringList unknownCommands(const QStringList& commands);

/// Where readUserFiles() looks by itself: ~/.config/vellum, or where XDG_CONFIG_HOME says.
[[nodiscard]] QString userFolder();

}  // namespace vellum::gui::app
