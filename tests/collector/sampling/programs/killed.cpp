// What was sampled before the program was killed is there, with the functions of a library that was loaded at run time.
// args: LIBRARY
// status: 137
// path: main > before() >= 100
// path: main > burnInLibrary >= 100
#include "burn.h"

#include <dlfcn.h>

#include <csignal>
#include <cstdlib>

SEPARATE void before()
{
    while (processorSeconds() < 0.3) {
        sink = steps(50'000);
    }
    sink = 1;
}

int main(int, char** words)
{
    before();
    void* library = dlopen(words[1], RTLD_NOW);
    if (library == nullptr) {
        return 3;
    }
    reinterpret_cast<void (*)(double)>(dlsym(library, "burnInLibrary"))(0.6);
    raise(SIGKILL);
}
