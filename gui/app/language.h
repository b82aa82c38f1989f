#pragma once

#include <QString>
#include <QStringList>

namespace vellum::gui::app {

/// The name of the language for tests (see pseudo_language.h).
inline constexpr const char* kPseudoLanguage = "pseudo";

/// Shows texts in the language \p name: "de", "pt_BR", "pseudo". English is "en", and all that is not translated.
/// Translations are files vellum_NAME.qm in \p folders; the first folder that has one wins. Of "pt_BR" that of "pt"
/// is taken where there is no other.
/// \param name  empty: what the desktop wishes, and nothing is said if there is none
/// \return what is wrong, or nothing
/// Threads  The GUI's, after the application and before its first window.
QString useLanguage(const QString& name, const QStringList& folders);

/// Where translations are looked for: the user's folder, then what was installed beside the program.
[[nodiscard]] QStringList translationFolders();

}  // namespace vellum::gui::app
