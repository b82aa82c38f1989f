#include "common/values/redundancy.h"
#include "common/values/spatial_redundancy.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/common/values/random_accesses.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

using namespace vellum::values;  // NOLINT(google-build-using-namespace): all of this is about it

namespace {

using Pairs = std::
    map<std::tuple<SiteKey, std::uint32_t, std::uint64_t>, std::pair<std::uint64_t, std::uint64_t>>;
using Rows = std::map<SiteKey, RedundancyRow>;

/// Redundancy by its definition: the whole history, searched backwards for each access.
class SlowRedundancy {
public:
    void add(const Access& access)
    {
        RedundancyRow& row = m_rows[SiteKey::of(access)];
        row.key = SiteKey::of(access);
        ++row.accesses;
        row.bytes += access.unit;
        compareWithThread(access, row);
        if (isStore(access.kind)) {
            compareWithMemory(access, row);
        }
        m_history.push_back({.access = access});
    }
    void endBlock(std::uint64_t op, std::uint32_t block)
    {
        for (Past& past : m_history) {
            past.isOver = past.isOver || (past.access.op == op && past.access.block == block);
        }
    }
    void endOp(std::uint64_t op)
    {
        for (Past& past : m_history) {
            past.isOver = past.isOver || past.access.op == op;
        }
    }
    void forgetObject(std::uint64_t object)
    {
        std::erase_if(m_history, [&](const Past& past) { return past.access.object == object; });
    }

    [[nodiscard]] const Rows& rows() const { return m_rows; }
    [[nodiscard]] const Pairs& pairs() const { return m_pairs; }

private:
    struct Past {
        Access access;
        bool isOver = false;
    };

    template <typename Is>
    [[nodiscard]] const Access* last(Is is) const
    {
        const auto past = std::find_if(m_history.rbegin(), m_history.rend(), is);
        return past == m_history.rend() ? nullptr : &past->access;
    }

    void compareWithThread(const Access& access, RedundancyRow& row)
    {
        const auto isThreads = [&](const Past& past) {
            const Access& a = past.access;
            return !past.isOver && a.op == access.op && a.block == access.block
                   && a.thread == access.thread && a.object == access.object
                   && a.offset == access.offset;
        };
        const auto isSame = [&](const Access* a) {
            return a != nullptr && a->unit == access.unit && a->value == access.value;
        };
        const Access* before = last(
            [&](const Past& past) { return isThreads(past) && past.access.kind == access.kind; });
        if (isSame(before)) {
            ++row.redundant;
            auto& pair = m_pairs[{SiteKey::of(access), before->site, access.value}];
            ++pair.first;
            pair.second += access.unit;
        }
        const Access* store =
            last([&](const Past& past) { return isThreads(past) && isStore(past.access.kind); });
        row.reloads += access.kind == AccessKind::Read && isSame(store) ? 1U : 0U;
    }

    void compareWithMemory(const Access& access, RedundancyRow& row)
    {
        std::optional<std::uint64_t> before = 0;
        for (unsigned i = 0; i < access.unit; ++i) {
            const std::uint64_t at = access.offset + i;
            const Access* toucher = last([&](const Past& past) {
                const Access& a = past.access;
                return a.object == access.object && a.offset <= at && at < a.offset + a.unit;
            });
            if (toucher == nullptr) {
                before.reset();
                continue;
            }
            const std::uint64_t byte = toucher->value >> (8 * (at - toucher->offset)) & 0xff;
            if (before.has_value()) {
                *before |= byte << (8 * i);
            }
            if (access.kind == AccessKind::Write && isStore(toucher->kind)) {
                ++m_rows[SiteKey::of(*toucher)].deadBytes;
            }
        }
        if (access.hasOld) {
            before = access.old;
        }
        if (before.has_value()) {
            ++row.storesOverKnown;
            row.silentStores += *before == access.value ? 1U : 0U;
            row.silentBytes += *before == access.value ? access.unit : 0U;
        }
    }

    std::vector<Past> m_history;
    Rows m_rows;
    Pairs m_pairs;
};

Rows rowsOf(const Redundancy& redundancy)
{
    Rows rows;
    for (const RedundancyRow& row : redundancy.rows()) {
        rows[row.key] = row;
    }
    return rows;
}

Pairs pairsOf(const Redundancy& redundancy)
{
    Pairs pairs;
    for (const RedundantPair& pair : redundancy.pairs()) {
        const SiteKey key = {
            .op = pair.op, .object = pair.object, .site = pair.to, .kind = pair.kind};
        pairs[{key, pair.from, pair.value}] = {pair.accesses, pair.bytes};
    }
    return pairs;
}

/// The sums of all rows of a kind.
RedundancyRow sumsOf(const Redundancy& redundancy, AccessKind kind)
{
    RedundancyRow sums;
    for (const RedundancyRow& row : redundancy.rows()) {
        if (row.key.kind == kind) {
            sums.accesses += row.accesses;
            sums.redundant += row.redundant;
            sums.reloads += row.reloads;
            sums.silentStores += row.silentStores;
            sums.deadBytes += row.deadBytes;
        }
    }
    return sums;
}

Access read(std::uint64_t value, std::uint32_t site = 0)
{
    return {.site = site, .kind = AccessKind::Read, .value = value};
}

Access write(std::uint64_t value, std::uint32_t site = 0)
{
    return {.site = site, .kind = AccessKind::Write, .value = value};
}

Access by(std::uint32_t thread, Access access)
{
    access.thread = thread;
    return access;
}

}  // namespace

class TestRedundancy : public QObject {
    Q_OBJECT

private slots:
    void countsPairsOfSites();
    void countsReadsAndWritesApart();
    void endsWithItsBlock();
    void countsEachThreadApart();
    void agreesWithTheWholeHistory();
    void findsDeadBytesOfTheStoreThatWasInVain();
    void forgetsAndSaysSo();
    void countsSpatialRedundancyAndItsExcess();
    void agreesWithCountsOfAllValues();
    void losesValuesAndSaysSo();
};

void TestRedundancy::countsPairsOfSites()
{
    // T1
    Redundancy redundancy;
    for (const Access& access : {read(5, 1), read(5, 2), read(6, 3), read(6, 1)}) {
        redundancy.add(access);
    }
    const RedundancyRow reads = sumsOf(redundancy, AccessKind::Read);
    QCOMPARE(reads.redundant, 2U);
    QCOMPARE(reads.accesses, 4U);
    const std::vector<RedundantPair> pairs = redundancy.pairs();
    QCOMPARE(pairs.size(), 2U);
    QCOMPARE(pairs[0], (RedundantPair{.value = 6, .to = 1, .from = 3, .accesses = 1, .bytes = 4}));
    QCOMPARE(pairs[1], (RedundantPair{.value = 5, .to = 2, .from = 1, .accesses = 1, .bytes = 4}));
    QCOMPARE(redundancy.pairs(1).size(), 1U);
}

void TestRedundancy::countsReadsAndWritesApart()
{
    // T2
    Redundancy redundancy;
    for (const Access& access : {read(5), write(5), read(5), write(6), write(6), by(1, read(6))}) {
        redundancy.add(access);
    }
    const RedundancyRow reads = sumsOf(redundancy, AccessKind::Read);
    const RedundancyRow writes = sumsOf(redundancy, AccessKind::Write);
    QCOMPARE(reads.redundant, 1U);
    QCOMPARE(reads.accesses, 3U);
    QCOMPARE(writes.redundant, 1U);
    QCOMPARE(writes.accesses, 3U);
    QCOMPARE(writes.silentStores, 2U);
    // The vector's "RedSan rule 2" counts every access that equals what its thread stored there last: the
    // second read and the last write. The definition's "read returns what the same thread last wrote" is
    // the first of them only.
    QCOMPARE(reads.reloads, 1U);
    QCOMPARE(reads.reloads + writes.redundant, 2U);
}

void TestRedundancy::endsWithItsBlock()
{
    // T3
    Redundancy redundancy;
    redundancy.add(read(5));
    redundancy.endBlock(0, 0);
    redundancy.add(read(5));
    Access other = read(5);
    other.block = 1;
    redundancy.add(other);
    QCOMPARE(sumsOf(redundancy, AccessKind::Read).redundant, 0U);
    QCOMPARE(sumsOf(redundancy, AccessKind::Read).accesses, 3U);
}

void TestRedundancy::countsEachThreadApart()
{
    // T4
    Redundancy redundancy;
    for (int i = 0; i < 4; ++i) {
        redundancy.add(by(0, read(5)));
        redundancy.add(by(1, read(5)));
    }
    QCOMPARE(sumsOf(redundancy, AccessKind::Read).redundant, 6U);
    QCOMPARE(sumsOf(redundancy, AccessKind::Read).accesses, 8U);
    QCOMPARE(share(6, 8), 0.75);
    QCOMPARE(share(0, 0), 0.0);
}

void TestRedundancy::agreesWithTheWholeHistory()
{
    for (unsigned seed = 0; seed < 6; ++seed) {
        AccessShape shape = {.ops = 2, .blocks = 2, .threads = 2, .bytes = 12};
        if (seed % 2 == 1) {
            shape = {.ops = 1, .blocks = 1, .threads = 2, .objects = 1, .bytes = 140};
        }
        Redundancy redundancy;
        SlowRedundancy expected;
        unsigned step = 0;
        for (const Access& access : randomAccesses(seed, 4000, shape)) {
            redundancy.add(access);
            expected.add(access);
            if (++step % 97 == 0) {
                redundancy.endBlock(access.op, access.block);
                expected.endBlock(access.op, access.block);
            } else if (step % 401 == 0) {
                redundancy.endOp(access.op);
                expected.endOp(access.op);
            } else if (step % 599 == 0) {
                redundancy.forgetObject(access.object);
                expected.forgetObject(access.object);
            }
        }
        QCOMPARE(rowsOf(redundancy), expected.rows());
        QCOMPARE(pairsOf(redundancy), expected.pairs());
        QCOMPARE(redundancy.loss(), RedundancyLoss{});
        QVERIFY(sumsOf(redundancy, AccessKind::Read).redundant > 0);
        QVERIFY(sumsOf(redundancy, AccessKind::Read).reloads > 0);
        QVERIFY(sumsOf(redundancy, AccessKind::Write).silentStores > 0);
        QVERIFY(sumsOf(redundancy, AccessKind::Write).deadBytes > 0);
    }
}

void TestRedundancy::findsDeadBytesOfTheStoreThatWasInVain()
{
    Redundancy redundancy;
    Access wide = write(0x0807060504030201, 1);
    wide.unit = 8;
    redundancy.add(wide);
    Access narrow = read(0x04, 2);
    narrow.unit = 1;
    narrow.offset = 3;
    redundancy.add(narrow);
    redundancy.add(by(7, write(9, 3)));
    // Bytes 0 to 3 are stored again, and byte 3 had been read.
    QCOMPARE(redundancy.rows()[0].key.site, 1U);
    QCOMPARE(redundancy.rows()[0].deadBytes, 3U);
    QCOMPARE(redundancy.rows()[2].deadBytes, 0U);
}

void TestRedundancy::forgetsAndSaysSo()
{
    const std::vector<Access> accesses = randomAccesses(1, 3000, {.bytes = 2000});
    Redundancy all;
    Redundancy few({.cells = 10, .lines = 4, .rows = 20, .pairs = 3});
    for (const Access& access : accesses) {
        all.add(access);
        few.add(access);
    }
    const RedundancyLoss loss = few.loss();
    QVERIFY(loss.accesses > 0);
    QVERIFY(loss.cells > 0);
    QVERIFY(loss.lines > 0);
    QCOMPARE(few.rows().size(), 20U);
    QVERIFY(few.pairs().size() <= 3);
    const Rows expected = rowsOf(all);
    std::uint64_t booked = 0;
    for (const RedundancyRow& row : few.rows()) {
        const RedundancyRow& whole = expected.at(row.key);
        booked += row.accesses;
        QCOMPARE(row.accesses, whole.accesses);
        QVERIFY(row.redundant <= whole.redundant);
        QVERIFY(row.reloads <= whole.reloads);
        QVERIFY(row.silentStores <= whole.silentStores);
        QVERIFY(row.deadBytes <= whole.deadBytes);
    }
    QCOMPARE(booked + loss.accesses, accesses.size());

    Access odd = read(1);
    odd.unit = 3;
    all.add(odd);
    QCOMPARE(all.loss().accesses, 1U);
}

void TestRedundancy::countsSpatialRedundancyAndItsExcess()
{
    // S1: C = A + B, four elements at a time, by one thread.
    constexpr std::uint64_t kA[] = {0x78, 0x56, 0x11, 0x11};
    constexpr std::uint64_t kB[] = {0x78, 0x56, 0x34, 0x12};
    SpatialRedundancy spatial;
    Redundancy temporal;
    const auto add = [&](AccessKind kind, std::uint32_t object, std::size_t i, std::uint64_t v) {
        const Access access = {
            .site = object, .kind = kind, .object = object, .offset = 4 * i, .value = v};
        spatial.add(access);
        temporal.add(access);
    };
    for (std::size_t i = 0; i < 4; ++i) {
        add(AccessKind::Read, 0, i, kA[i]);
        add(AccessKind::Read, 1, i, kB[i]);
    }
    for (std::size_t i = 0; i < 4; ++i) {
        add(AccessKind::Write, 2, i, kA[i] + kB[i]);
    }
    const std::vector<SpatialRow>& rows = spatial.rows();
    QCOMPARE(rows.size(), 3U);
    QCOMPARE(rows[0].most + rows[1].most, 3U);
    QCOMPARE(rows[0].mostValue, 0x11U);
    QCOMPARE(rows[0].excess() + rows[1].excess(), 1U);
    QCOMPARE(rows[2].most, 1U);
    QCOMPARE(rows[2].excess(), 0U);
    QCOMPARE(rows[0].accesses + rows[1].accesses + rows[2].accesses, 12U);
    QVERIFY(temporal.pairs().empty());
}

void TestRedundancy::agreesWithCountsOfAllValues()
{
    for (unsigned seed = 0; seed < 4; ++seed) {
        SpatialRedundancy spatial;
        std::map<SiteKey, std::map<std::uint64_t, std::uint64_t>> histograms;
        for (const Access& access : randomAccesses(seed, 3000, {.values = seed == 0 ? 0 : 12U})) {
            spatial.add(access);
            ++histograms[SiteKey::of(access)][access.value];
        }
        QCOMPARE(spatial.rows().size(), histograms.size());
        for (const SpatialRow& row : spatial.rows()) {
            std::uint64_t accesses = 0;
            std::uint64_t most = 0;
            for (const auto& [value, count] : histograms[row.key]) {
                accesses += count;
                most = std::max(most, count);
            }
            QCOMPARE(row.accesses, accesses);
            QCOMPARE(row.most, most);
            QCOMPARE(histograms[row.key][row.mostValue], most);
        }
        spatial.endOp(0);
        QCOMPARE(spatial.rows().size(), histograms.size());
    }
}

void TestRedundancy::losesValuesAndSaysSo()
{
    SpatialRedundancy spatial({.rows = 1, .values = 2});
    for (const std::uint64_t value : {1U, 2U, 3U, 3U, 2U}) {
        spatial.add(read(value));
    }
    spatial.add(read(1, 9));
    QCOMPARE(spatial.rows().size(), 1U);
    QCOMPARE(spatial.rows()[0].most, 2U);
    QCOMPARE(spatial.lostValues(), 2U);
    QCOMPARE(spatial.lostAccesses(), 1U);
}

VELLUM_TEST_GUILESS(TestRedundancy)
#include "test_redundancy.moc"
