// See killed.cpp and unloaded.cpp.
#include "burn.h"

extern "C" SEPARATE void burnInLibrary(double until)
{
    while (processorSeconds() < until) {
        sink = steps(50'000);
    }
    sink = 4;
}
