#pragma once

#include "collector/sources/mpi/mpi_library.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace vellum::collector::mpi {

/// What is known of a communicator whose messages are recorded.
struct Communicator {
    std::uint32_t number = 0;  ///< in this process
    std::uint32_t rank = 0;    ///< of this process in it
    std::uint32_t size = 0;
};

/// Looks up a handle. Nothing for those that are not followed: inter-communicators, copies of MPI_Comm_idup's, all but
/// the predefined ones where not all ranks are recorded, and all outside of [MPI_Init, MPI_Finalize].
///
/// Cost     A comparison where the thread asks for the same one again, else a lock.
/// Threads  Any.
[[nodiscard]] std::optional<Communicator> findCommunicator(MPI_Comm handle);

/// The same for a message; one that is left out is counted.
[[nodiscard]] std::optional<Communicator> communicatorOfMessage(MPI_Comm handle);
[[nodiscard]] std::uint64_t messagesLeftOut();

/// All members call this together, right after the communicator was made.
void follow(MPI_Comm parent, MPI_Comm made);
/// After follow(): it is a grid.
void noteGrid(MPI_Comm made);
/// It is about to be freed.
void forget(MPI_Comm handle);

/// A communicator that MPI_Comm_idup makes until its request is complete.
struct CommunicatorCopy {
    std::uint32_t parent = 0;  ///< its number
    std::uint32_t count = 0;   ///< which one of the parent's it is, from 1 on
    MPI_Comm
        made{};  ///< set when the call returns; the variable it was put in may be gone by completion (Fortran)
};

/// Members complete it at times of their own, so no message says which one it is: its parent and the count do.
[[nodiscard]] std::optional<CommunicatorCopy> beginCopy(MPI_Comm parent);
void endCopy(const CommunicatorCopy& copy);

/// Ranks of MPI_COMM_WORLD, in the group's order; MPI_UNDEFINED of processes that are not in it.
[[nodiscard]] std::vector<int> worldRanksOf(MPI_Group group);

/// MPI_COMM_WORLD and MPI_COMM_SELF, before all others.
void followPredefined();

}  // namespace vellum::collector::mpi
