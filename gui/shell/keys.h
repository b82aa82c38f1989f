#pragma once

#include <QList>
#include <QString>

namespace vellum::gui::shell {

/// One line of the list of keys and gestures: what F1 shows and docs/user/moving-about.md says.
struct KeyHelp {
    QString key;
    QString does;
};

/// All of them: mouse first, then keys.
[[nodiscard]] QList<KeyHelp> keyHelp();

}  // namespace vellum::gui::shell
