// The dialogs of filters and the find field as they are used: typed into, ticked and clicked.

#include "gui/shell/filter_bar.h"
#include "gui/shell/filter_dialog.h"
#include "gui/shell/find_field.h"
#include "tests/gui/window_bench.h"
#include "tests/support/program/test_program.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QLabel>
#include <QLatin1Char>
#include <QLineEdit>
#include <QList>
#include <QMenu>
#include <QPoint>
#include <QPushButton>
#include <QRect>
#include <QSize>
#include <QSpinBox>
#include <QString>
#include <QStyle>
#include <QStyleOptionViewItem>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeWidget>
#include <QWidget>

#include <algorithm>

namespace vellum::gui {

namespace {

using tests::comes;

constexpr const char* kRun = R"(
ticks-per-second 1000
group 0 "rank 0"
group 1 "rank 1"
group 2 "GPU" type accelerator
location 0 "a" group 0
location 1 "b" group 0
location 2 "c" group 1
location 3 "stream" group 2 type stream
region 1 main
region 2 solve
region 3 MPI_Wait paradigm 4
region 4 MPI_Init paradigm 4
locations-group 0 0 2
comm-group 1 0 1
comm 0 1
enter 0 @0 main
enter 0 @100 solve
event 0 @110 MpiCollectiveBegin
event 0 @120 MpiCollectiveEnd 0 0 4294967295 0 0
send 0 @150 to 1 comm 0 tag 5 bytes 8
leave 0 @200 solve
enter 0 @300 MPI_Wait
leave 0 @400 MPI_Wait
leave 0 @1000 main
enter 1 @0 main
leave 1 @1000 main
enter 2 @0 main
leave 2 @1000 main
enter 3 @0 solve
leave 3 @500 solve
)";

struct Window : tests::OpenWindow {
    explicit Window(const QString& folder) : OpenWindow(folder, kRun) {}

    template <typename Dialog>
    [[nodiscard]] Dialog& open(const char* action) const
    {
        window.action(action)->trigger();
        QCoreApplication::processEvents();
        return *window.findChild<Dialog*>();
    }
    [[nodiscard]] const models::FilterSet& filters() const { return view().history().filters(); }
    /// References of the locations that are left.
    [[nodiscard]] std::vector<std::uint64_t> shown() const
    {
        std::vector<std::uint64_t> all;
        for (const Location& location : view().trace().definitions->locations) {
            if (filters().shows(location.ref)) {
                all.push_back(location.ref.value());
            }
        }
        return all;
    }
    [[nodiscard]] bool standsOut(std::uint32_t region) const
    {
        return filters().standsOut(RegionRef(region));
    }
};

using Locations = std::vector<std::uint64_t>;

/// The one of its kind that is called so.
template <typename Widget>
Widget* named(const QWidget& parent, const char* name)
{
    const auto all = parent.findChildren<Widget*>();
    const auto found = std::ranges::find_if(all, [name](const Widget* one) {
        return one->accessibleName().startsWith(QLatin1String(name));
    });
    return found == all.end() ? nullptr : *found;
}

/// The button or box that reads so.
template <typename Button>
Button* reading(const QWidget& parent, const char* text)
{
    const auto all = parent.findChildren<Button*>();
    const auto found = std::ranges::find_if(all, [text](const Button* one) {
        return one->text().remove(QLatin1Char('&')) == QLatin1String(text);
    });
    return found == all.end() ? nullptr : *found;
}

void click(QWidget* widget)
{
    // At its left: a box is clicked on, not the room behind its words.
    QTest::mouseClick(widget, Qt::LeftButton, {}, QPoint(8, widget->height() / 2));
    QCoreApplication::processEvents();
}

void tick(const QTreeWidget& tree, const QString& name)
{
    const auto items = tree.findItems(name, Qt::MatchExactly | Qt::MatchRecursive);
    QCOMPARE(items.size(), 1);
    QStyleOptionViewItem option;
    option.initFrom(&tree);
    option.rect = tree.visualItemRect(items.front());
    option.features = QStyleOptionViewItem::HasCheckIndicator;
    option.widget = &tree;
    const QRect box =
        tree.style()->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &option, &tree);
    QTest::mouseClick(tree.viewport(), Qt::LeftButton, {}, box.center());
    QCoreApplication::processEvents();
}

/// A point of the chart where the function is drawn; none: null.
QPoint placeOf(const charts::Chart& chart, RegionRef function)
{
    const QSize size = chart.viewport()->size();
    for (int y = 1; y < size.height(); y += 3) {
        for (int x = chart.labelWidth(); x < size.width(); x += 3) {
            if (chart.functionAt({x, y}) == function) {
                return {x, y};
            }
        }
    }
    return {};
}

/// By a right click there.
bool chooseAt(const charts::Chart& chart, QPoint place, const char* text)
{
    QTest::mouseClick(chart.viewport(), Qt::RightButton, {}, place);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    const QList<QAction*> all = menu != nullptr ? menu->actions() : QList<QAction*>();
    const auto found = std::ranges::find_if(all, [text](const QAction* one) {
        return one->text().remove(QLatin1Char('&')) == QString::fromUtf8(text);
    });
    const bool isThere = found != all.end();
    if (isThere) {
        (*found)->trigger();
    }
    if (menu != nullptr) {
        menu->close();
    }
    QCoreApplication::processEvents();
    return isThere;
}

}  // namespace

class TestFilterGestures : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

private slots:
    void init() { m_folder = tests::makeFolder(); }

    // ---- Locations --------------------------------------------------------------------------

    void locationsAreTickedInTheTree()
    {
        Window made(m_folder->path());
        auto& dialog = made.open<shell::LocationFilterDialog>("filterLocations");
        const auto& tree = *dialog.findChild<QTreeWidget*>();
        tick(tree, "rank 0");  // with what is below it
        tick(tree, "b");       // but for this
        click(reading<QPushButton>(dialog, "Show only these"));
        QCOMPARE(made.shown(), Locations{0});
        made.window.action("undo")->trigger();
        QCOMPARE(made.shown().size(), std::size_t{4});
    }

    void locationsAreTickedByNameTypeCommunicatorAndAsRepresentatives()
    {
        Window made(m_folder->path());
        auto& dialog = made.open<shell::LocationFilterDialog>("filterLocations");
        QTest::keyClicks(named<QLineEdit>(dialog, "Locations by name"), "rank 0/*");
        const auto ticked = [&dialog] {
            Locations all;
            for (const LocationRef location : dialog.ticked()) {
                all.push_back(location.value());
            }
            return all;
        };
        QCOMPARE(ticked(), (Locations{0, 1}));
        auto* sets = named<QComboBox>(dialog, "Locations by communicator");
        QCOMPARE(sets->itemText(0), QStringLiteral("CPU threads"));
        QTest::keyClick(sets, Qt::Key_Down);  // threads, streams, then what is in the communicator
        QCOMPARE(ticked(), (Locations{0, 1, 2}));
        QTest::keyClick(sets, Qt::Key_Down);
        QCOMPARE(ticked(), Locations{3});
        QTest::keyClick(sets, Qt::Key_Down);
        QCOMPARE(ticked(), (Locations{0, 1, 2}));
        named<QSpinBox>(dialog, "One process of so many")->setValue(2);
        click(reading<QPushButton>(dialog, "Tick"));
        QCOMPARE(ticked(), (Locations{0, 1, 3}));
        click(reading<QPushButton>(dialog, "Hide these"));
        QCOMPARE(made.shown(), Locations{2});
    }

    /// And not the one that was chosen before, or the first where none was.
    void theBoxOfSetsSaysWhatIsTicked()
    {
        Window made(m_folder->path());
        auto& dialog = made.open<shell::LocationFilterDialog>("filterLocations");
        const auto& tree = *dialog.findChild<QTreeWidget*>();
        auto* sets = named<QComboBox>(dialog, "Locations by communicator");
        QCOMPARE(sets->currentText(), QString());  // none is ticked
        QCOMPARE(sets->placeholderText(), QString::fromUtf8("…"));
        dialog.setWords("3");
        QCOMPARE(sets->currentText(), QStringLiteral("accelerator streams"));
        tick(tree, "a");
        QCOMPARE(sets->currentText(), QString());
        dialog.setWords("a,b,c");
        QCOMPARE(sets->currentText(), QStringLiteral("CPU threads"));
        QTest::keyClick(sets, Qt::Key_End);  // a communicator, of the same ones
        QVERIFY(sets->currentText().startsWith("communicator"));
        dialog.setWords("rank 0/*");
        QCOMPARE(sets->currentText(), QString());
        dialog.setWords("");
        QCOMPARE(sets->currentText(), QString());
    }

    /// The bar of filters takes a line from them, that is all, and gives it back.
    void hidingRowsLeavesTheHeightsOfCharts()
    {
        Window made(m_folder->path());
        auto& frame = made.view().frame();
        frame.setOpen("process", true);
        frame.setOpen("summary", true);
        made.settle();
        const auto heights = [&made, &frame] {
            made.settle();
            std::vector<int> all;
            for (const charts::ChartDock* dock : frame.docks()) {
                all.push_back(dock->height());
            }
            return all;
        };
        const std::vector<int> before = heights();
        const int whole = frame.height();
        made.view().history().addFilter(
            *made.view().trace().definitions,
            {.kind = models::Filter::Kind::HideLocations,
             .text = "rank 0",
             .locations = std::make_shared<const std::vector<LocationRef>>(
                 std::vector{LocationRef(0), LocationRef(1)})},
            "hide");
        const std::vector<int> filtered = heights();
        const int bar = whole - frame.height();
        QVERIFY(bar > 0);
        for (std::size_t i = 0; i < before.size(); ++i) {
            QVERIFY(filtered[i] <= before[i] && filtered[i] >= before[i] - bar);
        }
        made.window.action("undo")->trigger();
        QCOMPARE(heights(), before);
        made.window.action("redo")->trigger();
        QCOMPARE(heights(), filtered);
        made.window.action("undo")->trigger();
        QCOMPARE(heights(), before);
    }

    // ---- Functions --------------------------------------------------------------------------

    void rulesAreAddedAndJoined()
    {
        Window made(m_folder->path());
        auto& dialog = made.open<shell::FunctionFilterDialog>("filterFunctions");
        auto* name = named<QLineEdit>(dialog, "Functions by name");
        auto* add = reading<QPushButton>(dialog, "Add rule");
        QVERIFY(!add->isEnabled());
        click(reading<QCheckBox>(dialog, "regular expression"));
        QTest::keyClicks(name, "^(main|solve)$");
        click(add);
        QVERIFY(made.standsOut(1) && made.standsOut(2) && !made.standsOut(3));
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, "^(solve|MPI_Wait)$");
        click(add);
        QVERIFY(made.standsOut(1) && made.standsOut(2) && made.standsOut(3));  // any of the rules
        const auto combos = dialog.findChildren<QComboBox*>();
        const auto joined = std::ranges::find_if(combos, [](const QComboBox* one) {
            return one->itemText(0) == QLatin1String("any of the rules");
        });
        QVERIFY(joined != combos.end());
        QTest::keyClick(*joined, Qt::Key_Down);
        QVERIFY(!made.standsOut(1) && made.standsOut(2) && !made.standsOut(3));  // all of them
        QTest::keyClick(*joined, Qt::Key_Up);
        QVERIFY(made.standsOut(1));
    }

    /// Traces define functions that are never called.
    void theDialogSaysHowManyFunctionsAreCalled()
    {
        Window made(m_folder->path());
        auto& dialog = made.open<shell::FunctionFilterDialog>("filterFunctions");
        auto* name = named<QLineEdit>(dialog, "Functions by name");
        const auto says = [&dialog](const char* text) {
            return comes([&] { return reading<QLabel>(dialog, text) != nullptr; });
        };
        QTest::keyClicks(name, "MPI");
        QVERIFY(says("2 of 4 functions fit, 1 of them called"));
        name->clear();
        QTest::keyClicks(name, "Init");
        QVERIFY(says("1 of 4 functions fit, 0 of them called"));
    }

    /// As the command line does.
    void limitsThatNothingCanFitAreRefused()
    {
        Window made(m_folder->path());
        auto& dialog = made.open<shell::FunctionFilterDialog>("filterFunctions");
        const auto* add = reading<QPushButton>(dialog, "Add rule");
        auto* most = named<QLineEdit>(dialog, "Longest visit at most");
        QTest::keyClicks(named<QLineEdit>(dialog, "Longest visit at least"), "0.2 s");
        QVERIFY(add->isEnabled());
        QTest::keyClicks(most, "100 ms");
        QVERIFY(!add->isEnabled());
        QVERIFY(
            reading<QLabel>(dialog, "nothing fits: at most 100 ms is less than at least 0.2 s")
            != nullptr);
        most->clear();
        QTest::keyClicks(most, "200 ms");
        QVERIFY(add->isEnabled());
    }

    void allButTheseStandOut()
    {
        Window made(m_folder->path());
        auto& dialog = made.open<shell::FunctionFilterDialog>("filterFunctions");
        QTest::keyClicks(named<QLineEdit>(dialog, "Functions by name"), "mpi");
        click(reading<QCheckBox>(dialog, "all others instead of these"));
        click(reading<QPushButton>(dialog, "Add rule"));
        QVERIFY(made.standsOut(1) && made.standsOut(2) && !made.standsOut(3));
        QCOMPARE(
            made.view().history().filters().filters().back().text,
            QStringLiteral("all functions but “mpi”"));
        QCOMPARE(made.view().history().range(), made.view().history().whole());
    }

    // ---- Finding ----------------------------------------------------------------------------

    void findTakesExpressionsAndCase()
    {
        Window made(m_folder->path());
        shell::FindField& find = made.window.findField();
        auto* edit = find.findChild<QLineEdit*>();
        QTest::keyClicks(edit, "s.lve");
        QVERIFY(comes([&] { return find.status() == "no hit"; }));
        click(reading<QToolButton>(find, ".*"));
        QVERIFY(comes([&] { return find.status() == "1 of 2"; }));
        edit->selectAll();
        QTest::keyClicks(edit, "SOLVE");
        QVERIFY(comes([&] { return find.status() == "1 of 2"; }));
        click(reading<QToolButton>(find, "Aa"));
        QVERIFY(comes([&] { return find.status() == "no hit"; }));
    }

    // ---- The menu over a bar ------------------------------------------------------------------

    /// In the master timeline and in a process timeline.
    void aBarsMenuFindsFiltersAndCopiesItsFunction()
    {
        Window made(m_folder->path());
        made.settle();
        std::size_t menus = 0;
        for (const charts::ChartDock* dock : made.view().frame().docks()) {
            const charts::Chart& chart = dock->chart();
            const QPoint place = placeOf(chart, RegionRef(3));
            if (place.isNull()) {
                continue;
            }
            ++menus;
            QGuiApplication::clipboard()->clear();
            QVERIFY(chooseAt(chart, place, "Copy name"));
            QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("MPI_Wait"));
            QVERIFY(chooseAt(chart, place, "Find calls of “MPI_Wait”"));
            QVERIFY(comes([&] { return made.window.findField().status() == "1 of 1"; }));
            QVERIFY(chooseAt(chart, place, "Filter: only “MPI_Wait”"));
            QVERIFY(made.standsOut(3) && !made.standsOut(2));
            made.view().history().undo();
            QVERIFY(chooseAt(chart, place, "Filter: all but “MPI_Wait”"));
            QVERIFY(!made.standsOut(3) && made.standsOut(2));
            made.view().history().undo();
            QVERIFY(made.filters().filters().empty());
            made.settle();
        }
        QCOMPARE(menus, std::size_t{2});
    }

    void findTakesArguments()
    {
        Window made(m_folder->path());
        shell::FindField& find = made.window.findField();
        QTest::keyClicks(find.findChild<QLineEdit*>(), "arg:msg_tag=5");
        QVERIFY(comes([&] { return find.status() == "1 of 1"; }));
        const TickRange sending{.begin = 100, .end = 200};
        QCOMPARE(made.view().selection().visit()->visit, sending);
    }

    void findStepsByItsButtons()
    {
        Window made(m_folder->path());
        shell::FindField& find = made.window.findField();
        QTest::keyClicks(find.findChild<QLineEdit*>(), "main");
        QVERIFY(comes([&] { return find.status() == "1 of 3"; }));
        click(named<QToolButton>(find, "Next hit"));
        QCOMPARE(find.status(), QStringLiteral("2 of 3"));
        click(named<QToolButton>(find, "Previous hit"));
        QCOMPARE(find.status(), QStringLiteral("1 of 3"));
    }
};

}  // namespace vellum::gui

VELLUM_TEST_GUI(vellum::gui::TestFilterGestures)
#include "test_filter_gestures.moc"
