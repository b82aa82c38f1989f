// The functions of MPI of which only the time is known. Their parameters are taken from mpi.h: a function template has
// them, and an indirect function (the loader asks it where its code is) gives the template the name of C.
#include "collector/sources/hook.h"
#include "collector/sources/mpi/plain_function.h"

// Some of the functions are deprecated, and called by old programs all the same.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

// The names are MPI's. NOLINTBEGIN(readability-identifier-naming,bugprone-macro-parentheses)
#define VELLUM_MPI_DEFINE(name, role)                                                              \
    extern "C" {                                                                                   \
    static decltype(&MPI_##name) resolve##name()                                                   \
    {                                                                                              \
        return &vellum::collector::mpi::                                                           \
            Plain<vellum::collector::mpi::Function::name, decltype(MPI_##name)>::call;             \
    }                                                                                              \
    extern decltype(MPI_##name) MPI_##name                                                         \
        __attribute__((ifunc("resolve" #name), visibility("default")));                            \
    }
VELLUM_MPI_PLAIN(VELLUM_MPI_DEFINE)
#undef VELLUM_MPI_DEFINE
// NOLINTEND(readability-identifier-naming,bugprone-macro-parentheses)
