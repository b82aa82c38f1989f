// Two threads count, each for itself, but both in one cache line.
//
// found: FalseShared of counters
#include <cstdio>
#include <latch>
#include <thread>

namespace {

constexpr long kCounts = 100'000;
#ifdef FIXED
constexpr int kLine = 64;
#else
constexpr int kLine = sizeof(long);
#endif

struct alignas(kLine) Counter {
    volatile long count = 0;
};

Counter counters[2];
std::latch together(2);

void count(Counter& counter)
{
    together.arrive_and_wait();
    for (long i = 0; i < kCounts; ++i) {
        counter.count = counter.count + 1;
    }
}

}  // namespace

int main()
{
    std::thread first([] { count(counters[0]); });
    std::thread second([] { count(counters[1]); });
    first.join();
    second.join();
    std::printf("%ld and %ld\n", counters[0].count, counters[1].count);
    return 0;
}
