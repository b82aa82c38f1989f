#include "collector/sources/mpi/messages.h"

#include "collector/measurement/spool_format.h"
#include "collector/sources/mpi/process.h"
#include "collector/sources/mpi/visit.h"

#include <optional>

namespace vellum::collector::mpi {

using measurement::EventKind;

namespace {

void recordMessage(
    EventKind kind,
    const Communicator& communicator,
    const Message& message,
    std::uint64_t request = 0)
{
    ::vellum_collector_mpi(
        message.bytes,
        measurement::mpiPartner(
            static_cast<std::uint32_t>(message.partner), static_cast<std::uint32_t>(message.tag)),
        static_cast<std::uint16_t>(kind),
        communicator.number,
        request);
}

}  // namespace

std::uint64_t bytesOf(int count, MPI_Datatype type)
{
    if (!isFollowing()) {
        return 0;
    }
    MPI_Count bytes = 0;
    VELLUM_PMPI(Type_size_x)(type, &bytes);
    // Negative where the size does not fit.
    return bytes > 0 && count > 0
               ? static_cast<std::uint64_t>(bytes) * static_cast<std::uint64_t>(count)
               : 0;
}

Message arrived(const MPI_Status& status)
{
    MPI_Count bytes = 0;
    VELLUM_PMPI(Get_elements_x)(&status, handles().byte, &bytes);
    return {
        .bytes = bytes > 0 ? static_cast<std::uint64_t>(bytes) : 0,
        .partner = status.MPI_SOURCE,
        .tag = status.MPI_TAG};
}

void recordSend(MPI_Comm communicator, const Message& message)
{
    if (!isFollowing() || message.partner == MPI_PROC_NULL) {
        return;
    }
    if (const std::optional<Communicator> known = communicatorOfMessage(communicator)) {
        recordMessage(EventKind::MpiSend, *known, message);
    }
}

void recordReceive(MPI_Comm communicator, const MPI_Status& status)
{
    // The status is not ours to read where the program's MPI is of another kind.
    if (!isFollowing() || status.MPI_SOURCE == MPI_PROC_NULL) {
        return;
    }
    if (const std::optional<Communicator> known = communicatorOfMessage(communicator)) {
        recordMessage(EventKind::MpiReceive, *known, arrived(status));
    }
}

void recordIsend(const Communicator& communicator, const Message& message, std::uint64_t request)
{
    recordMessage(EventKind::MpiIsend, communicator, message, request);
}

void recordIreceive(const Communicator& communicator, const Message& message, std::uint64_t request)
{
    recordMessage(EventKind::MpiIreceive, communicator, message, request);
}

}  // namespace vellum::collector::mpi
