#include "gui/shell/desktop_motion.h"

#include <QSettings>
#include <QStandardPaths>
#include <QVariant>

namespace vellum::gui::shell {

namespace {

QVariant valueIn(const char* file, const char* key)
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
    const QSettings settings(folder + QLatin1Char('/') + QLatin1String(file), QSettings::IniFormat);
    return settings.value(QLatin1String(key));
}

}  // namespace

bool desktopWantsMotion()
{
    for (const char* file : {"gtk-3.0/settings.ini", "gtk-4.0/settings.ini"}) {
        const QVariant enabled = valueIn(file, "Settings/gtk-enable-animations");
        if (enabled.isValid() && !enabled.toBool()) {  // "0" and "false" are both seen
            return false;
        }
    }
    bool isNumber = false;
    const double factor = valueIn("kdeglobals", "KDE/AnimationDurationFactor").toDouble(&isNumber);
    return !isNumber || factor > 0;
}

}  // namespace vellum::gui::shell
