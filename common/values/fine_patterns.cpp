#include "common/values/fine_patterns.h"

#include "common/values/lines.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

namespace vellum::values {

namespace {

/// The items at one level of approximation.
class Detector {
public:
    Detector(
        std::span<const Item> items,
        const ValueFacts& facts,
        const PatternThresholds& thresholds,
        Approximation level)
        : m_items(items)
        , m_facts(facts)
        , m_thresholds(thresholds)
        , m_level(level)
        , m_isFloat(isFloat(facts.type(), facts.unit()))
        , m_mask(
              m_isFloat ? keptMask(facts.unit(), mantissaBits(level, facts.unit()))
                        : unitMask(facts.unit()))
    {
        countItems();
    }

    [[nodiscard]] FinePatterns patterns() const
    {
        FinePatterns found = {.counts = m_counts};
        addSingle(found);
        addFrequent(found);
        addLine(found);
        found.narrower = m_facts.narrower(m_level);
        if (found.narrower.has_value()) {
            found.patterns.add(Pattern::HeavyType);
        }
        found.integerBits = m_facts.integerBits(m_level);
        if (found.integerBits.has_value()) {
            found.patterns.add(Pattern::InappropriateFloat);
        }
        return found;
    }

private:
    void countItems()
    {
        m_counts.items = m_items.size();
        for (const Item& item : m_items) {
            if ((item.differing & m_mask) == 0) {
                m_values.push_back({.value = item.first & m_mask, .accesses = item.accesses});
                m_counts.uniqueAccesses += item.accesses;
            }
        }
        m_counts.uniqueItems = m_values.size();
        std::ranges::sort(m_values, {}, &ValueCount::value);
        std::size_t kept = 0;
        for (const ValueCount& value : m_values) {
            if (kept > 0 && m_values[kept - 1].value == value.value) {
                m_values[kept - 1].accesses += value.accesses;
            } else {
                m_values[kept++] = value;
            }
        }
        m_values.resize(kept);
        m_counts.distinctValues = kept;
    }

    void addSingle(FinePatterns& found) const
    {
        // The facts know of accesses too whose items were lost.
        if (m_counts.items == 0 || (m_facts.differing() & m_mask) != 0) {
            return;
        }
        found.patterns.add(Pattern::SingleValue);
        if (isZero(m_facts.first() & m_mask, m_facts.type(), m_facts.unit())) {
            found.patterns.add(Pattern::SingleZero);
        }
    }

    void addFrequent(FinePatterns& found) const
    {
        const auto items = static_cast<double>(m_counts.items);
        found.top = m_values;
        std::ranges::stable_sort(found.top, std::ranges::greater(), &ValueCount::accesses);
        found.top.resize(std::min(m_thresholds.topValues, found.top.size()));
        if (m_counts.items > 0
            && static_cast<double>(m_counts.uniqueItems) >= m_thresholds.frequentUnique * items
            && static_cast<double>(m_counts.distinctValues)
                   <= m_thresholds.frequentDistinct * items) {
            found.patterns.add(Pattern::Frequent);
        }
    }

    void addLine(FinePatterns& found) const
    {
        constexpr std::uint64_t kLeast = 3;
        if (m_counts.items < kLeast || m_counts.uniqueItems < m_counts.items
            || m_counts.distinctValues < 2 || m_facts.nans() > 0 || m_facts.infinities() > 0) {
            return;
        }
        std::vector<Point> points;
        points.reserve(m_items.size());
        for (const Item& item : m_items) {
            points.push_back(
                {.x = static_cast<long double>(item.offset) / m_facts.unit(),
                 .y = numberOf(item.first & m_mask, m_facts.type(), m_facts.unit())});
        }
        found.line = fitLine(points, !m_isFloat, m_thresholds.lineResidual);
        if (found.line.has_value()) {
            found.patterns.add(Pattern::Structured);
            return;
        }
        found.line = fitLineWithOutliers(
            points, !m_isFloat, m_thresholds.lineResidual, m_thresholds.lineItems);
        if (found.line.has_value()) {
            found.patterns.add(Pattern::StructuredWithOutliers);
        }
    }

    std::span<const Item> m_items;
    const ValueFacts& m_facts;
    const PatternThresholds& m_thresholds;
    Approximation m_level;
    bool m_isFloat;
    std::uint64_t m_mask;
    ItemCounts m_counts;
    std::vector<ValueCount> m_values;  ///< of unique-valued items, ascending
};

/// The values are one but for the level's error, told from their range: truncation would split them where
/// they lie about an edge of its bins.
bool isApproximatelySingle(const FinePatterns& found, Approximation level, unsigned unit)
{
    return found.relativeRange.has_value() && !found.patterns.has(Pattern::SingleValue)
           && *found.relativeRange <= std::ldexp(1.0, -static_cast<int>(mantissaBits(level, unit)));
}

}  // namespace

std::string_view name(Pattern pattern)
{
    constexpr std::array<std::string_view, kPatterns> kNames = {
        "single-zero",
        "single-value",
        "structured",
        "structured-with-outliers",
        "heavy-type",
        "inappropriate-float",
        "frequent",
        "approximately-single",
        "approximate"};
    return kNames.at(static_cast<std::size_t>(pattern) - 1);
}

std::optional<Pattern> PatternSet::badge() const
{
    if (m_bits == 0) {
        return std::nullopt;
    }
    return static_cast<Pattern>(std::countr_zero(m_bits));
}

FinePatterns findPatterns(
    std::span<const Item> items, const ValueFacts& facts, const PatternThresholds& thresholds)
{
    FinePatterns found = Detector(items, facts, thresholds, Approximation::None).patterns();
    found.atLevel[0] = found.patterns;
    if (!isFloat(facts.type(), facts.unit())) {
        return found;
    }
    for (std::size_t level = 1; level < kApproximations; ++level) {
        const Detector detector(items, facts, thresholds, static_cast<Approximation>(level));
        found.atLevel.at(level) = detector.patterns().patterns;
    }
    found.level = thresholds.level;
    found.relativeRange = facts.relativeRange();
    if (isApproximatelySingle(found, found.level, facts.unit())) {
        found.patterns.add(Pattern::ApproximatelySingle);
    }
    if (!found.atLevel.at(static_cast<std::size_t>(found.level)).isWithin(found.atLevel[0])) {
        found.patterns.add(Pattern::Approximate);
    }
    return found;
}

}  // namespace vellum::values
