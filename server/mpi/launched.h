#pragma once

namespace vellum::server::mpi {

/// How many processes a launcher (mpirun, srun, …) has started together with this one, this one
/// included; 1 where none has. Looks at the environment: MPI is not started for it.
[[nodiscard]] unsigned launchedTogether();

}  // namespace vellum::server::mpi
