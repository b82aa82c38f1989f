// A library that is unloaded again, and another one at its place; the program has closed all descriptors it found.
// args: LIBRARY
// path: main > burnInLibrary >= 150
// path: main > after() >= 150
#include "burn.h"

#include <dlfcn.h>
#include <unistd.h>

SEPARATE void after()
{
    while (processorSeconds() < 0.8) {
        sink = steps(50'000);
    }
    sink = 1;
}

int main(int, char** words)
{
    for (int file = 3; file < 256; ++file) {
        close(file);
    }
    for (int i = 0; i < 2; ++i) {
        void* library = dlopen(words[1], RTLD_NOW);
        if (library == nullptr) {
            return 3;
        }
        reinterpret_cast<void (*)(double)>(dlsym(library, "burnInLibrary"))(
            processorSeconds() + 0.2);
        dlclose(library);
    }
    after();
}
