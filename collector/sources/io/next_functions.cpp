#include "collector/sources/io/next_functions.h"

#include <dlfcn.h>

#include <cerrno>

namespace vellum::collector::io {

constinit std::atomic<void*> nextPlaces[kSymbols];

namespace {

constexpr const char* kSymbolNames[] = {
#define VELLUM_IO_NAME(name) #name,
    VELLUM_IO_SYMBOLS(VELLUM_IO_NAME)
#undef VELLUM_IO_NAME
};
static_assert(sizeof kSymbolNames / sizeof *kSymbolNames == kSymbols);

/// Stands in for a function of a newer C library.
long notThere()
{
    errno = ENOSYS;
    return -1;
}

}  // namespace

void* lookUp(Symbol symbol)
{
    const auto place = static_cast<std::size_t>(symbol);
    void* found = ::dlsym(RTLD_NEXT, kSymbolNames[place]);
    if (found == nullptr) {
        found = reinterpret_cast<void*>(&notThere);
    }
    nextPlaces[place].store(found, std::memory_order_relaxed);
    return found;
}

void lookUpAll()
{
    for (std::size_t place = 0; place < kSymbols; ++place) {
        lookUp(static_cast<Symbol>(place));
    }
}

}  // namespace vellum::collector::io
