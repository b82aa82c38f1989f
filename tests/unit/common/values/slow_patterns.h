#pragma once

#include "common/values/fine_patterns.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <vector>

namespace vellum::values {

/// The fine-grained patterns by their definitions, of the whole list of accesses: H[offset] is the list of values
/// that were found there. Truncation is done to each value, and every test is run again.
class SlowPatterns {
public:
    SlowPatterns(ValueType type, unsigned unit) : m_type(type), m_unit(unit) {}

    void add(std::uint64_t offset, std::uint64_t value) { m_values[offset].push_back(value); }

    /// A level's patterns; of Approximation::None with the two that speak of approximation at High.
    [[nodiscard]] PatternSet patterns(Approximation level) const
    {
        PatternSet set = exactPatterns(level);
        if (level == Approximation::None && isFloat(m_type, m_unit)) {
            if (!exactPatterns(Approximation::High).isWithin(set)) {
                set.add(Pattern::Approximate);
            }
            if (isNearlyOne(Approximation::High) && !set.has(Pattern::SingleValue)) {
                set.add(Pattern::ApproximatelySingle);
            }
        }
        return set;
    }

    [[nodiscard]] ItemCounts counts(Approximation level) const
    {
        ItemCounts counts;
        std::set<std::uint64_t> distinct;
        for (const auto& [offset, values] : m_values) {
            ++counts.items;
            const std::set<std::uint64_t> here = truncated(values, level);
            if (here.size() == 1) {
                ++counts.uniqueItems;
                counts.uniqueAccesses += values.size();
                distinct.insert(*here.begin());
            }
        }
        counts.distinctValues = distinct.size();
        return counts;
    }

    [[nodiscard]] std::vector<ValueCount> top() const
    {
        std::map<std::uint64_t, std::uint64_t> counts;
        for (const auto& [offset, values] : m_values) {
            if (truncated(values, Approximation::None).size() == 1) {
                counts[values.front()] += values.size();
            }
        }
        std::vector<ValueCount> top;
        top.reserve(counts.size());
        for (const auto& [value, count] : counts) {
            top.push_back({.value = value, .accesses = count});
        }
        std::ranges::stable_sort(
            top, [](const ValueCount& a, const ValueCount& b) { return a.accesses > b.accesses; });
        top.resize(std::min<std::size_t>(10, top.size()));
        return top;
    }

    /// Bits that hold every value, of integers and of floats that are integers.
    [[nodiscard]] unsigned widest(Approximation level) const
    {
        unsigned most = 1;
        for (const std::uint64_t value : all(level)) {
            unsigned bits = 1;
            while (bits < 64 && !fits(number(value), bits)) {
                ++bits;
            }
            most = std::max(most, bits);
        }
        return most;
    }

private:
    [[nodiscard]] std::uint64_t truncate(std::uint64_t value, Approximation level) const
    {
        if (!isFloat(m_type, m_unit)) {
            return value;
        }
        const unsigned drop = (m_unit == 4 ? 23 : 52) - mantissaBits(level, m_unit);
        return value >> drop << drop;
    }
    [[nodiscard]] std::set<std::uint64_t> truncated(
        const std::vector<std::uint64_t>& values, Approximation level) const
    {
        std::set<std::uint64_t> kept;
        for (const std::uint64_t value : values) {
            kept.insert(truncate(value, level));
        }
        return kept;
    }
    [[nodiscard]] std::set<std::uint64_t> all(Approximation level) const
    {
        std::set<std::uint64_t> kept;
        for (const auto& [offset, values] : m_values) {
            kept.merge(truncated(values, level));
        }
        return kept;
    }
    [[nodiscard]] long double number(std::uint64_t value) const
    {
        const long double as = numberOf(value, m_type, m_unit);
        return isFloat(m_type, m_unit) ? std::trunc(as) : as;
    }
    [[nodiscard]] bool fits(long double value, unsigned bits) const
    {
        if (m_type == ValueType::Unsigned) {
            return value < std::ldexp(1.0L, static_cast<int>(bits));
        }
        const long double half = std::ldexp(1.0L, static_cast<int>(bits) - 1);
        return -half <= value && value < half;
    }
    /// Of the values as they are: truncation can make an infinity of a NaN.
    [[nodiscard]] bool hasNaN() const
    {
        return std::ranges::any_of(all(Approximation::None), [&](std::uint64_t value) {
            return std::isnan(numberOf(value, m_type, m_unit));
        });
    }

    [[nodiscard]] PatternSet exactPatterns(Approximation level) const
    {
        PatternSet set;
        const ItemCounts c = counts(level);
        if (c.uniqueItems == c.items && c.distinctValues == 1) {
            set.add(Pattern::SingleValue);
            if (isZero(*all(level).begin(), m_type, m_unit)) {
                set.add(Pattern::SingleZero);
            }
        }
        if (2 * c.uniqueItems >= c.items && 10 * c.distinctValues <= c.items) {
            set.add(Pattern::Frequent);
        }
        if (isHeavy(level)) {
            set.add(Pattern::HeavyType);
        }
        if (holdsIntegers(level)) {
            set.add(Pattern::InappropriateFloat);
        }
        if (c.items >= 3 && c.uniqueItems == c.items && c.distinctValues >= 2 && isFinite()) {
            if (isLine(level)) {
                set.add(Pattern::Structured);
            } else if (isLineButForFew(level)) {
                set.add(Pattern::StructuredWithOutliers);
            }
        }
        return set;
    }

    [[nodiscard]] bool isFinite() const
    {
        return std::ranges::all_of(all(Approximation::None), [&](std::uint64_t value) {
            return std::isfinite(numberOf(value, m_type, m_unit));
        });
    }

    [[nodiscard]] bool isHeavy(Approximation level) const
    {
        if (m_type == ValueType::Signed || m_type == ValueType::Unsigned) {
            return m_unit > 1 && widest(level) <= 4 * m_unit;
        }
        if (!isFloat(m_type, m_unit) || hasNaN()) {
            return false;
        }
        return std::ranges::all_of(all(level), [&](std::uint64_t value) {
            return m_unit == 8 ? survivesFloat(floatOf(value, 8)) : survivesHalf(floatOf(value, 4));
        });
    }
    static bool survivesFloat(double value)
    {
        return value == 0 || std::isinf(value)
               || (std::abs(value) >= std::numeric_limits<float>::min()
                   && std::abs(value) <= std::numeric_limits<float>::max()
                   && static_cast<double>(static_cast<float>(value)) == value);
    }
    static bool survivesHalf(double value)
    {
        if (value == 0 || std::isinf(value)) {
            return true;
        }
        int exponent = 0;
        const double mantissa = std::frexp(std::abs(value), &exponent);
        return exponent - 1 >= -14 && exponent - 1 <= 15
               && std::trunc(std::ldexp(mantissa, 11)) == std::ldexp(mantissa, 11);
    }

    [[nodiscard]] bool holdsIntegers(Approximation level) const
    {
        if (!isFloat(m_type, m_unit)) {
            return false;
        }
        return std::ranges::all_of(all(level), [&](std::uint64_t bits) {
            const double value = floatOf(bits, m_unit);
            return std::isfinite(value)
                   && std::abs(value - std::trunc(value)) <= (m_unit == 4 ? 1e-6 : 1e-14)
                   && fits(std::trunc(value), 64);
        });
    }

    [[nodiscard]] bool isNearlyOne(Approximation level) const
    {
        if (!isFinite()) {
            return false;
        }
        long double least = std::numeric_limits<long double>::infinity();
        long double greatest = -least;
        for (const std::uint64_t bits : all(Approximation::None)) {
            least = std::min(least, numberOf(bits, m_type, m_unit));
            greatest = std::max(greatest, numberOf(bits, m_type, m_unit));
        }
        const long double absolute = std::max(std::abs(least), std::abs(greatest));
        const int bits = static_cast<int>(mantissaBits(level, m_unit));
        return absolute > 0 && greatest - least <= std::ldexp(absolute, -bits);
    }

    struct Sample {
        long double x = 0;
        long double y = 0;
    };
    [[nodiscard]] std::vector<Sample> samples(Approximation level) const
    {
        std::vector<Sample> samples;
        samples.reserve(m_values.size());
        for (const auto& [offset, values] : m_values) {
            samples.push_back(
                {.x = static_cast<long double>(offset) / m_unit,
                 .y = numberOf(truncate(values.front(), level), m_type, m_unit)});
        }
        return samples;
    }

    /// By the formula of the text book.
    [[nodiscard]] bool isLine(Approximation level) const
    {
        const std::vector<Sample> points = samples(level);
        const auto n = static_cast<long double>(points.size());
        long double x = 0;
        long double y = 0;
        long double xx = 0;
        long double xy = 0;
        for (const Sample& p : points) {
            x += p.x;
            y += p.y;
            xx += p.x * p.x;
            xy += p.x * p.y;
        }
        const long double k = (n * xy - x * y) / (n * xx - x * x);
        const long double b = (y - k * x) / n;
        const auto [low, high] = std::ranges::minmax(points, {}, &Sample::y);
        const long double range = high.y - low.y;
        return k != 0 && std::ranges::all_of(points, [&](const Sample& p) {
                   return std::abs(p.y - k * p.x - b) <= 1e-3L * range;
               });
    }

    static long double median(std::vector<long double> values)
    {
        std::ranges::sort(values);
        return values[(values.size() - 1) / 2];
    }
    [[nodiscard]] bool isLineButForFew(Approximation level) const
    {
        const std::vector<Sample> points = samples(level);
        std::vector<long double> slopes;
        slopes.reserve(points.size());
        for (std::size_t i = 1; i < points.size(); ++i) {
            slopes.push_back((points[i].y - points[i - 1].y) / (points[i].x - points[i - 1].x));
        }
        const long double k = median(slopes);
        std::vector<long double> intercepts;
        intercepts.reserve(points.size());
        for (const Sample& p : points) {
            intercepts.push_back(p.y - k * p.x);
        }
        const long double b = median(intercepts);
        const long double rise = std::abs(k) * (points.back().x - points.front().x);
        const auto on = std::ranges::count_if(points, [&](const Sample& p) {
            const long double off = std::abs(p.y - k * p.x - b);
            return isFloat(m_type, m_unit) ? off <= 1e-3L * rise : off < 0.5L;
        });
        return k != 0 && static_cast<std::size_t>(on) < points.size()
               && static_cast<double>(on) >= 0.99 * static_cast<double>(points.size());
    }

    ValueType m_type;
    unsigned m_unit;
    std::map<std::uint64_t, std::vector<std::uint64_t>> m_values;
};

}  // namespace vellum::values
