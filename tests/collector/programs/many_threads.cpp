// Many threads, in a row and together; each is short, and each is a location.
// visits: shortWork() = 600
// visits: main = 1
// locations: 601
#include <thread>
#include <vector>

volatile int counter;

void shortWork()
{
    counter = 1;
}

int main()
{
    for (int round = 0; round < 3; ++round) {
        std::vector<std::thread> threads;
        for (int i = 0; i < 200; ++i) {
            threads.emplace_back(shortWork);
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
    }
}
