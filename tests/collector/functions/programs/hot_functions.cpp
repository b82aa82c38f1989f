// Small functions called very often by several threads, a recursion that is open when it is left out, exceptions out
// of a hot function, and one that is called as often but takes long. Prints how often each was called.
//
//     hot_functions THREADS CALLS [kill]
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

static thread_local volatile long sink;

extern "C" void tiny(long value)
{
    sink = sink + value;
}

extern "C" void twoTiny(long value)
{
    tiny(value);
    tiny(value + 1);
}

extern "C" void slow()
{
    for (int i = 0; i < 3000; ++i) {
        sink = sink + i;
    }
}

extern "C" void thrower(long value)
{
    if (value % 2 == 0) {
        throw value;
    }
}

extern "C" void catcher(long value)
{
    try {
        thrower(value);
    } catch (long) {
        sink = sink + 1;
    }
}

extern "C" void atEnd()
{
    sink = sink + 1;
}

static long calls;  // of recursion()

extern "C" void recursion(int depth)
{
    ++calls;
    if (depth > 0) {
        recursion(depth - 1);
        recursion(depth - 1);
    }
    if (depth == 14) {
        atEnd();
    }
}

extern "C" void worker(long count)
{
    for (long i = 0; i < count; ++i) {
        twoTiny(i);
        catcher(i);
        if (i % 20 == 0) {
            slow();
        }
    }
}

int main(int argc, char** argv)
{
    const long threads = argc > 1 ? std::atol(argv[1]) : 1;
    const long count = argc > 2 ? std::atol(argv[2]) : 1000;
    recursion(14);
    std::vector<std::thread> all;
    for (long i = 1; i < threads; ++i) {
        all.emplace_back(worker, count);
    }
    worker(count);
    for (std::thread& thread : all) {
        thread.join();
    }
    std::printf("recursion %ld\n", calls);
    std::printf("tiny %ld\ntwoTiny %ld\n", 2 * count * threads, count * threads);
    std::printf("thrower %ld\ncatcher %ld\n", count * threads, count * threads);
    std::printf("slow %ld\nworker %ld\n", (count + 19) / 20 * threads, threads);
    std::printf("atEnd 1\nmain 1\n");
    std::fflush(stdout);
    if (argc > 3) {
        std::raise(SIGKILL);
    }
    return 0;
}
