// Two functions, one of which does three times as much as the other, found by each of the clocks.
// clocks: best, fasync, user, timer
// path: main > outer(int) > heavy(unsigned long) >= 900
// path: main > outer(int) > light(unsigned long) >= 250
// path: main >= 1500
// share: heavy(unsigned long) of outer(int) = 0.75
// per_second: 1000
#include "burn.h"

#include <cstdio>

SEPARATE void light(std::uint64_t count)
{
    sink = steps(count) + 1;
}
SEPARATE void heavy(std::uint64_t count)
{
    sink = steps(3 * count) + 2;
}
SEPARATE void outer(int pieces)
{
    for (int i = 0; i < pieces; ++i) {
        const std::uint64_t count = piece(i);
        light(count);
        heavy(count);
    }
}

int main()
{
    while (processorSeconds() < 2) {
        outer(100);
    }
    std::printf("%f\n", processorSeconds());
}
