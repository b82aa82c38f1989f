// More threads than fit the list of names at once, in a row and together; most are short.
// visits: shortWork() = 3000
// visits: main = 1
// locations: 3001
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
        for (int i = 0; i < 1000; ++i) {
            threads.emplace_back(shortWork);
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
    }
}
