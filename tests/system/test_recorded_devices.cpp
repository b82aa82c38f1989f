// From what a GPU that is not there does to a picture: a program is recorded through fakes (tests/collector/gpu), and the window shows it.

#include "common/query/limits.h"
#include "gui/charts/counter_chart.h"
#include "gui/charts/panels/details_panel.h"
#include "gui/shell/layouts.h"
#include "gui/theme/region_colors.h"
#include "server/import/importer.h"
#include "server/query/executor.h"
#include "tests/gui/colors.h"
#include "tests/gui/window_bench.h"
#include "tests/support/program/test_program.h"

#include <QImage>
#include <QProcess>
#include <QProcessEnvironment>

#include <algorithm>

namespace vellum::gui {

namespace {

using tests::comes;

/// A file of the build.
QString built(const char* path)
{
    return qEnvironmentVariable("VELLUM_BIN_DIR") + QStringLiteral("/../") + QLatin1String(path);
}

/// A window over the recorded archive.
struct ArchiveWindow {
    explicit ArchiveWindow(
        const std::shared_ptr<const server::store::TraceStore>& store, const QString& path)
        : window(
            [this, store, path](const QString&) {
                auto made = std::make_unique<tests::Source>();
                made->add(path, store);
                source = made.get();
                return made;
            },
            QString())
    {
        window.resize(1'400, 1'000);
        window.show();
        window.openTrace(path);
    }

    [[nodiscard]] shell::TraceView& view() const { return *window.currentView(); }
    [[nodiscard]] bool isSettled() const
    {
        return tests::isShown(window.currentTab()) && source->isIdle();
    }

    tests::Source* source = nullptr;
    shell::MainWindow window;
};

/// The counter chart of \p counter; charts of the layout before may be on their way out.
const charts::CounterChart* counterChart(const shell::TraceView& view, const char* counter)
{
    const auto all = view.findChildren<charts::CounterChart*>();
    const auto found = std::ranges::find_if(all, [counter](const charts::CounterChart* chart) {
        return chart->isVisible() && chart->sentence().contains(QLatin1String(counter));
    });
    return found == all.end() ? nullptr : *found;
}

bool holds(const QImage& picture, const QColor& wanted)
{
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            if (tests::isSameColor(picture.pixelColor(x, y), wanted)) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace

class TestRecordedDevices : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_archive;
    std::shared_ptr<const server::store::TraceStore> m_store;

    [[nodiscard]] const Location* locationCalled(const char* begin) const;
    [[nodiscard]] query::Launch launchOf(const char* region) const;

private slots:
    void initTestCase();

    void streamsAreRowsOfTheirDevice();
    void aLaunchIsFollowedToItsKernelAndBack();
    void aCounterOfTheDeviceIsDrawn();
    void kernelsHaveTheColourOfTheirGroup();
};

void TestRecordedDevices::initTestCase()
{
    m_folder = tests::makeFolder();
    QVERIFY(m_folder != nullptr);
    QProcess recorder;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("VELLUM_CUPTI_LIB", built("tests/collector/gpu/libvellum-fake-cupti.so"));
    environment.insert("VELLUM_NVML_LIB", built("tests/collector/gpu/libvellum-fake-nvml.so"));
    recorder.setProcessEnvironment(environment);
    recorder.start(
        built("bin/vellum-record"),
        {"--quiet",
         "--counters=2",
         "-o",
         m_folder->filePath("recorded"),
         "--",
         built("tests/collector/gpu_program"),
         "picture"});
    QVERIFY(recorder.waitForFinished(tests::kPatienceMs));
    QVERIFY2(recorder.exitCode() == 7, recorder.readAllStandardError().constData());
    m_archive = m_folder->filePath("recorded/traces.otf2");
    const auto imported = server::import::importTrace(m_archive.toStdString());
    QVERIFY2(imported.isOk(), imported.isOk() ? "" : imported.error().message.c_str());
    m_store = imported.value();
}

const Location* TestRecordedDevices::locationCalled(const char* begin) const
{
    const auto& locations = m_store->definitions.locations;
    const auto found = std::ranges::find_if(
        locations, [begin](const Location& one) { return one.name.starts_with(begin); });
    return found == locations.end() ? nullptr : &*found;
}

/// The first one of work whose name has \p region in it.
query::Launch TestRecordedDevices::launchOf(const char* region) const
{
    const auto answer = server::query::execute(
        *m_store,
        query::LaunchesRequest{.scope = {.window = m_store->range}, .limit = query::kMaxItems});
    const auto& launches = std::get<query::Launches>(answer.value()).launches;
    const auto found = std::ranges::find_if(launches, [&](const query::Launch& launch) {
        const Region* work = m_store->definitions.find(launch.workRegion);
        return work != nullptr && work->name.find(region) != std::string::npos;
    });
    return found == launches.end() ? query::Launch{} : *found;
}

void TestRecordedDevices::streamsAreRowsOfTheirDevice()
{
    ArchiveWindow made(m_store, m_archive);
    QVERIFY(comes([&] { return made.isSettled(); }));
    for (const char* name :
         {"main", "stream 21 (copies)", "stream 22 (compute, priority -5)", "synchronisation"}) {
        const Location* location = locationCalled(name);
        QVERIFY2(location != nullptr, name);
        const models::RowPicture* row = made.view().timeline().pictureOf(location->ref);
        QVERIFY2(row != nullptr && row->runs().runs.size() > 1, name);
    }
    const LocationGroup* group = m_store->definitions.find(locationCalled("stream 21")->group);
    QVERIFY(group != nullptr && group->name.starts_with("GPU 0"));
    QVERIFY(group->type == LocationGroupType::Accelerator);
}

void TestRecordedDevices::aLaunchIsFollowedToItsKernelAndBack()
{
    const query::Launch launch = launchOf("gemm<float, 128>");
    QVERIFY(launch.work.length() > 0);
    ArchiveWindow made(m_store, m_archive);
    QVERIFY(comes([&] { return made.isSettled(); }));
    const auto* details = made.view().findChild<charts::DetailsPanel*>();
    QVERIFY(details != nullptr);
    made.view().goTo(launch.host, launch.call.begin);
    QVERIFY(comes([&] { return !details->valueOf("Launched").isEmpty(); }));
    QCOMPARE(
        details->valueOf("Launched"),
        QStringLiteral("gemm<float, 128> on stream 22 (compute, priority -5)"));
    QTest::keyClick(&made.view().chart(), Qt::Key_BracketRight);
    QVERIFY(comes([&] { return made.isSettled(); }));
    QVERIFY(made.view().selection().visit().has_value());
    QCOMPARE(made.view().selection().visit()->location, launch.device);
    QCOMPARE(made.view().selection().visit()->visit, launch.work);
    QVERIFY(comes([&] { return !details->valueOf("Launched by").isEmpty(); }));
    QVERIFY(details->valueOf("Launched by").startsWith("cudaLaunchKernel on"));
}

void TestRecordedDevices::aCounterOfTheDeviceIsDrawn()
{
    for (const char* counter : {"memory pool in use", "GPU power", "device memory in use"}) {
        ArchiveWindow made(m_store, m_archive);
        QVERIFY(comes([&] { return made.isSettled(); }));
        const auto layout =
            shell::layouts::parseCharts(QStringLiteral("master,counter=") + QLatin1String(counter));
        QVERIFY(layout.isOk());
        made.view().applyLayout(layout.value());
        const auto shown = [&] { return counterChart(made.view(), counter); };
        QVERIFY2(
            comes([&] {
                return made.isSettled() && shown() != nullptr
                       && shown()->exactness() == models::Exactness::Exact
                       && !shown()->curves().empty();
            }),
            counter);
        QVERIFY2(shown()->errorText().isEmpty(), qPrintable(shown()->errorText()));
    }
}

void TestRecordedDevices::kernelsHaveTheColourOfTheirGroup()
{
    ArchiveWindow made(m_store, m_archive);
    QVERIFY(comes([&] { return made.isSettled(); }));
    const QImage picture = made.view().chart().viewport()->grab().toImage();
    const auto isPainted = [&picture](const QColor& color) { return holds(picture, color); };
    const Region* kernel = m_store->definitions.find(launchOf("gemm<float, 128>").workRegion);
    const Region* copy = m_store->definitions.find(launchOf("Memcpy HtoD").workRegion);
    QVERIFY(kernel != nullptr && copy != nullptr && kernel->group != copy->group);
    for (const Region* region : {kernel, copy}) {
        QVERIFY2(
            isPainted(theme::regionColor(*region)) || isPainted(theme::groupColor(region->group)),
            region->name.c_str());
    }
}

}  // namespace vellum::gui

VELLUM_TEST_GUI(vellum::gui::TestRecordedDevices)
#include "test_recorded_devices.moc"
