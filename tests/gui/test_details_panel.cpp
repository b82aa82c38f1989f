// What the Details say of what is selected: it is what the answers say.

#include "gui/charts/chart_header.h"
#include "gui/charts/panels/details_panel.h"
#include "gui/charts/panels/record_lines.h"
#include "gui/charts/panels/wrapped_text.h"
#include "server/query/executor.h"
#include "tests/gui/panels_bench.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLatin1Char>
#include <QPoint>
#include <QString>
#include <QTextBlock>
#include <QTextLayout>

#include <algorithm>
#include <map>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::charts::DetailsPanel;
using gui::models::Exactness;
using gui::models::SelectedVisit;
using Bench = tests::PanelBench;

namespace {

constexpr const char* kDeviceTrace = R"(
length 1000
enter 0 @0 kernel
event 0 @0 DeviceKernel 2619582 93600 2 1 128 1 1 18 231424
leave 0 @200 kernel
enter 0 @300 copy
event 0 @300 DeviceCopy 2619583 4096 1 0 2
leave 0 @400 copy
)";

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

class TestDetailsPanel : public QObject {
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

    /// Triangles of the master timeline and pixels of the I/O timeline are of one kind.
    static void itSaysInWhichTimelineIoWasSelected()
    {
        Bench bench;
        const DetailsPanel panel(bench.source, bench.trace, bench.selection);
        const auto* header = panel.findChild<gui::charts::ChartHeader*>();
        QVERIFY(header != nullptr);
        bench.selection.selectOverlaid(gui::models::IoMark{.row = "a"});
        QVERIFY(header->accessibleDescription().startsWith("selected in the master timeline"));
        bench.selection.selectOverlaid(gui::models::IoMark{.row = "a", .isOfIoTimeline = true});
        QVERIFY(header->accessibleDescription().startsWith("selected in the I/O timeline"));
    }

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

    /// As archives of vellum-record have it: on the enter itself.
    static void whatAnArchiveCarriesIsToldInTheSameWords()
    {
        Definitions definitions;
        gui::models::VisitRecords visit{.isWhole = true};
        const auto carry = [&](const char* name, std::uint64_t value) {
            const AttributeRef ref(static_cast<std::uint32_t>(definitions.attributes.size()));
            definitions.attributes.push_back({.ref = ref, .name = name});
            visit.enter.carried.push_back(
                {.attribute = ref, .value = {.type = ValueType::UInt64, .bits = value}});
        };
        carry("grid_x", 64);
        carry("grid_y", 2);
        carry("grid_z", 1);
        carry("block_x", 128);
        carry("block_y", 1);
        carry("block_z", 1);
        carry("correlation", 17);
        carry("cuda_graph_node", 5);
        definitions.buildLookups();
        const auto lines = gui::charts::linesOf(visit, {.begin = 0, .end = 10}, definitions);
        const std::vector<std::pair<QString, QString>> expected{
            {"Grid", QString::fromUtf8("64 × 2 × 1")},
            {"Block", QString::fromUtf8("128 × 1 × 1")},
            {"Correlation", "17"},
            {"CUDA graph node", "5"}};
        QCOMPARE(lines.size(), expected.size());
        for (std::size_t i = 0; i < lines.size(); ++i) {
            QCOMPARE(lines[i], expected[i]);
        }
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

    /// One that has no members says when it was.
    static void aRecordWithoutMembersIsNoEmptyLine()
    {
        Definitions definitions;
        definitions.clock.ticksPerSecond = 1'000;
        const gui::models::VisitRecords visit{
            .enter = {.kind = "Enter"},
            .records = {{.tick = 1'500, .kind = "MpiCollectiveBegin"}},
            .isWhole = true};
        const auto lines = gui::charts::linesOf(visit, {.begin = 0, .end = 9'000}, definitions);
        QCOMPARE(lines.size(), std::size_t{1});
        QCOMPARE(lines[0].first, QStringLiteral("MpiCollectiveBegin"));
        QCOMPARE(lines[0].second, QStringLiteral("at 1.500 s"));
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

    /// In whatever width: also where it wraps and would not in the width of its size hint.
    static void allLinesOfAWrappedNameAreSeen()
    {
        const std::string name = R"+("heavy_kernel(float*, float const*)")+";
        Bench bench("enter 0 @0 " + name + "\nleave 0 @100 " + name + "\n");
        DetailsPanel panel(bench.source, bench.trace, bench.selection);
        panel.show();
        bench.selection.selectVisit(visitAt(bench, 0));
        int wrapped = 0;
        int unwrapped = 0;
        for (int width = 240; width < 480; width += 3) {
            panel.resize(width, 600);
            Bench::settle();
            for (const auto* text : panel.findChildren<gui::charts::WrappedText*>()) {
                const int lines = text->document()->firstBlock().layout()->lineCount();
                ++(lines > 1 ? wrapped : unwrapped);
                QCOMPARE(text->height(), lines * text->fontMetrics().lineSpacing() + 1);
            }
        }
        QVERIFY(wrapped > 5 && unwrapped > 5);
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
};

VELLUM_TEST_GUI(TestDetailsPanel)
#include "test_details_panel.moc"
