#pragma once

#include "common/values/access.h"
#include "common/values/fine_patterns.h"
#include "common/values/flat_map.h"
#include "common/values/site_key.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

namespace vellum::values {

/// What fits into 256 bytes about the values that one instruction saw in one object: enough for most patterns
/// without keeping an access. Two sketches of the same key can be merged.
///
/// Layout   Little-endian and without gaps, as it may stand in device memory or a file.
/// Units    Values of one type and unit; an index is offset / unit.
/// Exact    Counts, extremes and differing bits are those of all values. Sums are doubles and relative to the first
///          value and index, so that far-off ones keep their digits; of floats that are not finite they hold nothing.
///          Counts of top values are lower bounds, too low by at most accesses / 9: a value that occurs
///          more often than that is among them.
/// Threads  A value.
/// Source   Misra and Gries, "Finding repeated elements", 1982; merged as in Agarwal et al., "Mergeable
///          summaries", 2012.
struct Sketch {
    static constexpr std::size_t kTop = 8;

    std::uint64_t op = 0;
    std::uint64_t object = 0;
    std::uint32_t site = 0;
    AccessKind kind = AccessKind::Read;
    std::uint8_t unit = 4;
    ValueType type = ValueType::Unknown;
    std::uint8_t notIntegers = 0;  ///< of floats: 1 if a value is no integer within the tolerance
    std::uint64_t accesses = 0;
    std::uint64_t zeros = 0;      ///< by `isZero`
    std::uint64_t first = 0;      ///< the first value's bits
    std::uint64_t differing = 0;  ///< bits in which any value differs from the first
    /// Of floats the least and greatest magnitude (bits without the sign) of numbers that are neither zero nor
    /// infinite; the least is above the greatest where there is none.
    std::uint64_t unsignedLeast = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t unsignedGreatest = 0;
    /// Of floats the bits of the least and greatest number as doubles, NaNs left out.
    std::int64_t signedLeast = std::numeric_limits<std::int64_t>::max();
    std::int64_t signedGreatest = std::numeric_limits<std::int64_t>::min();
    std::uint64_t firstIndex = 0;
    std::uint64_t leastIndex = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t greatestIndex = 0;
    // x is the index less the first index, y the value less the first value.
    double sumX = 0;
    double sumY = 0;
    double sumXX = 0;
    double sumXY = 0;
    double sumYY = 0;
    std::array<std::uint64_t, kTop> topValues = {};
    std::array<std::uint32_t, kTop> topCounts = {};  ///< 0 says that the place is free
    std::uint32_t nans = 0;                          ///< up to 2^32 - 1, as the next one
    std::uint32_t infinities = 0;

    /// An empty sketch for accesses like this one.
    [[nodiscard]] static Sketch like(const Access& access);

    /// \param access  with the sketch's key, type and unit
    void add(const Access& access);

    /// Adds what \p other has seen of the same key, type and unit.
    void merge(const Sketch& other);

    friend bool operator==(const Sketch&, const Sketch&) = default;
};

static_assert(sizeof(Sketch) == 256 && std::is_trivially_copyable_v<Sketch>);

/// What a sketch can tell. Items are not known, so patterns are of accesses: `Frequent` is "by share", and
/// `Approximate` tells only of values that become one.
struct SketchPatterns {
    PatternSet patterns;
    std::vector<ValueCount> top;  ///< lower bounds; most accesses first, then by bits
    double topShare = 0;          ///< part of the accesses that these cover, at least
    std::optional<Line> line;     ///< of Structured
    std::optional<NarrowerType> narrower;
    std::optional<unsigned> integerBits;
    std::optional<double> relativeRange;
    Approximation level = Approximation::None;  ///< at which the approximate ones were told

    /// Spatial redundancy: the most frequent value's accesses, at least.
    [[nodiscard]] std::uint64_t spatialAtLeast() const { return top.empty() ? 0 : top[0].accesses; }
};

/// Exact    SingleValue, SingleZero, HeavyType, InappropriateFloat and ApproximatelySingle as they are found from
///          the items of the same accesses. Structured: there are at least three indices, and no residual
///          can be above the threshold, since sqrt(sum of squared residuals) <= 1e-3 · (greatest - least).
///          Frequent: few top values (at most a tenth of the accesses) cover at least half of the accesses.
///          Approximate: all values become one at the level.
[[nodiscard]] SketchPatterns findPatterns(
    const Sketch& sketch, const PatternThresholds& thresholds = {});

/// Sketches by what they are of.
///
/// Errors   Accesses that find no room for their sketch are counted, never mixed into another.
/// Threads  One owner.
class Sketches {
public:
    static constexpr std::size_t kMost = std::size_t{1} << 18;

    /// \param most  how many sketches there can be: 256 bytes each, and 48 for finding it
    explicit Sketches(std::size_t most = kMost) : m_most(most) {}

    void add(const Access& access);
    /// Adds what was seen elsewhere, by another thread or on a device.
    void merge(const Sketch& sketch);
    /// Forgets the op's sketches.
    void forgetOp(std::uint64_t op);

    /// In the order in which they first occurred.
    [[nodiscard]] std::vector<Sketch> sketches() const;
    [[nodiscard]] std::uint64_t lostAccesses() const { return m_lostAccesses; }

private:
    struct Key {
        SiteKey site;
        ValueType type = ValueType::Unknown;
        std::uint8_t unit = 0;

        [[nodiscard]] std::uint64_t hash() const
        {
            return mixWords(
                site.hash(), std::uint64_t{static_cast<std::uint8_t>(type)} << 8 | unit);
        }
        friend bool operator==(const Key&, const Key&) = default;
    };

    std::size_t m_most;
    std::uint64_t m_lostAccesses = 0;
    FlatMap<Key, Sketch> m_sketches;
};

}  // namespace vellum::values
