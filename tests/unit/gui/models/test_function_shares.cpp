// The stacks of folded rows under a filter of functions, in traces of many: beside sums of all functions.

#include "gui/models/function_shares.h"
#include "gui/models/timeline_model.h"
#include "server/query/executor.h"
#include "tests/support/fake_data_source.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <map>
#include <string>
#include <unordered_set>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::models::Exactness;
using gui::models::Filter;
using gui::models::FunctionSet;
using query::SummaryTimelineRequest;

namespace {

constexpr int kFunctions = 1'500;  // more than one question names
constexpr int kTicksOfEach = 10;

/// Two processes of two threads that call one function after the other, in turn the program's and MPI's; the other
/// process the other way round.
std::string manyFunctions()
{
    std::string text =
        "length " + std::to_string(kFunctions * kTicksOfEach)
        + "\ngroup 0 \"rank 0\"\ngroup 1 \"rank 1\"\nlocation 0 \"a\" group 0\n"
          "location 1 \"b\" group 0\nlocation 2 \"c\" group 1\nlocation 3 \"d\" group 1\n";
    for (int i = 0; i < kFunctions; ++i) {
        text += "region " + std::to_string(i) + " f" + std::to_string(i)
                + (i % 2 == 0 ? "" : " paradigm 4") + "\n";
    }
    for (int location = 0; location < 4; ++location) {
        for (int i = 0; i < kFunctions; ++i) {
            const int function = location < 2 ? i : kFunctions - 1 - i;
            const std::string from = std::to_string(location) + " @";
            const std::string name = " " + std::to_string(function) + "\n";
            text.append("enter ")
                .append(from)
                .append(std::to_string(i * kTicksOfEach))
                .append(name);
            text.append("leave ")
                .append(from)
                .append(std::to_string(i * kTicksOfEach + 7 + location % 2))
                .append(name);
        }
    }
    return text;
}

FunctionSet functionsBelow(std::uint32_t end)
{
    std::unordered_set<RegionRef> set;
    for (std::uint32_t i = 0; i < end; ++i) {
        set.insert(RegionRef(i));
    }
    return std::make_shared<const std::unordered_set<RegionRef>>(std::move(set));
}

using Shares = std::map<std::uint32_t, std::vector<Tick>>;

struct Bench {
    Bench()
    {
        rows = gui::models::visibleRows(*trace->definitions, {});
        std::erase_if(rows, [](const gui::models::Row& row) {
            return row.kind == gui::models::RowKind::Location;
        });
        model.setScreen(100, rows);
        settle();
    }

    void settle() const
    {
        const bool isSettled = QTest::qWaitFor(
            [this] { return source.isIdle() && model.exactness() == Exactness::Exact; });
        QVERIFY(isSettled);
    }
    void filter(const FunctionSet& functions)
    {
        view.addFilter(
            *trace->definitions,
            {.kind = Filter::Kind::Functions, .text = "x", .functions = functions},
            "filter");
    }

    [[nodiscard]] Shares shown(const gui::models::Row& row) const
    {
        Shares shares;
        for (const query::SummarySeries& series : model.summaryOf(row.key)->shares().series) {
            shares[series.key.value] = series.exclusive;
        }
        return shares;
    }

    /// From the time of all functions.
    [[nodiscard]] Shares expected(const gui::models::Row& row, const FunctionSet& functions) const
    {
        const auto answer = server::query::execute(
            *store,
            SummaryTimelineRequest{
                .window = view.range(),
                .columns = 100,
                .rows = {row.summed},
                .by = query::GroupBy::Region});
        Shares shares;
        for (const auto& series :
             std::get<query::SummaryTimeline>(answer.value()).rows.front().series) {
            const RegionRef region(series.key.value);
            const auto group = static_cast<std::uint32_t>(trace->definitions->find(region)->group);
            // A group with time has both parts, however little of it stands out.
            std::vector<Tick>& rest = shares[group | gui::models::kSteppedBackShare];
            rest.resize(series.exclusive.size());
            if (functions->contains(region)) {
                shares[group].resize(series.exclusive.size());
            }
            std::vector<Tick>& sums = functions->contains(region) ? shares[group] : rest;
            for (std::size_t i = 0; i < sums.size(); ++i) {
                sums[i] += series.exclusive[i];
            }
        }
        return shares;
    }

    void compare(const FunctionSet& functions) const
    {
        for (const gui::models::Row& row : rows) {
            QVERIFY(shown(row) == expected(row, functions));
        }
    }

    std::shared_ptr<const server::store::TraceStore> store = tests::traceFromText(manyFunctions());
    tests::FakeDataSource source;
    std::shared_ptr<const gui::data::Trace> trace = source.add("a", store);
    gui::models::ViewHistory view{trace->info.range};
    gui::models::TimelineModel model{source, trace, view};
    std::vector<gui::models::Row> rows;
};

}  // namespace

class TestFunctionShares : public QObject {
    Q_OBJECT

private slots:
    void foldedRowsTellApartWhatStandsOut_data();
    void foldedRowsTellApartWhatStandsOut();
    void theOldStackStaysUntilBothAnswersAreThere();
    void aSteadyStreamOfViewsStillBringsStacks();
    void aMarkedFunctionIsToldApart();
    void sharesOfAColumnAreByGroup();
};

void TestFunctionShares::foldedRowsTellApartWhatStandsOut_data()
{
    QTest::addColumn<std::uint32_t>("end");
    QTest::newRow("none") << std::uint32_t{0};
    QTest::newRow("one") << std::uint32_t{1};
    QTest::newRow("those that can be named") << std::uint32_t{900};
    QTest::newRow("more than can be named") << std::uint32_t{1'400};
    QTest::newRow("all") << std::uint32_t{kFunctions};
}

void TestFunctionShares::foldedRowsTellApartWhatStandsOut()
{
    QFETCH(std::uint32_t, end);
    Bench bench;
    const FunctionSet functions = functionsBelow(end);
    bench.filter(functions);
    bench.settle();
    bench.compare(functions);
    bench.view.showRange({.begin = 1'003, .end = 9'007}, "zoom");
    bench.settle();
    bench.compare(functions);
    // The profiler's own group aside, what stands out lies below the rest.
    const auto& series = bench.model.summaryOf(bench.rows.front().key)->shares().series;
    QVERIFY(std::ranges::is_partitioned(series, [](const query::SummarySeries& each) {
        return (each.key.value & gui::models::kSteppedBackShare) == 0;
    }));
    bench.view.undo();
    bench.view.undo();
    bench.settle();
    QVERIFY(!bench.model.summaryOf(bench.rows.front().key)->functions);
    QCOMPARE(bench.shown(bench.rows.front()).size(), std::size_t{2});
}

void TestFunctionShares::theOldStackStaysUntilBothAnswersAreThere()
{
    Bench bench;
    const FunctionSet functions = functionsBelow(5);
    bench.filter(functions);
    bench.settle();
    bench.source.setHold(true);
    const std::uint64_t key = bench.rows.front().key;
    const auto before = bench.model.summaryOf(key)->timeline;
    bench.view.showRange({.begin = 0, .end = 5'000}, "zoom");
    for (int answers = 0; answers < 2; ++answers) {
        QTest::qWait(1);
        QVERIFY(bench.model.summaryOf(key)->timeline == before);
        QCOMPARE(bench.model.exactness(), Exactness::Refining);
        // One question of the kind at a time.
        bench.source.release(bench.source.asked().back().id);
    }
    bench.source.setHold(false);
    bench.settle();
    bench.compare(functions);
}

void TestFunctionShares::aSteadyStreamOfViewsStillBringsStacks()
{
    Bench bench;
    bench.filter(functionsBelow(5));
    bench.settle();
    bench.source.setHold(true);
    Tick begin = 0;
    for (int answers = 0; answers < 4; ++answers) {
        bench.view.showRange({.begin = begin, .end = begin + 1'000}, "pan");
        ++begin;
        QTest::qWait(1);
        bench.source.release(bench.source.asked().back().id);
        QTest::qWait(1);
    }
    const auto* picture = bench.model.summaryOf(bench.rows.front().key);
    QCOMPARE(picture->timeline->window.length(), Tick{1'000});
    QVERIFY(picture->functions);
    bench.source.setHold(false);
    bench.settle();
}

/// Whatever is filtered besides.
void TestFunctionShares::aMarkedFunctionIsToldApart()
{
    Bench bench;
    const auto only = [](std::uint32_t region) {
        return std::make_shared<const std::unordered_set<RegionRef>>(
            std::unordered_set{RegionRef(region)});
    };
    bench.model.setMarked(query::PresenceClass{.regions = {RegionRef(7)}});
    bench.settle();
    bench.compare(only(7));
    bench.filter(functionsBelow(9));
    bench.settle();
    bench.compare(only(7));
    bench.model.setMarked(query::PresenceClass{.regions = {RegionRef(11)}});
    bench.settle();
    bench.compare(functionsBelow(0));
    bench.model.setMarked(std::nullopt);
    bench.settle();
    bench.compare(functionsBelow(9));
    bench.view.undo();
    bench.settle();
    QVERIFY(!bench.model.summaryOf(bench.rows.front().key)->functions);
}

void TestFunctionShares::sharesOfAColumnAreByGroup()
{
    using gui::models::GroupShare;
    using gui::models::kSteppedBackShare;
    constexpr auto kMpi = static_cast<std::uint32_t>(FunctionGroup::Mpi);
    constexpr auto kOwn = static_cast<std::uint32_t>(FunctionGroup::Application);
    const query::SummaryRow row{
        .locations = 2,
        .series = {
            {.key = {kMpi}, .exclusive = {5, 0}},
            {.key = {kOwn}, .exclusive = {0, 0}},
            {.key = {kOwn | kSteppedBackShare}, .exclusive = {9, 1}},
            {.key = {kMpi | kSteppedBackShare}, .exclusive = {7, 0}}}};
    QVERIFY(
        gui::models::sharesOf(row, 0)
        == (std::vector<GroupShare>{
            {.group = FunctionGroup::Mpi, .time = 12, .standing = 5},
            {.group = FunctionGroup::Application, .time = 9, .standing = 0}}));
    QCOMPARE(gui::models::sharesOf(row, 1).size(), std::size_t{1});
    QVERIFY(gui::models::sharesOf(row, 2).empty());
}

VELLUM_TEST_GUILESS(TestFunctionShares)
#include "test_function_shares.moc"
