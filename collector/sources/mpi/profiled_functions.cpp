// The functions of MPI by their second names, `PMPI_…`. The Fortran libraries of Open MPI (those of mpif.h, of `use mpi` and
// of `use mpi_f08`) call these, those of MPICH some of them, and so do tools that stand in front of MPI themselves. So
// nothing has to be known of Fortran: its library has turned handles, statuses and constants into those of C by then.
//
// MPI calls itself by these names, too. Whatever is called within a recorded call is therefore called through and not
// recorded, and nothing is there twice, whichever of the two names a library uses.
#include "collector/sources/hook.h"
#include "collector/sources/mpi/plain_function.h"

namespace vellum::collector::mpi {

namespace {

/// \tparam hook  what records the call
template <Function number, auto hook, typename Signature>
struct Profiled;

template <Function number, auto hook, typename Value, typename... Parameters>
struct Profiled<number, hook, Value(Parameters...)> {
    static Value call(Parameters... parameters)
    {
        return Visit::isInside() ? Real<number, Value(Parameters...)>::call(parameters...)
                                 : hook(parameters...);
    }
};

}  // namespace

}  // namespace vellum::collector::mpi

// Some of the functions are deprecated, and called by old programs all the same.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

// The names are MPI's. NOLINTBEGIN(readability-identifier-naming,bugprone-macro-parentheses)
#define VELLUM_MPI_PROFILED(name, ...)                                                             \
    extern "C" {                                                                                   \
    static decltype(&MPI_##name) resolveP##name()                                                  \
    {                                                                                              \
        return &vellum::collector::mpi::Profiled<                                                  \
            vellum::collector::mpi::Function::name,                                                \
            __VA_ARGS__,                                                                           \
            decltype(MPI_##name)>::call;                                                           \
    }                                                                                              \
    extern decltype(MPI_##name) PMPI_##name                                                        \
        __attribute__((ifunc("resolveP" #name), visibility("default")));                           \
    }
#define VELLUM_MPI_OWN_PROFILED(name, role) VELLUM_MPI_PROFILED(name, &MPI_##name)
#define VELLUM_MPI_PLAIN_PROFILED(name, role)                                                      \
    VELLUM_MPI_PROFILED(                                                                           \
        name,                                                                                      \
        &vellum::collector::mpi::                                                                  \
            Plain<vellum::collector::mpi::Function::name, decltype(MPI_##name)>::call)
VELLUM_MPI_OWN(VELLUM_MPI_OWN_PROFILED)
VELLUM_MPI_PLAIN(VELLUM_MPI_PLAIN_PROFILED)
// NOLINTEND(readability-identifier-naming,bugprone-macro-parentheses)
