#include "common/values/sketch.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/common/values/number_lists.h"
#include "tests/unit/common/values/random_accesses.h"
#include "tests/unit/common/values/slow_patterns.h"

#include <array>
#include <map>
#include <random>
#include <vector>

using namespace vellum::values;  // NOLINT(google-build-using-namespace): all of this is about it

namespace {

/// One access per number, each at the next place from \p begin on.
std::vector<Access> accessesOf(
    const std::vector<double>& numbers, ValueType type, std::uint8_t unit, std::uint64_t begin = 0)
{
    std::vector<Access> accesses;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        accesses.push_back(
            {.type = type,
             .unit = unit,
             .offset = (begin + i) * unit,
             .value = bitsOf(numbers[i], type, unit)});
    }
    return accesses;
}

/// Sums that are NaN are equal too.
std::array<std::uint64_t, sizeof(Sketch) / 8> bitsOf(const Sketch& sketch)
{
    return std::bit_cast<std::array<std::uint64_t, sizeof(Sketch) / 8>>(sketch);
}

Sketch sketchOf(const std::vector<Access>& accesses)
{
    Sketch sketch = Sketch::like(accesses.at(0));
    for (const Access& access : accesses) {
        sketch.add(access);
    }
    return sketch;
}

/// Deals the accesses out to some sketches, and merges these.
Sketch mergedOf(const std::vector<Access>& accesses, std::size_t parts, std::mt19937& random)
{
    std::vector<Sketch> sketches(parts, Sketch::like(accesses.at(0)));
    for (const Access& access : accesses) {
        sketches[random() % parts].add(access);
    }
    Sketch merged = Sketch::like(accesses.at(0));
    for (const Sketch& sketch : sketches) {
        merged.merge(sketch);
    }
    return merged;
}

SketchPatterns patternsOf(const std::vector<double>& numbers, ValueType type, std::uint8_t unit)
{
    return findPatterns(sketchOf(accessesOf(numbers, type, unit)));
}

/// Every count is a lower bound, at most a ninth of all below the true one.
void checkTop(const Sketch& sketch, const std::vector<Access>& accesses)
{
    std::map<std::uint64_t, std::uint64_t> counts;
    for (const Access& access : accesses) {
        ++counts[access.value];
    }
    std::map<std::uint64_t, std::uint64_t> top;
    for (std::size_t i = 0; i < Sketch::kTop; ++i) {
        if (sketch.topCounts[i] > 0) {
            QVERIFY(top.emplace(sketch.topValues[i], sketch.topCounts[i]).second);
        }
    }
    for (const auto& [value, count] : counts) {
        QVERIFY(top[value] <= count);
        QVERIFY(9 * (count - top[value]) <= accesses.size());
    }
    QVERIFY(top.size() <= counts.size());
}

/// The patterns that do not depend on places.
constexpr Pattern kOfValues[] = {
    Pattern::SingleZero,
    Pattern::SingleValue,
    Pattern::HeavyType,
    Pattern::InappropriateFloat,
    Pattern::ApproximatelySingle};

SlowPatterns slowOf(const std::vector<Access>& accesses)
{
    SlowPatterns slow(accesses.at(0).type, accesses.at(0).unit);
    for (const Access& access : accesses) {
        slow.add(access.offset, access.value);
    }
    return slow;
}

void compareValues(const Sketch& sketch, const SlowPatterns& slow)
{
    const SketchPatterns found = findPatterns(sketch);
    const PatternSet expected = slow.patterns(Approximation::None);
    for (const Pattern pattern : kOfValues) {
        QVERIFY2(found.patterns.has(pattern) == expected.has(pattern), name(pattern).data());
    }
    const bool isOneWhenTruncated = isFloat(sketch.type, sketch.unit)
                                    && !expected.has(Pattern::SingleValue)
                                    && slow.patterns(Approximation::High).has(Pattern::SingleValue);
    QCOMPARE(found.patterns.has(Pattern::Approximate), isOneWhenTruncated);
    if (found.integerBits.has_value()) {
        QCOMPARE(*found.integerBits, slow.widest(Approximation::None));
    }
    if (found.narrower.has_value() && sketch.type != ValueType::Float) {
        QCOMPARE(found.narrower->needed, slow.widest(Approximation::None));
    }
}

/// Merging adds sums in another order.
void compareLines(const std::optional<Line>& a, const std::optional<Line>& b)
{
    QCOMPARE(a.has_value(), b.has_value());
    const Line first = a.value_or(Line{});
    const Line second = b.value_or(Line{});
    QVERIFY(std::abs(first.slope - second.slope) < 1e-9);
    QVERIFY(std::abs(first.intercept - second.intercept) < 1e-6);
}

}  // namespace

class TestSketch : public QObject {
    Q_OBJECT

private slots:
    void agreesWithDefinitionsOnAnyValues();
    void callsALineOnlyWhatIsOne();
    void mergesToTheSketchOfAll();
    void findsHeavyHitters();
    void keepsTheSlopeFarFromZero();
    void needsThreeIndicesForALine();
    void judgesFrequentValuesByTheirShare();
    void keepsSketchesApartAndCountsLosses();
};

void TestSketch::agreesWithDefinitionsOnAnyValues()
{
    for (unsigned seed = 0; seed < 10; ++seed) {
        const AccessShape shape = {
            .ops = 2, .sites = 2, .objects = 2, .bytes = 400, .values = seed};
        Sketches sketches;
        std::vector<std::vector<Access>> parts;
        std::map<std::tuple<SiteKey, ValueType, unsigned>, std::size_t> places;
        for (const Access& access : randomAccesses(seed, 4000, shape)) {
            sketches.add(access);
            const auto [place, isNew] =
                places.try_emplace({SiteKey::of(access), access.type, access.unit}, parts.size());
            parts.resize(std::max(parts.size(), place->second + 1));
            parts[place->second].push_back(access);
        }
        const std::vector<Sketch> found = sketches.sketches();
        QCOMPARE(found.size(), parts.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            QCOMPARE(bitsOf(found[i]), bitsOf(sketchOf(parts[i])));
            QCOMPARE(found[i].accesses, parts[i].size());
            compareValues(found[i], slowOf(parts[i]));
            checkTop(found[i], parts[i]);
        }
    }
}

void TestSketch::callsALineOnlyWhatIsOne()
{
    std::mt19937 random(3);
    unsigned lines = 0;
    for (unsigned round = 0; round < 3000; ++round) {
        const auto type = static_cast<ValueType>(random() % 5);
        const auto unit = static_cast<std::uint8_t>(1U << random() % 4);
        const std::vector<Access> accesses =
            accessesOf(almostRegular(random), type, unit, random() % 1000);
        const Sketch sketch = sketchOf(accesses);
        const SlowPatterns slow = slowOf(accesses);
        compareValues(sketch, slow);
        const SketchPatterns found = findPatterns(sketch);
        if (found.patterns.has(Pattern::Structured)) {
            ++lines;
            QVERIFY(slow.patterns(Approximation::None).has(Pattern::Structured));
        }
    }
    QVERIFY(lines > 100);
    for (unsigned round = 0; round < 1000; ++round) {
        // Any exact line is found.
        const double slope = static_cast<double>(1 + random() % 1000) / 4;
        const auto intercept = static_cast<double>(random() % 1000);
        const std::vector<double> numbers = listOf(3 + random() % 100, [&](std::size_t i) {
            return slope * static_cast<double>(i) - intercept;
        });
        const SketchPatterns found = patternsOf(numbers, ValueType::Float, 8);
        QVERIFY(found.patterns.has(Pattern::Structured));
        QCOMPARE(found.line->slope, slope);
        QCOMPARE(found.line->intercept + 1, 1 - intercept);
    }
}

void TestSketch::mergesToTheSketchOfAll()
{
    std::mt19937 random(5);
    for (unsigned round = 0; round < 500; ++round) {
        const auto type = static_cast<ValueType>(random() % 5);
        const auto unit = static_cast<std::uint8_t>(1U << random() % 4);
        std::vector<double> numbers = almostRegular(random);
        if (round % 10 == 0) {
            numbers[random() % numbers.size()] = std::numeric_limits<double>::quiet_NaN();
            numbers.push_back(std::numeric_limits<double>::infinity());
        }
        if (type != ValueType::Float) {
            numbers = listOf(
                numbers.size(), [&](std::size_t i) { return static_cast<double>(i % 7) - 3; });
        }
        const std::vector<Access> accesses = accessesOf(numbers, type, unit);
        const Sketch merged = mergedOf(accesses, 1 + random() % 6, random);
        const Sketch whole = sketchOf(accesses);
        QCOMPARE(merged.accesses, whole.accesses);
        QCOMPARE(merged.zeros, whole.zeros);
        QCOMPARE(merged.nans, whole.nans);
        QCOMPARE(merged.infinities, whole.infinities);
        QCOMPARE(merged.unsignedLeast, whole.unsignedLeast);
        QCOMPARE(merged.unsignedGreatest, whole.unsignedGreatest);
        QCOMPARE(merged.leastIndex, whole.leastIndex);
        QCOMPARE(merged.greatestIndex, whole.greatestIndex);
        QCOMPARE(merged.notIntegers, whole.notIntegers);
        QCOMPARE(merged.differing, whole.differing);
        if (!isFloat(type, unit)) {
            QCOMPARE(merged.signedLeast, whole.signedLeast);
            QCOMPARE(merged.signedGreatest, whole.signedGreatest);
        }
        if (round % 10 != 0) {
            compareValues(merged, slowOf(accesses));
            checkTop(merged, accesses);
            compareLines(findPatterns(merged).line, findPatterns(whole).line);
        }
    }
}

void TestSketch::findsHeavyHitters()
{
    // 19.8 % and 12.0 % of 100,000 values, in one sketch and in the 64 of as many blocks.
    std::mt19937 random(1);
    const std::vector<double> numbers = listOf(100'000, [&](std::size_t) {
        const auto of1000 = random() % 1000;
        return of1000 < 198 ? 7.0 : of1000 < 318 ? 9.0 : static_cast<double>(random() % 1'000'000);
    });
    const std::vector<Access> accesses = accessesOf(numbers, ValueType::Unsigned, 4);
    for (const Sketch& sketch : {sketchOf(accesses), mergedOf(accesses, 64, random)}) {
        checkTop(sketch, accesses);
        const SketchPatterns found = findPatterns(sketch);
        QVERIFY(found.top.size() >= 2);
        QCOMPARE(found.top[0].value, 7U);
        QCOMPARE(found.top[1].value, 9U);
        QCOMPARE(found.spatialAtLeast(), found.top[0].accesses);
        QVERIFY(!found.patterns.has(Pattern::Frequent));
    }
}

void TestSketch::keepsTheSlopeFarFromZero()
{
    const std::uint64_t begin = 500'000'000;
    const std::vector<double> numbers =
        listOf(1000, [&](std::size_t i) { return 2.5 * static_cast<double>(begin + i); });
    const SketchPatterns found =
        findPatterns(sketchOf(accessesOf(numbers, ValueType::Float, 8, begin)));
    QVERIFY(found.line.has_value());
    QCOMPARE(found.line->slope, 2.5);
    QVERIFY(std::abs(found.line->intercept) < 1e-6);
}

void TestSketch::needsThreeIndicesForALine()
{
    std::vector<Access> accesses = accessesOf({4, 9}, ValueType::Signed, 4);
    for (int i = 0; i < 5; ++i) {
        accesses.push_back(accesses[1]);
    }
    QVERIFY(!findPatterns(sketchOf(accesses)).patterns.has(Pattern::Structured));
    accesses.push_back(accessesOf({14}, ValueType::Signed, 4, 2)[0]);
    const SketchPatterns found = findPatterns(sketchOf(accesses));
    QVERIFY(found.patterns.has(Pattern::Structured));
    QVERIFY(found.line->isExact);
}

void TestSketch::judgesFrequentValuesByTheirShare()
{
    const auto isFrequent = [](const std::vector<double>& numbers) {
        return patternsOf(numbers, ValueType::Unknown, 4).patterns.has(Pattern::Frequent);
    };
    // As from items, six accesses are too few to call one of their values frequent.
    QVERIFY(!isFrequent({1, 1, 1, 1, 2, 3}));
    QVERIFY(isFrequent(listOf(60, [](std::size_t i) { return static_cast<double>(i % 6); })));
    QVERIFY(!isFrequent(listOf(1024, [](std::size_t i) { return static_cast<double>(i % 16); })));
    QVERIFY(isFrequent(
        listOf(1000, [](std::size_t i) { return i % 4 == 0 ? static_cast<double>(i) : 0; })));
}

void TestSketch::keepsSketchesApartAndCountsLosses()
{
    Sketches sketches(2);
    sketches.add({.op = 1, .site = 1});
    sketches.add({.op = 1, .site = 2});
    sketches.add({.op = 1, .site = 3});
    Access odd;
    odd.unit = 7;
    sketches.add(odd);
    QCOMPARE(sketches.lostAccesses(), 2U);
    Sketch other = sketches.sketches()[0];
    sketches.merge(other);
    QCOMPARE(sketches.sketches()[0].accesses, 2U);
    other.site = 5;
    sketches.merge(other);
    QCOMPARE(sketches.lostAccesses(), 3U);
    sketches.forgetOp(1);
    QVERIFY(sketches.sketches().empty());
    sketches.merge(other);
    QCOMPARE(sketches.sketches().at(0), other);
}

VELLUM_TEST_GUILESS(TestSketch)
#include "test_sketch.moc"
