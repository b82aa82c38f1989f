#pragma once

namespace vellum::collector::mpi {

/// Compares this process's clock with that of rank 0, where it is another: processes of one machine share a clock.
///
/// Of the ranks that share a clock the lowest sends rank 0 short messages and hears what its clock says; a thousand tries
/// are written down, at the begin and once more at the end. The others sleep meanwhile. What follows from them is the writer's business
/// (collector/writer/clock_fit.h).
///
/// All ranks of MPI_COMM_WORLD call these together; nothing happens where not all are recorded.
void beginClockSync();
void endClockSync();

}  // namespace vellum::collector::mpi
