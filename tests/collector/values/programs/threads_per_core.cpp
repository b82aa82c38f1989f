// Eight threads, all counting in one cache line or two.
//
// found: FalseShared of tallies
#include <atomic>
#include <cstdio>
#include <latch>
#include <thread>
#include <vector>

constexpr unsigned kThreads = 8;
constexpr int kCounts = 30'000;
volatile int tallies[kThreads];
std::atomic<int> together = 0;
std::latch started(kThreads);

static void tally(unsigned thread)
{
    started.arrive_and_wait();
    for (int i = 0; i < kCounts; ++i) {
        tallies[thread] = tallies[thread] + 1;
    }
    together.fetch_add(tallies[thread]);
}

int main()
{
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < kThreads; ++i) {
        threads.emplace_back(tally, i);
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    std::printf("%d\n", together.load());
    return together == static_cast<int>(kThreads) * kCounts ? 5 : 1;
}
