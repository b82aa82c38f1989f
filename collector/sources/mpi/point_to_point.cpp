// Messages that are sent and received at once, and those that become requests. What a send records stands before its
// real call, and what a receive records behind it: a message never arrives before it was sent.
#include "collector/sources/hook.h"
#include "collector/sources/mpi/messages.h"
#include "collector/sources/mpi/mpi_library.h"
#include "collector/sources/mpi/requests.h"
#include "collector/sources/mpi/visit.h"

#include <optional>

using namespace vellum::collector::mpi;  // NOLINT(google-build-using-namespace): hooks only

namespace {

using Send = int(const void*, int, MPI_Datatype, int, int, MPI_Comm);
using Isend = int(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);

/// The parameters that all sends have.
struct Outgoing {
    const void* data = nullptr;
    int count = 0;
    MPI_Datatype type{};
    int target = 0;
    int tag = 0;
    MPI_Comm communicator{};

    [[nodiscard]] Message message() const
    {
        return {.bytes = bytesOf(count, type), .partner = target, .tag = tag};
    }
};

int sendNow(Function function, const Outgoing& out)
{
    const Visit visit(function);
    recordSend(out.communicator, out.message());
    return reinterpret_cast<Send*>(findFunction(function))(
        out.data, out.count, out.type, out.target, out.tag, out.communicator);
}

int callForRequest(
    Function function,
    const Outgoing& out,
    const std::optional<Request>& planned,
    MPI_Request* request)
{
    const int result = reinterpret_cast<Isend*>(findFunction(function))(
        out.data, out.count, out.type, out.target, out.tag, out.communicator, request);
    if (result == MPI_SUCCESS) {
        keep(*request, planned);
    }
    return result;
}

int sendLater(Function function, const Outgoing& out, MPI_Request* request)
{
    const Visit visit(function);
    return callForRequest(function, out, beginSend(out.communicator, out.message()), request);
}

int sendOften(Function function, const Outgoing& out, MPI_Request* request)
{
    const Visit visit(function);
    return callForRequest(function, out, planSend(out.communicator, out.message()), request);
}

/// The caller's status, or one of ours where it wants none.
MPI_Status* orOwn(MPI_Status* status, MPI_Status& own)
{
    return status == MPI_STATUS_IGNORE ? &own : status;
}

}  // namespace

// Names and parameters are MPI's. NOLINTBEGIN(readability-identifier-naming,readability-function-size)
VELLUM_HOOK int MPI_Send(
    const void* data, int count, MPI_Datatype type, int target, int tag, MPI_Comm communicator)
{
    return sendNow(Function::Send, {data, count, type, target, tag, communicator});
}

VELLUM_HOOK int MPI_Bsend(
    const void* data, int count, MPI_Datatype type, int target, int tag, MPI_Comm communicator)
{
    return sendNow(Function::Bsend, {data, count, type, target, tag, communicator});
}

VELLUM_HOOK int MPI_Ssend(
    const void* data, int count, MPI_Datatype type, int target, int tag, MPI_Comm communicator)
{
    return sendNow(Function::Ssend, {data, count, type, target, tag, communicator});
}

VELLUM_HOOK int MPI_Rsend(
    const void* data, int count, MPI_Datatype type, int target, int tag, MPI_Comm communicator)
{
    return sendNow(Function::Rsend, {data, count, type, target, tag, communicator});
}

VELLUM_HOOK int MPI_Isend(
    const void* data,
    int count,
    MPI_Datatype type,
    int target,
    int tag,
    MPI_Comm communicator,
    MPI_Request* request)
{
    return sendLater(Function::Isend, {data, count, type, target, tag, communicator}, request);
}

VELLUM_HOOK int MPI_Ibsend(
    const void* data,
    int count,
    MPI_Datatype type,
    int target,
    int tag,
    MPI_Comm communicator,
    MPI_Request* request)
{
    return sendLater(Function::Ibsend, {data, count, type, target, tag, communicator}, request);
}

VELLUM_HOOK int MPI_Issend(
    const void* data,
    int count,
    MPI_Datatype type,
    int target,
    int tag,
    MPI_Comm communicator,
    MPI_Request* request)
{
    return sendLater(Function::Issend, {data, count, type, target, tag, communicator}, request);
}

VELLUM_HOOK int MPI_Irsend(
    const void* data,
    int count,
    MPI_Datatype type,
    int target,
    int tag,
    MPI_Comm communicator,
    MPI_Request* request)
{
    return sendLater(Function::Irsend, {data, count, type, target, tag, communicator}, request);
}

VELLUM_HOOK int MPI_Send_init(
    const void* data,
    int count,
    MPI_Datatype type,
    int target,
    int tag,
    MPI_Comm communicator,
    MPI_Request* request)
{
    return sendOften(Function::Send_init, {data, count, type, target, tag, communicator}, request);
}

VELLUM_HOOK int MPI_Bsend_init(
    const void* data,
    int count,
    MPI_Datatype type,
    int target,
    int tag,
    MPI_Comm communicator,
    MPI_Request* request)
{
    return sendOften(Function::Bsend_init, {data, count, type, target, tag, communicator}, request);
}

VELLUM_HOOK int MPI_Ssend_init(
    const void* data,
    int count,
    MPI_Datatype type,
    int target,
    int tag,
    MPI_Comm communicator,
    MPI_Request* request)
{
    return sendOften(Function::Ssend_init, {data, count, type, target, tag, communicator}, request);
}

VELLUM_HOOK int MPI_Rsend_init(
    const void* data,
    int count,
    MPI_Datatype type,
    int target,
    int tag,
    MPI_Comm communicator,
    MPI_Request* request)
{
    return sendOften(Function::Rsend_init, {data, count, type, target, tag, communicator}, request);
}

VELLUM_HOOK int MPI_Recv(
    void* data,
    int count,
    MPI_Datatype type,
    int source,
    int tag,
    MPI_Comm communicator,
    MPI_Status* status)
{
    const Visit visit(Function::Recv);
    MPI_Status own;
    MPI_Status* const known = orOwn(status, own);
    const int result = VELLUM_PMPI(Recv)(data, count, type, source, tag, communicator, known);
    if (result == MPI_SUCCESS) {
        recordReceive(communicator, *known);
    }
    return result;
}

VELLUM_HOOK int MPI_Irecv(
    void* data,
    int count,
    MPI_Datatype type,
    int source,
    int tag,
    MPI_Comm communicator,
    MPI_Request* request)
{
    const Visit visit(Function::Irecv);
    const std::optional<Request> begun = beginReceive(communicator, source);
    const int result = VELLUM_PMPI(Irecv)(data, count, type, source, tag, communicator, request);
    if (result == MPI_SUCCESS) {
        keep(*request, begun);
    }
    return result;
}

VELLUM_HOOK int MPI_Recv_init(
    void* data,
    int count,
    MPI_Datatype type,
    int source,
    int tag,
    MPI_Comm communicator,
    MPI_Request* request)
{
    const Visit visit(Function::Recv_init);
    const int result =
        VELLUM_PMPI(Recv_init)(data, count, type, source, tag, communicator, request);
    if (result == MPI_SUCCESS) {
        keep(*request, planReceive(communicator, source));
    }
    return result;
}

VELLUM_HOOK int MPI_Sendrecv(
    const void* sent,
    int sentCount,
    MPI_Datatype sentType,
    int target,
    int sentTag,
    void* received,
    int receivedCount,
    MPI_Datatype receivedType,
    int source,
    int receivedTag,
    MPI_Comm communicator,
    MPI_Status* status)
{
    const Visit visit(Function::Sendrecv);
    recordSend(
        communicator, {.bytes = bytesOf(sentCount, sentType), .partner = target, .tag = sentTag});
    MPI_Status own;
    MPI_Status* const known = orOwn(status, own);
    const int result = VELLUM_PMPI(Sendrecv)(
        sent,
        sentCount,
        sentType,
        target,
        sentTag,
        received,
        receivedCount,
        receivedType,
        source,
        receivedTag,
        communicator,
        known);
    if (result == MPI_SUCCESS) {
        recordReceive(communicator, *known);
    }
    return result;
}

VELLUM_HOOK int MPI_Sendrecv_replace(
    void* data,
    int count,
    MPI_Datatype type,
    int target,
    int sentTag,
    int source,
    int receivedTag,
    MPI_Comm communicator,
    MPI_Status* status)
{
    const Visit visit(Function::Sendrecv_replace);
    recordSend(communicator, {.bytes = bytesOf(count, type), .partner = target, .tag = sentTag});
    MPI_Status own;
    MPI_Status* const known = orOwn(status, own);
    const int result = VELLUM_PMPI(Sendrecv_replace)(
        data, count, type, target, sentTag, source, receivedTag, communicator, known);
    if (result == MPI_SUCCESS) {
        recordReceive(communicator, *known);
    }
    return result;
}
// NOLINTEND(readability-identifier-naming,readability-function-size)
