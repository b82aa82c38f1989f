#include "common/values/fine_patterns.h"
#include "common/values/item_groups.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/common/values/number_lists.h"
#include "tests/unit/common/values/random_accesses.h"
#include "tests/unit/common/values/slow_patterns.h"

#include <bit>
#include <functional>
#include <map>
#include <random>
#include <vector>

using namespace vellum::values;  // NOLINT(google-build-using-namespace): all of this is about it

namespace {

/// One access per number, each at the next place.
GroupPatterns patternsOf(const std::vector<double>& numbers, ValueType type, std::uint8_t unit)
{
    ItemGroups groups(ItemGroups::By::Object);
    std::uint64_t offset = 0;
    for (const double number : numbers) {
        groups.add(
            {.type = type, .unit = unit, .offset = offset, .value = bitsOf(number, type, unit)});
        offset += unit;
    }
    return groups.patterns().at(0);
}

GroupPatterns unknown(const std::vector<double>& numbers)
{
    return patternsOf(numbers, ValueType::Unknown, 4);
}

std::vector<double> repeated(const std::vector<double>& numbers, std::size_t times)
{
    return listOf(
        times * numbers.size(), [&](std::size_t i) { return numbers[i % numbers.size()]; });
}

std::uint64_t slowZeroBytes(const Access& access)
{
    std::uint64_t count = 0;
    for (unsigned i = 0; i < access.unit; ++i) {
        count += (access.value >> (8 * i) & 0xff) == 0 ? 1U : 0U;
    }
    return count;
}

PatternSet setOf(std::initializer_list<Pattern> patterns)
{
    PatternSet set;
    for (const Pattern pattern : patterns) {
        set.add(pattern);
    }
    return set;
}

bool has(const GroupPatterns& group, Pattern pattern)
{
    return group.found.patterns.has(pattern);
}

ItemCounts countsOf(
    std::uint64_t items, std::uint64_t unique, std::uint64_t distinct, std::uint64_t accesses)
{
    return {
        .items = items,
        .uniqueItems = unique,
        .distinctValues = distinct,
        .uniqueAccesses = accesses};
}

const std::vector<double>& talkValues()
{
    static const std::vector<double> kValues = {1, 1, 1, 1, 2, 3};
    return kValues;
}

void compare(const GroupPatterns& group, const SlowPatterns& slow)
{
    QCOMPARE(group.found.counts, slow.counts(Approximation::None));
    QCOMPARE(group.found.patterns.bits(), slow.patterns(Approximation::None).bits());
    if (isFloat(group.key.type, group.key.unit)) {
        for (unsigned level = 1; level < kApproximations; ++level) {
            QCOMPARE(
                group.found.atLevel.at(level).bits(),
                slow.patterns(static_cast<Approximation>(level)).bits());
        }
    }
    if (has(group, Pattern::InappropriateFloat)) {
        QCOMPARE(*group.found.integerBits, slow.widest(Approximation::None));
    }
    if (has(group, Pattern::HeavyType) && group.key.type != ValueType::Float) {
        QCOMPARE(group.found.narrower->needed, slow.widest(Approximation::None));
    }
}

}  // namespace

class TestFinePatterns : public QObject {
    Q_OBJECT

private slots:
    void countsItemsAndFindsFrequentValues();
    void findsFrequentValuesAmongMixedItems();
    void findsSingleValues();
    void findsStraightLines();
    void judgesLinesByTheRangeOfValues();
    void toleratesFewOutliers();
    void narrowsIntegers();
    void narrowsFloats();
    void findsFloatsThatHoldIntegers();
    void truncatesTheTalksValues();
    void findsApproximatelySingleValuesAcrossEdges();
    void keepsTheBadgesOrder();
    void agreesWithDefinitionsOnRandomAccesses();
    void agreesWithDefinitionsOnAlmostRegularArrays();
    void countsZerosAndOddNumbers();
    void saysWhatWasLost();
    void forgetsAnOp();
};

void TestFinePatterns::countsItemsAndFindsFrequentValues()
{
    // F1: of no type; as 32-bit integers 1, 2 and 3 are a heavy type, as floats inappropriate.
    const GroupPatterns once = unknown(talkValues());
    QCOMPARE(once.found.counts, countsOf(6, 6, 3, 6));
    QVERIFY(once.found.patterns.isEmpty());
    QCOMPARE(
        patternsOf(talkValues(), ValueType::Signed, 4).found.patterns, setOf({Pattern::HeavyType}));
    // F2
    const GroupPatterns often = unknown(repeated(talkValues(), 100));
    QCOMPARE(often.found.counts, countsOf(600, 600, 3, 600));
    QCOMPARE(often.found.patterns, setOf({Pattern::Frequent}));
    QCOMPARE(often.found.top.size(), 3U);
    QCOMPARE(often.found.top[0], (ValueCount{.value = 1, .accesses = 400}));
    // F3, F4: the limit is inclusive.
    const auto cycle = [](unsigned period) {
        return listOf(60, [=](std::size_t i) { return static_cast<double>(i * i % 61 % period); });
    };
    QCOMPARE(unknown(cycle(6)).found.counts.distinctValues, 6U);
    QVERIFY(has(unknown(cycle(6)), Pattern::Frequent));
    QCOMPARE(unknown(cycle(7)).found.counts.distinctValues, 7U);
    QVERIFY(unknown(cycle(7)).found.patterns.isEmpty());
    // F10
    const GroupPatterns modulo =
        unknown(listOf(1024, [](std::size_t i) { return static_cast<double>(i % 16); }));
    QCOMPARE(modulo.found.patterns, setOf({Pattern::Frequent}));
}

void TestFinePatterns::findsFrequentValuesAmongMixedItems()
{
    // F5, F6
    ItemGroups groups(ItemGroups::By::Object);
    const auto add = [&](std::uint64_t item, std::uint64_t value) {
        groups.add({.offset = 4 * item, .value = value});
    };
    for (std::uint64_t i = 0; i < 500; ++i) {
        add(i, 7);
        add(500 + i, 7);
        add(500 + i, 8);
    }
    QCOMPARE(groups.patterns()[0].found.counts, countsOf(1000, 500, 1, 500));
    QCOMPARE(groups.patterns()[0].facts.accesses(), 1500U);
    QCOMPARE(groups.patterns()[0].found.patterns, setOf({Pattern::Frequent}));
    // One more mixed item, among a thousand as before.
    ItemGroups more(ItemGroups::By::Object);
    for (std::uint64_t i = 0; i < 1000; ++i) {
        more.add({.offset = 4 * i, .value = 7});
    }
    for (std::uint64_t i = 499; i < 1000; ++i) {
        more.add({.offset = 4 * i, .value = 8});
    }
    QCOMPARE(more.patterns()[0].found.counts, countsOf(1000, 499, 1, 499));
    QVERIFY(more.patterns()[0].found.patterns.isEmpty());
}

void TestFinePatterns::findsSingleValues()
{
    // F7
    QCOMPARE(*unknown({0, 0, 0, 0, 0, 0}).found.patterns.badge(), Pattern::SingleZero);
    QCOMPARE(*unknown({1, 1, 1, 1, 1, 1}).found.patterns.badge(), Pattern::SingleValue);
    // Floats below the tolerance count as zero.
    QVERIFY(has(patternsOf({1e-7, 1e-7}, ValueType::Float, 4), Pattern::SingleZero));
    QVERIFY(!has(patternsOf({1e-5, 1e-5}, ValueType::Float, 4), Pattern::SingleZero));
    QVERIFY(!has(patternsOf({1e-7, 1e-7}, ValueType::Float, 8), Pattern::SingleZero));
    QVERIFY(has(patternsOf({1e-15, 1e-15}, ValueType::Float, 8), Pattern::SingleZero));
    // R9
    QCOMPARE(
        *patternsOf(repeated({1}, 100), ValueType::Float, 8).found.patterns.badge(),
        Pattern::SingleValue);
}

void TestFinePatterns::findsStraightLines()
{
    // F8
    for (const ValueType type : {ValueType::Signed, ValueType::Unsigned, ValueType::Unknown}) {
        const GroupPatterns group = patternsOf({1, 2, 3, 4, 5, 6}, type, 4);
        QCOMPARE(*group.found.patterns.badge(), Pattern::Structured);
        QCOMPARE(*group.found.line, (Line{.slope = 1, .intercept = 1, .isExact = true}));
    }
    // F9
    const GroupPatterns squares =
        unknown(listOf(1000, [](std::size_t i) { return static_cast<double>(i * i); }));
    QVERIFY(!has(squares, Pattern::Structured));
    QVERIFY(!has(squares, Pattern::StructuredWithOutliers));
    // Two points are always on a line, and equal ones have no slope.
    QVERIFY(!has(unknown({4, 9}), Pattern::Structured));
    QVERIFY(!has(unknown({4, 4, 4}), Pattern::Structured));
    const GroupPatterns down = patternsOf({5, 2, -1, -4}, ValueType::Signed, 8);
    QCOMPARE(*down.found.line, (Line{.slope = -3, .intercept = 5, .isExact = true}));
}

void TestFinePatterns::judgesLinesByTheRangeOfValues()
{
    // F11
    for (const std::uint8_t unit : {std::uint8_t{4}, std::uint8_t{8}}) {
        const GroupPatterns noise = patternsOf(uniform(1000, -0.01, 0.01), ValueType::Float, unit);
        QVERIFY(!has(noise, Pattern::Structured));
        QVERIFY(!has(noise, Pattern::StructuredWithOutliers));
    }
    // F12
    const std::vector<double> noise = uniform(1000, -1, 1);
    const GroupPatterns ramp = patternsOf(
        listOf(1000, [&](std::size_t i) { return 1e9 + 1e6 * static_cast<double>(i) + noise[i]; }),
        ValueType::Float,
        8);
    QVERIFY(has(ramp, Pattern::Structured));
    QVERIFY(std::abs(ramp.found.line->slope - 1e6) < 1);
    QVERIFY(!ramp.found.line->isExact);
}

void TestFinePatterns::toleratesFewOutliers()
{
    // R4: boundary indices of a stencil, iN[i] = max(i - 1, 0) and iS[i] = min(i + 1, n - 1).
    for (const std::size_t count : {std::size_t{502}, std::size_t{458}}) {
        const GroupPatterns north = patternsOf(
            listOf(count, [](std::size_t i) { return i == 0 ? 0 : static_cast<double>(i - 1); }),
            ValueType::Signed,
            4);
        QCOMPARE(*north.found.patterns.badge(), Pattern::StructuredWithOutliers);
        QVERIFY(!has(north, Pattern::Structured));
        QCOMPARE(
            *north.found.line, (Line{.slope = 1, .intercept = -1, .outliers = 1, .isExact = true}));
        const GroupPatterns south = patternsOf(
            listOf(
                count,
                [=](std::size_t i) { return static_cast<double>(std::min(i + 1, count - 1)); }),
            ValueType::Signed,
            4);
        QCOMPARE(
            *south.found.line, (Line{.slope = 1, .intercept = 1, .outliers = 1, .isExact = true}));
    }
    // Of 99 items one is more than a hundredth.
    QVERIFY(!has(
        unknown(listOf(99, [](std::size_t i) { return i == 50 ? 9999 : static_cast<double>(i); })),
        Pattern::StructuredWithOutliers));
    // An outlier far away does not make a line of noise.
    std::vector<double> noise = uniform(1000, -0.01, 0.01);
    noise[500] = 1e9;
    QVERIFY(!has(patternsOf(noise, ValueType::Float, 8), Pattern::StructuredWithOutliers));
}

void TestFinePatterns::narrowsIntegers()
{
    const auto narrower = [](const std::vector<double>& numbers, ValueType type) {
        return patternsOf(numbers, type, 4).found.narrower.value_or(NarrowerType{});
    };
    const auto type = [](unsigned to, unsigned needed) {
        return NarrowerType{.fromBits = 32, .toBits = to, .needed = needed};
    };
    // F13
    QCOMPARE(narrower({1, 127, 32, -120, 15, 12}, ValueType::Signed), type(8, 8));
    QCOMPARE(narrower({-128, 127}, ValueType::Signed), type(8, 8));
    QCOMPARE(narrower({-129}, ValueType::Signed), type(16, 9));
    QCOMPARE(narrower({128}, ValueType::Signed), type(16, 9));
    // F14
    QCOMPARE(narrower({255}, ValueType::Unsigned), type(8, 8));
    QCOMPARE(narrower({256}, ValueType::Unsigned), type(16, 9));
    // Nothing narrower than what is needed, and nothing where signs are not known.
    QCOMPARE(narrower({32768}, ValueType::Signed), NarrowerType{});
    QCOMPARE(narrower({5}, ValueType::Unknown), NarrowerType{});
    QCOMPARE(narrower({5}, ValueType::Pointer), NarrowerType{});
    // R3: a wall of 0 … 255
    const std::vector<double> wall = uniform(1000, 0, 255);
    QCOMPARE(narrower(wall, ValueType::Unsigned).toBits, 8U);
    QCOMPARE(narrower(wall, ValueType::Signed).toBits, 16U);
}

void TestFinePatterns::narrowsFloats()
{
    const auto isNarrow = [](double number, std::uint8_t unit) {
        return has(patternsOf({number, 0.7, number}, ValueType::Float, unit), Pattern::HeavyType)
               || has(patternsOf({number}, ValueType::Float, unit), Pattern::HeavyType);
    };
    // The guide's exponent fields 896 and 1151 of doubles are just outside a float's normal range, which is
    // 897 … 1150; its 113 … 142 of floats are a half's normal range.
    QVERIFY(isNarrow(0x1p-126, 8));
    QVERIFY(!isNarrow(0x1p-127, 8));
    QVERIFY(isNarrow(0x1.fffffep127, 8));
    QVERIFY(!isNarrow(0x1p128, 8));
    QVERIFY(!isNarrow(0x1.0000001p0, 8));
    QVERIFY(isNarrow(-0.0, 8));
    QVERIFY(isNarrow(0x1p-14, 4));
    QVERIFY(!isNarrow(0x1p-15, 4));
    QVERIFY(isNarrow(0x1.ffcp15, 4));
    QVERIFY(!isNarrow(0x1p16, 4));
    QVERIFY(!isNarrow(0x1.002p0, 4));
    QVERIFY(isNarrow(std::numeric_limits<double>::infinity(), 8));
    QVERIFY(!isNarrow(std::numeric_limits<double>::quiet_NaN(), 8));
}

void TestFinePatterns::findsFloatsThatHoldIntegers()
{
    const GroupPatterns small = patternsOf({1, 2, 100, -7}, ValueType::Float, 4);
    QVERIFY(has(small, Pattern::InappropriateFloat));
    QCOMPARE(*small.found.integerBits, 8U);
    QVERIFY(!has(patternsOf({1, 2.5}, ValueType::Float, 4), Pattern::InappropriateFloat));
    QVERIFY(has(patternsOf({1, 2 + 1e-15}, ValueType::Float, 8), Pattern::InappropriateFloat));
    QVERIFY(!has(patternsOf({1, 1e30}, ValueType::Float, 8), Pattern::InappropriateFloat));
}

void TestFinePatterns::truncatesTheTalksValues()
{
    // F15
    constexpr float kTalk[] = {1.0001F, 1.0003F, 1.0F, 1.0F, 1.0006F, 1.000004F};
    constexpr std::pair<unsigned, std::size_t> kDistinct[] = {
        {20, 5}, {15, 4}, {12, 3}, {11, 2}, {10, 1}, {7, 1}, {3, 1}};
    for (const auto& [kept, distinct] : kDistinct) {
        std::set<std::uint64_t> values;
        for (const float value : kTalk) {
            values.insert(std::bit_cast<std::uint32_t>(value) & keptMask(4, kept));
        }
        QCOMPARE(values.size(), distinct);
    }
    const GroupPatterns group =
        patternsOf({std::begin(kTalk), std::end(kTalk)}, ValueType::Float, 4);
    const auto isSingle = [&](Approximation level) {
        return group.found.atLevel.at(static_cast<std::size_t>(level)).has(Pattern::SingleValue);
    };
    QVERIFY(!isSingle(Approximation::Mid));
    QVERIFY(isSingle(Approximation::High));
    QVERIFY(isSingle(Approximation::Max));
    QVERIFY(has(group, Pattern::Approximate));
    QCOMPARE(group.found.level, Approximation::High);
    // 6.0e-4: within 2^-10, but not 2^-11
    QVERIFY(*group.found.relativeRange <= 0x1p-10);
    QVERIFY(*group.found.relativeRange > 0x1p-11);
}

void TestFinePatterns::findsApproximatelySingleValuesAcrossEdges()
{
    const auto distinctAt = [](const std::vector<double>& numbers, Approximation level) {
        std::set<std::uint64_t> values;
        for (const double number : numbers) {
            values.insert(
                bitsOf(number, ValueType::Float, 4) & keptMask(4, mantissaBits(level, 4)));
        }
        return values.size();
    };
    // R5 (a): one value from 15 bits on.
    const std::vector<double> above = uniform(1000, 80.0, 80.001);
    QVERIFY(distinctAt(above, Approximation::Min) > 1);
    for (const Approximation level :
         {Approximation::Low, Approximation::Mid, Approximation::High, Approximation::Max}) {
        QCOMPARE(distinctAt(above, level), 1U);
    }
    QVERIFY(has(patternsOf(above, ValueType::Float, 4), Pattern::Approximate));
    // R5 (b): never fewer than two, but within 2.5e-5 of 80.
    const std::vector<double> about = uniform(1000, 80.0 - 1e-3, 80.0 + 1e-3);
    QCOMPARE(distinctAt(about, Approximation::Max), 2U);
    const GroupPatterns group = patternsOf(about, ValueType::Float, 4);
    QVERIFY(!group.found.atLevel[5].has(Pattern::SingleValue));
    QVERIFY(has(group, Pattern::ApproximatelySingle));
    QVERIFY(*group.found.relativeRange < 2.6e-5);
}

void TestFinePatterns::keepsTheBadgesOrder()
{
    QVERIFY(!PatternSet().badge().has_value());
    QCOMPARE(
        *setOf({Pattern::Frequent, Pattern::SingleValue, Pattern::HeavyType}).badge(),
        Pattern::SingleValue);
    QCOMPARE(
        *setOf({Pattern::Approximate, Pattern::Frequent, Pattern::HeavyType}).badge(),
        Pattern::HeavyType);
    QCOMPARE(name(Pattern::SingleZero), std::string_view("single-zero"));
    QCOMPARE(name(Pattern::Approximate), std::string_view("approximate"));
    // R7: a histogram of zeros but for one in a hundred. R8: ten charges.
    const GroupPatterns histogram = patternsOf(
        listOf(5000, [](std::size_t i) { return i % 100 == 0 ? 1e6 : 0; }), ValueType::Unsigned, 4);
    QCOMPARE(histogram.facts.zeros(), 4950U);
    QVERIFY(has(histogram, Pattern::Frequent));
    const GroupPatterns charges = patternsOf(
        listOf(1000, [](std::size_t i) { return 0.1 * static_cast<double>(1 + i * i % 10); }),
        ValueType::Float,
        8);
    QCOMPARE(*charges.found.patterns.badge(), Pattern::Frequent);
    QCOMPARE(charges.found.counts.distinctValues, 6U);
}

void TestFinePatterns::agreesWithDefinitionsOnRandomAccesses()
{
    for (unsigned seed = 0; seed < 8; ++seed) {
        const AccessShape shape = {
            .ops = 2, .sites = 2, .objects = 1, .bytes = 48, .values = seed * 2};
        ItemGroups groups;
        std::map<GroupKey, SlowPatterns> expected;
        std::map<GroupKey, std::uint64_t> zeroBytesOf;
        for (const Access& access : randomAccesses(seed, 3000, shape)) {
            groups.add(access);
            GroupKey key = {.site = SiteKey::of(access), .type = access.type, .unit = access.unit};
            for (const bool isAll : {false, true}) {
                key.isAllSites = isAll;
                key.site.site = isAll ? 0 : access.site;
                const auto slow = expected.try_emplace(key, access.type, access.unit).first;
                slow->second.add(access.offset, access.value);
                zeroBytesOf[key] += slowZeroBytes(access);
            }
        }
        const std::vector<GroupPatterns> found = groups.patterns();
        QCOMPARE(found.size(), expected.size());
        for (const GroupPatterns& group : found) {
            const SlowPatterns& slow = expected.at(group.key);
            QCOMPARE(group.found.counts, slow.counts(Approximation::None));
            QCOMPARE(group.found.top, slow.top());
            QCOMPARE(group.found.patterns.bits(), slow.patterns(Approximation::None).bits());
            QCOMPARE(group.facts.zeroBytes(), zeroBytesOf[group.key]);
            QCOMPARE(group.lostItems, 0U);
        }
    }
}

void TestFinePatterns::agreesWithDefinitionsOnAlmostRegularArrays()
{
    std::mt19937 random(7);
    std::array<unsigned, kPatterns + 1> seen = {};
    for (unsigned round = 0; round < 3000; ++round) {
        const auto type = static_cast<ValueType>(random() % 5);
        const auto unit = static_cast<std::uint8_t>(1U << random() % 4);
        const unsigned stride = unit * (1 + round % 2);
        ItemGroups groups(ItemGroups::By::Object);
        SlowPatterns slow(type, unit);
        std::uint64_t offset = 0;
        for (const double number : almostRegular(random)) {
            const std::uint64_t bits = bitsOf(number, type, unit);
            groups.add({.type = type, .unit = unit, .offset = offset, .value = bits});
            slow.add(offset, bits);
            offset += stride;
        }
        const GroupPatterns group = groups.patterns().at(0);
        compare(group, slow);
        for (unsigned pattern = 1; pattern <= kPatterns; ++pattern) {
            seen.at(pattern) += has(group, static_cast<Pattern>(pattern)) ? 1U : 0U;
        }
    }
    // The arrays are regular enough to show each pattern.
    for (unsigned pattern = 1; pattern <= kPatterns; ++pattern) {
        QVERIFY2(seen.at(pattern) > 0, name(static_cast<Pattern>(pattern)).data());
    }
}

void TestFinePatterns::countsZerosAndOddNumbers()
{
    const double inf = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const GroupPatterns group = patternsOf({0, 1, inf, nan, -inf, 0}, ValueType::Float, 8);
    QCOMPARE(group.facts.zeros(), 2U);
    QCOMPARE(group.facts.nans(), 1U);
    QCOMPARE(group.facts.infinities(), 2U);
    QCOMPARE(group.facts.zeroBytes(), 16U + 6U + 6U + 6U + 6U);
    QVERIFY(!group.found.relativeRange.has_value());
    QCOMPARE(zeroBytes(0x0100ff00, 4), 2U);
}

void TestFinePatterns::saysWhatWasLost()
{
    ItemGroups groups(ItemGroups::By::Object, {.groups = 1, .items = 2});
    groups.add({.offset = 0, .value = 5});
    groups.add({.offset = 4, .value = 5});
    groups.add({.offset = 8, .value = 6});
    groups.add({.object = 9});
    Access odd;
    odd.unit = 0;
    groups.add(odd);
    const GroupPatterns group = groups.patterns().at(0);
    QCOMPARE(group.lostItems, 1U);
    QCOMPARE(group.facts.accesses(), 3U);
    QCOMPARE(groups.lostAccesses(), 2U);
    // The two items that were kept hold one value, but the third did not.
    QVERIFY(!has(group, Pattern::SingleValue));
}

void TestFinePatterns::forgetsAnOp()
{
    ItemGroups groups(ItemGroups::By::Object, {.groups = 2, .items = 2});
    groups.add({.op = 1, .value = 5});
    groups.add({.op = 2, .value = 6});
    groups.forgetOp(1);
    groups.add({.op = 3, .value = 7});
    const std::vector<GroupPatterns> left = groups.patterns();
    QCOMPARE(left.size(), 2U);
    QCOMPARE(left[1].key.site.op, 3U);
    QCOMPARE(left[1].found.counts, countsOf(1, 1, 1, 1));
    QCOMPARE(groups.lostAccesses(), 0U);
}

VELLUM_TEST_GUILESS(TestFinePatterns)
#include "test_fine_patterns.moc"
