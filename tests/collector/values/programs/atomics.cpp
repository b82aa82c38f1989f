// Every kind of atomic operation, from two threads: the results are those without us.
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <thread>

namespace {

std::atomic<std::uint8_t> byte = 1;
std::atomic<std::uint16_t> half = 2;
std::atomic<int> number = 3;
std::atomic<long> wide = 4;
std::atomic<bool> flag = false;
std::atomic<int*> pointer = nullptr;
int target[8];

void work()
{
    for (int i = 0; i < 1000; ++i) {
        byte.fetch_add(3);
        half.fetch_sub(5, std::memory_order_relaxed);
        number.fetch_xor(0x55);
        wide.fetch_or(1L << (i % 60), std::memory_order_acq_rel);
        long seen = wide.load(std::memory_order_acquire);
        while (!wide.compare_exchange_weak(seen, seen | 2)) {}
    }
}

}  // namespace

int main()
{
    std::thread other(work);
    work();
    other.join();
    const bool before = flag.exchange(true);
    pointer.store(target + 3, std::memory_order_release);
    pointer.fetch_add(2);
    int expected = 1;
    const bool swapped = number.compare_exchange_strong(expected, 9);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    std::printf(
        "%d %d %d %lx %d %d %d %td\n",
        byte.load(),
        half.load(),
        number.load(),
        wide.load(),
        before,
        swapped,
        expected,
        pointer.load() - target);
    return 4;
}
