// Pages of objects over time, as a chart.
#include "common/values/sidecar/writer.h"
#include "gui/charts/pages/page_looks.h"
#include "gui/charts/pages/pages_chart.h"
#include "tests/gui/charts_bench.h"
#include "tests/gui/values_beside.h"
#include "tests/support/program/test_program.h"

#include <QImage>
#include <QKeyEvent>
#include <QSignalSpy>
#include <QString>
#include <QTemporaryDir>
#include <QTest>

#include <set>
#include <string>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::charts::PagesChart;
using tests::FrameBench;
namespace sidecar = values::sidecar;
namespace page_state = query::page_state;

namespace {

constexpr const char* kTrace = R"(
length 9999
group 0 "rank 0"
location 0 "first" group 0
enter 0 @0 main
leave 0 @9999 main
)";
constexpr std::uint64_t kPage = 4096;

void addRun(
    sidecar::Writer& writer, std::uint64_t op, sidecar::PageState state, std::uint64_t offset = 0)
{
    sidecar::PageRunRecord run{
        .op = op, .object = 1, .offset = offset, .bytes = offset == 0 ? 8 * kPage : kPage};
    run.t0 = 1000 * op;
    run.t1 = run.t0 + 1000;
    run.state = state;
    run.pageShift = 12;
    writer.add(run);
}

/// Eight of sixteen pages of "cells" are written for the first time from 1000 on, changed from 2000 on, and written in vain from
/// 3000 to 4000; another is changed once. A line of "grid" is falsely shared from 4000 to 5000.
bool writeValues(const std::string& path)
{
    sidecar::Writer writer;
    if (writer.create(path.c_str(), {}) != sidecar::WriterFault::None) {
        return false;
    }
    const auto cells = writer.string("cells");
    const auto grid = writer.string("grid");
    writer.add(sidecar::ObjectRecord{.id = 1, .base = 0x10000, .size = 16 * kPage, .name = cells});
    writer.add(sidecar::ObjectRecord{.id = 2, .base = 0x80000, .size = kPage, .name = grid});
    for (std::uint64_t id = 1; id <= 4; ++id) {
        writer.add(sidecar::OperationRecord{
            .id = id,
            .t0 = 1000 * id,
            .t1 = 1000 * id + 1000,
            .kind = sidecar::OperationKind::Window});
        writer.add(sidecar::LinkRecord{
            .op = id, .location = 0, .time = 1000 * id, .quality = sidecar::LinkQuality::Exact});
    }
    addRun(writer, 1, sidecar::PageState::First);
    addRun(writer, 2, sidecar::PageState::Changed);
    addRun(writer, 3, sidecar::PageState::Unchanged);
    addRun(writer, 1, sidecar::PageState::Changed, 12 * kPage);
    sidecar::PageRecord line{.object = 2, .page = 0x80000, .t0 = 4000, .t1 = 5000};
    line.pageClass = sidecar::PageClass::FalseShared;
    line.pageShift = 6;
    line.cpuWrites = 16;
    line.processorMask = 3;
    writer.add(line);
    return writer.finish(9999) == sidecar::WriterFault::None;
}

struct PagesBench {
    PagesBench()
        : isWritten(writeValues(folder.filePath("run.vps").toStdString()))
        , bench(tests::traceWithValues(kTrace, folder.filePath("run.otf2").toStdString()))
        , chart(bench.open<PagesChart>("pages"))
    {
    }
    /// In the midst of a row, at a tick.
    [[nodiscard]] QPoint at(std::size_t row, Tick tick) const
    {
        const QRect canvas = chart.canvasRect();
        return {
            canvas.left() + static_cast<int>(canvas.width() * tick / 10'000),
            chart.rowRect(row).center().y()};
    }
    void press(int key, Qt::KeyboardModifiers modifiers = {})
    {
        const QKeyEvent event(QEvent::KeyPress, key, modifiers);
        isTaken = chart.handleKey(event);
    }

    QTemporaryDir folder;
    bool isWritten;
    FrameBench bench;
    PagesChart& chart;
    bool isTaken = false;
};

}  // namespace

class TestPagesChart : public QObject {
    Q_OBJECT

private slots:
    void rowsAreTheAnswers()
    {
        const PagesBench made;
        QVERIFY(made.isWritten);
        QVERIFY(made.chart.answer() != nullptr);
        const auto& rows = made.chart.answer()->rows;
        QCOMPARE(
            rows.size(), 3U);  // pages of cells that are written in vain, one that is not, grid
        QCOMPARE(rows[0].object, std::string("cells"));
        QCOMPARE(rows[0].bytes, 8 * kPage);
        QCOMPARE(rows[0].unchanged, 8U);
        QCOMPARE(rows[2].object, std::string("grid"));
        QCOMPARE(made.chart.sentence().section(QStringLiteral(" · "), 0, 0), QString("2 objects"));
    }

    void statesAreWhereTheyWere()
    {
        const PagesBench made;
        QCOMPARE(made.chart.stateAt(made.at(0, 500)), page_state::kUntouched);
        QCOMPARE(made.chart.stateAt(made.at(0, 1500)), page_state::kFirst);
        QCOMPARE(made.chart.stateAt(made.at(0, 2500)), page_state::kChanged);
        QCOMPARE(made.chart.stateAt(made.at(0, 3500)), page_state::kUnchanged);
        QCOMPARE(made.chart.stateAt(made.at(1, 3500)), page_state::kUntouched);
        QCOMPARE(made.chart.stateAt(made.at(1, 1500)), page_state::kChanged);
        QCOMPARE(made.chart.stateAt(made.at(2, 4500)), page_state::kFalselyShared);
        QVERIFY(made.chart.textAt(made.at(0, 3500)).contains("written, unchanged"));
        QVERIFY(made.chart.tipAt(made.at(0, 3500)).contains("8 of them changed nothing"));
        QVERIFY(made.chart.tipAt(made.at(2, 4500)).contains("falsely shared"));
    }

    void eachStateIsPaintedInItsColour()
    {
        PagesBench made;
        const QImage picture = made.chart.viewport()->grab().toImage();
        const auto hasColour = [&](std::size_t row, Tick tick) {
            const auto* look = gui::charts::findPageLook(made.chart.stateAt(made.at(row, tick)));
            const QPoint middle = made.at(row, tick);
            bool isThere = false;  // beneath a pattern not every pixel has it
            for (int x = -4; look != nullptr && x <= 4; ++x) {
                isThere = isThere || picture.pixelColor(middle + QPoint(x, 0)) == look->color;
            }
            return isThere;
        };
        QVERIFY(hasColour(0, 1500));
        QVERIFY(hasColour(0, 2500));
        QVERIFY(hasColour(0, 3500));
        QVERIFY(hasColour(2, 4500));
    }

    void whatAsksForAttentionHasASecondCue()
    {
        std::set<Qt::BrushStyle> patterns;
        for (const char state :
             {page_state::kUnchanged,
              page_state::kShared,
              page_state::kFalselyShared,
              page_state::kUnknown}) {
            const auto* look = gui::charts::findPageLook(state);
            const Qt::BrushStyle pattern = look != nullptr ? look->pattern : Qt::NoBrush;
            QVERIFY(pattern != Qt::NoBrush);
            QVERIFY(patterns.insert(pattern).second);
        }
    }

    void aClickFindsTheObject()
    {
        PagesBench made;
        QSignalSpy wanted(&made.chart, &gui::charts::Chart::findWanted);
        QTest::mouseClick(made.chart.viewport(), Qt::LeftButton, {}, made.at(2, 4500));
        QCOMPARE(made.chart.row(), 2);
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].toString(), QString("values:object=\"grid\""));
    }

    void keysGoFromWasteToWaste()
    {
        PagesBench made;
        QSignalSpy wanted(&made.chart, &gui::charts::Chart::findWanted);
        made.press(Qt::Key_N);
        QVERIFY(made.isTaken);
        QCOMPARE(made.chart.row(), 0);
        made.press(Qt::Key_N);
        QCOMPARE(made.chart.row(), 2);  // nothing is wrong with the row between
        made.press(Qt::Key_N, Qt::ShiftModifier);
        QCOMPARE(made.chart.row(), 0);
        made.press(Qt::Key_Return);
        QCOMPARE(wanted.size(), 1);
    }

    void choicesAreKept()
    {
        PagesBench made;
        made.chart.applySettings({{"ranges", 1}});
        made.bench.settle();
        QCOMPARE(made.chart.answer()->rows.size(), 2U);
        QCOMPARE(made.chart.settings().value("ranges").toUInt(), 1U);
        made.chart.applySettings({{"ranges", "many"}});
        made.chart.applySettings({{"ranges", 100'000}});
        QCOMPARE(made.chart.ranges(), 1U);
    }
};

VELLUM_TEST_GUI(TestPagesChart)
#include "test_pages_chart.moc"
