#pragma once

#include "gui/charts/navigation.h"

#include <QByteArray>
#include <QKeySequence>
#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>
#include <Qt>

#include <utility>

namespace vellum::gui::charts {

/// Keys and mouse of a navigation scheme, as its file in resources/keymaps has them:
///
///     {"drags": {"Ctrl+Left": "zoom"}, "wheel": {"Wheel": "scroll-rows"}, "keys": {"zoomIn": ["W", "Ctrl++"]}}
struct KeyScheme {
    /// By button and what is held, of Shift and Ctrl.
    QMap<std::pair<int, int>, DragAction> drags;
    QMap<int, WheelAction> wheel;  ///< by what is held
    QMap<QString, QList<QKeySequence>>
        keys;  ///< by command; what is not here has the keys that Vellum's own scheme gives it
};

/// Lays what a file says over \p scheme.
/// \param where   how a mistake names the file
/// \return a sentence for each mistake; what it is about stays as it is
QStringList readKeyScheme(const QByteArray& json, const QString& where, KeyScheme& scheme);

/// What is built in, with what readUserSchemes() found.
[[nodiscard]] const KeyScheme& keyScheme(NavigationScheme scheme);

/// Lays the user's own `vellum.json`, `vampir.json`, `perfetto.json` and `trace-compass.json` in \p folder over the schemes
/// that are built in. A file that is not there is no mistake; one of more than 1 MiB is not read.
/// \return a sentence for each mistake
/// Threads  the GUI's, before there is a window: what has its keys keeps them
QStringList readUserSchemes(const QString& folder);

}  // namespace vellum::gui::charts
