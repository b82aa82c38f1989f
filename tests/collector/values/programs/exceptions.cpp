// Visits that end by exceptions and by longjmp; those that follow belong to the right functions.
//
// found: SingleValue of after at last
#include <csetjmp>
#include <cstdio>
#include <stdexcept>
#include <string>

int deep[100];
int after[100];
std::jmp_buf place;

__attribute__((noinline)) void throwDeep(int depth)
{
    deep[depth] = depth;
    if (depth == 50) {
        throw std::runtime_error("deep " + std::to_string(deep[depth / 2]));
    }
    throwDeep(depth + 1);
    deep[depth] = -1;
}

__attribute__((noinline)) void jumpDeep(int depth)
{
    deep[depth] = -depth;
    if (depth == 30) {
        std::longjmp(place, deep[29]);
    }
    jumpDeep(depth + 1);
    deep[depth] = 1;
}

__attribute__((noinline)) void last()
{
    for (int i = 0; i < 100; ++i) {
        after[i] = 3;  // here: last
    }
}

int main()
{
    try {
        throwDeep(0);
    } catch (const std::exception& failure) {
        std::puts(failure.what());
    }
    if (setjmp(place) == 0) {
        jumpDeep(0);
    }
    last();
    std::printf("%d\n", after[99]);
    return 0;
}
