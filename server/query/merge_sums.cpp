// Profiles and call trees: what parts have summed is added up and put into order again. All sums are of
// numbers that are not negative, so that they do not depend on their order.

#include "common/query/limits.h"
#include "server/query/merge.h"
#include "server/query/scope.h"
#include "server/query/visit_sums.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace vellum::server::query {

using vellum::query::CallTree;
using vellum::query::CallTreeNode;
using vellum::query::CallTreeRequest;
using vellum::query::Key;
using vellum::query::Profile;
using vellum::query::ProfileRequest;
using vellum::query::ProfileRow;

namespace {

template <typename Row>
VisitSums sumsOf(const Row& row)
{
    return {
        .visits = row.visits,
        .inclusive = row.inclusive,
        .exclusive = row.exclusive,
        .shortest = row.minInclusive,
        .longest = row.maxInclusive,
        .total = row.sumInclusive};
}

template <typename Row>
void setSums(Row& row, const VisitSums& sums)
{
    row.visits = sums.visits;
    row.inclusive = sums.inclusive;
    row.exclusive = sums.exclusive;
    row.minInclusive = sums.shortest;
    row.maxInclusive = sums.longest;
    row.sumInclusive = sums.total;
}

std::vector<ProfileRow> summedRows(const PartAnswers<Profile>& parts)
{
    std::map<Key, VisitSums> sums;
    for (const auto& [part, profile] : parts) {
        for (const ProfileRow& row : profile.rows) {
            sums[row.key].add(sumsOf(row));
        }
    }
    std::vector<ProfileRow> rows;
    for (const auto& [key, sum] : sums) {
        ProfileRow& row = rows.emplace_back();
        row.key = key;
        row.location = LocationRef::undefined();
        setSums(row, sum);
    }
    std::ranges::stable_sort(
        rows, std::ranges::greater(), [](const ProfileRow& row) { return row.exclusive; });
    return rows;
}

/// Call paths by their parents' places, children by region.
class PathSums {
public:
    void add(const CallTree& tree)
    {
        std::vector<std::size_t> placeOf(tree.nodes.size());
        for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
            const CallTreeNode& node = tree.nodes[i];
            const std::size_t parent = node.depth == 1 ? kRoot : placeOf[node.parent];
            placeOf[i] = child(parent, node.region);
            Path& path = m_paths[placeOf[i]];
            path.sums.add(sumsOf(node));
            path.inclusiveSamples += node.inclusiveSamples;
            path.exclusiveSamples += node.exclusiveSamples;
        }
    }

    /// All paths, a parent before its children.
    [[nodiscard]] std::size_t size() const { return m_paths.size() - 1; }

    [[nodiscard]] std::vector<CallTreeNode> preorder() const
    {
        struct Todo {
            std::size_t path = 0;
            std::uint32_t depth = 0;
            std::uint32_t parent = 0;
        };
        std::vector<CallTreeNode> nodes;
        std::vector<Todo> todo;
        const auto addChildren = [&](std::size_t path, std::uint32_t depth, std::uint32_t place) {
            const auto begin = static_cast<std::ptrdiff_t>(todo.size());
            for (const auto& [region, child] : m_paths[path].children) {
                todo.push_back({.path = child, .depth = depth + 1, .parent = place});
            }
            std::reverse(todo.begin() + begin, todo.end());  // it is a stack
        };
        addChildren(kRoot, 0, 0);
        while (!todo.empty()) {
            const Todo next = todo.back();
            todo.pop_back();
            const auto place = static_cast<std::uint32_t>(nodes.size());
            CallTreeNode& node = nodes.emplace_back();
            node.region = m_paths[next.path].region;
            node.depth = next.depth;
            node.parent = next.depth == 1 ? place : next.parent;
            setSums(node, m_paths[next.path].sums);
            node.inclusiveSamples = m_paths[next.path].inclusiveSamples;
            node.exclusiveSamples = m_paths[next.path].exclusiveSamples;
            addChildren(next.path, next.depth, place);
        }
        return nodes;
    }

private:
    static constexpr std::size_t kRoot = 0;  ///< of all paths; stands for no region

    struct Path {
        RegionRef region;
        VisitSums sums;
        std::uint64_t inclusiveSamples = 0;
        std::uint64_t exclusiveSamples = 0;
        std::map<RegionRef, std::size_t> children;
    };

    std::size_t child(std::size_t parent, RegionRef region)
    {
        const auto [place, isNew] = m_paths[parent].children.try_emplace(region, m_paths.size());
        const std::size_t path = place->second;
        if (isNew) {
            m_paths.emplace_back().region = region;
        }
        return path;
    }

    std::vector<Path> m_paths{1};
};

}  // namespace

Result<Profile> merged(
    const MergeContext& context, const ProfileRequest& request, PartAnswers<Profile> parts)
{
    auto locations = rowOrder(context, request.scope.locations);
    std::ranges::sort(locations);
    Profile answer{.window = parts.front().answer.window};
    if (request.perLocation) {
        RowsOfParts<ProfileRow> rows;
        for (auto& [part, partial] : parts) {
            rows.add(part, partial.rows);
        }
        for (const LocationIndex location : locations) {
            rows.take(context, location, answer.rows);
        }
    } else {
        answer.rows = summedRows(parts);
    }
    VELLUM_RETURN_IF_ERROR(checkCells(answer.rows.size(), 1));
    answer.outside = outsideOf(locations.size(), answer.window, answer.rows);
    return answer;
}

Result<CallTree> merged(
    const MergeContext& /*context*/,
    const CallTreeRequest& /*request*/,
    PartAnswers<CallTree> parts)
{
    PathSums sums;
    for (const auto& [part, tree] : parts) {
        sums.add(tree);
    }
    if (sums.size() > vellum::query::kMaxItems) {
        return tooManyCallPaths();
    }
    return CallTree{.window = parts.front().answer.window, .nodes = sums.preorder()};
}

}  // namespace vellum::server::query
