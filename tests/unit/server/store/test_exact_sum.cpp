#include "server/store/exact_sum.h"
#include "tests/support/program/test_program.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using vellum::server::store::ExactSum;
__extension__ using Wide = __int128;

namespace {

double meanOf(const std::vector<double>& values)
{
    ExactSum sum;
    for (const double value : values) {
        sum.add(value);
    }
    return sum.meanOf(static_cast<std::uint32_t>(values.size()));
}

Wide distance(Wide sum, double mean, std::size_t count)
{
    const Wide rest = sum - static_cast<Wide>(mean) * static_cast<Wide>(count);
    return rest < 0 ? -rest : rest;
}

bool isEven(double value)
{
    int exponent = 0;
    constexpr int kBits = 53;
    return std::fmod(std::ldexp(std::frexp(value, &exponent), kBits), 2) == 0;
}

std::vector<double> wildValues(std::mt19937_64& dice)
{
    std::vector<double> values;
    for (std::uint64_t i = 1 + dice() % 60; i > 0; --i) {
        const auto exponent = static_cast<int>(dice() % 2'000) - 1'070;
        const auto mantissa = static_cast<double>(dice() % 1'000'003) - 500'000;
        values.push_back(std::ldexp(mantissa, exponent - 30));
    }
    return values;
}

}  // namespace

class TestExactSum : public QObject {
    Q_OBJECT

private slots:
    static void nothingIsLost()
    {
        QCOMPARE(meanOf({1e300, 1, -1e300}), 1.0 / 3);
        QCOMPARE(meanOf({-1e300, -1e-300, 1e300}), -1e-300 / 3);
        QCOMPARE(meanOf({0.1, 0.2, 0.3}), 0.2);
        const double most = std::numeric_limits<double>::max();
        QCOMPARE(meanOf({most, most, most}), most);
        QCOMPARE(meanOf({-most, -most}), -most);
        QCOMPARE(meanOf({5, -5}), 0.0);
        QCOMPARE(meanOf({-0.0}), 0.0);
    }

    static void theSmallestAreRoundedToo()
    {
        const double least = std::numeric_limits<double>::denorm_min();
        QCOMPARE(meanOf({least, 0}), 0.0);  // half: the even one
        QCOMPARE(meanOf({3 * least, 0}), 2 * least);
        QCOMPARE(meanOf({least, least, 0}), least);
        QCOMPARE(meanOf({-least, -least, 0}), -least);
        QCOMPARE(meanOf({least, 0, 0, 0, 0}), 0.0);
        const double normal = std::numeric_limits<double>::min();
        QCOMPARE(meanOf({normal, normal - least}), normal);  // half: the even one
    }

    static void theMeanIsTheNearestDouble()
    {
        std::mt19937_64 dice(3);
        for (int round = 0; round < 20'000; ++round) {
            std::vector<double> values;
            Wide sum = 0;
            for (std::uint64_t i = 1 + dice() % 9; i > 0; --i) {
                // Far above 2^53, so that all doubles near the mean are whole.
                const auto value = std::ldexp(
                    static_cast<double>(dice() >> 11U | std::uint64_t{1} << 52U),
                    static_cast<int>(dice() % 40) + 5);
                values.push_back(dice() % 8 == 0 ? -value : value);
                sum += static_cast<Wide>(values.back());
            }
            const double mean = meanOf(values);
            if (std::abs(mean) < 0x1p56) {
                continue;
            }
            const Wide own = distance(sum, mean, values.size());
            for (const double towards : {-INFINITY, INFINITY}) {
                const Wide other = distance(sum, std::nextafter(mean, towards), values.size());
                QVERIFY(own < other || (own == other && isEven(mean)));
            }
        }
    }

    static void orderDoesNotMatter()
    {
        std::mt19937_64 dice(4);
        for (int round = 0; round < 2'000; ++round) {
            std::vector<double> values = wildValues(dice);
            const double mean = meanOf(values);
            std::ranges::shuffle(values, dice);
            QCOMPARE(meanOf(values), mean);
        }
    }

    static void differencesOfWrittenSumsAddUp()
    {
        std::mt19937_64 dice(5);
        for (int round = 0; round < 2'000; ++round) {
            const std::vector<double> values = wildValues(dice);
            const std::size_t from = dice() % values.size();
            ExactSum all;
            ExactSum expected;
            constexpr std::size_t kWords = 34;
            std::vector<std::uint64_t> earlier(kWords);
            std::vector<std::uint64_t> later(kWords);
            for (std::size_t i = 0; i < values.size(); ++i) {
                if (i == from) {
                    all.write(0, earlier);
                }
                all.add(values[i]);
                if (i >= from) {
                    expected.add(values[i]);
                }
            }
            all.write(0, later);
            ExactSum between;
            between.addBetween(earlier, later, 0);
            const auto count = static_cast<std::uint32_t>(values.size() - from);
            QCOMPARE(between.meanOf(count), expected.meanOf(count));
            between.clear();
            between.add(1);
            QCOMPARE(between.meanOf(1), 1.0);
        }
    }

    static void limbsOfAValueAreKnown()
    {
        const ExactSum::Extent none = ExactSum::extentOf(0);
        QVERIFY(none.first >= none.last);
        const ExactSum::Extent one = ExactSum::extentOf(1);
        QCOMPARE(one.last - one.first, std::size_t{1});
        const ExactSum::Extent most = ExactSum::extentOf(std::numeric_limits<double>::max());
        QVERIFY(most.last < ExactSum::kLimbs - 1);
        QCOMPARE(
            ExactSum::extentOf(std::numeric_limits<double>::denorm_min()).first, std::size_t{0});
    }
};

VELLUM_TEST_APPLESS(TestExactSum)
#include "test_exact_sum.moc"
