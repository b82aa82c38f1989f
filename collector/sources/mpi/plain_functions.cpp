// The functions of MPI of which only the time is known. Their parameters are taken from mpi.h: a function template has
// them, and an indirect function (the loader asks it where its code is) gives the template the name of C.
#include "collector/sources/hook.h"
#include "collector/sources/mpi/plain_function.h"

// Some of the functions are deprecated, and called by old programs all the same.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#define VELLUM_MPI_DEFINE_PLAIN(name, role) VELLUM_MPI_DEFINE(name, vellum::collector::mpi::Plain)
VELLUM_MPI_PLAIN(VELLUM_MPI_DEFINE_PLAIN)
