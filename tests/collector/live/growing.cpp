// Calls step() on two threads, about a thousand times a second, until a line comes on its standard input or that ends, and says how
// often: so a test decides how long it runs, and knows what was recorded.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

namespace {

std::atomic<bool> isOver{false};
std::atomic<long> steps{0};

}  // namespace

extern "C" void step()
{
    ++steps;
}

extern "C" void work()
{
    while (!isOver) {
        step();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

int main()
{
    std::thread other(work);
    std::thread waiting([] {
        std::getchar();
        isOver = true;
    });
    work();
    other.join();
    waiting.join();
    std::printf("%ld\n", steps.load());
    return 7;
}
