#include "common/compare/matched_costs.h"

#include "common/compare/tree_match.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace vellum::compare {

namespace {

constexpr std::uint32_t kNone = TreeMatch::kNone;

NamedTree treeOf(const std::vector<PathNode>& nodes)
{
    NamedTree tree;
    tree.parents.reserve(nodes.size());
    tree.names.reserve(nodes.size());
    for (const PathNode& node : nodes) {
        tree.parents.push_back(node.parent);
        tree.names.emplace_back(node.name);
    }
    return tree;
}

/// Of each node of A that has a partner the nearest one, itself or above, at which the two paths begin to differ: a function with
/// another name, or one that is called through a function more. kNone where the paths are the same.
std::vector<std::uint32_t> originsOf(const Run& a, const Run& b, const TreeMatch& match)
{
    std::vector<std::uint32_t> origins(a.pathNodes.size(), kNone);
    for (std::uint32_t node = 0; node < origins.size(); ++node) {  // parents come first
        const std::uint32_t partner = match.partners[node];
        if (partner == kNone) {
            continue;
        }
        const std::uint32_t above = a.pathNodes[node].parent;
        const std::uint32_t partnerAbove = b.pathNodes[partner].parent;
        const bool isRoot = above == node;
        const bool isRootInB = partnerAbove == partner;
        const bool areBeside =
            isRoot ? isRootInB : !isRootInB && match.partners[above] == partnerAbove;
        if (a.pathNodes[node].name != b.pathNodes[partner].name || !areBeside) {
            origins[node] = node;
        } else if (!isRoot) {
            origins[node] = origins[above];
        }
    }
    return origins;
}

/// Functions of A and of B that are matched so far, by their names.
class FunctionPairs {
public:
    FunctionPairs(const Run& a, const Run& b) : m_a(a), m_b(b) {}

    /// Unless one of them is matched already, or is not there.
    void add(std::string_view a, std::string_view b, double likeness)
    {
        const bool isFree = !m_partners.contains(a) && !m_taken.contains(b);
        if (isFree && findCost(m_a.functions, a) != nullptr
            && findCost(m_b.functions, b) != nullptr) {
            m_partners.emplace(a, std::pair(b, likeness));
            m_taken.insert(b);
        }
    }
    [[nodiscard]] const Cost* partnerOf(std::string_view a) const
    {
        const auto found = m_partners.find(a);
        if (found != m_partners.end()) {
            return findCost(m_b.functions, found->second.first);
        }
        return m_taken.contains(a) ? nullptr : findCost(m_b.functions, a);
    }
    [[nodiscard]] double likenessOf(std::string_view a) const
    {
        const auto found = m_partners.find(a);
        return found == m_partners.end() ? 1 : found->second.second;
    }

private:
    const Run& m_a;
    const Run& m_b;
    std::unordered_map<std::string_view, std::pair<std::string_view, double>> m_partners;
    std::unordered_set<std::string_view> m_taken;  ///< of B
};

struct Votes {
    std::string_view a;
    std::string_view b;
    double sum = 0;  ///< of likenesses
    std::size_t count = 0;
};

/// The pairs of functions that each run has alone, by how often and how surely call paths pair them.
std::vector<Votes> votesOf(const Run& a, const Run& b, const TreeMatch& match)
{
    std::map<std::pair<std::string_view, std::string_view>, Votes> votes;
    for (std::size_t node = 0; node < a.pathNodes.size(); ++node) {
        if (match.partners[node] == kNone) {
            continue;
        }
        const std::string_view inA = a.pathNodes[node].name;
        const std::string_view inB = b.pathNodes[match.partners[node]].name;
        if (inA == inB) {
            continue;
        }
        const auto [vote, isNew] = votes.try_emplace({inA, inB}, Votes{.a = inA, .b = inB});
        vote->second.sum += match.likeness[node];
        ++vote->second.count;
    }
    std::vector<Votes> sorted;
    for (const auto& [names, vote] : votes) {
        if (findCost(b.functions, vote.a) == nullptr && findCost(a.functions, vote.b) == nullptr) {
            sorted.push_back(vote);
        }
    }
    std::ranges::stable_sort(sorted, std::ranges::greater(), &Votes::sum);  // else by name
    return sorted;
}

}  // namespace

std::vector<MatchedCosts> matchNames(const Costs& a, const Costs& b)
{
    std::vector<MatchedCosts> matched;
    auto inA = a.begin();
    auto inB = b.begin();
    while (inA != a.end() || inB != b.end()) {
        const bool isInA = inA != a.end() && (inB == b.end() || inA->name <= inB->name);
        const bool isInB = inB != b.end() && (inA == a.end() || inB->name <= inA->name);
        matched.push_back({.a = isInA ? &*inA : nullptr, .b = isInB ? &*inB : nullptr});
        inA += isInA ? 1 : 0;
        inB += isInB ? 1 : 0;
    }
    return matched;
}

std::vector<MatchedCosts> matchPaths(
    const Run& a, const Run& b, const NameChoices& choices, const std::stop_token& stop)
{
    const TreeMatch match = matchTrees(treeOf(a.pathNodes), treeOf(b.pathNodes), choices, stop);
    const auto origins = originsOf(a, b, match);
    const auto costIn = [](const Run& run, std::uint32_t cost) {
        return cost == PathNode::kNoCost ? nullptr : &run.paths[cost];
    };
    std::vector<MatchedCosts> matched;
    std::vector<bool> isInBoth(b.paths.size());
    for (std::size_t node = 0; node < a.pathNodes.size(); ++node) {
        const Cost* inA = costIn(a, a.pathNodes[node].cost);
        if (inA == nullptr) {
            continue;
        }
        const std::uint32_t partner = match.partners[node];
        const std::uint32_t origin = origins[node];
        // Of paths that read alike one has the cost: it is found by its name.
        const Cost* inB = partner == kNone  ? nullptr
                          : origin == kNone ? findCost(b.paths, inA->name)
                                            : costIn(b, b.pathNodes[partner].cost);
        if (inB == nullptr) {
            matched.push_back({.a = inA, .functions = {.a = a.pathNodes[node].name, .b = {}}});
            continue;
        }
        isInBoth[static_cast<std::size_t>(std::distance(b.paths.data(), inB))] = true;
        matched.push_back({.a = inA, .b = inB, .likeness = match.likeness[node]});
        if (origin != kNone) {
            matched.back().functions = {
                .a = a.pathNodes[origin].name, .b = b.pathNodes[match.partners[origin]].name};
        }
    }
    for (const PathNode& node : b.pathNodes) {
        if (node.cost != PathNode::kNoCost && !isInBoth[node.cost]) {
            matched.push_back({.b = &b.paths[node.cost], .functions = {.a = {}, .b = node.name}});
        }
    }
    return matched;
}

std::vector<MatchedCosts> matchFunctions(
    const Run& a, const Run& b, const NameChoices& choices, const std::stop_token& stop)
{
    FunctionPairs pairs(a, b);
    for (const NamePair& same : choices.same) {
        pairs.add(same.a, same.b, 1);
    }
    const TreeMatch match = matchTrees(treeOf(a.pathNodes), treeOf(b.pathNodes), choices, stop);
    const auto votes = votesOf(a, b, match);
    for (const Votes& vote : votes) {
        pairs.add(vote.a, vote.b, vote.sum / static_cast<double>(vote.count));
    }
    std::vector<MatchedCosts> matched;
    std::unordered_set<const Cost*> isInBoth;
    for (const Cost& inA : a.functions) {
        const Cost* inB = pairs.partnerOf(inA.name);
        isInBoth.insert(inB);
        matched.push_back({.a = &inA, .b = inB, .likeness = pairs.likenessOf(inA.name)});
        if (inB == nullptr || inB->name != inA.name) {
            matched.back().functions = {.a = inA.name, .b = inB != nullptr ? inB->name : ""};
        }
    }
    for (const Cost& inB : b.functions) {
        if (!isInBoth.contains(&inB)) {
            matched.push_back({.b = &inB, .functions = {.a = {}, .b = inB.name}});
        }
    }
    return matched;
}

}  // namespace vellum::compare
