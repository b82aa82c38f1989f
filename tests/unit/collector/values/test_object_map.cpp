// What lies at an address, beside a list that is searched from end to end.
#include "collector/values/analysis/object_map.h"
#include "tests/support/program/test_program.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

using namespace vellum::collector::values;  // NOLINT(google-build-using-namespace): the subject

namespace {

/// Blocks that are there, in no order.
class SlowMap {
public:
    struct Block {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        std::uint64_t number = 0;
    };

    void put(const Block& block)
    {
        std::erase_if(m_blocks, [&](const Block& other) {
            return other.begin < block.end && block.begin < other.end;
        });
        m_blocks.push_back(block);
    }
    void remove(std::uint64_t begin)
    {
        std::erase_if(m_blocks, [&](const Block& block) { return block.begin == begin; });
    }
    [[nodiscard]] std::uint64_t find(std::uint64_t address) const
    {
        const auto found = std::ranges::find_if(m_blocks, [&](const Block& block) {
            return address >= block.begin && address < block.end;
        });
        return found == m_blocks.end() ? 0 : found->number;
    }

private:
    std::vector<Block> m_blocks;
};

ValueObject blockAt(std::uint64_t base, std::uint64_t bytes, std::uint64_t site)
{
    ValueObject object;
    object.record.base = base;
    object.record.size = bytes;
    object.site = site;
    object.isUsed = true;
    return object;
}

}  // namespace

class TestObjectMap : public QObject {
    Q_OBJECT

private slots:
    void findsWhatASlowListFinds();
    void laterBlocksOfASiteAreOneObject();
    void anUnusedBlockGivesItsNumberBack();
};

void TestObjectMap::findsWhatASlowListFinds()
{
    std::mt19937_64 random(5);
    const auto upTo = [&](std::uint64_t most) { return random() % (most + 1); };
    for (int run = 0; run < 50; ++run) {
        ObjectList list;
        ObjectMap map(list, 0);
        SlowMap slow;
        for (int step = 0; step < 300; ++step) {
            const std::uint64_t base = upTo(400);
            if (upTo(3) == 0) {
                map.remove(base, 1);
                slow.remove(base);
            } else {
                const std::uint64_t bytes = upTo(40);
                const std::uint64_t number = map.put(blockAt(base, bytes, 0));
                slow.put({base, base + std::max<std::uint64_t>(bytes, 1), number});
            }
            const std::uint64_t address = upTo(450);
            QCOMPARE(map.find(address).number, slow.find(address));
        }
    }
}

void TestObjectMap::laterBlocksOfASiteAreOneObject()
{
    ObjectList list;
    ObjectMap map(list, 0);
    constexpr std::uint64_t kSite = 7;
    for (std::uint64_t i = 0; i < ObjectMap::kMostOfSite; ++i) {
        map.put(blockAt(i * 100, 50, kSite));
    }
    QCOMPARE(list.size(), std::size_t{ObjectMap::kMostOfSite});
    const std::uint64_t first = map.put(blockAt(1'000'000, 50, kSite));
    const std::uint64_t second = map.put(blockAt(2'000'000, 50, kSite));
    QCOMPARE(first, second);
    QCOMPARE(map.find(2'000'010).origin, std::uint64_t{0});
    QCOMPARE(map.find(110).origin, std::uint64_t{100});
    QVERIFY(list.at(first).isMany);
    QCOMPARE(list.at(first).record.base, std::uint64_t{1'000'000});
    QCOMPARE(list.at(first).record.size, std::uint64_t{1'000'050});
    QVERIFY(map.put(blockAt(3'000'000, 50, kSite + 1)) != first);
}

void TestObjectMap::anUnusedBlockGivesItsNumberBack()
{
    ObjectList list;
    ObjectMap map(list, 0);
    ValueObject unused = blockAt(10, 5, 1);
    unused.isUsed = false;
    const std::uint64_t number = map.put(unused);
    QCOMPARE(map.remove(10, 1), number);
    QCOMPARE(map.put(blockAt(10, 5, 1)), number);
    QCOMPARE(map.remove(10, 1), number);
    QVERIFY(map.put(blockAt(10, 5, 1)) != number);
}

VELLUM_TEST_GUILESS(TestObjectMap)
#include "test_object_map.moc"
