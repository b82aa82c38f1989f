#include "common/base/log.h"
#include "gui/app/headless.h"
#include "gui/app/language.h"
#include "gui/app/opening.h"
#include "gui/app/options.h"
#include "gui/app/user_files.h"
#include "gui/client/remote_data_source.h"
#include "gui/shell/main_window.h"

#include <QApplication>
#include <QIcon>
#include <QSettings>
#include <QStatusBar>
#include <QStyleFactory>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace {

namespace app = vellum::gui::app;
namespace data = vellum::gui::data;
namespace shell = vellum::gui::shell;

constexpr int kWrongUsage = 2;

/// Qt's own words go to our log, and what it says of this machine's desktop to its debug level.
void logFromQt(QtMsgType type, const QMessageLogContext& /*context*/, const QString& text)
{
    const std::string message = text.toStdString();
    const bool ofTheDesktop = text.contains(QLatin1String("XDG_RUNTIME_DIR"))
                              || text.contains(QLatin1String("propagateSizeHints"));
    if (type == QtDebugMsg || type == QtInfoMsg || ofTheDesktop) {
        vellum::log::debug(message);
    } else if (type == QtWarningMsg) {
        vellum::log::warning(message);
    } else {
        vellum::log::error(message);
    }
}

bool hasDisplay()
{
    const auto isSet = [](const char* name) {
        const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): before threads
        return value != nullptr && *value != '\0';
    };
    return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") || isSet("QT_QPA_PLATFORM");
}

shell::MainWindow::ThemeChoice themeOf(const QString& wish)
{
    using Choice = shell::MainWindow::ThemeChoice;
    if (wish == QLatin1String("light")) {
        return Choice::Light;
    }
    if (wish == QLatin1String("dark")) {
        return Choice::Dark;
    }
    if (wish == QLatin1String("print")) {
        return Choice::Print;
    }
    if (wish == QLatin1String("system")) {
        return Choice::System;
    }
    return static_cast<Choice>(QSettings().value(QStringLiteral("theme"), 0).toInt());
}

/// Does to the tab's view what the options ask for; what cannot be done, it says.
void apply(const app::Options& options, shell::TraceTab* tab)
{
    using LookUp = shell::TraceView::LookUp;
    const auto say = [tab](const vellum::Error& error) {
        tab->notice().show(QString::fromStdString(error.message), {}, true);
    };
    const vellum::Result<void> applied = app::applyOptions(options, *tab->view());
    if (!applied.isOk()) {
        say(applied.error());
    } else if (tab->view()->lookUp() == LookUp::UnderWay) {
        const auto check = [options, tab, say] {
            if (tab->view()->lookUp() == LookUp::Missing) {
                say(app::missing(options));
            }
        };
        QObject::connect(
            tab->view(), &shell::TraceView::lookUpEnded, tab, check, Qt::SingleShotConnection);
    }
}

/// Options about the view hold for each trace of the command line, once it is open.
void applyWhenOpen(shell::MainWindow& window, const app::Options& options)
{
    auto left = std::make_shared<std::size_t>(options.traces.size());
    QObject::connect(
        &window,
        &shell::MainWindow::tabOpened,
        &window,
        [&window, options, left](shell::TraceTab* tab) {
            if (*left > 0) {
                --*left;
                const auto shown = window.shownTraces();
                const auto place = std::ranges::find(shown, tab);
                const auto number = static_cast<std::size_t>(place - shown.begin());
                apply(app::optionsOf(options, number), tab);
            }
        });
}

/// What is wrong with the user's own files: all of it in the log, the first in the window too.
void say(const QStringList& mistakes, shell::MainWindow& window)
{
    for (const QString& mistake : mistakes) {
        vellum::log::warning(mistake.toStdString());
    }
    if (!mistakes.isEmpty()) {
        window.statusBar()->showMessage(mistakes.front());
    }
}

QStringList namesOf(const vellum::gui::charts::KeyMap& keys)
{
    QStringList names;
    for (const vellum::gui::charts::KeyCommand& command : keys.commands()) {
        names << command.name;
    }
    return names;
}

/// The traces in one tab, with what the command line says of their differences.
void openCompared(shell::MainWindow& window, const app::Options& options)
{
    shell::CompareTab* comparison = window.compareTraces(options.traces);
    if (options.isHeadless() || (options.differences.isEmpty() && options.match.isEmpty())) {
        return;
    }
    const auto show = [comparison, options] {
        app::applyMatch(comparison, options);
        if (!options.differences.isEmpty()) {
            comparison->showDifferencesBy(options.differences);
        }
    };
    show();
    // What was kept for these traces is applied when all are open: the command line comes after it.
    QObject::connect(comparison, &shell::CompareTab::allOpened, comparison, show);
}

int run(const app::Options& options)
{
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    const bool headless = options.isHeadless();
    const QString language =
        headless && options.language.isEmpty() ? QStringLiteral("en") : options.language;
    QStringList mistakes = app::readUserFiles(app::userFolder());
    if (const QString wrong = app::useLanguage(language, app::translationFolders());
        !wrong.isEmpty()) {
        mistakes << wrong;
    }
    shell::MainWindow::applyTheme(
        headless && options.theme.isEmpty() ? shell::MainWindow::ThemeChoice::Light
                                            : themeOf(options.theme));
    const std::filesystem::path program = QCoreApplication::applicationFilePath().toStdString();
    shell::MainWindow window(
        [program](const QString& connectTo) -> std::unique_ptr<data::DataSource> {
            return std::make_unique<vellum::gui::client::RemoteDataSource>(
                vellum::gui::client::ServerChoice{
                    .connectTo = connectTo.toStdString(), .program = program});
        },
        options.connectTo);
    mistakes << app::unknownCommands(namesOf(window.keys()));
    say(mistakes, window);
    window.setKeepsLayouts(!headless);
    if (!headless) {
        applyWhenOpen(window, options);
        window.restoreGeometry(QSettings().value(QStringLiteral("geometry")).toByteArray());
    }
    if (options.compare) {
        openCompared(window, options);
    } else {
        for (const vellum::query::TraceSelection& trace : options.traces) {
            window.openTrace(trace);
        }
    }
    if (headless) {
        return options.report.isEmpty() ? app::renderScreenshot(window, options)
                                        : app::renderReport(window, options);
    }
    window.show();
    return QApplication::exec();
}

}  // namespace

int main(int argc, char** argv)
{
    vellum::log::start("vellum");
    qInstallMessageHandler(logFromQt);
    int status = 0;
    const auto options = app::readOptions(argc, argv, status);
    if (!options) {
        return status;
    }
    if (!hasDisplay()) {
        if (!options->isHeadless()) {
            std::fputs(
                "vellum: there is no display here; --screenshot OUT.png renders to a file, --report OUT.html writes a page\n",
                stderr);
            return kWrongUsage;
        }
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    QCoreApplication::setOrganizationName(QStringLiteral("vellum"));
    QCoreApplication::setApplicationName(QStringLiteral("vellum"));
    QCoreApplication::setApplicationVersion(QStringLiteral(VELLUM_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.vellum.Vellum"));
    // Ours are read by CLI11; Qt gets the program's name alone.
    int qtArgc = 1;
    const QApplication application(qtArgc, argv);
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icon/org.vellum.Vellum.svg")));
    return run(*options);
}
