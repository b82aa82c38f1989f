#pragma once

#include "collector/sources/mpi/mpi_library.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace vellum::collector::mpi {

/// What is known of a window whose operations are recorded, and the operations that are under way on it.
///
/// Threads  Any; a lock is held for each call.
struct Window {
    std::uint32_t number = 0;  ///< in this process
    std::uint32_t rank = 0;    ///< of this process in it
    bool isAllocated = false;  ///< by MPI, not by the program
};

/// Nothing for those of communicators that are not followed, and outside of [MPI_Init, MPI_Finalize].
[[nodiscard]] std::optional<Window> findWindow(MPI_Win handle);

/// Right after it was made. \return what findWindow() says from now on
std::optional<Window> followWindow(MPI_Comm communicator, MPI_Win handle, bool isAllocated);
void forgetWindow(MPI_Win handle);

/// Whom a rank may reach, and who may reach it: MPI_Win_start and MPI_Win_post.
enum class Epoch : std::uint8_t { Access, Exposure };

/// The number of the group of \p ranks of MPI_COMM_WORLD, in this process; kept for the window's epoch, which ends without
/// naming it again.
std::uint32_t beginEpoch(MPI_Win handle, Epoch epoch, const std::vector<int>& ranks);
/// 0 where none was begun.
[[nodiscard]] std::uint32_t groupOf(MPI_Win handle, Epoch epoch);

/// A number for an operation that begins now, unique in the process; it is under way from here on.
[[nodiscard]] std::uint64_t beginOperation(MPI_Win handle, std::uint32_t target, bool isGet);

/// How far operations are complete: here, so that their memory may be used again; here, and nobody will hear more of them; or at
/// the target, too.
enum class Reach : std::uint8_t { Here, HereAtLast, There };

/// Records the completion of all operations under way to \p target, or to all ranks: kAllRanks. What a get has fetched is
/// complete at both ends.
void completeOperations(MPI_Win handle, std::uint32_t target, Reach reach);

/// Of a single one, whose request was waited for: here.
/// \param window  its number: the handle may be another window's by now
void completeOperation(MPI_Win handle, std::uint32_t window, std::uint64_t operation);

}  // namespace vellum::collector::mpi
