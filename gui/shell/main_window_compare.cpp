// What MainWindow does with traces that are compared in one tab.

#include "gui/shell/align_dialog.h"
#include "gui/shell/main_window.h"

#include <QAction>
#include <QFileDialog>
#include <QInputDialog>
#include <QMenu>
#include <QStatusBar>
#include <QTabWidget>

#include <algorithm>
#include <utility>

namespace vellum::gui::shell {

namespace {

constexpr int kSentenceMs = 6'000;

QString asMenuText(QString name)
{
    return name.replace(QLatin1Char('&'), QLatin1String("&&"));
}

}  // namespace

// ---- Tabs -----------------------------------------------------------------------------------

CompareTab* MainWindow::compareTraces(const std::vector<query::TraceSelection>& selections)
{
    if (selections.size() < 2 || selections.size() > CompareTab::kMostTraces) {
        say(tr("2 to %1 traces are compared in one tab, not %2.")
                .arg(CompareTab::kMostTraces)
                .arg(selections.size()));
        return nullptr;
    }
    std::vector<TraceTab*> tabs;
    tabs.reserve(selections.size());
    for (const query::TraceSelection& selection : selections) {
        tabs.push_back(makeTab(selection));
    }
    auto* comparison = new CompareTab(*m_source, tabs);
    comparison->setDifferencesAction(action("differences"));
    connect(comparison, &CompareTab::differencesToggled, this, &MainWindow::updateActions);
    comparison->setAlignMenu(findChild<QMenu*>(QStringLiteral("align")));
    connect(comparison, &CompareTab::currentChanged, this, [this, comparison] {
        if (comparison == currentComparison()) {
            showCurrentTrace();
        }
    });
    connect(comparison, &CompareTab::linkChanged, this, &MainWindow::updateActions);
    connect(comparison, &CompareTab::allOpened, this, [this, comparison] {
        applyFirstLayout(comparison);
    });
    QStringList paths;
    for (const ComparePlace* place : comparison->places()) {
        paths << tr("%1: %2").arg(place->letter(), place->tab().path());
    }
    showTab(comparison, comparison->title(), paths.join(QLatin1Char('\n')));
    return comparison;
}

CompareTab* MainWindow::comparisonOf(const TraceTab* tab) const
{
    for (int i = 0; i < tabCount(); ++i) {
        auto* comparison = qobject_cast<CompareTab*>(m_tabs->widget(i));
        if (comparison != nullptr && std::ranges::count(comparison->tabs(), tab) > 0) {
            return comparison;
        }
    }
    return nullptr;
}

/// The traces of the current tab and one more, in a new tab: what is shown now stays as it is.
void MainWindow::compareWith(const query::TraceSelection& other)
{
    std::vector<query::TraceSelection> all;
    for (const TraceTab* one : shownTraces()) {
        all.push_back(one->selection());
    }
    all.push_back(other);
    compareTraces(all);
}

void MainWindow::say(const QString& sentence)
{
    statusBar()->showMessage(sentence, kSentenceMs);
}

// ---- Menus ----------------------------------------------------------------------------------

void MainWindow::makeCompareMenu(QMenu* file)
{
    QMenu* menu = file->addMenu(tr("Co&mpare"));
    menu->setObjectName(QStringLiteral("compareWith"));
    m_traceActions << menu->menuAction();
    addTraceAction(
        menu, "compareWithFile", tr("Compare with a &file…"), QKeySequence("Ctrl+Shift+C"), [this] {
            chooseToCompare();
        });
    addTraceAction(menu, "compareWithItself", tr("Compare with its&elf"), {}, [this] {
        compareWith(currentTab()->selection());
    })->setStatusTip(tr("Two windows of one trace: uncoupled, they show different times"));
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillCompareMenu(menu); });
}

/// Its own two entries, and the traces of the other tabs.
void MainWindow::fillCompareMenu(QMenu* menu)
{
    menu->clear();
    menu->addAction(action("compareWithFile"));
    menu->addAction(action("compareWithItself"));
    menu->addSeparator();
    const auto shown = shownTraces();
    for (const TraceTab* one : traces()) {
        if (std::ranges::count(shown, one) == 0) {
            const query::TraceSelection selection = one->selection();
            menu->addAction(
                tr("Compare with %1").arg(asMenuText(one->title())), this, [this, selection] {
                    compareWith(selection);
                });
        }
    }
}

void MainWindow::chooseToCompare()
{
    if (!m_connectTo.isEmpty()) {
        auto* dialog = new QInputDialog(this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setWindowTitle(tr("Compare with a trace on the server"));
        dialog->setLabelText(tr("Path of the trace, a file or a folder, as the server knows it:"));
        connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& path) {
            if (!path.isEmpty()) {
                compareWith(query::TraceSelection(path.toStdString()));
            }
        });
        dialog->open();
        return;
    }
    auto* dialog = new QFileDialog(this, tr("Compare with"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters(
        {tr("Traces (*.otf2 *.json *.json.gz *.json.zst *.gz *.sqlite)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        compareWith(query::TraceSelection(path.toStdString()));
    });
    dialog->open();
}

void MainWindow::makeCoupleMenu(QMenu* view)
{
    view->addSeparator();
    QAction* couple = addAction(view, "couple", tr("&Couple traces"), QKeySequence("C"), [this] {
        if (CompareTab* comparison = currentComparison()) {
            comparison->setCoupled(!comparison->link().isCoupled());
        }
    });
    couple->setCheckable(true);
    couple->setStatusTip(tr("Of traces that are compared: what is shown of one is shown of all"));
    QAction* length =
        addAction(view, "sameLength", tr("Traces as lon&g as each other"), {}, [this] {
            CompareTab* comparison = currentComparison();
            if (comparison != nullptr && currentView() != nullptr) {
                models::TimeLink& link = comparison->link();
                link.setByLength(!link.isByLength(), currentView()->history());
            }
        });
    length->setCheckable(true);
    makeAlignMenu(view);
    QAction* differences =
        addAction(view, "differences", tr("&Differences"), QKeySequence("Alt+D"), [this] {
            if (CompareTab* comparison = currentComparison()) {
                comparison->setDifferencesShown(!comparison->areDifferencesShown());
            }
        });
    differences->setCheckable(true);
    differences->setStatusTip(
        tr("Of traces that are compared: what functions cost in each, and whether that differs"));
    addAction(
        view,
        "processMap",
        tr("&Processes that belong together…"),
        {},
        [this] {
            if (CompareTab* comparison = currentComparison()) {
                comparison->setDifferencesShown(true);
                comparison->openProcessMap();
            }
        })
        ->setStatusTip(tr(
            "Of traces that are compared: which process of one is which of the other, by rank, by name, folded, or by hand"));
    addAction(view, "nextTrace", tr("Go to the &next trace"), QKeySequence("F6"), [this] {
        if (CompareTab* comparison = currentComparison()) {
            comparison->goToNext(true);
        }
    });
    addAction(
        view, "previousTrace", tr("Go to the trace &before"), QKeySequence("Shift+F6"), [this] {
            if (CompareTab* comparison = currentComparison()) {
                comparison->goToNext(false);
            }
        });
    view->addSeparator();
}

QMenu* MainWindow::makeAlignMenu(QMenu* view)
{
    QMenu* menu = view->addMenu(tr("&Align traces"));
    menu->setObjectName(QStringLiteral("align"));
    const auto add = [&](const char* name, const QString& text, const std::function<void()>& run) {
        addAction(menu, name, text, {}, [this, run] {
            if (currentComparison() != nullptr && currentView() != nullptr) {
                run();
            }
        });
    };
    add("alignBeginnings", tr("Align at the &beginnings"), [this] {
        std::vector<models::TimeLink::Zero> zeros;
        for (TraceView* one : currentComparison()->views()) {
            zeros.push_back({.trace = &one->history(), .tick = one->history().whole().begin});
        }
        currentComparison()->link().align(
            zeros, currentView()->history(), tr("align at the beginnings"));
    });
    add("alignSelections", tr("Align at what is &selected in each"), [this] {
        alignBySelection();
    });
    add("alignAsShown", tr("Align as they stand &now"), [this] {
        currentComparison()->link().alignAsShown(
            currentView()->history(), tr("align as they stand"));
    });
    action("alignAsShown")
        ->setStatusTip(tr("What is at the left edge of one belongs to what is at that of the "
                          "others: uncouple them, move one, and align"));
    add("alignMarker", tr("Align at a &marker…"), [this] { openAlignDialog(true); });
    add("alignDialog", tr("Align at a &visit, or by an offset…"), [this] {
        openAlignDialog(false);
    });
    return menu;
}

void MainWindow::alignBySelection()
{
    CompareTab& comparison = *currentComparison();
    std::vector<models::TimeLink::Zero> zeros;
    for (TraceView* one : comparison.views()) {
        const auto instant = markedInstant(*one);
        if (!instant) {
            say(tr("Nothing is selected in %1: select a visit, a message or a time in each trace.")
                    .arg(comparison.letterOf(*one)));
            return;
        }
        zeros.push_back({.trace = &one->history(), .tick = *instant});
    }
    comparison.link().align(zeros, currentView()->history(), tr("align at selections"), true);
}

void MainWindow::openAlignDialog(bool ofMarkers)
{
    CompareTab* comparison = currentComparison();
    auto* dialog = new AlignDialog(*m_source, *comparison, comparison);
    if (ofMarkers) {
        dialog->chooseMarkers();
    }
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

void MainWindow::updateComparison()
{
    CompareTab* comparison = currentComparison();
    const bool hasSeveral = comparison != nullptr && comparison->views().size() > 1;
    for (const char* name :
         {"couple",
          "sameLength",
          "alignBeginnings",
          "alignSelections",
          "alignAsShown",
          "alignMarker",
          "alignDialog",
          "processMap",
          "differences"}) {
        action(name)->setEnabled(hasSeveral && currentView() != nullptr);
    }
    for (const char* name : {"nextTrace", "previousTrace"}) {
        action(name)->setEnabled(comparison != nullptr);
    }
    action("couple")->setChecked(hasSeveral && comparison->link().isCoupled());
    action("differences")->setChecked(hasSeveral && comparison->areDifferencesShown());
    action("sameLength")->setChecked(hasSeveral && comparison->link().isByLength());
    findChild<QMenu*>(QStringLiteral("align"))->setEnabled(hasSeveral);
}

}  // namespace vellum::gui::shell
