// Threads that end before any of their buffers is full, each with a few calls of the same small function.
#include <cstdio>
#include <cstdlib>
#include <thread>

extern "C" void tiny()
{
    asm volatile("");
}

extern "C" void worker()
{
    for (int i = 0; i < 100; ++i) {
        tiny();
    }
}

int main(int argc, char** argv)
{
    const long threads = argc > 1 ? std::atol(argv[1]) : 1;
    for (long i = 0; i < threads; ++i) {
        std::thread(worker).join();
    }
    std::printf("tiny %ld\nworker %ld\nmain 1\n", 100 * threads, threads);
}
