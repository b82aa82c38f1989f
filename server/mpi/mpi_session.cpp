#include "server/mpi/mpi_session.h"

#include "server/mpi/mpi_link.h"

#include <mpi.h>

#include <cstdlib>
#include <optional>

namespace vellum::server::mpi {

namespace {

class RealSession final : public MpiSession {
public:
    RealSession() : m_link(std::in_place) {}

    [[nodiscard]] ranks::Link& link() override { return *m_link; }

    void finish() override
    {
        m_link.reset();
        MPI_Finalize();
    }

    [[noreturn]] void abort(int exitStatus) override
    {
        MPI_Abort(MPI_COMM_WORLD, exitStatus);
        std::_Exit(exitStatus);
    }

private:
    std::optional<MpiLink> m_link;
};

}  // namespace

Result<std::unique_ptr<MpiSession>> MpiSession::start()
{
    int provided = MPI_THREAD_SINGLE;
    const int outcome = MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    if (outcome != MPI_SUCCESS || provided < MPI_THREAD_FUNNELED) {
        return Error{
            .kind = ErrorKind::Unavailable,
            .message = outcome != MPI_SUCCESS ? "MPI does not start"
                                              : "this MPI allows no threads beside its own"};
    }
    return std::unique_ptr<MpiSession>(std::make_unique<RealSession>());
}

}  // namespace vellum::server::mpi
