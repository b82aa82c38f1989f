#include "common/compare/series.h"

#include "common/trace/function_group.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

namespace vellum::compare {

namespace {

constexpr std::size_t kFewestRankCounts = 3;

/// No number where \p whole is 0.
double partOf(double part, double whole)
{
    return whole == 0 ? SeriesRun::kNone : part / whole;
}

double shareOf(std::int64_t part, std::int64_t whole)
{
    return partOf(static_cast<double>(part), static_cast<double>(whole));
}

SeriesRun besideFirst(const Run& run, const Run& first, Scaling scaling)
{
    SeriesRun row{
        .name = run.facts.name,
        .ranks = run.facts.ranks,
        .locations = run.facts.locations,
        .length = run.facts.lengthNs,
        .total = totalNs(run)};
    const auto firstLength = static_cast<double>(first.facts.lengthNs);
    const auto length = static_cast<double>(row.length);
    if (first.facts.ranks != 0 && row.ranks != 0) {
        row.idealSpeedUp = static_cast<double>(row.ranks) / static_cast<double>(first.facts.ranks);
    }
    const bool isStrong = scaling == Scaling::Strong;
    const double work = isStrong ? 1 : row.idealSpeedUp;
    row.speedUp = firstLength == 0 ? SeriesRun::kNone : partOf(firstLength * work, length);
    row.efficiency = row.speedUp / row.idealSpeedUp;
    row.idealLength = isStrong ? firstLength / row.idealSpeedUp : firstLength;
    const Cost* mpi = findCost(run.groups, name(FunctionGroup::Mpi));
    row.mpiShare = shareOf(mpi == nullptr ? 0 : mpi->exclusiveNs, row.total);
    return row;
}

/// NaN counts as nothing.
double largestShare(const SeriesRow& row)
{
    double most = 0;
    for (const SeriesValue& value : row.runs) {
        most = value.share > most ? value.share : most;
    }
    return most;
}

SeriesRow rowOf(
    const std::string& name,
    const std::vector<std::int64_t>& times,
    const std::vector<std::size_t>& order,
    const std::vector<SeriesRun>& runs)
{
    SeriesRow row{.name = name, .runs = {}};
    std::vector<std::uint64_t> ranks;
    std::vector<std::int64_t> inOrder;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const std::int64_t time = order[i] < times.size() ? times[order[i]] : 0;
        row.runs.push_back({.exclusive = time, .share = shareOf(time, runs[i].total)});
        ranks.push_back(runs[i].ranks);
        inOrder.push_back(time);
    }
    row.slope = scalingSlope(ranks, inOrder);
    return row;
}

void addTimes(
    std::map<std::string, std::vector<std::int64_t>>& to, const Costs& costs, std::size_t run)
{
    for (const Cost& cost : costs) {
        auto& times = to[cost.name];
        times.resize(run + 1);
        times[run] = cost.exclusiveNs;
    }
}

}  // namespace

void SeriesBuilder::add(Run run)
{
    addTimes(m_paths, run.paths, m_runs.size());
    run.paths = {};
    m_runs.push_back(std::move(run));
}

std::vector<std::size_t> SeriesBuilder::order() const
{
    std::vector<std::size_t> order(m_runs.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [this](std::size_t i) { return m_runs[i].facts.ranks; });
    return order;
}

SeriesBuilder::Times SeriesBuilder::timesBy(ComparisonBy by) const
{
    if (by == ComparisonBy::Path) {
        return m_paths;
    }
    Times times;
    for (std::size_t i = 0; i < m_runs.size(); ++i) {
        addTimes(times, costsBy(m_runs[i], by), i);
    }
    return times;
}

Series SeriesBuilder::make(const SeriesQuestion& question) const
{
    Series series{.by = question.by, .scaling = question.scaling, .runs = {}, .rows = {}};
    const std::vector<std::size_t> order = this->order();
    const Run& first = m_runs[order.front()];
    for (const std::size_t i : order) {
        series.runs.push_back(besideFirst(m_runs[i], first, question.scaling));
        series.runs.back().number = series.runs.size();
    }
    for (const auto& [name, times] : timesBy(question.by)) {
        series.rows.push_back(rowOf(name, times, order, series.runs));
    }
    // By name they are already.
    std::vector<std::pair<double, SeriesRow>> byShare;  // of up to 64 runs: found once for each row
    byShare.reserve(series.rows.size());
    for (SeriesRow& row : series.rows) {
        const double share = largestShare(row);
        byShare.emplace_back(share, std::move(row));
    }
    std::ranges::stable_sort(byShare, std::ranges::greater(), &std::pair<double, SeriesRow>::first);
    std::ranges::transform(
        byShare, series.rows.begin(), [](auto& one) { return std::move(one.second); });
    series.count = series.rows.size();
    return series;
}

RunDifferences SeriesBuilder::differencesFromFirst(std::size_t number) const
{
    const std::vector<std::size_t> order = this->order();
    return differencesOf(m_runs[order.front()], m_runs[order.at(number - 1)]);
}

double scalingSlope(const std::vector<std::uint64_t>& ranks, const std::vector<std::int64_t>& times)
{
    std::vector<std::pair<double, double>> points;
    std::set<std::uint64_t> counts;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (ranks[i] > 0 && times[i] > 0) {
            counts.insert(ranks[i]);
            points.emplace_back(
                std::log(static_cast<double>(ranks[i])), std::log(static_cast<double>(times[i])));
        }
    }
    if (counts.size() < kFewestRankCounts) {
        return SeriesRun::kNone;
    }
    double meanX = 0;
    double meanY = 0;
    for (const auto& [x, y] : points) {
        meanX += x / static_cast<double>(points.size());
        meanY += y / static_cast<double>(points.size());
    }
    double covariance = 0;
    double variance = 0;
    for (const auto& [x, y] : points) {
        covariance += (x - meanX) * (y - meanY);
        variance += (x - meanX) * (x - meanX);
    }
    return covariance / variance;
}

}  // namespace vellum::compare
