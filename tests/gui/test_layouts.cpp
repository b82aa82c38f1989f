// Which charts a trace opens with.

#include "gui/shell/layouts.h"
#include "tests/support/fake_data_source.h"
#include "tests/support/trace_text.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QtTest/QtTest>

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
    void aTraceIsLeftAndFoundAgain();
    void theDefaultOfAKindIsForTracesThatWereNeverOpened();
    void onlyTheLastFiftyTracesAreRemembered();
    void nonsenseInTheSettingsIsNoLayout();
    void aCommandLineNamesCharts();
    void whatACommandLineGotWrongIsASentence();
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

QTEST_GUILESS_MAIN(TestLayouts)
#include "test_layouts.moc"
