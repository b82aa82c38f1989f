#pragma once

#include "collector/sources/mpi/functions.h"
#include "collector/sources/mpi/mpi_library.h"

#include <cstdint>
#include <optional>

namespace vellum::collector::mpi {

/// The files of MPI that are open, by handle, and operations on them.
///
/// Threads  Any; a lock is held for each call.

/// An operation under way.
struct FileOperation {
    std::uint32_t file = 0;    ///< its number in this process
    std::uint64_t number = 0;  ///< unique in the process
};

/// Right after it was opened: records that. Nothing on communicators that are not followed.
void followFile(MPI_Comm communicator, const char* name, int mode, MPI_File handle);
/// Before it is closed: records that.
void forgetFile(MPI_File handle);
/// Records that the file was deleted by name.
void recordDeletion(const char* name);

/// Nothing for files that are not followed.
[[nodiscard]] std::optional<std::uint32_t> findFile(MPI_File handle);

/// Begins an operation: records it. \param bytes  asked for; of a flush 0
[[nodiscard]] std::optional<FileOperation> beginFileOperation(
    MPI_File handle, const FileAccess& access, std::uint64_t bytes);
/// Its call has come back; it goes on.
void recordIssued(const FileOperation& operation);
void endFileOperation(const FileOperation& operation, std::uint64_t bytes);

/// An operation in two calls: a file has one such at a time, which its second call does not name.
void keepSplit(MPI_File handle, const std::optional<FileOperation>& operation);
[[nodiscard]] std::optional<FileOperation> takeSplit(MPI_File handle);

}  // namespace vellum::collector::mpi
