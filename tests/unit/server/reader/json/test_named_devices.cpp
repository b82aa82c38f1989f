// Devices that only the names of their processes tell, and the flows that launch their kernels.

#include "common/trace/well_known_names.h"
#include "server/reader/json/named_devices.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/server/reader/json/opened_text.h"

using namespace vellum;          // NOLINT(google-build-using-namespace): a test
using namespace vellum::server;  // NOLINT(google-build-using-namespace)
using namespace vellum::tests;   // NOLINT(google-build-using-namespace)

namespace {

using reader::json::isDeviceName;

/// "TYPE NAME; " of every group, and "NAME:GROUP" of every region.
std::string groupsAndRegions(const reader::EventSource& source)
{
    const Definitions& definitions = source.head().definitions;
    std::string text;
    for (const LocationGroup& group : definitions.locationGroups) {
        text += (group.type == LocationGroupType::Accelerator ? "device " : "host ") + group.name;
        text += "; ";
    }
    for (const Region& region : definitions.regions) {
        text += region.name + ":" + std::string(name(region.group)) + " ";
    }
    return text;
}

constexpr const char* kNames =
    R"json({"ph":"M","name":"process_name","pid":7,"args":{"name":"GPU0"}},
       {"ph":"M","name":"process_name","pid":1,"args":{"name":"CPU HIP API"}},)json";

}  // namespace

class TestNamedDevices : public QObject {
    Q_OBJECT

    [[nodiscard]] Result<std::unique_ptr<reader::EventSource>> open(const std::string& text) const
    {
        return m_text.open(text);
    }
    OpenedText m_text;

private slots:
    void names_data();
    void names();
    void calls_data();
    void calls();
    void flowIsLaunch();
    void oneCallLaunchesSeveral();
    void flowEndsInTheNextKernel();
    void flowBetweenOperatorsIsNoLaunch();
    void rowsAboveTheStreamsAreAnnotations();
    void categoriesGoBeforeNames();
    void argumentsStayWithTheirSlices();
};

void TestNamedDevices::names_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isDevice");
    QTest::newRow("rocprof") << "GPU0" << true;
    QTest::newRow("with a space") << "GPU 12" << true;
    QTest::newRow("alone") << "gpu" << true;
    QTest::newRow("jax") << "/device:GPU:0" << true;
    QTest::newRow("tpu") << "/device:TPU:3 (core 1)" << true;
    QTest::newRow("tensorflow") << "/job:localhost/replica:0/task:0/device:GPU:1/stream:all Compute"
                                << true;
    QTest::newRow("older tensorflow") << "/job:localhost/replica:0/task:0/gpu:0 Compute" << true;
    QTest::newRow("host") << "/host:CPU" << false;
    QTest::newRow("process of Chrome") << "GPU Process" << false;
    QTest::newRow("word") << "gpuburn" << false;
    QTest::newRow("program") << "train.py" << false;
    QTest::newRow("nothing") << "" << false;
}

void TestNamedDevices::names()
{
    QFETCH(QString, name);
    QTEST(isDeviceName(name.toStdString()), "isDevice");
}

void TestNamedDevices::calls_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isCall");
    QTest::newRow("hip") << "hipLaunchKernel" << true;
    QTest::newRow("cuda") << "cudaMalloc" << true;
    QTest::newRow("driver") << "cuLaunchKernelEx" << true;
    QTest::newRow("hsa") << "hsa_signal_create" << true;
    QTest::newRow("level zero") << "zeMemFree" << true;
    QTest::newRow("word") << "custom" << false;
    QTest::newRow("another word") << "hip" << false;
    QTest::newRow("a third") << "zero_grad" << false;
    QTest::newRow("nothing") << "" << false;
}

void TestNamedDevices::calls()
{
    QFETCH(QString, name);
    QTEST(isDeviceCall(name.toStdString()), "isCall");
}

void TestNamedDevices::flowIsLaunch()
{
    const auto source = open(
        "[" + std::string(kNames)
        + R"json({"ph":"X","name":"hipLaunchKernel","ts":10,"dur":5,"pid":1,"tid":3},
             {"ph":"X","name":"vadd(float*)","ts":20,"dur":30,"pid":7,"tid":0},
             {"ph":"s","name":"dep","id":9,"ts":10,"pid":1,"tid":3,"cat":"DataFlow"},
             {"ph":"t","name":"dep","id":9,"ts":20,"pid":7,"tid":0,"cat":"DataFlow"}])json");
    QVERIFY(source.isOk());
    QCOMPARE(
        groupsAndRegions(*source.value()),
        std::string("host CPU HIP API 1; device GPU0; hipLaunchKernel:Device API "
                    "vadd(float*):Kernel DataFlow:Annotation "));
    QCOMPARE(
        records(*source.value(), 0),
        std::string("Enter@0 hipLaunchKernel; DeviceLaunch@0 1; FlowBegin@0 9 2; "
                    "Leave@5000 hipLaunchKernel; "));
    QCOMPARE(
        records(*source.value(), 1),
        std::string("Enter@10000 vadd(float*); DeviceKernel@10000 1 0 0 0 0 0 0 0 0; "
                    "FlowStep@10000 9 2; Leave@40000 vadd(float*); "));
}

/// The correlations of a location's records of one kind, in order. Of one location once: reading hands its records over.
std::string correlations(const reader::EventSource& source, std::uint32_t location, EventKind kind)
{
    std::string text;
    const std::vector<LocationIndex> own = {LocationIndex(location)};
    const auto eventReader = source.makeReader(own);
    eventReader.value()->read(own.front(), [&](const reader::EventBatch& batch) {
        for (std::size_t i = 0; i < batch.size(); ++i) {
            text += batch.kind[i] == kind ? std::to_string(batch.payloadOf(i)[0]) + " " : "";
        }
        return true;
    });
    return text;
}

void TestNamedDevices::oneCallLaunchesSeveral()
{
    const auto source = open(
        "[" + std::string(kNames)
        + R"json({"ph":"X","name":"hipGraphLaunch","ts":10,"dur":5,"pid":1,"tid":3},
             {"ph":"X","name":"hipMemcpyAsync","ts":16,"dur":1,"pid":1,"tid":3},
             {"ph":"X","name":"a","ts":20,"dur":5,"pid":7,"tid":0},
             {"ph":"X","name":"b","ts":30,"dur":5,"pid":7,"tid":0},
             {"ph":"X","name":"CopyHostToDevice","ts":40,"dur":5,"pid":7,"tid":0},
             {"ph":"s","name":"d","id":1,"ts":10,"pid":1,"tid":3,"cat":"F"},
             {"ph":"s","name":"d","id":2,"ts":11,"pid":1,"tid":3,"cat":"F"},
             {"ph":"s","name":"d","id":3,"ts":16,"pid":1,"tid":3,"cat":"F"},
             {"ph":"t","name":"d","id":1,"ts":20,"pid":7,"tid":0,"cat":"F"},
             {"ph":"f","name":"d","id":2,"ts":32,"pid":7,"tid":0,"cat":"F"},
             {"ph":"f","name":"d","id":1,"ts":31,"pid":7,"tid":0,"cat":"another"},
             {"ph":"f","name":"d","id":3,"ts":40,"pid":7,"tid":0,"cat":"F"}])json");
    QVERIFY(source.isOk());
    const reader::EventSource& trace = *source.value();
    QCOMPARE(correlations(trace, 0, event_kind::kDeviceLaunch), std::string("1 2 "));
    const std::string device = records(trace, 1);
    QVERIFY(device.find("DeviceKernel@10000 1 ") != std::string::npos);
    QVERIFY(device.find("DeviceKernel@20000 1 ") != std::string::npos);
    QVERIFY(device.find("DeviceCopy@30000 2 0 1 7 7") != std::string::npos);
}

void TestNamedDevices::flowEndsInTheNextKernel()
{
    const auto source = open(
        "[" + std::string(kNames)
        + R"json({"ph":"X","name":"outer","ts":1,"dur":100,"pid":1,"tid":3},
             {"ph":"X","name":"hipLaunchKernel","ts":10,"dur":5,"pid":1,"tid":3},
             {"ph":"X","name":"before","ts":2,"dur":3,"pid":7,"tid":0},
             {"ph":"X","name":"kernel","ts":20,"dur":5,"pid":7,"tid":0},
             {"ph":"s","id":1,"ts":12,"pid":1,"tid":3,"cat":"F"},
             {"ph":"s","id":2,"ts":50,"pid":1,"tid":3,"cat":"F"},
             {"ph":"f","id":1,"ts":12,"pid":7,"tid":0,"cat":"F"},
             {"ph":"f","id":2,"ts":60,"pid":7,"tid":0,"cat":"F"}])json");
    QVERIFY(source.isOk());
    const reader::EventSource& trace = *source.value();
    QCOMPARE(correlations(trace, 1, event_kind::kDeviceKernel), std::string("0 1 "));
    QCOMPARE(correlations(trace, 0, event_kind::kDeviceLaunch), std::string("1 "));
}

/// TensorFlow's timelines: what flows there is data.
void TestNamedDevices::flowBetweenOperatorsIsNoLaunch()
{
    const auto source = open(
        R"json([{"ph":"M","name":"process_name","pid":1,"args":{"name":"/job:localhost/replica:0/task:0/device:CPU:0 Compute"}},
            {"ph":"M","name":"process_name","pid":2,"args":{"name":"/job:localhost/replica:0/task:0/device:GPU:0 Compute"}},
            {"ph":"X","cat":"Op","name":"Const","ts":1,"dur":2,"pid":1,"tid":0,"args":{"op":"Const"}},
            {"ph":"X","cat":"Op","name":"MatMul","ts":5,"dur":2,"pid":2,"tid":0,"args":{"op":"MatMul"}},
            {"ph":"s","cat":"DataFlow","name":"t","id":4,"ts":1,"pid":1,"tid":0},
            {"ph":"t","cat":"DataFlow","name":"t","id":4,"ts":5,"pid":2,"tid":0}])json");
    QVERIFY(source.isOk());
    const reader::EventSource& trace = *source.value();
    QCOMPARE(correlations(trace, 0, event_kind::kDeviceLaunch), std::string());
    QCOMPARE(correlations(trace, 1, event_kind::kDeviceKernel), std::string("0 "));
    const Region& kernel = trace.head().definitions.regions.at(1);
    QCOMPARE(kernel.name, std::string("MatMul"));
    QCOMPARE(int(kernel.group), int(FunctionGroup::Kernel));
    QCOMPARE(int(kernel.paradigm), int(Paradigm::Unknown));
}

/// The profiler of JAX and XLA.
void TestNamedDevices::rowsAboveTheStreamsAreAnnotations()
{
    const auto source = open(
        R"json([{"ph":"M","name":"process_name","pid":3,"args":{"name":"/device:GPU:0"}},
            {"ph":"M","name":"thread_name","pid":3,"tid":1,"args":{"name":"Steps"}},
            {"ph":"M","name":"thread_name","pid":3,"tid":2,"args":{"name":"Stream #13(MemcpyH2D,Compute)"}},
            {"ph":"X","name":"fusion","ts":1,"dur":9,"pid":3,"tid":1},
            {"ph":"X","name":"fusion","ts":1,"dur":2,"pid":3,"tid":2},
            {"ph":"X","name":"MemcpyH2D","ts":5,"dur":2,"pid":3,"tid":2}])json");
    QVERIFY(source.isOk());
    const Definitions& definitions = source.value()->head().definitions;
    QCOMPARE(
        groupsAndRegions(*source.value()),
        std::string("device /device:GPU:0; fusion:Annotation MemcpyH2D:Copy fusion:Kernel "));
    QCOMPARE(int(definitions.locations.at(0).type), int(LocationType::Unknown));
    QCOMPARE(int(definitions.locations.at(1).type), int(LocationType::AcceleratorStream));
}

/// Chrome's own traces have a process of that name, and Kineto's say what is what.
void TestNamedDevices::categoriesGoBeforeNames()
{
    const auto source = open(
        R"json([{"ph":"M","name":"process_name","pid":1,"args":{"name":"GPU"}},
            {"ph":"X","cat":"cpu_op","name":"aten::add","ts":1,"dur":2,"pid":1,"tid":1},
            {"ph":"X","name":"hipX","ts":1,"dur":2,"pid":1,"tid":2},
            {"ph":"X","cat":"kernel","name":"k","ts":5,"dur":2,"pid":0,"tid":7}])json");
    QVERIFY(source.isOk());
    QVERIFY(groupsAndRegions(*source.value()).find("hipX:Application") != std::string::npos);
}

void TestNamedDevices::argumentsStayWithTheirSlices()
{
    const auto source = open(
        "[" + std::string(kNames)
        + R"json({"ph":"X","name":"hipLaunchKernel","ts":10,"dur":5,"pid":1,"tid":3,"args":{"a":5}},
             {"ph":"X","name":"k","ts":20,"dur":5,"pid":7,"tid":0,"args":{"b":6,"c":7}},
             {"ph":"s","id":1,"ts":10,"pid":1,"tid":3,"cat":"F"},
             {"ph":"t","id":1,"ts":20,"pid":7,"tid":0,"cat":"F"}])json");
    QVERIFY(source.isOk());
    std::string carried;
    for (std::uint32_t location = 0; location < 2; ++location) {
        const std::vector<LocationIndex> own = {LocationIndex(location)};
        const auto eventReader = source.value()->makeReader(own);
        eventReader.value()->read(own.front(), [&](const reader::EventBatch& batch) {
            for (std::size_t row = 0; row < batch.attributes.size(); ++row) {
                const EventKind kind = batch.kind[batch.attributes.event[row]];
                carried += std::string(infoOf(kind).name) + " "
                           + std::to_string(batch.attributes.valueAt(row).bits) + "; ";
            }
            return true;
        });
    }
    QCOMPARE(carried, std::string("DeviceLaunch 5; DeviceKernel 6; DeviceKernel 7; "));
}

VELLUM_TEST_APPLESS(TestNamedDevices)
#include "test_named_devices.moc"
