#pragma once

#include "common/base/result.h"
#include "server/ranks/link.h"

#include <memory>

namespace vellum::server::mpi {

/// MPI from its begin to its end.
///
/// Threads  The thread that starts it, which must be the process's first: MPI_THREAD_FUNNELED.
class MpiSession {
public:
    /// Errors   unimplemented: built without MPI. unavailable: MPI does not start.
    [[nodiscard]] static Result<std::unique_ptr<MpiSession>> start();

    MpiSession() = default;
    MpiSession(const MpiSession&) = delete;
    MpiSession& operator=(const MpiSession&) = delete;
    virtual ~MpiSession() = default;

    /// Lives as long as the session; run by the same thread.
    [[nodiscard]] virtual ranks::Link& link() = 0;

    /// Ends MPI; returns once all ranks do it.
    virtual void finish() = 0;

    /// Ends all ranks, those too that do not answer. The launcher says so on standard error.
    [[noreturn]] virtual void abort(int exitStatus) = 0;
};

}  // namespace vellum::server::mpi
