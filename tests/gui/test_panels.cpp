// Numbers and words beside the chart: they are those of the answers.

#include "gui/charts/panels/legend_panel.h"
#include "gui/charts/panels/summary_panel.h"
#include "server/query/executor.h"
#include "tests/gui/panels_bench.h"
#include "tests/support/fake_data_source.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <QChar>
#include <QComboBox>
#include <QFontMetrics>
#include <QLabel>
#include <QLatin1Char>
#include <QPoint>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QToolButton>

#include <algorithm>
#include <map>
#include <unordered_set>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::charts::LegendPanel;
using gui::charts::SummaryBars;
using gui::charts::SummaryPanel;
using gui::models::Exactness;
using gui::models::Highlight;
using gui::models::Selection;
using query::GroupBy;
using tests::FakeDataSource;
using Bench = tests::PanelBench;

namespace {

struct SummaryBench : Bench {
    explicit SummaryBench(std::string_view text = tests::kPanelTrace) : Bench(text)
    {
        panel.resize(360, 400);
        panel.show();
        settle();
    }
    [[nodiscard]] const std::vector<SummaryBars::Item>& items() const
    {
        return panel.findChild<SummaryBars*>()->items();
    }
    [[nodiscard]] QComboBox* choice(int place) const
    {
        return panel.findChildren<QComboBox*>().at(place);
    }
    [[nodiscard]] query::Profile answer(GroupBy by) const
    {
        const auto result = server::query::execute(
            *store, query::ProfileRequest{.scope = {.window = view.range()}, .by = by});
        return std::get<query::Profile>(result.value());
    }
    void clickItem(int place)
    {
        auto* bars = panel.findChild<SummaryBars*>();
        const int height = bars->fontMetrics().height() + 9;
        QTest::mouseClick(
            bars->viewport(), Qt::LeftButton, {}, QPoint(30, place * height + height / 2));
    }

    SummaryPanel panel{source, trace, view, selection};
};

/// The panel's lines are the answer's rows, longest first, in figures for people.
void compare(const SummaryBench& bench, GroupBy by, bool exclusive)
{
    auto rows = bench.answer(by).rows;
    const auto timeOf = [exclusive](const query::ProfileRow& row) {
        return exclusive ? row.exclusive : row.inclusive;
    };
    std::ranges::stable_sort(rows, std::greater{}, timeOf);
    Tick sum = 0;
    for (const auto& row : rows) {
        sum += row.exclusive;
    }
    QCOMPARE(bench.items().size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const SummaryBars::Item& item = bench.items()[i];
        const auto time = static_cast<double>(timeOf(rows[i]));
        QCOMPARE(item.key.value, rows[i].key.value);
        QCOMPARE(
            item.figure,
            QString::fromStdString(
                formatDuration(timeOf(rows[i]), bench.trace->definitions->clock)));
        QCOMPARE(item.share, QString::number(100 * time / static_cast<double>(sum), 'f', 1) + " %");
        const double part = time / static_cast<double>(timeOf(rows.front()));
        QVERIFY(std::abs(item.part - part) < 1e-9);
        const QString name =
            by == GroupBy::Region
                ? QString::fromStdString(
                    bench.trace->definitions->find(RegionRef(rows[i].key.value))->name)
                : QString::fromUtf8(
                    vellum::name(static_cast<FunctionGroup>(rows[i].key.value)).data());
        QCOMPARE(item.name, name);
    }
}

}  // namespace

class TestPanels : public QObject {
    Q_OBJECT

private slots:
    /// Time × rows that were dragged over: the numbers are those of the same question.
    static void statisticsOfAnAreaAreOfIt()
    {
        SummaryBench bench;
        const gui::models::Area area{
            .range = {.begin = 200'000'000, .end = 900'000'000},
            .locations = std::make_shared<const std::vector<LocationRef>>(1, LocationRef(1)),
            .rows = 1};
        bench.selection.selectArea(area);
        bench.selection.setStatisticsOfArea(true);
        Bench::settle();
        const auto answer = server::query::execute(
            *bench.store,
            query::ProfileRequest{.scope = {.window = area.range, .locations = *area.locations}});
        QVERIFY(bench.panel.profile() != nullptr);
        QVERIFY(*bench.panel.profile() == std::get<query::Profile>(answer.value()));
        QCOMPARE(bench.panel.exactness(), Exactness::Exact);
        bench.selection.clear();
        Bench::settle();
        QVERIFY(*bench.panel.profile() == bench.answer(GroupBy::Region));
    }

    // ---- Function summary -------------------------------------------------------------------

    static void summaryIsTheProfile_data()
    {
        QTest::addColumn<bool>("byGroup");
        QTest::addColumn<bool>("exclusive");
        QTest::newRow("functions, exclusive") << false << true;
        QTest::newRow("functions, inclusive") << false << false;
        QTest::newRow("groups, exclusive") << true << true;
        QTest::newRow("groups, inclusive") << true << false;
    }

    static void summaryIsTheProfile()
    {
        QFETCH(const bool, byGroup);
        QFETCH(const bool, exclusive);
        SummaryBench bench;
        bench.choice(0)->setCurrentIndex(byGroup ? 1 : 0);
        bench.choice(1)->setCurrentIndex(exclusive ? 0 : 1);
        Bench::settle();
        const GroupBy by = byGroup ? GroupBy::FunctionGroup : GroupBy::Region;
        compare(bench, by, exclusive);
        bench.view.showRange({.begin = 650'000'000, .end = 820'000'000}, "zoom");
        QCOMPARE(bench.panel.exactness(), Exactness::Refining);
        Bench::settle();
        QCOMPARE(bench.panel.exactness(), Exactness::Exact);
        QCOMPARE(bench.panel.profile()->window, bench.view.range());
        compare(bench, by, exclusive);
    }

    /// The span of a profiler's own work over all the recording leads no list, and takes no share from the others.
    static void measurementStandsLastAndTakesNoShare()
    {
        SummaryBench bench(R"(
length 1000
group 0 "rank 0"
location 0 "thread" group 0
location 1 "profiler" group 0
region 0 main paradigm 1
region 1 work paradigm 1
region 2 "PyTorch Profiler" paradigm 6
enter 0 @0 main
enter 0 @100 work
leave 0 @400 work
leave 0 @400 main
enter 1 @0 "PyTorch Profiler"
leave 1 @1000 "PyTorch Profiler"
)");
        for (const int by : {0, 1}) {
            bench.choice(0)->setCurrentIndex(by);
            Bench::settle();
            const SummaryBars::Item& last = bench.items().back();
            QCOMPARE(
                last.name,
                by == 0 ? QStringLiteral("PyTorch Profiler") : QStringLiteral("Measurement"));
            QCOMPARE(last.figure, QStringLiteral("1.00 µs"));
            QVERIFY(last.share.isEmpty() && last.part == 1.0);
            QVERIFY(last.tip.contains(QStringLiteral("a scale of their own")));
            QCOMPARE(
                bench.items().front().share,
                by == 0 ? QStringLiteral("75.0 %") : QStringLiteral("100.0 %"));
        }
    }

    /// Of the profiler's own work, too, nothing is as long as the longest but that; 400 : 100 : 50, and 800 : 200 beside it.
    static void barsAreAsLongAsTheirTimes()
    {
        SummaryBench bench(R"(
length 1000
group 0 "rank 0"
location 0 "thread" group 0
location 1 "profiler" group 0
region 0 main paradigm 1
region 1 work paradigm 1
region 2 rest paradigm 1
region 3 "PyTorch Profiler" paradigm 6
region 4 "Flush" paradigm 6
enter 0 @0 main
leave 0 @50 main
enter 0 @50 work
leave 0 @450 work
enter 0 @450 rest
leave 0 @550 rest
enter 1 @0 "PyTorch Profiler"
leave 1 @800 "PyTorch Profiler"
enter 1 @800 "Flush"
leave 1 @1000 "Flush"
)");
        const auto parts = [&bench] {
            QStringList all;
            for (const SummaryBars::Item& item : bench.items()) {
                all << QStringLiteral("%1 %2").arg(item.name).arg(item.part);
            }
            return all.join(QStringLiteral(", "));
        };
        QCOMPARE(
            parts(),
            QStringLiteral("work 1, rest 0.25, main 0.125, PyTorch Profiler 1, Flush 0.25"));
        bench.view.addFilter(
            *bench.trace->definitions,
            {.kind = gui::models::Filter::Kind::Functions,
             .text = "rest, main",
             .functions = std::make_shared<const std::unordered_set<RegionRef>>(
                 std::unordered_set<RegionRef>{RegionRef(0), RegionRef(2)})},
            "filter");
        Bench::settle();
        QCOMPARE(parts(), QStringLiteral("rest 1, main 0.5"));  // of the longest shown
    }

    static void theOldSummaryStays()
    {
        SummaryBench bench;
        const std::size_t before = bench.items().size();
        bench.source.setHold(true);
        bench.view.showRange({.begin = 0, .end = 1'000}, "zoom");
        Bench::settle();
        QCOMPARE(bench.items().size(), before);
        QCOMPARE(bench.panel.exactness(), Exactness::Refining);
    }

    /// The answer by function comes after groups were chosen: it is not shown as groups.
    static void anAnswerIsShownAsWhatItIs()
    {
        SummaryBench bench;
        bench.source.setHold(true);
        bench.view.showRange({.begin = 0, .end = 900'000'000}, "zoom");
        bench.choice(0)->setCurrentIndex(1);
        for (const auto& asked : bench.source.asked()) {
            bench.source.release(asked.id);
        }
        Bench::settle();
        QCOMPARE(bench.panel.exactness(), Exactness::Exact);
        compare(bench, GroupBy::FunctionGroup, true);
    }

    static void aFailureIsShown()
    {
        SummaryBench bench;
        bench.source.failNext({.kind = ErrorKind::Internal, .message = "it broke"});
        bench.view.showRange({.begin = 0, .end = 1'000}, "zoom");
        Bench::settle();
        QCOMPARE(bench.panel.exactness(), Exactness::Failed);
        bench.view.undo();
        Bench::settle();
        QCOMPARE(bench.panel.exactness(), Exactness::Exact);
    }

    static void theFailureOfAnOldWindowIsNotThisWindows()
    {
        SummaryBench bench;
        bench.source.setHold(true);
        bench.view.showRange({.begin = 0, .end = 1'000}, "zoom");
        bench.view.showRange({.begin = 0, .end = 2'000}, "zoom");
        bench.source.failNext({.kind = ErrorKind::Internal, .message = "it broke"});
        bench.source.release(bench.source.asked().back().id);
        Bench::settle();
        QCOMPARE(bench.panel.exactness(), Exactness::Refining);
        bench.source.setHold(false);
        Bench::settle();
        QCOMPARE(bench.panel.exactness(), Exactness::Exact);
    }

    static void clickOnALineHighlights()
    {
        SummaryBench bench;
        bench.clickItem(1);
        const Highlight wanted{.by = GroupBy::Region, .key = bench.items()[1].key};
        QVERIFY(bench.selection.highlight() == wanted);
        bench.clickItem(1);
        QVERIFY(!bench.selection.highlight());
    }

    static void namesThatBeginAndEndAlikeAreToldApart()
    {
        SummaryBars bars;
        bars.resize(260, 400);
        std::vector<SummaryBars::Item> items;
        for (const char* functor : {"first", "second", "third"}) {
            SummaryBars::Item item;
            item.name =
                QStringLiteral("void at::native::vectorized_elementwise_kernel<4, at::native::%1"
                               "_functor_of_a_long_name, std::array<char*, 3> >(int)")
                    .arg(QLatin1String(functor));
            items.push_back(item);
        }
        const QStringList shown = bars.elidedNames(items);
        QCOMPARE(QSet<QString>(shown.begin(), shown.end()).size(), 3);
    }

    /// Where each begins to differ from its nearest, two of these read the same.
    static void namesThatDifferAtSeveralPlacesAreToldApart()
    {
        SummaryBars bars;
        bars.resize(360, 400);
        std::vector<SummaryBars::Item> items;
        for (const char* kernel : {"plain", "unrolled", "vectorized"}) {
            for (const char* functor : {"direct_copy_kernel_cuda", "bfloat16_copy_kernel_cuda"}) {
                SummaryBars::Item item;
                item.name = QStringLiteral(
                                "void at::native::gpu_kernel_impl_with_a_name::%1_kernel<4, "
                                "at::native::%2(at::TensorIteratorBase&)::operator() const>(int)")
                                .arg(QLatin1String(kernel), QLatin1String(functor));
                items.push_back(item);
            }
        }
        const QStringList shown = bars.elidedNames(items);
        QVERIFY2(
            QSet<QString>(shown.begin(), shown.end()).size() == 6,
            qPrintable(shown.join(QLatin1Char('\n'))));
        const auto widthOf = [&bars](const QString& name) {
            return bars.fontMetrics().horizontalAdvance(name);
        };
        const int room = widthOf(bars.elidedNames(std::span(items).first(1)).front())
                         + bars.fontMetrics().maxWidth();
        for (const QString& name : shown) {
            QVERIFY2(widthOf(name) <= room, qPrintable(name));
        }
    }

    static void arrowKeysWalkTheLines()
    {
        SummaryBench bench;
        auto* bars = bench.panel.findChild<SummaryBars*>();
        for (const std::size_t place : {0U, 1U, 2U}) {
            QTest::keyClick(bars, Qt::Key_Down);
            QCOMPARE(bench.selection.highlight()->key.value, bench.items()[place].key.value);
        }
        QTest::keyClick(bars, Qt::Key_Up);
        QCOMPARE(bench.selection.highlight()->key.value, bench.items()[1].key.value);
    }

    // ---- Names that repeat ------------------------------------------------------------------

    /// A stub and its kernel are told apart by what they are, a step on both sides by the side; others have no note.
    static void alikeNamesAreToldApart()
    {
        SummaryBench bench(R"(
length 1000
group 0 "rank 0"
group 1 "GPU" type accelerator
location 0 "thread" group 0
location 1 "stream" group 1 type stream
region 1 axpy paradigm 3
region 2 axpy paradigm 5 role 40
region 3 step paradigm 66
region 4 step paradigm 66
region 5 other paradigm 66
region 6 julia description "thread 17 of process 17"
region 7 julia description "thread 18 of process 17"
enter 0 @0 3
enter 0 @100 1
leave 0 @200 1
leave 0 @300 3
enter 0 @300 5
leave 0 @350 5
enter 0 @350 6
leave 0 @360 6
enter 0 @360 7
leave 0 @370 7
enter 1 @400 4
enter 1 @400 2
leave 1 @700 2
leave 1 @1000 4
)");
        SummaryPanel& panel = bench.panel;
        QVERIFY(QTest::qWaitFor([&] { return panel.exactness() == Exactness::Exact; }, 20'000));
        std::map<std::uint32_t, QString> notes;
        for (const SummaryBars::Item& item : bench.items()) {
            notes[item.key.value] = item.name + QLatin1Char('|') + item.note;
        }
        const std::map<std::uint32_t, QString> expected = {
            {1, "axpy|OpenMP"},
            {2, "axpy|kernel"},
            {3, "step|host"},
            {4, "step|device"},
            {5, "other|"},
            {6, "julia|thread 17"},
            {7, "julia|thread 18"}};
        for (const auto& [region, note] : expected) {
            QCOMPARE(notes[region], note);
        }
        QCOMPARE(bench.source.of<query::SearchRequest>().size(), std::size_t{2});
    }

    /// The note stays whole where the name has no room.
    static void aNoteIsNotCut()
    {
        SummaryBars bars;
        bars.resize(300, 100);
        std::vector<SummaryBars::Item> items(2);
        for (SummaryBars::Item& item : items) {
            item.name = QString(100, QLatin1Char('w'));
            item.figure = QStringLiteral("1.00 ms");
        }
        items[0].note = QStringLiteral("kernel");
        const QStringList names = bars.elidedNames(items);
        const QFontMetrics metrics(bars.font());
        const int whole = metrics.horizontalAdvance(names[1]);
        QVERIFY(names[0].endsWith(QChar(0x2026)));
        QVERIFY(
            metrics.horizontalAdvance(names[0])
            <= whole - metrics.horizontalAdvance(items[0].note));
    }

    // ---- Legend -----------------------------------------------------------------------------

    /// What a device says of waiting is no annotation.
    static void legendNamesSynchronisationWhereThereIsAny()
    {
        const auto groups = [](const char* text) {
            FakeDataSource source;
            const auto trace = source.add("a", tests::traceFromText(text));
            Selection selection;
            const LegendPanel panel(*trace->definitions, selection);
            QStringList found;
            for (const auto* button : panel.findChildren<QToolButton*>()) {
                found << button->text().trimmed();
            }
            return found;
        };
        QCOMPARE(
            groups("region 1 step paradigm 66\nenter 0 @0 step\nleave 0 @9 step\n"),
            QStringList{"NVTX"});
        QCOMPARE(
            groups("region 1 step paradigm 66\nregion 2 \"Stream Sync\" paradigm 5 role 22\n"
                   "enter 0 @0 \"Stream Sync\"\nleave 0 @9 \"Stream Sync\"\n"),
            QStringList({"NVTX", "Synchronisation"}));
    }

    static void legendHighlightsAGroup()
    {
        Bench bench;
        LegendPanel panel(*bench.trace->definitions, bench.selection);
        panel.show();
        const auto buttons = panel.findChildren<QToolButton*>();
        QCOMPARE(buttons.size(), 2);  // of the groups that this trace has: application, MPI
        QCOMPARE(buttons[1]->text().trimmed(), QStringLiteral("MPI"));
        QTest::mouseClick(buttons[1], Qt::LeftButton);
        const Highlight wanted{
            .by = GroupBy::FunctionGroup,
            .key = {.value = static_cast<std::uint32_t>(FunctionGroup::Mpi)}};
        QVERIFY(bench.selection.highlight() == wanted);
        QVERIFY(buttons[1]->isChecked());
        QTest::mouseClick(buttons[0], Qt::LeftButton);
        QVERIFY(buttons[0]->isChecked() && !buttons[1]->isChecked());
        QTest::mouseClick(buttons[0], Qt::LeftButton);
        QVERIFY(!bench.selection.highlight());
        bench.selection.setHighlight(wanted);
        QVERIFY(buttons[1]->isChecked());
    }
};

VELLUM_TEST_GUI(TestPanels)
#include "test_panels.moc"
