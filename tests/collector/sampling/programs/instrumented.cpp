// Samples and visits of one run say the same.
// path: main > outer(int) >= 1500
// alike: heavy(unsigned long), light(unsigned long), middle(unsigned long)
#include "burn.h"

SEPARATE void light(std::uint64_t count)
{
    sink = steps(count) + 1;
}
SEPARATE void middle(std::uint64_t count)
{
    sink = steps(2 * count) + 3;
}
SEPARATE void heavy(std::uint64_t count)
{
    sink = steps(5 * count) + 2;
}
SEPARATE void outer(int pieces)
{
    for (int i = 0; i < pieces; ++i) {
        const std::uint64_t count = piece(i);
        light(count);
        middle(count);
        heavy(count);
    }
}

int main()
{
    while (processorSeconds() < 3) {
        outer(30);
    }
}
