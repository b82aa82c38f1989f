#include "common/compare/distribution.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace vellum::compare {

namespace {

using Classes = std::span<const DurationClass>;

std::uint64_t visitsOf(Classes classes)
{
    std::uint64_t visits = 0;
    for (const DurationClass& one : classes) {
        visits += one.visits;
    }
    return visits;
}

double medianOf(Classes classes, std::uint64_t visits)
{
    std::uint64_t before = 0;
    for (const DurationClass& one : classes) {
        before += one.visits;
        if (before > (visits - 1) / 2) {
            return one.ns;
        }
    }
    return Distribution::kNone;
}

double edgeOf(std::int64_t number, std::uint32_t perDecade)
{
    constexpr double kTen = 10;
    return std::pow(kTen, static_cast<double>(number) / perDecade);
}

/// The number of the bin that a duration is in: counted, as a logarithm may be off by one at an edge.
std::int64_t binOf(double ns, std::uint32_t perDecade)
{
    auto number = static_cast<std::int64_t>(std::floor(std::log10(ns) * perDecade));
    while (edgeOf(number, perDecade) > ns) {
        --number;
    }
    while (edgeOf(number + 1, perDecade) <= ns) {
        ++number;
    }
    return number;
}

std::uint32_t fitting(double least, double most)
{
    for (const std::uint32_t perDecade : kBinsPerDecade) {
        const std::int64_t bins = binOf(most, perDecade) - binOf(least, perDecade) + 1;
        if (bins <= static_cast<std::int64_t>(kMostBins)) {
            return perDecade;
        }
    }
    return kBinsPerDecade[std::size(kBinsPerDecade) - 1];
}

void count(
    std::vector<DurationBin>& bins,
    Classes classes,
    std::int64_t first,
    std::uint32_t perDecade,
    std::uint64_t DurationBin::*visits)
{
    for (const DurationClass& one : classes) {
        const auto place = static_cast<std::size_t>(binOf(one.ns, perDecade) - first);
        bins[place].*visits += one.visits;
    }
}

void setShares(Distribution& distribution)
{
    const auto share = [](std::uint64_t part, std::uint64_t all) {
        return all == 0 ? Distribution::kNone
                        : static_cast<double>(part) / static_cast<double>(all);
    };
    std::uint64_t beforeA = 0;
    std::uint64_t beforeB = 0;
    for (DurationBin& bin : distribution.rows) {
        beforeA += bin.visitsA;
        beforeB += bin.visitsB;
        bin.shareA = share(bin.visitsA, distribution.visitsA);
        bin.shareB = share(bin.visitsB, distribution.visitsB);
        bin.upToA = share(beforeA, distribution.visitsA);
        bin.upToB = share(beforeB, distribution.visitsB);
    }
}

}  // namespace

Distribution distributionOf(Classes a, Classes b, std::uint32_t perDecade)
{
    Distribution distribution{
        .function = {},
        .functionInB = {},
        .perDecade = perDecade,
        .visitsA = visitsOf(a),
        .visitsB = visitsOf(b),
        .rows = {}};
    if (!a.empty()) {
        distribution.medianA = medianOf(a, distribution.visitsA);
        distribution.leastA = a.front().ns;
        distribution.mostA = a.back().ns;
    }
    if (!b.empty()) {
        distribution.medianB = medianOf(b, distribution.visitsB);
        distribution.leastB = b.front().ns;
        distribution.mostB = b.back().ns;
    }
    if (a.empty() && b.empty()) {
        return distribution;
    }
    const double least = std::fmin(distribution.leastA, distribution.leastB);  // one may be none
    const double most = std::fmax(distribution.mostA, distribution.mostB);
    const std::uint32_t wide = perDecade == 0 ? fitting(least, most) : perDecade;
    distribution.perDecade = wide;
    const std::int64_t first = binOf(least, wide);
    const std::int64_t last = binOf(most, wide);
    for (std::int64_t number = first; number <= last; ++number) {
        distribution.rows.push_back(
            {.low = edgeOf(number, wide), .high = edgeOf(number + 1, wide)});
    }
    count(distribution.rows, a, first, wide, &DurationBin::visitsA);
    count(distribution.rows, b, first, wide, &DurationBin::visitsB);
    setShares(distribution);
    return distribution;
}

double shareUpTo(Classes durations, double ns)
{
    std::uint64_t before = 0;
    std::uint64_t all = 0;
    for (const DurationClass& one : durations) {
        before += one.ns <= ns ? one.visits : 0;
        all += one.visits;
    }
    return all == 0 ? Distribution::kNone : static_cast<double>(before) / static_cast<double>(all);
}

}  // namespace vellum::compare
