#include "common/values/duplicates.h"
#include "common/values/intervals.h"
#include "common/values/snapshots.h"
#include "tests/support/program/test_program.h"

#include <map>
#include <optional>
#include <random>
#include <set>
#include <vector>

using namespace vellum::values;  // NOLINT(google-build-using-namespace): all of this is about it

namespace {

using Bytes = std::vector<std::byte>;
using Intervals = std::vector<Interval>;

Bytes filled(std::size_t count, unsigned value)
{
    Bytes bytes;
    bytes.assign(count, std::byte(value));
    return bytes;
}

Bytes randomBytes(std::size_t count, unsigned different, std::mt19937_64& random)
{
    Bytes bytes;
    for (std::size_t i = 0; i < count; ++i) {
        bytes.push_back(std::byte(random() % different));
    }
    return bytes;
}

WriteCounts writeAll(Snapshots& snapshots, std::uint64_t object, const Bytes& bytes)
{
    const Fragment fragment = {.bytes = bytes};
    return snapshots.write(object, {&fragment, 1});
}

/// What 32 or so lanes of a warp touch, 4 bytes each, as intervals.
Intervals lanes(const std::vector<std::uint64_t>& offsets)
{
    Intervals intervals;
    for (const std::uint64_t offset : offsets) {
        intervals.push_back({.begin = offset, .end = offset + 4});
    }
    return merged(intervals);
}

std::vector<std::uint64_t> steps(std::uint64_t step)
{
    std::vector<std::uint64_t> offsets;
    for (std::uint64_t lane = 0; lane < 32; ++lane) {
        offsets.push_back(lane * step);
    }
    return offsets;
}

Intervals fragments(std::uint64_t count, std::uint64_t stride)
{
    Intervals intervals;
    for (std::uint64_t i = 0; i < count; ++i) {
        intervals.push_back({.begin = i * stride, .end = i * stride + 4096});
    }
    return intervals;
}

std::set<std::uint64_t> bytesOf(std::span<const Interval> intervals)
{
    std::set<std::uint64_t> bytes;
    for (const Interval& interval : intervals) {
        for (std::uint64_t at = interval.begin; at < interval.end; ++at) {
            bytes.insert(at);
        }
    }
    return bytes;
}

}  // namespace

class TestSnapshots : public QObject {
    Q_OBJECT

private slots:
    void mergesWhatLanesTouch();
    void mergesOverlappingIntervals();
    void agreesWithSetsOfBytes();
    void joinsFragmentsThatAreCheaperTogether();
    void losesIntervalsAndSaysSo();
    void neverCallsUndefinedBytesUnchanged();
    void countsUnchangedBytes();
    void agreesWithAMapOfBytes();
    void knowsNothingBeyondItsBudget();
    void findsDuplicatesOfAnOp();
    void keepsConstantsApart();
    void findsPartsAtWholeBlocks();
};

void TestSnapshots::mergesWhatLanesTouch()
{
    // I1
    QCOMPARE(lanes(steps(4)), (Intervals{{0, 128}}));
    QCOMPARE(lanes(steps(8)).size(), 32U);
    QCOMPARE(lanes(steps(0)), (Intervals{{0, 4}}));
    QCOMPARE(lanes({20, 16, 12, 36, 32}), (Intervals{{12, 24}, {32, 40}}));
}

void TestSnapshots::mergesOverlappingIntervals()
{
    // I2
    QCOMPARE(merged({{0, 4}, {4, 8}, {16, 20}, {2, 6}}), (Intervals{{0, 8}, {16, 20}}));
    QCOMPARE(
        merged({{0, 100}, {10, 20}, {100, 101}, {103, 104}}), (Intervals{{0, 101}, {103, 104}}));
    QCOMPARE(merged({{5, 5}, {9, 3}}), Intervals{});
}

void TestSnapshots::agreesWithSetsOfBytes()
{
    std::mt19937_64 random(1);
    for (int round = 0; round < 50; ++round) {
        IntervalSet set;
        std::set<std::uint64_t> expected;
        std::uint64_t begin = 0;
        for (int i = 0; i < 1000; ++i) {
            begin = random() % 3 == 0 ? begin + 4 : random() % 20'000;
            const Interval interval = {.begin = begin, .end = begin + random() % 6};
            set.add(interval);
            expected.merge(bytesOf({&interval, 1}));
        }
        const std::span<const Interval> intervals = set.intervals();
        QCOMPARE(bytesOf(intervals), expected);
        QCOMPARE(lengthOf(intervals), expected.size());
        for (std::size_t i = 1; i < intervals.size(); ++i) {
            QVERIFY(intervals[i - 1].end < intervals[i].begin);
        }
    }
}

void TestSnapshots::joinsFragmentsThatAreCheaperTogether()
{
    // A1, A2, A3: joining saves 7 µs and costs a gap's time at 20 GB/s.
    constexpr std::uint64_t kGap = 140'000;
    QCOMPARE(joined(fragments(200, 1 << 20), kGap).size(), 200U);
    QCOMPARE(joined(fragments(20'000, 8192), kGap).size(), 1U);
    Intervals far = fragments(100, 8192);
    far.push_back({.begin = 1 << 28, .end = (1 << 28) + 4096});
    QCOMPARE(joined(far, kGap).size(), 2U);
}

void TestSnapshots::losesIntervalsAndSaysSo()
{
    IntervalSet set(10);
    for (std::uint64_t i = 0; i < 1000; ++i) {
        set.add({.begin = 10 * i, .end = 10 * i + 1});
    }
    QCOMPARE(set.intervals().size(), 10U);
    QCOMPARE(set.lostBytes(), 990U);
}

void TestSnapshots::neverCallsUndefinedBytesUnchanged()
{
    // C1
    constexpr std::size_t kSize = 4000;
    constexpr std::uint64_t kDevice = 1;
    constexpr std::uint64_t kHost = 2;
    Snapshots snapshots(1 << 20);
    snapshots.allocate(kDevice, kSize);
    snapshots.allocate(kHost, kSize);
    const Bytes zeros = filled(kSize, 0);
    QCOMPARE(
        writeAll(snapshots, kDevice, zeros), (WriteCounts{.written = 4000, .undefined = 4000}));
    const WriteCounts kernel = writeAll(snapshots, kDevice, zeros);
    QCOMPARE(kernel, (WriteCounts{.written = 4000, .unchanged = 4000}));
    QCOMPARE(redundancyOf(kernel), 1.0);
    QCOMPARE(redundancyClassOf(kernel), RedundancyClass::Full);
    QCOMPARE(writeAll(snapshots, kHost, zeros).undefined, 4000U);
    QCOMPARE(writeAll(snapshots, kHost, zeros).unchanged, 4000U);
    snapshots.forgetContent(kHost);
    QCOMPARE(writeAll(snapshots, kHost, zeros).undefined, 4000U);
}

void TestSnapshots::countsUnchangedBytes()
{
    // C2
    Snapshots snapshots(1 << 20);
    snapshots.allocate(1, 4000);
    Bytes bytes = filled(4000, 7);
    (void)writeAll(snapshots, 1, bytes);
    for (std::size_t i = 0; i < 1600; ++i) {
        bytes[(5 * i / 2) % 4000] = std::byte{9};
    }
    const WriteCounts counts = writeAll(snapshots, 1, bytes);
    QCOMPARE(counts.unchanged, 2400U);
    QCOMPARE(redundancyOf(counts), 0.60);
    QCOMPARE(redundancyClassOf(counts), RedundancyClass::Some);
    // 2400 bytes are not worth a word, ten times as many are.
    QVERIFY(!isRedundant(counts));
    QVERIFY(isRedundant({.written = 40'000, .unchanged = 24'000}));
    QVERIFY(!isRedundant({.written = 400'000, .unchanged = 24'000}));
}

void TestSnapshots::agreesWithAMapOfBytes()
{
    std::mt19937_64 random(1);
    for (unsigned round = 0; round < 30; ++round) {
        const std::size_t size = 1 + random() % 700;
        Snapshots snapshots(1 << 20);
        snapshots.allocate(5, size);
        std::map<std::uint64_t, std::byte> memory;
        for (int op = 0; op < 60; ++op) {
            const std::uint64_t begin = random() % (size + 20);
            const Bytes bytes = randomBytes(random() % 300, 1 + round % 3, random);
            WriteCounts expected;
            for (std::size_t i = 0; i < bytes.size() && begin + i < size; ++i) {
                ++expected.written;
                const auto before = memory.find(begin + i);
                expected.undefined += before == memory.end() ? 1U : 0U;
                expected.unchanged +=
                    before != memory.end() && before->second == bytes[i] ? 1U : 0U;
                memory[begin + i] = bytes[i];
            }
            const Fragment fragment = {.offset = begin, .bytes = bytes};
            QCOMPARE(snapshots.write(5, {&fragment, 1}), expected);
            const Interval asked = {.begin = random() % size, .end = random() % (size + 9)};
            std::uint64_t undefined = 0;
            for (std::uint64_t at = asked.begin; at < std::min(asked.end, size); ++at) {
                undefined += memory.contains(at) ? 0U : 1U;
            }
            QCOMPARE(snapshots.undefinedBytes(5, {&asked, 1}), undefined);
        }
        QCOMPARE(snapshots.content(5).size(), size);
        for (const auto& [at, byte] : memory) {
            QVERIFY(snapshots.content(5)[at] == byte);
        }
    }
}

void TestSnapshots::knowsNothingBeyondItsBudget()
{
    Snapshots snapshots(1000);
    snapshots.allocate(1, 600);
    snapshots.allocate(2, 600);
    snapshots.allocate(3, std::uint64_t{1} << 40);
    QCOMPARE(writeAll(snapshots, 1, filled(10, 0)).undefined, 10U);
    QCOMPARE(writeAll(snapshots, 2, filled(10, 0)), (WriteCounts{.written = 10, .unknown = 10}));
    QVERIFY(snapshots.content(2).empty());
    QVERIFY(snapshots.lostBytes() > 600);
    snapshots.free(1);
    snapshots.allocate(2, 600);
    QCOMPARE(writeAll(snapshots, 2, filled(10, 0)).undefined, 10U);
}

void TestSnapshots::findsDuplicatesOfAnOp()
{
    // C3
    std::mt19937_64 random(1);
    Bytes bytes = randomBytes(5000, 256, random);
    Duplicates duplicates;
    duplicates.set(1, digestOf(bytes));
    QVERIFY(duplicates.endOp().empty());
    duplicates.set(2, digestOf(bytes));
    QCOMPARE(
        duplicates.endOp(),
        (std::vector<Duplicate>{
            {.object = 1, .other = 2, .kind = DuplicateKind::Total, .bytes = 5000}}));
    bytes[4999] ^= std::byte{1};
    duplicates.set(2, digestOf(bytes));
    QVERIFY(duplicates.endOp().empty());
    // Both at once are one pair, and a freed object is in none.
    duplicates.set(1, digestOf(bytes));
    duplicates.set(2, digestOf(bytes));
    QCOMPARE(duplicates.endOp().size(), 1U);
    duplicates.free(1);
    duplicates.set(2, digestOf(bytes));
    QVERIFY(duplicates.endOp().empty());
}

void TestSnapshots::keepsConstantsApart()
{
    Duplicates duplicates;
    duplicates.set(1, digestOf(filled(4000, 0)));
    duplicates.set(2, digestOf(filled(4000, 0)));
    duplicates.set(3, digestOf(filled(4001, 0)));
    QCOMPARE(
        duplicates.endOp(),
        (std::vector<Duplicate>{
            {.object = 1, .other = 2, .kind = DuplicateKind::Constant, .bytes = 4000}}));
    // One value of eight bytes over and over is constant, one of nine is not.
    for (const std::size_t period :
         {std::size_t{1}, std::size_t{2}, std::size_t{8}, std::size_t{9}}) {
        Bytes bytes;
        for (std::size_t i = 0; i < 999; ++i) {
            bytes.push_back(std::byte(i % period));
        }
        QCOMPARE(digestOf(bytes).isConstant, period <= 8);
    }
    QVERIFY(digestOf({}).isConstant);
}

void TestSnapshots::findsPartsAtWholeBlocks()
{
    constexpr std::size_t kBlock = ContentDigest::kBlock;
    std::mt19937_64 random(1);
    const Bytes large = randomBytes(5 * kBlock, 256, random);
    const auto at = [&](std::size_t begin, std::size_t count) {
        const auto from = large.begin() + static_cast<std::ptrdiff_t>(begin);
        return digestOf(Bytes(from, from + static_cast<std::ptrdiff_t>(count)));
    };
    Duplicates duplicates;
    duplicates.set(9, digestOf(large));
    (void)duplicates.endOp();
    duplicates.set(1, at(2 * kBlock, 2 * kBlock));
    duplicates.set(2, at(3 * kBlock, kBlock + 10));
    duplicates.set(3, at(kBlock + 1, kBlock));
    const std::vector<Duplicate> expected = {
        {.object = 1,
         .other = 9,
         .kind = DuplicateKind::Part,
         .offset = 2 * kBlock,
         .bytes = 2 * kBlock},
        {.object = 2, .other = 1, .kind = DuplicateKind::Part, .offset = kBlock, .bytes = kBlock},
        {.object = 2,
         .other = 9,
         .kind = DuplicateKind::Part,
         .offset = 3 * kBlock,
         .bytes = kBlock}};
    QCOMPARE(duplicates.endOp(), expected);
    // As well where the container has changed.
    duplicates.set(9, digestOf(large));
    QCOMPARE(duplicates.endOp().size(), 2U);
}

VELLUM_TEST_GUILESS(TestSnapshots)
#include "test_snapshots.moc"
