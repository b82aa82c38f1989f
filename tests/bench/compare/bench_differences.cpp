// What the window and the shell do once two traces have answered: see README.md.

#include "common/compare/comparison.h"
#include "common/compare/measurement.h"
#include "common/query/duration_summary.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace {

using namespace vellum;  // NOLINT(google-build-using-namespace): a program of its own
using compare::ComparisonBy;

constexpr std::uint32_t kFunctions = 20'000;
constexpr std::uint64_t kVisits = 8;  // of each path, all of different lengths

std::shared_ptr<const Definitions> definitionsOf(const std::string& end)
{
    auto definitions = std::make_shared<Definitions>();
    for (std::uint32_t i = 0; i < kFunctions; ++i) {
        const bool isRenamed = i % 10 == 0;
        Region region;
        region.ref = RegionRef(i);
        region.name = "void solver::stage" + std::to_string(i) + "<double>(double*, int)"
                      + (isRenamed ? end : "");
        definitions->regions.push_back(std::move(region));
    }
    definitions->buildLookups();
    return definitions;
}

/// In preorder, each node below one of the path of the one before it.
query::CallTree randomTree(std::uint32_t nodes)
{
    std::mt19937_64 random(1);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same tree each time
    query::CallTree tree;
    std::vector<std::uint32_t> path;
    std::vector<std::uint32_t> next(nodes);  // region of the next child: siblings ascend
    for (std::uint32_t i = 0; i < nodes; ++i) {
        constexpr std::size_t kDeepest = 20;
        const std::size_t depth = i == 0 ? 0 : 1 + random() % std::min(path.size(), kDeepest);
        path.resize(depth);
        query::CallTreeNode node;
        node.parent = depth == 0 ? i : path.back();
        node.depth = static_cast<std::uint32_t>(depth) + 1;
        node.region = RegionRef(depth == 0 ? 0 : next[node.parent]++ % kFunctions);
        node.visits = kVisits;
        node.exclusive = static_cast<Tick>(1 + random() % 1000);
        node.inclusive = node.exclusive;
        tree.nodes.push_back(node);
        path.push_back(i);
    }
    return tree;
}

/// All that a trace answers to a measurement.
class Trace {
public:
    Trace(std::uint32_t nodes, const std::string& end, std::uint64_t seed)
        : m_definitions(definitionsOf(end))
    {
        std::mt19937_64 random(seed);
        const query::CallTree tree = randomTree(nodes);
        query::DurationSummary byPath{.by = query::DurationSummaryBy::CallPath};
        std::vector<std::uint64_t> keys;
        for (std::uint32_t i = 0; i < nodes; ++i) {
            const query::CallTreeNode& node = tree.nodes[i];
            const auto around = node.parent == i ? query::kOutermostPathKey : keys[node.parent];
            keys.push_back(query::callPathKey(around, node.region));
            for (std::uint64_t visit = 0; visit < kVisits; ++visit) {
                byPath.rows.push_back(
                    {.key = keys.back(),
                     .duration = static_cast<Tick>(1 + random() % 1000),
                     .visits = 1});
            }
        }
        query::Profile profile;
        query::DurationSummary byRegion{.by = query::DurationSummaryBy::Region};
        for (std::uint32_t i = 0; i < kFunctions; ++i) {
            profile.rows.push_back({.key = {.value = i}, .location = {}, .visits = 1});
            byRegion.rows.push_back({.key = i, .duration = 5, .visits = 1});
        }
        keep(tree, profile, std::move(byPath), std::move(byRegion));
    }

    void keep(
        const query::CallTree& tree,
        const query::Profile& profile,
        query::DurationSummary byPath,
        query::DurationSummary byRegion)
    {
        const auto table = [](query::DurationSummary summary) {
            return std::make_shared<const query::Answer>(
                query::Table{.window = {}, .answer = table::Value::of(std::move(summary))});
        };
        m_byPath = table(std::move(byPath));
        m_byRegion = table(std::move(byRegion));
        m_tree = std::make_shared<const query::Answer>(tree);
        m_profile = std::make_shared<const query::Answer>(profile);
    }

    [[nodiscard]] compare::Measurement measured(bool wantsTree) const
    {
        compare::Measurement measurement(m_definitions, {}, {}, true);
        measurement.setWantsTree(wantsTree);
        while (const auto request = measurement.next()) {
            (void)measurement.take(answerTo(*request));
        }
        return measurement;
    }

private:
    [[nodiscard]] std::shared_ptr<const query::Answer> answerTo(const query::Request& asked) const
    {
        if (std::holds_alternative<query::CallTreeRequest>(asked)) {
            return m_tree;
        }
        const auto* table = std::get_if<query::TableRequest>(&asked);
        if (table == nullptr) {
            return m_profile;
        }
        const auto* durations = table->asked.as<query::DurationSummaryQuestion>();
        return durations->by == query::DurationSummaryBy::CallPath ? m_byPath : m_byRegion;
    }

    std::shared_ptr<const Definitions> m_definitions;
    std::shared_ptr<const query::Answer> m_byPath;
    std::shared_ptr<const query::Answer> m_byRegion;
    std::shared_ptr<const query::Answer> m_tree;
    std::shared_ptr<const query::Answer> m_profile;
};

double millisecondsOf(std::clock_t ticks)
{
    return 1000.0 * static_cast<double>(ticks) / CLOCKS_PER_SEC;
}

void measure(
    const char* what,
    const Trace& a,
    const Trace& b,
    ComparisonBy by,
    const compare::Matching& matching)
{
    constexpr int kRounds = 3;
    const bool wantsTree = matching.by == compare::MatchBy::Structure;
    const compare::Measurement inA = a.measured(wantsTree);
    const compare::Measurement inB = b.measured(wantsTree);
    double best = 1e9;
    double costs = 0;
    compare::Comparison comparison;
    for (int round = 0; round < kRounds; ++round) {
        const std::clock_t begin = std::clock();  // the processor's time: others may use it, too
        const compare::Run runA = inA.run();
        const compare::Run runB = inB.run();
        const std::clock_t measured = std::clock();
        comparison = compare::compareRuns(runA, runB, by, matching);
        const double all = millisecondsOf(std::clock() - begin);
        if (all < best) {
            best = all;
            costs = millisecondsOf(measured - begin);
        }
    }
    std::printf(
        "%-36s %8.1f ms, of these %6.1f ms the costs of both; %llu rows, %llu guessed\n",
        what,
        best,
        costs,
        static_cast<unsigned long long>(comparison.count),
        static_cast<unsigned long long>(comparison.guessed));
}

}  // namespace

int main(int argc, char** argv)
{
    constexpr std::uint32_t kNodes = 100'000;
    const auto nodes =
        argc > 1 ? static_cast<std::uint32_t>(std::strtoul(argv[1], nullptr, 10)) : kNodes;
    const Trace a(nodes, "", 1);
    const Trace b(nodes, "", 2);
    const Trace renamed(nodes, " [clone .isra.0]", 2);
    const compare::Matching byStructure{.by = compare::MatchBy::Structure, .choices = {}};
    measure("call paths, by name", a, b, ComparisonBy::Path, {});
    measure("call paths, by structure", a, b, ComparisonBy::Path, byStructure);
    measure("one in 10 renamed, by structure", a, renamed, ComparisonBy::Path, byStructure);
    measure("functions of these, by structure", a, renamed, ComparisonBy::Function, byStructure);
    return 0;
}
