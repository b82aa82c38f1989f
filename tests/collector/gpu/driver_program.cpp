// Does what CUDA's driver does when a program first uses it, on a machine that has none: loads the library in CUDA_INJECTION64_PATH and
// calls it. So the real CUPTI can be met without a driver. With the argument `ask` it asks for the driver as the runtime does,
// and nothing more.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#define UNSEEN __attribute__((no_instrument_function))

namespace {

UNSEEN void startAsTheDriverDoes()
{
    const char* path = std::getenv("CUDA_INJECTION64_PATH");
    void* library = path == nullptr ? nullptr : ::dlopen(path, RTLD_NOW);
    using Initialize = int();
    auto* const initialize =
        library == nullptr ? nullptr
                           : reinterpret_cast<Initialize*>(::dlsym(library, "InitializeInjection"));
    if (initialize != nullptr) {
        initialize();
    }
}

}  // namespace

UNSEEN int main(int count, char** words)
{
    if (count > 1 && std::strcmp(words[1], "ask") == 0) {
        std::puts(::dlopen("libcuda.so.1", RTLD_NOW) == nullptr ? "no driver" : "a driver");
    } else {
        startAsTheDriverDoes();
        std::puts("done");
    }
    return 7;  // its own status
}
