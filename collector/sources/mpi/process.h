#pragma once

#include <cstdarg>
#include <cstdint>

namespace vellum::collector::mpi {

/// This process among those of MPI_COMM_WORLD.
struct WorldPlace {
    std::uint32_t rank = 0;
    std::uint32_t size = 0;
    /// All of them are recorded: messages of our own may be sent.
    bool isWhole = false;
};

/// False outside of [MPI_Init, MPI_Finalize], in processes that are not recorded and where findHandles() fails: then calls
/// are recorded without their data.
/// Threads  Any.
[[nodiscard]] bool isFollowing();

/// Valid where isFollowing().
[[nodiscard]] const WorldPlace& worldPlace();

/// After the real MPI_Init has returned, and before the real MPI_Finalize is called.
void beginFollowing();
void endFollowing();

/// Appends a line to the file `mpi` of the process. Threads  Any; a line is written in one piece.
__attribute__((format(printf, 1, 2))) void note(const char* format, ...);
/// A line of any length.
void noteText(const char* line, std::size_t length);

}  // namespace vellum::collector::mpi
