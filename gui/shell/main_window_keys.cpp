// What MainWindow does with keys and preferences: schemes, the user's own keys, the palette, memory.

#include "gui/shell/desktop_motion.h"
#include "gui/shell/main_window.h"
#include "gui/shell/palette_model.h"
#include "gui/shell/preferences_dialog.h"

#include <QAction>
#include <QMenu>
#include <QRegularExpression>
#include <QSettings>

#include <algorithm>
#include <iterator>

namespace vellum::gui::shell {

namespace {

const QString kScheme = QStringLiteral("navigation");
const QString kKeys = QStringLiteral("keys");
const QString kFlings = QStringLiteral("panGoesOn");
const QString kMemory = QStringLiteral("pictureMegabytes");

/// A command's keys as the user set them: portable text, one below the other.
QList<QKeySequence> parsed(const QString& text)
{
    QList<QKeySequence> keys;
    for (const QString& line : text.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const auto key = QKeySequence::fromString(line, QKeySequence::PortableText);
        if (!key.isEmpty()) {
            keys << QKeySequence(key[0]);
        }
    }
    return keys;
}

QString written(const QList<QKeySequence>& keys)
{
    QStringList lines;
    for (const QKeySequence& key : keys) {
        lines << key.toString(QKeySequence::PortableText);
    }
    return lines.join(QLatin1Char('\n'));
}

/// "Counter data timeline: Style: Area", of all that \p menu and those within it can do.
void collectOptions(
    const QMenu& menu, const QString& where, bool withMenus, std::vector<QAction*>& found)
{
    for (QAction* action : menu.actions()) {
        const QString name =
            QStringLiteral("%1: %2").arg(where, action->text().remove(QLatin1Char('&')));
        if (action->menu() != nullptr) {
            if (withMenus) {
                collectOptions(*action->menu(), name, true, found);
            }
        } else if (!action->isSeparator() && action->isVisible()) {
            action->setProperty(kNameInPalette, name);
            found.push_back(action);
        }
    }
}

}  // namespace

void MainWindow::chooseNavigation(charts::NavigationScheme scheme)
{
    m_navigation = scheme;
    QSettings settings;
    if (charts::schemeOf(settings.value(kScheme).toString()) != scheme) {
        settings.setValue(kScheme, charts::nameOf(scheme));
    }
    m_keys = charts::KeyMap::ofCharts(scheme);
    for (const charts::KeyCommand& command : m_menuKeys) {
        m_keys.add(command);
    }
    settings.beginGroup(kKeys);
    for (const QString& command : settings.childKeys()) {
        m_keys.setKeys(command, parsed(settings.value(command).toString()));
    }
    applyKeys();
}

void MainWindow::changeKeys(const QString& command, const QList<QKeySequence>& keys)
{
    QSettings settings;
    settings.beginGroup(kKeys);
    settings.setValue(command, written(keys));
    // Those that lose a key have fewer from now on, also after a restart.
    for (const charts::KeyCommand& other : m_keys.commands()) {
        QList<QKeySequence> left = other.keys;
        left.removeIf([&keys](const QKeySequence& key) { return keys.contains(key); });
        if (other.name != command && left.size() != other.keys.size()) {
            settings.setValue(other.name, written(left));
        }
    }
    settings.endGroup();
    chooseNavigation(m_navigation);
}

void MainWindow::resetKeys()
{
    QSettings settings;
    settings.remove(kKeys);
    chooseNavigation(m_navigation);
}

void MainWindow::applyKeys()
{
    for (const charts::KeyCommand& command : m_keys.commands()) {
        QAction* of = action(command.name);
        QList<QKeySequence> keys = command.keys;
        keys.removeIf([](const QKeySequence& key) { return !charts::isWindowKey(key); });
        // Of those that only the chart takes, the menu shows the first and does nothing at it.
        of->setShortcutContext(keys.isEmpty() ? Qt::WidgetShortcut : Qt::WindowShortcut);
        of->setShortcuts(keys.isEmpty() ? command.keys : keys);
    }
    for (const TraceTab* one : traces()) {
        if (TraceView* view = one->view()) {
            view->frame().setNavigation(m_navigation);
            view->frame().setFlings(flings());
            view->chart().setKeyMap(m_keys);
        }
    }
}

void MainWindow::showPreferences()
{
    auto* dialog = new PreferencesDialog(m_navigation, m_keys, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    const auto showNow = [this, dialog] { dialog->show(m_navigation, m_keys); };
    connect(
        dialog,
        &PreferencesDialog::navigationChosen,
        this,
        [this, showNow](charts::NavigationScheme scheme) {
            chooseNavigation(scheme);
            showNow();
        });
    connect(
        dialog,
        &PreferencesDialog::keysChosen,
        this,
        [this, showNow](const QString& command, const QList<QKeySequence>& keys) {
            changeKeys(command, keys);
            showNow();
        });
    connect(dialog, &PreferencesDialog::keysReset, this, [this, showNow] {
        resetKeys();
        showNow();
    });
    dialog->showMemory(static_cast<int>(pictureMemory() >> 20U));
    connect(dialog, &PreferencesDialog::memoryChosen, this, [this](int megabytes) {
        QSettings().setValue(kMemory, megabytes);
        applyMemory();
    });
    dialog->showFlings(flings());
    connect(dialog, &PreferencesDialog::flingsChosen, this, [this](bool flings) {
        QSettings().setValue(kFlings, flings);
        applyKeys();
    });
    dialog->show();
}

/// As the user chose; else as the desktop's other windows do it.
bool MainWindow::flings()
{
    return QSettings().value(kFlings, desktopWantsMotion()).toBool();
}

std::size_t MainWindow::pictureMemory()
{
    constexpr int kUsual = static_cast<int>(models::AnswerShelf::kUsualLimit >> 20U);
    const int megabytes = QSettings().value(kMemory, kUsual).toInt();
    return static_cast<std::size_t>(std::clamp(
               megabytes, PreferencesDialog::kLeastMegabytes, PreferencesDialog::kMostMegabytes))
           << 20U;
}

void MainWindow::applyMemory() const
{
    for (const TraceTab* one : traces()) {
        if (TraceView* view = one->view()) {
            view->timeline().setMemory(pictureMemory());
        }
    }
}

/// What the menus of the charts choose, as actions that live until the palette is opened again.
std::vector<QAction*> MainWindow::chartOptions()
{
    std::vector<QAction*> options;
    m_optionMenus.clear();
    TraceView* view = currentView();
    if (view == nullptr) {
        return options;
    }
    for (const charts::ChartDock* dock : view->frame().docks()) {
        auto menu = std::make_unique<QMenu>();
        dock->chart().fillMenu(*menu);
        // How its rows are grouped is in the View menu too.
        collectOptions(*menu, dock->chart().title(), &dock->chart() != &view->chart(), options);
        m_optionMenus.push_back(std::move(menu));
    }
    return options;
}

void MainWindow::showPalette(const QString& text)
{
    emit actionsWanted();
    std::vector<QAction*> actions;
    for (QAction* one : findChildren<QAction*>()) {
        if (!one->objectName().isEmpty() && one->isVisible() && one->objectName() != "palette") {
            actions.push_back(one);
        }
    }
    std::ranges::copy(chartOptions(), std::back_inserter(actions));
    PaletteSources sources{.actions = std::move(actions)};
    if (TraceView* view = currentView()) {
        sources.trace = view->sharedTrace();
        sources.rows = &view->chart().rows();
        sources.alike = &view->summary().alikeNames();
    }
    m_palette->open(sources, text);
}

/// Seeks the function, so that the next hits are a key away.
void MainWindow::goToFunction(RegionRef region)
{
    const Region* what = currentView()->trace().definitions->find(region);
    if (what != nullptr) {
        m_find->findExactly(QString::fromStdString(what->name));
    }
}

}  // namespace vellum::gui::shell
