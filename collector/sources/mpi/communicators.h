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

/// Looks up a handle. Nothing for those that are not followed: inter-communicators, those of MPI_Comm_idup, all but
/// the predefined ones where not all ranks are recorded, and all outside of [MPI_Init, MPI_Finalize].
///
/// Cost     A comparison where the thread asks for the same one again, else a lock.
/// Threads  Any.
[[nodiscard]] std::optional<Communicator> findCommunicator(MPI_Comm handle);

/// The same for a message; one that is left out is counted.
[[nodiscard]] std::optional<Communicator> communicatorOfMessage(MPI_Comm handle);
[[nodiscard]] std::uint64_t messagesLeftOut();

/// Ranks of MPI_COMM_WORLD, in the group's order.
[[nodiscard]] std::vector<int> worldRanksOf(MPI_Group group);

/// MPI_COMM_WORLD and MPI_COMM_SELF, before all others.
void followPredefined();

}  // namespace vellum::collector::mpi
