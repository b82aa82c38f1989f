#include "gui/app/user_files.h"

#include "gui/charts/key_scheme.h"
#include "gui/theme/palettes.h"

#include <QObject>
#include <QStandardPaths>

namespace vellum::gui::app {

QStringList readUserFiles(const QString& folder)
{
    return theme::readUserPalettes(folder + QStringLiteral("/palettes"))
           + charts::readUserSchemes(folder + QStringLiteral("/keymaps"));
}

QStringList unknownCommands(const QStringList& commands)
{
    QStringList mistakes;
    for (int i = 0; i < charts::kNavigationSchemes; ++i) {
        const auto scheme = static_cast<charts::NavigationScheme>(i);
        for (const QString& command : charts::keyScheme(scheme).keys.keys()) {
            if (!commands.contains(command)) {
                mistakes << QObject::tr("key scheme %1: there is no command that is called \"%2\"")
                                .arg(charts::nameOf(scheme), command);
            }
        }
    }
    return mistakes;
}

QString userFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
           + QStringLiteral("/vellum");
}

}  // namespace vellum::gui::app
