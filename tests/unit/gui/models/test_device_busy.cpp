#include "gui/models/device_busy.h"
#include "tests/support/fake_data_source.h"
#include "tests/support/trace_text.h"

#include <QtTest/QtTest>

#include <array>
#include <span>
#include <string>

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
    void aDeviceIsAsBusyAsItsStreamsOnTheMean();
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

void TestDeviceBusy::aDeviceIsAsBusyAsItsStreamsOnTheMean()
{
    tests::FakeDataSource source;
    const auto trace = source.add(
        "a",
        tests::traceFromText(
            std::string(kTrace)
            + "location 2 \"stream 8\" type stream\nenter 2 @0 kernel\nleave 2 @1000 kernel\n"));
    const gui::models::ViewHistory view({0, 1'000});
    const DeviceBusy busy(source, *trace, view);
    QVERIFY(QTest::qWaitFor([&busy] { return busy.exactness() == Exactness::Exact; }));
    const std::array device{LocationRef(1), LocationRef(2)};
    const auto shares = busy.of(std::span<const LocationRef>(device)).value();
    QCOMPARE(shares.all, (0.3 + 1.0) / 2);
    QCOMPARE(shares.kernels, (0.2 + 1.0) / 2);
    const std::array mixed{LocationRef(0), LocationRef(1)};
    QVERIFY(!busy.of(std::span<const LocationRef>(mixed)).has_value());
    QVERIFY(!busy.of(std::span<const LocationRef>()).has_value());
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

QTEST_GUILESS_MAIN(TestDeviceBusy)
#include "test_device_busy.moc"
