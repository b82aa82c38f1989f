#include "gui/models/flame_tree.h"

#include "common/base/valid_utf8.h"
#include "common/compare/tree_match.h"

#include <algorithm>
#include <deque>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

namespace vellum::gui::models {

namespace {

std::string_view nameOf(const FlameNode& node)
{
    return node.region != nullptr ? std::string_view(node.region->name) : std::string_view();
}

/// Children of each node in one list: those of node i are at [first[i], first[i + 1]), and outermost nodes are those of a node
/// behind the last.
struct Families {
    std::vector<std::uint32_t> first;
    std::vector<std::uint32_t> children;

    explicit Families(const FlameTree& tree)
        : first(tree.nodes.size() + 2, 0)
        , children(tree.nodes.size())
    {
        const auto count = static_cast<std::uint32_t>(tree.nodes.size());
        const auto parentOf = [&](std::uint32_t node) {
            const std::uint32_t parent = tree.nodes[node].parent;
            return parent == node ? count : parent;
        };
        for (std::uint32_t node = 0; node < count; ++node) {
            ++first[parentOf(node) + 1];
        }
        std::partial_sum(first.begin(), first.end(), first.begin());
        std::vector<std::uint32_t> next = first;
        for (std::uint32_t node = 0; node < count; ++node) {
            children[next[parentOf(node)]++] = node;
        }
    }
};

/// Of each node of a run the one of the tree of both.
using Places = std::vector<std::uint32_t>;

/// Adds the nodes of one run to the tree of two.
class Merger {
public:
    explicit Merger(FlameTree& merged) : m_merged(merged) {}

    /// \param take    gets a node of the merged tree and one of \p tree
    /// \param wanted  where nodes are to be, if their callers are there, too; kNone: where the name says. Empty: all
    template <typename Take>
    Places add(const FlameTree& tree, const Places& wanted, const Take& take)
    {
        Places places(tree.nodes.size());
        for (std::uint32_t node = 0; node < tree.nodes.size(); ++node) {
            const FlameNode& from = tree.nodes[node];
            const bool isOutermost = from.parent == node;
            const std::uint32_t parent = isOutermost ? kNone : places[from.parent];
            const std::uint32_t there = wanted.empty() ? kNone : wanted[node];
            places[node] =
                there != kNone && parentOf(there) == parent ? there : placeOf(parent, from);
            take(m_merged.nodes[places[node]], node);
        }
        return places;
    }

    static constexpr std::uint32_t kNone = compare::TreeMatch::kNone;

private:
    [[nodiscard]] std::uint32_t parentOf(std::uint32_t place) const
    {
        const std::uint32_t parent = m_merged.nodes[place].parent;
        return parent == place ? kNone : parent;
    }
    std::uint32_t placeOf(std::uint32_t parent, const FlameNode& from)
    {
        const auto next = static_cast<std::uint32_t>(m_merged.nodes.size());
        const auto [found, isNew] = m_places.try_emplace({parent, nameOf(from)}, next);
        if (isNew) {
            m_merged.nodes.push_back(
                {.region = from.region,
                 .parent = parent == kNone ? next : parent,
                 .depth = from.depth,
                 .before = 0});
        }
        return found->second;
    }

    FlameTree& m_merged;
    std::map<std::pair<std::uint32_t, std::string_view>, std::uint32_t> m_places;
};

/// A flame tree as compare::matchTrees wants it, with names as tables have them.
struct NamesOf {
    compare::NamedTree tree;
    std::deque<std::string> made;

    explicit NamesOf(const FlameTree& flame)
    {
        for (const FlameNode& node : flame.nodes) {
            tree.parents.push_back(node.parent);
            tree.names.push_back(made.emplace_back(validUtf8(nameOf(node))));
        }
    }
};

}  // namespace

FlameSize naturalFlameSize(const query::CallTree& tree)
{
    bool hasSamples = false;
    for (const query::CallTreeNode& node : tree.nodes) {
        if (node.inclusiveSamples > 0 && (node.visits > 0 || node.inclusive > 0)) {
            return FlameSize::Time;
        }
        hasSamples = hasSamples || node.inclusiveSamples > 0;
    }
    return hasSamples ? FlameSize::Samples : FlameSize::Time;
}

std::optional<FlameTree> flameTree(
    const query::CallTree& tree, std::shared_ptr<const Definitions> definitions, FlameSize size)
{
    FlameTree flame;
    constexpr std::uint32_t kLeftOut = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> places(tree.nodes.size(), kLeftOut);
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        const query::CallTreeNode& from = tree.nodes[i];
        if (from.parent > i || (from.parent == i) != (from.depth <= 1)) {
            return std::nullopt;
        }
        const bool isTime = size == FlameSize::Time;
        FlameNode node{
            .size = isTime ? static_cast<double>(from.inclusive)
                           : static_cast<double>(from.inclusiveSamples),
            .self = isTime ? static_cast<double>(from.exclusive)
                           : static_cast<double>(from.exclusiveSamples),
            .visits = from.visits};
        const bool isOutermost = from.parent == i;
        if (node.size <= 0 || (!isOutermost && places[from.parent] == kLeftOut)) {
            continue;
        }
        const auto place = static_cast<std::uint32_t>(flame.nodes.size());
        places[i] = place;
        node.parent = isOutermost ? place : places[from.parent];
        node.depth = isOutermost ? 0 : flame.nodes[node.parent].depth + 1;
        node.region = definitions->find(from.region);
        flame.total += isOutermost ? node.size : 0;
        flame.depth = std::max(flame.depth, node.depth + 1);
        flame.nodes.push_back(node);
    }
    flame.definitions.push_back(std::move(definitions));
    return flame;
}

FlameTree flameDifference(
    const FlameTree& before,
    const FlameTree& after,
    const compare::Matching& matching,
    const std::stop_token& stop)
{
    FlameTree both;
    both.isDifference = true;
    both.total = after.total;
    both.totalBefore = before.total;
    both.depth = std::max(before.depth, after.depth);
    both.definitions = after.definitions;
    both.definitions.insert(
        both.definitions.end(), before.definitions.begin(), before.definitions.end());
    Merger merger(both);
    const Places places = merger.add(after, {}, [&](FlameNode& to, std::uint32_t node) {
        const FlameNode& from = after.nodes[node];
        to.size += from.size;
        to.self += from.self;
        to.visits += from.visits;
    });
    compare::TreeMatch match;
    Places wanted;
    if (matching.by == compare::MatchBy::Structure) {
        const NamesOf inBefore(before);
        const NamesOf inAfter(after);
        match = compare::matchTrees(inBefore.tree, inAfter.tree, matching.choices, stop);
        for (std::size_t node = 0; node < before.nodes.size(); ++node) {
            const std::uint32_t partner = match.partners[node];
            // Code without a name is nobody's other name.
            const bool areBoth = partner != Merger::kNone
                                 && (before.nodes[node].region == nullptr)
                                        == (after.nodes[partner].region == nullptr);
            wanted.push_back(areBoth ? places[partner] : Merger::kNone);
        }
    }
    merger.add(before, wanted, [&](FlameNode& to, std::uint32_t node) {
        const FlameNode& from = before.nodes[node];
        to.before += from.size;
        if (nameOf(to) != nameOf(from)) {
            to.regionBefore = from.region;
            to.likeness = match.likeness[node];
        }
    });
    return both;
}

std::optional<compare::NamePair> matchedNames(const FlameTree& tree, std::uint32_t node)
{
    for (;; node = tree.nodes[node].parent) {
        const FlameNode& one = tree.nodes[node];
        if (one.regionBefore != nullptr) {
            return compare::NamePair{
                .a = validUtf8(one.regionBefore->name), .b = validUtf8(nameOf(one))};
        }
        if (one.parent == node) {
            return std::nullopt;
        }
    }
}

std::vector<FlameBox> flameBoxes(
    const FlameTree& tree, std::optional<std::uint32_t> focus, FlameOrder order, FlameWidth width)
{
    const auto count = static_cast<std::uint32_t>(tree.nodes.size());
    std::vector<FlameBox> boxes(count);
    Families families(tree);
    std::vector<std::uint32_t> waiting;
    // What a server says may not fit into its caller: nothing goes beyond its right edge.
    const auto layOutChildren = [&](std::uint32_t node, double begin, double most, double scale) {
        const auto first = families.children.begin() + families.first[node];
        const auto last = families.children.begin() + families.first[node + 1];
        std::sort(first, last, [&](std::uint32_t a, std::uint32_t b) {
            const FlameNode& one = tree.nodes[a];
            const FlameNode& other = tree.nodes[b];
            if (order == FlameOrder::Largest && sizeOf(one, width) != sizeOf(other, width)) {
                return sizeOf(one, width) > sizeOf(other, width);
            }
            return nameOf(one) != nameOf(other) ? nameOf(one) < nameOf(other) : a < b;
        });
        for (auto child = first; child != last; ++child) {
            const double end = std::min(begin + sizeOf(tree.nodes[*child], width) * scale, most);
            if (end > begin) {
                boxes[*child] = {.begin = begin, .end = end};
                waiting.push_back(*child);
            }
            begin = end;
        }
    };
    double whole = width == FlameWidth::Before ? tree.totalBefore : tree.total;
    if (focus && *focus < count) {
        whole = sizeOf(tree.nodes[*focus], width);
        for (std::uint32_t node = *focus;; node = tree.nodes[node].parent) {
            boxes[node] = {.begin = 0, .end = whole > 0 ? 1.0 : 0.0};
            if (tree.nodes[node].parent == node) {
                break;
            }
        }
    }
    if (whole <= 0) {
        return boxes;
    }
    if (focus && *focus < count) {
        waiting.push_back(*focus);
    } else {
        layOutChildren(count, 0, 1, 1 / whole);
    }
    while (!waiting.empty()) {
        const std::uint32_t node = waiting.back();
        waiting.pop_back();
        layOutChildren(node, boxes[node].begin, boxes[node].end, 1 / whole);
    }
    return boxes;
}

std::vector<std::string> flamePath(const FlameTree& tree, std::uint32_t node)
{
    std::vector<std::string> path;
    for (;; node = tree.nodes[node].parent) {
        path.emplace_back(nameOf(tree.nodes[node]));
        if (tree.nodes[node].parent == node) {
            break;
        }
    }
    std::ranges::reverse(path);
    return path;
}

std::optional<std::uint32_t> findFlamePath(
    const FlameTree& tree, const std::vector<std::string>& path)
{
    // How many names of the path a node and those around it are; 0: it is not on the path.
    std::vector<std::uint32_t> matched(tree.nodes.size(), 0);
    for (std::uint32_t node = 0; node < tree.nodes.size(); ++node) {
        const FlameNode& one = tree.nodes[node];
        const bool isOutermost = one.parent == node;
        const bool isOnPath = one.depth < path.size()
                              && (isOutermost || matched[one.parent] == one.depth)
                              && nameOf(one) == path[one.depth];
        if (isOnPath) {
            matched[node] = one.depth + 1;
            if (matched[node] == path.size()) {
                return node;
            }
        }
    }
    return std::nullopt;
}

double flameShareOf(const FlameTree& tree, const std::string& name)
{
    std::vector<bool> isWithin(tree.nodes.size(), false);
    double sum = 0;
    for (std::uint32_t node = 0; node < tree.nodes.size(); ++node) {
        const FlameNode& one = tree.nodes[node];
        const bool isBelow = one.parent != node && isWithin[one.parent];
        const bool isIt = nameOf(one) == name;
        sum += isIt && !isBelow ? one.size : 0;
        isWithin[node] = isBelow || isIt;
    }
    return tree.total > 0 ? sum / tree.total : 0;
}

}  // namespace vellum::gui::models
