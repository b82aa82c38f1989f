#pragma once

#include "collector/sources/mpi/communicators.h"
#include "collector/sources/mpi/mpi_library.h"

#include <cstdint>

namespace vellum::collector::mpi {

/// A message as a call has it, or the status of its arrival.
struct Message {
    std::uint64_t bytes = 0;
    int partner = 0;  ///< a rank of the communicator
    int tag = 0;
};

/// 0 where nothing is followed.
[[nodiscard]] std::uint64_t bytesOf(int count, MPI_Datatype type);

/// What has arrived, from whom it really came.
[[nodiscard]] Message arrived(const MPI_Status& status);

/// Events of the calling thread. Of MPI_PROC_NULL, and on communicators that are not followed, there are none.
void recordSend(MPI_Comm communicator, const Message& message);
void recordReceive(MPI_Comm communicator, const MPI_Status& status);

void recordIsend(const Communicator& communicator, const Message& message, std::uint64_t request);
void recordIreceive(
    const Communicator& communicator, const Message& message, std::uint64_t request);

}  // namespace vellum::collector::mpi
