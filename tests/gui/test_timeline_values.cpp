// How much of what was moved was there already, over the master timeline's bars.

#include "common/values/sidecar/joined_copy.h"
#include "common/values/sidecar/writer.h"
#include "gui/charts/table/table_chart.h"
#include "gui/models/search_model.h"
#include "gui/theme/scales.h"
#include "gui/theme/theme.h"
#include "tests/gui/charts_bench.h"
#include "tests/gui/values_beside.h"
#include "tests/support/program/test_program.h"

#include <QColor>
#include <QImage>
#include <QRect>
#include <QString>
#include <QTableView>
#include <QTemporaryDir>

#include <algorithm>
#include <string>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::models::Layer;
using tests::FrameBench;
namespace sidecar = values::sidecar;

namespace {

constexpr const char* kTrace = R"(
length 9999
group 0 "rank 0"
location 0 "first" group 0
location 1 "second" group 0
enter 0 @0 main
enter 1 @0 main
leave 0 @9999 main
leave 1 @9999 main
)";

/// Stores of a thousand ticks each.
struct Stores {
    std::uint64_t begin = 0;
    std::uint64_t unchanged = 0;  ///< of 1,000 kilobytes
    sidecar::LinkQuality quality = sidecar::LinkQuality::Exact;
};

bool writeValues(const std::string& path, std::initializer_list<Stores> all)
{
    sidecar::Writer writer;
    if (writer.create(path.c_str(), {}) != sidecar::WriterFault::None) {
        return false;
    }
    std::uint64_t id = 0;
    writer.add(sidecar::FunctionRecord{.id = 1, .name = writer.string("main")});
    for (const Stores& one : all) {
        ++id;
        writer.add(sidecar::OperationRecord{
            .id = id,
            .t0 = one.begin,
            .t1 = one.begin + 1000,
            .kind = sidecar::OperationKind::Visit,
            .function = 1,
            .accesses = 125'000,
            .bytes = 1'000'000});
        writer.add(sidecar::AccessRecord{
            .op = id,
            .kind = sidecar::AccessKind::Write,
            .unit = 8,
            .items = 1,
            .accesses = 125'000,
            .bytes = 1'000'000,
            .unchanged = 1'000 * one.unchanged});
        writer.add(sidecar::PatternRecord{
            .op = id, .pattern = sidecar::PatternKind::SilentStore, .accesses = 125});
        writer.add(sidecar::LinkRecord{
            .op = id, .location = 0, .time = one.begin, .quality = one.quality});
    }
    // Joins that are not exact are those of another run.
    if (std::ranges::any_of(
            all, [](const Stores& one) { return one.quality != sidecar::LinkQuality::Exact; })) {
        const auto key = writer.string(sidecar::kValuesOfTraceSetting);
        writer.add(
            sidecar::SettingRecord{.key = key, .value = writer.string("/runs/slow/traces.otf2")});
    }
    return writer.finish(9999) == sidecar::WriterFault::None;
}

/// The frame of a trace with values beside it.
struct ValuesBench {
    ValuesBench(std::initializer_list<Stores> all)
        : isWritten(writeValues(folder.filePath("run.vps").toStdString(), all))
        , bench(tests::traceWithValues(kTrace, folder.filePath("run.otf2").toStdString()))
    {
    }
    /// Pixels of that colour in the row of \p location where \p tick is.
    [[nodiscard]] int pixels(LocationRef location, Tick tick, const QColor& color) const
    {
        const QImage image = bench.master->viewport()->grab().toImage();
        const QRect row = bench.master->rowRect(location).value();
        const QRect canvas = bench.master->canvasRect();
        const int x = canvas.left() + static_cast<int>(tick * canvas.width() / 10'000);
        int count = 0;
        for (int y = row.top(); y <= row.bottom(); ++y) {
            count += image.pixelColor(x, y) == color ? 1 : 0;
        }
        return count;
    }

    QTemporaryDir folder;
    bool isWritten;
    FrameBench bench;
};

}  // namespace

class TestTimelineValues : public QObject {
    Q_OBJECT

private slots:
    void heightAndColourAreTheShare();
    void itIsOffAtFirstAndUndone();
    void doubtfulJoinsAreHatched();
    void thePointerIsToldTheShare();
    void tracesWithoutValuesHaveNone();
    void enterOnARowSeeksItsVisits();
};

void TestTimelineValues::heightAndColourAreTheShare()
{
    ValuesBench values{{1000, 1000}, {3000, 500}, {5000, 0}};
    QVERIFY(values.isWritten);
    FrameBench& bench = values.bench;
    bench.master->layers().setShown(Layer::Values, true);
    bench.settle();
    const LocationRef first(0);
    const int whole = values.pixels(first, 1500, gui::theme::colorBelowNames(1));
    const int half = values.pixels(first, 3500, gui::theme::colorBelowNames(0.5));
    const int none = values.pixels(first, 5500, gui::theme::colorBelowNames(0));
    QVERIFY2(whole > 8, qPrintable(QString::number(whole)));
    QVERIFY2(std::abs(2 * half - whole) <= 2, qPrintable(QString::number(half)));
    QCOMPARE(none, 0);
    QCOMPARE(values.pixels(first, 5500, gui::theme::currentTheme().ink), 1);  // at the edge
    QCOMPARE(values.pixels(first, 2500, gui::theme::colorBelowNames(1)), 0);
    QCOMPARE(values.pixels(LocationRef(1), 1500, gui::theme::colorBelowNames(1)), 0);
    const QString sentence = bench.master->sentence();
    QVERIFY2(sentence.contains("redundancy of 3 operations"), qPrintable(sentence));
}

void TestTimelineValues::itIsOffAtFirstAndUndone()
{
    ValuesBench values{{1000, 1000}};
    FrameBench& bench = values.bench;
    const auto isPainted = [&] {
        bench.settle();
        return values.pixels(LocationRef(0), 1500, gui::theme::colorBelowNames(1)) > 0;
    };
    QVERIFY(!isPainted());
    QTest::keyClick(bench.master, Qt::Key_U);
    QVERIFY(isPainted());
    bench.view.undo();
    QVERIFY(!isPainted());
    bench.view.redo();
    QVERIFY(isPainted());
    QTest::keyClick(bench.master, Qt::Key_U);
    QVERIFY(!isPainted());
}

void TestTimelineValues::doubtfulJoinsAreHatched()
{
    ValuesBench values{{1000, 1000, sidecar::LinkQuality::Shifted}, {3000, 1000}};
    FrameBench& bench = values.bench;
    bench.master->layers().setShown(Layer::Values, true);
    bench.settle();
    const QColor ink = gui::theme::currentTheme().ink;
    int hatched = 0;
    int plain = 0;
    for (Tick tick = 1200; tick < 1800; tick += 50) {
        hatched += values.pixels(LocationRef(0), tick, ink);
        plain += values.pixels(LocationRef(0), tick + 2000, ink);
    }
    QVERIFY2(hatched > plain + 5, qPrintable(QString::number(hatched)));
    QVERIFY2(
        bench.master->sentence().contains("from another run (slow)"),
        qPrintable(bench.master->sentence()));
}

void TestTimelineValues::enterOnARowSeeksItsVisits()
{
    ValuesBench values{{1000, 1000}, {3000, 500}};
    FrameBench& bench = values.bench;
    auto& table = bench.open<gui::charts::TableChart>("table", {{"question", "values-patterns"}});
    QCOMPARE(table.model().rowCount(), 1);
    QString sought;
    connect(&bench.frame, &gui::charts::ChartFrame::findWanted, this, [&](const QString& text) {
        sought = text;
    });
    table.view().selectRow(0);
    QTest::keyClick(&table.view(), Qt::Key_Return);
    QCOMPARE(sought, QStringLiteral("values:object=\"unknown memory\",pattern=silent-store"));
    gui::models::SearchModel search(bench.source, *bench.trace);
    search.search(sought, false, true, 0);
    // Both accesses are in the one visit of main.
    QVERIFY(QTest::qWaitFor([&search] { return search.count() == 1; }));
    QVERIFY(search.marksOn(LocationRef(0)) == (std::vector<TickRange>{{0, 9999}}));
    QVERIFY(search.marksOn(LocationRef(1)).empty());
}

namespace {

/// What the status bar is told when the pointer is at \p percent of the first row.
QString toldAt(FrameBench& bench, int percent)
{
    bench.master->viewport()->grab();
    QString told;
    const auto connection = QObject::connect(
        bench.master, &gui::charts::Chart::pathHovered, bench.master, [&told](const QString& text) {
            told = text;
        });
    const QRect canvas = bench.master->canvasRect();
    const QRect row = bench.master->rowRect(LocationRef(0)).value();
    QTest::mouseMove(
        bench.master->viewport(),
        {canvas.left() + canvas.width() * percent / 100, row.center().y()});
    static_cast<void>(QTest::qWaitFor([&told] { return told.contains("redundant"); }));
    QObject::disconnect(connection);
    return told;
}

}  // namespace

void TestTimelineValues::thePointerIsToldTheShare()
{
    ValuesBench values{{1000, 930}};
    values.bench.master->layers().setShown(Layer::Values, true);
    values.bench.settle();
    const QString told = toldAt(values.bench, 15);
    QVERIFY2(told.contains("93.0 % of "), qPrintable(told));
    QVERIFY2(told.contains("redundant here (silent store)"), qPrintable(told));
}

void TestTimelineValues::tracesWithoutValuesHaveNone()
{
    FrameBench bench(kTrace);
    QVERIFY(!bench.master->layers().has(Layer::Values));
    QTest::keyClick(bench.master, Qt::Key_U);
    bench.settle();
    QVERIFY(bench.master->errorText().isEmpty());
}

VELLUM_TEST_GUI(TestTimelineValues)
#include "test_timeline_values.moc"
