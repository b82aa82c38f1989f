// The third part of MainWindow: charts and their layouts.

#include "gui/charts/chart_kinds.h"
#include "gui/charts/picture_export.h"
#include "gui/models/timeline_layers.h"
#include "gui/shell/icons.h"
#include "gui/shell/layouts.h"
#include "gui/shell/main_window.h"

#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenuBar>
#include <QToolBar>

#include <algorithm>

namespace vellum::gui::shell {

namespace {

/// Whether a trace has what the chart shows.
bool isFor(const charts::ChartKind& kind, const Definitions& definitions)
{
    return !kind.needsValues || models::hasValues(definitions);
}

QString actionName(const charts::ChartKind& kind)
{
    return QStringLiteral("chart.") + QLatin1String(kind.name);
}

Icon iconOf(const charts::ChartKind& kind)
{
    const QLatin1String name(kind.name);
    return name == QLatin1String("process")    ? Icon::ProcessTimeline
           : name == QLatin1String("summary")  ? Icon::SummaryTimeline
           : name == QLatin1String("counter")  ? Icon::CounterTimeline
           : name == QLatin1String("radar")    ? Icon::Radar
           : name == QLatin1String("io")       ? Icon::IoTimeline
           : name == QLatin1String("messages") ? Icon::MessageSummary
           : name == QLatin1String("flame")    ? Icon::FlameGraph
           : name == QLatin1String("matrix")   ? Icon::Matrix
           : name == QLatin1String("table")    ? Icon::Table
           : name == QLatin1String("flow")     ? Icon::ValueFlow
           : name == QLatin1String("source")   ? Icon::Source
                                               : Icon::MasterTimeline;
}

/// "job-master-timeline", to be changed by whoever saves it.
QString pictureName(const QString& trace, const QString& chart)
{
    QString name = QFileInfo(trace).completeBaseName() + QLatin1Char('-') + chart.toLower();
    return name.replace(QLatin1Char(' '), QLatin1Char('-'))
        .replace(QLatin1Char('/'), QLatin1Char('-'));
}

charts::ChartDock* dockInUse(TraceView& view)
{
    const auto docks = view.frame().docks();
    const QWidget* focus = QApplication::focusWidget();
    const auto used = std::ranges::find_if(docks, [focus](const charts::ChartDock* dock) {
        return focus != nullptr && dock->isAncestorOf(focus);
    });
    return used != docks.end() ? *used : docks.empty() ? nullptr : docks.front();
}

}  // namespace

void MainWindow::makeChartsMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Charts"));
    for (const charts::ChartKind& kind : charts::chartKinds()) {
        auto* action = new QAction(makeIcon(iconOf(kind)), kind.menu(), this);
        action->setObjectName(actionName(kind));
        action->setCheckable(true);
        action->setShortcut(QKeySequence(QLatin1String(kind.shortcut)));
        action->setToolTip(tr("%1 (%2)").arg(kind.titleText(), QLatin1String(kind.shortcut)));
        connect(action, &QAction::triggered, this, [this, &kind](bool isOn) {
            setChartOpen(QLatin1String(kind.name), isOn);
        });
        menu->addAction(action);
    }
    menu->addSeparator();
    addTraceAction(
        menu,
        "processOfSelection",
        tr("Process timeline of the se&lection"),
        QKeySequence("Alt+P"),
        [this] {
            const auto& visit = currentView()->selection().visit();
            if (visit) {
                currentView()->frame().showProcess(visit->location);
            }
        });
    QMenu* another = menu->addMenu(tr("&Another"));
    for (const charts::ChartKind& kind : charts::chartKinds()) {
        if (kind.make != nullptr) {
            addTraceAction(
                another,
                QStringLiteral("another.") + QLatin1String(kind.name),
                kind.menu(),
                {},
                [this, &kind] { currentView()->frame().openAnother(QLatin1String(kind.name)); });
        }
    }
    menu->addSeparator();
    addAction(menu, "exportPicture", tr("&Export picture…"), {}, [this] {
        TraceView* view = currentView();
        exportPicture(view, dockInUse(*view), false);
    })->setStatusTip(tr("Of the chart that has the keyboard, else of the first"));
    addAction(menu, "exportPictureForPrint", tr("Export picture for prin&t…"), {}, [this] {
        TraceView* view = currentView();
        exportPicture(view, dockInUse(*view), true);
    })->setStatusTip(tr("Black on white with patterns, whatever the theme of the window is"));
    addTraceAction(menu, "saveLayout", tr("Save layout as &default"), {}, [this] {
        TraceView* view = currentView();
        layouts::keepAsDefault(layouts::kindOf(view->trace()), view->frame().layoutState());
    });
    addTraceAction(
        menu, "saveLayoutFile", tr("Save layout in a &file…"), {}, [this] { saveLayoutFile(); });
    addTraceAction(
        menu, "loadLayoutFile", tr("&Load layout from a file…"), {}, [this] { loadLayoutFile(); });
    addTraceAction(menu, "resetLayout", tr("&Reset layout"), {}, [this] {
        TraceView* view = currentView();
        layouts::forget(currentTab()->path(), layouts::kindOf(view->trace()));
        view->frame().changeLayout(layouts::plainLayout(view->trace(), view->height()));
    });
}

/// One for each of the traces that are seen, as one step.
void MainWindow::setChartOpen(const QString& kind, bool isOpen) const
{
    const auto change = [&] {
        for (const TraceTab* one : shownTraces()) {
            if (TraceView* view = one->view()) {
                view->frame().setOpen(kind, isOpen);
            }
        }
    };
    if (CompareTab* comparison = currentComparison()) {
        comparison->link().asOneStep(change);
    } else {
        change();
    }
}

void MainWindow::addChartButtons(QToolBar& bar) const
{
    for (const charts::ChartKind& kind : charts::chartKinds()) {
        if (kind.isInToolBar) {
            bar.addAction(action(actionName(kind)));
        }
    }
}

void MainWindow::updateCharts() const
{
    TraceView* view = currentView();
    for (const charts::ChartKind& kind : charts::chartKinds()) {
        QAction* toggle = action(actionName(kind));
        const bool isOpen = view != nullptr && view->frame().isOpen(QLatin1String(kind.name));
        toggle->setEnabled(isOpen || (view != nullptr && isFor(kind, *view->trace().definitions)));
        toggle->setChecked(isOpen);
    }
    const bool hasChart = view != nullptr && !view->frame().docks().empty();
    action("exportPicture")->setEnabled(hasChart);
    action("exportPictureForPrint")->setEnabled(hasChart);
    action("saveLayout")
        ->setText(
            view != nullptr ? tr("Save layout as &default for %1")
                                  .arg(layouts::nameOf(layouts::kindOf(view->trace())))
                            : tr("Save layout as &default"));
}

void MainWindow::applyFirstLayout(TraceTab* tab)
{
    TraceView* view = tab->view();
    const CompareTab* comparison = comparisonOf(tab);
    const int rows = comparison != nullptr ? static_cast<int>(comparison->places().size()) : 1;
    const auto first = layouts::firstLayout(view->trace(), centralWidget()->height() / rows);
    // What is kept for the trace alone would be too much for its part of the window.
    view->applyLayout(
        m_keepsLayouts && comparison == nullptr
            ? layouts::kept(tab->path(), layouts::kindOf(view->trace())).value_or(first)
            : first);
}

void MainWindow::applyFirstLayout(CompareTab* comparison) const
{
    const auto kept = m_keepsLayouts ? layouts::kept(comparison->name()) : std::nullopt;
    if (kept) {
        comparison->applyLayout(*kept);
    }
}

void MainWindow::keepLayout(const QWidget* page) const
{
    if (!m_keepsLayouts) {
        return;
    }
    if (const auto* comparison = qobject_cast<const CompareTab*>(page)) {
        const QVariantMap layout = comparison->layoutState();
        if (!layout.isEmpty()) {
            layouts::keep(comparison->name(), layout);
        }
        return;
    }
    for (const TraceTab* tab : tracesIn(page)) {
        if (tab->view() != nullptr) {
            layouts::keep(tab->path(), tab->view()->layoutState());
        }
    }
}

void MainWindow::loadLayoutFile()
{
    TraceView* view = currentView();
    auto* dialog = new QFileDialog(this, tr("Load layout from a file"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Layouts (*.json)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, view, [this, view](const QString& file) {
        auto layout = layouts::readFile(file);
        const Result<void> fits = layout.isOk()
                                      ? layouts::checkChoices(layout.value(), view->trace())
                                      : Result<void>(layout.error());
        if (fits.isOk()) {
            view->changeLayout(layout.value());
        } else if (currentTab() != nullptr) {
            currentTab()->notice().show(QString::fromStdString(fits.error().message), {}, true);
        }
    });
    dialog->open();
}

void MainWindow::saveLayoutFile()
{
    TraceView* view = currentView();
    auto* dialog = new QFileDialog(this, tr("Save layout in a file"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("Layouts (*.json)")});
    dialog->setDefaultSuffix(QStringLiteral("json"));
    connect(dialog, &QFileDialog::fileSelected, view, [this, view](const QString& file) {
        const Result<void> done = layouts::writeFile(file, view->layoutState());
        if (!done.isOk() && currentTab() != nullptr) {
            currentTab()->notice().show(QString::fromStdString(done.error().message), {}, true);
        }
    });
    dialog->open();
}

void MainWindow::exportPicture(TraceView* view, charts::ChartDock* dock, bool isForPrint)
{
    if (dock == nullptr) {
        return;
    }
    auto* dialog = new QFileDialog(
        this,
        (isForPrint ? tr("Export picture of %1 for print") : tr("Export picture of %1"))
            .arg(dock->chart().title()));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("PNG (*.png)"), tr("SVG (*.svg)")});
    dialog->setDefaultSuffix(QStringLiteral("png"));
    dialog->selectFile(pictureName(view->frame().traceName(), dock->chart().title()));
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        dialog->setDefaultSuffix(filter.startsWith(QLatin1String("SVG")) ? "svg" : "png");
    });
    connect(dialog, &QFileDialog::fileSelected, dock, [=, this](const QString& file) {
        const theme::Theme theme = isForPrint ? theme::printTheme() : theme::currentTheme();
        const charts::Caption caption =
            charts::captionOf(view->frame().traceName(), *view->trace().definitions);
        const Result<void> done = charts::exportPicture(
            view->frame().rulerAbove(*dock), *dock, file, theme, isForPrint ? &caption : nullptr);
        if (!done.isOk() && currentTab() != nullptr) {
            currentTab()->notice().show(QString::fromStdString(done.error().message), {}, true);
        }
    });
    dialog->open();
}

}  // namespace vellum::gui::shell
