#pragma once

#include "common/values/value_facts.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace vellum::values {

/// What can be odd about the values of an object, in the order in which the first that applies is its badge.
enum class Pattern : std::uint8_t {
    SingleZero = 1,              ///< one value, and it is zero
    SingleValue = 2,             ///< one value overall
    Structured = 3,              ///< a straight line over the index
    StructuredWithOutliers = 4,  ///< a straight line but for up to one in a hundred
    HeavyType = 5,               ///< a narrower type of the same sort would do
    InappropriateFloat = 6,      ///< floats that hold integers
    Frequent = 7,                ///< few values, over and over
    ApproximatelySingle = 8,     ///< all within a small part of the greatest
    Approximate = 9,             ///< patterns appear if mantissas are truncated
};

inline constexpr std::size_t kPatterns = 9;

/// The pattern's name for people and files, for instance "single-zero".
[[nodiscard]] std::string_view name(Pattern pattern);

/// Some of the patterns.
class PatternSet {
public:
    void add(Pattern pattern) { m_bits |= bit(pattern); }
    [[nodiscard]] bool has(Pattern pattern) const { return (m_bits & bit(pattern)) != 0; }
    [[nodiscard]] bool isEmpty() const { return m_bits == 0; }
    [[nodiscard]] bool isWithin(PatternSet other) const { return (m_bits & ~other.m_bits) == 0; }
    /// The first by priority.
    [[nodiscard]] std::optional<Pattern> badge() const;
    /// A bit per pattern, by its number.
    [[nodiscard]] unsigned bits() const { return m_bits; }

    friend bool operator==(PatternSet, PatternSet) = default;

private:
    static unsigned bit(Pattern pattern) { return 1U << static_cast<unsigned>(pattern); }

    unsigned m_bits = 0;
};

/// One place of an object and what accesses found there.
///
/// Exact  All values of the item agree in the bits of a mask if and only if `differing` has none of them.
struct Item {
    std::uint64_t offset = 0;  ///< bytes
    std::uint64_t first = 0;   ///< value
    std::uint64_t differing = 0;
    std::uint64_t accesses = 0;

    friend bool operator==(const Item&, const Item&) = default;
};

/// The four counts that come with every pattern. An item is unique-valued if all its accesses found one value.
struct ItemCounts {
    std::uint64_t items = 0;           ///< I
    std::uint64_t uniqueItems = 0;     ///< I1
    std::uint64_t distinctValues = 0;  ///< D, of unique-valued items
    std::uint64_t uniqueAccesses = 0;  ///< N1, to unique-valued items

    friend bool operator==(const ItemCounts&, const ItemCounts&) = default;
};

struct ValueCount {
    std::uint64_t value = 0;
    std::uint64_t accesses = 0;

    friend bool operator==(const ValueCount&, const ValueCount&) = default;
};

/// value = slope · index + intercept, the index being offset / unit.
struct Line {
    double slope = 0;
    double intercept = 0;
    std::uint64_t outliers = 0;
    bool isExact = false;  ///< integers that all round to the line, but for the outliers

    friend bool operator==(const Line&, const Line&) = default;
};

/// From where on something is worth a word.
struct PatternThresholds {
    double frequentUnique = 0.5;    ///< frequent: part of the items that is unique-valued, at least
    double frequentDistinct = 0.1;  ///< and distinct values per item, at most
    std::size_t topValues = 10;
    double lineResidual = 1e-3;  ///< structured: of the range of values, at most
    double lineItems = 0.99;  ///< with outliers: part of the items that lies on the line, at least
    Approximation level =
        Approximation::High;  ///< at which Approximate and ApproximatelySingle are told
};

struct FinePatterns {
    PatternSet patterns;
    ItemCounts counts;
    std::vector<ValueCount> top;  ///< of unique-valued items; most accesses first, then by bits
    std::optional<Line> line;     ///< of Structured and StructuredWithOutliers
    std::optional<NarrowerType> narrower;  ///< of HeavyType
    std::optional<unsigned> integerBits;   ///< of InappropriateFloat; `integerWidth` is the type
    std::optional<double> relativeRange;   ///< of finite floats, for other levels too
    std::array<PatternSet, kApproximations>
        atLevel;                                ///< found by each level; [0] is as it is. Of floats
    Approximation level = Approximation::None;  ///< at which the approximate ones were told
};

/// Tells the patterns of one op, object and kind, of one type and unit.
///
/// Exact    Frequent: I1 >= 0.5·I and D <= 0.1·I. Structured: all items unique-valued and finite, I >= 3, D >= 2,
///          slope not 0, no residual of the least squares above 1e-3 · (greatest - least). With outliers, if
///          not structured: the slope is the lower median of neighbours' differences, the intercept the lower
///          median of value - slope·index, and 99 % of the items lie on the line: integers exactly, floats within
///          1e-3 of the line's own rise, because an outlier decides the range of all values. Approximate: truncated
///          at the level, the items have a pattern that they have not as they are.
/// Cost     O(n log n) for n items, six times over for floats.
/// Source   ValueExpert (ASPLOS'22), with a relative test of lines and two's complement widths.
///
/// \param items  sorted by offset, offsets distinct
/// \param facts  of all accesses to them, and of further ones whose items were lost
[[nodiscard]] FinePatterns findPatterns(
    std::span<const Item> items, const ValueFacts& facts, const PatternThresholds& thresholds = {});

}  // namespace vellum::values
