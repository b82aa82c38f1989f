// The whole run in small: first what the server has at once, then all of it.

#include "gui/charts/overview_strip.h"
#include "gui/theme/region_colors.h"
#include "tests/gui/colors.h"
#include "tests/support/fake_data_source.h"
#include "tests/support/trace_text.h"

#include <QtTest/QtTest>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::charts::OverviewStrip;
using gui::models::Exactness;
using query::SummaryTimelineRequest;

namespace {

constexpr std::uint32_t kFew = 8;

/// A strip over a run that is in one function for its first half.
struct Bench {
    Bench()
    {
        source.setHold(true);
        strip.resize(600, 24);
        strip.show();
        settle();
    }

    static void settle()
    {
        for (int i = 0; i < 10; ++i) {
            QCoreApplication::processEvents();
        }
    }
    /// Whether the time of functions is painted at a place of the strip.
    [[nodiscard]] bool isFilledAt(double share)
    {
        const QImage image = strip.grab().toImage();
        const QColor wanted = gui::theme::groupColor(FunctionGroup::Application);
        const int x = static_cast<int>(share * image.width());
        return tests::isSameColor(image.pixelColor(x, image.height() / 2), wanted);
    }

    tests::FakeDataSource source;
    std::shared_ptr<const gui::data::Trace> trace =
        source.add("a", tests::traceFromText("length 9999\nenter 0 @0 main\nleave 0 @5000 main\n"));
    gui::models::ViewHistory view{trace->info.range};
    OverviewStrip strip{source, trace, view};
};

}  // namespace

class TestOverviewStrip : public QObject {
    Q_OBJECT

private slots:
    static void theProvisionalPictureIsShownUntilTheExactOneIsThere()
    {
        Bench bench;
        QCOMPARE(bench.source.of<SummaryTimelineRequest>().size(), std::size_t{1});
        QVERIFY(bench.source.asked().back().asking.progressive);
        QVERIFY(!bench.isFilledAt(0.25));
        bench.source.releaseProvisional(bench.source.asked().back().id, kFew);
        Bench::settle();
        QVERIFY(bench.isFilledAt(0.25));
        QVERIFY(!bench.isFilledAt(0.75));
        QCOMPARE(bench.strip.exactness(), Exactness::Refining);
        bench.source.setHold(false);
        Bench::settle();
        QVERIFY(bench.isFilledAt(0.25));
        QCOMPARE(bench.strip.exactness(), Exactness::Exact);
        QCOMPARE(bench.source.of<SummaryTimelineRequest>().size(), std::size_t{1});
    }

    static void whatIsShownIsStretchedAndNeedsNoOverview()
    {
        Bench bench;
        bench.source.setHold(false);
        Bench::settle();
        QCOMPARE(bench.strip.exactness(), Exactness::Exact);
        bench.strip.resize(800, 24);
        Bench::settle();
        QCOMPARE(bench.source.of<SummaryTimelineRequest>().size(), std::size_t{2});
        QVERIFY(!bench.source.asked().back().asking.progressive);
        QCOMPARE(bench.strip.exactness(), Exactness::Exact);
    }
};

QTEST_MAIN(TestOverviewStrip)
#include "test_overview_strip.moc"
