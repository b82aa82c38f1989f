// What MainWindow's menus do with rows and filters.

#include "gui/data/wording.h"
#include "gui/shell/filter_dialog.h"
#include "gui/shell/main_window.h"
#include "gui/shell/palette_model.h"
#include "gui/shell/record_filter_dialog.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QMenuBar>

#include <algorithm>
#include <memory>
#include <unordered_set>

namespace vellum::gui::shell {

namespace {

constexpr const char* kOnlyRepresentatives = "onlyRepresentatives";

/// All on or, if all are, all off: the set without a filter switched is not the same as none.
std::vector<models::Filter> switched(std::vector<models::Filter> filters)
{
    const bool isAnyOn = std::ranges::any_of(filters, &models::Filter::isOn);
    for (models::Filter& filter : filters) {
        filter.isOn = !isAnyOn;
    }
    return filters;
}

/// Instances of one template begin alike, and differ in the middle or at the end: both ends of a long name.
QString endsOf(const QString& name)
{
    constexpr qsizetype kMost = 72;
    constexpr qsizetype kHead = 24;
    return name.size() <= kMost
               ? name
               : name.left(kHead) + QStringLiteral("…") + name.right(kMost - kHead - 1);
}

}  // namespace

void MainWindow::makeFilterMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("Fi&lter"));
    addTraceAction(menu, "filterLocations", tr("&Locations…"), QKeySequence("Ctrl+L"), [this] {
        auto* dialog = new LocationFilterDialog(
            currentView()->sharedTrace(), currentView()->history(), currentView());
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->show();
    });
    addTraceAction(
        menu, "filterFunctions", tr("&Functions…"), QKeySequence("Ctrl+Shift+L"), [this] {
            auto* dialog = new FunctionFilterDialog(
                *m_source, currentView()->sharedTrace(), currentView()->history(), currentView());
            dialog->setAttribute(Qt::WA_DeleteOnClose);
            dialog->show();
        });
    const auto addRecords =
        [this, menu](const char* name, const QString& text, models::Filter::Kind kind) {
            addTraceAction(menu, name, text, {}, [this, kind] {
                auto* dialog = new RecordFilterDialog(
                    kind,
                    *m_source,
                    currentView()->sharedTrace(),
                    currentView()->history(),
                    currentView());
                dialog->setAttribute(Qt::WA_DeleteOnClose);
                dialog->show();
            });
        };
    addRecords("filterMessages", tr("&Messages…"), models::Filter::Kind::Messages);
    addRecords("filterCollectives", tr("&Collectives…"), models::Filter::Kind::Collectives);
    addRecords("filterIo", tr("&I/O…"), models::Filter::Kind::Io);
    action("filterLocations")->setProperty(kNameInPalette, tr("Filter locations"));
    action("filterFunctions")->setProperty(kNameInPalette, tr("Filter functions"));
    action("filterMessages")->setProperty(kNameInPalette, tr("Filter messages"));
    action("filterCollectives")->setProperty(kNameInPalette, tr("Filter collectives"));
    action("filterIo")->setProperty(kNameInPalette, tr("Filter I/O"));
    menu->addSeparator();
    addTraceAction(
        menu, "switchFilters", tr("All filters on or &off"), QKeySequence("Ctrl+Shift+F"), [this] {
            const TraceView& view = *currentView();
            currentView()->history().setFilters(
                *view.trace().definitions,
                switched(currentView()->history().filters().filters()),
                tr("switch filters"));
        });
    addTraceAction(menu, "removeFilters", tr("&Remove all filters"), {}, [this] {
        currentView()->history().setFilters(nullptr, tr("remove filters"));
    });
    menu->addSeparator();
    addChartActions(menu, true);
}

/// Everything the charts do at a key can be found in a menu too.
void MainWindow::addChartActions(QMenu* menu, bool ofRows)
{
    for (const charts::KeyCommand& command : m_keys.commands()) {
        if (!command.isOfChart || command.isOfRows != ofRows) {
            continue;
        }
        addAction(menu, command.name, command.text, {}, [this, name = command.name] {
            if (TraceView* view = currentView()) {
                view->chart().run(name);
            }
        });
    }
}

void MainWindow::showRowMenu(QPoint globalPosition)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const charts::TimelineChart& chart = currentView()->chart();
    const RegionRef function = chart.functionAt(chart.viewport()->mapFromGlobal(globalPosition));
    if (function.isDefined()) {
        fillFunctionMenu(menu, function);
    }
    for (const charts::KeyCommand& command : m_keys.commands()) {
        if (command.isOfRows) {
            menu->addAction(action(command.name));
        }
    }
    menu->addSeparator();
    currentView()->chart().fillZoomMenu(*menu);
    menu->popup(globalPosition);
}

/// What can be done with the function that the menu was opened over.
void MainWindow::fillFunctionMenu(QMenu* menu, RegionRef region)
{
    const Region* what = currentView()->trace().definitions->find(region);
    if (what == nullptr) {
        return;
    }
    const QString name = QString::fromStdString(what->name);
    QString shown = endsOf(data::shortName(what->name).simplified());
    const QString ends = shown;
    shown.replace(QLatin1Char('&'), QLatin1String("&&"));
    const auto filter = [this, region, ends](bool isOnly) {
        const Definitions& definitions = *currentView()->trace().definitions;
        auto functions = std::make_shared<std::unordered_set<RegionRef>>();
        for (const Region& one : definitions.regions) {
            if ((one.ref == region) == isOnly) {
                functions->insert(one.ref);
            }
        }
        currentView()->history().addFilter(
            definitions,
            {.kind = models::Filter::Kind::Functions,
             .text = (isOnly ? tr("functions “%1”") : tr("all functions but “%1”")).arg(ends),
             .functions = std::move(functions)},
            tr("filter functions"));
    };
    menu->addAction(
        tr("&Find calls of “%1”").arg(shown), this, [this, region] { goToFunction(region); });
    menu->addAction(tr("Filter: &only “%1”").arg(shown), this, [filter] { filter(true); });
    menu->addAction(tr("Filter: all &but “%1”").arg(shown), this, [filter] { filter(false); });
    menu->addAction(tr("&Copy name"), this, [name] { QApplication::clipboard()->setText(name); });
    menu->addSeparator();
}

/// How the rows of the master timeline are put together; its own menu has the same.
void MainWindow::makeRowsMenu(QMenu* view)
{
    struct Entry {
        const char* command = "";
        QString text;
        models::RowsBy by = models::RowsBy::SystemTree;
    };
    const std::vector<Entry> entries = {
        {"rowsBySystemTree", tr("&System tree"), models::RowsBy::SystemTree},
        {"rowsByCommunicator", tr("&Communicator"), models::RowsBy::Communicator},
        {"rowsByLocationType", tr("Location &type"), models::RowsBy::LocationType},
        {"rowsByLikeness", tr("&Likeness in the whole trace"), models::RowsBy::Likeness},
        {"rowsByLikenessHere", tr("Likeness in the shown &window"), models::RowsBy::Likeness},
        {kOnlyRepresentatives, tr("One &representative per cluster"), models::RowsBy::Likeness}};
    QMenu* menu = view->addMenu(tr("&Group rows by"));
    auto* group = new QActionGroup(menu);
    // Without a trace it is none of these.
    group->setExclusionPolicy(QActionGroup::ExclusionPolicy::ExclusiveOptional);
    for (const Entry& entry : entries) {
        const QString command = QLatin1String(entry.command);
        QAction* made = addAction(menu, command, entry.text, {}, [this, command] {
            if (TraceView* shown = currentView()) {
                shown->chart().run(command);
            }
        });
        made->setCheckable(true);
        if (command == QLatin1String(kOnlyRepresentatives)) {
            menu->insertSeparator(made);
        } else {
            group->addAction(made);
        }
    }
    // Also before actions are offered elsewhere.
    connect(this, &MainWindow::actionsWanted, menu, &QMenu::aboutToShow);
    connect(menu, &QMenu::aboutToShow, this, [this, entries] {
        TraceView* shown = currentView();
        for (const Entry& entry : entries) {
            const QString command = QLatin1String(entry.command);
            action(command)->setEnabled(
                shown != nullptr && models::canGroupBy(*shown->trace().definitions, entry.by));
            action(command)->setChecked(
                shown != nullptr
                && (command == QLatin1String(kOnlyRepresentatives)
                        ? shown->chart().showsOnlyRepresentatives()
                        : command == shown->chart().rowsCommand()));
        }
    });
}

/// Bookmarks by number and notes by time; their entries say what is there now.
void MainWindow::makeNotesMenus(QMenu* go)
{
    QMenu* marks = go->addMenu(tr("&Bookmarks"));
    for (int i = 0; i < models::Notes::kBookmarks; ++i) {
        const QString number = QString::number(i);
        addTraceAction(
            marks,
            QStringLiteral("bookmark") + number,
            tr("Go to bookmark %1").arg(i),
            QKeySequence(number),
            [this, i] { currentView()->moves().recall(i); });
    }
    marks->addSeparator();
    for (int i = 0; i < models::Notes::kBookmarks; ++i) {
        const QString number = QString::number(i);
        addTraceAction(
            marks,
            QStringLiteral("storeBookmark") + number,
            tr("Keep the view as bookmark %1").arg(i),
            QKeySequence(QStringLiteral("Ctrl+") + number),
            [this, i] { currentView()->moves().store(i); });
    }
    connect(marks, &QMenu::aboutToShow, this, [this] {
        for (int i = 0; i < models::Notes::kBookmarks; ++i) {
            action(QStringLiteral("bookmark%1").arg(i))
                ->setText(
                    currentView() != nullptr
                        ? QStringLiteral("&%1   %2").arg(i).arg(currentView()->moves().titleOf(i))
                        : tr("Go to bookmark %1").arg(i));
        }
    });
    QMenu* notes = go->addMenu(tr("&Notes"));
    connect(notes, &QMenu::aboutToShow, this, [this, notes] {
        notes->clear();
        if (currentView() == nullptr) {
            return;
        }
        Moves& moves = currentView()->moves();
        constexpr std::size_t kMostListed = 40;
        const std::size_t count = moves.notes().notes().size();
        for (std::size_t i = 0; i < std::min(count, kMostListed); ++i) {
            QString title = moves.titleOfNote(i);
            notes->addAction(title.replace(QLatin1Char('&'), QLatin1String("&&")), this, [this, i] {
                currentView()->moves().showNote(i);
            });
        }
        notes->addSeparator();
        notes->addAction(action("editNotes"));
    });
    addTraceAction(go, "editNotes", tr("List of &notes…"), QKeySequence("Shift+M"), [this] {
        currentView()->moves().editNotes();
    });
    m_traceActions << marks->menuAction() << notes->menuAction();
}

}  // namespace vellum::gui::shell
