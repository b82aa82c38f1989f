#pragma once

#include "gui/charts/key_map.h"
#include "gui/charts/navigation.h"

#include <QList>
#include <QString>

namespace vellum::gui::shell {

struct KeyHelp {
    QString key;
    QString does;
};

/// What wheel and mouse do in the charts, for the key sheet and, in Vellum's own scheme, the manual.
[[nodiscard]] QList<KeyHelp> mouseHelp(charts::NavigationScheme scheme);

/// Every command that has a key, with all of them.
[[nodiscard]] QList<KeyHelp> keyHelp(const charts::KeyMap& keys);

/// "W, Ctrl++": the keys of a command, for people.
[[nodiscard]] QString keysText(const QList<QKeySequence>& keys);

}  // namespace vellum::gui::shell
