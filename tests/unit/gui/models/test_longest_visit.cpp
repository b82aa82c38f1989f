// The visit that stands for a pixel: however many there are, the one with the most of its time in it.

#include "gui/models/longest_visit.h"
#include "tests/support/fake_data_source.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <random>
#include <string>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::models::LongestVisit;
using tests::FakeDataSource;

namespace {

/// What is found of a trace.
struct Bench {
    explicit Bench(std::string_view text) : trace(source.add("a", tests::traceFromText(text)))
    {
        longest.setHandler([this](const std::optional<LongestVisit::Found>& answer) {
            found = answer;
            ++answers;
        });
    }

    [[nodiscard]] RegionRef regionOf(const std::string& name) const
    {
        for (const Region& region : trace->definitions->regions) {
            if (region.name == name) {
                return region.ref;
            }
        }
        return RegionRef::undefined();
    }

    void ask(const LongestVisit::Question& question)
    {
        const int before = answers;
        longest.ask(question);
        QVERIFY(QTest::qWaitFor([&] { return answers > before; }, 20'000));
    }

    FakeDataSource source;
    std::shared_ptr<const gui::data::Trace> trace;
    LongestVisit longest{source, trace};
    std::optional<LongestVisit::Found> found;
    int answers = 0;
};

}  // namespace

class TestLongestVisit : public QObject {
    Q_OBJECT

private slots:
    static void itIsTheLongestOfThousands()
    {
        constexpr int kVisits = 5'000;
        std::mt19937 random(17);
        std::string text = "length 999999999\n";
        Tick at = 0;
        TickRange best;
        int place = 0;
        for (int i = 0; i < kVisits; ++i) {
            const TickRange visit{
                .begin = at, .end = at + 1 + static_cast<Tick>(random() % 100'000)};
            text.append("enter 0 @").append(std::to_string(visit.begin)).append(" work\n");
            text.append("leave 0 @").append(std::to_string(visit.end)).append(" work\n");
            at = visit.end + 1;
            if (visit.length() > best.length()) {
                best = visit;
                place = i;
            }
        }
        QVERIFY(place > 1'000);  // not in the first answer
        Bench bench(text);
        bench.ask(
            {.location = LocationRef(0),
             .pixel = {.begin = 0, .end = 1'000'000'000},
             .region = bench.regionOf("work")});
        QVERIFY(bench.found);
        QCOMPARE(bench.found->visit.visit, best);
    }

    /// A visit that is long, but of which the pixel has little, is not meant.
    static void whatCountsIsTheTimeInThePixel()
    {
        Bench bench(R"(
length 9999
enter 0 @0 main
enter 0 @1000 work
leave 0 @3002 work
enter 0 @3003 work
enter 0 @3003 inner
leave 0 @3008 inner
leave 0 @3008 work
leave 0 @9000 main
)");
        LongestVisit::Question question{
            .location = LocationRef(0),
            .pixel = {.begin = 3'000, .end = 3'010},
            .region = bench.regionOf("work"),
            .asksForPath = true};
        bench.ask(question);
        QVERIFY(bench.found);
        QCOMPARE(bench.found->visit.visit, (TickRange{.begin = 3'003, .end = 3'008}));
        QCOMPARE(bench.found->visit.depth, 2U);
        QCOMPARE(bench.found->path, (std::vector{bench.regionOf("main"), bench.regionOf("work")}));
        question.depth = 1;
        bench.ask(question);
        QVERIFY(!bench.found);
        question.region = RegionRef::undefined();
        bench.ask(question);
        QVERIFY(bench.found);
        QCOMPARE(bench.found->visit.region, bench.regionOf("main"));
    }

    /// Two functions have one name.
    static void othersOfTheNameAreNotMeant()
    {
        Bench bench(R"(
length 9999
region 1 work paradigm 1
region 2 work paradigm 4
enter 0 @10 1
leave 0 @90 1
enter 0 @100 2
leave 0 @110 2
)");
        bench.ask(
            {.location = LocationRef(0),
             .pixel = {.begin = 0, .end = 1'000},
             .region = RegionRef(2)});
        QVERIFY(bench.found);
        QCOMPARE(bench.found->visit.region, RegionRef(2));
        QCOMPARE(bench.found->visit.visit, (TickRange{.begin = 100, .end = 110}));
    }
};

VELLUM_TEST_GUILESS(TestLongestVisit)
#include "test_longest_visit.moc"
