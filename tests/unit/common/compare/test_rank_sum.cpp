#include "common/compare/rank_sum.h"
#include "tests/support/program/test_program.h"

#include <QString>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using compare::rankSumTest;

namespace {

using Values = std::vector<double>;

/// Pair by pair.
double slowU(const Values& a, const Values& b)
{
    double u = 0;
    for (const double inA : a) {
        for (const double inB : b) {
            u += inA < inB ? 1 : inA == inB ? 0.5 : 0;
        }
    }
    return u;
}

double distanceOf(const Values& a, const Values& b)
{
    return std::abs(slowU(a, b) - static_cast<double>(a.size() * b.size()) / 2);
}

/// By all ways to deal the values out.
double slowP(const Values& a, const Values& b)
{
    Values all = a;
    all.insert(all.end(), b.begin(), b.end());
    const double observed = distanceOf(a, b);
    double ways = 0;
    double far = 0;
    for (std::uint32_t chosen = 0; chosen < std::uint32_t{1} << all.size(); ++chosen) {
        Values deal[2];
        for (std::size_t i = 0; i < all.size(); ++i) {
            deal[(chosen >> i) & 1U].push_back(all[i]);
        }
        if (deal[0].size() == a.size()) {
            ways += 1;
            far += distanceOf(deal[0], deal[1]) >= observed ? 1 : 0;
        }
    }
    return far / ways;
}

/// By some of them.
double sampledP(Values all, std::size_t ofA, double observed, std::mt19937_64& random)
{
    constexpr int kDeals = 4000;
    int far = 0;
    for (int i = 0; i < kDeals; ++i) {
        std::ranges::shuffle(all, random);
        const auto middle = all.begin() + static_cast<std::ptrdiff_t>(ofA);
        far += distanceOf({all.begin(), middle}, {middle, all.end()}) >= observed ? 1 : 0;
    }
    return static_cast<double>(far) / kDeals;
}

/// Few different ones, so that many are alike.
Values someValues(std::mt19937_64& random, std::size_t count, std::uint64_t different)
{
    Values values(count);
    std::ranges::generate(values, [&] { return static_cast<double>(1 + random() % different); });
    std::ranges::sort(values);
    return values;
}

}  // namespace

class TestRankSum : public QObject {
    Q_OBJECT

private slots:
    void smallOnesAreThoseOfAllDeals();
    void largeOnesAreNearThoseOfManyDeals();
    void aTableOfTheTestSaysTheSame();
    void equalValuesSayNothing();
    void whatIsKeptOfOthersChangesNothing();
};

/// More than are kept, of sizes and ties that come again.
void TestRankSum::whatIsKeptOfOthersChangesNothing()
{
    std::mt19937_64 random(8);
    compare::RankSumTests tests;
    for (int round = 0; round < 4000; ++round) {
        const std::uint64_t different = 1 + random() % 12;
        const Values a = someValues(random, 1 + random() % 8, different);
        const Values b = someValues(random, 1 + random() % 8, different);
        QVERIFY(tests.test(a, b) == rankSumTest(a, b));
    }
}

void TestRankSum::smallOnesAreThoseOfAllDeals()
{
    std::mt19937_64 random(5);
    for (int round = 0; round < 150; ++round) {
        const std::uint64_t different = 1 + random() % 12;
        const Values a = someValues(random, 1 + random() % 6, different);
        const Values b = someValues(random, 1 + random() % 6, different);
        const auto result = rankSumTest(a, b);
        QVERIFY(result.isExact);
        QCOMPARE(result.u, slowU(a, b));
        QVERIFY(std::abs(result.p - slowP(a, b)) < 1e-12);
    }
}

void TestRankSum::largeOnesAreNearThoseOfManyDeals()
{
    std::mt19937_64 random(6);
    for (int round = 0; round < 8; ++round) {
        const std::uint64_t different = 3 + random() % 30;
        const Values a = someValues(random, 20 + random() % 10, different);
        Values b =
            someValues(random, 20 + random() % 10, different + static_cast<std::uint64_t>(round));
        const auto result = rankSumTest(a, b);
        QVERIFY(!result.isExact);
        QCOMPARE(result.u, slowU(a, b));
        Values all = a;
        all.insert(all.end(), b.begin(), b.end());
        const double sampled = sampledP(all, a.size(), distanceOf(a, b), random);
        QVERIFY2(
            std::abs(result.p - sampled) < 0.03,
            qPrintable(QString("%1 and %2").arg(result.p).arg(sampled)));
    }
}

/// Both samples apart from each other, of 5 and 5: 2 of 252 deals. Of 8 and 8 U = 13 is the table's end for 5 %
/// (Mann and Whitney): P(U <= 13) = 0.0249.
void TestRankSum::aTableOfTheTestSaysTheSame()
{
    const Values low{1, 2, 3, 4, 5};
    const Values high{6, 7, 8, 9, 10};
    QVERIFY(std::abs(rankSumTest(low, high).p - 2.0 / 252) < 1e-15);
    const Values a{1, 8, 9, 11, 13, 14, 15, 16};
    const Values b{2, 3, 4, 5, 6, 7, 10, 12};
    QCOMPARE(rankSumTest(a, b).u, slowU(a, b));
    QCOMPARE(std::min(slowU(a, b), slowU(b, a)), 13.0);
    QVERIFY(std::abs(rankSumTest(a, b).p - 2 * 0.0249417) < 1e-6);
    QCOMPARE(rankSumTest(b, a).p, rankSumTest(a, b).p);
    const Values c{1, 8, 9, 10, 13, 14, 15, 16};
    const Values d{2, 3, 4, 5, 6, 7, 11, 12};
    QCOMPARE(std::min(slowU(c, d), slowU(d, c)), 14.0);
    QVERIFY(rankSumTest(c, d).p > 0.05);
}

void TestRankSum::equalValuesSayNothing()
{
    QCOMPARE(rankSumTest(Values(5, 7.0), Values(9, 7.0)).p, 1.0);
    QCOMPARE(rankSumTest(Values(500, 7.0), Values(900, 7.0)).p, 1.0);
    QCOMPARE(rankSumTest(Values(500, 7.0), Values(900, 7.0)).u, 225'000.0);
}

VELLUM_TEST_APPLESS(TestRankSum)
#include "test_rank_sum.moc"
