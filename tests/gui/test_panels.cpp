// Numbers and words beside the chart: they are those of the answers.

#include "gui/charts/panels/details_panel.h"
#include "gui/charts/panels/legend_panel.h"
#include "gui/charts/panels/record_lines.h"
#include "gui/charts/panels/summary_panel.h"
#include "gui/charts/panels/wrapped_text.h"
#include "server/query/executor.h"
#include "tests/support/fake_data_source.h"
#include "tests/support/trace_text.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QToolButton>
#include <QtTest/QtTest>

#include <algorithm>
#include <map>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::charts::DetailsPanel;
using gui::charts::LegendPanel;
using gui::charts::SummaryBars;
using gui::charts::SummaryPanel;
using gui::models::Exactness;
using gui::models::Highlight;
using gui::models::SelectedVisit;
using gui::models::Selection;
using gui::models::ViewHistory;
using query::GroupBy;
using tests::FakeDataSource;

namespace {

// Paradigm 4 is MPI's number in OTF2, 1 the compiler's.
constexpr const char* kTrace = R"(
length 1234567889
group 0 "rank 0"
group 1 "rank 1"
location 0 "Master thread" group 0
location 1 "Master thread" group 1
region 0 main paradigm 1
region 1 work paradigm 1
region 2 MPI_Send paradigm 4
enter 0 @0 main
enter 0 @100000000 work
leave 0 @700000001 work
enter 0 @800000000 MPI_Send
send 0 @812345678 to 1 tag 17 bytes 1234567
leave 0 @850000000 MPI_Send
leave 0 @1000000000 main
enter 1 @0 main
recv 1 @912345680 from 0 tag 17 bytes 1234567
leave 1 @1234567890 main
)";

constexpr const char* kDeviceTrace = R"(
length 1000
enter 0 @0 kernel
event 0 @0 DeviceKernel 2619582 93600 2 1 128 1 1 18 231424
leave 0 @200 kernel
enter 0 @300 copy
event 0 @300 DeviceCopy 2619583 4096 1 0 2
leave 0 @400 copy
)";

struct Bench {
    explicit Bench(std::string_view text = kTrace) : store(tests::traceFromText(text)) {}
    static void settle()
    {
        for (int i = 0; i < 10; ++i) {
            QCoreApplication::processEvents();
        }
    }

    std::shared_ptr<const server::store::TraceStore> store;
    FakeDataSource source;
    std::shared_ptr<const gui::data::Trace> trace = source.add("a", store);
    ViewHistory view{trace->info.range};
    Selection selection;
};

struct SummaryBench : Bench {
    explicit SummaryBench(std::string_view text = kTrace) : Bench(text)
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

/// The n-th visit of the first location, as a click would select it.
SelectedVisit visitAt(const Bench& bench, Tick tick)
{
    const auto result = server::query::execute(
        *bench.store, query::DetailRequest{.location = LocationRef(0), .tick = tick});
    const auto detail = std::get<query::VisitDetail>(result.value());
    return {
        .location = detail.location,
        .region = detail.stack.back().region,
        .visit = detail.stack.back().visit,
        .depth = static_cast<std::uint32_t>(detail.stack.size())};
}

}  // namespace

class TestPanels : public QObject {
    Q_OBJECT

private slots:
    /// Two visits line by line, with what the second has more or less.
    static void aKeptVisitIsComparedWithTheNext()
    {
        Bench bench;
        DetailsPanel panel(bench.source, bench.trace, bench.selection);
        panel.show();
        bench.selection.selectVisit(
            {.location = LocationRef(0),
             .region = RegionRef(1),
             .visit = {.begin = 100'000'000, .end = 700'000'001},
             .depth = 2});
        Bench::settle();
        QVERIFY(panel.comparedOf("Duration").isEmpty());
        panel.keep();
        bench.selection.selectVisit(
            {.location = LocationRef(0),
             .region = RegionRef(2),
             .visit = {.begin = 800'000'000, .end = 850'000'000},
             .depth = 2});
        Bench::settle();
        QVERIFY2(
            panel.comparedOf("Function").contains("work"),
            qPrintable(panel.comparedOf("Function")));
        QVERIFY2(
            panel.comparedOf("Duration").endsWith(QString::fromUtf8("−550 ms")),
            qPrintable(panel.comparedOf("Duration")));
        QVERIFY2(
            panel.comparedOf("Begin").endsWith(QString::fromUtf8("+700 ms")),
            qPrintable(panel.comparedOf("Begin")));
        QVERIFY(panel.comparedOf("Call level").isEmpty());  // the same
        panel.stopComparing();
        QVERIFY(panel.comparedOf("Duration").isEmpty());
    }

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
            QCOMPARE(
                bench.items().front().share,
                by == 0 ? QStringLiteral("75.0 %") : QStringLiteral("100.0 %"));
        }
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

    // ---- Details ----------------------------------------------------------------------------

    static void aVisitHasAllItsDigits()
    {
        Bench bench;
        const DetailsPanel panel(bench.source, bench.trace, bench.selection);
        bench.selection.selectVisit(visitAt(bench, 200'000'000));
        QCOMPARE(panel.exactness(), Exactness::Refining);
        Bench::settle();
        QCOMPARE(panel.exactness(), Exactness::Exact);
        QCOMPARE(panel.valueOf("Function"), QStringLiteral("work"));
        QCOMPARE(panel.valueOf("Location"), QStringLiteral("rank 0 · Master thread"));
        QCOMPARE(panel.valueOf("Begin"), QStringLiteral("0.100000000 s"));
        QCOMPARE(panel.valueOf("End"), QStringLiteral("0.700000001 s"));
        QVERIFY(panel.valueOf("Duration").contains(QStringLiteral("0.600000001 s")));
        QVERIFY(panel.valueOf("Exclusive").contains(QStringLiteral("0.600000001 s")));
        QCOMPARE(panel.valueOf("Call level"), QStringLiteral("2"));
        QCOMPARE(panel.valueOf("Call path"), QStringLiteral("main › work"));
    }

    static void exclusiveTimeIsWithoutCallees()
    {
        Bench bench;
        const DetailsPanel panel(bench.source, bench.trace, bench.selection);
        bench.selection.selectVisit(visitAt(bench, 50));
        Bench::settle();
        QVERIFY(panel.valueOf("Duration").contains(QStringLiteral("1.000000000 s")));
        QVERIFY(panel.valueOf("Exclusive").contains(QStringLiteral("0.349999999 s")));
    }

    /// What the records say beside name and times, in words.
    static void deviceWorkHasItsNumbers()
    {
        Bench bench(kDeviceTrace);
        const DetailsPanel panel(bench.source, bench.trace, bench.selection);
        bench.selection.selectVisit(visitAt(bench, 100));
        Bench::settle();
        QCOMPARE(panel.valueOf("Grid"), QString::fromUtf8("93,600 × 2 × 1"));
        QCOMPARE(panel.valueOf("Block"), QString::fromUtf8("128 × 1 × 1"));
        QCOMPARE(panel.valueOf("Registers"), QStringLiteral("18 per thread"));
        QCOMPARE(panel.valueOf("Shared memory"), QStringLiteral("226 KiB  (231,424 bytes)"));
        QCOMPARE(panel.valueOf("Correlation"), QStringLiteral("2619582"));
        bench.selection.selectVisit(visitAt(bench, 300));
        Bench::settle();
        QVERIFY(panel.valueOf("Grid").isEmpty());
        QCOMPARE(panel.valueOf("Direction"), QStringLiteral("host to device"));
        QCOMPARE(panel.valueOf("Memory"), QStringLiteral("Pageable to Device"));
        QCOMPARE(panel.valueOf("Size"), QStringLiteral("4,096 bytes"));
        QCOMPARE(panel.valueOf("Throughput"), QStringLiteral("38.1 GiB/s"));
        QCOMPARE(panel.exactness(), Exactness::Exact);
    }

    static void howLongWorkWasQueuedIsSaid()
    {
        Bench bench(R"(
length 1000
group 0 "process"
group 1 "GPU" type accelerator creator 0
location 0 "thread" group 0
location 1 "stream 7" group 1 type stream
enter 0 @0 cudaLaunchKernel
event 0 @0 DeviceLaunch 42
leave 0 @100 cudaLaunchKernel
enter 0 @200 cudaLaunchKernel
event 0 @200 DeviceLaunch 43
leave 0 @300 cudaLaunchKernel
enter 1 @250 gemm
event 1 @250 DeviceSet 43 0 0
leave 1 @400 gemm
enter 1 @500 gemm
event 1 @500 DeviceSet 42 0 0
leave 1 @700 gemm
)");
        const DetailsPanel panel(bench.source, bench.trace, bench.selection);
        const auto select = [&](LocationRef location, const char* name, TickRange visit) {
            const auto region =
                gui::models::functionsNamed(*bench.trace->definitions, QLatin1String(name), false);
            bench.selection.selectVisit(
                {.location = location, .region = *region.begin(), .visit = visit, .depth = 1});
            Bench::settle();
            QCOMPARE(panel.exactness(), Exactness::Exact);
        };
        select(LocationRef(1), "gemm", {500, 700});
        QCOMPARE(panel.valueOf("Launched by"), QStringLiteral("cudaLaunchKernel on thread"));
        QVERIFY2(panel.valueOf("Queued").startsWith("400 ns"), qPrintable(panel.valueOf("Queued")));
        select(LocationRef(1), "gemm", {250, 400});
        QCOMPARE(panel.valueOf("Queued"), QStringLiteral("not at all"));
        select(LocationRef(0), "cudaLaunchKernel", {0, 100});
        QCOMPARE(panel.valueOf("Launched"), QStringLiteral("gemm on stream 7"));
        QVERIFY(panel.valueOf("Queued").startsWith("400 ns"));
    }

    static void whatARangeCarriesIsSaid()
    {
        Definitions definitions;
        for (const char* name : {"nvtx_domain", "nvtx_color", "nvtx_payload"}) {
            const AttributeRef ref(static_cast<std::uint32_t>(definitions.attributes.size()));
            definitions.attributes.push_back({.ref = ref, .name = name});
        }
        definitions.strings.push_back({.ref = StringRef(7), .text = "library"});
        definitions.buildLookups();
        const gui::models::VisitRecords visit{
            .enter =
                {.kind = "Enter",
                 .carried =
                     {{AttributeRef(0), {.type = ValueType::String, .bits = 7}},
                      {AttributeRef(1), {.type = ValueType::UInt32, .bits = 0xff00'80ff}},
                      {AttributeRef(2), {.type = ValueType::Int64, .bits = 42}}}},
            .isWhole = true};
        const std::vector<std::pair<QString, QString>> expected = {
            {"NVTX domain", "library"}, {"NVTX colour", "#0080ff"}, {"NVTX payload", "42"}};
        QVERIFY(gui::charts::linesOf(visit, {.begin = 0, .end = 10}, definitions) == expected);
    }

    /// Its own scroll area has no bar at the bottom: what is wider would be cut.
    static void longNamesAreWrapped()
    {
        const std::string name(1'000'000, 'x');
        Bench bench("enter 0 @0 " + name + "\nleave 0 @100 " + name + "\n");
        DetailsPanel panel(bench.source, bench.trace, bench.selection);
        panel.resize(300, 600);
        panel.show();
        bench.selection.selectVisit(visitAt(bench, 0));
        Bench::settle();
        QVERIFY(panel.minimumSizeHint().width() < 300);
        QVERIFY2(panel.valueOf("Function").size() < 3'000, "more cannot be read");
        QVERIFY(panel.valueOf("Function").endsWith(QString::fromUtf8("… (1,000,000 bytes)")));
        auto* text = panel.findChildren<gui::charts::WrappedText*>().front();
        QVERIFY(text->height() > 3 * text->fontMetrics().height());
        QCOMPARE(text->wholeText(), panel.valueOf("Function"));
    }

    /// What stands below a very long name is still seen; all of it is there to be read and copied.
    static void aLongNameIsCutUntilOneAsksForIt()
    {
        gui::charts::WrappedText text(QString(600, QLatin1Char('x')));
        text.resize(200, text.heightForWidth(200));
        text.show();
        const int first = text.heightForWidth(200);
        QVERIFY(first < 5 * text.fontMetrics().lineSpacing());
        QVERIFY(text.isCut());
        QVERIFY(text.toPlainText().endsWith(QStringLiteral("…")));
        QVERIFY(text.toolTip().contains(text.wholeText()));
        QTest::keyClick(&text, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), text.wholeText());
        QTest::mouseClick(text.viewport(), Qt::LeftButton, {}, QPoint(20, 5));
        QVERIFY(!text.isCut());
        QVERIFY(text.heightForWidth(200) > 2 * first);
        QTest::keyClick(&text, Qt::Key_Return);
        QVERIFY(text.isCut());
        gui::charts::WrappedText brief(QStringLiteral("brief"));
        brief.resize(200, brief.heightForWidth(200));
        brief.show();
        QTest::mouseClick(brief.viewport(), Qt::LeftButton, {}, QPoint(2, 5));
        QCOMPARE(brief.toPlainText(), QStringLiteral("brief"));
        QVERIFY(brief.toolTip().isEmpty());
    }

    static void aMessageHasAllItsDigits()
    {
        Bench bench;
        DetailsPanel panel(bench.source, bench.trace, bench.selection);
        bench.selection.selectVisit(visitAt(bench, 50));
        bench.selection.selectMessage(bench.store->messages[0]);
        Bench::settle();
        QVERIFY(panel.valueOf("Function").isEmpty());
        QCOMPARE(panel.valueOf("Sender"), QStringLiteral("rank 0 · Master thread"));
        QCOMPARE(panel.valueOf("Receiver"), QStringLiteral("rank 1 · Master thread"));
        QCOMPARE(panel.valueOf("Tag"), QStringLiteral("17"));
        QCOMPARE(panel.valueOf("Size"), QStringLiteral("1,234,567 bytes"));
        QCOMPARE(panel.valueOf("Send"), QStringLiteral("0.812345678 s"));
        QCOMPARE(panel.valueOf("Receive"), QStringLiteral("0.912345680 s"));
        QVERIFY(panel.valueOf("Duration").contains(QStringLiteral("0.100000002 s")));
    }

    static void aMessageCanBeFollowed()
    {
        Bench bench;
        DetailsPanel panel(bench.source, bench.trace, bench.selection);
        bench.selection.selectMessage(bench.store->messages[0]);
        std::vector<std::pair<LocationRef, Tick>> wanted;
        connect(
            &panel,
            &DetailsPanel::locationWanted,
            &panel,
            [&wanted](LocationRef location, Tick tick) { wanted.emplace_back(location, tick); });
        for (auto* label : panel.findChildren<QLabel*>()) {
            if (label->text().startsWith(QStringLiteral("<a "))) {
                emit label->linkActivated(QStringLiteral("#"));
            }
        }
        const std::vector<std::pair<LocationRef, Tick>> expected = {
            {LocationRef(0), 812'345'678}, {LocationRef(1), 912'345'680}};
        QVERIFY(wanted == expected);
    }

    static void nothingSelectedShowsNothing()
    {
        Bench bench;
        const DetailsPanel panel(bench.source, bench.trace, bench.selection);
        bench.selection.selectVisit(visitAt(bench, 50));
        bench.selection.clear();
        Bench::settle();
        QVERIFY(panel.valueOf("Function").isEmpty());
        QVERIFY(panel.valueOf("Exclusive").isEmpty());
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
enter 0 @0 3
enter 0 @100 1
leave 0 @200 1
leave 0 @300 3
enter 0 @300 5
leave 0 @350 5
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
            {5, "other|"}};
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

    /// Waiting is of the annotations' group, but has a colour of its own.
    static void legendNamesSynchronisationWhereThereIsAny()
    {
        const auto swatches = [](const char* text) {
            FakeDataSource source;
            const auto trace = source.add("a", tests::traceFromText(text));
            Selection selection;
            const LegendPanel panel(*trace->definitions, selection);
            int found = 0;
            for (const auto* label : panel.findChildren<QLabel*>()) {
                found += label->text() == QLatin1String("Synchronisation of a device") ? 1 : 0;
            }
            return found;
        };
        QCOMPARE(swatches("region 1 step paradigm 66\nenter 0 @0 step\nleave 0 @9 step\n"), 0);
        QCOMPARE(
            swatches("region 1 \"Stream Sync\" paradigm 5 role 22\n"
                     "enter 0 @0 \"Stream Sync\"\nleave 0 @9 \"Stream Sync\"\n"),
            1);
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

QTEST_MAIN(TestPanels)
#include "test_panels.moc"
