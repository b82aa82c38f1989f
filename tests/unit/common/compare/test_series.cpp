#include "common/compare/series.h"
#include "tests/support/program/test_program.h"

#include <QString>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using compare::ComparisonBy;
using compare::Cost;
using compare::Costs;
using compare::Run;
using compare::Scaling;
using compare::Series;
using compare::SeriesBuilder;
using compare::SeriesRow;
using compare::SeriesRun;

namespace {

Costs costsOf(const std::map<std::string, std::int64_t>& times)
{
    Costs costs;
    for (const auto& [name, time] : times) {
        costs.push_back({.name = name, .visits = 1, .inclusiveNs = time, .exclusiveNs = time});
    }
    return costs;
}

Run runOf(
    std::uint64_t ranks, std::int64_t length, const std::map<std::string, std::int64_t>& times)
{
    return {
        .facts = {.name = "run", .locations = ranks, .ranks = ranks, .lengthNs = length},
        .functions = costsOf(times),
        .groups = costsOf(times),
        .paths = costsOf(times)};
}

Series seriesOf(
    const std::vector<Run>& runs, Scaling scaling, ComparisonBy by = ComparisonBy::Function)
{
    SeriesBuilder builder;
    for (const Run& run : runs) {
        builder.add(run);
    }
    return builder.make({.by = by, .scaling = scaling});
}

bool isNear(double a, double b)
{
    return std::isnan(a) ? std::isnan(b) : std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b));
}

/// Sums in the textbook's other form, without means: b = (n Σxy − Σx Σy) / (n Σx² − (Σx)²).
double slowSlope(const std::vector<std::uint64_t>& ranks, const std::vector<std::int64_t>& times)
{
    long double n = 0;
    long double x = 0;
    long double y = 0;
    long double xx = 0;
    long double xy = 0;
    std::set<std::uint64_t> counts;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (ranks[i] == 0 || times[i] <= 0) {
            continue;
        }
        const long double a = std::log2(static_cast<long double>(ranks[i]));
        const long double b = std::log2(static_cast<long double>(times[i]));
        counts.insert(ranks[i]);
        n += 1;
        x += a;
        y += b;
        xx += a * a;
        xy += a * b;
    }
    return counts.size() < 3 ? SeriesRun::kNone
                             : static_cast<double>((n * xy - x * y) / (n * xx - x * x));
}

std::int64_t slowTime(const Run& run, const std::string& name)
{
    for (const Cost& cost : run.functions) {
        if (cost.name == name) {
            return cost.exclusiveNs;
        }
    }
    return 0;
}

double slowTotal(const Run& run)
{
    double total = 0;
    for (const Cost& cost : run.functions) {
        total += static_cast<double>(cost.exclusiveNs);
    }
    return total;
}

/// By insertion, as one sorts cards: those with fewer ranks first, others behind their likes.
std::vector<Run> slowOrder(const std::vector<Run>& runs)
{
    std::vector<Run> sorted;
    for (const Run& run : runs) {
        auto place = sorted.end();
        while (place != sorted.begin() && (place - 1)->facts.ranks > run.facts.ranks) {
            --place;
        }
        sorted.insert(place, run);
    }
    return sorted;
}

std::vector<Run> randomRuns(std::mt19937_64& random)
{
    std::vector<Run> runs;
    const std::size_t count = 2 + random() % 7;
    for (std::size_t i = 0; i < count; ++i) {
        std::map<std::string, std::int64_t> times;
        for (std::uint64_t name = random() % 6; name > 0; --name) {
            times["f" + std::to_string(random() % 7)] =
                static_cast<std::int64_t>(random() % 5 * 1000);
        }
        if (random() % 2 == 0) {
            times["MPI"] = 700;
        }
        Run run = runOf(random() % 5, static_cast<std::int64_t>(random() % 4 * 100), times);
        run.facts.name = std::to_string(i);
        runs.push_back(std::move(run));
    }
    return runs;
}

bool isRunRight(const SeriesRun& row, const Run& run, const Run& first, Scaling scaling)
{
    const auto length = static_cast<double>(run.facts.lengthNs);
    const auto firstLength = static_cast<double>(first.facts.lengthNs);
    const double more =
        run.facts.ranks == 0 || first.facts.ranks == 0
            ? SeriesRun::kNone
            : static_cast<double>(run.facts.ranks) / static_cast<double>(first.facts.ranks);
    const bool isWeak = scaling == Scaling::Weak;
    const bool hasLengths = length > 0 && firstLength > 0;
    const double efficiency = !hasLengths ? SeriesRun::kNone
                              : isWeak    ? firstLength / length * (more / more)
                                          : firstLength / (length * more);
    const double total = slowTotal(run);
    return row.name == run.facts.name && row.ranks == run.facts.ranks
           && row.length == run.facts.lengthNs && isNear(row.efficiency, efficiency)
           && isNear(
               row.speedUp,
               isWeak       ? efficiency * more
               : hasLengths ? firstLength / length
                            : SeriesRun::kNone)
           && isNear(row.idealSpeedUp, more)
           && isNear(row.idealLength, isWeak ? firstLength : firstLength / more)
           && isNear(
               row.mpiShare,
               total == 0 ? SeriesRun::kNone : static_cast<double>(slowTime(run, "MPI")) / total);
}

bool isRowRight(const SeriesRow& row, const std::vector<Run>& runs)
{
    std::vector<std::uint64_t> ranks;
    std::vector<std::int64_t> times;
    bool isRight = row.runs.size() == runs.size();
    for (std::size_t i = 0; i < runs.size() && isRight; ++i) {
        ranks.push_back(runs[i].facts.ranks);
        times.push_back(slowTime(runs[i], row.name));
        const double total = slowTotal(runs[i]);
        isRight = row.runs[i].exclusive == times.back()
                  && isNear(
                      row.runs[i].share,
                      total == 0 ? SeriesRun::kNone : static_cast<double>(times.back()) / total);
    }
    return isRight && isNear(row.slope, slowSlope(ranks, times));
}

bool isSeriesRight(const Series& series, const std::vector<Run>& runs)
{
    std::set<std::string> names;
    for (const Run& run : runs) {
        for (const Cost& cost : run.functions) {
            names.insert(cost.name);
        }
    }
    bool isRight = series.runs.size() == runs.size() && series.rows.size() == names.size()
                   && series.count == names.size();
    for (std::size_t i = 0; i < runs.size() && isRight; ++i) {
        isRight = series.runs[i].number == i + 1
                  && isRunRight(series.runs[i], runs[i], runs[0], series.scaling);
    }
    return isRight && std::ranges::all_of(series.rows, [&](const SeriesRow& row) {
               return names.contains(row.name) && isRowRight(row, runs);
           });
}

}  // namespace

class TestSeries : public QObject {
    Q_OBJECT

private slots:
    void randomRunsEqualTheSlowCalculation();
    void rowsAreByTheLargestShareOfAnyRun();
    void aLawOfPowersHasItsExponent_data();
    void aLawOfPowersHasItsExponent();
    void fewerThanThreeRankCountsHaveNoSlope();
    void workThatIsDividedIsIdealAndWorkForEachRankWeaklyIdeal();
    void pathsAreRowsAndAnythingMissingIsNothing();
    void differencesAreFromTheRunWithFewestRanks();
};

void TestSeries::randomRunsEqualTheSlowCalculation()
{
    std::mt19937_64 random(1);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same runs each time
    for (int round = 0; round < 2000; ++round) {
        const std::vector<Run> runs = randomRuns(random);
        const Scaling scaling = round % 2 == 0 ? Scaling::Strong : Scaling::Weak;
        const auto by = static_cast<ComparisonBy>(round % 3);
        const bool isRight = isSeriesRight(seriesOf(runs, scaling, by), slowOrder(runs));
        QVERIFY2(isRight, qPrintable(QString::number(round)));
    }
}

void TestSeries::rowsAreByTheLargestShareOfAnyRun()
{
    const Series series = seriesOf(
        {runOf(1, 10, {{"a", 50}, {"b", 50}, {"z", 0}}),
         runOf(64, 10, {{"a", 1'000'000}, {"c", 9'000'000}, {"b", 0}})},
        Scaling::Strong);
    QStringList names;
    for (const SeriesRow& row : series.rows) {
        names.push_back(QString::fromStdString(row.name));
    }
    QCOMPARE(names, (QStringList{"c", "a", "b", "z"}));
}

void TestSeries::aLawOfPowersHasItsExponent_data()
{
    QTest::addColumn<double>("exponent");
    for (const double exponent : {-1.0, -0.5, 0.0, 0.7, 1.0, 2.0}) {
        QTest::addRow("%g", exponent) << exponent;
    }
}

void TestSeries::aLawOfPowersHasItsExponent()
{
    QFETCH(double, exponent);
    std::vector<std::uint64_t> ranks;
    std::vector<std::int64_t> times;
    for (std::uint64_t rank = 1; rank <= 1024; rank *= 2) {
        ranks.push_back(rank);
        times.push_back(std::llround(1e12 * std::pow(static_cast<double>(rank), exponent)));
    }
    QVERIFY(std::abs(compare::scalingSlope(ranks, times) - exponent) < 1e-6);
    ranks.push_back(2048);  // a run that does not have it says nothing
    times.push_back(0);
    ranks.push_back(0);
    times.push_back(12);
    QVERIFY(std::abs(compare::scalingSlope(ranks, times) - exponent) < 1e-6);
}

void TestSeries::fewerThanThreeRankCountsHaveNoSlope()
{
    QVERIFY(std::isnan(compare::scalingSlope({}, {})));
    QVERIFY(std::isnan(compare::scalingSlope({4, 4, 4, 8, 8}, {1, 2, 3, 4, 5})));
    QVERIFY(std::isnan(compare::scalingSlope({1, 2, 4}, {5, 5, 0})));
    QCOMPARE(compare::scalingSlope({1, 2, 4}, {5, 5, 5}), 0.0);
}

void TestSeries::workThatIsDividedIsIdealAndWorkForEachRankWeaklyIdeal()
{
    const std::vector<Run> divided{
        runOf(8, 125, {{"f", 1000}}), runOf(1, 1000, {{"f", 1000}}), runOf(4, 250, {{"f", 1000}})};
    const Series strong = seriesOf(divided, Scaling::Strong);
    const std::vector<Run> grown{runOf(2, 50, {{"f", 100}}), runOf(4, 50, {{"f", 200}})};
    const Series weak = seriesOf(grown, Scaling::Weak);
    QCOMPARE(strong.runs[2].ranks, std::uint64_t{8});
    QCOMPARE(strong.runs[2].speedUp, 8.0);
    QCOMPARE(strong.runs[2].efficiency, 1.0);
    QCOMPARE(strong.runs[2].idealLength, 125.0);
    QCOMPARE(strong.rows[0].slope, 0.0);
    QCOMPARE(weak.runs[1].efficiency, 1.0);
    QCOMPARE(weak.runs[1].speedUp, 2.0);
    QCOMPARE(weak.runs[1].idealLength, 50.0);
    QCOMPARE(seriesOf(grown, Scaling::Strong).runs[1].efficiency, 0.5);
}

void TestSeries::pathsAreRowsAndAnythingMissingIsNothing()
{
    SeriesBuilder builder;
    builder.add(
        {.facts = {.ranks = 1}, .functions = {}, .groups = {}, .paths = costsOf({{"a > b", 3}})});
    builder.add(
        {.facts = {.ranks = 0}, .functions = {}, .groups = {}, .paths = costsOf({{"a", 4}})});
    builder.add({});
    const Series series = builder.make({.by = ComparisonBy::Path});
    QCOMPARE(series.rows.size(), std::size_t{2});
    QCOMPARE(series.rows[0].name, std::string("a"));
    QCOMPARE(series.rows[0].runs[0].exclusive, std::int64_t{4});  // no ranks come first
    QCOMPARE(series.rows[1].runs[2].exclusive, std::int64_t{3});
    QVERIFY(std::isnan(series.rows[1].runs[2].share) && std::isnan(series.runs[2].efficiency));
}

void TestSeries::differencesAreFromTheRunWithFewestRanks()
{
    SeriesBuilder builder;
    builder.add(runOf(4, 10, {{"f", 1}}));
    builder.add(runOf(2, 10, {{"f", 1}, {"g", 1}}));
    const auto differences = builder.differencesFromFirst(2).differences;
    QCOMPARE(differences.size(), std::size_t{2});
    QCOMPARE(
        compare::sentenceOf(differences[0], "run 1", "run 2"),
        std::string("locations: 2 in run 1, 4 in run 2"));
    QCOMPARE(differences[1].a, std::string("1, 'g'"));
}

VELLUM_TEST_APPLESS(TestSeries)
#include "test_series.moc"
