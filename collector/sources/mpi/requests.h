#pragma once

#include "collector/sources/mpi/files.h"
#include "collector/sources/mpi/messages.h"
#include "collector/sources/mpi/mpi_library.h"

#include <cstdint>
#include <optional>

namespace vellum::collector::mpi {

/// What a member does in a collective operation.
struct CollectiveCall {
    Collective operation = Collective::Barrier;
    std::uint32_t root = kNoRoot;
    std::uint64_t sent = 0;  ///< bytes
    std::uint64_t received = 0;
};

/// An operation on a window (windows.h).
struct WindowOperation {
    MPI_Win handle{};
    std::uint32_t window = 0;  ///< its number
    std::uint64_t operation = 0;
};

/// A message or an operation under way, or a persistent message that waits to be started.
struct Request {
    enum class Kind : std::uint8_t {
        Send,
        Receive,
        Collective,
        OneSided,
        File,
        Copy
    } kind = Kind::Send;
    Communicator communicator;
    Message message;      ///< of a send
    CollectiveCall call;  ///< of a collective operation
    WindowOperation oneSided;
    FileOperation file;
    CommunicatorCopy copy;
    std::uint64_t number =
        0;  ///< unique in the process; of a persistent one that of its present start
    bool isPersistent = false;
    bool isStarted = false;
    bool mayBeCancelled = false;
};

/// The requests of this process by handle. Two that are under way may have the same handle: some MPIs give every send that
/// is complete already the same one.
///
/// Threads  Any; a lock is held for each call.

/// Begins the message: records its event. Nothing where it is not followed.
[[nodiscard]] std::optional<Request> beginSend(MPI_Comm communicator, const Message& message);
[[nodiscard]] std::optional<Request> beginReceive(MPI_Comm communicator, int source);

/// Begins the operation: records its event.
[[nodiscard]] Request beginCollective(const Communicator& communicator, const CollectiveCall& call);

/// Of an operation that has begun.
[[nodiscard]] Request requestOf(const WindowOperation& operation);
[[nodiscard]] Request requestOf(const FileOperation& operation);
[[nodiscard]] Request requestOf(const CommunicatorCopy& copy);

/// A message as a persistent one, whose events come with each start.
[[nodiscard]] std::optional<Request> planSend(MPI_Comm communicator, const Message& message);
[[nodiscard]] std::optional<Request> planReceive(MPI_Comm communicator, int source);

/// The real call has made \p handle for it.
void keep(MPI_Request handle, const std::optional<Request>& request);

/// MPI_Start is about to be called.
void start(MPI_Request handle);

/// The request is complete: records its event. Those that are not followed are passed over.
/// \param handle  as it was before the call that completed it
void complete(MPI_Request handle, const MPI_Status& status);

/// Nobody will wait for it.
void drop(MPI_Request handle);
void expectCancellation(MPI_Request handle);

}  // namespace vellum::collector::mpi
