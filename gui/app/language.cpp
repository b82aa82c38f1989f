#include "gui/app/language.h"

#include "gui/app/pseudo_language.h"
#include "gui/app/user_files.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <memory>

namespace vellum::gui::app {

namespace {

/// Kept by the application, which takes it down.
void install(std::unique_ptr<QTranslator> translator)
{
    translator->setParent(QCoreApplication::instance());
    QCoreApplication::installTranslator(translator.release());
}

/// Words of Qt itself ("Cancel"), where its translations are installed.
void installOfQt(const QLocale& locale)
{
    auto translator = std::make_unique<QTranslator>();
    if (translator->load(
            locale,
            QStringLiteral("qtbase"),
            QStringLiteral("_"),
            QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
        install(std::move(translator));
    }
}

bool isEnglish(const QLocale& locale)
{
    return locale.language() == QLocale::English || locale.language() == QLocale::C;
}

}  // namespace

QString useLanguage(const QString& name, const QStringList& folders)
{
    if (name == QLatin1String(kPseudoLanguage)) {
        install(std::make_unique<PseudoLanguage>());
        return {};
    }
    const QLocale locale = name.isEmpty() ? QLocale() : QLocale(name);
    if (name == QLatin1String("en") || (name.isEmpty() && isEnglish(locale))) {
        return {};
    }
    for (const QString& folder : folders) {
        auto translator = std::make_unique<QTranslator>();
        // QLocale takes a name that it does not know for C, whose file would be another's.
        const bool isLoaded = isEnglish(locale)
                                  ? translator->load(QStringLiteral("vellum_") + name, folder)
                                  : translator->load(
                                      locale,
                                      QStringLiteral("vellum"),
                                      QStringLiteral("_"),
                                      folder,
                                      QStringLiteral(".qm"));
        if (isLoaded) {
            installOfQt(locale);
            install(std::move(translator));
            return {};
        }
    }
    return name.isEmpty() ? QString()
                          : QStringLiteral("language %1: there is no vellum_%1.qm in %2")
                                .arg(name, folders.join(QStringLiteral(" or ")));
}

QStringList translationFolders()
{
    return {
        userFolder() + QStringLiteral("/translations"),
        QCoreApplication::applicationDirPath() + QStringLiteral("/../share/vellum/translations")};
}

}  // namespace vellum::gui::app
