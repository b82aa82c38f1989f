// Along launches and waits: from a call to the work on a device, and back.

#include "gui/charts/panels/details_panel.h"
#include "gui/theme/theme.h"
#include "tests/gui/moves_bench.h"
#include "tests/support/program/test_program.h"

#include <QByteArray>
#include <QImage>
#include <QLabel>
#include <QRect>
#include <QString>
#include <QTemporaryDir>

namespace vellum::gui {

namespace {

using tests::comes;
using Window = tests::MovesWindow;

/// Work that was launched in a range (66 is NVTX, 5 CUDA), and a call that waits for it.
constexpr const char* kWait = R"(
length 9999
group 0 "python"
group 1 "GPU" type accelerator
location 0 "thread" group 0
location 1 "stream" group 1 type stream
region 0 range paradigm 66
region 1 launch paradigm 5
region 2 kernel paradigm 5 role 40
region 3 cudaStreamSynchronize paradigm 5
enter 0 @1000 range
enter 0 @1100 launch
event 0 @1100 DeviceLaunch 1
leave 0 @1200 launch
leave 0 @2000 range
enter 0 @3000 cudaStreamSynchronize
leave 0 @9000 cudaStreamSynchronize
enter 1 @4000 kernel
event 1 @4000 DeviceSet 1 0 0
leave 1 @8000 kernel
)";

/// A collective kernel on two devices, each with its launch; the second device comes last.
constexpr const char* kNccl = R"(
length 9999
group 0 "rank 0"
group 1 "GPU 0" type accelerator
group 2 "rank 1"
group 3 "GPU 1" type accelerator
location 0 "thread" group 0
location 1 "stream 7" group 1 type stream
location 2 "other thread" group 2
location 3 "stream 9" group 3 type stream
region 1 launch paradigm 5
region 2 ncclAllReduce paradigm 4
enter 0 @1000 launch
event 0 @1000 DeviceLaunch 1
leave 0 @1200 launch
enter 2 @2000 launch
event 2 @2000 DeviceLaunch 2
leave 2 @2200 launch
enter 1 @3000 ncclAllReduce
event 1 @3000 DeviceSet 1 0 0
leave 1 @6000 ncclAllReduce
enter 3 @5000 ncclAllReduce
event 3 @5000 DeviceSet 2 0 0
leave 3 @6000 ncclAllReduce
)";

}  // namespace

class TestDeviceMoves : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    [[nodiscard]] QString folder() const { return m_folder->path(); }

private slots:
    void init() { m_folder = tests::makeFolder(); }

    // ---- Devices ----------------------------------------------------------------------------

    void bracketsGoFromWorkToTheWaitAndBack()
    {
        Window made(folder(), kWait);
        made.select(LocationRef(1), 5'000);
        made.key(Qt::Key_BracketRight);
        QCOMPARE(made.selected()->location, LocationRef(0));
        QCOMPARE(made.selected()->visit, (TickRange{.begin = 3'000, .end = 9'000}));
        made.key(Qt::Key_BracketLeft);
        QCOMPARE(made.selected()->location, LocationRef(1));
        QCOMPARE(made.selected()->visit, (TickRange{.begin = 4'000, .end = 8'000}));
    }

    /// The clocks of host and device are not quite one.
    void whatEndsAfterTheWaitIsSaidToDoSo()
    {
        QByteArray trace = kWait;
        trace.replace("@8000", "@9900");
        Window made(folder(), trace.constData());
        const auto* details = made.view().findChild<charts::DetailsPanel*>();
        made.select(LocationRef(0), 4'500);
        QVERIFY(comes([&] { return !details->valueOf("Waited for").isEmpty(); }));
        QVERIFY(details->valueOf("Waited").startsWith("6.00 µs"));
        QVERIFY(details->valueOf("Returned after").isEmpty());
        QVERIFY2(
            details->valueOf("Ended after the call by").startsWith("900"),
            qPrintable(details->valueOf("Ended after the call by")));
        made.select(LocationRef(1), 5'000);
        QVERIFY(comes([&] { return !details->valueOf("Waited for by").isEmpty(); }));
        QVERIFY(details->valueOf("It waited").startsWith("6.00 µs"));
    }

    void detailsSayWhatWasWaitedForAndWhoWaited()
    {
        Window made(folder(), kWait);
        auto* const details = made.view().findChild<charts::DetailsPanel*>();
        made.select(LocationRef(0), 4'500);
        QVERIFY(comes([&] { return !details->valueOf("Waited for").isEmpty(); }));
        QVERIFY2(
            details->valueOf("Waited for").startsWith("kernel on"),
            qPrintable(details->valueOf("Waited for")));
        QVERIFY(details->valueOf("It ended").startsWith("0.000008000"));
        QVERIFY(details->valueOf("Waited").startsWith("5.00 µs"));
        QVERIFY(details->valueOf("Returned after").startsWith("1.00 µs"));
        made.select(LocationRef(1), 5'000);
        QVERIFY(comes([&] { return !details->valueOf("Waited for by").isEmpty(); }));
        QVERIFY(details->valueOf("Waited for by").startsWith("cudaStreamSynchronize on"));
        QVERIFY(details->valueOf("It waited").startsWith("5.00 µs"));
        QCOMPARE(details->valueOf("Launched in"), QStringLiteral("range"));
        // The link leads where the line says.
        emit details->locationWanted(LocationRef(0), 3'000);
        made.settle();
        QCOMPARE(made.selected()->visit, (TickRange{.begin = 3'000, .end = 9'000}));
        // Each line once, however the answers come.
        QVERIFY(comes([&] { return details->exactness() == models::Exactness::Exact; }));
        int captions = 0;
        for (const QLabel* label : details->findChildren<QLabel*>()) {
            captions += label->text() == QLatin1String("Waited for") ? 1 : 0;
        }
        QCOMPARE(captions, 1);
    }

    void theRangeAroundALaunchIsOutlined()
    {
        Window made(folder(), kWait);
        auto& chart = made.view().chart();
        const QRect row = *chart.rowRect(LocationRef(0));
        const QRect canvas = chart.canvasRect();
        const auto isOutlined = [&] {
            const QImage image = chart.viewport()->grab().toImage();
            const double ratio = image.devicePixelRatio();
            const int top = static_cast<int>(row.top() * ratio);
            const double x =
                canvas.left() + 0.17 * canvas.width();  // in the range, behind its launch
            return image.pixelColor(static_cast<int>(x * ratio), top)
                   == theme::currentTheme().accent;
        };
        QVERIFY(!isOutlined());
        made.select(LocationRef(1), 5'000);
        QVERIFY(comes([&] { return !made.view().moves().flows().isBusy(); }));
        QVERIFY(isOutlined());
        made.view().selection().clear();
        QVERIFY(!isOutlined());
    }

    /// The launch, whoever came last, and the launch again.
    void theSameKeyLeadsToAllThatLeadsToAKernel()
    {
        Window made(folder(), kNccl);
        made.select(LocationRef(1), 4'000);
        for (int round = 0; round < 2; ++round) {
            made.key(Qt::Key_BracketLeft);
            QVERIFY2(
                made.said().startsWith("1 of 2: the call on rank 0 · thread that launched it"),
                qPrintable(made.said()));
            QVERIFY2(made.said().contains("leads to the next"), qPrintable(made.said()));
            QCOMPARE(made.selected()->visit, (TickRange{.begin = 1'000, .end = 1'200}));
            made.key(Qt::Key_BracketLeft);
            QVERIFY2(
                made.said().startsWith("2 of 2: GPU 1 · stream 9, the last to come"),
                qPrintable(made.said()));
            QVERIFY2(made.said().contains("leads to the first"), qPrintable(made.said()));
            QCOMPARE(made.selected()->location, LocationRef(3));
        }
        // From there the other way, that is no round any more.
        made.key(Qt::Key_BracketRight);
        QCOMPARE(made.selected()->location, LocationRef(1));
    }

    void anotherSelectionEndsTheRound()
    {
        Window made(folder(), kNccl);
        made.select(LocationRef(1), 4'000);
        made.key(Qt::Key_BracketLeft);
        made.select(LocationRef(3), 5'500);
        made.select(LocationRef(0), 1'100);  // where the round stood
        made.key(Qt::Key_BracketLeft);
        QVERIFY2(made.said().contains("leads here"), qPrintable(made.said()));
    }

    void whatIsFilteredAwayIsNotInTheRound()
    {
        Window made(folder(), kNccl);
        made.view().history().addFilter(
            *made.view().trace().definitions,
            {.kind = models::Filter::Kind::HideLocations,
             .text = "thread",
             .locations = std::make_shared<const std::vector<LocationRef>>(1, LocationRef(0))},
            "hide");
        made.select(LocationRef(1), 4'000);
        made.key(Qt::Key_BracketLeft);
        QCOMPARE(made.selected()->location, LocationRef(3));
    }
};

}  // namespace vellum::gui

VELLUM_TEST_GUI(vellum::gui::TestDeviceMoves)
#include "test_device_moves.moc"
