#include "common/compare/run.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <unordered_map>
#include <utility>

namespace vellum::compare {

namespace {

struct DurationClass {
    double ns = 0;
    std::uint64_t visits = 0;
};

/// The costs of one name while they are collected.
struct Collected {
    Cost cost;
    std::vector<DurationClass> durations;
};

/// The value at \p rank of all visits, for ranks that ascend.
class ValueOfRank {
public:
    explicit ValueOfRank(const std::vector<DurationClass>& classes) : m_classes(classes) {}

    double at(std::uint64_t rank)
    {
        while (rank >= m_before + m_classes[m_place].visits) {
            m_before += m_classes[m_place++].visits;
        }
        return m_classes[m_place].ns;
    }

private:
    const std::vector<DurationClass>& m_classes;
    std::size_t m_place = 0;
    std::uint64_t m_before = 0;
};

/// All durations, or so many of them that lie at even distances by rank.
std::vector<double> chosenOf(std::vector<DurationClass> classes)
{
    __extension__ using Wide = unsigned __int128;
    std::ranges::sort(classes, {}, &DurationClass::ns);
    std::uint64_t visits = 0;
    for (const DurationClass& one : classes) {
        visits += one.visits;
    }
    const std::uint64_t count = std::min<std::uint64_t>(visits, kMostDurations);
    std::vector<double> chosen;
    chosen.reserve(count);
    ValueOfRank values(classes);
    for (std::uint64_t i = 0; i < count; ++i) {
        const Wide rank = (Wide{i} * 2 + 1) * visits / (Wide{count} * 2);
        chosen.push_back(values.at(static_cast<std::uint64_t>(rank)));
    }
    return chosen;
}

class Collector {
public:
    explicit Collector(const ClockProperties& clock) : m_clock(clock) {}

    template <typename Row>
    void add(std::string name, const Row& row)
    {
        const auto [place, isNew] = m_places.try_emplace(name, m_all.size());
        if (isNew) {
            m_all.push_back({.cost = {.name = std::move(name)}, .durations = {}});
        }
        Cost& cost = m_all[place->second].cost;
        cost.visits += row.visits;
        cost.inclusiveNs = addNs(cost.inclusiveNs, m_clock.toNanoseconds(row.inclusive));
        cost.exclusiveNs = addNs(cost.exclusiveNs, m_clock.toNanoseconds(row.exclusive));
    }

    void add(const std::string& name, const query::DurationSummaryRow& row, std::uint32_t precision)
    {
        const auto found = m_places.find(name);
        if (found != m_places.end()) {
            m_all[found->second].durations.push_back(
                {.ns = middleOf(row, precision), .visits = row.visits});
        }
    }

    [[nodiscard]] Costs take()
    {
        Costs costs;
        costs.reserve(m_all.size());
        for (Collected& one : m_all) {
            one.cost.durationsNs = chosenOf(std::move(one.durations));
            costs.push_back(std::move(one.cost));
        }
        std::ranges::sort(costs, {}, &Cost::name);
        return costs;
    }

private:
    /// The middle of a class; of no ticks half a tick, as nothing takes no time at all.
    [[nodiscard]] double middleOf(
        const query::DurationSummaryRow& row, std::uint32_t precision) const
    {
        constexpr double kHalfTick = 0.5;
        constexpr double kNsPerSecond = 1e9;
        const auto width = static_cast<double>(query::widthOfClass(row.duration, precision));
        const double ticks = static_cast<double>(row.duration) + (width - 1) / 2;
        return std::max(ticks, kHalfTick)
               * (kNsPerSecond / static_cast<double>(m_clock.ticksPerSecond));
    }

    const ClockProperties& m_clock;
    std::unordered_map<std::string, std::size_t> m_places;
    std::vector<Collected> m_all;
};

/// Remembers names: there are far more classes of durations than functions.
class Remembered {
public:
    explicit Remembered(const NameOfKey& nameOf) : m_nameOf(nameOf) {}

    const std::string& of(std::uint64_t key)
    {
        const auto found = m_names.find(key);
        return found != m_names.end() ? found->second
                                      : m_names.emplace(key, m_nameOf(key)).first->second;
    }

private:
    const NameOfKey& m_nameOf;
    std::unordered_map<std::uint64_t, std::string> m_names;
};

}  // namespace

std::int64_t addNs(std::int64_t a, std::int64_t b)
{
    std::int64_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum)) {
        return a > 0 ? std::numeric_limits<std::int64_t>::max()
                     : std::numeric_limits<std::int64_t>::min();
    }
    return sum;
}

std::int64_t subtractNs(std::int64_t a, std::int64_t b)
{
    std::int64_t difference = 0;
    if (__builtin_sub_overflow(a, b, &difference)) {
        return a > b ? std::numeric_limits<std::int64_t>::max()
                     : std::numeric_limits<std::int64_t>::min();
    }
    return difference;
}

const Cost* findCost(const Costs& costs, std::string_view name)
{
    const auto found = std::ranges::lower_bound(
        costs, name, {}, [](const Cost& cost) { return std::string_view(cost.name); });
    return found != costs.end() && found->name == name ? &*found : nullptr;
}

std::int64_t totalNs(const Run& run)
{
    std::int64_t total = 0;
    for (const Cost& cost : run.functions) {
        total = addNs(total, cost.exclusiveNs);
    }
    return total;
}

Costs costsOf(
    const query::Profile& profile,
    const NameOfKey& nameOfRow,
    const query::DurationSummary& durations,
    std::uint32_t precision,
    const NameOfKey& nameOfRegion,
    const ClockProperties& clock)
{
    Collector collector(clock);
    for (const query::ProfileRow& row : profile.rows) {
        collector.add(nameOfRow(row.key.value), row);
    }
    Remembered names(nameOfRegion);
    for (const query::DurationSummaryRow& row : durations.rows) {
        collector.add(names.of(row.key), row, precision);
    }
    return collector.take();
}

Costs costsOf(
    const query::CallTree& tree,
    const std::vector<std::string>& names,
    const query::DurationSummary& durations,
    std::uint32_t precision,
    const ClockProperties& clock)
{
    Collector collector(clock);
    std::vector<std::uint64_t> keys(tree.nodes.size());
    std::unordered_map<std::uint64_t, std::size_t> nodes;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {  // parents come first
        const query::CallTreeNode& node = tree.nodes[i];
        const std::uint64_t around =
            node.parent == i ? query::kOutermostPathKey : keys[node.parent];
        keys[i] = query::callPathKey(around, node.region);
        nodes.emplace(keys[i], i);
        collector.add(names[i], node);
    }
    for (const query::DurationSummaryRow& row : durations.rows) {
        if (const auto node = nodes.find(row.key); node != nodes.end()) {
            collector.add(names[node->second], row, precision);
        }
    }
    return collector.take();
}

std::vector<PathNode> pathNodesOf(
    const query::CallTree& tree,
    const std::vector<std::string>& names,
    const std::vector<std::string>& paths,
    const Costs& costs)
{
    std::vector<PathNode> nodes;
    std::vector<std::uint32_t> places(tree.nodes.size());
    std::vector<bool> isTaken(costs.size());
    std::unordered_map<std::string, std::uint32_t> known;  // by the parent's place and the name
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {  // parents come first
        const bool isRoot = tree.nodes[i].parent == i;
        const std::string above = isRoot ? "" : std::to_string(places[tree.nodes[i].parent]);
        const auto place = static_cast<std::uint32_t>(nodes.size());
        const auto [found, isNew] = known.try_emplace(above + ' ' + names[i], place);
        places[i] = found->second;
        if (!isNew) {
            continue;
        }
        nodes.push_back(
            {.name = names[i], .parent = isRoot ? place : places[tree.nodes[i].parent]});
        const Cost* cost = findCost(costs, paths[i]);
        if (cost == nullptr) {
            continue;
        }
        const auto at = static_cast<std::size_t>(std::distance(costs.data(), cost));
        if (!isTaken[at]) {
            isTaken[at] = true;
            nodes.back().cost = static_cast<std::uint32_t>(at);
        }
    }
    return nodes;
}

}  // namespace vellum::compare
