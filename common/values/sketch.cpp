#include "common/values/sketch.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace vellum::values {

namespace {

constexpr std::uint32_t kFull = std::numeric_limits<std::uint32_t>::max();

std::uint32_t saturated(std::uint64_t count)
{
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(count, kFull));
}

double doubleOf(std::int64_t bits)
{
    return std::bit_cast<double>(bits);
}

/// A float that is no NaN was there: their extremes are NaNs as long as there was none.
bool hasNumber(const Sketch& sketch)
{
    return sketch.signedLeast != std::numeric_limits<std::int64_t>::max();
}

/// Counts a value, or takes one off every counter where there is no room: what Misra and Gries do.
void countTop(Sketch& sketch, std::uint64_t value)
{
    std::size_t free = Sketch::kTop;
    for (std::size_t i = 0; i < Sketch::kTop; ++i) {
        if (sketch.topCounts[i] == 0) {
            free = std::min(free, i);
        } else if (sketch.topValues[i] == value) {
            sketch.topCounts[i] = saturated(std::uint64_t{sketch.topCounts[i]} + 1);
            return;
        }
    }
    if (free < Sketch::kTop) {
        sketch.topValues[free] = value;
        sketch.topCounts[free] = 1;
        return;
    }
    for (std::uint32_t& count : sketch.topCounts) {
        --count;
    }
}

void mergeTop(Sketch& sketch, const Sketch& other)
{
    std::vector<ValueCount> counts;
    const auto add = [&](std::uint64_t value, std::uint64_t count) {
        const auto known = std::ranges::find(counts, value, &ValueCount::value);
        if (count == 0) {
            return;
        }
        if (known != counts.end()) {
            known->accesses += count;
        } else {
            counts.push_back({.value = value, .accesses = count});
        }
    };
    for (std::size_t i = 0; i < Sketch::kTop; ++i) {
        add(sketch.topValues[i], sketch.topCounts[i]);
        add(other.topValues[i], other.topCounts[i]);
    }
    std::ranges::stable_sort(counts, std::ranges::greater(), &ValueCount::accesses);
    // Taking the ninth's count off all keeps the error of the sum within the sum of errors.
    const std::uint64_t less = counts.size() > Sketch::kTop ? counts[Sketch::kTop].accesses : 0;
    for (std::size_t i = 0; i < Sketch::kTop; ++i) {
        const bool isLeft = i < counts.size() && counts[i].accesses > less;
        sketch.topValues[i] = isLeft ? counts[i].value : 0;
        sketch.topCounts[i] = isLeft ? saturated(counts[i].accesses - less) : 0;
    }
}

/// b - a of two numbers that are held in integers and may lie far from zero.
double differenceOf(std::uint64_t b, std::uint64_t a)
{
    return b >= a ? static_cast<double>(b - a) : -static_cast<double>(a - b);
}

double differenceOf(const Sketch& sketch, std::uint64_t value, std::uint64_t from)
{
    if (isFloat(sketch.type, sketch.unit)) {
        return floatOf(value, sketch.unit) - floatOf(from, sketch.unit);
    }
    if (sketch.type != ValueType::Signed) {
        return differenceOf(value, from);
    }
    // Signed numbers in their order, but without a sign to overflow.
    constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
    return differenceOf(
        static_cast<std::uint64_t>(signedOf(value, sketch.unit)) ^ kSign,
        static_cast<std::uint64_t>(signedOf(from, sketch.unit)) ^ kSign);
}

void addFloat(Sketch& sketch, std::uint64_t value)
{
    const double number = floatOf(value, sketch.unit);
    if (!(std::abs(number - std::trunc(number)) <= tolerance(sketch.unit))) {
        sketch.notIntegers = 1;
    }
    if (std::isnan(number)) {
        sketch.nans = saturated(std::uint64_t{sketch.nans} + 1);
        return;
    }
    if (!hasNumber(sketch)) {
        sketch.signedLeast = sketch.signedGreatest = std::bit_cast<std::int64_t>(number);
    }
    if (number < doubleOf(sketch.signedLeast)) {
        sketch.signedLeast = std::bit_cast<std::int64_t>(number);
    }
    if (number > doubleOf(sketch.signedGreatest)) {
        sketch.signedGreatest = std::bit_cast<std::int64_t>(number);
    }
    if (std::isinf(number)) {
        sketch.infinities = saturated(std::uint64_t{sketch.infinities} + 1);
    } else if (number != 0) {
        const std::uint64_t magnitude = value & magnitudeMask(sketch.unit);
        sketch.unsignedLeast = std::min(sketch.unsignedLeast, magnitude);
        sketch.unsignedGreatest = std::max(sketch.unsignedGreatest, magnitude);
    }
}

void mergeExtremes(Sketch& sketch, const Sketch& other)
{
    if (isFloat(sketch.type, sketch.unit)) {
        const bool isFirst = !hasNumber(sketch);
        if (!hasNumber(other)) {
            return;
        }
        if (isFirst || doubleOf(other.signedLeast) < doubleOf(sketch.signedLeast)) {
            sketch.signedLeast = other.signedLeast;
        }
        if (isFirst || doubleOf(other.signedGreatest) > doubleOf(sketch.signedGreatest)) {
            sketch.signedGreatest = other.signedGreatest;
        }
        return;
    }
    sketch.signedLeast = std::min(sketch.signedLeast, other.signedLeast);
    sketch.signedGreatest = std::max(sketch.signedGreatest, other.signedGreatest);
}

void addInteger(Sketch& sketch, std::uint64_t value)
{
    const std::int64_t number = signedOf(value, sketch.unit);
    sketch.signedLeast = std::min(sketch.signedLeast, number);
    sketch.signedGreatest = std::max(sketch.signedGreatest, number);
    sketch.unsignedLeast = std::min(sketch.unsignedLeast, value);
    sketch.unsignedGreatest = std::max(sketch.unsignedGreatest, value);
}

/// The least-squares line over accesses, if it is sure that none is far from it.
std::optional<Line> lineOf(const Sketch& sketch, double residual)
{
    const auto n = static_cast<long double>(sketch.accesses);
    const long double x = sketch.sumX;
    const long double y = sketch.sumY;
    // Of two indices a line goes through any values. Every index in between adds at least 1 here.
    const long double least = differenceOf(sketch.leastIndex, sketch.firstIndex);
    const long double greatest = differenceOf(sketch.greatestIndex, sketch.firstIndex);
    const long double between = (least + greatest) * x - sketch.sumXX - n * least * greatest;
    constexpr long double kRounding = 1e-14L;
    if (!(between > std::max(0.5L, kRounding * sketch.sumXX))) {
        return std::nullopt;
    }
    const long double xx = sketch.sumXX - x * x / n;
    const long double xy = sketch.sumXY - x * y / n;
    const long double yy = sketch.sumYY - y * y / n;
    const long double slope = xy / xx;
    // What rounding of the sums may have hidden is taken for a residual.
    const long double squares = std::max(yy - slope * xy, 0.0L) + kRounding * sketch.sumYY;
    const bool isFloats = isFloat(sketch.type, sketch.unit);
    const long double range =
        isFloats ? static_cast<long double>(doubleOf(sketch.signedGreatest))
                       - static_cast<long double>(doubleOf(sketch.signedLeast))
        : sketch.type == ValueType::Signed
            ? static_cast<long double>(sketch.signedGreatest)
                  - static_cast<long double>(sketch.signedLeast)
            : static_cast<long double>(sketch.unsignedGreatest - sketch.unsignedLeast);
    if (slope == 0 || !(std::sqrt(squares) <= residual * range)) {
        return std::nullopt;
    }
    const long double first = numberOf(sketch.first, sketch.type, sketch.unit);
    const long double atFirst = first + (y - slope * x) / n;
    return Line{
        .slope = static_cast<double>(slope),
        .intercept =
            static_cast<double>(atFirst - slope * static_cast<long double>(sketch.firstIndex)),
        .isExact = !isFloats && squares < 0.25L};
}

/// The top values with how much they cover, and whether few of them are half of all.
void addTop(const Sketch& sketch, const PatternThresholds& thresholds, SketchPatterns& found)
{
    for (std::size_t i = 0; i < Sketch::kTop; ++i) {
        if (sketch.topCounts[i] > 0) {
            found.top.push_back({.value = sketch.topValues[i], .accesses = sketch.topCounts[i]});
        }
    }
    std::ranges::sort(found.top, [](const ValueCount& a, const ValueCount& b) {
        return a.accesses != b.accesses ? a.accesses > b.accesses : a.value < b.value;
    });
    const auto all = static_cast<double>(sketch.accesses);
    double covered = 0;
    std::size_t needed = 0;
    for (const ValueCount& value : found.top) {
        needed += covered < thresholds.frequentUnique * all ? 1U : 0U;
        covered += static_cast<double>(value.accesses);
    }
    found.topShare = covered / all;
    if (found.topShare >= thresholds.frequentUnique
        && static_cast<double>(needed) <= thresholds.frequentDistinct * all) {
        found.patterns.add(Pattern::Frequent);
    }
}

void addTypes(const Sketch& sketch, SketchPatterns& found)
{
    if (isFloat(sketch.type, sketch.unit)) {
        if (sketch.nans == 0) {
            found.narrower = narrowerFloat(
                sketch.unit,
                sketch.unsignedLeast,
                sketch.unsignedGreatest,
                sketch.first | sketch.differing);
        }
        if (sketch.notIntegers == 0) {
            found.integerBits =
                bitsOfIntegers(doubleOf(sketch.signedLeast), doubleOf(sketch.signedGreatest));
        }
    } else if (sketch.type == ValueType::Signed) {
        found.narrower = narrowerSigned(sketch.unit, sketch.signedLeast, sketch.signedGreatest);
    } else if (sketch.type == ValueType::Unsigned) {
        found.narrower = narrowerUnsigned(sketch.unit, sketch.unsignedGreatest);
    }
    if (found.narrower.has_value()) {
        found.patterns.add(Pattern::HeavyType);
    }
    if (found.integerBits.has_value()) {
        found.patterns.add(Pattern::InappropriateFloat);
    }
}

void addApproximate(const Sketch& sketch, Approximation level, SketchPatterns& found)
{
    found.level = level;
    const unsigned kept = mantissaBits(level, sketch.unit);
    if (sketch.differing != 0 && (sketch.differing & keptMask(sketch.unit, kept)) == 0) {
        found.patterns.add(Pattern::Approximate);
    }
    if (sketch.nans > 0 || sketch.infinities > 0) {
        return;
    }
    found.relativeRange =
        relativeRangeOf(doubleOf(sketch.signedLeast), doubleOf(sketch.signedGreatest));
    if (sketch.differing != 0 && found.relativeRange.has_value()
        && *found.relativeRange <= std::ldexp(1.0, -static_cast<int>(kept))) {
        found.patterns.add(Pattern::ApproximatelySingle);
    }
}

}  // namespace

Sketch Sketch::like(const Access& access)
{
    return {
        .op = access.op,
        .object = access.object,
        .site = access.site,
        .kind = access.kind,
        .unit = access.unit,
        .type = access.type};
}

void Sketch::add(const Access& access)
{
    const std::uint64_t value = access.value;
    const std::uint64_t index = access.offset / unit;
    if (accesses == 0) {
        first = value;
        firstIndex = index;
    }
    ++accesses;
    zeros += isZero(value, type, unit) ? 1U : 0U;
    differing |= value ^ first;
    if (isFloat(type, unit)) {
        addFloat(*this, value);
    } else {
        addInteger(*this, value);
    }
    leastIndex = std::min(leastIndex, index);
    greatestIndex = std::max(greatestIndex, index);
    const double x = differenceOf(index, firstIndex);
    const double y = differenceOf(*this, value, first);
    sumX += x;
    sumY += y;
    sumXX += x * x;
    sumXY += x * y;
    sumYY += y * y;
    countTop(*this, value);
}

void Sketch::merge(const Sketch& other)
{
    if (accesses == 0 || other.accesses == 0) {
        *this = accesses == 0 ? other : *this;
        return;
    }
    // The other's sums, seen from this one's first value and index.
    const auto n = static_cast<double>(other.accesses);
    const double dx = differenceOf(other.firstIndex, firstIndex);
    const double dy = differenceOf(*this, other.first, first);
    sumXX += other.sumXX + 2 * dx * other.sumX + n * dx * dx;
    sumYY += other.sumYY + 2 * dy * other.sumY + n * dy * dy;
    sumXY += other.sumXY + dx * other.sumY + dy * other.sumX + n * dx * dy;
    sumX += other.sumX + n * dx;
    sumY += other.sumY + n * dy;

    accesses += other.accesses;
    zeros += other.zeros;
    notIntegers |= other.notIntegers;
    differing |= other.differing | (first ^ other.first);
    unsignedLeast = std::min(unsignedLeast, other.unsignedLeast);
    unsignedGreatest = std::max(unsignedGreatest, other.unsignedGreatest);
    mergeExtremes(*this, other);
    leastIndex = std::min(leastIndex, other.leastIndex);
    greatestIndex = std::max(greatestIndex, other.greatestIndex);
    nans = saturated(std::uint64_t{nans} + other.nans);
    infinities = saturated(std::uint64_t{infinities} + other.infinities);
    mergeTop(*this, other);
}

SketchPatterns findPatterns(const Sketch& sketch, const PatternThresholds& thresholds)
{
    SketchPatterns found;
    if (sketch.accesses == 0) {
        return found;
    }
    if (sketch.differing == 0) {
        found.patterns.add(Pattern::SingleValue);
        if (sketch.zeros > 0) {
            found.patterns.add(Pattern::SingleZero);
        }
    }
    addTop(sketch, thresholds, found);
    addTypes(sketch, found);
    if (sketch.nans == 0 && sketch.infinities == 0) {
        found.line = lineOf(sketch, thresholds.lineResidual);
    }
    if (found.line.has_value()) {
        found.patterns.add(Pattern::Structured);
    }
    if (isFloat(sketch.type, sketch.unit)) {
        addApproximate(sketch, thresholds.level, found);
    }
    return found;
}

void Sketches::add(const Access& access)
{
    const Key key = {.site = SiteKey::of(access), .type = access.type, .unit = access.unit};
    Sketch* sketch = isUnit(access.unit) ? m_sketches.findOrAdd(key, m_most) : nullptr;
    if (sketch == nullptr) {
        ++m_lostAccesses;
        return;
    }
    if (sketch->accesses == 0) {
        *sketch = Sketch::like(access);
    }
    sketch->add(access);
}

void Sketches::merge(const Sketch& sketch)
{
    if (sketch.accesses == 0) {
        return;
    }
    const Key key = {
        .site =
            {.op = sketch.op, .object = sketch.object, .site = sketch.site, .kind = sketch.kind},
        .type = sketch.type,
        .unit = sketch.unit};
    Sketch* mine = isUnit(sketch.unit) ? m_sketches.findOrAdd(key, m_most) : nullptr;
    if (mine == nullptr) {
        m_lostAccesses += sketch.accesses;
        return;
    }
    mine->merge(sketch);
}

void Sketches::forgetOp(std::uint64_t op)
{
    m_sketches.removeIf([&](const Key& key) { return key.site.op == op; });
}

std::vector<Sketch> Sketches::sketches() const
{
    std::vector<Sketch> sketches;
    sketches.reserve(m_sketches.size());
    for (const auto& entry : m_sketches.entries()) {
        sketches.push_back(entry.value);
    }
    return sketches;
}

}  // namespace vellum::values
