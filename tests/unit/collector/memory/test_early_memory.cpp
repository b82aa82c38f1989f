#include "collector/sources/allocator.h"
#include "tests/support/program/test_program.h"

#include <cstddef>
#include <cstdint>
#include <memory>

using vellum::collector::sources::EarlyMemory;

/// What the allocator gives before it is known.
class TestEarlyMemory : public QObject {
    Q_OBJECT

private slots:
    void givesBlocksUntilItIsUsedUp();
    void refusesWhatIsLargerThanAllOfIt();
};

void TestEarlyMemory::givesBlocksUntilItIsUsedUp()
{
    const auto memory = std::make_unique<EarlyMemory>();
    auto* const first = static_cast<char*>(memory->take(1));
    auto* const second = static_cast<char*>(memory->take(100));
    QCOMPARE(second - first, static_cast<std::ptrdiff_t>(alignof(std::max_align_t)));
    const std::size_t rest = memory->bytesFrom(second) - 112;
    auto* const last = static_cast<char*>(memory->take(rest));
    QVERIFY(memory->holds(last + rest - 1) && !memory->holds(last + rest));
    QVERIFY(memory->take(1) == nullptr);
}

void TestEarlyMemory::refusesWhatIsLargerThanAllOfIt()
{
    const auto memory = std::make_unique<EarlyMemory>();
    for (const std::size_t bytes : {SIZE_MAX, SIZE_MAX - 15, std::size_t{1} << 20U}) {
        QVERIFY(memory->take(bytes) == nullptr);
    }
    QVERIFY(memory->take(16) != nullptr);
}

VELLUM_TEST_GUILESS(TestEarlyMemory)
#include "test_early_memory.moc"
