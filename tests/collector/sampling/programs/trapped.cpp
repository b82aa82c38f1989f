// A trap that nobody handles ends the program, as it would without us.
// status: 133
// path: main > work() >= 100
#include "burn.h"

SEPARATE void work()
{
    while (processorSeconds() < 0.3) {
        sink = steps(50'000);
    }
    sink = 1;
}

int main()
{
    work();
    asm volatile("int3");
}
