#include "gui/models/filtered_functions.h"
#include "tests/support/fake_data_source.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::models::Filter;
using gui::models::FilteredFunctions;

namespace {

constexpr const char* kTrace = R"(
length 999
location 0 "a"
location 1 "b"
region 1 main
region 2 work
region 3 never
enter 0 @0 main
enter 0 @300 work
leave 0 @400 work
leave 0 @1000 main
enter 1 @0 main
enter 1 @700 work
leave 1 @800 work
leave 1 @1000 main
)";

struct Bench {
    tests::FakeDataSource source;
    std::shared_ptr<const gui::data::Trace> trace = source.add("a", tests::traceFromText(kTrace));
    gui::models::ViewHistory view{trace->info.range};
    FilteredFunctions functions{source, *trace, view};

    void settle() const
    {
        const bool isSettled = QTest::qWaitFor([this] { return source.isIdle(); });
        QVERIFY(isSettled);
    }
    void filter(const std::vector<std::uint32_t>& regions)
    {
        auto set = std::make_shared<std::unordered_set<RegionRef>>();
        for (const std::uint32_t region : regions) {
            set->insert(RegionRef(region));
        }
        view.addFilter(
            *trace->definitions,
            {.kind = Filter::Kind::Functions, .text = "x", .functions = std::move(set)},
            "filter");
        settle();
    }
    void show(TickRange range)
    {
        view.showRange(range, "zoom");
        settle();
    }
};

}  // namespace

class TestFilteredFunctions : public QObject {
    Q_OBJECT

private slots:
    void withoutAFilterNothingIsAsked();
    void whereTheyAreAbsentTheNearestIsKnown();
    void hiddenLocationsDoNotCount();
    void functionsThatNobodyCalledAreNowhere();
};

void TestFilteredFunctions::withoutAFilterNothingIsAsked()
{
    Bench bench;
    bench.show({10, 200});
    QVERIFY(!bench.functions.areAbsent());
    QVERIFY(bench.source.asked().empty());
}

void TestFilteredFunctions::whereTheyAreAbsentTheNearestIsKnown()
{
    Bench bench;
    bench.filter({2});
    QVERIFY(!bench.functions.areAbsent());
    bench.show({0, 200});
    QVERIFY(bench.functions.areAbsent());
    QCOMPARE(bench.functions.nearest(), std::optional<Tick>(300));
    bench.show({450, 600});
    QCOMPARE(bench.functions.nearest(), std::optional<Tick>(700));
    bench.show({850, 950});
    QCOMPARE(bench.functions.nearest(), std::optional<Tick>(700));  // none comes any more
    bench.show({350, 450});
    QVERIFY(!bench.functions.areAbsent());  // it began before
    QVERIFY(!bench.functions.nearest());
    bench.show({850, 950});
    bench.view.setFilters(nullptr, "remove");
    QVERIFY(!bench.functions.areAbsent());
}

void TestFilteredFunctions::hiddenLocationsDoNotCount()
{
    Bench bench;
    bench.filter({2});
    bench.show({600, 900});
    QVERIFY(!bench.functions.areAbsent());
    bench.view.addFilter(
        *bench.trace->definitions,
        {.kind = Filter::Kind::HideLocations,
         .text = "b",
         .locations = std::make_shared<const std::vector<LocationRef>>(1, LocationRef(1))},
        "hide");
    bench.settle();
    QVERIFY(bench.functions.areAbsent());
    QCOMPARE(bench.functions.nearest(), std::optional<Tick>(300));
}

void TestFilteredFunctions::functionsThatNobodyCalledAreNowhere()
{
    Bench bench;
    bench.filter({3});
    QVERIFY(bench.functions.areAbsent());
    QVERIFY(!bench.functions.nearest());
    bench.view.setFilters(nullptr, "remove");
    bench.filter({});
    QVERIFY(bench.functions.areAbsent());
    QVERIFY(!bench.functions.nearest());
}

VELLUM_TEST_GUILESS(TestFilteredFunctions)
#include "test_filtered_functions.moc"
