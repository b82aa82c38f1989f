#include "common/base/number_text.h"
#include "common/query/limits.h"
#include "server/query/merge.h"
#include "server/query/path_scan.h"
#include "server/query/queries.h"
#include "server/query/sampled_paths.h"
#include "server/query/scope.h"
#include "server/query/visit_sums.h"
#include "server/query/visit_view.h"
#include "server/query/workers.h"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace vellum::server::query {

using vellum::query::CallTree;
using vellum::query::CallTreeNode;
using vellum::query::CallTreeRequest;

namespace {

/// Call paths as they are met: a node's number is larger than its parent's.
class PathTree {
public:
    using Node = std::uint32_t;
    static constexpr Node kRoot = 0;  ///< of all paths; stands for no region

    struct Entry {
        RegionRef region;
        Node parent = kRoot;
        std::uint32_t depth = 0;
        VisitSums sums;
        std::uint64_t ownSamples = 0;
        std::uint64_t allSamples = 0;  ///< after addUpSamples: those of longer paths among them
    };

    PathTree() : m_entries(1) {}

    Node child(Node parent, RegionRef region)
    {
        const std::uint64_t key = std::uint64_t{parent} << 32U | region.value();
        const auto [place, isNew] =
            m_children.try_emplace(key, static_cast<Node>(m_entries.size()));
        if (isNew) {
            m_entries.push_back(
                {.region = region, .parent = parent, .depth = m_entries[parent].depth + 1});
        }
        return place->second;
    }

    Entry& operator[](Node node) { return m_entries[node]; }
    [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; }

    void add(const PathTree& other)
    {
        std::vector<Node> nodeOf(other.m_entries.size());
        for (std::size_t i = 1; i < other.m_entries.size(); ++i) {
            const Entry& entry = other.m_entries[i];
            nodeOf[i] = child(nodeOf[entry.parent], entry.region);
            m_entries[nodeOf[i]].sums.add(entry.sums);
            m_entries[nodeOf[i]].ownSamples += entry.ownSamples;
        }
    }

    /// Once all are added.
    void addUpSamples()
    {
        for (std::size_t i = m_entries.size(); i-- > 1;) {
            Entry& entry = m_entries[i];
            entry.allSamples += entry.ownSamples;
            m_entries[entry.parent].allSamples += entry.allSamples;
        }
    }

private:
    std::vector<Entry> m_entries;
    std::unordered_map<std::uint64_t, Node> m_children;
};

/// Adds what a window of one location has, with the paths around it.
void addLocation(
    PathTree& tree, const store::LocationStore& location, TickRange window, StopPoll& poll)
{
    const std::vector<VisitSums> sums = sumsByPath(location, window, poll);
    const store::CallPaths& paths = location.calls.paths;
    std::vector<bool> isKept(paths.size());
    for (std::size_t node = sums.size(); node-- > 1;) {
        isKept[node] = isKept[node] || !sums[node].isZero();
        if (isKept[node]) {
            isKept[paths.parent[node]] = true;
        }
    }
    std::vector<PathTree::Node> nodeOf(paths.size());
    for (store::PathNode node = 1; node < sums.size(); ++node) {
        if (isKept[node]) {
            nodeOf[node] = tree.child(nodeOf[paths.parent[node]], paths.regionOf(node));
            tree[nodeOf[node]].sums.add(sums[node]);
        }
    }
}

/// Adds what samples of a location say, each under the call path that it was taken in.
void addSamples(
    PathTree& tree,
    const store::LocationStore& location,
    TickRange window,
    const SampledPaths& paths,
    StopPoll& poll)
{
    std::unordered_map<SampledPaths::Place, PathTree::Node> nodeOf;
    std::vector<SampledPaths::Place> above;
    for (const auto& [place, count] : paths.countSamples(location, window, poll)) {
        PathTree::Node node = PathTree::kRoot;
        for (auto at = place; at != SampledPaths::kNone; at = paths.parentOf(at)) {
            if (const auto known = nodeOf.find(at); known != nodeOf.end()) {
                node = known->second;
                break;
            }
            above.push_back(at);
        }
        for (; !above.empty(); above.pop_back()) {
            node = tree.child(node, paths.regionOf(above.back()));
            nodeOf.emplace(above.back(), node);
        }
        tree[node].ownSamples += count;
    }
}

/// Which nodes, or ones below them, have something in the window.
std::vector<bool> keptNodes(const PathTree& tree)
{
    const auto& entries = tree.entries();
    std::vector<bool> kept(entries.size());
    for (std::size_t i = entries.size(); i-- > 1;) {
        kept[i] = kept[i] || !entries[i].sums.isZero() || entries[i].ownSamples > 0;
        if (kept[i]) {
            kept[entries[i].parent] = true;
        }
    }
    return kept;
}

/// Children of every node, by region descending: as a stack wants them.
std::vector<std::vector<PathTree::Node>> childrenOf(
    const PathTree& tree, const std::vector<bool>& kept, std::uint32_t maxDepth)
{
    const auto& entries = tree.entries();
    std::vector<std::vector<PathTree::Node>> children(entries.size());
    for (std::size_t i = 1; i < entries.size(); ++i) {
        if (kept[i] && entries[i].depth <= maxDepth) {
            children[entries[i].parent].push_back(static_cast<PathTree::Node>(i));
        }
    }
    for (auto& siblings : children) {
        std::ranges::sort(siblings, std::ranges::greater(), [&](PathTree::Node node) {
            return entries[node].region;
        });
    }
    return children;
}

CallTreeNode answerNode(const PathTree::Entry& entry)
{
    return {
        .region = entry.region,
        .depth = entry.depth,
        .visits = entry.sums.visits,
        .inclusive = entry.sums.inclusive,
        .exclusive = entry.sums.exclusive,
        .minInclusive = entry.sums.shortest,
        .maxInclusive = entry.sums.longest,
        .sumInclusive = entry.sums.total,
        .inclusiveSamples = entry.allSamples,
        .exclusiveSamples = entry.ownSamples};
}

Result<std::vector<CallTreeNode>> preorder(const PathTree& tree, std::uint32_t maxDepth)
{
    const auto children = childrenOf(tree, keptNodes(tree), maxDepth);
    std::vector<CallTreeNode> nodes;
    std::vector<std::uint32_t> path;  // places in `nodes`
    std::vector<PathTree::Node> todo = children[PathTree::kRoot];
    while (!todo.empty()) {
        const PathTree::Node node = todo.back();
        todo.pop_back();
        todo.insert(todo.end(), children[node].begin(), children[node].end());
        const auto place = static_cast<std::uint32_t>(nodes.size());
        nodes.push_back(answerNode(tree.entries()[node]));
        path.resize(nodes.back().depth - 1);
        nodes.back().parent = path.empty() ? place : path.back();
        path.push_back(place);
        if (nodes.size() > vellum::query::kMaxItems) {
            return tooManyCallPaths();
        }
    }
    return nodes;
}

}  // namespace

Error tooManyCallPaths()
{
    return {
        .kind = ErrorKind::ResourceExhausted,
        .message = "the call tree has more than " + grouped(vellum::query::kMaxItems)
                   + " call paths; ask for less depth or fewer locations"};
}

Result<CallTree> callTree(
    const store::TraceStore& trace, const CallTreeRequest& request, const ExecutionOptions& options)
{
    const auto scope = resolve(trace, request.scope);
    VELLUM_RETURN_IF_ERROR(scope);
    const ResolvedScope& in = scope.value();
    const bool isSampled = std::ranges::any_of(in.locations, [&](LocationIndex location) {
        return hasSamples(trace.locations[location.value()]);
    });
    const SampledPaths paths =
        isSampled ? SampledPaths(trace.definitions.callingContexts) : SampledPaths();
    const VisitView view(trace, request.scope.filter.visits);
    std::vector<PathTree> trees(in.locations.size());
    VELLUM_RETURN_IF_ERROR(forEach(trees.size(), options, [&](std::size_t i) {
        StopPoll poll(options);
        addLocation(trees[i], *view.at(in.locations[i], poll), in.window, poll);
        const store::LocationStore& location = trace.at(in.locations[i]);
        if (hasSamples(location)) {
            addSamples(trees[i], location, in.window, paths, poll);
        }
    }));
    PathTree sum;
    for (const PathTree& tree : trees) {
        sum.add(tree);
    }
    sum.addUpSamples();
    auto nodes = preorder(sum, request.maxDepth);
    VELLUM_RETURN_IF_ERROR(nodes);
    return CallTree{.window = in.window, .nodes = std::move(nodes).value()};
}

}  // namespace vellum::server::query
