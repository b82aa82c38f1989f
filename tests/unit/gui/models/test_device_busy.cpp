#include "gui/models/device_busy.h"
#include "server/import/importer.h"
#include "tests/support/fake_data_source.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <QFile>
#include <QString>

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::models::DeviceBusy;
using gui::models::Exactness;

namespace {

constexpr const char* kTrace = R"(
length 999
location 0 "main"
location 1 "stream 7" type stream
region 1 kernel role 40
region 2 copy role 30
enter 0 @0 main
leave 0 @1000 main
enter 1 @100 kernel
leave 1 @300 kernel
enter 1 @400 copy
leave 1 @500 copy
)";

}  // namespace

class TestDeviceBusy : public QObject {
    Q_OBJECT

private slots:
    void sharesAreOfTheVisibleWindow();
    void aDeviceIsBusyWhileAnyOfItsStreamsIs();
    void kernelsOfACollectiveLibraryAreKernels();
    void kernelsOfARealJobAreWhatItsTableSays();
    void annotationsAndWaitingKeepNoDeviceBusy();
    void whatIsShownNoMoreIsNotAskedAgain();
    void aTraceWithoutDevicesAsksNothing();
};

void TestDeviceBusy::sharesAreOfTheVisibleWindow()
{
    tests::FakeDataSource source;
    const auto trace = source.add("a", tests::traceFromText(kTrace));
    gui::models::ViewHistory view(trace->info.range);
    const DeviceBusy busy(source, *trace, view);
    const auto isExact = [&busy] { return busy.exactness() == Exactness::Exact; };
    QVERIFY(QTest::qWaitFor(isExact));
    QVERIFY(!busy.of(LocationRef(0)).has_value());
    view.showRange({200, 600}, "zoom");
    QVERIFY(busy.of(LocationRef(1)).has_value());  // the old one, until the new one is there
    QVERIFY(QTest::qWaitFor(isExact));
    const auto shares = busy.of(LocationRef(1)).value();
    QCOMPARE(shares.kernels, 0.25);
    QCOMPARE(shares.copies, 0.25);
    QCOMPARE(shares.all, 0.5);
}

void TestDeviceBusy::aDeviceIsBusyWhileAnyOfItsStreamsIs()
{
    tests::FakeDataSource source;
    const auto trace = source.add(
        "a",
        tests::traceFromText(
            std::string(kTrace)
            + "location 2 \"stream 8\" type stream\nenter 2 @250 kernel\nleave 2 @450 kernel\n"));
    const gui::models::ViewHistory view({0, 1'000});
    DeviceBusy busy(source, *trace, view);
    const std::vector device{LocationRef(1), LocationRef(2)};
    const std::vector mixed{LocationRef(0), LocationRef(1)};
    busy.show({device, mixed, {}});
    QVERIFY(QTest::qWaitFor([&busy] { return busy.exactness() == Exactness::Exact; }));
    const auto shares = busy.of(std::span<const LocationRef>(device)).value();
    QCOMPARE(shares.all, 0.4);       // 100 … 500: two kernels that overlap, then a copy
    QCOMPARE(shares.kernels, 0.35);  // 100 … 450
    QCOMPARE(shares.copies, 0.1);
    QVERIFY(!busy.of(std::span<const LocationRef>(mixed)).has_value());
    QVERIFY(!busy.of(std::span<const LocationRef>()).has_value());
}

/// As the readers say it: of the role of kernels, in the function group of MPI.
void TestDeviceBusy::kernelsOfACollectiveLibraryAreKernels()
{
    tests::FakeDataSource source;
    const auto trace = source.add(
        "a",
        tests::traceFromText(
            std::string(kTrace)
            + "location 2 \"stream 8\" type stream\n"
              "region 3 ncclAllReduce role 40 function-group 1\n"
              "enter 2 @250 ncclAllReduce\nleave 2 @450 ncclAllReduce\n"));
    const gui::models::ViewHistory view({0, 1'000});
    DeviceBusy busy(source, *trace, view);
    const std::vector device{LocationRef(1), LocationRef(2)};
    busy.show({device});
    QVERIFY(QTest::qWaitFor([&busy] { return busy.exactness() == Exactness::Exact; }));
    const auto ofStream = busy.of(LocationRef(2)).value();
    QCOMPARE(ofStream.kernels, 0.2);
    QCOMPARE(ofStream.collectives, 0.2);
    QCOMPARE(busy.of(LocationRef(1)).value().collectives, 0.0);
    const auto ofDevice = busy.of(std::span<const LocationRef>(device)).value();
    QCOMPARE(ofDevice.kernels, 0.35);  // 100 … 300 and 250 … 450: what both are in counts once
    QCOMPARE(ofDevice.collectives, 0.2);
    QCOMPARE(ofDevice.copies, 0.1);
    QCOMPARE(ofDevice.all, 0.4);
}

/// Beside the unions of CUPTI_ACTIVITY_KIND_KERNEL by device, all and those of names that begin with nccl, made by a few
/// lines of Python from the rows that sqlite3 reads. Kernels of one stream that overlap stand in two locations of it.
void TestDeviceBusy::kernelsOfARealJobAreWhatItsTableSays()
{
    const QString path = qEnvironmentVariable("VELLUM_TRACE_DATA")
                         + QStringLiteral("/nsys-ai/mfu_2gpu_before.sqlite");
    if (!QFile::exists(path)) {
        QSKIP("the real traces are not there");
    }
    tests::FakeDataSource source;
    const auto store = server::import::importTrace(query::TraceSelection(path.toStdString()));
    const auto trace = source.add("a", store.value());
    std::map<LocationGroupRef, std::vector<LocationRef>> devices;
    for (const Location& location : trace->definitions->locations) {
        if (location.type == LocationType::AcceleratorStream) {
            devices[location.group].push_back(location.ref);
        }
    }
    const gui::models::ViewHistory view(trace->info.range);
    DeviceBusy busy(source, *trace, view);
    std::vector<std::vector<LocationRef>> shown;
    shown.reserve(devices.size());
    for (const auto& device : devices) {
        shown.push_back(device.second);
    }
    busy.show(shown);
    QVERIFY(QTest::qWaitFor([&busy] { return busy.exactness() == Exactness::Exact; }));
    std::vector<std::pair<qint64, qint64>> found;
    for (const auto& device : shown) {
        const auto shares = busy.of(std::span<const LocationRef>(device)).value();
        const auto window = static_cast<double>(trace->info.range.length());
        found.emplace_back(
            qRound64(shares.kernels * window), qRound64(shares.collectives * window));
    }
    std::ranges::sort(found);
    const std::vector<std::pair<qint64, qint64>> expected{
        {264'324'724, 8'229'100}, {270'863'484, 17'172'652}};
    QCOMPARE(found, expected);
}

void TestDeviceBusy::annotationsAndWaitingKeepNoDeviceBusy()
{
    tests::FakeDataSource source;
    const auto trace = source.add(
        "a",
        tests::traceFromText(
            std::string(kTrace)
            + "location 2 \"stream 7 annotations\" type unknown\n"
              "region 3 step role 0\nenter 2 @0 step\nleave 2 @1000 step\n"));
    const gui::models::ViewHistory view({0, 1'000});
    DeviceBusy busy(source, *trace, view);
    const std::vector device{LocationRef(1), LocationRef(2)};
    busy.show({device});
    QVERIFY(QTest::qWaitFor([&busy] { return busy.exactness() == Exactness::Exact; }));
    QVERIFY(!busy.of(LocationRef(2)).has_value());
    QCOMPARE(busy.of(std::span<const LocationRef>(device)).value().all, 0.3);
    QCOMPARE(busy.streamsOf(device), std::vector{LocationRef(1)});
    const std::vector withThread{LocationRef(0), LocationRef(1)};
    QVERIFY(busy.streamsOf(withThread).empty());
}

void TestDeviceBusy::whatIsShownNoMoreIsNotAskedAgain()
{
    tests::FakeDataSource source;
    const auto trace = source.add(
        "a", tests::traceFromText(std::string(kTrace) + "location 2 \"stream 8\" type stream\n"));
    gui::models::ViewHistory view(trace->info.range);
    DeviceBusy busy(source, *trace, view);
    busy.show({{LocationRef(1), LocationRef(2)}});
    const auto isExact = [&busy] { return busy.exactness() == Exactness::Exact; };
    QVERIFY(QTest::qWaitFor(isExact));
    busy.show({});
    view.showRange({200, 600}, "zoom");
    QVERIFY(QTest::qWaitFor(isExact));
    const auto asked = source.of<query::SummaryTimelineRequest>();
    QCOMPARE(std::ranges::count(asked, true, &query::SummaryTimelineRequest::once), 1);
}

void TestDeviceBusy::aTraceWithoutDevicesAsksNothing()
{
    tests::FakeDataSource source;
    const auto trace =
        source.add("a", tests::traceFromText("length 9\nenter 0 @0 main\nleave 0 @5 main\n"));
    const gui::models::ViewHistory view(trace->info.range);
    const DeviceBusy busy(source, *trace, view);
    QVERIFY(QTest::qWaitFor([&busy] { return busy.exactness() == Exactness::Exact; }));
    QVERIFY(source.asked().empty());
}

VELLUM_TEST_GUILESS(TestDeviceBusy)
#include "test_device_busy.moc"
