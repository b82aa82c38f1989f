#pragma once

#include "collector/sources/mpi/functions.h"

// Its C++ bindings are of no use here. NOLINTBEGIN(readability-identifier-naming): the names are MPI's
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
// NOLINTEND(readability-identifier-naming)
#include <mpi.h>

namespace vellum::collector::mpi {

/// The program's MPI. It is looked up and not linked: programs without MPI get none, and those with MPI keep theirs.
///
/// Threads  Any.

/// The function that does the work: `PMPI_` and the name, else the next `MPI_` of a library without profiling interface.
///
/// Errors   Ends the process with a sentence where there is none: the program has called what nobody has.
[[nodiscard]] void* findFunction(Function function);

/// Calls `PMPI_name`.
#define VELLUM_PMPI(name)                                                                          \
    reinterpret_cast<decltype(&MPI_##name)>(                                                       \
        ::vellum::collector::mpi::findFunction(::vellum::collector::mpi::Function::name))

/// Those of MPI's predefined handles that are needed. In some MPIs they are addresses of the library's own objects.
struct Handles {
    MPI_Comm world{};
    MPI_Comm self{};
    MPI_Comm noCommunicator{};
    MPI_Datatype byte{};
};

/// False where they cannot be found, or where the program's MPI is not of the kind that this library is compiled for.
/// Then \p reason says why. To be called when MPI is initialised.
[[nodiscard]] bool findHandles(const char*& reason);

/// Valid after findHandles().
[[nodiscard]] const Handles& handles();

}  // namespace vellum::collector::mpi
