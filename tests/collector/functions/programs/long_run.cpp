// Steps of a few hundred calls each, for a while, and threads that come and go beside them. Prints for each step when it
// began and ended, in nanoseconds of CLOCK_MONOTONIC, and how many calls there were in all.
//
//     long_run MILLISECONDS
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <thread>
#include <vector>

static thread_local volatile long sink;

static __attribute__((no_instrument_function)) long now()
{
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1'000'000'000L + time.tv_nsec;
}

static __attribute__((no_instrument_function)) void pauseBriefly()
{
    timespec pause{.tv_sec = 0, .tv_nsec = 1'000'000};
    nanosleep(&pause, nullptr);
}

extern "C" void tiny()
{
    sink = sink + 1;
}

extern "C" void step()
{
    for (int i = 0; i < 400; ++i) {
        tiny();
    }
    pauseBriefly();
}

extern "C" void shortLife()
{
    for (int i = 0; i < 20; ++i) {
        tiny();
    }
}

extern "C" void sleeper(const volatile bool* stop)
{
    tiny();
    while (!*stop) {
        pauseBriefly();
    }
}

struct Step {
    long begin;
    long end;
};

extern "C" void solve(long until, std::vector<Step>& steps)
{
    while (now() < until) {
        const long begin = now();
        step();
        steps.push_back({begin, now()});
        if (steps.size() % 100 == 0) {
            std::thread(shortLife).join();
        }
    }
}

int main(int argc, char** argv)
{
    static volatile bool stop = false;
    std::vector<Step> steps;
    steps.reserve(10'000'000);
    std::thread idle(sleeper, &stop);
    solve(now() + (argc > 1 ? std::atol(argv[1]) : 100) * 1'000'000, steps);
    stop = true;
    idle.join();
    std::printf("calls %zu\n", steps.size() * 401 + steps.size() / 100 * 21);
    for (const Step& one : steps) {
        std::printf("%ld %ld\n", one.begin, one.end);
    }
}
