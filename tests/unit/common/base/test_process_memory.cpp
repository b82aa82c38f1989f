#include "common/base/process_memory.h"
#include "tests/support/program/test_program.h"

#include <atomic>
#include <barrier>
#include <thread>
#include <vector>

using vellum::returnFreeMemory;

class TestProcessMemory : public QObject {
    Q_OBJECT

private slots:
    /// Under a sanitizer the process once ended here, as the second thread did. It says something only
    /// where nobody in the process has returned memory before, so it stays the only test that does.
    void threadsThatReturnMemoryTogetherEndInPeace();
    void whatIsTakenIsSeen();
};

void TestProcessMemory::threadsThatReturnMemoryTogetherEndInPeace()
{
    constexpr int kThreads = 4;
    std::barrier together(kThreads);
    std::atomic<int> done = 0;
    {
        std::vector<std::jthread> threads;
        threads.reserve(kThreads);
        for (int thread = 0; thread < kThreads; ++thread) {
            threads.emplace_back([&] {
                together.arrive_and_wait();
                returnFreeMemory();
                ++done;
            });
        }
    }
    QCOMPARE(done.load(), kThreads);
}

void TestProcessMemory::whatIsTakenIsSeen()
{
    constexpr std::size_t kBytes = std::size_t{64} << 20;
    const auto before = vellum::residentBytes();
    const std::vector<char> taken(kBytes, 'x');
    QVERIFY(vellum::residentBytes() >= before + kBytes / 2);
    QCOMPARE(taken.back(), 'x');
}

VELLUM_TEST_APPLESS(TestProcessMemory)
#include "test_process_memory.moc"
