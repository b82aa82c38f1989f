// Which charts a trace opens with.

#include "gui/shell/layouts.h"
#include "tests/gui/window_bench.h"
#include "tests/support/program/test_program.h"

#include <QAction>
#include <QApplication>
#include <QByteArray>
#include <QCoreApplication>
#include <QFile>
#include <QIODevice>
#include <QSettings>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <QVariant>
#include <QVariantMap>

#include <tuple>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
namespace layouts = gui::shell::layouts;
using layouts::TraceKind;

namespace {

constexpr const char* kMpi = R"(
length 99
group 0 "rank 0"
group 1 "rank 1"
location 0 "a" group 0
location 1 "b" group 1
enter 0 @0 main
send 0 @1 to 1 tag 1 bytes 8
leave 0 @9 main
recv 1 @7 from 0 tag 1 bytes 8
)";
constexpr const char* kCommunicating = R"(
length 99
group 0 "rank 0"
group 1 "rank 1"
location 0 "a" group 0
location 1 "b" group 1
locations-group 0 0 1
comm-group 1 0 1
comm 0 1
enter 0 @0 main
leave 0 @9 main
enter 1 @0 main
leave 1 @9 main
)";
constexpr const char* kGpu = R"(
region 1 kernel role 40
enter 0 @0 kernel
leave 0 @9 kernel
)";
constexpr const char* kCounting = R"(
location 0 "a"
location 1 "sensor" type metric
metric 3 power unit W
enter 0 @0 main
leave 0 @9 main
event 1 @1 Metric 3 4 100
)";

QStringList kindsIn(const QVariantMap& layout)
{
    QStringList kinds;
    for (const QVariant& chart : layout.value("charts").toList()) {
        kinds.append(chart.toMap().value("kind").toString());
    }
    return kinds;
}

}  // namespace

class TestLayouts : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    tests::FakeDataSource m_source;

    std::shared_ptr<const gui::data::Trace> trace(const char* text)
    {
        return m_source.add(QString::fromLatin1(text), tests::traceFromText(text));
    }

private slots:
    void initTestCase();
    void init();

    void whatATraceOpensWithSuitsItsKind();
    void littleRoomIsForFewCharts();
    void resettingALayoutResetsTheGroupsOfRows();
    void aTraceIsLeftAndFoundAgain();
    void rowsStandAsTheyWereLeft();
    void chartsThatFloatAreThereAgain();
    void theDefaultOfAKindIsForTracesThatWereNeverOpened();
    void onlyTheLastFiftyTracesAreRemembered();
    void nonsenseInTheSettingsIsNoLayout();
    void aCommandLineNamesCharts();
    void whatACommandLineGotWrongIsASentence();
    void aNameThatTheTraceLacksIsRefusedWithSomeThatItHas_data();
    void aNameThatTheTraceLacksIsRefusedWithSomeThatItHas();
    void aLayoutComesBackFromAFile();
    void aFileThatIsNoLayoutIsRefusedByName();
};

void TestLayouts::initTestCase()
{
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
    QCoreApplication::setOrganizationName("vellum-test");
    QCoreApplication::setApplicationName("layouts");
}

void TestLayouts::init()
{
    QSettings().clear();
}

void TestLayouts::whatATraceOpensWithSuitsItsKind()
{
    constexpr int kHigh = 2'000;
    const auto mpi = trace(kMpi);
    QCOMPARE(layouts::kindOf(*mpi), TraceKind::Mpi);
    QCOMPARE(
        kindsIn(layouts::firstLayout(*mpi, kHigh)), (QStringList{"master", "process", "summary"}));
    const auto gpu = trace(kGpu);
    QCOMPARE(layouts::kindOf(*gpu), TraceKind::Gpu);
    QCOMPARE(
        kindsIn(layouts::firstLayout(*gpu, kHigh)), (QStringList{"master", "summary", "process"}));
    const auto counting = trace(kCounting);
    QCOMPARE(layouts::kindOf(*counting), TraceKind::OneProcess);
    QCOMPARE(
        kindsIn(layouts::firstLayout(*counting, kHigh)),
        (QStringList{"master", "process", "counter"}));
}

void TestLayouts::littleRoomIsForFewCharts()
{
    const auto mpi = trace(kMpi);
    QCOMPARE(kindsIn(layouts::firstLayout(*mpi, 300)), QStringList{"master"});
    QCOMPARE(kindsIn(layouts::firstLayout(*mpi, 650)), (QStringList{"master", "process"}));
}

void TestLayouts::resettingALayoutResetsTheGroupsOfRows()
{
    using gui::models::RowsBy;
    const tests::OpenWindow made(m_folder.path(), kCommunicating);
    gui::charts::TimelineChart& chart = made.view().chart();
    QVERIFY(chart.run(QStringLiteral("rowsByCommunicator")));
    made.settle();
    QCOMPARE(chart.rowsBy(), RowsBy::Communicator);
    made.window.action(QStringLiteral("resetLayout"))->trigger();
    made.settle();
    QCOMPARE(chart.rowsBy(), RowsBy::SystemTree);
    made.view().history().undo();
    made.settle();
    QCOMPARE(chart.rowsBy(), RowsBy::Communicator);
    made.view().history().redo();
    QCOMPARE(chart.rowsBy(), RowsBy::SystemTree);
    made.settle();
}

void TestLayouts::aTraceIsLeftAndFoundAgain()
{
    const QVariantMap layout = layouts::layoutOf({"master", "radar"});
    layouts::keep("/a.otf2", layout);
    layouts::keep("/b.otf2", layouts::layoutOf({"summary"}));
    QCOMPARE(layouts::kept("/a.otf2", TraceKind::Mpi), layout);
    layouts::forget("/a.otf2", TraceKind::Mpi);
    QVERIFY(!layouts::kept("/a.otf2", TraceKind::Mpi).has_value());
    QVERIFY(layouts::kept("/b.otf2", TraceKind::Mpi).has_value());
}

/// Pinned, and higher; the time is all of it again, and undo has nothing to take back.
void TestLayouts::rowsStandAsTheyWereLeft()
{
    const auto openPins = [this](bool pins) {
        tests::OpenWindow made(m_folder.path(), kMpi);
        auto& view = made.view().history();
        if (pins) {
            gui::models::ViewState next = view.state();
            next.range = {.begin = 10, .end = 40};
            next.rowHeightPercent = 200;
            next.pinned = {made.view().chart().rows().back().key};
            view.show(std::move(next), "pin");
            made.settle();
        }
        const auto first = made.view().chart().rows().front();
        const gui::models::ViewState left = view.state();
        const bool canUndo = view.canUndo();
        made.window.action("closeTab")->trigger();
        return std::tuple(first.pinned, first.locations.front(), left, canUndo);
    };
    const auto pinned = openPins(true);
    QVERIFY(std::get<0>(pinned));
    const auto again = openPins(false);
    QVERIFY(std::get<0>(again));
    QCOMPARE(std::get<1>(again), LocationRef(1));
    QCOMPARE(std::get<2>(again).rowHeightPercent, 200);
    QCOMPARE(std::get<2>(again).range.begin, Tick{0});
    QVERIFY(!std::get<3>(again));
}

/// Quitting closes windows; those of charts are not closed by the user.
void TestLayouts::chartsThatFloatAreThereAgain()
{
    {
        tests::OpenWindow made(m_folder.path(), kMpi);
        made.view().frame().setOpen("summary", true);
        made.settle();
        made.view().frame().docks().back()->setFloating(true);
        QCoreApplication::processEvents();
        made.window.action("quit")->trigger();
        QApplication::closeAllWindows();  // as the last that a program does
    }
    const tests::OpenWindow next(m_folder.path(), kMpi);
    const auto* dock = next.view().frame().docks().back();
    QCOMPARE(QLatin1String(dock->kind().name), QLatin1String("summary"));
    QVERIFY(dock->isFloating());
    next.settle();
}

void TestLayouts::theDefaultOfAKindIsForTracesThatWereNeverOpened()
{
    const QVariantMap layout = layouts::layoutOf({"summary"});
    layouts::keepAsDefault(TraceKind::Gpu, layout);
    QCOMPARE(layouts::kept("/new.json", TraceKind::Gpu), layout);
    QVERIFY(!layouts::kept("/new.json", TraceKind::Mpi).has_value());
    layouts::keep("/new.json", layouts::layoutOf({"master"}));
    QCOMPARE(kindsIn(layouts::kept("/new.json", TraceKind::Gpu).value()), QStringList{"master"});
}

void TestLayouts::onlyTheLastFiftyTracesAreRemembered()
{
    for (int i = 0; i < 60; ++i) {
        layouts::keep(QString::number(i), layouts::layoutOf({"master"}));
    }
    QVERIFY(!layouts::kept("9", TraceKind::Mpi).has_value());
    QVERIFY(layouts::kept("10", TraceKind::Mpi).has_value());
}

void TestLayouts::nonsenseInTheSettingsIsNoLayout()
{
    QSettings().setValue("layouts/traces", "no list");
    QSettings().setValue("layouts/default0", 7);
    QVERIFY(!layouts::kept("/a.otf2", TraceKind::Mpi).has_value());
}

void TestLayouts::aCommandLineNamesCharts()
{
    const auto layout = layouts::parseCharts("master,process=3, radar=MPI_Wait");
    QVERIFY(layout.isOk());
    QCOMPARE(kindsIn(layout.value()), (QStringList{"master", "process", "radar"}));
    const QVariantMap process = layout.value().value("charts").toList()[1].toMap();
    QCOMPARE(process.value("settings").toMap().value("location").toString(), "3");
}

void TestLayouts::whatACommandLineGotWrongIsASentence()
{
    for (const char* text : {"pie", "master,", "", "master=3", "summary;process"}) {
        const auto layout = layouts::parseCharts(text);
        QVERIFY2(!layout.isOk(), text);
        QVERIFY(layout.error().message.find("--charts") != std::string::npos);
    }
}

void TestLayouts::aNameThatTheTraceLacksIsRefusedWithSomeThatItHas_data()
{
    QTest::addColumn<QString>("charts");
    QTest::addColumn<QString>("sentence");  // empty: accepted
    const auto row = [](const char* charts, const char* sentence) {
        QTest::newRow(charts) << QString::fromLatin1(charts) << QString::fromLatin1(sentence);
    };
    row("counter=power", "");
    row("master,counter=volts", "has no counter 'volts', but power");
    row("radar=mpi", "");
    row("radar=main", "");
    row("radar=ain", "");
    row("radar=power", "");
    row("radar=nobody", "has no group, function or counter 'nobody', but the groups");
    row("process=sensor", "");
    row("process=9", "has no location '9', but a, sensor");
    row("summary=function", "");
    row("summary=colour", "neither group nor function");
}

void TestLayouts::aNameThatTheTraceLacksIsRefusedWithSomeThatItHas()
{
    QFETCH(const QString, charts);
    QFETCH(const QString, sentence);
    const auto layout = layouts::parseCharts(charts);
    QVERIFY(layout.isOk());
    const auto shown = m_source.add("/data/run.otf2", tests::traceFromText(kCounting));
    const Result<void> checked = layouts::checkChoices(layout.value(), *shown);
    QCOMPARE(checked.isOk(), sentence.isEmpty());
    if (!checked.isOk()) {
        const QString said = QString::fromStdString(checked.error().message);
        QVERIFY2(said.contains(sentence), qPrintable(said));
        QVERIFY2(said.contains("run.otf2") || said.contains("summary"), qPrintable(said));
    }
}

void TestLayouts::aLayoutComesBackFromAFile()
{
    const QString file = m_folder.filePath("layout.json");
    QVariantMap layout = layouts::parseCharts("master,process=3").value();
    layout.insert("docks", QByteArray("\x00\xff\x01 places", 10));
    layout.insert("labelWidth", 170);
    QVERIFY(layouts::writeFile(file, layout).isOk());
    const auto read = layouts::readFile(file);
    QVERIFY(read.isOk());
    QCOMPARE(kindsIn(read.value()), (QStringList{"master", "process"}));
    QCOMPARE(read.value().value("docks").toByteArray(), layout.value("docks").toByteArray());
    QCOMPARE(read.value().value("labelWidth").toInt(), 170);
    const QVariantMap process = read.value().value("charts").toList()[1].toMap();
    QCOMPARE(process.value("settings").toMap().value("location").toString(), "3");
    QVERIFY(!layouts::writeFile(m_folder.filePath("no/such/x.json"), layout).isOk());
}

void TestLayouts::aFileThatIsNoLayoutIsRefusedByName()
{
    const auto refused = [this](const QByteArray& text) {
        QFile file(m_folder.filePath("bad.json"));
        const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
        file.close();
        const auto read = layouts::readFile(file.fileName());
        return isWritten && !read.isOk()
               && read.error().message.find("bad.json") != std::string::npos;
    };
    QVERIFY(refused("no json"));
    QVERIFY(refused(""));
    QVERIFY(refused("{}"));
    QVERIFY(refused("[1, 2]"));
    QVERIFY(refused(R"({"schema": "vellum-layout/1", "charts": []})"));
    QVERIFY(refused(R"({"schema": "vellum-layout/1", "charts": [{"kind": "pie"}]})"));
    QVERIFY(!layouts::readFile(m_folder.filePath("none.json")).isOk());
}

VELLUM_TEST_GUI(TestLayouts)
#include "test_layouts.moc"
