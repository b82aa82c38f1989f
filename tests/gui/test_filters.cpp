// Filters in the window: dialogs, chips, and every chart that follows them.

#include "gui/shell/filter_bar.h"
#include "gui/shell/filter_dialog.h"
#include "gui/theme/region_colors.h"
#include "gui/theme/theme.h"
#include "tests/gui/colors.h"
#include "tests/gui/window_bench.h"
#include "tests/support/program/test_program.h"

#include <QAction>
#include <QColor>
#include <QCoreApplication>
#include <QImage>
#include <QLabel>
#include <QPushButton>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <QToolButton>

namespace vellum::gui {

namespace {

using shell::FilterBar;
using tests::comes;

constexpr const char* kTwo = R"(
ticks-per-second 1000
group 0 "rank 0"
group 1 "rank 1"
location 0 "a" group 0
location 1 "b" group 1
region 0 main paradigm 1
region 1 work paradigm 1
region 2 MPI_Wait paradigm 4
enter 0 @0 main
enter 0 @100 work
leave 0 @400 work
leave 0 @1000 main
enter 1 @0 main
enter 1 @200 MPI_Wait
leave 1 @900 MPI_Wait
leave 1 @1000 main
)";

struct Window : tests::OpenWindow {
    explicit Window(const QString& folder) : OpenWindow(folder, kTwo) {}

    [[nodiscard]] FilterBar& bar() const { return *window.findChild<FilterBar*>(); }
    /// The functions that the summary lists, longest first.
    [[nodiscard]] QStringList functions() const
    {
        settle();
        QStringList names;
        for (const auto& item : view().summary().findChild<charts::SummaryBars*>()->items()) {
            names << item.name;
        }
        return names;
    }
};

}  // namespace

class TestFiltersInTheWindow : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    template <typename Dialog>
    static Dialog* open(Window& made, const char* action)
    {
        made.window.action(action)->trigger();
        return made.window.findChild<Dialog*>();
    }

private slots:
    void init() { m_folder = tests::makeFolder(); }

    void aLocationFilterHoldsInEveryChart()
    {
        Window made(m_folder->path());
        QVERIFY(!made.bar().isVisible());
        QVERIFY(!made.window.action("removeFilters")->isEnabled());
        auto* dialog = open<shell::LocationFilterDialog>(made, "filterLocations");
        QVERIFY(dialog != nullptr);
        dialog->setWords("rank 1/*");
        QCOMPARE(dialog->ticked(), (std::vector<LocationRef>{LocationRef(1)}));
        dialog->apply(models::Filter::Kind::OnlyLocations);
        QCOMPARE(made.functions(), (QStringList{"MPI_Wait", "main"}));
        QVERIFY(made.bar().isVisible());
        const auto overview = made.source->of<query::SummaryTimelineRequest>();
        QVERIFY(std::ranges::any_of(overview, [](const auto& request) {
            return request.rows == std::vector<std::vector<LocationRef>>{{LocationRef(1)}};
        }));
        QCOMPARE(made.window.action("undo")->text(), QStringLiteral("&Undo filter locations"));
        made.window.action("undo")->trigger();
        QCOMPARE(made.functions().size(), 3);
        QVERIFY(!made.bar().isVisible());
    }

    void chipsHaveTheInkOfTheTheme()
    {
        Window made(m_folder->path());
        made.window.show();
        auto* dialog = open<shell::LocationFilterDialog>(made, "filterLocations");
        dialog->setWords("rank 1/*");
        dialog->apply(models::Filter::Kind::OnlyLocations);
        made.window.action("theme2")->trigger();  // dark
        const auto restored = qScopeGuard([&] { made.window.action("theme0")->trigger(); });
        QVERIFY(theme::currentTheme().isDark);
        made.settle();
        const QImage switched = made.bar().grab().toImage();
        made.window.action("undo")->trigger();
        made.window.action("redo")->trigger();
        made.settle();
        QVERIFY(switched == made.bar().grab().toImage());
    }

    void theDialogBeginsWithWhatIsShownAndReplacesIt()
    {
        Window made(m_folder->path());
        auto* dialog = open<shell::LocationFilterDialog>(made, "filterLocations");
        QVERIFY(dialog->ticked().empty());
        dialog->setWords("rank 1/*");
        dialog->apply(models::Filter::Kind::OnlyLocations);
        delete dialog;
        dialog = open<shell::LocationFilterDialog>(made, "filterLocations");
        QCOMPARE(dialog->ticked(), (std::vector<LocationRef>{LocationRef(1)}));
        dialog->setWords("rank 0/*");
        dialog->apply(
            models::Filter::Kind::OnlyLocations);  // not what is in both, which is nothing
        const models::FilterSet& filters = made.view().history().filters();
        QCOMPARE(filters.filters().size(), std::size_t{1});
        QVERIFY(filters.shows(LocationRef(0)) && !filters.shows(LocationRef(1)));
    }

    /// Whether the overview strip has the colour of a group anywhere.
    static bool stripHas(Window& made, FunctionGroup group)
    {
        const QImage strip = made.view().overview().grab().toImage();
        const QColor wanted = theme::groupColor(group);
        for (int x = 0; x < strip.width(); ++x) {
            // Low, where there is no mark; the frame's corners are elsewhere.
            if (tests::isSameColor(strip.pixelColor(x, strip.height() - 6), wanted)) {
                return true;
            }
        }
        return false;
    }

    void aFunctionFilterHoldsInTheOverviewStrip()
    {
        Window made(m_folder->path());
        QVERIFY(stripHas(made, FunctionGroup::Application));
        auto* dialog = open<shell::FunctionFilterDialog>(made, "filterFunctions");
        dialog->setRule("mpi_", false);
        dialog->apply();
        made.settle();
        QVERIFY(!stripHas(made, FunctionGroup::Application));
        QVERIFY(stripHas(made, FunctionGroup::Mpi));
        made.window.action("undo")->trigger();
        made.settle();
        QVERIFY(stripHas(made, FunctionGroup::Application));
    }

    static void onlyFunctions(Window& made, const char* name)
    {
        auto* dialog = open<shell::FunctionFilterDialog>(made, "filterFunctions");
        dialog->setRule(name, false);
        dialog->apply();
        dialog->close();
        made.settle();
    }

    void whereNoFilteredFunctionIsThatIsSaid()
    {
        Window made(m_folder->path());
        onlyFunctions(made, "MPI_Wait");
        const charts::TimelineChart& chart = made.view().chart();
        QVERIFY(!chart.filteredFunctions().areAbsent());
        made.view().history().showRange({.begin = 0, .end = 150}, "zoom");
        made.settle();
        QVERIFY(chart.filteredFunctions().areAbsent());
        QVERIFY2(
            chart.filteredAbsence().contains("next visit begins at 0.2"),
            qPrintable(chart.filteredAbsence()));
        made.view().history().showRange({.begin = 950, .end = 990}, "zoom");
        made.settle();
        QVERIFY2(
            chart.filteredAbsence().contains("last visit began at 0.2"),
            qPrintable(chart.filteredAbsence()));
        made.window.grab();
    }

    void chartsSayThatTheyAreFiltered()
    {
        Window made(m_folder->path());
        const auto sentence = [&made](const char* chart) {
            return made.view().frame().chart(QLatin1String(chart))->sentence();
        };
        made.view().frame().setOpen("summary", true);
        made.view().frame().setOpen("process", true);
        onlyFunctions(made, "MPI_Wait");
        for (const char* chart : {"master", "summary", "process"}) {
            QVERIFY2(
                sentence(chart).contains("filtered: 1 of 3 functions"),
                qPrintable(sentence(chart)));
        }
        // Where there is little room the end of a header goes.
        QVERIFY2(sentence("summary").startsWith("filtered: "), qPrintable(sentence("summary")));
        const QString panel = made.view().summary().header()->accessibleDescription();
        QVERIFY2(panel.startsWith("filtered: 1 of 3 functions · "), qPrintable(panel));
        made.window.action("removeFilters")->trigger();
        QVERIFY2(!sentence("summary").contains("filtered"), qPrintable(sentence("summary")));
        auto* dialog = open<shell::LocationFilterDialog>(made, "filterLocations");
        dialog->setWords("ank 0");  // a part of "rank 0" has it all
        QCOMPARE(dialog->ticked(), std::vector{LocationRef(0)});
        dialog->setWords("a");
        dialog->apply(models::Filter::Kind::HideLocations);
        QVERIFY2(
            sentence("summary").contains("filtered: 1 of 2 locations"),
            qPrintable(sentence("summary")));
    }

    void aTraceIsLeftWithItsFiltersAndFoundWithThem()
    {
        Window made(m_folder->path());
        onlyFunctions(made, "MPI_Wait");
        auto* dialog = open<shell::LocationFilterDialog>(made, "filterLocations");
        dialog->setWords("a");
        dialog->apply(models::Filter::Kind::HideLocations);
        made.settle();
        const QString was =
            made.view().history().filters().sentence(*made.view().trace().definitions);
        made.window.action("saveLayout")->trigger();
        made.window.action("closeTab")->trigger();
        made.window.openTrace(m_folder->path() + "/a.otf2");
        made.settle();
        QCOMPARE(made.view().history().filters().sentence(*made.view().trace().definitions), was);
        QVERIFY(made.bar().isVisible());
        QVERIFY(!made.view().history().canUndo());
        // A default is for other traces, which have other locations.
        made.window.openTrace(m_folder->path() + "/b.otf2");
        made.settle();
        QVERIFY(made.view().history().filters().filters().empty());
    }

    void wordsThatSelectNothingAreSaid()
    {
        Window made(m_folder->path());
        auto* dialog = open<shell::LocationFilterDialog>(made, "filterLocations");
        dialog->setWords("nobody");
        QVERIFY(dialog->ticked().empty());
        const auto labels = dialog->findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(
            labels, [](const QLabel* label) { return label->text().contains("nobody"); }));
    }

    void chipsSwitchAndRemove()
    {
        Window made(m_folder->path());
        auto* dialog = open<shell::FunctionFilterDialog>(made, "filterFunctions");
        dialog->setRule("mpi_", false);
        dialog->apply();
        QCOMPARE(made.functions(), QStringList{"MPI_Wait"});
        const auto click = [&made](const char* name) {
            for (QToolButton* button : made.bar().findChildren<QToolButton*>(name)) {
                if (button->isVisible()) {
                    QTest::mouseClick(button, Qt::LeftButton);
                    break;
                }
            }
            QCoreApplication::processEvents();
        };
        click("toggle");
        QCOMPARE(made.functions().size(), 3);
        QVERIFY(made.bar().isVisible());  // it is off, not gone
        made.window.action("switchFilters")->trigger();
        QCOMPARE(made.functions(), QStringList{"MPI_Wait"});
        click("remove");
        QCOMPARE(made.functions().size(), 3);
        QVERIFY(!made.bar().isVisible());
        made.window.action("undo")->trigger();
        QCOMPARE(made.functions(), QStringList{"MPI_Wait"});
    }

    void aGroupOfFunctionsIsAFilterToo()
    {
        Window made(m_folder->path());
        auto* dialog = open<shell::FunctionFilterDialog>(made, "filterFunctions");
        dialog->setGroup(FunctionGroup::Mpi);
        dialog->apply();
        QCOMPARE(made.functions(), QStringList{"MPI_Wait"});
    }

    void functionsAreFilteredByTheirCallsAndLength()
    {
        Window made(m_folder->path());
        auto* dialog = open<shell::FunctionFilterDialog>(made, "filterFunctions");
        QVERIFY(comes([dialog] { return dialog->knowsCalls(); }));
        dialog->setCalls(2, 0, {});  // main, once on each row
        dialog->apply();
        QCOMPARE(made.functions(), QStringList{"main"});
        made.window.action("undo")->trigger();
        dialog->setCalls(0, 1, "0.5 s");
        dialog->apply();
        QCOMPARE(made.functions(), QStringList{"MPI_Wait"});
        made.window.action("undo")->trigger();
        dialog->setCalls(1, 0, {}, "0.5 s");
        dialog->apply();
        QCOMPARE(made.functions(), QStringList{"work"});
        made.window.action("undo")->trigger();
        dialog->setCalls(0, 0, "soon");
        dialog->apply();  // is no time, and does nothing
        QCOMPARE(made.functions().size(), 3);
    }

    /// A question about no location would be one about all.
    void withoutAnyLocationNothingIsClaimed()
    {
        Window made(m_folder->path());
        auto* dialog = open<shell::LocationFilterDialog>(made, "filterLocations");
        dialog->setWords("a,b");
        dialog->apply(models::Filter::Kind::HideLocations);
        QVERIFY(made.functions().isEmpty());
        made.window.grab();
        made.window.action("removeFilters")->trigger();
        QCOMPARE(made.functions().size(), 3);
    }
};

}  // namespace vellum::gui

VELLUM_TEST_GUI(vellum::gui::TestFiltersInTheWindow)
#include "test_filters.moc"
