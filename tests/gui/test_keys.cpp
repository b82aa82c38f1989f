// Keys in the whole window: the sheet, the palette, the preferences.

#include "gui/charts/key_scheme.h"
#include "gui/shell/command_palette.h"
#include "gui/shell/desktop_motion.h"
#include "gui/shell/keys.h"
#include "gui/shell/palette_model.h"
#include "gui/shell/preferences_dialog.h"
#include "tests/gui/window_bench.h"
#include "tests/support/program/test_program.h"

#include <QAction>
#include <QApplication>
#include <QByteArray>
#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialog>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHash>
#include <QIODevice>
#include <QImage>
#include <QKeySequence>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLatin1Char>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QRectF>
#include <QSpinBox>
#include <QString>
#include <QStringList>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QWindow>

namespace vellum::gui {

namespace {

using charts::NavigationScheme;
using shell::TraceTab;
using tests::comes;
using tests::isShown;
using tests::Window;

template <typename Dialog>
Dialog* dialogOf(Window& made)
{
    const auto all = made.window.findChildren<Dialog*>();
    return all.isEmpty() ? nullptr : all.back();
}

/// Keys that do two things.
QStringList twiceIn(const charts::KeyMap& keys)
{
    QStringList twice;
    QHash<QString, QString> owners;
    for (const charts::KeyCommand& command : keys.commands()) {
        for (const QKeySequence& key : command.keys) {
            QString& owner = owners[key.toString()];
            if (!owner.isEmpty()) {
                twice << key.toString() + ": " + owner + ", " + command.name;
            }
            owner = command.name;
        }
    }
    return twice;
}

/// Commands that have a key and do nothing.
QStringList withoutAction(const shell::MainWindow& window)
{
    QStringList names;
    for (const charts::KeyCommand& command : window.keys().commands()) {
        if (window.action(command.name) == nullptr) {
            names << command.name;
        }
    }
    return names;
}

}  // namespace

class TestKeys : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    [[nodiscard]] QString folder() const { return m_folder->path(); }
    [[nodiscard]] QString path(const char* name) const
    {
        return m_folder->filePath(QLatin1String(name));
    }

private slots:
    void init() { m_folder = tests::makeFolder(); }

    void theSheetAndTheManualSayTheSame();
    void theSheetSeeks();
    void everyKeyDoesOneThing();
    void schemesNameCommandsThatThereAre();
    void thePaletteRunsActions();
    void thePaletteFindsFunctions();
    void thePaletteTellsAlikeNamesApart();
    void thePaletteCutsLongNamesApart();
    void thePaletteGoesToRowsAndTimes();
    void escapeClosesThePalette();
    void aSchemeIsChosenAndRemembered();
    void memoryIsChosenAndRemembered();
    void motionIsTheDesktopsOrTheUsers();
    void aKeyIsChangedAndRemembered();
    void lettersCanBeTypedIntoTheFindField();
    void theKeyboardComesFromTheWindowOfAChart();
};

void TestKeys::theSheetAndTheManualSayTheSame()
{
    const Window made(folder());
    QFile manual(qEnvironmentVariable("VELLUM_SOURCE_DIR") + "/docs/user/moving-about.md");
    QVERIFY(manual.open(QIODevice::ReadOnly));
    QStringList written;
    for (QString line : QString::fromUtf8(manual.readAll()).split('\n')) {
        const bool isRow = line.startsWith("| ") && !line.endsWith("| does |");
        if (isRow) {
            written << line.remove('`');
        }
    }
    QStringList shown;
    for (const shell::KeyHelp& one :
         shell::mouseHelp(NavigationScheme::Vellum) + shell::keyHelp(made.window.keys())) {
        shown << QStringLiteral("| %1 | %2 |").arg(one.key, one.does);
    }
    if (written != shown) {
        qInfo().noquote() << shown.join(QLatin1Char('\n'));
    }
    QCOMPARE(written, shown);
}

void TestKeys::theSheetSeeks()
{
    Window made(folder());
    made.window.action("keys")->trigger();
    auto* sheet = dialogOf<QDialog>(made);
    QVERIFY(sheet != nullptr);
    auto* table = sheet->findChild<QTableWidget*>();
    sheet->findChild<QLineEdit*>()->setText("full range");
    int left = 0;
    for (int row = 0; row < table->rowCount(); ++row) {
        left += table->isRowHidden(row) ? 0 : 1;
    }
    QVERIFY2(left >= 1 && left <= 3, qPrintable(QString::number(left)));
}

void TestKeys::everyKeyDoesOneThing()
{
    Window made(folder());
    for (int i = 0; i < charts::kNavigationSchemes; ++i) {
        made.window.chooseNavigation(static_cast<NavigationScheme>(i));
        QCOMPARE(twiceIn(made.window.keys()), QStringList());
        QCOMPARE(withoutAction(made.window), QStringList());
    }
}

void TestKeys::schemesNameCommandsThatThereAre()
{
    const Window made(folder());
    QStringList missing;
    for (int i = 0; i < charts::kNavigationSchemes; ++i) {
        const QStringList names = charts::keyScheme(static_cast<NavigationScheme>(i)).keys.keys();
        std::ranges::copy_if(names, std::back_inserter(missing), [&made](const QString& name) {
            return made.window.keys().textOf(name).isEmpty();
        });
    }
    QCOMPARE(missing, QStringList());
}

void TestKeys::thePaletteRunsActions()
{
    Window made(folder());
    TraceTab* tab = made.window.openTrace(path("a.otf2"));
    QVERIFY(comes([&] { return isShown(tab); }));
    made.window.action("palette")->trigger();
    shell::CommandPalette& palette = made.window.palette();
    QVERIFY(palette.isVisible());
    QTest::keyClicks(&palette.field(), "zmin");
    QCOMPARE(palette.shown().front(), QStringLiteral("Zoom in"));
    QTest::keyClick(&palette.field(), Qt::Key_Return);
    QVERIFY(!palette.isVisible());
    QVERIFY(tab->view()->history().range().length() < tab->view()->history().whole().length());
    // What stands in a menu within a menu says too little alone.
    made.window.action("palette")->trigger();
    QTest::keyClicks(&palette.field(), "dark");
    QCOMPARE(palette.shown().front(), QStringLiteral("Theme: Dark"));
    QTest::keyClick(&palette.field(), Qt::Key_Escape);
    // Likewise what is a verb only with its menu's title.
    made.window.action("palette")->trigger();
    QTest::keyClicks(&palette.field(), "filter");
    for (const char* kind : {"locations", "functions"}) {
        QVERIFY2(palette.shown().contains(QStringLiteral("Filter ") + kind), kind);
    }
    QTest::keyClick(&palette.field(), Qt::Key_Escape);
}

void TestKeys::thePaletteFindsFunctions()
{
    Window made(folder());
    TraceTab* tab = made.window.openTrace(path("a.otf2"));
    QVERIFY(comes([&] { return isShown(tab); }));
    made.window.showPalette("#wrk");
    shell::CommandPalette& palette = made.window.palette();
    QCOMPARE(palette.shown(), QStringList{"work"});
    QTest::keyClick(&palette.field(), Qt::Key_Return);
    QVERIFY(comes([&] { return made.window.findField().status() == QStringLiteral("1 of 3"); }));
    QCOMPARE(tab->view()->selection().visit()->visit.begin, Tick{100});
}

/// As the function summary does: by kind, or by the side that they are on, which is asked for.
void TestKeys::thePaletteTellsAlikeNamesApart()
{
    Window made(folder(), R"(
ticks-per-second 1000
group 0 "rank 0"
group 1 "GPU" type accelerator
location 0 "thread" group 0
location 1 "stream" group 1 type stream
region 1 axpy paradigm 3
region 2 axpy paradigm 5 role 40
region 3 step paradigm 66
region 4 step paradigm 66
enter 0 @0 3
enter 0 @100 1
leave 0 @200 1
leave 0 @300 3
enter 1 @400 4
enter 1 @400 2
leave 1 @700 2
leave 1 @1000 4
)");
    TraceTab* tab = made.window.openTrace(path("a.otf2"));
    QVERIFY(comes([&] { return isShown(tab); }));
    const shell::CommandPalette& palette = made.window.palette();
    made.window.showPalette("#axpy");
    QCOMPARE(palette.shown(), (QStringList{"axpy", "axpy"}));
    QVERIFY2(palette.notes()[0].startsWith("OpenMP · "), qPrintable(palette.notes()[0]));
    QVERIFY2(palette.notes()[1].startsWith("kernel · "), qPrintable(palette.notes()[1]));
    // The summary may have asked already: here nobody has.
    models::AlikeNames alike(*made.source, tab->view()->sharedTrace());
    shell::PaletteModel model;
    model.setSources({.actions = {}, .trace = tab->view()->sharedTrace(), .alike = &alike});
    model.setText("#step");
    const auto note = [&model](int row) {
        return model.index(row).data(shell::PaletteModel::kNote).toString();
    };
    QVERIFY(comes([&] { return note(1).startsWith("device · "); }));
    QVERIFY2(note(0).startsWith("host · "), qPrintable(note(0)));
}

void TestKeys::thePaletteCutsLongNamesApart()
{
    const QString begin = QStringLiteral("elementwise_kernel_of_many_types_").repeated(6);
    QString text = QStringLiteral("ticks-per-second 1000\n");
    for (const char* end : {"one", "two", "three"}) {
        text += QStringLiteral("enter 0 @0 %1%2\n").arg(begin, QLatin1String(end));
    }
    for (const char* end : {"three", "two", "one"}) {
        text += QStringLiteral("leave 0 @1000 %1%2\n").arg(begin, QLatin1String(end));
    }
    const QByteArray trace = text.toUtf8();
    Window made(folder(), trace.constData());
    TraceTab* tab = made.window.openTrace(path("a.otf2"));
    QVERIFY(comes([&] { return isShown(tab); }));
    made.window.showPalette("#elem");
    QCOMPARE(made.window.palette().shown().size(), 3);
    auto* list = made.window.palette().findChild<QListView*>();
    QVERIFY(list != nullptr);
    const QImage picture = list->viewport()->grab().toImage();
    const double ratio = picture.devicePixelRatio();
    const auto line = [&](int row) {  // of those that are not chosen
        const QRectF place = list->visualRect(list->model()->index(row, 0));
        return picture.copy(QRectF(place.topLeft() * ratio, place.size() * ratio).toAlignedRect());
    };
    QCOMPARE(line(1).size(), line(2).size());
    QVERIFY(line(1) != line(2));
}

void TestKeys::thePaletteGoesToRowsAndTimes()
{
    Window made(folder());
    TraceTab* tab = made.window.openTrace(path("a.otf2"));
    QVERIFY(comes([&] { return isShown(tab); }));
    made.window.showPalette("@");
    QCOMPARE(made.window.palette().shown().size(), 2);  // a process and its only thread
    const QImage before = tab->view()->chart().grab().toImage();
    QTest::keyClick(&made.window.palette().field(), Qt::Key_Return);
    QVERIFY(tab->view()->chart().grab().toImage() != before);  // its label is marked
    tab->view()->history().showRange({.begin = 0, .end = 100}, "zoom");
    made.window.showPalette(":0.5 s");
    QCOMPARE(made.window.palette().shown().size(), 1);
    QTest::keyClick(&made.window.palette().field(), Qt::Key_Return);
    QVERIFY(tab->view()->history().range().contains(500));
    QCOMPARE(tab->view()->history().range().length(), Tick{100});
    QCOMPARE(tab->view()->history().range().begin, Tick{450});  // in the middle
    // The mark stays while the pointer moves, until all is let go of.
    charts::TimeRuler& ruler = tab->view()->frame().ruler();
    charts::TimelineChart& chart = tab->view()->chart();
    const auto picture = [&] { return std::pair(ruler.grab().toImage(), chart.grab().toImage()); };
    const auto marked = picture();
    ruler.setPointer(460);
    chart.setPointer(460);
    ruler.setPointer(std::nullopt);
    chart.setPointer(std::nullopt);
    QVERIFY(picture() == marked);
    QTest::keyClick(chart.viewport(), Qt::Key_Escape);
    QVERIFY(picture().first != marked.first && picture().second != marked.second);
    made.window.showPalette(":99 s");
    QVERIFY(made.window.palette().shown().front().startsWith("Go to the end, "));
    made.window.showPalette(":nonsense");
    QCOMPARE(
        made.window.palette().shown(),
        QStringList{QStringLiteral("“nonsense” is no time, as 1.24 s or 300 ms are.")});
    QTest::keyClick(&made.window.palette().field(), Qt::Key_Return);
    QVERIFY(made.window.palette().isVisible());  // that is not to be chosen
    made.window.showPalette("#qqq");
    QCOMPARE(
        made.window.palette().shown(),
        QStringList{QStringLiteral("No function has “qqq” in its name.")});
    made.window.showPalette(":0.1234567 s");  // between two ticks
    QCOMPARE(made.window.palette().shown(), QStringList{QStringLiteral("Go to 0.1234567 s")});
}

void TestKeys::escapeClosesThePalette()
{
    Window made(folder());
    made.window.showPalette();  // also without a trace
    QVERIFY(made.window.palette().shown().contains("Open"));
    QTest::keyClick(&made.window.palette().field(), Qt::Key_Escape);
    QVERIFY(!made.window.palette().isVisible());
}

void TestKeys::aSchemeIsChosenAndRemembered()
{
    {
        Window made(folder());
        made.window.action("preferences")->trigger();
        auto* dialog = dialogOf<shell::PreferencesDialog>(made);
        QVERIFY(dialog != nullptr);
        auto* schemes = dialog->findChild<QComboBox*>();
        schemes->setCurrentIndex(1);
        emit schemes->activated(1);
        QCOMPARE(made.window.navigation(), NavigationScheme::Vampir);
    }
    const Window next(folder());
    QCOMPARE(next.window.navigation(), NavigationScheme::Vampir);
}

void TestKeys::memoryIsChosenAndRemembered()
{
    constexpr std::size_t kMegabyte = std::size_t{1} << 20U;
    {
        Window made(folder());
        TraceTab* tab = made.window.openTrace(path("a.otf2"));
        QVERIFY(comes([&] { return isShown(tab); }));
        QCOMPARE(tab->view()->timeline().memory(), 256 * kMegabyte);
        made.window.action("preferences")->trigger();
        dialogOf<shell::PreferencesDialog>(made)->findChild<QSpinBox*>()->setValue(64);
        QCOMPARE(tab->view()->timeline().memory(), 64 * kMegabyte);
    }
    Window next(folder());
    TraceTab* tab = next.window.openTrace(path("a.otf2"));
    QVERIFY(comes([&] { return isShown(tab); }));
    QCOMPARE(tab->view()->timeline().memory(), 64 * kMegabyte);
}

/// A pan goes on unless the desktop is still; what the user chose counts before that.
void TestKeys::motionIsTheDesktopsOrTheUsers()
{
    const auto before = qgetenv("XDG_CONFIG_HOME");
    qputenv("XDG_CONFIG_HOME", folder().toUtf8());
    const auto write = [this](const char* file, const char* text) {
        const QString name = folder() + QLatin1Char('/') + QLatin1String(file);
        QDir().mkpath(QFileInfo(name).path());
        QFile out(name);
        return out.open(QIODevice::WriteOnly) && out.write(text) > 0;
    };
    QVERIFY(shell::desktopWantsMotion());
    QVERIFY(write("kdeglobals", "[KDE]\nAnimationDurationFactor=0\n"));
    QVERIFY(!shell::desktopWantsMotion());
    QVERIFY(write("kdeglobals", "[KDE]\nAnimationDurationFactor=0.5\n"));
    QVERIFY(shell::desktopWantsMotion());
    QVERIFY(write("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=0\n"));
    QVERIFY(!shell::desktopWantsMotion());
    {
        Window made(folder());
        TraceTab* tab = made.window.openTrace(path("a.otf2"));
        QVERIFY(comes([&] { return isShown(tab); }));
        QVERIFY(!tab->view()->chart().flings());
        made.window.action("preferences")->trigger();
        dialogOf<shell::PreferencesDialog>(made)->findChild<QCheckBox*>()->click();
        QVERIFY(tab->view()->chart().flings());
    }
    Window next(folder());
    TraceTab* tab = next.window.openTrace(path("a.otf2"));
    QVERIFY(comes([&] { return isShown(tab); }));
    QVERIFY(tab->view()->chart().flings());
    qputenv("XDG_CONFIG_HOME", before);
}

void TestKeys::aKeyIsChangedAndRemembered()
{
    const auto isTaken = [](const Window& made) {
        return made.window.keys().commandOf(QKeySequence("W")) == QStringLiteral("fullRange")
               && !made.window.keys().keysOf("zoomIn").contains(QKeySequence("W"))
               && made.window.keys().keysOf("fullRange").contains(QKeySequence("Home"));
    };
    {
        Window made(folder());
        made.window.action("preferences")->trigger();
        auto* dialog = dialogOf<shell::PreferencesDialog>(made);
        auto* table = dialog->findChild<QTableWidget*>();
        const auto found = table->findItems("Full range", Qt::MatchExactly);
        QCOMPARE(found.size(), 1);
        table->setCurrentItem(found.front());
        dialog->findChild<QKeySequenceEdit*>()->setKeySequence(QKeySequence("W"));
        QTest::mouseClick(dialog->findChild<QPushButton*>("addKey"), Qt::LeftButton);
        QVERIFY(isTaken(made));
    }
    Window next(folder());
    QVERIFY(isTaken(next));
    TraceTab* tab = next.window.openTrace(path("a.otf2"));
    QVERIFY(comes([&] { return isShown(tab); }));
    tab->view()->history().showRange({.begin = 100, .end = 200}, "zoom");
    QTest::keyClick(&tab->view()->chart(), Qt::Key_W);
    QCOMPARE(tab->view()->history().range(), tab->view()->history().whole());
    next.window.resetKeys();
    QVERIFY(next.window.keys().keysOf("zoomIn").contains(QKeySequence("W")));
}

void TestKeys::lettersCanBeTypedIntoTheFindField()
{
    Window made(folder());
    TraceTab* tab = made.window.openTrace(path("a.otf2"));
    QVERIFY(comes([&] { return isShown(tab); }));
    made.window.findField().activate();
    auto* edit = made.window.findField().findChild<QLineEdit*>();
    QTest::keyClicks(edit, "wasdfz.,[]m019/?");
    QCOMPARE(edit->text(), QStringLiteral("wasdfz.,[]m019/?"));
    QCOMPARE(tab->view()->history().range(), tab->view()->history().whole());
}

void TestKeys::theKeyboardComesFromTheWindowOfAChart()
{
    Window made(folder());
    TraceTab* tab = made.window.openTrace(path("a.otf2"));
    QVERIFY(comes([&] { return isShown(tab); }));
    charts::ChartDock* dock = tab->view()->frame().docks().front();
    dock->setFloating(true);
    QCoreApplication::processEvents();
    dock->activateWindow();
    dock->chart().setFocus();
    QVERIFY(comes([&] { return QApplication::focusWidget() == &dock->chart(); }));
    const auto type = [](Qt::Key key, Qt::KeyboardModifiers with = {}) {
        QTest::keyClick(QGuiApplication::focusWindow(), key, with);
    };
    shell::CommandPalette& palette = made.window.palette();
    type(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(comes([&] { return QApplication::focusWidget() == &palette.field(); }));
    QVERIFY(palette.isWindow());  // not below that of the chart
    type(Qt::Key_H);
    QCOMPARE(palette.field().text(), QStringLiteral("h"));
    type(Qt::Key_Escape);
    QVERIFY(!palette.isVisible());
    QVERIFY(comes([&] { return QApplication::focusWidget() == &dock->chart(); }));
    auto* edit = made.window.findField().findChild<QLineEdit*>();
    type(Qt::Key_F, Qt::ControlModifier);
    QVERIFY(comes([&] { return QApplication::focusWidget() == edit; }));
    type(Qt::Key_H);
    QCOMPARE(edit->text(), QStringLiteral("h"));
    // From the main window it is a part of that again.
    type(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(comes([&] { return QApplication::focusWidget() == &palette.field(); }));
    QVERIFY(!palette.isWindow());
    type(Qt::Key_Escape);
    QVERIFY(comes([&] { return QApplication::focusWidget() == edit; }));
    type(Qt::Key_Escape);
    QVERIFY(comes([&] { return QApplication::focusWidget() == &dock->chart(); }));
}

}  // namespace vellum::gui

VELLUM_TEST_GUI(vellum::gui::TestKeys)
#include "test_keys.moc"
