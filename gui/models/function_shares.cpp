#include "gui/models/function_shares.h"

#include "common/query/limits.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace vellum::gui::models {

bool isMeasurement(query::Key key, query::GroupBy by, const Definitions& definitions)
{
    if (by == query::GroupBy::FunctionGroup) {
        return static_cast<FunctionGroup>(key.value) == FunctionGroup::Measurement;
    }
    const Region* region = definitions.find(RegionRef(key.value));
    return region != nullptr && region->group == FunctionGroup::Measurement;
}

bool isMeasurementLast(
    const query::SummaryRow& row, query::GroupBy by, const Definitions& definitions)
{
    return std::ranges::is_partitioned(row.series, [&](const query::SummarySeries& series) {
        return !isMeasurement(series.key, by, definitions);
    });
}

void putMeasurementLast(query::SummaryRow& row, query::GroupBy by, const Definitions& definitions)
{
    std::stable_partition(
        row.series.begin(), row.series.end(), [&](const query::SummarySeries& series) {
            return !isMeasurement(series.key, by, definitions);
        });
}

bool tellsSharesApart(const FilterSet& filters)
{
    return filters.filtersFunctions() && filters.functions()->size() <= kMostFunctionsOfShares;
}

query::SummaryTimelineRequest requestOfShares(
    query::SummaryTimelineRequest request, const FilterSet& filters)
{
    if (!tellsSharesApart(filters)) {
        return request;
    }
    request.by = query::GroupBy::Region;
    // Too many to be named: all are asked for, and what is not wanted is left out of the answer.
    if (filters.functions()->empty()) {
        request.keys = {query::Key{}};  // that of no function: no keys would stand for all
    } else if (filters.functions()->size() <= query::kMaxKeys) {
        for (const RegionRef region : *filters.functions()) {
            request.keys.push_back({.value = region.value()});
        }
        std::ranges::sort(request.keys);
    }
    return request;
}

query::SummaryRow shownShares(
    const query::SummaryRow& row,
    const query::SummaryTimelineRequest& asked,
    query::GroupBy by,
    const FilterSet& filters,
    const Definitions& definitions)
{
    if (asked.by != query::GroupBy::Region) {
        query::SummaryRow shown = row;
        putMeasurementLast(shown, by, definitions);
        return shown;
    }
    query::SummaryRow shown{.locations = row.locations};
    std::map<query::Key, std::vector<Tick>> groups;
    for (const query::SummarySeries& series : row.series) {
        const RegionRef region(series.key.value);
        if (!filters.standsOut(region)) {
            continue;
        }
        if (by == query::GroupBy::Region) {
            shown.series.push_back(series);
            continue;
        }
        const Region* definition = definitions.find(region);
        const FunctionGroup group =
            definition != nullptr ? definition->group : FunctionGroup::Unknown;
        std::vector<Tick>& sums = groups[{.value = static_cast<std::uint32_t>(group)}];
        sums.resize(series.exclusive.size());
        std::ranges::transform(sums, series.exclusive, sums.begin(), std::plus{});
    }
    for (auto& [key, sums] : groups) {
        shown.series.push_back({.key = key, .exclusive = std::move(sums)});
    }
    putMeasurementLast(shown, by, definitions);
    return shown;
}

query::SummaryRow splitShares(
    const query::SummaryRow& groups,
    const query::SummaryRow& standing,
    const FilterSet& filters,
    const Definitions& definitions)
{
    constexpr auto kBy = query::GroupBy::FunctionGroup;
    query::SummaryRow split =
        shownShares(standing, {.by = query::GroupBy::Region}, kBy, filters, definitions);
    split.locations = groups.locations;
    std::map<query::Key, std::size_t> standingPlaces;
    for (std::size_t i = 0; i < split.series.size(); ++i) {
        standingPlaces[split.series[i].key] = i;
    }
    query::SummaryRow ordered = groups;
    putMeasurementLast(ordered, kBy, definitions);
    for (query::SummarySeries& series : ordered.series) {
        if (const auto found = standingPlaces.find(series.key); found != standingPlaces.end()) {
            std::vector<Tick>& rest = series.exclusive;
            std::ranges::transform(
                rest, split.series[found->second].exclusive, rest.begin(), std::minus{});
        }
        series.key.value |= kSteppedBackShare;
        split.series.push_back(std::move(series));
    }
    return split;
}

std::vector<GroupShare> sharesOf(const query::SummaryRow& row, std::size_t column)
{
    std::map<FunctionGroup, GroupShare> groups;
    for (const query::SummarySeries& series : row.series) {
        const Tick time = column < series.exclusive.size() ? series.exclusive[column] : 0;
        if (time > 0) {
            const auto group = static_cast<FunctionGroup>(series.key.value & ~kSteppedBackShare);
            GroupShare& share = groups[group];
            share.group = group;
            share.time += time;
            share.standing += (series.key.value & kSteppedBackShare) == 0 ? time : 0;
        }
    }
    std::vector<GroupShare> shares;
    for (const auto& [group, share] : groups) {
        shares.push_back(share);
    }
    std::ranges::stable_sort(shares, std::ranges::greater(), &GroupShare::time);
    return shares;
}

}  // namespace vellum::gui::models
