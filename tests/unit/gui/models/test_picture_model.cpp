// What a chart of one question shows while views change and answers come.

#include "gui/models/picture_model.h"
#include "tests/support/fake_data_source.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <optional>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::models::Exactness;
using gui::models::PictureModel;
using gui::models::ViewHistory;
using query::SummaryTimeline;
using query::SummaryTimelineRequest;
using tests::FakeDataSource;

namespace {

constexpr std::uint32_t kFew = 4;
constexpr int kColumns = 100;

/// A model that asks what the one location of a small trace did.
struct Bench {
    Bench()
    {
        source.setHold(true);
        model.setQuestion([](TickRange window, std::uint32_t columns) {
            return std::optional<query::Request>(SummaryTimelineRequest{
                .window = window, .columns = columns, .rows = {{LocationRef(0)}}});
        });
        model.setColumns(kColumns);
        settle();
    }

    static void settle()
    {
        for (int i = 0; i < 10; ++i) {
            QCoreApplication::processEvents();
        }
    }
    [[nodiscard]] const FakeDataSource::Asked& newest() const { return source.asked().back(); }
    [[nodiscard]] std::size_t questions() const { return source.asked().size(); }
    [[nodiscard]] const SummaryTimeline& shown() const
    {
        return *model.picture()->as<SummaryTimeline>();
    }

    FakeDataSource source;
    std::shared_ptr<const gui::data::Trace> trace =
        source.add("a", tests::traceFromText("length 999\nenter 0 @0 main\nleave 0 @900 main\n"));
    ViewHistory view{trace->info.range};
    PictureModel model{source, trace->id, view};
};

}  // namespace

class TestPictureModel : public QObject {
    Q_OBJECT

private slots:
    static void whereNothingIsShownTheProvisionalAnswerIs()
    {
        Bench bench;
        QVERIFY(bench.newest().asking.progressive);
        QVERIFY(bench.model.picture() == nullptr);
        const std::uint64_t before = bench.model.answers();
        bench.source.releaseProvisional(bench.newest().id, kFew);
        Bench::settle();
        QVERIFY(bench.model.picture() != nullptr);
        QVERIFY(bench.model.whole() != nullptr);
        QCOMPARE(bench.shown().columns, kFew);
        QVERIFY(bench.model.picture()->request == bench.newest().request);
        QCOMPARE(bench.model.exactness(), Exactness::Refining);
        QVERIFY(bench.model.answers() > before);
        QCOMPARE(bench.questions(), std::size_t{1});
        bench.source.setHold(false);
        Bench::settle();
        QCOMPARE(bench.shown().columns, static_cast<std::uint32_t>(kColumns));
        QCOMPARE(bench.model.whole()->columns, static_cast<std::uint32_t>(kColumns));
        QCOMPARE(bench.model.exactness(), Exactness::Exact);
        QCOMPARE(bench.questions(), std::size_t{1});
        // What is on the screen is stretched from then on.
        bench.view.showRange({.begin = 100, .end = 500}, "x");
        Bench::settle();
        QVERIFY(!bench.newest().asking.progressive);
        QCOMPARE(bench.model.exactness(), Exactness::Exact);
    }

    static void aNewerViewTakesThePlaceOfAProvisionalPicture()
    {
        Bench bench;
        bench.view.showRange({.begin = 10, .end = 500}, "x");
        Bench::settle();
        QCOMPARE(bench.questions(), std::size_t{1});  // nothing is shown yet: it waits
        bench.source.releaseProvisional(bench.newest().id, kFew);
        Bench::settle();
        QCOMPARE(bench.questions(), std::size_t{2});
        QCOMPARE(bench.shown().window, bench.view.whole());
        bench.source.setHold(false);
        Bench::settle();
        QCOMPARE(bench.shown().window, bench.view.range());
        QCOMPARE(bench.model.exactness(), Exactness::Exact);
    }

    /// A provisional picture is none to stay with.
    static void whatIsProvisionalIsNeverExact()
    {
        Bench bench;
        const auto first = bench.newest().id;
        bench.source.releaseProvisional(first, kFew);
        Bench::settle();
        bench.source.failNext({.kind = ErrorKind::Internal, .message = "it broke"});
        bench.source.release(first);
        Bench::settle();
        QCOMPARE(bench.shown().columns, kFew);
        QCOMPARE(bench.model.exactness(), Exactness::Failed);
        bench.source.setHold(false);
        bench.model.refresh();
        Bench::settle();
        QCOMPARE(bench.shown().columns, static_cast<std::uint32_t>(kColumns));
        QCOMPARE(bench.model.exactness(), Exactness::Exact);
    }

    static void anotherQuestionBeginsAnew()
    {
        Bench bench;
        bench.source.setHold(false);
        Bench::settle();
        bench.source.setHold(true);
        bench.model.setQuestion([](TickRange window, std::uint32_t columns) {
            return std::optional<query::Request>(
                SummaryTimelineRequest{.window = window, .columns = columns});
        });
        QVERIFY(bench.model.picture() == nullptr);
        Bench::settle();
        QVERIFY(bench.newest().asking.progressive);
    }
};

VELLUM_TEST_GUILESS(TestPictureModel)
#include "test_picture_model.moc"
