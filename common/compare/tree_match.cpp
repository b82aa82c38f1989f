#include "common/compare/tree_match.h"

#include "common/compare/tree_shape.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <deque>
#include <iterator>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace vellum::compare {

namespace {

using Nodes = std::vector<std::uint32_t>;

constexpr std::uint32_t kNone = TreeMatch::kNone;
constexpr int kDeepestBelowWrapper = 3;
constexpr double kNameWeight = 0.5;
constexpr double kChildrenWeight = 0.45;
constexpr double kOrderWeight = 0.05;

/// One of the two trees, and who stands for its nodes in the other one.
struct Side {
    TreeShape tree;
    Nodes partners;
};

/// Nodes without a partner, by the numbers of their names; of those of one name the first is last.
using NodesByName = std::unordered_map<std::uint32_t, Nodes>;

/// Children that have no partner yet.
struct Left {
    Nodes a;
    Nodes b;
};

struct Guess {
    double likeness = 0;
    std::uint32_t a = 0;  ///< places in the lists of what is left
    std::uint32_t b = 0;
};

/// What is sure comes first; of equals what stands first.
bool isBefore(const Guess& one, const Guess& other)
{
    return one.likeness != other.likeness ? one.likeness > other.likeness
                                          : std::pair(one.a, one.b) < std::pair(other.a, other.b);
}

/// The places in a list of those with a key, in their order.
class PlacesByKey {
public:
    void add(std::uint32_t key, std::uint32_t place) { m_places[key].push_back(place); }
    [[nodiscard]] const Nodes& of(std::uint32_t key) const
    {
        static const Nodes kNowhere;
        const auto found = m_places.find(key);
        return found == m_places.end() ? kNowhere : found->second;
    }

private:
    std::unordered_map<std::uint32_t, Nodes> m_places;
};

/// A stretch of \p length places about that part of \p size where \p place is in \p of.
std::pair<std::uint32_t, std::uint32_t> stretchAbout(
    std::uint64_t place, std::uint64_t of, std::uint64_t size, std::uint64_t length)
{
    const std::uint64_t middle = place * size / of;
    const std::uint64_t begin = middle > length / 2 ? middle - length / 2 : 0;
    const std::uint64_t end = std::min(begin + length, size);
    return {
        static_cast<std::uint32_t>(end > length ? end - length : 0),
        static_cast<std::uint32_t>(end)};
}

/// A tree of B in which what somebody calls the same has the name that it has in A.
class Renamed {
public:
    Renamed(NamedTree tree, const std::vector<NamePair>& same) : m_tree(std::move(tree))
    {
        std::unordered_map<std::string_view, std::string_view> names;
        for (const NamePair& pair : same) {
            names.try_emplace(pair.b, pair.a);
        }
        for (const NamePair& pair : same) {  // B's own of that name is another function
            if (!names.contains(pair.a)) {
                names.emplace(pair.a, m_others.emplace_back(pair.a + '\0'));
            }
        }
        for (std::string_view& name : m_tree.names) {
            const auto found = names.find(name);
            name = found == names.end() ? name : found->second;
        }
    }

    [[nodiscard]] const NamedTree& tree() const { return m_tree; }

private:
    NamedTree m_tree;
    std::deque<std::string> m_others;
};

class Matcher {
public:
    Matcher(
        const NamedTree& a,
        const NamedTree& b,
        const std::vector<NamePair>& apart,
        std::stop_token stop)
        : m_stop(std::move(stop))
        , m_a{.tree = {a, m_names}, .partners = Nodes(a.parents.size(), kNone)}
        , m_b{.tree = {b, m_names}, .partners = Nodes(b.parents.size(), kNone)}
        , m_likeness(a.parents.size())
    {
        for (const NamePair& pair : apart) {
            m_apart.insert(keyOf(m_names.numberOf(pair.a), m_names.numberOf(pair.b)));
        }
    }

    TreeMatch match()
    {
        m_open.emplace_back(m_a.tree.top(), m_b.tree.top());
        while (!m_open.empty() && !m_stop.stop_requested()) {
            const auto [a, b] = m_open.back();
            m_open.pop_back();
            m_above = {a, b};
            matchChildren(a, b);
        }
        return {.partners = std::move(m_a.partners), .likeness = std::move(m_likeness)};
    }

private:
    static std::uint64_t keyOf(std::uint32_t nameA, std::uint32_t nameB)
    {
        return (std::uint64_t{nameA} << 32U) | nameB;
    }
    [[nodiscard]] bool areApart(std::uint32_t nameA, std::uint32_t nameB) const
    {
        return !m_apart.empty() && m_apart.contains(keyOf(nameA, nameB));
    }

    void pair(std::uint32_t a, std::uint32_t b, double likeness)
    {
        const double sure = m_above.first == m_a.tree.top() ? 1 : m_likeness[m_above.first];
        const bool areChildren =
            m_a.tree.parent(a) == m_above.first && m_b.tree.parent(b) == m_above.second;
        m_a.partners[a] = b;
        m_b.partners[b] = a;
        m_likeness[a] = std::min({sure, likeness, areChildren ? 1 : kThroughWrapper});
        m_open.emplace_back(a, b);
    }

    void matchChildren(std::uint32_t a, std::uint32_t b)
    {
        Left left = pairEqualNames(a, b);
        if (left.a.empty() || left.b.empty()) {
            return;
        }
        passWrappers(m_b, left.b, m_a, left.a);
        passWrappers(m_a, left.a, m_b, left.b);
        if (!left.a.empty() && !left.b.empty()) {
            pairGuesses(left);
        }
    }

    Left pairEqualNames(std::uint32_t a, std::uint32_t b)
    {
        const auto byName = [](const TreeShape& tree, std::uint32_t node) {
            const auto children = tree.children(node);
            Nodes nodes(children.begin(), children.end());
            std::ranges::sort(
                nodes, {}, [&](std::uint32_t child) { return std::pair(tree.name(child), child); });
            return nodes;
        };
        const Nodes inA = byName(m_a.tree, a);
        const Nodes inB = byName(m_b.tree, b);
        auto atB = inB.begin();
        for (const std::uint32_t child : inA) {
            const std::uint32_t name = m_a.tree.name(child);
            while (atB != inB.end() && m_b.tree.name(*atB) < name) {
                ++atB;
            }
            if (atB != inB.end() && m_b.tree.name(*atB) == name) {
                pair(child, *atB++, 1);
            }
        }
        return {.a = withoutPartner(m_a, a), .b = withoutPartner(m_b, b)};
    }

    static Nodes withoutPartner(const Side& side, std::uint32_t node)
    {
        Nodes left;
        std::ranges::copy_if(
            side.tree.children(node), std::back_inserter(left), [&](std::uint32_t child) {
                return side.partners[child] == kNone;
            });
        return left;
    }

    /// Step 2: of \p wrappers those that are ones are passed over. What else is right below them comes in their place.
    void passWrappers(Side& side, Nodes& wrappers, Side& otherSide, Nodes& others)
    {
        NodesByName byName;
        for (const std::uint32_t other : others) {
            byName[otherSide.tree.name(other)].push_back(other);
        }
        for (auto& [name, nodes] : byName) {
            std::ranges::reverse(nodes);
        }
        Nodes stay;
        for (std::uint32_t i = 0; i < wrappers.size(); ++i) {
            const Nodes held = heldBy(side.tree, wrappers[i], byName);
            const auto place = stretchAbout(i, wrappers.size(), others.size(), kMostLookedAt);
            if (held.empty()
                || held.size()
                       <= mostShared(side.tree, wrappers[i], otherSide.tree, others, place)) {
                stay.push_back(wrappers[i]);
            } else {
                pairHeld(side, wrappers[i], held, byName, stay);
            }
        }
        std::erase_if(
            others, [&](std::uint32_t node) { return otherSide.partners[node] != kNone; });
        wrappers = std::move(stay);
    }

    /// Adds to \p stay the children of \p wrapper that neither are held nor have anything below them that is: a partner
    /// for one of these would have to be above what has one already.
    void pairHeld(
        const Side& side,
        std::uint32_t wrapper,
        const Nodes& held,
        NodesByName& byName,
        Nodes& stay)
    {
        std::unordered_set<std::uint32_t> passed;
        for (const std::uint32_t node : held) {
            Nodes& same = byName[side.tree.name(node)];
            pairOf(side, node, same.back());
            same.pop_back();
            for (std::uint32_t above = node; above != wrapper; above = side.tree.parent(above)) {
                passed.insert(above);
            }
        }
        std::ranges::copy_if(
            side.tree.children(wrapper), std::back_inserter(stay), [&](std::uint32_t child) {
                return !passed.contains(child);
            });
    }

    /// \p node is of \p side, which may be either.
    void pairOf(const Side& side, std::uint32_t node, std::uint32_t other)
    {
        const bool isOfA = &side == &m_a;
        pair(isOfA ? node : other, isOfA ? other : node, 1);
    }

    /// The nodes a few levels below \p wrapper that have a name of \p byName, of each as many as there are; none below another.
    [[nodiscard]] Nodes heldBy(
        const TreeShape& tree, std::uint32_t wrapper, const NodesByName& byName) const
    {
        std::unordered_map<std::uint32_t, std::size_t> taken;
        const auto take = [&](std::uint32_t name) {
            const auto found = byName.find(name);
            return found != byName.end() && !areApart(name, name)
                   && taken[name]++ < found->second.size();
        };
        Nodes held;
        Nodes level{wrapper};
        for (int depth = 0; depth < kDeepestBelowWrapper && !level.empty(); ++depth) {
            Nodes next;
            for (const std::uint32_t above : level) {
                for (const std::uint32_t node : tree.children(above)) {
                    (take(tree.name(node)) ? held : next).push_back(node);
                }
            }
            level = std::move(next);
        }
        return held;
    }

    /// The most that the children of \p node have in common with those of one of \p others.
    static std::size_t mostShared(
        const TreeShape& tree,
        std::uint32_t node,
        const TreeShape& otherTree,
        const Nodes& others,
        std::pair<std::uint32_t, std::uint32_t> places)
    {
        std::size_t most = 0;
        for (std::uint32_t i = places.first; i < places.second; ++i) {
            most = std::max(most, commonOf(tree.sketch(node), otherTree.sketch(others[i])));
        }
        return most;
    }

    void pairGuesses(const Left& left)
    {
        std::vector<Guess> guesses;
        PlacesByKey placesInB;
        for (std::uint32_t j = 0; j < left.b.size(); ++j) {
            placesInB.add(m_b.tree.plain(left.b[j]), j);
        }
        std::unordered_map<std::uint32_t, std::uint32_t> seen;  // of a plain name in A, how many
        for (std::uint32_t i = 0; i < left.a.size() && !m_stop.stop_requested(); ++i) {
            const std::uint32_t plain = m_a.tree.plain(left.a[i]);
            addGuesses(guesses, left, i, placesInB.of(plain), seen[plain]++);
        }
        std::ranges::sort(guesses, isBefore);
        for (const Guess& guess : guesses) {
            const std::uint32_t a = left.a[guess.a];
            const std::uint32_t b = left.b[guess.b];
            if (m_a.partners[a] == kNone && m_b.partners[b] == kNone) {
                pair(a, b, guess.likeness);
            }
        }
    }

    /// \param samePlain  places in B of the plain name
    /// \param nth        how many before have it in A
    void addGuesses(
        std::vector<Guess>& to,
        const Left& left,
        std::uint32_t i,
        const Nodes& samePlain,
        std::uint32_t nth)
    {
        std::vector<Guess> own;
        const auto [begin, end] = stretchAbout(i, left.a.size(), left.b.size(), kMostLookedAt);
        for (std::uint32_t j = begin; j < end; ++j) {
            addGuess(own, left, i, j);
        }
        const auto first = std::min<std::size_t>(
            nth > kMostOfPlain / 2 ? nth - kMostOfPlain / 2 : 0, samePlain.size());
        const auto last = std::min<std::size_t>(first + kMostOfPlain, samePlain.size());
        for (std::size_t k = first; k < last; ++k) {
            if (samePlain[k] < begin || samePlain[k] >= end) {
                addGuess(own, left, i, samePlain[k]);
            }
        }
        const std::size_t kept = std::min<std::size_t>(own.size(), kMostKept);
        std::ranges::partial_sort(own, own.begin() + static_cast<std::ptrdiff_t>(kept), isBefore);
        to.insert(to.end(), own.begin(), own.begin() + static_cast<std::ptrdiff_t>(kept));
    }

    void addGuess(std::vector<Guess>& to, const Left& left, std::uint32_t i, std::uint32_t j)
    {
        const std::uint32_t a = left.a[i];
        const std::uint32_t b = left.b[j];
        if (areApart(m_a.tree.name(a), m_b.tree.name(b))) {
            return;
        }
        const bool areLeaves = m_a.tree.isLeaf(a) && m_b.tree.isLeaf(b);
        const double all = areLeaves ? kNameWeight + kOrderWeight : 1;
        const auto part = [](std::uint32_t place, std::size_t of) {
            return (place + 0.5) / static_cast<double>(of);
        };
        const double distance = part(i, left.a.size()) - part(j, left.b.size());
        const double others = kOrderWeight * (1 - std::abs(distance))
                              + (areLeaves ? 0 : kChildrenWeight * childrenLikeness(a, b));
        const NameShape& nameOfA = m_names.shape(m_a.tree.name(a));
        const NameShape& nameOfB = m_names.shape(m_b.tree.name(b));
        if (kNameWeight * nameOfA.mostLikeness(nameOfB) + others < kLeastLikeness * all) {
            return;
        }
        const double likeness = (kNameWeight * nameOfA.likeness(nameOfB) + others) / all;
        if (likeness >= kLeastLikeness) {
            to.push_back({.likeness = likeness, .a = i, .b = j});
        }
    }

    [[nodiscard]] double childrenLikeness(std::uint32_t a, std::uint32_t b) const
    {
        const auto inA = m_a.tree.sketch(a);
        const auto inB = m_b.tree.sketch(b);
        return inA.empty() || inB.empty() ? 0
                                          : 2 * static_cast<double>(commonOf(inA, inB))
                                                / static_cast<double>(inA.size() + inB.size());
    }

    std::stop_token m_stop;
    NameNumbers m_names;
    std::unordered_set<std::uint64_t> m_apart;  ///< names of A and of B
    Side m_a;
    Side m_b;
    std::vector<double> m_likeness;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_open;  ///< whose children are next
    std::pair<std::uint32_t, std::uint32_t> m_above;              ///< whose children are looked at
};

}  // namespace

TreeMatch matchTrees(
    const NamedTree& a, const NamedTree& b, const NameChoices& choices, const std::stop_token& stop)
{
    if (choices.same.empty()) {
        return Matcher(a, b, choices.apart, stop).match();
    }
    const Renamed renamed(b, choices.same);
    return Matcher(a, renamed.tree(), choices.apart, stop).match();
}

}  // namespace vellum::compare
