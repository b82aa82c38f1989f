// Rows of the master timeline put together by something else than the system tree, and in groups of one's own.

#include "server/query/executor.h"
#include "tests/gui/chart_bench.h"
#include "tests/support/program/test_program.h"

#include <QAction>
#include <QImage>
#include <QInputDialog>
#include <QLatin1Char>
#include <QMenu>
#include <QPoint>
#include <QRect>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <QVariantMap>

#include <string>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using namespace vellum::tests;  // NOLINT(google-build-using-namespace)
using gui::models::Row;
using gui::models::RowsBy;

namespace {

/// Comm 1 has d and c.
const std::string kRanks = R"(
length 9999
group 0 "rank 0"
group 1 "rank 1"
group 2 "rank 2"
group 3 "rank 3"
location 0 "a" group 0
location 1 "b" group 1
location 2 "c" group 2
location 3 "d" group 3
locations-group 0 0 1 2 3
comm-group 1 0 1 2 3
comm-group 2 3 2
comm 0 1
comm 1 2
)";

const std::string kFour = kRanks + R"(
enter 0 @0 work
leave 0 @9000 work
enter 1 @0 work
leave 1 @8900 work
enter 2 @0 wait
leave 2 @9000 wait
enter 3 @0 work
leave 3 @4000 work
enter 3 @4000 wait
leave 3 @4100 wait
)";

/// A message and a barrier on comm 1, whose ranks are d and c, and a message on comm 0 from b to c.
const std::string kOnTheSecond = kRanks + R"(
enter 1 @0 work
send 1 @7000 to 2 comm 0 tag 1 bytes 8
leave 1 @9000 work
enter 2 @0 work
recv 2 @6400 from 0 comm 1 tag 1 bytes 8
recv 2 @7400 from 1 comm 0 tag 1 bytes 8
event 2 @8000 MpiCollectiveBegin
event 2 @8500 MpiCollectiveEnd 0 1 4294967295 0 0
leave 2 @9000 work
enter 3 @0 work
send 3 @6000 to 1 comm 1 tag 1 bytes 8
event 3 @8000 MpiCollectiveBegin
event 3 @8500 MpiCollectiveEnd 0 1 4294967295 0 0
leave 3 @9000 work
)";

QStringList names(const Bench& bench)
{
    QStringList result;
    for (const Row& row : bench.chart.rows()) {
        result << row.name;
    }
    return result;
}

void run(Bench& bench, const char* command)
{
    QVERIFY(bench.chart.run(QLatin1String(command)));
    bench.settle();
    const bool isThere =
        QTest::qWaitFor([&bench] { return bench.chart.exactness() == Exactness::Exact; }, 20'000);
    QVERIFY(isThere);
}

const Row* find(const Bench& bench, const QString& name)
{
    const auto found = std::ranges::find(bench.chart.rows(), name, &Row::name);
    return found == bench.chart.rows().end() ? nullptr : &*found;
}

QAction* entry(const QMenu& menu, const QString& text)
{
    for (QAction* action : menu.actions()) {
        if (action->text().remove(QLatin1Char('&')) == text) {
            return action;
        }
    }
    return nullptr;
}

}  // namespace

class TestTimelineGroups : public QObject {
    Q_OBJECT

private slots:
    static void theMenuGroupsRowsAndUndoNamesIt()
    {
        Bench bench(kFour);
        QMenu menu;
        bench.chart.fillMenu(menu);
        QMenu* by = entry(menu, "Group rows by")->menu();
        QVERIFY(entry(*by, "System tree")->isChecked());
        entry(*by, "Communicator")->trigger();
        bench.settle();
        QCOMPARE(bench.chart.rowsBy(), RowsBy::Communicator);
        QCOMPARE(names(bench).size(), 8);
        QCOMPARE(names(bench)[5], QStringLiteral("comm 1"));
        QCOMPARE(bench.view.undoText(), QStringLiteral("group rows by communicator"));
        QCOMPARE(bench.view.undoChart(), QStringLiteral("Master timeline"));
        QVERIFY(bench.chart.sentence().contains(QStringLiteral("rows by communicator")));
        QVERIFY(!entry(*by, "Location type")->isEnabled());
        bench.view.undo();
        QCOMPARE(bench.chart.rowsBy(), RowsBy::SystemTree);
        QCOMPARE(names(bench), (QStringList{"rank 0", "rank 1", "rank 2", "rank 3"}));
    }

    /// Two rows of one location show the same; the first is where lines go.
    static void aLocationOfSeveralGroupsIsAskedForOnceAndDrawnInEach()
    {
        Bench bench(kFour);
        run(bench, "rowsByCommunicator");
        const QRect first = bench.chart.rowRect(LocationRef(3)).value();
        QCOMPARE(bench.chart.locationAt(first.center().y()), LocationRef(3));
        QVERIFY(first.top() < bench.chart.rowRect(LocationRef(0)).value().height() * 5);
        const QImage image = bench.chart.grab().toImage();
        const int height = first.height();
        const QPoint below(first.left() + 100, height * 6 + height / 2);
        QVERIFY(isSameColor(image.pixelColor(below), colorOf(bench, "work")));
    }

    /// Lines and outlines are in the group of the communicator they were sent on, also where that is folded.
    static void whatIsSentOnACommunicatorIsInItsGroup()
    {
        Bench bench(kOnTheSecond);
        run(bench, "rowsByCommunicator");
        const int height = bench.chart.rowRect(LocationRef(0))->height();
        const auto isOn = [&](int x, double rows) {
            bench.chart.setFocus();
            bench.selection.clear();
            bench.click({bench.chart.labelWidth() + x, static_cast<int>(rows * height)});
            return bench.selection.message().has_value();
        };
        QVERIFY(isOn(620, 7));   // between the rows of comm 1
        QVERIFY(!isOn(620, 4));  // and not between those of comm 0
        QVERIFY(isOn(720, 3));   // what is of comm 0 is there
        QVERIFY(!isOn(720, 7));
        // An outline is around two rows: its left edge is on these alone.
        const auto edgeAt = [&](double rows) {
            bench.selection.clear();
            bench.click({bench.chart.labelWidth() + 800, static_cast<int>(rows * height)});
            return bench.selection.overlaid().has_value();
        };
        QVERIFY(edgeAt(6.5));
        QVERIFY(edgeAt(7.5));
        QVERIFY(!edgeAt(3.5));
        QVERIFY(!edgeAt(4.5));
        bench.view.setFolded(find(bench, "comm 0")->key, true);
        bench.settle();
        QVERIFY(isOn(620, 3));
        QVERIFY(edgeAt(2.5));
    }

    /// Of a location's rows in several groups that one is outlined, and stays it, on which the visit was clicked.
    static void theRowThatWasClickedIsOutlined()
    {
        Bench bench(kFour);
        run(bench, "rowsByCommunicator");
        const int height = bench.chart.rowRect(LocationRef(0))->height();
        const auto pixelsOf = [&](int row) {
            const QRect logical(bench.chart.labelWidth(), row * height, 900, height);
            const double ratio = bench.chart.devicePixelRatioF();
            const QRectF device(
                logical.x() * ratio,
                logical.y() * ratio,
                logical.width() * ratio,
                logical.height() * ratio);
            return bench.chart.viewport()->grab().toImage().copy(device.toRect());
        };
        constexpr int kInFirst = 4;
        constexpr int kInSecond = 6;
        QCOMPARE(bench.chart.rowRect(LocationRef(3))->top(), kInFirst * height);
        const QImage first = pixelsOf(kInFirst);
        QVERIFY(pixelsOf(kInSecond) == first);
        bench.chart.setFocus();
        bench.click({bench.chart.labelWidth() + 100, kInSecond * height + height / 2});
        QVERIFY(bench.selection.visit().has_value());
        QTest::mouseMove(bench.chart.viewport(), {5, height / 2});
        QVERIFY(pixelsOf(kInFirst) == first);
        QVERIFY(pixelsOf(kInSecond) != first);
        QCOMPARE(bench.chart.rowRect(LocationRef(3))->top(), kInSecond * height);
        bench.click({bench.chart.labelWidth() + 100, kInFirst * height + height / 2});
        QCOMPARE(bench.chart.rowRect(LocationRef(3))->top(), kInFirst * height);
        // Where the row that was clicked is gone it is the first one again.
        bench.click({bench.chart.labelWidth() + 100, kInSecond * height + height / 2});
        run(bench, "rowsBySystemTree");
        constexpr int kInTree = 3;
        QCOMPARE(bench.chart.rowRect(LocationRef(3))->top(), kInTree * height);
    }

    /// What a folded group shows is what the server answers for just these locations.
    static void aFoldedGroupShowsExactSharesOfItsLocations()
    {
        Bench bench(kFour);
        run(bench, "rowsByCommunicator");
        bench.view.setFolded(find(bench, "comm 1")->key, true);
        bench.settle();
        const Row* folded = find(bench, "comm 1");
        QVERIFY(folded->folded);
        const auto* picture = bench.model.summaryOf(folded->key);
        QVERIFY(picture != nullptr);
        QVERIFY((*picture->of == std::vector{LocationRef(3), LocationRef(2)}));
        const auto& shares = picture->shares();
        Tick sum = 0;
        for (const auto& series : shares.series) {
            for (const Tick ticks : series.exclusive) {
                sum += ticks;
            }
        }
        QCOMPARE(sum, Tick{9'000 + 4'100});
    }

    static void keysMarkRowsAndGroupThemUnderAName()
    {
        Bench bench(kFour);
        pressKey(bench, Qt::Key_J);                     // rank 0
        pressKey(bench, Qt::Key_J, Qt::ShiftModifier);  // rank 1 too
        pressKey(bench, Qt::Key_G);
        auto* dialog = bench.chart.findChild<QInputDialog*>();
        QVERIFY(dialog != nullptr);
        QCOMPARE(dialog->textValue(), QStringLiteral("Group 1"));
        dialog->setTextValue("hot");
        dialog->accept();
        bench.settle();
        const QStringList grouped = {"hot", "rank 0", "rank 1", "rank 2", "rank 3"};
        QCOMPARE(names(bench), grouped);
        QCOMPARE(bench.view.undoText(), QStringLiteral("group rows"));
        pressKey(bench, Qt::Key_J);  // hot
        pressKey(bench, Qt::Key_Space);
        QCOMPARE(names(bench).size(), 3);
        pressKey(bench, Qt::Key_G, Qt::ShiftModifier);
        QCOMPARE(names(bench).size(), 4);
        QCOMPARE(bench.view.undoText(), QStringLiteral("ungroup rows"));
    }

    static void likeLocationsAreOneFoldedRow()
    {
        Bench bench(kFour);
        run(bench, "rowsByLikeness");
        const QStringList clusters = {
            "Cluster 1 (3 of 4 like rank 0)", "Cluster 2 (1 of 4 like rank 2)"};
        QCOMPARE(names(bench), clusters);
        QVERIFY(bench.chart.rows().front().folded);
        QCOMPARE(bench.view.undoText(), QStringLiteral("group rows by likeness"));
        run(bench, "onlyRepresentatives");
        QCOMPARE(names(bench), clusters);
        QCOMPARE(bench.chart.locationAt(1), LocationRef(0));
        QVERIFY(bench.chart.showsOnlyRepresentatives());
        QVERIFY(bench.chart.sentence().contains(QStringLiteral("one row per cluster")));
        run(bench, "onlyRepresentatives");
        run(bench, "unfoldAll");
        QCOMPARE(names(bench).size(), 2 + 4);
    }

    /// Undo takes back what the names of groups took of the labels, unless one has dragged their edge since.
    static void undoGivesTheLabelsTheirWidthBack()
    {
        Bench bench(kFour);
        bench.chart.setLabelWidth(120);
        run(bench, "rowsByLikeness");
        const int wide = bench.chart.labelWidth();
        QVERIFY(wide > 120);
        bench.view.undo();
        bench.settle();
        QCOMPARE(bench.chart.labelWidth(), 120);
        run(bench, "rowsByLikeness");
        QCOMPARE(bench.chart.labelWidth(), wide);
        bench.chart.setLabelWidth(wide + 10);
        bench.view.undo();
        bench.settle();
        QCOMPARE(bench.chart.labelWidth(), wide + 10);
    }

    static void undoNamesTheChartInWhichRowsWerePinned()
    {
        Bench bench(kFour);
        pressKey(bench, Qt::Key_J);
        pressKey(bench, Qt::Key_P);
        QCOMPARE(bench.view.undoText(), QStringLiteral("pin"));
        QCOMPARE(bench.view.undoChart(), QStringLiteral("Master timeline"));
    }

    static void likenessInTheWindowIsOfThatAlone()
    {
        Bench bench(kFour);
        bench.view.showRange({.begin = 4'000, .end = 4'100}, "zoom");
        bench.settle();
        run(bench, "rowsByLikenessHere");
        QCOMPARE(names(bench).front(), QStringLiteral("Cluster 1 (2 of 4 like rank 0)"));
        QVERIFY(bench.chart.sentence().contains(QStringLiteral("in a window")));
    }

    static void aRefusedProfileIsSaidAndLeavesTheRows()
    {
        Bench bench(kFour);
        bench.source.failNext({.kind = ErrorKind::ResourceExhausted, .message = "too many rows"});
        bench.chart.run("rowsByLikeness");
        QVERIFY(QTest::qWaitFor(
            [&bench] { return bench.chart.exactness() == Exactness::Failed; }, 20'000));
        QCOMPARE(bench.chart.errorText(), QStringLiteral("too many rows"));
        QCOMPARE(bench.chart.rowsBy(), RowsBy::SystemTree);
        bench.view.showRange({.begin = 0, .end = 5'000}, "zoom");
        bench.settle();
        QCOMPARE(bench.chart.exactness(), Exactness::Exact);
    }

    static void layoutsKeepGroups()
    {
        Bench bench(kFour);
        bench.chart.run("nextRow");
        bench.chart.groupRows("hot");
        run(bench, "rowsByCommunicator");
        const QVariantMap settings = bench.chart.settings();
        const QStringList before = names(bench);
        Bench other(kFour);
        other.chart.applySettings(settings);
        other.settle();
        QCOMPARE(names(other), before);
        QVERIFY(!other.view.canUndo());
    }

    static void layoutsKeepClusters()
    {
        Bench bench(kFour);
        run(bench, "onlyRepresentatives");
        const QVariantMap settings = bench.chart.settings();
        Bench other(kFour);
        other.chart.applySettings(settings);
        QCOMPARE(other.chart.settings(), settings);  // also while they are being made
        QVERIFY(
            QTest::qWaitFor([&other] { return other.chart.showsOnlyRepresentatives(); }, 20'000));
        QCOMPARE(names(other), names(bench));
        QVERIFY(!other.view.canUndo());
    }

    /// A layout of another trace: the same numbers are other locations there.
    static void groupsOfAnotherTraceAreLeftOut()
    {
        Bench bench(kFour);
        bench.chart.run("nextRow");
        bench.chart.groupRows("hot");
        Bench other;
        other.chart.applySettings(bench.chart.settings());
        other.settle();
        QCOMPARE(names(other), (QStringList{"rank 0", "rank 1"}));
    }

    static void resetTakesGroupsAway()
    {
        Bench bench(kFour);
        run(bench, "rowsByCommunicator");
        run(bench, "resetRows");
        QCOMPARE(bench.chart.rowsBy(), RowsBy::SystemTree);
    }
};

VELLUM_TEST_GUI(TestTimelineGroups)
#include "test_timeline_groups.moc"
