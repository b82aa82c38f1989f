// Aligns two call trees: see README.md.

#include "common/compare/tree_match.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <random>
#include <string>
#include <vector>

namespace {

using vellum::compare::NamedTree;
using vellum::compare::TreeMatch;

struct Tree {
    NamedTree named;
    std::deque<std::string> names;

    void add(std::string name, std::uint32_t parent)
    {
        names.push_back(std::move(name));
        named.names.emplace_back(names.back());
        named.parents.push_back(parent);
    }
    [[nodiscard]] std::uint32_t size() const
    {
        return static_cast<std::uint32_t>(named.parents.size());
    }
};

/// Of \p functions functions, each with a template argument; a node's parent is one of the last \p reach before it.
Tree randomTree(std::uint32_t nodes, std::uint32_t functions, std::uint32_t reach)
{
    std::mt19937_64 random(1);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same tree each time
    Tree tree;
    for (std::uint32_t node = 0; node < nodes; ++node) {
        const std::uint64_t function = random() % functions;
        const std::uint32_t back = 1 + static_cast<std::uint32_t>(random() % reach);
        tree.add(
            "void solver::stage" + std::to_string(function) + "<double, "
                + std::to_string(function % 7) + ">(double*, int)",
            node == 0 ? 0 : node - std::min(back, node));
    }
    return tree;
}

/// One of \p oneIn functions called something else, and one of as many put under one more.
Tree changed(const Tree& tree, std::uint64_t oneIn)
{
    std::mt19937_64 random(2);  // NOLINT(cert-msc32-c,cert-msc51-cpp)
    Tree later;
    std::vector<std::uint32_t> places;
    for (std::uint32_t node = 0; node < tree.size(); ++node) {
        const std::uint32_t above = node == 0 ? later.size() : places[tree.named.parents[node]];
        const std::uint64_t what = random() % oneIn;
        if (what == 1 && node > 0) {
            later.add("wrapper", above);
        }
        const std::uint32_t parent = what == 1 && node > 0 ? later.size() - 1 : above;
        places.push_back(later.size());
        later.add(
            std::string(tree.named.names[node]) + (what == 0 ? " [clone .isra.0]" : ""), parent);
    }
    return later;
}

void measure(const char* what, const Tree& a, const Tree& b)
{
    constexpr int kRounds = 5;
    double best = 1e9;
    TreeMatch match;
    for (int round = 0; round < kRounds; ++round) {
        const auto begin = std::chrono::steady_clock::now();
        match = vellum::compare::matchTrees(a.named, b.named);
        const std::chrono::duration<double, std::milli> took =
            std::chrono::steady_clock::now() - begin;
        best = std::min(best, took.count());
    }
    const auto sure = std::ranges::count(match.likeness, 1.0);
    const auto alone = std::ranges::count(match.partners, TreeMatch::kNone);
    std::printf(
        "%-28s %8.1f ms  %u and %u nodes, %zd sure, %zd guessed\n",
        what,
        best,
        a.size(),
        b.size(),
        sure,
        static_cast<std::ptrdiff_t>(a.size()) - sure - alone);
}

}  // namespace

int main(int argc, char** argv)
{
    constexpr std::uint32_t kNodes = 100'000;
    const auto nodes =
        argc > 1 ? static_cast<std::uint32_t>(std::strtoul(argv[1], nullptr, 10)) : kNodes;
    const Tree tree = randomTree(nodes, 3000, 200);
    measure("the same", tree, tree);
    measure("one in 100 changed", tree, changed(tree, 100));
    measure("one in 3 changed", tree, changed(tree, 3));
    measure("other functions", tree, randomTree(nodes, 2999, 200));
    const Tree wide = randomTree(nodes, nodes, nodes);
    measure("wide, all changed", wide, changed(wide, 1));
    return 0;
}
