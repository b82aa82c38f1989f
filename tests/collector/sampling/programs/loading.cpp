// Threads that load and unload libraries all the time, each interrupted within the loader now and then: none waits for itself.
// record: --sample=10kHz
// args: LIBRARY OTHER
// stdout: done
// path: load(void*) >= 20
// cut: any
#include "burn.h"

#include <dlfcn.h>
#include <pthread.h>

#include <cstdio>

SEPARATE void* load(void* file)
{
    while (processorSeconds() < 0.5) {
        void* const library = dlopen(static_cast<const char*>(file), RTLD_NOW);
        if (library != nullptr) {
            dlclose(library);
        }
    }
    return nullptr;
}

int main(int, char** words)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; ++i) {
        pthread_create(&threads[i], nullptr, load, words[1 + i % 2]);
    }
    for (pthread_t thread : threads) {
        pthread_join(thread, nullptr);
    }
    std::puts("done");
}
