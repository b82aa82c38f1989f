// A source, line by line, with what its lines moved.
#include "common/values/sidecar/writer.h"
#include "gui/charts/source/source_chart.h"
#include "gui/charts/source/source_model.h"
#include "tests/gui/charts_bench.h"
#include "tests/gui/values_beside.h"
#include "tests/support/program/test_program.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QSettings>
#include <QString>
#include <QTableView>
#include <QTemporaryDir>

#include <algorithm>
#include <string>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::charts::SourceChart;
using gui::charts::SourceModel;
using tests::FrameBench;
namespace sidecar = values::sidecar;

namespace {

constexpr const char* kTrace = R"(
length 9999
group 0 "rank 0"
location 0 "first" group 0
enter 0 @0 main
enter 0 @1000 relax
leave 0 @5000 relax
leave 0 @9999 main
)";

constexpr const char* kSource = "void relax()\n{\n\tcell = 1;\n\tcell = 1;\n}\n";

/// Stores of line 3 from 1000, of line 4 from 3000; the half of these was there already.
bool writeValues(const std::string& path, const char* source)
{
    sidecar::Writer writer;
    if (writer.create(path.c_str(), {}) != sidecar::WriterFault::None) {
        return false;
    }
    const auto relax = writer.string("relax");
    const auto file = writer.string(source);
    writer.add(sidecar::FunctionRecord{.id = 1, .name = relax});
    writer.add(sidecar::SiteRecord{.id = 1, .function = 1, .file = file, .line = 3, .unit = 8});
    writer.add(sidecar::SiteRecord{.id = 2, .function = 1, .file = file, .line = 4, .unit = 8});
    for (std::uint32_t id : {1U, 2U}) {
        const std::uint64_t begin = id == 1 ? 1000 : 3000;
        writer.add(sidecar::OperationRecord{
            .id = id,
            .t0 = begin,
            .t1 = begin + 1000,
            .kind = sidecar::OperationKind::Visit,
            .accesses = 100,
            .bytes = 800});
        writer.add(sidecar::AccessRecord{
            .op = id,
            .site = id,
            .kind = sidecar::AccessKind::Write,
            .unit = 8,
            .items = 1,
            .accesses = 100,
            .bytes = 800,
            .unchanged = id == 1 ? 0U : 400U});
        writer.add(sidecar::PatternRecord{
            .op = id,
            .site = id,
            .pattern = sidecar::PatternKind::SilentStore,
            .accesses = 50,
            .coverage = 1});
        writer.add(sidecar::LinkRecord{
            .op = id, .location = 0, .time = begin, .quality = sidecar::LinkQuality::Exact});
    }
    return writer.finish(9999) == sidecar::WriterFault::None;
}

/// The frame of a trace whose source was compiled as \p source.
struct SourceBench {
    explicit SourceBench(const QString& source)
        : isWritten(
            writeValues(folder.filePath("run.vps").toStdString(), source.toStdString().c_str()))
        , bench(tests::traceWithValues(kTrace, folder.filePath("run.otf2").toStdString()))
        , chart(bench.open<SourceChart>("source"))
    {
    }
    [[nodiscard]] QString cell(int row, int column) const
    {
        return chart.model().data(chart.model().index(row, column), Qt::DisplayRole).toString();
    }

    QTemporaryDir folder;
    bool isWritten;
    FrameBench bench;
    SourceChart& chart;
};

}  // namespace

class TestSourceChart : public QObject {
    Q_OBJECT

    [[nodiscard]] QString source() const { return m_folder.filePath("x/relax.c"); }

    QTemporaryDir m_folder;

private slots:
    void init();
    void linesHaveWhatTheyMoved();
    void theWindowNarrowsThem();
    void anotherPlaceIsFound();
    void aLineMarksItsFunction();
    void nGoesFromLineToLine();
    void withoutValuesItSaysSo();
};

void TestSourceChart::init()
{
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
    QSettings().clear();
    QDir(m_folder.path()).mkdir("x");
    QFile file(source());
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(kSource) > 0);
}

void TestSourceChart::linesHaveWhatTheyMoved()
{
    const SourceBench bench(source());
    QVERIFY(bench.isWritten);
    bench.bench.settle();
    QCOMPARE(bench.chart.model().rowCount(), 5);
    QCOMPARE(bench.cell(0, SourceModel::Text), QStringLiteral("void relax()"));
    QCOMPARE(bench.cell(0, SourceModel::Moved), QString());
    QCOMPARE(bench.cell(2, SourceModel::Text), QStringLiteral("        cell = 1;"));
    QCOMPARE(bench.cell(2, SourceModel::Share), QStringLiteral("0.0 %"));
    QCOMPARE(bench.cell(3, SourceModel::Moved), QStringLiteral("800 bytes"));
    QCOMPARE(bench.cell(3, SourceModel::Share), QStringLiteral("50.0 %"));
    QCOMPARE(bench.cell(3, SourceModel::Pattern), QStringLiteral("silent store"));
    QCOMPARE(bench.chart.hint(), QString());
    QVERIFY(bench.chart.sentence().contains("2 lines with values"));
}

void TestSourceChart::theWindowNarrowsThem()
{
    SourceBench bench(source());
    bench.bench.settle();
    QCOMPARE(bench.chart.model().rowCount(), 5);
    bench.bench.view.showRange({.begin = 2500, .end = 4000}, "zoom");
    bench.bench.settle();
    QCOMPARE(bench.cell(2, SourceModel::Moved), QString());
    QCOMPARE(bench.cell(3, SourceModel::Moved), QStringLiteral("800 bytes"));
    QCOMPARE(bench.chart.model().rowCount(), 5);
}

void TestSourceChart::anotherPlaceIsFound()
{
    SourceBench bench("/compiled/elsewhere/x/relax.c");
    QCOMPARE(bench.chart.model().rowCount(), 2);
    QVERIFY(bench.chart.hint().contains("/compiled/elsewhere/x/relax.c"));
    QCOMPARE(bench.cell(1, SourceModel::Number), QStringLiteral("4"));
    QCOMPARE(bench.cell(1, SourceModel::Share), QStringLiteral("50.0 %"));
    bench.chart.findAt(source());
    bench.bench.settle();
    QCOMPARE(bench.chart.model().rowCount(), 5);
    QCOMPARE(
        SourceChart::mappings(),
        (gui::data::PathMappings{{"/compiled/elsewhere", m_folder.path()}}));
    QCOMPARE(bench.chart.hint(), QString());
}

void TestSourceChart::aLineMarksItsFunction()
{
    SourceBench bench(source());
    bench.bench.settle();
    QCOMPARE(bench.chart.model().rowCount(), 5);
    QVERIFY(!bench.bench.selection.highlight());
    bench.chart.view().setCurrentIndex(bench.chart.model().index(3, 0));
    QVERIFY(bench.bench.selection.highlight().has_value());
    const auto& regions = bench.bench.trace->definitions->regions;
    const RegionRef marked(bench.bench.selection.highlight()->key.value);
    const auto found = std::ranges::find(regions, marked, &Region::ref);
    QVERIFY(found != regions.end());
    QCOMPARE(found->name, std::string("relax"));
}

void TestSourceChart::nGoesFromLineToLine()
{
    SourceBench bench(source());
    bench.bench.settle();
    QCOMPARE(bench.chart.model().rowCount(), 5);
    const auto row = [&bench] { return bench.chart.view().currentIndex().row(); };
    bench.chart.view().setCurrentIndex(bench.chart.model().index(0, 0));
    QTest::keyClick(&bench.chart.view(), Qt::Key_N);
    QCOMPARE(row(), 2);
    QTest::keyClick(&bench.chart.view(), Qt::Key_N);
    QCOMPARE(row(), 3);
    QTest::keyClick(&bench.chart.view(), Qt::Key_N);
    QCOMPARE(row(), 2);
    QTest::keyClick(&bench.chart.view(), Qt::Key_N, Qt::ShiftModifier);
    QCOMPARE(row(), 3);
}

void TestSourceChart::withoutValuesItSaysSo()
{
    FrameBench bench(tests::traceFromText(kTrace));
    auto* chart = qobject_cast<SourceChart*>(bench.frame.open("source", {}));
    QVERIFY(chart != nullptr);
    const bool hasFailed = QTest::qWaitFor(
        [chart] { return chart->exactness() == gui::models::Exactness::Failed; }, 20'000);
    QVERIFY(hasFailed);
    QVERIFY2(chart->errorText().contains("values"), qPrintable(chart->errorText()));
    QCOMPARE(chart->model().rowCount(), 0);
}

VELLUM_TEST_GUI(TestSourceChart)
#include "test_source_chart.moc"
