// Messages that are found first and received later, by a handle of their own, which says neither communicator nor source.
#include "collector/sources/hook.h"
#include "collector/sources/mpi/messages.h"
#include "collector/sources/mpi/mpi_library.h"
#include "collector/sources/mpi/process.h"
#include "collector/sources/mpi/requests.h"
#include "collector/sources/mpi/visit.h"

#include <mutex>
#include <optional>
#include <unordered_map>

using namespace vellum::collector::mpi;  // NOLINT(google-build-using-namespace): hooks only

namespace {

struct Found {
    MPI_Comm communicator{};
    int source = MPI_PROC_NULL;
};

/// Never destroyed: programs may call MPI in destructors of their own.
struct Table {
    std::mutex mutex;
    std::unordered_map<MPI_Message, Found> found;
};

Table& table()
{
    static auto& all = *new Table;
    return all;
}

void keepFound(MPI_Message message, MPI_Comm communicator, const MPI_Status& status)
{
    if (isFollowing() && status.MPI_SOURCE != MPI_PROC_NULL) {
        Table& all = table();
        const std::lock_guard lock(all.mutex);
        all.found[message] = {.communicator = communicator, .source = status.MPI_SOURCE};
    }
}

std::optional<Found> takeFound(MPI_Message message)
{
    if (!isFollowing()) {
        return std::nullopt;
    }
    Table& all = table();
    const std::lock_guard lock(all.mutex);
    const auto entry = all.found.extract(message);
    return entry.empty() ? std::nullopt : std::optional(entry.mapped());
}

}  // namespace

// Names and parameters are MPI's. NOLINTBEGIN(readability-identifier-naming)
VELLUM_HOOK int MPI_Mprobe(
    int source, int tag, MPI_Comm communicator, MPI_Message* message, MPI_Status* status)
{
    const Visit visit(Function::Mprobe);
    MPI_Status own;
    MPI_Status* const known = status == MPI_STATUS_IGNORE ? &own : status;
    const int result = VELLUM_PMPI(Mprobe)(source, tag, communicator, message, known);
    if (result == MPI_SUCCESS) {
        keepFound(*message, communicator, *known);
    }
    return result;
}

VELLUM_HOOK int MPI_Improbe(
    int source,
    int tag,
    MPI_Comm communicator,
    int* isThere,
    MPI_Message* message,
    MPI_Status* status)
{
    const Visit visit(Function::Improbe);
    MPI_Status own;
    MPI_Status* const known = status == MPI_STATUS_IGNORE ? &own : status;
    const int result = VELLUM_PMPI(Improbe)(source, tag, communicator, isThere, message, known);
    if (result == MPI_SUCCESS && *isThere != 0) {
        keepFound(*message, communicator, *known);
    }
    return result;
}

VELLUM_HOOK int MPI_Mrecv(
    void* data, int count, MPI_Datatype type, MPI_Message* message, MPI_Status* status)
{
    const Visit visit(Function::Mrecv);
    const std::optional<Found> found = takeFound(*message);
    MPI_Status own;
    MPI_Status* const known = status == MPI_STATUS_IGNORE ? &own : status;
    const int result = VELLUM_PMPI(Mrecv)(data, count, type, message, known);
    if (found && result == MPI_SUCCESS) {
        recordReceive(found->communicator, *known);
    }
    return result;
}

VELLUM_HOOK int MPI_Imrecv(
    void* data, int count, MPI_Datatype type, MPI_Message* message, MPI_Request* request)
{
    const Visit visit(Function::Imrecv);
    std::optional<Request> begun;
    if (const std::optional<Found> found = takeFound(*message)) {
        begun = beginReceive(found->communicator, found->source);
    }
    const int result = VELLUM_PMPI(Imrecv)(data, count, type, message, request);
    if (result == MPI_SUCCESS) {
        keep(*request, begun);
    }
    return result;
}
// NOLINTEND(readability-identifier-naming)
