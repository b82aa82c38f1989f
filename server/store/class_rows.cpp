#include "server/store/class_rows.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <unordered_map>
#include <utility>

namespace vellum::server::store {

namespace {

constexpr std::size_t kChangesWorthRows = 1024;

FunctionGroup groupOf(const Definitions& definitions, RegionRef ref)
{
    const Region* region = definitions.find(ref);
    return region == nullptr ? FunctionGroup::Unknown : region->group;
}

struct RegionTime {
    RegionRef region;
    Tick exclusive = 0;
};

/// Every region that is visited, by reference.
std::vector<RegionRef> regionsOf(const CallPaths& paths)
{
    std::vector<RegionRef> regions;
    for (PathNode node = 1; node < paths.size(); ++node) {
        regions.push_back(paths.region[node]);
    }
    std::ranges::sort(regions);
    regions.erase(std::unique(regions.begin(), regions.end()), regions.end());
    return regions;
}

/// By exclusive time, the longest first; of equal ones the lower reference.
std::vector<RegionTime> timeByRegion(const CallStream& calls)
{
    std::vector<Tick> byNode(calls.paths.size());
    const Tick begin = calls.time.front();
    const auto add = [sums = byNode.data()](PathNode node, Tick ticks) { sums[node] += ticks; };
    calls.forEachStretch(0, calls.size(), begin, calls.time.back(), add);
    std::unordered_map<RegionRef, Tick> byRegion;
    for (PathNode node = 1; node < byNode.size(); ++node) {
        byRegion[calls.paths.region[node]] += byNode[node];
    }
    std::vector<RegionTime> times;
    times.reserve(byRegion.size());
    for (const auto& [region, exclusive] : byRegion) {
        times.push_back({.region = region, .exclusive = exclusive});
    }
    std::ranges::sort(times, [](const RegionTime& a, const RegionTime& b) {
        return a.exclusive != b.exclusive ? a.exclusive > b.exclusive : a.region < b.region;
    });
    return times;
}

/// Gives the classes to the regions.
class Classes {
public:
    Classes(const CallStream& calls, const Definitions& definitions) : m_definitions(definitions)
    {
        std::vector<RegionRef> named = regionsOf(calls.paths);
        const bool hasOthers = named.size() > ClassRows::kMostClasses;
        if (hasOthers) {
            named.resize(ClassRows::kMostClasses - kFunctionGroupCount);
            const std::vector<RegionTime> times = timeByRegion(calls);
            const auto last = times.begin() + static_cast<std::ptrdiff_t>(named.size());
            std::ranges::transform(times.begin(), last, named.begin(), &RegionTime::region);
        }
        for (const RegionRef region : named) {
            m_classOf.emplace(region, add(region, groupOf(definitions, region)));
        }
        for (std::uint8_t group = 0; hasOthers && group < kFunctionGroupCount; ++group) {
            m_firstOther = group == 0 ? m_regions.size() : m_firstOther;
            add(RegionRef::undefined(), static_cast<FunctionGroup>(group));
        }
    }

    [[nodiscard]] std::uint8_t classOf(RegionRef region) const
    {
        const auto own = m_classOf.find(region);
        return own != m_classOf.end()
                   ? own->second
                   : static_cast<std::uint8_t>(
                       m_firstOther + static_cast<std::size_t>(groupOf(m_definitions, region)));
    }

    void moveTo(ClassRows& rows)
    {
        rows.region = std::move(m_regions);
        rows.group = std::move(m_groups);
    }

private:
    std::uint8_t add(RegionRef region, FunctionGroup group)
    {
        m_regions.push_back(region);
        m_groups.push_back(static_cast<std::uint8_t>(group));
        return static_cast<std::uint8_t>(m_regions.size() - 1);
    }

    const Definitions& m_definitions;
    std::vector<RegionRef> m_regions;
    std::vector<std::uint8_t> m_groups;
    std::unordered_map<RegionRef, std::uint8_t> m_classOf;
    std::size_t m_firstOther = 0;
};

std::vector<std::uint8_t> classesOfNodes(const CallPaths& paths, const Classes& classes)
{
    std::vector<std::uint8_t> ofNode(paths.size(), ClassRows::kNoClass);
    for (PathNode node = 1; node < paths.size(); ++node) {
        ofNode[node] = classes.classOf(paths.region[node]);
    }
    return ofNode;
}

bool isAnyGroupLong(const TimeColumn& time)
{
    constexpr std::size_t kChanges = ClassRows::kRow * ClassRows::kGroup;
    for (std::size_t i = 0; i < time.size(); i += kChanges) {
        const std::size_t last = std::min(i + kChanges, time.size()) - 1;
        if (time[last] - time[i] > Tick{std::numeric_limits<std::uint32_t>::max()}) {
            return true;
        }
    }
    return false;
}

/// Writes the rows in one pass over the stream.
class RowWriter {
public:
    RowWriter(
        const CallStream& calls, const std::vector<std::uint8_t>& classOfNode, std::size_t classes)
        : m_calls(calls)
        , m_classOfNode(classOfNode)
        , m_classes(classes)
        , m_isWide(isAnyGroupLong(calls.time))
        , m_sums(std::size_t{ClassRows::kNoClass} + 1)
        , m_groupSums(m_sums.size())
    {
    }

    void run()
    {
        const std::size_t rows = (m_calls.size() - 1) / ClassRows::kRow + 1;
        (m_isWide ? m_wide.reserve(rows * m_classes) : m_fine.reserve(rows * m_classes));
        for (std::size_t row = 0; row < rows; ++row) {
            writeRow(row);
            const std::size_t first = row * ClassRows::kRow;
            const std::size_t last = std::min(first + ClassRows::kRow, m_calls.size());
            const Tick end = m_calls.time[std::min(last, m_calls.size() - 1)];
            m_calls.forEachStretch(
                first + 1,
                last,
                m_calls.time[first],
                end,
                [sums = m_sums.data(), classOf = m_classOfNode.data()](PathNode node, Tick ticks) {
                    sums[classOf[node]] += ticks;
                });
        }
    }

    void moveTo(ClassRows& rows)
    {
        rows.coarse = std::move(m_coarse);
        rows.fine = std::move(m_fine);
        rows.wide = std::move(m_wide);
    }

private:
    void writeRow(std::size_t row)
    {
        const auto end = m_sums.begin() + static_cast<std::ptrdiff_t>(m_classes);
        if (m_isWide) {
            m_wide.insert(m_wide.end(), m_sums.begin(), end);
            return;
        }
        if (row % ClassRows::kGroup == 0) {
            m_groupSums = m_sums;
            m_coarse.insert(m_coarse.end(), m_sums.begin(), end);
        }
        for (std::size_t i = 0; i < m_classes; ++i) {
            m_fine.push_back(static_cast<std::uint32_t>(m_sums[i] - m_groupSums[i]));
        }
    }

    const CallStream& m_calls;
    const std::vector<std::uint8_t>& m_classOfNode;
    std::size_t m_classes;
    bool m_isWide;
    std::vector<Tick> m_sums;  ///< by class, and at kNoClass what is outside
    std::vector<Tick> m_groupSums;
    std::vector<Tick> m_coarse;
    std::vector<std::uint32_t> m_fine;
    std::vector<Tick> m_wide;
};

}  // namespace

ClassRows ClassRows::build(const CallStream& calls, const Definitions& definitions)
{
    ClassRows rows;
    if (calls.size() < kChangesWorthRows) {
        return rows;
    }
    Classes classes(calls, definitions);
    std::vector<std::uint8_t> ofNode = classesOfNodes(calls.paths, classes);
    classes.moveTo(rows);
    RowWriter writer(calls, ofNode, rows.classes());
    writer.run();
    writer.moveTo(rows);
    rows.classOfNode = std::move(ofNode);
    return rows;
}

void ClassRows::copyRow(std::size_t row, std::span<Tick> sums) const
{
    const std::size_t count = classes();
    if (!wide.empty()) {
        const Tick* from = wide.data() + row * count;
        std::copy(from, from + count, sums.begin());
        return;
    }
    const Tick* from = coarse.data() + row / kGroup * count;
    const std::uint32_t* more = fine.data() + row * count;
    for (std::size_t i = 0; i < count; ++i) {
        sums[i] = from[i] + Tick{more[i]};
    }
}

void ClassRows::sumsUntil(
    const CallStream& calls, std::size_t change, Tick tick, std::span<Tick> sums) const
{
    if (change == 0) {
        std::ranges::fill(sums, 0);
        return;
    }
    const auto add = [to = sums.data(), classOf = classOfNode.data(), none = classes()](
                         PathNode node, Tick ticks) {
        to[std::min<std::size_t>(classOf[node], none)] += ticks;
    };
    const std::size_t row = nearerRow(calls, change);
    copyRow(row, sums);
    const std::size_t at = row * kRow;
    if (at < change) {
        calls.forEachStretch(at + 1, change, calls.time[at], tick, add);
    } else {
        calls.forEachStretch(change, at, tick, calls.time[at], [&add](PathNode node, Tick ticks) {
            add(node, -ticks);
        });
    }
}

}  // namespace vellum::server::store
