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

/// Calls \p use (place, ticks) as CallStream::forEachStretch, with places of regions instead of nodes.
template <typename Use>
[[gnu::always_inline]] inline void forEachPlace(
    const CallStream& calls, std::size_t first, std::size_t last, TickRange ticks, const Use& use)
{
    calls.paths.place.read([&](const auto& placeOf) {
        calls.forEachStretch(
            first, last, ticks.begin, ticks.end, [&use, placeOf](PathNode node, Tick length) {
                use(placeOf(node), length);
            });
    });
}

/// By exclusive time, the longest first; of equal ones the lower reference.
std::vector<RegionTime> timeByRegion(const CallStream& calls)
{
    std::vector<RegionTime> times;
    times.reserve(calls.paths.regions.size());
    for (const RegionRef region : calls.paths.regions) {
        times.push_back({.region = region});
    }
    forEachPlace(
        calls,
        0,
        calls.size(),
        {calls.time.front(), calls.time.back()},
        [sums = times.data()](std::uint32_t place, Tick ticks) { sums[place].exclusive += ticks; });
    times.pop_back();  // outside
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
        const auto visited = calls.paths.regions.view().first(calls.paths.placeOutside());
        std::vector<RegionRef> named(visited.begin(), visited.end());
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

std::vector<std::uint8_t> classesOfPlaces(const CallPaths& paths, const Classes& classes)
{
    std::vector<std::uint8_t> ofPlace(paths.regions.size(), ClassRows::kNoClass);
    for (std::size_t place = 0; place < paths.placeOutside(); ++place) {
        ofPlace[place] = classes.classOf(paths.regions[place]);
    }
    return ofPlace;
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
        const CallStream& calls, const std::vector<std::uint8_t>& classOfPlace, std::size_t classes)
        : m_calls(calls)
        , m_classOfPlace(classOfPlace)
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
            forEachPlace(
                m_calls,
                first + 1,
                last,
                {m_calls.time[first], end},
                [sums = m_sums.data(), classOf = m_classOfPlace.data()](
                    std::uint32_t place, Tick ticks) { sums[classOf[place]] += ticks; });
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
    const std::vector<std::uint8_t>& m_classOfPlace;
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
    std::vector<std::uint8_t> ofPlace = classesOfPlaces(calls.paths, classes);
    classes.moveTo(rows);
    RowWriter writer(calls, ofPlace, rows.classes());
    writer.run();
    writer.moveTo(rows);
    rows.classOfPlace = std::move(ofPlace);
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
    const auto add = [to = sums.data(), classOf = classOfPlace.data(), none = classes()](
                         std::uint32_t place, Tick ticks) {
        to[std::min<std::size_t>(classOf[place], none)] += ticks;
    };
    const std::size_t row = nearerRow(calls, change);
    copyRow(row, sums);
    const std::size_t at = row * kRow;
    if (at < change) {
        forEachPlace(calls, at + 1, change, {calls.time[at], tick}, add);
    } else {
        forEachPlace(
            calls, change, at, {tick, calls.time[at]}, [&add](std::uint32_t place, Tick ticks) {
                add(place, -ticks);
            });
    }
}

}  // namespace vellum::server::store
