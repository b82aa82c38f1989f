// Two libraries that differ in the name of a function, BURN. See killed.cpp and unloaded.cpp.
#include "burn.h"

extern "C" SEPARATE void BURN(double until)
{
    while (processorSeconds() < until) {
        sink = steps(50'000);
    }
    sink = 4;
}
