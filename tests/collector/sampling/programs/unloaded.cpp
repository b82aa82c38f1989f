// A library that is unloaded, another one at its place, and the first one there again; the program has closed all
// descriptors it found.
// args: LIBRARY OTHER
// path: main > … > burnInLibrary >= 300
// path: main > … > burnInOther >= 150
// path: main > … > burnInOther <= 300
// path: main > after() >= 150
#include "burn.h"

#include <dlfcn.h>
#include <unistd.h>

/// \return whether it was loaded and is so no more
SEPARATE bool useOnce(const char* file, const char* function)
{
    void* library = dlopen(file, RTLD_NOW);
    if (library == nullptr) {
        return false;
    }
    void* const address = dlsym(library, function);
    reinterpret_cast<void (*)(double)>(address)(processorSeconds() + 0.2);
    dlclose(library);
    return dlopen(file, RTLD_NOW | RTLD_NOLOAD) == nullptr;
}

SEPARATE void after()
{
    const double end = processorSeconds() + 0.2;
    while (processorSeconds() < end) {
        sink = steps(50'000);
    }
    sink = 1;
}

int main(int, char** words)
{
    for (int file = 3; file < 256; ++file) {
        close(file);
    }
    if (!useOnce(words[1], "burnInLibrary") || !useOnce(words[2], "burnInOther")
        || !useOnce(words[1], "burnInLibrary")) {
        return 3;
    }
    after();
}
