#include "common/compare/noise.h"

#include "common/compare/ratio_interval.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace vellum::compare {

namespace {

/// \p values  ascending, not empty
double medianOf(std::span<const double> values)
{
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double spreadOf(std::span<const double> values, double median)
{
    std::vector<double> distances(values.begin(), values.end());
    std::ranges::transform(
        distances, distances.begin(), [median](double value) { return std::abs(value - median); });
    std::ranges::sort(distances);
    return medianOf(distances);
}

double meanOf(std::span<const double> values)
{
    double sum = 0;
    for (const double value : values) {
        sum += value;
    }
    return sum / static_cast<double>(values.size());
}

Verdict verdictOf(const NoiseTest& test)
{
    const double change = std::max(std::abs(test.ratio - 1), std::abs(test.meanRatio - 1));
    const bool isClear = test.pAdjusted <= kSignificance && std::abs(test.effect) >= kLeastEffect
                         && change >= kLeastChange;
    return !isClear ? Verdict::Same : test.effect > 0 ? Verdict::Slower : Verdict::Faster;
}

}  // namespace

NoiseTest testNoise(std::span<const double> a, std::span<const double> b)
{
    RankSumTests tests;
    return testNoise(a, b, tests);
}

NoiseTest testNoise(std::span<const double> a, std::span<const double> b, RankSumTests& tests)
{
    NoiseTest test{.samplesA = a.size(), .samplesB = b.size()};
    if (!a.empty()) {
        test.medianA = medianOf(a);
        test.spreadA = spreadOf(a, test.medianA);
    }
    if (!b.empty()) {
        test.medianB = medianOf(b);
        test.spreadB = spreadOf(b, test.medianB);
    }
    if (std::min(a.size(), b.size()) < kFewestVisits) {
        return test;
    }
    const RankSum ranks = tests.test(a, b);
    const RatioInterval interval = ratioInterval(a, b);
    test.verdict = Verdict::Same;
    test.effect = 2 * ranks.u / (static_cast<double>(a.size()) * static_cast<double>(b.size())) - 1;
    test.p = ranks.p;
    test.ratio = interval.ratio;
    test.ratioLow = interval.low;
    test.ratioHigh = interval.high;
    test.meanRatio = meanOf(b) / meanOf(a);
    return test;
}

void judgeTogether(std::span<NoiseTest* const> tests)
{
    std::vector<NoiseTest*> tested(tests.begin(), tests.end());
    std::erase_if(tested, [](const NoiseTest* test) { return std::isnan(test->p); });
    std::ranges::stable_sort(tested, {}, &NoiseTest::p);
    double least = 1;
    for (std::size_t rank = tested.size(); rank > 0; --rank) {
        NoiseTest& test = *tested[rank - 1];
        least = std::min(
            least, test.p * static_cast<double>(tested.size()) / static_cast<double>(rank));
        test.pAdjusted = least;
        test.verdict = verdictOf(test);
    }
}

}  // namespace vellum::compare
