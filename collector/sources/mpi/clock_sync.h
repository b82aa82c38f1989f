#pragma once

namespace vellum::collector::mpi {

/// Compares this process's clock with that of rank 0, where it is another: processes of one machine share a clock.
///
/// Of the ranks that share a clock the lowest sends rank 0 short messages and hears what its clock says. Of many tries the
/// quickest is kept: the answer was given in the middle of it, to within half of its time. One comparison at the begin and
/// one at the end give offset and drift, which are taken as constant between them. The writer applies them.
///
/// All ranks of MPI_COMM_WORLD call these together; nothing happens where not all are recorded.
void beginClockSync();
void endClockSync();

}  // namespace vellum::collector::mpi
