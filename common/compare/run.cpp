#include "common/compare/run.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace vellum::compare {

namespace {

/// The costs of one name while they are collected.
struct Collected {
    Cost cost;
    std::vector<DurationClass> durations;
};

/// The middle of a class; of no ticks half a tick, as nothing takes no time at all.
double middleOf(
    const query::DurationSummaryRow& row, std::uint32_t precision, const ClockProperties& clock)
{
    constexpr double kHalfTick = 0.5;
    constexpr double kNsPerSecond = 1e9;
    const auto width = static_cast<double>(query::widthOfClass(row.duration, precision));
    const double ticks = static_cast<double>(row.duration) + (width - 1) / 2;
    return std::max(ticks, kHalfTick) * (kNsPerSecond / static_cast<double>(clock.ticksPerSecond));
}

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

/// Of each key its durations: they stand beside each other, and there are far more of them than keys.
template <typename Take>
void forEachKey(const query::DurationSummary& durations, const Take& take)
{
    const std::span<const query::DurationSummaryRow> rows(durations.rows);
    for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
        while (end < rows.size() && rows[end].key == rows[begin].key) {
            ++end;
        }
        take(rows[begin].key, rows.subspan(begin, end - begin));
    }
}

class Collector {
public:
    /// \param names  as many as there may be
    Collector(const ClockProperties& clock, std::size_t names) : m_clock(clock)
    {
        m_places.reserve(names);
        m_all.reserve(names);
    }

    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

    /// \param name  valid until `take`
    /// \return  the place of this name, for its durations: names are long, and looked up once for each
    template <typename Row>
    std::size_t add(std::string_view name, const Row& row)
    {
        const auto [place, isNew] = m_places.try_emplace(name, m_all.size());
        if (isNew) {
            m_all.push_back({.cost = {.name = std::string(name)}, .durations = {}});
        }
        Cost& cost = m_all[place->second].cost;
        cost.visits += row.visits;
        cost.inclusiveNs = addNs(cost.inclusiveNs, m_clock.toNanoseconds(row.inclusive));
        cost.exclusiveNs = addNs(cost.exclusiveNs, m_clock.toNanoseconds(row.exclusive));
        return place->second;
    }
    /// kNone: nothing has this name.
    [[nodiscard]] std::size_t placeOf(std::string_view name) const
    {
        const auto found = m_places.find(name);
        return found != m_places.end() ? found->second : kNone;
    }

    /// \param place  kNone: it is of nothing that counts
    void add(
        std::size_t place, std::span<const query::DurationSummaryRow> rows, std::uint32_t precision)
    {
        if (place == kNone) {
            return;
        }
        std::vector<DurationClass>& durations = m_all[place].durations;
        durations.reserve(durations.size() + rows.size());
        for (const query::DurationSummaryRow& row : rows) {
            durations.push_back({.ns = middleOf(row, precision, m_clock), .visits = row.visits});
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
    const ClockProperties& m_clock;
    std::unordered_map<std::string_view, std::size_t> m_places;
    std::vector<Collected> m_all;
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
    Collector collector(clock, profile.rows.size());
    std::vector<std::string> names;
    names.reserve(profile.rows.size());  // whose texts stay where they are
    for (const query::ProfileRow& row : profile.rows) {
        names.push_back(nameOfRow(row.key.value));
        collector.add(names.back(), row);
    }
    forEachKey(durations, [&](std::uint64_t key, std::span<const query::DurationSummaryRow> rows) {
        collector.add(collector.placeOf(nameOfRegion(key)), rows, precision);
    });
    return collector.take();
}

Costs costsOf(
    const query::CallTree& tree,
    const std::vector<std::string>& names,
    const query::DurationSummary& durations,
    std::uint32_t precision,
    const ClockProperties& clock)
{
    Collector collector(clock, tree.nodes.size());
    std::vector<std::uint64_t> keys(tree.nodes.size());
    std::unordered_map<std::uint64_t, std::size_t> places;
    places.reserve(tree.nodes.size());
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {  // parents come first
        const query::CallTreeNode& node = tree.nodes[i];
        const std::uint64_t around =
            node.parent == i ? query::kOutermostPathKey : keys[node.parent];
        keys[i] = query::callPathKey(around, node.region);
        places.emplace(keys[i], collector.add(names[i], node));
    }
    forEachKey(durations, [&](std::uint64_t key, std::span<const query::DurationSummaryRow> rows) {
        if (const auto place = places.find(key); place != places.end()) {
            collector.add(place->second, rows, precision);
        }
    });
    return collector.take();
}

std::vector<DurationClass> durationsOf(
    const query::DurationSummary& durations,
    const std::function<bool(std::uint64_t region)>& isMeant,
    std::uint32_t precision,
    const ClockProperties& clock)
{
    std::vector<DurationClass> classes;
    for (const query::DurationSummaryRow& row : durations.rows) {
        if (isMeant(row.key)) {
            classes.push_back({.ns = middleOf(row, precision, clock), .visits = row.visits});
        }
    }
    std::ranges::sort(classes, {}, &DurationClass::ns);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < classes.size(); ++i) {
        if (kept > 0 && classes[kept - 1].ns == classes[i].ns) {
            classes[kept - 1].visits += classes[i].visits;
        } else {
            classes[kept++] = classes[i];
        }
    }
    classes.resize(kept);
    return classes;
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
