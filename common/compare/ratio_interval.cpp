#include "common/compare/ratio_interval.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace vellum::compare {

namespace {

/// How many of all ratios b / a are at most \p ratio.
double ratiosUpTo(std::span<const double> a, std::span<const double> b, double ratio)
{
    double count = 0;
    std::size_t j = 0;
    for (const double value : a) {
        while (j < b.size() && b[j] <= value * ratio) {
            ++j;
        }
        count += static_cast<double>(j);
    }
    return count;
}

/// The \p rank-th smallest of all ratios, counted from 1, by halving: there are too many to be sorted.
double ratioOfRank(std::span<const double> a, std::span<const double> b, double rank)
{
    constexpr double kPrecision = 1e-9;
    double low = b.front() / a.back() * (1 - kPrecision);
    double high = b.back() / a.front() * (1 + kPrecision);
    while (high > low * (1 + kPrecision)) {
        const double middle = std::sqrt(low) * std::sqrt(high);
        if (middle <= low || middle >= high) {
            break;
        }
        (ratiosUpTo(a, b, middle) >= rank ? high : low) = middle;
    }
    return high;
}

}  // namespace

RatioInterval ratioInterval(std::span<const double> a, std::span<const double> b)
{
    constexpr double kNormal95 =
        1.959963984540054;  // of a normal distribution 95 % are so near its middle
    const auto sizeA = static_cast<double>(a.size());
    const auto sizeB = static_cast<double>(b.size());
    const double pairs = sizeA * sizeB;
    const double spread = std::sqrt(pairs * (sizeA + sizeB + 1) / 12);
    const double least = std::max(1.0, std::floor(pairs / 2 - kNormal95 * spread));
    return {
        .ratio = ratioOfRank(a, b, std::floor((pairs + 1) / 2)),
        .low = ratioOfRank(a, b, least),
        .high = ratioOfRank(a, b, pairs + 1 - least)};
}

}  // namespace vellum::compare
