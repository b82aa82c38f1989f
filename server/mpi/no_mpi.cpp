// The back end of one rank, for builds without MPI.

#include "server/mpi/mpi_session.h"

namespace vellum::server::mpi {

Result<std::unique_ptr<MpiSession>> MpiSession::start()
{
    return Error{
        .kind = ErrorKind::Unimplemented,
        .message =
            "a launcher has started several processes of this vellum-server, which was built without "
            "MPI: start one, or build it where libopenmpi-dev is installed"};
}

}  // namespace vellum::server::mpi
