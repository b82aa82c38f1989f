#include "server/query/io_columns.h"

#include "server/query/tick_sum.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace vellum::server::query {

using vellum::query::IoPoint;

namespace {

Tick& timeOf(IoPoint& point, std::size_t mode)
{
    switch (mode) {
    case 0:
        return point.readTime;
    case 1:
        return point.writeTime;
    case 2:
        return point.flushTime;
    default:
        return point.otherTime;
    }
}

/// At the end of the type where the product does not fit.
Tick times(Tick width, std::int64_t count)
{
    Tick product = 0;
    return __builtin_mul_overflow(width, count, &product) ? std::numeric_limits<Tick>::max()
                                                          : product;
}

}  // namespace

IoPoint& IoColumns::point(std::int64_t column)
{
    const auto index = static_cast<std::uint32_t>(column);
    IoPoint& point = m_points[index];
    point.column = index;
    return point;
}

IoPoint& IoColumns::at(Tick tick)
{
    return point(m_columns.columnOf(tick));
}

void IoColumns::addTime(TickRange range, std::size_t mode)
{
    if (range.isEmpty()) {
        return;
    }
    mode = std::min(mode, kModes - 1);
    const std::int64_t first = m_columns.columnOf(range.begin);
    const std::int64_t last = m_columns.columnOf(range.end - 1);
    const auto add = [&](std::int64_t column) {
        Tick& time = timeOf(point(column), mode);
        time = addTicks(time, m_columns.column(column).intersected(range).length());
    };
    add(first);
    if (last > first) {
        add(last);
    }
    if (last > first + 1) {
        ++m_filling[static_cast<std::uint32_t>(first + 1)][mode];
        --m_filling[static_cast<std::uint32_t>(last)][mode];
    }
}

std::vector<IoPoint> IoColumns::take()
{
    Counts filling{};
    for (auto change = m_filling.begin(); change != m_filling.end(); ++change) {
        for (std::size_t mode = 0; mode < kModes; ++mode) {
            filling[mode] += change->second[mode];
        }
        const auto next = std::next(change);
        const bool isAny =
            std::ranges::any_of(filling, [](std::int64_t count) { return count > 0; });
        const std::uint32_t end = isAny && next != m_filling.end() ? next->first : change->first;
        for (std::uint32_t column = change->first; column < end; ++column) {
            IoPoint& to = point(column);
            const Tick width = m_columns.column(column).length();
            for (std::size_t mode = 0; mode < kModes; ++mode) {
                timeOf(to, mode) = addTicks(timeOf(to, mode), times(width, filling[mode]));
            }
        }
    }
    m_filling.clear();
    std::vector<IoPoint> points;
    for (const auto& [column, point] : m_points) {
        if (point != IoPoint{.column = column}) {
            points.push_back(point);
        }
    }
    m_points.clear();
    return points;
}

}  // namespace vellum::server::query
