#include "collector/sources/mpi/mpi_library.h"

#include <dlfcn.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace vellum::collector::mpi {

namespace {

constinit std::atomic<void*> found[kFunctions.size()];
constinit Handles predefined;

/// Loaded for somebody else's use alone, as Python loads it for mpi4py, its names are not seen by everybody.
void* libraryLoadedAside()
{
    for (const char* name : {"libmpi.so.40", "libmpi.so.12", "libmpi.so"}) {
        if (void* const library = ::dlopen(name, RTLD_LAZY | RTLD_NOLOAD)) {
            return library;
        }
    }
    return nullptr;
}

void* lookUp(const char* name)
{
    if (void* const symbol = ::dlsym(RTLD_NEXT, name)) {
        return symbol;
    }
    void* const library = libraryLoadedAside();
    return library == nullptr ? nullptr : ::dlsym(library, name);
}

void* resolve(const char* name)
{
    char profiled[64];
    std::snprintf(profiled, sizeof profiled, "P%s", name);
    void* const function = lookUp(profiled);
    return function != nullptr ? function : lookUp(name);
}

bool isExpected(const char* version)
{
#if defined(OPEN_MPI)
    return std::strncmp(version, "Open MPI", 8) == 0;
#else
    // These share one binary interface.
    return std::strstr(version, "MPICH") != nullptr || std::strstr(version, "Intel") != nullptr
           || std::strstr(version, "MVAPICH") != nullptr;
#endif
}

#if defined(OPEN_MPI)

/// Programs may have their own copy of a library's object, and everybody then uses that: it is found first.
template <typename Handle>
bool find(Handle& handle, const char* name)
{
    void* symbol = ::dlsym(RTLD_DEFAULT, name);
    handle = static_cast<Handle>(symbol != nullptr ? symbol : lookUp(name));
    return handle != Handle{};
}

bool findPredefined()
{
    return find(predefined.world, "ompi_mpi_comm_world")
           && find(predefined.self, "ompi_mpi_comm_self")
           && find(predefined.noCommunicator, "ompi_mpi_comm_null")
           && find(predefined.byte, "ompi_mpi_byte");
}

#else

bool findPredefined()
{
    predefined = {
        .world = MPI_COMM_WORLD,
        .self = MPI_COMM_SELF,
        .noCommunicator = MPI_COMM_NULL,
        .byte = MPI_BYTE};
    return true;
}

#endif

}  // namespace

void* findFunction(Function function)
{
    const auto number = static_cast<std::size_t>(function);
    void* known = found[number].load(std::memory_order_relaxed);
    if (known == nullptr) [[unlikely]] {
        known = resolve(kFunctions[number].name);
        if (known == nullptr) {
            std::fprintf(
                stderr,
                "vellum-record: no library has %s, which was called\n",
                kFunctions[number].name);
            std::abort();
        }
        found[number].store(known, std::memory_order_relaxed);
    }
    return known;
}

bool findHandles(const char*& reason)
{
    if (lookUp("PMPI_Init") == nullptr) {
        reason = "the program's MPI has no profiling interface (PMPI)";
        return false;
    }
    char version[MPI_MAX_LIBRARY_VERSION_STRING] = {};
    int length = 0;
    VELLUM_PMPI(Get_library_version)(version, &length);
    if (!isExpected(version)) {
        reason = "this vellum-record is built for another MPI than the program's";
        return false;
    }
    if (!findPredefined()) {
        reason = "the predefined handles of the program's MPI are not found";
        return false;
    }
    return true;
}

const Handles& handles()
{
    return predefined;
}

}  // namespace vellum::collector::mpi
