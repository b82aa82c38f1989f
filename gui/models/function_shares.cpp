#include "gui/models/function_shares.h"

#include "common/query/limits.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace vellum::gui::models {

query::SummaryTimelineRequest requestOfShares(
    query::SummaryTimelineRequest request, const FilterSet& filters)
{
    if (!filters.filtersFunctions() || filters.functions()->size() > kMostFunctionsOfShares) {
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
        return row;
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
    return shown;
}

}  // namespace vellum::gui::models
