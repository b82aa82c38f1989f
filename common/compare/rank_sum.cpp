#include "common/compare/rank_sum.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace vellum::compare {

namespace {

/// Values that are equal: how many of them are in each sample.
struct Tie {
    std::size_t ofA = 0;
    std::size_t ofB = 0;

    [[nodiscard]] std::size_t size() const { return ofA + ofB; }
};

std::vector<Tie> tiesOf(std::span<const double> a, std::span<const double> b)
{
    std::vector<Tie> ties;
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() || j < b.size()) {
        const double value = j == b.size() || (i < a.size() && a[i] <= b[j]) ? a[i] : b[j];
        Tie tie;
        for (; i < a.size() && a[i] == value; ++i) {
            ++tie.ofA;
        }
        for (; j < b.size() && b[j] == value; ++j) {
            ++tie.ofB;
        }
        ties.push_back(tie);
    }
    return ties;
}

double pairsOf(const std::vector<Tie>& ties)
{
    double u = 0;
    double lessThanThese = 0;  // values of A before
    for (const Tie& tie : ties) {
        const auto ofB = static_cast<double>(tie.ofB);
        u += ofB * (lessThanThese + static_cast<double>(tie.ofA) / 2);
        lessThanThese += static_cast<double>(tie.ofA);
    }
    return u;
}

/// In how many ways so many of the values have a doubled rank sum: by count, then sum. Doubled, because ties share
/// ranks, and those are whole numbers then.
using Ways = std::vector<std::vector<double>>;

/// One more value of this doubled rank, which may be among the chosen ones or not.
void addValue(Ways& ways, std::size_t rank)
{
    for (std::size_t count = ways.size(); --count > 0;) {
        for (std::size_t sum = ways[count].size(); sum-- > rank;) {
            ways[count][sum] += ways[count - 1][sum - rank];
        }
    }
}

/// In how many ways \p chosen of the values have each doubled rank sum.
std::vector<double> waysOf(const std::vector<Tie>& ties, std::size_t chosen, std::size_t all)
{
    Ways ways(chosen + 1, std::vector<double>(all * (all + 1) + 1));
    ways[0][0] = 1;
    std::size_t before = 0;
    for (const Tie& tie : ties) {
        for (std::size_t one = 0; one < tie.size(); ++one) {
            addValue(ways, 2 * before + tie.size() + 1);
        }
        before += tie.size();
    }
    return std::move(ways[chosen]);
}

/// How likely the doubled rank sum of \p chosen values is as far from its mean as \p distance, or farther.
double exactP(const std::vector<double>& ways, std::size_t chosen, std::size_t all, double distance)
{
    double total = 0;
    double far = 0;
    const auto mean = static_cast<double>(chosen * (all + 1));
    for (std::size_t sum = 0; sum < ways.size(); ++sum) {
        const double count = ways[sum];
        total += count;
        far += std::abs(static_cast<double>(sum) - mean) >= distance ? count : 0;
    }
    return far / total;
}

double normalP(const std::vector<Tie>& ties, double a, double b, double distance)
{
    const double all = a + b;
    double tied = 0;
    for (const Tie& tie : ties) {
        const auto size = static_cast<double>(tie.size());
        tied += size * (size * size - 1);
    }
    const double variance = a * b / 12 * (all + 1 - tied / (all * (all - 1)));
    if (variance <= 0) {  // all values are equal
        return 1;
    }
    const double z = std::max(0.0, distance - 0.5) / std::sqrt(variance);
    return std::erfc(z / std::sqrt(2.0));
}

}  // namespace

RankSum rankSumTest(std::span<const double> a, std::span<const double> b)
{
    return RankSumTests().test(a, b);
}

RankSum RankSumTests::test(std::span<const double> a, std::span<const double> b)
{
    const std::vector<Tie> ties = tiesOf(a, b);
    const auto sizeA = static_cast<double>(a.size());
    const auto sizeB = static_cast<double>(b.size());
    RankSum result{.u = pairsOf(ties), .isExact = a.size() + b.size() <= kMostExact};
    const double distance = std::abs(result.u - sizeA * sizeB / 2);
    if (!result.isExact) {
        result.p = normalP(ties, sizeA, sizeB, distance);
        return result;
    }
    const std::size_t chosen = std::min(a.size(), b.size());  // both have the same distribution
    const std::size_t all = a.size() + b.size();
    Key key{chosen};
    key.reserve(ties.size() + 1);
    for (const Tie& tie : ties) {
        key.push_back(tie.size());
    }
    auto known = m_ways.find(key);
    if (known == m_ways.end()) {
        if (m_ways.size() == kMostKept) {
            m_ways.clear();
        }
        known = m_ways.emplace(std::move(key), waysOf(ties, chosen, all)).first;
    }
    result.p = exactP(known->second, chosen, all, 2 * distance);
    return result;
}

}  // namespace vellum::compare
