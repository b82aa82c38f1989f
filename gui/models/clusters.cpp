#include "gui/models/clusters.h"

#include "gui/data/wording.h"

#include <QObject>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace vellum::gui::models {

namespace {

using Shares = std::vector<std::pair<std::uint32_t, double>>;

double distance(const Shares& one, const Shares& other)
{
    double sum = 0;
    auto left = one.begin();
    auto right = other.begin();
    while (left != one.end() && right != other.end()) {
        if (left->first < right->first) {
            sum += (left++)->second;
        } else if (right->first < left->first) {
            sum += (right++)->second;
        } else {
            sum += std::abs((left++)->second - (right++)->second);
        }
    }
    for (; left != one.end(); ++left) {
        sum += left->second;
    }
    for (; right != other.end(); ++right) {
        sum += right->second;
    }
    return sum / 2;
}

/// Nothing where they are more than can be.
std::optional<std::vector<std::size_t>> leadersOf(
    const std::vector<LocationShares>& locations, double alike)
{
    std::vector<std::size_t> leaders;
    for (std::size_t i = 0; i < locations.size(); ++i) {
        const bool isLike = std::ranges::any_of(leaders, [&](std::size_t leader) {
            return distanceOf(locations[leader], locations[i]) <= alike;
        });
        if (!isLike && leaders.size() == kMostLeaders) {
            return std::nullopt;
        }
        if (!isLike) {
            leaders.push_back(i);
        }
    }
    return leaders;
}

Shares meanOf(const std::vector<LocationShares>& locations, const std::vector<std::size_t>& members)
{
    std::map<std::uint32_t, double> sums;
    for (const std::size_t member : members) {
        for (const auto& [key, share] : locations[member].shares) {
            sums[key] += share;
        }
    }
    Shares mean;
    mean.reserve(sums.size());
    for (const auto& [key, sum] : sums) {
        mean.emplace_back(key, sum / static_cast<double>(members.size()));
    }
    return mean;
}

std::vector<std::vector<std::size_t>> nearestTo(
    const std::vector<LocationShares>& locations, const std::vector<std::size_t>& leaders)
{
    std::vector<std::vector<std::size_t>> members(leaders.size());
    for (std::size_t i = 0; i < locations.size(); ++i) {
        const auto nearest = std::ranges::min_element(leaders, {}, [&](std::size_t leader) {
            return distanceOf(locations[leader], locations[i]);
        });
        members[static_cast<std::size_t>(nearest - leaders.begin())].push_back(i);
    }
    std::erase_if(members, [](const auto& one) { return one.empty(); });
    return members;
}

/// The two closest of a few.
std::pair<std::size_t, std::size_t> closest(const std::vector<Shares>& means)
{
    std::pair<std::size_t, std::size_t> best{0, 1};
    double least = 2;
    for (std::size_t i = 0; i < means.size(); ++i) {
        for (std::size_t k = i + 1; k < means.size(); ++k) {
            const double apart = distance(means[i], means[k]);
            if (apart < least) {
                least = apart;
                best = {i, k};
            }
        }
    }
    return best;
}

void joinClosest(
    const std::vector<LocationShares>& locations,
    std::vector<std::vector<std::size_t>>& members,
    std::size_t most)
{
    std::vector<Shares> means;
    means.reserve(members.size());
    for (const auto& one : members) {
        means.push_back(meanOf(locations, one));
    }
    while (members.size() > most) {
        const auto [first, second] = closest(means);
        std::vector<std::size_t> both;
        std::ranges::merge(members[first], members[second], std::back_inserter(both));
        members[first] = std::move(both);
        means[first] = meanOf(locations, members[first]);
        members.erase(members.begin() + static_cast<std::ptrdiff_t>(second));
        means.erase(means.begin() + static_cast<std::ptrdiff_t>(second));
    }
}

}  // namespace

std::vector<LocationShares> sharesOf(const query::Profile& profile)
{
    std::vector<LocationShares> all;
    std::unordered_map<LocationRef, std::size_t> places;
    for (const query::ProfileRow& row : profile.rows) {
        if (row.exclusive > 0) {
            const auto [place, isNew] = places.try_emplace(row.location, all.size());
            if (isNew) {
                all.push_back({.location = row.location, .shares = {}});
            }
            all[place->second].shares.emplace_back(
                row.key.value, static_cast<double>(row.exclusive));
        }
    }
    for (LocationShares& one : all) {
        std::ranges::sort(one.shares);
        double sum = 0;
        for (const auto& [key, ticks] : one.shares) {
            sum += ticks;
        }
        for (auto& [key, share] : one.shares) {
            share /= sum;
        }
    }
    return all;
}

double distanceOf(const LocationShares& one, const LocationShares& other)
{
    return distance(one.shares, other.shares);
}

std::vector<Cluster> clustered(
    const std::vector<LocationShares>& locations, const ClusterOptions& options)
{
    // At a distance of one all are alike, so that this ends.
    double alike = std::clamp(options.alike, 0.01, 1.0);
    std::optional<std::vector<std::size_t>> leaders = leadersOf(locations, alike);
    while (!leaders) {
        alike = std::min(1.0 + 1e-9, 2 * alike);
        leaders = leadersOf(locations, alike);
    }
    std::vector<std::vector<std::size_t>> members = nearestTo(locations, *leaders);
    joinClosest(locations, members, std::clamp<std::size_t>(options.most, 1, kMostLeaders));
    std::vector<Cluster> clusters;
    clusters.reserve(members.size());
    for (std::vector<std::size_t>& own : members) {
        const Shares mean = meanOf(locations, own);
        const auto representative = std::ranges::min_element(
            own, {}, [&](std::size_t i) { return distance(locations[i].shares, mean); });
        clusters.push_back({.representative = *representative, .members = std::move(own)});
    }
    std::ranges::sort(clusters, [](const Cluster& one, const Cluster& other) {
        return one.members.size() != other.members.size()
                   ? one.members.size() > other.members.size()
                   : one.members.front() < other.members.front();
    });
    return clusters;
}

RowGrouping groupedByLikeness(
    const Definitions& definitions,
    const std::vector<LocationRef>& all,
    const query::Profile& profile,
    const ClusterOptions& options)
{
    std::vector<LocationShares> locations = sharesOf(profile);
    std::erase_if(locations, [&definitions](const LocationShares& one) {
        return definitions.find(one.location) == nullptr;
    });
    ProcessSizes sizes;
    std::unordered_set<LocationRef> placed;
    for (const LocationShares& one : locations) {
        ++sizes[definitions.find(one.location)->group];
        placed.insert(one.location);
    }
    RowGrouping grouping{.by = RowsBy::Likeness};
    for (const Cluster& cluster : clustered(locations, options)) {
        std::vector<LocationRef> members;
        members.reserve(cluster.members.size());
        for (const std::size_t member : cluster.members) {
            members.push_back(locations[member].location);
        }
        const LocationRef like = locations[cluster.representative].location;
        const std::size_t number = grouping.groups.size();
        grouping.groups.push_back(
            {.number = static_cast<std::uint32_t>(number),
             .name = QObject::tr("Cluster %1 (%2 of %3 like %4)")
                         .arg(
                             data::grouped(number + 1),
                             data::grouped(members.size()),
                             data::grouped(locations.size()),
                             shortestName(definitions, *definitions.find(like), sizes)),
             .locations = std::make_shared<const std::vector<LocationRef>>(std::move(members)),
             .startsFolded = true,
             .representative = like});
    }
    std::vector<LocationRef> rest = all;
    std::erase_if(rest, [&placed](LocationRef one) { return placed.contains(one); });
    if (!rest.empty()) {
        grouping.groups.push_back(
            {.number = kMostLeaders,
             .name = QObject::tr("In no function"),
             .locations = std::make_shared<const std::vector<LocationRef>>(std::move(rest)),
             .startsFolded = true});
    }
    return grouping;
}

}  // namespace vellum::gui::models
